"""The head of a report: the question, the answer, the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw import scene, svg
from outfox.rules import Game
from outfox.studies.page.markup import paragraph, tag, text
from outfox.studies.page.shares import legend, shares_bar
from outfox.studies.verdict import shortness

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult


def title_of(game: Game) -> str:
    """Return a game's name as its page writes it, with the parameters that differ.

    Examples
    --------
    >>> from outfox.rules import load
    >>> title_of(load("starve-the-fox:sheep=18"))
    'Starve the Fox (sheep=18)'
    """
    head, colon, _ = game.doc.strip().partition(":")
    good = colon and len(head) <= 40 and "\n" not in head and "." not in head
    changed = ", ".join(str(p) for p in game.parameters.values() if p.value != p.default)
    return (head if good else game.name) + (f" ({changed})" if changed else "")


def question(game: Game) -> str:
    """Return the title of the report."""
    return f"Who is favoured in {title_of(game)}?"


def answer(result: StudyResult, longer: str) -> str:
    """Return the head of the page.

    Parameters
    ----------
    result
        The study.
    longer
        The command of the longest plan; empty where this was it.
    """
    words = tag("p", "a study by outfox", class_="eyebrow") + tag("h1", text(question(result.game)))
    words += _shares(result) + notice(result)
    sentences = result.sentences[1:] if result.truncated else result.sentences
    kinds = ["lead", *[""] * (len(sentences) - 2), "caution"] if len(sentences) > 1 else ["lead"]
    words += "".join(paragraph(sentence, kind) for sentence, kind in zip(sentences, kinds, strict=True))
    if longer:
        words += tag("p", f"{text(shortness(result.plan))} {tag('code', text(longer))}", class_="caution")
    picture = svg(scene(result.game.start(), caption="the start"), size=340)
    return tag("header", tag("div", words, class_="words") + tag("div", picture, class_="picture"))


def _shares(result: StudyResult) -> str:
    """Return the shares under the strongest play there is."""
    strong = result.strong.deepest if result.strong is not None else None
    deepest = strong or result.findings.deepest
    if deepest is None:
        return ""
    budget, tally = deepest
    said = f"{len(tally.games):,} games, each side thinking {budget:,} simulations a ply"
    return tag("p", text(said), class_="said") + legend(tally, result.game) + shares_bar(tally, result.game)


def notice(result: StudyResult) -> str:
    """Return a notice where the plan was not played to its end."""
    if not result.truncated:
        return ""
    why = "Ctrl-C stopped it" if result.stopped == "interrupted" else "the clock cut it short"
    played = "{:,} of the {:,} games of its plan".format(*result.counts)
    return paragraph(f"This study is not complete: {why} after {played}.", "notice")
