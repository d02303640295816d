"""Hands of limit hold'em between policies and styles in compiled code; buckets here are cheap to make."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from outfox.kernel import hands_buckets as place
from outfox.kernel.hands_boards import HANDS, numbering
from outfox.kernel.random import seeded
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.unmeasured import sampled
from outfox.methods.poker import abstraction as module
from outfox.methods.poker import duels
from outfox.methods.poker.buckets import Buckets, BucketSettings, frame, information_sets
from outfox.methods.poker.kinds import kind_of_hand
from outfox.players.style_player import STYLES, StylePlayer
from outfox.rules import load
from outfox.rules.errors import NotSupported
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed, task_seed
from tests.naive.equilibrium import GOLDEN, finished

SETTINGS = EquilibriumSettings("external-sampling", iterations=3000, buckets=2)
SEED, DECKS = 7, 8


@pytest.fixture(scope="module")
def game():
    return load("limit-holdem")


@pytest.fixture(scope="module", autouse=True)
def cheap():
    """Have all hands after the flop in the first of two buckets; of three, in one by numbers of hand and board."""
    plain = frame()
    made = {
        BucketSettings(2): Buckets(BucketSettings(2), plain),
        BucketSettings(3): Buckets(BucketSettings(3), by_numbers(plain, lambda hand, board: (hand + board) % 3)),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "buckets", lambda settings, _: made[settings])
        module._MADE.clear()
        yield made
        module._MADE.clear()


@pytest.fixture(scope="module")
def found(game):
    return sampled(game, SETTINGS, seed=1)


@pytest.fixture(scope="module")
def other(game):
    return sampled(game, replace(SETTINGS, buckets=3), seed=2)


def by_numbers(tables, of):
    """Return tables in which what stands for a hand on a board follows from their numbers."""
    tables = tables.copy()
    for cards, begin in ((3, place.FLOP), (4, place.TURN), (5, place.RIVER)):
        into = tables[begin : begin + place.CANONICAL[cards] * HANDS].reshape(-1, HANDS)
        hands = np.arange(HANDS, dtype=np.int32)
        for first in range(0, len(into), 2000):
            boards = np.arange(first, min(first + 2000, len(into)), dtype=np.int32)
            into[first : first + 2000] = of(hands[None, :], boards[:, None])
    return tables


def seat(found):
    return duels.Table(found.game, found.table(), found.hands)


def policy_of(found):
    """Return how the policy answers what is seen."""
    table = found.table()
    return lambda seen: table.odds_of(found.hands.keys([seen.view], [seen.mover]), seen.mover, seen.legal)


def test_hands_against_a_style_as_players_play_them(found, monkeypatch):
    half = duels.UNITS // 2
    tables = by_numbers(found.hands.tables, lambda hand, board: board * 73 % half + hand * 181 % half)
    tables[place.PREFLOP : place.FLOP_BOARDS] = 2 * (np.arange(HANDS) * 181 % half)
    monkeypatch.setattr(duels, "equities", lambda: tables)
    style = STYLES["bluff"].settings
    numbers = (style.stay, style.bet, style.bluff, 0.1)
    won = seat(found).against(numbers, DECKS, seed=SEED)
    player, equities = StylePlayer(type(style)(*numbers)), Buckets(BucketSettings(), tables)
    player._game = found.game

    def answer(seen):
        cards = [card - 1 for card in [*seen.view.hole, *seen.view.board] if card]
        return player.policy_with(seen, float(equities.of(cards)) / duels.UNITS).tolist()

    agree(won, one_by_one(found.game, policy_of(found), answer))


def test_hands_between_policies_as_players_play_them(found, other):
    won = seat(found).against(seat(other), DECKS, seed=SEED)
    agree(won, one_by_one(found.game, policy_of(found), policy_of(other)))


def agree(won, expected):
    assert won.decks == DECKS
    assert won.seats == pytest.approx(expected.mean(axis=0))
    assert won.average == pytest.approx(expected.mean())
    pairs = expected.mean(axis=1)
    assert won.margin == pytest.approx(1.959964 * pairs.std(ddof=1) / np.sqrt(DECKS))
    assert won.margins == pytest.approx(1.959964 * expected.std(axis=0, ddof=1) / np.sqrt(DECKS))


def one_by_one(game, first, second):
    """Play the same hands with the same random numbers, position by position."""
    deals = [int(seeded(task_seed(root_seed(SEED), 0))[0])]

    def word(state):
        state[0] = (state[0] + GOLDEN) % 2**64
        return finished(state[0])

    def pick(odds, number):
        x = (number >> 11) / 2**53
        for k, p in enumerate(odds[:-1]):
            x -= p
            if x < 0:
                return k
        return len(odds) - 1

    won = np.zeros((DECKS, 2))
    for deck in range(DECKS):
        deal = word(deals)
        for mine in range(2):
            position, drawn, luck = game.start(), 0, [finished(((deal ^ 64) + GOLDEN) % 2**64)]
            while not position.is_terminal:
                if position.is_chance:
                    number = word([finished(((deal ^ drawn) + GOLDEN) % 2**64)])
                    drawn += 1
                    outcomes = position.chance
                    position = position.play(outcomes[pick([p for _, p in outcomes], number)][0])
                    continue
                seen = seen_by(game, position)
                odds = (first if position.mover == mine else second)(seen)
                position = position.play(seen.legal[pick(odds, word(luck))])
            won[deck, mine] = position.payoff if mine == 0 else -position.payoff
    return won


def test_what_one_wins_the_other_loses(found, other):
    """The same hands, told from the other side: to the last bit."""
    one, two = seat(found), seat(other)
    here, there = one.against(two, 3000, SEED), two.against(one, 3000, SEED)
    assert here.average == -there.average
    assert here.average != 0.0
    assert here.seats == (-there.seats[1], -there.seats[0])
    assert here.margins == there.margins[::-1]
    assert here.margin == there.margin
    assert (here.unknown, here.opponent_unknown) == (there.opponent_unknown, there.unknown)


def test_nobody_wins_from_himself(found):
    won = seat(found).against(seat(found), 3000, SEED)
    assert won.average == won.margin == 0.0
    assert won.seats[0] == -won.seats[1] != 0.0


@pytest.fixture(scope="module")
def simple(found):
    """Return complete policies that always fold (or check), call or raise, made by going through all betting."""
    views, players, legal = [], [], []
    kinds = [np.argmax(kind_of_hand() == kind) for kind in range(169)]
    position = found.game.start()
    for card in range(4):
        position = position.play(card)
    for seen in decisions(position):
        for hand in kinds[: 1 if seen.view.board[0] else None]:
            view = seen.view.copy()
            if not seen.view.board[0]:
                view.hole[0], view.hole[1] = numbering().first[hand] + 1, numbering().second[hand] + 1
            views.append(view)
            players.append(seen.mover)
            legal.append(seen.legal)
    sets = dict(zip(found.hands.keys(views, players).tolist(), legal, strict=True))
    return {name: always(found, sets, choose) for name, choose in (("fold", min), ("call", calls), ("raise", max))}


def decisions(position):
    """Return what is seen in all decisions from here on."""
    if position.is_terminal:
        return []
    if position.is_chance:
        return decisions(position.play(position.chance[0][0]))
    after = [decisions(position.play(action)) for action in position.legal]
    return [seen_by(position.game, position), *(one for some in after for one in some)]


def calls(_):
    return 1


def always(found, sets, choose):
    """Return the policy with one action in each information set."""
    odds = [[float(action == choose(legal)) for action in legal] for legal in sets.values()]
    first = np.cumsum([0, *map(len, odds)])
    return replace(
        found.table(),
        keys=np.array(list(sets), np.int64)[:, None],
        first=first,
        actions=np.full(first[-1], -1, np.int32),
        probabilities=np.concatenate(odds),
    )


@pytest.mark.parametrize("name", ["fold", "call", "raise"])
def test_a_style_as_a_policy_is_the_style(found, other, simple, name):
    """The policy that does in each information set what a style does, which ignores its cards: the same figures."""
    assert len(simple[name].keys) == information_sets(BucketSettings(1))
    style = STYLES[name].settings
    numbers = style.stay, style.bet, style.bluff, style.noise
    for one in (seat(found), seat(other)):
        mine = one.against(one.beside(simple[name]), 2000, SEED)
        assert mine == one.against(numbers, 2000, SEED)
        assert mine.opponent_unknown == 0.0


def test_who_always_folds_pays_the_blinds(found, simple):
    """The dealer gives half a big blind, the big blind a whole one: to the last bit, and no interval."""
    table = seat(found)
    won = table.beside(simple["raise"]).against(table.beside(simple["fold"]), 100)
    assert won.seats == (1.0, 0.5)
    assert (won.average, won.margin) == (0.75, 0.0)


def test_tables_with_the_same_buckets_share_them(found, other):
    table = seat(found)
    assert table.beside(found.table()).hands is table.hands
    assert table.beside(other.table()).hands.settings == BucketSettings(3)


def test_hands_told_apart_have_no_buckets(game, found):
    """A policy that tells all hands apart has hardly met any: it plays at random, and says so."""
    apart = sampled(game, replace(SETTINGS, buckets=0, iterations=10), seed=1)
    won = seat(found).against(seat(apart), 2000, SEED)
    assert won.opponent_unknown > 1.0
    plain = seat(found).against((0.0, 2.0, 0.0, 1.0), 2000, SEED)
    assert won.average == pytest.approx(plain.average, abs=won.margin)


def test_what_cannot_be_seated_is_said_in_a_line(game, found):
    table = found.table()
    for policy, message in (
        (replace(table, game="kuhn"), "this policy is for kuhn, not for limit-holdem"),
        (replace(table, rules_key="other"), "made for other rules of limit-holdem"),
        (replace(table, keys=np.zeros((1, 12), np.int64)), "lists what players see"),
        (replace(table, actions=np.abs(table.actions)), "lists what players see"),
        (replace(table, about={"buckets": 2}), "does not say by which buckets"),
        (replace(table, about={**table.about, "tables": "0"}), "made with other buckets of hands"),
    ):
        with pytest.raises(NotSupported, match=message) as caught:
            duels.Table(game, policy)
        assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_equities_are_those_of_styles():
    from outfox.players.hand_equity import limit_holdem_equity

    tables, random = Buckets(BucketSettings(), duels.equities()), np.random.default_rng(3)
    for cards in (0, 3, 4, 5):
        for _ in range(25):
            deal = random.permutation(52)[: 2 + cards].tolist()
            view = type("View", (), {"hole": [c + 1 for c in deal[:2]], "board": [c + 1 for c in deal[2:]]})
            exact = limit_holdem_equity(view) * duels.UNITS
            assert exact - 1 < float(tables.of(deal)) <= exact + 1e-3
