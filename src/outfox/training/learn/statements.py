"""What a model says, in the game's own currency: derived statements and remarks that can be checked.

A game may have statements of its own in a file ``statements_NAME.py`` beside this one, with ``unit(model, tables)``,
``statements(model, tables)`` and ``remarks(tables)``. Every other game gets the general ones: each feature, the mean of
each piece, its best and its worst point, in units of the first feature, or of the first piece where there is none.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from outfox.formats.model import Model
from outfox.rules.game import Game
from outfox.training.learn.tables import Table, short, tables_of

if TYPE_CHECKING:
    from outfox.training.learn.fit_result import Fit, Interval


@dataclass(frozen=True)
class Statement:
    """A figure that follows from a model.

    Attributes
    ----------
    name
        What is valued.
    player
        For whom it is good where the figure is positive.
    amount
        On the scale of the weights, where the bias is too.
    units
        In the game's own currency.
    how
        What the amount is made of.
    printed
        Units once more, from ingredients that were rounded to two decimals first, as somebody would who has only a
        printed table; None where there is nothing to divide by.
    whole, whole_units
        The same with every feature counted that goes along. Such sums the positions settle even where the single
        weights they are made of cannot be told apart.
    interval, whole_interval
        Of `units` and `whole_units`, where a fit says so.
    """

    name: str
    player: int
    amount: float
    units: float
    how: str
    printed: float | None
    whole: float
    whole_units: float
    interval: Interval | None = None
    whole_interval: Interval | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name."""
        content = asdict(self)
        for key in ("interval", "whole_interval"):
            content[key] = ends_of(getattr(self, key))
        return content | {key: known(content[key]) for key in ("units", "whole_units")}


@dataclass(frozen=True)
class Remark:
    """Something said about position values, whether it holds, and the figures that decide it."""

    name: str
    holds: bool
    figures: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name."""
        return asdict(self)


def statements_of(model: Model, game: Game, points: Model | None = None) -> list[Statement]:
    """Return the statements of a model.

    Parameters
    ----------
    model
    game
        The model's game.
    points
        Whose best and worst points are meant; default: the model's own.

    Raises
    ------
    NotSupported
        Where the model does not fit the game.
    """
    tables = tables_of(model, game)
    own = _own(model, game)
    if own:
        return list(own.statements(model, tables))
    return _general(model, tables, tables if points is None else tables_of(points, game))


def remarks_of(model: Model, game: Game) -> list[Remark]:
    """Return the remarks about position values that the game's own statements have, checked on a model."""
    own = _own(model, game)
    return list(own.remarks(tables_of(model, game))) if own else []


def unit_of(model: Model, game: Game) -> str:
    """Return the name of the currency that `Statement.units` counts."""
    own = _own(model, game)
    return str(own.UNIT) if own else next(iter([*model.features, *model.squares]), "")


def notes_of(model: Model, game: Game) -> list[str]:
    """Return what the statements leave open, for readers."""
    own = _own(model, game)
    return list(own.NOTES) if own else []


def with_intervals(model: Model, game: Game, fit: Fit) -> list[Statement]:
    """Return the statements of a fit's estimates, each with its interval.

    Parameters
    ----------
    model
        Of the fit; its names are what counts.
    game, fit

    Notes
    -----
    The figures are those of `Fit.estimates`, to which intervals belong, and not of the weights for play.
    """
    at = fit.expand(fit.estimates)
    estimated = model.with_vector(at)
    estimates = statements_of(estimated, game)

    def amounts(vector: Any) -> Any:
        found = statements_of(model.with_vector(vector), game, estimated)
        return np.array([[one.amount, one.whole] for one in found])

    # Amounts are sums of weights, so what one weight adds says all; the points that are best and worst stay the same.
    parts = np.stack([amounts(one) for one in np.eye(len(at))], axis=-1)
    unit = np.sign(parts[0] @ at)[:, None] * parts[0]
    intervals = fit.intervals_of(lambda vector: ratios(parts @ vector, unit @ vector).ravel())
    return [
        replace(one, interval=intervals[2 * k], whole_interval=intervals[2 * k + 1]) for k, one in enumerate(estimates)
    ]


