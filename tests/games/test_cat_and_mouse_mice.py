"""Several mice: the rules one by one, a theorem by brute force, compiled against plain Python."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from outfox.methods.solve import solve
from outfox.rules import RulesError, load
from tests.naive.retrograde import solve as plain_solve

CAT, MOUSE = 0, 1


def status(p):
    return p.text.rpartition("\n")[2]


def after(game, line):
    return load(game).parse(line)


def test_they_start_from_the_upper_right_and_step_in_turn():
    p = load("cat-and-mouse:rows=3,cols=3,mice=2,first=mouse").start()
    assert p.text.split("\n")[:3] == ["3 . m m", "2 . . .", "1 c . ."]
    assert status(p) == "cat a1, mouse c3 b3, mouse to move, 0 steps taken"
    assert p.squares() == [1, 0, 0, 0, 0, 0, 0, 2, 2]
    p = p.play("down")
    assert (p.mover, status(p)) == (MOUSE, "cat a1, mouse c2 b3, mouse to move, 1 steps taken")
    p = p.play("right")
    assert (p.mover, status(p)) == (CAT, "cat a1, mouse c2 c3, cat to move, 0 steps taken")


def test_walls_push_the_start_along():
    p = load("cat-and-mouse:rows=3,cols=3,mice=3,walls=[7]").start()
    assert p.text.split("\n")[:3] == ["3 m # m", "2 . . m", "1 c . ."]


def test_a_caught_mouse_leaves_the_board():
    p = after("cat-and-mouse:rows=3,cols=3,mice=2", "cat a1, mouse b1 c3, cat to move, 0 steps taken").play("right")
    assert not p.is_terminal
    assert status(p) == "cat b1, mouse c3, mouse to move, 0 steps taken"
    p = p.play("down")  # the one that is left has a turn of one step
    assert (p.mover, p.squares()) == (CAT, [0, 1, 0, 0, 0, 2, 0, 0, 0])


def test_the_last_one_ends_the_game_where_it_was_caught():
    p = after("cat-and-mouse:rows=3,cols=3,mice=2", "cat a1, mouse b1, cat to move, 0 steps taken").play("right")
    assert (p.is_terminal, p.payoff) == (True, 1.0)
    assert status(p) == "cat b1, mouse b1, mouse to move, 0 steps taken, caught"


def test_two_on_one_cell_are_caught_at_once():
    p = after("cat-and-mouse:rows=3,cols=3,mice=3", "cat a1, mouse b1 b1 c3, cat to move, 0 steps taken").play("right")
    assert status(p) == "cat b1, mouse c3, mouse to move, 0 steps taken"
    p = after("cat-and-mouse:rows=3,cols=3,mice=2", "cat a1, mouse b1 b1, cat to move, 0 steps taken").play("right")
    assert (p.is_terminal, p.payoff) == (True, 1.0)


@pytest.mark.parametrize(
    ("before", "step", "then"),
    [
        ("mouse b1 c3, mouse to move, 0 steps", "left", "mouse c3, mouse to move, 0 steps"),
        ("mouse b1 c3, mouse to move, 1 steps", "left", "mouse c3, mouse to move, 0 steps"),
        ("mouse c3 b1, mouse to move, 2 steps", "left", "mouse c3, cat to move, 0 steps"),
        ("mouse c3 b1, mouse to move, 1 steps", "down", "mouse c2 b1, mouse to move, 2 steps"),
    ],
)
def test_a_mouse_that_steps_onto_a_cat_takes_its_other_steps_with_it(before, step, then):
    p = after("cat-and-mouse:rows=3,cols=3,mice=2,mouse_steps=2", f"cat a1, {before} taken").play(step)
    assert status(p) == f"cat a1, {then} taken"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cat a1, mouse c3 c2 b3, cat to move, 0 steps taken", "1 to 2 mice, not of 3"),
        ("cat a1, mouse c3 a1, cat to move, 0 steps taken", "a caught mouse leaves the board"),
        ("cat a1, mouse c3, mouse to move, 1 steps taken", "a turn of mouse has fewer steps than 2"),
        ("cat a1, mouse , cat to move", "expected a last line like"),
    ],
)
def test_what_is_no_position(line, message):
    with pytest.raises(RulesError, match=message):
        load("cat-and-mouse:rows=3,cols=3,mice=2").parse(line)


@pytest.mark.parametrize("bad", [{"mice": 0}, {"mice": 9}, {"mice": 5, "cats": 5}])
def test_bad_parameters(bad):
    with pytest.raises(RulesError, match="cats and mice must be"):
        load("cat-and-mouse:rows=3,cols=3", **bad)


def placements(game):
    """Yield the beginnings of turns with one cat and two free mice."""
    for cat, *mice, turn in itertools.product(*[range(game.module.CELLS)] * 3, (CAT, MOUSE)):
        if cat not in mice:
            s = game.initial()
            s.cats[0], s.mice[0], s.mice[1], s.turn = cat, *mice, turn
            yield s


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3)])
def test_parity_decides_for_every_mouse(rows, cols):
    """Without walls, one cat catches all mice exactly where it would catch each of them alone.

    What one mouse does changes no distance between the cat and another; and a single cat never leaves a mouse
    without a step that keeps away from it, where every cell has two neighbours.
    """
    game = load(f"cat-and-mouse:rows={rows},cols={cols},mice=2")
    roots = list(placements(game))
    solved = plain_solve(game, roots)
    for s in roots:
        cells = [divmod(int(cell), cols) for cell in (s.cats[0], *s.mice)]
        apart = [abs(row - cells[0][0]) + abs(col - cells[0][1]) for row, col in cells[1:]]
        caught = all(one % 2 == (1 if s.turn == CAT else 0) for one in apart)
        assert (solved.value[solved.graph.index[s.key(game.key_fields)]] == 1.0) == caught, game.text(s)


def test_two_cats_that_may_stay_catch_two_mice():
    """Two cats catch any mouse of a grid (its cop number is two), so they catch one after the other."""
    game = load("cat-and-mouse:rows=2,cols=3,cats=2,mice=2,stay=true")
    assert plain_solve(game).value[0] == 1.0


@pytest.mark.parametrize("options", ["rows=2,cols=3,cats=2,mice=2,mouse_steps=2"])
def test_compiled_solving_says_what_plain_python_says(options):
    game = load(f"cat-and-mouse:{options}")
    plain, found = plain_solve(game), solve(game)
    assert (found.value, found.remoteness) == (plain.value[0], plain.remoteness[0])
    for s, value, plies in zip(plain.graph.states, plain.value, plain.remoteness, strict=True):
        its = found.table.find(s)
        assert (its.value, its.remoteness) == (value, plies), game.text(s)


def test_relations_tell_of_the_others():
    game = load("cat-and-mouse:rows=4,cols=4,cats=2,mice=2")
    p = game.parse("cat a1 d1, mouse d4 b2, cat to move, 0 steps taken")
    names, out = game.constant("RELATIONS"), np.zeros(len(game.constant("RELATIONS")), np.int64)

    def told(position):
        out[:] = 0
        game.call("relations", position.state, out)
        return {name: int(value) for name, value in zip(names, out, strict=True)}

    seen = told(p)  # the cat on a1: the mouse on b2, then the one on d4, the other cat on d1
    assert (seen["other_x"], seen["other_y"], seen["distance"]) == (2, 2, 2)
    assert (seen["next_x"], seen["next_y"], seen["next_distance"]) == (2, 2, 6)
    assert (seen["mate_x"], seen["mate_y"], seen["mate_distance"]) == (2, 1, 3)
    seen = told(game.parse("cat a1 d1, mouse d4, mouse to move, 0 steps taken"))  # the mouse on d4, alone
    assert (seen["other_x"], seen["other_y"], seen["distance"]) == (1, 0, 3)
    assert (seen["next_x"], seen["next_y"], seen["next_distance"]) == (0, 0, 6)
    assert (seen["mate_x"], seen["mate_y"], seen["mate_distance"]) == (1, 1, 0)
    assert "next_x" not in load("cat-and-mouse").constant("RELATIONS")
