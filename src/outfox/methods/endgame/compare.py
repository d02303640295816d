"""Compares endgame tables with the rules of the game as they stand, at random positions of theirs."""

from __future__ import annotations

import numpy as np

from outfox.formats.packing import key_fields
from outfox.kernel.link import link
from outfox.kernel.random import below, seeded
from outfox.kernel.runtime import count
from outfox.kernel.slots import (
    BRANCHING,
    Ints,
    States,
    Words,
    apply,
    from_leaves,
    legal_actions,
    mover,
    payoff,
    state_leaves,
)
from outfox.methods.endgame import rank
from outfox.methods.endgame.board import board_of, configurations_at
from outfox.methods.endgame.endgames import Endgames
from outfox.methods.endgame.probe import Probe, probe
from outfox.methods.endgame.tables import FOXES, TableFile
from outfox.rules import TERMINAL
from outfox.rules.errors import DamagedFile

STATE, CHILD = 0, 1


def compare_sample(tables: Endgames, foxes: int, sheep: int, sample: int, seed: int = 0) -> int:
    """Test random states: each must be worth the best of what its legal actions lead to.

    Parameters
    ----------
    tables
        With this number of sheep and one less, and one fox less.
    foxes, sheep
        How many.
    sample
        States, drawn evenly.
    seed
        The same seed draws the same.

    Returns
    -------
    int
        How many were compared.

    Raises
    ------
    DamagedFile
        With the position that shows a fault.
    """
    game = tables.game
    names = [path.removeprefix("s.") for path, _, _ in key_fields(game.state, game.stored_fields, "s")]
    columns = np.array([names.index(name) for name in ("foxes", "sheep", "turn")], np.int64)
    linked = link(game, compare)
    pool, leaves = linked.states(2), np.zeros(len(names), np.int64)
    numbers, spawned = np.random.SeedSequence([seed, sheep, foxes]).spawn(2)
    flocks = _drawn(tables.of(foxes)[sheep], tables.game.spec, sample, np.random.default_rng(numbers))
    arrays = tables.probe([(foxes, sheep - 1), (foxes, sheep), (foxes - 1, sheep)])
    compared = int(linked(pool, arrays, seeded(spawned), foxes, flocks, leaves, columns))
    if compared < 0:
        text = " / ".join(game.call("text", linked.get(pool, STATE)).splitlines())
        raise DamagedFile(f"the table of {FOXES[foxes]} and {sheep} sheep does not agree with the rules: {text}")
    return compared


def _drawn(table: TableFile, game: str, sample: int, random: np.random.Generator) -> Ints:
    """Return configurations drawn evenly from a table."""
    partitions = table.partitions
    ends = np.cumsum([rank.configurations(counts) for counts in partitions])
    numbers = np.sort(random.integers(ends[-1], size=sample))
    first, flocks = 0, []
    for counts, end in zip(partitions, ends.tolist(), strict=True):
        last = int(np.searchsorted(numbers, end))
        places = numbers[first:last] - (end - rank.configurations(counts))
        flocks.append(configurations_at(board_of(game), counts, places))
        first = last
    return np.concatenate(flocks)


def compare(pool: States, table: Probe, random: Words, foxes: int, flocks: Ints, leaves: Ints, columns: Ints) -> int:
    """Compare a state of each configuration; return how many, or -1 and leave one that shows a fault in the pool."""
    actions = np.empty(BRANCHING, np.int64)
    for i in range(len(flocks)):
        leaves[:] = 0
        for _ in range(foxes):
            empty = table.shape[7] & ~(flocks[i] | leaves[columns[0]])
            for _ in range(below(random, count(empty))):
                empty &= empty - 1
            leaves[columns[0]] |= empty & -empty
        leaves[columns[1]], leaves[columns[2]] = flocks[i], below(random, 2)
        from_leaves(leaves, pool[STATE])
        value = float(probe(table, leaves[columns[0]], flocks[i], leaves[columns[2]]))
        who = mover(pool[STATE])
        if who == TERMINAL:
            best = payoff(pool[STATE])
        else:
            best = -2.0 if who == 0 else 2.0
            for k in range(legal_actions(pool[STATE], actions)):
                pool[CHILD] = pool[STATE]
                apply(pool[CHILD], actions[k])
                found = worth(pool, table, leaves, columns)
                if (found > best) == (who == 0):
                    best = found
        if best != value:
            return -1
    return len(flocks)


def worth(pool, table, leaves, columns):  # type: ignore[no-untyped-def]
    """Return what the state after an action is worth."""
    if mover(pool[CHILD]) == TERMINAL:
        return payoff(pool[CHILD])
    state_leaves(pool[CHILD], leaves)
    return float(probe(table, leaves[columns[0]], leaves[columns[1]], leaves[columns[2]]))
