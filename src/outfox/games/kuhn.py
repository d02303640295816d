"""Kuhn poker: one card each, one bet of one chip. The smallest poker in which bluffing pays.

Rules
    - The deck has `cards` cards, one of each rank. Both players put one chip into the pot, and each is dealt one
      card that the other does not see. The first player begins.
    - Who faces no bet checks or bets one chip. When both check, the cards are shown.
    - Who faces a bet folds, which gives the pot away, or calls it, and then the cards are shown.
    - The higher card wins the pot.

Payoff
    Chips won by the first player: 1 for the ante, 2 where a bet was called; minus that where it loses.

Actions
    0 passes (`check`, or `fold` when facing a bet), 1 puts a chip in (`bet`, or `call`). Both are always legal, in
    this order.

Chance outcomes
    Outcome k deals the card of rank k; k is 0 for the lowest. First the first player's card, then the second's; all
    that are left are equally likely.

What a player sees
    Its own card, all that was played, and the other's card once the cards are shown.

State
    Both cards, how many are dealt, and the actions so far.

Parameters
    - `cards`: in the deck; 3 in Kuhn's game.

Facts
    With best play the second player wins 1/18 of a chip a game. The first player bluffs with its lowest card up to
    one time in three, and bets its highest three times as often as that. With 6 cards the second player wins 11/180
    of a chip, with 13 cards 5/78.

Sources
    H. W. Kuhn, *A simplified two-person poker*, Contributions to the Theory of Games 1 (1950). OpenSpiel's
    `kuhn_poker` has the same actions and outcomes.

Players
    `first` and `second`.
"""

import re

import numpy as np

from outfox.rules import BOTH, CHANCE, TERMINAL

PLAYERS = "first", "second"
CARDS: int = 3  # in the deck
assert 2 <= CARDS <= 100, "cards must be 2 to 100"

VERSION = 1
PASS, BET = 0, 1
ACTIONS = 2
OUTCOMES = CARDS
PRIVATES = CARDS
SCALE = 2.0
# cards: 0 none, else its rank and one; moves: 0 none, 1 pass, 2 bet
State = np.dtype([("cards", np.int8, (2,)), ("dealt", np.int8), ("moves", np.int8, (3,)), ("plies", np.int8)])
View = np.dtype([("card", np.int8), ("shown", np.int8), ("moves", np.int8, (3,)), ("plies", np.int8)])

RANKS = "A23456789TJQK"  # the lowest first; larger decks are numbered
MARKS = list(RANKS[-CARDS:]) if len(RANKS) >= CARDS else [str(k + 1) for k in range(CARDS)]


def initial(s):
    s.dealt = 0


def facing(s):
    return s.plies > 0 and s.moves[s.plies - 1] == BET + 1


def mover(s):
    if s.dealt < 2:
        return CHANCE
    if s.plies == 3 or (s.plies == 2 and s.moves[1] <= s.moves[0]):
        return TERMINAL
    return s.plies % 2


def shown(s):
    """Say whether the cards are shown: nobody faces a bet any more."""
    if s.plies < 2 or (s.plies == 2 and s.moves[1] > s.moves[0]):
        return False
    return s.moves[s.plies - 1] == BET + 1 or s.moves[s.plies - 2] == PASS + 1


def payoff(s):
    if shown(s):
        stake = 2.0 if s.moves[s.plies - 1] == BET + 1 else 1.0
        return stake if s.cards[0] > s.cards[1] else -stake
    return 1.0 if s.plies == 2 else -1.0


def legal_actions(s):
    yield PASS
    yield BET


def chance(s):
    for card in range(CARDS):
        if s.cards[0] != card + 1:
            yield card, 1 / (CARDS - s.dealt)


def apply(s, action):
    if s.dealt < 2:
        s.cards[s.dealt] = action + 1
        s.dealt += 1
    else:
        s.moves[s.plies] = action + 1
        s.plies += 1


def observe(s, player, view):
    view.card = s.cards[player]
    view.shown = s.cards[1 - player] if shown(s) else 0
    for k in range(3):
        view.moves[k] = s.moves[k]
    view.plies = s.plies


def sees(s, action):
    return s.dealt if s.dealt < 2 else BOTH


def private(s, player):
    return s.cards[player] - 1


def public(s, out):
    out.dealt = s.dealt
    for k in range(3):
        out.moves[k] = s.moves[k]
    out.plies = s.plies


def action_name(s, action):
    if s.dealt < 2:
        return f"{PLAYERS[s.dealt]} gets {MARKS[action]}"
    return ("fold", "call")[action] if facing(s) else ("check", "bet")[action]


def parse_action(s, text):
    word = text.strip().lower()
    if s.dealt < 2:
        return MARKS.index(word.split()[-1].upper())
    return {"check": PASS, "fold": PASS, "pass": PASS, "bet": BET, "call": BET}[word]


def played(s):
    """Return the names of the actions so far."""
    names = []
    for k in range(s.plies):
        names.append(("fold", "call") if k and s.moves[k - 1] == BET + 1 else ("check", "bet"))
    return [pair[s.moves[k] - 1] for k, pair in enumerate(names)]


def text(s):
    cards = [MARKS[card - 1] if card else "-" for card in s.cards]
    lines = [f"{PLAYERS[player]:6} {cards[player]}" for player in (0, 1)]
    return "\n".join([*lines, "played " + (", ".join(played(s)) or "nothing")])


def parse(text, s):
    cards = [found[1] for player in PLAYERS if (found := re.search(rf"{player} +(\S+)", text))]
    moves = re.search(r"played (.*)", text)
    if moves is None or len(cards) < 2:
        raise ValueError("expected 'first K', 'second J' and 'played check, bet'")
    for player in (0, 1):
        if cards[player] != "-":
            s.cards[player] = MARKS.index(cards[player].upper()) + 1
            s.dealt += 1
    for name in moves[1].split(", "):
        if name != "nothing":
            s.moves[s.plies] = parse_action(s, name) + 1
            s.plies += 1
