"""`outfox solve` and `outfox beat`: stable keys, values from outside, faults in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outfox.interfaces.cli.progress import ProgressLine
from outfox.kernel import grower

SOLVED = (
    "game rules_key players position mover value winner winner_player remoteness actions states classes edges method"
    " tolerance sweeps stop_rule endless_rule endless symmetry swap bytes seconds cpu_seconds compile_seconds"
).split()


def test_solve_has_stable_keys_and_the_published_count(command):
    data = command("solve", "tic-tac-toe", "--json").data
    assert list(data) == SOLVED
    assert (data["value"], data["winner"], data["remoteness"], data["states"]) == (0.0, None, None, 5478)
    assert len(data["actions"]) == 9
    assert {action["value"] for action in data["actions"]} == {0.0}


def test_the_mover_is_player_one_and_values_stay_player_nought_s(command):
    data = command("solve", "nim", "--piles", "[1,2]", "--moves", "2 from pile 2", "--json").data
    assert (data["mover"], data["value"], data["winner"], data["winner_player"]) == (1, 1.0, "first", 0)


def test_an_edge_reply_to_the_centre_loses(command):
    data = command("solve", "tic-tac-toe", "--moves", "b2", "--json").data  # case minimax-02
    assert {a["action"] for a in data["actions"] if a["value"] == 0} == {"a1", "a3", "c1", "c3"}
    assert {a["action"] for a in data["actions"] if a["value"] == 1} == {"a2", "b1", "b3", "c2"}


def test_the_line_gives_every_alternative_of_the_side_that_cannot_help_it(command):
    spec = "cat-and-mouse:rows=3,cols=3,first=mouse"
    data = command("solve", spec, "--line", "--json").data
    steps = data["line"]["steps"]
    assert data["remoteness"] == len(steps) == 6  # 2 (R + C) - 6
    assert data["line"]["ending"] == "terminal"
    assert [step["remoteness"] for step in steps] == [6, 5, 4, 3, 2, 1]
    for step in steps:
        assert bool(step["alternatives"]) == (step["mover"] == 1 and len(step["alternatives"]) > 0)
    text = command("solve", spec, "--line").out
    assert "cat wins in 6 plies" in text
    assert "       or " in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_named_alternative_is_refuted(command):
    found = command("solve", "tic-tac-toe", "--moves", "b2", "--after", "b1", "--json").data["line"]["steps"]
    assert found[0]["action"] == "b1"
    assert found[1]["value"] == 1.0
    assert len(found) == 6  # the line is the fastest win: five plies more


def test_excluded_openings(command):
    data = command("solve", "nim:piles=[3,4,5],misere=false", "--exclude", "2 from pile 1", "--json").data
    assert data["winner"] == "second"  # the only winning move is forbidden
    assert "2 from pile 1" not in [action["action"] for action in data["actions"]]
    assert "is not legal" in command("solve", "nim", "--exclude", "9 from pile 9", code=2).err


def test_grundy_numbers_are_those_of_the_nim_sum(command):
    data = command("solve", "nim:piles=[3,4,5],misere=false", "--grundy", "--json").data
    assert data["grundy"] == 3 ^ 4 ^ 5
    assert {a["action"] for a in data["actions"] if a["grundy"] == 0} == {"2 from pile 1"}
    assert "not an impartial game under normal play" in command("solve", "nim", "--grundy", code=3).err
    assert "not an impartial game" in command("solve", "tic-tac-toe", "--grundy", code=3).err


def test_outcome_classes(command):
    # Case partisan-01; that of every other size is in the tests of the game.
    assert command("solve", "domineering:rows=2,cols=4", "--outcome-class", "--json").data["outcome_class"] == (
        "horizontal"
    )
    assert command("solve", "nim", "--outcome-class", "--json").data["outcome_class"] == "P"
    assert "leave out --moves" in command("solve", "nim", "--outcome-class", "--moves", "0", code=2).err


def test_tables_are_saved_probed_and_verified(command, tmp_path):
    data = command("solve", "nim", "--save", "nim.table", "--verify", "--json").data
    assert data["verified"] == data["classes"]
    assert (tmp_path / "nim.table").stat().st_size == data["table_bytes"]
    probed = command("solve", "nim", "--table", "nim.table", "--verify", "--line", "--json").data
    assert (probed["value"], probed["remoteness"]) == (data["value"], data["remoteness"])
    assert probed["actions"] == data["actions"]
    searched = command("search", "nim", "--player", "solved:nim.table", "--json").data
    assert (searched["value"], searched["actions"]) == (data["value"], data["actions"])
    hinted = command("play", "nim", "--against", "solved:nim.table", "--seed", "1", stdin="hint\n").out
    assert "hint: 1 from pile 1 (second wins in 15 plies)" in hinted
    played = command("match", "nim", "solved:nim.table", "random", "--games", "20", "--seats", "fixed", "--json").data
    assert played["games"] == 20
    assert sum(command(
        "match", "nim", "random", "solved:nim.table", "--games", "20", "--seats", "fixed", "--json"
    ).data["wins"]) == 20  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw[: len(raw) // 2], "instead of"),
        (lambda raw: raw[:5], "is no table"),
        (lambda raw: raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:], "were changed"),
        (lambda raw: raw[:200] + bytes([raw[200] ^ 1]) + raw[201:], "header"),
        (lambda raw: b"", "is no table"),
    ],
)
def test_damaged_tables_are_refused_in_one_line(command, tmp_path, change, said):
    command("solve", "nim", "--save", "nim.table")
    path = tmp_path / "nim.table"
    path.write_bytes(change(path.read_bytes()))
    found = command("solve", "nim", "--table", "nim.table", "--verify", code=2)
    assert found.err.count("\n") == 1
    assert "nim.table" in found.err
    assert said in found.err
    assert not found.out


def test_tables_of_other_games_and_other_rules(command):
    command("solve", "nim", "--save", "nim.table")
    assert (
        "is a table of nim, not of tic-tac-toe" in command("solve", "tic-tac-toe", "--table", "nim.table", code=2).err
    )
    assert "not of nim:piles=" in command("solve", "nim:piles=[2,2]", "--table", "nim.table", code=2).err
    assert "there is no such file" in command("solve", "nim", "--table", "none.table", code=2).err


def test_a_place_that_cannot_be_written(command, tmp_path):
    found = command("solve", "nim", "--save", "nowhere/nim.table", code=2)
    assert "nothing was written" in found.err
    assert found.out.startswith("second wins in 15 plies"), "what was found is said all the same"
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="limits")
def test_a_disk_without_room_for_the_table(command, outfox, tmp_path):
    """The process may write no file of more than half the table's size: the operating system stops it midway."""
    import resource

    command("solve", "nim", "--save", "nim.table")
    whole = (tmp_path / "nim.table").read_bytes()

    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) // 2, len(whole) // 2))

    found = outfox("solve", "nim", "--save", "nim.table", code=2, preexec_fn=no_room)
    assert found.stderr == "outfox: --save nim.table: File too large; nothing was written\n"
    assert found.stdout.startswith("second wins in 15 plies")
    assert [path.name for path in tmp_path.iterdir()] == ["nim.table"]
    assert (tmp_path / "nim.table").read_bytes() == whole


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk(command, tmp_path, monkeypatch):
    """What is written goes to a device that is full; the file beside the table's place must go as well."""
    command("solve", "nim")  # compiles, which writes too
    real = os.fdopen

    def no_room(handle, mode):
        os.close(handle)
        return real(os.open("/dev/full", os.O_WRONLY), mode)

    monkeypatch.setattr(os, "fdopen", no_room)
    found = command("solve", "nim", "--save", "nim.table", "--json", code=2)
    assert found.error["error"] == "UsageError"
    assert found.error["message"] == "--save nim.table: No space left on device; nothing was written"
    assert (found.data["value"], found.data["table"], found.data["table_bytes"]) == (-1.0, None, 0)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_solved(command, root):
    assert "leads back to the same position" in command(
        "solve", str(root / "tests/data/check/cycle.py"), code=3
    ).err  # fmt: skip
    assert "hidden information" in command("solve", str(root / "tests/data/check/kuhn.py"), code=3).err
    assert "--memory" in command("solve", "nim", "--memory", "0.0000001", code=3).err
    error = command("solve", "nim", "--memory", "0.0000001", "--json", code=3).error
    assert error["error"] == "BudgetExceeded"


