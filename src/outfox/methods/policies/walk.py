"""Games between whole policies: walks over the states of a graph, in compiled code.

A state that comes again shows that play never ends, since policies do not change during a game; where a side draws its
actions, a limit of plies ends the game instead. Chance begins the search for repetitions anew.

Time: some nanoseconds a ply from a table, some hundred from scores. Memory: 8 bytes a state.

Status: measured (equal to a plain walk ply by ply; see the tests).
"""

from __future__ import annotations

from typing import NamedTuple

from outfox.kernel.random import below, uniform
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2, Words
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.methods.policies.arena import FACTORS, RELATIONS, SCORED, TABLED, Arena, Seat

# What is noted of a game.
PAYOFF, PLIES, LAST, ENDED, NOTED = range(5)

# Places in `Walk.marks`: of states, of genes, how many genes were asked.
STATES_MARK, GENES_MARK, ASKED, MARKS = range(4)

# What a score consists of: the payoff, the length, the distance; each better if larger.
RESULT, LENGTH, NEARNESS, CRITERIA = range(4)

# Places in `Walk.terms`.
FOREVER, FLEES, LIMIT, DRAWS, TERMS = range(5)


class Walk(NamedTuple):
    """What games share: rules that are not in the graph, and scratch.

    Attributes
    ----------
    terms : (TERMS,) float64
        The payoff of endless play; 1 where it favours player 0, -1 where it favours player 1, 0; most plies; 1 where
        a side draws, so that a repetition proves nothing.
    stamps : (states,) int64
        When a state was last seen.
    touched : (genes,) int64
        When a gene was last asked.
    asked : (genes,) int64
        The genes of the learner that were asked, in order.
    marks : (MARKS,) int64
    noted : (NOTED,) float64
        The payoff, the plies, the last state, and whether the rules ended the game.
    """

    terms: Floats
    stamps: Ints
    touched: Ints
    asked: Ints
    marks: Ints
    noted: Floats


def chosen_edge(arena, seat, genes, weights, random, s):  # type: ignore[no-untyped-def]
    """Return the edge that a side takes in state `s`."""
    begin, end = arena.first[s], arena.first[s + 1]
    if len(seat.mask) > 0:
        return drawn_edge(seat, random, begin, end)
    number = seat.gene[s]
    if number >= 0:
        gene = genes[number]
        if seat.shape[TABLED]:
            return begin + gene
        action = seat.original[seat.spin[s] * len(seat.block) + gene]
        for e in range(begin, end):
            if arena.labels[e] == action:
                return e
    if seat.shape[SCORED]:
        at = s * seat.shape[RELATIONS]
        return best_scored(seat, weights, arena.related, at, arena.labels, begin, end)
    return begin


def drawn_edge(seat, random, begin, end):  # type: ignore[no-untyped-def]
    """Return one of the marked edges, each with the same chance."""
    count = 0
    for e in range(begin, end):
        count += seat.mask[e]
    left = below(random, count)
    for e in range(begin, end):
        left -= seat.mask[e]
        if left < 0:
            return e
    return end - 1


def best_scored(seat, weights, related, at, actions, begin, end):  # type: ignore[no-untyped-def]
    """Return the place, from `begin` to `end` - 1, of the first action with the best score; relations begin at `at`."""
    best, most = begin, 0.0
    factors = seat.shape[FACTORS]
    for e in range(begin, end):
        action = actions[e]
        row = seat.alignment[action] * factors
        column = seat.block[action] * seat.offsets[factors]
        total, leading = 0.0, 0
        for k in range(factors):
            value = related[at + seat.source[row + k]]
            if seat.mirrored[row + k]:
                value = 2 - value
            value = min(value, seat.levels[k] - 1)
            if k == 0:
                leading = value
            if seat.joint[k]:
                value += leading * seat.levels[k]
            total += weights[column + seat.offsets[k] + value]
        if e == begin or total > most:
            best, most = e, total
    return best


