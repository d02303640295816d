"""Other rules for the chase: walls, staying, speeds, several cats, other graphs, each solved exactly if it fits.

What does not fit, and several mice: see `outfox.studies.cat_and_mouse.beyond`.

Status: proven (see `outfox.studies.cat_and_mouse.chase`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from outfox.rules import Game
from outfox.rules.errors import NotSupported
from outfox.studies.cat_and_mouse.chase import Chase, Graph, chase
from outfox.studies.cat_and_mouse.chase_kernel import NEVER
from outfox.studies.cat_and_mouse.grid import Grid
from outfox.studies.cat_and_mouse.match import Meeting

MOST_COPS = 3


@dataclass(frozen=True)
class Variant:
    """One set of rules on one board.

    Attributes
    ----------
    name
        What differs.
    cat_first, mouse_first
        Plies from the starting cells, by who begins; NEVER where the mouse gets away.
    everywhere
        Whether the mouse is caught from every position, whoever begins; None where that was not asked.
    positions
        How many there are, on cells without walls, for each step of a turn.
    why
        Why there is no exact answer; empty where there is one.
    measured
        What policies came to, where there is no exact answer and they were asked for.
    parameters
        Of the game with these rules.
    """

    name: str
    cat_first: int = NEVER
    mouse_first: int = NEVER
    everywhere: bool | None = False
    positions: int = 0
    why: str = ""
    measured: tuple[Meeting, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; plies are null where the mouse gets away."""
        if self.why:
            return {"name": self.name, "not_solved": self.why, "measured": [one.to_dict() for one in self.measured]}
        plies = [None if one == NEVER else one for one in (self.cat_first, self.mouse_first)]
        return {
            "name": self.name,
            "cat_first": plies[0],
            "mouse_first": plies[1],
            "caught_everywhere": self.everywhere,
            "positions": self.positions,
        }


@dataclass(frozen=True)
class Cops:
    """How many cats a graph needs, where all may stay and the cats, then the mouse, choose where to stand.

    Attributes
    ----------
    name
        Of the graph.
    nodes
        How many.
    cats
        The cop number; 0 where more than MOST_COPS are needed, or it does not fit.
    rounds
        In which round that many catch, the cats beginning.
    """

    name: str
    nodes: int
    cats: int
    rounds: int

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        found = {"cop_number": self.cats or None, "rounds": self.rounds if self.cats else None}
        return {"graph": self.name, "nodes": self.nodes, **found}


def variants_of(game: Game) -> list[Variant]:
    """Return the rules of a game of cat and mouse and variants of them, each solved on its board.

    Examples
    --------
    >>> from outfox.rules import load
    >>> for one in variants_of(load("cat-and-mouse:rows=3,cols=4"))[:2]:
    ...     print(one.name, one.cat_first, one.mouse_first)
    as given 7 -1
    a wall in the middle -1 -1
    """
    board = Grid(game.constant("ROWS"), game.constant("COLS"), _walls(game), _value(game, "stay"))
    own = {name: int(_value(game, name)) for name in ("cats", "mice", "cat_steps", "mouse_steps")}
    found = [("as given", board, own)]
    if board.walls:
        found.append(("without its walls", Grid(board.rows, board.cols, (), board.stay), own))
    elif min(board.rows, board.cols) >= 3:
        found.append(("a wall in the middle", with_a_wall(board), own))
    other = Grid(board.rows, board.cols, board.walls, not board.stay)
    found.append(("staying allowed" if other.stay else "staying forbidden", other, own))
    for name, values in CHANGES:
        rules = {**own, **values}
        if rules != own and rules["cats"] + rules["mice"] <= board.cells - len(board.walls):
            found.append((name, board, rules))
            if values.get("cats") == 2:
                found.append((f"{name}, staying {'allowed' if other.stay else 'forbidden'}", other, rules))
    return [solved(name, grid, **values) for name, grid, values in found]


CHANGES: tuple[tuple[str, dict[str, int]], ...] = (
    ("two cats", {"cats": 2}),
    ("the cat takes two steps", {"cat_steps": 2}),
    ("the mouse takes two steps", {"mouse_steps": 2}),
    ("both take two steps", {"cat_steps": 2, "mouse_steps": 2}),
    ("two mice", {"mice": 2}),
    ("two cats and two mice", {"cats": 2, "mice": 2}),
)


