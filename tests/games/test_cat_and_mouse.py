"""Cat and mouse: exact facts by retrograde analysis of small boards, and the options one by one."""

from __future__ import annotations

import itertools
import random

import pytest

from outfox.rules import IllegalAction, RulesError, load

CAT, MOUSE = 0, 1


def placements(game):
    """Yield every state at the start of a turn."""
    module = game.module
    for *cats, mouse, turn in itertools.product(*[module.OPEN] * (module.CATS + 1), (CAT, MOUSE)):
        s = game.new_state()
        for cat, cell in enumerate(cats):
            s.cats[cat] = cell
        s.mice[0], s.turn = mouse, turn
        yield s


def following(game, s):
    """Return the states after each legal action."""
    states = []
    for action in game.legal(s):
        after = s.copy()
        game.apply(after, action)
        states.append(after)
    return states


def solve(game):
    """Return the plies to a forced capture, for each state in which there is one."""
    plies, children, parents, movers = {}, {}, {}, {}
    queue = list(placements(game))
    while queue:
        s = queue.pop()
        key = s.key()
        if key in children:
            continue
        over = game.mover(s) < 0
        movers[key], after = s.turn, [] if over else following(game, s)
        children[key] = {t.key() for t in after}
        if over:
            plies[key] = 0
        for child in children[key]:
            parents.setdefault(child, []).append(key)
        queue += after
    layer = list(plies)
    while layer:
        touched = {parent for key in layer for parent in parents.get(key, ()) if parent not in plies}
        forces = {CAT: any, MOUSE: all}
        layer = [key for key in touched if forces[movers[key]](child in plies for child in children[key])]
        plies.update({key: 1 + max(plies.values()) for key in layer})
    return plies


def start_key(game):
    return game.initial().key()


def distance(game, s):
    cols = game.parameters["cols"].value
    (cat_row, cat_col), (mouse_row, mouse_col) = divmod(int(s.cats[0]), cols), divmod(int(s.mice[0]), cols)
    return abs(cat_row - mouse_row) + abs(cat_col - mouse_col)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (5, 2)])
def test_parity_decides(rows, cols):
    game = load("cat-and-mouse", rows=rows, cols=cols)
    plies = solve(game)
    for s in placements(game):
        odd = 1 if s.turn == CAT else 0
        if distance(game, s):
            assert (s.key() in plies) == (distance(game, s) % 2 == odd), game.text(s)


@pytest.mark.parametrize(
    ("rows", "cols", "length"),
    [(3, 4, 7), (5, 6, 15), (8, 7, 23), (3, 3, 6), (4, 4, 10), (5, 5, 14), (8, 8, 26)],
)
def test_length_from_opposite_corners(rows, cols, length):
    first, other = ("cat", "mouse") if (rows + cols) % 2 else ("mouse", "cat")
    game = load("cat-and-mouse", rows=rows, cols=cols, first=first)
    plies = solve(game)
    assert plies[start_key(game)] == length
    assert start_key(load("cat-and-mouse", rows=rows, cols=cols, first=other)) not in plies


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_longest_capture(size):
    plies = solve(load("cat-and-mouse", rows=size, cols=size))
    assert max(plies.values()) == 4 * size - 6


def test_a_path_has_no_parity():
    # From two apart the cat catches a mouse at the end of a path, which must come to meet it.
    game = load("cat-and-mouse", rows=1, cols=3)
    assert solve(game)[start_key(game)] == 2


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 3), (3, 4)])
def test_one_cat_against_staying(rows, cols):
    game = load("cat-and-mouse", rows=rows, cols=cols, stay=True)
    plies = solve(game)
    wins = {s.key() for s in placements(game) if s.turn == CAT and distance(game, s) == 1}
    assert {s.key() for s in placements(game) if s.turn == CAT and distance(game, s) and s.key() in plies} == wins


def test_two_cats_catch_on_any_grid_where_all_may_stay():
    """The cop number of a grid is two (Maamoun and Meyniel 1987)."""
    for rows, cols in ((2, 3), (3, 3)):
        game = load("cat-and-mouse", rows=rows, cols=cols, stay=True, cats=2)
        plies = solve(game)
        assert all(s.key() in plies for s in placements(game))


def test_a_faster_cat():
    """With two steps a turn one cat catches from anywhere, where it cannot with one."""
    plies = {steps: solve(load("cat-and-mouse", rows=3, cols=4, stay=True, cat_steps=steps)) for steps in (1, 2)}
    positions = [s.key() for s in placements(load("cat-and-mouse", rows=3, cols=4, stay=True, cat_steps=2))]
    assert all(key in plies[2] for key in positions)
    assert not all(key in plies[1] for key in positions)


