"""The order in which alpha-beta tries actions: wins first, then what was best before, then the relative history.

The history counts for a player's action together with what it changes in the state, so that a disc dropped into a
column is a different thing for each cell where it lands. Where an action cuts off, those that were tried in vain before
it lose, and it gains as much as they lose together; so what is tried first has to be worth it. The count is read when
the next action is picked, with all that the search has learned below the ones before.

Nearer to the horizon than FULL plies that costs more than it saves: there actions count by themselves.

A search that does not deepen has nothing to go by at first. It gets its first counts from random games: how much better
than others those ended in which the action was played.

Sources: D. Hartmann, *Butterfly Boards*, ICCA Journal 11 (1988), and M. Winands, E. van der Werf, J. van den Herik and
J. Uiterwijk, *The Relative History Heuristic*, Computers and Games 2004, count what was tried in vain as well; that an
action gains what others lose, by the cell of connect-four, is from J. Tromp's Fhourstones. The value of an action over
all random games in which it was played: B. Bruegmann, *Monte Carlo Go*, 1993.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.random import below
from outfox.kernel.runtime import mix, word
from outfox.kernel.slots import (
    BRANCHING,
    HAS_CHANCE,
    OUTCOMES,
    Floats,
    Ints,
    States,
    Words,
    apply,
    legal_actions,
    mover,
    payoff,
    state_leaves,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL

PLACES = 1 << 14
"""Places of each player in the history; two actions that share one are taken for the same."""

FULL = 3
"""Plies to the horizon from which actions are looked at before they are ordered."""

HEAVIEST = 64
"""Plies to the horizon above which a cutoff counts no more."""

REHEARSED, PLIES = 10_000, 400
"""Random games before a search that does not deepen, and the plies after which one is left."""

PORTION = 500
"""Of them, before Ctrl-C gets its turn."""

FEW = 2
"""Bits of a number that may change; others are seen from the other side, as the discs of who moves are."""

PRIOR = 1_000
"""What random games add, for a payoff of 1 more than others."""


def place_of(who, action):  # type: ignore[no-untyped-def]
    """Return the place of an action by itself."""
    return who * PLACES + action % PLACES


def place_of_change(who, action, before, after, keyed):  # type: ignore[no-untyped-def]
    """Return the place of an action with what it changes.

    Parameters
    ----------
    before, after
        The numbers of the state, of which the first `keyed` say which state it is.
    """
    h, all_changes = mix(word(0), action), np.int64(0)
    for k in range(keyed):
        change = before[k] ^ after[k]
        all_changes ^= change
        if change != 0 and few(change):
            h = mix(h, k)
            h = mix(h, change)
    if few(all_changes):  # where the sides' boards change places, what has changed on either
        h = mix(h, all_changes)
    return who * PLACES + np.int64(h >> word(8)) % PLACES


def few(bits):  # type: ignore[no-untyped-def]
    """Say whether at most FEW bits are set."""
    for _ in range(FEW):
        bits &= bits - 1
    return bits == 0


def bring_best(history, moves, places, k, count):  # type: ignore[no-untyped-def]
    """Bring the action with the highest count to place `k`, of those from there on; of equal ones the first."""
    best = k
    for j in range(k + 1, count):
        if history[places[j]] > history[places[best]]:
            best = j
    bring(moves, places, best, k)


def bring(moves, places, j, k):  # type: ignore[no-untyped-def]
    """Bring action number `j` forward to place `k`; the order of the others stays."""
    action, place = moves[j], places[j]
    for i in range(j, k, -1):
        moves[i], places[i] = moves[i - 1], places[i - 1]
    moves[k], places[k] = action, place


def learn(history, places, k, remaining):  # type: ignore[no-untyped-def]
    """Remember that action number `k` cut off, after those before it had not.

    Parameters
    ----------
    places : (B,)
        Of the actions, in the order in which they were tried.
    """
    weight = min(remaining, HEAVIEST)
    weight *= weight
    for j in range(k):
        history[places[j]] -= weight
    history[places[k]] += k * weight


def rehearse(
    pool: States, random: Words, games: int, plies: int, keyed: int, before: Ints, after: Ints, scale: float,
    sums: Floats, visits: Ints, history: Ints,
) -> int:  # fmt: skip
    """Play random games from ``pool[0]`` and set the history by them; return how many were played in all.

    Parameters
    ----------
    pool
        Three states, of which two are scratch.
    games, plies
        How many; after how many plies one is left without a payoff.
    keyed, before, after
        As in `place_of_change`; room for the numbers of a state.
    scale
        The largest payoff.
    sums, visits : (2 * PLACES + 1,)
        What is added to: player 0's payoffs and actions by place; behind the places, those of all games.
    history : (2 * PLACES,)
        What is set.
    """
    out = np.empty(max(BRANCHING, OUTCOMES), np.int64)
    odds = np.empty(max(OUTCOMES, 1), np.float64)
    trail = np.empty(plies, np.int64)
    for _ in range(games):
        pool[1] = pool[0]
        length = 0
        for _ply in range(plies):
            who = mover(pool[1])
            if who == TERMINAL:
                break
            if HAS_CHANCE and who == CHANCE:
                apply(pool[1], draw_chance(pool[1], out, odds, random))
                continue
            action = out[below(random, legal_actions(pool[1], out))]
            state_leaves(pool[1], before)
            apply(pool[1], action)
            state_leaves(pool[1], after)
            trail[length] = place_of_change(who, action, before, after, keyed)
            length += 1
        value = payoff(pool[1]) if mover(pool[1]) == TERMINAL else 0.0
        for k in range(length):
            sums[trail[k]] += value
            visits[trail[k]] += 1
        sums[2 * PLACES] += value
        visits[2 * PLACES] += 1
    mean = sums[2 * PLACES] / visits[2 * PLACES]
    for place in range(2 * PLACES):
        if visits[place] > 0:
            gain = (sums[place] - visits[place] * mean) / (visits[place] + 8)
            history[place] = np.int64(PRIOR * (gain if place < PLACES else -gain) / scale)
    return int(visits[2 * PLACES])
