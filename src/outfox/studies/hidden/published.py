"""Published curves to compare ours with: figures with what is known about them, never used to play."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from outfox.rules import Game


@dataclass(frozen=True)
class Published:
    """Exploitabilities that others reach in one game.

    Attributes
    ----------
    about, tolerance_about
        What the figures are; why ours may differ.
    tolerance, tolerance_from
        How far ours may be off, as a share, from so many iterations on.
    points
        By method: (iterations, exploitability).
    """

    about: str
    tolerance: float
    tolerance_from: int
    tolerance_about: str
    points: dict[str, tuple[tuple[int, float], ...]]


def published_curves(game: Game) -> Published | None:
    """Return the published curves of a game as it stands, None where there are none.

    Examples
    --------
    >>> from outfox.rules import load
    >>> published_curves(load("leduc")).points["dcfr"][2]
    (100, 0.00775)
    >>> published_curves(load("leduc:ranks=4")) is None
    True
    """
    file = resources.files("outfox.studies.published").joinpath(f"{game.name}-exploitability.json")
    if not game.trusted or game.spec != game.name or not file.is_file():
        return None
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    own = data["iterations_of"]
    points = {
        method: tuple(zip(own.get(method, data["iterations"]), figures, strict=True))
        for method, figures in data["exploitability"].items()
    }
    return Published(
        data["about"], data["tolerance"], data["tolerance_from"], data["tolerance_about"], points
    )  # fmt: skip
