"""Games of a window policy on boards of any size, against mice that are random, careful, perfect or know the policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.arena.statistics import Share
from outfox.kernel.legacy_random import legacy_state
from outfox.kernel.link import compiled
from outfox.kernel.slots import Floats, Ints, Ints32
from outfox.studies.cat_and_mouse import window_kernel as kernels
from outfox.studies.cat_and_mouse.grid import NEVER, STEPS, Captures, Grid, captures
from outfox.studies.cat_and_mouse.window_kernel import PERFECT
from outfox.studies.estimates import Estimate, mean_interval

PLACES = 729
MICE = "random", "careful", "perfect"
"""Names of the kinds of mice, in the order of `outfox.studies.cat_and_mouse.window_kernel`."""

WORDS_A_MOVE = 16
"""Random words that a game is given for each move; where they run out it is given twice as many."""

BATCH = 1000
"""Games that are played at once."""

_play, _fill = compiled(kernels.play_games), compiled(kernels.fill_words)
_answers, _begins = compiled(kernels.spread_answers), compiled(kernels.begin_with_cat)


@dataclass(frozen=True)
class Score:
    """How a policy did in some games.

    Attributes
    ----------
    games, won
        How many, and how many the cat won.
    moves
        Mean moves of the games that it won.
    distance
        Mean distance after all moves.
    """

    games: int
    won: int
    moves: float
    distance: float

    def better_than(self, other: Score) -> bool:
        """Say which is better: more games won, then fewer moves, then a smaller distance."""
        return (-self.won, self.moves, self.distance) < (-other.won, other.moves, other.distance)

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; moves are null where no game was won."""
        moves = self.moves if self.won else None
        return {"games": self.games, "won": self.won, "moves": moves, "distance": self.distance}


@dataclass(frozen=True)
class Played:
    """Games one by one.

    Attributes
    ----------
    moves
        Of each game; negative where the mouse won, 0 where it was caught before its first step.
    strange
        How often the policy was asked at a place that training never asked.
    distances
        Sum of the distances after the moves of each game.
    """

    moves: Ints
    strange: Ints
    distances: Floats

    @property
    def won(self) -> Share:
        """How many the cat won."""
        return Share(int((self.moves >= 0).sum()), len(self.moves))

    @property
    def mean_moves(self) -> Estimate | None:
        """Mean moves of the games that the cat won; None where there are fewer than two."""
        return mean_interval(self.moves[self.moves >= 0].tolist())

    @property
    def score(self) -> Score:
        """The three criteria."""
        won = self.moves[self.moves >= 0]
        moves = int(won.sum()) / len(won) if len(won) else float("inf")
        distance = float(np.cumsum(self.distances)[-1]) / int(abs(self.moves).sum())
        return Score(len(self.moves), len(won), moves, distance)


class Games:
    """Games on one board against one kind of mouse.

    Parameters
    ----------
    rows, cols
        The board.
    mouse
        RANDOM, CAREFUL or PERFECT.
    first
        Who takes the first step.
    games
        How many, from the corners; the seed of a game is its number.
    starts
        Positions ``cat * cells + mouse`` to begin from instead, one a game.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        mouse: int,
        *,
        first: str = "mouse",
        games: int = BATCH,
        starts: Ints | None = None,
    ) -> None:
        limit = 2 * (rows + cols)
        self.board = np.array([rows, cols, first == "cat", mouse, limit], np.int64)
        self.exact = captures(Grid(rows, cols)) if mouse == PERFECT else None
        self.goals = Grid(rows, cols).graph.goals
        self._left = self.exact.cat if self.exact is not None else np.zeros(0, np.int32)
        self.starts = np.full(games, rows * cols - 1, np.int64) if starts is None else starts
        self._width, self._words = WORDS_A_MOVE * limit, dict[int, Ints]()

    def play(self, policy: Ints) -> Score:
        """Play them and return the score."""
        return self.one_by_one(policy).score

    def asked(self, policy: Ints) -> Ints:
        """Return how often each place of the policy is asked in them."""
        asked = np.zeros(PLACES, np.int64)
        self.one_by_one(policy, asked=asked)
        return asked

    def one_by_one(self, policy: Ints, known: Ints | None = None, asked: Ints | None = None) -> Played:
        """Play them; `known` says how often training asked each place, and to `asked` is added what they ask."""
        count = len(self.starts)
        known = np.ones(PLACES, np.int64) if known is None else known
        asked = np.zeros(PLACES, np.int64) if asked is None else asked
        ends, distances, strange = np.zeros(count, np.int64), np.zeros(count), np.zeros(count, np.int64)
        for begin in range(0, count, BATCH):
            part = slice(begin, min(begin + BATCH, count))
            starts, before = self.starts[part], asked.copy()
            size = len(starts)
            odd, found, sums = np.zeros(size + 4, np.int64), np.zeros(size, np.int64), np.zeros(size)
            while _play(
                policy, self.board, self.goals, self._left, starts, self._stream(begin, size), known, asked, found,
                odd, sums,
            ):  # fmt: skip
                asked[:] = before
                self._width, self._words = 2 * self._width, {}
            ends[part], strange[part], distances[part] = found, odd[:size], sums
        return Played(ends, strange, distances)

    def _stream(self, first: int, games: int) -> Ints:
        """Return the words of a batch of games; those of the first batch are kept."""
        if first in self._words:
            return self._words[first]
        words = np.zeros(games * self._width, np.int64)
        _fill(legacy_state(), words, games, first)
        if first == 0:
            self._words[0] = words
        return words


@dataclass(frozen=True)
class Answers:
    """What a mouse that knows the policy can do, where a perfect cat catches it with the one to move who begins.

    Attributes
    ----------
    first
        Who begins.
    caught
        Positions in which the policy catches that mouse too.
    of
        Positions in which a perfect cat does.
    corners
        Plies that it lasts from the corners, NEVER where it gets away.
    exact
        Plies from the corners against a perfect cat.
    circle
        The first way found in which it gets away where a perfect cat would catch it, the mouse to move: the positions
        (cat, mouse) that come again and again; empty where there is none.
    """

    first: str
    caught: int
    of: int
    corners: int
    exact: int
    circle: tuple[tuple[int, int], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; plies are null where the mouse gets away."""
        corners, exact = (None if plies == NEVER else plies for plies in (self.corners, self.exact))
        return {
            "to_move": self.first,
            "caught": self.caught,
            "of": self.of,
            "plies_from_corners": corners,
            "exact_plies": exact,
            "circle": [list(pair) for pair in self.circle],
        }


