"""`is-mcts` as a player: its probabilities, what it remembers, and how it does against random play."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.arena.match import match
from outfox.methods.equilibrium.best_response import exploitability
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.search.ismcts import sight_of
from outfox.players import player
from outfox.players.hidden import policy_array
from outfox.rules import NotSupported, UnknownName, load
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed


def after(game, *names):
    position = load(game).start()
    for name in names:
        position = position.play(name)
    return position


def test_the_spec():
    assert player("is-mcts").name == "is-mcts"
    assert player("is-mcts:simulations=500,mixed=true").name == "is-mcts:simulations=500,mixed=true"
    assert player("is-mcts:seconds=1").settings.simulations == 0
    with pytest.raises(UnknownName, match="did you mean 'simulations'"):
        player("is-mcts:simulation=5")


def test_it_needs_something_hidden():
    with pytest.raises(NotSupported, match="nim hides nothing"):
        match("nim", "is-mcts", "random", games=2)
    one = player("is-mcts")
    one.start(load("kuhn"), 0, root_seed(1))
    with pytest.raises(NotSupported, match="what a player sees"):
        one.choose(after("kuhn", "first gets K", "second gets J"))


def test_equal_views_get_equal_probabilities_and_actions():
    """Whatever the other holds, with the same seed; asked in the course of a game, or out of it."""
    tails = "check", "bet", "call", "Ks on the table", "bet"
    answers = set()
    for other in ("Js", "Jh", "Qs", "Kh"):
        position = after("leduc", f"first gets {other}", "second gets Qh", *tails)
        one = player("is-mcts:simulations=200,mixed=true")
        one.start(position.game, 1, root_seed(4))
        first = after("leduc", f"first gets {other}", "second gets Qh", "check")
        one.choose(seen_by(position.game, first))
        seen = sight_of(position)[0]
        action = one.choose(seen)
        answers.add((action, tuple(one.policy(seen))))
    assert len(answers) == 1
    odds = np.array(next(iter(answers))[1])
    assert odds.sum() == pytest.approx(1.0)
    assert (odds > 0.0).all()


def test_the_most_visited_action_is_played():
    seen = seen_by(load("kuhn"), after("kuhn", "first gets J", "second gets K", "bet"))
    one = player("is-mcts:simulations=200")
    one.start(seen.game, 1, root_seed(1))
    assert one.policy(seen).tolist() == [0.0, 1.0]
    assert seen.name(one.choose(seen)) == "call"


def exploited(ground, spec):
    """Return the exploitability of a player in both seats, asked about all that it can see."""
    policy = ground.uniform.copy()
    for seat in (0, 1):
        asked = np.repeat(ground.tree.player == seat, np.diff(ground.tree.first))
        policy = np.where(asked, policy_array(player(spec), ground, seat), policy)
    return exploitability(ground, policy).exploitability


def test_it_is_less_exploitable_than_random_play():
    """In Kuhn poker random play is worth 11/24 a game to who knows it; an equilibrium nothing."""
    found = exploited(Ground(load("kuhn")), "is-mcts:simulations=500")
    print(f"exploitability of is-mcts:simulations=500 in Kuhn poker: {found:.4f}")
    assert 0.0 < found < 0.25


def test_it_beats_random_play_in_leduc():
    result = match("leduc", "is-mcts:simulations=100", "random", games=300, seed=1)
    assert result.payoff_interval[0] > 0.0


@pytest.mark.slow
def test_it_beats_random_play_in_other_games():
    for game, games in (("liars-dice", 400), ("goofspiel:cards=5,hidden=true", 400), ("limit-holdem", 400)):
        result = match(game, "is-mcts:simulations=1000", "random", games=games, seed=1)
        assert result.payoff_interval[0] > 0.0, game


@pytest.mark.slow
def test_exploitability_in_leduc_by_budget():
    """Printed, not asserted tightly: it falls with the budget, and stays above an equilibrium's."""
    ground, found = Ground(load("leduc")), []
    for simulations in (100, 1000, 10_000):
        found.append(exploited(ground, f"is-mcts:simulations={simulations},mixed=true"))
        print(f"{simulations:,} simulations: {found[-1]:.4f}")
    assert found[0] > found[1] > found[2] > 0.0
