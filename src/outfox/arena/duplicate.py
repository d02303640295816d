"""Duplicate deals: both games of a pair have one deck, so that each player has the same cards once from either seat.

The k-th chance event of a game takes the k-th number of its stream (`outfox.arena.play.draw`), and both games of a pair
have one stream. Where what is dealt does not depend on what is played, as with cards, the deck is the same card by card
however the bets go; with dice, the k-th roll is. The pair, not the game, is then what intervals count.

A deck that comes twice is no new evidence: a published competition had to be voided because its additional matches
repeated one sequence of cards. So a match says how many decks it has dealt.

Sources
    Duplicate matches are those of the Annual Computer Poker Competition, and of bridge before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from outfox.arena.betting import ROLES
from outfox.formats.records import GameRecord
from outfox.rules.game import Game
from outfox.rules.vocabulary import CHANCE


def dealt(game: Game, record: GameRecord) -> tuple[int, ...]:
    """Return the chance outcomes of a game, in order.

    Examples
    --------
    >>> from outfox.arena import match
    >>> from outfox.rules import load
    >>> first, second = match("kuhn", "call", "raise", games=2, seed=1).records
    >>> dealt(load("kuhn"), first) == dealt(load("kuhn"), second), len(dealt(load("kuhn"), first))
    (True, 2)
    """
    if game.trusted and ROLES.keys() & set(record.names):
        return dealt_by_names(record)
    state = game.initial(record.start) if record.start is not None else game.parse(record.position).state.copy()
    found = []
    for action in record.actions:
        if game.mover(state) == CHANCE:
            found.append(action)
        game.apply(state, action)
    return tuple(found)


def dealt_by_names(record: GameRecord) -> tuple[int, ...]:
    """Return the chance outcomes of a game of bets: what is no bet was dealt."""
    return tuple(code for code, name in zip(record.actions, record.names, strict=True) if name not in ROLES)


def distinct(dealt_decks: Sequence[tuple[int, ...]]) -> int:
    """Return how many of the decks differ, as far as they were dealt: one that others begin with is none of its own.

    Examples
    --------
    >>> distinct([(1, 2, 3), (1, 2), (4, 5), (1, 2, 3)])
    2
    """
    found = sorted(set(dealt_decks))  # what begins with a deck stands right behind it
    return len(found) - sum(after[: len(one)] == one for one, after in pairwise(found))


def decks(game: Game, records: Sequence[GameRecord], size: int = 2) -> list[tuple[int, ...]]:
    """Return the deck of each pair of games, as far as it was dealt in the longer of the two.

    Parameters
    ----------
    size
        Games that share a deck: 2, or 1 where each has its own.
    """
    hands = [dealt(game, record) for record in records]
    return [max(hands[k : k + size], key=len) for k in range(0, len(hands), size)]
