"""The guess of how much there is to solve, against games whose number of states is known."""

import pytest

from outfox.kernel import graph, grower
from outfox.methods.solve.estimate import estimate, refuse_beyond, rounded
from outfox.rules import load
from outfox.rules.errors import BudgetExceeded


class Stop(Exception):
    """Ends the work when it has been judged."""


def guess(spec):
    found = []

    def judge(probe):
        found.append(estimate(probe))
        raise Stop

    with pytest.raises(Stop):
        graph.reach(load(spec), symmetry=False, judge=judge)
    return found[0]


@pytest.mark.parametrize(("spec", "states"), [("connect-four:rows=4,cols=5", 3_945_711), ("fox-and-hounds", 895_280)])
def test_within_a_factor_of_ten(spec, states):
    found = guess(spec)
    assert found.least <= states <= found.most
    assert states / 10 < found.states < states * 10
    assert found.bytes > 8 * found.states


def test_the_judge_refuses_what_is_far_too_large(monkeypatch):
    monkeypatch.setattr(grower, "PROBE", 20_000)
    with pytest.raises(BudgetExceeded, match="--anyway"):
        graph.reach(load("connect-four:rows=4,cols=4"), symmetry=False, judge=refuse_beyond(1, "a game"))
    said = []
    graph.reach(load("connect-four:rows=4,cols=4"), symmetry=False, judge=refuse_beyond(10**12, "a game", said.append))
    assert said[0].startswith("a game has about")


@pytest.mark.parametrize(
    ("number", "words"), [(7, "7"), (12_345, "12,000"), (161_029, "160,000"), (3_945_711, "3.9 million")]
)
def test_rounded(number, words):
    assert rounded(number) == words
