"""`FitSettings`: how an evaluation is fitted; see `outfox.training.learn.fit`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from outfox.rules.errors import BadSetting

Loss = Literal["least-squares", "logistic"]


@dataclass(frozen=True)
class FitSettings:
    """Settings of a fit.

    Attributes
    ----------
    loss
        least-squares (through the link) or logistic.
    ridge
        Strength of the penalty per game, on scaled parameters; 0: chosen by cross-validation.
    folds
        Parts that cross-validation divides the games into.
    bootstrap
        Samples for standard errors.
    held_out
        Share of the games kept apart to measure the error. The weights come from all games, fitted once more with the
        same ridge.
    """

    loss: Loss = "least-squares"
    ridge: float = 0.0
    folds: int = 5
    bootstrap: int = 200
    held_out: float = 0.2

    def __post_init__(self) -> None:
        """Refuse settings that mean nothing.

        Raises
        ------
        BadSetting
        """
        if self.loss not in ("least-squares", "logistic"):
            raise BadSetting(f"loss must be least-squares or logistic, not {self.loss!r}")
        if not 0.0 <= self.ridge < math.inf:
            raise BadSetting("ridge must be 0 (chosen by cross-validation) or more")
        if not (self.folds >= 2 and self.bootstrap >= 2 and 0.0 <= self.held_out <= 0.9):
            raise BadSetting("folds and bootstrap must be at least 2, held_out between 0 and .9")
