"""Mistakes of the user: one line on standard error, an exit code, never a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

from outfox.interfaces.cli import application

# Words, exit code, and what the line says.
MISTAKES = {
    "unknown command": (["serch", "nim"], 2, "did you mean 'search'"),
    "unknown command, nothing near": (["xyzzy"], 2, "there are games, new, check"),
    "unknown flag before the command": (["--jsn", "games"], 2, "there is no flag '--jsn'"),
    "no game": (["search"], 2, "requires an argument"),
    "unknown game": (["search", "chequers"], 2, "there is no game 'chequers'"),
    "game with a typo": (["play", "otello"], 2, "did you mean 'othello'"),
    "missing file": (["check", "missing.py"], 2, "there is no file 'missing.py'"),
    "file that is a folder": (["search", "folder.py"], 2, "there is no file 'folder.py'"),
    "parameter unknown in the spec": (["search", "nim:pile=3"], 2, "did you mean 'piles'"),
    "parameter without a value": (["search", "nim:piles"], 2, "is not NAME=VALUE"),
    "parameter of a wrong type": (["search", "connect-four:rows=four"], 2, "rows"),
    "parameter unknown as a flag": (["search", "connect-four", "--row", "4"], 2, "did you mean 'rows'"),
    "flag that is neither": (
        ["perft", "nim", "2", "--xyzzy", "4"],
        2, "has no flag '--xyzzy', and nim has no"),
    "flag of the command misspelt": (
        ["match", "nim", "random", "random", "--game", "4"],
        2, "did you mean '--games'"),
    "setting of the search misspelt": (
        ["search", "nim", "--simulation", "4"],
        2, "did you mean '--simulations'"),
    "flag without a value": (["search", "connect-four", "--rows"], 2, "requires an argument"),
    "param without a value": (["search", "nim", "--param", "piles"], 2, "'piles' is not NAME=VALUE"),
    "parameter twice": (["search", "nim", "--param", "misere=true", "--misere", "false"], 2, "given twice"),
    "parameters that do not go together": (["search", "connect-four:rows=0"], 2, "connect_four.py"),
    "value from a missing file": (
        ["search", "nim", "--param", "piles=@none.json"],
        2, "cannot read 'none.json'"),
    "value from a binary file": (["search", "nim", "--param", "piles=@binary"], 2, "is no text file"),
    "number that is none": (["search", "nim", "--seed", "one"], 2, "unable to convert 'one' into int"),
    "number that is not whole": (["match", "nim", "random", "random", "--games", "2.7"], 2, "'2.7' into int"),
    "too many words": (["games", "nim", "pig"], 2, "there is no place for ['pig']"),
    "flag twice": (["search", "nim", "--moves", "a", "--moves", "b"], 2, "specified multiple times"),
    "unknown player": (["search", "nim", "--player", "mtcs"], 2, "did you mean 'mcts'"),
    "player that does not search": (["search", "nim", "--player", "random"], 2, "does not search"),
    "setting unknown in the player's spec": (
        ["search", "nim", "--player", "mcts:simulation=5"],
        2, "did you mean"),
    "setting of a wrong type": (["search", "nim", "--player", "mcts:c=big"], 2, "c is float"),
    "setting out of range": (["search", "nim", "--simulations", "-5"], 2, "simulations must be at least 0"),
    "no budget": (["search", "nim", "--simulations", "0"], 3, "needs a budget"),
    "missing evaluate": (["search", "nim", "--cut", "3"], 3, "evaluate"),
    "illegal move": (["search", "connect-four", "--moves", "d z"], 2, "--moves, move 2: 'z' is not legal"),
    "illegal code": (["search", "connect-four", "--moves", "77"], 2, "--moves, move 1: '77' is not legal"),
    "illegal JSON move": (
        ["search", "nim", "--moves", '["1 from pile 1", 999]'],
        2, "--moves, move 2: '999'"),
    "moves from a missing file": (["search", "nim", "--moves", "@none"], 2, "--moves: cannot read 'none'"),
    "move after the end": (["search", "nim:piles=[1]", "--moves", "0 0"], 2, "the game is over"),
    "search after the end": (["search", "nim:piles=[1]", "--moves", "0"], 2, "there is nothing to search"),
    "position that is none": (
        ["search", "tic-tac-toe", "--position", "xo"],
        2, "is no position of tic-tac-toe"),
    "position from a missing file": (["perft", "nim", "2", "--position", "@none"], 2, "cannot read 'none'"),
    "game without parse": (["search", "plain.py", "--position", "5"], 3, "plain.py declares no parse"),
    "depth 0": (["perft", "nim", "0"], 2, "DEPTH must be 1 or more"),
    "depth that is no number": (["perft", "nim", "deep"], 2, "unable to convert 'deep'"),
    "no depth": (["perft", "nim"], 2, "requires an argument"),
    "seat that is none": (["play", "nim", "--seat", "third"], 2, "there is no seat 'third'"),
    "unknown opponent": (["play", "nim", "--against", "stockfish"], 2, "there is no player 'stockfish'"),
    "person in a match": (["match", "nim", "human", "random"], 2, "outfox play"),
    "match without a second player": (["match", "nim", "random"], 2, "requires an argument"),
    "match of no games": (
        ["match", "nim", "random", "random", "--games", "0"],
        2, "--games must be at least 1"),
    "match without workers": (["match", "nim", "random", "random", "--workers", "0"], 2, "--workers must be"),
    "seats that are none": (["match", "nim", "random", "random", "--seats", "mixed"], 2, "swap"),
    "records without a folder": (
        ["match", "nim", "random", "random", "--records", "no/g.txt"],
        2, "no folder"),
    "player from a missing file": (["match", "nim", "bots.py:best", "random"], 2, "bots.py"),
    "check with a negative number": (["check", "nim", "--games", "-1"], 2, "--games must be 0 or more"),
    "unknown plan": (["study", "nim", "--budget", "3h"], 2, "there is no plan '3h'"),
    "new without a name": (["new"], 2, "requires an argument"),
    "new with a name that is none": (["new", "2 games.py"], 2, "is no name for a rules file"),
    "new without its folder": (["new", "no/mine.py"], 2, "there is no folder 'no'"),
    "unknown cache action": (["cache", "empty"], 2, "clear"),
    "limit without trim": (["cache", "clear", "--limit", "3"], 2, "--limit is for trim"),
    "bench of a missing file": (["bench", "--plain", "none.py"], 2, "there is no file 'none.py'"),
    "bench without runs": (["bench", "--repeats", "0"], 2, "--repeats must be"),
    "doctor with a word": (["doctor", "who"], 2, "there is no place for ['who']"),
    "equilibrium by a negative seed": (["equilibrium", "kuhn", "--seed=-1"], 2, "--seed must be at least 0, not -1"),
    "response by a negative seed": (["beat", "kuhn", "--opponent", "call", "--seed=-1"], 2, "--seed must be"),
    "search by a negative seed": (["search", "nim", "--seed=-1"], 2, "--seed must be at least 0, not -1"),
    "play by a negative seed": (["play", "kuhn", "--against", "call", "--seed=-1"], 2, "--seed must be"),
    "memory that is no number": (["solve", "nim", "--memory", "nan"], 2, "--memory is a number of GB above 0, not nan"),
    "memory without end": (["equilibrium", "kuhn", "--memory", "inf"], 2, "--memory is a number of GB"),
    "weighting that is no number": (
        ["equilibrium", "kuhn", "--method", "external-sampling", "--weighting", "nan"],
        2, "a setting is not a number"),
    "weighting that overflows": (
        ["equilibrium", "kuhn", "--method", "external-sampling", "--weighting", "400"],
        2, "weighting must be from 0 to 20"),
    "streams without number": (
        ["equilibrium", "kuhn", "--method", "external-sampling", "--streams", "100000"],
        2, "streams must be at most"),
    "no style": (
        ["equilibrium", "limit-holdem", "--method", "external-sampling", "--buckets", "5", "--against", ","],
        2, "--against names no style"),
    "policy that is not there": (
        ["beat", "kuhn", "--opponent", "policy:none.npz"],
        2, "there is no such file; outfox equilibrium kuhn --out FILE makes one"),
    "policy that is a folder": (["match", "kuhn", "policy:folder.py", "call"], 2, "there is no such file"),
    "policy that is none": (["beat", "kuhn", "--opponent", "policy:binary"], 2, "binary is no policy"),
    "report of a game that hides something": (
        ["play", "kuhn", "--against", "call", "--report", "on"],
        2, "--report is for games that hide nothing"),
    "luck where nothing is hidden": (
        ["match", "pig", "random", "random", "--games", "2", "--variance-reduction", "on"],
        3, "pig hides nothing"),
    "study in a file": (
        ["study", "kuhn", "--budget", "30s", "--out", "binary"],
        2, "binary: this is a file, and a folder is wanted"),
    "records that are a folder": (["replay", "folder.py"], 2, "'folder.py' is a folder"),
    "folder without hands": (["replay", "hands"], 2, "is a folder, without hands in PHH; name a file"),
    "client without a port": (["acpc", "client", "--player", "call"], 2, "a client needs --port"),
    "rules that do not parse": (["search", "broken.py"], 2, "broken.py:1"),
    "rules that lack something": (["search", "empty.py"], 2, "empty.py: declares no State"),
}  # fmt: skip

PLAIN = """
import numpy as np
from outfox.rules import TERMINAL
ACTIONS = 1
State = np.dtype([("left", np.int8), ("turn", np.int8)])
def initial(s):
    s.left = 2
