"""Play in the terminal where not all is seen: a person is shown its own side, and the rest when the game is over."""

from __future__ import annotations

import io
import random
import re

import pytest

from outfox.interfaces.terminal.hidden import seen_now, unknown
from outfox.interfaces.terminal.line import Line
from outfox.interfaces.terminal.session import Session
from outfox.players import player
from outfox.rules import NotSupported, load


class Script(Line):
    """Line mode in which pseudo-random legal moves are typed, and all that is shown before the end is kept."""

    choice, before = random.Random(1), ""

    def _read(self, prompt: str) -> str | None:
        self.before = self.out.getvalue()
        position = self.session.position
        return position.name(self.choice.choice(position.legal))


def played(spec, seat, seed, against="random"):
    players = (None, player(against)) if seat == 0 else (player(against), None)
    table = Script(Session(load(spec).start(), players, seed), io.StringIO())
    table.run()
    return table


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_card_is_shown_at_the_showdown_alone(seat):
    showdowns = set()
    for seed in range(8):
        table = played("leduc", seat, seed)
        names = table.session.names
        own, other = (names[k].split()[-1] for k in (seat, 1 - seat))
        assert f"gets {own}" in table.before
        assert other not in table.before
        assert "chance: (you do not see it)" in table.before
        folded = names[-1] == "fold"
        showdowns.add(not folded)
        assert (other in table.out.getvalue()) == (not folded)
        assert unknown(table.session.positions, seat) == ({1 - seat} if folded else set())
    assert showdowns == {True, False}


def test_a_bid_is_not_shown_before_ones_own():
    table = played("goofspiel:cards=3", 1, 2)
    lines = table.out.getvalue().split("\n")
    assert lines.count("first: (you do not see it)") == 2  # the last bid leaves no choice, and is known
    assert "own: 0 0 0" in lines


def test_hidden_bids_tell_who_won_alone():
    """Where several bids would look alike, none is named."""
    for seed in range(6):
        table = played("goofspiel:hidden=true", 0, seed)
        session = table.session
        for ply, (before, after) in enumerate(zip(session.positions, session.positions[1:], strict=False)):
            if before.mover == 1:
                views = {}
                for action in before.legal:
                    rest = before.play(action).state
                    result = (rest.bids[0, before.state.round] > action + 1) - (
                        rest.bids[0, before.state.round] < action + 1
                    )
                    views.setdefault(result, []).append(action)
                alike = next(group for group in views.values() if after.history[-1] in group)
                session_now = Session(before, session.players, 0)
                session_now.positions = session.positions[: ply + 2]
                told = session_now.told
                assert told == (before.name(after.history[-1]) if len(alike) == 1 else "(you do not see it)")


def test_two_people_are_refused():
    with pytest.raises(NotSupported, match="two people at one screen"):
        Session(load("kuhn").start(), (None, None), 1)


def test_two_players_are_watched_with_all_cards():
    out = io.StringIO()
    session = Session(load("kuhn").start(), (player("call"), player("raise")), 5)
    Line(session, out).run()
    assert all(name in out.getvalue() for name in session.names)


def test_the_command(command):
    found = command("play", "kuhn", "--seed", "3", stdin="check\ncall\n")
    assert "kuhn hides something from its players, so random plays here" in found.err
    assert "you do not see it" in found.out


def test_the_other_hand_of_limit_holdem_is_shown_at_the_showdown_alone():
    called, given_up = played("limit-holdem", 0, 1, "call"), played("limit-holdem", 0, 1, "style:stay=2")
    while called.session.names[-1] == "fold":  # the person's script may fold
        called = played("limit-holdem", 0, called.session.seed + 1, "call")
    assert unknown(called.session.positions, 0) == set()
    hidden = unknown(given_up.session.positions, 0)
    assert (hidden == {2, 3}) == (given_up.session.names[-1] == "fold")


# -- hand after hand ---------------------------------------------------------------------------------------------------


def test_hands_with_seats_that_alternate(command):
    found = command("play", "kuhn", "--against", "call", "--seed", "3", "--hands", "3", "--json", stdin="bet\n\n" * 3)
    hands = found.data["hands"]
    assert [hand["seat"] for hand in hands] == [0, 1, 0]
    assert [hand["won"] for hand in hands if abs(hand["won"]) != 2] == []  # each bet is called
    assert found.data["won"] == sum(hand["won"] for hand in hands)
    assert found.data["ending"] == "normal"
    for hand in hands:
        cards = ["JQK".index(name[-1]) for name in hand["moves"][:2]]
        assert (cards[hand["seat"]] > cards[1 - hand["seat"]]) == (hand["won"] > 0)
    assert "hand 2: you are second" in found.err
    total = found.data["won"]
    assert f"3 hands: {sum(h['won'] > 0 for h in hands)} won" in found.err
    assert f"{'+' if total > 0 else ''}{total:g} chips in all" in found.err


def test_the_same_seed_deals_the_same_hands(command):
    words = ("play", "kuhn", "--against", "random", "--hands", "4", "--advice", "off", "--json")
    one, two, other = (command(*words, "--seed", seed, stdin="bet\n\n" * 8).data["hands"] for seed in "778")
    assert one == two
    assert one != other
    assert len({tuple(hand["moves"][:2]) for hand in one}) > 1


