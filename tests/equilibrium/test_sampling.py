"""Monte Carlo CFR: the same regrets as by recursion on the same random numbers, and convergence."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.formats.tabular import hashed, open_tabular
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr import Sampled, tree_keys
from outfox.methods.equilibrium.sampler import Sampler
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.unmeasured import sampled as sampled_alone
from outfox.rules import load
from tests.naive import equilibrium as naive


def by_plies(view, tables):
    """Stand for a view by the actions so far: who plays by it forgets its card."""
    return view.plies * 4 + view.moves[0]


def sampled(spec, method, iterations, seed=1, merge=True):
    """Return the work of so many iterations."""
    work = Sampled(Ground(load(spec), merge=merge), EquilibriumSettings(method, iterations=iterations), seed)
    work.advance(iterations)
    return work


def test_external_sampling_by_recursion():
    work = Sampled(Ground(load("leduc"), merge=False), EquilibriumSettings("external-sampling"), seed=4)
    slow = naive.Sampling(naive.whole_tree(work.ground.game), int(work.sampler.random[0]))
    work.advance(40)
    for _ in range(40):
        slow.iterate()
    assert work.sampler.sets == len(slow.regret)
    tree = work.ground.tree
    numbers = {int(key): number for number, key in enumerate(work.sampler.found.keys[: work.sampler.sets].tolist())}
    for info, key in enumerate(tree_keys(tree).tolist()):
        name = int(tree.player[info]), tree.view(info).key()
        assert (key in numbers) == (name in slow.regret)
        if key in numbers:
            begin, many = (int(x[numbers[key]]) for x in (work.sampler.found.first, work.sampler.found.many))
            expected = [*slow.regret[name], *slow.total[name]]
            assert work.sampler.found.values[begin : begin + 2 * many] == pytest.approx(expected, abs=1e-12)


def test_external_sampling_comes_near():
    assert sampled("leduc", "external-sampling", 20_000).measured() < 0.15
    assert sampled("leduc", "external-sampling", 20_000, merge=False).measured() < 0.25


@pytest.mark.nojit
def test_outcome_sampling_starts_uniform_and_comes_near():
    work = sampled("kuhn", "outcome-sampling", 300)
    assert work.sampler.sets == 12
    assert work.measured() < 0.3


def test_outcome_sampling_comes_near():
    found = [sampled("kuhn", "outcome-sampling", n).measured() for n in (1000, 100_000)]
    assert found[1] < 0.02
    assert found[1] < found[0] / 2


def test_the_same_seed_gives_the_same_strategies():
    first, second, other = (sampled("kuhn", "outcome-sampling", 500, seed).policy() for seed in (3, 3, 4))
    assert first.tolist() == second.tolist()
    assert first.tolist() != other.tolist()


def test_games_without_a_tree_get_the_same_strategies(tmp_path):
    game = load("kuhn")
    settings = EquilibriumSettings("outcome-sampling", iterations=2000, streams=2)
    table = sampled_alone(game, settings, seed=2).table()
    table.save(tmp_path / "kuhn.npz", game)
    table = open_tabular(tmp_path / "kuhn.npz")
    ground = Ground(game)
    work = Sampled(ground, settings, seed=2)
    work.advance(2000)
    policy, tree = work.policy(), ground.tree
    for info, key in enumerate(tree_keys(tree).tolist()):
        assert hashed(tree.keys[info]).tolist() == [key]
        begin, end = tree.first[info : info + 2]
        odds = table.odds(int(tree.player[info]), tree.view(info), tree.actions[begin:end].tolist())
        assert odds == policy[begin:end].tolist()


@pytest.mark.slow
def test_a_key_of_ones_own_joins_what_it_does_not_tell_apart():
    work = Sampler(load("kuhn"), EquilibriumSettings("outcome-sampling"), key=by_plies)
    work.advance(100)
    assert work.sets == 4  # a decision of either player after no, one or two actions, and facing a bet or not


def test_estimates_are_right_on_average():
    """Regrets of outcome sampling after one iteration, over many seeds, are those of CFR after one."""
    ground = Ground(load("kuhn"), merge=False)
    settings = EquilibriumSettings("outcome-sampling")
    tree, keys = ground.tree, tree_keys(ground.tree).tolist()
    total = np.zeros(tree.slots)
    games = 4000
    work = Sampled(ground, settings)
    for _ in range(games):
        work.sampler.found.table[:], work.sampler.found.keys[:], work.sampler.counters[:3] = 0, 0, 0
        work.advance(1)
        for number, key in enumerate(work.sampler.found.keys[: work.sampler.sets].tolist()):
            info, begin = keys.index(key), int(work.sampler.found.first[number])
            if tree.player[info] == 0:  # player 1 learns after player 0 has changed its strategy
                total[tree.first[info] : tree.first[info + 1]] += work.sampler.found.values[begin : begin + 2]
    slow = naive.Regrets(naive.whole_tree(ground.game), 0, 0, 0, alternate=False)
    slow.iterate()
    for info in np.flatnonzero(tree.player == 0).tolist():
        expected = slow.instant[0, tree.view(info).key()]
        assert total[tree.first[info] : tree.first[info + 1]] / games == pytest.approx(expected, abs=0.06)
