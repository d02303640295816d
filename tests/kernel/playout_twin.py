"""Random playouts in plain Python, written from their description: what compiled ones are held against.

Run as a script it prints, as JSON, what the linked kernel gives for every game of `SPECS`, interpreted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.link import link
from outfox.kernel.playout import playouts
from outfox.kernel.random import seeded
from outfox.rules import CHANCE, TERMINAL, Game, load

DATA = Path(__file__).resolve().parent.parent / "data"
SPECS = (
    "tic-tac-toe",
    "connect-four:rows=4,cols=4",
    "nim:piles=[2,3]",
    "breakthrough:rows=4,cols=3,piece_rows=1",
    "othello:size=4",
    "dots-and-boxes:rows=1,cols=2",
    "pig:target=20",
    "cat-and-mouse:rows=3,cols=3",
    str(DATA / "check" / "rich.py"),
    str(DATA / "check" / "passes.py"),
    *(str(DATA / "stuck" / f"{word}.py") for word in ("loses", "wins", "draws", "passes", "dice")),
)
GAMES = 12
LIMIT = 60
SEED = 20

Result = dict[str, Any]


class SplitMix:
    """splitmix64 (Steele, Lea and Flood 2014), and Lemire's bound (2019) on its upper 32 bits."""

    def __init__(self, seed: int) -> None:
        self.state = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    def below(self, n: int) -> int:
        while True:
            m = (self.word() >> 32) * n
            if m % 2**32 >= 2**32 % n:
                return m >> 32

    def uniform(self) -> float:
        return (self.word() >> 11) / 2**53


def twin(game: Game) -> Result:
    """Play by `Game` alone."""
    random = SplitMix(SEED)
    totals, plies = [0.0] * 6, []
    for _ in range(GAMES):
        s, length, choices = game.initial(), 0, 0
        while (who := game.mover(s)) != TERMINAL and length < LIMIT:
            if who == CHANCE:
                action = outcome(game.chance(s), random)
            else:
                legal = game.legal(s)
                choices += len(legal)
                action = legal[random.below(len(legal))]
            game.apply(s, action)
            length += 1
        value = game.payoff(s) if who == TERMINAL else game.endless or 0.0
        totals[0 if value > 0 else 2 if value < 0 else 1] += 1
        for k, x in ((3, length), (4, choices), (5, value)):
            totals[k] += x
        plies.append(length)
    return {"totals": totals, "plies": plies, "random": random.state, "state": repr(s.key())}


def outcome(pairs: list[tuple[int, float]], random: SplitMix) -> int:
    x = random.uniform()
    for action, probability in pairs[:-1]:
        x -= probability
        if x < 0:
            return action
    return pairs[-1][0]


def linked(game: Game, *, checked: bool) -> Result:
    """Play by the linked kernel."""
    kernel = link(game, playouts, checked=checked)
    pool, random = kernel.states(2), seeded(np.random.SeedSequence(SEED))
    totals, plies = np.zeros(6), np.zeros(GAMES, np.int64)
    kernel.put(pool, 0, game.initial())
    kernel(pool, random, GAMES, LIMIT, totals, plies)
    return {
        "totals": totals.tolist(), "plies": plies.tolist(), "random": int(random[0]),
        "state": repr(kernel.get(pool, 1).key()),
    }  # fmt: skip


if __name__ == "__main__":
    json.dump({spec: [linked(load(spec), checked=c) for c in (False, True)] for spec in SPECS}, sys.stdout)
