"""Matrix games: the value and both optimal mixed strategies, by linear programming.

Time: that of a linear program with a row and a column for each pure strategy. Memory: the matrix. Sources: von Neumann
1928; Dantzig 1951. Status: proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.kernel.slots import Floats
from outfox.rules.errors import NotSupported


@dataclass(frozen=True, eq=False)
class MatrixEquilibrium:
    """An equilibrium of a matrix game.

    Attributes
    ----------
    value
        What player 0, who chooses the row, wins.
    row, column : (rows,), (columns,) float64
        The mixed strategies.
    """

    value: float
    row: Floats
    column: Floats


def matrix_equilibrium(payoffs: Any) -> MatrixEquilibrium:
    """Return an equilibrium of a matrix game.

    Parameters
    ----------
    payoffs : (rows, columns)
        What player 0 wins; player 1 wins minus that.

    Raises
    ------
    NotSupported
        Where it is no matrix of finite numbers.

    Examples
    --------
    >>> found = matrix_equilibrium([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    >>> found.value, found.row.round(4).tolist()
    (0.0, [0.25, 0.5, 0.25])
    """
    from scipy.optimize import linprog

    matrix = np.asarray(payoffs, np.float64)
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise NotSupported("a matrix game is a table of finite payoffs, one row for each strategy of player 0")
    rows, columns = matrix.shape
    objective = np.append(np.zeros(rows), -1.0)
    above = np.hstack([-matrix.T, np.ones((columns, 1))])
    equal = np.append(np.ones(rows), 0.0)[None, :]
    bounds = [(0.0, None)] * rows + [(None, None)]
    found = linprog(objective, above, np.zeros(columns), equal, [1.0], bounds=bounds, method="highs")
    return MatrixEquilibrium(-float(found.fun) + 0.0, _shares(found.x[:rows]), _shares(-found.ineqlin.marginals))


def _shares(weights: Any) -> Floats:
    kept = np.maximum(np.asarray(weights, np.float64), 0.0)
    return np.asarray(kept / kept.sum())
