"""Q-learning the obvious way: positions, dicts and a list of what was played. The slow twin of the kernel.

Written from the algorithm, not from the kernel: it knows no graph, plays every action by the rules and finds values by
the positions' keys, or where the game hides something by what the mover sees. It draws the same random numbers in the
same order, so that values must be equal to the last bit.
"""

from __future__ import annotations

import numpy as np

from outfox.rules import CHANCE, TERMINAL
from tests.naive.equilibrium import view_of
from tests.naive.mcts import Random


class QTwin:
    """Learns; `values` has those of (position, action), or of positions, that were ever changed."""

    def __init__(self, game, settings, seed):
        self.game, self.settings = game, settings
        self.random = Random(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))
        self.values: dict = {}
        self.alpha, self.epsilon = settings.alpha, settings.epsilon
        self.exchanges = settings.exchange and game.has("swap") and not game.has("chance")

    def run(self):
        for _ in range(self.settings.episodes):
            self.episode()
            self.alpha = self.changed("alpha")
            self.epsilon = max(self.changed("epsilon"), 0.0)

    def changed(self, name):
        settings, now = self.settings, getattr(self, name)
        first, floor = getattr(settings, name), getattr(settings, f"{name}_floor")
        steps = max(settings.episodes - 1, 1)
        match getattr(settings, f"{name}_schedule"):
            case "linear":
                return now + (floor - first) / steps
            case "geometric":
                return now * (floor / first) ** (1 / steps)
        return now

    def episode(self):
        game, settings = self.game, self.settings
        start = self.random.below(game.starts) if game.starts > 1 else 0
        state, turned = self.seen(game.initial(start), False)
        history = []  # (player, what is valued, its sign) of every action
        plies = 0
        while (who := game.mover(state)) != TERMINAL and plies < settings.plies:
            plies += 1
            if who == CHANCE:
                odds = game.chance(state)
                state = self.after(state, odds[self.random.outcome(odds)][0])
                while game.mover(state) == CHANCE:
                    odds = game.chance(state)
                    state = self.after(state, odds[self.random.outcome(odds)][0])
                state, turned = self.seen(state, turned)
                continue
            player = 1 - who if turned else who
            choices = [self.named(state, who, action) for action in game.legal(state)]
            if settings.algorithm == "q":
                self.learn(history, player, max(map(self.value, choices)))
            k = self.choose(choices)
            if settings.algorithm == "sarsa":
                self.learn(history, player, self.value(choices[k]))
            history.append((player, *choices[k]))
            state, turned = self.seen(self.after(state, game.legal(state)[k]), turned)
        self.end(history, state, turned)

    def end(self, history, state, turned):
        """Value by the result: all actions, or the last one of each player that is still open."""
        if self.game.mover(state) == TERMINAL:
            result = -self.game.payoff(state) if turned else self.game.payoff(state)
        else:
            result = self.game.endless
        results = result, -result
        if self.settings.algorithm == "monte-carlo":
            for k, (player, *what) in reversed(list(enumerate(history))):
                later = [p for p, *_ in history[k + 1 :] if self.settings.convention == "negamax" or p == player]
                worth = 1.0
                for _ in later:
                    worth *= self.settings.discount
                self.move(what, worth * results[player])
            return
        for player in (0, 1):
            open_ = history[-1:] if self.settings.convention == "negamax" else history
            mine = [what for p, *what in open_ if p == player]
            if mine:
                self.move(mine[-1], results[player])

    def learn(self, history, player, future):
        """Value the action that waits for `player` to move again; with negamax, the last one of all."""
        if self.settings.convention == "negamax":
            if history:
                last, *what = history[-1]
                self.move(what, (1.0 if last == player else -1.0) * (self.settings.discount * future))
            return
        mine = [what for p, *what in history if p == player]
        if mine:
            self.move(mine[-1], self.settings.discount * future)

    def choose(self, choices):
        if self.epsilon > 0.0 and self.random.uniform() < self.epsilon:
            return self.random.below(len(choices))
        values = [self.value(what) for what in choices]
        best = [k for k, value in enumerate(values) if value == max(values)]
        return best[self.random.below(len(best)) if len(best) > 1 and self.settings.ties == "random" else 0]

    def value(self, what):
        return what[1] * self.values.get(what[0], 0.0)

    def move(self, what, target):
        old = self.value(what)
        self.values[what[0]] = what[1] * (old + self.alpha * (target - old))

    def named(self, state, who, action):
        """Return what is valued where an action is taken, and whether its value is the mover's (1) or not (-1)."""
        if self.game.view is not None:
            return ((who, view_of(self.game, state, who)), action), 1.0
        if not self.settings.afterstates:
            return (self.key(state), action), 1.0
        led, turned = self.seen(self.after(state, action), False)
        return self.key(led), 1.0 if who == int(turned) else -1.0

    def key(self, state):
        return state.key(self.game.key_fields)

    def after(self, state, action):
        led = state.copy()
        self.game.apply(led, action)
        return led

    def seen(self, state, turned):
        """Return a state as player 0 would see it who is to move, and whether players are then exchanged."""
        if not self.exchanges or self.game.mover(state) != 1:
            return state, turned
        other = self.game.new_state()
        self.game.call("swap", state, other)
        return other, not turned
