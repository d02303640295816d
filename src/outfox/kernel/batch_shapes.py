"""The arrays and codes that the kernel of `outfox.kernel.batch` shares with those who call it."""

from __future__ import annotations

from typing import NamedTuple

from outfox.kernel.slots import Bytes, Floats, Floats32, Ints, Words

BEGIN, GIVEN, DRAWN, GO = range(4)
"""How rows are moved: begin a game; play the actions that are given; play random ones; play on."""

MODE, LIMIT, SOLO, FIRST, START, WIDTH, PLAIN, SQUARES, ENDS, SEATS = range(10)
"""Places in `options`: the mode; plies after which a game is cut; whether nobody is waited for; number of the first
row; the starting state, -1 to draw it; columns; whether each leaf is its column; whether what stands on each square is
observed; whether ends are; from here on, who sits in either seat and, behind that, whether it may meet views that it
does not know."""

WAITED, ASKED, UNIFORM, TABLE = range(4)
"""Who sits in a seat: a learner; somebody outside the kernel who is asked; random actions; a table of probabilities."""

FINE, UNKNOWN, STARVED = range(3)
"""How moving a row ended: well; at a view that a table does not know; without a decision in many games."""

PATIENCE = 100_000
"""Games, or turns of those who are asked, without a decision of those who are waited for: then these are given up."""

NUMBER, ONE_HOT, BITS, REAL = range(4)
"""How a leaf becomes columns: as it is; one for each value; one for each bit; as the float that it stands for."""


class Rows(NamedTuple):
    """The games; `N` rows, `W` columns, `A` actions, `B` most legal ones.

    Attributes
    ----------
    base : (1,) uint64
        What all streams follow from.
    streams : (2 * N,) uint64
        Of chance and of actions.
    observations : (N * W,) float32
    ends : (N * 2 * W,) float32
        What either player saw at the end of the last game; empty where that is not asked for.
    legal : (N * A,) uint8
    choices : (N * B,), counts : (N,) int64
        The legal actions in their order.
    mover, waiting : (N,) uint8
        Who decides; 1 + that player where it is asked, else 0.
    done, cut, open : (N,) uint8
        Whether a game ended in this step, and by the limit; whether the next end is this step's.
    payoffs : (N,) float64
    actions, lengths, plies, begun, finished : (N,) int64
        The last action of whoever is waited for; plies of the game that ended, and so far; games begun and finished.
    totals, powers : (N,) float64
        Sums over the finished games of player 0's payoff and of its square.
    """

    base: Words
    streams: Words
    observations: Floats32
    ends: Floats32
    legal: Bytes
    choices: Ints
    counts: Ints
    mover: Bytes
    waiting: Bytes
    done: Bytes
    cut: Bytes
    open: Bytes
    payoffs: Floats
    actions: Ints
    lengths: Ints
    plies: Ints
    begun: Ints
    finished: Ints
    totals: Floats
    powers: Floats


class Plan(NamedTuple):
    """How leaves become columns; see `outfox.kernel.batch_fields`.

    Attributes
    ----------
    kind, column, low, width : (leaves,) int64
        How; the first column; the least value that has one; how many have one.
    """

    kind: Ints
    column: Ints
    low: Ints
    width: Ints


class Known(NamedTuple):
    """The policies of seats; see `outfox.kernel.batch_seats`.

    Attributes
    ----------
    table : (2**k,) int64
        0, or 1 + the number of an information set, at or behind the place that its key has.
    keys, first, many : (sets,) int64
    actions : (slots,) int64
        Below 0: the legal ones in their order.
    odds : (slots,) float64
    """

    table: Ints
    keys: Ints
    first: Ints
    many: Ints
    actions: Ints
    odds: Floats


class Scratch(NamedTuple):
    """Room for outcomes, their probabilities, and the leaves of what is observed."""

    out: Ints
    odds: Floats
    leaves: Ints
