"""What a policy of limit hold'em wins from another, or from a style of play, by hands: each deck from both seats.

Each policy looks hands up in buckets of its own. A style goes by the equity of its cards, which is looked up as buckets
are, so that both sides are compiled. One deck gives a pair of hands: the policy has the dealer's cards in one and the
big blind's in the other, and choices are drawn with the same random numbers. What luck is common to both cancels, and
the pair is what intervals are made from. So A wins from B exactly what B loses to A on the same decks, and a policy
wins nothing from itself.

Time: 3 to 5 microseconds a hand, and half a minute for the tables in the first use. Memory: 422 MB for equities, or for
the buckets of the other policy where they are others, beside the buckets of the policy.

Sources
    Duplicate matches: M. Bowling, M. Johanson, N. Burch and D. Szafron, *Strategy evaluation in extensive games with
    importance sampling*, ICML 2008, compare estimators; pairs of one deck are the simplest.

Status: proven (the same hands as by the players, one at a time).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.formats.tabular import TabularPolicy
from outfox.kernel import hands_buckets as place
from outfox.kernel.hands_boards import HANDS
from outfox.kernel.hands_buckets import bucket_key
from outfox.kernel.link import compiled, link
from outfox.kernel.random import seeded
from outfox.kernel.slots import Floats, Ints
from outfox.methods.equilibrium.sums_kernel import enter_keys
from outfox.methods.poker import duels_kernel as kernel
from outfox.methods.poker.abstraction import Abstraction, abstraction_of
from outfox.methods.poker.buckets import PART, ROUNDS, frame
from outfox.methods.poker.kinds import kind_of_hand
from outfox.methods.poker.preflop import preflop_table
from outfox.methods.poker.strength import most, strengths
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed

_enter_keys: Any = compiled(enter_keys)

Progress = Callable[[float, str], None]

DECKS = 100_000
"""So many are played unless it is said."""

SOME = 5_000
"""Decks between two looks at progress and Ctrl-C."""

UNITS = 30_000
"""An equity of 1 as a whole number: what divides it, such as halves and tenths, is told apart exactly."""

CLOSE = 1e-9
NORMAL = 1.959964


@dataclass(frozen=True)
class Won:
    """What a policy wins from one opponent, in payoffs a hand.

    Attributes
    ----------
    decks
        How many, each played from both seats.
    seats
        As player 0, and as player 1.
    average
        Over both.
    margins, margin
        Half of the 95 % intervals of these.
    unknown
        Decisions of the policy, a hand, for which it has no information set.
    opponent_unknown
        The same of another policy that it plays; 0 of a style.
    """

    decks: int
    seats: tuple[float, float]
    average: float
    margins: tuple[float, float]
    margin: float
    unknown: float
    opponent_unknown: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "decks": self.decks,
            "seat0": self.seats[0],
            "seat1": self.seats[1],
            "average": self.average,
            "margin0": self.margins[0],
            "margin1": self.margins[1],
            "margin": self.margin,
            "unknown": self.unknown,
            "opponent_unknown": self.opponent_unknown,
        }


class Table:
    """A policy of limit hold'em, seated to play hands.

    Parameters
    ----------
    game
        Limit hold'em.
    policy
        What is played.
    hands
        The buckets that it was made with, where they are at hand.

    Raises
    ------
    NotSupported
        Where the policy is for another game or other rules, its buckets can no longer be made, or its information sets
        go by what players have seen instead of by one number.
    """

    def __init__(self, game: Game, policy: TabularPolicy, hands: Abstraction | None = None) -> None:
        refuse(game, policy)
        self.game, self.policy = game, policy
        self.hands = hands or abstraction_of(game, policy.about)
        more = self.hands.arguments if self.hands is not None else {}
        self.side = kernel.Side(
            more.get("tables", np.zeros(0, np.int16)),
            np.array([more.get("inner", 1)], np.int64),
            _by_key(policy),
            np.ascontiguousarray(policy.probabilities, np.float64),
            np.zeros(0),
        )
        self._linked = link(game, kernel.duels, key=bucket_key)
        self._roles = np.array([kernel.FOLD, kernel.CALL, kernel.RAISE], np.int64)  # of the actions 0, 1, 2

    def beside(self, policy: TabularPolicy) -> Table:
        """Return a table for another policy, which shares the buckets where they are the same."""
        mine = self.hands is not None and policy.about.get("tables") == self.hands.name
        return Table(self.game, policy, self.hands if mine else None)

    def against(
        self, opponent: Sequence[float] | Table, decks: int = DECKS, seed: int = 0, progress: Progress | None = None
    ) -> Won:
        """Play another policy or a style.

        Parameters
        ----------
        opponent
            Another policy at its table; or a style by its numbers, those of
            `outfox.players.style_player.StyleSettings`: least equity with which it stays, and with which it bets or
            raises (above 1: never); how often it bluffs, and how often it plays just any legal action.
        decks
            How many.
        seed
            The same seed gives the same decks and hands.
        progress
            Called with the share that is done.
        """
        other = opponent.side if isinstance(opponent, Table) else self._style(opponent)
        random = seeded(task_seed(root_seed(seed), 0))
        width = max(self.game.branching, self.game.outcomes)
        totals, out, odds = np.zeros(kernel.TOTALS), np.zeros(width, np.int64), np.zeros(width)
        luck, dice = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        pool, views = self._linked.states(2), self._linked.views(2)
        for done in range(0, decks, SOME):
            self._linked(
                pool, views, self.side, other, self._roles, random, luck, dice, out, odds, min(SOME, decks - done),
                totals,
            )  # fmt: skip
            if progress is not None:
                progress(min(1.0, (done + SOME) / decks), "hands")
        return _won(decks, totals)

    def _style(self, style: Sequence[float]) -> kernel.Side:
        numbers = np.array([*(UNITS * (limit - CLOSE) for limit in style[:2]), *style[2:]], np.float64)
        return kernel.Side(self._worth(style), np.ones(1, np.int64), np.zeros(0, np.int64), np.zeros(0), numbers)

    def _worth(self, style: Sequence[float]) -> NDArray[np.int16]:
        stay, bet, noise = style[0], style[1], style[3]
        if noise < 1.0 and (0.0 < stay <= 1.0 or 0.0 < bet <= 1.0):
            return equities()
        return self.side.tables if len(self.side.tables) else frame()  # whatever the cards are, it makes no difference


def refuse(game: Game, policy: TabularPolicy) -> None:
    """Refuse a policy that cannot be seated, before anything is made for it.

    Raises
    ------
    NotSupported
    """
    policy.check(game)
    if policy.keys.ndim != 2 or policy.keys.shape[1] != 1 or (policy.actions >= 0).any():
        raise NotSupported(
            f"this policy of {game.spec} lists what players see, and hands are played here by policies from sampled"
            f" games; outfox match {game.spec} plays it"
        )


def _won(decks: int, totals: Floats) -> Won:
    def margin(total: float, squares: float) -> float:
        mean = total / decks
        return NORMAL * math.sqrt(max(squares / decks - mean * mean, 0.0) / max(decks - 1, 1))

    won, squares = totals[kernel.WON :], totals[kernel.SQUARES :]
    return Won(
        decks,
        (float(won[0]) / decks, float(won[1]) / decks),
        float(totals[kernel.PAIRS]) / decks,
        (margin(won[0], squares[0]), margin(won[1], squares[1])),
        margin(totals[kernel.PAIRS], totals[kernel.PAIR_SQUARES]),
        float(totals[kernel.UNKNOWN]) / (2 * decks),
        float(totals[kernel.UNKNOWN + 1]) / (2 * decks),
    )


def _by_key(policy: TabularPolicy) -> Ints:
    """Return the information sets of a policy by their keys, as kernels look them up."""
    sets = len(policy.keys)
    table = np.zeros(2 << (2 * sets).bit_length(), np.int64)
    keys = np.ascontiguousarray(policy.keys[:, 0])
    _enter_keys(table, keys, np.ascontiguousarray(policy.first[:-1]), np.diff(policy.first), sets)
    return table


@cache
def equities() -> NDArray[np.int16]:
    """Return the equity of all hands on all boards, in UNITS, where buckets would stand."""
    tables = frame()
    first = np.floor(UNITS * (preflop_table().strength + CLOSE)).astype(np.int16)
    tables[place.PREFLOP : place.FLOP_BOARDS] = first[kind_of_hand()]
    for cards, (_, at) in ROUNDS.items():
        into = tables[at:][: place.CANONICAL[cards] * HANDS].reshape(-1, HANDS)
        table = strengths(cards).table.reshape(-1, HANDS)
        for begin in range(0, len(table), PART):
            into[begin : begin + PART] = table[begin : begin + PART].astype(np.int64) * UNITS // most(cards)
    return tables
