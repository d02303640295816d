"""Grading a table of values the obvious way: every position by hand, its value by looking to the end of all games."""

from __future__ import annotations

from functools import cache

from outfox.rules import load


def brute_force(spec):
    """Return a function from a position to player 0's payoff with best play; for games without cycles and chance."""

    @cache
    def value(position):
        if position.is_terminal:
            return position.payoff
        best = max if position.mover == 0 else min
        return best(value(position.play(action)) for action in position.legal)

    return load(spec), value


def reached(start, actions_of):
    """Return every position that comes up when each player takes any of its `actions_of`."""
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        for action in actions_of(position):
            after = position.play(action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return [position for position in seen if position.mover >= 0]


class NaiveGrade:
    """Grades `table.value_of`."""

    def __init__(self, game, value, table):
        self.game, self.value, self.table = game, value, table

    def top(self, position):
        values = self.table.value_of(position)
        return [action for action, its in zip(position.legal, values, strict=True) if its == values.max()]

    def share(self, position):
        """Return the share of its best actions that keep the value."""
        top = self.top(position)
        return sum(self.value(position.play(action)) == self.value(position) for action in top) / len(top)

    def seat(self, player):
        """Return (positions won, their share, positions in play, blunders in these)."""
        every = [p for p in reached(self.game.start(), lambda p: p.legal) if p.mover == player]
        won = [p for p in every if self.value(p) * (1 if player == 0 else -1) > 0]
        met = reached(self.game.start(), lambda p: self.top(p) if p.mover == player else p.legal)
        met = [p for p in met if p.mover == player]
        return (
            len(won),
            sum(map(self.share, won)) / len(won),
            len(met),
            sum(self.share(position) < 1 for position in met),
        )
