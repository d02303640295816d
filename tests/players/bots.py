"""Players as users write them, named in the tests as ``tests/players/bots.py:NAME``."""

from __future__ import annotations

import time


def first_legal(position):
    return position.legal[0]


def last_by_name(position):
    return position.name(position.legal[-1])


def illegal(position):
    return position.legal[0] if len(position.history) < 2 else 10_000


def no_answer(position):
    return None


def crashing(position):
    raise ZeroDivisionError("no idea")


def hold_at_20(position):
    return "hold" if position.state.total >= 20 or 0 not in position.legal else "roll"


def slow(position):
    time.sleep(0.01)
    return position.legal[len(position.history) * 7 % len(position.legal)]


def patient(depth=2):
    def nth_legal(position):
        return position.legal[min(depth, len(position.legal) - 1)]

    return nth_legal


def broken_factory():
    raise RuntimeError("no memory of openings")


class Stubborn:
    """A player with all that the protocol wants."""

    deterministic = True

    def __init__(self, cell=4):
        self.name, self.cell, self.games = f"stubborn:cell={cell}", cell, 0

    def start(self, game, seat, seed):
        self.games += 1

    def choose(self, seen):
        return self.cell if self.cell in seen.legal else seen.legal[0]


NUMBER = 3
