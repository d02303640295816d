"""Grids with walls, and the exact answer for one cat and one mouse; see `outfox.studies.cat_and_mouse.chase`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outfox.kernel.slots import Ints, Ints32
from outfox.studies.cat_and_mouse.chase import Graph, chase
from outfox.studies.cat_and_mouse.chase_kernel import NEVER

STEPS = 5
"""Right, left, up, down, stay: the actions of the game, in its order."""


@dataclass(frozen=True)
class Grid:
    """A grid with walls.

    Attributes
    ----------
    rows, cols
        Its size.
    walls
        Cells that nobody enters: row * cols + col, row 0 at the bottom.
    stay
        Whether a piece may stay where it is.
    """

    rows: int
    cols: int
    walls: tuple[int, ...] = ()
    stay: bool = False

    @property
    def cells(self) -> int:
        """How many cells there are, walls included."""
        return self.rows * self.cols

    @property
    def graph(self) -> Graph:
        """The graph of its steps, in the order of the game's actions; a wall leads nowhere, not even to itself.

        Examples
        --------
        >>> Grid(2, 2).graph.goals.reshape(4, 5)[0].tolist()
        [1, -1, 2, -1, -1]
        """
        goals = np.full((self.cells, STEPS), -1, np.int64)
        closed = set(self.walls)
        for cell in set(range(self.cells)) - closed:
            row, col = divmod(cell, self.cols)
            for step, (up, right) in enumerate(((0, 1), (0, -1), (1, 0), (-1, 0))):
                inside = 0 <= row + up < self.rows and 0 <= col + right < self.cols
                goal = (row + up) * self.cols + col + right
                if inside and goal not in closed:
                    goals[cell, step] = goal
            if self.stay or goals[cell].max() < 0:
                goals[cell, 4] = cell
        return Graph(self.cells, goals.reshape(-1))


@dataclass(frozen=True)
class Captures:
    """In how many plies the mouse is caught, with best play of both; NEVER where it is not.

    Attributes
    ----------
    grid
        Where.
    goals
        Where each step leads, as in `Graph`.
    cat, mouse : (cells * cells,) int32
        By position ``cat * cells + mouse``, with the cat and with the mouse to move; 0 where it is caught.
    """

    grid: Grid
    goals: Ints
    cat: Ints32
    mouse: Ints32

    def from_corners(self, first: str) -> int:
        """Return the plies from the lower left and upper right corners; NEVER if the mouse gets away.

        Examples
        --------
        >>> captures(Grid(3, 4)).from_corners("cat"), captures(Grid(3, 3)).from_corners("mouse")
        (7, 6)
        """
        return int((self.cat if first == "cat" else self.mouse)[self.grid.cells - 1])


def captures(grid: Grid) -> Captures:
    """Return the exact answer for one cat and one mouse, for every position of a grid.

    Raises
    ------
    NotSupported
        Where there are too many positions.
    """
    graph = grid.graph
    cat, mouse = chase(graph).plies
    return Captures(grid, graph.goals, cat, mouse)


__all__ = ["NEVER", "STEPS", "Captures", "Grid", "captures"]
