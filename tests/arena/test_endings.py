"""How games end before the rules end them: repetition, a limit, agreement."""

from __future__ import annotations

import pytest

from outfox.arena import match, play_game
from outfox.arena.adjudication import Agreed, Agreement, adjudication
from outfox.formats import read_text, replay, write_text
from outfox.methods.solve.solve import solve
from outfox.players import as_player, player
from outfox.rules import BadSetting, OutfoxError, UnknownName, load

SMALL = "cat-and-mouse:rows=3,cols=3"


def to_and_fro(position):
    wanted = ("right", "left") if position.mover == 0 else ("left", "right")
    return wanted[len(position.history) // 2 % 2]


@pytest.mark.parametrize(("repetition", "plies", "words"), [(2, 4, "second"), (3, 8, "third"), (7, 24, "7th")])
def test_the_occurrence_that_ends_a_game(repetition, plies, words):
    players = as_player(to_and_fro), as_player(to_and_fro)
    record = play_game(load(SMALL), players, repetition=repetition)
    assert (record.ending, record.payoff, record.plies) == ("endless", -1.0, plies)
    assert record.reason == f"a state occurred for the {words} time after {plies} plies"


def test_states_may_return_for_ever():
    result = match(SMALL, to_and_fro, to_and_fro, games=2, repetition=0, max_plies=50)
    assert result.endings == {"max_plies": 2}
    assert {record.terms for record in result.records} == {"max-plies=50 repetition=0"}
    assert read_text(write_text(result.records)) == list(result.records)


def test_two_deterministic_players_alternating_have_two_games():
    """40 games from one start with colours alternated: 2 distinct games, 2 that count."""
    result = match("tic-tac-toe", lambda position: position.legal[0], lambda position: position.legal[-1], games=40)
    assert (result.distinct_games, result.counted) == (2, 2)


class Sure:
    """Plays at random, and says what it is told to say."""

    def __init__(self, name, value):
        self.name, self.value, self._random = name, value, player("random")

    def start(self, game, seat, seed):
        self._random.start(game, seat, seed)

    def choose(self, seen):
        return self._random.choose(seen)


@pytest.mark.parametrize(
    ("values", "ending", "payoff"),
    [
        ((0.99, 0.96), "adjudicated", 0.96),
        ((-1.0, -0.97), "adjudicated", -0.97),
        ((0.99, -0.99), "normal", None),
        ((0.99, 0.5), "normal", None),
        ((0.99, None), "normal", None),
    ],
)
def test_a_game_ends_when_both_agree_and_not_before(values, ending, payoff):
    players = Sure("a", values[0]), Sure("b", values[1])
    record = play_game(load("connect-four"), players, seed=2, adjudicate=Agreed(0.95, plies=4))
    assert record.ending == ending
    if payoff is not None:
        assert (record.payoff, record.plies) == (payoff, 4)
        assert record.reason.startswith(f"both players said for 4 plies that {'x' if payoff > 0 else 'o'} wins")
        assert not list(replay(record))[-1].is_terminal


def test_searches_agree_and_are_usually_right():
    """With a proof on both sides the rest of the game is a formality: the same winner, in fewer plies."""
    options = {"games": 6, "seed": 4, "opening_plies": 6}
    spec = "mcts:simulations=3000"
    game = "connect-four:rows=4,cols=5"
    played = match(game, spec, "mcts:simulations=2900", **options)
    cut = match(game, spec, "mcts:simulations=2900", adjudicate="agreed:value=1,plies=2", **options)
    assert cut.endings.get("adjudicated", 0) >= 1
    assert cut.lengths["mean"] < played.lengths["mean"]
    for long, short in zip(played.records, cut.records, strict=True):
        assert long.actions[: short.plies] == short.actions
        assert (long.winner, short.winner) == (long.winner, long.winner)
    assert "adjudicated by agreed:value=1,plies=2" in str(cut)
    assert cut.records[0].terms == "opening-plies=6 adjudicate=agreed:value=1,plies=2"


def test_silence_about_a_forced_reply_breaks_no_agreement():
    agreement = Agreement(Agreed(0.9, plies=3), scale=2.0)
    said = [(0, 1.9), (1, None), (0, 1.7), (0, 1.9), (1, 1.95), (0, 2.0)]
    assert [agreement.taken(*one) for one in said] == [None, None, None, None, None, 1.95]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "nim.table"
    solve(load("nim:piles=[2,3]")).table.save(path)
    return path


@pytest.mark.parametrize("remoteness", [0, 2])
def test_a_table_ends_a_game_with_what_best_play_would_bring(table, remoteness):
    limit = f":remoteness={remoteness}" if remoteness else ""
    result = match("nim:piles=[2,3]", "random", "random", games=20, seed=1, adjudicate=f"solved:{table}{limit}")
    assert result.endings["adjudicated"] >= 10
    for record in result.records:
        last = list(replay(record))[-1]
        assert record.payoff == minimax(last)
        if record.ending == "adjudicated":
            assert record.reason.startswith(f"solved: {record.payoff:+g} in ")
            assert record.plies == 1 or remoteness


def minimax(position):
    """The value with best play, the obvious way."""
    if position.is_terminal:
        return position.payoff
    return (max if position.mover == 0 else min)(minimax(position.play(action)) for action in position.legal)


def test_a_table_of_another_game_is_said_before_the_first_game(table):
    with pytest.raises(OutfoxError, match="nim"):
        match("nim", "random", "random", games=2, adjudicate=f"solved:{table}")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("agree", "there is no adjudication 'agree'; there are off, agreed:value=0.95,plies=6 and solved:FILE"),
        ("agreed:moves=3", "there is no adjudication"),
        ("agreed:value=2", "value must be above 0 and at most 1"),
        ("agreed:plies=1", "plies must be at least 2"),
        ("agreed:plies=few", "write for example"),
    ],
)
def test_wrong_rules_are_refused(spec, message):
    with pytest.raises((UnknownName, BadSetting), match=message):
        adjudication(spec)
    assert adjudication("off") is None
    assert str(adjudication("agreed")) == "agreed:value=0.95,plies=6"
