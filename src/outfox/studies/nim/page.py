"""The sections of a study's report that only Nim has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.chart import Series, line_chart
from outfox.studies.estimates import Estimate
from outfox.studies.page.markup import figure, paragraph, section, table, text
from outfox.studies.page.shares import lighter
from outfox.studies.verdict import percent

if TYPE_CHECKING:
    from outfox.studies.nim.learners import Learned
    from outfox.studies.nim.special import NimStudy


def sections(found: NimStudy) -> str:
    """Return all of them."""
    return theory(found) + learned(found) + perfect(found)


def theory(found: NimStudy) -> str:
    """Return the theorem beside the exact answer."""
    words = (
        f"Of the positions, players not told apart, {found.won:,} are won for whoever moves and {found.lost:,} lost."
    )
    if found.theorem is not None:
        words += (
            " By Bouton's theorem the mover loses where the exclusive or of the piles is 0; in misère play too, unless"
            " no pile is larger than one: then where their number is odd. That was compared with the exact answer in"
            f" {found.theorem.positions:,} positions: {found.theorem.exceptions or 'none'} differ."
        )
    return section("theorem", "What does the theorem say?", paragraph(words))


def learned(found: NimStudy) -> str:
    """Return what Q-learning learns, over games of training."""
    many = found.settings.seeds
    words = (
        f"{many} learners of each kind know nothing and play themselves, with a random action one time in ten. An"
        " action is valued when its player moves again, after the opponent's reply, by the best of its own next values;"
        " or one ply later, by what the opponent then expects, with the sign changed. Of several actions with the"
        " largest value one is drawn, or the first is taken. A position's share is that of the actions with the largest"
        " value that win; what was never tried is worth 0."
    )
    shown = figure(_curves(found), f"Means over {many} learners; bands are 95 % intervals.")
    head = ["games", *(text(one.name) for one in found.learned)]
    rows = [
        [f"{games:,}", *(_share(one.curve[k][1]) for one in found.learned)]
        for k, (games, _) in enumerate(found.learned[0].curve)
    ]
    return section("learned", "What does Q-learning learn?", paragraph(words), shown, table(head, rows))


def _curves(found: NimStudy) -> str:
    """Draw the shares over games of self-play, a line for each kind of learner."""
    series = [
        Series(
            one.name,
            [games for games, _ in one.curve],
            [share.value for _, share in one.curve],
            [share.low for _, share in one.curve],
            [share.high for _, share in one.curve],
        )
        for one in found.learned
    ]
    chart = line_chart(
        series,
        title="Winning actions among the best ones, over won positions",
        x_label="games of self-play",
        percent=True,
        name="learned",
    )
    return str(chart)


def perfect(found: NimStudy) -> str:
    """Return how learners fare against perfect play."""
    chosen = found.settings
    head = ["learner", *(f"as {name}" for name in found.players), "can never lose a win"]
    words = (
        f"After {chosen.stops[-1]:,} games each learner played {chosen.games} games against perfect play from either"
        f" seat. {found.futile} The last column counts the learners that keep the win from the other seat whatever is"
        " played against them."
    )
    return section(
        "perfect", "How do learners fare against perfect play?", paragraph(words), table(head, map(_row, found.learned))
    )


def _row(one: Learned) -> list[str]:
    return [text(one.name), *(lighter(str(seat)) for seat in one.seats), lighter(str(one.faultless))]


def _share(share: Estimate) -> str:
    return lighter(percent(share.value, share.low, share.high, 1))
