"""Grading: how often a player finds a best action, where the truth is known.

Small games are solved, so that every position has an exact value; endings of Starve the Fox have tables. A player is
asked in positions of random play that have a choice that matters: where all actions are worth the same, anybody plays
perfectly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.methods.solve.states import solve_states
from outfox.players.mcts_player import MctsPlayer
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.training.learn.selfplay import Recipe
from outfox.workers.seeds import root_seed, task_seed

Judge = Callable[[Position], float | None]
"""The exact value of a position, player 0's payoff; None where it is not known."""

POSITIONS = 500
"""Positions that a player is asked in."""

STATES = 2_500_000
"""A game of more states is not solved for its grades: these take some seconds."""

LONGEST = 400
"""Plies of a random game from which positions are drawn."""


@dataclass(frozen=True)
class Blunder:
    """A position with the action that was chosen, what it gave away, and what was best."""

    position: str
    chosen: str
    best: str
    loss: float


@dataclass(frozen=True)
class Grade:
    """How well a player plays, by exact values.

    Attributes
    ----------
    positions
        How many it was asked in: different ones, each with actions of different values.
    optimal
        In how many it chose one of the best.
    loss
        What its choices gave away on average, in payoff.
    blunders
        The worst.
    """

    positions: int
    optimal: int
    loss: float
    blunders: tuple[Blunder, ...]

    @property
    def share(self) -> float:
        """Share of positions that were played optimally."""
        return self.optimal / self.positions if self.positions else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the grade with its stable keys."""
        return {
            "positions": self.positions,
            "optimal": self.optimal,
            "share": round(self.share, 6),
            "loss": round(self.loss, 6),
            "blunders": [vars(one) for one in self.blunders],
        }


def judge_of(game: Game) -> Judge | None:
    """Return exact values of a game that is small enough to be solved; None where it is not."""
    try:
        table = solve_states(game, states=STATES).table
    except (BudgetExceeded, NotSupported):
        return None
    return lambda position: position.payoff if position.is_terminal else table.outcome(position).value


def grade(
    game: Game,
    recipe: Recipe,
    judge: Judge,
    *,
    seed: int | np.random.SeedSequence = 0,
    positions: int = POSITIONS,
    among: Iterable[Position] | None = None,
) -> Grade:
    """Grade a search.

    Parameters
    ----------
    game, recipe
        Who plays what.
    judge
        Exact values; positions that it does not know, or whose successors it does not know, are left out.
    seed
        Of the positions, and of the searches.
    positions
        How many, at most.
    among
        The positions; default: of random play.

    Examples
    --------
    >>> from outfox.rules import load
    >>> game = load("tic-tac-toe")
    >>> grade(game, Recipe(400), judge_of(game), positions=50).share > 0.8
    True
    """
    root = root_seed(seed)
    player = MctsPlayer(recipe.settings, weights=recipe.model)
    player.start(game, 0, task_seed(root, 1))
    found: list[tuple[float, Blunder]] = []
    for position in among if among is not None else random_positions(game, task_seed(root, 0), positions * 10):
        if len(found) == positions:
            break
        values = _values(position, judge)
        if values is None or min(values) == max(values):
            continue
        sign = 1.0 if position.mover == 0 else -1.0
        best = max(range(len(values)), key=lambda k: sign * values[k])
        player.start(game, position.mover, task_seed(root, 2, len(found)))
        chosen = position.legal.index(player.choose(position))
        loss = sign * (values[best] - values[chosen])
        names = [position.name(position.legal[k]) for k in (chosen, best)]
        found.append((loss, Blunder(position.text, names[0], names[1], loss)))
    losses = [loss for loss, _ in found]
    worst = sorted((one for _, one in found if one.loss > 0), key=lambda one: -one.loss)[:3]
    return Grade(len(found), losses.count(0.0), float(np.mean(losses)) if losses else 0.0, tuple(worst))


def _values(position: Position, judge: Judge) -> list[float] | None:
    """Return the value after each legal action; None where one is not known."""
    values = [judge(position.play(action)) for action in position.legal]
    return None if None in values else [float(value) for value in values if value is not None]


def random_positions(game: Game, seed: np.random.SeedSequence, most: int) -> Iterator[Position]:
    """Yield different positions with a choice, one from each random game, of `most` games at most."""
    random = np.random.default_rng(seed)
    known: set[Any] = set()
    for number in range(most):
        position, seen = game.start(number % game.starts), []
        for _ in range(LONGEST):
            if position.is_terminal:
                break
            if position.mover >= 0 and len(position.legal) > 1:
                seen.append(position)
            position = position.play(_step(position, random))
        if seen:
            one = seen[int(random.integers(len(seen)))]
            if one.key not in known:
                known.add(one.key)
                yield Position(game, one.state)


def _step(position: Position, random: np.random.Generator) -> int:
    if position.mover < 0:
        outcomes, odds = zip(*position.chance, strict=True)
        return int(random.choice(outcomes, p=np.asarray(odds) / sum(odds)))
    return int(random.choice(position.legal))


def compared(
    game: Game,
    learned: Recipe,
    plain: Recipe,
    judge: Judge,
    seed: int | np.random.SeedSequence,
    positions: int,
    among: Callable[[np.random.SeedSequence], Iterable[Position]] | None = None,
) -> dict[str, Grade]:
    """Grade a search with a model beside plain search, in the same positions; `among` makes them from a seed."""
    return {
        name: grade(
            game, one, judge, seed=seed, positions=positions, among=among and among(task_seed(root_seed(seed), 0))
        )
        for name, one in (("learned", learned), ("plain", plain))
    }


def grade_of(content: dict[str, Any]) -> Grade:
    """Return a grade from what `Grade.to_dict` gave."""
    blunders = tuple(Blunder(**one) for one in content["blunders"])
    return Grade(content["positions"], content["optimal"], content["loss"], blunders)
