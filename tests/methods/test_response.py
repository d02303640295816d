"""Best responses to fixed policies: published values, a slow twin, players as policies."""

from __future__ import annotations

import pytest

from outfox.methods.solve.response import best_response, uniform
from outfox.players import player
from outfox.players.policies import policy_of
from outfox.rules import TERMINAL, load
from outfox.rules.errors import RulesError


def slow(game, state, seat, policy, known):
    """Return player 0's payoff when `seat` answers `policy` best: the definition, for games without cycles."""
    key = state.key()
    if key in known:
        return known[key]
    who = game.mover(state)
    if who == TERMINAL:
        return game.payoff(state)
    after = []
    for action in game.legal(state):
        child = state.copy()
        game.apply(child, action)
        after.append(slow(game, child, seat, policy, known))
    if who == seat:
        known[key] = max(after) if seat == 0 else min(after)
    else:
        known[key] = sum(p * v for p, v in zip(policy(game, state), after, strict=True))
    return known[key]


def lopsided(game, state):
    """Prefer later actions: the k-th is k times as likely as the first."""
    n = len(game.legal(state))
    return [2 * (k + 1) / (n * (n + 1)) for k in range(n)]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("spec", ["tic-tac-toe", "nim:piles=[1,2,3]"])
def test_as_the_slow_twin(spec, seat):
    game = load(spec)
    response = best_response(game, seat, lambda position: lopsided(game, position.state))
    assert response.value == pytest.approx(slow(game, game.initial(), seat, lopsided, {}), abs=1e-12)
    assert response.win + response.draw + response.loss == pytest.approx(1, abs=1e-12)
    assert response.payoff == pytest.approx(response.win - response.loss, abs=1e-9)


def hold_at(total, target):
    """Return the policy that holds at a turn total, or where that wins."""

    def policy(position):
        s = position.state
        names = [position.name(action) for action in position.legal]
        hold = s.total >= total or s.scores[s.turn] + s.total >= target
        return [float((name == "hold") == hold) for name in names] if len(names) > 1 else [1.0]

    return policy


def test_hold_at_a_total_in_a_short_game_of_pig():
    """The value of a cyclic game of chance, against a long sum over the games that end within many turns."""
    game = load("pig:target=4")
    response = best_response(game, 0, hold_at(3, 4))
    chosen = response.choose
    policy, alive, won = hold_at(3, 4), {game.start(): 1.0}, 0.0
    for _ in range(400):
        after: dict = {}
        for position, p in alive.items():
            if position.is_terminal:
                won += p * position.payoff
                continue
            if position.is_chance:
                steps = position.chance
            elif position.mover == 0:
                steps = [(chosen(position), 1.0)]
            else:
                steps = list(zip(position.legal, policy(position), strict=True))
            for action, q in steps:
                if q:
                    child = position.play(action)
                    after[child] = after.get(child, 0.0) + p * q
        alive = after
    assert sum(alive.values()) < 1e-9
    assert response.value == pytest.approx(won, abs=1e-8)


@pytest.mark.slow
def test_pig_against_hold_at_twenty():
    """Case opponent-01; half a minute a seat: the policy is asked about a quarter of a million positions."""
    game = load("pig")
    first, second = (best_response(game, seat, hold_at(20, 100)) for seat in (0, 1))
    assert first.win == pytest.approx(0.587368, abs=5e-7)
    assert second.win == pytest.approx(0.522382, abs=5e-7)


def test_players_as_policies():
    game = load("nim:piles=[1,2]")
    start = game.start()
    assert policy_of(player("random"), game, 0) is uniform
    assert sum(policy_of(player("lookahead:depth=1"), game, 0)(start)) == pytest.approx(1)
    solved = policy_of(player("solved"), game, 0)
    assert best_response(game, 1, solved).value == 1.0  # misère 1, 2: the first player wins


def test_a_policy_that_is_none():
    with pytest.raises(RulesError, match="3 actions are legal"):
        best_response(load("nim:piles=[1,2]"), 1, lambda _: [0.5, 0.5])
