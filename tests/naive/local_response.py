"""Local best response in Leduc poker, the obvious way: both hands dealt, each line of play gone through by itself."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from outfox.rules.seen import Seen, seen_by

CARDS = range(6)


def local_value(one, game, seat):
    """Return what local best response wins from a seat against a player that has a policy, a mean over all deals."""
    deals = list(permutations(CARDS, 3))
    return sum(_played(one, game, seat, deal, ()) for deal in deals) / len(deals)


@cache
def position_after(game, deal, line):
    """Return the position after the actions of both; `deal` are the cards of both and the one on the table."""
    if not line:
        return game.start().play(deal[0]).play(deal[1])
    position = position_after(game, deal, line[:-1]).play(line[-1])
    return position.play(deal[2]) if position.is_chance else position


@cache
def odds_of(one, game, deal, line):
    """Return the probability of each action of the opponent with the cards that it is dealt."""
    position = position_after(game, deal, line)
    seen = seen_by(game, position)
    return dict(zip(position.legal, one.policy(Seen(game, seen.mover, seen.view, seen.legal, seen.names)), strict=True))


def _played(one, game, seat, deal, line):
    position = position_after(game, deal, line)
    if position.is_terminal:
        return position.payoff if seat == 0 else -position.payoff
    if position.mover == seat:
        return _played(one, game, seat, deal, (*line, decision(one, game, seat, deal, line)))
    odds = odds_of(one, game, deal, line)
    return sum(p * _played(one, game, seat, deal, (*line, action)) for action, p in odds.items() if p > 0)


def decision(one, game, seat, deal, line):
    """Return the action that is worth most if both check and call from then on."""
    position = position_after(game, deal, line)
    mine, table = deal[seat], position.state.cards[2]
    dealt = [cards for cards in permutations(CARDS, 3) if cards[seat] == mine and (not table or cards[2] == deal[2])]
    possible = [(reach(one, game, seat, cards, line), cards) for cards in dealt]
    worth = {}
    for action in position.legal:
        total = 0.0
        for weight, cards in possible:
            total += weight * _worth(one, game, seat, cards, line, action)
        worth[action] = total / sum(weight for weight, _ in possible)
    best = max(worth.values())
    return next(action for action in position.legal if worth[action] > best - 1e-9)


def reach(one, game, seat, deal, line):
    """Return how likely the opponent plays its part of a line with its cards."""
    product = 1.0
    for k, action in enumerate(line):
        if position_after(game, deal, line[:k]).mover != seat:
            product *= odds_of(one, game, deal, line[:k])[action]
    return product


def _worth(one, game, seat, deal, line, action):
    """Return what is won beyond a fold: by an action, an answer of the opponent that folds or calls, and no more."""
    before, after = position_after(game, deal, line), position_after(game, deal, (*line, action))
    name, paid = before.name(action), before.state.paid[seat]
    if name == "fold":
        return 0.0
    if name in ("bet", "raise"):
        folds = odds_of(one, game, deal, (*line, action)).get(0, 0.0)
        return folds * sum(before.state.paid) + (1 - folds) * (_shown(seat, deal, after.state.paid[seat]) + paid)
    return _shown(seat, deal, before.state.paid[1 - seat]) + paid


def _shown(seat, deal, stake):
    """Return what is won if each has put in a stake and the hands are shown."""
    mine, theirs = (card // 2 + 9 * (card // 2 == deal[2] // 2) for card in (deal[seat], deal[1 - seat]))
    return stake * ((mine > theirs) - (mine < theirs))
