"""Leduc poker: one card each and one on the table, two rounds of betting.

Rules
    - The deck has `ranks` ranks in `suits` suits; suits never matter. Both players put one chip into the pot, and
      each is dealt one card that the other does not see.
    - There are two rounds of betting; the first player begins both. Between them one card is laid open on the table.
    - Who faces no bet checks or bets. Who faces one folds, calls or raises. In a round there are at most `raises`
      bets and raises together, each of 2 chips in the first round and 4 in the second. A round ends when a bet is
      called, or when both check.
    - After the second round the cards are shown. Who has a pair with the card on the table wins the pot, else who
      has the higher card; equal ranks share it. Who folds gives the pot away.

Payoff
    Chips won by the first player.

Actions
    0 folds, which is legal when facing a bet alone; 1 checks or calls; 2 bets or raises. The legal ones come in
    this order.

Chance outcomes
    Outcome k deals card k, of rank k // suits, where 0 is the lowest: the first player's, the second's, the one on
    the table. All that are left are equally likely. Cards of one rank are equivalent (`same_chance`).

What a player sees
    Its own card, the one on the table, all that was played, and the other's card once the cards are shown.

State
    The cards, how many are dealt, the actions of both rounds, and what each player has put in.

Parameters
    - `ranks`, `suits`: of the deck.
    - `raises`: bets and raises in a round.

Facts
    With best play the second player wins 0.085606424078 chips a game. There are 936 information sets, 288 when
    cards of one rank are merged.

Sources
    F. Southey and others, *Bayes' Bluff: Opponent Modelling in Poker*, UAI 2005. OpenSpiel's `leduc_poker` has the
    same actions and outcomes. Other programs call games Leduc that have blinds or halved payoffs.

Players
    `first` and `second`.
"""

import re

import numpy as np

from outfox.rules import BOTH, CHANCE, TERMINAL

PLAYERS = "first", "second"
RANKS: int = 3  # of the deck
SUITS: int = 2
RAISES: int = 2  # bets and raises in a round
assert min(RANKS, SUITS) >= 1, "ranks and suits must be at least 1"
assert 3 <= RANKS * SUITS <= 100, "there must be 3 to 100 cards"
assert 1 <= RAISES <= 100, "raises must be 1 to 100"

VERSION = 1
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = 3
CARDS = RANKS * SUITS
OUTCOMES = CARDS
PRIVATES = CARDS
ANTE = 1
SIZES = 2, 4  # of a bet in either round
SCALE = float(ANTE + RAISES * sum(SIZES))
LONGEST = RAISES + 2  # actions in a round: check, all raises, call
# cards: both players' and the one on the table; 0 none, else its number and one. moves: 0 none, else action and one
State = np.dtype([
    ("cards", np.int8, (3,)), ("dealt", np.int8), ("moves", np.int8, (2, LONGEST)), ("plies", np.int16, (2,)),
    ("raises", np.int16), ("paid", np.int16, (2,)), ("turn", np.int8), ("round", np.int8), ("over", np.bool_),
])  # fmt: skip
View = np.dtype([
    ("card", np.int8), ("board", np.int8), ("shown", np.int8), ("moves", np.int8, (2, LONGEST)),
    ("plies", np.int16, (2,)),
])  # fmt: skip

RANK_NAMES = "A23456789TJQK"  # the lowest first; larger decks are numbered
SUIT_NAMES = "shdc"
NAMED = len(RANK_NAMES) >= RANKS and len(SUIT_NAMES) >= SUITS
MARKS = [
    RANK_NAMES[rank - RANKS] + SUIT_NAMES[suit] if NAMED else f"{rank + 1}.{suit + 1}"
    for rank in range(RANKS) for suit in range(SUITS)
]  # fmt: skip
ACTION_NAMES = ("fold", "check", "bet"), ("fold", "call", "raise")


def initial(s):
    s.paid[0] = ANTE
    s.paid[1] = ANTE


def rank_of(card):
    """Return the rank of a card of the state, from 0; -1 where there is none."""
    return (card - 1) // SUITS if card > 0 else -1


def mover(s):
    if s.over:
        return TERMINAL
    return CHANCE if s.dealt < 2 + s.round else s.turn


def legal_actions(s):
    if s.paid[0] != s.paid[1]:
        yield FOLD
    yield CALL
    if s.raises < RAISES:
        yield RAISE