def drawn_outcome(arena, random, begin, end):  # type: ignore[no-untyped-def]
    """Return the edge of a chance outcome, drawn with its probability."""
    x = uniform(random)
    for e in range(begin, end - 1):
        x -= arena.odds[e]
        if x < 0.0:
            return e
    return end - 1


def play_walk(arena, zero, one, genes, weights, others, loads, seat, s, walk, random):  # type: ignore[no-untyped-def]
    """Play a game from state `s`, player `seat` by `genes` and `weights`, the other by `others` and `loads`."""
    walk.marks[STATES_MARK] += 1
    plies = 0
    while arena.who[s] != OVER and plies < walk.terms[LIMIT]:
        begin, end = arena.first[s], arena.first[s + 1]
        if arena.who[s] == BY_CHANCE:
            walk.marks[STATES_MARK] += 1
            e = drawn_outcome(arena, random, begin, end)
        else:
            if walk.stamps[s] == walk.marks[STATES_MARK] and walk.terms[DRAWS] == 0.0:
                break
            walk.stamps[s] = walk.marks[STATES_MARK]
            side = zero if arena.who[s] == 0 else one
            if arena.who[s] == seat:
                note_gene(side, walk, s)
                e = chosen_edge(arena, side, genes, weights, random, s)
            else:
                e = chosen_edge(arena, side, others, loads, random, s)
        s = arena.edges[e]
        plies += 1
    over = arena.who[s] == OVER
    walk.noted[PAYOFF] = arena.payoff[s] if over else walk.terms[FOREVER]
    walk.noted[PLIES] = plies
    walk.noted[LAST] = s
    walk.noted[ENDED] = 1.0 if over else 0.0


def note_gene(seat, walk, s):  # type: ignore[no-untyped-def]
    """Note that a gene of the learner is asked, once in a score."""
    if len(seat.gene) == 0:
        return
    number = seat.gene[s]
    if number >= 0 and walk.touched[number] != walk.marks[GENES_MARK]:
        walk.touched[number] = walk.marks[GENES_MARK]
        walk.asked[walk.marks[ASKED]] = number
        walk.marks[ASKED] += 1


def end_distance(arena, walk):  # type: ignore[no-untyped-def]
    """Return how far apart the sides were at the end of a game; 0 where nothing says so."""
    return arena.distance[int(walk.noted[LAST])] if len(arena.distance) > 0 else 0.0


def add_score(walk, seat, distance, score):  # type: ignore[no-untyped-def]
    """Add what a game was worth to player `seat`.

    The side that is better off than with endless play wants a short game, the other a long one; the side that endless
    play favours wants to be far from the other at the end, and that one near.
    """
    sign = 1.0 if seat == 0 else -1.0
    won = walk.noted[ENDED] != 0.0 and sign * walk.noted[PAYOFF] > sign * walk.terms[FOREVER]
    score[RESULT] += sign * walk.noted[PAYOFF]
    score[LENGTH] += -walk.noted[PLIES] if won else walk.noted[PLIES]
    score[NEARNESS] += sign * walk.terms[FLEES] * distance


def measure(arena, zero, one, genes, weights, rivals, loads, seat, starts, seeds, walk, random, score):  # type: ignore[no-untyped-def]
    """Score a policy of player `seat` against all rivals, from all starts, with all seeds; return the games played."""
    for k in range(CRITERIA):
        score[k] = 0.0
    walk.marks[GENES_MARK] += 1
    walk.marks[ASKED] = 0
    for r in range(len(rivals)):
        for i in range(len(starts)):
            for k in range(len(seeds)):
                random[0] = seeds[k]
                play_walk(arena, zero, one, genes, weights, rivals[r], loads[r], seat, starts[i], walk, random)
                add_score(walk, seat, end_distance(arena, walk), score)
    return len(rivals) * len(starts) * len(seeds)


