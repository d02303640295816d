"""The bitboard games beside their twins on plain arrays: random play agrees, in the same order of actions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from outfox.rules import load

NAIVE = Path(__file__).parent.parent / "naive"

# (game, parameters, random games)
CASES = [
    ("tic-tac-toe", "", 100),
    ("tic-tac-toe", "rows=4,cols=3", 60),
    ("tic-tac-toe", "rows=1,cols=9,connect=3", 60),
    ("tic-tac-toe", "rows=8,cols=8,connect=6", 4),
    ("connect-four", "", 60),
    ("connect-four", "rows=3,cols=5,connect=3", 100),
    ("connect-four", "rows=1,cols=8,connect=2", 60),
    ("connect-four", "rows=15,cols=4,connect=4", 20),
    ("breakthrough", "", 4),
    ("breakthrough", "rows=5,cols=7", 10),
    ("breakthrough", "rows=7,cols=9,piece_rows=3", 3),
    ("breakthrough", "rows=3,cols=2", 40),
    ("breakthrough", "rows=32,cols=2,piece_rows=1", 3),
    ("othello", "", 2),
    ("othello", "size=6", 8),
    ("othello", "size=4", 40),
]


@pytest.mark.parametrize(("name", "parameters", "games"), CASES)
def test_random_play_agrees(name: str, parameters: str, games: int) -> None:
    tail = ":" + parameters if parameters else ""
    fast = load(name + tail)
    slow = load(str(NAIVE / (name.replace("-", "_") + "_arrays.py")) + tail)
    choice = random.Random(name + parameters)
    assert fast.actions == slow.actions
    for _ in range(games):
        ours, twin = fast.start(), slow.start()
        while not ours.is_terminal:
            assert (ours.mover, ours.legal) == (twin.mover, twin.legal), f"after {ours.history}\n{ours.text}"
            action = choice.choice(ours.legal)
            ours, twin = ours.play(action), twin.play(action)
        assert twin.is_terminal
        assert ours.payoff == twin.payoff
