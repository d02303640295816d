"""After a game: where either side left the winning path, beside a slow look at every move."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

import outfox
from outfox.interfaces.terminal.after_game import report_of, table_for, told

RANDOM = ("--against", "random", "--seed", "1")


def played(game: str, *names: str, begin: str = ""):
    """Return the positions of a game."""
    loaded = outfox.load(game)
    positions = [loaded.parse(begin) if begin else loaded.start()]
    for name in names:
        positions.append(positions[-1].play(name))
    return positions


@cache
def value(position) -> float:
    """Return player 0's payoff with best play, the obvious way."""
    if position.is_terminal:
        return position.payoff
    best = max if position.mover == 0 else min
    return best(value(position.play(action)) for action in position.legal)


def slow_blunders(positions):
    """Return (ply, player, loss, moves that keep the value), by trying every move."""
    found = []
    for here, after in pairwise(positions):
        sign = 1 if here.mover == 0 else -1
        best, got = value(here), value(after)
        kept = {here.name(a) for a in here.legal if value(here.play(a)) == best}
        if got != best:
            found.append((len(after.history), here.mover, sign * (best - got), kept))
    return found


GAMES = [
    ("nim:piles=[1,2,3]", ["1 from pile 1", "1 from pile 2", "3 from pile 3", "1 from pile 2"]),
    ("nim:piles=[1,2,3]", ["1 from pile 2", "1 from pile 3", "1 from pile 3", "1 from pile 3", "1 from pile 1"]),
]


@pytest.mark.parametrize(("game", "names"), GAMES)
def test_as_by_trying_every_move(game, names):
    positions = played(game, *names)
    report = report_of(table_for(positions, 10_000), positions)
    assert [(s.ply, s.player, s.loss, set(s.kept)) for s in report.blunders] == slow_blunders(positions)
    assert report.value == value(positions[0])


def test_a_draw_is_given_away_too():
    positions = played("tic-tac-toe", "b2", "b3", "a1", "c3", "a3", "a2", "c1")
    report = report_of(table_for(positions, 10_000), positions)
    assert [(s.ply, s.name, s.loss) for s in report.blunders] == [(2, "b3", 1.0)]
    assert set(report.blunders[0].kept) == {
        "a1",
        "a3",
        "c1",
        "c3",
    }  # the corners hold against the centre, the edges do not
    shown = told(positions[0].game, report)
    assert shown.startswith("With best play from its start: a draw")
    assert "Ply 2, o: b3 gave away a draw; " in shown
    assert max(map(len, shown.split("\n"))) <= 80


def test_a_win_given_away_for_a_draw():
    positions = played("tic-tac-toe", *"c3 b3 b2 a3 b1 c1 c2 a1 a2".split())
    table = table_for(positions, 10_000)
    late = positions[4:]
    blunders = report_of(table, late).blunders
    assert [(s.ply, s.player, s.loss, set(s.kept)) for s in blunders] == slow_blunders(late)
    assert "Ply 5, x: b1 gave away a win for a draw; " in told(positions[0].game, report_of(table, positions))


def test_a_game_that_goes_on_though_somebody_could_win():
    text = outfox.load("cat-and-mouse:rows=3,cols=3").start().text
    for mover, words in (("cat", ""), ("mouse", "cat wins in ")):  # the cat wins where the mouse has to move
        positions = played("cat-and-mouse:rows=3,cols=3", begin=text.replace("cat to move", f"{mover} to move"))
        report = report_of(table_for(positions, 10_000), positions, ended=False)
        assert report.unused[:12] == words
        assert ("It went on without end" in told(positions[0].game, report)) == bool(words)


def test_giving_the_turn_away_costs_twice_what_it_is_worth_and_dice_are_nobodys_fault():
    positions = played("pig:target=4,sides=3", "hold", "roll", "rolled 1")
    report = report_of(table_for(positions, 10_000), positions)
    (blunder,) = report.blunders
    assert (blunder.ply, blunder.player, blunder.kept) == (1, 0, ("roll",))
    assert blunder.before > 0
    assert blunder.loss == pytest.approx(2 * blunder.before, abs=1e-6)  # the same position, the other to move
    assert "first: hold gave away 0." in told(positions[0].game, report)


def test_too_large_a_game_has_no_report():
    assert table_for([outfox.load("nim:piles=[1,2]").start()], 3) is None


def test_the_answers_of_a_player_are_used():
    positions = played("nim:piles=[1,2]")
    table = table_for(positions, 1000)

    class Knows:
        pass

    knows = Knows()
    knows.table = table
    assert table_for(positions, 1, [None, knows]) is table
    assert table_for(positions, 1, [None]) is None


def test_the_report_follows_the_game(command):
    lines = "1 from pile 1\n2 from pile 2\n"
    found = command("play", "nim:piles=[1,2]", "--against", "human", stdin=lines)
    assert "With best play from its start: first wins in 2 plies.\n" in found.out
    assert "Ply 1, first: 1 from pile 1 gave away a win; 2 from pile 2 would have kept it.\n" in found.out
    assert "Ply 2, second: 2 from pile 2 gave away a win; 1 from pile 2 would have kept it." in found.out


def test_the_report_as_json_and_off(command):
    words = ("play", "nim:piles=[1,2]", "--against", "human", "--json")
    lines = "2 from pile 2\n1 from pile 1\n"
    report = command(*words, stdin=lines).data["report"]
    assert report == {"value": 1.0, "remoteness": 2, "blunders": [], "unused": ""}
    assert command(*words, "--report", "off", stdin=lines).data["report"] is None
    assert command(*words, stdin="quit\n").data["report"] is None
    assert "report" in command(*words, "--report", "maybe", code=2).error["message"]


def test_every_game_of_the_optimal_player_is_without_a_blunder(command):
    lines = "2 from pile 2\n1 from pile 1\n"
    found = command("play", "nim:piles=[1,2]", "--against", "solved", stdin=lines)
    assert "Neither side gave anything away." in found.out


def test_against_learned_values(command, tmp_path):
    from outfox.training.learn.q_settings import QSettings
    from outfox.training.learn.q_train import q_train

    q_train("nim:piles=[1,2]", QSettings(episodes=500), seed=1).save(tmp_path / "nim.q")
    words = ("play", "nim:piles=[1,2]", "--against", "q:nim.q", "--seat", "first", "--json")
    wins = command(*words, stdin="2 from pile 2\n").data
    assert wins["report"]["blunders"] == []
    lines = "1 from pile 1\n1 from pile 2\n"
    blunders = command(*words, stdin=lines).data["report"]["blunders"]
    assert (blunders[0]["ply"], blunders[0]["kept"]) == (1, ["2 from pile 2"])
    assert all(blunder["player"] == 0 for blunder in blunders)  # what it has learned by now is enough for this
    asked = command(*words[:-1], stdin="hint\nquit\n").out
    assert "hint: 2 from pile 2 (proven +1.00)" in asked  # its table holds values, not answers: a search is asked