def answers(policy: Ints, exact: Captures, first: str = "mouse") -> Answers:
    """Let the mouse answer a window policy as well as can be, from every position.

    Parameters
    ----------
    policy
        Of the cat.
    exact
        The exact answer on the board.
    first
        Who takes the first step, from the corners and from everywhere.
    """
    grid = exact.grid
    count = grid.cells**2
    board = np.array([grid.rows, grid.cols, 0, PERFECT, 0], np.int64)
    caught = np.full(count, NEVER, np.int32)
    _answers(policy, board, exact.goals, caught, np.zeros(count, np.int64), np.zeros(count, np.int64))
    begun = _after_the_cat(policy, exact, caught) if first == "cat" else caught
    winnable = (exact.cat if first == "cat" else exact.mouse) > 0
    lost, corners = int((begun[winnable] > 0).sum()), int(begun[grid.cells - 1])
    free = np.flatnonzero((exact.mouse > 0) & (caught == NEVER))
    circle = _circle(policy, exact, caught, int(free[0])) if len(free) else ()
    return Answers(first, lost, int(winnable.sum()), corners, exact.from_corners(first), circle)


def _after_the_cat(policy: Ints, exact: Captures, caught: Ints32) -> Ints32:
    """Return the plies with the cat to move: one more than after the step that its policy says."""
    plies = np.full(exact.grid.cells**2, NEVER, np.int32)
    _begins(policy, np.array([exact.grid.rows, exact.grid.cols], np.int64), caught, plies)
    return plies


def _circle(policy: Ints, exact: Captures, caught: Ints32, place: int) -> tuple[tuple[int, int], ...]:
    """Follow a mouse that keeps away, by its first step that does, until a position comes again."""
    grid, line = exact.grid, list[int]()
    while place not in line:
        line.append(place)
        cat, mouse = divmod(place, grid.cells)
        for goal in exact.goals[mouse * STEPS : (mouse + 1) * STEPS]:
            if goal < 0 or goal == cat:
                continue
            after = kernels.goal_of(cat, cat_step(policy, cat, int(goal), grid.rows, grid.cols), grid.cols)
            if after != goal and caught[after * grid.cells + goal] == NEVER:
                place = int(after * grid.cells + goal)
                break
    return tuple((p // grid.cells, p % grid.cells) for p in line[line.index(place) :])


def cat_step(policy: Ints | None, cat: int, mouse: int, rows: int, cols: int) -> int:
    """Return the cat's step by a window policy, or always along the larger gap where there is none.

    Examples
    --------
    >>> cat_step(None, 0, 14, 3, 5), cat_step(None, 0, 11, 3, 5)
    (0, 2)
    """
    if policy is None:
        return int(kernels.along_the_larger_gap(cat, mouse, cols))
    return int(kernels.reply(policy, cat, mouse, rows, cols))
