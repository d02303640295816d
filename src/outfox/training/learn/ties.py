"""Which points of a board are alike: those that a symmetry of the rules carries into each other.

The rules say what a symmetry does to a state, not to a point. So states of random play are compared with their
images: a point goes where the pieces that stood on it are found again, state by state.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from outfox.formats.model import point_names
from outfox.kernel.random import seeded
from outfox.rules.game import Game
from outfox.rules.vocabulary import CHANCE, TERMINAL
from outfox.workers.seeds import root_seed, task_seed

STATES = 400
"""States of random play that are compared."""

NEAR = 0.25
"""How far from a point its image may be said to lie, where points are one apart."""

LONGEST = 200
"""Plies of a random game."""


def alike(game: Game) -> list[tuple[int, ...]]:
    """Return the points of the board in groups that are alike, each point in one.

    Parameters
    ----------
    game
        One with `squares`; without `symmetry` each point is a group of its own.

    Examples
    --------
    >>> from outfox.rules import load
    >>> alike(load("tic-tac-toe"))
    [(0, 2, 6, 8), (1, 3, 5, 7), (4,)]
    """
    count = len(point_names(game))
    leader = list(range(count))

    def find(point: int) -> int:
        while leader[point] != point:
            point = leader[point]
        return point

    for image in _images(game):
        for point, goal in enumerate(image):
            a, b = find(point), find(goal)
            leader[max(a, b)] = min(a, b)
    groups: dict[int, list[int]] = defaultdict(list)
    for point in range(count):
        groups[find(point)].append(point)
    return [tuple(group) for group in groups.values()]


def _images(game: Game) -> list[list[int]]:
    """Return for each symmetry where it carries each point."""
    if not game.has("symmetry"):
        return []
    states = _random_states(game)
    before = np.array([game.squares(s) for s in states])
    places = np.array(game.constant("BOARD").points, float)
    out = []
    for k in range(1, int(game.constant("SYMMETRIES"))):
        after = np.array([game.squares(_image(game, k, s)) for s in states])
        out.append(_carried(before, after, places))
    return out


def _carried(before: np.ndarray, after: np.ndarray, places: np.ndarray) -> list[int]:
    """Match the columns of two tables: column x of the first goes where an equal one stands in the second.

    Columns that are equal (of points that random play hardly reaches) cannot be told apart by that: they go where the
    others show that their place goes, by an affine map of the plane.
    """
    equal = [np.flatnonzero((after == before[:, [x]]).all(axis=0)) for x in range(before.shape[1])]
    sure = [x for x, found in enumerate(equal) if len(found) == 1]
    flat = np.column_stack([places, np.ones(len(places))])
    turn, *_ = np.linalg.lstsq(flat[sure], places[[equal[x][0] for x in sure]], rcond=None)
    goals = []
    for x, found in enumerate(equal):
        away = np.abs(places[found] - flat[x] @ turn).max(axis=1)
        goals.append(int(found[away.argmin()]) if len(found) and away.min() < NEAR else x)
    return goals


def _image(game: Game, k: int, s: object) -> object:
    out = game.new_state()
    game.call("symmetry", k, s, out)
    return out


def _random_states(game: Game) -> list[object]:
    """Return states of random games, the same for every caller."""
    states: list[object] = []
    number = 0
    while len(states) < STATES and number < STATES:
        random = np.random.default_rng(int(seeded(task_seed(root_seed(0), number))[0]))
        s = game.initial(number % game.starts)
        for _ in range(LONGEST):
            who = game.mover(s)
            if who == TERMINAL:
                break
            actions = [action for action, _ in game.chance(s)] if who == CHANCE else game.legal(s)
            game.apply(s, actions[int(random.integers(len(actions)))])
            states.append(s.copy())
        number += 1
    return states[:STATES]
