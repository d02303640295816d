"""Grading a student's solution: the exact answer, a fault planted in a correct solution, other shapes, bad files."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from outfox.methods.solve.states import solve_states
from outfox.rules import load
from outfox.training.grading import inside, nim
from outfox.training.grading.finding import FAULTS
from outfox.training.grading.grade_file import GradeSettings, grade_file
from outfox.training.grading.inside import run
from outfox.training.grading.student_file import Unusable
from outfox.training.grading.text import FUTILE

STUDENTS = Path(__file__).resolve().parent.parent / "data" / "students"
CORRECT = STUDENTS / "correct.py"
PLANTED = json.loads((STUDENTS / "faults.json").read_text(encoding="utf-8"))


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Return a function that grades a text in this process and returns the messages, by kind."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(inside, "FEW", 1)  # short trainings once

    def of(text: str, games=(), name: str = ""):
        file = tmp_path / "nim.py"
        file.write_text(text, encoding="utf-8")
        found: dict[str, list] = {}
        request = {"file": str(file), "name": name, "games": list(games), "seconds": 60, "seed": 1}
        run(request, lambda kind, **message: found.setdefault(kind, []).append(message))
        return found

    yield of
    sys.modules.pop("graded", None)


def planted(*edits: tuple[str, str]) -> str:
    """Return the correct solution with each edit made at its one place."""
    text = CORRECT.read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == 1, (text.count(old), old)
        text = text.replace(old, new)
    return text


def faults(found) -> list[str]:
    return [message["finding"]["fault"] for message in found.get("finding", [])]


# --- the exact answer --------------------------------------------------------------------------------


def test_counts_of_the_exercise():
    every = nim.states()
    assert len(every) == 384
    assert sum(len(nim.actions(piles)) for piles in every) == 3072
    assert len(nim.won_states()) == 335
    assert not nim.won(nim.START)
    assert nim.actions((2, 1, 0, 0)) == [(0, 1), (0, 2), (1, 1)]
    assert nim.after((1, 1, 3, 5), (3, 5)) == (1, 1, 3, 0)


def test_the_answer_is_boutons():
    for piles in nim.states():
        together = piles[0] ^ piles[1] ^ piles[2] ^ piles[3]
        lost = sum(piles) % 2 == 1 if max(piles) <= 1 else together == 0
        assert nim.won(piles) == (not lost), piles


def test_the_answer_is_the_solvers():
    game = load("nim")
    table, compared = solve_states(game).table, set()
    for piles in nim.states():
        for player, sign in (("first", 1), ("second", -1)) if any(piles) else ():
            outcome = table.find(game.parse(" ".join(map(str, piles)) + f"\n{player} to move").state)
            if outcome is not None:  # not every pile vector comes up with either to move
                compared.add(piles)
                assert nim.won(piles) == (sign * outcome.value > 0), piles
    assert len(compared) == 383


# --- planted faults ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PLANTED, ids=[case["name"] for case in PLANTED])
def test_a_planted_fault_is_found(told, case):
    found = told(planted((case["old"], case["new"]), *map(tuple, case.get("also", []))))
    first = found["finding"][0]["finding"]
    assert first["fault"] == case["fault"], faults(found)
    assert case["method"] in first["where"]
    assert first["where"].startswith("nim.py:")
    assert "\n" not in first["line"]
    assert len(found["finding"]) <= 3, faults(found)  # one fault is not told many times


def test_every_fault_of_methods_is_planted():
    of_training = {"endless", "training", "learns-less"}
    assert {case["fault"] for case in PLANTED} == set(FAULTS) - of_training


def test_the_correct_solution_has_no_fault(told):
    found = told(CORRECT.read_text(encoding="utf-8"), games=[100, 1000])
    assert faults(found) == []
    assert [message["games"] for message in found["practice"]] == [100, 1000]


@pytest.mark.parametrize("games", [1, 10])
def test_a_correct_solution_of_few_games_is_not_blamed_for_what_it_has_not_met(told, games):
    assert faults(told(CORRECT.read_text(encoding="utf-8"), games=[games])) == []


TRAINING = {
    "rewards the wrong way round": (
        [("ai.learn(before, action, -1, piles)", "ai.learn(before, action, 1, piles)"),
         ("ai.learn(*last[mover], 1, piles)", "ai.learn(*last[mover], -1, piles)")],
        "reward-sign", "leaving one object is worth -",
    ),
    "the winner gets nothing": (
        [("ai.learn(*last[mover], 1, piles)", "pass")], "reward", "winner's last action gets no +1",
    ),
    "the loser gets nothing": (
        [("ai.learn(before, action, -1, piles)", "pass")], "reward", "loser's last action gets no -1",
    ),
    "training returns nothing": ([("    return ai\n\n\nif", "\n\nif")], "training", "returned None"),
    "training raises": (
        [("ai = NimAI()", "ai = NimAI(); ai.piles[0]")], "raises", "AttributeError: 'NimAI' object has no attribute",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRAINING)
def test_a_fault_of_training_is_found(told, name):
    edits, fault, words = TRAINING[name]
    found = told(planted(*edits), games=[1000])
    assert fault in faults(found)
    assert any(words in message["finding"]["line"] for message in found["finding"])


def test_entries_that_only_training_writes_are_found(told):
    strange = "self.q[tuple(state), action] = old_q", "self.q[tuple(state), action, len(self.q) % 2] = old_q"
    found = told(planted(strange), games=[100])
    assert "keys" in faults(found)


# --- other shapes ------------------------------------------------------------------------------------

BY_RULE = """
def best_move(piles):
    '''Leave an exclusive or of 0; or an odd number of ones where only ones would be left.'''
    moves = [(i, n) for i, size in enumerate(piles) for n in range(1, size + 1)]
    for i, n in moves:
        rest = [size - n if k == i else size for k, size in enumerate(piles)]
        total = 0
        for size in rest:
            total ^= size
        if (sum(rest) % 2 == 1) if max(rest) <= 1 else total == 0:
            return i, n
    return moves[0]
