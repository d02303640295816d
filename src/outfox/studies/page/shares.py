"""Shares, scores and means as bars and cells of tables."""

from __future__ import annotations

from outfox.rules import Game
from outfox.studies.estimates import Estimate
from outfox.studies.page.markup import bar, tag, text
from outfox.studies.tally import Tally
from outfox.studies.verdict import percent


def legend(tally: Tally, game: Game) -> str:
    """Return the colours of the players and of draws, with their shares."""
    names = (game.players[0], "p0"), ("draws", "draw"), (game.players[1], "p1")
    keys = (
        tag("span", text(f"{name} {100 * share.share:.0f}\u00a0%"), class_=f"key {kind}")
        for (name, kind), share in zip(names, tally.shares, strict=True)
    )
    return tag("p", "".join(keys), class_="legend")


def shares_bar(tally: Tally, game: Game) -> str:
    """Return the shares of a set of games as a bar: player 0, draws, player 1."""
    zero, draw, one = (share.share for share in tally.shares)
    return bar([(game.players[0], zero, "p0"), ("draws", draw, "draw"), (game.players[1], one, "p1")])


def share_head(game: Game) -> list[str]:
    """Return the heads of the columns of `share_cells`."""
    zero, one = (text(name) for name in game.players)
    return ["games", f"won by {zero}", "drawn", f"won by {one}", f"score of {zero}"]


def share_cells(tally: Tally) -> list[str]:
    """Return a row's cells: number of games, shares and player 0's score, with intervals."""
    own = tally.score
    shown = [percent(share.share, *share.interval) for share in tally.shares]
    shown.append(percent(own.value, own.low, own.high))
    return [f"{len(tally.games):,}", *map(lighter, shown)]


def lighter(shown: str) -> str:
    """Put the interval behind a number in smaller type.

    Examples
    --------
    >>> lighter("71 % [65, 76]")
    '71 %<small> [65, 76]</small>'
    """
    value, bracket, interval = shown.partition(" [")
    return text(value) + (tag("small", text(f" [{interval}")) if bracket else "")


def mean(estimate: Estimate | None) -> str:
    """Write a mean with its interval.

    Examples
    --------
    >>> mean(Estimate(-1.234, -1.57, 0.9)), mean(None)
    ('−1.23 [−1.57, 0.90]', '–')
    """
    if estimate is None:
        return "–"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]".replace("-", "−")
