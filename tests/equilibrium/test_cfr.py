"""Regret minimisation and fictitious play: published curves, textbook recursion, limits, going on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outfox.methods.equilibrium.cfr import Regrets
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.fictitious import Fictitious
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.solve import equilibrium
from outfox.rules import load
from outfox.rules.errors import DamagedFile, RulesError
from tests.naive import equilibrium as naive

# Exploitability in Leduc after 1, 10, 100, 1,000, 10,000 iterations with alternating updates. CFR+ averages with the
# weight t, predictive CFR+ with its square.
CURVES = {
    "cfr": (2.374, 0.8886, 0.09572, 0.01182, 0.0022),
    "cfr+": (2.374, 0.6104, 0.01342, 2.45e-4, 5.3e-6),
    "linear": (2.374, 0.7211, 0.03449, 6.78e-3, 1.06e-3),
    "dcfr": (2.374, 0.7788, 0.00775, 1.62e-4, 7.8e-6),
    "pcfr+": (2.374, 0.5368, 0.0198, 7.12e-4, 1.7e-5),
}


@pytest.fixture(scope="module")
def leduc():
    """Return the ground of Leduc poker."""
    return Ground(load("leduc"))


@pytest.mark.parametrize("method", CURVES)
def test_published_curves(leduc, method):
    work = Regrets(leduc, EquilibriumSettings(method, iterations=10_000))
    for power, published in enumerate(CURVES[method]):
        work.advance(10**power - work.iterations)
        # The reference allows 10 % from 1,000 on for itself; discounted sums then depend on the order of additions:
        # over the whole tree instead of the merged one, the same linear CFR is 16 % lower after 1,000 iterations.
        slack = 1e-3 if power < 3 else 0.15 if method == "linear" or power == 4 else 0.03
        assert work.measured() <= published * (1 + slack)
        if power < 4:
            assert work.measured() >= published * (1 - slack)


def test_predictive_cfr_goes_on_to_come_nearer(leduc):
    """1.7e-8 after 100,000 iterations was published."""
    work = Regrets(leduc, EquilibriumSettings("pcfr+", iterations=100_000))
    work.advance(100_000)
    assert work.measured() == pytest.approx(1.7e-8, rel=0.1)


def test_the_whole_tree_gives_the_same_curve(leduc):
    whole = Ground(leduc.game, merge=False)
    for method, (_, ten, hundred, *_) in CURVES.items():
        work = Regrets(whole, EquilibriumSettings(method, iterations=100))
        work.advance(10)
        assert work.measured() == pytest.approx(ten, rel=1e-3)
        work.advance(90)
        assert work.measured() == pytest.approx(hundred, rel=2e-3)


@pytest.mark.nojit
@pytest.mark.parametrize("alternate", [True, False])
@pytest.mark.parametrize("method", CURVES)
def test_recursion_of_the_textbook(method, alternate):
    ground = Ground(load("kuhn"))
    settings = EquilibriumSettings(method, alternating=alternate)
    root = naive.whole_tree(ground.game)
    slow = naive.Regrets(root, *settings.constants, predict=settings.predicts, alternate=alternate)
    fast = Regrets(ground, settings)
    for _ in range(12):
        slow.iterate()
        fast.advance(1)
    tree, policy = ground.tree, fast.policy()
    for info in range(tree.sets):
        key = int(tree.player[info]), tree.view(info).key()
        assert policy[tree.first[info] : tree.first[info + 1]] == pytest.approx(slow.average(key, 2), abs=1e-12)


def test_exploitability_in_the_merged_tree_is_that_in_the_whole(leduc):
    found = equilibrium(leduc, method="dcfr", iterations=100)
    assert found.exploitability == pytest.approx(found.history[-1][1], rel=1e-9)
    assert found.bounds[0] < -0.085606424 < found.bounds[1]


def test_fictitious_play_comes_near():
    ground = Ground(load("kuhn"))
    for alternating in (True, False):
        work = Fictitious(ground, EquilibriumSettings("xfp", alternating=alternating))
        assert work.measured() == pytest.approx(11 / 24)
        work.advance(100)
        some = work.measured()
        work.advance(3900)
        assert work.measured() < some / 4 < 0.02


def test_fictitious_play_is_the_mean_of_best_responses():
    ground = Ground(load("kuhn"))
    work = Fictitious(ground, EquilibriumSettings("xfp", alternating=False))
    root, tree = naive.whole_tree(ground.game), ground.tree
    for _ in range(5):
        policy = work.policy()
        known = {
            (int(tree.player[i]), tree.view(i).key()): policy[tree.first[i] : tree.first[i + 1]].tolist()
            for i in range(tree.sets)
        }
        gains = sum(naive.best_payoff(root, seat, lambda info, count, known=known: known[info]) for seat in (0, 1))
        assert work.measured() == pytest.approx(gains / 2)
        work.advance(1)


def test_limits():
    ground = Ground(load("kuhn"))
    near = equilibrium(ground, method="cfr+", iterations=0, exploitability=1e-3)
    assert near.stopped == "exploitability"
    assert near.history[-1][1] <= 1e-3 < near.history[-2][1]
    timed = equilibrium(ground, method="cfr", iterations=0, seconds=0.05)
    assert timed.stopped == "seconds"
    assert timed.iterations > 1
    assert equilibrium(ground, iterations=7).iterations == 7


def test_an_interrupt_keeps_what_was_found():
    work = Regrets(Ground(load("kuhn")), EquilibriumSettings("cfr", iterations=10**9))

    def stop(share, text):
        if work.iterations > 100:
            raise KeyboardInterrupt

    assert work.run(stop) == "interrupted"
    assert 100 < work.iterations < 1000
    assert work.measured() < 0.1


@pytest.mark.parametrize("method", ["dcfr", "pcfr+", "xfp", "outcome-sampling"])
def test_going_on_is_the_same_as_not_stopping(method, tmp_path):
    game = load("kuhn")
    whole = equilibrium(game, method=method, iterations=300, seed=5)
    file = tmp_path / "work"
    settings = EquilibriumSettings(method, iterations=110)
    equilibrium(game, settings, seed=5, checkpoint=Checkpoint(file, game, settings, seed=5))
    longer = EquilibriumSettings(method, iterations=300)
    said = []
    checkpoint = Checkpoint(file, game, longer, seed=5, say=said.append)
    assert said == [f"going on with {file}: 110 iterations"]
    after = equilibrium(game, longer, seed=5, checkpoint=checkpoint)
    assert after.policy.tolist() == whole.policy.tolist()
    assert after.history[-1] == whole.history[-1]


def test_checkpoints_of_other_work_are_refused(tmp_path):
    game, settings, file = load("kuhn"), EquilibriumSettings("cfr", iterations=3), tmp_path / "work"
    equilibrium(game, settings, checkpoint=Checkpoint(file, game, settings))
    for other, changed, what in (
        (load("kuhn:cards=4"), settings, "is work on kuhn, not on kuhn:cards=4"),
        (game, EquilibriumSettings("cfr+"), "begun with method cfr, not cfr"),
    ):
        with pytest.raises(DamagedFile, match=what):
            Checkpoint(file, other, changed)
    with pytest.raises(DamagedFile, match="seed 0, not 1"):
        Checkpoint(file, game, settings, seed=1)


@pytest.mark.parametrize("where", [0, 40, -10])
def test_damaged_checkpoints_are_one_line(tmp_path, where):
    game, settings, file = load("kuhn"), EquilibriumSettings("cfr", iterations=3), tmp_path / "work"
    equilibrium(game, settings, checkpoint=Checkpoint(file, game, settings))
    content = bytearray(file.read_bytes())
    content[where] ^= 0x55
    file.write_bytes(bytes(content))
    with pytest.raises(DamagedFile, match=r"^[^\n]*delete it to begin anew$"):
        Checkpoint(file, game, settings)
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(DamagedFile, match="delete it"):
        Checkpoint(file, game, settings)


def test_regrets_that_are_no_numbers_are_refused(tmp_path):
    game, settings, file = load("kuhn"), EquilibriumSettings("cfr", iterations=3), tmp_path / "work"
    work = Regrets(Ground(game), settings)
    work.advance(2)
    work.learners[0].regret[3] = math.nan
    checkpoint = Checkpoint(file, game, settings)
    checkpoint.keep(work.parts())
    with pytest.raises(DamagedFile, match="has regrets that are no numbers; delete it"):
        Checkpoint(file, game, settings)
    with pytest.raises(RulesError, match="no numbers"):
        work.run()


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"method": "cfx"}, "method is one of cfr, "), ({"iterations": -1}, "0 or more"),
        ({"iterations": 0}, "must say when to stop"), ({"exploration": 0.0}, "exploration"),
        ({"alpha": math.nan}, "not a number"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be(changes, what):
    with pytest.raises(ValueError, match=what):
        equilibrium(load("kuhn"), **changes)


def test_weights_are_shares_of_play():
    ground = Ground(load("kuhn"))
    policy = equilibrium(ground, iterations=50).policy
    assert np.add.reduceat(policy, ground.tree.first[:-1]) == pytest.approx(1.0)
