"""The games beside OpenSpiel's: both are walked in step, and every position has to agree.

Agreement is of: whether the game is over, who moves, the set of legal actions, and what both players get.
Play is random in large games; small ones are walked through all their states.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from outfox.rules import Position, load

pyspiel = pytest.importorskip("pyspiel")

Mapping = Callable[[Position, int], int]


def same(position: Position, action: int) -> int:
    return action


def nim_number(position: Position, action: int) -> int:
    piles = position.game.parameters["piles"].value
    pile, taken = divmod(action, max(piles))
    return taken * len(piles) + pile


def breakthrough_number(position: Position, action: int) -> int:
    square, side = divmod(action, 3)
    direction = side + 3 * position.mover  # 0 to 2 go down, 3 to 5 up
    return (square * 6 + direction) * 2 + ("x" in position.name(action))


# (outfox's game, OpenSpiel's game, its number for an action, random games)
PAIRS: list[tuple[str, str, Mapping, int]] = [
    ("tic-tac-toe", "tic_tac_toe", same, 300),
    ("tic-tac-toe:rows=3,cols=4", "mnk(m=4,n=3,k=3)", same, 100),
    ("tic-tac-toe:rows=6,cols=7,connect=4", "mnk(m=7,n=6,k=4)", same, 40),
    ("tic-tac-toe:rows=8,cols=8,connect=5", "mnk(m=8,n=8,k=5)", same, 20),
    ("connect-four", "connect_four", same, 150),
    ("connect-four:rows=4,cols=4", "connect_four(rows=4,columns=4)", same, 150),
    ("connect-four:rows=5,cols=6,connect=3", "connect_four(rows=5,columns=6,x_in_row=3)", same, 150),
    ("connect-four:rows=8,cols=7,connect=5", "connect_four(rows=8,columns=7,x_in_row=5)", same, 50),
    ("nim", "nim", nim_number, 150),
    ("nim:piles=[3,4,5],misere=false", "nim(pile_sizes=3;4;5,is_misere=false)", nim_number, 150),
    ("breakthrough", "breakthrough", breakthrough_number, 20),
    ("breakthrough:rows=6,cols=5", "breakthrough(rows=6,columns=5)", breakthrough_number, 40),
    ("breakthrough:rows=5,cols=3", "breakthrough(rows=5,columns=3)", breakthrough_number, 100),
    ("othello", "othello", same, 12),
    ("dots-and-boxes", "dots_and_boxes(num_rows=3,num_cols=3,utility_margin=true)", same, 40),
    ("dots-and-boxes:rows=2,cols=2", "dots_and_boxes(utility_margin=true)", same, 60),
    ("dots-and-boxes:rows=2,cols=4,count=win", "dots_and_boxes(num_rows=2,num_cols=4)", same, 40),
    ("dots-and-boxes:rows=5,cols=5", "dots_and_boxes(num_rows=5,num_cols=5,utility_margin=true)", same, 6),
]

# (outfox's game, OpenSpiel's game, its number for an action, number of states where that is known)
WHOLE: list[tuple[str, str, Mapping, int | None]] = [
    ("tic-tac-toe", "tic_tac_toe", same, 5_478),
    ("tic-tac-toe:rows=2,cols=4", "mnk(m=4,n=2,k=3)", same, None),
    ("connect-four:rows=3,cols=3,connect=3", "connect_four(rows=3,columns=3,x_in_row=3)", same, None),
    ("nim", "nim", nim_number, 752),
    ("nim:piles=[2,4,3],misere=false", "nim(pile_sizes=2;4;3,is_misere=false)", nim_number, None),
    ("breakthrough:rows=3,cols=3", "breakthrough(rows=3,columns=3)", breakthrough_number, None),
    ("breakthrough:rows=4,cols=2", "breakthrough(rows=4,columns=2)", breakthrough_number, None),
    ("dots-and-boxes:rows=1,cols=2,count=win", "dots_and_boxes(num_rows=1,num_cols=2)", same, None),
    ("dots-and-boxes:rows=1,cols=2", "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)", same, None),
]

WHOLE_SLOW: list[tuple[str, str, Mapping, int | None]] = [
    ("connect-four:rows=4,cols=4", "connect_four(rows=4,columns=4)", same, 161_029),
    ("breakthrough:rows=4,cols=4", "breakthrough(rows=4,columns=4)", breakthrough_number, None),
    ("dots-and-boxes:rows=2,cols=2", "dots_and_boxes(utility_margin=true)", same, None),
]


def agree(ours: Position, theirs: Any, number: Mapping) -> dict[int, int]:
    """Compare two positions and return OpenSpiel's number for each legal action."""
    where = f"{ours.game.spec} after {ours.history}\n{ours.text}\n{theirs}"
    assert ours.is_terminal == theirs.is_terminal(), where
    if ours.is_terminal:
        assert [ours.payoff, -ours.payoff] == theirs.returns(), where
        assert ours.legal == [], where
        return {}
    assert ours.mover == theirs.current_player(), where
    numbers = {action: number(ours, action) for action in ours.legal}
    assert len(numbers) == len(ours.legal), where
    assert sorted(numbers.values()) == sorted(theirs.legal_actions()), where
    return numbers


@pytest.mark.parametrize(("spec", "peer", "number", "games"), PAIRS, ids=[pair[1] for pair in PAIRS])
def test_random_play_agrees(spec: str, peer: str, number: Mapping, games: int) -> None:
    game, other, choice = load(spec), pyspiel.load_game(peer), random.Random(peer)
    for _ in range(games):
        ours, theirs = game.start(), other.new_initial_state()
        while numbers := agree(ours, theirs, number):
            action = choice.choice(list(numbers))
            ours = ours.play(action)
            theirs.apply_action(numbers[action])


def walk(spec: str, peer: str, number: Mapping) -> int:
    """Compare every state that can be reached, by one path each; return how many there are."""
    start = load(spec).start()
    seen, stack = {start.key}, [(start, pyspiel.load_game(peer).new_initial_state())]
    while stack:
        ours, theirs = stack.pop()
        for action, theirs_too in agree(ours, theirs, number).items():
            following = ours.play(action)
            if following.key not in seen:
                seen.add(following.key)
                stack.append((following, theirs.child(theirs_too)))
    return len(seen)


@pytest.mark.parametrize(("spec", "peer", "number", "states"), WHOLE, ids=[pair[1] for pair in WHOLE])
def test_every_state_agrees(spec: str, peer: str, number: Mapping, states: int | None) -> None:
    found = walk(spec, peer, number)
    assert states is None or found == states


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "peer", "number", "states"), WHOLE_SLOW, ids=[pair[1] for pair in WHOLE_SLOW])
def test_every_state_agrees_in_larger_games(spec: str, peer: str, number: Mapping, states: int | None) -> None:
    found = walk(spec, peer, number)
    assert states is None or found == states
