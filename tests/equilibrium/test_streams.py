"""Sampling side by side: the same for any number of threads, as by recursion, gone on with, and sets in groups."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.methods.equilibrium import streams as module
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr import Sampled, tree_keys
from outfox.methods.equilibrium.sampler import Sampler
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.streams import Streams
from outfox.methods.equilibrium.unmeasured import sampled
from outfox.rules import load
from outfox.rules.errors import BudgetExceeded, DamagedFile
from tests.naive import equilibrium as naive

EXTERNAL = EquilibriumSettings("external-sampling")


def numbers(streams):
    """Return everything that has been learned."""
    whole = streams.whole()
    return {name: array.tolist() for name, array in whole.arrays().items() if name in ("keys", "first", "values")}


def test_threads_and_steps_make_no_difference():
    one = Streams(load("leduc"), EXTERNAL, seed=5, count=3, workers=1)
    one.advance(1500)
    other = Streams(load("leduc"), EXTERNAL, seed=5, count=3, workers=3)
    for some in (1, 190, 9, 500, 800):
        other.advance(some)
    assert numbers(one) == numbers(other)


def test_two_streams_by_recursion():
    work = Sampled(Ground(load("kuhn"), merge=False), EquilibriumSettings("external-sampling", streams=2), seed=3)
    game, tree = work.ground.game, work.ground.tree
    states = [int(Sampler(game, EXTERNAL, 3, stream).random[0]) for stream in range(2)]
    slow = [naive.Sampling(naive.whole_tree(game), state) for state in states]
    blocks = 4
    for _ in range(blocks):
        before = {info: list(x) for info, x in slow[0].total.items()}
        for one in slow:
            for _ in range(module.SHORTEST):  # an eighth of what was before is less
                one.iterate()
        meet(slow, before)
    work.advance(2 * module.SHORTEST * blocks)
    sampler, keys = work.sampler, tree_keys(tree)
    for info, begin in enumerate(sampler.numbers(keys).tolist()):
        name = int(tree.player[info]), tree.view(info).key()
        expected = [*slow[0].regret[name], *slow[0].total[name]]
        assert sampler.found.values[begin : begin + 4] == pytest.approx(expected, abs=1e-9)


def meet(slow, totals):
    """Let all go on from the mean of the regrets and the sum of what was added to the averages."""
    for info in set(slow[0].regret) | set(slow[1].regret):
        sums = totals.get(info, [0.0, 0.0])
        mine = [one.regret.get(info, [0.0, 0.0]) for one in slow]
        weights = [one.total.get(info, [0.0, 0.0]) for one in slow]
        for one in slow:
            one.regret[info] = [sum(x) / 2 for x in zip(*mine, strict=True)]
            one.total[info] = [b + sum(y - b for y in x) for b, x in zip(sums, zip(*weights, strict=True), strict=True)]


def test_two_streams_come_nearly_as_near_as_one():
    found = {}
    for count in (1, 2):
        work = Sampled(Ground(load("leduc")), EquilibriumSettings("external-sampling", streams=count), seed=2)
        work.advance(20_000)
        found[count] = work.measured()
    assert found[2] < 1.5 * found[1]
    assert found[2] < 0.15


def test_work_is_gone_on_with_as_if_nothing_had_been(tmp_path):
    game, settings = load("kuhn"), EquilibriumSettings("external-sampling", iterations=700)
    half = EquilibriumSettings("external-sampling", iterations=333)
    path = tmp_path / "work"
    sampled(game, half, seed=4, checkpoint=Checkpoint(path, game, half, seed=4))
    resumed = sampled(game, settings, seed=4, workers=1, checkpoint=Checkpoint(path, game, settings, seed=4))
    straight = sampled(game, settings, seed=4)
    assert resumed.sampler.iterations == 700
    assert resumed.table().keys.tolist() == straight.table().keys.tolist()
    assert resumed.table().probabilities.tolist() == straight.table().probabilities.tolist()
    with pytest.raises(DamagedFile, match="was begun with streams 0, not 3"):
        Checkpoint(path, game, EquilibriumSettings("external-sampling", streams=3), seed=4)
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(DamagedFile, match="delete it to begin anew"):
        Checkpoint(path, game, settings, seed=4)


def by_card(view, tables):
    """Stand for a view by what was played, and in the lowest bits by a bucket of the card."""
    return (((view.plies * 4 + view.moves[0]) * 4 + view.moves[1]) << 15) + tables[view.card]


@pytest.mark.parametrize("inner", [4, 2])
def test_buckets_that_lose_nothing_lose_nothing(inner):
    """Each card is a bucket: the same games, and the same regrets, in another order."""
    game, buckets = load("kuhn"), np.array([0, 3, 0, 2], np.int16)
    plain, grouped = Sampler(game, EXTERNAL, 6), Sampler(game, EXTERNAL, 6, key=by_card, tables=buckets, inner=inner)
    for work in (plain, grouped):
        work.advance(500)
    assert plain.sets == grouped.sets == 12
    assert grouped.groups == {4: 4, 2: 8}[inner]
    assert int(plain.random[0]) == int(grouped.random[0])
    strategies = [sorted(work.listed()[2].reshape(-1, 2).tolist()) for work in (plain, grouped)]
    assert strategies[0] == strategies[1]
    met = [sorted(x for x in work.found.values.tolist() if x) for work in (plain, grouped)]
    assert met[0] == met[1]


class Pressed:
    """Work in a thread for which somebody presses Ctrl-C while it runs."""

    def __init__(self, work):
        self.work, self.pressed = work, False

    def result(self):
        if not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt
        return self.work.result()


def test_who_stops_it_gets_whole_iterations(monkeypatch):
    work, other = (Streams(load("kuhn"), EXTERNAL, seed=1, count=2, workers=1) for _ in range(2))
    submit = work._threads.submit
    monkeypatch.setattr(work._threads, "submit", lambda *call: Pressed(submit(*call)))
    with pytest.raises(KeyboardInterrupt):
        work.advance(333)
    other.advance(333)
    assert int(work.done[0]) == 333
    assert numbers(work) == numbers(other)


@pytest.mark.slow
def test_what_outgrows_memory_ends_with_all_that_was_found(tmp_path):
    game, path = load("liars-dice"), tmp_path / "work"
    settings = EquilibriumSettings("external-sampling", iterations=60_000)
    found = sampled(game, settings, seed=1, memory=56_000_000, checkpoint=Checkpoint(path, game, settings, seed=1))
    assert found.stopped == "memory"
    assert 0 < found.sampler.iterations < 60_000
    assert found.sampler.sets == len(found.table().keys) > 4000
    on = sampled(game, settings, seed=1, checkpoint=Checkpoint(path, game, settings, seed=1))
    straight = sampled(game, settings, seed=1)
    assert on.table().probabilities.tolist() == straight.table().probabilities.tolist()
    with pytest.raises(BudgetExceeded, match=r"need .* GB here, and may have"):
        sampled(game, settings, memory=1_000_000)
