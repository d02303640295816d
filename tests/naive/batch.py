"""The slow twin of `outfox.kernel.batch`: games stepped one by one in plain Python, with the same random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.formats.packing import leaf_values
from outfox.rules import CHANCE, TERMINAL, Game
from outfox.rules.twin import twin_class
from outfox.workers.seeds import root_seed, task_seed

WORD = 2**64 - 1


def mixed(h: int, x: int) -> int:
    """Mix an integer into a hash."""
    z = ((h ^ (x & WORD)) + 0x9E3779B97F4A7C15) & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


class Stream:
    """Random numbers: splitmix64, and Lemire's bound on its upper half."""

    def __init__(self, word: int) -> None:
        self.word = word

    def next(self) -> int:
        """Return 64 bits."""
        self.word = (self.word + 0x9E3779B97F4A7C15) & WORD
        z = self.word
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return an integer below n."""
        while True:
            m = (self.next() >> 32) * n
            if m & 0xFFFFFFFF >= 2**32 % n:
                return m >> 32

    def choose(self, odds: list[float]) -> int:
        """Return a place, drawn by probabilities."""
        x, last = (self.next() >> 11) / 2**53, 0
        for k, p in enumerate(odds):
            if p > 0.0:
                last = k
                x -= p
                if x < 0.0:
                    return k
        return last


class Row:
    """One row: the state of its game, and what became of the last step."""

    def __init__(self, game: Game, seats: Any, limit: int, word: int, number: int) -> None:
        self.game, self.seats, self.limit = game, seats, limit
        self.word, self.number, self.begun = word, number, 0
        self.done, self.cut, self.payoff, self.length, self.finished = False, False, 0.0, 0, 0
        self.begin()
        self.open = False
        self.settle()

    def begin(self) -> None:
        """Begin the next game."""
        chance = mixed(mixed(self.word, self.number), self.begun)
        self.chance, self.drawn = Stream(chance), Stream(mixed(chance, 1))
        self.begun += 1
        self.state, self.plies = self.game.initial(), 0

    def settle(self) -> None:
        """Play on to the learner's next decision."""
        while True:
            who = self.game.mover(self.state)
            if who == TERMINAL or self.plies >= self.limit:
                self.finish(who)
                self.begin()
            elif who == CHANCE:
                outcomes, odds = zip(*self.game.chance(self.state), strict=True)
                self.apply(outcomes[self.chance.choose(list(odds))])
            elif self.seats[who] is None:
                return
            else:
                legal = self.game.legal(self.state)
                if self.seats[who] == "random":
                    self.apply(legal[self.drawn.below(len(legal))])
                else:
                    self.apply(legal[self.drawn.choose(self.seats[who].odds(who, self.view(who), legal))])

    def finish(self, who: int) -> None:
        """Note the end of a game."""
        value = self.game.payoff(self.state) if who == TERMINAL else self.game.endless or 0.0
        self.finished += 1
        if self.open:
            self.open, self.done, self.cut, self.payoff = False, True, who != TERMINAL, value
            self.length = self.plies

    def apply(self, action: int) -> None:
        """Play one ply."""
        self.game.apply(self.state, int(action))
        self.plies += 1

    def step(self, action: int | None) -> int:
        """Play the learner's action, a random one where there is none; return it."""
        legal = self.game.legal(self.state)
        action = legal[self.drawn.below(len(legal))] if action is None else action
        self.open, self.done, self.cut, self.payoff = True, False, False, 0.0
        self.apply(action)
        self.settle()
        return action

    def view(self, who: int) -> Any:
        """Return what a player has seen."""
        assert self.game.view is not None
        view = twin_class(self.game.view)()
        self.game.call("observe", self.state, who, view)
        return view

    def observed(self) -> list[float]:
        """Return what the mover observes, as numbers: 64 bits are as many."""
        game = self.game
        seen = self.state if game.view is None else self.view(game.mover(self.state))
        names = game.key_fields if game.view is None else seen.names
        record, out = seen.record()[0], []
        for name in names:
            for leaf in leaf_values(record, (name,)).tolist():
                wide = record.dtype[name].base.itemsize == 8
                out += [float(leaf >> bit & 1) for bit in range(64)] if wide else [float(leaf)]
        return out

    def mask(self) -> list[bool]:
        """Return which actions are legal."""
        legal = self.game.legal(self.state)
        return [action in legal for action in range(self.game.actions)]


def rows(
    game: Game, games: int, seed: int, seats: Any = (None, None), limit: int = 10_000, first: int = 0
) -> list[Row]:
    """Return the rows of a batch."""
    word = int(task_seed(root_seed(seed), 0).generate_state(1, np.uint64)[0])
    return [Row(game, seats, limit, word, first + k) for k in range(games)]
