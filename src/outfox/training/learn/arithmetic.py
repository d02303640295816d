"""The arithmetic model: three features with equal weights, what anybody would write down without a fit.

It stands beside every fitted model, so that one sees what fitting is worth. The three are those that go furthest with
the outcome, each in units of its own spread; how much they say together is one number, fitted like a bias.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outfox.formats.model import Model
from outfox.rules.game import Game
from outfox.training.learn.design import Design, model_of

COUNT = 3
"""Features that are added up."""


def arithmetic(game: Game, design: Design, outcomes: NDArray[np.float64]) -> Model:
    """Return the arithmetic model of some games.

    Parameters
    ----------
    game, design, outcomes
        As for a fit. In a game without features the points of the board take their place.
    """
    from scipy.optimize import minimize

    rows, chosen = design.rows, _closest(design, outcomes)
    parts = sum(sign * rows[:, k] / rows[:, k].std() for k, sign in chosen)
    flat = np.column_stack([np.ones(len(rows)), parts])

    def error(parameters: NDArray[np.float64]) -> float:
        return float(np.mean((outcomes - np.tanh(flat @ parameters)) ** 2))

    bias, slope = minimize(error, np.array([0.0, 0.1]), method="Nelder-Mead", options={"xatol": 1e-7}).x
    parameters = np.zeros(len(design.columns))
    parameters[[k for k, column in enumerate(design.columns) if column.kind == "bias"]] = bias
    for k, sign in chosen:
        parameters[k] = slope * sign / rows[:, k].std()
    names = [design.columns[k].name for k, _ in chosen]
    return model_of(game, design.expand(parameters), {"kind": "arithmetic", "features": names})


def _closest(design: Design, outcomes: NDArray[np.float64]) -> list[tuple[int, float]]:
    """Return the columns that are correlated most with the outcome, each with the sign of that."""
    kinds = {column.kind for column in design.columns}
    wanted = "feature" if "feature" in kinds else "square"
    found = []
    for k, column in enumerate(design.columns):
        values = design.rows[:, k]
        if column.kind == wanted and values.std() > 0 and outcomes.std() > 0:
            r = float(np.corrcoef(values, outcomes)[0, 1])
            found.append((round(abs(r), 9), -k, float(np.sign(r))))
    return [(-k, sign) for _, k, sign in sorted(found, reverse=True)[:COUNT]]
