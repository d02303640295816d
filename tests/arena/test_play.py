"""Single games: how they end, and what their records say."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.arena import play_game
from outfox.arena.openings import opening
from outfox.arena.play import draw
from outfox.formats import replay
from outfox.players import as_player, player
from outfox.rules import NotSupported, OutfoxError, load
from outfox.workers.seeds import root_seed

BOTS = "tests/players/bots.py"
HOLD_AT_20 = f"{BOTS}:hold_at_20"


def two(a: str, b: str):
    return as_player(a), as_player(b)


def test_a_game_by_the_rules():
    game = load("tic-tac-toe")
    seen = []
    record = play_game(game, two(f"{BOTS}:first_legal", f"{BOTS}:last_by_name"), seed=3, watch=seen.append)
    assert record.names == ("a3", "c1", "b3", "b1", "c3")
    assert (record.payoff, record.ending, record.reason, record.winner) == (1.0, "normal", "", 0)
    assert (record.seed, record.task, record.start, record.opening) == (3, (), 0, 0)
    assert record.rules_key == game.rules_key
    assert [position.history for position in seen] == [position.history for position in replay(record)]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("bad", "reason"), [("illegal", "'10000' is not legal"), ("no_answer", "None is no action")])
def test_an_illegal_action_loses(bad, reason, seat):
    players = two(f"{BOTS}:{bad}", "random")
    record = play_game(load("tic-tac-toe"), players if seat == 0 else players[::-1])
    assert record.ending == "illegal"
    assert record.winner == 1 - seat
    assert f"{BOTS}:{bad} as {'xo'[seat]}: {reason}" in record.reason
    assert all(position is not None for position in replay(record))


def test_an_illegal_action_loses_what_a_loss_is_worth():
    record = play_game(load("dots-and-boxes"), two("random", f"{BOTS}:illegal"), seed=1)
    assert record.payoff == load("dots-and-boxes").scale


def test_a_player_that_fails_is_named_with_its_line():
    message = r"bots.py:crashing failed after 0 plies: ZeroDivisionError: no idea \(.*bots.py:25\)"
    with pytest.raises(OutfoxError, match=message):
        play_game(load("tic-tac-toe"), two(f"{BOTS}:crashing", "random"))


def test_what_a_human_raises_ends_the_game():
    class Resigned(Exception):
        pass

    def ask(position, complaint):
        raise Resigned

    with pytest.raises(Resigned):
        play_game(load("tic-tac-toe"), (player("human", ask=ask), player("random")))


def test_the_third_occurrence_of_a_state_is_endless_play():
    # Both step to and fro: right, left, right, left.
    record = play_game(load("cat-and-mouse:rows=3,cols=3"), (as_player(to_and_fro), as_player(to_and_fro)))
    assert (record.ending, record.payoff, record.plies) == ("endless", -1.0, 8)
    assert record.reason == "a state occurred for the third time after 8 plies"


def to_and_fro(position):
    wanted = ("right", "left") if position.mover == 0 else ("left", "right")
    return wanted[len(position.history) // 2 % 2]


def test_waiting_for_the_dice_is_not_endless():
    # Rolling ones for a while comes back to the same state, again and again.
    game = load("pig:sides=2,target=30")
    record = play_game(game, two(f"{BOTS}:first_legal", f"{BOTS}:first_legal"), seed=8, max_plies=3000)
    states = [position.key for position in replay(record)]
    assert max(states.count(key) for key in set(states)) >= 3
    assert record.ending in ("normal", "max_plies")


@pytest.mark.parametrize(("spec", "payoff"), [("cat-and-mouse", -1.0), ("connect-four", 0.0)])
def test_a_limit_of_plies(spec, payoff):
    record = play_game(load(spec), two("random", "random"), seed=1, max_plies=5)
    assert (record.ending, record.payoff, record.plies) == ("max_plies", payoff, 5)


def test_the_last_ply_may_end_the_game():
    record = play_game(load("tic-tac-toe"), two(f"{BOTS}:first_legal", f"{BOTS}:last_by_name"), max_plies=5)
    assert record.ending == "normal"


def test_a_game_from_the_middle():
    game = load("tic-tac-toe")
    middle = game.start().play("b2").play("a1")
    record = play_game(game, two("random", "random"), start=middle)
    assert record.opening == 2
    assert record.names[:2] == ("b2", "a1")
    parsed = play_game(game, two("random", "random"), start=game.parse(middle.text))
    assert (parsed.start, parsed.opening, parsed.position) == (None, 0, middle.text)
    *_, last = replay(parsed)
    assert last.is_terminal
    assert play_game(game, two("random", "random"), start=last).plies == 0
    with pytest.raises(ValueError, match="a position of tic-tac-toe, not of nim"):
        play_game(load("nim"), two("random", "random"), start=middle)


def test_seats_and_chance_have_streams_of_their_own():
    game = load("connect-four")
    games = [play_game(game, two("random", "random"), seed) for seed in range(20)]
    assert len({record.actions for record in games}) == 20
    rolls = [play_game(load("pig"), two(HOLD_AT_20, HOLD_AT_20), seed).actions[:8] for seed in range(20)]
    assert len(set(rolls)) > 15
    assert games[3] == play_game(game, two("random", "random"), root_seed(3))


def test_outcomes_are_drawn_with_their_odds():
    rolling = load("pig:sides=3").start().play("roll")
    random = np.random.default_rng(2)
    counts = np.bincount([draw(rolling, random) for _ in range(3000)], minlength=3)
    assert (abs(counts - 1000) < 100).all()


def test_openings():
    game = load("connect-four")
    first, again, other = (opening(game, 0, 4, root_seed(seed)) for seed in (1, 1, 2))
    assert first.history == again.history != other.history
    assert len(other.history) == 4
    with pytest.raises(NotSupported, match="over after 6 random plies"):
        opening(load("nim:piles=[1,2]"), 0, 6, root_seed(1))


def test_several_starting_states_take_turns(tmp_path):
    path = tmp_path / "piles.py"
    path.write_text(PILES, encoding="utf-8")
    game = load(path)
    assert [opening(game, number, 0, root_seed(0)).start for number in range(4)] == [0, 1, 2, 0]
    record = play_game(game, two("random", "random"), start=opening(game, 2, 0, root_seed(0)))
    assert next(replay(record)).state.left == 4


PILES = """
import numpy as np
from outfox.rules import TERMINAL

ACTIONS, STARTS = 2, 3
State = np.dtype([("left", np.int8), ("turn", np.int8)])

def initial(s):
    s.left = 2

def start(i, s):
    s.left = 2 + i

def mover(s):
    return s.turn if s.left else TERMINAL

def legal_actions(s):
    yield 0
    if s.left > 1:
        yield 1

def apply(s, action):
    s.left -= action + 1
    s.turn = 1 - s.turn

def payoff(s):
    return 1.0 if s.turn else -1.0
"""
