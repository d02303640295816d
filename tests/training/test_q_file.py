"""The values that Q-learning found, in a file and at the board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outfox.formats.q_file import QTable, leaf_rows, open_q_table
from outfox.games import nim
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
    with pytest.raises(DamagedFile, match="is a file of Q-values of nim, not of tic-tac-toe"):
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


def test_the_same_rules_in_a_file_of_another_name_are_the_same_game(tmp_path):
    table, rules = learned(episodes=500).table(), tmp_path / "mine.py"
    table.save(tmp_path / "nim.q")
    text = Path(nim.__file__).read_text(encoding="utf-8")
    rules.write_text(text)
    again = open_q_table(tmp_path / "nim.q", load(str(rules)))
    start = again.game.start()
    assert again.value_of(start).tolist() == table.value_of(load("nim").start()).tolist()
    rules.write_text(text.replace("yield pile * LARGEST + taken - 1", "yield pile * LARGEST + taken - 1 + 0"))
    with pytest.raises(DamagedFile, match=r"is a file of Q-values of nim, not of .*mine\.py"):
        open_q_table(tmp_path / "nim.q", load(str(rules)))


def test_the_player_takes_the_best(tmp_path):
    table = learned(episodes=50_000).table()
    table.save(tmp_path / "nim.q")
    one, game = player(f"q:{tmp_path}/nim.q"), load("nim")
    assert one.deterministic is None  # nobody has looked into the file
    one.start(game, 1, root_seed(1))
    assert one.deterministic is False
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


AGAIN_OR_OVER = """
import numpy as np
from outfox.rules import TERMINAL

PLAYERS = "first", "second"
ACTIONS = 2
State = np.dtype([("left", np.int8), ("turn", np.int8)])


def initial(s):
    s.left = 3


def mover(s):
    return s.turn if s.left else TERMINAL


def legal_actions(s):
    yield s.turn
    yield 1 - s.turn


def apply(s, action):
    s.left -= 1
    s.turn = action ^ s.turn


def payoff(s):
    return 1.0 if s.turn == 0 else -1.0


def action_name(s, action):
    return ("again", "over to the other")[action]


def text(s):
    return f"{s.left} {s.turn}"


def swap(s, out):
    out.left, out.turn = s.left, 1 - s.turn
"""


def test_to_move_again_is_not_to_hand_over(tmp_path):
    """Either action leads to the same position as player 0 would see it; only who moves there is another."""
    (tmp_path / "again.py").write_text(AGAIN_OR_OVER)
    game = load(str(tmp_path / "again.py"))
    lists = [np.array(numbers) for numbers in ([[2, 0]], [0, 2], [0, 1], [0.5, -0.25])]
    table = QTable(game, True, False, *lists, {})
    other = game.start().play("over to the other")
    assert (other.mover, [other.name(action) for action in other.legal]) == (1, ["over to the other", "again"])
    assert table.value_of(other).tolist() == [-0.25, 0.5]


def test_leaves_of_records_within_records():
    inner = np.dtype([("x", np.int8), ("big", np.uint64)])
    states = np.zeros(2, [("parts", inner, (2,)), ("share", np.float64)])
    states["parts"]["x"] = [[1, 2], [3, 4]]
    states["parts"]["big"][1, 0] = 2**64 - 1
    states["share"] = [0.0, 1.5]
    bits = np.float64(1.5).view(np.int64)
    assert leaf_rows(states, ("parts", "share")).tolist() == [[1, 0, 2, 0, 0], [3, -1, 4, 0, bits]]
