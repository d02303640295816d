"""What every hand is worth on a flop, all cards to come, against an opponent whose betting ignores its cards.

The betting of a round is a list of steps (`Steps`): each takes the best of some values, or their mean by the
opponent's probabilities, for all hands at once. What follows the river is known by the strength of the hand alone, so
that the river's betting is a table with a row for each strength; a row has a lane for each way in which the river can
begin. Rows are added up over the river cards, the turn's steps run, their results are added up over the turn cards,
and the flop's steps run. Values are the responder's, in big blinds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands_boards import HANDS, Boards, Numbering, set_number
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Floats, Ints, Shorts

FLOP, TURN, BOARD = 3, 4, 5
RIVERS, TURNS = 46, 47
"""Cards that can come when two are held: after the turn, and after the flop."""

CHILDREN = 3
"""Values that a step takes at most."""


class Steps(NamedTuple):
    """The betting of a round. Values have numbers: first those of what follows, then constants, then one a step.

    Attributes
    ----------
    constants : float64
        Values known beforehand: somebody folds.
    best : uint8
        By step: 1 where the responder chooses, 0 where the opponent does.
    children : (3 * steps,) int64
        The values that a step takes; -1 for none.
    weights : (3 * steps,) float64
        The opponent's probabilities.
    starts : int64
        The values of the ways in which the round can begin.
    """

    constants: Floats
    best: Bytes
    children: Ints
    weights: Floats
    starts: Ints


def put_constants(steps, inputs, values):  # type: ignore[no-untyped-def]
    """Write the constants for all hands."""
    for k in range(len(steps.constants)):
        values[HANDS * (inputs + k) : HANDS * (inputs + k + 1)] = steps.constants[k]


def take_best(out, one):  # type: ignore[no-untyped-def]
    """Raise values to others where these are higher."""
    for hand in range(HANDS):
        out[hand] = one[hand] if one[hand] > out[hand] else out[hand]


def add_part(out, one, weight):  # type: ignore[no-untyped-def]
    """Add a part of values to others."""
    for hand in range(HANDS):
        out[hand] += weight * one[hand]


def take_steps(steps, inputs, values):  # type: ignore[no-untyped-def]
    """Fill in the values of all steps for all hands."""
    first = inputs + len(steps.constants)
    for step in range(len(steps.best)):
        out = values[HANDS * (first + step) : HANDS * (first + step + 1)]
        out[:] = -np.inf if steps.best[step] else 0.0
        for k in range(CHILDREN):
            child = steps.children[CHILDREN * step + k]
            if child >= 0:
                one = values[HANDS * child : HANDS * (child + 1)]
                if steps.best[step]:
                    take_best(out, one)
                else:
                    add_part(out, one, steps.weights[CHILDREN * step + k])


def add_rows(numbers, hands, count, card, strengths, images, table, lanes, sums):  # type: ignore[no-untyped-def]
    """Add each hand's row of the river on one more card."""
    for i in range(count):
        hand = hands[i]
        if numbers.first[hand] != card and numbers.second[hand] != card:
            row, at = lanes * np.int64(strengths[images[hand]]), lanes * hand
            one, out = table[row : row + lanes], sums[at : at + lanes]  # whose places are not negative
            for k in range(lanes):
                out[k] += one[k]


def hands_left(numbers, cards, n, hands):  # type: ignore[no-untyped-def]
    """List the hands that a board leaves; return how many there are."""
    count = 0
    for hand in range(HANDS):
        free = True
        for k in range(n):
            free = free and numbers.first[hand] != cards[k] and numbers.second[hand] != cards[k]
        if free:
            hands[count] = hand
            count += 1
    return count


def rivers_of(numbers, rivers, strengths, table, lanes, cards, hands, sums, values):  # type: ignore[no-untyped-def]
    """Fill in what each hand on four cards gets on average after the river card, by lane and hand."""
    count = hands_left(numbers, cards, TURN, hands)
    sums[:] = 0.0
    for card in range(DECK):
        if card != cards[0] and card != cards[1] and card != cards[2] and card != cards[3]:
            cards[TURN] = card
            number = set_number(numbers.choose, cards, 0, BOARD)
            place, order = HANDS * np.int64(rivers.canonical[number]), HANDS * np.int64(rivers.order[number])
            add_rows(
                numbers,
                hands,
                count,
                card,
                strengths[place : place + HANDS],
                numbers.images[order : order + HANDS],
                table,
                lanes,
                sums,
            )
    for k in range(lanes):
        for hand in range(HANDS):
            values[HANDS * k + hand] = sums[lanes * hand + k] / RIVERS


