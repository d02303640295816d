"""Relations as a policy reads them: turned, numbered, shared between directions.

A game's `RELATIONS` are named small integers. Names tell how they behave when the board is turned: what ends in `_x` or
`_y` is 0, 1 or 2 along an axis and is mirrored with it; `_cols` and `_rows` belong to an axis and have no direction;
`_xy` compares the axes. Names that begin with `window_` say where things stand in a small window, there where `near`
is 1. Where a game has such names and actions named right, left, up and down, the eight ways to turn a board carry
positions into positions that are played alike, and a policy keeps one answer for all of them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.rules.game import Game

Ints = NDArray[np.int64]
Values = NDArray[np.integer[Any]]

DIRECTIONS = "right", "left", "up", "down"
TURNS = 8
MIRROR_X, MIRROR_Y, TRANSPOSE = 1, 2, 4
"""A turn is a sum of these; mirrors come first."""

ALIGNED = {"right": 0, "left": MIRROR_X, "up": TRANSPOSE, "down": MIRROR_Y | TRANSPOSE}
"""The turn that carries a direction to the right."""

PLACES = 3
"""Values that a relation of a window has."""

MOST_LEVELS = 8
"""Larger values of a relation count as the largest of these."""


class Relational:
    """How a game's relations and actions turn, and the numbers that a policy knows them by.

    Parameters
    ----------
    game
        It declares `relations`.
    share
        Whether turned positions share what is learned, where names allow it.

    Attributes
    ----------
    names : tuple of str
        The game's relations.
    turns : int
        8, or 1 where nothing is shared.

    Raises
    ------
    NotSupported
        Where the game declares no relations.

    Examples
    --------
    >>> from outfox.rules import load
    >>> relational = Relational(load("cat-and-mouse:rows=5,cols=5"))
    >>> relational.turns, len(relational.window), relational.classes
    (8, 6, 105)
    """

    def __init__(self, game: Game, share: bool = True) -> None:
        game.require("relations", "a policy over relations")
        self.game, self.names = game, tuple(game.constant("RELATIONS"))
        self.window = [k for k, name in enumerate(self.names) if name.startswith("window_")]
        self.near = self.names.index("near") if "near" in self.names and self.window else -1
        self.far = [k for k in range(len(self.names)) if k not in self.window]
        self._directions = self._named_directions()
        self.shares = share and bool(self._directions) and self._turns_whole()
        self.turns = TURNS if self.shares else 1

    def _named_directions(self) -> dict[str, int]:
        start = self.game.initial(0)
        named = {}
        for action in range(self.game.actions):
            try:
                named[self.game.action_name(start, action)] = action
            except Exception:  # noqa: BLE001 - a name is for legal actions; one that fails is no direction
                return {}
        return {name: named[name] for name in DIRECTIONS} if set(DIRECTIONS) <= set(named) else {}

    def _turns_whole(self) -> bool:
        """Say whether every relation along one axis has its like along the other."""
        return all(swapped(name) in self.names for name in self.names)

    # -- turning ---------------------------------------------------------------------------------------------

    @cached_property
    def source(self) -> Ints:
        """(turns, K) int64: which relation stands in each place once the board is turned."""
        rows = [list(range(len(self.names)))]
        for turn in range(1, self.turns):
            names = (swapped(name) if turn & TRANSPOSE else name for name in self.names)
            rows.append([self.names.index(name) for name in names])
        return np.array(rows, np.int64)

    @cached_property
    def mirrored(self) -> Ints:
        """(turns, K) int64: 1 where 2 minus the value of `source` stands there."""
        found = np.zeros_like(self.source)
        for turn in range(self.turns):
            for k, source in enumerate(self.source[turn].tolist()):
                found[turn, k] = is_mirrored(self.names[source], turn)
        return found

    @cached_property
    def turned_action(self) -> Ints:
        """(turns, ACTIONS) int64: what an action is called once the board is turned."""
        found = np.tile(np.arange(self.game.actions), (self.turns, 1))
        for turn in range(1, self.turns):
            for name, action in self._directions.items():
                found[turn, action] = self._directions[turned_direction(name, turn)]
        return found

    @cached_property
    def original_action(self) -> Ints:
        """(turns, ACTIONS) int64: the action that has this name once the board is turned."""
        return np.argsort(self.turned_action, axis=1).astype(np.int64)

    def turned(self, values: Values, turn: int) -> Ints:
        """Return rows of relations, (n, K), as they are once the board is turned."""
        there = values[:, self.source[turn]].astype(np.int64)
        return np.where(self.mirrored[turn] != 0, PLACES - 1 - there, there)

    # -- the window ------------------------------------------------------------------------------------------

    @cached_property
    def _table(self) -> tuple[Ints, Ints, int]:
        """For each content of the window: its class, the turn that leads to it; how many classes there are."""
        count = PLACES ** len(self.window)
        rows = np.zeros((count, len(self.names)), np.int64)
        digits = np.arange(count)
        for k in self.window:
            rows[:, k], digits = digits % PLACES, digits // PLACES
        codes = np.stack([self._codes(self.turned(rows, turn)) for turn in range(self.turns)])
        turn = codes.argmin(axis=0)
        least, number = np.unique(codes.min(axis=0), return_inverse=True)
        return number.astype(np.int64), turn.astype(np.int64), len(least)

    @property
    def classes(self) -> int:
        """How many contents of the window are not turned forms of each other."""
        return self._table[2]

    @property
    def contents(self) -> tuple[Ints, Ints]:
        """(3 ** W,) int64, twice: for each content of the window its class and the turn that leads to it.

        A content is numbered in base 3, the first relation of the window as the lowest digit.
        """
        number, turn, _ = self._table
        return number, turn

    def _codes(self, values: Values) -> Ints:
        codes = np.zeros(len(values), np.int64)
        for k in reversed(self.window):
            codes = codes * PLACES + values[:, k]
        return codes

    def local(self, values: Values) -> tuple[Ints, Ints]:
        """Return the class of each row's window, -1 where there is none, and the turn that leads to it."""
        if self.near < 0:
            return np.full(len(values), -1, np.int64), np.zeros(len(values), np.int64)
        codes = self._codes(values)
        number, turn, _ = self._table
        there = values[:, self.near] == 1
        return np.where(there, number[codes], -1), turn[codes]

    # -- linear scores ---------------------------------------------------------------------------------------

    @cached_property
    def alignment(self) -> Ints:
        """(ACTIONS,) int64: the turn in which an action is scored: that which makes a direction the right one."""
        found = np.zeros(self.game.actions, np.int64)
        if self.shares:
            for name, action in self._directions.items():
                found[action] = ALIGNED[name]
        return found

    @cached_property
    def block(self) -> Ints:
        """(ACTIONS,) int64: which actions share weights: the four directions, as block 0."""
        if not self.shares:
            return np.arange(self.game.actions, dtype=np.int64)
        others = [action for action in range(self.game.actions) if action not in self._directions.values()]
        found = np.zeros(self.game.actions, np.int64)
        found[others] = np.arange(1, len(others) + 1)
        return found

    @cached_property
    def joint(self) -> Ints:
        """(F,) int64: 1 for the relations that count only together with the first one.

        What looks alike in every direction adds the same to all four, and so could never choose between them.
        """
        return np.array([self.shares and is_even(self.names[k]) for k in self.far], np.int64)

    def offsets(self, levels: Ints) -> Ints:
        """Return the column of each relation's first value within a block, and the width of a block at the end."""
        mine = levels[self.far]
        widths = np.where(self.joint != 0, mine[0] * mine, mine)
        return np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)

    def score(self, values: Values, levels: Ints, weights: NDArray[np.float64], action: int) -> float:
        """Return what a policy's weights give an action in a state with these relations, (K,)."""
        there = np.minimum(self.turned(values[None, :], int(self.alignment[action]))[0], levels - 1)
        offsets = self.offsets(levels)
        begin = int(self.block[action]) * int(offsets[-1])
        total = 0.0
        for place, (k, joint) in enumerate(zip(self.far, self.joint.tolist(), strict=True)):
            value = int(there[k]) + (int(there[self.far[0]]) * int(levels[k]) if joint else 0)
            total += float(weights[begin + int(offsets[place]) + value])
        return total


