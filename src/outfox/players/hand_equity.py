"""What a hand is worth to styles of play: its share of the pot against a hand at random, all cards still to come.

One definition for every poker game: own cards and the board, a uniformly random hand of the other, nobody bets. It
ignores what was played, as the styles do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from outfox.rules.errors import NotSupported
from outfox.rules.game import Game

Equity: TypeAlias = Callable[[Any], float]
"""From what a player has seen to its equity, 0 to 1; a shared pot counts half."""


def equity_of(game: Game) -> Equity:
    """Return the equity of views of a game.

    Raises
    ------
    NotSupported
        Where it is not known what hands are worth.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> leduc = load("leduc")
    >>> position = leduc.start().play("first gets Qs").play("second gets Jh")
    >>> equity_of(leduc)(seen_by(leduc, position).view)
    0.5
    """
    known: dict[str, Callable[[Game], Equity]] = {"kuhn": _kuhn, "leduc": _leduc, "limit-holdem": _limit_holdem}
    if game.name not in known or not game.trusted:
        raise NotSupported(
            f"styles of play go by what hands are worth, which is known for {', '.join(known)}, and not for {game.name}"
        )
    return known[game.name](game)


def _kuhn(game: Game) -> Equity:
    cards = int(game.parameters["cards"].value)
    return lambda view: (view.card - 1) / (cards - 1)


def _leduc(game: Game) -> Equity:
    ranks, suits = (int(game.parameters[name].value) for name in ("ranks", "suits"))
    table = {}
    for own in range(ranks):
        for board in range(-1, ranks):
            if board != own or suits > 1:
                table[own, board] = _leduc_equity(own, board, ranks, suits)
    return lambda view: table[(view.card - 1) // suits, (view.board - 1) // suits if view.board else -1]


def _leduc_equity(own: int, board: int, ranks: int, suits: int) -> float:
    """Return the equity of a rank, where -1 is no board yet: then it is the mean over the card that comes."""
    left = [suits - (rank == own) - (rank == board) for rank in range(ranks)]
    if board < 0:
        odds = [left[rank] / sum(left) for rank in range(ranks)]
        return sum(p * _leduc_equity(own, rank, ranks, suits) for rank, p in enumerate(odds) if p > 0)
    mine = own + ranks * (own == board)
    halves = sum(n * (1 + np.sign(mine - rank - ranks * (rank == board))) for rank, n in enumerate(left))
    return float(halves) / (2 * sum(left))


def _limit_holdem(game: Game) -> Equity:  # noqa: ARG001
    before_the_flop()  # computed in the first use on a machine: before the first hand, not during it
    return limit_holdem_equity


def limit_holdem_equity(view: Any) -> float:
    """Return the equity of a view of limit hold'em."""
    hand = view.hole[0] - 1, view.hole[1] - 1
    board = [card - 1 for card in view.board if card > 0]
    if not board:
        from outfox.methods.poker.kinds import kind_number_of

        return float(before_the_flop()[kind_number_of(*hand)])
    return river_equity(hand, board) if len(board) == 5 else float(_on_board(len(board)).of(hand, board))


@cache
def before_the_flop() -> Any:
    """Return the equity of each kind of two cards."""
    from outfox.methods.poker.preflop import preflop_table

    return preflop_table().strength


@cache
def _on_board(cards: int) -> Any:
    from outfox.methods.poker.strength import strengths

    return strengths(cards)


def river_equity(hand: tuple[int, int], board: list[int]) -> float:
    """Return the equity of a hand on five cards, by all 990 hands that the other may have.

    Examples
    --------
    >>> river_equity((50, 51), [8, 13, 22, 35, 48])
    0.9515151515151515
    """
    from outfox.kernel.hands import hand_values

    rest = np.setdiff1d(np.arange(52), [*hand, *board])
    first, second = np.triu_indices(len(rest), 1)
    hands = np.empty((len(first), 7), np.uint8)
    hands[:, 0], hands[:, 1], hands[:, 2:] = rest[first], rest[second], board
    mine, theirs = int(hand_values([[*hand, *board]])[0]), hand_values(hands)
    return float(np.mean((theirs < mine) + 0.5 * (theirs == mine)))
