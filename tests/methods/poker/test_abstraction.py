"""Limit hold'em with buckets: sampled, saved, played, and hands against styles; buckets here are cheap to make."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.kernel import hands_buckets as place
from outfox.kernel.hands_boards import HANDS
from outfox.kernel.random import seeded
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.unmeasured import sampled
from outfox.methods.poker import abstraction as module
from outfox.methods.poker import duels
from outfox.methods.poker.buckets import Buckets, BucketSettings, frame, information_sets
from outfox.players import player
from outfox.players.style_player import STYLES, StylePlayer
from outfox.rules import load
from outfox.rules.errors import NotSupported
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed, task_seed
from tests.naive.equilibrium import GOLDEN, finished

SETTINGS = EquilibriumSettings("external-sampling", iterations=3000, buckets=2)


@pytest.fixture(scope="module")
def cheap():
    """Have all hands after the flop in the first of two buckets."""
    made = Buckets(BucketSettings(2), frame())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "buckets", lambda *_: made)
        module._MADE.clear()
        yield made
        module._MADE.clear()


@pytest.fixture(scope="module")
def found(cheap):
    return sampled(load("limit-holdem"), SETTINGS, seed=1)


@pytest.fixture
def file(found, tmp_path):
    found.table().save(tmp_path / "holdem.npz", found.game)
    return tmp_path / "holdem.npz"


def test_all_information_sets_are_met_and_no_more(found):
    """With one bucket in use there are 1,352 + 6,370; some come last of all."""
    most = information_sets(BucketSettings(1))
    assert 0.9 * most < found.sampler.sets <= most
    assert found.sampler.groups > 6370  # of two sets each


def test_the_file_says_which_buckets_it_needs(file, found, cheap):
    one = player(f"policy:{file}")
    assert one.table.about["buckets"] == 2
    assert one.table.about["by"] == "strength"
    assert one.table.about["tables"] == cheap.key
    assert len(one.table.keys) == found.sampler.sets


def test_it_plays_by_buckets(file):
    """What to do with a hand is what to do with any of the same kind, and not with another."""
    game, one = load("limit-holdem"), player(f"policy:{file}")
    one.start(game, 0, root_seed(1))

    def odds(*cards):
        position = game.start()
        for card in cards:
            position = position.play(f"{'dealer' if position.state.dealt < 2 else 'big blind'} gets {card}")
        return one.policy(seen_by(game, position)).tolist()

    aces = odds("As", "Ah", "7c", "2d")
    assert aces == odds("Ad", "Ac", "Ks", "Kh")
    assert aces != odds("3s", "2h", "7c", "2d")
    assert sum(aces) == pytest.approx(1.0)
    assert one.choose(seen_by(game, first_decision(game))) in (0, 1, 2)


def first_decision(game):
    position = game.start()
    while position.is_chance:
        position = position.play(position.chance[0][0])
    return position


def test_other_buckets_are_refused(file, monkeypatch):
    module._MADE.clear()
    monkeypatch.setattr(module, "buckets", lambda settings, _: Buckets(settings, np.zeros(9, np.int16)))
    with pytest.raises(NotSupported, match="made with other buckets of hands") as caught:
        player(f"policy:{file}").start(load("limit-holdem"), 0, root_seed(1))
    module._MADE.clear()
    assert "\n" not in str(caught.value)


def test_only_its_hands_have_buckets():
    with pytest.raises(NotSupported, match="leduc has none; leave --buckets out"):
        sampled(load("leduc"), SETTINGS)


def worth(tables):
    """Return tables in which what stands for an equity follows from the numbers of hand and board."""
    tables = tables.copy()
    half = duels.UNITS // 2
    of_hand = (np.arange(HANDS) * 181 % half).astype(np.int16)
    tables[place.PREFLOP : place.FLOP_BOARDS] = 2 * of_hand
    for cards, begin in ((3, place.FLOP), (4, place.TURN), (5, place.RIVER)):
        of_board = (np.arange(place.CANONICAL[cards]) * 73 % half).astype(np.int16)
        into = tables[begin : begin + len(of_board) * HANDS].reshape(-1, HANDS)
        np.add(of_board[:, None], of_hand[None, :], out=into)
    return tables


def test_hands_against_a_style_as_players_play_them(found, monkeypatch):
    tables, policy, decks = worth(found.hands.tables), found.table(), 8
    monkeypatch.setattr(duels, "equities", lambda: tables)
    style = STYLES["bluff"].settings
    numbers = (style.stay, style.bet, style.bluff, 0.1)
    won = duels.Table(found.game, policy, found.hands).against(numbers, decks, seed=7)
    expected = one_by_one(found, policy, StylePlayer(type(style)(*numbers)), Buckets(BucketSettings(), tables), decks)
    assert won.seats == pytest.approx(expected.mean(axis=0))
    assert won.average == pytest.approx(expected.mean())
    pairs = expected.mean(axis=1)
    assert won.margin == pytest.approx(1.959964 * pairs.std(ddof=1) / np.sqrt(decks))


def one_by_one(found, policy, style, equities, decks):
    """Play the same hands with the same random numbers, position by position."""
    game, state = found.game, [int(seeded(task_seed(root_seed(7), 0))[0])]
    style.start(game, 0, root_seed(0)) if style.ignores_cards else setattr(style, "_game", game)

    def word():
        state[0] = (state[0] + GOLDEN) % 2**64
        return finished(state[0])

    def pick(odds, number):
        x = (number >> 11) / 2**53
        for k, p in enumerate(odds[:-1]):
            x -= p
            if x < 0:
                return k
        return len(odds) - 1

    won = np.zeros((decks, 2))
    for deck in range(decks):
        deal = word()
        for seat in range(2):
            position, drawn = game.start(), 0
            while not position.is_terminal:
                if position.is_chance:
                    number = finished((finished(((deal ^ drawn) + GOLDEN) % 2**64) + GOLDEN) % 2**64)
                    drawn += 1
                    outcomes = position.chance
                    position = position.play(outcomes[pick([p for _, p in outcomes], number)][0])
                    continue
                seen = seen_by(game, position)
                if position.mover == seat:
                    key = found.hands.keys([seen.view], [seat])
                    odds = policy.odds_of(key, seat, seen.legal)
                else:
                    cards = [card - 1 for card in [*seen.view.hole, *seen.view.board] if card]
                    odds = style.policy_with(seen, float(equities.of(cards)) / duels.UNITS).tolist()
                position = position.play(seen.legal[pick(odds, word())])
            won[deck, seat] = position.payoff if seat == 0 else -position.payoff
    return won


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