def swapped(name: str) -> str:
    """Return the relation that has this one's place once the axes are exchanged.

    Examples
    --------
    >>> swapped("edge_x"), swapped("parity_rows"), swapped("gap_xy"), swapped("corner")
    ('edge_y', 'parity_cols', 'gap_xy', 'corner')
    """
    for end, other in (("_xy", "_xy"), ("_x", "_y"), ("_y", "_x"), ("_cols", "_rows"), ("_rows", "_cols")):
        if name.endswith(end):
            return name.removesuffix(end) + other
    return name


def is_even(name: str) -> bool:
    """Say whether a relation looks alike from every side."""
    return not name.endswith(("_x", "_y", "_xy", "_cols", "_rows"))


def is_mirrored(name: str, turn: int) -> bool:
    """Say whether a turn makes 2 minus its value of a relation."""
    if name.endswith("_xy"):
        return bool(turn & TRANSPOSE)
    return (name.endswith("_x") and bool(turn & MIRROR_X)) or (name.endswith("_y") and bool(turn & MIRROR_Y))


def turned_direction(name: str, turn: int) -> str:
    """Return what a direction is called once the board is turned.

    Examples
    --------
    >>> [turned_direction(name, turn) for name, turn in ALIGNED.items()]
    ['right', 'right', 'right', 'right']
    """
    if turn & MIRROR_X:
        name = {"right": "left", "left": "right"}.get(name, name)
    if turn & MIRROR_Y:
        name = {"up": "down", "down": "up"}.get(name, name)
    if turn & TRANSPOSE:
        name = {"right": "up", "up": "right", "left": "down", "down": "left"}[name]
    return name