def measure_many(
    arena: Arena, zero: Seat, one: Seat, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, seat: int,
    starts: Ints, seeds: Words, walk: Walk, random: Words, scores: Floats2,
) -> int:  # fmt: skip
    """Score some policies of player `seat`.

    Parameters
    ----------
    many, heavy : (n, genes), (n, weights)
        The policies.
    rivals, loads : (r, genes), (r, weights)
        Policies of the other player.
    starts, seeds
        Numbers of states; states of the generator, one for each game from a start.
    random : (1,)
        Scratch.
    scores : (n, CRITERIA)
        Receives sums over the games.

    Returns
    -------
    int
        Games played.
    """
    games = 0
    for k in range(len(many)):
        games += measure(
            arena, zero, one, many[k], heavy[k], rivals, loads, seat, starts, seeds, walk, random, scores[k]
        )
    return games


# Places in the figures of games that are told: after NOTED, the games that each player won, what each gave away.
WON, LOST, LATE = NOTED, NOTED + 2, NOTED + 4
TOLD = NOTED + 6


def tell_walk(
    arena: Arena, zero: Seat, one: Seat, genes: Ints, weights: Floats, others: Ints, loads: Floats, starts: Ints,
    seeds: Words, walk: Walk, random: Words, values: Floats, loss: Floats, late: Ints, told: Floats, path: Ints,
) -> int:  # fmt: skip
    """Play player 0's `genes` and `weights` against player 1's `others` and `loads`, and sum what happened.

    Parameters
    ----------
    values : (states,)
        By the exact solution; empty where that is not known.
    loss, late : (edges,)
        What an action gives away; empty likewise.
    told : (TOLD,)
        Receives sums over the games: payoff, plies, distance at the end, games that the rules ended; games that either
        player won; the payoff that either gave away, and the plies.
    path : (L,)
        Receives the edges of the first game, as far as there is room.

    Returns
    -------
    int
        Plies of the first game.
    """
    length = 0
    for i in range(len(starts)):
        for k in range(len(seeds)):
            random[0] = seeds[k]
            play_walk(arena, zero, one, genes, weights, others, loads, 0, starts[i], walk, random)
            plies = int(walk.noted[PLIES])
            told[PAYOFF] += walk.noted[PAYOFF]
            told[PLIES] += plies
            told[LAST] += end_distance(arena, walk)
            told[ENDED] += walk.noted[ENDED]
            count_win(walk, told)
            random[0] = seeds[k]
            s = starts[i]
            for ply in range(plies):
                if arena.who[s] == BY_CHANCE:
                    e = drawn_outcome(arena, random, arena.first[s], arena.first[s + 1])
                elif arena.who[s] == 0:
                    e = chosen_edge(arena, zero, genes, weights, random, s)
                else:
                    e = chosen_edge(arena, one, others, loads, random, s)
                if len(loss) > 0 and arena.who[s] != BY_CHANCE:
                    told[LOST + arena.who[s]] += loss[e]
                    told[LATE + arena.who[s]] += late[e]
                if length == ply and i + k == 0 and ply < len(path):
                    path[ply] = e
                    length = ply + 1
                s = arena.edges[e]
            if len(values) > 0 and walk.noted[ENDED] == 0.0:
                give_up(walk, values[s], told)
    return length


def count_win(walk, told):  # type: ignore[no-untyped-def]
    """Count a game for the player who won it."""
    if walk.noted[PAYOFF] > 0.0:
        told[WON] += 1.0
    elif walk.noted[PAYOFF] < 0.0:
        told[WON + 1] += 1.0


def give_up(walk, value, told):  # type: ignore[no-untyped-def]
    """Charge a game that never ended to the side that could have had more: it kept the value and did not use it."""
    gap = value - walk.terms[FOREVER]
    if gap > 0.0:
        told[LOST] += gap
    else:
        told[LOST + 1] -= gap


def choose_all(arena: Arena, seat: Seat, genes: Ints, weights: Floats, player: int, random: Words, chosen: Ints) -> int:
    """Write the edge that a side takes in each of its states, -1 elsewhere; return how many there are."""
    count = 0
    for s in range(len(arena.who)):
        chosen[s] = -1
        if arena.who[s] == player:
            chosen[s] = chosen_edge(arena, seat, genes, weights, random, s)
            count += 1
    return count
