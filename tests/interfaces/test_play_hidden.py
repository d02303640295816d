"""Play in the terminal where not all is seen: a person is shown its own side, and the rest when the game is over."""

from __future__ import annotations

import io
import random

import pytest

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
def test_the_other_card_is_shown_at_the_end_alone(seat):
    for seed in range(8):
        table = played("leduc", seat, seed)
        own, other = (table.session.names[k].split()[-1] for k in (seat, 1 - seat))
        assert f"gets {own}" in table.before
        assert other not in table.before
        assert "chance: (you do not see it)" in table.before
        assert other in table.out.getvalue()


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


def test_who_stops_is_not_told_what_the_other_holds(command):
    found = command("play", "leduc", "--seed", "3", stdin="quit\n")
    assert "second gets" not in found.out + found.err
    assert "first gets" in found.out
