"""Who sits in the seats of a batch, made ready for its kernel: learners, random actions, tables, functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.batch_shapes import ASKED, TABLE, UNIFORM, WAITED, Known
from outfox.kernel.slots import Ints
from outfox.rules.errors import BadSetting, IllegalAction, NotSupported
from outfox.rules.game import Game

Asked: TypeAlias = Callable[[Any, Any, Ints], Any]
"""A policy over arrays: from what n movers observe, (n, W), what is legal, (n, A), and the numbers of the rows, (n,),
to n actions or to (n, A) probabilities."""


class Actor(Protocol):
    """Something that plays many rows at once."""

    def act(self, observations: Any, legal: Any, rows: Ints) -> Any:
        """Return actions or probabilities; see `Asked`."""


Seat: TypeAlias = "str | TabularPolicy | Actor | Callable[[Any, Any], Any] | None"
"""Who sits in a seat: None, the learner that calls `step`; ``"random"``; a table of probabilities; something that acts;
a function of observations and masks."""

CLOSE = 1e-4
"""So near to 1 the probabilities of a row add up to: networks compute in float32."""

_MIX = (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)


class Seats(NamedTuple):
    """Both seats.

    Attributes
    ----------
    kinds
        WAITED, ASKED, UNIFORM or TABLE.
    lenient
        Whether views that a table does not know are met with random actions.
    known
        The tables.
    functions
        Of seats that are asked.
    """

    kinds: tuple[int, ...]
    lenient: tuple[int, ...]
    known: Known
    functions: tuple[Asked | None, ...]


def seats_of(game: Game, seats: Sequence[Seat]) -> Seats:
    """Return the seats of a batch.

    Raises
    ------
    BadSetting
        Where a seat is none of what can sit there.
    NotSupported
        Where a table is for another game or other rules.
    """
    given: Any = seats
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise BadSetting("seats are two: who plays player 0, and who player 1; None is the learner")
    kinds: list[int] = []
    lenient: list[int] = []
    functions: list[Any] = []
    parts: list[tuple[int, TabularPolicy]] = []
    for player, seat in enumerate(seats):
        kinds.append(_kind(game, seat))
        functions.append(_asked(seat) if kinds[-1] == ASKED else None)
        lenient.append(int(isinstance(seat, TabularPolicy) and seat.keys.ndim == 2 and seat.keys.shape[1] == 1))
        if isinstance(seat, TabularPolicy):
            parts.append((player, seat))
    return Seats(tuple(kinds), tuple(lenient), _known(parts), tuple(functions))


def _asked(seat: Any) -> Asked:
    """Return a seat as a function of observations, masks and rows."""
    act: Asked | None = getattr(seat, "act", None)
    return act if act is not None else lambda observations, legal, rows: seat(observations, legal)


def _kind(game: Game, seat: Seat) -> int:
    if seat is None:
        return WAITED
    if isinstance(seat, TabularPolicy):
        if game.view is None:
            raise NotSupported(f"{game.name} declares no View, by which a table of probabilities goes")
        seat.check(game)
        return TABLE
    if isinstance(seat, str) and seat == "random":
        return UNIFORM
    if callable(getattr(seat, "act", seat)):
        return ASKED
    raise BadSetting(
        f"a seat is None, 'random', a TabularPolicy or a function of (observations, legal), not {seat!r:.60};"
        " outfox.players.batch_seat makes one of a player"
    )


def _known(parts: list[tuple[int, TabularPolicy]]) -> Known:
    """Put the tables of both seats into one, in which keys tell the seats apart."""
    keys = [_keys(player, policy) for player, policy in parts]
    many = [np.diff(policy.first) for _, policy in parts]
    counts = _joined(many, np.int64)
    numbers = _joined(keys, np.int64)
    return Known(
        _table(numbers), numbers, np.cumsum(counts) - counts, counts,
        _joined([policy.actions for _, policy in parts], np.int64),
        _joined([policy.probabilities for _, policy in parts], np.float64),
    )  # fmt: skip


def _joined(arrays: list[Any], dtype: Any) -> Any:
    return np.concatenate([np.zeros(0, dtype), *arrays]).astype(dtype)


def _keys(player: int, policy: TabularPolicy) -> Ints:
    """Return the keys of a policy's information sets, as `batch_kernel.from_table` makes them for a seat."""
    leaves = np.ascontiguousarray(policy.keys, np.int64)
    if leaves.shape[1] == 1:  # met, not listed: hashed already
        keys = leaves[:, 0]
    else:
        h = np.zeros(len(leaves), np.uint64)
        for column in leaves.T[:-1]:
            h = _mixed(h, column)
        keys = (_mixed(h >> np.uint64(1), leaves[:, -1]) >> np.uint64(1)).view(np.int64)
    seated = _mixed(keys.view(np.uint64), np.full(len(keys), player))
    return np.asarray((seated >> np.uint64(1)).view(np.int64), np.int64)


def _mixed(h: Any, x: Any) -> Any:
    """Mix integers into hashes, as `outfox.kernel.runtime.mix`."""
    z = (h ^ x.astype(np.int64).view(np.uint64)) + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in _MIX:
        z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    return z ^ (z >> np.uint64(31))


def _table(keys: Ints) -> Ints:
    """Return the open table of some keys."""
    table = np.zeros(1 << max(1, (2 * len(keys)).bit_length()), np.int64)
    left, places = np.arange(len(keys)), keys & (len(table) - 1)
    while len(left):
        free = np.flatnonzero(table[places] == 0)
        taken, which = np.unique(places[free], return_index=True)
        table[taken] = left[free[which]] + 1
        rest = np.ones(len(left), bool)
        rest[free[which]] = False
        left, places = left[rest], (places[rest] + 1) & (len(table) - 1)
    return table


def answer(name: str, given: Any, legal: Any, which: Ints) -> tuple[Any, bool]:
    """Return what a function answered, tested: actions and False, or probabilities and True.

    Raises
    ------
    IllegalAction
        Where it is neither; the message names `name`, and the row where one is wrong.
    """
    found = np.asarray(given)
    if found.shape == which.shape and found.dtype.kind in "iu":
        return np.ascontiguousarray(found, np.int64), False
    if found.shape != legal.shape or found.dtype.kind != "f":
        raise IllegalAction(
            f"{name} returned {found.dtype} of shape {found.shape}; wanted are {len(which)} whole numbers, the actions,"
            f" or probabilities of shape {legal.shape}"
        )
    odds = np.ascontiguousarray(found, np.float64)
    sums = odds.sum(axis=1)
    wrong = ~(np.abs(sums - 1.0) <= CLOSE) | (odds < 0.0).any(axis=1) | ((odds > 0.0) & ~legal).any(axis=1)
    if wrong.any():
        k = int(np.flatnonzero(wrong)[0])
        shown = ", ".join(f"{p:g}" for p in odds[k, :8])
        raise IllegalAction(
            f"{name} gave probabilities {shown} in row {which[k]}, where {np.flatnonzero(legal[k]).tolist()} are legal:"
            " wanted are numbers from 0 on that add up to 1, and 0 for what is not legal"
        )
    return np.ascontiguousarray(odds / sums[:, None]), True
