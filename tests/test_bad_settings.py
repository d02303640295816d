"""A value that a setting cannot have is the same kind of error everywhere, and one line."""

from __future__ import annotations

import pytest

import outfox
from outfox.arena.adjudication import adjudication
from outfox.arena.sprt import Sprt
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules import BadSetting, OutfoxError
from outfox.studies.cat_and_mouse.tables import TablesSettings
from outfox.studies.cat_and_mouse.window import WindowSettings
from outfox.studies.world_series.climbing import SeriesSettings
from outfox.training.grading.settings import GradeSettings
from outfox.training.learn.fit_settings import FitSettings
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.train_settings import TrainSettings
from outfox.training.optimise.settings import OptimiseSettings

MISTAKES = {
    "batch": lambda: outfox.Batch("kuhn", games=0),
    "equilibrium": lambda: EquilibriumSettings("cfx").check(),
    "fit": lambda: FitSettings(loss="absolute"),
    "grade": lambda: GradeSettings(seconds=0.0),
    "match": lambda: outfox.match("nim", "random", "random", games=0),
    "optimise": lambda: OptimiseSettings(iterations=0).check(),
    "player": lambda: outfox.player("mcts:trees=0"),
    "q-learning": lambda: QSettings(epsilon=2.0),
    "adjudication": lambda: adjudication("agreed:value=2"),
    "sprt": lambda: Sprt(5, 0),
    "style": lambda: outfox.player("bluff:p=2"),
    "tables": lambda: TablesSettings(rows=1),
    "train": lambda: TrainSettings(games=3),
    "window": lambda: WindowSettings(rows=3),
    "world series": lambda: SeriesSettings(best_of=6),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_value_that_cannot_be(mistake):
    with pytest.raises(BadSetting) as caught:
        mistake()
    assert isinstance(caught.value, OutfoxError)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)
