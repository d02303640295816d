"""The kernels of `outfox.studies.cat_and_mouse.window`: games of a window policy, and the mouse's best answer to it.

A window is three cells by three and holds both pieces. It lies with the middle between the two in its middle, and is
moved inside where it would leave the grid. So the cat's place in it, with the two edge flags, tells which steps are
legal, on every grid of four rows and columns or more.
"""

from __future__ import annotations

import math

from outfox.kernel.legacy_random import filled, legacy_seed, legacy_word
from outfox.kernel.slots import Floats, Ints, Ints32
from outfox.studies.cat_and_mouse.grid import NEVER, STEPS

SIDE = 3
NEAR_LOW, BETWEEN, NEAR_HIGH = 0, 1, 2
"""Edge flags: the window lies at the left or lower edge, at none, at the right or upper edge."""

ROWS, COLS, CAT_FIRST, MOUSE_KIND, LIMIT = 0, 1, 2, 3, 4
"""Places in `board`: LIMIT is the number of the move at which the mouse wins."""

RANDOM, CAREFUL, PERFECT = 0, 1, 2
"""Kinds of mice: any step but onto the cat; drawn again, up to four times, rather than next to it; by the table."""

REDRAWS = 4
FOREVER = 1 << 30


def origin(a, b, size):  # type: ignore[no-untyped-def]
    """Return where the window begins along one axis, for pieces at `a` and `b`."""
    return min(max((a + b) // 2 - 1, 0), size - SIDE)


def flag(begin, size):  # type: ignore[no-untyped-def]
    """Return the edge flag of a window that begins there."""
    if begin == 0:
        return NEAR_LOW
    return NEAR_HIGH if begin == size - SIDE else BETWEEN


def place_of(cat, mouse, rows, cols):  # type: ignore[no-untyped-def]
    """Return the place in the policy for a position, -1 where no window holds both pieces."""
    cx, cy, mx, my = cat % cols, cat // cols, mouse % cols, mouse // cols
    if abs(cx - mx) >= SIDE or abs(cy - my) >= SIDE:
        return -1
    left, low = origin(cx, mx, cols), origin(cy, my, rows)
    inside = (((cx - left) * 3 + cy - low) * 3 + mx - left) * 3 + my - low
    return (inside * 3 + flag(left, cols)) * 3 + flag(low, rows)


def reply(policy: Ints, cat: int, mouse: int, rows: int, cols: int) -> int:
    """Return the cat's step: the policy's in a window, else along the larger gap."""
    place = place_of(cat, mouse, rows, cols)
    return int(policy[place]) if place >= 0 else along_the_larger_gap(cat, mouse, cols)


def along_the_larger_gap(cat: int, mouse: int, cols: int) -> int:
    """Return the step along the larger gap, vertical where both are equal."""
    right, above = mouse % cols - cat % cols, mouse // cols - cat // cols
    if abs(right) > abs(above):
        return 0 if right > 0 else 1
    return 2 if above > 0 else 3


def goal_of(cell: int, step: int, cols: int) -> int:
    """Return the cell that a legal step leads to."""
    if step == 0:
        return cell + 1
    if step == 1:
        return cell - 1
    return cell + cols if step == 2 else cell - cols


def apart(a, b, cols):  # type: ignore[no-untyped-def]
    """Return the distance of two cells in a straight line."""
    right, above = a % cols - b % cols, a // cols - b // cols
    return math.sqrt(float(right * right + above * above))


def drawn(words, at, end, n):  # type: ignore[no-untyped-def]
    """Return an index below `n` as NumPy's legacy `choice` draws it, and the next word; -1 where words run out."""
    if n == 1:
        return 0, at
    mask = filled(n - 1)
    while at < end:
        value = words[at] & mask
        at += 1
        if value < n:
            return value, at
    return -1, at


def mouse_goal(cat, mouse, kind, goals, left, words, at, end, cols, options):  # type: ignore[no-untyped-def]
    """Return the cell that a mouse goes to and the next word; -1 where words run out.

    `left` has the plies to capture with the cat to move, for the perfect mouse, which takes one of the longest.
    """
    n, longest = 0, 0
    for step in range(4):
        goal = goals[mouse * STEPS + step]
        if goal < 0 or goal == cat:
            continue
        if kind == PERFECT:
            plies = left[cat * (len(goals) // STEPS) + goal]
            if plies == NEVER:
                plies = FOREVER
            if plies < longest:
                continue
            if plies > longest:
                n, longest = 0, plies
        options[n] = goal
        n += 1
    chosen, at = drawn(words, at, end, n)
    for _ in range(REDRAWS if kind == CAREFUL else 0):
        if chosen < 0 or apart(options[chosen], cat, cols) > 1.0:
            break
        chosen, at = drawn(words, at, end, n)
    return (options[chosen] if chosen >= 0 else -1), at


def play_games(
    policy: Ints,
    board: Ints,
    goals: Ints,
    left: Ints32,
    starts: Ints,
    words: Ints,
    known: Ints,
    asked: Ints,
    ends: Ints,
    strange: Ints,
    distances: Floats,
) -> int:
    """Play a game from each start, each with its own words; return 0, or -1 where a game's words run out.

    A start is ``cat * cells + mouse``. `ends` gets the moves of a game, negative where the mouse wins, 0 where it is
    caught by a first step of the cat's, before them; `distances` the sum of the distances after its moves; `strange`
    how often the policy was asked at a place with 0 in `known`; to `asked` is added how often each place was asked.
    """
    rows, cols = board[ROWS], board[COLS]
    games, options = len(starts), strange[len(starts) :]
    width = len(words) // games
    for game in range(games):
        cat, mouse = starts[game] // (rows * cols), starts[game] % (rows * cols)
        at, end, moves, caught = game * width, (game + 1) * width, 0, False
        strange[game], distances[game] = 0, 0.0
        mouse_steps = board[CAT_FIRST] == 0  # not before the first step of a cat that begins
        while not caught and moves < board[LIMIT]:
            if mouse_steps:
                mouse, at = mouse_goal(cat, mouse, board[MOUSE_KIND], goals, left, words, at, end, cols, options)
                if mouse < 0:
                    return -1
            place = place_of(cat, mouse, rows, cols)
            if place >= 0:
                asked[place] += 1
                strange[game] += known[place] == 0
            cat = goal_of(cat, reply(policy, cat, mouse, rows, cols), cols)
            caught = cat == mouse
            if mouse_steps:
                moves += 1
                distances[game] += apart(cat, mouse, cols)
            mouse_steps = True
        ends[game] = moves if caught else -moves
    return 0


def fill_words(state: Ints, words: Ints, games: int, first: int) -> int:
    """Fill the words of each game, whose seed is its number from `first` on; return how many each has."""
    width = len(words) // games
    for game in range(games):
        legacy_seed(state, first + game)
        for k in range(width):
            words[game * width + k] = legacy_word(state)
    return width


def spread_answers(policy: Ints, board: Ints, goals: Ints, caught: Ints32, left: Ints, queue: Ints) -> int:
    """Fill in how many plies a mouse that knows the policy lasts, it to move; return how many positions it cannot hold.

    NEVER stays where the mouse gets away. Steps can be taken back, so what leads to a position are the steps from it.
    """
    rows, cols = board[ROWS], board[COLS]
    cells, begin, end = rows * cols, 0, 0
    for p in range(cells * cells):
        for step in range(STEPS):
            goal = goals[p % cells * STEPS + step]
            if goal >= 0 and goal != p // cells:  # a step onto the cat loses at once
                left[p] += 1
    for cell in range(cells):
        caught[cell * cells + cell], queue[end] = 0, cell * cells + cell
        end += 1
    while begin < end:
        p = queue[begin]
        begin += 1
        cat, mouse = p // cells, p % cells
        for step in range(STEPS):
            before = goals[cat * STEPS + step]
            if before < 0 or before == mouse or goal_of(before, reply(policy, before, mouse, rows, cols), cols) != cat:
                continue
            for back in range(STEPS):
                q = before * cells + goals[mouse * STEPS + back]
                if goals[mouse * STEPS + back] >= 0 and caught[q] == NEVER:
                    left[q] -= 1
                    if left[q] == 0:
                        caught[q] = caught[p] + 2
                        queue[end] = q
                        end += 1
    return end


def begin_with_cat(policy: Ints, board: Ints, caught: Ints32, plies: Ints32) -> int:
    """Fill in how many plies a mouse that knows the policy lasts, the cat to move, from those with the mouse to move.

    Returns in how many positions it is caught. NEVER stays where it gets away, and where both are on one cell.
    """
    rows, cols = board[ROWS], board[COLS]
    cells, found = rows * cols, 0
    for p in range(cells * cells):
        cat, mouse = p // cells, p % cells
        if cat == mouse:
            continue
        after = caught[goal_of(cat, reply(policy, cat, mouse, rows, cols), cols) * cells + mouse]
        if after != NEVER:
            plies[p] = after + 1
            found += 1
    return found
