"""What `outfox equilibrium --against` prints: what strategies of limit hold'em win from styles of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.output import table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.methods.poker.duels import Won
    from outfox.players.style_player import StyleSettings
    from outfox.rules import Game

ALL = "styles"
"""Stands for all of them."""


def styles_of(text: str, game: Game, decks: int) -> list[tuple[str, StyleSettings]]:
    """Return the styles that a flag names, with their names.

    Parameters
    ----------
    text
        Names between commas, specs between blanks, or ALL.

    Raises
    ------
    UsageError
        Where one is no style, or the game is another.
    """
    from outfox.methods.poker.abstraction import GAME
    from outfox.players.random_player import RandomPlayer
    from outfox.players.spec import player
    from outfox.players.style_player import STYLES, StylePlayer, StyleSettings

    if game.name != GAME or not game.trusted:
        raise UsageError(
            f"--against plays hands of {GAME}; outfox beat {game.spec} --opponent LA and outfox match {game.spec}"
            " policy:FILE LA play styles elsewhere"
        )
    if decks < 2:
        raise UsageError(f"--decks must be at least 2, not {decks}")
    names = (
        ["random", *STYLES]
        if text.strip() == ALL
        else text.replace(",", " ").split()
        if "=" not in text
        else text.split()
    )
    if not names:
        raise UsageError(f"--against names no style; there are random, {', '.join(STYLES)}; {ALL}: all of them")
    found = []
    for name in names:
        one = player(name)
        if isinstance(one, RandomPlayer):
            found.append((one.name, StyleSettings(noise=1.0)))
        elif isinstance(one, StylePlayer):
            found.append((one.name, one.settings))
        else:
            raise UsageError(
                f"--against {name} is no style; there are random, {', '.join(STYLES)} and style:stay=0.5,bet=0.7"
            )
    return found


def won_from(found: Any, styles: list[tuple[str, StyleSettings]], decks: int, seed: int) -> dict[str, Won]:
    """Return what strategies win from each style, by its name."""
    from outfox.methods.poker.duels import Table

    won = {}
    with ProgressLine("hands") as line:
        seat = Table(found.game, found.table(), found.hands)
        for number, (name, style) in enumerate(styles):

            def progress(share: float, _: str, done: int = number, against: str = name) -> None:
                line.share((done + share) / len(styles), f"against {against}")

            numbers = (style.stay, style.bet, style.bluff, style.noise)
            won[name] = seat.against(numbers, decks, seed, progress)
    return won


def won_text(won: dict[str, Won]) -> list[str]:
    """Write what was won, in thousandths of a big blind a hand."""
    rows: list[tuple[str, ...]] = [("against", "as dealer", "as big blind", "on average")]
    for name, one in won.items():
        cells = zip((*one.seats, one.average), (*one.margins, one.margin), strict=True)
        rows.append((name, *(f"{1000 * value:+,.0f} ± {1000 * margin:,.0f}" for value, margin in cells)))
    decks = next(iter(won.values())).decks
    return [
        f"won by these strategies, in mbb/g; {decks:,} decks each, from both seats (95 %):",
        *table(rows, right=[1, 2, 3]),
    ]
