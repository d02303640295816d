"""The report of a study of a game with hidden information, as a page that stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.chart import Series
from outfox.draw.loglog import Points, log_log_chart
from outfox.formats.stakes import stake_of
from outfox.methods.equilibrium.settings import SAMPLED
from outfox.studies.hidden.curves import AVERAGES, NAMES
from outfox.studies.hidden.page_strategies import strategies
from outfox.studies.hidden.report import JSON, command, sizes, timing
from outfox.studies.hidden.study import CURVES
from outfox.studies.hidden.text import beside_published
from outfox.studies.hidden.words import decimals, exactly, fraction_text, the
from outfox.studies.machine import environment
from outfox.studies.page.answer import title_of
from outfox.studies.page.markup import definitions, details, figure, page, paragraph, section, table, tag, text

if TYPE_CHECKING:
    from outfox.studies.hidden.curves import Compared
    from outfox.studies.hidden.study import HiddenStudy
    from outfox.studies.hidden.styles import Beaten, Payoff

GLOSSARY = {
    "equilibrium": (
        "Two strategies of which neither can be beaten: each is a best response to the other. Both sides are then sure"
        " of the value of the game."
    ),
    "exploitability": (
        "Half of what two best responses win together against a pair of strategies, in the game's own units a game: how"
        " far the pair is from an equilibrium, where it is 0. It is computed, not sampled."
    ),
    "best response": "What wins most against one given strategy of the other side, which it knows.",
    "iteration": (
        "Of a method that looks at the whole tree: both players have learned once. Of one that samples games: one game"
        " was played for each player, at a small part of the cost."
    ),
    "information set": "All situations that a player cannot tell apart when it has to choose.",
}
"""What the report's words mean."""


def question(found: HiddenStudy) -> str:
    """Return the title."""
    return f"What is {title_of(found.game)} worth, and how is it played?"


def html(found: HiddenStudy) -> str:
    """Return the page."""
    parts = [head(found), seats(found), methods(found), strategies(found), styles(found), answer(found)]
    parts += [measured(found), glossary()]
    return page(question(found), "".join(parts))


def head(found: HiddenStudy) -> str:
    """Return the question and the answer."""
    words = tag("p", "a study by outfox", class_="eyebrow") + tag("h1", text(question(found)))
    sentences = found.sentences
    if found.stopped != "plan":
        words += paragraph(f"This study is not complete. {sentences[0]}", "notice")
        sentences = sentences[1:]
    words += paragraph(sentences[0], "lead") + "".join(paragraph(sentence) for sentence in sentences[1:])
    alone = "grid-template-columns:minmax(0,1fr)"  # no picture stands beside the words
    return tag("header", tag("div", words, class_="words"), style=alone)


def seats(found: HiddenStudy) -> str:
    """Return who profits from the seat."""
    unit, players = stake_of(found.game), found.game.players
    rows = []
    if found.solved is not None:
        value, fraction = found.solved.value, found.solved.fraction
        rows.append(["best play", *_signed(value, fraction_text(fraction))])
    rows += [[text(one.name), *_signed(one.itself.seats[0], _exact(one.itself))] for one in found.styles]
    if not rows:
        return ""
    words = f"What either seat wins, {unit.per_game('')} on average, when both play in the same way."
    if found.solved is not None:
        words += f" With best play {_profit(found)}."
    heads = ["both play", *(text(the(name)) for name in players)]
    return section("seats", "Who profits from the seat?", paragraph(words), table(heads, rows))


def _profit(found: HiddenStudy) -> str:
    assert found.solved is not None
    value, players = found.solved.value, found.game.players
    if abs(value) < 5e-10:
        return "neither seat is better"
    return f"it is {the(players[0 if value > 0 else 1])}'s seat that profits"


def _signed(value: float, exact: str) -> tuple[str, str]:
    """Return the cells of both players; the exact number stands behind the first."""
    shown = tuple(decimals(x).replace("-", "−") for x in (value, -value))
    behind = tag("small", text(f" {exact.replace('-', '−')}")) if "/" in exact else ""
    return text(shown[0]) + behind, text(shown[1])


def _exact(payoff: Payoff) -> str:
    return fraction_text(payoff.fractions[0])


def answer(found: HiddenStudy) -> str:
    """Return how the exact answer was got, and how large the game is."""
    solved, size = found.solved, sizes(found)
    pairs = [("histories", f"{size['histories']:,}"), ("information sets", f"{size['information_sets']:,}")]
    if size["merged_histories"] != size["histories"]:
        merged = f"{size['merged_histories']:,} histories, {size['merged_information_sets']:,} information sets"
        pairs.append(("with equivalent cards as one", merged))
    pairs.append(("sequence form", f"{size['sequences']:,} sequences, {size['entries']:,} payoffs"))
    words = (
        "The game was too large for a linear program within this plan; the bounds are those of the strategies above."
    )
    if solved is not None:
        low, high = (f"{bound:+.12f}".replace("-", "−") for bound in solved.bounds)
        words = (
            "The value and an equilibrium are the solution of one linear program over the sequence form. Against its"
            f" strategies best responses in the whole game leave {the(found.game.players[0])} between {low} and"
            f" {high}: so far the value can be off."
        )
        if solved.fraction is not None:
            words += f" In the arithmetic of fractions the two meet: the value is {solved.fraction} exactly."
        pairs.append(("time", f"{solved.seconds:.2f} s by the clock, {solved.cpu_seconds:.2f} CPU s"))
    facts = definitions(((text(name), text(said)) for name, said in pairs), "facts")
    return section("exact", "How is the value known?", paragraph(words), facts)


