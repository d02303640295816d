"""Side by side with OpenSpiel: the same exploitability after the same iterations, the same NashConv."""

from __future__ import annotations

import pytest

from outfox.methods.equilibrium.best_response import exploitability
from outfox.methods.equilibrium.cfr import Regrets
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules import load

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(("spec", "name", "iterations"), [("kuhn", "kuhn_poker", 40), ("leduc", "leduc_poker", 6)])
@pytest.mark.parametrize("method", ["cfr", "cfr+"])
def test_iterations(spec, name, iterations, method):
    solver = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[method](pyspiel.load_game(name))
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    theirs = pyspiel.nash_conv(pyspiel.load_game(name), solver.average_policy())
    work = Regrets(Ground(load(spec)), EquilibriumSettings(method))
    work.advance(iterations)
    assert 2 * work.measured() == pytest.approx(theirs, abs=1e-9)


def test_uniform_play_of_liars_dice():
    game = pyspiel.load_game("liars_dice")
    theirs = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    ground = Ground(load("liars-dice"))
    assert exploitability(ground, ground.uniform).nash_conv == pytest.approx(theirs, abs=1e-9)