"""


def test_a_function_is_graded(told):
    found = told(BY_RULE)
    assert found["subject"] == [{"name": "best_move", "shape": "function"}]
    assert faults(found) == []
    assert found["practice"] == [{"games": 0, "runs": 1, "share": None, "chosen": 1.0}]
    assert [(seat["seat"], seat["wins"]) for seat in found["seat"]] == [(0, 0), (1, 50)]


def test_an_object_is_graded(told):
    text = (
        BY_RULE
        + "\nclass Rule:\n    def choose_action(self, state):\n        return best_move(state)\n\nplayer = Rule()\n"
    )
    found = told(text, name="player")
    assert found["subject"] == [{"name": "player", "shape": "object"}]
    assert found["practice"][0]["chosen"] == 1.0


def test_a_function_that_is_wrong(told):
    found = told("def move(piles):\n    piles[0] = 0\n    return (3, 1)\n")
    assert set(faults(found)) == {"illegal", "changes-state"}


def test_updates_are_used_where_there_is_no_train(told):
    text = CORRECT.read_text(encoding="utf-8").split("def play_one")[0]
    found = told(text, games=[2000])
    assert faults(found) == []
    assert found["practice"][0]["share"] > 0.7  # a correct learner has 66 % after 1,000 games, 99.4 % after 10,000


def test_a_player_that_cannot_be_made_is_told_as_it_is(told):
    methods = "__init__(self, alpha)", "choose_action(self, state)", "train(self, games)"
    text = "class AI:\n" + "".join(f"    def {method}: ...\n" for method in methods)
    (finding,) = told(text, games=[10])["finding"]
    assert finding["finding"]["line"].startswith("raises: nim.py:2 __init__: raised TypeError: ")


TABLE = """
class Table:
    def __init__(self):
        self.kept = {}

    def get(self, key, default):
        return self.kept.get(key, default)

    def __setitem__(self, key, value):
        self.kept[key] = value
