"""What a search scores leaves with: the rules' `evaluate` and an array for it, or a fitted model."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from outfox.formats.model import Model
from outfox.kernel.slots import Floats
from outfox.rules.game import Game

Weights = ArrayLike | Model | None
"""Weights for the rules' `evaluate` and `prior`, or a model that stands in for `evaluate`."""


class Evaluation(NamedTuple):
    """The array that kernels take, and which `evaluate` it belongs to.

    Attributes
    ----------
    weights : (W,) float64
    model
        Whether kernels are linked with the evaluation of models.
    """

    weights: Floats
    model: bool

    @classmethod
    def of(cls, game: Game, weights: Weights) -> Evaluation:
        """Prepare weights for a game.

        Raises
        ------
        NotSupported
            Where a model does not fit the game.
        """
        if isinstance(weights, Model):
            return cls(weights.weights(game), True)
        return cls(np.zeros(0) if weights is None else np.ascontiguousarray(weights, np.float64), False)
