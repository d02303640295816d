"""Functions that test_confined.py has run in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time


def count(request, say):
    for number in range(request["up_to"]):
        print("not a message")
        say("number", number=number)


def ask(request, say):
    try:
        input()
    except EOFError as error:
        say("answer", text=type(error).__name__)


def leave(request, say):
    say("step", name="the step", seconds=60)
    os._exit(7)


def crash(request, say):
    say("step", name="the step", seconds=60)
    os.abort()


def wait(request, say):
    say("step", name="the step", seconds=0.3)
    while True:
        time.sleep(0.01)  # the line


def talk(request, say):
    say("step", name="the step", seconds=0.3)
    while True:
        say("number", number=1)  # the line
        time.sleep(0.001)  # or the line


def tell_of_a_child_and_wait(request, say):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    say("number", number=child.pid)
    time.sleep(60)


def tell_its_number_and_wait(request, say):
    say("number", number=os.getpid())
    time.sleep(60)
