"""Limit hold'em for two: two cards each, five on the table, four rounds of betting with fixed bets.

Rules
    - The first player is the dealer and posts the small blind, half a big blind; the second posts the big blind.
      Each is dealt two cards that the other does not see.
    - There are four rounds of betting: before any card is on the table, after three (the flop), after four (the
      turn), and after five (the river). The dealer begins the first round, the other player the rest.
    - Who faces a bet folds, calls or raises; who faces none checks or bets. Bets and raises are one big blind in the
      first two rounds, two in the last two. There are at most four in a round; before the flop the big blind is the
      first of them.
    - A round ends when a bet is called, or when both check; before the flop the big blind may still raise when it
      has only been called.
    - Who folds gives the pot away. After the last round the best five of each player's seven cards decide; equal
      hands share the pot.

Payoff
    Big blinds won by the dealer.

Actions
    0 folds, which is legal when facing a bet alone; 1 checks or calls; 2 bets or raises. The legal ones come in
    this order.

Chance outcomes
    Outcome k deals the card of rank k // 4, from 0 for a deuce to 12 for an ace, and of suit k % 4: clubs, diamonds,
    hearts, spades. In this order: two cards of the dealer, two of the other player, the board. All that are left are
    equally likely.

What a player sees
    Its own two cards and those of the flop, whatever their order, the turn, the river, all that was played, and the
    other's cards once the hands are shown.

State
    The cards and how many are dealt; the line of play, two bits an action, the latest lowest (1 fold, 2 call, 3
    raise); what each player has put in, in halves of a big blind; the round, its actions and raises so far.

Facts
    There are 319,365,922,522,608 information sets. With best play the dealer wins 0.088 big blinds a game or so.

Sources
    M. Bowling, N. Burch, M. Johanson and O. Tammelin, *Heads-up limit hold'em poker is solved*, Science 347 (2015).
    The rules are those of the Annual Computer Poker Competition. OpenSpiel's `universal_poker` has the same actions
    and outcomes.

Players
    `dealer` and `big blind`.
"""

import re

import numpy as np

from outfox.rules import BOTH, CHANCE, TERMINAL, count

PLAYERS = "dealer", "big blind"

