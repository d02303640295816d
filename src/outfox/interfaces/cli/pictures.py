"""Plots that commands write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import write

if TYPE_CHECKING:
    from outfox.rules import Game


def plot_history(flag: str, path: Path, history: Any, game: Game, title: str) -> None:
    """Draw the history of an optimisation (see `outfox.draw.history`) and write it.

    Raises
    ------
    UsageError
        Where that cannot be done.
    """
    from outfox.draw.history import history_chart

    try:
        picture = history_chart(history, players=game.players, title=title)
    except ValueError as error:
        raise UsageError(f"{flag}: {error}") from None
    write(flag, path, picture)
