"""What `outfox optimise` says of policies in games with hidden information."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from outfox.draw.lettering import WIDTH
from outfox.formats.stakes import stake_of
from outfox.interfaces.cli.output import table

if TYPE_CHECKING:
    from outfox.rules import Game


def hidden_grades(game: Game, graded: list[dict[str, Any]]) -> list[str]:
    """Return a table of what each side is sure of, and how sound its actions are."""
    rows = [("", "is sure of", "regret", "sound where it plays", "in all")]
    rows += [
        (
            game.players[one["player"]],
            f"{one['secured'] if one['player'] == 0 else -one['secured']:+.4f}",
            "unknown" if one["regret"] is None else f"{one['regret']:.4f}",
            _sound(one["played"]),
            _sound(one["everywhere"]),
        )
        for one in graded
    ]
    value = graded[0]["value"]
    worth = "" if value is None else f" The game is worth {round(value, 4) + 0.0:+.4f} to {game.players[0]}."
    head = (
        f"Against opponents who know it, {stake_of(game).won}.{worth} Sound: of the information sets in which"
        " some action loses something against an equilibrium, those in which its own does not."
    )
    return [*textwrap.wrap(head, WIDTH), *table(rows, right=(1, 2, 3, 4))]


def _sound(found: dict[str, Any] | None) -> str:
    if found is None:
        return "unknown"
    return f"{found['sound']:.1%} of {found['sets']:,}" if found["sets"] else "nothing to lose"
