from __future__ import annotations

import math

import pytest

from outfox.draw import scene
from outfox.rules import CHANCE, TERMINAL, Board, RulesError, grid, load
from tests.draw.stubs import StubPosition, small


def test_a_game_without_a_board_is_its_text():
    drawn = scene(StubPosition(text="3 5 7"))
    assert drawn.points == ()
    assert drawn.describe() == "3 5 7"
    assert scene(load("nim").start()).text == load("nim").start().text


def test_pieces_and_their_owners():
    drawn = scene(small())
    assert [kind.owner for kind in drawn.kinds] == [0, 1]
    assert drawn.kind(0).name == "hound"
    assert drawn.kind(1) is None
    assert drawn.describe() == "hound on a2; hare on c1"


@pytest.mark.parametrize(
    ("players", "pieces", "owners"),
    [
        (("foxes", "sheep"), ("fox", "sheep"), [0, 1]),
        (("x", "o"), ("x", "o"), [0, 1]),
        (("x", "o"), ("cross", "nought"), [0, 1]),
        (("black", "white"), ("white man", "black man", "white king", "black king"), [1, 0, 1, 0]),
        (("cat", "mouse"), ("cat", "mouse", "wall"), [0, 1, None]),
        (("first", "second"), ("dot", "line across", "line down", "first", "second"), [None] * 3 + [0, 1]),
        (("hunter", "prey"), ("a", "b", "c"), [None, None, None]),
    ],
)
def test_owners_are_read_from_names(players, pieces, owners):
    board = grid(1, 5, pieces, "vwxyz"[: len(pieces)])
    drawn = scene(StubPosition(board, [0] * 5, players))
    assert [kind.owner for kind in drawn.kinds] == owners


@pytest.mark.parametrize(
    ("mover", "payoff", "words"),
    [
        (0, 0.0, "hounds to move"),
        (1, 0.0, "hares to move"),
        (CHANCE, 0.0, "chance to move"),
        (TERMINAL, 2.0, "won by hounds"),
        (TERMINAL, -1.0, "won by hares"),
        (TERMINAL, 0.0, "a draw"),
    ],
)
def test_the_turn_in_words(mover, payoff, words):
    assert scene(small(mover=mover, payoff=payoff)).turn == words


def test_the_last_action_by_name_points_or_position_before():
    before, after = small(), small()
    after.on = [0, 1, 0, 0, 0, 2]
    assert scene(after, last=before).last == (0, 1)
    assert scene(after, last="a2xb2").last == (0, 1)
    assert scene(after, last=["b2", 0]).last == (1, 0)
    assert scene(after, last="pass").last == ()
    assert scene(after).last == ()


def test_the_last_action_by_number_is_found_by_playing_again():
    position = load("connect-four").start().play("d").play("d")
    drawn = scene(position, last=position.history[-1])
    assert [drawn.names[k] for k in drawn.last] == ["d2"]
    assert scene(load("connect-four").start(), last=3).last == ()


def test_a_capture_touches_three_points():
    position = load("starve-the-fox").start().play("e7-e6").play("e4-e5").play("e6xe4")
    drawn = scene(position, last=position.history[-1])
    assert {drawn.names[k] for k in drawn.last} == {"e6", "e5", "e4"}


def test_values_are_player_0s_and_the_mover_prefers():
    after = {"a2-b2": [0, 1, 0, 0, 0, 2], "a2-a1": [0, 0, 0, 1, 0, 2]}
    values = {0: 0.5, "a2-a1": -0.25}
    first, second = (scene(small(mover=mover, after=after), values=values).options for mover in (0, 1))
    assert [(option.name, option.weight) for option in first] == [("a2-b2", 1.0), ("a2-a1", 0.0)]
    assert [(option.name, option.weight) for option in second] == [("a2-a1", 1.0), ("a2-b2", 0.0)]
    assert [(option.start, option.end) for option in first] == [(0, 1), (0, 3)]
    assert {option.value for option in second} == {0.5, -0.25}


def test_values_of_actions_whose_names_are_no_points_are_placed_by_playing():
    after = {"right": [0, 1, 0, 0, 0, 2], "stay": [1, 0, 0, 0, 0, 2], "take": [0, 0, 0, 0, 0, 1]}
    options = scene(small(after=after), values=dict.fromkeys(after, 0.0)).options
    assert {o.name: (o.start, o.end) for o in options} == {
        "right": (0, 1),
        "stay": (None, None),
        "take": (0, 5),
    }
    drop = scene(load("connect-four").start(), values={"d": 0.1}).options[0]
    assert (drop.start, drop.end) == (None, 3)


def test_unknown_actions_are_listed_without_a_place():
    option = scene(small(), values={"resign": -1.0}).options[0]
    assert (option.start, option.end, option.weight) == (None, None, 1.0)


def test_heat_by_name_or_by_point():
    nothing = [None, 1, math.nan, 2.5, None, -1]
    assert scene(small(), heat=nothing).heat == (None, 1.0, None, 2.5, None, -1.0)
    assert scene(small(), heat={"b2": 3}).heat == (None, 3.0, None, None, None, None)
    with pytest.raises(ValueError, match="'z9'"):
        scene(small(), heat={"z9": 3})
    with pytest.raises(ValueError, match="2 values for 6 points"):
        scene(small(), heat=[1, 2])
    with pytest.raises(ValueError, match="no point 'z9'"):
        scene(small(), last=["z9"])
    with pytest.raises(ValueError, match="no point 6"):
        scene(small(), last=[6])


@pytest.mark.parametrize(
    ("board", "squares", "message"),
    [
        (grid(1, 2, ("a", "b"), "a"), [0, 0], "2 pieces and 1 marks"),
        (grid(1, 2, ("a",), "a"), [0], "2 points, squares.. fills 1"),
        (grid(1, 2, ("a",), "a"), [0, 2], "piece 2, BOARD names 1"),
        (grid(1, 2, ("a",), "a", lines=[(0, 2)]), [0, 0], "name point 2"),
        (Board(((0, 0), (1, 0)), ("p", "p"), ("a",), "a"), [0, 0], "1 different names"),
    ],
)
def test_a_board_that_does_not_fit_says_where(board, squares, message):
    with pytest.raises(RulesError, match=message):
        scene(StubPosition(board, squares))


def test_grid_names_files_and_ranks():
    assert grid(1, 28, (), "").names[25:] == ("z1", "aa1", "ab1")
    up, down = grid(2, 2, (), "", top_down=False), grid(2, 2, (), "")
    assert up.names == ("a1", "b1", "a2", "b2")
    assert down.names == ("a2", "b2", "a1", "b1")
    assert up.points[0] == down.points[2] == (0, 0)
