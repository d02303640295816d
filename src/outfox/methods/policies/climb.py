"""One iteration of local search over a whole policy, in compiled code: hill climbing and simulated annealing.

A candidate is the current policy with a few changes. One that is better takes its place at once; one that is not is
taken with a chance that falls with the temperature, at temperature 0 never. Where the opponent is a policy too, a
gene that was not asked in the current policy's games cannot change their course, so changes are made where play went.

Time: one score a candidate. Memory: some arrays of the size of a policy.

Sources: S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, *Optimization by Simulated Annealing*, Science 220, 1983.

Status: measured (equal to a plain twin, change by change; see the tests).
"""

from __future__ import annotations

import math

from outfox.kernel.random import below, uniform
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2, Words
from outfox.methods.policies.arena import Arena, Seat
from outfox.methods.policies.walk import ASKED, CRITERIA, Walk, measure

# Places in `options`.
CANDIDATES, CHANGES, FOCUSED, MOVABLE, DRIFTS, KEPT, ACCEPTED, IMPROVED, OPTIONS = range(9)

# Places in `sizes`.
STEP, TEMPERATURE, SIZES = range(3)


def climb(
    arena: Arena, zero: Seat, one: Seat, genes: Ints, weights: Floats, score: Floats, best_genes: Ints,
    best_weights: Floats, best: Floats, rivals: Ints2, loads: Floats2, seat: int, starts: Ints, seeds: Words,
    walk: Walk, random: Words, drawing: Words, domain: Ints, order: Ints, scales: Floats, options: Ints,
    sizes: Floats, kept: Ints, undo: Ints, undone: Floats, trial: Floats,
) -> int:  # fmt: skip
    """Try some candidates.

    Parameters
    ----------
    genes, weights, score
        The current policy and what it is worth against these rivals; changed in place.
    best_genes, best_weights, best
        The best policy so far.
    rivals, loads, seat, starts, seeds, walk, random
        As for `measure_many`.
    drawing : (1,)
        State of the generator that draws candidates.
    domain : (genes,)
        How many values each gene has.
    order : (CRITERIA,)
        The criteria, the first one that differs decides.
    scales : (CRITERIA,)
        By what a difference is divided before the temperature looks at it.
    options
        How many candidates; most changes of each; whether changes are made where play went; how many weights may be
        changed, all or none; whether a candidate that is as good is taken; how many genes `kept` has. Receives how many
        were accepted, and how often the best was improved.
    sizes
        Of a change of a weight; the temperature.
    kept : (genes,)
        The genes that the current policy was asked for.
    undo, undone : (2 * changes,), (changes,)
        Scratch: what was changed.
    trial : (CRITERIA,)
        Scratch.

    Returns
    -------
    int
        Games played.
    """
    games = 0
    for _ in range(options[CANDIDATES]):
        count = propose(genes, weights, drawing, domain, options, sizes, kept, undo, undone)
        games += measure(arena, zero, one, genes, weights, rivals, loads, seat, starts, seeds, walk, random, trial)
        decide(
            genes, weights, score, best_genes, best_weights, best, walk, drawing, order, scales, options, sizes, kept,
            undo, undone, trial, count,
        )  # fmt: skip
    return games


def propose(
    genes: Ints, weights: Floats, drawing: Words, domain: Ints, options: Ints, sizes: Floats, kept: Ints, undo: Ints,
    undone: Floats,
) -> int:  # fmt: skip
    """Make the current policy a candidate; return how many changes that took. Arguments as for `climb`."""
    count = 1 + below(drawing, options[CHANGES])
    for k in range(count):
        change(genes, weights, drawing, domain, options, sizes, kept, undo, undone, k)
    return int(count)


def decide(
    genes: Ints, weights: Floats, score: Floats, best_genes: Ints, best_weights: Floats, best: Floats, walk: Walk,
    drawing: Words, order: Ints, scales: Floats, options: Ints, sizes: Floats, kept: Ints, undo: Ints, undone: Floats,
    trial: Floats, count: int,
) -> int:  # fmt: skip
    """Keep a candidate with `count` changes, or take them back, by its score; return 1 where it is kept."""
    if not accepts(trial, score, order, scales, options, sizes, drawing):
        for k in range(count - 1, -1, -1):
            take_back(genes, weights, undo, undone, k)
        return 0
    options[ACCEPTED] += 1
    for k in range(CRITERIA):
        score[k] = trial[k]
    options[KEPT] = walk.marks[ASKED]
    for k in range(options[KEPT]):
        kept[k] = walk.asked[k]
    if compared(trial, best, order) > 0:
        options[IMPROVED] += 1
        keep(genes, weights, score, best_genes, best_weights, best)
    return 1


def change(genes, weights, drawing, domain, options, sizes, kept, undo, undone, k):  # type: ignore[no-untyped-def]
    """Change one gene or one weight, and note what it was."""
    if options[MOVABLE] > 0 and (len(genes) == 0 or below(drawing, 2) == 0):
        place = below(drawing, options[MOVABLE])
        undo[2 * k], undo[2 * k + 1], undone[k] = -1, place, weights[place]
        weights[place] += sizes[STEP] * bell(drawing)
        return
    if options[FOCUSED] and options[KEPT] > 0:
        place = kept[below(drawing, options[KEPT])]
    else:
        place = below(drawing, len(genes))
    undo[2 * k], undo[2 * k + 1] = place, genes[place]
    if domain[place] > 1:
        other = below(drawing, domain[place] - 1)
        genes[place] = other + 1 if other >= genes[place] else other


def take_back(genes, weights, undo, undone, k):  # type: ignore[no-untyped-def]
    """Take a change back."""
    if undo[2 * k] < 0:
        weights[undo[2 * k + 1]] = undone[k]
    else:
        genes[undo[2 * k]] = undo[2 * k + 1]


def bell(drawing):  # type: ignore[no-untyped-def]
    """Return a number near a standard normal one: a sum, which is the same on every machine."""
    total = -6.0
    for _ in range(12):
        total += uniform(drawing)
    return total


def accepts(trial, score, order, scales, options, sizes, drawing):  # type: ignore[no-untyped-def]
    """Say whether a candidate takes the current policy's place."""
    for k in range(CRITERIA):
        difference = trial[order[k]] - score[order[k]]
        if difference > 0.0:
            return True
        if difference < 0.0:
            if sizes[TEMPERATURE] <= 0.0:
                return False
            return uniform(drawing) < math.exp(difference / scales[order[k]] / sizes[TEMPERATURE])
    return options[DRIFTS] != 0 or sizes[TEMPERATURE] > 0.0


def compared(one, other, order):  # type: ignore[no-untyped-def]
    """Return 1 where a score is better than another, -1 where it is worse, else 0."""
    for k in range(CRITERIA):
        if one[order[k]] != other[order[k]]:
            return 1 if one[order[k]] > other[order[k]] else -1
    return 0


def keep(genes, weights, score, best_genes, best_weights, best):  # type: ignore[no-untyped-def]
    """Make the current policy the best one."""
    for k in range(len(genes)):
        best_genes[k] = genes[k]
    for k in range(len(weights)):
        best_weights[k] = weights[k]
    for k in range(CRITERIA):
        best[k] = score[k]
