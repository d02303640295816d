"""Policies of games with hidden information as files: what to do with which probability, whatever one has seen.

A file is an `.npz` that NumPy reads without pickle: ``header``, JSON in bytes, with the game, its parameters, rules key
and version, the unit of payoffs, how the policy was found, and a SHA-256 of the arrays; ``keys`` (sets, numbers) int64,
the numbers of the View of each information set and behind them its player, or one number alone, a hash of these, where
information sets were not listed but met (of what was played and the bucket of the hand, where ``about`` in the header
has ``buckets``, ``by`` and ``tables``, a hash that names them); ``first`` (sets + 1,) int64, where its
actions begin in ``actions`` (slots,) int32, -1 where only their order is known, and ``probabilities`` (slots,) float64.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox import __version__
from outfox.formats.packing import view_key
from outfox.formats.stakes import stake_of
from outfox.formats.whole import put
from outfox.rules.errors import DamagedFile, NotSupported
from outfox.rules.game import Game

KIND = "outfox tabular policy 1"
ARRAYS = ("keys", "first", "actions", "probabilities")

CLOSE = 1e-6
"""So near to 1 the probabilities of an information set add up to."""


@dataclass(frozen=True, eq=False)
class TabularPolicy:
    """What both players do at each of their information sets.

    Attributes
    ----------
    game, rules_key
        Spec and rules key of the game that it is for.
    keys, first, actions, probabilities
        See this module.
    about
        How it was found.
    """

    game: str
    rules_key: str
    keys: NDArray[np.int64]
    first: NDArray[np.int64]
    actions: NDArray[np.int32]
    probabilities: NDArray[np.float64]
    about: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {row.tobytes(): k for k, row in enumerate(np.ascontiguousarray(self.keys))}

    def check(self, game: Game) -> None:
        """Refuse another game.

        Raises
        ------
        NotSupported
        """
        if game.spec != self.game:
            raise NotSupported(f"this policy is for {self.game}, not for {game.spec}")
        if game.rules_key != self.rules_key:
            raise NotSupported(f"this policy was made for other rules of {game.spec} than these; make it again")

    def odds(self, seat: int, view: Any, legal: Sequence[int]) -> list[float]:
        """Return the probability of each legal action of a player by what it has seen.

        Parameters
        ----------
        view
            As `observe` fills it.
        legal
            The actions, in the order of the rules.

        Raises
        ------
        NotSupported
            Where the policy knows no such view.
        """
        key = view_key(view, seat)
        return self.odds_of(hashed(key) if self.keys.shape[1] == 1 else key, seat, legal)

    def odds_of(self, key: NDArray[np.int64], seat: int, legal: Sequence[int]) -> list[float]:
        """Return the probability of each legal action by the key of the information set."""
        place = self._places.get(key.tobytes())
        if place is None and self.keys.shape[1] == 1:
            return [1.0 / len(legal)] * len(legal)  # play never came here while the policy was found
        if place is None:
            raise NotSupported(f"this policy of {self.game} does not know what player {seat} sees here")
        begin, end = self.first[place : place + 2]
        odds = self.probabilities[begin:end].tolist()
        if len(odds) == len(legal) and self.actions[begin] < 0:
            return odds  # type: ignore[no-any-return]
        known = dict(zip(self.actions[begin:end].tolist(), odds, strict=True))
        return [known.get(action, 0.0) for action in legal]

    def save(self, path: str | Path, game: Game) -> int:
        """Write the policy to a file; return its size in bytes.

        Raises
        ------
        OSError
            Where it cannot be written; nothing is left behind.
        """
        arrays: dict[str, Any] = {name: np.ascontiguousarray(getattr(self, name)) for name in ARRAYS}
        header = {
            "kind": KIND,
            "made_by": f"outfox {__version__}",
            "game": self.game,
            "parameters": {p.name: p.value for p in game.parameters.values()},
            "rules_key": self.rules_key,
            "rules_version": game.version,
            "unit": stake_of(game).unit,
            "about": dict(self.about),
            "sha256": _digest(arrays),
        }
        text = np.frombuffer(json.dumps(header, indent=1).encode(), np.uint8)
        out = io.BytesIO()
        np.savez_compressed(out, header=text, **arrays)
        put(path, out.getvalue())
        return len(out.getvalue())


def hashed(key: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number that stands for an information set where it was met, not listed: as kernels hash it.

    Examples
    --------
    >>> hashed(np.array([3, 0, 1])).shape
    (1,)
    """
    h = 0
    for leaf in key[:-1].tolist():
        h = _mixed(h, leaf)
    return np.array([_mixed(h >> 1, int(key[-1])) >> 1], np.int64)


def _mixed(h: int, x: int) -> int:
    """Mix an integer into a 64-bit hash: the finaliser of splitmix64, as `outfox.kernel.runtime.mix`."""
    z = ((h ^ (x & _WORD)) + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


_WORD = 2**64 - 1


def _digest(arrays: Mapping[str, Any]) -> str:
    digest = hashlib.sha256()
    for name in ARRAYS:
        array = arrays[name]
        digest.update(f"{name} {array.dtype} {array.shape}\n".encode() + array.tobytes())
    return digest.hexdigest()


def is_tabular(path: str | Path) -> bool:
    """Say whether a file is of this kind, by its first bytes."""
    try:
        with Path(path).expanduser().open("rb") as file:
            return file.read(2) == b"PK"
    except OSError:
        return False


def open_tabular(path: str | Path) -> TabularPolicy:
    """Read a policy.

    Raises
    ------
    DamagedFile
        Where the file is no such policy, was cut off or changed, or its probabilities are none.
    FileNotFoundError
    """
    try:
        content = Path(path).expanduser().read_bytes()  # NumPy leaves a damaged file open
        if not content.startswith(b"PK"):
            raise ValueError("it is no .npz file")
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in ARRAYS}
            header = json.loads(file["header"].tobytes())
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise DamagedFile(f"{path} is no policy, or damaged ({' '.join(str(error).split())}); make it again") from None
    if not isinstance(header, dict) or header.get("kind") != KIND:
        raise DamagedFile(f"{path} is no policy that this outfox reads")
    if header["sha256"] != _digest(arrays):
        raise DamagedFile(f"{path} is damaged: its numbers were changed; make it again")
    policy = TabularPolicy(header["game"], header["rules_key"], about=header["about"], **arrays)
    _refuse_odd(path, policy)
    return policy


def _refuse_odd(path: str | Path, policy: TabularPolicy) -> None:
    """Refuse probabilities that are none: whoever made the file may have got that wrong."""
    p = policy.probabilities
    sums = np.add.reduceat(p, policy.first[:-1]) if len(p) else np.ones(0)
    wrong = np.flatnonzero(~(np.abs(sums - 1.0) <= CLOSE))
    if len(wrong) or not (p >= 0.0).all():
        where = int(wrong[0]) if len(wrong) else int(np.searchsorted(policy.first, np.argmin(p), "right")) - 1
        shown = ", ".join(f"{x:g}" for x in p[policy.first[where] : policy.first[where + 1]])
        raise DamagedFile(f"{path}: the probabilities of information set {where} are {shown}, and do not add up to 1")
