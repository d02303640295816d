"""The slow twin of `outfox.studies.cat_and_mouse.window`: one game at a time, from coordinates and NumPy's generator.

Positions are (x, y) pairs; a policy maps (cat in the window, mouse in the window, edge flags) to R, L, U or D.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

STEPS = {"R": (1, 0), "L": (-1, 0), "U": (0, 1), "D": (0, -1)}

Cell = tuple[int, int]
Policy = dict[tuple[Cell, Cell, Cell], str]


def policy_of(array: Any) -> Policy:
    """Return a policy by what it says instead of by number."""
    policy = {}
    for (cx, cy, mx, my, ex, ey), step in zip(product(range(3), repeat=6), array, strict=True):
        policy[(cx, cy), (mx, my), (ex, ey)] = "RLUD"[int(step)]
    return policy


def moved(cell: Cell, name: str) -> Cell:
    right, up = STEPS[name]
    return cell[0] + right, cell[1] + up


def nexts(cell: Cell, cols: int, rows: int) -> list[Cell]:
    """Return where a piece can step, right, left, up, down."""
    return [(x, y) for x, y in (moved(cell, name) for name in STEPS) if 0 <= x < cols and 0 <= y < rows]


def begin(a: int, b: int, size: int) -> int:
    """Return the first row or column of the window: the middle of the two is in its middle, inside the grid."""
    first = (a + b) // 2 - 1
    while first < 0:
        first += 1
    while first + 2 > size - 1:
        first -= 1
    return first


def answer(policy: Policy, cat: Cell, mouse: Cell, cols: int, rows: int) -> Cell:
    """Return where the cat goes."""
    right, above = mouse[0] - cat[0], mouse[1] - cat[1]
    if abs(right) < 3 and abs(above) < 3:
        left, low = begin(cat[0], mouse[0], cols), begin(cat[1], mouse[1], rows)
        flags = [0 if at == 0 else 2 if at + 2 == size - 1 else 1 for at, size in ((left, cols), (low, rows))]
        inside = (cat[0] - left, cat[1] - low), (mouse[0] - left, mouse[1] - low)
        return moved(cat, policy[inside[0], inside[1], (flags[0], flags[1])])
    if abs(right) > abs(above):
        return moved(cat, "R" if right > 0 else "L")
    return moved(cat, "U" if above > 0 else "D")


def game(
    policy: Policy,
    cols: int,
    rows: int,
    kind: str,
    seed: int,
    first: str = "mouse",
    exact: Any = None,
    start: tuple[Cell, Cell] | None = None,
) -> tuple[bool, int, float]:
    """Return whether the cat wins, after how many moves, and the sum of the distances after them.

    `exact` says in how many plies a perfect cat to move catches a perfect mouse, by cells; None where it does not.
    `start` has the cells of the cat and the mouse, where these are not the corners.
    """
    random = np.random.RandomState(seed)
    (cat, mouse), total = start or ((0, 0), (cols - 1, rows - 1)), 0.0
    if first == "cat":
        cat = answer(policy, cat, mouse, cols, rows)
        if cat == mouse:
            return True, 0, 0.0
    for moves in range(1, 2 * (rows + cols) + 1):
        steps = [cell for cell in nexts(mouse, cols, rows) if cell != cat]
        if kind == "perfect":
            plies = {cell: exact(cat, cell) for cell in steps}
            safe = [cell for cell in steps if plies[cell] is None]
            steps = safe or [cell for cell in steps if plies[cell] == max(plies.values())]
        goal = steps[random.choice(range(len(steps)))]
        for _ in range(4 if kind == "careful" else 0):
            if abs(goal[0] - cat[0]) + abs(goal[1] - cat[1]) > 1:
                break
            goal = steps[random.choice(range(len(steps)))]
        mouse = goal
        cat = answer(policy, cat, mouse, cols, rows)
        total += ((cat[0] - mouse[0]) ** 2 + (cat[1] - mouse[1]) ** 2) ** 0.5
        if cat == mouse:
            return True, moves, total
    return False, moves, total


def longest(policy: Policy, cols: int, rows: int) -> dict[tuple[Cell, Cell], int]:
    """Return how many plies a mouse that knows the policy can last, it to move, where it cannot last for ever.

    By the definition: caught where every step leads onto the cat, into its next step, or to where it is caught.
    """
    cells = [(x, y) for x in range(cols) for y in range(rows)]
    caught: dict[tuple[Cell, Cell], int] = {}
    while True:
        found = dict(caught)
        for cat, mouse in product(cells, cells):
            if cat == mouse or (cat, mouse) in caught:
                continue
            lasts = []
            for goal in nexts(mouse, cols, rows):
                after = answer(policy, cat, goal, cols, rows) if goal != cat else cat
                lasts.append(1 if goal == cat else 2 if after == goal else 2 + caught.get((after, goal), 10**9))
            if max(lasts) < 10**9:
                found[cat, mouse] = max(lasts)
        if found == caught:
            return caught
        caught = found


def longest_after_the_cat(policy: Policy, cols: int, rows: int) -> dict[tuple[Cell, Cell], int]:
    """Return the same with the cat to move."""
    cells = [(x, y) for x in range(cols) for y in range(rows)]
    caught, found = longest(policy, cols, rows), dict[tuple[Cell, Cell], int]()
    for cat, mouse in product(cells, cells):
        after = answer(policy, cat, mouse, cols, rows)
        if cat != mouse and (after == mouse or (after, mouse) in caught):
            found[cat, mouse] = 1 if after == mouse else 1 + caught[after, mouse]
    return found
