"""The games of a study that its report shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.rules import Game
from outfox.studies.page.board import Board, has_board
from outfox.studies.page.markup import paragraph, section
from outfox.studies.page.replay import replay
from outfox.studies.selfplay import Played
from outfox.studies.tally import Tally

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult


def samples(result: StudyResult) -> str:
    """Return the section with games to step through."""
    game, found = result.game, result.findings
    if found.deepest is None:
        return ""
    budget, tally = found.deepest
    board = Board(game) if has_board(game) else None
    drawn = result.strong is not None and result.strong.deepest is not None  # their games have brought the sprite
    parts = [board.sprite()] if board is not None and not drawn else []
    chosen = choose(tally, game)
    parts += [replay(game, played, board, title, found.plain_payoffs) for played, title in chosen]
    first = "the first game" if len(chosen) == 1 else "the first game of each of the two most frequent results"
    words = f"With {budget:,} simulations a ply on both sides: {first}, whatever it is like. The curve is what "
    return section("games", "Games to step through", paragraph(words + "the side to move expected."), *parts)


def choose(tally: Tally, game: Game) -> list[tuple[Played, str]]:
    """Return the first game with the most frequent result and the first with the next, with titles."""
    ways = {1: f"won by {game.players[0]}", 0: "drawn", -1: f"won by {game.players[1]}"}
    groups: dict[int, list[Played]] = {}
    for played in tally.games:
        groups.setdefault((played.payoff > 0) - (played.payoff < 0), []).append(played)
    ranked = sorted(groups.items(), key=lambda entry: (-len(entry[1]), entry[1][0].task))[:2]
    of = len(tally.games)
    return [(group[0], f"A game {ways[sign]}, as {len(group)} of {of} were") for sign, group in ranked]
