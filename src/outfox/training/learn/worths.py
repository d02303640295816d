"""What each feature's weight is worth by itself, in the game's own currency.

The currency is `Statement.whole` of a game's first statement: of a captured sheep, say, with all that goes along with
it. Where positions settle that amount, an interval in it is as tight as the weight's own. A weight that position values
can stand in for is settled by no number of games, in whatever unit; the statements say what comes of both together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from outfox.formats.model import Model
from outfox.rules.game import Game
from outfox.training.learn.statements import (
    ends_of,
    known,
    ratio,
    ratios,
    signed,
    statements_of,
    unit_of,
    with_intervals,
)

if TYPE_CHECKING:
    from outfox.training.learn.fit_result import Fit, Interval

READING = "reading.json"
"""Lies beside the model that a generation plays with: what its fit says, with intervals."""

MODEL = "model.json"

SIDES = 2
"""A model's vector begins with the biases of both sides; its features follow."""


@dataclass(frozen=True)
class Worth:
    """A feature's weight.

    Attributes
    ----------
    name
        The feature.
    weight
        On the scale of the model; good for player 0 where it is positive.
    units
        In whole units of the game's own currency.
    interval
        Of `units`, where a fit says so.
    """

    name: str
    weight: float
    units: float
    interval: Interval | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name."""
        ends = ends_of(self.interval)
        return {"name": self.name, "weight": self.weight, "units": known(self.units), "interval": ends}


def worths_of(model: Model, game: Game) -> list[Worth]:
    """Return what a model's features are worth.

    Parameters
    ----------
    model
    game
        The model's game.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.studies.valued import published
    >>> game = load("starve-the-fox")
    >>> [f"{one.name}: {one.units:+.2f}" for one in worths_of(published(game), game)][:2]
    ['captured: +0.22', 'edible_foxes_to_move: +0.59']
    """
    if not model.features:
        return []
    unit = abs(statements_of(model, game)[0].whole)
    return [Worth(name, weight, ratio(weight, unit)) for name, weight in model.features.items()]


def worths_with_intervals(model: Model, game: Game, fit: Fit) -> list[Worth]:
    """Return what the features of a fit's estimates are worth, each with its interval.

    Parameters
    ----------
    model
        Of the fit; its names are what counts.
    game, fit

    Notes
    -----
    The figures are those of `Fit.estimates`, to which intervals belong, and not of the weights for play.
    """
    if not model.features:
        return []
    at = fit.expand(fit.estimates)
    places = slice(SIDES, SIDES + len(model.features))
    # Whole amounts are sums of weights, so what one weight adds says all.
    unit = np.array([statements_of(model.with_vector(one), game)[0].whole for one in np.eye(len(at))])
    unit *= np.sign(unit @ at)
    intervals = fit.intervals_of(lambda vector: ratios(vector[places], unit @ vector))
    return [
        Worth(name, float(weight), interval.value, interval)
        for name, weight, interval in zip(model.features, at[places], intervals, strict=True)
    ]


def reading_of(model: Model, game: Game, fit: Fit) -> dict[str, Any]:
    """Return what a fit says in the game's own currency, with intervals: ``unit``, ``worths`` and ``statements``.

    Parameters
    ----------
    model
        Of the fit; its names are what counts.
    game, fit
    """
    return {
        "unit": unit_of(model, game),
        "worths": [one.to_dict() for one in worths_with_intervals(model, game, fit)],
        "statements": [one.to_dict() for one in with_intervals(model, game, fit)],
    }


def reading_beside(file: Path, model: Model) -> dict[str, Any] | None:
    """Return what the fit says that a model of a training run comes from; None where nothing is known of one."""
    path = file.with_name(READING)
    if file.name != MODEL or not path.is_file():
        return None
    reading: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return reading if reading.get("generation") == model.about.get("generation") else None


def reading_lines(reading: dict[str, Any], players: tuple[str, ...]) -> list[str]:
    """Write what a fit says in whole units, with intervals, at most 80 characters wide."""
    zero = players[0]
    return [
        f"estimates of its fit, in whole units of: {reading['unit']}",
        f"{'':32} {'good for':>10}   worth, 95 % interval",
        *(_read(one["name"], zero, one["units"], one["interval"]) for one in reading["worths"]),
        *(
            _read(one["name"], players[one["player"]], one["whole_units"], one["whole_interval"])
            for one in reading["statements"]
        ),
    ]


def _read(name: str, player: str, units: float | None, interval: list[float] | None) -> str:
    head = f"{name[:32]:32} {player[:10]:>10}"
    if units is None or interval is None:
        return f"{head}  {'-':>6}"
    low, high = map(signed, interval)
    return f"{head}  {signed(units):>6} [{low}, {high}]"


def worth_lines(found: list[Worth], biases: dict[str, float]) -> list[str]:
    """Write biases by what they are called, and weights of features with what they are worth, in columns."""
    lines = [f"{'':32} {'weight':>8}  {'worth':>7}"] if found else []
    lines += [f"{name:32} {value:+8.4f}" for name, value in biases.items()]
    return lines + [f"{one.name:32} {one.weight:+8.4f}  {signed(one.units):>7}" for one in found]
