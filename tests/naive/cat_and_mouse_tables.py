"""The slow twin of `outfox.studies.cat_and_mouse.tables`: dictionaries, NumPy's own generator, every game played."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

STEPS = {"R": (1, 0), "L": (-1, 0), "U": (0, 1), "D": (0, -1)}

Position = tuple[int, int, int, int]
Policy = dict[Position, str]


@dataclass
class Run:
    """What a run leaves: the two policies, and (winner, moves, distance) after each iteration."""

    cat: Policy
    mouse: Policy
    history: list[tuple[str, int, int]] = field(default_factory=list)

    def wins(self, player: str) -> int:
        return sum(winner == player for winner, _, _ in self.history)


def positions(rows: int, cols: int) -> list[Position]:
    """Return (cat x, cat y, mouse x, mouse y) in the order of rows, from the bottom, as arrays have them."""
    cells = [(x, y) for y in range(rows) for x in range(cols)]
    return [(*cat, *mouse) for cat in cells for mouse in cells]


def weak(rows: int, cols: int, piece: int) -> Policy:
    """Go up, and down from the top row; `piece` 0 is the cat."""
    return {p: "U" if p[2 * piece + 1] < rows - 1 else "D" for p in positions(rows, cols)}


def strong(rows: int, cols: int) -> Policy:
    """Step along the larger gap, vertically where both are equal."""
    policy = weak(rows, cols, 0)
    for p in policy:
        right, above = p[2] - p[0], p[3] - p[1]
        if abs(right) > abs(above):
            policy[p] = "R" if right > 0 else "L"
        elif above:
            policy[p] = "U" if above > 0 else "D"
    return policy


def play(cat: Policy, mouse: Policy, rows: int, cols: int, first: str) -> tuple[str, int, int]:
    """Return the winner, the index of the last round and the distance at the end."""
    at = [0, 0, cols - 1, rows - 1]

    def step(piece: int) -> None:
        right, up = STEPS[(cat, mouse)[piece][at[0], at[1], at[2], at[3]]]
        at[2 * piece] += right
        at[2 * piece + 1] += up

    seen = {tuple(at)}
    if first == "cat":
        step(0)
    for moves in range((rows * cols) ** 2 + 1):
        for piece in (1, 0):
            step(piece)
            if tuple(at) in seen:
                return "mouse", moves, abs(at[0] - at[2]) + abs(at[1] - at[3])
            if at[:2] == at[2:]:
                return "cat", moves, 0
            seen.add(tuple(at))
    raise AssertionError("more rounds than positions")


def accepts(side: str, new: tuple[str, int, int], old: tuple[str, int, int]) -> bool:
    """Say whether a side takes a candidate whose game goes as `new`, where the best so far goes as `old`."""
    (winner, moves, distance), (was, before, apart) = new, old
    wins, won = winner == side, was == side
    if side == "mouse":
        return (
            (wins and not won)
            or (wins and won and moves > before)
            or (not wins and not won and moves > before)
            or (not wins and not won and moves == before and distance > apart)
        )
    return (
        (wins and not won)
        or (not wins and not won and distance < apart)
        or (not wins and not won and distance == apart and moves > before)
        or (wins and won and moves < before)
    )


def climb(rows: int, cols: int, iterations: int, seed: int = 0, first: str = "cat", start: str = "weak") -> Run:
    """Do the iterations, every candidate's game from the start."""
    random = np.random.RandomState(seed)
    run = Run(weak(rows, cols, 0) if start == "weak" else strong(rows, cols), weak(rows, cols, 1))
    match = play(run.cat, run.mouse, rows, cols, first)
    for _ in range(iterations):
        side = "mouse" if match[0] == "cat" else "cat"
        policy, best = (run.mouse if side == "mouse" else run.cat), None
        for _ in range(random.randint(1, 11)):
            place = (
                int(random.randint(0, cols)),
                int(random.randint(0, rows)),
                int(random.randint(0, cols)),
                int(random.randint(0, rows)),
            )
            name = str(random.choice(["R", "L", "U", "D"]))
            x, y = place[2:] if side == "mouse" else place[:2]
            right, up = STEPS[name]
            if not (0 <= x + right < cols and 0 <= y + up < rows):
                continue
            kept, policy[place] = policy[place], name
            found = play(run.cat, run.mouse, rows, cols, first)
            policy[place] = kept
            if accepts(side, found, match):
                best, match = (place, name), found
        if best is not None:
            policy[best[0]] = best[1]
        run.history.append(match)
    return run
