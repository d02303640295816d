"""Watching: keys at a pseudo-terminal, plain output without one, pictures, records, mistakes."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import time

import pytest
from PIL import Image

import outfox as package
from outfox.arena import play_game
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place
from outfox.interfaces.cli.pictures import plot_history
from outfox.interfaces.terminal.feed import AHEAD, Feed, PlayedFeed
from outfox.interfaces.terminal.keys import Keys
from outfox.interfaces.terminal.watch import can_watch, show_game
from outfox.interfaces.terminal.watcher import FASTEST, SLOWEST, Watcher
from outfox.players import as_player, player
from tests.interfaces.test_play import Terminal

termios = pytest.importorskip("termios", reason="terminals are of POSIX")

TOE = ("tic-tac-toe", "random", "random", "--seed", "1")
DRAWN = "b2 a1 a2 c2 b1 b3 c3 a3 c1"


def played(moves: str = DRAWN, game: str = "tic-tac-toe"):
    positions = [package.load(game).start()]
    for move in moves.split():
        positions.append(positions[-1].play(move))
    return positions


# -- what keys do, with a clock of its own -----------------------------------------------------------------------


class Keyed(Watcher):
    """A watcher of a game of three plies, b2 a1 c2, that is over or goes on."""

    def __init__(self, over: bool = True, speed: float = 2.0) -> None:
        record = play_game(package.load("tic-tac-toe"), (player("random"), player("random"))) if over else None
        super().__init__(Feed(played("b2 a1 c2"), (), record), speed, 100.0)

    def keys(self, *keys: str, now: float = 100.0) -> int:
        for key in keys:
            assert self.press(key, now)
        return self.at


def test_it_plays_by_itself_at_its_speed():
    one, shown = Keyed(), []
    for tenths in range(25):
        one.advance(100 + tenths / 10)
        shown.append(one.at)
    assert shown == [0] * 5 + [1] * 5 + [2] * 5 + [3] * 10
    assert one.ended
    assert one.line() == "ply 3 of 3, the end"


def test_space_pauses_and_goes_on():
    one = Keyed()
    one.keys(" ")
    one.advance(200)
    assert (one.at, one.line()) == (0, "ply 0 of 3, paused")
    one.keys(" ", now=200.0)
    one.advance(200.4)
    assert one.at == 0
    one.advance(200.5)
    assert (one.at, one.line()) == (1, "ply 1 of 3, 2 plies a second")


def test_space_at_the_end_begins_again():
    one = Keyed()
    for way in ("end", "n"):
        assert one.keys(way, "end") == 3
        assert one.keys(" ") == 0
        assert not one.paused


@pytest.mark.parametrize(("on", "back"), [("right", "left"), ("n", "b"), ("n", "p")])
def test_steps(on, back):
    one = Keyed()
    assert one.keys(on) == 1
    assert one.paused
    assert one.keys(on, on, on, on) == 3
    assert one.keys(back) == 2
    assert one.keys(back, back, back) == 0
    assert one.keys("end") == 3
    assert one.keys("home") == 0


def test_speed():
    one = Keyed()
    one.keys("+")
    assert one.speed == 4
    one.keys("-", "-")
    assert one.speed == 1
    one.keys(*"+" * 20)
    assert one.speed == FASTEST
    one.keys(*"-" * 20)
    assert one.speed == SLOWEST


def test_other_keys_do_nothing():
    one = Keyed()
    before = one.state()
    one.keys("x", "?", "\n", "\x1b[Z")
    assert one.state() == before
    assert not one.press("q", 100.0)


def test_a_game_that_goes_on_says_who_thinks():
    one = Keyed(over=False)
    one.keys("end", " ")
    assert one.line() == "ply 3, o thinks"
    one.feed.positions.append(one.feed.positions[-1].play("c3"))
    assert one.line() == "ply 3, 2 plies a second"


def test_a_game_is_played_no_further_than_somebody_may_watch():
    def play(watch):
        return play_game(package.load("nim:piles=[3000],most=1"), (player("random"), player("random")), watch=watch)

    feed = PlayedFeed(play, ())
    assert feed.first(30)
    for watched in (0, 100):
        feed.seen(watched)
        until = time.monotonic() + 30
        while len(feed.positions) <= watched + AHEAD and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.1)  # for what it must not play
        assert len(feed.positions) == watched + AHEAD + 1
    assert feed.stop(10)
    assert not feed.over


def keys_of(typed: bytes, many: int, hang_up: bool = False) -> list[str]:
    master, slave = os.openpty()
    with os.fdopen(slave, "rb", 0) as stream, Keys(stream) as keys:
        os.write(master, typed)
        if hang_up:
            os.close(master)
        found = [keys.read(2) for _ in range(many)]
        assert hang_up or keys.read(0) == ""
    if not hang_up:
        os.close(master)
    return found


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b" n\x1b[Cq", [" ", "n", "right", "q"]),
        (b"\x1bOD\x1b[H\x1b[4~", ["left", "home", "end"]),
        (b"\x1b[3~n", ["\x1b[3~", "n"]),  # a key that nobody knows is one key, not ESC and more
        (b"\x1b[1;5Cb", ["\x1b[1;5C", "b"]),
        (b"\x1b", ["\x1b"]),
        ("é+".encode(), ["é", "+"]),
    ],
)
def test_keys_that_are_typed(typed, keys):
    assert keys_of(typed, len(keys)) == keys


def test_a_terminal_that_has_gone_quits():
    assert keys_of(b"", 1, hang_up=True) == ["q"]


def test_keys_that_come_in_parts():
    master, slave = os.openpty()
    with os.fdopen(slave, "rb", 0) as stream, Keys(stream) as keys:
        os.write(master, b"\x1b")
        threading.Timer(0.02, os.write, (master, b"[D")).start()
        assert keys.read(2) == "left"
    os.close(master)


# -- a terminal -------------------------------------------------------------------------------------------------


class Watched(Terminal):
    """A terminal whose settings can be looked at."""

    def settings(self):
        return termios.tcgetattr(self.master)


@pytest.fixture
def watch(tmp_path, environment):
    opened: list[Watched] = []

    def start(*words: str, **variables: str) -> Watched:
        opened.append(Watched(["watch", *words], tmp_path, environment | variables))
        return opened[-1]

    yield start
    for one in opened:
        one.process.kill()
        one.process.wait()


@pytest.fixture
def fresh():
    """Return the settings of a pseudo-terminal that nobody has touched."""
    master, slave = os.openpty()
    found = termios.tcgetattr(master)
    os.close(master)
    os.close(slave)
    return found


def left_behind(here: Watched, code: int, fresh) -> None:
    """Assert that a process ended so, with its terminal as it was."""
    assert here.process.wait(30) == code
    assert here.settings() == fresh
    here.drain()
    assert here.shown.rindex("\x1b[?1049l") > here.shown.rindex("\x1b[?1049h"), "the screen of before is back"
    assert here.shown.rindex("\x1b[?25h") > here.shown.rindex("\x1b[?25l"), "the cursor is seen"


def test_keys(watch, fresh):
    here = watch(*TOE, "--speed", "20")
    here.until("the end")
    plies = int(re.search(r"ply (\d+) of \1, the end", here.shown)[1])
    assert not here.settings()[3] & (termios.ECHO | termios.ICANON)
    here.type("b")
    here.until(f"ply {plies - 1} of {plies}, paused")
    here.type("\x1b[D")
    here.until(f"ply {plies - 2} of {plies}, paused")
    here.type("\x1bOC")
    here.until(f"ply {plies - 1} of {plies}, paused")
    here.type("\x1b[H")
    here.until(f"ply 0 of {plies}, paused")
    here.type("-----")
    here.type(" ")
    here.until("0.625 plies a second")
    here.type(" ")
    here.until("paused")
    here.type("q")
    left_behind(here, 0, fresh)
    assert "outfox: tic-tac-toe: random v random, seed 1" in here.shown


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_leave_the_terminal_as_it_was(watch, fresh, number, code):
    here = watch(*TOE, "--speed", "1")
    here.until("plies a second" if number != signal.SIGINT else "space pause")
    assert here.settings() != fresh
    here.process.send_signal(number)
    left_behind(here, code, fresh)
    assert "Traceback" not in here.shown


def test_no_color_and_a_low_window(watch):
    here = watch("cat-and-mouse:rows=20,cols=20", "random", "random", "--seed", "2", NO_COLOR="1", LINES="12")
    here.until("more lines: the window is too low)")
    here.until("q quit")
    here.type("q")
    assert here.process.wait(30) == 0
    assert not re.search(r"\x1b\[[\d;]*(38|48);5", here.shown)


THINKER = """
import time
def slow():
    def choose(position):
        time.sleep(1.5)
        return position.legal[0]
    return choose
