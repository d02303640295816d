"""Df-pn: questions and values, proofs by hand, published values, budgets. See also test_agreement.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outfox.methods.solve.dfpn import dfpn
from outfox.rules import NotSupported, RulesError, load

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("nim", -1),
        pytest.param("nim:piles=[3,4,5],misere=false", 1, marks=pytest.mark.slow),
        ("hexapawn:rows=4,cols=3", -1),
        pytest.param("hexapawn:rows=4,cols=4", 1, marks=pytest.mark.slow),
        pytest.param("breakthrough:rows=5,cols=2,piece_rows=2", -1, marks=pytest.mark.slow),
        ("connect-four:rows=4,cols=4", 0),
        ("dots-and-boxes:rows=2,cols=2", 2),  # margins: found by halves
        pytest.param("dots-and-boxes:rows=1,cols=3", -1, marks=pytest.mark.slow),
        pytest.param("othello:size=4", -1, marks=pytest.mark.slow),
        pytest.param("wild-tic-tac-toe", 1, marks=pytest.mark.slow),
    ],
)
def test_published_values(spec, value):
    result = dfpn(load(spec).start(), nodes=20_000_000)
    assert (result.value, result.proven, result.stopped) == (value, True, "proven")
    assert result.bounds == (value, value)


def test_a_question():
    start = load("dots-and-boxes:rows=2,cols=2").start()  # worth 2
    for threshold, holds in ((1, True), (2, True), (3, False), (-1, True)):
        result = dfpn(start, threshold=threshold)
        assert [q.holds for q in result.questions] == [holds]
        assert result.bounds[0] <= 2 <= result.bounds[1]
        assert (result.bounds[0] == threshold) == holds
        assert result.value is None
    assert dfpn(start, threshold=4.5).questions == ()  # more than SCALE: nothing to ask
    assert dfpn(start, threshold=4.5).proven


def test_player_one_to_move():
    """Values are player 0's, whoever moves."""
    position = load("tic-tac-toe").start()
    for square in (0, 3, 1, 4, 8):
        position = position.play(square)
    result = dfpn(position)
    assert position.mover == 1
    assert (result.value, result.value_for_mover, result.action_name) == (-1.0, 1.0, "c2")
    assert result.line == ("c2",)


@pytest.mark.parametrize(("size", "value"), [(4, -1), (6, 1), (8, -1)])
def test_long_forced_lines(size, value):
    """Fox and hounds: won by the hounds on 8 x 8 in 44 plies, by the fox on 6 x 6."""
    result = dfpn(load("fox-and-hounds", size=size).start(), nodes=50_000_000)
    assert result.value == value


def test_signature():
    """Nodes follow from the settings alone."""
    start = load("connect-four:rows=4,cols=4").start()
    first = dfpn(start, threshold=1)
    assert first.nodes == dfpn(start, threshold=1).nodes == SIGNATURE
    assert dfpn(start, threshold=1, epsilon=0).nodes != first.nodes


SIGNATURE = 71_015


def test_memory_changes_no_answer():
    start = load("connect-four:rows=4,cols=4").start()
    small, large = dfpn(start, memory=1), dfpn(start)
    assert small.value == large.value == 0
    assert small.stored <= 2**20 // 32


def test_budget_and_progress():
    told = []
    start = load("connect-four").start()
    result = dfpn(start, nodes=50_000, progress=lambda share, text: told.append((share, text)))
    assert (result.stopped, result.value, result.proven) == ("nodes", None, False)
    assert 50_000 <= result.nodes < 50_000 + 8
    assert result.bounds == (-1.0, 1.0)
    assert result.line == ()
    assert "not known" in str(result)
    assert dfpn(start, seconds=0.2).stopped == "time"


def test_interrupt_gives_what_is_known():
    def press(share, text):
        if text.startswith("more than"):
            raise KeyboardInterrupt

    result = dfpn(load("connect-four:rows=4,cols=5").start(), progress=press)
    assert result.stopped == "interrupted"
    assert result.questions[0].holds is False
    assert result.questions[1].holds is None
    assert result.bounds[1] < 1.0


def test_result_as_json():
    result = dfpn(load("tic-tac-toe").start())
    json.dumps(result.to_dict(), allow_nan=False)
    assert list(result.to_dict()) == [
        "game", "mover", "value", "value_for_mover", "proven", "bounds", "questions", "action", "code", "line", "nodes",
        "ends", "hits", "stored", "stopped", "seconds", "cpu_seconds", "compile_seconds",
    ]  # fmt: skip
    assert str(result).startswith("value +0 for player 0, proven")


def test_refusals(tmp_path):
    with pytest.raises(NotSupported, match="chance"):
        dfpn(load("pig").start())
    with pytest.raises(NotSupported, match="hidden"):
        dfpn(load(str(ROOT / "data" / "check" / "kuhn.py")).start())
    with pytest.raises(ValueError, match="over"):
        dfpn(load("nim:piles=[1]").start().play(0))
    file = tmp_path / "triple.py"
    text = (ROOT / "data" / "games" / "countdown.py").read_text()
    file.write_text(text.replace("return -1.0 if s.turn == 0 else 1.0", "return -3.0 if s.turn == 0 else 3.0"))
    with pytest.raises(RulesError, match="larger than SCALE"):
        dfpn(load(str(file)).start())


@pytest.mark.nojit
@pytest.mark.parametrize(("spec", "value"), [("nim:piles=[1,2]", 1), ("cat-and-mouse:rows=2,cols=3", 1)])
def test_interpreted(spec, value):
    """The same kernel as plain Python."""
    assert dfpn(load(spec).start()).value == value
