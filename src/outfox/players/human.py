"""`HumanPlayer`: asks somebody, through a function, so that a terminal and a web page can serve it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from outfox.players.base import Sight
from outfox.rules.errors import IllegalAction, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

Ask: TypeAlias = Callable[[Any, str], "int | str"]
"""``ask(seen, complaint)`` -> an action, by code or name; `seen` is a `Sight`. `complaint` says why the last
answer was not a legal one; it is empty at the first time of asking. What `ask` raises ends the game: so one resigns."""


class HumanPlayer:
    """A person.

    Parameters
    ----------
    ask
        Asked for each action, again until the answer is legal.

    Examples
    --------
    >>> from outfox.rules import load
    >>> answers = iter(["z9", "b2"])
    >>> def ask(position, complaint):
    ...     print(complaint or "your move")
    ...     return next(answers)
    >>> game = load("tic-tac-toe")
    >>> somebody = HumanPlayer(ask)
    >>> somebody.start(game, 0, np.random.SeedSequence(0))
    >>> somebody.choose(game.start())
    your move
    'z9' is not legal for x after 0 plies; legal: a3, b3, c3, a2, b2, c2, a1, b1, c1
    4
    """

    name = "human"
    deterministic = False

    def __init__(self, ask: Ask | None = None) -> None:
        self.ask = ask

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game.

        Raises
        ------
        NotSupported
            Where nobody is there to be asked.
        """
        if self.ask is None:
            raise NotSupported("human needs somebody to ask: play in a terminal with `outfox play`")

    def choose(self, seen: Sight) -> int:
        """Ask until the answer is a legal action."""
        assert self.ask is not None, "start comes first"
        complaint = ""
        while True:
            try:
                return _legal(seen, self.ask(seen, complaint))
            except IllegalAction as error:
                complaint = str(error)


def _legal(seen: Sight, answer: int | str) -> int:
    """Return the legal action that was meant.

    Raises
    ------
    IllegalAction
    """
    if isinstance(seen, Position):
        return seen.play(answer).history[-1]
    if isinstance(answer, str):
        return seen.code(answer)
    if answer not in seen.legal:
        raise IllegalAction(f"{answer!r} is not legal here; legal: {', '.join(seen.names)}")
    return answer
