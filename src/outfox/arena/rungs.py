"""A ladder in words and a table, 80 columns wide."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from outfox.arena.text import cut, elo_end, filled
from outfox.draw.lettering import WIDTH

if TYPE_CHECKING:
    from outfox.arena.ladder import LadderResult, Level

SPEC = 28


def ladder_text(found: LadderResult) -> str:
    """Return the text that a ladder prints as."""
    result = found.result
    distinct = f"{result.games:,} games, {result.distinct_games:,} of them distinct"
    head = f"{result.game}: {distinct}, {result.games_each} between each two, from seed {result.seed}"
    lines = [filled(head)]
    if result.interrupted:
        lines.append(f"Interrupted: {result.planned:,} games were planned.")
    lines += ["", f"{'level':6} {'':{SPEC}} {'score against the ladder':>26} {'Elo over level 0':>14}"]
    lines += [_row(str(level.number), level) for level in found.levels]
    if found.placed is not None:
        lines += ["", _row("placed", found.placed), "", *_placed(found, found.placed)]
    lines += ["", *_advice(found)]
    return "\n".join(lines)


def _row(label: str, level: Level) -> str:
    low, high = level.score_interval
    score = "" if level.score is None else f"{100 * level.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    rating = f"{level.rating:+.0f}" if level.number else "0"
    below, above = level.interval
    spread = f" [{elo_end(below)}, {elo_end(above)}]" if level.number else ""
    return f"{label:6} {cut(level.spec, SPEC):{SPEC}} {score:>22} {rating:>6}{spread}"


def _placed(found: LadderResult, placed: Level) -> list[str]:
    """Say what the player who was placed may expect against each level."""
    shares = [f"{level.number}: {100 * found.promised(placed, level):.0f} %" for level in found.levels]
    text = "expected against level " + ", ".join(shares)
    return textwrap.wrap(text, WIDTH, subsequent_indent="   ")


def _advice(found: LadderResult) -> list[str]:
    """Say which level to choose for a few win rates."""
    lines = []
    for rate in (0.5, 0.75, 0.9):
        level = found.level_for(rate)
        who = f"level {level.number} ({level.spec})" if level is not None else "none of these levels"
        what = (
            f"to score {100 * rate:.0f} % against the ladder"
            if found.placed is None
            else f"for {found.placed.spec} to score {100 * rate:.0f} %"
        )
        lines.append(f"{what}: {who}")
    return [cut(line, WIDTH) for line in lines]
