"""Whole games between two tree searches in compiled code, with one position drawn from each.

A search of fifty simulations takes less time than the Python between two of them: so the kernel searches, chooses,
plays, and goes on to the next ply. The games are those of two `MctsPlayer` with the same seeds, ply by ply; the tests
compare them.

Time: the simulations of all plies. Memory: one tree of one search.

Status: measured (equal to games of players; see the tests).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.random import below
from outfox.kernel.slots import (
    ENDLESS,
    FEATURE_COUNT,
    HAS_CHANCE,
    HAS_ENDLESS,
    HAS_FEATURES,
    HAS_SQUARES,
    Floats,
    Floats2,
    Ints,
    Ints2,
    States,
    Words,
    apply,
    features,
    legal_actions,
    mover,
    payoff,
    squares,
    state_hash,
)
from outfox.methods.search.tree import DEEPEST, REPEATED, SCALE, SOLVER, USED, Tree, clear, simulate
from outfox.rules.vocabulary import CHANCE, TERMINAL

PLAYING, OVER, RETURNED = 0, 1, 2
"""Why `play_on` returned: no more seeds; the rules ended the game; a state came up for the third time."""

MOVER, PLY, SEEN = range(3)
"""Places in `Game.drawn`: who moves in the drawn position, its ply, how many positions it was drawn from; from place 3
on its features, then the piece on each of its points."""


class Played(NamedTuple):
    """What is noted of a game; `L` is the most plies.

    Attributes
    ----------
    actions : (L,) int64
    values : (L,) float64
        Player 0's payoff as the search saw it; NaN where only one action was legal, or chance moved.
    keys : (L,) uint64
        Hashes of the states, to see one return.
    drawn : (3 + F + N,) float64
        One position with a choice, each with the same chance; see MOVER.
    """

    actions: Ints
    values: Floats
    keys: Words
    drawn: Floats


def play_on(
    tree: Tree, pool: States, seeds: Words, streams: Words, random: Words, path: Ints, out: Ints, odds: Floats,
    options: Ints2, constants: Floats2, weights: Floats2, counters: Ints, game: Played, simulations: Ints,
    opening: int, ply: int, payoffs: Floats,
) -> int:  # fmt: skip
    """Play on from ``pool[0]``, a search a ply, until the game or the seeds are at an end.

    Parameters
    ----------
    tree, pool, random, path, out, odds, counters
        As for `simulate`.
    options, constants, weights
        As for `simulate`, one row for each player.
    seeds : (2 * S,) uint64
        The state of the generator for each ply's search: for player 0, then for player 1.
    streams : (3,) uint64
        Generator states: of chance, of the drawing of the position, and of the opening.
    game
        Filled from `ply` on.
    simulations : (2,) int64
        Of each search, by player.
    opening
        The first so many plies are random, and no position is drawn from them.
    ply
        How many plies were played before.
    payoffs : (1,) float64
        Player 0's payoff, once the game is over.

    Returns
    -------
    int
        ``4 * plies`` played in all, plus PLAYING, OVER or RETURNED.
    """
    for turn in range(len(seeds) // 2):
        now = ply + turn
        s = pool[0]
        who = mover(s)
        if who == TERMINAL:
            payoffs[0] = payoff(s)
            return 4 * now + OVER
        if HAS_ENDLESS and who >= 0 and came_back(game, s, now):
            payoffs[0] = ENDLESS
            return 4 * now + RETURNED
        game.values[now] = math.nan
        if HAS_CHANCE and who == CHANCE:
            action = draw_chance(s, out, odds, streams[0:1])
            game.keys[now] = 0  # play that waits for the dice comes back to a state without being endless
        else:
            n = legal_actions(s, out)
            action = out[0]
            if now < opening:
                action = out[below(streams[2:3], n)]
            elif n > 1:
                draw(s, game, streams[1:2], who, now)
                renew(tree, options[who], constants[who], counters)
                random[0] = seeds[2 * turn + who]
                simulate(
                    tree, pool, random, path, out, odds, options[who], constants[who], weights[who], counters,
                    simulations[who],
                )  # fmt: skip
                game.values[now] = root_value(tree)
                action = best_action(tree, who, options[who])
        game.actions[now] = action
        apply(pool[0], np.int64(action))  # type: ignore[arg-type]
    return 4 * (ply + len(seeds) // 2) + PLAYING


def came_back(game, s, now):  # type: ignore[no-untyped-def]
    """Note the state at ply `now`; say whether it stands there for the third time."""
    key = state_hash(s)
    game.keys[now] = key
    times = 0
    for k in range(now - 1, -1, -1):
        if game.keys[k] == 0:
            break
        times += game.keys[k] == key
    return times >= 2


def draw(s, game, random, who, now):  # type: ignore[no-untyped-def]
    """Let position number n be the one that is drawn with chance 1 / n: in the end each has had the same."""
    game.drawn[SEEN] += 1.0
    if below(random, np.int64(game.drawn[SEEN])) != 0:
        return
    for k in range(3, len(game.drawn)):
        game.drawn[k] = 0.0
    game.drawn[MOVER] = who
    game.drawn[PLY] = now
    if HAS_FEATURES:
        features(s, game.drawn[3 : 3 + FEATURE_COUNT])
    if HAS_SQUARES:
        squares(s, game.drawn[3 + FEATURE_COUNT :])


def renew(tree, options, constants, counters):  # type: ignore[no-untyped-def]
    """Make the tree a root that nothing is known of."""
    clear(tree, 0, 0, constants[SCALE], True)
    counters[USED] = 1
    counters[DEEPEST] = 0
    if options[SOLVER]:
        for k in range(len(tree.proofs)):
            tree.proofs[k] = 0


def root_value(tree):  # type: ignore[no-untyped-def]
    """Return player 0's expected payoff at the root."""
    if tree.bound[0, 0] == tree.bound[0, 1]:
        return np.float64(tree.bound[0, 0])
    return tree.nodes[0].total / tree.nodes[0].visits


