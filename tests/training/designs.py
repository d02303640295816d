"""Designs with known weights, for tests of fits."""

from __future__ import annotations

import random

import numpy as np

import outfox
from outfox.training.learn.design import Column, Design, columns_of, full_row


def plain(games: int, random: np.random.Generator) -> Design:
    """Return biases of two sides and six correlated features of very different units."""
    side = random.random(games) < 0.5
    common = random.normal(size=games)
    features = [unit * (0.6 * common + random.normal(size=games)) for unit in (1.0, 10.0, 0.1, 1.0, 3.0, 0.5)]
    names = [Column("bias, a", "bias", (0,)), Column("bias, b", "bias", (1,))]
    names += [Column(f"feature {k}", "feature", (2 + k,)) for k in range(6)]
    return Design(tuple(names), np.column_stack([side, ~side, *features]).astype(float))


PLAIN = np.array([0.4, 0.1, 0.5, -0.03, 2.0, 0.0, -0.1, 0.2])
"""Weights for `plain`."""


def foxes(games: int, seed: int = 1) -> Design:
    """Return positions of starve-the-fox from random play: features that say the same as squares, exactly."""
    return positions("starve-the-fox", games, seed)


def positions(name: str, games: int, seed: int = 1) -> Design:
    """Return positions of a game from random play."""
    game = outfox.load(name)
    rules, choose = game.module, random.Random(seed)
    rows: list[np.ndarray] = []
    while len(rows) < games:
        state, seen = game.initial(0), []
        while rules.mover(state) >= 0 and len(seen) < 1000:
            seen.append(row_of(game, state))
            rules.apply(state, choose.choice(list(rules.legal_actions(state))))
        rows += choose.sample(seen, min(25, len(seen)))
    full = np.array(rows[:games])
    columns = columns_of(game)
    return Design(columns, np.column_stack([full[:, list(column.members)].sum(axis=1) for column in columns]))


def row_of(game: outfox.Game, state: object) -> np.ndarray:
    """Return the full row of a state, read with plain Python."""
    names = game.module.FEATURES if game.has("features") else ()
    out, squares = np.zeros(len(names)), np.zeros(len(game.module.BOARD.names), np.int64)
    if names:
        game.module.features(state, out)
    game.module.squares(state, squares)
    return full_row(game, game.module.mover(state), out, squares)


def played(design: Design, weights: np.ndarray, random: np.random.Generator, draws: float = 0.3) -> np.ndarray:
    """Return outcomes -1, 0, 1 whose expectation is tanh of the weighted sum."""
    expected = np.tanh(design.rows @ weights)
    drawn = draws * (1.0 - np.abs(expected))
    won = (1.0 - drawn + expected) / 2.0
    chance = random.random(len(expected))
    return np.where(chance < won, 1.0, np.where(chance < won + drawn, 0.0, -1.0))
