"""Positions to draw, made by hand or by playing, and the comparison with golden files."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

from hypothesis import strategies as st

from outfox.rules import Board, IllegalAction, grid, load

GOLDEN = Path(__file__).parent / "golden"
GAMES = "tic-tac-toe", "connect-four", "breakthrough", "othello", "dots-and-boxes", "starve-the-fox"
GAMES += "cat-and-mouse", "nim", "pig"
NASTY = st.text(max_size=12) | st.sampled_from(["<script>", "&amp;", "]]>", "\"'", "\x00\x1b[2J", "\ud800"])


@dataclass
class StubPosition:
    """What a drawing needs of a position; actions are given as names with the squares they lead to."""

    board: Board | None = None
    on: list[int] | None = None
    players: tuple[str, ...] = ("first", "second")
    mover: int = 0
    text: str = "some words"
    payoff: float = 0.0
    after: dict[str, list[int]] = field(default_factory=dict)
    history: tuple[int, ...] = ()
    start: int | None = None
    game_name: str = "stub"

    @property
    def game(self):
        return SimpleNamespace(name=self.game_name, players=self.players, module=SimpleNamespace(BOARD=self.board))

    def squares(self):
        return self.on

    def name(self, action):
        return list(self.after)[action]

    def play(self, action):
        name = action if isinstance(action, str) else self.name(action)
        if name not in self.after:
            raise IllegalAction(name)
        return StubPosition(self.board, self.after[name], self.players)


def small(marks="ab", pieces=("hound", "hare"), **more) -> StubPosition:
    """A board of 2 x 3 cells with a hound on a2 and a hare on c1."""
    return StubPosition(grid(2, 3, pieces, marks), [1, 0, 0, 0, 0, 2], ("hounds", "hares"), **more)


def after(spec: str, plies: int, seed: int = 1):
    """A position after random plies."""
    choose, position = random.Random(seed), load(spec).start()
    for _ in range(plies):
        choices = position.legal or [outcome for outcome, _ in position.chance]
        if not choices:
            break
        position = position.play(choose.choice(choices))
    return position


def moved(*moves: str, game: str = "starve-the-fox"):
    position = load(game).start()
    for move in moves:
        position = position.play(move)
    return position


def same_as_golden(text: str, name: str) -> None:
    """Compare with a file of tests/draw/golden; OUTFOX_WRITE_GOLDEN=1 writes it instead."""
    path = GOLDEN / name
    if os.environ.get("OUTFOX_WRITE_GOLDEN") == "1":
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8"), (
        f"{name} is drawn differently: look at it, then run the test with OUTFOX_WRITE_GOLDEN=1"
    )
