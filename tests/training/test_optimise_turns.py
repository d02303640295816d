"""Who learns in an iteration, against whom, how far it jumps, when it begins anew: against lists written by hand."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from outfox.formats.policy_file import Policy
from outfox.methods.policies import climb as climbing
from outfox.rules import load
from outfox.training.optimise.field import Told, maker, side_of
from outfox.training.optimise.learners import Improved
from outfox.training.optimise.run import Ground, Run, optimise
from outfox.training.optimise.settings import OptimiseSettings

SPEC = "cat-and-mouse:rows=5,cols=6"
PERFECT = 2 * (5 + 6) - 7
"""Plies of the forced capture from opposite corners, as published."""


@pytest.fixture(scope="module")
def ground():
    return Ground(load(SPEC))


@dataclass
class Step:
    """One player's turn to learn."""

    iteration: int
    player: int
    rivals: object
    changes: int
    before: bytes
    after: bytes
    better: bool
    score: list


def watched(run, monkeypatch, instead=None):
    """Return a list that receives every turn to learn; `instead` may take the place of learning."""
    steps = []
    for player, one in enumerate(run.players):

        def improve(rivals, one=one, player=player, learn=one.improve):
            before = one.genes.tobytes() + one.weights.tobytes()
            found = instead(one) if instead else learn(rivals)
            after = one.genes.tobytes() + one.weights.tobytes()
            steps.append(
                Step(one.iteration, player, rivals, one.changes, before, after, found.better, one.score.tolist())
            )
            return found

        monkeypatch.setattr(one, "improve", improve)
    return steps


def stays(one):
    """Learn nothing."""
    return Improved(0, False)


def winner_of(run):
    told = run.field.tell(run._pairs(), run.field.walk(0))
    return 0 if told.payoff > 0 else 1


# -- regimes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regime", ["alternate", "fame", "strengthen", "fixed"])
def test_who_learns(ground, regime, monkeypatch):
    fixed = {"seat": "mouse", "opponent": "perfect"} if regime == "fixed" else {}
    settings = OptimiseSettings(regime=regime, iterations=600, patience=0, **fixed)
    run = Run(ground.board.game, settings, 1, ground)
    winners = [winner_of(run)]
    steps = watched(run, monkeypatch)
    run.play(None, None, 0)
    winners += [row[0] for row in run.rows]
    learned = [[step.player for step in steps if step.iteration == k] for k in range(600)]
    for won, who in zip(winners, learned, strict=False):
        lost = 1 - won
        assert who == {"strengthen": [lost, won], "fixed": [1]}.get(regime, [lost])
    if regime != "fixed":
        assert {0, 1} <= {who[0] for who in learned}  # each side lost at some time


