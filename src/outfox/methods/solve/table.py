"""`Table`: the value and distance of every state of a solved game, in memory or on disk.

Keys stand sorted, and beside each a code of one or two bytes: pairs of value and distance are few, so a list of them in
the header is worth its place. Where states are numbered by `rank` there are no keys if most ranks are reached. Values
with chance are floats.

A file is read where it is touched, and each MiB of it is tested then; a search for one position reads a few dozen
places. `outfox.methods.solve.verify` tests a table by the rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from outfox.formats.container import ArrayFile, write_arrays
from outfox.formats.file_rules import rules_of
from outfox.formats.packing import from_widths
from outfox.kernel.graph import Graph
from outfox.methods.solve.keys import Keys
from outfox.methods.solve.retrograde import NO_DISTANCE, Levels
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

KIND = "outfox table 1"
WHAT = "table"

CHUNK = 1 << 20
"""States that are coded at a time."""

DENSE = 4
"""A table by rank has a place for every rank, unless more than so many times the states that were reached."""


class Outcome(NamedTuple):
    """What a state is worth.

    Attributes
    ----------
    value : float
        Player 0's payoff with best play.
    remoteness : int or None
        Plies to the end under such play; None where play need not end, nobody hastens, or chance decides.
    """

    value: float
    remoteness: int | None


class Table:
    """The outcome of every state that can be reached; made by `outfox.methods.solve.solve` or `open_table`.

    Attributes
    ----------
    game
        The game.
    keys
        How positions are found.
    facts : dict
        What else is known: the solver's report, for files and for people.
    states : int
        How many states are in the table.
    """

    def __init__(self, game: Game, keys: Keys, facts: Mapping[str, Any], states: int, source: Any) -> None:
        self.game, self.keys, self.facts, self.states = game, keys, dict(facts), states
        self._source, self._same = source, int(keys.packing.same[0])
        self.outcomes = [Outcome(*pair) for pair in facts.get("outcomes", [])]

    def outcome(self, position: Position) -> Outcome:
        """Return what a position is worth.

        Raises
        ------
        NotSupported
            Where the table does not have the position.
        """
        found = self.find(position.state)
        if found is None:
            raise NotSupported(
                f"this position of {self.game.name} is not in the table: it cannot be reached from where that begins;"
                " solve from the position"
            )
        return found

    def find(self, state: Any) -> Outcome | None:
        """Return what a twin state is worth; None where the table does not have it."""
        key = self.keys.of(state)
        place = self._place(key[0]) if key is not None else None
        if key is None or place is None:
            return None
        sign = -1.0 if key[1] else 1.0
        code = self._source.row("codes", place)
        if not self.outcomes:
            return Outcome(sign * float(code) + 0.0, None)
        if not self._has_keys:
            if code == 0:
                return None
            code -= 1
        value, remoteness = self.outcomes[code]
        return Outcome(sign * value + 0.0, remoteness)

    @property
    def _has_keys(self) -> bool:
        return bool(self._source.has("keys"))

    def _place(self, key: tuple[int, ...]) -> int | None:
        """Return the row of a key, by bisection."""
        if not self._has_keys:
            return key[0]
        low, high = 0, self.states
        while low < high:
            middle = (low + high) // 2
            if self._row(middle) < key:
                low = middle + 1
            else:
                high = middle
        return low if low < self.states and self._row(low) == key else None

    def _row(self, index: int) -> tuple[int, ...]:
        return tuple(self._source.row("keys", index)[: self._same].tolist())

    def array(self, name: str) -> Any:
        """Return `keys`, (states, words) int64 and sorted, or `codes`: one for each key, or for each rank.

        A code is a place in `outcomes`, and with ranks 1 more than that, 0 where the rank was not reached; with chance
        it is the value.
        """
        return self._source.array(name) if self._source.has(name) else None

    @property
    def bytes_per_state(self) -> float:
        """Bytes for value and distance."""
        codes = self._source.array("codes")
        return float(codes.nbytes) / self.states

    def save(self, path: str | Path) -> int:
        """Write the table to a file and return its size in bytes.

        Raises
        ------
        OSError
            Where it cannot be written; nothing is left behind.
        """
        header = {
            "kind": KIND,
            "game": self.game.spec,
            "rules_key": self.game.rules_key,
            "low": self.keys.packing.low.tolist(),
            "width": self.keys.packing.width.tolist(),
            "keyed": self.keys.keyed,
            "images": self.keys.images,
            "swaps": self.keys.swaps,
            "states": self.states,
            **self.facts,
        }
        names = [name for name in ("keys", "codes") if self._source.has(name)]
        return write_arrays(path, header, {name: self._source.array(name) for name in names})


class _Memory:
    """Arrays in memory, asked as an `ArrayFile` is."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._arrays = dict(arrays)

    def has(self, name: str) -> bool:
        return name in self._arrays

    def array(self, name: str) -> Any:
        return self._arrays[name]

    def row(self, name: str, index: int) -> Any:
        found = self._arrays[name][index]
        return found if found.shape else found.item()