def mover(s):
    return s.turn if s.left else TERMINAL
def legal_actions(s):
    yield 0
def apply(s, action):
    s.left -= 1
    s.turn = 1 - s.turn
def payoff(s):
    return 1.0
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / "1.txt").write_text("")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "broken.py").write_text("def (")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "plain.py").write_text(PLAIN)


@pytest.mark.parametrize(("words", "code", "says"), MISTAKES.values(), ids=MISTAKES)
@pytest.mark.usefixtures("files")
def test_mistake(command, words, code, says):
    found = command(*words, code=code)
    assert found.out == ""
    assert found.err.count("\n") == 1, found.err
    assert found.err.startswith("outfox: ")
    assert says in found.err
    assert "Traceback" not in found.err


@pytest.mark.parametrize("name", ["unknown game", "no game", "illegal move", "missing evaluate", "broken"])
@pytest.mark.usefixtures("files")
def test_mistake_as_json(command, name):
    words, code, says = MISTAKES.get(name, (["search", "broken.py"], 2, "broken.py:1"))
    found = command(*words, "--json", code=code)
    assert found.out == ""
    assert list(found.error) == ["error", "message", "exit_code"]
    assert found.error["exit_code"] == code
    assert says in found.error["message"]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["search", "chequers"], "UnknownName"),
        (["search", "nim", "--moves", "z"], "IllegalAction"),
        (["search", "nim", "--cut", "3"], "NotSupported"),
        (["search", "nim", "--seed", "x"], "UsageError"),
        (["search", "broken.py"], "RulesError"),
    ],
)
@pytest.mark.usefixtures("files")
def test_name_of_the_error(command, words, name):
    assert command(*words, "--json", code=None).error["error"] == name


