"""Whole policies found by trying: published lengths, grades by brute force, files, players, what is refused."""

import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from outfox.arena.play import play_game
from outfox.formats.policy_file import Policy, open_policy
from outfox.methods.policies.grade import grade
from outfox.players import player
from outfox.rules import load
from outfox.rules.errors import DamagedFile, NotSupported, UnknownName
from outfox.training.optimise import result as results
from outfox.training.optimise.compare import compare, mean, median
from outfox.training.optimise.field import maker, side_of
from outfox.training.optimise.graded import edges_of_policy, grade_policy
from outfox.training.optimise.run import Ground, Run, optimise
from outfox.training.optimise.settings import OptimiseSettings
from tests.methods.test_optimal import graded_by_definition
from tests.naive.retrograde import explore, remoteness, values

SPEC = "cat-and-mouse:rows=5,cols=6"
PUBLISHED = 2 * (5 + 6) - 7
"""Plies of the forced capture from opposite corners."""


@pytest.fixture(scope="module")
def ground():
    return Ground(load(SPEC))


def by_hand(ground, kind="far"):
    """Return the direct way as a policy of the cat: along the longer gap."""
    made = maker(ground.board, kind, 0, True)
    side = side_of(ground.board, made, 0, np.zeros(len(made.domain), np.int64), made.weights)
    return Policy(ground.board.game.spec, ground.board.game.name, ground.board.game.rules_key, (side, None))


@pytest.mark.parametrize("optimiser", ["climb", "anneal", "genetic", "swarm", "cma"])
def test_a_learned_far_policy_is_as_good_as_the_one_written_by_hand(ground, optimiser):
    if optimiser == "cma":
        pytest.importorskip("cma")
    settings = OptimiseSettings(
        policy="far",
        optimiser=optimiser,
        regime="fixed",
        opponent="perfect",
        iterations=150,
        plays=4,
        positions=25,
        temperature=0.001,
    )
    found = optimise(ground.board.game, settings, seed=1, ground=ground)
    mine, its = (grade_policy(ground, policy, 0) for policy in (found.policy, by_hand(ground)))
    assert (its.secured, its.secured_remoteness) == (1.0, PUBLISHED)
    assert (mine.secured, mine.secured_remoteness) == (1.0, PUBLISHED)
    assert found.history.regret[-1, 0] == found.history.late[-1, 0] == 0
    assert found.history.games_until(0, plies=True) <= found.history.games[-1]


@pytest.mark.parametrize(("optimiser", "seed"), [("swarm", 3), ("cma", 1)])
def test_weights_and_a_window_are_learned_together(ground, optimiser, seed):
    if optimiser == "cma":
        pytest.importorskip("cma")
    settings = OptimiseSettings(
        policy="near-far", optimiser=optimiser, regime="fixed", opponent="perfect", iterations=150, plays=4,
        positions=25,
    )  # fmt: skip
    run = Run(ground.board.game, settings, seed, ground)
    begun = run.policy().sides[0].arrays
    found = optimise(ground.board.game, settings, seed=seed, ground=ground)
    assert found.history.regret[0, 0] + found.history.late[0, 0] > 0
    assert found.history.regret[-1, 0] == found.history.late[-1, 0] == 0
    ended = found.policy.sides[0].arrays
    assert all((begun[name] != ended[name]).any() for name in ("genes", "weights"))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["rows=8,cols=7", "rows=10,cols=11"])
def test_it_plays_as_well_on_larger_boards(ground, board):
    pytest.importorskip("cma")
    settings = OptimiseSettings(
        policy="far", optimiser="cma", regime="fixed", opponent="perfect", iterations=200, positions=20, plays=10
    )
    policy = optimise(ground.board.game, settings, seed=1, ground=ground).policy
    there = Ground(load(f"cat-and-mouse:{board}"))
    mine, its = (grade_policy(there, one, 0) for one in (policy, by_hand(ground)))
    assert (mine.secured, mine.secured_remoteness) == (its.secured, its.secured_remoteness)
    assert mine.everywhere.keeping == its.everywhere.keeping == 1.0


