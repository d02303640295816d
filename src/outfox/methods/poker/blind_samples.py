"""Hands of limit hold'em in which a best response plays against an opponent who ignores its cards.

At each of its decisions the responder takes what is worth most with its two cards on this board: before the flop by
what the best response has found, after it by going through all cards that can still come.

Time: some tenths of a second for a hand that goes beyond the flop.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands_boards import hand_number
from outfox.kernel.slots import Floats
from outfox.methods.poker.board_strengths import shares_at_random
from outfox.methods.poker.card_blind import EVEN, BlindResponse
from outfox.methods.poker.kinds import kind_of_hand
from outfox.methods.poker.public_betting import BEGINS, Acts, Betting
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

BOARD = 5


def sample_hands(
    game: Game, found: Betting, response: BlindResponse, seat: int, hands: int, seed: int = 0
) -> list[Position]:
    """Play hands of a best response.

    Parameters
    ----------
    game
        Limit hold'em.
    found, response
        The betting against the opponent, and the best response to it.
    seat
        Of the responder.
    hands
        How many.
    seed
        Of the cards and of what the opponent draws.

    Returns
    -------
    list of Position
        Where each hand ended, with its history.
    """
    return [_played(game, found, response, seat, task_seed(root_seed(seed), seat, number)) for number in range(hands)]


def _played(game: Game, found: Betting, response: BlindResponse, seat: int, seed: np.random.SeedSequence) -> Position:
    random, position = np.random.default_rng(seed), game.start()
    deck: list[int] = random.permutation(DECK).tolist()  # the dealer's two cards, the other's, the board
    acts: Acts = ((), ())
    dealt = 0
    while not position.is_terminal:
        mover = position.mover
        if position.is_chance:
            position, dealt = position.play(deck[dealt]), dealt + 1
            continue
        if mover == seat:
            worth = _worth(found, response, deck[2 * seat : 2 * seat + 2], deck[4:dealt])
            values = {action: float(worth[node]) for action, node in found.choices[acts].items()}
            best = max(values.values())
            action = next(action for action, value in values.items() if value > best - EVEN)
        else:
            odds = found.odds[acts]
            action = int(random.choice(list(odds), p=list(odds.values())))
        acts = (acts[0], (*acts[1], action)) if mover else ((*acts[0], action), acts[1])
        position = position.play(action)
    return position


def _worth(found: Betting, response: BlindResponse, hand: list[int], board: list[int]) -> dict[int, float]:
    """Return what the values of the present round's betting are to a hand on a board."""
    begun = BEGINS.index(4 + len(board))
    number = hand_number(*hand)
    if begun == 0:
        inputs = response.on_flop[:, kind_of_hand()[number]][:, None]
    else:
        inputs = worth_to_come(found, number, hand, board)
    rows = found.rounds[begun].rows(inputs)
    return {node: float(rows[at][0]) for node, at in found.rounds[begun].place.items()}


def worth_to_come(found: Betting, number: int, hand: list[int], board: list[int]) -> Floats:
    """Return what follows a round of betting, as a mean over the cards to come, (inputs, 1)."""
    turn, river = found.rounds[2:]
    cards = [card for card in range(DECK) if card not in hand and card not in board]
    missing = BOARD - len(board)
    boards = [[*board, *rest] for rest in combinations(cards, missing)]
    shares = np.array([shares_at_random(one)[number] for one in boards])
    shown: Floats = river.stakes[:, None] * (2 * shares - 1)
    if missing == 0:
        return shown
    after = river.values(shown)  # by lane and board
    if missing == 1:
        return _mean(after)
    pairs = np.array(list(combinations(range(len(cards)), 2)))
    by_turn = [after[:, (pairs == k).any(axis=1)].mean(axis=1) for k in range(len(cards))]
    return _mean(turn.values(np.column_stack(by_turn)))


def _mean(values: Floats) -> Floats:
    """Return the mean over what can come, as one column."""
    mean: Floats = values.mean(axis=1, keepdims=True)
    return mean
