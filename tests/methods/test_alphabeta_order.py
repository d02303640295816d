"""The order of alpha-beta: what the history counts, beside plain Python and exact expectations."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import outfox
from outfox.methods.search import alphabeta_order as order
from outfox.methods.search.alphabeta import AlphaBetaSettings, alphabeta
from outfox.methods.search.alphabeta_run import Deepening
from outfox.rules import TERMINAL
from tests.naive.retrograde import solve

ARRAYS = str(Path(__file__).parent.parent / "naive" / "tic_tac_toe_arrays.py")
WORD = (1 << 64) - 1


def mixed(*numbers):
    """Return a hash of whole numbers: splitmix64's finaliser, one after the other."""
    h = 0
    for number in numbers:
        z = (h ^ number & WORD) + 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        h = z ^ z >> 31
    return h


def place(who, action, before, after):
    """Return the place in the history of an action that turns the numbers of a state into others."""
    changes = [x ^ y for x, y in zip(before, after, strict=True)]
    told = [number for k, x in enumerate(changes) if 0 < x.bit_count() <= 2 for number in (k, x)]
    total = 0
    for change in changes:
        total ^= change
    told += [total] if total.bit_count() <= 2 else []
    return who * order.PLACES + (mixed(action, *told) >> 8) % order.PLACES


def rehearsed(game):
    """Return the history that a search of the whole game begins with."""
    run = Deepening(game, AlphaBetaSettings(depth=0, deepen=False))
    run.begin(game.start())
    return run.stack.history


def ends_of_random_play(game):
    """Return every final position of a game on a board of nine cells, with its chance in random play."""
    odds, ends = {game.start().key: (game.start(), 1.0)}, []
    for _ in range(10):
        following: dict = {}
        for position, chance in odds.values():
            if position.mover == TERMINAL:
                ends.append((position, chance))
                continue
            for action in position.legal:
                child = position.play(action)
                known = following.get(child.key, (child, 0.0))[1]
                following[child.key] = (child, known + chance / len(position.legal))
        odds = following
    return ends


def test_random_games_value_the_cells_of_tic_tac_toe():
    """Beside the exact expectation over all random games, cell by cell, for either player."""
    game = outfox.load(ARRAYS)
    history, ends = rehearsed(game), ends_of_random_play(game)
    mean = sum(chance * position.payoff for position, chance in ends)
    assert mean == pytest.approx(0.297, abs=5e-4)  # 58.5 % of random games are won by x, 28.8 % by o
    for player in (0, 1):
        for cell in range(9):
            inside = [(p, c) for p, c in ends if p.state.board.ravel()[cell] == player + 1]
            gain = sum(c * p.payoff for p, c in inside) / sum(c for _, c in inside) - mean
            before, after = [0] * 9 + [player], [0] * 9 + [1 - player]
            after[cell] = player + 1
            here = history[place(player, cell, before, after)]
            assert here == pytest.approx(order.PRIOR * (-gain if player else gain), abs=50)
    assert np.count_nonzero(history) == 18


def test_a_disc_counts_for_the_cell_where_it_lands():
    """Connect-four swaps the sides' boards at each ply; what all discs occupy tells the cell."""
    game = outfox.load("connect-four")
    history = rehearsed(game)
    crosses = []
    for row in range(6):
        change = 1 << (3 * 7 + row)  # the centre column
        many = (1 << 40) - 1  # discs elsewhere: more than a few bits
        crosses.append(history[place(0, 3, (0, 0), (many, change))])
    assert all(crosses)
    assert crosses[0] > 0 > crosses[5]  # whoever has the lowest cell of the centre wins more than others


def test_what_was_tried_in_vain_pays_for_what_cut_off():
    """Beside plain Python; nothing is made or lost."""
    random = np.random.default_rng(0)
    history, wanted = np.zeros(2 * order.PLACES, np.int64), defaultdict(int)
    for _ in range(500):
        places, tried, left = random.permutation(20)[:6], int(random.integers(6)), int(random.integers(2, 100))
        order.learn(history, places, tried, left)
        for k in range(tried):
            wanted[places[k]] -= min(left, 64) ** 2
            wanted[places[tried]] += min(left, 64) ** 2
    assert {k: history[k] for k in range(20)} == {k: wanted[k] for k in range(20)}
    assert history.sum() == 0


WHOLE = ["tic-tac-toe", "connect-four:rows=4,cols=4", "dots-and-boxes:rows=2,cols=2", "pong-hau-ki",
         "cat-and-mouse:rows=3,cols=3"]  # fmt: skip


@pytest.mark.parametrize("spec", WHOLE)
def test_a_whole_game_at_once(spec):
    """Without deepening: the value that retrograde analysis finds, from the start and from later positions."""
    game = outfox.load(spec)
    solved, random = solve(game), np.random.default_rng(1)
    for plies in (0, 1, 2, 4):
        position = game.start()
        for _ in range(plies):
            if position.mover >= 0:
                position = position.play(int(random.choice(position.legal)))
        if position.mover == TERMINAL:
            continue
        depth = 60 if game.endless is not None else 0
        result = alphabeta(position, depth=depth, deepen=False)
        assert result.value == solved.value[solved.graph.index[position.key]]
