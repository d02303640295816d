"""Q-learning in games with hidden information: against its slow twin, and graded by exact best responses."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from outfox.formats.packing import leaf_values, store_leaves
from outfox.formats.q_file import open_q_table
from outfox.methods.equilibrium.ground import Ground
from outfox.players import player
from outfox.players.hidden import policy_array
from outfox.players.q_player import QPlayer
from outfox.rules import load
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.seen import seen_by
from outfox.rules.twin import twin_class
from outfox.training.learn import q_states as states
from outfox.training.learn.q_hidden import QHiddenGrader
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.q_train import q_train
from outfox.workers.seeds import root_seed
from tests.naive import equilibrium as naive
from tests.naive.q_learning import QTwin

GAMES = "kuhn", "leduc", "liars-dice:faces=2", "goofspiel:cards=3", "matrix-game"


def learned(spec, settings=None, seed=1):
    learner = QLearner(load(spec) if isinstance(spec, str) else spec, settings, seed)
    learner.run()
    return learner


def values(learner):
    """Return every value that is not 0, under the names that the twin gives them."""
    table, game, found = learner.table(), learner.game, {}
    for row, leaves in enumerate(np.asarray(table.leaves)):
        view = twin_class(game.view)()
        record = np.zeros(1, game.view)
        store_leaves(record[0], view.names, leaves[:-1])
        view.load(record[0])
        places = slice(int(table.first[row]), int(table.first[row + 1]))
        for action, value in zip(table.actions[places].tolist(), table.values[places].tolist(), strict=True):
            found[(int(leaves[-1]), view.key()), action] = value
    return {name: value for name, value in found.items() if value != 0}


def twin_of(learner):
    twin = QTwin(learner.game, learner.settings, learner.seed)
    twin.run()
    return {name: value for name, value in twin.values.items() if value != 0}


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["kuhn", "goofspiel:cards=3"])
def test_is_bit_equal_to_the_twin(spec):
    learner = learned(spec, QSettings(episodes=60, epsilon=0.3, discount=0.9))
    assert values(learner) == twin_of(learner) != {}


@pytest.mark.parametrize("spec", GAMES)
def test_every_way_to_learn_is_bit_equal_to_the_twin(spec):
    for algorithm, ties in product(("q", "sarsa", "monte-carlo"), ("random", "first")):
        settings = QSettings(episodes=40, epsilon=0.4, discount=0.95, algorithm=algorithm, ties=ties)
        learner = learned(spec, settings, seed=3)
        assert values(learner) == twin_of(learner) != {}, settings


def test_states_that_look_alike_share_their_values():
    """The first player of Kuhn poker holds one of three cards and has two turns; so has the second."""
    learner = learned("kuhn", QSettings(episodes=2000))
    known = learner.memory.known
    moving = np.flatnonzero(known.who[: learner.memory.states] < states.OVER)
    assert len(moving) == 24  # the opponent may hold either of two cards
    assert np.count_nonzero(known.shift[moving] == 0) == 12 == learner.table().positions


def test_many_states_make_the_tables_grow():
    learner = learned("leduc", QSettings(episodes=60_000, epsilon=1.0))
    table = learner.table()
    tree = Ground(learner.game).tree
    assert len(learner.memory.known.seen) > 2 * 1024
    assert {row.tobytes() for row in np.asarray(table.leaves, np.int64)} == {row.tobytes() for row in tree.keys}
    assert len(table.actions) == tree.slots


def test_the_same_seed_gives_the_same_values():
    first, second = (learned("leduc", QSettings(episodes=3000), seed=5).table() for _ in range(2))
    assert first.values.tolist() == second.values.tolist()
    assert learned("leduc", QSettings(episodes=3000), seed=6).table().values.tolist() != first.values.tolist()


def test_it_learns_what_is_right_whatever_the_other_does():
    """In Kuhn poker whoever is bet at with the lowest card loses by calling, and with the highest by folding."""
    learner = learned("kuhn", QSettings(episodes=50_000, alpha=0.05, epsilon=0.2), seed=2)
    table, game = learner.table(), learner.game
    for card, wanted in (("J", "fold"), ("K", "call")):
        other = "Q"
        position = game.start().play(f"first gets {other}").play(f"second gets {card}").play("bet")
        seen = seen_by(game, position)
        assert seen.names[int(table.value_of(seen).argmax())] == wanted


# -- grades ------------------------------------------------------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["kuhn", "liars-dice:faces=2"])
def test_a_grade_is_what_the_best_response_by_recursion_says(spec):
    learner = learned(spec, QSettings(episodes=300, alpha=0.1), seed=4)
    grader = QHiddenGrader(learner.game)
    found = grader.grade(learner)
    array, known = grader.policy(learner.table(), first=False)
    ground, root = grader.ground, naive.whole_tree(learner.game)
    probabilities = {
        (int(ground.tree.player[info]), ground.tree.view(info).key()): array[slice(*ground.tree.first[info : info + 2])]
        for info in range(ground.tree.sets)
    }

    def policy(info, _):
        return probabilities[info].tolist()

    responses = [naive.best_payoff(root, seat, policy) for seat in (0, 1)]
    assert [found.seats[1].secured, -found.seats[0].secured] == pytest.approx(responses)
    assert found.exploitability == pytest.approx(sum(responses) / 2)
    assert found.won == pytest.approx(naive.value(root, policy))
    assert known <= found.sets == ground.tree.sets


def test_values_of_games_are_those_of_the_reference():
    for spec, value in (("kuhn", -1 / 18), ("leduc", -0.085606424078), ("liars-dice:faces=3", 1 / 9)):
        assert QHiddenGrader(load(spec)).judge.value == pytest.approx(value, abs=1e-9)


def test_nothing_learned_is_uniform_play():
    """Exploitability of uniform play in Kuhn poker: 11/24; in Leduc poker 1709/720."""
    for spec, exploitability in (("kuhn", 11 / 24), ("leduc", 1709 / 720)):
        learner = QLearner(load(spec))
        found = QHiddenGrader(learner.game).grade(learner)
        assert (found.known, found.exploitability) == (0, pytest.approx(exploitability))


def test_the_first_of_ties_is_taken_where_it_was_while_learning():
    learner = QLearner(load("kuhn"), QSettings(ties="first"))
    array, _ = QHiddenGrader(learner.game).policy(learner.table(), first=True)
    assert array.reshape(-1, 2).tolist() == [[1.0, 0.0]] * 12


def test_learning_gets_nearer_to_what_is_safe_and_stays_away_from_it():
    """The best response to it wins less than against uniform play; but greedy play is no equilibrium."""
    found = [q_train("leduc", QSettings(episodes=300_000, alpha=0.05, epsilon=0.2), seed=seed) for seed in range(3)]
    ends = [one.grade.exploitability for one in found]
    assert max(ends) < 1709 / 720
    assert min(ends) > 0.1
    assert all(one.curve[0][1].exploitability > end for one, end in zip(found, ends, strict=True))
    assert np.mean([seat.everywhere.sound for one in found for seat in one.grade.seats]) > 0.7


# -- files and players -------------------------------------------------------------------------------------------------


def test_a_file_plays_as_the_values_say(tmp_path):
    learner = learned("leduc", QSettings(episodes=2000))
    file = tmp_path / "leduc.q"
    learner.table().save(file)
    table = open_q_table(file)
    assert table.hidden
    assert table.values.tolist() == learner.table().values.tolist()
    grader = QHiddenGrader(learner.game)
    array, _ = grader.policy(table, first=False)
    for seat in (0, 1):
        mine = grader.ground.tree.player == seat
        asked = policy_array(player(f"q:{file}"), grader.ground, seat)
        slots = np.repeat(mine, np.diff(grader.ground.tree.first))
        assert asked[slots].tolist() == pytest.approx(array[slots].tolist())


def test_a_player_is_given_what_it_sees_alone():
    """Two deals that look the same to the mover get the same values."""
    learner = learned("kuhn", QSettings(episodes=500))
    one = QPlayer(table=learner.table())
    one.start(learner.game, 0, root_seed(1))
    policies = []
    for card in "JQ":
        position = learner.game.start().play("first gets K").play(f"second gets {card}")
        policies.append(one.policy(seen_by(learner.game, position)).tolist())
    assert policies[0] == policies[1]


@pytest.mark.parametrize(
    ("settings", "words"), [({"convention": "negamax"}, "convention reply"), ({"afterstates": True}, "afterstates")]
)
def test_what_would_see_too_much_is_refused(settings, words):
    with pytest.raises(NotSupported, match=words):
        QLearner(load("kuhn"), QSettings(**settings))


def test_rules_whose_legality_tells_what_is_hidden_are_shown(root):
    with pytest.raises(RulesError, match="same view have different numbers of legal actions"):
        learned(str(root / "tests/data/check/legal_by_card.py"), QSettings(episodes=500, epsilon=1.0))


def test_a_game_too_large_for_a_tree_is_learned_and_not_graded():
    found = q_train("limit-holdem", QSettings(episodes=200), seed=1)
    assert found.grade is None
    assert found.table.hidden
    assert "Not graded" in str(found)


def test_leaves_are_those_of_the_view():
    learner = learned("kuhn", QSettings(episodes=500))
    position = learner.game.start().play("first gets K").play("second gets J")
    view = seen_by(learner.game, position).view
    row = [*leaf_values(view.record()[0], view.names).tolist(), 0]
    assert row in np.asarray(learner.table().leaves).tolist()