def methods(found: HiddenStudy) -> str:
    """Return how fast each method finds an equilibrium."""
    if not found.curves:
        return ""
    published = found.published
    series = [Series(NAMES[c.method], [n for n, _ in c.history], [e for _, e in c.history]) for c in found.curves]
    points = []
    if published is not None:
        for method, known in published.points.items():
            points.append(Points(NAMES[method], [n for n, _ in known], [e for _, e in known]))
    chart = log_log_chart(
        series,
        points,
        kinds=[1 if c.method in SAMPLED else 2 if c.method == "xfp" else 0 for c in found.curves],
        points_label="published",
        title=f"Exploitability ({stake_of(found.game).per_game('')}) by iteration",
        x_label="iterations",
        name="convergence",
    )
    words = (
        "Exploitability of the average strategies, measured exactly in the whole game. Methods that sample games are"
        " dashed: their iterations cost much less. Both axes are logarithmic."
    )
    rows = [
        [
            text(NAMES[c.method]),
            f"{c.iterations:,}",
            text(f"{c.exploitability:.3g}"),
            f"{c.cpu_seconds:.2f}",
        ]
        for c in found.curves
    ]
    heads = ["method", "iterations", "exploitability", "CPU s"]
    averages = definitions((text(NAMES[c.method]), text(AVERAGES[c.method])) for c in found.curves)
    caption = "Circles are published figures." if points else ""
    parts = [paragraph(words), figure(str(chart), caption), table(heads, rows)]
    parts.append(details("How strategies are averaged", averages))
    return section("methods", "How fast is an equilibrium found?", *parts, *_beside(found))


def _beside(found: HiddenStudy) -> list[str]:
    """Return published figures beside ours, with the deviation."""
    known = [one for one in found.compared if one.ours is not None]
    if not known or found.published is None:
        return []
    rows = [
        [
            text(NAMES[one.method]),
            f"{one.iterations:,}",
            f"{one.published:.4g}",
            f"{one.ours:.4g}",
            text(_deviation(one)),
        ]
        for one in known
    ]
    heads = ["method", "iterations", "published", "ours", "ours is"]
    words = beside_published(found) + " " + found.published.tolerance_about
    return [
        paragraph(words),
        details("Published figures and ours", paragraph(found.published.about, "note") + table(heads, rows)),
    ]


def _deviation(one: Compared) -> str:
    assert one.deviation is not None
    if one.deviation <= 0:
        return f"{-100 * one.deviation:.2f} % better"
    return f"{100 * one.deviation:.2f} % worse" + ("" if one.within else ", more than allowed")


def styles(found: HiddenStudy) -> str:
    """Return what each style loses at most, and what equilibria win from it."""
    if not found.styles:
        return ""
    unit, players = stake_of(found.game), found.game.players
    words = (
        f"The most that can be won from each style, {unit.per_game('')}, by somebody who knows it: that is what"
        " it loses at most. Beside it stands what equilibrium strategies win, from the least to the most, for there are"
        " many: they cannot lose, but they do not take what a weak player gives away."
    )
    heads = ["style", *(text(f"as {the(name)}") for name in players), "on average", "", "equilibria win"]
    rows = [
        [
            text(one.name),
            *(text(_short(x, one.best.fractions[k])) for k, x in enumerate(one.best.seats)),
            tag("b", text(_short(one.best.average, one.best.exact_average))),
            text(decimals(one.best.average)),
            text(_ends(one)),
        ]
        for one in found.styles
    ]
    said = definitions((text(one.name), text(one.says)) for one in found.styles)
    return section(
        "styles",
        "What does each style lose at most?",
        paragraph(words),
        table(heads, rows),
        details("What the styles do", said),
    )


def _short(number: float, fraction: object) -> str:
    return exactly(number, fraction)  # type: ignore[arg-type]


def _ends(one: Beaten) -> str:
    if one.least is None or one.most is None:
        return "–"
    low, high = decimals(one.least.average), decimals(one.most.average)
    return low if low == high else f"{low} to {high}"


def measured(found: HiddenStudy) -> str:
    """Return how the study was made."""
    took, plan = timing(found), found.plan
    said = f"{plan.name}: {plan.iterations:,} iterations of methods over the whole tree, {plan.games:,} of those that"
    seconds = f"{took['seconds']:,.1f} s by the clock with {took['workers']} worker{'s' * (took['workers'] > 1)};"
    seconds += f" {took['cpu_seconds']:,.1f} CPU s, and {took['compile_seconds']:.1f} of compiling"
    resumed = took["resumed_courses"]
    pairs = {
        "command": tag("code", text(command(found))),
        "seed": text(f"{found.seed}. Only methods that sample games draw from it, each from a seed of its own."),
        "plan": text(f"{said} sample games."),
        "rules": text(f"{found.game.spec}, rules key {found.game.rules_key}"),
        "time": text(seconds + (f"; {resumed} courses were taken over from an earlier run" if resumed else "")),
        "versions": text(", ".join(f"{name} {value}" for name, value in environment().items())),
        "finished": text(took["finished"]),
        "files": text(f"{JSON} holds every number of this page, {CURVES} the course of each method"),
    }
    return section("measured", "How was this measured?", definitions(pairs.items(), "facts"))


def glossary() -> str:
    """Return the section that explains the words."""
    return section("words", "What do the words mean?", definitions((text(k), text(v)) for k, v in GLOSSARY.items()))
