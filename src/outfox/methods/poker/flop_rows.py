"""What hands are worth on flops against an opponent who ignores its cards, summed by kind of hand.

The strengths of hands on five cards are found as they are needed: once for each canonical board, however many flops
lead to it. Unfinished work can be kept in a file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import HANDS, boards, numbering
from outfox.kernel.hands_response import fill_flop
from outfox.kernel.hands_strength import fill_river
from outfox.kernel.slots import Floats, Ints
from outfox.methods.poker.kinds import KINDS, kind_of_hand
from outfox.methods.poker.public_betting import Betting
from outfox.methods.poker.strength import most
from outfox.methods.poker.unfinished import Unfinished, fingerprint

Progress = Callable[[float, str], None]

FLOP, TURN, BOARD = 3, 4, 5


def drawn_flops(flops: int, seed: int) -> tuple[Ints, Ints]:
    """Return canonical flops and how often each counts: of all 22,100, or of so many that are drawn.

    Examples
    --------
    >>> chosen, times = drawn_flops(0, 0)
    >>> len(chosen), int(times.sum())
    (1755, 22100)
    >>> int(drawn_flops(20, 1)[1].sum())
    20
    """
    weights = boards(FLOP).weights
    if not flops:
        return np.arange(len(weights)), weights
    random = np.random.default_rng(np.random.SeedSequence(seed))
    number = random.integers(int(weights.sum()), size=flops)
    counts = np.bincount(np.searchsorted(np.cumsum(weights), number, "right"), minlength=len(weights))
    chosen = np.flatnonzero(counts)
    return chosen, counts[chosen]


def hands_left(flop: int) -> Ints:
    """Return how many hands of each kind a canonical flop leaves, (169,)."""
    cards, numbers = boards(FLOP).cards[FLOP * flop : FLOP * (flop + 1)], numbering()
    free = ~np.isin(numbers.first, cards) & ~np.isin(numbers.second, cards)
    return np.bincount(kind_of_hand()[free], minlength=KINDS)


class FlopRows:
    """What hands are worth on flops.

    Parameters
    ----------
    found
        The betting.
    """

    def __init__(self, found: Betting) -> None:
        rivers = boards(BOARD)
        self.found = found
        self._numbers, self._turns, self._rivers = numbering(), boards(TURN), rivers
        self._strengths = np.zeros(len(rivers.weights) * HANDS, np.int16)  # of which few are needed for few flops
        self._known = np.zeros(len(rivers.weights), bool)
        river = self.found.rounds[3]
        shares = np.arange(most(BOARD) + 1) / most(BOARD)
        table = river.values(river.stakes[:, None] * (2 * shares - 1))
        self._table, self._lanes = np.ascontiguousarray(table.T).reshape(-1), len(river.steps.starts)

    def rows(
        self,
        chosen: Ints,
        progress: Progress | None = None,
        checkpoint: str | Path = "",
        say: Callable[[str], None] | None = None,
    ) -> Floats:
        """Return the sums over hands of what they are worth on canonical flops, (flops, starts, 169).

        On Ctrl-C what was done is kept in the checkpoint.
        """
        starts = len(self.found.rounds[1].steps.starts)
        rows: Floats = np.zeros((len(chosen), starts, KINDS))
        done, kept = 0, None
        if not starts:
            return rows
        if checkpoint:
            kept = Unfinished(checkpoint, fingerprint([chosen, *self.found.arrays()]), say=say)
            if kept.done:
                rows, done = kept.rows, kept.done
        try:
            while done < len(chosen):
                if progress is not None:
                    progress(done / len(chosen), f"flop {done:,} of {len(chosen):,}")
                rows[done] = self.row(int(chosen[done]))
                done += 1
                if kept is not None:
                    kept.offer(done, rows)
        except KeyboardInterrupt:
            if kept is not None:
                kept.keep(done, rows)
            raise
        if kept is not None:
            kept.finish()
        return rows

    def row(self, flop: int) -> Floats:
        """Return the sums over hands of what they are worth on one canonical flop, (starts, 169)."""
        cards = boards(FLOP).cards[FLOP * flop : FLOP * (flop + 1)]
        self._fill(cards.astype(np.int64))
        turn, first = self.found.rounds[2], self.found.rounds[1]
        out = np.zeros((len(first.steps.starts), KINDS))
        fill_flop(
            self._numbers,
            self._turns,
            self._rivers,
            self._strengths,
            self._table,
            self._lanes,
            turn.steps,
            first.steps,
            cards,
            kind_of_hand(),
            out.reshape(-1),
        )
        return out

    def _fill(self, cards: Ints) -> None:
        """Find the strengths of hands on all boards that begin with a flop, where they are not there yet."""
        rest = np.setdiff1d(np.arange(DECK), cards)
        a, b = np.triu_indices(len(rest), 1)
        all_five = np.column_stack([np.broadcast_to(cards, (len(a), FLOP)), rest[a], rest[b]])
        all_five.sort(axis=1)
        choose = self._numbers.choose.reshape(DECK, -1)
        number = sum(choose[all_five[:, k], k + 1] for k in range(BOARD))
        for board in np.unique(self._rivers.canonical[number]).tolist():
            if not self._known[board]:
                fill_river(hand_tables(), self._numbers, self._rivers, board, board + 1, self._strengths)
                self._known[board] = True
