"""A match result in words and a table, 80 columns wide."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

from outfox.arena.statistics import Share
from outfox.draw.lettering import WIDTH

if TYPE_CHECKING:
    from outfox.arena.many import ManyGames
    from outfox.arena.result import MatchResult

LOST_BY = {"illegal": "an illegal action", "failed": "a player that failed", "timeout": "no answer in time"}
BIASED = "The test ended the match, so score, Elo and shares are biased: it decides, it does not measure."
LABEL = 16


def result_text(result: MatchResult) -> str:
    """Return the text that a result prints as."""
    lines = [filled(result.game), filled(f"A  {result.a}"), filled(f"B  {result.b}"), "", *_notes(result)]
    if result.games:
        lines += ["", *_table(result), "", *_footer(result)]
    return "\n".join(lines)


def filled(text: str) -> str:
    """Fill a paragraph."""
    return textwrap.fill(text, WIDTH, subsequent_indent="   ", break_on_hyphens=False)


def cut(text: str, width: int) -> str:
    """Cut a text to a width, with dots where something is lost.

    Examples
    --------
    >>> cut("mcts:simulations=1000", 8)
    'mcts:...'
    """
    return text if len(text) <= width else text[: width - 3] + "..."


def elo_end(rating: float) -> str:
    """Write an end of an interval of ratings.

    Examples
    --------
    >>> elo_end(-12.4), elo_end(math.inf)
    ('-12', '?')
    """
    return f"{rating:.0f}" if math.isfinite(rating) else "?"


def counted(result: ManyGames, games: int, distinct: int) -> list[str]:
    """Say how many games there are, and why there are no more."""
    notes = [f"{games:,} game{'' if games == 1 else 's'}, {distinct:,} of them distinct, from seed {result.seed}."]
    if result.interrupted:
        notes.append(f"Interrupted: {result.planned:,} games were planned.")
    if result.resumed:
        notes.append(f"{result.resumed:,} of the games were read from the records of an earlier run.")
    return notes


def _notes(result: MatchResult) -> list[str]:
    """Say how many games there are, how many of them count, and the score."""
    notes = counted(result, result.games, result.distinct_games)
    if result.deterministic:
        notes.append(
            "Both players always do the same in the same position, so copies are no evidence:"
            f" {result.counted:,} games count below."
        )
    if result.score is not None:
        low, high = result.interval
        kind = "duplicate" if result.terms.duplicate else "seat-swapped"
        pairs = f"{len(result.pairs):,} {kind} pair{'s' * (len(result.pairs) != 1)}"
        units = pairs if result.pair_size == 2 else "single games"
        decks = result.distinct_decks
        units += "" if decks is None else f" with {decks:,} distinct deck{'s' * (decks != 1)}"
        notes.append(f"A scores {result.score:.3f}, 95 % interval {low:.3f} to {high:.3f} (from {units}).")
        notes += [*_stakes(result), _elo(result), *_decision(result)]
    for ending, words in LOST_BY.items():
        if result.endings.get(ending):
            reason = next(record.reason for record in result.records if record.ending == ending)
            notes.append(f"{result.endings[ending]:,} lost by {words}, first: {reason}")
    if result.endings.get("adjudicated"):
        notes.append(f"{result.endings['adjudicated']:,} adjudicated by {result.terms.adjudicate}.")
    return [filled(note) for note in notes]


def _stakes(result: MatchResult) -> list[str]:
    """Say by how much A won, where that is not always the same, and how both bet."""
    notes = []
    if result.has_stakes or result.corrected is not None:
        says = f" ({result.unit.says})" if result.unit.says else ""
        notes.append(f"A wins {_payoff(result, result.payoff or 0.0, result.payoff_interval)}{says}.")
    notes += _without_luck(result)
    if result.betting is not None:
        notes += [f"{name} {one}." for name, one in zip("AB", result.betting, strict=True)]
    return notes


def _without_luck(result: MatchResult) -> list[str]:
    """Say what A wins with luck taken out, and how much that has brought."""
    if result.corrected is None:
        return []
    payoff, ratio = result.corrected_payoff or 0.0, result.variance_ratio
    if result.corrected.exact:
        left = f"exactly {result.unit.write(payoff)} {result.unit.a_game}"
    else:
        left = _payoff(result, payoff, result.corrected_interval)
    said = f"Without {result.corrected.what}, A wins {left} (valued by {result.corrected.source})."
    return [
        said if ratio is None or result.corrected.exact else f"{said} Variance ratio, plain to corrected: {ratio:.1f}."
    ]


def _payoff(result: MatchResult, payoff: float, sure: tuple[float, float] | None) -> str:
    """Write a payoff with its interval."""
    unit = result.unit
    between = "" if sure is None else f", 95 % interval {unit.write(sure[0])} to {unit.write(sure[1])}"
    return f"{unit.write(payoff)} {unit.a_game}{between}"


def _elo(result: MatchResult) -> str:
    """Say the score as Elo, and how sure it is."""
    low, high = result.elo_interval
    sure = "" if result.superiority is None else f"; A is better with a likelihood of {_percent(result.superiority)}"
    return f"Elo {_signed(result.elo or 0.0)}, 95 % interval {_signed(low)} to {_signed(high)}{sure}."


def _signed(elo: float) -> str:
    return f"{elo:+.1f}" if math.isfinite(elo) else ("+" if elo > 0 else "-") + "infinity"


def _percent(share: float) -> str:
    """Write a likelihood without claiming certainty."""
    return f"{min(max(100 * share, 0.01), 99.99):.2f} %"


def _decision(result: MatchResult) -> list[str]:
    """Say what the test decided, or how many more games would decide."""
    more, test = result.games_to_decide, result.sprt
    if test is None:
        if more is None:
            return []
        if more == 0:
            return [f"The interval excludes a half: {'A' if (result.score or 0) > 0.5 else 'B'} is better."]
        return [f"Undecided: if this is the true score, about {more:,} more games would show who is better."]
    llr = test.llr(result.unit_counts, result.pair_size)
    low, high = test.bounds
    asked = f"SPRT of Elo {test.elo0:g} against {test.elo1:g}: log likelihood ratio {llr:.2f}"
    asked += f", bounds {low:.2f} and {high:.2f}"
    if result.decision is not None:
        kept = test.elo1 if result.decision == "H1" else test.elo0
        return [f"{asked}; {result.decision} accepted (Elo {kept:g}).", BIASED]
    going = "" if more is None else f"; about {more:,} more games if it goes on like this"
    return [f"{asked}; undecided{going}."]


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
    chances = f"{result.p_value:.2g} if A and B were equal, {result.seat_p_value:.2g} if the seats were fair"
    tests = filled(f"p-values {chances} (sign tests)")
    return [tests, f"lengths  {plies}", f"endings  {endings}", f"time     {spent}"]
