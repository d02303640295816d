"""NumPy's legacy stream of random numbers, made again: every draw beside `numpy.random` itself."""

# ruff: noqa: NPY002 - the legacy calls are what is tested

from __future__ import annotations

import numpy as np
import pytest

from outfox.kernel.legacy_random import legacy_draws, legacy_state
from outfox.kernel.link import compiled

draw = compiled(legacy_draws)


def draws(seed: int, bounds: list[int], count: int) -> np.ndarray:
    out = np.zeros(count, np.int64)
    assert draw(legacy_state(), seed, np.array(bounds, np.int64), out) == count
    return out


@pytest.mark.parametrize("bound", [2, 3, 4, 7, 8, 10])
def test_a_million_draws(bound: int) -> None:
    np.random.seed(bound)
    assert (draws(bound, [bound], 1_000_000) == np.random.randint(0, bound, 1_000_000)).all()


@pytest.mark.nojit
@pytest.mark.parametrize("seed", [0, 1, 5489, 2**32 - 1])
def test_one_by_one_with_changing_bounds(seed: int) -> None:
    """A bound of one takes no word; the others take one or more, also where they need all of its bits."""
    bounds = [10, 7, 8, 1, 4, 3, 624, 2**16, 2**16 + 1, 2**31, 2**32 - 1, 2**32, 1_000_003]
    np.random.seed(seed)
    wanted = [np.random.randint(bounds[k % len(bounds)]) for k in range(2000)]
    assert draws(seed, bounds, 2000).tolist() == wanted


@pytest.mark.nojit
def test_choice_from_a_list() -> None:
    np.random.seed(3)
    names = ["R", "L", "U", "D", "S"]
    wanted = [names.index(np.random.choice(names)) for _ in range(1000)]
    assert draws(3, [5], 1000).tolist() == wanted


def test_a_stream_goes_on_where_it_stood() -> None:
    state, first, second = legacy_state(), np.zeros(700, np.int64), np.zeros(700, np.int64)
    bounds = np.array([6], np.int64)
    draw(state, 11, bounds, first)
    draw(state, -1, bounds, second)
    np.random.seed(11)
    assert [*first, *second] == np.random.randint(0, 6, 1400).tolist()
