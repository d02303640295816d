"""Minimax the obvious way: recursion over positions. The slow twin of `outfox.methods.search.alphabeta`.

Nothing is cut off and nothing is remembered: a value follows from the rules, the horizon and the path alone.
"""

from __future__ import annotations

import math

from outfox.rules import CHANCE, TERMINAL


def value(position, depth=math.inf, weights=None, path=()):
    """Return player 0's payoff with best play to the horizon.

    A leaf at the horizon counts what `evaluate` says, or 0; a position that stands on the path counts ENDLESS.
    """
    game = position.game
    if position.mover == TERMINAL:
        return position.payoff
    key = position.key
    if game.endless is not None and key in path:
        return game.endless
    if depth == 0:
        return estimate(position, weights)
    values = after(position, depth, weights, path)
    if position.mover == CHANCE:
        return sum(odds * values[action] for action, odds in position.chance)
    return max(values.values()) if position.mover == 0 else min(values.values())


def after(position, depth=math.inf, weights=None, path=()):
    """Return the value after each action or outcome."""
    path = (*path, position.key)
    choices = [action for action, _ in position.chance] if position.mover == CHANCE else position.legal
    return {action: value(position.play(action), depth - 1, weights, path) for action in choices}


def estimate(position, weights):
    """Return what a leaf at the horizon counts: strictly less than the largest payoff."""
    game = position.game
    if weights is None or not game.has("evaluate"):
        return 0.0
    most = math.nextafter(game.scale * (1 - 1e-9), 0.0)
    return max(-most, min(most, game.call("evaluate", position.state, weights)))


def forced(position, plies, player, least):
    """Say whether a player can force a payoff of at least so much, for himself, within so many plies."""
    if position.mover == TERMINAL:
        return (position.payoff if player == 0 else -position.payoff) >= least
    if plies == 0:
        return False
    choices = [action for action, _ in position.chance] if position.mover == CHANCE else position.legal
    nexts = (forced(position.play(action), plies - 1, player, least) for action in choices)
    return any(nexts) if position.mover == player else all(nexts)
