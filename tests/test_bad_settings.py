"""A value that a setting cannot have is the same kind of error everywhere, and one line."""

from __future__ import annotations

import numpy as np
import pytest

import outfox
from outfox.arena.adjudication import adjudication
from outfox.arena.sprt import Sprt
from outfox.kernel.batch_arguments import row_numbers
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
from outfox.workers.seeds import root_seed

MISTAKES = {
    "batch": lambda: outfox.Batch("kuhn", games=0),
    "rows of a batch": lambda: row_numbers([0, 3], games=3),
    "rows from the end": lambda: row_numbers(-1, games=3),
    "rows that are no numbers": lambda: row_numbers(["a"], games=3),
    "rows of two lengths": lambda: row_numbers([[0], [1, 2]], games=3),
    "seed": lambda: outfox.match("kuhn", "call", "call", games=2, seed=-1),
    "seed of NumPy": lambda: root_seed(np.int64(-1)),
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
