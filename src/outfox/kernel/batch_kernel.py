"""The kernel of `outfox.kernel.batch`: many games played on, each to the next decision of whoever is waited for.

A row is one game after the other. Two streams of random numbers belong to a game, that of chance and that of actions
drawn inside; both follow from the seed, the row and how many games the row has begun. So the deals of a game are the
same whatever is played, in whatever company.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.batch_shapes import (
    ASKED,
    BEGIN,
    DRAWN,
    ENDS,
    FINE,
    FIRST,
    GIVEN,
    LIMIT,
    MODE,
    NUMBER,
    ONE_HOT,
    PATIENCE,
    PLAIN,
    REAL,
    SEATS,
    SOLO,
    SQUARES,
    START,
    STARVED,
    TABLE,
    UNKNOWN,
    WIDTH,
    Known,
    Plan,
    Rows,
    Scratch,
)
from outfox.kernel.playout import draw_chance
from outfox.kernel.random import below, uniform
from outfox.kernel.runtime import mix, some_actions, word
from outfox.kernel.slots import (
    ACTIONS,
    BRANCHING,
    CHECKED,
    ENDLESS,
    HAS_CHANCE,
    HAS_SQUARES,
    HAS_VIEW,
    STARTS,
    VIEW_LEAVES,
    Bytes,
    Floats,
    Ints,
    Shorts,
    States,
    Views,
    Words,
    apply,
    information_key,
    legal_actions,
    mover,
    observe,
    payoff,
    squares,
    start,
    state_leaves,
    view_leaves,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL


def move_hidden(
    pool: States, views: Views, rows: Rows, plan: Plan, known: Known, tables: Shorts, options: Ints, scratch: Scratch,
    actions: Ints, which: Ints, begin: int, end: int,
) -> int:  # fmt: skip
    """Move rows of a game with a View; ``views[1]`` is zeroed. For the rest see `move_open`."""
    return move(pool, views, rows, plan, known, tables, options, scratch, actions, which, begin, end)  # type: ignore[no-any-return]


def move_open(
    pool: States, rows: Rows, plan: Plan, known: Known, tables: Shorts, options: Ints, scratch: Scratch,
    actions: Ints, which: Ints, begin: int, end: int,
) -> int:  # fmt: skip
    """Move rows ``which[begin:end]``, or without `which` rows `begin` to `end`.

    Parameters
    ----------
    pool : (N + 2,) states
        The games; behind them a zeroed state and the starting state.
    known, tables
        Policies of seats, and what `information_key` reads.
    actions
        By place in `which`, or by row.

    Returns
    -------
    int
        -1; or 4 * row + UNKNOWN or STARVED, where rows behind it have not been moved.
    """
    return move(pool, 0, rows, plan, known, tables, options, scratch, actions, which, begin, end)  # type: ignore[no-any-return]


def move(pool, views, rows, plan, known, tables, options, scratch, actions, which, begin, end):  # type: ignore[no-untyped-def]
    """See `move_open`."""
    for k in range(begin, end):
        i = which[k] if len(which) > 0 else k
        if options[MODE] == BEGIN:
            rows.open[i], rows.done[i], rows.cut[i], rows.payoffs[i] = 0, 0, 0, 0.0
            begin_game(pool, rows, options, i)
            if options[SOLO]:
                continue
        else:
            action = np.int64(-1)
            if options[MODE] == GIVEN:
                action = actions[k]
            elif options[MODE] == DRAWN:
                action = rows.choices[i * BRANCHING + below(rows.streams[2 * i + 1 : 2 * i + 2], rows.counts[i])]
            if len(which) == 0:
                rows.open[i], rows.done[i], rows.cut[i], rows.payoffs[i] = 1, 0, 0, 0.0
                rows.actions[i] = action
            if action >= 0:
                apply(pool[i], action)  # type: ignore[arg-type]
                rows.plies[i] += 1
        reason = settle(pool, views, rows, plan, known, tables, options, scratch, i)
        if reason != FINE:
            return i * 4 + reason
    return -1


def begin_game(pool, rows, options, i):  # type: ignore[no-untyped-def]
    """Begin a row's next game, with streams of its own."""
    stream = mix(mix(rows.base[0], options[FIRST] + i), rows.begun[i])
    rows.streams[2 * i], rows.streams[2 * i + 1] = stream, mix(stream, 1)
    rows.begun[i] += 1
    rows.plies[i], rows.waiting[i] = 0, 0
    if options[START] >= 0:
        pool[i] = pool[len(pool) - 1]
    else:
        pool[i] = pool[len(pool) - 2]
        start(below(rows.streams[2 * i : 2 * i + 1], STARTS), pool[i])


def settle(pool, views, rows, plan, known, tables, options, scratch, i):  # type: ignore[no-untyped-def]
    """Play a row on to the next decision of somebody who is waited for or asked."""
    s, games = pool[i], 0
    while True:
        who = mover(s)
        if who == TERMINAL or rows.plies[i] >= options[LIMIT]:
            if options[ENDS] and rows.open[i]:
                for player in range(2):
                    see(s, views, rows.ends, plan, options, scratch, (2 * i + player) * options[WIDTH], player)
            finish(rows, i, payoff(s) if who == TERMINAL else ENDLESS, who != TERMINAL)
            begin_game(pool, rows, options, i)
            games += 1
            if options[SOLO]:
                return FINE
            if games > PATIENCE:
                return STARVED
            continue
        if HAS_CHANCE and who == CHANCE:
            apply(s, draw_chance(s, scratch.out, scratch.odds, rows.streams[2 * i : 2 * i + 1]))
            rows.plies[i] += 1
            continue
        n = legal_actions(s, rows.choices[i * BRANCHING : (i + 1) * BRANCHING])
        if CHECKED:
            n = some_actions(n, who)
        rows.counts[i], seat = n, options[SEATS + who]
        if seat <= ASKED:
            rows.mover[i], rows.waiting[i] = who, (1 + who) * seat
            show(s, views, rows, plan, options, scratch, i, who, n)
            return FINE
        k = np.int64(-1)
        if HAS_VIEW and seat == TABLE:
            k = from_table(s, views, rows, known, tables, i, who, n)
            if k < 0 and options[SEATS + 2 + who] == 0:
                return UNKNOWN
        if k < 0:
            k = below(rows.streams[2 * i + 1 : 2 * i + 2], n)
        apply(s, rows.choices[i * BRANCHING + k])
        rows.plies[i] += 1


