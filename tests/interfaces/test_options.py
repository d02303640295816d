"""Moves, parameters and specs as they stand on a command line."""

from __future__ import annotations

import pytest

import outfox as package
from outfox.interfaces.cli import options
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.settings import settings_of, with_settings
from outfox.rules import IllegalAction

NIM = "nim:piles=[2,3]"


@pytest.mark.parametrize(
    ("game", "moves", "names"),
    [
        (NIM, "2 from pile 2 1 from pile 1", ["2 from pile 2", "1 from pile 1"]),
        (NIM, "2 from pile 2, 1 from pile 1", ["2 from pile 2", "1 from pile 1"]),
        (NIM, "2 FROM PILE 2", ["2 from pile 2"]),
        (NIM, "0 3", ["1 from pile 1", "1 from pile 2"]),
        (NIM, "0,3;", ["1 from pile 1", "1 from pile 2"]),
        (NIM, '["1 from pile 1", 3]', ["1 from pile 1", "1 from pile 2"]),
        ("pig", "roll rolled 5 hold", ["roll", "rolled 5", "hold"]),
        ("connect-four", "d,d,c", ["d", "d", "c"]),
        ("connect-four", "3 3 2", ["d", "d", "c"]),
        ("othello:size=4", "  ", []),
    ],
)
def test_moves_are_read(game, moves, names):
    position = options.start_position(package.load(game), moves)
    begin, found = package.load(game).start(), []
    for action in position.history:
        found.append(begin.name(action))
        begin = begin.play(action)
    assert found == names


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("1 from pile 1, 2 from pile 1", "move 2: '2 from pile 1' is not legal"),
        ("1 from pile 1, 9 from pile 9, x", "move 2: '9 from pile 9' is not legal"),
        ("[1", "move 1: '[1' is not legal"),
        ("[[1]]", "move 1"),
        ("-1", "move 1: '-1' is not legal"),
    ],
)
def test_moves_that_are_none(moves, says):
    with pytest.raises(IllegalAction) as caught:
        options.start_position(package.load(NIM), moves)
    assert f"--moves, {says}" in str(caught.value)


def test_every_game_reads_its_own_names():
    """A line of play, written as names with commas, is read back."""
    for name in (
        "starve-the-fox",
        "breakthrough",
        "othello",
        "dots-and-boxes",
        "cat-and-mouse",
        "tic-tac-toe",
    ):
        game = package.load(name)
        position, names = game.start(), []
        for ply in range(12):
            legal = position.legal
            if not legal:
                break
            action = legal[ply * 7 % len(legal)]
            names.append(position.name(action))
            position = position.play(action)
        for between in (", ", " "):
            assert options.start_position(game, between.join(names)).history == position.history


def test_parameter_names_may_have_dashes():
    game = options.load_game("cat-and-mouse", ["cat-steps=2"], {"mouse-steps": "2"})
    assert game.spec == "cat-and-mouse:cat_steps=2,mouse_steps=2"


def test_a_parameter_is_given_once():
    with pytest.raises(UsageError, match="given twice"):
        options.load_game("nim", ["misere=true", "MISERE=false"])


def test_settings_are_those_of_the_dataclass():
    names = [setting.name for setting in settings_of(package.MctsSettings)]
    assert names[:3] == ["simulations", "seconds", "c"]
    assert all(setting.meaning for setting in settings_of(package.MctsSettings))


@pytest.mark.parametrize(
    ("spec", "settings", "merged"),
    [
        ("mcts", {"c": "2"}, "mcts:c=2"),
        ("mcts:c=1,cut=4", {"c": "2"}, "mcts:c=2,cut=4"),
        ("mcts:c=1", {}, "mcts:c=1"),
        ("mcts:oops", {"c": "2"}, "mcts:oops,c=2"),
    ],
)
def test_settings_join_the_spec(spec, settings, merged):
    assert with_settings(spec, settings) == merged
