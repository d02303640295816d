"""The kernels of `outfox.studies.cat_and_mouse.tables`: a game between two tables, and iterations of hill climbing.

A policy is a flat array: the step at position ``p = cat * cells + mouse``, where a cell is ``row * cols + col`` and a
step 0 right, 1 left, 2 up, 3 down. Who moves is not part of a position.
"""

from __future__ import annotations

from outfox.kernel.legacy_random import legacy_below
from outfox.kernel.slots import Ints

CAT, MOUSE, NOBODY = 0, 1, -1
ROWS, COLS, FIRST = 0, 1, 2
"""Places in `board`; FIRST is who takes the first step."""

WINNER, MOVES, DISTANCE = 0, 1, 2
"""Places in `match`: how the game between the current policies ends."""

EPOCH, DONE, CAT_WINS, MOUSE_WINS, GAMES = 3, 4, 5, 6, 7
"""Further places in `match`: games played, as stamps; iterations done; who won how many of them; games replayed."""

MOST_CANDIDATES = 10


def stepped(cell, step, cols):  # type: ignore[no-untyped-def]
    """Return the cell that a step leads to."""
    if step == 0:
        return cell + 1
    if step == 1:
        return cell - 1
    return cell + cols if step == 2 else cell - cols


def leaves(cell, step, rows, cols):  # type: ignore[no-untyped-def]
    """Say whether a step leaves the grid."""
    row, col = cell // cols, cell % cols
    if step == 0:
        return col == cols - 1
    if step == 1:
        return col == 0
    return row == rows - 1 if step == 2 else row == 0


def gap(cat, mouse, cols):  # type: ignore[no-untyped-def]
    """Return the Manhattan distance of two cells."""
    return abs(cat // cols - mouse // cols) + abs(cat % cols - mouse % cols)


def play(cats, mice, board, seen, asked, epoch, asker, found):  # type: ignore[no-untyped-def]
    """Play a game; fill `found` with winner, moves and distance, and stamp the positions where `asker` was asked.

    A position that is seen again wins for the mouse; that is looked at before whether both are on one cell. The start
    counts as seen, what the cat's first step leads to does not: the check comes after a step of a round only.
    """
    cols, cells = board[COLS], board[ROWS] * board[COLS]
    cat, mouse, moves = 0, cells - 1, 0
    seen[cat * cells + mouse] = epoch
    if board[FIRST] == CAT:
        p = cat * cells + mouse
        if asker == CAT:
            asked[p] = epoch
        cat = stepped(cat, cats[p], cols)
    mover = MOUSE
    while True:  # ends: every check but the last sees a new position
        p = cat * cells + mouse
        if asker == mover:
            asked[p] = epoch
        if mover == MOUSE:
            mouse = stepped(mouse, mice[p], cols)
        else:
            cat = stepped(cat, cats[p], cols)
        p = cat * cells + mouse
        if seen[p] == epoch or cat == mouse:
            found[WINNER] = MOUSE if seen[p] == epoch else CAT
            found[MOVES] = moves
            found[DISTANCE] = gap(cat, mouse, cols)
            return
        seen[p] = epoch
        if mover == CAT:
            moves += 1
        mover = 1 - mover


def better_for_mouse(new, old):  # type: ignore[no-untyped-def]
    """Say whether the mouse takes a candidate: a win, a longer win, a longer loss, one as long and farther away."""
    if new[WINNER] != old[WINNER]:
        return new[WINNER] == MOUSE
    if new[MOVES] != old[MOVES]:
        return new[MOVES] > old[MOVES]
    return new[WINNER] == CAT and new[DISTANCE] > old[DISTANCE]


def better_for_cat(new, old):  # type: ignore[no-untyped-def]
    """Say whether the cat takes a candidate: a win, a quicker win, a loss nearer by, one as near and longer."""
    if new[WINNER] != old[WINNER]:
        return new[WINNER] == CAT
    if new[WINNER] == CAT:
        return new[MOVES] < old[MOVES]
    if new[DISTANCE] != old[DISTANCE]:
        return new[DISTANCE] < old[DISTANCE]
    return new[MOVES] > old[MOVES]


def climb(
    random: Ints,
    cats: Ints,
    mice: Ints,
    board: Ints,
    match: Ints,
    seen: Ints,
    asked: Ints,
    found: Ints,
    history: Ints,
    iterations: int,
) -> int:
    """Do some iterations; the loser of the current match tries candidates. Return how many have been done in all.

    A candidate differs from the policy that began the iteration in one place. Where that policy was not asked there,
    or says the same, the game is the one that it played, and is not played again.
    """
    rows, cols = board[ROWS], board[COLS]
    cells = rows * cols
    if match[EPOCH] == 0:
        match[EPOCH] = 1
        play(cats, mice, board, seen, asked, 1, NOBODY, match)
    for _ in range(iterations):
        side = MOUSE if match[WINNER] == CAT else CAT
        match[EPOCH] += 1
        epoch = match[EPOCH]
        play(cats, mice, board, seen, asked, epoch, side, found)
        match[GAMES] += 1
        base = (found[WINNER], found[MOVES], found[DISTANCE])
        place, step = -1, 0
        for _ in range(1 + legacy_below(random, MOST_CANDIDATES)):
            cat = legacy_below(random, cols)
            cat += cols * legacy_below(random, rows)
            mouse = legacy_below(random, cols)
            mouse += cols * legacy_below(random, rows)
            d = legacy_below(random, 4)
            if leaves(cat if side == CAT else mouse, d, rows, cols):
                continue
            p = cat * cells + mouse
            policy = cats if side == CAT else mice
            if asked[p] == epoch and policy[p] != d:
                kept, policy[p] = policy[p], d
                match[EPOCH] += 1
                play(cats, mice, board, seen, asked, match[EPOCH], NOBODY, found)
                match[GAMES] += 1
                policy[p] = kept
            else:
                found[WINNER], found[MOVES], found[DISTANCE] = base
            if better_for_cat(found, match) if side == CAT else better_for_mouse(found, match):
                match[WINNER], match[MOVES], match[DISTANCE] = found[WINNER], found[MOVES], found[DISTANCE]
                place, step = p, d
        if place >= 0:
            (cats if side == CAT else mice)[place] = step
        match[CAT_WINS + match[WINNER]] += 1
        for k in range(3):
            history[3 * match[DONE] + k] = match[k]
        match[DONE] += 1
    return int(match[DONE])