def finish(rows, i, value, cut):  # type: ignore[no-untyped-def]
    """Enter the end of a row's game."""
    rows.finished[i] += 1
    rows.totals[i] += value
    rows.powers[i] += value * value
    if rows.open[i]:
        rows.open[i], rows.done[i], rows.cut[i], rows.payoffs[i] = 0, 1, cut, value
        rows.lengths[i] = rows.plies[i]


def show(s, views, rows, plan, options, scratch, i, who, n):  # type: ignore[no-untyped-def]
    """Write what the mover observes, and which actions are legal."""
    see(s, views, rows.observations, plan, options, scratch, i * options[WIDTH], who)
    for a in range(i * ACTIONS, (i + 1) * ACTIONS):
        rows.legal[a] = 0
    for k in range(n):
        rows.legal[i * ACTIONS + rows.choices[i * BRANCHING + k]] = 1


def see(s, views, out, plan, options, scratch, at, who):  # type: ignore[no-untyped-def]
    """Write what a player observes into `out`, from place `at` on."""
    if HAS_VIEW:
        views[0] = views[1]
        observe(s, who, views[0])
        view_leaves(views[0], scratch.leaves)
    elif HAS_SQUARES and options[SQUARES]:
        for j in range(len(scratch.leaves) - 1):
            scratch.leaves[j] = 0
        squares(s, scratch.leaves)
        scratch.leaves[len(scratch.leaves) - 1] = who
    else:
        state_leaves(s, scratch.leaves)
    if options[PLAIN]:
        for j in range(VIEW_LEAVES if HAS_VIEW else options[WIDTH]):
            out[at + j] = scratch.leaves[j]
    else:
        encode(out, plan, scratch, at)


def encode(out, plan, scratch, at):  # type: ignore[no-untyped-def]
    """Write leaves as columns from place `at` on."""
    for j in range(len(plan.kind)):
        leaf, to = scratch.leaves[j], at + plan.column[j]
        if plan.kind[j] == NUMBER:
            out[to] = leaf
        elif plan.kind[j] == REAL:
            out[to] = np.int64(leaf).view(np.float64)
        elif plan.kind[j] == ONE_HOT:
            for b in range(plan.width[j]):
                out[to + b] = leaf - plan.low[j] == b
        else:
            for b in range(plan.width[j]):
                out[to + b] = leaf >> b & 1


def from_table(s, views, rows, known, tables, i, who, n):  # type: ignore[no-untyped-def]
    """Return the place of an action among the legal ones, drawn by a table's probabilities; -1: not known."""
    views[0] = views[1]
    observe(s, who, views[0])
    key = seat_key(seat_key(information_key(views[0], tables), who), who)
    mask = len(known.table) - 1
    place = key & mask
    while known.table[place] != 0 and known.keys[known.table[place] - 1] != key:
        place = (place + 1) & mask
    if known.table[place] == 0:
        return np.int64(-1)
    number, chosen = known.table[place] - 1, np.int64(-1)
    x = uniform(rows.streams[2 * i + 1 : 2 * i + 2])
    for k in range(n):
        share = share_of(known, number, k, rows.choices[i * BRANCHING + k])
        if share > 0.0:
            chosen = np.int64(k)
            x -= share
            if x < 0.0:
                break
    return chosen


def share_of(known, number, k, action):  # type: ignore[no-untyped-def]
    """Return the probability that an information set gives to legal action number `k`."""
    first, many = known.first[number], known.many[number]
    if k < many and (known.actions[first + k] == action or known.actions[first + k] < 0):
        return known.odds[first + k]
    for j in range(first, first + many):
        if known.actions[j] == action:
            return known.odds[j]
    return 0.0


def seat_key(key, who):  # type: ignore[no-untyped-def]
    """Return a key of 63 bits that tells the players apart, as `outfox.formats.tabular.hashed` does."""
    return np.int64(mix(word(key), who) >> word(1))


def first_illegal(legal: Bytes, width: int, actions: Ints, which: Ints) -> int:
    """Return the first place at which an action is not legal, -1 where all are."""
    for k in range(len(actions)):
        i = which[k] if len(which) > 0 else k
        if actions[k] < 0 or actions[k] >= width or legal[i * width + actions[k]] == 0:
            return k
    return -1


def draw_actions(streams: Words, odds: Floats, width: int, which: Ints, out: Ints) -> int:
    """Draw an action for each place of `which` by its row of probabilities; return how many."""
    for k in range(len(which)):
        x = uniform(streams[2 * which[k] + 1 : 2 * which[k] + 2])
        for a in range(width):
            if odds[k * width + a] > 0.0:
                out[k] = a
                x -= odds[k * width + a]
                if x < 0.0:
                    break
    return len(which)
