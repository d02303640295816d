"""Two whole policies improved by hill climbing in turn, as a published write-up has it; its figures made again.

Each side has a table with a step for every position. The loser of the game between the two tables tries some
candidates, each the same table with one step changed, and keeps the best; then whoever loses now tries. The published
figures follow from NumPy's legacy stream of random numbers, so that stream is kept here, word for word.

Most changes are made where the game does not come past: such a candidate plays the game that is known, and only the
others are played. That is why 100,000 iterations take a few hundredths of a second.

Time: a game of at most a few hundred plies an iteration. Memory: 32 bytes a position.

Status: measured (the published figures, and a naive twin on other seeds and boards).
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np

from outfox.kernel.clock import Clock
from outfox.kernel.legacy_random import legacy_draws, legacy_state
from outfox.kernel.link import compiled
from outfox.kernel.slots import Ints
from outfox.methods.result import Timed
from outfox.rules.errors import BadSetting
from outfox.studies.cat_and_mouse.grid import Grid, captures
from outfox.studies.cat_and_mouse.tables_kernel import (
    CAT,
    CAT_WINS,
    DISTANCE,
    GAMES,
    MOUSE,
    MOUSE_WINS,
    MOVES,
    WINNER,
    climb,
)

PLAYERS = "cat", "mouse"
CHUNK = 10_000
"""Iterations between two looks at the clock and the keyboard."""


@dataclass(frozen=True)
class TablesSettings:
    """Settings of the run.

    Attributes
    ----------
    rows, cols
        Size of the grid.
    first
        Who takes the first step.
    iterations
        How often the loser tries.
    start
        The cat's first table: ``weak`` goes up, and down from the top row; ``strong`` goes along the larger gap. The
        mouse's is weak.
    """

    rows: int = 8
    cols: int = 7
    first: Literal["cat", "mouse"] = "cat"
    iterations: int = 100_000
    start: Literal["weak", "strong"] = "weak"

    def __post_init__(self) -> None:
        if min(self.rows, self.cols) < 2 or self.rows * self.cols > 1000:
            raise BadSetting("the tables need at least two rows and two columns, and at most 1000 cells")
        if self.iterations < 1:
            raise BadSetting("iterations must be at least 1")
        if self.first not in PLAYERS or self.start not in ("weak", "strong"):
            raise BadSetting("first is cat or mouse, start is weak or strong")


PUBLISHED = {"mouse": 54_760, "cat": 45_240, "winner": "cat", "moves": 10, "plies": 23}
"""What the write-up gives for the default settings and seed 0."""


@dataclass(frozen=True)
class TablesResult(Timed):
    """How the run went; prints beside the published figures where there are any.

    Attributes
    ----------
    settings, seed
        What was run.
    cat_wins, mouse_wins
        In how many iterations the game between the tables was then won by each.
    winner, moves, distance, plies
        The last game: who wins; the number of its last round, from 0; how far apart they end; its plies.
    exact
        Plies of the game with best play; -1 where the mouse gets away.
    cats, mice : (cells * cells,) int64
        The last tables, by position.
    history : (iterations, 3) int64
        Winner (0 the cat), moves and distance after each iteration.
    games
        Games that had to be played.
    """

    settings: TablesSettings
    seed: int
    cat_wins: int
    mouse_wins: int
    winner: str
    moves: int
    distance: int
    plies: int
    exact: int
    cats: Ints = field(repr=False)
    mice: Ints = field(repr=False)
    history: Ints = field(repr=False)
    games: int

    @property
    def figures(self) -> dict[str, Any]:
        """The figures under the names of `PUBLISHED`."""
        ours = {"mouse": self.mouse_wins, "cat": self.cat_wins}
        return ours | {"winner": self.winner, "moves": self.moves, "plies": self.plies}

    @property
    def published(self) -> dict[str, Any] | None:
        """What was published for this run, if it was."""
        return PUBLISHED if (self.settings, self.seed) == (TablesSettings(), 0) else None

    @property
    def agrees(self) -> bool:
        """Whether no published figure is contradicted."""
        return self.published in (None, self.figures)

    @property
    def perfect(self) -> bool:
        """Whether the last game is as long as best play makes it, for the side that wins with best play."""
        right = self.exact == self.plies if self.exact >= 0 else self.winner == "mouse"
        return right and self.winner == ("cat" if self.exact >= 0 else "mouse")

    def to_dict(self) -> dict[str, Any]:
        """Return the result with its stable keys."""
        exact = None if self.exact < 0 else self.exact
        return {
            "procedure": "tables",
            "settings": asdict(self.settings),
            "seed": self.seed,
            **self.figures,
            "distance": self.distance,
            "exact_plies": exact,
            "perfect": self.perfect,
            "published": self.published,
            "agrees": None if self.published is None else self.agrees,
            "games_played": self.games,
            **self.times,
        }

    def __str__(self) -> str:
        said = self.published
        rows = [("", "here") + (("published",) if said else ())]
        for name, ours in self.figures.items():
            shown = [
                f"{value:,}" if isinstance(value, int) else str(value)
                for value in (ours, *([said[name]] if said else []))
            ]
            rows.append((NAMES[name], *shown))
        lines = [f"{row[0]:34}" + "".join(f"{cell:>12}" for cell in row[1:]) for row in rows]
        best = f"{self.exact} plies" if self.exact >= 0 else "the mouse gets away"
        lines += [f"{'with best play':34}{best:>12}"]
        return "\n".join([*lines, "", textwrap.fill(self.sentence, 80)])

    @property
    def sentence(self) -> str:
        """What came of it, in a line or two."""
        one = "The last game is perfect play." if self.perfect else "The last game is not perfect play."
        took = f"{self.settings.iterations:,} iterations in {self.cpu_seconds:.3f} CPU s, {self.games:,} games played."
        if self.published is None:
            return f"{one} {took}"
        return f"{'Every published figure.' if self.agrees else 'NOT the published figures.'} {one} {took}"


NAMES = {
    "mouse": "iterations won by the mouse",
    "cat": "iterations won by the cat",
    "winner": "the last game is won by",
    "moves": "number of its last round, from 0",
    "plies": "its plies",
}

_climb, _draw = compiled(climb), compiled(legacy_draws)


def climb_tables(
    settings: TablesSettings | None = None, *, seed: int = 0, progress: Callable[[float, str], None] | None = None
) -> TablesResult:
    """Improve two tables against each other.

    Parameters
    ----------
    settings
        Default: those of the published run.
    seed
        Of NumPy's legacy generator, 0 to 2**32 - 1.
    progress
        Called with the share done and a short text.

    Examples
    --------
    >>> result = climb_tables(TablesSettings(rows=3, cols=4, iterations=2000))
    >>> result.cat_wins + result.mouse_wins
    2000
    """
    settings = settings or TablesSettings()
    if not 0 <= seed < 2**32:
        raise BadSetting("the legacy generator takes seeds from 0 to 4294967295")
    whole, run = Clock(), _Run(settings, seed)
    exact = captures(Grid(settings.rows, settings.cols)).from_corners(settings.first)
    clock = Clock()  # what was compiled is loaded by now
    while run.done < settings.iterations:
        run.go_on()
        if progress is not None:
            progress(run.done / settings.iterations, f"{run.done:,} of {settings.iterations:,} iterations")
    match = run.match
    return TablesResult(
        settings=settings,
        seed=seed,
        cat_wins=int(match[CAT_WINS]),
        mouse_wins=int(match[MOUSE_WINS]),
        winner=PLAYERS[match[WINNER]],
        moves=int(match[MOVES]),
        distance=int(match[DISTANCE]),
        plies=len(last_game(run.cats, run.mice, settings)) - 1,
        exact=exact,
        cats=run.cats,
        mice=run.mice,
        history=run.history.reshape(-1, 3),
        games=int(match[GAMES]),
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        compile_seconds=whole.compile_seconds,
    )


class _Run:
    """The arrays of a run."""

    def __init__(self, settings: TablesSettings, seed: int) -> None:
        count = (settings.rows * settings.cols) ** 2
        self.settings, self.done = settings, 0
        self.random, self.match, self.found = legacy_state(), np.zeros(8, np.int64), np.zeros(3, np.int64)
        self.cats, self.mice = first_tables(settings)
        self.board = np.array([settings.rows, settings.cols, PLAYERS.index(settings.first)], np.int64)
        self.seen, self.asked = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.history = np.zeros(3 * settings.iterations, np.int64)
        _draw(self.random, seed, np.ones(1, np.int64), np.zeros(0, np.int64))
        self.go_on(0)

    def go_on(self, most: int = CHUNK) -> None:
        """Do some iterations more; none, and the first game is played all the same."""
        self.done = _climb(
            self.random, self.cats, self.mice, self.board, self.match, self.seen, self.asked, self.found, self.history,
            min(most, self.settings.iterations - self.done),
        )  # fmt: skip


def first_tables(settings: TablesSettings) -> tuple[Ints, Ints]:
    """Return the tables that a run begins with, the cat's and the mouse's."""
    rows, cols = settings.rows, settings.cols
    cell = np.arange(rows * cols)
    up = np.where(cell // cols < rows - 1, 2, 3)
    mice = np.tile(up, rows * cols).astype(np.int64)
    if settings.start == "weak":
        return np.repeat(up, rows * cols).astype(np.int64), mice
    right = (cell % cols)[None, :] - (cell % cols)[:, None]  # from the cat, in rows, to the mouse
    above = (cell // cols)[None, :] - (cell // cols)[:, None]
    along = np.where(right > 0, 0, 1)
    strong = np.where(abs(right) > abs(above), along, np.where(above > 0, 2, 3))
    strong[above == 0] = along[above == 0]
    np.fill_diagonal(strong, up)  # never asked, but a step all the same
    return strong.reshape(-1).astype(np.int64), mice


def last_game(cats: Ints, mice: Ints, settings: TablesSettings) -> list[tuple[int, int]]:
    """Return the positions (cat, mouse) of the game between two tables, the start first.

    The game ends as in the run: when both are on one cell, or when a position comes again. What the cat's first step
    leads to is not among those that may come again.
    """
    cells, steps = settings.rows * settings.cols, (1, -1, settings.cols, -settings.cols)
    at, mover = [0, cells - 1], PLAYERS.index(settings.first)
    line, seen, opening = [(0, cells - 1)], {(0, cells - 1)}, settings.first == "cat"
    while True:
        table = cats if mover == CAT else mice
        at[mover] += steps[int(table[at[0] * cells + at[1]])]
        position = (at[0], at[1])
        line.append(position)
        if not opening and (position in seen or at[0] == at[1]):
            return line
        if not opening:
            seen.add(position)
        opening, mover = False, MOUSE if mover == CAT else CAT
