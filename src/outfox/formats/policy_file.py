"""Whole policies: what to do in every state, for one side or both, as a value and as a file.

A side is a *table*, one action for each state that can be reached, in games with hidden information for each of the
side's information sets, or goes by the game's `relations`: *near*, an action for each content of a small window and
beyond it the direct way; *far*, weights that score every action; *near-far*, both. A table is of one board. What goes
by relations plays on boards of any size.

A file is a container of arrays (`outfox.formats.container`) with a header to read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from outfox.formats.container import ArrayFile, write_arrays
from outfox.formats.packing import from_widths, leaf_values, view_key
from outfox.formats.relational import Relational
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import Seen

KIND = "outfox policy 1"
WHAT = "policy"

Kind = Literal["table", "near", "far", "near-far"]
KINDS: tuple[Kind, ...] = ("table", "near", "far", "near-far")

ARRAYS = ("keys", "choices", "genes", "weights", "levels")
"""What a side may have."""


@dataclass(frozen=True)
class Side:
    """What one player does.

    Attributes
    ----------
    kind
        ``table``, ``near``, ``far`` or ``near-far``.
    arrays
        Of a table: ``keys`` (n, words) int64, sorted, and ``choices`` (n,) int32, codes of actions. Else: ``genes``
        (classes,) int64, the action in each window as it is when turned; ``weights`` (W,) float64 of all actions, and
        ``levels`` (K,) int64, how many values each relation has.
    facts
        Of a table: ``low``, ``width``, ``keyed``, ``ranked``, how keys are made; or ``hidden``, where they are
        `outfox.formats.packing.view_key`. Else: ``relations``, their names; ``share``, whether turned positions share
        what was learned.
    """

    kind: Kind
    arrays: Mapping[str, Any]
    facts: Mapping[str, Any]

    def action(self, seen: Position | Seen) -> int:
        """Return the action in a position, or by what is seen; the first legal one where it says nothing legal.

        Raises
        ------
        NotSupported
            Where a table does not have the position.
        """
        if self.kind == "table":
            return self._from_table(seen)
        assert isinstance(seen, Position), "relations are of whole positions"
        return self._from_relations(seen)

    def _key(self, seen: Position | Seen) -> tuple[int, ...] | None:
        """Return the key of a table; None where no position that can be reached has it."""
        if isinstance(seen, Seen):
            return tuple(view_key(seen.view, seen.mover).tolist())
        if self.facts["ranked"]:
            return (int(seen.game.call("rank", seen.state)),)
        found: tuple[int, ...] | None = self._packing.key(leaf_values(seen.state.record()[0], seen.game.key_fields))
        return found

    def _from_table(self, seen: Position | Seen) -> int:
        key, keys = self._key(seen), self.arrays["keys"]
        low, high = 0, len(keys)
        while key is not None and low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if tuple(keys[middle].tolist()) < key else (low, middle)
        if key is None or low == len(keys) or tuple(keys[low].tolist()) != key:
            raise NotSupported(f"the policy has no action for this position of {seen.game.name}: it cannot be reached")
        chosen = int(self.arrays["choices"][low])
        return chosen if chosen in seen.legal else seen.legal[0]

    @cached_property
    def _packing(self) -> Any:
        return from_widths(self.facts["low"], self.facts["width"], self.facts["keyed"])

    def _from_relations(self, seen: Position) -> int:
        relational, legal = self._relational(seen.game), seen.legal
        values = np.zeros(len(relational.names), np.int64)
        seen.game.call("relations", seen.state, values)
        number, turn = (int(found[0]) for found in relational.local(values[None, :]))
        if self.kind != "far" and number >= 0:
            action = int(relational.original_action[turn, int(self.arrays["genes"][number])])
            if action in legal:
                return action
        levels, weights = self.arrays["levels"], self.arrays["weights"]
        scores = [relational.score(values, levels, weights, action) for action in legal]
        return legal[scores.index(max(scores))]

    def _relational(self, game: Game) -> Relational:
        known: list[Relational] = self.__dict__.setdefault("_known", [])
        if not known or known[0].game is not game:
            known[:] = [Relational(game, bool(self.facts["share"]))]
        return known[0]


@dataclass(frozen=True)
class Policy:
    """What either player does, as far as it was learned.

    Attributes
    ----------
    game, name, rules_key
        Spec, name without parameters and rules key of the game that it was made for.
    sides
        Of player 0 and player 1; None where nothing is known.
    about
        How it was got, for readers.
    """

    game: str
    name: str
    rules_key: str
    sides: tuple[Side | None, Side | None]
    about: Mapping[str, Any] = field(default_factory=dict)

    def check(self, game: Game, seat: int) -> Side:
        """Return the side of a player, if it can play this game.

        Raises
        ------
        NotSupported
            Where it has no such side; where it is of another game, of another board, or of other rules.
        """
        side = self.sides[seat]
        if side is None:
            raise NotSupported(
                f"this policy of {self.game} is for {_other(game, seat)} alone, not for {_who(game, seat)}"
            )
        if side.kind == "table":
            if game.spec != self.game:
                raise NotSupported(
                    f"this policy is a table of {self.game}, not of {game.spec}: a table plays on the board that it was"
                    " made for; near and far policies play on any"
                )
            if game.rules_key != self.rules_key:
                raise NotSupported(f"this policy was made for other rules of {game.spec} than these; make it again")
        elif game.name != self.name:
            raise NotSupported(f"this is a policy of {self.name}, not of {game.name}")
        elif list(game.constant("RELATIONS", ())) != list(side.facts["relations"]):
            raise NotSupported(f"this policy goes by other relations than {game.spec} declares; make it again")
        return side

    def action(self, seen: Position | Seen) -> int:
        """Return the mover's action."""
        return self.check(seen.game, seen.mover).action(seen)

    def save(
        self, path: str | Path, facts: Mapping[str, Any] | None = None, arrays: Mapping[str, Any] | None = None
    ) -> int:
        """Write the policy to a file, perhaps with more about it; return its size in bytes.

        Raises
        ------
        OSError
            Where it cannot be written; nothing is left behind.
        """
        header = {
            "kind": KIND,
            "game": self.game,
            "name": self.name,
            "rules_key": self.rules_key,
            "sides": [None if side is None else {"kind": side.kind, **side.facts} for side in self.sides],
            "about": dict(self.about),
            **(facts or {}),
        }
        mine = {
            f"side.{seat}.{name}": array
            for seat, side in enumerate(self.sides) if side is not None
            for name, array in side.arrays.items()
        }  # fmt: skip
        return write_arrays(path, header, {**mine, **(arrays or {})})


def open_policy(path: str | Path) -> Policy:
    """Read a policy.

    Raises
    ------
    DamagedFile
        Where the file is no policy, or was cut off or changed.
    FileNotFoundError
    """
    return policy_in(open_policy_file(path))


def open_policy_file(path: str | Path) -> ArrayFile:
    """Open the file of a policy, for what else is in it."""
    return ArrayFile(path, WHAT, KIND)


def policy_in(file: ArrayFile) -> Policy:
    """Return the policy in an open file."""
    header = file.header
    sides: list[Side | None] = []
    for seat, facts in enumerate(header["sides"]):
        if facts is None:
            sides.append(None)
            continue
        arrays = {
            name: file.array(f"side.{seat}.{name}") for name in ARRAYS if file.has(f"side.{seat}.{name}")
        }  # fmt: skip
        sides.append(Side(facts["kind"], arrays, {name: fact for name, fact in facts.items() if name != "kind"}))
    return Policy(header["game"], header["name"], header["rules_key"], (sides[0], sides[1]), header["about"])


def _who(game: Game, seat: int) -> str:
    return f"{game.players[seat]} (player {seat})"


def _other(game: Game, seat: int) -> str:
    return _who(game, 1 - seat)
