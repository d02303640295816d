"""The answer of a study of a game with hidden information, in sentences and for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.formats.stakes import stake_of
from outfox.studies.hidden.curves import NAMES, ROUNDING
from outfox.studies.hidden.words import decimals, exactly, fraction_text, the

if TYPE_CHECKING:
    from outfox.studies.hidden.study import HiddenStudy

NOTHING = 5e-10
"""A value nearer to 0 than the linear program's tolerance is 0."""


def sentences(found: HiddenStudy) -> list[str]:
    """Return the answer, sentence by sentence: first that the study is not complete, if so."""
    told = [best_play(found)]
    if found.curves:
        told.append(nearest(found))
    if found.compared:
        told.append(beside_published(found))
    if any(style.best.average > NOTHING for style in found.styles):
        told.append(most_beaten(found))
    if found.stopped == "plan":
        return told
    why = "Interrupted" if found.stopped == "interrupted" else "Cut short by the clock"
    return [f"{why} before all was computed.", *told]


def best_play(found: HiddenStudy) -> str:
    """Say who wins how much with best play."""
    unit, players = stake_of(found.game), found.game.players
    if found.solved is None:
        if found.bounds is None:
            return "What best play wins was not computed."
        ends, winner = found.bounds, 0
        if ends[1] < 0.0:  # the other one wins, whatever the value is
            ends, winner = (-ends[1], -ends[0]), 1
        low, high = (decimals(end, 6) for end in ends)
        return f"With best play {the(players[winner])} wins between {low} and {unit.per_game(high)}."
    value, fraction = found.solved.value, found.solved.fraction
    if abs(value) < NOTHING:
        return "With best play neither side wins anything: the game is fair."
    winner = 0 if value > 0 else 1
    amount = decimals(abs(value))
    exact = fraction_text(None if fraction is None else abs(fraction))
    return f"With best play {the(players[winner])} wins {unit.per_game(amount)}" + (
        f", exactly {exact}." if exact and exact != amount else "."
    )


def nearest(found: HiddenStudy) -> str:
    """Say which method comes nearest to an equilibrium."""
    best = min(found.curves, key=lambda curve: curve.exploitability)
    slow = max(found.curves, key=lambda curve: curve.exploitability)
    first = [NAMES[curve.method] for curve in found.curves if curve.exploitability == best.exploitability]
    who = f"{', '.join(first[:-1])} and {first[-1]} come" if len(first) > 1 else f"{first[0]} comes"
    words = (
        f"Of {len(found.curves)} methods {who} nearest to an equilibrium: exploitability"
        f" {best.exploitability:.2g} after {best.iterations:,} iterations"
    )
    if slow is not best:
        words += f"; {NAMES[slow.method]} is farthest from it, with {slow.exploitability:.2g} after {slow.iterations:,}"
    return words + "."


def beside_published(found: HiddenStudy) -> str:
    """Say how our figures compare with published ones."""
    known = [one for one in found.compared if one.deviation is not None]
    published = found.published
    assert published is not None
    good = sum(bool(one.within) for one in known)
    allowed = f"{100 * published.tolerance:.0f} % from {published.tolerance_from:,} iterations on"
    words = f"Of {len(known)} published figures ours are as good or better, up to rounding and {allowed}, in "
    words += "all" if good == len(known) else f"{good}"
    worst = max(known, key=lambda one: one.deviation or 0.0)
    if (worst.deviation or 0.0) <= ROUNDING:
        return f"{words}."
    return (
        f"{words}; the farthest is {NAMES[worst.method]} after {worst.iterations:,}, {100 * (worst.deviation or 0):.0f}"
        f" % worse, where ours goes up and down between {worst.least:.3g} and {worst.most:.3g} over the last tenth of"
        " the iterations."
    )


def most_beaten(found: HiddenStudy) -> str:
    """Say from whom most is won, and what equilibria win there."""
    unit = stake_of(found.game)
    style = max(found.styles, key=lambda one: one.best.average)
    won = exactly(style.best.average, style.best.exact_average)
    about = decimals(style.best.average) if "/" in won else won
    words = f"Most is won from {style.name!r}: {unit.per_game(about)}" + (f" ({won})" if won != about else "")
    words += " by who knows it"
    if style.least is None or style.most is None:
        return words + "."
    low, high = decimals(style.least.average), decimals(style.most.average)
    return f"{words}, {low if low == high else f'{low} to {high}'} by who plays an equilibrium."


def as_text(found: HiddenStudy, wide: int) -> str:
    """Return the answer and two tables for the terminal."""
    import textwrap

    parts = [textwrap.fill(" ".join(sentences(found)), wide)]
    if found.curves:
        rows = [("method", "iterations", "exploitability")]
        rows += [(NAMES[c.method], f"{c.iterations:,}", f"{c.exploitability:.3g}") for c in found.curves]
        parts.append(_columns(rows))
    if found.styles:
        rows = [("style", "best response", "equilibria")]
        for one in found.styles:
            ends = "" if one.least is None or one.most is None else _range(one.least.average, one.most.average)
            rows.append((one.name, exactly(one.best.average, one.best.exact_average), ends))
        parts.append(f"{stake_of(found.game).won} from each style, over both seats\n" + _columns(rows))
    return "\n\n".join(parts)


def _range(low: float, high: float) -> str:
    ends = decimals(low), decimals(high)
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def _columns(rows: list[tuple[str, str, str]]) -> str:
    wide = [max(len(row[k]) for row in rows) for k in range(3)]
    return "\n".join(f"{a.ljust(wide[0])}  {b.rjust(wide[1])}  {c.rjust(wide[2])}".rstrip() for a, b, c in rows)
