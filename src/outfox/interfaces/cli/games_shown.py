"""Sample games that show how a best response wins."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.help import width

if TYPE_CHECKING:
    from outfox.rules import Game, Position

SAMPLES = 2
"""Games shown for each seat."""


def sample(ended: Position) -> dict[str, Any]:
    """Return the names of what was played, and player 0's payoff."""
    position, names = ended.game.start(), []
    for action in ended.history:
        names.append(position.name(action))
        position = position.play(action)
    return {"moves": names, "payoff": float(ended.payoff)}


def sample_lines(game: Game, samples: dict[str, list[dict[str, Any]]], who: str = "the best response") -> list[str]:
    """Return sample games as text, with what the responder won; `samples` by seat, such as ``seat0``."""
    lines = []
    for key, games in samples.items():
        seat = int(key[-1])
        lines.append(f"{who} as {game.players[seat]}:")
        for one in games:
            won = one["payoff"] if seat == 0 else -one["payoff"]
            text = f"  {', '.join(one['moves'])}: {won + 0.0:+g}"
            lines += textwrap.wrap(text, width(), subsequent_indent="    ")
    return [*lines, ""] if lines else []
