"""Games between whole policies where the states are too many to be listed: the rules play, in compiled code.

Only policies over relations can play so, and opponents that draw: what they do follows from the relations of a state,
which are asked when it comes up. Where nobody draws, a state that returns ends the game as it does in
`outfox.methods.policies.walk`; it is found by R. P. Brent's method, so some plies later. Every endless game counts as
one of the most plies.

Time: some hundred nanoseconds a ply and action. Memory: some states.

Sources: R. P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 20 (1980).

Status: measured (equal to walks over listed states, game by game; see the tests).
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.random import below
from outfox.kernel.slots import (
    BRANCHING,
    HAS_CHANCE,
    OUTCOMES,
    Floats,
    Floats2,
    Ints,
    Ints2,
    States,
    Words,
    apply,
    legal_actions,
    mover,
    payoff,
    relations,
    same_state,
)
from outfox.methods.policies.arena import RELATIONS, SHAPE, Seat
from outfox.methods.policies.walk import (
    ASKED,
    CRITERIA,
    DRAWS,
    ENDED,
    FOREVER,
    GENES_MARK,
    LAST,
    LIMIT,
    NOTED,
    PAYOFF,
    PLIES,
    Walk,
    add_score,
    best_scored,
    count_win,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL

# Further places in `Seat.shape`: what the side draws among, the relation `near`, the relation `distance` (-1: none);
# from WINDOW on the relations of the window. `Seat.gene` and `Seat.spin` are by what the window holds, not by state.
DRAWN, NEAR, APART, WINDOW = range(SHAPE, SHAPE + 4)

# What a side draws among: it does not draw; all its actions; those that are careful.
NOTHING, ANYTHING, CAREFUL = range(3)

# Places in the pool: the position, one that was met before, one after an action, and after each reply to it; then
# those that games begin from.
HERE, MET, AFTER = range(3)
REPLIES = 4
"""Most actions of the other side in one turn that a careful side looks at."""

ROOM = AFTER + REPLIES + 1

PLACES = 3
"""Values of a relation of the window."""


def live_games(
    pool: States, zero: Seat, one: Seat, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, seat: int,
    seeds: Words, walk: Walk, random: Words, scores: Floats2, told: Floats, path: Ints,
) -> int:  # fmt: skip
    """Score some policies of player `seat` against all rivals, from all starts, with all seeds.

    Parameters
    ----------
    pool : (ROOM + starts,) states
        From ROOM on, the positions that games begin from.
    many, heavy : (n, genes), (n, weights)
        The policies.
    rivals, loads : (r, genes), (r, weights)
        Policies of the other player.
    seeds, walk, random, scores
        As for `outfox.methods.policies.walk.measure_many`; the noted last state is a distance here.
    told : (TOLD,)
        Receives sums over all games of what is noted, and the games that either player won.
    path : (L,)
        Receives the actions of the first game, as far as there is room.

    Returns
    -------
    int
        Games played.
    """
    out, replies = np.empty(max(BRANCHING, OUTCOMES), np.int64), np.empty((REPLIES, BRANCHING + 2), np.int64)
    odds, seen = np.empty(max(OUTCOMES, 1), np.float64), np.empty(zero.shape[RELATIONS], np.int64)
    games = 0
    for n in range(len(many)):
        walk.marks[GENES_MARK] += 1
        walk.marks[ASKED] = 0
        for k in range(CRITERIA):
            scores[n, k] = 0.0
        for r in range(len(rivals)):
            for i in range(ROOM, len(pool)):
                for k in range(len(seeds)):
                    random[0] = seeds[k]
                    pool[HERE] = pool[i]
                    room = len(path) if games == 0 else 0
                    play_live(
                        pool, zero, one, many[n], heavy[n], rivals[r], loads[r], seat, walk, random, out, replies,
                        odds, seen, path, room,
                    )  # fmt: skip
                    add_score(walk, seat, walk.noted[LAST], scores[n])
                    for place in range(NOTED):
                        told[place] += walk.noted[place]
                    count_win(walk, told)
                    games += 1
    return games


def play_live(pool, zero, one, genes, weights, others, loads, seat, walk, random, out, replies, odds, seen, path, room):  # type: ignore[no-untyped-def]
    """Play a game from ``pool[HERE]``, player `seat` by `genes` and `weights`, the other by `others` and `loads`."""
    plies, power, since = 0, 1, 0
    pool[MET] = pool[HERE]
    who = mover(pool[HERE])
    while who != TERMINAL and plies < walk.terms[LIMIT]:
        if HAS_CHANCE and who == CHANCE:
            action = draw_chance(pool[HERE], out, odds, random)
        else:
            side = zero if who == 0 else one
            n = legal_actions(pool[HERE], out)
            if who == seat:
                action = live_action(pool, side, genes, weights, who, n, walk, True, random, out, replies, seen)
            else:
                action = live_action(pool, side, others, loads, who, n, walk, False, random, out, replies, seen)
        if plies < room:
            path[plies] = action
        apply(pool[HERE], action)
        plies += 1
        who = mover(pool[HERE])
        if walk.terms[DRAWS] == 0.0 and not HAS_CHANCE and who != TERMINAL:
            if same_state(pool[HERE], pool[MET]):
                plies = int(walk.terms[LIMIT])
            since += 1
            if since == power:
                pool[MET] = pool[HERE]
                power, since = 2 * power, 0
    walk.noted[PAYOFF] = payoff(pool[HERE]) if who == TERMINAL else walk.terms[FOREVER]
    walk.noted[PLIES] = plies
    walk.noted[ENDED] = 1.0 if who == TERMINAL else 0.0
    walk.noted[LAST] = 0.0
    if zero.shape[APART] >= 0:
        ask(pool, seen)
        walk.noted[LAST] = seen[zero.shape[APART]]


def ask(pool, seen):  # type: ignore[no-untyped-def]
    """Ask for the relations of ``pool[HERE]``."""
    for k in range(len(seen)):
        seen[k] = 0
    relations(pool[HERE], seen)


def live_action(pool, side, genes, weights, who, n, walk, learns, random, out, replies, seen):  # type: ignore[no-untyped-def]
    """Return what a side does in ``pool[HERE]``, where `out` has its `n` actions."""
    if side.shape[DRAWN] != NOTHING:
        if side.shape[DRAWN] == CAREFUL:
            n = keep_careful(pool, who, n, walk, out, replies)
        return out[below(random, n)]
    ask(pool, seen)
    if side.shape[NEAR] >= 0 and seen[side.shape[NEAR]] == 1:
        code = 0
        for k in range(len(side.shape) - 1, WINDOW - 1, -1):
            code = code * PLACES + seen[side.shape[k]]
        number = side.gene[code]
        if learns and walk.touched[number] != walk.marks[GENES_MARK]:
            walk.touched[number] = walk.marks[GENES_MARK]
            walk.asked[walk.marks[ASKED]] = number
            walk.marks[ASKED] += 1
        action = side.original[side.spin[code] * len(side.block) + genes[number]]
        for k in range(n):
            if out[k] == action:
                return action
    return out[best_scored(side, weights, seen, 0, out, 0, n)]


def keep_careful(pool, who, n, walk, out, replies):  # type: ignore[no-untyped-def]
    """Move actions that neither lose nor let the other side win in its next turn to the front; return how many."""
    kept = 0
    for k in range(n):
        pool[AFTER] = pool[HERE]
        apply(pool[AFTER], out[k])
        if not loses(pool, AFTER, who, walk) and not threatened(pool, who, walk, replies):
            out[kept] = out[k]
            kept += 1
    return kept if kept > 0 else n


def loses(pool, place, who, walk):  # type: ignore[no-untyped-def]
    """Say whether a position in the pool is the end, and pays player `who` less than endless play."""
    if mover(pool[place]) != TERMINAL:
        return False
    sign = 1.0 if who == 0 else -1.0
    return sign * payoff(pool[place]) < sign * walk.terms[FOREVER]


def threatened(pool, who, walk, replies):  # type: ignore[no-untyped-def]
    """Say whether the other side can win from ``pool[AFTER]`` before player `who` moves again.

    Its actions are tried depth first; each level of `replies` has its number of actions, how many of them were tried,
    and the actions.
    """
    level = -1
    if mover(pool[AFTER]) == 1 - who:
        level = look(pool, 0, replies)
    while level >= 0:
        place, tried = AFTER + level + 1, replies[level, 1]
        if tried == replies[level, 0]:
            level -= 1
            continue
        replies[level, 1] += 1
        pool[place] = pool[place - 1]
        apply(pool[place], replies[level, 2 + tried])
        if loses(pool, place, who, walk):
            return True
        if level + 1 < REPLIES and mover(pool[place]) == 1 - who:
            level = look(pool, level + 1, replies)
    return False


def look(pool, level, replies):  # type: ignore[no-untyped-def]
    """List the actions of a level's position, none of them tried; return the level."""
    replies[level, 0] = legal_actions(pool[AFTER + level], replies[level, 2:])
    replies[level, 1] = 0
    return level