# --- the rules one by one ---------------------------------------------------------------------------


def names(p):
    return [p.name(action) for action in p.legal]


def status(p):
    return p.text.rpartition("\n")[2]


def test_start():
    p = load("cat-and-mouse").start()
    assert (p.game.players, p.game.endless, p.game.actions) == (("cat", "mouse"), -1.0, 5)
    assert p.text.split("\n")[0] == "8 . . . . . . m"
    assert p.text.split("\n")[7] == "1 c . . . . . ."
    assert names(p) == ["right", "up"]
    assert names(p.play("up")) == ["left", "down"]
    assert load("cat-and-mouse", first="mouse").start().mover == MOUSE


def test_capture_by_either_side():
    p = load("cat-and-mouse", rows=1, cols=2).start().play("right")
    assert (p.is_terminal, p.payoff, p.mover) == (True, 1.0, -2)
    p = load("cat-and-mouse", rows=1, cols=2, first="mouse").start().play("left")
    assert (p.is_terminal, p.payoff) == (True, 1.0)


def test_no_step_off_the_grid():
    with pytest.raises(IllegalAction):
        load("cat-and-mouse").start().play("left")
    with pytest.raises(IllegalAction):
        load("cat-and-mouse").start().play("stay")


def test_walls():
    p = load("cat-and-mouse", rows=3, cols=3, walls=(1, 5)).start()
    assert p.text.split("\n")[:3] == ["3 . . m", "2 . . #", "1 c # ."]
    assert names(p) == ["up"]
    assert p.squares() == [1, 3, 0, 0, 0, 3, 0, 0, 2]


def test_a_piece_that_is_walled_in_stays():
    p = load("cat-and-mouse", rows=3, cols=3, walls=(1, 3)).start()
    assert names(p) == ["stay"]
    assert p.play("stay").mover == MOUSE
    game = p.game
    assert start_key(game) not in solve(game)


def test_staying():
    assert names(load("cat-and-mouse", stay=True).start()) == ["right", "up", "stay"]


def test_several_cats_step_one_after_the_other():
    p = load("cat-and-mouse", rows=3, cols=3, cats=2).start()
    assert status(p) == "cat a1 b1, mouse c3, cat to move, 0 steps taken"
    p = p.play("right")
    assert (p.mover, status(p)) == (CAT, "cat b1 b1, mouse c3, cat to move, 1 steps taken")
    assert names(p) == ["right", "left", "up"]  # of the second cat; cats may share a cell
    p = p.play("up")
    assert (p.mover, status(p)) == (MOUSE, "cat b1 b2, mouse c3, mouse to move, 0 steps taken")


def test_steps_a_turn():
    p = load("cat-and-mouse", cat_steps=2, mouse_steps=3).start()
    movers = []
    for _ in range(6):
        movers.append(p.mover)
        p = p.play(p.legal[0] if p.mover == CAT else p.legal[-1])
    assert movers == [CAT, CAT, MOUSE, MOUSE, MOUSE, CAT]


def test_caught_in_the_middle_of_a_turn():
    p = load("cat-and-mouse", rows=1, cols=3, cat_steps=5).start().play("right").play("right")
    assert p.is_terminal


@pytest.mark.parametrize(
    "bad",
    [
        {"rows": 0},
        {"rows": 1, "cols": 1},
        {"walls": (0,)},
        {"walls": (56,)},
        {"cats": 0},
        {"cats": 56},
        {"cat_steps": 0},
    ],
)
def test_bad_parameters(bad):
    with pytest.raises(RulesError):
        load("cat-and-mouse", **bad)


OPTIONS = [
    {},
    {"rows": 3, "cols": 30},
    {"rows": 12, "cols": 3, "cats": 3, "walls": (4, 7), "stay": True, "cat_steps": 2, "mouse_steps": 3},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_text_and_names_read_back(options):
    p, choice = load("cat-and-mouse", **options).start(), random.Random(1)
    while not p.is_terminal and len(p.history) < 60:
        assert p.game.parse(p.text).state == p.state
        assert p.game.parse(status(p)).state == p.state  # the line alone is enough
        assert [p.game.call("parse_action", p.state, p.name(action)) for action in p.legal] == p.legal
        p = p.play(choice.choice(p.legal))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cat a1, mouse g9, cat to move",
        "cat a1 b1, mouse g8, cat to move",
        load("cat-and-mouse").start().text.replace("cat a1,", "cat b1,"),
    ],
)
def test_what_is_no_position(text):
    with pytest.raises(RulesError):
        load("cat-and-mouse").parse(text)
