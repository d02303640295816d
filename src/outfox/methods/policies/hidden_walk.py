"""Games between tables of games with hidden information: all deals at once, each by how likely chance makes it.

A policy has an action for each information set of its side, so two of them choose one branch of the game's tree, and
what they win on average is a sum over the ends that chance leaves: nothing is sampled. A side that draws its actions
has probabilities instead of genes; then the walk follows all that it may do.

Time: some nanoseconds a history that comes up. Memory: 53 bytes a history.

Status: measured (equal to a plain walk; see the tests).
"""

from __future__ import annotations

from typing import NamedTuple

from outfox.kernel.slots import Bytes, Floats, Floats2, Ints, Ints2, Ints32, Words
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.methods.policies.climb import CANDIDATES, decide, propose
from outfox.methods.policies.walk import ASKED, CRITERIA, GENES_MARK, LENGTH, RESULT, Walk

# What is summed over the ends: player 0's payoff, plies, plies that are won less those that are lost, games won by
# player 0 and by player 1.
PAYOFF, PLIES, PACE0, PACE1, WON0, WON1, SUMS = range(7)

GRAIN = float(2**40)
"""Scores are rounded to whole numbers of its reciprocal: what is equal but for the order of additions is equal."""


class Deals(NamedTuple):
    """A tree, as games between tables go over it.

    Attributes
    ----------
    first : (nodes + 1,) int64
        Where the children of a node begin.
    child : (nodes - 1,) int32
        Their numbers.
    odds : (nodes,) float64
        With which probability chance leads here.
    who : (nodes,) uint8
        0, 1, OVER or BY_CHANCE.
    gene, slot : (nodes,) int32
        The number of the information set among those of its side, and where its actions begin among the side's; -1
        where nobody moves.
    payoff : (nodes,) float64
        Player 0's at the end of play.
    stack, depth : (nodes,) int32
        Scratch: nodes still to be visited, and how many plies lead to each.
    weight : (nodes,) float64
        Scratch: how likely each is.
    """

    first: Ints
    child: Ints32
    odds: Floats
    who: Bytes
    gene: Ints32
    slot: Ints32
    payoff: Floats
    stack: Ints32
    depth: Ints32
    weight: Floats


def play_all(deals, genes, chances, others, loads, seat, walk, sums):  # type: ignore[no-untyped-def]
    """Sum over all ends of play; player `seat` goes by `genes`, or by `chances` where it has any; the other alike."""
    for k in range(SUMS):
        sums[k] = 0.0
    deals.stack[0], deals.depth[0], deals.weight[0] = 0, 0, 1.0
    top = 1
    while top > 0:
        top -= 1
        n, weight, depth = deals.stack[top], deals.weight[top], deals.depth[top]
        who = deals.who[n]
        if who == OVER:
            add_end(deals.payoff[n], depth, weight, sums)
            continue
        begin, end = deals.first[n], deals.first[n + 1]
        if who == BY_CHANCE:
            for k in range(begin, end):
                top = push(deals, top, deals.child[k], weight * deals.odds[deals.child[k]], depth + 1)
            continue
        mine = who == seat
        if mine:
            note_gene(walk, deals.gene[n])
        mixed = chances if mine else loads
        if len(mixed) > 0:
            for k in range(begin, end):
                top = push(deals, top, deals.child[k], weight * mixed[deals.slot[n] + k - begin], depth + 1)
        else:
            gene = genes[deals.gene[n]] if mine else others[deals.gene[n]]
            top = push(deals, top, deals.child[begin + gene], weight, depth + 1)


def push(deals, top, n, weight, depth):  # type: ignore[no-untyped-def]
    """Put a node on the stack, if it may come up; return the stack's height."""
    if weight <= 0.0:
        return top
    deals.stack[top], deals.weight[top], deals.depth[top] = n, weight, depth
    return top + 1


