"""Exact values and equilibria by linear programming over the sequence form.

A strategy is a vector with a number for each sequence: how likely its player chooses it. What such vectors are is said
by one linear equation an information set, and what they win is linear in each. So the strategy that is sure of most is
the solution of one linear program, whose size is that of the game and not of its many pure strategies; its dual is the
other player's strategy. HiGHS solves it through SciPy.

Time: that of the linear program; Leduc poker, merged: some hundredths of a second. Memory: its matrix, about two
numbers an entry. Sources: Romanovskii 1962; Koller, Megiddo and von Stengel 1994; Huangfu and Hall 2018 (HiGHS).
Status: proven.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.sequences import Sequences, Side
from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.cfr_kernel import run_averaged, run_reach
from outfox.methods.equilibrium.ground import Ground
from outfox.rules.errors import NotSupported

LARGEST = 10_000
"""With more slots than this a linear program takes longer than somebody waits."""

WIDE = 8
"""Corners that a wide equilibrium is the mean of."""

SLACK = 1e-9
"""So much an equilibrium strategy may fall short of the value where equilibria are compared: the solver's tolerance."""


def lp_equilibrium(form: Sequences) -> tuple[float, Floats]:
    """Return the value of a game for player 0, and an equilibrium over the slots of the form's tree.

    Raises
    ------
    NotSupported
        Where the solver finds no optimum; the message is the solver's.

    Examples
    --------
    >>> from outfox.rules import load
    >>> value, policy = lp_equilibrium(Ground(load("kuhn")).small)
    >>> round(value * 18, 9)
    -1.0
    """
    program = _Program(form, 0)
    found = program.solve(program.sure)
    value = -float(found.fun)
    mine = _behaviour(form.sides[0], found.x[: program.width])
    theirs = _behaviour(form.sides[1], -found.ineqlin.marginals[: program.height])
    return value, form.joined(mine, theirs)


def game_value(form: Sequences) -> float:
    """Return what player 0 wins with best play on both sides."""
    return lp_equilibrium(form)[0]


def equilibrium_range(ground: Ground, seat: int, opponent: Floats, value: float | None = None) -> tuple[float, float]:
    """Return the least and the most that an equilibrium strategy of a seat wins against a policy.

    Equilibrium strategies are many; against a weak opponent they do not win the same.

    Parameters
    ----------
    opponent : (slots,) float64
        A policy over the slots of ``ground.tree``.
    value
        The value of the game for player 0, where it is known.

    Examples
    --------
    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> [round(x, 6) for x in equilibrium_range(ground, 1, ground.uniform)]
    [0.166667, 0.166667]
    """
    form, program = ground.form, _Program(ground.form, seat)
    known = game_value(ground.small) if value is None else value
    part = form.split(opponent)[1 - seat]
    reach = np.zeros(len(part))
    run_reach(form.sides[1 - seat], part, reach)
    wins = np.zeros(len(program.sure))
    wins[: program.width] = program.matrix @ reach
    sure = (known if seat == 0 else -known) - SLACK * max(1.0, abs(known))
    least = program.solve(-wins, sure)
    most = program.solve(wins, sure)
    return float(least.fun), -float(most.fun)


def wide_equilibrium(form: Sequences, seat: int, value: float, count: int = WIDE, seed: int = 0) -> Floats:
    """Return an equilibrium strategy of a seat that does as much as it can of what equilibrium strategies do.

    A solution of the linear program is a corner, which leaves out much that others do. This is the mean of several
    corners, those that suit random objectives best; with the first, it is an equilibrium strategy as each of them is.

    Parameters
    ----------
    value
        The value of the game for player 0.
    count
        Of how many corners.
    seed
        Of the objectives.

    Returns
    -------
    (sequences,) float64
        The policy, with 1 in front.

    Examples
    --------
    In Kuhn poker the first player may bet its lowest card up to once in three times, or never:

    >>> from outfox.rules import load
    >>> form = Ground(load("kuhn")).small
    >>> bool((wide_equilibrium(form, 0, -1 / 18)[1:] > 0.01).sum() > (lp_equilibrium(form)[1][:12] > 0.01).sum())
    True
    """
    program, random = _Program(form, seat), np.random.default_rng(seed)
    own = value if seat == 0 else -value
    plans = np.zeros(program.width)
    for _ in range(count):
        objective = np.zeros(len(program.sure))
        objective[: program.width] = random.standard_normal(program.width)
        plans += program.solve(objective, own - SLACK * max(1.0, abs(own))).x[: program.width] / count
    return _behaviour(form.sides[seat], plans)


class _Program:
    """The linear program of one player: its strategy, and for each of the other's information sets what that is worth.

    Attributes
    ----------
    width, height
        How many sequences the player has, and the other.
    matrix
        (width, height), the player's payoffs.
    sure
        The objective that is what the player is sure of.
    """

    def __init__(self, form: Sequences, seat: int) -> None:
        from scipy import sparse

        side, other = form.sides[seat], form.sides[1 - seat]
        self.width, self.height = len(side.start) - 1, len(other.start) - 1
        self.matrix = sparse.csr_array((side.weight, side.column, side.start), shape=(self.width, self.height))
        plans = _plans(side, self.width)
        theirs = _plans(other, self.height)
        self.above = sparse.hstack([-self.matrix.T, theirs.T]).tocsr()
        self.equal = sparse.hstack([plans, sparse.csr_array((plans.shape[0], theirs.shape[0]))]).tocsr()
        self.right = np.zeros(plans.shape[0])
        self.right[0] = 1.0
        self.sure = np.zeros(self.width + theirs.shape[0])
        self.sure[self.width] = 1.0

    def solve(self, objective: Floats, sure: float | None = None) -> Any:
        """Maximise an objective, among strategies that are sure of at least so much."""
        from scipy.optimize import linprog

        low = np.where(np.arange(len(objective)) < self.width, 0.0, -np.inf)
        if sure is not None:
            low[self.width] = sure
        bounds = np.stack([low, np.full(len(objective), np.inf)], axis=1)
        found = linprog(
            -objective, self.above, np.zeros(self.height), self.equal, self.right, bounds=bounds, method="highs"
        )
        if found.x is None:
            raise NotSupported(f"the linear program has no solution: {found.message}")
        return found


def _plans(side: Side, width: int) -> Any:
    """Return the matrix that says what strategies are: a row that starts at 1, then one for each information set."""
    from scipy import sparse

    counts = np.diff(side.first)
    rows = np.concatenate([[0], np.repeat(np.arange(1, len(counts) + 1), counts), np.arange(1, len(counts) + 1)])
    columns = np.concatenate([np.arange(width), side.before])
    signs = np.concatenate([np.ones(width), -np.ones(len(counts))])
    return sparse.csr_array((signs, (rows, columns)), shape=(len(counts) + 1, width))


def _behaviour(side: Side, plan: Any) -> Floats:
    policy = np.zeros(len(plan))
    run_averaged(side, np.maximum(np.ascontiguousarray(plan, np.float64), 0.0), policy)
    return policy