def test_both_learn_where_nobody_wins(ground):
    level = Told(0.0, 9.0, 1.0, 1.0, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    for regime in ("alternate", "fame", "strengthen"):
        assert Run(ground.board.game, OptimiseSettings(regime=regime), 1, ground)._turn(level) == [0, 1]


# -- past opponents --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fame", [1, 3])
def test_hall_of_fame(ground, fame, monkeypatch):
    """The other side's policy and its last ones before that, each once."""
    settings = OptimiseSettings(regime="fame", fame=fame, iterations=300, patience=0, focus=False)
    run = Run(ground.board.game, settings, 3, ground)
    had = [[one.genes.tobytes()] for one in run.players]
    steps = watched(run, monkeypatch)
    run.play(None, None, 0)
    sizes = set()
    for step in steps:
        theirs = had[1 - step.player]
        expected = []
        for policy in reversed(theirs):
            if policy not in expected and len(expected) <= fame:
                expected.append(policy)
        met = [row.tobytes() for row in step.rivals.genes]
        assert [met[0], *reversed(met[1:])] == expected
        sizes.add(len(met))
        genes, none = np.frombuffer(step.after, np.int64)[None, :].copy(), np.zeros((1, 0))
        alone = [
            run.field.measure(step.player, genes, none, rival[None, :], none, run.field.walk(step.player))[0][0]
            for rival in step.rivals.genes
        ]
        assert step.score == np.sum(alone, axis=0).tolist()
        if step.better:
            had[step.player].append(step.after)
    assert sizes == set(range(1, fame + 2))


def test_a_policy_that_comes_back_is_past_no_more(ground):
    run = Run(ground.board.game, OptimiseSettings(regime="fame", fame=2), 3, ground)
    one = run.players[0]
    policies = [np.full_like(one.genes, k) for k in range(3)]
    for old, new in ((0, 1), (1, 0), (0, 2), (2, 1)):
        one.put(policies[new], one.weights)
        run._replaced(0, (policies[old], one.weights))
    assert [int(genes[0]) for genes, _ in run.past[0]] == [0, 2]
    assert [int(row[0]) for row in run._rivals(1).genes] == [1, 0, 2]


def test_others_are_met_alone(ground, monkeypatch):
    run = Run(ground.board.game, OptimiseSettings(regime="alternate", iterations=50), 3, ground)
    steps = watched(run, monkeypatch)
    run.play(None, None, 0)
    assert {len(step.rivals.genes) for step in steps} == {1}


# -- larger jumps, and beginning anew --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "jump", "stuck", "expected"),
    [
        (1, 8, 2, [1, 1, 2, 2, 4, 4, 8, 8]),
        (3, 8, 1, [3, 6, 8]),  # the last doubling is cut short, and tried all the same
        (2, 5, 1, [2, 4, 5]),
        (4, 2, 2, [4, 4]),
    ],
)
def test_jumps_grow_and_then_a_player_begins_anew(ground, changes, jump, stuck, expected, monkeypatch):
    many = 2 * len(expected) + 3
    settings = OptimiseSettings(
        regime="fixed", opponent="perfect", changes=changes, jump=jump, stuck=stuck, restarts=1, iterations=many
    )
    run = Run(ground.board.game, settings, 1, ground)
    steps = watched(run, monkeypatch, stays)
    run.play(None, None, 0)
    assert [step.changes for step in steps] == [*expected, *expected, *expected[-1:] * 3]
    anew = len(expected)
    assert len({step.before for step in steps[:anew]}) == 1
    assert len({step.before for step in steps[anew:]}) == 1  # it may begin anew once
    assert steps[0].before != steps[anew].before


def test_what_is_better_ends_a_jump(ground, monkeypatch):
    settings = OptimiseSettings(regime="fixed", opponent="perfect", stuck=1, iterations=6)
    run = Run(ground.board.game, settings, 1, ground)
    turns = iter([False, False, True, False, False, True])
    steps = watched(run, monkeypatch, lambda one: Improved(0, next(turns)))
    run.play(None, None, 0)
    assert [step.changes for step in steps] == [1, 2, 4, 1, 2, 4]


def far_file(ground, path, sign=1.0):
    """Save the direct way, or its contrary, as a policy of the cat; return its weights."""
    made = maker(ground.board, "far", 0, True)
    side = side_of(ground.board, made, 0, np.zeros(0, np.int64), sign * made.weights)
    Policy(ground.board.game.spec, ground.board.game.name, ground.board.game.rules_key, (side, None)).save(path)
    return sign * made.weights


def anew_settings(path, restarts):
    return OptimiseSettings(
        policy="far", regime="fixed", opponent="perfect", plays=1, begin=str(path), restarts=restarts, jump=1, stuck=1,
        iterations=restarts + 3, patience=0,
    )  # fmt: skip


def test_the_better_old_policy_is_taken_back(ground, tmp_path, monkeypatch):
    weights = far_file(ground, tmp_path / "cat.policy")
    run = Run(ground.board.game, anew_settings(tmp_path / "cat.policy", 2), 1, ground)
    steps = watched(run, monkeypatch, stays)
    run.play(None, None, 0)
    assert len({step.before for step in steps}) == 3  # it was left twice
    assert run.players[0].weights.tolist() == weights.tolist()
    assert run.rows[-1][:2] == (0, PERFECT)  # what is told at the end is of that policy


