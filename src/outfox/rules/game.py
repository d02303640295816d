"""`Game`: a loaded rules file, and its rules as plain Python on twin states.

Everything here runs without a compiler. Compiled methods start from the same object through
`outfox.kernel.link.link`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from outfox.rules.declared import Declared
from outfox.rules.errors import OutfoxError, RulesError
from outfox.rules.source import last_place
from outfox.rules.twin import Twin
from outfox.rules.vocabulary import CHANCE, TERMINAL

if TYPE_CHECKING:
    from outfox.rules.position import Position


class Game(Declared):
    """A game: its rules, parameters and sizes.

    Made by `outfox.rules.load`, not directly.

    Attributes
    ----------
    name, spec
        ``"connect-four"``; with the parameters that differ from the defaults, ``"connect-four:rows=4"``.
    path
        The rules file.
    trusted
        Whether it is one of outfox's own; other files run bounds-checked.
    parameters : dict of str to Parameter
    players : tuple of str
        Names of player 0 and player 1.
    actions : int
        Action codes are 0 .. actions - 1 (with ``STUCK = "passes"`` the last one is the pass).
    branching : int
        Most legal actions in one state.
    outcomes : int
        Number of chance outcomes; 0 without chance.
    state : numpy.dtype
        State as the rules declare it.
    endless : float or None
        Player 0's payoff when play never ends.
    scale : float
        The largest payoff; 1 unless the rules declare SCALE.
    """

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: p.value for name, p in self.parameters.items() if p.value != p.default}
        return _reload, (self.path, self.name, values, self.trusted)

    @property
    def exchangeable(self) -> bool:
        """Whether a position is worth as much to either side as the same one, players exchanged, to the other.

        Rules with `swap` say how they are exchanged; where endless play pays one side, that would pay the other.
        """
        return self.has("swap") and not self.endless

    def new_state(self) -> Any:
        """Return a zeroed twin state, as `initial` receives it."""
        return self._twin()

    def initial(self, index: int = 0) -> Any:
        """Return starting state number `index` (of `starts`)."""
        s = self.new_state()
        if self.has("start"):
            self.call("start", index, s)
        else:
            self.call("initial", s)
        self._normalise(s, "start" if self.has("start") else "initial")
        return s

    def mover(self, s: Any) -> int:
        """Return who moves: 0, 1, CHANCE or TERMINAL."""
        mover = int(self._number("mover", s))
        if mover not in (0, 1, CHANCE, TERMINAL):
            raise RulesError.at(
                self.path.name, self.line_of("mover"), f"mover returned {mover}: write 0, 1, CHANCE or TERMINAL"
            )
        if self.stuck not in (None, "passes") and mover >= 0 and not self._any_legal(s):
            return TERMINAL
        return mover

    def _any_legal(self, s: Any) -> bool:
        return next(iter(self.call("legal_actions", s)), None) is not None

    def legal(self, s: Any) -> list[int]:
        """Return the legal actions in the order of the rules."""
        actions = [int(action) for action in self._iterate("legal_actions", s)]
        if not actions and self.stuck == "passes":
            return [self.actions - 1]
        return actions

    def sound_legal(self, s: Any, mover: int) -> list[int]:
        """Return the legal actions, tested: some, different ones, in range, no more than BRANCHING.

        Raises
        ------
        RulesError
        """
        actions = self.legal(s)
        seen: set[int] = set()
        for k, action in enumerate(actions):
            if not 0 <= action < self.actions:
                raise self._wrong_yield(s, k, f"yields {action}; actions are 0 to {self.actions - 1} (see ACTIONS)")
            if action in seen:
                raise self._wrong_yield(s, k, f"yields {action} for the second time")
            if k >= self.branching:
                raise self._wrong_yield(s, k, f"yields more than {self.branching} values; raise BRANCHING")
            seen.add(action)
        if not actions:
            raise self._wrong_yield(s, 0, no_action(mover))
        return actions

    def _wrong_yield(self, s: Any, k: int, message: str) -> RulesError:
        """Return the error for value `k` that `legal_actions` yields, at the line that yields it."""
        generator = self._names["legal_actions"](s)
        place = self.path.name, self.line_of("legal_actions")
        for number, _ in enumerate(generator):
            if number == k and generator.gi_frame is not None:
                place = Path(generator.gi_code.co_filename).name, generator.gi_frame.f_lineno
                break
        return RulesError.at(*place, f"legal_actions {message}")

    def apply(self, s: Any, action: int) -> None:
        """Play `action`, in place and unchecked; `Position.play` checks."""
        if self.stuck == "passes" and action == self.actions - 1:
            s.turn = 1 - s.turn
            return
        self.call("apply", s, action)
        self._normalise(s, "apply")

    def payoff(self, s: Any) -> float:
        """Return what player 0 wins at a finished state; player 1 wins minus that."""
        if self.stuck not in (None, "passes"):
            mover = int(self._number("mover", s))
            if mover >= 0:
                sign = {"loses": -1.0, "wins": 1.0, "draws": 0.0}[str(self.stuck)]
                return sign if mover == 0 else -sign
        return float(self._number("payoff", s))

    def _number(self, name: str, s: Any) -> Any:
        value = self.call(name, s)
        if not isinstance(value, (int, float, np.number, np.bool_)):
            what = "nothing (None): a case lacks its return" if value is None else f"{value!r:.60}: return a number"
            raise RulesError.at(self.path.name, self.line_of(name), f"{name} returned {what}")
        return value

    def chance(self, s: Any) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        return [(int(action), float(p)) for action, p in self._iterate("chance", s)]

    def action_name(self, s: Any, action: int) -> str:
        """Return the name of an action, for people."""
        if self.stuck == "passes" and action == self.actions - 1:
            return "pass"
        return str(self.call("action_name", s, action)) if self.has("action_name") else str(action)

    def text(self, s: Any) -> str:
        """Return the state as text."""
        return str(self.call("text", s)) if self.has("text") else repr(s)

    def squares(self, s: Any) -> list[int] | None:
        """Return which piece stands on which point (0: none), or None where the game declares no squares."""
        if not self.has("squares") or not self.has("BOARD"):
            return None
        out = np.zeros(len(self.constant("BOARD").points), np.int64)
        self.call("squares", s, out)
        return [int(piece) for piece in out]

    def start(self, index: int = 0) -> Position:
        """Return the starting position."""
        from outfox.rules.position import Position

        return Position(self, self.initial(index), start=index)

    def parse(self, text: str) -> Position:
        """Return the position that `text` describes, as the game's own `text` writes it.

        Raises
        ------
        NotSupported
            Where the rules declare no ``parse``.
        RulesError
            Where the text is not a position.
        """
        from outfox.rules.position import Position

        self.require("parse", "reading positions")
        s = self.new_state()
        self.call("parse", text, s)
        self._normalise(s, "parse")
        return Position(self, s)

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a rule function; an exception in it becomes a `RulesError` with file and line."""
        try:
            return self._names[name](*arguments)
        except OutfoxError:
            raise
        except Exception as error:
            raise self._error(name, error) from error

    def _iterate(self, name: str, s: Any) -> Iterator[Any]:
        try:
            yield from self._names[name](s)
        except OutfoxError:
            raise
        except Exception as error:
            raise self._error(name, error) from error

    def _error(self, name: str, error: Exception) -> RulesError:
        paths = {self.path, *(f.path for f in self.reached.functions.values())}
        file, line = last_place(error, paths) or (self.path, self.line_of(name))
        kind = type(error).__name__
        return RulesError.at(file.name, line, f"{name} raised {kind}: {error}")

    def _normalise(self, s: Twin, after: str) -> None:
        try:
            s.normalise()
        except (OverflowError, TypeError, ValueError) as error:
            raise RulesError.at(self.path.name, self.line_of(after), f"after {after}, {error}") from None


def no_action(mover: int) -> str:
    """Say what is wrong where a player has to move and no action is legal."""
    return f"yields nothing where mover is {mover}: let mover return TERMINAL there, or declare STUCK"


def _reload(path: Path, name: str, parameters: Mapping[str, Any], trusted: bool) -> Game:
    """Return a game that was sent here; the one that came before, if it is the same, with all it was linked to."""
    about = path.stat() if path.exists() else None
    version = (about.st_mtime_ns, about.st_size) if about is not None else None
    key = (path, name, repr(sorted(parameters.items())), trusted, version)
    if key not in _RELOADED:
        while len(_RELOADED) >= MOST_RELOADED:
            _RELOADED.pop(next(iter(_RELOADED)))
        _RELOADED[key] = Game(path, name, parameters, trusted=trusted)
    return _RELOADED[key]


_RELOADED: dict[tuple[Any, ...], Game] = {}
MOST_RELOADED = 16
