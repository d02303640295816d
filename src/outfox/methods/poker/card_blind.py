"""The most that can be won in limit hold'em against an opponent who ignores its cards: exact, in the full game.

What such an opponent does tells nothing about its cards, so that all hands which the responder's cards and the board
leave stay equally likely. A showdown is then worth the stake times what the hand wins against a hand at random
(`outfox.methods.poker.strength`), and the responder's best play follows backwards: on the river by the strength alone,
before that as a mean over the next card, for each hand on each canonical flop (`outfox.kernel.hands_response`).

Time: less than a CPU minute for both seats where the opponent does not look back; where it does, more, by the ways in
which a river can begin (`benchmarks/holdem_response.py`). Memory: 0.4 GB.

Sources
    Dynamic programming; the values in the tests were published, and computed by others.

Status: proven (five opponents to the last digit known; a naive twin on single flops).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outfox.kernel.clock import Clock
from outfox.kernel.hands_boards import HANDS
from outfox.kernel.slots import Floats, Ints
from outfox.methods.poker.flop_rows import FlopRows, Progress, drawn_flops, hands_left
from outfox.methods.poker.kinds import KINDS, kind_of_hand
from outfox.methods.poker.public_betting import Betting, First

EVEN = 1e-9
"""Values that differ by less are the same."""


@dataclass(frozen=True)
class BlindResponse:
    """What a best response wins, in big blinds a game.

    Attributes
    ----------
    seats
        Of the responder.
    payoffs
        What it wins, by seat.
    values
        By seat, an estimate from each flop that was drawn, whose mean is the payoff; none where all were looked at.
    by_kind : (seats, 169)
        What it wins with each kind of hand.
    first
        Its first decisions, each with what it plays with each kind of hand, (169,): places among the actions.
    on_flop : (starts, 169)
        What each kind of hand gets on the flop on average, by the way in which the betting can begin there.
    flops
        Canonical flops that were looked at.
    drawn
        Flops that were drawn; 0 where all were looked at.
    seconds, cpu_seconds, compile_seconds
        What it took.
    """

    seats: tuple[int, ...]
    payoffs: dict[int, float]
    values: dict[int, list[float]]
    by_kind: Floats
    first: tuple[tuple[First, Ints], ...]
    on_flop: Floats
    flops: int
    drawn: int
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0


def response_to_blind(
    found: Betting,
    *,
    flops: int = 0,
    seed: int = 0,
    progress: Progress | None = None,
    checkpoint: str | Path = "",
    say: Callable[[str], None] | None = None,
    rows: FlopRows | None = None,
) -> BlindResponse:
    """Return the best response to an opponent who ignores its cards.

    Parameters
    ----------
    found
        The betting against it.
    flops
        Draw so many flops; 0: all.
    seed
        Of the flops that are drawn.
    progress
        Called with the share that is done and a text.
    checkpoint
        A file in which unfinished work is kept and from which it goes on.
    say
        Called with lines for people.
    rows
        What is known of this betting from an earlier call; default: nothing.

    Raises
    ------
    DamagedFile
        Where the checkpoint is damaged or of other work.
    """
    clock = Clock()
    chosen, times = drawn_flops(flops, seed)
    unseen = not found.rounds[0].inputs  # no flop is ever seen
    if unseen:
        chosen, times = chosen[:1], times[:1]
    sums_of = (rows or FlopRows(found)).rows(chosen, progress, checkpoint, say)
    left = np.stack([hands_left(int(flop)) for flop in chosen])
    # Of few flops that are drawn, all may take the cards of a kind away.
    sums = np.tensordot(times, sums_of, 1) / np.maximum(times @ left, 1)
    by_start = found.rounds[0].values(sums)
    by_kind = by_start[: len(found.seats)]
    of_kind: Ints = np.bincount(kind_of_hand(), minlength=KINDS).astype(np.int64)
    payoffs = dict(zip(found.seats, (by_kind @ of_kind / HANDS).tolist(), strict=True))
    values = _values(found, sums_of, left, times, of_kind) if flops and not unseen else {}
    return BlindResponse(
        found.seats,
        payoffs,
        values,
        by_kind,
        _first(found, by_start),
        sums,
        0 if unseen else len(chosen),
        0 if unseen else flops,
        clock.seconds,
        clock.cpu_seconds,
        clock.compile_seconds,
    )


def _first(found: Betting, by_start: Floats) -> tuple[tuple[First, Ints], ...]:
    """Return what is played first with each kind of hand: of equally good actions the first."""
    played, at = [], len(found.seats)
    for one in found.first:
        worth = by_start[at : at + len(one.names)]
        played.append((one, (worth > worth.max(axis=0) - EVEN).argmax(axis=0)))
        at += len(one.names)
    return tuple(played)


def _values(found: Betting, rows: Floats, left: Ints, times: Ints, of_kind: Ints) -> dict[int, list[float]]:
    """Return an estimate from each flop that was drawn: how it alone would change the result, play left as it is."""
    drawn, counted = int(times.sum()), np.maximum(times @ left, 1)
    sums = np.tensordot(times, rows, 1) / counted
    moved = sums + (rows - sums * left[:, None]) * (drawn / counted)
    values = np.array([found.rounds[0].values(one, like=sums)[: len(found.seats)] @ of_kind / HANDS for one in moved])
    return dict(zip(found.seats, np.repeat(values, times, axis=0).T.tolist(), strict=True))