def _fails(*arguments, **settings):
    raise ZeroDivisionError("division\nby zero")


def test_a_fault_of_outfox_is_one_line_too(command, monkeypatch):
    monkeypatch.setattr(application, "app_for", _fails)
    monkeypatch.delenv("OUTFOX_DEBUG", raising=False)
    found = command("games", code=70)
    assert found.err == "outfox: internal error: ZeroDivisionError: division by zero; OUTFOX_DEBUG=1 shows where\n"
    assert command("games", "--json", code=70).error["error"] == "InternalError"


def test_debug_shows_where(command, monkeypatch):
    monkeypatch.setattr(application, "app_for", _fails)
    monkeypatch.setenv("OUTFOX_DEBUG", "1")
    found = command("games", code=70)
    assert found.err.startswith("Traceback")
    assert found.err.endswith("outfox: internal error: ZeroDivisionError: division by zero\n")


def _out_of_memory(*arguments, **settings):
    raise MemoryError


def test_out_of_memory_is_over_budget(command, monkeypatch):
    monkeypatch.setattr(application, "app_for", _out_of_memory)
    assert "out of memory" in command("games", code=3).err


def test_wrong_words_load_no_compiler(outfox):
    """An unknown command must not take a second to say so."""
    code = "import sys; from outfox.interfaces.cli import main; main(['serch']); print('numba' in sys.modules)"
    done = outfox_run(code)
    assert done == "False"


def outfox_run(code: str) -> str:

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()