def test_the_worse_old_policy_is_not(ground, tmp_path, monkeypatch):
    good = far_file(ground, tmp_path / "good.policy")
    bad = far_file(ground, tmp_path / "bad.policy", -1.0)

    def find(one):
        if one.iteration == 2:
            one.put(one.genes, good)
        return Improved(0, one.iteration == 2)

    run = Run(ground.board.game, anew_settings(tmp_path / "bad.policy", 1), 1, ground)
    steps = watched(run, monkeypatch, find)
    run.play(None, None, 0)
    assert steps[0].before == bad.tobytes()
    assert steps[1].before not in (bad.tobytes(), good.tobytes())
    assert run.players[0].weights.tolist() == good.tolist()


# -- criteria --------------------------------------------------------------------------------------------------

SCORES = np.array([[1.0, -10.0, 3.0], [1.0, -8.0, 1.0], [1.0, -8.0, 2.0], [-1.0, 5.0, 9.0]])
"""Result, length, distance; each better if larger."""


@pytest.mark.parametrize(
    ("criteria", "player", "expected"),
    [
        ("result,length,distance", 0, [2, 1, 0, 3]),
        ("result,distance,length", 0, [0, 2, 1, 3]),
        ("length,result,distance", 0, [3, 2, 1, 0]),
        ("distance, result, length", 0, [1, 3, 2, 0]),
        ("result,length,distance/distance,result,length", 0, [2, 1, 0, 3]),
        ("result,length,distance/distance,result,length", 1, [1, 3, 2, 0]),
        ("", 0, [0, 2, 1, 3]),  # the cat wants an end: near before soon
        ("", 1, [2, 1, 0, 3]),  # endless play favours the mouse
    ],
)
def test_the_first_criterion_that_differs_decides(ground, criteria, player, expected):
    """`expected` are places, written by hand."""
    one = Run(ground.board.game, OptimiseSettings(criteria=criteria), 1, ground).players[player]
    assert one.ranks(SCORES).tolist() == expected
    for k in range(4):
        for other in range(4):
            better = int(np.sign(expected[other] - expected[k]))
            assert one.compared(SCORES[k], SCORES[other]) == better
            assert climbing.compared(SCORES[k], SCORES[other], one.order) == better
            one.options[climbing.DRIFTS] = 0
            took = climbing.accepts(
                SCORES[k], SCORES[other], one.order, one.scales, one.options, one.sizes, one.drawing
            )
            assert bool(took) == (better > 0)


# -- beginnings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["table", "near", "far", "near-far"])
def test_a_run_goes_on_from_a_file(ground, kind, tmp_path):
    settings = OptimiseSettings(policy=kind, iterations=3)
    found = optimise(ground.board.game, settings, seed=5, ground=ground)
    found.save(tmp_path / "a.policy")
    going_on = replace(settings, begin=str(tmp_path / "a.policy"), iterations=1, candidates=1)
    begun = Run(ground.board.game, going_on, 6, ground).policy()
    drawn = Run(ground.board.game, settings, 6, ground).policy()
    after = optimise(ground.board.game, going_on, seed=6, ground=ground).policy
    for player in (0, 1):
        mine, its, others = (one.sides[player].arrays for one in (found.policy, begun, drawn))
        assert sorted(mine) == sorted(its)
        assert all(np.array_equal(mine[name], its[name]) for name in mine)
        assert not all(np.array_equal(mine[name], others[name]) for name in mine)
        then = after.sides[player].arrays
        assert sum(int((mine[name] != then[name]).sum()) for name in mine) <= 1  # one candidate, one change


def test_a_run_begins_with_first_actions(ground):
    run = Run(ground.board.game, OptimiseSettings(begin="first"), 6, ground)
    for player, one in enumerate(run.players):
        mine = ground.board.arena.who == player
        chosen = run.field.edges(player, one.genes, one.weights)
        assert chosen[mine].tolist() == ground.board.arena.first[:-1][mine].tolist()