def first():
    return lambda position: position.legal[0]
def broken():
    def choose(position):
        if len(position.history) > 1:
            raise KeyError("no idea")
        return position.legal[0]
    return choose
"""


def test_a_player_that_thinks_can_be_left(watch, fresh, tmp_path):
    (tmp_path / "bots.py").write_text(THINKER)
    here = watch("tic-tac-toe", "bots.py:slow", "bots.py:slow")
    here.until("x thinks")
    here.type("q")
    left_behind(here, 0, fresh)


def test_a_player_that_fails_is_one_line(watch, fresh, tmp_path):
    (tmp_path / "bots.py").write_text(THINKER)
    here = watch("tic-tac-toe", "bots.py:broken", "random", "--seed", "1")
    here.until("failed after 2 plies")
    left_behind(here, 2, fresh)
    assert "Traceback" not in here.shown


@pytest.mark.parametrize(("term", "keys"), [("xterm", True), ("dumb", True), ("xterm", False)])
def test_where_it_moves(monkeypatch, term, keys):
    """A terminal that cannot move its cursor, and one without keys, get the plain form."""
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdin", Stream(keys))
    assert can_watch(Stream(True)) == (term != "dumb" and keys)
    assert not can_watch(Stream(False))


class Stream(io.StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_other_commands_can_show_a_game(tmp_path, environment):
    script = tmp_path / "show.py"
    script.write_text(
        "import sys, outfox\nfrom outfox.interfaces.terminal.watch import show_game\n"
        "here = [outfox.load('tic-tac-toe').start()]\n"
        "for move in ('b2', 'a1'):\n    here.append(here[-1].play(move))\n"
        "show_game(here, speed=20, title='iteration 200')\nprint('done')\n"
    )
    here = Terminal.__new__(Terminal)
    here.open([sys.executable, str(script)], tmp_path, environment)
    here.until("iteration 200")
    here.until("ply 2: o a1")
    here.until("done")
    assert here.end() == 0
    assert "\x1b[?1049h" not in here.shown


# -- without a terminal -----------------------------------------------------------------------------------------


def test_positions_one_after_another(command):
    found = command("watch", "nim:piles=[1,2]", "random", "random", "--seed", "1")
    blocks = [block.split("\n") for block in found.out.strip().split("\n\n")]
    assert ["the start"] in blocks
    plies = [int(number) for number in re.findall(r"^ply (\d+): ", found.out, re.MULTILINE)]
    assert plies == list(range(1, len(plies) + 1))
    assert blocks[-1][0].startswith(f"after {len(plies)} plies: won by ")
    assert "\x1b" not in found.out
    assert max(map(len, found.out.split("\n"))) <= 80
    assert found.err == ""


def test_the_same_seed_is_the_same_game(command):
    words = ("watch", "connect-four", "random", "random", "--json")
    one, two, other = (command(*words, "--seed", seed).data for seed in "778")
    assert one == two
    assert one["record"]["actions"] != other["record"]["actions"]
    assert one["frames"] == one["plies"] + 1
    assert one["record"]["seed"] == 7


def test_it_begins_anywhere_and_ends_where_it_is_told(command):
    found = command("watch", "tic-tac-toe", "random", "random", "--moves", "b2 a1", "--max-plies", "4", "--json")
    assert found.data["record"]["names"][:2] == ["b2", "a1"]
    assert found.data["plies"] == 4
    assert found.data["frames"] == 3
    assert found.data["record"]["ending"] == "max_plies"
    plain = command("watch", "tic-tac-toe", "random", "random", "--moves", "b2 a1", "--max-plies", "4").out
    assert re.findall(r"^ply (\d+): ", plain, re.MULTILINE) == ["3", "4"]
    assert plain.strip().endswith("after 4 plies: a draw (max plies)")


def test_show_game_without_a_terminal_is_moves_and_the_end():
    out = io.StringIO()
    show_game(played(), speed=1000, title="iteration 200", out=out)
    shown = out.getvalue()
    assert shown.startswith("iteration 200: b2, a1, a2, c2, b1, b3, c3, a3, c1\n")
    assert shown.count("ply ") == 1
    assert "a draw\nply 9: x c1\n" in shown
    show_game([], speed=1, title="nothing", out=out)
    assert out.getvalue() == shown


# -- pictures ---------------------------------------------------------------------------------------------------


def test_pictures(command, tmp_path):
    words = ("watch", *TOE, "--speed", "4", "--gif", "a.gif", "--svg", "a.svg", "--html", "a.html")
    found = command(*words)
    plies = int(re.search(r"(\d+) plies, ", found.out)[1])
    assert found.out.endswith(f"{plies + 1} frames written to a.gif and a.svg and a.html\n")
    with Image.open(tmp_path / "a.gif") as picture:
        assert picture.n_frames == plies + 1
        assert picture.info["duration"] == 250
    assert f'dur="{plies * 0.25 + 2:g}s"' in (tmp_path / "a.svg").read_text()
    assert (tmp_path / "a.html").read_text().startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.gif", "a.html", "a.svg"]
    again = command(*words, "--json").data
    assert again["files"] == {"gif": "a.gif", "svg": "a.svg", "html": "a.html"}
    assert again["plies"] == plies


def test_a_recorded_game(command, tmp_path):
    (tmp_path / "bots.py").write_text(THINKER)
    command("match", "tic-tac-toe", "random", "bots.py:first", "--games", "2", "--records", "games.jsonl")
    told = command("replay", "games.jsonl", "--game", "2", "--json").data
    shown = command("watch", "--record", "games.jsonl", "--game", "2").out
    assert re.findall(r"^ply \d+: [xo] (\w\d)$", shown, re.MULTILINE) == told["record"]["names"]
    assert "bots.py:first" in shown
    for number in "0", "3":
        assert (
            f"there is no game {number}; there are 2"
            in command("watch", "--record", "games.jsonl", "--game", number, code=2).err
        )
    command("watch", "--record", "games.jsonl", "--game", "2", "--gif", "a.gif")
    with Image.open(tmp_path / "a.gif") as picture:
        assert picture.n_frames == len(told["record"]["actions"]) + 1


def test_from_python():
    def first(position):
        return position.legal[0]

    animation = package.watch("tic-tac-toe", first, "random", seed=3, speed=5)
    assert animation.title == "tic-tac-toe: first v random"
    assert animation.scenes[0].seats == ("first", "random")
    record = play_game(package.load("tic-tac-toe"), (as_player(first), player("random")), 3)
    assert len(animation) == record.plies + 1
    assert package.watch(record, speed=5) == animation
    cut = package.watch("tic-tac-toe", "random", "random", max_plies=3)
    assert (len(cut), cut.scenes[-1].turn) == (4, "a draw (max plies)")
    with pytest.raises(ValueError, match="needs two players"):
        package.watch("nim", "random")


# -- the plot of an optimisation ---------------------------------------------------------------------------------


def test_plot(tmp_path):
    game = package.load("cat-and-mouse")
    path = place("--plot", str(tmp_path / "h.svg"))
    plot_history("--plot", path, {"winner": [0, 1, 1], "moves": [3, 9, 12]}, game, "climbing")
    shown = path.read_text()
    assert ">cat wins<" in shown
    assert ">climbing<" in shown
    with pytest.raises(UsageError, match="--plot: a history to draw has winner"):
        plot_history("--plot", path, {}, game, "nothing")


def test_no_place_for_a_plot(command):
    found = command("optimise", "nim", "--plot", "no/h.svg", code=2)
    assert found.err == "outfox: --plot: there is no folder for 'no/h.svg', or it is one itself\n"


MISTAKES = {
    "unknown player": (["nim", "stockfish", "random"], 2, "there is no player 'stockfish'"),
    "one player": (["nim", "random"], 2, "takes a game and two players, or --record FILE"),
    "no game": ([], 2, "takes a game and two players"),
    "a person": (["nim", "human", "random"], 2, "outfox play"),
    "no speed": (["nim", "random", "random", "--speed", "0"], 2, "--speed: the speed must be above 0"),
    "too fast": (["nim", "random", "random", "--speed", "1000"], 2, "at most 50 plies a second, not 1000"),
    "no number": (["nim", "random", "random", "--speed", "fast"], 2, "unable to convert 'fast'"),
    "plies below 0": (["nim", "random", "random", "--max-plies", "-1"], 2, "--max-plies must be at least 0"),
    "no folder": (["nim", "random", "random", "--gif", "no/a.gif"], 2, "--gif: there is no folder for 'no/a.gif'"),
    "a folder": (["nim", "random", "random", "--svg", "."], 2, "--svg: there is no folder for '.', or it is one"),
    "theme": (["nim", "random", "random", "--theme", "blue"], 2, "'auto', 'light', 'dark'"),
    "no record": (["--record", "none.txt"], 2, "there is no file 'none.txt'"),
    "record and players": (["nim", "a", "b", "--record", "none.txt"], 2, "--record shows a game that was played"),
    "game without record": (["nim", "random", "random", "--game", "2"], 2, "--game chooses a game of --record"),
    "unknown flag": (["nim", "random", "random", "--sped", "2"], 2, "no flag '--sped'; did you mean '--speed'?"),
    "many plies": (
        ["nim:piles=[3000],most=1", "random", "random", "--svg", "a.svg"],
        2, "a picture holds 2,000 positions, and this game has more"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "code", "says"), MISTAKES.values(), ids=MISTAKES)
def test_mistake(command, words, code, says, tmp_path):
    found = command("watch", *words, code=code)
    assert found.out == ""
    assert found.err.count("\n") == 1, found.err
    assert says in found.err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to(command, tmp_path):
    (tmp_path / "shut").mkdir(mode=0o500)
    found = command("watch", *TOE, "--gif", "shut/a.gif", code=2)
    assert "cannot be written to" in found.err


def test_nothing_is_left_of_a_picture_that_failed(command, tmp_path, monkeypatch):
    from outfox.formats import whole

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole, "put", full)
    found = command("watch", *TOE, "--svg", "a.svg", code=2)
    assert found.err == "outfox: --svg: cannot write 'a.svg': No space left on device\n"
    assert not list(tmp_path.iterdir())
