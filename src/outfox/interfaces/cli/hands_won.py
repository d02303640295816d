"""What `outfox equilibrium --against` prints: what strategies of limit hold'em win from styles and other policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.output import table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.formats.tabular import TabularPolicy
    from outfox.methods.poker.duels import Won
    from outfox.players.style_player import StyleSettings
    from outfox.rules import Game

    Opponents = list[tuple[str, StyleSettings | TabularPolicy]]

ALL = "styles"
"""Stands for all of them."""

POLICY = "policy:"

WIDEST = 32
"""Of a longer name only the end is shown, so that the figures have room."""

CLOSE = 0.01
"""Where a margin is below so many big blinds, a decimal more is shown."""


def opponents_of(text: str, game: Game, decks: int) -> Opponents:
    """Return the styles and policies that a flag names, with their names.

    Parameters
    ----------
    text
        Names and files between commas, specs between blanks, or ALL.

    Raises
    ------
    UsageError
        Where one is neither, or the game is another.
    OutfoxError
        Where the file of a policy is not there, damaged, or for another game or other rules.
    """
    from outfox.methods.poker.abstraction import GAME
    from outfox.players.style_player import STYLES

    if game.name != GAME or not game.trusted:
        raise UsageError(
            f"--against plays hands of {GAME}; outfox beat {game.spec} --opponent LA and outfox match {game.spec}"
            " policy:FILE LA play styles elsewhere"
        )
    if decks < 2:
        raise UsageError(f"--decks must be at least 2, not {decks}")
    names = ["random", *STYLES] if text.strip() == ALL else _names(text)
    if not names:
        raise UsageError(f"--against names no style; there are random, {', '.join(STYLES)}; {ALL}: all of them")
    return [_opponent(name, game) for name in names]


def _names(text: str) -> list[str]:
    """Return the names in a flag; one file alone may have commas and blanks in its own."""
    from pathlib import Path

    if text.startswith(POLICY) and Path(text.removeprefix(POLICY)).expanduser().is_file():
        return [text]
    return text.replace(",", " ").split() if "=" not in text else text.split()


def _opponent(name: str, game: Game) -> tuple[str, StyleSettings | TabularPolicy]:
    from outfox.methods.poker.duels import refuse
    from outfox.players.random_player import RandomPlayer
    from outfox.players.spec import player
    from outfox.players.style_player import STYLES, StylePlayer, StyleSettings
    from outfox.players.tabular_player import TabularPlayer
    from outfox.workers.seeds import root_seed

    one = player(name)
    if isinstance(one, RandomPlayer):
        return one.name, StyleSettings(noise=1.0)
    if isinstance(one, StylePlayer):
        return one.name, one.settings
    if isinstance(one, TabularPlayer):
        refuse(game, one.table)
        return name, one.table
    if name.startswith(POLICY):
        one.start(game, 0, root_seed(0))  # which says what is wrong with the file
    raise UsageError(
        f"--against {name} is no style; there are random, {', '.join(STYLES)} and style:stay=0.5,bet=0.7,"
        " and policy:FILE, which outfox equilibrium --out FILE makes"
    )


def won_from(found: Any, opponents: Opponents, decks: int, seed: int) -> dict[str, Won]:
    """Return what strategies win from each opponent, by its name.

    Raises
    ------
    NotSupported
        Where the buckets of a policy can no longer be made.
    """
    from outfox.formats.tabular import TabularPolicy
    from outfox.methods.poker.duels import Table

    won = {}
    with ProgressLine("hands") as line:
        seat = Table(found.game, found.table(), found.hands)
        for number, (name, one) in enumerate(opponents):

            def progress(share: float, _: str, done: int = number, against: str = name) -> None:
                line.share((done + share) / len(opponents), f"against {against}")

            if isinstance(one, TabularPolicy):
                line.share_or_not(None, f"buckets of {name}")
                won[name] = seat.against(seat.beside(one), decks, seed, progress)
            else:
                won[name] = seat.against((one.stay, one.bet, one.bluff, one.noise), decks, seed, progress)
    return won


def won_text(won: dict[str, Won]) -> list[str]:
    """Write what was won, in thousandths of a big blind a hand."""
    rows: list[tuple[str, ...]] = [("against", "as dealer", "as big blind", "on average")]
    for name, one in won.items():
        cells = zip((*one.seats, one.average), (*one.margins, one.margin), strict=True)
        digits = int(one.margin < CLOSE)
        figures = (f"{1000 * value:+,.{digits}f} ± {1000 * margin:,.{digits}f}" for value, margin in cells)
        rows.append((name if len(name) <= WIDEST else f"...{name[3 - WIDEST :]}", *figures))
    decks = next(iter(won.values())).decks
    return [
        f"won by these strategies, in mbb/g; {decks:,} decks each, from both seats (95 %):",
        *table(rows, right=[1, 2, 3]),
    ]
