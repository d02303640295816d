"""A match result in words and a table, 80 columns wide."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from outfox.arena.statistics import Share

if TYPE_CHECKING:
    from outfox.arena.result import MatchResult

WIDTH = 80
LABEL = 16


def result_text(result: MatchResult) -> str:
    """Return the text that a result prints as."""
    lines = [_filled(result.game), _filled(f"A  {result.a}"), _filled(f"B  {result.b}"), "", *_notes(result)]
    if result.games:
        lines += ["", *_table(result), "", *_footer(result)]
    return "\n".join(lines)


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="   ", break_on_hyphens=False)


def _notes(result: MatchResult) -> list[str]:
    """Say how many games there are, how many of them count, and the score."""
    notes = [f"{result.games:,} games, {result.distinct_games:,} of them distinct, from seed {result.seed}."]
    if result.interrupted:
        notes.append(f"Interrupted: {result.planned:,} games were planned.")
    if result.deterministic:
        notes.append(
            "Both players always do the same in the same position, so copies are no evidence:"
            f" {result.counted:,} games count below."
        )
    if result.score is not None:
        low, high = result.interval
        pairs = f"{len(result.pairs):,} seat-swapped pair{'s' * (len(result.pairs) != 1)}"
        units = pairs if result.pair_size == 2 else "single games"
        notes.append(f"A scores {result.score:.3f}, 95 % interval {low:.3f} to {high:.3f} (from {units}).")
    if result.endings.get("illegal"):
        reason = next(record.reason for record in result.records if record.ending == "illegal")
        notes.append(f"{result.endings['illegal']:,} lost by an illegal action, first: {reason}")
    return [_filled(note) for note in notes]


def _table(result: MatchResult) -> list[str]:
    won, drawn, lost = result.outcomes
    rows = [f"{'':{LABEL}} {'games':>7} {'won':>7} {'drawn':>7} {'lost':>7}   share won, 95 % interval"]
    seats = [seat for seat in result.by_seat if seat.wins.of]
    rows += [_row(f"A as {seat.player}", seat.wins, seat.draws, seat.losses) for seat in seats]
    rows.append(_row(result.players[0], won, drawn, lost))
    rows.append(_row(result.players[1], lost, drawn, won))
    return rows


def _row(label: str, won: Share, drawn: Share, lost: Share) -> str:
    counts = " ".join(f"{count:>7,}" for count in (won.of, won.count, drawn.count, lost.count))
    return f"{label[:LABEL]:{LABEL}} {counts}   {won}"


def _footer(result: MatchResult) -> list[str]:
    lengths = result.lengths
    plies = (
        f"{lengths['shortest']:,} to {lengths['longest']:,} plies,"
        f" mean {lengths['mean']:,.1f}, median {lengths['median']:,.1f}"
    )
    endings = ", ".join(f"{count:,} {ending.replace('_', ' ')}" for ending, count in result.endings.items())
    spent = f"{result.seconds:.1f} s, {result.cpu_seconds:.1f} s of CPU; compiling {result.compile_seconds:.1f} s"
    return [f"lengths  {plies}", f"endings  {endings}", f"time     {spent}"]
