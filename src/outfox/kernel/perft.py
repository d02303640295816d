"""Perft: how many ways there are to play n plies, counted by compiled rules.

A move generator is right when these numbers are those that others have published. Every sequence of actions
counts, also where several lead to the same state; chance outcomes are counted as actions, without their
odds. A game that ends earlier adds nothing to the longer lengths.

Time: one `apply` and one `legal_actions` for each sequence that is shorter than the longest. Memory: one
state and one list of actions a ply.

Sources: the Chess Programming Wiki, "Perft"; numbers for other games are beside the tests.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from outfox.kernel.link import link
from outfox.kernel.slots import HAS_CHANCE, Floats, Ints, States, apply, chance, legal_actions, mover
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import CHANCE, TERMINAL

CHUNK = 1_000_000
"""States visited between two looks at the world outside: a fraction of a second."""


def perft(
    game: Game | Position,
    depth: int,
    *,
    progress: Callable[[list[int]], None] | None = None,
    checked: bool | None = None,
) -> list[int]:
    """Count the action sequences of each length.

    Parameters
    ----------
    game
        A game, from its first starting state, or a position.
    depth
        The longest length, in plies.
    progress
        Called every fraction of a second with the counts so far.
    checked
        Whether to test every index and store; default: for games that are not outfox's own.

    Returns
    -------
    list of int
        Of length `depth`: sequences of 1, 2, ... plies.

    Raises
    ------
    NotSupported
        Where chance outcomes are only sampled and cannot be listed.

    Examples
    --------
    >>> from outfox.rules import load
    >>> perft(load("tic-tac-toe"), 4)
    [9, 72, 504, 3024]
    """
    position = game.start() if isinstance(game, Game) else game
    rules = position.game
    if depth < 1:
        return []
    if rules.has("sample_chance"):
        rules.require("chance", "perft")
    linked = link(rules, count_sequences, checked=checked)
    width = max(rules.branching, rules.outcomes, 1)
    pool = linked.states(depth + 1)
    linked.put(pool, 0, position.state)
    counts, sizes, tried = (np.zeros(depth, np.int64) for _ in range(3))
    choices, odds = np.zeros(width * depth, np.int64), np.zeros(max(rules.outcomes, 1))
    level = np.full(1, -1, np.int64)
    while not linked(pool, CHUNK, width, counts, sizes, tried, choices, odds, level):
        if progress is not None:
            progress(counts.tolist())
    return [int(n) for n in counts]


def count_sequences(
    pool: States,
    budget: int,
    width: int,
    counts: Ints,
    sizes: Ints,
    tried: Ints,
    choices: Ints,
    odds: Floats,
    level: Ints,
) -> bool:
    """Count, depth first, for at most `budget` states; return whether all is counted.

    All it needs to go on is in its arguments.

    Parameters
    ----------
    pool : (depth + 1,) states
        The way from the root, which is ``pool[0]``, to where the count is.
    counts, sizes, tried : (depth,)
        By ply: sequences found; how many actions there are; how many of them have been played.
    choices : (depth * width,)
        The actions of each ply.
    odds : (outcomes,)
        Scratch.
    level : (1,)
        The ply that the count is at; -1 at first.
    """
    depth = len(counts)
    for _ in range(budget):
        while level[0] > 0 and tried[level[0]] == sizes[level[0]]:
            level[0] -= 1
        ply = level[0]
        if ply == 0 and tried[0] == sizes[0]:
            return True
        if ply >= 0:
            pool[ply + 1] = pool[ply]
            apply(pool[ply + 1], choices[ply * width + tried[ply]])
            tried[ply] += 1
        ply += 1
        who, n = mover(pool[ply]), 0
        room = choices[ply * width : (ply + 1) * width]
        if who == CHANCE:
            if HAS_CHANCE:
                n = chance(pool[ply], room, odds)
        elif who != TERMINAL:
            n = legal_actions(pool[ply], room)
        counts[ply] += n
        # The longest sequences are only counted; those that go on are gone through.
        sizes[ply] = n if ply < depth - 1 else 0
        tried[ply] = 0
        level[0] = ply
    return False
