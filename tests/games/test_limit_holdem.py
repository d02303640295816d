"""Limit hold'em: beside OpenSpiel's universal_poker, its showdowns beside two judges, its rules one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from math import comb

import numpy as np
import pytest

from outfox.formats.cards import parse_cards
from outfox.kernel.hands import hand_values
from outfox.rules import CHANCE, IllegalAction, load

PEER = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,firstPlayer=1 2 2 2,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=2 2 4 4,maxRaises=3 4 4 4,stack=1000 1000)"
)

GAME = load("limit-holdem")


def alike(s, theirs):
    """Compare a state with OpenSpiel's; return what follows, and the probabilities at chance."""
    mover = GAME.mover(s)
    assert (mover == -2) == theirs.is_terminal()
    if mover == -2:
        assert [2 * GAME.payoff(s), -2 * GAME.payoff(s)] == theirs.returns(), GAME.text(s)
        return []
    if mover == CHANCE:
        assert theirs.is_chance_node()
        ours, outcomes = GAME.chance(s), theirs.chance_outcomes()
        assert [a for a, _ in ours] == [a for a, _ in outcomes]
        assert ours[0][1] == pytest.approx(outcomes[0][1])
        assert len({p for _, p in ours}) == 1
        return [a for a, _ in ours]
    assert mover == theirs.current_player()
    assert GAME.legal(s) == theirs.legal_actions()
    return GAME.legal(s)


def test_random_play_beside_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    peer, choice, showdowns = pyspiel.load_game(PEER), random.Random(7), 0
    for number in range(200):
        s, theirs = GAME.initial(), peer.new_initial_state()
        while actions := alike(s, theirs):
            # Two games of three without folds, so that most come to a showdown.
            action = choice.choice([a for a in actions if a > 0 or number % 3 == 0 or GAME.mover(s) == CHANCE])
            GAME.apply(s, action)
            theirs.apply_action(action)
        showdowns += s.dealt == 9
        line = next(row for row in str(theirs).splitlines() if row.startswith("ACPC State: "))
        assert line.split(":")[3] == GAME.text(s).split()[-1]
    assert showdowns > 100


# --- showdowns --------------------------------------------------------------------------------


def shown_down(cards):
    """Return the winner (1 the dealer, -1 the other, 0 nobody) where nobody bets."""
    s = GAME.initial()
    s.hole[0], s.hole[1] = np.array(cards[:2]) + 1, np.array(cards[2:4]) + 1
    s.board[:] = np.array(cards[4:]) + 1
    s.paid[0], s.over = 2, True
    return GAME.payoff(s)


def dealt(count, seed):
    draw = np.random.default_rng(seed)
    return [draw.choice(52, 9, replace=False).tolist() for _ in range(count)]


def test_showdowns_beside_the_evaluator():
    deals = dealt(800, 1)
    dealer = hand_values([d[:2] + d[4:] for d in deals]).astype(int)
    other = hand_values([d[2:4] + d[4:] for d in deals]).astype(int)
    assert [shown_down(d) for d in deals] == np.sign(dealer - other).tolist()


def test_showdowns_beside_pokerkit():
    """Rare hands too: some deals are dealt from one or two suits, or from few ranks."""
    pokerkit = pytest.importorskip("pokerkit")
    marks = GAME.module.__dict__["MARKS"]
    draw, deals = np.random.default_rng(2), dealt(100, 3)
    for deck in (range(3, 52, 4), [c for c in range(52) if c % 4 > 1], range(20), [*range(4), *range(20, 30), 50]):
        deals += [draw.choice(list(deck), 9, replace=False).tolist() for _ in range(40)]
    seen = set()
    for deal in deals:
        board = "".join(marks[c] for c in deal[4:])
        hands = [pokerkit.StandardHighHand.from_game("".join(marks[c] for c in deal[k : k + 2]), board) for k in (0, 2)]
        assert shown_down(deal) == (hands[0] > hands[1]) - (hands[0] < hands[1]), deal
        seen |= {hand.entry.label for hand in hands}
    assert len(seen) == 9  # of each kind of hand some


# --- the rules one by one -----------------------------------------------------------------------------


def after(*names):
    position = GAME.start()
    for name in names:
        position = position.play(name)
    return position


HOLE = "dealer gets As", "dealer gets Kd", "big blind gets 7c", "big blind gets 7d"


def names(position):
    return [position.name(action) for action in position.legal]


def test_the_dealer_begins_and_the_big_blind_is_a_bet():
    p = after(*HOLE)
    assert (p.mover, names(p)) == (0, ["fold", "call", "raise"])
    assert p.play("fold").payoff == -0.5
    p = p.play("raise").play("raise").play("raise")
    assert (p.mover, names(p), list(p.state.paid)) == (1, ["fold", "call"], [8, 6])
    assert p.play("fold").payoff == 3.0


def test_the_big_blind_may_raise_after_a_call():
    p = after(*HOLE, "call")
    assert (p.mover, names(p)) == (1, ["check", "bet"])
    assert p.play("check").is_chance
    assert names(p.play("bet")) == ["fold", "call", "raise"]


