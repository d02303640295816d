"""`field_of`: where policies meet, by what there is to meet on."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.methods.policies.arena import Board
from outfox.methods.policies.hidden_board import HiddenBoard
from outfox.methods.policies.live_board import LiveBoard
from outfox.training.optimise.field import Field, Maker
from outfox.training.optimise.hidden_field import HiddenField
from outfox.training.optimise.live_field import LiveField


def field_of(
    board: Board | LiveBoard | HiddenBoard, makers: tuple[Maker, Maker], root: np.random.SeedSequence, **settings: Any
) -> Field:
    """Return where policies meet: on a listed board, by the rules, or over all deals; settings as for `Field`."""
    if isinstance(board, Board):
        return Field(board, makers, root, **settings)
    few = {name: settings[name] for name in ("plays", "positions", "plies") if name in settings}
    return (HiddenField if isinstance(board, HiddenBoard) else LiveField)(board, makers, root, **few)  # type: ignore[arg-type]