def _value(game: Game, name: str) -> Any:
    return game.parameters[name].value


def _walls(game: Game) -> tuple[int, ...]:
    return tuple(int(cell) for cell in _value(game, "walls"))


def with_a_wall(board: Grid) -> Grid:
    """Return a board of three rows and columns at least with a wall in its middle: a cell, or two by two if it fits."""
    row, col = (board.rows - 1) // 2, (board.cols - 1) // 2
    wide = min(board.rows, board.cols) >= 6
    walls = {r * board.cols + c for r in (row, row + wide) for c in (col, col + wide)}
    return Grid(board.rows, board.cols, tuple(sorted(walls)), board.stay)


def solved(name: str, grid: Grid, *, cats: int = 1, mice: int = 1, cat_steps: int = 1, mouse_steps: int = 1) -> Variant:
    """Solve one variant with one mouse from the cells where the game begins."""
    numbers = {"cats": cats, "mice": mice, "cat_steps": cat_steps, "mouse_steps": mouse_steps}
    rules = {"rows": grid.rows, "cols": grid.cols, "walls": grid.walls, "stay": grid.stay, **numbers}
    free = [cell for cell in range(grid.cells) if cell not in grid.walls]
    positions = (cats * cat_steps + mice * mouse_steps) * len(free) ** (cats + mice)
    if mice > 1:
        why = (
            f"{cats} {'cats' if cats > 1 else 'cat'} and {mice} mice on {len(free)} cells make {positions:,} positions"
        )
        return Variant(name, positions=positions, why=why, parameters=rules)
    try:
        found = chase(grid.graph, cats=cats, cat_steps=cat_steps, mouse_steps=mouse_steps)
    except NotSupported as error:
        return Variant(name, positions=positions, why=str(error), parameters=rules)
    begin = free[:cats], grid.cells - 1
    both = [found.at(*begin, first) for first in ("cat", "mouse")]
    return Variant(name, both[0], both[1], found.caught_everywhere, positions, parameters=rules)


def cop_number(name: str, edges: Sequence[tuple[int, int]]) -> Cops:
    """Return how many cats catch on a graph.

    Examples
    --------
    >>> cop_number("square", [(0, 1), (1, 2), (2, 3), (3, 0)])
    Cops(name='square', nodes=4, cats=2, rounds=1)
    """
    graph = Graph.of(edges, stay=True)
    for cats in range(1, MOST_COPS + 1):
        try:
            found: Chase = chase(graph, cats=cats)
        except NotSupported:
            break
        if found.placed != NEVER:
            return Cops(name, graph.nodes, cats, -(-found.placed // (cats + 1)))
    return Cops(name, graph.nodes, 0, 0)


def grid_edges(rows: int, cols: int) -> list[tuple[int, int]]:
    """Return the edges of a grid."""
    cells = range(rows * cols)
    return [(a, b) for a, b in combinations(cells, 2) if b - a == cols or (b - a == 1 and b % cols)]


def named_graphs() -> list[tuple[str, list[tuple[int, int]]]]:
    """Return graphs whose cop numbers are published, with their edges."""
    ring, spokes = [(k, (k + 1) % 5) for k in range(5)], [(k, k + 5) for k in range(5)]
    star = [(k + 5, (k + 2) % 5 + 5) for k in range(5)]
    cube = [(a, b) for a, b in combinations(range(16), 2) if (a ^ b).bit_count() == 1]
    grids = [(f"grid {rows} x {cols}", grid_edges(rows, cols)) for rows, cols in GRIDS]
    return [
        ("path of 7", [(k, k + 1) for k in range(6)]),
        ("ring of 5", ring),
        *grids,
        ("Petersen", ring + spokes + star),
        ("hypercube of 4 dimensions", cube),
    ]


GRIDS = ((2, 2), (2, 5), (3, 3), (3, 5), (4, 4), (5, 5), (6, 6), (8, 7))


def cop_numbers() -> list[Cops]:
    """Return the cop numbers of `named_graphs`."""
    return [cop_number(name, edges) for name, edges in named_graphs()]