def test_the_other_player_begins_after_the_flop_and_bets_double():
    p = after(*HOLE, "call", "check", "2s on the table", "3s on the table", "4s on the table")
    assert (p.mover, names(p)) == (1, ["check", "bet"])
    p = p.play("bet")
    for _ in range(3):
        p = p.play("raise")
    assert names(p) == ["fold", "call"]
    assert list(p.state.paid) == [10, 8]
    p = p.play("call").play("9h on the table").play("bet")
    assert (p.mover, list(p.state.paid)) == (0, [10, 14])


def test_the_most_that_can_be_lost():
    cap = "bet", "raise", "raise", "raise", "call"
    p = after(*HOLE, *cap[1:], *(f"{card} on the table" for card in ("2s", "3s", "4s")), *cap)
    p = p.play("Th on the table")
    for name in (*cap, "Jh on the table", *cap):
        p = p.play(name)
    assert (p.is_terminal, p.payoff, GAME.scale) == (True, -24.0, 24.0)


def test_equal_hands_share():
    board = [f"{card} on the table" for card in ("Ts", "Js", "Qs", "Ks", "2d")]
    p = after("dealer gets 9c", "dealer gets 8c", "big blind gets 9d", "big blind gets 3c", "call", "check", *board[:3])
    for name in ("check", "check", board[3], "check", "check", board[4], "check", "check"):
        p = p.play(name)
    assert p.payoff == 0.0


def test_no_card_comes_twice():
    with pytest.raises(IllegalAction):
        after("dealer gets As", "dealer gets As")


def test_the_order_of_cards_that_fall_together_is_not_seen():
    game, views = GAME, []
    kind = type("", (), {})
    for hole in (("As", "Kd"), ("Kd", "As")):
        for flop in (("2s", "3s", "4s"), ("4s", "2s", "3s"), ("3s", "4s", "2s")):
            deals = [f"dealer gets {card}" for card in hole] + list(HOLE[2:])
            p = after(*deals, "call", "check", *(f"{card} on the table" for card in flop))
            view = kind()
            view.hole, view.board, view.shown = np.zeros(2, int), np.zeros(5, int), np.zeros(2, int)
            game.call("observe", p.state, 0, view)
            views.append((view.hole.tolist(), view.board.tolist(), view.line))
    assert all(view == views[0] for view in views)


def test_text_reads_back():
    choice = random.Random(4)
    for _ in range(20):
        p = GAME.start()
        while not p.is_terminal:
            assert GAME.parse(p.text).state == p.state
            p = p.play(choice.choice([a for a, _ in p.chance] if p.is_chance else p.legal))
        assert GAME.parse(p.text).state == p.state


def decisions_by_round(game):
    """Return how many public decisions each round of betting has: the lines of play with cards that do not matter."""
    deck, counts, open_ = parse_cards("AcAd 2h7s KcKd8h 9s 4c"), [0, 0, 0, 0], [(game.start(), 0)]
    while open_:
        position, dealt = open_.pop()
        if position.is_chance:
            open_.append((position.play(deck[dealt]), dealt + 1))
        elif not position.is_terminal:
            counts[(4, 7, 8, 9).index(dealt)] += 1
            open_ += [(position.play(action), dealt) for action in position.legal]
    return counts


def deals_up_to_suits():
    """Return in how many ways a hand and the board of each round can fall up to suits, by counting what a suit moves.

    Of all permutations of suits the mean number of deals that each leaves as they are (Burnside). It leaves a set of
    cards as it is that is made of whole cycles.
    """
    totals = [0, 0, 0, 0]
    for images in permutations(range(4)):
        cycles = Counter(cycle_of(images, suit) for suit in range(4))
        ones, twos, threes = (13 * cycles[length] // length for length in (1, 2, 3))
        for hand, used in ((comb(ones, 2), (2, 0)), (twos, (0, 1))) if ones else ((twos, (0, 1)),):
            a, b = ones - used[0], twos - used[1]
            totals[0] += hand
            for flop, left in ((comb(a, 3), a - 3), (a * b, a - 1), (threes, a)):
                totals[1] += hand * flop
                totals[2] += hand * flop * left
                totals[3] += hand * flop * left * (left - 1)
    return [total // 24 for total in totals]


def cycle_of(images, suit):
    length, at = 1, images[suit]
    while at != suit:
        length, at = length + 1, images[at]
    return length


def test_sizes_that_were_published():
    """Johanson 2013, Measuring the size of large no-limit poker games, for this game of limit hold'em."""
    decisions = decisions_by_round(load("limit-holdem"))
    assert sum(decisions) == 6_378
    hands, flops, turns, rivers = comb(52, 2), comb(50, 3), 47, 46
    deals = [hands, hands * flops, hands * flops * turns, hands * flops * turns * rivers]
    assert sum(n * each for n, each in zip(decisions, deals, strict=True)) == 319_365_922_522_608
    up_to_suits = deals_up_to_suits()
    assert up_to_suits[0] == 169
    assert sum(n * each for n, each in zip(decisions, up_to_suits, strict=True)) == 13_803_249_787_132
