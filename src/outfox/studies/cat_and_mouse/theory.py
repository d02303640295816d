"""What is known of one cat and one mouse on a grid, checked position by position, and what was said that is not so.

Each step of either piece changes the distance by one. So with the cat to move at an even distance it never comes to
move beside the mouse, whatever either does; at an odd distance it can always come nearer. From opposite corners the
distance is rows + cols - 2.

Status: proven (every position of every board in the table).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.kernel.clock import Clock
from outfox.studies.cat_and_mouse.grid import NEVER, Captures, Grid, captures

Progress = Callable[[float, str], None]

LARGEST_BOARD = 12
"""Every board from 2 x 2 to this size is checked."""

SHOWN = ((3, 3), (3, 4), (4, 4), (5, 5), (5, 6), (8, 7), (8, 8), (15, 15), (20, 20), (30, 35))
LARGE = (30, 35)


@dataclass(frozen=True)
class Length:
    """The game from opposite corners of one board.

    Attributes
    ----------
    rows, cols, first
        The board, and who begins.
    plies
        With best play; NEVER where the mouse gets away.
    longest
        The longest forced capture of the board from any position.
    cpu_seconds
        What solving it took.
    """

    rows: int
    cols: int
    first: str
    plies: int
    longest: int
    cpu_seconds: float

    @property
    def formula(self) -> int:
        """What the theorem says."""
        return corner_plies(self.rows, self.cols, self.first)

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys, without the time; plies are null where the mouse gets away."""
        plies = None if self.plies == NEVER else self.plies
        board = {"rows": self.rows, "cols": self.cols, "first": self.first}
        return {**board, "plies": plies, "longest_forced_capture": self.longest, "as_the_formula": self.agrees}

    @property
    def agrees(self) -> bool:
        """Whether the length is that of the formula; and the longest capture, where the board is square."""
        return self.plies == self.formula and (self.rows != self.cols or self.longest == 4 * self.rows - 6)


@dataclass(frozen=True)
class Claim:
    """Something that was said of the game, and a board on which it is not so.

    Attributes
    ----------
    said
        The claim.
    exact
        What is so.
    boards, wrong
        Boards on which the claim says something, among those that were checked; those on which it is wrong.
    example
        The smallest of them: rows, columns.
    """

    said: str
    exact: str
    boards: int
    wrong: int
    example: tuple[int, int]

    @property
    def board(self) -> str:
        """The example in words."""
        return f"{self.example[0]} x {self.example[1]}"

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        counted = {"boards": self.boards, "wrong": self.wrong, "example": list(self.example)}
        return {"said": self.said, "exact": self.exact, **counted}


