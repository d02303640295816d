"""`Declared`: what a rules file declares by the names of the contract, read and refused where it cannot be."""

from __future__ import annotations

import ast
import hashlib
import types
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from outfox.rules import refuse
from outfox.rules.contract import SLOTS, STUCK_WORDS, TOGETHER
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.parameters import Parameter, apply_parameters
from outfox.rules.settle import settle
from outfox.rules.source import Reached, execute, parse, reach
from outfox.rules.twin import twin_class


class Declared:
    """What a rules file declares; `outfox.rules.game.Game` plays by it.

    Parameters
    ----------
    path
        The rules file.
    name
        The game's name, without parameters.
    parameters
        Values that differ from the defaults.
    trusted
        Whether the file is one of outfox's own.

    Raises
    ------
    RulesError
        Where the file is no game, with its line.
    UnknownName
        Where it has no such parameter.
    """

    def __init__(
        self, path: Path, name: str, parameters: Mapping[str, Any] | None = None, *, trusted: bool = False
    ) -> None:
        self.path, self.name, self.trusted = path, name, trusted
        self.linked: dict[Any, Any] = {}  # what the linker made of this game, kept by it
        self.tree: ast.Module = parse(path)
        self.parameters: dict[str, Parameter] = apply_parameters(self.tree, parameters or {}, name)
        refuse.module(self.tree, path)
        self.module: types.ModuleType = execute(self.tree, path, f"outfox_rules_{path.stem}")
        self._names: dict[str, Any] = self.module.__dict__
        self._read_contract()
        refuse.rules(self.reached, self.state)
        settle(self._names, self.reached, self.state)

    @property
    def spec(self) -> str:
        """The name with every parameter that differs from its default; `load` reads it back."""
        changed = [str(p) for p in self.parameters.values() if p.value != p.default]
        return self.name + (":" + ",".join(changed) if changed else "")

    @property
    def doc(self) -> str:
        """The module docstring: the rules in words."""
        return self.module.__doc__ or ""

    def has(self, name: str) -> bool:
        """Say whether the rules declare an optional name of the contract."""
        if any(name in group and not all(other in self._names for other in group) for group in TOGETHER):
            return False
        return name in self._names

    def require(self, name: str, method: str) -> None:
        """Refuse a game that lacks `name`, which `method` needs.

        Raises
        ------
        NotSupported
        """
        if not self.has(name):
            raise NotSupported(f"{self.name} declares no {name}, which {method} needs; add it to {self.path.name}")

    def constant(self, name: str, default: Any = None) -> Any:
        """Return a declared constant of the contract, or `default`."""
        return self._names[name] if self.has(name) else default

    # -- reading the contract -------------------------------------------------------------------------------

    def _read_contract(self) -> None:
        for name in ("State", "ACTIONS", *(slot for slot, kind in SLOTS.items() if kind.required)):
            if name not in self._names:
                raise RulesError.at(self.path.name, None, f"declares no {name}; every game needs it")
        self.state: np.dtype[Any] = self._checked_state()
        self.actions: int = self._whole_number("ACTIONS", 1)
        self.stuck: str | None = self.constant("STUCK")
        if self.stuck is not None and self.stuck not in STUCK_WORDS:
            raise RulesError.at(
                self.path.name,
                self.line_of("STUCK"),
                f"STUCK is {self.stuck!r}; write one of {', '.join(STUCK_WORDS)}",
            )
        if self.stuck == "passes":
            if "turn" not in (self.state.names or ()):
                message = 'STUCK = "passes" needs a field "turn" in State, 0 or 1, which a pass flips'
                raise RulesError.at(self.path.name, self.line_of("STUCK"), message)
            self.actions += 1
        self.branching: int = self._whole_number("BRANCHING", self.actions)
        self.outcomes: int = self._whole_number("OUTCOMES", 0 if not self.has("chance") else None)
        self.starts: int = self._whole_number("STARTS", 1)
        players = self.constant("PLAYERS", ("first", "second"))
        if not (isinstance(players, (tuple, list)) and len(players) == 2 and all(isinstance(p, str) for p in players)):
            message = f"PLAYERS must be the names of two players, not {players!r}"
            raise RulesError.at(self.path.name, self.line_of("PLAYERS"), message)
        self.players: tuple[str, str] = (players[0], players[1])
        endless = self.constant("ENDLESS")
        self.endless: float | None = None if endless is None else float(endless)
        self.scale: float = float(self.constant("SCALE", 1.0))
        self.version: int = int(self.constant("VERSION", 1))
        self.key_fields: tuple[str, ...] = self._key_fields()

    @property
    def stored_fields(self) -> tuple[str, ...]:
        """Every field of State, those of KEY first."""
        return (*self.key_fields, *(name for name in self.state.names or () if name not in self.key_fields))

    @cached_property
    def view(self) -> np.dtype[Any] | None:
        """The type of what players see, where the rules declare `View`, `observe` and `sees`; else None."""
        if not all(self.has(name) for name in ("View", "observe", "sees")):
            return None
        try:
            view: np.dtype[Any] = np.dtype(self.constant("View"))
            twin_class(view)
        except TypeError:
            return None  # as `outfox check` says
        return view if view.names else None

    def _checked_state(self) -> np.dtype[Any]:
        declared = self._names["State"]
        try:
            state: np.dtype[Any] = np.dtype(declared)
            if not state.names:
                raise TypeError('State must be a dtype with named fields, such as np.dtype([("turn", np.int8)])')
            problem = refuse.fields(state)
            if problem:
                raise TypeError(problem)
            self._twin = twin_class(state)
        except TypeError as error:
            raise RulesError.at(self.path.name, self.line_of("State"), str(error)) from None
        return state

    def _whole_number(self, name: str, default: int | None) -> int:
        value = self._names.get(name, default)
        if value is None:
            raise RulesError.at(self.path.name, None, f"declares no {name}, which the rules need")
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
            raise RulesError.at(self.path.name, self.line_of(name), f"{name} must be a whole number, not {value!r}")
        return int(value)

    def _key_fields(self) -> tuple[str, ...]:
        names = self.state.names or ()
        key = self.constant("KEY", names)
        for name in key:
            if name not in names:
                message = f"KEY names {name!r}, which is no field of State"
                raise RulesError.at(self.path.name, self.line_of("KEY"), message)
        return tuple(key)

    def line_of(self, name: str) -> int | None:
        """Return the line on which the module defines a name, or None."""
        for node in self.tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = {sub.id for t in targets if t is not None for sub in ast.walk(t) if isinstance(sub, ast.Name)}
            if name in names or getattr(node, "name", None) == name:
                return node.lineno
        return None

    @cached_property
    def reached(self) -> Reached:
        """The compiled rule functions with all they use."""
        roots = [name for name, slot in SLOTS.items() if slot.compiled and self.has(name)]
        for name in roots:
            self._check_signature(name)
        return reach(self._names, self.path, roots)

    def _check_signature(self, name: str) -> None:
        function, wanted = self._names[name], SLOTS[name].parameters
        if not isinstance(function, types.FunctionType):
            raise RulesError.at(self.path.name, self.line_of(name), f"{name} must be a function written with def")
        given, optional = function.__code__.co_argcount, len(function.__defaults__ or ())
        if not given - optional <= wanted <= given:
            message = f"{name} takes {given} arguments; the contract gives it {wanted}"
            raise RulesError.at(self.path.name, function.__code__.co_firstlineno, message)

    @cached_property
    def rules_key(self) -> str:
        """A hash of all that decides values: rules and what they reach, State, KEY, parameters.

        Comments, drawing and names of actions do not change it.
        """
        text = [repr(self.state.descr), repr(self.key_fields), str(self.version), repr(self.endless), repr(self.stuck)]
        text += [f"{p.name}={p.value!r}" for p in self.parameters.values()]
        for name, function in sorted(self.reached.functions.items()):
            text.append(f"{name} {ast.dump(function.node)} {sorted(function.names.items())}")
        for name, value in sorted(self.reached.constants.items()):
            text.append(f"{name} {_fingerprint(value)}")
        return hashlib.sha256("\n".join(text).encode()).hexdigest()[:16]


def _fingerprint(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    return repr(value)
