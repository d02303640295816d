"""Random playouts: games from a state to the end with uniformly random actions, at full speed.

Time: one `mover`, one `legal_actions`, one random number and one `apply` a ply. Memory: one state and one buffer.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.random import below, uniform
from outfox.kernel.runtime import some_actions
from outfox.kernel.slots import (
    BRANCHING,
    CHECKED,
    ENDLESS,
    HAS_CHANCE,
    HAS_SAMPLE_CHANCE,
    OUTCOMES,
    Floats,
    Ints,
    States,
    Words,
    apply,
    chance,
    legal_actions,
    mover,
    payoff,
    sample_chance,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL


def draw_chance(s, out, odds, random):  # type: ignore[no-untyped-def]
    """Return a chance outcome of `s`, drawn with its probability."""
    if HAS_SAMPLE_CHANCE:
        return sample_chance(s, random)
    n = chance(s, out, odds)
    x = uniform(random)
    for k in range(n - 1):
        x -= odds[k]
        if x < 0.0:
            return out[k]
    return out[n - 1]


def play_out(s, random, out, odds, limit):  # type: ignore[no-untyped-def]
    """Play `s` to its end, in place, with random actions; return (payoff of player 0, plies, choices summed).

    Cut after `limit` plies, the game is scored as endless play is.
    """
    plies, choices = 0, 0
    while True:
        who = mover(s)
        if who == TERMINAL:
            return payoff(s), plies, choices
        if plies >= limit:
            return ENDLESS, plies, choices
        if HAS_CHANCE and who == CHANCE:
            apply(s, draw_chance(s, out, odds, random))
            plies += 1
            continue
        n = legal_actions(s, out)
        if CHECKED:
            n = some_actions(n, who)
        choices += n
        apply(s, out[below(random, n)])
        plies += 1


def playouts(pool: States, random: Words, games: int, limit: int, totals: Floats, plies: Ints) -> int:
    """Play `games` random games from ``pool[0]``.

    Parameters
    ----------
    pool
        Two states; the second is scratch.
    random
        Generator state.
    games, limit
        How many games; plies after which one is cut.
    totals : (6,) float64
        Adds: wins of player 0, draws, wins of player 1, plies, legal actions, player 0's payoff.
    plies : (games,) int64
        Length of each game.

    Returns
    -------
    int
        Games played.
    """
    out = np.empty(max(BRANCHING, OUTCOMES), np.int64)
    odds = np.empty(max(OUTCOMES, 1), np.float64)
    for game in range(games):
        pool[1] = pool[0]
        value, length, choices = play_out(pool[1], random, out, odds, limit)
        totals[0 if value > 0.0 else 2 if value < 0.0 else 1] += 1.0
        totals[3] += length
        totals[4] += choices
        totals[5] += value
        plies[game] = length
    return games
