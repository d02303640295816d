"""Cuts compared at equal time: what is timed, how budgets follow, and that a run keeps what it has measured."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from outfox.kernel.link import link
from outfox.methods.search.evaluation import Evaluation
from outfox.methods.search.growth import Engine, GrowingTree, Report
from outfox.methods.search.tree import simulate
from outfox.rules import BadSetting, load
from outfox.training.learn import generations, rates
from outfox.training.learn.fit import FitSettings
from outfox.training.learn.generations import train
from outfox.training.learn.selfplay import Recipe, SelfPlay
from outfox.training.learn.train_settings import TrainSettings
from outfox.training.learn.train_text import to_dict, to_text
from outfox.workers.seeds import root_seed
from tests.training.test_selfplay import some_model

FEW = TrainSettings(
    generations=1, games=60, budget=12, cs=(0.4,), cuts=(8, 0, 4), equal="time", gate_games=8, rating_games=8, graded=0,
    fit=FitSettings(bootstrap=20),
)  # fmt: skip


@pytest.mark.parametrize("name", ["tic-tac-toe", "starve-the-fox"])
def test_what_is_timed_are_the_searches(name):
    """Each seed is a search of the next position, as a tree by itself makes it."""
    game = load(name)
    recipe = Recipe(40, 4, some_model(game), 0.4)
    table = SelfPlay(game, (Recipe(4), Recipe(4)), 1)
    positions = [rates.drawn(game, table(number)) for number in range(2)]
    seeds = np.random.default_rng(5).integers(1 << 64, size=3, dtype=np.uint64)
    weights = Evaluation.of(game, recipe.model).weights
    engine = Engine(game, recipe.settings, weights, None, link(game, simulate, model=True))
    for count in (1, 2, 3):
        timed = rates.Searches(game, recipe, positions, 5)
        assert timed.seconds(count) > 0.0
        tree = GrowingTree(engine, positions[(count - 1) % 2])
        tree.random[0] = seeds[count - 1]
        tree.run(recipe.simulations, Report(None, recipe.settings, 0.0), 0.0)
        assert timed.tree.children() == tree.children()
        assert timed.tree.visits == recipe.simulations


def test_the_drawn_position_is_searched():
    game = load("starve-the-fox")
    played = SelfPlay(game, (Recipe(4), Recipe(4)), 2)(3)
    position = rates.drawn(game, played)
    assert (position.mover, len(position.history)) == (played.mover, played.ply)
    assert game.squares(position.state) == list(played.squares)


def test_rates_are_medians_without_what_a_call_costs():
    """A clock that is wrong in some turns, and in which a call costs ten searches."""

    class Clock:
        def __init__(self, simulations, each):
            self.simulations, self.each, self.calls = simulations, each, 0

        def seconds(self, count):
            self.calls += 1
            return (count + 10) * self.each * (7.0 if self.calls % 4 == 0 and count else 1.0)

    assert rates.rates([Clock(50, 1e-4), Clock(20, 2e-5)]) == pytest.approx([50 / 1e-4, 20 / 2e-5])


def test_budgets_follow_the_rates():
    assert rates.as_many(50, 8, 16) == 33  # 50 * (8 + 8) / (8 + 16)
    assert rates.as_many(50, 8, 16, {8: 3.0, 16: 1.5}) == 25
    assert rates.as_many(50, 8, 0, {8: 1.0, 0: 2.5}) == 125
    assert rates.as_many(2, 8, 16, {8: 3.0, 16: 1.0}) == 2


@pytest.fixture
def faked(monkeypatch):
    """Have rates that are told, and note who played the duels of cuts."""
    told, played = {8: 1e6, 0: 3e6, 4: 0.5e6}, {}
    duel = generations.duel

    def spied(game, a, b, **more):
        if more["journal"].name.startswith("cut-"):
            played[a.cut] = a.simulations, b.simulations
        return duel(game, a, b, **more)

    monkeypatch.setattr(generations, "duel", spied)
    monkeypatch.setattr(generations, "rates_of", lambda *_: dict(told))
    return told, played


def test_both_sides_get_the_same_time_and_a_run_keeps_its_rates(faked, tmp_path):
    told, played = faked
    found = train("tic-tac-toe", FEW, folder=tmp_path / "run", seed=3)
    assert played == {0: (36, 12), 4: (6, 12)}
    assert found.generations[0].rates == told
    kept = json.loads((tmp_path / "run" / "generation-1" / "rates.json").read_text())
    assert kept["rates"] == {"8": 1e6, "0": 3e6, "4": 0.5e6}
    assert kept["simulations"] == {"8": 12, "0": 36, "4": 6}
    events = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert [one["rates"] for one in events if one["event"] == "rates"] == [kept["rates"]]
    text = to_text(found)
    assert "against 8 at equal time; taken:" in text
    assert "  rates         8: 1, 0: 3, 4: 0.5 million simulations a CPU s\n" in text
    assert to_dict(found)["generations"][0]["rates"] == kept["rates"]
    # Killed in the middle of the duels, and gone on with on a machine that is otherwise: as if nothing had happened.
    shutil.copytree(tmp_path / "run", tmp_path / "again")
    for name in ("cut-4.jsonl", "model.json", "gate.jsonl"):
        (tmp_path / "again" / "generation-1" / name).unlink()
    told.update({8: 1e6, 0: 1e6, 4: 9e6})
    played.clear()
    again = train("tic-tac-toe", FEW, folder=tmp_path / "again", seed=3)
    assert played == {0: (36, 12), 4: (6, 12)}
    ours, theirs = to_dict(again), to_dict(found)
    assert ours["generations"] == theirs["generations"]


def test_at_equal_work_nothing_is_measured(faked, tmp_path, monkeypatch):
    _, played = faked
    monkeypatch.setattr(generations, "rates_of", lambda *_: pytest.fail("no clock is to be asked"))
    found = train("tic-tac-toe", replace(FEW, equal="work"), folder=tmp_path / "run", seed=3)
    assert played == {0: (24, 12), 4: (16, 12)}  # 12 * 16 / 8, 12 * 16 / 12
    assert found.generations[0].rates == {}
    assert not (tmp_path / "run" / "generation-1" / "rates.json").exists()


def test_measured_rates_are_rates(monkeypatch):
    """By the machine that this runs on: playouts to be cut later take longer in a long game."""
    monkeypatch.setattr(rates, "TURNS", 3)
    monkeypatch.setattr(rates, "SECONDS", 0.01)
    game = load("starve-the-fox")
    table = SelfPlay(game, (Recipe(4), Recipe(4)), 1)
    found = rates.rates_of(game, Recipe(20, 0, some_model(game)), [60], [table(k) for k in range(8)], root_seed(1))
    assert found[0] > 2 * found[60] > 0.0


def test_other_equality_is_refused():
    with pytest.raises(BadSetting, match="at equal work or time, not at equal 'luck'"):
        TrainSettings(equal="luck")