VERSION = 1
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = 3
CARDS = 52
OUTCOMES = CARDS
PRIVATES = CARDS * (CARDS - 1) // 2
UNIT = 2  # chips of the state in a big blind
SIZES = 2, 2, 4, 4  # of a bet in each round
MOST = 4  # bets and raises in a round
DEALT = 4, 7, 8, 9  # cards dealt before each round is played
SCALE = float(MOST * sum(SIZES) // UNIT)
# cards: 0 none, else its number and one. hole: in the order in which they fell; board: flop, turn, river
State = np.dtype([
    ("hole", np.int8, (2, 2)), ("board", np.int8, (5,)), ("dealt", np.int8), ("line", np.int64),
    ("paid", np.int8, (2,)), ("round", np.int8), ("plies", np.int8), ("raises", np.int8), ("turn", np.int8),
    ("over", np.bool_),
])  # fmt: skip
# hole, shown and the first three of board are sorted, the lowest first
View = np.dtype([
    ("hole", np.int8, (2,)), ("board", np.int8, (5,)), ("line", np.int64), ("shown", np.int8, (2,)),
    ("player", np.int8),
])  # fmt: skip

MARKS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
ACTION_NAMES = ("fold", "check", "bet"), ("fold", "call", "raise")
ROUNDS = "before the flop", "flop", "turn", "river"
HAND = 0x1FFF  # the thirteen ranks
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = 1, 2, 3, 4, 5, 6, 7, 8


def initial(s):
    s.paid[0] = UNIT // 2
    s.paid[1] = UNIT
    s.raises = 1


def mover(s):
    if s.over:
        return TERMINAL
    return CHANCE if s.dealt < DEALT[s.round] else s.turn


def legal_actions(s):
    if s.paid[0] != s.paid[1]:
        yield FOLD
    yield CALL
    if s.raises < MOST:
        yield RAISE


def chance(s):
    gone = 0
    for player in range(2):
        for k in range(2):
            gone |= bit(s.hole[player, k])
    for k in range(5):
        gone |= bit(s.board[k])
    share = 1 / (CARDS - s.dealt)
    for card in range(CARDS):
        if not gone >> card & 1:
            yield card, share


def bit(card):
    """Return the bit of a card of the state; none where there is none."""
    return 1 << (card - 1) if card > 0 else 0


def apply(s, action):
    if s.dealt < 4:
        s.hole[s.dealt // 2, s.dealt % 2] = action + 1
        s.dealt += 1
    elif s.dealt < DEALT[s.round]:
        s.board[s.dealt - 4] = action + 1
        s.dealt += 1
    else:
        act(s, action)


def act(s, action):
    s.line = s.line * 4 + action + 1
    s.plies += 1
    if action == FOLD:
        s.over = True
        return
    s.paid[s.turn] = s.paid[1 - s.turn]
    if action == RAISE:
        s.paid[s.turn] += SIZES[s.round]
        s.raises += 1
    if action == RAISE or s.plies == 1:
        s.turn = 1 - s.turn
    elif s.round == 3:
        s.over = True
    else:
        s.round += 1
        s.plies = 0
        s.raises = 0
        s.turn = 1


def folded(s):
    """Say whether the game ended by a fold; the one whose turn it is folded."""
    return s.over and s.paid[0] != s.paid[1]


def payoff(s):
    if folded(s):
        return s.paid[1] / UNIT if s.turn == 1 else -s.paid[0] / UNIT
    dealer, other = strength(s, 0), strength(s, 1)
    if dealer == other:
        return 0.0
    return s.paid[1] / UNIT if dealer > other else -s.paid[0] / UNIT


def strength(s, player):
    """Return a number that is higher for the better of two hands of seven cards, and equal for equal ones."""
    ranks, pairs, trips, quads, suited = 0, 0, 0, 0, 0  # ranks held once or more, twice, three times, four times
    for k in range(7):
        card = (s.hole[player, k] if k < 2 else s.board[k - 2]) - 1
        rank = 1 << card // 4
        quads |= trips & rank
        trips |= pairs & rank
        pairs |= ranks & rank
        ranks |= rank
        suited |= 1 << 16 * (card % 4) + card // 4
    flush = 0
    for suit in range(4):
        held = suited >> 16 * suit & HAND
        if count(held) >= 5:
            flush = held
    if flush > 0 and straight(flush) > 0:
        return worth(STRAIGHT_FLUSH, straight(flush), 0)
    if quads > 0:
        return worth(QUADS, quads, top(ranks & ~quads, 1))
    three = top(trips, 1)
    two = top(pairs & ~three, 1)
    if three > 0 and two > 0:
        return worth(FULL_HOUSE, three, two)
    if flush > 0:
        return worth(FLUSH, top(flush, 5), 0)
    run = straight(ranks)
    if run > 0:
        return worth(STRAIGHT, run, 0)
    if three > 0:
        return worth(TRIPS, three, top(ranks & ~three, 2))
    best = top(pairs, 2)
    if best > 0:
        return worth(count(best), best, top(ranks & ~best, 5 - 2 * count(best)))
    return worth(0, 0, top(ranks, 5))


def worth(category, first, then):
    """Order hands by category, then by the ranks that make it, then by the rest; a rank is a bit."""
    return (category << 26) + (first << 13) + then


def straight(ranks):
    """Return the highest rank of five in a row, as a bit; 0 where there are none. An ace may be the lowest."""
    above = ranks << 1 | ranks >> 12  # the ace is also below the deuce
    return top(above & above << 1 & above << 2 & above << 3 & above << 4, 1) >> 1


def top(ranks, number):
    """Return the highest so many of some ranks; all where there are fewer."""
    found = ranks
    for _ in range(count(ranks) - number):
        found &= found - 1
    return found


def observe(s, player, view):
    view.player = player
    view.line = s.line
    pair_of(s, player, view.hole)
    if s.over and not folded(s):
        pair_of(s, 1 - player, view.shown)
    board_of(s, view.board)


def pair_of(s, player, out):
    out[0] = min(s.hole[player, 0], s.hole[player, 1])
    out[1] = max(s.hole[player, 0], s.hole[player, 1])


def board_of(s, out):
    """Fill the board as players know it: the order of the flop is nothing that they see."""
    a, b, c = s.board[0], s.board[1], s.board[2]
    low, high = min(a, b, c), max(a, b, c)
    out[0] = low
    out[1] = a + b + c - low - high
    out[2] = high
    out[3] = s.board[3]
    out[4] = s.board[4]


def sees(s, action):
    return s.dealt // 2 if s.dealt < 4 else BOTH


def private(s, player):
    low, high = min(s.hole[player, 0], s.hole[player, 1]) - 1, max(s.hole[player, 0], s.hole[player, 1]) - 1
    return high * (high - 1) // 2 + low if low >= 0 else -1


def public(s, out):
    board_of(s, out.board)
    out.dealt = s.dealt
    out.line = s.line
    out.round = s.round
    out.plies = s.plies
    out.raises = s.raises
    out.turn = s.turn
    out.over = s.over
    for player in range(2):
        out.paid[player] = s.paid[player]


def action_name(s, action):
    if s.dealt < 4:
        return f"{PLAYERS[s.dealt // 2]} gets {MARKS[action]}"
    if s.dealt < DEALT[s.round]:
        return f"{MARKS[action]} on the table"
    return ACTION_NAMES[int(s.paid[0] != s.paid[1])][action]


def parse_action(s, text):
    words = text.strip().split()
    if s.dealt < DEALT[s.round]:
        mark = words[-1] if s.dealt < 4 else words[0]
        return [name.lower() for name in MARKS].index(mark.lower())
    return {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}[words[0].lower()]


def actions_of(line):
    """Return the actions of a line of play, the first one first."""
    return [] if line == 0 else [*actions_of(line // 4), int(line % 4) - 1]


def rounds_of(line):
    """Return the actions of each round that was begun, each a letter: f, c or r."""
    rounds = [""]
    for action in actions_of(line):
        done = rounds[-1] and action == CALL
        rounds[-1] += "fcr"[action]
        if done and len(rounds) < 4:
            rounds.append("")
    return rounds


def text(s):
    lines = []
    for player in (0, 1):
        cards = " ".join(MARKS[card - 1] for card in s.hole[player] if card) or "-"
        lines.append(f"{PLAYERS[player]:9} {cards:5}  paid {s.paid[player] / UNIT:g}")
    board = " ".join(MARKS[card - 1] for card in s.board if card)
    return "\n".join([*lines, f"{'table':9} {board or '-'}", f"{'played':9} {'/'.join(rounds_of(s.line)) or '-'}"])


def parse(text, s):
    lines = [re.search(rf"{place} +((?:[2-9TJQKA][cdhs] ?)+|-)", text) for place in (*PLAYERS, "table")]
    cards = [found[1].split() for found in lines if found]
    played = re.search(r"played +([fcr/]+|-)", text)
    if played is None or len(cards) < 3:
        raise ValueError("expected 'dealer As Ks', 'big blind 7c 7d', 'table -' and 'played rc/' or 'played -'")
    initial(s)
    dealer, other, board = ([MARKS.index(mark) for mark in marks if mark != "-"] for marks in cards)
    for card in [*dealer, *other]:
        apply(s, card)
    for letter in played[1].translate({ord("/"): None, ord("-"): None}):
        while mover(s) == CHANCE and board:
            apply(s, board.pop(0))
        apply(s, "fcr".index(letter))
    for card in board:
        apply(s, card)
