"""Fox and geese: positions set up by hand, and a twin on coordinates that shares nothing with the rules."""

from __future__ import annotations

import random

import pytest

from outfox.rules import OutfoxError, load

CROSS = [(c, r) for r in range(1, 8) for c in range(1, 8) if 3 <= c <= 5 or 3 <= r <= 5]
AROUND = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]


def named(at):
    return f"{'abcdefg'[at[0] - 1]}{at[1]}"


def placed(game, fox, geese, turn="fox"):
    rows = []
    for row in range(7, 0, -1):
        points = [named(at) for at in CROSS if at[1] == row]
        rows.append(f"{row} " + " ".join("F" if p == fox else "o" if p in geese else "." for p in points))
    return game.parse("\n".join([*rows, f"{turn} to move"]))


def moves(position):
    return {position.name(action) for action in position.legal}


def play(position, name):
    return position.play(next(a for a in position.legal if position.name(a) == name))


class Twin:
    """The rules over sets of coordinates."""

    def __init__(self, diagonals, backward, multi_jump):
        self.diagonals, self.backward, self.multi_jump = diagonals, backward, multi_jump

    def lines(self, at):
        for right, up in AROUND:
            if right and up and (not self.diagonals or sum(at) % 2):
                continue
            yield right, up

    def moves(self, fox, geese, turn, jumping):
        free = set(CROSS) - geese - {fox}
        found = {}
        if turn == "geese":
            for at in geese:
                for right, up in self.lines(at):
                    goal = at[0] + right, at[1] + up
                    if goal in free and (up >= 0 or self.backward):
                        found[f"{named(at)}-{named(goal)}"] = fox, geese - {at} | {goal}, "fox", False
            return found
        for right, up in self.lines(fox):
            goal, beyond = (fox[0] + right, fox[1] + up), (fox[0] + 2 * right, fox[1] + 2 * up)
            if goal in free and not jumping:
                found[f"{named(fox)}-{named(goal)}"] = goal, geese, "geese", False
            # Parities of a point and the one two steps on are alike: diagonals go straight on.
            if goal in geese and beyond in free:
                left = geese - {goal}
                on = self.multi_jump and any(
                    name.count("x") for name in self.moves(beyond, left, "fox", True) if name != "stop"
                )
                found[f"{named(fox)}x{named(beyond)}"] = beyond, left, "fox" if on else "geese", on
        if jumping:
            found["stop"] = fox, geese, "geese", False
        return found


OPTIONS = ["", "geese=15", "geese=17,diagonals=false", "backward=true,quiet_limit=60", "multi_jump=false,first=fox"]


@pytest.mark.parametrize("options", OPTIONS)
def test_random_games_are_those_of_the_twin(options):
    game = load(f"fox-and-geese:{options}" if options else "fox-and-geese")
    said = dict(part.split("=") for part in options.split(",") if part)
    twin = Twin("diagonals" not in said, "backward" in said, "multi_jump" not in said)
    extra = {"13": set(), "15": {(1, 4), (7, 4)}, "17": {(1, 4), (7, 4), (1, 5), (7, 5)}}[said.get("geese", "13")]
    for seed in range(4):
        draw, position = random.Random(seed), game.start()
        now = (4, 4), {at for at in CROSS if at[1] <= 3} | extra, said.get("first", "geese"), False
        for _ in range(120):
            if position.is_terminal:
                break
            expected = twin.moves(*now)
            assert moves(position) == set(expected), position.text
            name = draw.choice(sorted(expected))
            now, position = expected[name], play(position, name)
        if position.is_terminal and len(now[1]) >= 4 and position.payoff != 0:
            assert not twin.moves(*now)


def test_a_fox_that_is_shut_in_has_lost():
    """Two beside it, one above, and behind each the edge or another goose."""
    game = load("fox-and-geese")
    assert placed(game, "d1", {"c1", "e1", "d2", "d3"}).payoff == -1
    assert not placed(game, "d1", {"c1", "e1", "d2", "d4"}).is_terminal  # it jumps to d3
    # In a corner of the arm with its diagonal it takes six.
    assert placed(game, "c1", {"d1", "c2", "d2", "e1", "c3", "e3"}).payoff == -1


def test_three_geese_are_too_few():
    game = load("fox-and-geese")
    four = placed(game, "d4", {"d3", "a3", "b3", "g3"})
    assert not four.is_terminal
    assert play(four, "d4xd2").payoff == 1


def test_the_fox_jumps_on_or_stops():
    game = load("fox-and-geese")
    position = play(placed(game, "d4", {"d3", "c3", "a3", "g3", "f3", "e1"}), "d4xd2")
    assert position.mover == 0
    assert moves(position) == {"d2xb4", "stop"}
    assert "the fox jumps on" in position.text
    assert play(position, "stop").mover == play(position, "d2xb4").mover == 1


def test_no_diagonal_leads_from_an_odd_point():
    game = load("fox-and-geese")
    geese = {"a3", "a4", "a5", "g3", "g5"}
    assert moves(placed(game, "d4", geese)) == {"d4-" + p for p in ("c4", "e4", "d3", "d5", "c3", "c5", "e3", "e5")}
    assert moves(placed(game, "d3", geese)) == {"d3-" + p for p in ("c3", "e3", "d2", "d4")}


def test_forty_quiet_plies_are_a_draw():
    position = placed(load("fox-and-geese:quiet_limit=4"), "d6", {"a3", "c3", "e3", "g3"})
    for name in ("d6-d7", "a3-b3", "d7-d6"):
        position = play(position, name)
        assert not position.is_terminal
    assert play(position, "b3-a3").payoff == 0
    assert not play(position, "b3-b4").is_terminal  # a higher row is progress


def test_features():
    game = load("fox-and-geese")
    out = [0.0] * 5
    game.call("features", placed(game, "d4", {"d3", "c3", "c5", "a3", "b3", "e1"}).state, out)
    # Six of 13 are left. Only d3 can be eaten: behind c3 and c5 are no points. With d4xd2 the fox has six moves: c4,
    # e4, d5, e5 and e3 are free. Rows above the lowest: 2 + 2 + 4 + 2 + 2 + 0 = 12, at the start 3 * 1 + 7 * 2 = 17.
    assert list(out) == [7.0, 1.0, 0.0, 6.0, -5.0]


@pytest.mark.parametrize("bad", ["geese=14", "quiet_limit=-1"])
def test_bad_parameters(bad):
    with pytest.raises(OutfoxError):
        load(f"fox-and-geese:{bad}")
