"""Profiles whose best responses others have computed, in Kuhn poker and in rock, paper, scissors."""

from __future__ import annotations

import pytest

from outfox.methods.equilibrium.best_response import best_response, exploitability
from outfox.methods.equilibrium.ground import Ground
from outfox.rules import load
from tests.games.known import answer

JACK, QUEEN, KING = 1, 2, 3
BET = 2
CALLS = 0.5805971304  # how often the second player calls with a queen


@pytest.fixture(scope="module")
def kuhn():
    """Return the ground of Kuhn poker."""
    return Ground(load("kuhn"))


def profile(view):
    """Return how often each of the case's two strategies passes and bets, or folds and calls."""
    facing = view.plies > 0 and view.moves[view.plies - 1] == BET
    if view.plies == 1 and facing and view.card == QUEEN:
        return [1 - CALLS, CALLS]
    return [0, 1] if view.card == KING else [1, 0]


def test_a_profile_of_kuhn_poker(kuhn):
    published = answer("imperfect-02")
    found = exploitability(kuhn, profile)
    assert found.value == pytest.approx(published["value_p1"], abs=5e-8)
    assert found.responses == pytest.approx((published["br_p1"], published["br_p2"]), abs=5e-8)
    assert found.nash_conv == pytest.approx(published["nashconv"], abs=5e-8)
    assert found.exploitability == pytest.approx(published["exploitability"], abs=1e-7)
    assert not published["is_equilibrium"]


@pytest.mark.parametrize(("name", "always"), [("both_always_bet", [0, 1]), ("both_always_pass", [1, 0])])
def test_best_responses_to_always_the_same(kuhn, name, always):
    published = answer("opponent-02")[name]
    payoffs = [best_response(kuhn, seat, lambda _: always).payoff for seat in (0, 1)]
    assert payoffs == pytest.approx([published["br_p1"], published["br_p2"]], abs=1e-12)


@pytest.mark.parametrize(
    ("name", "policy"), [("pure_same", [1, 0, 0]), ("half_half", [0.5, 0.5, 0]), ("uniform", [1 / 3, 1 / 3, 1 / 3])]
)
def test_rock_paper_scissors(name, policy):
    found = exploitability(load("matrix-game"), lambda _: policy)
    assert found.exploitability == pytest.approx(answer("imperfect-05")[name], abs=1e-12)
