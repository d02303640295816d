"""The rules as a kernel sees them: names to import, filled in for one game by `outfox.kernel.link.link`.

A kernel is written as if the rules stood here::

    from outfox.kernel.slots import BRANCHING, States, Words, apply, legal_actions, mover

Functions take a state record. `legal_actions` and `chance` fill buffers and return how many. A slot that a game does
not declare is a stub; constants such as `HAS_CHANCE` are known when the kernel is built, so that ``if HAS_CHANCE:``
costs nothing. Annotations of kernel arguments are the array types below: they are the kernel's signature.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

States = Any
"""An array of state records; `Linked.states` makes one."""
Views = Any
"""An array of View records; `Linked.views` makes one. For games with View only."""
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Shorts = NDArray[np.int16]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Floats2 = NDArray[np.float64]
"""A two-dimensional array of float64."""
Ints2 = NDArray[np.int64]
"""A two-dimensional array of int64."""
Bounds = NDArray[np.float32]
"""A two-dimensional array of float32."""
Nodes = Any
"""An array of `NODE` records."""

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of the values backed up
        ("first", np.int32),  # its first child; children are contiguous
        ("visits", np.int32),
        ("action", np.int32),  # that led here
        ("prior", np.float32),  # probability of that action: a chance outcome's, or a policy's
        ("count", np.int16),  # children; 0: not expanded
        ("tried", np.int16),  # children visited so far, in front
        ("who", np.int8),  # who moves here
        ("known", np.int8),  # whether the value is known without a playout: over, proven, or repeated
    ],
    align=True,
)
"""A node of a search tree, 32 bytes; see `outfox.methods.search.tree`."""

# What is known of the game when a kernel is built. The values here are for type checkers only.
ACTIONS = 0
BRANCHING = 0
OUTCOMES = 0
STARTS = 1
ENDLESS = 0.0
HAS_ENDLESS = False
HAS_CHANCE = False
HAS_SAMPLE_CHANCE = False
HAS_EVALUATE = False
HAS_PRIOR = False
HAS_VIEW = False
HAS_SAME_CHANCE = False
VIEW_LEAVES = 0
"""How many numbers make up a View."""
HAS_RANK = False
HAS_SWAP = False
HAS_SYMMETRY = False
HAS_FEATURES = False
HAS_SQUARES = False
HAS_ENDINGS = False
"""Whether the kernel is linked for a search that looks positions up in endgame tables."""
MERGED = False
"""Whether one state stands for its images under `symmetry`."""
FEATURE_COUNT = 0
CHECKED = False
"""Whether this is the checked build."""


def _unlinked(name: str) -> Any:
    raise RuntimeError(f"{name} is a slot: run the kernel through outfox.kernel.link.link")


def start(i: int, s: Any) -> None:
    """Set up starting state number `i`; `s` arrives zeroed."""
    _unlinked("start")


def mover(s: Any) -> int:
    """Return 0, 1, CHANCE or TERMINAL."""
    return int(_unlinked("mover"))


def legal_actions(s: Any, out: Ints) -> int:
    """Fill `out` with the legal actions and return how many; `out` has room for BRANCHING."""
    return int(_unlinked("legal_actions"))


def apply(s: Any, action: int) -> None:
    """Play an action in place, unchecked."""
    _unlinked("apply")


def payoff(s: Any) -> float:
    """Return what player 0 wins at a terminal state."""
    return float(_unlinked("payoff"))


def chance(s: Any, out: Ints, odds: Floats) -> int:
    """Fill the outcomes and their probabilities and return how many."""
    return int(_unlinked("chance"))


def sample_chance(s: Any, random: Words) -> int:
    """Draw a chance outcome where the rules do that themselves."""
    return int(_unlinked("sample_chance"))


def observe(s: Any, player: int, view: Any) -> None:
    """Fill what a player has seen; `view` arrives zeroed."""
    _unlinked("observe")


def view_hash(view: Any) -> int:
    """Return a 64-bit hash of a view."""
    return int(_unlinked("view_hash"))


def information_key(view: Any, tables: Shorts) -> int:
    """Return what stands for a view in a table: a hash of it, or what `link` is given in its place."""
    return int(_unlinked("information_key"))


def view_leaves(view: Any, out: Ints) -> None:
    """Fill `out` with the numbers that make up a view, unsigned ones as bit patterns."""
    _unlinked("view_leaves")


def sees(s: Any, action: int) -> int:
    """Return who learns a chance outcome or a hidden choice: 0, 1, BOTH or NOBODY."""
    return int(_unlinked("sees"))


def same_chance(s: Any, action: int) -> int:
    """Return the outcome that stands for all those that are equivalent to one."""
    return int(_unlinked("same_chance"))


def evaluate(s: Any, weights: Floats) -> float:
    """Return an estimate of player 0's payoff."""
    return float(_unlinked("evaluate"))


def prior(s: Any, weights: Floats, out: Floats) -> None:
    """Fill `out` with a prior probability for each legal action, in their order."""
    _unlinked("prior")


def squares(s: Any, out: Ints) -> None:
    """Fill which piece stands on which point."""
    _unlinked("squares")


def features(s: Any, out: Floats) -> None:
    """Fill the named features."""
    _unlinked("features")


def relations(s: Any, out: Ints) -> None:
    """Fill the named small integers that the mover sees; `out` arrives zeroed."""
    _unlinked("relations")


def symmetry(k: int, s: Any, out: Any) -> None:
    """Set `out` to the image of `s` under symmetry `k`."""
    _unlinked("symmetry")


def symmetry_action(k: int, action: int) -> int:
    """Return the image of an action under symmetry `k`."""
    return int(_unlinked("symmetry_action"))


def swap(s: Any, out: Any) -> None:
    """Set `out` to `s` with the players exchanged."""
    _unlinked("swap")


def progress(s: Any) -> int:
    """Return an integer that never falls along play."""
    return int(_unlinked("progress"))


def rank(s: Any) -> int:
    """Return the number of a state, 0 to STATES - 1."""
    return int(_unlinked("rank"))


def unrank(i: int, s: Any) -> None:
    """Set up state number `i`; `s` arrives zeroed."""
    _unlinked("unrank")


def state_leaves(s: Any, out: Ints) -> None:
    """Fill `out` with the numbers that make up a state, those of KEY first, unsigned ones as bit patterns."""
    _unlinked("state_leaves")


def from_leaves(values: Ints, s: Any) -> None:
    """Set a state to what `state_leaves` gave."""
    _unlinked("from_leaves")


def state_hash(s: Any) -> int:
    """Return a 64-bit hash of the fields of KEY."""
    return int(_unlinked("state_hash"))


def same_state(s: Any, t: Any) -> bool:
    """Say whether two states agree on the fields of KEY."""
    return bool(_unlinked("same_state"))
