"""`outfox train`: learn from games of self-play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cyclopts import Parameter

from outfox.interfaces.cli.dataclass_flags import flag_fields
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.settings import help_for, split_flags
from outfox.training.learn.fit_settings import FitSettings
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.train_settings import TrainSettings

_SETTINGS: dict[str, tuple[type[Any], ...]] = {"evaluation": (TrainSettings, FitSettings), "q-learning": (QSettings,)}
"""What there is to train, and its settings."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """Options of all training.

    Parameters
    ----------
    seed
        The same seed gives the same result.
    out
        Where the result goes. evaluation: the run's folder; without it one in the current folder, named after the game.
        q-learning: the file of values; without it nothing is written.
    workers
        evaluation: processes; 0: one for each core.
    ray
        evaluation: address of a Ray cluster that plays the games instead: HOST:PORT, auto, or local; needs outfox[ray].
    alike
        evaluation: let both sides think alike in self-play, also where one of them then wins nearly every game;
        the same as --balance false.
    endings
        evaluation: a folder with endgame tables of the game, made by outfox endgame, to grade each generation by them.
    """

    seed: int = 0
    out: str = ""
    workers: int = 0
    ray: str = ""
    alike: bool = False
    endings: str = ""


def train(
    what: Literal["evaluation", "q-learning"],
    game: str,
    /,
    *,
    run: TrainOptions | None = None,
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Learn from games of self-play: what positions are worth, or what each action is worth.

    evaluation: plain tree search plays itself; one position of each game goes into a fit of its outcome: named
    features, and a value for each piece on each point. The next generation searches with playouts that are cut and
    scored by that model, and takes its predecessor's place when it has beaten it. Everything is kept in a folder: a run
    that was stopped, by Ctrl-C or otherwise, goes on with the same command.

    q-learning: both players use one table with a value for each action of each position, and change it by what came of
    their actions; with hidden information each action of each information set has one. Where the game can be solved,
    the result is graded by exact values, with hidden information by exact best responses. --out FILE keeps the values;
    q:FILE is a player.

    Parameters
    ----------
    what
        evaluation or q-learning.
    game
        A name or a file, with parameters if you like. For an evaluation it must declare features or squares.
    parameters
        Settings (above), and parameters of the game.
    """
    from outfox.interfaces.cli.errors import UsageError

    asked, chosen = run or TrainOptions(), options or GameOptions()
    if asked.workers < 0 or asked.seed < 0:
        raise UsageError("--workers and --seed must be 0 or more")
    names = {field.name for cls in _SETTINGS[what] for field in flag_fields(cls)}
    settings, rest = split_flags(parameters, names)
    if what == "q-learning":
        from outfox.interfaces.cli.train_q_learning import train_q_learning as job
    else:
        from outfox.interfaces.cli.train_evaluation import train_evaluation as job
    return job(load_game(game, chosen.param, rest, "train"), settings, asked, chosen.json)


def more_flags() -> list[str]:
    """Return the flags that are settings."""
    names = [field.name for settings in _SETTINGS.values() for cls in settings for field in flag_fields(cls)]
    return [f"--{name.replace('_', '-')}" for name in names]


def more_help() -> str:
    """List the settings of each kind of training, each of which is a flag."""
    parts = []
    for what, settings in _SETTINGS.items():
        for number, cls in enumerate(settings):
            parts.append(help_for(cls, f"Settings of {what}:" if number == 0 else f"Settings of its {_part(cls)}:"))
    return "".join(parts)


def _part(cls: type[Any]) -> str:
    return cls.__name__.removesuffix("Settings").lower()
