"""Duplicate deals: one deck for both games of a pair, whatever is bet, and no deck more often than chance has it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from outfox.arena import match, tournament
from outfox.arena.duplicate import dealt, decks
from outfox.arena.play import CHANCE_STREAM, play_game
from outfox.formats import load_records
from outfox.players import player
from outfox.rules import OutfoxError, load
from outfox.workers.seeds import root_seed, task_seed

HOLDEM = load("limit-holdem")


def cards(result):
    return [dealt(load(result.game), record) for record in result.records]


def test_the_board_is_the_same_card_by_card_however_the_bets_go():
    """Who calls always sees all cards; who is random folds, raises and calls: the lines differ, the cards do not."""
    result = match(HOLDEM, "call", "random", games=24, seed=4)
    hands = cards(result)
    lines = [tuple(name for name in record.names if " " not in name) for record in result.records]
    differing = 0
    for first, second in zip(range(0, 24, 2), range(1, 24, 2), strict=True):
        shared = min(len(hands[first]), len(hands[second]))
        assert shared >= 4
        assert hands[first][:shared] == hands[second][:shared]
        assert result.records[first].players == result.records[second].players[::-1]
        differing += shared == 9 and lines[first] != lines[second]
    assert differing > 1, "whole boards after different bets"


def test_hands_stay_with_the_seat_so_each_player_has_both():
    first, second = match(HOLDEM, "call", "raise", games=2, seed=2).records
    assert first.names[:4] == second.names[:4]
    assert first.payoff != 0
    assert second.payoff == first.payoff, "the cards decide alone, in either seat"
    assert (first.players, second.players) == (("call", "raise"), ("raise", "call"))


@pytest.mark.parametrize("game", ["kuhn", "leduc", "liars-dice:faces=3", "pig:target=12"])
def test_the_kth_event_of_every_game_takes_the_kth_number(game):
    loaded = load(game)
    result = match(loaded, "random", "random", games=20, seed=6)
    for pair in range(0, 20, 2):
        one, other = (dealt(loaded, record) for record in result.records[pair : pair + 2])
        shared = min(len(one), len(other))
        assert one[:shared] == other[:shared]


def test_without_duplicates_the_deals_differ():
    alone = match(HOLDEM, "call", "call", games=6, duplicate=False)
    assert (alone.distinct_decks, len(set(cards(alone)))) == (6, 6)
    assert match(HOLDEM, "call", "call", games=6, seats="fixed").distinct_decks == 6
    shared = match(HOLDEM, "call", "call", games=6)
    assert (shared.distinct_decks, len(set(cards(shared)))) == (3, 3)
    assert shared.records[::2] != alone.records[::2], "the records say on which terms they were played"
    assert [r.actions for r in shared.records[::2]] == [r.actions for r in alone.records[::2]]


def test_seeds_give_different_decks():
    """A competition was void because its extra matches repeated one sequence of cards.

    Of 52 * 51 * ... * 44 deals, 48 drawn at random hold no deal twice but with probability 1e-12.
    """
    found = Counter()
    for seed in range(8):
        result = match(HOLDEM, "call", "call", games=12, seed=seed)
        assert result.distinct_decks == 6
        found.update(decks(HOLDEM, result.records))
    assert len(found) == 48


def test_streams_of_all_seeds_and_pairs_differ():
    streams = {
        tuple(np.random.default_rng(task_seed(root_seed(seed), pair, CHANCE_STREAM)).random(4).tolist())
        for seed in range(40)
        for pair in range(0, 100, 2)
    }
    assert len(streams) == 2000


def test_no_deal_comes_more_often_than_chance_has_it():
    """Kuhn has six deals, each as likely: chi-square with 5 degrees of freedom is above 20.5 once in a thousand."""
    result = match("kuhn", "call", "call", games=600, seed=11)
    counts = Counter(decks(load("kuhn"), result.records))
    assert result.distinct_decks == len(counts) == 6
    assert sum((count - 50) ** 2 / 50 for count in counts.values()) < 20.5


def test_a_deck_can_be_given():
    players = player("call"), player("raise")
    one, other = (
        play_game(HOLDEM, players, seed=seed, deck=np.random.SeedSequence(9)) for seed in (1, 2)
    )  # fmt: skip
    assert one.actions == other.actions
    assert play_game(HOLDEM, players, seed=1).actions != one.actions


def test_pairs_are_what_intervals_count():
    """With one deck and the same bets in both seats, cards decide nothing: each pair is drawn, and that is certain."""
    result = match(HOLDEM, "call", "raise", games=16, seed=1)
    assert result.payoff == 0.0
    assert result.payoff_interval == (0.0, 0.0)
    assert "8 duplicate pairs with 8 distinct decks" in " ".join(str(result).split())
    assert "A wins +0.0 mbb/g" in str(result)
    assert result.to_dict()["unit"] == {"name": "mbb/g", "of_payoff": 1000.0}
    single = match(HOLDEM, "call", "raise", games=16, seed=1, duplicate=False)
    assert single.payoff_interval[1] - single.payoff_interval[0] > 1.0


def test_a_deck_that_others_begin_with_is_none_of_its_own():
    """Leduc has 120 deals of three cards; a game that ends before the board shows two of them."""
    result = match("leduc", "random", "random", games=500, seed=2)
    pairs = decks(load("leduc"), result.records)
    assert {len(deck) for deck in pairs} == {2, 3}
    longer = {deck for deck in pairs if len(deck) == 3}
    alone = {deck for deck in pairs if len(deck) == 2 and not any(three[:2] == deck for three in longer)}
    assert result.distinct_decks == len(longer) + len(alone) <= 120


def test_tournaments_deal_duplicates_too():
    result = tournament("kuhn", ["call", "raise", "random"], games=20, seed=3)
    kuhn = load("kuhn")
    firsts = []
    for meeting in result.meetings.values():
        hands = [dealt(kuhn, record) for record in meeting.records]
        assert hands[::2] == hands[1::2]
        firsts.append(tuple(hands))
    assert len(set(firsts)) == 3, "each two have decks of their own"


def test_games_of_other_terms_are_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    match("kuhn", "call", "raise", games=4, records=path, duplicate=False)
    with pytest.raises(OutfoxError, match="the terms was the usual ones, not duplicate=True"):
        match("kuhn", "call", "raise", games=6, records=path, resume=True)
    again = match("kuhn", "call", "raise", games=6, records=path, resume=True, duplicate=False)
    assert again.resumed == 4
    assert len(load_records(path)) == 6
