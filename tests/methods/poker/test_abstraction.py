"""Limit hold'em with buckets: sampled, saved and played; buckets here are cheap to make."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.unmeasured import sampled
from outfox.methods.poker import abstraction as module
from outfox.methods.poker.buckets import Buckets, BucketSettings, frame, information_sets
from outfox.players import player
from outfox.rules import load
from outfox.rules.errors import NotSupported
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed

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
