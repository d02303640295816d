"""`outfox equity`: what share of the pot poker hands win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.output import show, table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.methods.poker.equity import Showdowns


def equity(
    hand: str,
    other: str = "random",
    /,
    *,
    board: str = "",
    json: bool = False,
) -> int:
    """Count which of two hold'em hands wins, on every board that can still come.

    A hand is two cards (AcAd), a kind of hand (QQ, AKs of one suit, AKo of two, AK), several of these (QQ,AKs), or
    random. The equity is the share of the pot that it wins, splits as halves.

    Parameters
    ----------
    hand
        The hand, or hands.
    other
        What it plays against.
    board
        The cards on the board: none, three, four or five, such as "Kc 7d 2h".
    json
        Print one JSON object.
    """
    with ProgressLine("equity") as line:
        line.listen()
        from outfox.formats.cards import parse_cards
        from outfox.methods.poker.equity import parse_hands, showdowns

        hands, cards = [parse_hands(text) for text in (hand, other)], parse_cards(board)
        found = showdowns(hands[0], hands[1], cards, line.share)
    names = [_named(text, count) for text, count in zip((hand, other), map(len, hands), strict=True)]
    show(_data(names, hands, cards, found), _text(names, cards, found), json)
    return DONE


def _named(text: str, count: int) -> str:
    """Return hands as they are shown: cards in the usual capitals, anything else as it was written."""
    from outfox.formats.cards import card_names, parse_cards

    return card_names(parse_cards(text)) if count == 1 else text.strip()


def _data(names: list[str], hands: list[Any], cards: list[int], found: Showdowns) -> dict[str, Any]:
    from outfox.formats.cards import card_names

    sides = zip(names, hands, (found.wins, found.losses), (found.equity, 1 - found.equity), strict=True)
    return {
        "hands": [
            {"hand": name, "combinations": len(combinations), "equity": share, "wins": wins}
            for name, combinations, wins, share in sides
        ],
        "board": card_names(cards),
        "ties": found.ties,
        "showdowns": found.count,
    }


def _text(names: list[str], cards: list[int], found: Showdowns) -> str:
    from outfox.formats.cards import card_names

    sides = zip(names, (found.wins, found.losses), (found.equity, 1 - found.equity), strict=True)
    rows = [("", "equity", "wins"), *((name, f"{100 * share:.4f} %", f"{wins:,}") for name, wins, share in sides)]
    where = f"on the board {card_names(cards)}" if cards else "before the flop"
    return "\n".join(
        [*table(rows, right=(1, 2)), "", f"{found.count:,} showdowns {where}, {found.ties:,} of them split"]
    )