def ratio(amount: float, unit: float) -> float:
    """Return an amount in units; NaN where a unit is worth nothing."""
    return amount / unit if unit else float("nan")


def ratios(amounts: Any, unit: Any) -> Any:
    """Return amounts in units, as arrays; NaN where a unit is worth nothing."""
    wide = np.broadcast_to(unit, np.shape(amounts))
    return np.divide(amounts, wide, out=np.full(np.shape(amounts), np.nan), where=wide != 0.0)


def known(value: float) -> float | None:
    """Return a figure for JSON: None where there is none."""
    return None if math.isnan(value) else value


def ends_of(interval: Interval | None) -> list[float] | None:
    """Return both ends of an interval; None where there is none, or no unit to count it in."""
    return None if interval is None or math.isnan(interval.low) else [interval.low, interval.high]


def recombined(formula: Callable[..., float], *ingredients: float) -> float | None:
    """Return a formula's value from ingredients rounded to two decimals; None where it cannot be had.

    Examples
    --------
    >>> recombined(lambda a, b: a / b, 0.333, 0.1454)
    2.2
    """
    try:
        return round(formula(*(_rounded(value) for value in ingredients)), 9)
    except ZeroDivisionError:
        return None


def _rounded(value: float) -> float:
    return round(value + (1e-9 if value >= 0 else -1e-9), 2)


def _own(model: Model, game: Game) -> ModuleType | None:
    """Return the game's own statements, where there are any and the model has what they need."""
    name = f"outfox.training.learn.statements_{game.name.replace('-', '_')}"
    if not game.name.replace("-", "_").isidentifier() or find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    fits = set(module.FEATURES) <= set(model.features) and set(module.PIECES) <= set(model.squares)
    return module if fits else None


def _general(model: Model, tables: list[Table], like: list[Table]) -> list[Statement]:
    amounts = [(name, 0, weight, "its weight") for name, weight in model.features.items()]
    for table, chosen in zip(tables, like, strict=True):
        best, worst = (pick(chosen.values, key=chosen.values.__getitem__) for pick in (max, min))
        amounts.append((f"{table.piece}, on average", table.player, table.mean, "the mean of its points"))
        for word, point in (("best", best), ("worst", worst)):
            amounts.append((f"{table.piece} on {point}", table.player, table.values[point], f"its {word} point"))
    unit = abs(amounts[0][2]) if amounts else 0.0
    return [
        Statement(
            name, player, amount, ratio(amount, unit), how, recombined(lambda a, b: a / b, amount, unit),
            amount, ratio(amount, unit),
        )
        for name, player, amount, how in amounts
    ]  # fmt: skip


def statement_lines(found: list[Statement], players: tuple[str, ...], unit: str) -> list[str]:
    """Write statements in columns, at most 80 characters wide; with intervals where there are some.

    Parameters
    ----------
    found
    players
        Names of players 0 and 1.
    unit
        What `Statement.units` counts.
    """
    fitted = any(one.whole_interval for one in found)
    columns = f"{'whole, 95 % interval':24} units" if fitted else "  whole    units  printed"
    lines = [f"in units of: {unit}", f"{'':26} {'good for':>8}   amount {columns}"]
    for one in found:
        line = f"{one.name[:26]:26} {players[one.player][:8]:>8} {one.amount:+8.3f} "
        if one.whole_interval:
            line += f"{_around(one.whole_interval):22} {signed(one.units):>7}"
        else:
            printed = "" if one.printed is None else signed(one.printed)
            line += f"{signed(one.whole_units):>7}  {signed(one.units):>7}  {printed:>7}"
        lines.append(line.rstrip())
    return lines


def _around(interval: Interval) -> str:
    return f"{signed(interval.value):>5} [{signed(interval.low)}, {signed(interval.high)}]"


def signed(value: float) -> str:
    """Write a figure in units with its sign and two decimals; a dash where there is none.

    Examples
    --------
    >>> signed(0.214), signed(-1.5), signed(float("nan"))
    ('+.21', '-1.50', '-')
    """
    return "-" if math.isnan(value) else ("+" if value >= 0 else "") + short(value)
