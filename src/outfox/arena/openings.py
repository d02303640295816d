"""Openings: where the games of a pair start, so that a match of players who repeat themselves says more."""

from __future__ import annotations

import numpy as np

from outfox.arena.play import draw
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import CHANCE, TERMINAL

TRIES = 100
"""Random openings that end the game are drawn again so many times."""


def opening(
    game: Game, number: int, plies: int, seed: np.random.SeedSequence, start: Position | None = None
) -> Position:
    """Return the opening of a number: a starting state, the next for each number, and random plies from it.

    Parameters
    ----------
    game
        The rules.
    number
        Of the opening, from 0; games with several starting states go through them in turn.
    plies
        Actions chosen uniformly; chance outcomes among them count.
    seed
        Of this opening.
    start
        Where all openings start instead.

    Raises
    ------
    NotSupported
        Where no game lasts that long.

    Examples
    --------
    >>> from outfox.rules import load
    >>> len(opening(load("connect-four"), 0, 4, np.random.SeedSequence(1)).history)
    4
    """
    random = np.random.default_rng(seed)
    for _ in range(TRIES):
        first = position = start if start is not None else game.start(number % game.starts)
        while position.mover != TERMINAL and len(position.history) < len(first.history) + plies:
            position = position.play(_any_action(position, random))
        if position.mover != TERMINAL:
            return position
    raise NotSupported(f"{game.spec} is over after {plies} random plies: take a shorter opening")


def _any_action(position: Position, random: np.random.Generator) -> int:
    if position.mover == CHANCE:
        return draw(position, random)
    legal = position.legal
    return legal[int(random.integers(len(legal)))]
