"""`outfox train q-learning`: learn what each action is worth, and how far that is from the truth."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.dataclass_flags import settings_from_flags
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine
from outfox.training.learn.q_settings import QSettings

if TYPE_CHECKING:
    from outfox.interfaces.cli.train import TrainOptions
    from outfox.rules import Game


def train_q_learning(game: Game, flags: Mapping[str, str], asked: TrainOptions, as_json: bool) -> int:
    """Play, learn, grade; write the values if they are wanted."""
    _refuse_options(asked)
    file = place("train: --out", asked.out) if asked.out else None
    settings = settings_from_flags(QSettings, flags, "train")
    with ProgressLine("train") as line:
        line.listen()
        from outfox.training.learn.q_train import q_train, to_dict

        found = q_train(game, settings, seed=asked.seed, progress=line.share)
        size = found.save(file) if file is not None else 0
    data, text = to_dict(found), str(found)
    if file is not None:
        data |= {"file": asked.out, "file_bytes": size}
        text += f"\n\nThe values are in {asked.out} ({size:,} bytes). Play it:\n"
        text += f"  outfox play {shlex.quote(game.spec)} --against {shlex.quote(f'q:{asked.out}')}"
    show(data, text, as_json)
    return INTERRUPTED if found.stopped == "interrupted" else DONE


def _refuse_options(asked: TrainOptions) -> None:
    """Refuse what this training does not have."""
    for name in ("workers", "ray", "alike", "endings"):
        if getattr(asked, name):
            raise UsageError(f"train: --{name} is for evaluation; q-learning is one course of games, on one core")
