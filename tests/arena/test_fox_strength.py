"""Plain MCTS plays Starve the Fox as it should: the check of the rules that no unit test makes.

A prototype by other hands, plain MCTS with playouts to the end, 700 simulations a ply on both sides, won 91 of 100
games for the foxes and 4 for the sheep. On a board without diagonals the sides are about even, so that this band tells
the rules apart. (The same source gives 98 to 100 % without the sheep's diagonal steps; these rules do not show that,
see docs/performance.md.)
"""

from __future__ import annotations

import pytest

from outfox.arena import match
from outfox.rules import load

PLAIN = "mcts:simulations=700,c=1.4,solver=false,reuse=false"
pytestmark = pytest.mark.slow  # 400 games, some six minutes on two cores


def test_foxes_win_most_games_under_plain_mcts() -> None:
    result = match(load("starve-the-fox"), PLAIN, PLAIN, games=400, seed=1, seats="fixed", workers=2)
    foxes, sheep = result.wins
    assert 0.84 <= foxes / 400 <= 0.96
    assert sheep >= 4


def test_without_diagonals_the_share_is_another() -> None:
    result = match(load("starve-the-fox:diagonals=false"), PLAIN, PLAIN, games=200, seed=1, seats="fixed", workers=2)
    assert result.wins[0] / 200 < 0.84
