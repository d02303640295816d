"""Opponents that do not learn: random, careful, perfect, or the policy in a file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from outfox.formats.policy_file import Policy, open_policy
from outfox.kernel.slots import Floats, Ints
from outfox.kernel.store import OVER
from outfox.methods.policies.arena import Board
from outfox.methods.policies.live import REPLIES
from outfox.methods.policies.live_board import LiveBoard
from outfox.methods.solve.optimal import Optimal
from outfox.rules.errors import NotSupported, UnknownName
from outfox.training.optimise.field import Maker, check_kind, drawn, genes_of, maker
from outfox.training.optimise.settings import OPPONENTS


def opponent(
    board: Board | LiveBoard, name: str, player: int, optimal: Optimal | None
) -> tuple[Maker, tuple[Ints, Floats]]:
    """Return how an opponent chooses, and its genes and weights.

    Parameters
    ----------
    board
        Where it plays.
    name
        ``random``, ``careful``, ``direct``, ``perfect`` or a file.
    player
        Who it is.
    optimal
        What actions give away, for ``perfect``.

    Raises
    ------
    NotSupported, UnknownName
        Where it cannot play there.
    """
    none = np.zeros(0, np.int64), np.zeros(0)
    if name == "direct":
        made = maker(board, "far", player, True)
        return made, (none[0], made.weights)
    if isinstance(board, LiveBoard) and name in ("random", "careful"):
        return Maker("drawn", board.drawn(careful=name == "careful"), *none), none
    if isinstance(board, Board) and name in ("random", "careful"):
        return drawn(careful(board) if name == "careful" else np.ones(len(board.arena.edges))), none
    if name == "perfect" and isinstance(board, LiveBoard):
        raise NotSupported(f"a perfect opponent needs the exact solution, and {board.game.spec} has too many states")
    if name == "perfect":
        if optimal is None:
            raise NotSupported("a perfect opponent needs the exact solution: let graded be as many states as there are")
        return drawn(optimal.best), none
    policy = read_policy(name)
    side = policy.check(board.game, player)
    share = bool(side.facts.get("share", True))
    made = with_levels(board, maker(board, side.kind, player, share), side)
    return made, genes_of(board, made, player, policy)


def with_levels(board: Board | LiveBoard, made: Maker, side: Any) -> Maker:
    """Return a maker that counts the values of relations as a policy does, which may be of a larger board.

    Raises
    ------
    NotSupported
        Where the policy is made in another way.
    """
    check_kind(side, made)
    if made.kind == "table":
        return made
    levels = np.array(side.arrays["levels"], np.int64)
    assert made.relational is not None
    seat = board.seat(made.relational, levels, near=made.kind != "far")
    return replace(made, seat=seat, levels=levels, weights=np.array(side.arrays["weights"]))


def read_policy(path: str, known: tuple[str, ...] = OPPONENTS) -> Policy:
    """Read a policy's file, for people who may have meant one of the `known` words.

    Raises
    ------
    UnknownName
        Where there is no such file.
    DamagedFile
    """
    try:
        return open_policy(path)
    except (FileNotFoundError, IsADirectoryError):
        raise UnknownName(f"{path!r} is neither {', '.join(known)} nor the file of a policy") from None


def careful(board: Board) -> Any:
    """Mark the edges that neither lose nor let the other side win in its next turn; all of them where none is left.

    To lose is to end with less than endless play pays, or less than nothing without ENDLESS.

    Examples
    --------
    >>> from outfox.methods.policies.arena import board
    >>> from outfox.rules import load
    >>> ring = board(load("cat-and-mouse:rows=5,cols=6"))
    >>> careful(ring).shape == ring.arena.edges.shape
    True
    """
    arena = board.arena
    parent = np.repeat(np.arange(board.states), board.degrees)
    base = board.game.endless or 0.0
    mark = np.ones(len(arena.edges), bool)
    for player, sign in ((0, 1.0), (1, -1.0)):
        lost = (arena.who == OVER) & (sign * arena.payoff < sign * base)
        falls = lost[arena.edges]
        theirs = arena.who[parent] == 1 - player
        threat = np.zeros(board.states, bool)
        for _ in range(REPLIES):  # a turn may have several actions
            threat[parent[theirs & (falls | threat[arena.edges])]] = True
        mine = arena.who[parent] == player
        mark &= ~(mine & (falls | threat[arena.edges]))
    some = np.bincount(parent[mark], minlength=board.states) > 0
    return mark | ~some[parent]
