"""Compiled games between policies, and local search over them, against plain Python."""

import numpy as np
import pytest

from outfox.formats.policy_file import Policy
from outfox.methods.policies.arena import board
from outfox.methods.policies.walk import LENGTH, NEARNESS, RESULT
from outfox.methods.solve.layers import position_of
from outfox.rules import load
from outfox.training.optimise.field import Field, drawn, maker, side_of
from outfox.training.optimise.graded import edges_of_policy
from outfox.training.optimise.learners import CLIMB_STREAM, Climber, Rivals
from outfox.training.optimise.opponents import careful
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed, task_seed
from tests.naive.mcts import Random
from tests.naive.optimise import Climb, Tables, anything, distance, play, worth

SPEC = "cat-and-mouse:rows=3,cols=3,stay=true"


def tables_of(found, seed):
    makers = maker(found, "table", 0, True), maker(found, "table", 1, True)
    random = np.random.default_rng(seed)
    return makers, [(random.integers(0, one.domain), np.zeros(0)) for one in makers]


@pytest.mark.nojit
@pytest.mark.parametrize("spec", [SPEC, "nim:piles=[1,2]", "pig:target=4"])
def test_games_between_tables(spec):
    found = board(load(spec))
    tables = Tables(found)
    for seed in range(6):
        makers, pairs = tables_of(found, seed)
        field = Field(found, makers, root_seed(seed), plays=3, plies=60 if "pig" in spec else 0)
        told, actions = field.shown((pairs[0], pairs[1]), field.walk(0), 100)
        choosers = [tables.chooser(genes) for genes, _ in pairs]
        games = [play(found.game.start(), choosers, limit=field.limit, random=Random(int(s))) for s in field.seeds]
        assert told.payoff == pytest.approx(np.mean([game.payoff for game in games]))
        assert told.plies == pytest.approx(np.mean([game.plies for game in games]))
        assert told.ended == pytest.approx(np.mean([game.over for game in games]))
        assert actions == games[0].actions
        if "cat" in spec:
            assert told.distance == pytest.approx(np.mean([distance(game.last) for game in games]))


@pytest.mark.nojit
@pytest.mark.parametrize("player", [0, 1])
def test_scores_against_an_opponent_who_draws(player):
    found = board(load(SPEC))
    tables = Tables(found)
    makers, pairs = tables_of(found, 3)
    loose = drawn(np.ones(len(found.arena.edges)))
    field = Field(found, (makers[0], loose) if player == 0 else (loose, makers[1]), root_seed(1), plays=5, plies=30)
    genes = pairs[player][0]
    rivals = np.zeros((1, 0), np.int64), np.zeros((1, 0))
    scores, games = field.measure(player, genes[None, :], np.zeros((1, 0)), *rivals, field.walk(player))
    mine = tables.chooser(genes)
    choosers = (mine, anything) if player == 0 else (anything, mine)
    played = [
        play(found.game.start(), choosers, limit=30, draws=True, random=Random(int(seed))) for seed in field.seeds
    ]
    expected = np.sum([worth(game, player, True) for game in played], axis=0)
    assert games == 5
    assert scores[0, [RESULT, LENGTH, NEARNESS]].tolist() == expected.tolist()


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("changes", "orders"),
    [
        ({}, ([0, 2, 1], [0, 1, 2])),  # the cat wants an end, and endless play favours the mouse
        ({"focus": False, "drift": False, "criteria": "distance,length,result"}, ([2, 1, 0], [2, 1, 0])),
        ({"optimiser": "anneal", "criteria": "length,result,distance/result,length,distance"}, ([1, 0, 2], [0, 1, 2])),
    ],
)
def test_climbing_change_by_change(changes, orders):
    found = board(load(SPEC))
    tables = Tables(found)
    settings = OptimiseSettings(candidates=5, changes=1, jump=3, temperature=0.8, cooling=0.5, **changes)
    makers, pairs = tables_of(found, 7)
    for player in (0, 1):
        root, (genes, none) = root_seed(5), pairs[player]
        field = Field(found, makers, root)
        one = Climber(field, player, settings, root, (genes.copy(), none))
        other = pairs[1 - player][0]
        one.refresh(Rivals(other[None, :], np.zeros((1, 0)), 0))
        twin = Climb(
            tables, genes.tolist(), player, found.game.start(),
            int(task_seed(root, player, CLIMB_STREAM).generate_state(1, np.uint64)[0]),
            changes=3, order=orders[player], focus=settings.focus, drift=settings.drift, temperature=0.0,
            scales=[2.0, 10.0 * field.limit, 100.0 * 4],  # of payoffs, of plies, of a distance on 3 x 3
        )  # fmt: skip
        twin.meet(tables.chooser(other))
        one.changes = 3
        for iteration in range(8):
            one.iteration = iteration
            twin.temperature = 0.8 * 0.5**iteration if "optimiser" in changes else 0.0
            one.improve(Rivals(other[None, :], np.zeros((1, 0)), 0))
            for _ in range(5):
                twin.candidate()
            assert one.current[0].tolist() == twin.genes
            assert one.genes.tolist() == twin.best
            assert one.score.tolist() == list(twin.best_score)


@pytest.mark.nojit
@pytest.mark.parametrize("kind", ["table", "near", "far", "near-far"])
@pytest.mark.parametrize("share", [True, False])
def test_a_kept_policy_says_what_the_compiled_one_does(kind, share):
    found = board(load(SPEC))
    random = np.random.default_rng(2)
    for player in (0, 1):
        made = maker(found, kind, player, share)
        genes = random.integers(0, made.domain) if len(made.domain) else np.zeros(0, np.int64)
        weights = made.weights if made.fixed else random.standard_normal(len(made.weights))
        side = side_of(found, made, player, genes, weights)
        policy = Policy(found.game.spec, found.game.name, found.game.rules_key, (side, side))
        chosen = edges_of_policy(found, policy, player)
        for state in np.flatnonzero(found.arena.who == player)[:: 1 if kind == "table" else 5].tolist():
            seen = position_of(found.graph, state)
            assert seen.legal[int(chosen[state] - found.arena.first[state])] == policy.action(seen)
        assert (chosen[found.arena.who != player] == -1).all()


def test_careful_play_gives_nothing_away_at_once():
    game = load(SPEC)
    found = board(game)
    marked = careful(found)
    for state in np.flatnonzero(found.arena.who == 1).tolist():
        seen = position_of(found.graph, state)
        safe = [not _caught_soon(seen.play(action)) for action in seen.legal]
        these = slice(found.arena.first[state], found.arena.first[state + 1])
        assert marked[these].tolist() == (safe if any(safe) else [True] * len(safe))
    assert marked[np.repeat(found.arena.who == 0, found.degrees)].all()  # the cat cannot lose at once


def _caught_soon(after):
    return after.is_terminal or any(after.play(action).is_terminal for action in after.legal)