def make_table(graph: Graph, keys: Keys, facts: Mapping[str, Any], values: Any, distances: Any, levels: Any) -> Table:
    """Return the table of a solved graph.

    Parameters
    ----------
    graph, keys
        What was solved, and how its states are numbered.
    facts
        The solver's report.
    values, distances, levels
        From `retrograde.analyse`; with chance, `values` are floats and the others None.
    """
    if levels is None:
        codes: Any = np.asarray(values, np.float64)
        listed: list[list[Any]] = []
    else:
        codes, listed = _coded(values, distances, levels)
    source: dict[str, Any] = {}
    count = int(graph.game.constant("STATES")) if keys.ranked else 0
    if keys.ranked and levels is not None and count <= DENSE * graph.states:
        dense = np.zeros(count, np.min_scalar_type(len(listed)))
        dense[graph.keys[:, 0]] = codes + 1
        source["codes"] = dense
    else:
        order = sorted_by_key(graph)
        source["keys"], source["codes"] = graph.keys[order], codes[order]
    return Table(graph.game, keys, {**facts, "outcomes": listed}, graph.states, _Memory(source))


def sorted_by_key(graph: Graph) -> Any:
    """Return the numbers of a graph's states in the order of their keys, which is that of a table."""
    keys = graph.identity
    return np.argsort(keys[:, 0]) if keys.shape[1] == 1 else np.lexsort(keys.T[::-1])


def _coded(values: Any, distances: Any, levels: Levels) -> tuple[Any, list[list[Any]]]:
    """Return a code for each state, and the pairs of value and distance that the codes stand for."""
    span = int(distances.max(initial=0)) + 2
    present = np.zeros(len(levels.payoffs) * span, bool)
    some = [slice(low, low + CHUNK) for low in range(0, len(values), CHUNK)]  # so that few bytes stand beside
    for part in some:
        present[_joined(values[part], distances[part], span)] = True
    pairs = np.flatnonzero(present)
    place = np.zeros(len(present), np.min_scalar_type(max(len(pairs), 1)))
    place[pairs] = np.arange(len(pairs))
    codes = np.empty(len(values), place.dtype)
    for part in some:
        codes[part] = place[_joined(values[part], distances[part], span)]
    listed = [
        [float(levels.payoffs[p // span]), None if p % span - 1 == NO_DISTANCE else int(p % span - 1)] for p in pairs
    ]
    return codes, listed


def _joined(values: Any, distances: Any, span: int) -> Any:
    """Return a number for each pair of value and distance."""
    return values.astype(np.int64) * span + (distances + 1)


def open_table(path: str | Path, game: Game | None = None) -> Table:
    """Open a table that was saved.

    Parameters
    ----------
    path
        The file.
    game
        The game it should be of; default: the one that its header names.

    Raises
    ------
    DamagedFile
        Where the file is no table, was cut off or changed, or is of other rules.
    FileNotFoundError
    """
    file = ArrayFile(path, WHAT, KIND)
    header, rules = file.header, rules_of(file, game, "solve again")
    keys = Keys(
        rules,
        from_widths(header["low"], header["width"], header["keyed"]),
        int(header["images"]),
        bool(header["swaps"]),
    )
    taken = ("arrays", "size", "checksums", "kind", "low", "width", "keyed", "images", "swaps", "states")
    facts = {name: value for name, value in header.items() if name not in taken}
    return Table(rules, keys, facts, int(header["states"]), file)
