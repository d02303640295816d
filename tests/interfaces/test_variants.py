"""sweep, diff and dump: what they print, their keys, what they refuse, Ctrl-C."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.grid import values_of
from outfox.methods.solve import sweep as sweep_method

ROW = """
values game error reason value winner winner_player remoteness first first_player first_shares states
seconds cpu_seconds compile_seconds
"""


def narrow(text):
    return max(map(len, text.split("\n"))) <= 80


# -- sweep ---------------------------------------------------------------------------------------------------


def test_sweep(command):
    words = ("sweep", "nim", "--param", "piles=[3]", "--misere", "false,true")
    data = command(*words, "--json").data
    assert list(data) == "game players parameters planned rows interrupted".split()
    assert data["parameters"] == {"piles": [[3]], "misere": [False, True]}
    assert [list(row) == ROW.split() for row in data["rows"]] == [True] * 2
    # One pile of three: take all, or all but one.
    assert [(row["value"], row["remoteness"]) for row in data["rows"]] == [(1, 1), (1, 2)]
    assert (
        data["rows"][0]["first_shares"]["shares"]["won"] == 1 / 2
    )  # 3 and 1 for the first to move, 2 and 1 for the second
    shown = command(*words)
    assert narrow(shown.out)
    assert "winner" in shown.out
    assert shown.out.count("first") >= 3


def test_sweep_says_what_is_refused_and_goes_on(command):
    shown = command("sweep", "nim", "--param", "piles=[],[1,2]", "--param", "misere=true").out
    assert "refused" in shown
    assert "piles=[], misere=true: nim.py:" in shown
    assert narrow(shown)
    found = command("sweep", "connect-four", "--cols", "7", "--memory", "0.001", "--json").data["rows"][0]
    assert (found["error"], "value" in found) == ("BudgetExceeded", False)


def test_ctrl_c_prints_the_rows_that_are_done(command, monkeypatch):
    run = sweep_method._row

    def row(game, values, memory, progress):
        if values["misere"]:
            raise KeyboardInterrupt
        return run(game, values, memory, progress)

    monkeypatch.setattr(sweep_method, "_row", row)
    words = ("sweep", "nim", "--param", "piles=[3]", "--param", "misere=false,true")
    stopped = command(*words, "--json", code=130).data
    assert (stopped["planned"], len(stopped["rows"]), stopped["interrupted"]) == (2, 1, True)
    assert "interrupted: 1 of 2 are done" in command(*words, code=130).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nim"], "such as --param most=0,1; nim has piles="),
        (["nim", "--param", "pile=1"], "nim has no parameter 'pile'"),
        (["nim", "--param", "most"], "is not NAME=VALUES"),
        (["nim", "--most", "1,2", "--param", "most=3"], "given twice"),
        (["nim", "--most", "5..1..2"], "is no range"),
        (["nim", "--most", "1..9999", "--piles", "[1],[2]"], "10,000 at most"),
        (["nim", "--most", "1,2", "--memory", "-1"], "--memory is a number of GB above 0, not -1"),
    ],
)
def test_sweeps_that_are_none(command, words, said):
    assert said in command("sweep", *words, code=2).err


def test_ranges_and_lists():
    assert values_of("5..2", 0) == [5, 4, 3, 2]
    assert values_of("1,1,true", 0) == [1, True]
    assert values_of('"a,b",c', "x") == ["a,b", "c"]
    assert values_of("[[0,1]]", ((0, 1), (1, 2))) == [((0, 1),)]
    with pytest.raises(UsageError):
        values_of("1..5..0", 0)


# -- diff ----------------------------------------------------------------------------------------------------


def test_diff(command):
    words = ("diff", "nim", "nim:misere=false", "--piles", "[1,2]")
    data = command(*words, "--json").data
    keys = "a b players start states differ longer counts examples seconds cpu_seconds compile_seconds"
    assert list(data) == keys.split()
    assert (data["a"], data["b"]) == ("nim:piles=[1,2]", "nim:piles=[1,2],misere=false")
    assert data["differ"] == sum(count["positions"] for count in data["counts"]) == 6  # all piles at most one
    assert list(data["examples"][0]) == "moves plies position mover a b".split()
    shown = command(*words, "--examples", "1").out
    assert narrow(shown)
    assert "6 of these (75.0 %) have another value" in " ".join(shown.split())
    assert shown.count("after 1 ply") == 1


def test_diff_of_what_cannot_be_compared(command):
    assert "their States differ" in command("diff", "nim", "chopsticks", code=3).err
    assert "nim.table: No such file" in command("diff", "nim.table", "nim", code=2).err
    assert "parameters are settled" in command("diff", "a.table", "nim", "--most", "3", code=2).err
    assert command("diff", "nim", "chopsticks", "--json", code=3).error["error"] == "NotSupported"


# -- dump ----------------------------------------------------------------------------------------------------

LATE = ("--moves", "a1 b2 c3 a3 c1 b1")


def test_dump(command):
    shown = command("dump", "tic-tac-toe", *LATE).out
    assert narrow(shown)
    assert shown.split("\n")[0] == "x to move: x wins in 1 ply"
    assert "└─ c2 *  over: x gets +1" in shown
    assert "│  └─ c2 *  x to move: a draw  ..." in shown
    boards = command("dump", "tic-tac-toe", *LATE, "--depth", "1", "--boards").out
    assert "│  ┌───────────┐\n│  │  3 o . x  │" in boards


def test_dump_as_json(command):
    data = command("dump", "tic-tac-toe", *LATE, "--depth", "1", "--json").data
    assert list(data) == "game players depth nodes cut solved reason search svg tree".split()
    keys = "action code odds mover terminal position value remoteness estimate keeps number same_as hidden children"
    assert list(data["tree"]) == keys.split()
    assert [(child["action"], child["keeps"]) for child in data["tree"]["children"]] == [
        ("b3", False),
        ("a2", False),
        ("c2", True),
    ]


def test_dump_without_a_solution_says_why(command):
    shown = command("dump", "connect-four", "--depth", "1", "--memory", "0.001").out
    assert "values only as far as the tree shows them: connect-four" in shown
    assert "about: no proof, but what mcts:simulations=1000 with seed 0 makes" in shown
    assert shown.count(" for x") == 1 + 7  # the start, and each of seven columns
    assert narrow(shown)
    assert "about" not in command("dump", "connect-four", "--depth", "1", "--memory", "0.001", "--simulations", "0").out


FORK = ("--moves", "a d a e a")  # o has d1 and e1, x three in the first column: o has to answer at a


def test_dump_marks_what_a_search_says_and_takes_its_proofs_for_values(command):
    words = ("dump", "connect-four", *FORK, "--depth", "1", "--memory", "0.001", "--json")
    data = command(*words).data
    assert (data["solved"], data["search"]) == (False, "mcts:simulations=1000")
    found = {child["action"]: child for child in data["tree"]["children"]}
    for column in "bcdefg":  # x wins at once in the first column: proven
        assert (found[column]["value"], found[column]["estimate"]) == (1.0, None)
    assert found["a"]["value"] is None
    assert -1.0 <= found["a"]["estimate"] <= 1.0
    assert command(*words).data == data


def test_dump_cuts_large_trees(command):
    shown = command("dump", "tic-tac-toe", "--depth", "4", "--nodes", "30")
    assert "cut at 30 nodes" in shown.out
    assert narrow(shown.out)


def test_dump_as_a_picture(command, tmp_path):
    shown = command("dump", "tic-tac-toe", *LATE, "--depth", "9", "--svg", "tree.svg")
    assert "11 nodes are drawn in tree.svg" in shown.out
    root = ET.parse(tmp_path / "tree.svg").getroot()
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("x gets +1") == 2
    assert any("keeps the value" in (text or "") for text in texts)
    assert json.dumps(texts)
    assert "--svg: there is no folder for 'no/tree.svg'" in command("dump", "nim", "--svg", "no/tree.svg", code=2).err
