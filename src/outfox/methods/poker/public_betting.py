"""The betting of limit hold'em against an opponent of whom each action's probability is known, as lists of steps.

The lines of play of both players are gone through once, with cards that do not matter. Where the responder moves, the
value is the best of those that can follow; where the opponent does, their mean by its probabilities. Equal values are
one, however they came about, so that an opponent who does not look back needs few: a river is known by its pot.

Time: a second or so for 6,378 decisions, in Python. Memory: little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outfox.formats.cards import parse_cards
from outfox.methods.poker.betting_round import Node, Round, round_from
from outfox.rules.errors import RulesError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import CHANCE, TERMINAL

Policy: TypeAlias = Callable[[Position, "tuple[int, ...]"], Sequence[float]]
"""From a position, and its mover's own actions so far, to the probability of each legal action, in their order."""

Acts: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The actions of either player so far."""

DEAL = tuple(parse_cards("AcAd 2h7s KcKd8h 9s 4c"))
"""Cards of the dealer, of the other, and of the board; the dealer wins, so that a showdown tells what is at stake."""

BEGINS = 4, 7, 8, 9
"""Cards that are dealt when a round of betting begins."""

ALMOST = 1e-9
OPENINGS = "fold", "call", "raise"
"""The dealer's first action by its number."""


@dataclass(frozen=True)
class First:
    """The first decision of the responder.

    Attributes
    ----------
    seat
        Where it sits.
    after
        What the opponent did before it: nothing, ``call`` or ``raise``.
    names
        The actions.
    """

    seat: int
    after: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Betting:
    """The betting of a whole hand, from the seats of a responder.

    Attributes
    ----------
    seats
        Who responds.
    first
        Its first decisions.
    rounds
        Before the flop, flop, turn, river. The first of them begins as the seats begin, in their order, and behind that
        with each action of each first decision.
    choices
        By what both have done so far, the value of each action of a responder whose turn it is.
    odds
        The same for an opponent: the probability of each of its actions.
    """

    seats: tuple[int, ...]
    first: tuple[First, ...]
    rounds: tuple[Round, ...]
    choices: Mapping[Acts, Mapping[int, int]]
    odds: Mapping[Acts, Mapping[int, float]]

    def arrays(self) -> list[Any]:
        """Return all numbers that make it up."""
        return [array for one in self.rounds for array in (one.stakes, *one.steps)]


@dataclass
class _Walk:
    """Goes through the lines of play."""

    policies: dict[int, Policy]
    deal: tuple[int, ...]
    numbers: dict[Node, int] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    first: dict[First, list[int]] = field(default_factory=dict)
    choices: dict[Acts, dict[int, int]] = field(default_factory=dict)
    odds: dict[Acts, dict[int, float]] = field(default_factory=dict)

    def node(self, node: Node) -> int:
        """Return the number of a value; equal ones have the same."""
        if node not in self.numbers:
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self.numbers[node]

    def values(self, position: Position, dealt: int, own: Acts, seats: Any) -> dict[int, int]:
        """Return the value of a position for each of some seats of the responder."""
        mover = position.mover
        if mover == CHANCE:
            card = self.deal[dealt]
            found = self.values(position.play(card), dealt + 1, own, seats)
            last = dealt + 1 in BEGINS
            return {seat: self.node(("next", value)) for seat, value in found.items()} if last else found
        if mover == TERMINAL:
            return {seat: self._end(position, seat) for seat in seats}
        odds: dict[int, float] = {}
        theirs = [seat for seat in seats if seat != mover]
        if theirs:
            odds = self.odds[own] = self._odds(position, own[mover])
        followed: dict[int, dict[int, int]] = {}
        for action in position.legal:
            wanted = [seat for seat in seats if seat == mover or odds[action] > 0.0]
            if wanted:
                past = [(*acts, action) if player == mover else acts for player, acts in enumerate(own)]
                followed[action] = self.values(position.play(action), dealt, tuple(past), wanted)
        if mover in seats:
            self.choices[own] = {action: values[mover] for action, values in followed.items()}
        if mover in seats and not own[mover]:
            after = "".join(OPENINGS[action] for action in own[1 - mover])
            names = tuple(position.name(action) for action in followed)
            self.first[First(mover, after, names)] = list(self.choices[own].values())
        return {seat: self._joined(seat, mover, odds, followed) for seat in seats}

    def _odds(self, position: Position, own: tuple[int, ...]) -> dict[int, float]:
        given = [float(p) for p in self.policies[position.mover](position, own)]
        if len(given) != len(position.legal) or min(given) < 0.0 or not abs(sum(given) - 1.0) < ALMOST:
            raise RulesError(f"what the opponent does after {position.history[4:]} are no probabilities: {given}")
        return dict(zip(position.legal, given, strict=True))

    def _end(self, position: Position, seat: int) -> int:
        payoff = position.payoff
        if position.state.paid[0] != position.state.paid[1]:
            return self.node(("folded", payoff if seat == 0 else -payoff))
        return self.node(("shown", payoff))

    def _joined(self, seat: int, mover: int, odds: dict[int, float], followed: dict[int, dict[int, int]]) -> int:
        if seat == mover:
            found = tuple(sorted({values[seat] for values in followed.values()}))
            return found[0] if len(found) == 1 else self.node(("best", found))
        merged: dict[int, float] = {}
        for action, values in followed.items():
            if seat in values:
                merged[values[seat]] = merged.get(values[seat], 0.0) + odds[action]
        found = tuple(sorted(merged))
        return found[0] if len(found) == 1 else self.node(("mean", tuple(merged[one] for one in found), found))


def betting(
    game: Game, policies: dict[int, Policy], seats: Sequence[int] = (0, 1), deal: tuple[int, ...] = DEAL
) -> Betting:
    """Return the betting against an opponent.

    Parameters
    ----------
    game
        Limit hold'em.
    policies
        What the opponent does, by its seat: the other than the responder's.
    seats
        Of the responder.
    deal
        The cards with which the lines of play are gone through.

    Raises
    ------
    RulesError
        Where the opponent's answers are no probabilities.

    Examples
    --------
    >>> from outfox.rules import load
    >>> def calls(position, own):
    ...     return [float(position.name(action) in ("check", "call")) for action in position.legal]
    >>> found = betting(load("limit-holdem"), {0: calls, 1: calls})
    >>> sorted(found.rounds[3].stakes.tolist()), [len(one.steps.starts) for one in found.rounds[1:]]
    ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [2, 3, 5])
    >>> [(one.seat, one.after, one.names) for one in found.first]
    [(1, 'call', ('check', 'bet')), (0, '', ('fold', 'call', 'raise'))]
    """
    walk = _Walk(policies, deal)
    found = walk.values(game.start(), 0, ((), ()), list(seats))
    starts = [walk.nodes[found[seat]][1] for seat in seats]  # behind the cards of both
    starts += [node for choices in walk.first.values() for node in choices]
    rounds = []
    for _ in BEGINS:
        one, starts = round_from(walk.nodes, starts)
        rounds.append(one)
    return Betting(tuple(seats), tuple(walk.first), tuple(rounds), walk.choices, walk.odds)