def best_action(tree, who, options):  # type: ignore[no-untyped-def]
    """Return the action that `ranking.ranked` puts first: its twin."""
    root = tree.nodes[0]
    sign = 1.0 if who == 0 else -1.0
    proven = tree.bound[0, 0] == tree.bound[0, 1]
    expected, most = -math.inf, -1
    for k in range(root.first, root.first + root.count):
        if not exact(tree, k, options) and tree.nodes[k].visits > most:
            most = tree.nodes[k].visits
            expected = sign * value_of(tree, k, options)
    best, rank, value, visits = root.first, -1, 0.0, 0
    for k in range(root.first, root.first + root.count):
        its = 0.0
        if exact(tree, k, options):
            its = sign * value_of(tree, k, options)
            place = 3 if its >= expected and not proven else 0
            if proven and sign * its == tree.bound[0, 0]:
                place = 4
        else:
            place = 2 if tree.nodes[k].visits > 0 else 1
        count = tree.nodes[k].visits
        if place > rank or (place == rank and (its > value or (its == value and count > visits))):
            best, rank, value, visits = k, place, its, count
    return tree.nodes[best].action


def exact(tree, k, options):  # type: ignore[no-untyped-def]
    """Say whether the value of child `k` is proven."""
    if not options[SOLVER] and (not tree.nodes[k].known or tree.nodes[k].who <= REPEATED):
        return False
    return tree.bound[k, 0] == tree.bound[k, 1]


def value_of(tree, k, options):  # type: ignore[no-untyped-def]
    """Return what child `k` is worth to player 0, as far as is known."""
    if exact(tree, k, options):
        return np.float64(tree.bound[k, 0])
    visits = tree.nodes[k].visits
    return tree.nodes[k].total / visits if visits > 0 else 0.0
