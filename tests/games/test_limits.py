"""Boards too large for a bitboard, and other impossible sizes: one line says what to change."""

from __future__ import annotations

import pytest

from outfox.rules import RulesError, load


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("tic-tac-toe:rows=9,cols=8", "lower rows or cols"),
        ("tic-tac-toe:connect=4", "connect must lie between 2 and"),
        ("tic-tac-toe:rows=0", "at least one row"),
        ("connect-four:rows=8,cols=8", "lower rows or cols"),
        ("connect-four:connect=1", "connect must lie between 2 and"),
        ("nim:piles=[0,0]", "at least one of the piles"),
        ("nim:piles=[1,20000]", "from 0 to 10,000"),
        ("breakthrough:rows=9,cols=8", "lower rows or cols"),
        ("breakthrough:cols=1", "stuck"),
        ("breakthrough:rows=4,piece_rows=2", "lower piece_rows or raise rows"),
        ("othello:size=10", "size must be 4, 6 or 8"),
        ("othello:size=5", "size must be 4, 6 or 8"),
        ("dots-and-boxes:rows=6,cols=5", "lower rows or cols"),
        ("fox-and-hounds:size=7", "size must be 4, 6, 8 or 10"),
        ("fox-and-hounds:fox_col=3", "fox_col must be an even number below 8"),
        ("hare-and-hounds:hare=3", "hare must be 2 or 4 to 10"),
        ("hexapawn:rows=1", "raise rows"),
        ("hexapawn:rows=9,cols=7", "lower rows or cols"),
        ("mu-torere:restriction=-2", "-1 for ever"),
        ("dodgem:size=8", "size must be 2 to 7"),
        ("chopsticks:fingers=1", "fingers must be 2 to 60"),
    ],
)
def test_refused(spec: str, message: str) -> None:
    with pytest.raises(RulesError, match=message) as raised:
        load(spec)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "spec",
    [
        "tic-tac-toe:rows=8,cols=8,connect=5",
        "connect-four:rows=7,cols=8",
        "connect-four:rows=1,cols=32,connect=4",
        "breakthrough:rows=16,cols=4",
        "dots-and-boxes:rows=5,cols=5",
        "dots-and-boxes:rows=1,cols=20",
        "hexapawn:rows=31,cols=2",
        "fox-and-hounds:size=10",
    ],
)
def test_largest_boards_play_to_the_end(spec: str) -> None:
    position = load(spec).start()
    while not position.is_terminal:
        position = position.play(position.legal[-1])
    assert position.game.parse(position.text) == position