"""


def test_a_table_that_cannot_be_watched_is_checked_all_the_same(told):
    text = planted(("self.q = {}", "self.q = Table()"), ("import random\n", f"import random\n{TABLE}"))
    assert faults(told(text)) == []
    started = text.replace("best = None", "best = 0").replace("best is None or value", "value")
    assert "maximum" in faults(told(started))
    assert "keys" in faults(told(text.replace("self.q.get((tuple(state)", "self.q.get((str(state)")))


# --- in a process of its own --------------------------------------------------------------------------


def test_after_as_many_games_as_the_reference_says():
    grade = grade_file(CORRECT, GradeSettings(games="1000,10000"))
    assert grade.ok
    assert [one.games for one in grade.practice] == [1000, 10000]
    for one, right, published in zip(grade.practice, grade.correct, (0.66, 0.994), strict=True):
        assert right.mean == pytest.approx(published, abs=0.02)
        assert one.share == pytest.approx(published, abs=0.05)
    assert grade.seats == ((0, 50), (50, 50))
    assert "cannot win against perfect play" in FUTILE
    assert " ".join(str(grade).split()).endswith(FUTILE)
    assert max(map(len, str(grade).split("\n"))) <= 80


SLOW = {
    "too few games": ("for _ in range(games):", "for _ in range(games // 10):"),
    "before the opponent's answer": (
        "        if last[mover] is not None:\n            ai.learn(*last[mover], 0, piles)",
        "        ai.learn(before, action, 0, piles)",
    ),
    "last actions alone": ("            ai.learn(*last[mover], 0, piles)", "            pass"),
}


@pytest.mark.parametrize("name", SLOW)
def test_learning_less_than_a_correct_learner(tmp_path, name):
    file = tmp_path / "slow.py"
    file.write_text(planted(SLOW[name]), encoding="utf-8")
    grade = grade_file(file, GradeSettings(games="1000"))
    assert [finding.fault for finding in grade.findings] == ["learns-less"]


BAD = {
    "no end": (
        "from outfox.training.grading import inside\ninside.STEP = 0.5\ndef move(piles):\n    while True: pass\n",
        "endless: bad.py:4 choose_action at the start: did not come back within 0.5 s",
    ),
    "exit": ("def move(piles):\n    import os\n    os._exit(5)\n", "ended the process with code 5"),
    "memory": ("def move(piles):\n    return [0] * 10**10\n", "raised MemoryError"),
    "recursion": ("def move(piles):\n    return move(piles)\n", "raised RecursionError"),
    "sys.exit": ("def move(piles):\n    raise SystemExit(1)\n", "raised SystemExit: 1"),
    "input": ("def move(piles):\n    return input('pile? ')\n", "asks for input"),
}


@pytest.mark.parametrize("name", BAD)
def test_code_that_misbehaves_ends_in_a_finding(tmp_path, name):
    text, words = BAD[name]
    file = tmp_path / "bad.py"
    file.write_text(text, encoding="utf-8")
    grade = grade_file(file)
    lines = [str(finding) for finding in grade.findings]
    assert any(words in line for line in lines), lines


UNUSABLE = {
    "syntax": ("def move(:\n", "bad.py:1: SyntaxError"),
    "exception": ("x = 1\ny = x / 0\n", "bad.py:2: ZeroDivisionError: division by zero"),
    "input at the start": ("x = 1\ninput()\n", "bad.py:2: asks for input when it is imported"),
    "exit at the start": ("import sys\nsys.exit()\n", "bad.py:2: ends the program when it is imported"),
    "nothing": ("x = 1\n", "nothing to grade"),
    "several functions": ("def one(a): ...\ndef two(a): ...\n", "it has one, two"),
    "missing module": ("import nowhere_to_be_found\n", "bad.py:1: ModuleNotFoundError"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_file_that_cannot_be_graded(told, name):
    text, words = UNUSABLE[name]
    (message,) = told(text)["unusable"]
    assert words in message["message"].replace("nim.py", "bad.py")


def test_no_file(tmp_path):
    with pytest.raises(Unusable, match="there is no file"):
        grade_file(tmp_path / "none.py")
