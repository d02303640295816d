"""Policies of games with hidden information: written and read, refused where they are damaged, played."""

from __future__ import annotations

import json

import numpy as np
import pytest

from outfox.formats.tabular import TabularPolicy, is_tabular, open_tabular
from outfox.players import player
from outfox.rules import load
from outfox.rules.errors import DamagedFile, NotSupported
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed


@pytest.fixture
def kuhn():
    """Return Kuhn poker."""
    return load("kuhn")


@pytest.fixture
def policy(kuhn):
    """Return a policy that knows one information set: the first player with a king, before any action."""
    position = kuhn.start().play("first gets K").play("second gets J")
    view = seen_by(kuhn, position).view
    row = [int(view.card), int(view.shown), *view.moves.tolist(), int(view.plies), 0]
    return TabularPolicy(
        kuhn.spec, kuhn.rules_key, np.array([row], np.int64), np.array([0, 2]), np.array([0, 1], np.int32),
        np.array([0.25, 0.75]), {"method": "by hand"},
    )  # fmt: skip


@pytest.fixture
def file(policy, kuhn, tmp_path):
    """Return the file of that policy."""
    policy.save(tmp_path / "kuhn.npz", kuhn)
    return tmp_path / "kuhn.npz"


def test_written_and_read(file, policy):
    found = open_tabular(file)
    assert is_tabular(file)
    assert (found.game, found.rules_key, found.about) == (policy.game, policy.rules_key, policy.about)
    assert found.probabilities.tolist() == [0.25, 0.75]


def test_numpy_reads_it_alone(file, kuhn):
    with np.load(file, allow_pickle=False) as arrays:
        header = json.loads(arrays["header"].tobytes())
    assert header["parameters"] == {"cards": 3}
    assert (header["rules_version"], header["rules_key"]) == (kuhn.version, kuhn.rules_key)
    assert header["unit"] == "chips a hand"


def test_it_plays(file, kuhn):
    position = kuhn.start().play("first gets K").play("second gets Q")
    one = player(f"policy:{file}")
    chosen = []
    for seed in range(200):
        one.start(kuhn, 0, root_seed(seed))
        chosen.append(one.choose(seen_by(kuhn, position)))
    assert 120 < sum(chosen) < 175
    assert one.policy(seen_by(kuhn, position)).tolist() == [0.25, 0.75]


def test_other_games_and_unknown_views_are_refused(file, kuhn):
    one = player(f"policy:{file}")
    with pytest.raises(NotSupported, match="is for kuhn, not for kuhn:cards=4"):
        one.start(load("kuhn:cards=4"), 0, root_seed(0))
    with pytest.raises(NotSupported, match="does not know what player 0 sees"):
        one.choose(seen_by(kuhn, kuhn.start().play("first gets J").play("second gets Q")))


@pytest.mark.parametrize("change", ["cut", "bit", "other", "sums"])
def test_damaged_files_are_one_line(file, policy, kuhn, change):
    content = bytearray(file.read_bytes())
    if change == "cut":
        file.write_bytes(bytes(content[:-30]))
    elif change == "bit":
        content[len(content) // 2] ^= 1
        file.write_bytes(bytes(content))
    elif change == "other":
        np.savez(file, keys=np.zeros(3))
    else:
        policy.probabilities[0] = 0.5
        policy.save(file, kuhn)
    with pytest.raises(DamagedFile) as caught:
        open_tabular(file)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)