def test_what_an_equilibrium_would_have_done(command):
    found = command("play", "kuhn", "--against", "raise", "--seed", "3", "--hands", "2", "--json", stdin="call\n\n" * 9)
    assert "where you decided, an equilibrium would" in found.err
    known = {"J": {"fold": 1.0, "call": 0.0}, "Q": {"fold": 2 / 3, "call": 1 / 3}, "K": {"fold": 0.0, "call": 1.0}}
    second = found.data["hands"][1]  # as second player facing a bet: the same in every equilibrium
    (decision,) = second["review"]
    card = second["moves"][1][-1]
    assert decision["after"] == ["bet"]
    assert decision["played"] == "call"
    assert decision["advice"] == pytest.approx(known[card], abs=0.01)


def test_what_a_decision_costs(command):
    """A jack that calls a bet in Kuhn poker loses 2 instead of 1, a king that folds to one 1 instead of winning 2."""
    for action, card, cost in (("call", "J", 1.0), ("fold", "K", 3.0)):
        for seed in range(1, 9):
            words = ("play", "kuhn", "--against", "raise", "--seat", "second", "--hands", "1", "--json")
            found = command(*words, "--seed", str(seed), stdin=f"{action}\n")
            (hand,) = found.data["hands"]
            if hand["moves"][1].endswith(card):
                break
        assert hand["review"][0]["cost"] == pytest.approx(cost, abs=0.02)
        assert f"you: {action}, which it never does (it gives away {cost:.2f})" in " ".join(found.err.split())


def test_cards_that_were_given_are_shown_to_their_own_side_alone(command):
    """Play that begins after --moves shows what the seat has seen by then, and no more."""
    dealt = ("--moves", "first gets J, second gets K, bet", "--seat", "second", "--against", "call")
    found = command("play", "kuhn", *dealt, "--json", stdin="fold\n")
    assert found.err.count("second gets K") == 2  # before the decision and after it
    assert "first  J" not in found.err  # nobody lays a hand open after a fold
    (decision,) = found.data["hands"][0]["review"]
    assert decision["after"] == ["bet"]
    assert decision["cost"] == pytest.approx(3.0, abs=0.02)


def test_own_actions_before_the_moves_count():
    """A player is told its own actions so far, those of --moves too."""
    position = load("kuhn").start().play("first gets Q").play("second gets J").play("check").play("bet")
    assert seen_now([position]).history == (position.history[2],)


def test_help_fits_the_screen_and_says_what_a_hint_is(command):
    words = ("play", "kuhn", "--against", "call", "--seed", "1", "--advice", "off")
    found = command(*words, stdin="help\nhint\nquit\n")
    assert max(map(len, found.out.splitlines())) <= 80
    assert "hint      say what an equilibrium, or --advice, does here" in found.out
    assert "and --advice is off" in found.out


def test_an_action_by_another_name_is_said(command):
    """Kuhn poker takes "call" for a bet where there is nothing to call."""
    words = ("play", "kuhn", "--against", "call", "--seed", "1", "--advice", "off", "--hands", "1")
    assert "'call' is taken for bet\n" in command(*words, stdin="call\n").out
    assert "is taken for" not in command(*words, stdin="Bet\n").out


def test_advice_as_a_hint_and_from_a_file(command):
    command("equilibrium", "kuhn", "--method", "lp", "--out", "kuhn.npz")
    words = ("play", "kuhn", "--against", "raise", "--seat", "second", "--seed", "3", "--hands", "1")
    told = command(*words, stdin="hint\ncall\n").out
    assert "hint: an equilibrium would " in told
    named = command(*words, "--advice", "policy:kuhn.npz", stdin="hint\ncall\n").out
    assert "hint: policy:kuhn.npz would " in named
    assert "where you decided, policy:kuhn.npz would:" in named
    both = [re.search(r"hint: .* would (.*)\n", text)[1] for text in (told, named)]
    assert both[0] == both[1]


def test_what_is_not_known_is_said_once(command):
    words = ("play", "limit-holdem", "--against", "call", "--seed", "1", "--hands", "2")
    found = command(*words, stdin="fold\n\n" + "check\n" * 9)
    assert found.out.replace("\n", " ").count("what an equilibrium does is not known for limit-holdem") == 1
    assert "you lose 0.5 big blinds" in found.out
    assert "2 hands: " in found.out


def test_the_totals_stand_at_the_end_of_input(command):
    found = command("play", "kuhn", "--against", "call", "--seed", "3", "--advice", "off", stdin="bet\n\n")
    assert found.code == 0
    assert re.search(r"^1 hand: . won, . lost; [+-]2 chips in all; the last was not finished$", found.out, re.MULTILINE)


def test_ctrl_c_is_one_line_and_the_totals(command, monkeypatch):
    asked = []

    def read(self, prompt):
        asked.append(prompt)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return "bet"

    monkeypatch.setattr(Line, "_read", read)
    found = command("play", "kuhn", "--against", "call", "--seed", "3", "--advice", "off", code=130)
    assert asked == ["first> ", "Enter for the next hand, or quit> ", "second> "]
    assert found.out.endswith(" chips in all; the last was not finished\n")
    assert found.err == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nim", "--hands", "2"), "play: --hands is for games with hidden information, and nim hides nothing"),
        (("nim", "--advice", "off"), "play: --advice is for games with hidden information"),
        (("kuhn", "--hands=-1"), "--hands must be at least 0"),
        (("kuhn", "--against", "call", "--advice", "policy:nowhere.npz"), "policy:nowhere.npz: there is no such file"),
    ],
)
def test_flags_that_cannot_be(command, words, says):
    found = command("play", *words, code=2)
    assert says in found.err
    assert found.err.count("\n") == 1


def test_who_stops_is_not_told_what_the_other_holds(command):
    found = command("play", "leduc", "--seed", "3", stdin="quit\n")
    assert "second gets" not in found.out + found.err
    assert "first gets" in found.out
