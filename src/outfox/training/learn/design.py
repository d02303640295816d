"""The design of a fit: which parameters a model of a game has, and the row of each position.

Points that a symmetry carries into each other share one parameter, so that half as many are fitted and the model
values a position and its mirror image alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from outfox.formats.model import Model, feature_names, no_model, pieces_of, point_names
from outfox.rules.game import Game
from outfox.training.learn.selfplay import SelfPlayed
from outfox.training.learn.ties import alike


@dataclass(frozen=True)
class Column:
    """A parameter of a model.

    Attributes
    ----------
    name
        For readers: ``bias, foxes to move``, a feature, or piece and points.
    kind
        What it is.
    members
        Places in `Model.vector` that share it.
    """

    name: str
    kind: Literal["bias", "feature", "square"]
    members: tuple[int, ...]


@dataclass(frozen=True)
class Design:
    """Parameters and positions.

    Attributes
    ----------
    columns : C columns
    rows : (N, C) float64
        Of each position, what each parameter is multiplied with.
    """

    columns: tuple[Column, ...]
    rows: NDArray[np.float64]

    def expand(self, parameters: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the vector of a model with these parameters; see `expand`."""
        return expand(self.columns, parameters)


def expand(columns: Sequence[Column], parameters: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the vector of a model whose columns have these parameters.

    Parameters
    ----------
    columns : C columns
    parameters : (C,) float64

    Returns
    -------
    (V,) float64
        In the order of `Model.vector`.
    """
    vector = np.zeros(sum(len(column.members) for column in columns))
    for column, value in zip(columns, parameters, strict=True):
        vector[list(column.members)] = value
    return vector


def columns_of(game: Game) -> tuple[Column, ...]:
    """Return the parameters of a model of a game.

    Examples
    --------
    >>> from outfox.rules import load
    >>> [column.name for column in columns_of(load("tic-tac-toe"))][:4]
    ['bias, x to move', 'bias, o to move', 'cross on a3 c3 a1 c1', 'cross on b3 a2 c2 b1']
    """
    features, points = feature_names(game), point_names(game)
    columns = [Column(f"bias, {name} to move", "bias", (k,)) for k, name in enumerate(game.players)]
    columns += [Column(name, "feature", (2 + k,)) for k, name in enumerate(features)]
    groups = alike(game) if points else []
    for number, piece in enumerate(pieces_of(game)):
        first = 2 + len(features) + number * len(points)
        columns += [
            Column(f"{piece} on {' '.join(points[k] for k in group)}", "square", tuple(first + k for k in group))
            for group in groups
        ]
    return tuple(columns)


def design(game: Game, games: Sequence[SelfPlayed]) -> tuple[Design, NDArray[np.float64]]:
    """Return the design of the positions drawn from games, and the games' outcomes.

    Parameters
    ----------
    game, games
        Games without a position are left out.

    Returns
    -------
    Design, (N,) float64
        Outcomes are player 0's payoffs in units of the largest.
    """
    kept = [played for played in games if played.mover >= 0]
    columns = columns_of(game)
    full = np.array([full_row(game, one.mover, one.features, one.squares) for one in kept])
    rows = np.column_stack([full[:, list(column.members)].sum(axis=1) for column in columns])
    return Design(columns, rows), np.array([one.payoff for one in kept]) / game.scale


def full_row(game: Game, mover: int, features: Sequence[float], squares: Sequence[int]) -> NDArray[np.float64]:
    """Return what each place of `Model.vector` is multiplied with in one position."""
    pieces = len(pieces_of(game))
    stands = np.asarray(squares, np.int64)[None, :] == np.arange(1, pieces + 1)[:, None]
    bias = [float(mover == 0), float(mover == 1)]
    return np.concatenate([bias, np.asarray(features, np.float64), stands.ravel().astype(np.float64)])


def model_of(game: Game, vector: NDArray[np.float64], about: dict[str, object]) -> Model:
    """Return the model with these parameters, to six places: what rounding in the last bits cannot change."""
    rounded = [round(float(value), 6) + 0.0 for value in vector]
    return replace(no_model(game).with_vector(rounded), about=about)