def test_two_players_drive_each_other(ground):
    settings = OptimiseSettings(iterations=1500, patience=0)
    found = optimise(ground.board.game, settings, seed=1, ground=ground)
    again = optimise(ground.board.game, settings, seed=1, ground=ground)
    other = optimise(ground.board.game, settings, seed=2, ground=ground)
    for name in ("winner", "moves", "distance", "regret", "late", "games"):
        assert np.array_equal(getattr(found.history, name), getattr(again.history, name)), name
    assert not np.array_equal(found.history.moves, other.history.moves)
    assert found.history.wins(0) + found.history.wins(1) == 1500
    assert min(found.history.wins(0), found.history.wins(1)) > 20  # neither side has it all
    # The cat wins with best play, so whenever the mouse won, the cat had given the game away, and else nobody had.
    lost = found.history.winner == 1
    gave = found.history.regret[:, 0] - found.history.regret[:, 1]
    assert gave.tolist() == np.where(lost, 2.0, 0.0).tolist()
    # What both give away in plies and the perfect length make up the length.
    won = found.history.winner == 0
    length = PUBLISHED + found.history.late[:, 0] - found.history.late[:, 1]
    clean = won & (found.history.regret[:, 0] == 0)
    assert found.history.moves[clean].tolist() == length[clean].tolist()


@pytest.mark.parametrize(
    "changes",
    [
        {"regime": "alternate", "restarts": 2, "stuck": 5, "jump": 2},
        {"regime": "fame", "fame": 3},
        {"regime": "fixed", "opponent": "random", "seat": "mouse", "positions": 4, "plays": 2},
        {"regime": "fixed", "opponent": "careful", "policy": "near-far", "plays": 3},
        {"optimiser": "genetic", "policy": "near"},
    ],
)
def test_regimes_keep_to_their_budget(ground, changes):
    settings = OptimiseSettings(iterations=400, games=1500, **changes)
    seen = []
    found = optimise(
        ground.board.game, settings, seed=3, ground=ground, every=10, watch=lambda n, moves: seen.append((n, moves))
    )
    assert found.stopped in ("games", "iterations")
    assert found.history.games[-1] < 1500 + 500
    assert [n for n, _ in seen] == list(range(10, 10 * len(seen) + 1, 10))
    position = ground.board.game.start()
    for action in seen[0][1]:
        position = position.play(action)  # refuses what is not legal
    assert [side is not None for side in found.policy.sides] == [
        player in Run(ground.board.game, settings, 3, ground).learning for player in (0, 1)
    ]


def test_early_stopping(ground):
    settings = OptimiseSettings(iterations=5000, patience=30, regime="fixed", opponent="perfect", seat="mouse")
    found = optimise(ground.board.game, settings, seed=1, ground=ground)
    assert found.stopped == "patience"
    assert len(found.history) < 5000


@cache
def naive_of(spec):
    """Return a game's states, their values and distances, and how good each action is, by the definitions."""
    naive = explore(load(spec))
    value = values(naive)
    return naive, value, remoteness(naive, value), graded_by_definition(naive)


def shares_by_brute_force(naive, told, places, states):
    """Return how many states there are, and the means of what the chosen actions are worth."""
    rows = [told[n][places[n]] for n in states if len(naive.next[n]) > 1]
    return len(rows), *(float(np.mean(column)) for column in zip(*rows, strict=True))


def reached_by_brute_force(graph):
    found, frontier = {0}, [0]
    while frontier:
        for _, child in graph.next[frontier.pop()]:
            if child not in found:
                found.add(child)
                frontier.append(child)
    return found