@dataclass(frozen=True)
class Theory:
    """The theorem of parity, checked.

    Attributes
    ----------
    boards, positions
        How many were compared with it.
    exceptions
        Positions that differ from it.
    rule_positions, rule_exceptions
        Positions with the cat to move that it can win; in how many of them the step along the larger gap, the vertical
        one where both are equal, is not a best one.
    lengths
        Games from opposite corners.
    claims
        What was said that is not so.
    """

    boards: int
    positions: int
    exceptions: int
    rule_positions: int
    rule_exceptions: int
    lengths: tuple[Length, ...]
    claims: tuple[Claim, ...]

    @property
    def large(self) -> Length:
        """The largest board."""
        return next(one for one in self.lengths if (one.rows, one.cols) == LARGE)

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; times are apart."""
        return {
            "boards": self.boards,
            "positions": self.positions,
            "exceptions": self.exceptions,
            "larger_gap": {"positions": self.rule_positions, "exceptions": self.rule_exceptions},
            "lengths": [one.to_dict() for one in self.lengths],
            "claims": [one.to_dict() for one in self.claims],
        }


def corner_plies(rows: int, cols: int, first: str) -> int:
    """Return the length from opposite corners by the theorem, for boards of two rows and columns at least.

    Examples
    --------
    >>> corner_plies(8, 7, "cat"), corner_plies(8, 7, "mouse"), corner_plies(15, 15, "mouse")
    (23, -1, 54)
    """
    if (rows + cols) % 2 == (0 if first == "cat" else 1):
        return NEVER
    return 2 * (rows + cols) - (7 if first == "cat" else 6)


def theory(largest: int = LARGEST_BOARD, progress: Progress | None = None) -> Theory:
    """Check the theorem on every board up to a size.

    Parameters
    ----------
    largest
        Rows and columns at most.
    progress
        Called with the share done and a short text.

    Examples
    --------
    >>> found = theory(4)
    >>> found.boards, found.exceptions
    (9, 0)
    """
    sizes = [(rows, cols) for rows in range(2, largest + 1) for cols in range(2, largest + 1)]
    positions = exceptions = rule = wrong = 0
    for k, (rows, cols) in enumerate(sizes):
        exact = captures(Grid(rows, cols))
        positions += 2 * rows * cols * (rows * cols - 1)
        exceptions += exceptions_of(exact)
        rule += int((exact.cat > 0).sum())
        wrong += larger_gap_exceptions(exact)
        if progress is not None:
            progress((k + 1) / len(sizes), f"{rows} x {cols}")
    lengths = tuple(length(*size) for size in SHOWN)
    return Theory(len(sizes), positions, exceptions, rule, wrong, lengths, claims(sizes))


def exceptions_of(exact: Captures) -> int:
    """Return in how many positions, either side to move, the exact answer is not what parity says."""
    cells, cols = np.arange(exact.grid.cells), exact.grid.cols
    apart = abs(cells[:, None] // cols - cells // cols) + abs(cells[:, None] % cols - cells % cols)
    odd, even = (apart % 2 == 1).reshape(-1), (apart % 2 == 0).reshape(-1)
    unequal = (apart > 0).reshape(-1)
    wrong_cat, wrong_mouse = (exact.cat != NEVER) != odd, (exact.mouse != NEVER) != even
    return int((wrong_cat & unequal).sum() + (wrong_mouse & unequal).sum())


def larger_gap_exceptions(exact: Captures) -> int:
    """Return in how many positions that the cat can win its step along the larger gap is not a best one."""
    cells, cols = exact.grid.cells, exact.grid.cols
    cat, mouse = np.divmod(np.flatnonzero(exact.cat > 0), cells)
    right, above = mouse % cols - cat % cols, mouse // cols - cat // cols
    across = np.where(right > 0, cat + 1, cat - 1)
    upright = np.where(above > 0, cat + cols, cat - cols)
    goal = np.where(abs(right) > abs(above), across, upright)
    return int((exact.mouse[goal * cells + mouse] + 1 != exact.cat[cat * cells + mouse]).sum())


def length(rows: int, cols: int) -> Length:
    """Solve a board; whoever must begin for the cat to win begins."""
    clock, first = Clock(), "cat" if (rows + cols) % 2 else "mouse"
    exact = captures(Grid(rows, cols))
    longest = int(max(exact.cat.max(), exact.mouse.max()))
    return Length(rows, cols, first, exact.from_corners(first), longest, clock.cpu_seconds)


def claims(sizes: list[tuple[int, int]]) -> tuple[Claim, ...]:
    """Hold what was said against the exact answer on every board."""
    odd = [size for size in sizes if size[0] % 2 or size[1] % 2]
    return (
        _claim(
            "with one dimension odd, the cat can win",
            "moving first, it wins exactly where one dimension is odd and the other even",
            odd,
            "cat",
        ),
        _claim(
            "with the mouse moving first, the cat can win",
            "it then wins exactly where both dimensions are odd or both even",
            sizes,
            "mouse",
        ),
    )


def _claim(said: str, exact: str, sizes: list[tuple[int, int]], first: str) -> Claim:
    wrong = [size for size in sizes if captures(Grid(*size)).from_corners(first) == NEVER]
    return Claim(said, exact, len(sizes), len(wrong), min(wrong, key=lambda size: (sum(size), size)))
