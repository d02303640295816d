"""Best responses and exploitability: exact figures from outside, and the definition by recursion."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from outfox.formats.packing import leaf_values
from outfox.methods.equilibrium.best_response import (
    best_response,
    expected_value,
    exploitability,
    loss_to_best_response,
)
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.policies import as_policy
from outfox.methods.equilibrium.sequence_form import equilibrium_range
from outfox.rules import load
from outfox.rules.errors import RulesError
from tests.equilibrium import styles
from tests.naive import equilibrium as naive


@pytest.fixture(scope="module")
def kuhn():
    """Return the ground of Kuhn poker."""
    return Ground(load("kuhn"))


@pytest.fixture(scope="module")
def leduc():
    """Return the ground of Leduc poker."""
    return Ground(load("leduc"))


def exact(x):
    """Return the fraction that a float stands for."""
    fraction = Fraction(x).limit_denominator(2000)
    assert float(fraction) == pytest.approx(x, abs=1e-12)
    return fraction


def half(view):
    return [0.5, 0.5]


@pytest.mark.nojit
def test_kuhn(kuhn):
    found = exploitability(kuhn, half)
    assert exact(found.value) == Fraction(1, 8)
    assert exact(found.exploitability) == Fraction(11, 24)
    assert exact(found.nash_conv) == Fraction(11, 12)
    assert [exact(x) for x in found.responses] == [Fraction(1, 2), Fraction(5, 12)]
    for seat in (0, 1):
        assert exact(best_response(kuhn, seat, lambda view: {1: 1.0}).payoff) == Fraction(1, 3)


def test_values_are_player_0s(kuhn):
    assert best_response(kuhn, 1, half).value == -best_response(kuhn, 1, half).payoff


def test_uniform_play(leduc):
    found = exploitability(leduc, leduc.uniform)
    assert exact(found.exploitability) == Fraction(1709, 720)
    assert exact(found.value) == Fraction(-5, 64)
    assert exploitability(load("liars-dice"), Ground(load("liars-dice")).uniform).nash_conv == pytest.approx(
        1.561488646384479, abs=1e-12
    )


def test_a_network_is_a_policy_like_any_other():
    """A layer of eight units over the numbers of a view, its weights drawn: asked view by view, never listed."""
    ground, random = Ground(load("kuhn:cards=5")), np.random.default_rng(4)

    def numbers_of(view):
        return np.append(leaf_values(view.record()[0], view.names), 1.0)

    inner, outer = random.normal(size=(8, len(numbers_of(ground.tree.view(0))))), random.normal(size=(2, 8))

    def network(view):
        odds = np.exp(outer @ np.tanh(inner @ numbers_of(view)))
        return odds / odds.sum()

    views = map(ground.tree.view, range(ground.tree.sets))
    asked = {(int(who), view.key()): network(view) for who, view in zip(ground.tree.player, views, strict=True)}
    root = naive.whole_tree(ground.game)
    for seat in (0, 1):
        found = best_response(ground, seat, network)
        assert found.payoff == pytest.approx(naive.best_payoff(root, seat, lambda info, _: asked[info]), abs=1e-12)
        assert found.payoff > (1 - 2 * seat) * expected_value(ground, network)


# Best response from either seat, and what equilibria win on average: the least and the most.
STYLES = {
    "random": (styles.random, "167/80", "383/144", 0.5417, 0.7465),
    "call": (styles.call, "22/15", "22/15", 0.5248, 0.7038),
    "raise": (styles.raising, "71/30", "71/30", 0.2263, 0.3767),
    "fold": (styles.fold, "1", "1", 0.5705, 0.5729),
    "tight-aggressive": (styles.tight(styles.RAISE), "17/30", "11/15", 0.0266, 0.1018),
    "tight-passive": (styles.tight(styles.CALL), "3/5", "3/5", 0.0787, 0.1697),
}


@pytest.mark.parametrize("name", STYLES)
def test_styles_of_leduc(leduc, name):
    policy, first, second, *_ = STYLES[name]
    assert [exact(best_response(leduc, seat, policy).payoff) for seat in (0, 1)] == [Fraction(first), Fraction(second)]


@pytest.mark.parametrize("name", ["random", "tight-aggressive"])
def test_what_equilibria_win(leduc, name):
    policy, _, _, least, most = STYLES[name]
    array = as_policy(leduc, policy)
    ends = [equilibrium_range(leduc, seat, array, -0.085606424078) for seat in (0, 1)]
    low, high = (sum(end) / 2 for end in zip(*ends, strict=True))
    assert low == pytest.approx(least, abs=6e-5)
    assert high == pytest.approx(most, abs=6e-5)


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("random", "raise", -2.576389), ("raise", "random", 1.222222), ("random", "fold", 0.75), ("call", "call", 0.0),
        ("call", "raise", 0.0), ("raise", "raise", 0.0),
    ],
)  # fmt: skip
def test_fixed_pairs(leduc, first, second, value):
    arrays = [as_policy(leduc, STYLES[name][0]) for name in (first, second)]
    joined = np.where(np.arange(leduc.tree.slots) < leduc.form.base, *arrays)
    assert expected_value(leduc, joined) == pytest.approx(value, abs=5e-7)


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["kuhn", "leduc:ranks=2,raises=1"])
def test_the_definition_by_recursion(spec):
    ground = Ground(load(spec), merge=False)
    root, tree = naive.whole_tree(ground.game), ground.tree
    for seed in range(2):
        random = np.random.default_rng(seed)
        policy = as_policy(ground, np.concatenate([random.dirichlet(np.ones(n)) for n in np.diff(tree.first)]))
        known = {
            (int(tree.player[i]), tree.view(i).key()): policy[tree.first[i] : tree.first[i + 1]].tolist()
            for i in range(tree.sets)
        }

        def follow(info, count, known=known):
            return known[info]

        assert expected_value(ground, policy) == pytest.approx(naive.value(root, follow))
        for seat in (0, 1):
            found = best_response(ground, seat, policy)
            assert found.payoff == pytest.approx(naive.best_payoff(root, seat, follow))
            assert expected_value(ground, found.policy) == pytest.approx(found.value)


def test_loss_of_one_seat(kuhn):
    assert exact(loss_to_best_response(kuhn, 0, half)) == Fraction(5, 12) - Fraction(1, 18)
    assert exact(loss_to_best_response(kuhn, 1, half)) == Fraction(1, 2) + Fraction(1, 18)


def test_what_is_no_policy_is_refused(kuhn):
    with pytest.raises(RulesError, match=r"gives 0.3, 0.3 after first gets J: wanted is a probability"):
        exploitability(kuhn, lambda view: [0.3, 0.3])
    with pytest.raises(RulesError, match="add up to 1"):
        exploitability(kuhn, lambda view: [1.5, -0.5])
    with pytest.raises(RulesError, match="gives nan, nan"):
        exploitability(kuhn, lambda view: [1.0])
    with pytest.raises(RulesError, match="have 24 actions"):
        exploitability(kuhn, np.ones(3))