def mostly_best(ground, made, seat, random, wrong):
    """Return a table with the best action in most states, and any in the rest."""
    first = ground.board.arena.first
    mine = np.flatnonzero(ground.board.arena.who == seat)
    best = np.array([ground.optimal.best[first[s] : first[s + 1]].argmax() for s in mine])
    return np.where(random.random(len(mine)) < wrong, random.integers(0, made.domain), best)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("spec", "met"),
    [
        (SPEC, "late"),  # every action keeps the value there, and many waste plies
        ("cat-and-mouse:rows=3,cols=3,stay=true", "loss"),
    ],
)
def test_grades_by_brute_force(ground, spec, met, seat):
    ground = ground if spec == SPEC else Ground(load(spec))
    game = ground.board.game
    naive, value, plies, told = naive_of(spec)
    random, grades = np.random.default_rng(2), []
    made = maker(ground.board, "table", seat, True)
    for wrong in (1.0, 0.1, 0.05, 0.02):
        genes = mostly_best(ground, made, seat, random, wrong)
        side = side_of(ground.board, made, seat, genes, np.zeros(0))
        policy = Policy(game.spec, game.name, game.rules_key, (side, side))
        found = grade(ground.solved, ground.optimal, edges_of_policy(ground.board, policy, seat), seat)
        pruned, places = replace(naive, next=list(naive.next)), {}
        for n, who in enumerate(naive.who):
            if who == seat:
                action = policy.action(game.start().__class__(game, naive.states[n]))
                places[n] = [pair[0] for pair in naive.next[n]].index(action)
                pruned.next[n] = [naive.next[n][places[n]]]
        its = values(pruned)
        its_plies = remoteness(pruned, its)[0]
        everywhere = shares_by_brute_force(naive, told, places, places)
        played = shares_by_brute_force(naive, told, places, reached_by_brute_force(pruned) & set(places))
        for mine, (states, keeping, optimal, loss, late) in ((found.everywhere, everywhere), (found.played, played)):
            assert mine.states == states
            assert (mine.optimal, mine.keeping, mine.loss, mine.late) == pytest.approx((optimal, keeping, loss, late))
        assert (found.value, found.secured) == (value[0], its[0])
        assert (found.remoteness, found.secured_remoteness) == (plies[0], its_plies)
        regret = abs(value[0] - its[0])
        assert found.regret == regret
        plies_lost = None if regret or None in (plies[0], its_plies) else abs(plies[0] - its_plies)
        assert found.regret_plies == plies_lost
        assert found.perfect == (regret == 0 and plies_lost in (0, None) and plies[0] == its_plies)
        grades.append(found)
    for shares in ("everywhere", "played"):
        assert any(getattr(getattr(one, shares), met) > 0 for one in grades)
    if spec == SPEC:
        assert any(one.regret_plies for one in grades)
    else:
        assert {one.regret for one in grades} == {0.0, 2.0} if seat == 1 else {0.0}


def test_a_file_holds_everything(ground, tmp_path):
    game = ground.board.game
    found = optimise(game, OptimiseSettings(iterations=50), seed=5, ground=ground)
    found.save(tmp_path / "a.policy")
    again = results.load(tmp_path / "a.policy")
    assert again.settings == found.settings
    assert (again.seed, again.stopped) == (5, found.stopped)
    assert np.array_equal(again.history.moves, found.history.moves)
    record = play_game(game, (player(f"policy:{tmp_path / 'a.policy'}"), player(f"policy:{tmp_path / 'a.policy'}")))
    assert len(record.actions) >= found.history.moves[-1]  # a match waits for the third occurrence
    assert (record.payoff > 0) == (found.history.winner[-1] == 0)
    whole = (tmp_path / "a.policy").read_bytes()
    (tmp_path / "b.policy").write_bytes(whole[:-10])
    with pytest.raises(DamagedFile, match="damaged"):
        open_policy(tmp_path / "b.policy")
    by_hand(ground).save(tmp_path / "c.policy")
    with pytest.raises(DamagedFile, match="without the history"):
        results.load(tmp_path / "c.policy")


def test_what_a_policy_does_not_fit_is_refused_in_one_line(ground, tmp_path):
    found = optimise(ground.board.game, OptimiseSettings(iterations=5), seed=5, ground=ground)
    found.save(tmp_path / "table.policy")
    by_hand(ground).save(tmp_path / "far.policy")
    table, far = (player(f"policy:{tmp_path / name}.policy") for name in ("table", "far"))
    with pytest.raises(NotSupported, match="is a table of cat-and-mouse:rows=5,cols=6, not of cat-and-mouse:rows=5"):
        table.start(load("cat-and-mouse:rows=5"), 0, np.random.SeedSequence(0))
    with pytest.raises(NotSupported, match="not of tic-tac-toe"):
        table.start(load("tic-tac-toe"), 0, np.random.SeedSequence(0))
    with pytest.raises(NotSupported, match=r"is for cat \(player 0\) alone, not for mouse"):
        far.start(ground.board.game, 1, np.random.SeedSequence(0))
    with pytest.raises(NotSupported, match="is a policy of cat-and-mouse, not of tic-tac-toe"):
        far.start(load("tic-tac-toe"), 0, np.random.SeedSequence(0))
    with pytest.raises(UnknownName, match="no such file"):
        player("policy:nowhere.policy").start(ground.board.game, 0, np.random.SeedSequence(0))
    with pytest.raises(UnknownName, match="needs a file"):
        player("policy:")


