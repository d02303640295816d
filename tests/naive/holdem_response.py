"""The best response to an opponent who ignores its cards, the obvious way: one hand, one flop, all cards that come."""

from __future__ import annotations

from functools import cache

import numpy as np

from outfox.kernel.hands import hand_values

BETS = 1, 1, 2, 2
CARDS = 52


def shares(hand, board):
    """Return what a hand wins of the pot on five cards, counted against all others."""
    rest = np.setdiff1d(np.arange(CARDS), (*hand, *board))
    a, b = np.triu_indices(len(rest), 1)
    others = np.column_stack([rest[a], rest[b], np.tile(board, (len(a), 1))])
    mine, theirs = int(hand_values([[*hand, *board]])[0]), hand_values(others)
    return float(np.mean((theirs < mine) + 0.5 * (theirs == mine)))


def betting(odds, bets, mine, theirs, my_turn, after, facing=False, raises=0, plies=0):
    """Return what a round of betting is worth to me, in big blinds.

    Parameters
    ----------
    odds
        The opponent's (fold, call, raise), which it makes fit what is legal.
    bets
        Size of a bet.
    mine, theirs
        What both have put in.
    after
        From the stake of each to the value when the round is over.
    """
    found = []
    for action in ("fold", "call", "raise"):
        if (action == "fold" and not facing) or (action == "raise" and raises == 4):
            continue
        if action == "fold":
            value = -mine if my_turn else theirs
        elif action == "call" and plies > 0:
            value = after(max(mine, theirs))
        else:
            put = max(mine, theirs) + bets * (action == "raise")
            paid = (put, theirs) if my_turn else (mine, put)
            value = betting(
                odds, bets, *paid, not my_turn, after, action == "raise", raises + (action == "raise"), plies + 1
            )
        found.append((action, value))
    if my_turn:
        return max(value for _, value in found)
    fold, call, bet = odds
    legal = dict(found)
    chances = {"fold": fold * facing, "call": call + fold * (not facing), "raise": bet}
    if "raise" not in legal:
        chances["call"] += chances.pop("raise")
    return sum(share * legal[action] for action, share in chances.items() if share > 0)


@cache
def run_outs(hand, flop):
    """Return what a hand wins of the pot by the two cards that come, the lower one first."""
    rest = [card for card in range(CARDS) if card not in (*hand, *flop)]
    return {(a, b): shares(hand, (*flop, a, b)) for a in rest for b in rest if a < b}


def flop_value(odds, hand, flop, stake, first):
    """Return what a hand is worth when the betting on the flop begins, all cards to come.

    Parameters
    ----------
    stake
        What each has put in.
    first
        Whether I act first.
    """
    equity = run_outs(hand, flop)
    rest = [card for card in range(CARDS) if card not in (*hand, *flop)]

    @cache
    def river(share, stake):
        return betting(odds, BETS[3], stake, stake, first, lambda s: s * (2 * share - 1))

    @cache
    def turn(card, stake):
        def after(stake):
            return np.mean([river(equity[min(card, c), max(card, c)], stake) for c in rest if c != card])

        return betting(odds, BETS[2], stake, stake, first, cache(after))

    def after(stake):
        return np.mean([turn(card, stake) for card in rest])

    return betting(odds, BETS[1], stake, stake, first, cache(after))