def test_a_game_that_is_much_too_large_is_refused_at_once(command):
    before = time.process_time()
    found = command("solve", "connect-four", "--memory", "1", code=3)
    assert "search instead" in found.err
    assert time.process_time() - before < 30


def test_beat_random_tic_tac_toe(command):
    seats = command("beat", "tic-tac-toe", "--opponent", "random", "--json").data["seats"]
    assert [seat["player"] for seat in seats] == ["x", "o"]  # case opponent-03
    assert seats[0]["win"] == pytest.approx(0.9947916667, abs=1e-10)
    assert seats[0]["draw"] == pytest.approx(0.0052083333, abs=1e-10)
    assert seats[1]["win"] == pytest.approx(0.9322751323, abs=1e-10)
    assert seats[1]["payoff"] == pytest.approx(0.9248677249, abs=1e-10)
    values = {action["action"]: action["value"] for action in seats[0]["actions"]}
    assert values["a1"] == pytest.approx(0.994792, abs=1e-6)
    assert values["b2"] == pytest.approx(0.989583, abs=1e-6)
    assert values["b1"] == pytest.approx(0.986979, abs=1e-6)
    assert seats[0]["sample"]["payoff"] in (1.0, 0.0)
    assert "x against random" in command("beat", "tic-tac-toe", "--opponent", "random", "--seat", "x").out


