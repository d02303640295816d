"""The window policy on boards that it was not trained on: rates, lengths, and where it fails and why.

A cat that is right by parity, as it is from the corners of these boards, cannot lose the win by any step: the
theorem speaks of distance alone, and every step of either changes it by one. So a policy fails only by going round with
the mouse. How often it does is asked three ways: of mice that know nothing of it, of one that plays by the exact table
from positions all over the board, and of one that knows the policy and answers it as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.arena.statistics import Share
from outfox.kernel.clock import Clock
from outfox.kernel.slots import Ints
from outfox.methods.result import Timed
from outfox.studies.cat_and_mouse.grid import Captures, Grid, captures
from outfox.studies.cat_and_mouse.window import WindowResult, WindowSettings, train_window
from outfox.studies.cat_and_mouse.window_games import MICE, Answers, Games, Played, answers
from outfox.studies.cat_and_mouse.window_kernel import PERFECT
from outfox.studies.estimates import Estimate

Progress = Callable[[float, str], None]

BOARDS = ((5, 5, "mouse"), (15, 15, "mouse"), (20, 20, "mouse"), (30, 35, "cat"), (30, 35, "mouse"))
"""Rows, columns, who begins. On the last no cat can win from the corners: it is there to be seen."""

PUBLISHED: dict[str, float] = {
    "phase_1_rounds": 30,
    "phase_2_begins": 821,
    "phase_2_rounds": 17,
    "moves": 6.885,
    "distance": 2.12943,
    "won_15x15": 1000,
    "moves_15x15": 26.546,
    "distance_15x15": 8.0478,
}

STARTS = 2000
"""At most so many positions all over a board are played from."""

TRAINING_SHARE = 0.8


@dataclass(frozen=True)
class Against:
    """Games from the corners against one kind of mouse."""

    mouse: str
    won: Share
    moves: Estimate | None
    distance: float

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        moves = None if self.moves is None else self.moves.to_dict()
        return {"mouse": self.mouse, "won": self.won.to_dict(), "moves": moves, "distance": self.distance}


@dataclass(frozen=True)
class Everywhere:
    """Games against the perfect mouse from positions all over the board in which a perfect cat wins.

    Attributes
    ----------
    first
        Who is to move there.
    won
        How many the cat won.
    strange_lost, strange_won
        In how many of the games that it lost, and of those that it won, the policy was asked at a place that its last
        training games never asked.
    """

    first: str
    won: Share
    strange_lost: Share
    strange_won: Share

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        parts = {"won": self.won, "untrained_in_lost": self.strange_lost, "untrained_in_won": self.strange_won}
        return {"to_move": self.first, **{name: share.to_dict() for name, share in parts.items()}}


@dataclass(frozen=True)
class OnBoard:
    """How the policy does on one board, from the corners and from everywhere, with one of the two to begin."""

    rows: int
    cols: int
    first: str
    exact: int
    against: tuple[Against, ...]
    answers: Answers
    everywhere: Everywhere

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        return {
            "rows": self.rows,
            "cols": self.cols,
            "first": self.first,
            "exact_plies": None if self.exact < 0 else self.exact,
            "against": [one.to_dict() for one in self.against],
            "against_one_that_knows_it": self.answers.to_dict(),
            "everywhere": self.everywhere.to_dict(),
        }


@dataclass(frozen=True)
class WindowReport(Timed):
    """A training run and how its policy does; prints beside the published figures."""

    trained: WindowResult
    boards: tuple[OnBoard, ...]

    @property
    def figures(self) -> dict[str, float | None]:
        """Our figures under the names of `PUBLISHED`; None where there is none."""
        begin, end = self.trained.phase(1)[0].score, self.trained.rounds[-1].score
        large = next(board for board in self.boards if (board.rows, board.cols) == (15, 15)).against[1]
        return {
            "phase_1_rounds": self.trained.rounds_to_all(0),
            "phase_2_begins": begin.won,
            "phase_2_rounds": self.trained.rounds_to_all(1),
            "moves": end.moves if end.won else None,
            "distance": end.distance,
            "won_15x15": large.won.count,
            "moves_15x15": None if large.moves is None else large.moves.value,
            "distance_15x15": large.distance,
        }

    @property
    def agrees(self) -> bool:
        """Whether the shape is that of the published run: both phases come to win all games, and 15 x 15 is won."""
        found, games = self.figures, self.trained.settings.games
        return None not in (found["phase_1_rounds"], found["phase_2_rounds"]) and found["won_15x15"] == games

    def to_dict(self) -> dict[str, Any]:
        """Return the report with its stable keys."""
        return {
            "procedure": "window",
            "figures": self.figures,
            "published": dict(PUBLISHED),
            "agrees": self.agrees,
            "boards": [board.to_dict() for board in self.boards],
            "training": self.trained.to_dict(),
            **self.times,
        }

    def __str__(self) -> str:
        from outfox.studies.cat_and_mouse.window_text import report_text

        return report_text(self)


def reproduce_window(
    settings: WindowSettings | None = None, *, seed: int = 0, progress: Progress | None = None
) -> WindowReport:
    """Train a window policy on a small board and try it on large ones.

    Parameters
    ----------
    settings, seed, progress
        As for `train_window`.
    """
    clock = Clock()

    def tell(share: float, text: str) -> None:
        if progress is not None:
            progress(share * TRAINING_SHARE, text)

    trained = train_window(settings, seed=seed, progress=tell)
    boards = []
    for k, (rows, cols, first) in enumerate(BOARDS):
        boards.append(on_board(trained, rows, cols, first))
        if progress is not None:
            share = TRAINING_SHARE + (1 - TRAINING_SHARE) * (k + 1) / len(BOARDS)
            progress(share, f"{rows} x {cols}")
    took = {"seconds": clock.seconds, "cpu_seconds": clock.cpu_seconds, "compile_seconds": clock.compile_seconds}
    return WindowReport(trained=trained, boards=tuple(boards), **took)


def on_board(trained: WindowResult, rows: int, cols: int, first: str) -> OnBoard:
    """Try a trained policy on a board."""
    exact, games = captures(Grid(rows, cols)), trained.settings.games
    against = []
    for kind, name in enumerate(MICE):
        played = Games(rows, cols, kind, first=first, games=games).one_by_one(trained.policy)
        against.append(Against(name, played.won, played.mean_moves, played.score.distance))
    return OnBoard(
        rows=rows,
        cols=cols,
        first=first,
        exact=exact.from_corners(first),
        against=tuple(against),
        answers=answers(trained.policy, exact, first),
        everywhere=everywhere(trained, exact, first),
    )


def everywhere(trained: WindowResult, exact: Captures, first: str) -> Everywhere:
    """Play the perfect mouse from positions all over a board where a perfect cat wins, with `first` to move."""
    grid, starts = exact.grid, some_starts(exact, first, trained.seed)
    games = Games(grid.rows, grid.cols, PERFECT, first=first, starts=starts)
    played = games.one_by_one(trained.policy, trained.known)
    won = played.moves >= 0
    return Everywhere(first, played.won, _strange(played, ~won), _strange(played, won))


def _strange(played: Played, which: Any) -> Share:
    return Share(int((played.strange[which] > 0).sum()), int(which.sum()))


def some_starts(exact: Captures, first: str, seed: int) -> Ints:
    """Return positions with `first` to move in which a perfect cat wins: all, or a sample, in their order."""
    winnable = np.flatnonzero((exact.cat if first == "cat" else exact.mouse) > 0).astype(np.int64)
    if len(winnable) <= STARTS:
        return winnable
    return np.sort(np.random.default_rng(seed).choice(winnable, STARTS, replace=False))