def add_end(payoff, depth, weight, sums):  # type: ignore[no-untyped-def]
    """Add an end of play."""
    sums[PAYOFF] += weight * payoff
    sums[PLIES] += weight * depth
    sums[PACE0] += weight * (-depth if payoff > 0.0 else depth)
    sums[PACE1] += weight * (-depth if payoff < 0.0 else depth)
    sums[WON0] += weight if payoff > 0.0 else 0.0
    sums[WON1] += weight if payoff < 0.0 else 0.0


def note_gene(walk, number):  # type: ignore[no-untyped-def]
    """Note that a gene of the learner is asked, once in a score."""
    if len(walk.touched) > 0 and walk.touched[number] != walk.marks[GENES_MARK]:
        walk.touched[number] = walk.marks[GENES_MARK]
        walk.asked[walk.marks[ASKED]] = number
        walk.marks[ASKED] += 1


def rounded(x):  # type: ignore[no-untyped-def]
    """Return a sum without what the order of additions does to it."""
    return round(x * GRAIN) / GRAIN


def measure_dealt(deals, genes, chances, rivals, loads, seat, walk, sums, score):  # type: ignore[no-untyped-def]
    """Score a policy of player `seat` against all rivals; return how often all deals were played."""
    for k in range(CRITERIA):
        score[k] = 0.0
    walk.marks[GENES_MARK] += 1
    walk.marks[ASKED] = 0
    for r in range(len(rivals)):
        play_all(deals, genes, chances, rivals[r], loads[r], seat, walk, sums)
        score[RESULT] += sums[PAYOFF] if seat == 0 else -sums[PAYOFF]
        score[LENGTH] += sums[PACE0] if seat == 0 else sums[PACE1]
    score[RESULT], score[LENGTH] = rounded(score[RESULT]), rounded(score[LENGTH])
    return len(rivals)


def measure_many_dealt(
    deals: Deals, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, seat: int, walk: Walk, sums: Floats,
    scores: Floats2,
) -> int:  # fmt: skip
    """Score some policies of player `seat`.

    Parameters
    ----------
    many, heavy : (n, genes), (n, slots) or (n, 0)
        The policies: the place of an action in each information set; or probabilities.
    rivals, loads
        Policies of the other player, likewise.
    sums : (SUMS,)
        Scratch.
    scores : (n, CRITERIA)
        Receives sums over the rivals.

    Returns
    -------
    int
        How often all deals were played.
    """
    games = 0
    for k in range(len(many)):
        games += measure_dealt(deals, many[k], heavy[k], rivals, loads, seat, walk, sums, scores[k])
    return games


def climb_dealt(
    deals: Deals, genes: Ints, weights: Floats, score: Floats, best_genes: Ints, best_weights: Floats, best: Floats,
    rivals: Ints2, loads: Floats2, seat: int, walk: Walk, sums: Floats, drawing: Words, domain: Ints, order: Ints,
    scales: Floats, options: Ints, sizes: Floats, kept: Ints, undo: Ints, undone: Floats, trial: Floats,
) -> int:  # fmt: skip
    """Try some candidates; see `outfox.methods.policies.climb.climb`, and `measure_many_dealt`."""
    games = 0
    for _ in range(options[CANDIDATES]):
        count = propose(genes, weights, drawing, domain, options, sizes, kept, undo, undone)
        games += measure_dealt(deals, genes, weights, rivals, loads, seat, walk, sums, trial)
        decide(
            genes, weights, score, best_genes, best_weights, best, walk, drawing, order, scales, options, sizes, kept,
            undo, undone, trial, count,
        )  # fmt: skip
    return games


def tell_dealt(
    deals: Deals, genes: Ints, weights: Floats, others: Ints, loads: Floats, walk: Walk, sums: Floats
) -> float:  # fmt: skip
    """Play player 0's policy against player 1's; fill `sums` and return player 0's payoff."""
    play_all(deals, genes, weights, others, loads, 0, walk, sums)
    return float(sums[PAYOFF])