def test_beat_with_wrong_words(command):
    assert "has the players x and o" in command(
        "beat", "tic-tac-toe", "--opponent", "random", "--seat", "white", code=2
    ).err  # fmt: skip
    assert "there is no player" in command("beat", "tic-tac-toe", "--opponent", "rnd", code=2).err
    assert "no policy" in command("beat", "tic-tac-toe", "--opponent", "human", code=3).err


def test_interrupted_it_keeps_what_is_done_and_goes_on_with_it(command, tmp_path, monkeypatch):
    spec = ("solve", "connect-four:rows=4,cols=4", "--merge", "false", "--save")
    whole = command(*spec, "whole.table", "--json").data
    monkeypatch.setattr(grower, "CHUNK", 10_000)
    looks = []

    def look(*_):
        looks.append(1)
        if len(looks) == 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "share_or_not", look)
    said = command(*spec, "a.table", code=130).err.splitlines()
    assert said[0].startswith("stopping: what is done goes to a.table.unfinished")
    assert said[1] == "the same command goes on from there"
    refused = command("solve", "nim", "--save", "a.table", code=2).err
    assert refused.startswith("outfox: a.table.unfinished is work on connect-four:rows=4,cols=4, not on nim; delete it")
    found = command(*spec, "a.table", "--json")
    assert found.err.startswith("going on with a.table.unfinished: ")
    assert [found.data[k] for k in ("value", "states", "edges", "actions")] == [
        whole[k] for k in ("value", "states", "edges", "actions")
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.table", "whole.table"]
    assert (tmp_path / "a.table").read_bytes() == (tmp_path / "whole.table").read_bytes()
    assert "0 or more" in command(*spec, "a.table", "--checkpoint", "-1", code=2).err


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_while_it_writes_it_leaves_no_table(tmp_path):
    """However a process ends, what stands under the table's name is whole, or is not there."""
    code = (
        "import sys, os\n"
        "from outfox.formats import container\n"
        "real = os.fsync\n"
        "def stop(handle):\n"
        "    print('writing', flush=True)\n"
        "    import time; time.sleep(60)\n"
        "os.fsync = stop\n"
        "from outfox.interfaces.cli import main\n"
        "main(['solve', 'nim', '--save', 'nim.table'])\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "writing\n"
        child.send_signal(signal.SIGKILL)
    assert not (tmp_path / "nim.table").exists()