def add_turn(numbers, card, found, images, starts, values):  # type: ignore[no-untyped-def]
    """Add what each hand gets after a turn card; `found` is that of the card's canonical board."""
    for k in range(starts):
        for hand in range(HANDS):
            if numbers.first[hand] != card and numbers.second[hand] != card:
                values[HANDS * k + hand] += found[HANDS * k + images[hand]]


def place_of(seen, count, number):  # type: ignore[no-untyped-def]
    """Return where a number is among the first so many; their count where it is not."""
    place = 0
    while place < count and seen[place] != number:
        place += 1
    return place


def add_kinds(flop, values, kinds, hands, count, out):  # type: ignore[no-untyped-def]
    """Add what each hand is worth to its kind, by start of the betting."""
    for i in range(count):
        for k in range(len(flop.starts)):
            out[len(out) // len(flop.starts) * k + kinds[hands[i]]] += values[HANDS * flop.starts[k] + hands[i]]


def respond_on_flop(
    numbers: Numbering,
    turns: Boards,
    rivers: Boards,
    strengths: Shorts,
    table: Floats,
    lanes: int,
    turn: Steps,
    flop: Steps,
    board: Bytes,
    kinds: Ints,
    out: Floats,
) -> int:
    """Add up what hands are worth on a flop, by the way in which its betting can begin and by kind of hand.

    Parameters
    ----------
    numbers, turns, rivers
        How boards are numbered.
    strengths
        By canonical board of five cards and hand; those of this flop must be there.
    table, lanes
        What the river is worth, by strength and lane, and how many lanes there are.
    turn, flop
        The betting.
    board
        The three cards.
    kinds
        The kind of each hand.
    out
        By start and kind; it is added to.

    Returns
    -------
    int
        Boards of four cards that were gone through.
    """
    hands, sums = np.zeros(HANDS, np.int64), np.zeros(HANDS * lanes)
    cards, seen = np.zeros(BOARD, np.int64), np.zeros(DECK, np.int64)
    starts, boards = len(turn.starts), 0
    found = np.zeros(DECK * starts * HANDS)
    turn_values = np.zeros(HANDS * (lanes + len(turn.constants) + len(turn.best)))
    flop_values = np.zeros(HANDS * (starts + len(flop.constants) + len(flop.best)))
    put_constants(turn, lanes, turn_values)
    put_constants(flop, starts, flop_values)
    for card in range(DECK):
        if card == board[0] or card == board[1] or card == board[2]:
            continue
        for k in range(FLOP):
            cards[k] = board[k]
        cards[FLOP] = card
        number = set_number(numbers.choose, cards, 0, TURN)
        canonical, order = np.int64(turns.canonical[number]), HANDS * np.int64(turns.order[number])
        place = place_of(seen, boards, canonical)
        if place == boards:
            seen[place] = canonical
            boards += 1
            for k in range(TURN):
                cards[k] = turns.cards[TURN * canonical + k]
            rivers_of(numbers, rivers, strengths, table, lanes, cards, hands, sums, turn_values)
            take_steps(turn, lanes, turn_values)
            for k in range(starts):
                at, value = HANDS * (starts * place + k), HANDS * turn.starts[k]
                found[at : at + HANDS] = turn_values[value : value + HANDS]
        add_turn(
            numbers,
            card,
            found[HANDS * starts * place : HANDS * starts * (place + 1)],
            numbers.images[order : order + HANDS],
            starts,
            flop_values,
        )
    for k in range(HANDS * starts):
        flop_values[k] /= TURNS
    take_steps(flop, starts, flop_values)
    add_kinds(flop, flop_values, kinds, hands, hands_left(numbers, board, FLOP, hands), out)
    return boards


fill_flop = compiled(respond_on_flop)
