"""Generations of the genetic algorithm, the swarm and CMA-ES against plain Python."""

import numpy as np
import pytest

from outfox.methods.policies.arena import board
from outfox.rules import load
from outfox.training.optimise.field import Field, drawn, maker
from outfox.training.optimise.learners import BREED_STREAM, Climber, Rivals
from outfox.training.optimise.populations import Cma, Genetic, Swarm
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed, task_seed
from tests.naive import populations as naive

SPEC = "cat-and-mouse:rows=3,cols=3,stay=true"
ORDERS = ([0, 2, 1], [0, 1, 2])
"""Of the cat, who wants an end, and of the mouse, whom endless play favours."""

RIVALS = Rivals(np.zeros((1, 0), np.int64), np.zeros((1, 0)), 0)


@pytest.fixture(scope="module")
def found():
    return board(load(SPEC))


def learner(found, kind, policy, player, **settings):
    """Return a learner who plays against random moves, and its settings."""
    chosen = OptimiseSettings(policy=policy, optimiser=kind.__name__.lower(), **settings)
    makers = [drawn(np.ones(len(found.arena.edges)))] * 2
    makers[player] = maker(found, policy, player, True)
    field = Field(found, tuple(makers), root_seed(3), plays=6, plies=25)
    return kind(field, player, chosen, root_seed(4)), chosen


def worth(one, player, genes, weights):
    """Return what a policy is worth, by the player's criteria, and the genes that it was asked for."""
    walk = one.field.walk(player)
    many, heavy = np.array([genes], np.int64), np.array([weights], np.float64)
    scores, _ = one.field.measure(player, many, heavy, RIVALS.genes, RIVALS.weights, walk)
    return tuple(float(scores[0, k]) for k in ORDERS[player]), walk.asked[: int(walk.marks[2])].copy()


@pytest.mark.nojit
@pytest.mark.parametrize("policy", ["table", "near-far"])
@pytest.mark.parametrize("focus", [True, False])
def test_genetic(found, policy, focus):
    for player in (0, 1):
        one, settings = learner(
            found, Genetic, policy, player, candidates=7, elite=2, rivals=3, crossing=60, step=0.5, focus=focus
        )
        random = np.random.default_rng(task_seed(root_seed(4), player, BREED_STREAM))
        members = [[g.tolist(), w.tolist()] for g, w in zip(one.many, one.heavy, strict=True)]
        one.changes = 3
        for _ in range(3):
            told = [worth(one, player, *member) for member in members]
            asked = told[-1][1] if focus else []
            best = members[naive.places_of([x for x, _ in told])[0]]
            members = naive.bred(
                members, [x for x, _ in told], asked, one.maker.domain.tolist(), random, elite=settings.elite,
                rivals=settings.rivals, crossing=settings.crossing, changes=3, step=settings.step,
            )  # fmt: skip
            one.improve(RIVALS)
            assert one.many.tolist() == [genes for genes, _ in members]
            assert one.heavy.tolist() == [weights for _, weights in members]
            assert worth(one, player, one.genes, one.weights)[0] == worth(one, player, *best)[0]
            assert worth(one, player, *members[-1])[0] == worth(one, player, *best)[0]  # the elite stays


@pytest.mark.nojit
def test_swarm(found):
    for player in (0, 1):
        one, settings = learner(found, Swarm, "far", player, candidates=5, step=0.8, inertia=0.6, pull=1.3)
        twin = naive.Swarm(
            one.weights.tolist(), lambda place, one=one, player=player: worth(one, player, [], place)[0],
            np.random.default_rng(task_seed(root_seed(4), player, BREED_STREAM)), count=5, step=settings.step,
            inertia=settings.inertia, pull=settings.pull,
        )  # fmt: skip
        for _ in range(4):
            one.improve(RIVALS)
            twin.generation()
            assert np.allclose(one.places, twin.places, rtol=1e-9, atol=1e-9)
            assert np.allclose(one.own, twin.own, rtol=1e-9, atol=1e-9)
            assert np.allclose(one.weights, twin.best, rtol=1e-9, atol=1e-9)
        assert not np.allclose(twin.own, twin.places)


def test_cma(found):
    cma = pytest.importorskip("cma")
    for player in (0, 1):
        one, settings = learner(found, Cma, "far", player, candidates=6, step=0.4)
        random = np.random.default_rng(task_seed(root_seed(4), player, BREED_STREAM))
        options = {
            "popsize": 6, "randn": lambda *shape, random=random: random.standard_normal(shape), "seed": np.nan,
            "verbose": -9, "CMA_diagonal": True,
        }  # fmt: skip
        twin = cma.CMAEvolutionStrategy(one.weights.tolist(), settings.step, options)
        best = one.weights.copy()
        for _ in range(3):
            members = twin.ask()
            worths = [worth(one, player, [], member)[0] for member in members]
            twin.tell(members, [sorted(set(worths), reverse=True).index(x) for x in worths])
            top = members[naive.places_of(worths)[0]]
            if max(worths) > worth(one, player, [], best)[0]:
                best = top
            one.improve(RIVALS)
            assert one.weights.tolist() == list(best)
            assert one.strategy.mean.tolist() == twin.mean.tolist()


@pytest.mark.parametrize("kind", [Swarm, Cma])
def test_where_there_are_genes_too_weights_move_and_then_genes_climb(found, kind):
    if kind is Cma:
        pytest.importorskip("cma")
    for player in (0, 1):
        one, settings = learner(found, kind, "near-far", player, candidates=8)
        held, _ = learner(found, kind, "near-far", player, candidates=8)
        begun = one.genes.copy()
        held.climber = None
        games = held.improve(RIVALS).games
        assert (held.genes == begun).all()
        climber = Climber(one.field, player, settings, root_seed(4), (held.genes.copy(), held.weights))
        climber.hold_weights()
        games += climber.improve(RIVALS).games
        assert one.improve(RIVALS) == (games, True)
        assert one.weights.tolist() == held.weights.tolist()
        assert one.genes.tolist() == climber.genes.tolist()
        assert (one.genes != begun).any()
        for _ in range(3):
            one.improve(RIVALS)
            assert one.score[ORDERS[player]].tolist() == list(worth(one, player, one.genes, one.weights)[0])
