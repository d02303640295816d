"""`outfox train evaluation`: learn what positions are worth."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.crew import crew_of
from outfox.interfaces.cli.dataclass_flags import settings_from_flags
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.settings import split_flags
from outfox.training.learn.fit_settings import FitSettings
from outfox.training.learn.train_settings import TrainSettings

if TYPE_CHECKING:
    from outfox.interfaces.cli.train import TrainOptions
    from outfox.rules import Game


def train_evaluation(game: Game, flags: Mapping[str, str], asked: TrainOptions, as_json: bool) -> int:
    """Run generations, or go on with them."""
    settings = settings_of(flags, asked.alike)
    with ProgressLine("train") as line:
        line.listen()
        from outfox.formats.folders import folder_name
        from outfox.training.learn.generations import train as run
        from outfox.training.learn.train_text import to_dict, to_text

        crew = crew_of(asked.workers, asked.ray, os.cpu_count() or 1)
        folder = Path(asked.out) if asked.out else Path(folder_name("train", game))
        found = run(
            game, settings, folder=folder, seed=asked.seed, workers=crew, endings=asked.endings or None,
            progress=line.share,
        )  # fmt: skip
    show(to_dict(found), to_text(found), as_json)
    return DONE


def settings_of(flags: Mapping[str, str], alike: bool) -> TrainSettings:
    """Return the settings of a run, with those of its fits."""
    mine, others = split_flags(flags, {field.name for field in fields(FitSettings)})
    if alike:
        if "balance" in others:
            raise UsageError("--alike and --balance say the same: give one of them")
        others["balance"] = "false"
    fit = settings_from_flags(FitSettings, mine, "train")
    return settings_from_flags(TrainSettings, others, "train", fit=fit)
