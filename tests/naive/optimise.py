"""Whole policies the obvious way: positions, dicts, a game at a time. The slow twin of `outfox.methods.policies`.

A policy is a function from a position to an action; a table is a list of places among the legal actions, one for each
position of its player. Random numbers are drawn in the same order as in compiled code, so that scores and policies must
be equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from outfox.methods.solve.layers import position_of
from tests.naive.mcts import Random

Choose = Callable[..., int]


@dataclass
class Played:
    """A game."""

    payoff: float
    plies: int
    over: bool
    last: object
    actions: list[int] = field(default_factory=list)


def play(position, choosers, *, limit=10**9, draws=False, random=None, note=None) -> Played:
    """Play a game; a repetition ends it unless somebody draws, since policies do not change."""
    seen, actions = set(), []
    while not position.is_terminal and len(actions) < limit:
        if position.is_chance:
            seen.clear()
            action = position.chance[random.outcome(position.chance)][0]
        else:
            if position.key in seen and not draws:
                break
            seen.add(position.key)
            if note is not None:
                note(position)
            action = choosers[position.mover](position, random)
        actions.append(action)
        position = position.play(action)
    over = position.is_terminal
    payoff = position.payoff if over else (position.game.endless or 0.0)
    return Played(payoff, len(actions), over, position, actions)


def distance(position) -> int:
    """Return how far cat and mouse are apart."""
    s, cols = position.state, position.game.module.COLS
    cat, mouse = int(s.cats[0]), int(s.mice[0])
    return abs(cat % cols - mouse % cols) + abs(cat // cols - mouse // cols)


def worth(played: Played, player: int, measured: bool) -> tuple[float, float, float]:
    """Return result, length and distance of a game for a player, each better if larger."""
    sign = 1 if player == 0 else -1
    endless = played.last.game.endless or 0.0
    hastened = played.over and sign * played.payoff > sign * endless
    flees = 0 if endless == 0 else 1 if (endless > 0) == (player == 0) else -1
    near = flees * distance(played.last) if measured else 0.0
    return sign * played.payoff, -played.plies if hastened else played.plies, near


def anything(position, random):
    """Draw an action."""
    return position.legal[random.below(len(position.legal))]


def careful(position, random):
    """Draw an action that neither loses nor lets the other side win in its next turn, if there is one."""
    among = [action for action in position.legal if not falls(position.play(action), position.mover)]
    among = among or position.legal
    return among[random.below(len(among))]


def falls(position, player) -> bool:
    """Say whether a player has lost, or the other side can make it so before that player moves again."""
    sign = 1 if player == 0 else -1
    if position.is_terminal:
        return sign * position.payoff < sign * (position.game.endless or 0.0)
    return position.mover == 1 - player and any(falls(position.play(action), player) for action in position.legal)


class Tables:
    """The positions of both players, in the order of the graph, and tables over them."""

    def __init__(self, board) -> None:
        self.places = {}
        self.degrees = ([], [])
        for number in range(board.states):
            position = position_of(board.graph, number)
            if position.mover in (0, 1):
                self.places[position.key] = len(self.degrees[position.mover])
                self.degrees[position.mover].append(len(position.legal))

    def chooser(self, genes) -> Choose:
        """Return the policy of a table."""
        return lambda position, random: position.legal[genes[self.places[position.key]]]


class Climb:
    """Hill climbing and annealing over a table, candidate by candidate."""

    def __init__(self, tables, genes, player, start, seed, *, changes, order, focus, drift, temperature, scales):
        self.tables, self.player, self.start = tables, player, start
        self.genes, self.best, self.random = list(genes), list(genes), Random(seed)
        self.changes, self.order, self.focus, self.drift = changes, order, focus, drift
        self.temperature, self.scales = temperature, scales

    def meet(self, other) -> None:
        """Score the policy against an opponent."""
        self.other = other
        self.score, self.asked = self.scored()
        self.best_score = self.score

    def scored(self):
        """Return what the policy is worth, and the genes that were asked, in order."""
        asked = []

        def note(position):
            place = self.tables.places[position.key]
            if position.mover == self.player and place not in asked:
                asked.append(place)

        mine = self.tables.chooser(self.genes)
        choosers = (mine, self.other) if self.player == 0 else (self.other, mine)
        return worth(play(self.start, choosers, note=note), self.player, True), asked

    def candidate(self) -> None:
        """Try one candidate."""
        before = list(self.genes)
        for _ in range(1 + self.random.below(self.changes)):
            self.change()
        score, asked = self.scored()
        if not self.accepts(score):
            self.genes = before
            return
        self.score, self.asked = score, asked
        if [score[k] for k in self.order] > [self.best_score[k] for k in self.order]:
            self.best, self.best_score = list(self.genes), score

    def change(self) -> None:
        """Change one gene to another of its values."""
        focused = self.focus and self.asked
        place = self.asked[self.random.below(len(self.asked))] if focused else self.random.below(len(self.genes))
        count = self.tables.degrees[self.player][place]
        if count > 1:
            other = self.random.below(count - 1)
            self.genes[place] = other + 1 if other >= self.genes[place] else other

    def accepts(self, score) -> bool:
        """Say whether a candidate stays."""
        for k in self.order:
            if score[k] > self.score[k]:
                return True
            if score[k] < self.score[k]:
                odds = (score[k] - self.score[k]) / self.scales[k]
                return self.temperature > 0 and self.random.uniform() < math.exp(odds / self.temperature)
        return self.drift or self.temperature > 0
