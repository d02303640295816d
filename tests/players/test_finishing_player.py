"""Finishing: wherever what is left can be searched out, games end as the plain solver says, at the very ply."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from outfox.arena import match, play_game
from outfox.players import player
from outfox.rules import NotSupported, Position, UnknownName, load
from outfox.workers.seeds import root_seed
from tests.naive.endgame import one_fox
from tests.naive.retrograde import Solved, solve

SEATS = 0, 1
FOX = "starve-the-fox:quiet_limit=0"


@cache
def solved(spec: str) -> Solved:
    """Return a game solved by the definition: from its starting states, or one fox with nine sheep in the top rows."""
    game = load(spec)
    return solve(game, one_fox_endings(game) if spec == FOX else None)


def one_fox_endings(game):
    """Return the states with one fox and nine sheep of which six fill rows 6 and 7 and three stand in row 5."""
    rows = [[1 << cell for cell in game.constant("POINT") if cell // 7 == row] for row in range(7)]
    flocks = [sum(three) + sum(rows[5]) + sum(rows[6]) for three in combinations(rows[4], 3)]
    free = [(fox, flock) for flock in flocks for row in rows for fox in row if not fox & flock]
    return [one_fox(game, fox, flock, turn) for fox, flock in free for turn in SEATS]


def some(of: Solved, many: int, *, drawn: bool) -> list[int]:
    """Return numbers of positions in which somebody moves, from all over the game; the farthest from the end too."""
    found = [n for n, who in enumerate(of.graph.who) if who >= 0 and (of.value[n] == 0) == drawn]
    found.sort(key=lambda n: -(of.remoteness[n] or 0))
    return found[:: max(1, len(found) // many)]


def play_on(one, seat: int, game, of: Solved, n: int, others) -> tuple[int, int]:
    """Play from a position, the other seat as `others` says; return plies and the last position's number."""
    graph, plies = of.graph, 0
    while graph.who[n] >= 0 and plies < 40:
        nexts = dict(graph.next[n])
        action = one.choose(Position(game, graph.states[n])) if graph.who[n] == seat else others(n, nexts)
        n, plies = nexts[action], plies + 1
    return plies, n


@pytest.mark.parametrize(
    "spec",
    ["hexapawn", "chopsticks", pytest.param(FOX, marks=pytest.mark.slow)],  # slow: TIME
)
def test_decided_games_last_as_long_as_they_must(spec):
    """Against whoever resists longest or wins soonest; chopsticks goes in circles, and its ends are 33 plies away."""
    game, of = load(spec), solved(spec)

    def perfect(n: int, nexts: dict[int, int]) -> int:
        return next(
            action
            for action, child in nexts.items()
            if of.value[child] == of.value[n] and of.remoteness[child] == of.remoteness[n] - 1
        )

    one = player("finish:random")
    for seat in SEATS:
        for n in some(of, 60, drawn=False):
            one.start(game, seat, root_seed(n))
            plies, last = play_on(one, seat, game, of, n, perfect)
            assert (plies, of.graph.payoff[last]) == (of.remoteness[n], of.value[n])
    assert max(of.remoteness[n] for n in some(of, 60, drawn=False)) == max(r or 0 for r in of.remoteness)


@pytest.mark.parametrize("spec", ["chopsticks", "tic-tac-toe"])
def test_what_is_drawn_is_never_lost(spec):
    """Against chance, which gives away what it likes: after every choice of ours the value is what it was before."""
    game, of, random = load(spec), solved(spec), np.random.default_rng(1)
    one = player("finish:random")
    for seat in SEATS:
        for n in some(of, 20, drawn=True):
            one.start(game, seat, root_seed(n))
            for _ in range(9):
                if of.graph.who[n] < 0:
                    break
                nexts = dict(of.graph.next[n])
                if of.graph.who[n] == seat:
                    value, n = of.value[n], nexts[one.choose(Position(game, of.graph.states[n]))]
                    assert of.value[n] == value
                    assert one.value == value or len(nexts) == 1
                else:
                    n = int(random.choice(list(nexts.values())))


SCRIPT = """
from outfox.arena import match, play_game
from outfox.kernel import link
from outfox.players import player
from outfox.rules import load
from outfox.workers.seeds import root_seed

game, one = load("chopsticks"), player("finish:random")
one.start(game, 0, root_seed(1))
linked = set(link._LOADED)
play_game(game, (one, player("random")), 1)
assert one._finisher._table is not None, "nothing was solved"
assert len(linked) > 3 and linked == set(link._LOADED)
"""


def test_everything_is_compiled_when_a_game_begins():
    """In a process of its own, since kernels that know no rules are shared by all games."""
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)


def test_the_same_seed_gives_the_same_game_whatever_was_played_before():
    game = load("chopsticks")
    one, other, random = player("finish:random"), player("finish:random"), player("random")
    play_game(game, (other, random), 1)
    games = [[play_game(game, (each, random), seed).actions for seed in (3, 4, 5)] for each in (one, other)]
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_games_of_chance_are_played_by_the_other_player():
    game = load("pig:target=4,sides=3")
    pair = player("finish:alphabeta:depth=3"), player("alphabeta:depth=3")
    first, second = (play_game(game, (one, player("random")), 5) for one in pair)
    assert first.actions == second.actions


def test_what_it_takes_over_from_the_other_player():
    assert player("finish:random").name == "finish:random"
    assert player("finish:alphabeta:depth=2").deterministic is True
    result = match("hexapawn", "finish:random", "finish:random", games=6, seed=1)
    assert result.deterministic  # perfect play of both: though either may draw, they repeat themselves
    assert result.counted == 2
    with pytest.raises(UnknownName, match="write for example finish:mcts:simulations=2000"):
        player("finish:")
    with pytest.raises(NotSupported, match="hidden information"):
        player("finish:random").start(load("kuhn"), 0, root_seed(1))
