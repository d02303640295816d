"""An engine as somebody might write it, without outfox: it asks for legal actions and takes the first.

Its first argument is what goes wrong with it, and when: ``crash``, ``hang``, ``nonsense`` and so on.
"""

import os
import sys
import time


def say(line):
    print(line, flush=True)


def misbehave(how):
    if how == "crash":
        print("out of ideas", file=sys.stderr, flush=True)
        sys.exit(3)
    if how == "hang":
        time.sleep(1000)
    if how == "nonsense":
        say("I think that I shall pass")
    if how == "illegal":
        say("bestmove 4711")
    if how == "no-move":
        say("bestmove")
    if how == "deaf":
        os.close(0)
        os.close(1)
        time.sleep(1000)
    if how == "says-why":
        say("error this is no game for me")
    if how == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    if how == "stopped":  # thinks until it is stopped
        while sys.stdin.readline().strip() != "stop":
            pass
        return False
    return True


def main(how="", when="2"):
    legal, choices = [], 0
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "outfox":
            if how == "crash-at-once":
                sys.exit("cannot find the opening book")
            say("id name somebody's")
            say("use legal")
            if "names" in how:
                say("use names")
            say("ok")
        elif word == "isready":
            if how == "never-ready":
                time.sleep(1000)
            say("readyok")
        elif word == "newgame":
            choices = 0
        elif word == "legal":
            legal = rest
        elif word == "go":
            choices += 1
            if how and choices == int(when) and misbehave(how):
                continue
            say("info value 0.25")
            say("info string looks good")
            say(f"bestmove {legal[0]}")
        elif word == "quit":
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
