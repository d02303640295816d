"""The values that Q-learning found, in a file and at the board."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.formats.q_file import leaf_rows, open_q_table
from outfox.players import player
from outfox.players.q_player import QPlayer
from outfox.rules import load
from outfox.rules.errors import DamagedFile, UnknownName
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from outfox.workers.seeds import root_seed
from tests.naive.q_grade import reached


def learned(spec="nim", **settings):
    learner = QLearner(load(spec), QSettings(**{"episodes": 2000, **settings}), seed=1)
    learner.run()
    return learner


@pytest.mark.parametrize("afterstates", [False, True])
@pytest.mark.parametrize("spec", ["nim", "pig:target=8"])
def test_a_file_gives_back_what_was_saved(tmp_path, spec, afterstates):
    table = learned(spec, afterstates=afterstates).table()
    size = table.save(tmp_path / "one.q")
    assert size == (tmp_path / "one.q").stat().st_size
    again = open_q_table(tmp_path / "one.q")
    assert (again.game.spec, again.exchange, again.facts) == (spec, spec == "nim", table.facts)
    game = load(spec)
    for position in reached(game.start(), lambda p: p.legal or [a for a, _ in p.chance])[:200]:
        assert again.value_of(position).tolist() == table.value_of(position).tolist()


def test_who_moves_is_nothing_to_nim():
    """The values of a position are those of the same piles with the other player to move."""
    table, game = learned().table(), load("nim")
    for piles in ("1 3 5 6", "0 2 5 1", "1 1 1 0"):
        one, other = (table.value_of(game.parse(f"{piles}\n{name} to move")) for name in ("first", "second"))
        assert one.tolist() == other.tolist()
        assert one.any()


def test_a_position_that_never_came_up_is_worth_nothing():
    table = learned(episodes=1).table()
    assert table.value_of(load("nim").parse("0 2 5 1\nsecond to move")).tolist() == [0.0] * 8


def test_files_that_are_no_values_of_this_game_are_refused(tmp_path):
    path = tmp_path / "nim.q"
    learned().table().save(path)
    with pytest.raises(DamagedFile, match="is of nim, not of tic-tac-toe"):
        open_q_table(path, load("tic-tac-toe"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    with pytest.raises(DamagedFile, match="is damaged"):
        open_q_table(path)
    path.write_bytes(whole[:-100] + bytes(100))
    with pytest.raises(DamagedFile, match="is damaged"):
        open_q_table(path).value_of(load("nim").start())
    path.write_text("{}")
    with pytest.raises(DamagedFile, match="is no file of Q-values"):
        open_q_table(path)


def test_the_player_takes_the_best(tmp_path):
    table = learned(episodes=50_000).table()
    table.save(tmp_path / "nim.q")
    one, game = player(f"q:{tmp_path}/nim.q"), load("nim")
    one.start(game, 1, root_seed(1))
    position = game.parse("0 0 2 1\nsecond to move")
    assert position.name(one.choose(position)) == "2 from pile 3"  # which leaves the last object to the other
    assert one.value == pytest.approx(-1)
    assert one.policy(position).tolist() == [0.0, 1.0, 0.0]


@pytest.mark.parametrize("ties", ["first", "random"])
def test_the_player_takes_ties_as_it_learned_to(ties):
    table = learned(episodes=1, ties=ties).table()
    one, game = QPlayer(table=table), load("nim")
    position, found = game.parse("0 2 5 1\nsecond to move"), set()
    for seed in range(30):
        one.start(game, 1, root_seed(seed))
        found.add(one.choose(position))
    assert one.deterministic == (ties == "first")
    assert found == ({position.legal[0]} if ties == "first" else set(position.legal))
    assert one.policy(position).sum() == 1
    assert one.policy(position).max() == (1 if ties == "first" else 1 / 8)


def test_a_player_without_its_file_says_how_to_make_it(tmp_path):
    with pytest.raises(UnknownName, match="q needs the file"):
        player("q")
    one = player(f"q:{tmp_path}/none.q")
    with pytest.raises(UnknownName, match="outfox train q-learning nim --out"):
        one.start(load("nim"), 0, root_seed(0))


def test_leaves_of_records_within_records():
    inner = np.dtype([("x", np.int8), ("big", np.uint64)])
    states = np.zeros(2, [("parts", inner, (2,)), ("share", np.float64)])
    states["parts"]["x"] = [[1, 2], [3, 4]]
    states["parts"]["big"][1, 0] = 2**64 - 1
    states["share"] = [0.0, 1.5]
    bits = np.float64(1.5).view(np.int64)
    assert leaf_rows(states, ("parts", "share")).tolist() == [[1, 0, 2, 0, 0], [3, -1, 4, 0, bits]]
