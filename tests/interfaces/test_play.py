"""Play in the terminal: by a script of lines, by a pseudo-terminal, in every game."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import outfox as package
from outfox.interfaces.cli import catalogue
from outfox.interfaces.terminal.line import Line
from outfox.interfaces.terminal.session import Session
from outfox.interfaces.terminal.why import why_not
from outfox.players import player
from outfox.rules import NotSupported, OutfoxError

NAMES = sorted(catalogue.packaged())
KEYS = "game players seats seed moves actions plies ending payoff report".split()
RANDOM = ("--against", "random", "--seed", "1")


class Script(Line):
    """Line mode in which the first legal move is typed at every prompt."""

    def _read(self, prompt: str) -> str | None:
        position = self.session.position
        return position.name(position.legal[0])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_played_to_its_end(name, seat):
    small = {"starve-the-fox": "starve-the-fox:quiet_limit=4", "pig": "pig:target=12"}.get(name, name)
    players = (None, player("random")) if seat == 0 else (player("random"), None)
    out = io.StringIO()
    session = Session(package.load(small).start(), players, 3)
    ending = Script(session, out).run()
    assert ending in {"normal", "endless"}
    assert session.payoff is not None
    shown = out.getvalue()
    assert max(map(len, shown.split("\n"))) <= 80
    assert re.search(r"(^|: )(a draw|.*won by .+)$", shown.strip().rsplit("\n", 1)[-1])


def test_a_game_by_lines(command):
    lines = "b2\nmoves\nb2\nzz\nwhy c3\nwhy b2\nwhy\nboard\nhelp\nhelp rules\nundo\nundo\nc1\nquit\n"
    found = command("play", "tic-tac-toe", *RANDOM, stdin=lines)
    assert "tic-tac-toe: you are x" in found.out
    assert "'b2' is not legal: b2 is taken by cross." in found.out
    assert "'zz' is not legal: no legal move is called that." in found.out
    assert "'c3' is legal: type it without the 'why'" in found.out or "it was before" in found.out
    assert "why what?" in found.out
    assert "hint [N]" in found.out
    assert "whoever first has three" in found.out
    assert "there is nothing to undo" in found.out
    assert re.search(r'to go on: outfox play tic-tac-toe --moves "c1, ..?"', found.err)


def test_what_is_typed_stands_in_the_output(command):
    found = command("play", "nim:piles=[1,2]", "--against", "human", stdin="1 from pile 1\nquit\n")
    assert "first> 1 from pile 1\n" in found.out
    assert "second> quit\n" in found.out


def test_end_of_input_is_the_end(command):
    assert command("play", "tic-tac-toe", *RANDOM, stdin="b2\n").code == 0


def test_a_whole_game_as_json(command):
    lines = "1 from pile 1\n2 from pile 2\n"
    found = command("play", "nim:piles=[1,2],misere=false", "--against", "human", "--json", stdin=lines)
    assert list(found.data) == KEYS
    assert found.data["moves"] == ["1 from pile 1", "2 from pile 2"]
    assert found.data["payoff"] == -1.0
    assert found.data["ending"] == "normal"
    assert found.data["seats"] == ["human", "human"]
    assert "won by second" in found.err


def test_codes_and_capitals_are_moves_too(command):
    data = command("play", "tic-tac-toe", "--against", "human", "--json", stdin="4\nA1\n/quit\n").data
    assert data["moves"] == ["b2", "a1"]
    assert data["ending"] == "quit"
    assert data["payoff"] is None


def test_the_printed_command_goes_on(command):
    found = command("play", "nim", *RANDOM, "--moves", "2 from pile 2", stdin="quit\n")
    moves = re.search(r'--moves "(.*)"', found.err)
    assert moves is not None
    assert moves[1].startswith("2 from pile 2, ")
    assert command("play", "nim", *RANDOM, "--moves", moves[1], stdin="quit\n").err == ""


@pytest.mark.parametrize(
    ("seat", "players"),
    [
        ("first", ["human", "random"]),
        ("second", ["random", "human"]),
        ("sheep", ["random", "human"]),
        ("Foxes", ["human", "random"]),
        ("0", ["human", "random"]),
        ("both", ["human", "human"]),
    ],
)
def test_seats(command, seat, players):
    words = ("play", "starve-the-fox", "--seat", seat, *RANDOM, "--json")
    assert command(*words, stdin="quit\n").data["seats"] == players


def test_the_same_seed_is_the_same_game(command):
    words = ("play", "pig:target=8", *RANDOM, "--json")
    script = "roll\nroll\nhold\n" * 6
    first = command(*words, stdin=script).data
    assert command(*words, stdin=script).data == first
    assert any(name.startswith("rolled") for name in first["moves"])


def test_hint(command):
    words = ("play", "tic-tac-toe", "--moves", "a1 a3 b1 b3", *RANDOM)
    found = command(*words, stdin="hint\nhint 200\nhint many\nquit\n")
    assert found.out.count("hint: c1 (proven +1.00)") == 2
    assert "'many' is no number of simulations" in found.out


def test_hint_where_there_is_none(command, tmp_path, root):
    hidden = root / "tests" / "data" / "check" / "kuhn.py"
    shown = command("play", str(hidden), *RANDOM, "--advice", "off", stdin="hint\nquit\n")
    assert "no hint" in shown.out
    assert "hidden information" in shown.out


def test_play_against_search(command):
    words = ("play", "tic-tac-toe", "--against", "mcts:simulations=300", "--seat", "o", "--seed", "2")
    found = command(*words, "--moves", "a1 a3 b1 b3", "--json", stdin="")
    assert found.data["moves"] == ["c1"]
    assert "x: c1" in found.err


# -- the session ---------------------------------------------------------------------------------------------


def session_of(spec, *moves, players=(None, None), seed=0):
    session = Session(package.load(spec).start(), players, seed)
    for move in moves:
        session.play(move)
    return session


def test_undo_takes_chance_and_the_opponent_back_too():
    session = session_of("pig:target=20", players=(None, player("random")), seed=4)
    session.play("roll")
    while not session.person_to_move():
        session.step()
    assert session.undo()
    assert session.actions == []
    assert not session.undo()


def test_dice_fall_the_same_way_after_undo():
    session = session_of("pig", "roll", seed=9)
    first = session.step()
    session.undo()
    session.play("roll")
    assert session.step() == first


def test_a_state_that_comes_a_third_time_ends_the_game():
    session = session_of("cat-and-mouse:rows=3,cols=3")
    for move in ["right", "left", "left", "right"] * 2:
        assert not session.over
        session.play(move)
    assert session.endless
    assert session.payoff == -1.0


def test_hidden_information_is_not_shown(root):
    game = package.load(root / "tests" / "data" / "check" / "kuhn.py")
    with pytest.raises(NotSupported, match="two people at one screen would see each other's side"):
        Session(game.start(), (None, None), 0)


def test_a_player_that_breaks_the_rules_is_named():
    class Cheat:
        name = "cheat"

        def start(self, game, seat, seed):
            pass

        def choose(self, seen):
            return 77

    session = session_of("tic-tac-toe", players=(Cheat(), None))
    with pytest.raises(OutfoxError, match="cheat chose what is not legal"):
        session.step()


@pytest.mark.parametrize(
    ("game", "moves", "typed", "says"),
    [
        ("tic-tac-toe", "b2", "b2", "b2 is taken by cross"),
        ("breakthrough", "", "a5a4", "no piece stands on a5"),
        ("breakthrough", "", "a2a3", "the piece on a2 is for white to move"),
        ("breakthrough", "", "a8a7", "a7 is taken by"),
        ("breakthrough", "", "a7a5", "From a7: "),
        ("connect-four", "a a a a a a", "a", "it was before, but not any more"),
        ("starve-the-fox", "", "c7-c9", "did you mean c7-c6?"),
        ("nim", "", "3 from pile 1", "did you mean 3 from pile"),
        ("tic-tac-toe", "", "zz", "no legal move is called that"),
    ],
)
def test_why_a_move_is_not_legal(game, moves, typed, says):
    position = package.load(game).start()
    earlier = []
    for move in moves.split():
        earlier.append(position)
        position = position.play(move)
    assert says in why_not(position, typed, earlier)


# -- a real terminal -----------------------------------------------------------------------------------------

pty = pytest.importorskip("pty", reason="pseudo-terminals are of POSIX")


class Terminal:
    """A process at a pseudo-terminal, and what it has shown."""

    def __init__(self, words: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.open([sys.executable, "-m", "outfox", *words], folder, environment)

    def open(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        """Start a command."""
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            command,
            stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def until(self, text: str, seconds: float = 60.0) -> None:
        """Read until a text has been shown."""
        end, begun = time.monotonic() + seconds, len(self.shown)
        while text not in self.shown[begun:]:
            assert time.monotonic() < end, f"no {text!r} in {self.shown[-2000:]!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.master, 4096).decode()
                except OSError:
                    break
        assert text in self.shown[begun:]

    def drain(self) -> None:
        """Read what is left after the end of the process."""
        while select.select([self.master], [], [], 0.1)[0]:
            try:
                self.shown += os.read(self.master, 4096).decode()
            except OSError:
                return

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        code = self.process.wait(30)
        os.close(self.master)
        return code


@pytest.fixture
def terminal(tmp_path, environment):
    opened: list[Terminal] = []

    def start(*words: str, **variables: str) -> Terminal:
        opened.append(Terminal(list(words), tmp_path, environment | variables))
        return opened[-1]

    yield start
    for one in opened:
        one.process.kill()
        one.process.wait()


def test_play_in_a_terminal(terminal):
    here = terminal("play", "tic-tac-toe", "--seed", "1", "--against", "random")
    here.until("x> ")
    assert "\x1b[" in here.shown, "a terminal gets colours"
    here.type("b2\n")
    here.until("x> ")
    here.type("undo\n")
    here.until("x> ")
    here.type("a1\n")
    here.until("x> ")
    here.type("quit\n")
    here.until('to go on: outfox play tic-tac-toe --moves "a1, ')
    assert here.end() == 0


def test_no_color(terminal):
    here = terminal("play", "tic-tac-toe", "--against", "random", NO_COLOR="1")
    here.until("x> ")
    assert "\x1b[" not in re.sub(r"\x1b\[\?2004[hl]", "", here.shown)  # what readline says to the terminal
    here.type("\x04")
    assert here.end() == 0


def test_ctrl_c_at_the_prompt(terminal):
    here = terminal("play", "tic-tac-toe", "--against", "human", "--moves", "b2")
    here.until("o> ")
    here.type("a1\n")
    here.until("x> ")
    time.sleep(0.5)  # a person is not that quick: the prompt stands before it is read from
    here.process.send_signal(signal.SIGINT)
    here.until('to go on: outfox play tic-tac-toe --moves "b2, a1"')
    assert here.end() == 130
