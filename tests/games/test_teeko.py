"""Teeko: its 44 fours, the ranks of its states, and the published classes of its positions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import pytest

from outfox.methods import solve as compiled
from outfox.rules import TERMINAL, load
from tests.games.exact import classes
from tests.games.known import answer

LINES = (0, 1), (1, 0), (1, 1), (1, -1)


def fours() -> Iterator[list[tuple[int, int]]]:
    """Yield the squares of every line of four and of every block, as (row, column)."""
    inside = range(5)
    for row, col in itertools.product(inside, inside):
        shapes = [[(row + i * down, col + i * right) for i in range(4)] for down, right in LINES]
        shapes.append([(row + i, col + j) for i in (0, 1) for j in (0, 1)])
        yield from (shape for shape in shapes if all(r in inside and c in inside for r, c in shape))


def test_teeko_is_won_by_44_fours_and_by_nothing_else() -> None:
    game = load("teeko")
    wanted = {frozenset(5 * row + col for row, col in four) for four in fours()}
    assert len(wanted) == 44
    s = game.new_state()
    for men in itertools.combinations(range(25), 4):
        s.theirs = sum(1 << square for square in men)
        assert (game.mover(s) == TERMINAL) == (frozenset(men) in wanted)


@pytest.mark.parametrize("spec", ["teeko", "teeko:drop=false"])
def test_ranks_of_teeko(spec: str) -> None:
    game = load(spec)
    states = game.constant("STATES")
    assert states == 2 * (75_710_250 if spec != "teeko" else sum(placed(men) for men in range(9)))
    for rank in [0, states // 2 - 1, states // 2, states - 1, *range(7, states, states // 500)]:
        s = game.new_state()
        game.call("unrank", rank, s)
        assert game.call("rank", s) == rank
        assert not s.mine & s.theirs


def placed(men: int) -> int:
    """Return in how many ways so many men can stand on 25 squares."""
    return math.comb(25, men) * math.comb(men, men // 2)


def test_starts_of_teeko_with_eight_men() -> None:
    game = load("teeko:drop=false")
    assert game.starts == answer("retrograde-12")["movement_positions"] - 44 * math.comb(21, 4)
    for index in range(0, game.starts, game.starts // 300):
        s = game.initial(index)
        assert s.mine.bit_count() == s.theirs.bit_count() == 4
        s.theirs, s.mine = s.mine, 0
        assert game.mover(s) != TERMINAL  # the side to move has no four


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_teeko_with_eight_men() -> None:
    wanted = answer("retrograde-12")
    _, (lost, drawn, won), plies = classes("teeko:drop=false")
    assert (lost, drawn, won, plies) == (
        wanted["mover_loses"], wanted["draws"], wanted["mover_wins"], wanted["longest_plies"],
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_teeko_is_a_draw() -> None:
    assert compiled.solve(load("teeko")).value == answer("retrograde-12")["value"]