def test_a_policy_over_relations_plays_on_any_board(ground, tmp_path):
    by_hand(ground).save(tmp_path / "far.policy")
    one = player(f"policy:{tmp_path / 'far.policy'}")
    record = play_game(load("cat-and-mouse:rows=15,cols=14"), (one, player("random")), seed=1)
    assert (record.winner, record.ending) == (0, "normal")


def test_a_policy_of_another_kind_is_no_beginning(ground, tmp_path):
    game = ground.board.game
    optimise(game, OptimiseSettings(iterations=2), seed=5, ground=ground).save(tmp_path / "table.policy")
    with pytest.raises(NotSupported, match="this is a table policy, not a far one: give policy as table"):
        optimise(game, OptimiseSettings(policy="far", begin=str(tmp_path / "table.policy")), ground=ground)
    few = OptimiseSettings(policy="near", iterations=2, share=False)
    optimise(game, few, seed=5, ground=ground).save(tmp_path / "near.policy")
    with pytest.raises(NotSupported, match="was made with share false"):
        optimise(game, OptimiseSettings(policy="near", begin=str(tmp_path / "near.policy")), ground=ground)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policy": "tables"}, "policy is one of table, near, far, near-far"),
        ({"optimiser": "swarm"}, "swarm moves weights, and a table policy has none: use policy far or near-far"),
        ({"optimiser": "cma", "policy": "near"}, "cma moves weights, and a near policy has none"),
        ({"iterations": 0}, "iterations must be at least 1"),
        ({"cooling": 0.0}, "cooling is above 0"),
        ({"opponent": "perfect"}, "seat and opponent are for the regime fixed"),
        ({"criteria": "length,result"}, "criteria are result, length, distance"),
        ({"criteria": "result,length,distance/result,length,distance/x"}, "two players"),
        ({"optimiser": "genetic", "elite": 10}, "elite must be fewer"),
        ({"optimiser": "genetic", "candidates": 3}, "at least 4 candidates"),
    ],
)
def test_settings_that_cannot_be(changes, message):
    with pytest.raises(ValueError, match=message):
        OptimiseSettings(**changes).check()


def test_games_and_names_that_cannot_be(ground, monkeypatch):
    with pytest.raises(NotSupported, match="tic-tac-toe declares no relations"):
        optimise("tic-tac-toe", OptimiseSettings(policy="far", graded=0))
    game = ground.board.game
    with pytest.raises(UnknownName, match="has no player 'dog'; there are cat, mouse"):
        optimise(game, OptimiseSettings(regime="fixed", seat="dog"), ground=ground)
    with pytest.raises(UnknownName, match="'lost' is neither random, first nor the file"):
        optimise(game, OptimiseSettings(begin="lost"), ground=ground)
    with pytest.raises(UnknownName, match="'tiger' is neither random, careful, direct, perfect nor the file"):
        optimise(game, OptimiseSettings(regime="fixed", opponent="tiger"), ground=ground)
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(NotSupported, match=r"pip install 'outfox\[tune\]'"):
        optimise(game, OptimiseSettings(policy="far", optimiser="cma"), ground=ground)


def test_ctrl_c_keeps_what_was_found(ground):
    def stop(share, text):
        raise KeyboardInterrupt

    found = optimise(ground.board.game, OptimiseSettings(iterations=100), seed=1, ground=ground, progress=stop)
    assert found.stopped == "interrupted"
    assert 1 <= len(found.history) < 100


def test_comparisons_do_not_depend_on_workers():
    common = {"regime": "fixed", "opponent": "perfect", "plays": 2, "games": 500}
    ways = {"climb": OptimiseSettings(**common), "swarm": OptimiseSettings(policy="far", optimiser="swarm", **common)}
    found = compare(load(SPEC), ways, seeds=2, workers=2)
    again = compare(load(SPEC), ways, seeds=2)
    assert [[outcome[:4] for outcome in one.outcomes] for one in found] == [
        [outcome[:4] for outcome in one.outcomes] for one in again
    ]
    assert [one.name for one in found] == ["climb", "swarm"]


def test_intervals():
    assert median([1.0, 2.0, 3.0, 4.0, 5.0, np.inf]) == (3.5, 1.0, np.inf)  # 6 are the fewest with an interval
    assert median([1.0, 2.0]) == (1.5, -np.inf, np.inf)
    assert mean([1.0, 2.0, 3.0, 4.0]).high == pytest.approx(
        2.5 + 3.182446 * np.std([1, 2, 3, 4], ddof=1) / 2
    )  # t table
