"""`Position`: a state of a game that checks what is done to it, for people and for programs that serve them."""

from __future__ import annotations

import math
from typing import Any

from outfox.rules.errors import IllegalAction, RulesError
from outfox.rules.game import Game
from outfox.rules.vocabulary import CHANCE, TERMINAL

_SHOWN = 12


class Position:
    """A position of a game, with the actions that led to it. Positions never change: `play` returns a new one.

    Examples
    --------
    >>> from outfox.rules import load
    >>> p = load("nim:piles=[1,2]").start()
    >>> [p.name(a) for a in p.legal]
    ['1 from pile 1', '1 from pile 2', '2 from pile 2']
    >>> p.play("2 from pile 2").mover
    1
    """

    __slots__ = ("game", "history", "start", "state")

    def __init__(self, game: Game, state: Any, history: tuple[int, ...] = (), start: int | None = None) -> None:
        self.game, self.state, self.history, self.start = game, state, history, start

    def __repr__(self) -> str:
        return f"<Position of {self.game.spec} after {len(self.history)} plies>\n{self.text}"

    def __eq__(self, other: object) -> bool:
        """Compare the fields of KEY: equal positions have equal futures."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.rules_key == other.game.rules_key and self.key == other.key

    def __hash__(self) -> int:
        return hash((self.game.rules_key, self.key))

    @property
    def key(self) -> tuple[Any, ...]:
        """The values of the fields in KEY."""
        key: tuple[Any, ...] = self.state.key(self.game.key_fields)
        return key

    @property
    def mover(self) -> int:
        """Who moves: 0, 1, CHANCE or TERMINAL."""
        return self.game.mover(self.state)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.mover == TERMINAL

    @property
    def is_chance(self) -> bool:
        """Whether a chance outcome comes next."""
        return self.mover == CHANCE

    @property
    def legal(self) -> list[int]:
        """The legal actions, in the order of the rules; none where the game is over or chance decides."""
        mover = self.mover
        return self.game.sound_legal(self.state, mover) if mover >= 0 else []

    @property
    def chance(self) -> list[tuple[int, float]]:
        """The chance outcomes with their probabilities; none where a player moves."""
        return self.game.chance(self.state) if self.mover == CHANCE else []

    @property
    def payoff(self) -> float:
        """What player 0 wins; defined at the end of the game.

        Raises
        ------
        ValueError
            Where the game is not over.
        """
        if not self.is_terminal:
            raise ValueError("the game is not over: payoff is defined at its end")
        payoff = self.game.payoff(self.state)
        if not math.isfinite(payoff):
            line = self.game.line_of("payoff")
            raise RulesError.at(self.game.path.name, line, f"the payoff is {payoff}, which is not a finite number")
        return payoff

    @property
    def text(self) -> str:
        """The position as text; `Game.parse` reads it back."""
        return self.game.text(self.state)

    def squares(self) -> list[int] | None:
        """Return which piece stands on which point of BOARD (0: none), or None."""
        return self.game.squares(self.state)

    def name(self, action: int) -> str:
        """Return the name of an action here."""
        return self.game.action_name(self.state, action)

    def action(self, name: str) -> int:
        """Return the legal action (or chance outcome) of this name.

        Raises
        ------
        IllegalAction
        """
        choices = self._choices()
        text = name.strip()
        names = {action: self.name(action) for action in choices}
        for action, its in names.items():
            if its == text:
                return action
        for action, its in names.items():
            if its.lower() == text.lower():
                return action
        if self.game.has("parse_action"):
            try:
                action = int(self.game.call("parse_action", self.state, text))
            except Exception:
                action = -1
            if action in choices:
                return action
        raise IllegalAction(self._complaint(name, choices))

    def play(self, action: int | str) -> Position:
        """Return the position after an action, given by code or name; checked.

        Raises
        ------
        IllegalAction
            Where the rules do not allow it; the message lists what they allow.
        """
        code = self.action(action) if isinstance(action, str) else int(action)
        choices = self._choices()
        if code not in choices:
            raise IllegalAction(self._complaint(str(action), choices))
        state = self.state.copy()
        self.game.apply(state, code)
        return Position(self.game, state, (*self.history, code), self.start)

    def _choices(self) -> list[int]:
        mover = self.mover
        if mover == CHANCE:
            return [action for action, _ in self.chance]
        return [] if mover == TERMINAL else self.game.sound_legal(self.state, mover)

    def _complaint(self, name: str, choices: list[int]) -> str:
        mover = self.mover
        if mover == TERMINAL:
            return f"{name!r} cannot be played: the game is over"
        who = "chance" if mover == CHANCE else self.game.players[mover]
        shown = ", ".join(self.name(action) for action in choices[:_SHOWN])
        more = f" and {len(choices) - _SHOWN} more" if len(choices) > _SHOWN else ""
        return f"{name!r} is not legal for {who} after {len(self.history)} plies; legal: {shown}{more}"

    def _repr_html_(self) -> str:
        from outfox.draw import scene, svg

        return str(svg(scene(self, last=self.history[-1] if self.history else None)))
