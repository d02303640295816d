"""Solves one partition, with one fox or two.

What its moves lead to is unpacked and taken in, wins spread until nothing changes, and what comes of it is packed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.slots import Ints
from outfox.methods.endgame import kernels, packing, pair_packing, pairs, rank
from outfox.methods.endgame.board import Board
from outfox.methods.endgame.rank import FEWEST, POINTS, Counts
from outfox.methods.endgame.tables import MOVERS

_join, _sweep = compiled(kernels.join), compiled(kernels.sweep)
_fold, _unfold = compiled(packing.fold), compiled(packing.unfold)
_prepare_pairs, _mirror_captures = compiled(pairs.prepare_pairs), compiled(pairs.mirror_captures)
_join_steps, _join_captures = compiled(pairs.join_steps), compiled(pairs.join_captures)
_sweep_pairs = compiled(pairs.sweep_pairs)
_fold_pairs, _unfold_pairs = compiled(pair_packing.fold_pairs), compiled(pair_packing.unfold_pairs)

Read: TypeAlias = Callable[[int, Counts, str], Ints]
"""Returns the masks of a partition as they are packed: by foxes, sheep in each row, side to move."""

_NOTHING = np.empty(0, np.int64)


def solved(board: Board, foxes: int, counts: Counts, read: Read) -> tuple[dict[str, Ints], list[int], int, int]:
    """Solve a partition.

    Returns
    -------
    arrays : dict
        The packed masks, by side to move.
    wins : list of int
        As in `outfox.methods.endgame.tables.Part`.
    valued, sweeps : int
        How often a configuration was valued; passes over the partition.
    """
    arrays = {mover: np.zeros(rank.part_bytes(counts, foxes) // 8, np.int64) for mover in MOVERS}
    wins = np.zeros(4, np.int64)
    solve = _one_fox if foxes == 1 else _two_foxes
    valued, sweeps = solve(board, counts, read, (*(arrays[mover] for mover in MOVERS), wins))
    return arrays, wins.tolist(), valued, sweeps


def _ups(counts: Counts) -> list[Counts | None]:
    return [rank.after_step(counts, row) for row in range(len(counts))]


def _takes(counts: Counts) -> list[Counts | None]:
    """Return the partition after a capture in each row; none where each capture wins for the foxes."""
    return [rank.after_capture(counts, row) if sum(counts) > FEWEST else None for row in range(len(counts))]


def _one_fox(board: Board, counts: Counts, read: Read, packed: tuple[Ints, ...]) -> tuple[int, int]:
    number, here, strides = rank.configurations(counts), _ints(counts), rank.strides(counts)
    base, after, turn = (np.empty(words * number, np.int64) for words in (kernels.BASE, 2, 2))
    lead = *_neighbours(board, _ups(counts), "foxes", read), *_neighbours(board, _takes(counts), "sheep", read)
    _join(board, here, *lead, base, after)
    work = _spread(number, lambda waiting, back: _sweep(board, here, strides, base, after, turn, waiting, back))
    _fold(board, here, base, after, turn, POINTS - sum(counts), *packed)
    return work


def _two_foxes(board: Board, counts: Counts, read: Read, packed: tuple[Ints, ...]) -> tuple[int, int]:
    """Solve as above; neighbours are taken in one after the other, since each has as many words."""
    number, here, strides = rank.configurations(counts), _ints(counts), rank.strides(counts)
    base, goals, after = (np.empty(words * number, np.int64) for words in (pairs.BASE, 1, pairs.BOTH))
    _prepare_pairs(board, here, _ended(board, counts, read), base, goals, after)
    for row, up in enumerate(_ups(counts)):
        if up is not None:
            _join_steps(board, here, row, rank.strides(up), _unfolded_pairs(board, up, "foxes", read), base)
    for row, taken in enumerate(_takes(counts)):
        if taken is not None:
            _join_captures(board, here, row, rank.strides(taken), _unfolded_pairs(board, taken, "sheep", read), base)
        elif sum(counts) == FEWEST:
            _join_captures(board, here, row, strides, _NOTHING, base)
    _mirror_captures(board, base)
    work = _spread(number, lambda waiting, back: _sweep_pairs(board, here, strides, base, goals, after, waiting, back))
    _fold_pairs(board, here, strides, base, goals, after, *packed)
    return work


def _spread(number: int, sweep: Callable[[Any, bool], int]) -> tuple[int, int]:
    """Let wins spread until nothing changes; return configurations valued, and sweeps."""
    waiting = np.ones(number, np.uint8)
    valued, sweeps, more = 0, 0, number
    while more:
        more = int(sweep(waiting, sweeps % 2 == 1))
        valued, sweeps = valued + more, sweeps + 1
    return valued, sweeps


def _neighbours(board: Board, lead: list[Counts | None], mover: str, read: Read) -> tuple[Ints, Ints, Ints]:
    """Return for each row where what a move there leads to begins, its strides, and all masks, with one fox."""
    begins, steps, total = np.full(7, -1, np.int64), np.zeros((7, 7), np.int64), 0
    for row, counts in enumerate(lead):
        if counts is not None:
            begins[row], steps[row] = total, rank.strides(counts)
            total += rank.configurations(counts)
    masks = np.empty(2 * total, np.int64)
    for row, counts in enumerate(lead):
        if counts is not None:
            _unfold_into(masks, int(begins[row]), board, counts, mover, read)
    return begins, steps.reshape(-1), masks


def _unfold_into(masks: Ints, at: int, board: Board, counts: Counts, mover: str, read: Read) -> None:
    """Unpack a partition with one fox; with the foxes to move, what a turn of the sheep that ends there is worth."""
    size, number, ended = POINTS - sum(counts), rank.configurations(counts), mover == "foxes"
    _unfold(board, _ints(counts), read(1, counts, mover), size, ended, masks, at, number)


def _ended(board: Board, counts: Counts, read: Read) -> Ints:
    """Return what a turn of the sheep that ends in a partition is worth with one fox."""
    masks = np.empty(2 * rank.configurations(counts), np.int64)
    _unfold_into(masks, 0, board, counts, "foxes", read)
    return masks


def _unfolded_pairs(board: Board, counts: Counts, mover: str, read: Read) -> Ints:
    """Unpack a partition with two foxes; as with one."""
    number, ended = rank.configurations(counts), mover == "foxes"
    ones = _ended(board, counts, read) if ended else _NOTHING
    masks = np.empty(pairs.BOTH * number, np.int64)
    _unfold_pairs(board, _ints(counts), read(2, counts, mover), POINTS - sum(counts), ended, ones, masks, number)
    return masks


def _ints(values: Any) -> Ints:
    return np.array(values, np.int64)
