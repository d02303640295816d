"""Relations of cat and mouse: by the definition, and the same whichever way the board is turned."""

import itertools

import numpy as np
import pytest

from outfox.formats.relational import MIRROR_X, MIRROR_Y, TRANSPOSE, TURNS, Relational
from outfox.rules import load


def state(game, cat, mouse, turn):
    s = game.initial(0)
    s.cats[0], s.mice[0], s.turn = cat, mouse, turn
    return s


def relations(game, s):
    out = np.zeros(len(game.constant("RELATIONS")), np.int64)
    game.call("relations", s, out)
    return dict(zip(game.constant("RELATIONS"), out.tolist(), strict=True))


def turned_cell(cell, size, turn):
    x, y = cell % size, cell // size
    x, y = (size - 1 - x if turn & MIRROR_X else x), (size - 1 - y if turn & MIRROR_Y else y)
    x, y = (y, x) if turn & TRANSPOSE else (x, y)
    return y * size + x


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_turned_board_has_turned_relations_and_actions(size):
    game = load(f"cat-and-mouse:rows={size},cols={size}")
    relational = Relational(game)
    cells = range(size * size)
    for cat, mouse in itertools.product(cells, cells):
        if cat == mouse:
            continue  # the game is over
        here = state(game, cat, mouse, 0)
        values = np.array([list(relations(game, here).values())])
        seen = relational.far + (relational.window if values[0, relational.near] else [])
        for turn in range(TURNS):
            there = state(game, turned_cell(cat, size, turn), turned_cell(mouse, size, turn), 0)
            its = np.array(list(relations(game, there).values()))
            assert relational.turned(values, turn)[0, seen].tolist() == its[seen].tolist()
            actions = {relational.turned_action[turn, action] for action in game.legal(here)}
            assert actions == set(game.legal(there))


def test_relations_by_hand():
    game = load("cat-and-mouse:rows=6,cols=8")
    cell = {name: k for k, name in enumerate(game.constant("BOARD").names)}
    far = relations(game, state(game, cell["a1"], cell["g5"], 0))  # the cat in the corner, the mouse far away
    wanted = {
        "other_x": 2, "other_y": 2, "gap_xy": 2, "edge_x": 0, "edge_y": 0, "near_edge_x": 1, "corner": 1,
        "other_edge_x": 1, "other_near_edge_x": 2, "other_near_edge_y": 2, "other_corner": 0, "parity": 0,
        "distance": 10, "near": 0, "window_me_x": 0,
    }  # fmt: skip
    assert {name: far[name] for name in wanted} == wanted
    near = relations(game, state(game, cell["h5"], cell["g6"], 1))  # the mouse on the upper edge, the cat beside it
    wanted = {
        "other_x": 2, "other_y": 0, "gap_xy": 1, "edge_x": 1, "edge_y": 2, "near_edge_x": 2, "other_edge_x": 2,
        "parity": 0, "parity_cols": 1, "parity_rows": 0, "distance": 2, "near": 1,
        "window_me_x": 1, "window_me_y": 2, "window_other_x": 2, "window_other_y": 1,
        "window_edge_x": 2, "window_edge_y": 2,
    }  # fmt: skip
    assert {name: near[name] for name in wanted} == wanted


def test_the_mouse_sees_the_nearest_cat():
    game = load("cat-and-mouse:rows=4,cols=4,cats=2,stay=true")
    s = game.initial(0)
    s.cats[0], s.cats[1], s.mice[0], s.turn = 0, 11, 15, 1
    assert relations(game, s)["distance"] == 1
    s.turn, s.steps = 0, 1  # the second cat steps
    assert relations(game, s)["distance"] == 1
    s.steps = 0
    assert relations(game, s)["distance"] == 6


def test_near_and_far_share_what_turns():
    relational = Relational(load("cat-and-mouse:rows=5,cols=5"))
    assert relational.classes == 105  # 729 contents of the window, counted up to turns by Burnside: 840 / 8
    assert Relational(load("cat-and-mouse:rows=5,cols=5"), share=False).classes == 729


def test_one_gene_answers_for_all_turned_windows():
    game = load("cat-and-mouse:rows=5,cols=5")
    relational = Relational(game)
    random = np.random.default_rng(1)
    genes = random.integers(0, 4, relational.classes)
    compared = 0
    for cat, mouse in itertools.product(range(25), range(25)):
        here = np.array([list(relations(game, state(game, cat, mouse, 0)).values())])
        forms = {tuple(relational.turned(here, turn)[0, relational.window].tolist()) for turn in range(TURNS)}
        if cat == mouse or not here[0, relational.near] or len(forms) < TURNS:
            continue  # a window that looks the same from two sides has two answers that are as good
        number, turn = (int(found[0]) for found in relational.local(here))
        action = relational.original_action[turn, genes[number]]
        for k in range(TURNS):
            cells = turned_cell(cat, 5, k), turned_cell(mouse, 5, k)
            there = np.array([list(relations(game, state(game, *cells, 0)).values())])
            other, its = (int(found[0]) for found in relational.local(there))
            assert other == number
            assert relational.original_action[its, genes[number]] == relational.turned_action[k, action]
            compared += 1
    assert compared > 500
