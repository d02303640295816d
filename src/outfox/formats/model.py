"""Files of models: an evaluation of positions as JSON that can be read, compared and edited by hand.

A model says what a position is worth: ``tanh`` of a sum of a bias for whoever is to move, the named features of the
game times their weights, and a value for each piece on each point. The result is in units of the largest payoff,
player 0's, between -1 and 1.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outfox.formats.whole import put_json
from outfox.rules.errors import DamagedFile, NotSupported
from outfox.rules.game import Game

FORMAT = "outfox-model-1"

BELOW = 0.9
"""An estimate is scaled to stay so far below a win: no search trades a real one for a good look."""


FIRST_WEIGHT = 3
"""A search's weights: the scale; the two biases; from this place the features, then piece by piece its points; then
room for what the rules' `features` and `squares` fill."""


class Tuning(NamedTuple):
    """How a tree search uses a model.

    Attributes
    ----------
    cut
        Plies of a playout before the model scores it.
    c
        Exploration constant.
    """

    cut: int = 8
    c: float = 1.4


@dataclass(frozen=True)
class Model:
    """A linear evaluation with a tanh link.

    Attributes
    ----------
    game
        Spec of the game that it was fitted for; it serves every game with the same features, points and pieces.
    bias
        Added where player 0 is to move, and where player 1 is.
    features
        Weight of each named feature.
    squares
        Value of each piece on each point: piece -> point -> value. Positive is good for player 0.
    about
        How it was got, for readers, and the `tuning` of a search that uses it.

    Examples
    --------
    >>> model = Model("toy", (0.5, 0.25), {"lead": 0.1}, {})
    >>> round(model.value(0, [3.0], []), 4)
    0.664
    """

    game: str
    bias: tuple[float, float]
    features: dict[str, float]
    squares: dict[str, dict[str, float]]
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def tuning(self) -> Tuning:
        """How a tree search uses it best, as far as it says so."""
        known = {name: self.about[name] for name in Tuning._fields if name in self.about}
        cut, c = Tuning(**known)
        return Tuning(int(cut), float(c))

    @property
    def vector(self) -> NDArray[np.float64]:
        """All parameters in a row: the biases, the features, and piece by piece its points."""
        squares = [value for points in self.squares.values() for value in points.values()]
        return np.array([*self.bias, *self.features.values(), *squares])

    def value(self, mover: int, features: Any, squares: Any) -> float:
        """Return what a position is worth to player 0, in units of the largest payoff.

        Parameters
        ----------
        mover
            0 or 1.
        features : (F,) float
            As the game's `features` fills them.
        squares : (N,) int
            As the game's `squares` fills them: 0 or the number of a piece.
        """
        total = self.bias[mover] + float(np.dot(list(self.features.values()), np.asarray(features, np.float64)))
        for points, piece in zip(zip(*(p.values() for p in self.squares.values()), strict=True), squares, strict=True):
            total += points[piece - 1] if piece else 0.0
        return float(np.tanh(total))

    def weights(self, game: Game) -> NDArray[np.float64]:
        """Return the array that a search takes as `weights`.

        Raises
        ------
        NotSupported
            Where the game has other features, points or pieces.
        """
        self.require(game)
        scratch = np.zeros(len(self.features) + len(point_names(game)))
        return np.concatenate([[game.scale * BELOW], self.vector, scratch])

    def require(self, game: Game) -> None:
        """Refuse a game that the model cannot evaluate.

        Raises
        ------
        NotSupported
            Where the game has other features, points or pieces; the message names the first of them.
        """
        for what, mine, its in (
            ("features", tuple(self.features), feature_names(game)),
            ("pieces", tuple(self.squares), pieces_of(game)),
            ("points", tuple(next(iter(self.squares.values()), ())), point_names(game)),
        ):
            if mine != its:
                listed = ", ".join(its) or "none"
                raise NotSupported(f"a model of {self.game} does not fit {game.spec}, whose {what} are {listed}")

    def with_vector(self, vector: Sequence[float] | NDArray[np.float64]) -> Model:
        """Return a model with the same names and other parameters, in the order of `vector`."""
        values = [float(value) for value in vector]
        names, first = list(self.features), 2 + len(self.features)
        squares = {}
        for piece, points in self.squares.items():
            squares[piece] = dict(zip(points, values[first:], strict=False))
            first += len(points)
        features = dict(zip(names, values[2:], strict=False))
        return replace(self, bias=(values[0], values[1]), features=features, squares=squares)

    def towards(self, other: Model, step: float) -> Model:
        """Return a model whose parameters lie between this one's and another's, to six places; 0: here, 1: there.

        Examples
        --------
        >>> one, other = (Model("toy", (x, x), {"lead": y}, {}) for x, y in ((0.0, 1.0), (1.0, 3.0)))
        >>> one.towards(other, 0.25).features
        {'lead': 1.5}
        """
        between = (1 - step) * self.vector + step * other.vector
        return self.with_vector([round(float(value), 6) + 0.0 for value in between])

    def save(self, path: str | Path) -> None:
        """Write the model, whole or not at all."""
        put_json(path, {"format": FORMAT, **asdict(self)})


def no_model(game: Game) -> Model:
    """Return the model of a game that values everything at 0."""
    points = dict.fromkeys(point_names(game), 0.0)
    features = dict.fromkeys(feature_names(game), 0.0)
    return Model(game.spec, (0.0, 0.0), features, {piece: dict(points) for piece in pieces_of(game)})


def load_model(path: str | Path) -> Model:
    """Read a model.

    Raises
    ------
    DamagedFile
        Where the file is no model; the message names the file and what is wrong.
    OSError
        Where it cannot be read.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise DamagedFile(f"{path} is no model: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedFile(f"{path} is no model: its format is not {FORMAT!r}")
    try:
        model = Model(
            str(content["game"]),
            (float(content["bias"][0]), float(content["bias"][1])),
            {str(name): float(weight) for name, weight in content["features"].items()},
            {str(p): {str(k): float(v) for k, v in points.items()} for p, points in content["squares"].items()},
            dict(content.get("about", {})),
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise DamagedFile(f"{path} is no model: {type(error).__name__} at {error}") from None
    if not np.isfinite(model.vector).all():
        raise DamagedFile(f"{path} is no model: a weight is not a finite number")
    try:
        cut, c = model.tuning
    except (TypeError, ValueError):
        cut, c = -1, np.nan
    if cut < 0 or not 0 <= c < np.inf:
        raise DamagedFile(f"{path} is no model: about: cut is a number of plies, c an exploration constant from 0 up")
    if len({tuple(points) for points in model.squares.values()}) > 1:
        raise DamagedFile(f"{path} is no model: its pieces stand on different points")
    return model


def feature_names(game: Game) -> tuple[str, ...]:
    """Return the names of a game's features; none where it declares none, or does not name them."""
    return tuple(game.constant("FEATURES", ())) if game.has("features") else ()


def pieces_of(game: Game) -> tuple[str, ...]:
    """Return the names of the pieces that have position values."""
    return tuple(game.constant("BOARD").pieces) if game.has("squares") and game.has("BOARD") else ()


def point_names(game: Game) -> tuple[str, ...]:
    """Return the names of the points of the board."""
    return tuple(game.constant("BOARD").names) if game.has("squares") and game.has("BOARD") else ()
