"""Linear programs: exact values of games that others have solved, and matrix games."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.formats.packing import view_key
from outfox.methods.equilibrium.best_response import exploitability
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.matrix import matrix_equilibrium
from outfox.methods.equilibrium.sequence_form import lp_equilibrium, wide_equilibrium
from outfox.methods.equilibrium.solve import equilibrium
from outfox.rules import load
from outfox.rules.errors import NotSupported
from outfox.rules.seen import seen_by


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("kuhn", -1 / 18),
        ("leduc", -0.085606424078),
        # Every set of parameters is compiled by itself.
        pytest.param("kuhn:cards=6", -11 / 180, marks=pytest.mark.slow),
        pytest.param("kuhn:cards=13", -5 / 78, marks=pytest.mark.slow),
        pytest.param("liars-dice:faces=3", 1 / 9, marks=pytest.mark.slow),
        pytest.param("liars-dice:faces=4", 1 / 16, marks=pytest.mark.slow),
    ],
)
def test_values(spec, value):
    found = equilibrium(load(spec), method="lp")
    assert found.value == pytest.approx(value, abs=1e-11)
    assert found.exploitability < 1e-9
    assert found.stopped == "exact"


@pytest.mark.slow
@pytest.mark.parametrize(("faces", "value"), [(5, 1 / 125), (6, -7 / 258)])
def test_values_of_more_dice(faces, value):
    found = equilibrium(load(f"liars-dice:faces={faces}"), method="pcfr+", iterations=5000)
    assert found.bounds[0] - 1e-9 <= value <= found.bounds[1] + 1e-9
    assert found.exploitability < 1e-4


def test_a_sequence_form_has_337_sequences():
    form = Ground(load("leduc")).small
    assert [len(side.start) - 1 for side in form.sides] == [337, 337]
    assert form.entries == 966


def test_strategies_of_kuhn_are_of_the_known_family():
    ground = Ground(load("kuhn"))
    policy = lp_equilibrium(ground.small)[1]
    tree = ground.tree
    bet = {
        (int(tree.player[i]), int(tree.view(i).card), int(tree.view(i).plies)): float(policy[tree.first[i] + 1])
        for i in range(tree.sets)
    }
    bluff = bet[0, 1, 0]
    assert 0 <= bluff <= 1 / 3 + 1e-9
    assert bet[0, 3, 0] == pytest.approx(3 * bluff)
    assert bet[0, 2, 0] == pytest.approx(0)
    assert bet[0, 2, 2] == pytest.approx(bluff + 1 / 3)


def test_matrix_games():
    pennies = matrix_equilibrium([[1, -1], [-1, 1]])
    assert (pennies.value, pennies.row.tolist(), pennies.column.tolist()) == (0.0, [0.5, 0.5], [0.5, 0.5])
    found = matrix_equilibrium([[3, -1], [-2, 1], [0, 0]])
    assert found.value == pytest.approx(1 / 7)
    assert found.row == pytest.approx([3 / 7, 4 / 7, 0])
    assert found.column == pytest.approx([2 / 7, 5 / 7])


def test_a_matrix_games_strategies_are_sure_of_its_value():
    payoffs = np.random.default_rng(3).normal(size=(7, 5))
    found = matrix_equilibrium(payoffs)
    assert (found.row @ payoffs).min() == pytest.approx(found.value)
    assert (payoffs @ found.column).max() == pytest.approx(found.value)


def test_what_is_no_matrix_is_refused():
    with pytest.raises(NotSupported, match="finite payoffs"):
        matrix_equilibrium([[1.0, float("nan")]])


def test_a_wide_equilibrium_of_kuhn_poker_is_one_of_those_that_kuhn_found():
    """He bets the jack up to once in three times, the king three times as often, and calls with the queen 1/3 more."""
    ground = Ground(load("kuhn"))
    first = wide_equilibrium(ground.small, 0, -1 / 18)
    second = wide_equilibrium(ground.small, 1, -1 / 18)
    found = exploitability(ground, ground.small.joined(first, second))
    assert found.exploitability == pytest.approx(0.0, abs=1e-8)

    def odds(seat, *names):
        position = load("kuhn").start()
        for name in names:
            position = position.play(name)
        key = view_key(seen_by(ground.game, position).view, seat).tolist()
        begin = int(ground.tree.first[ground.tree.keys.tolist().index(key)])
        return float((first, second)[seat][begin + 2 - seat * ground.small.base])

    jack = odds(0, "first gets J", "second gets Q")
    assert 0.01 < jack < 1 / 3
    assert odds(0, "first gets K", "second gets Q") == pytest.approx(3 * jack, abs=1e-6)
    assert odds(0, "first gets Q", "second gets K", "check", "bet") == pytest.approx(jack + 1 / 3, abs=1e-6)
    assert odds(1, "first gets K", "second gets J", "check") == pytest.approx(1 / 3, abs=1e-6)
    assert odds(1, "first gets K", "second gets Q", "bet") == pytest.approx(1 / 3, abs=1e-6)