def chance(s):
    # Of each rank as many cards as are left of it, and none twice; so a card may stand for another of its rank.
    for r in range(RANKS):
        left = SUITS
        for k in range(s.dealt):
            if rank_of(s.cards[k]) == r:
                left -= 1
        for card in range(r * SUITS, r * SUITS + SUITS):
            if left > 0 and card + 1 != s.cards[0] and card + 1 != s.cards[1]:
                left -= 1
                yield card, 1 / (CARDS - s.dealt)


def same_chance(s, action):
    return action // SUITS * SUITS


def apply(s, action):
    if s.dealt < 2 + s.round:
        s.cards[s.dealt] = action + 1
        s.dealt += 1
        return
    s.moves[s.round, s.plies[s.round]] = action + 1
    s.plies[s.round] += 1
    if action == FOLD:
        s.over = True
        return
    s.paid[s.turn] = s.paid[1 - s.turn]
    if action == RAISE:
        s.paid[s.turn] += SIZES[s.round]
        s.raises += 1
    ends = action == CALL and s.plies[s.round] > 1
    if ends and s.round == 1:
        s.over = True
    elif ends:
        s.round = 1
        s.raises = 0
        s.turn = 0
    else:
        s.turn = 1 - s.turn


def folded(s):
    """Say whether the game ended by a fold; the one whose turn it is folded."""
    return s.over and s.paid[0] != s.paid[1]


def strength(s, player):
    own = rank_of(s.cards[player])
    return own + RANKS if own == rank_of(s.cards[2]) else own


def payoff(s):
    if folded(s):
        return float(s.paid[1]) if s.turn == 1 else -float(s.paid[0])
    first, second = strength(s, 0), strength(s, 1)
    if first == second:
        return 0.0
    return float(s.paid[1]) if first > second else -float(s.paid[0])


def observe(s, player, view):
    view.card = s.cards[player]
    view.board = s.cards[2]
    view.shown = s.cards[1 - player] if s.over and not folded(s) else 0
    for r in range(2):
        for k in range(LONGEST):
            view.moves[r, k] = s.moves[r, k]
        view.plies[r] = s.plies[r]


def sees(s, action):
    return s.dealt if s.dealt < 2 else BOTH


def private(s, player):
    return s.cards[player] - 1


def public(s, out):
    out.dealt = s.dealt
    out.cards[2] = s.cards[2]
    for r in range(2):
        for k in range(LONGEST):
            out.moves[r, k] = s.moves[r, k]
        out.plies[r] = s.plies[r]
        out.paid[r] = s.paid[r]
    out.raises = s.raises
    out.turn = s.turn
    out.round = s.round
    out.over = s.over


def action_name(s, action):
    if s.dealt < 2:
        return f"{PLAYERS[s.dealt]} gets {MARKS[action]}"
    if s.dealt < 2 + s.round:
        return f"{MARKS[action]} on the table"
    return ACTION_NAMES[int(s.paid[0] != s.paid[1])][action]


def parse_action(s, text):
    words = text.strip().lower().split()
    if s.dealt < 2 + s.round:
        mark = words[-1] if s.dealt < 2 else words[0]
        return [name.lower() for name in MARKS].index(mark)
    return {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}[words[0]]


def played(s, r):
    """Return the names of the actions of a round."""
    names, facing = [], 0
    for k in range(s.plies[r]):
        names.append(ACTION_NAMES[facing][s.moves[r, k] - 1])
        facing = int(s.moves[r, k] == RAISE + 1)
    return ", ".join(names) or "nothing"


def text(s):
    cards = [MARKS[card - 1] if card else "-" for card in s.cards]
    lines = [f"{PLAYERS[player]:6} {cards[player]:3} paid {s.paid[player]}" for player in (0, 1)]
    return "\n".join([*lines, f"table  {cards[2]}", f"played {played(s, 0)}; {played(s, 1)}"])


def parse(text, s):
    cards = [found[1] for place in (*PLAYERS, "table") if (found := re.search(rf"{place} +(\S+)", text))]
    rounds = re.search(r"played (.*); (.*)", text)
    if rounds is None or len(cards) < 3:
        raise ValueError("expected 'first Ks', 'second Qh', 'table -' and 'played check, bet, call; nothing'")
    initial(s)
    numbers = [MARKS.index(card) if card != "-" else -1 for card in cards]
    for number in numbers[:2]:
        if number >= 0:
            apply(s, number)
    for r in (0, 1):
        if r == 1 and numbers[2] >= 0:
            apply(s, numbers[2])
        for name in rounds[r + 1].split(", "):
            if name != "nothing":
                apply(s, parse_action(s, name))
