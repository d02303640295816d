"""Players of games with hidden information are given what they have seen, and nothing else."""

from __future__ import annotations

import gc
import types
from itertools import product

import pytest

from outfox.arena.match import match
from outfox.arena.play import play_game
from outfox.players import player
from outfox.players.callable_player import CallablePlayer
from outfox.players.human import HumanPlayer
from outfox.rules import load
from outfox.rules.errors import NotSupported
from outfox.rules.seen import Seen


class Script:
    """Plays actions by name and keeps all that it was given."""

    name = "script"

    def __init__(self, *actions: str) -> None:
        self.actions, self.given = actions, list[Seen]()

    def start(self, game, seat, seed):
        self.given.clear()

    def choose(self, seen):
        self.given.append(seen)
        return self.actions[len(self.given) - 1]


def everything(seen: Seen) -> tuple[object, ...]:
    """Return all that a player was given, the game aside, as bytes and numbers."""
    return seen.view.record().tobytes(), seen.mover, tuple(seen.legal), seen.names, seen.history


def after(game: str, *names: str):
    position = load(game).start()
    for name in names:
        position = position.play(name)
    return position


LINES = [  # what the first player does, the second, and how many decisions the second has
    ("leduc", ("check", "call", "bet", "call"), ("bet", "check", "raise")),
    ("kuhn", ("check", "call"), ("bet",)),
]


@pytest.mark.parametrize(("name", "first", "second"), LINES, ids=[row[0] for row in LINES])
def test_two_deals_with_equal_views_give_equal_inputs(name, first, second):
    """The same own card and the same play, whatever the other holds: not one byte differs."""
    game = load(name)
    deals, board = {"kuhn": ("JQK", []), "leduc": (["Js", "Jh", "Qs", "Qh", "Ks"], ["Kh"])}[name]
    given: list[dict[object, set[object]]] = [{}, {}]
    for own, other in product(deals, deals):
        if own == other:
            continue
        one, two = Script(*first), Script(*second)
        start = after(name, f"first gets {own}", f"second gets {other}")
        if board:  # the card on the table is dealt too, so that nothing is left to chance
            start = after(
                name, f"first gets {own}", f"second gets {other}", *("check", "bet", "call"), "Kh on the table"
            )
            one.actions, two.actions = first[2:], second[1:]
        record = play_game(game, (one, two), seed=1, start=start)
        assert record.ending == "normal"
        assert one.given
        assert two.given
        for seat, card, script in ((0, own, one), (1, other, two)):
            given[seat].setdefault(card, set()).add(tuple(everything(seen) for seen in script.given))
    for seen_by_card in given:
        assert {len(inputs) for inputs in seen_by_card.values()} == {1}
        assert len({next(iter(inputs)) for inputs in seen_by_card.values()}) == len(deals)


def reachable(root: object) -> list[object]:
    """Return all objects that can be reached from one, but not through modules, classes and functions."""
    met, todo = {id(root): root}, [root]
    while todo:
        for found in gc.get_referents(todo.pop()):
            if id(found) not in met and not isinstance(found, (type, types.ModuleType, types.FunctionType)):
                met[id(found)] = found
                todo.append(found)
    return list(met.values())


def test_no_state_can_be_reached_from_what_a_player_is_given():
    game, script = load("leduc"), Script("check", "fold")
    play_game(game, (script, CallablePlayer(lambda seen: seen.legal[-1])), seed=3)
    seen = script.given[-1]
    kind = type(game.new_state())
    for part in (seen.view, seen.legal, seen.names, seen.history):
        assert not any(isinstance(found, kind) for found in reachable(part))
    assert set(Seen.__slots__) == {"game", "mover", "view", "legal", "names", "history"}


def test_the_seed_of_a_player_does_not_tell_the_cards():
    """Chance draws from the same root: a seed of the usual kind would hold it."""
    given = []

    class Curious(Script):
        def start(self, game, seat, seed):
            super().start(game, seat, seed)
            given.append((seed.entropy, seed.spawn_key))

    for name in ("kuhn", "tic-tac-toe"):
        play_game(load(name), (Curious(*["check"] * 9), CallablePlayer(lambda seen: seen.legal[0])), seed=77)
    (hidden, no_key), (open_seed, key) = given
    assert (no_key, open_seed, key) == ((), 77, (0,))
    assert hidden != 77
    assert match("kuhn", Curious("check", "fold"), "call", games=2).games == 2  # sits down first, with another seed
    assert all(entropy not in (0, 77) and not key for entropy, key in given[2:])


def test_the_history_is_what_one_has_done_oneself():
    one, two = Script("check", "call", "check", "fold"), Script("bet", "check", "bet")
    start = after("leduc", "first gets Ks", "second gets Qs", "check")
    one.actions = one.actions[1:]
    play_game(load("leduc"), (one, two), seed=2, start=start)
    check, call, bet = 1, 1, 2
    assert [seen.history for seen in one.given] == [(check,), (check, call), (check, call, check)][: len(one.given)]
    assert two.given[1].history == (bet,)


def test_probabilities_are_drawn_from():
    """A function of what is seen may return an action, its name, or probabilities in either form."""
    game = load("kuhn")
    for answer in (1, "bet", [0.0, 1.0], {1: 1.0}):
        seen = []

        def one(sight, answer=answer, seen=seen):
            seen.append(sight)
            return answer if sight.names[1] == "bet" or not isinstance(answer, str) else "call"

        record = play_game(game, (CallablePlayer(one), player("random")), seed=4)
        assert record.names[2] == "bet"
        assert all(isinstance(sight, Seen) for sight in seen)
    shares = match(game, lambda seen: [0.25, 0.75], "random", games=400, seed=1, seats="fixed")
    bets = sum(record.names[2] == "bet" for record in shares.records)
    assert 265 <= bets <= 335  # four standard deviations about 300


@pytest.mark.parametrize("answer", [[0.5, 0.6], [1.0], [-0.5, 1.5], {2: 1.0}, {}, [float("nan"), 1.0], ["a", "b"]])
def test_what_are_no_probabilities_loses(answer):
    record = play_game(load("kuhn"), (CallablePlayer(lambda seen: answer, "odd"), player("random")), seed=1)
    assert (record.ending, record.payoff) == ("illegal", -2.0)
    assert "odd as first: " in record.reason
    assert "\n" not in record.reason


def test_a_person_is_asked_with_what_it_sees():
    answers, complaints = iter(["raise", 7, "BET"]), []

    def ask(seen, complaint):
        complaints.append(complaint)
        assert isinstance(seen, Seen)
        return next(answers)

    start = after("kuhn", "first gets K", "second gets J")
    record = play_game(load("kuhn"), (HumanPlayer(ask), CallablePlayer(lambda _: "call")), start=start)
    assert (record.names[2:], record.payoff) == (("bet", "call"), 2.0)
    assert complaints == ["", *(f"{wrong!r} is not legal here; legal: check, bet" for wrong in ("raise", 7))]


@pytest.mark.parametrize(
    "spec", ["mcts", "alphabeta:depth=3", "lookahead", "minimax", "solved", "level:club", "process:true", "human"]
)
def test_players_that_go_by_positions_say_so(spec):
    with pytest.raises(NotSupported) as refused:
        match("kuhn", spec, "random", games=2)
    assert "\n" not in str(refused.value)


def test_a_view_that_cannot_be_given_is_refused():
    game = load("tests/data/check/no_sees.py")
    with pytest.raises(NotSupported, match="outfox check says what it lacks"):
        play_game(game, (player("random"), player("random")))
