"""Searches one after another in compiled code, each of a fresh tree: to measure how long they take."""

from __future__ import annotations

from outfox.kernel.slots import Floats, Ints, States, Words
from outfox.methods.search.tree import Tree, simulate
from outfox.methods.search.whole_games import renew

FIRST = 2
"""Where the positions begin; before them are the root and scratch of a search."""


def searches(
    tree: Tree, pool: States, seeds: Words, random: Words, path: Ints, out: Ints, odds: Floats, options: Ints,
    constants: Floats, weights: Floats, counters: Ints, simulations: int,
) -> int:  # fmt: skip
    """Search positions in turn, one for each seed; return how many searches.

    Parameters
    ----------
    tree, random, path, out, odds, options, constants, weights, counters
        As for `simulate`.
    pool
        From FIRST on the positions.
    seeds
        The state of the generator for each search.
    simulations
        Of each search.
    """
    for k in range(len(seeds)):
        pool[0] = pool[FIRST + k % (len(pool) - FIRST)]
        renew(tree, options, constants, counters)  # type: ignore[no-untyped-call]
        random[0] = seeds[k]
        simulate(tree, pool, random, path, out, odds, options, constants, weights, counters, simulations)
    return len(seeds)
