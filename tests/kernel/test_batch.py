"""Many games at once: equal to games one by one, to views and rules, to exact values; seats, streams, mistakes."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from outfox.formats.tabular import TabularPolicy
from outfox.kernel import batch as module
from outfox.kernel.batch import Batch
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.policies import as_policy, table_of
from outfox.players import player
from outfox.players.batch_seat import PlayerSeat, batch_seat
from outfox.rules import BadSetting, IllegalAction, NotSupported, OutfoxError, load
from tests.naive import batch as naive

FOLD, CALL, RAISE = range(3)


@cache
def leduc():
    return load("leduc")


@cache
def kuhn():
    return load("kuhn")


@cache
def table(choose, spec="leduc"):
    """Return a policy as a table, from a function of the legal actions."""
    ground = Ground(load(spec))
    odds = np.zeros(ground.tree.slots)
    for begin, end in zip(ground.tree.first[:-1], ground.tree.first[1:], strict=True):
        odds[begin:end] = choose(ground.tree.actions[begin:end].tolist())
    return table_of(ground, as_policy(ground, odds), {})


def raising(legal):
    return [float(action == max(legal)) for action in legal]


def skewed(legal):
    return [(1.0 + action) / sum(1.0 + a for a in legal) for action in legal]


def always(*wanted):
    """Return a policy over arrays: the first of some actions that is legal."""
    return lambda observations, legal: np.select([legal[:, a] for a in wanted], wanted)


def same(batch, twins):
    assert batch.mover.tolist() == [twin.game.mover(twin.state) for twin in twins]
    assert batch.observations.tolist() == [twin.observed() for twin in twins]
    assert batch.legal.tolist() == [twin.mask() for twin in twins]
    assert batch.done.tolist() == [twin.done for twin in twins]
    assert batch.cut.tolist() == [twin.cut for twin in twins]
    assert batch.payoffs.tolist() == [twin.payoff for twin in twins]
    assert batch.lengths.tolist() == [twin.length for twin in twins]
    assert batch.finished.tolist() == [twin.finished for twin in twins]


def compare(game, steps, **options):
    """Step a batch and its twins, by random actions and by given ones."""
    batch = Batch(game, 5, seed=3, **options)
    twins = naive.rows(game, 5, 3, **options)
    same(batch, twins)
    for step in range(steps):
        if step % 3:
            batch.step_random()
            assert batch.actions.tolist() == [twin.step(None) for twin in twins]
        else:
            last = [twin.game.legal(twin.state)[-1] for twin in twins]
            batch.step(last)
            assert [twin.step(action) for twin, action in zip(twins, last, strict=True)] == last
        same(batch, twins)
    assert sum(twin.finished for twin in twins) >= 3


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["leduc", "kuhn", "tic-tac-toe", "pig:target=15"])
def test_as_games_one_by_one(spec):
    compare(load(spec), 30)


@pytest.mark.nojit
@pytest.mark.parametrize("seats", [(None, "random"), ("random", None), (None, "table"), ("table", None)])
def test_seats_as_games_one_by_one(seats):
    made = [table(skewed, "kuhn") if seat == "table" else seat for seat in seats]
    compare(kuhn(), 20, seats=made)


def test_a_table_as_games_one_by_one():
    compare(leduc(), 30, seats=(table(skewed), None))


@pytest.mark.nojit
def test_a_long_game_is_cut_and_paid_as_endless():
    compare(load("pig:target=15"), 30, limit=9)
    batch = Batch("pig:target=15", 2, limit=50)
    for _ in range(50):
        assert not batch.done.any()
        batch.step([1, 1])
    assert batch.cut.all()
    assert batch.done.all()
    assert (batch.payoffs.tolist(), batch.lengths.tolist()) == ([0.0, 0.0], [50, 50])


def test_equal_views_give_equal_bytes_and_others_do_not():
    batch, found = Batch(leduc(), 500, seed=1), {}
    for _ in range(6):
        for row in range(500):
            state = batch.position(row).state
            view = naive.Row.view(naive_row(state), int(batch.mover[row])).key()
            given = batch.observations[row].tobytes() + batch.legal[row].tobytes()
            assert found.setdefault((int(batch.mover[row]), view), given) == given
        batch.step_random()
    assert len(found) > 300
    assert len({(mover, given) for (mover, _), given in found.items()}) == len(found)


def naive_row(state):
    row = object.__new__(naive.Row)
    row.game, row.state = leduc(), state
    return row


@pytest.mark.nojit
def test_rows_do_not_depend_on_their_company_nor_on_threads():
    whole = Batch(leduc(), 8, seed=5)
    others = Batch(leduc(), 3, seed=5, first=4), Batch(leduc(), 8, seed=5, threads=3)
    for _ in range(20):
        for batch in (whole, *others):
            batch.step_random()
        for mine, part, shared in zip(everything(whole), *map(everything, others), strict=True):
            assert mine[4:7].tolist() == part.tolist()
            assert mine.tolist() == shared.tolist()
    assert Batch(leduc(), 50, seed=6).observations.tolist() != Batch(leduc(), 50, seed=5).observations.tolist()


def everything(batch):
    return batch.observations, batch.legal, batch.mover, batch.done, batch.payoffs, batch.actions, batch.finished


@pytest.mark.nojit
def test_deals_do_not_depend_on_what_is_played():
    dealt = []
    for action in (CALL, RAISE):
        batch = Batch(leduc(), 6, seed=2)
        cards = [[(row[0], other)] for row, other in zip(batch.observations.tolist(), second_cards(batch), strict=True)]
        while min(map(len, cards)) < 4:
            batch.step(np.where(batch.legal[:, action], action, CALL))
            for row in np.flatnonzero(batch.done).tolist():
                cards[row].append((batch.observations[row, 0].item(), second_cards(batch)[row]))
        dealt.append([row[:4] for row in cards])
    assert dealt[0] == dealt[1]
    assert len({card for row in dealt[0] for card in row}) > 5


def second_cards(batch):
    return [batch.position(row).state.cards[1] for row in range(len(batch))]


def near(batch, games, exact):
    """Play so many games a row; the mean payoff must be within four and a half standard errors of the exact one."""
    for _ in range(games):
        batch.play()
        assert batch.done.all()
    count = int(batch.finished.sum())
    assert count == games * len(batch)
    mean = batch.totals.sum() / count
    error = math.sqrt((batch.powers.sum() / count - mean * mean) / count)
    assert abs(mean - exact) < 4.5 * error
    return error


def test_uniform_play_is_worth_what_is_known():
    assert near(Batch(leduc(), 2000, seed=1, seats=("random", "random")), 60, -5 / 64) < 0.02
    assert near(Batch(kuhn(), 2000, seed=1, seats=("random", "random")), 60, 1 / 8) < 0.01


@pytest.mark.parametrize(
    ("seats", "exact"),
    [
        (("random", "raises"), -2.576389),
        (("raises", "random"), 1.222222),
        (("random", always(RAISE, CALL)), -2.576389),
        (("random", always(FOLD, CALL)), 0.75),
        ((always(CALL), always(RAISE, CALL)), 0.0),
    ],
)
def test_fixed_pairs_are_worth_what_is_known(seats, exact):
    made = [table(raising) if isinstance(seat, str) and seat == "raises" else seat for seat in seats]
    assert near(Batch(leduc(), 2000, seed=4, seats=made), 10, exact) < 0.1


def test_players_as_seats():
    assert batch_seat("random", kuhn(), 0) == "random"
    made, wanted = batch_seat("raise", kuhn(), 1), table(raising, "kuhn")
    mine = np.repeat(made.keys[:, -1] == 1, np.diff(made.first))
    assert made.probabilities[mine].tolist() == wanted.probabilities[mine].tolist()
    assert near(Batch(leduc(), 20, seed=1, seats=("random", PlayerSeat(player("raise")))), 10, -2.576389) < 1.0


def test_players_that_are_asked_row_by_row():
    game = load("tic-tac-toe")
    seat = batch_seat("mcts:simulations=30", game, 1, seed=1)
    batch, alone = (Batch(game, n, seed=1, first=f, seats=(None, seat_of())) for n, f, seat_of in (
        (4, 0, lambda: seat), (1, 2, lambda: batch_seat("mcts:simulations=30", game, 1, seed=1)),
    ))  # fmt: skip
    for _ in range(8):
        assert batch.mover.tolist() == [0, 0, 0, 0]
        assert batch.observations[2].tolist() == alone.observations[0].tolist()
        batch.step_random()
        alone.step_random()
    assert batch.totals.sum() < 0.0  # a search beats random play


def test_a_learner_is_asked_in_its_seat_only():
    for seat, exact in ((0, 1.222222), (1, 2.576389)):
        batch = Batch(leduc(), 4000, seed=7, seats=(None, "random") if seat == 0 else ("random", None))
        first = np.full(4000, np.nan)
        while np.isnan(first).any():
            assert (batch.mover == seat).all()
            batch.step(always(RAISE, CALL)(batch.observations, batch.legal))
            new = batch.done & np.isnan(first)
            first[new] = (1 - 2 * seat) * batch.payoffs[new]
        assert abs(first.mean() - exact) < 4.5 * first.std() / math.sqrt(4000)


@pytest.mark.nojit
def test_a_function_may_give_probabilities_and_is_asked_for_its_seat():
    asked = []

    class Policy:
        def act(self, observations, legal, rows):
            asked.append(len(rows))
            return legal / legal.sum(axis=1, keepdims=True)

    batch = Batch(kuhn(), 3, seed=1, seats=(Policy(), None))
    for _ in range(6):
        assert batch.mover.tolist() == [1, 1, 1]
        batch.step_random()
    assert max(asked) <= 3
    assert sum(asked) >= 3 * 7 // 2
    again = Batch(kuhn(), 3, seed=1, seats=(Policy(), None))
    for _ in range(6):
        again.step_random()
    assert again.observations.tolist() == batch.observations.tolist()


def test_one_column_for_each_value():
    batch, plain = Batch(kuhn(), 6, seed=1, encoding="one-hot"), Batch(kuhn(), 6, seed=1)
    assert batch.fields[:3] == ("card=1", "card=2", "card=3")
    for _ in range(5):
        shown = [dict(zip(plain.fields, row, strict=True)) for row in plain.observations.tolist()]
        for row, values in zip(batch.observations.tolist(), shown, strict=True):
            ones = {name for name, x in zip(batch.fields, row, strict=True) if x == 1.0}
            assert ones == {f"{name}={value:.0f}" for name, value in values.items()}
            assert set(row) == {0.0, 1.0}
        batch.step_random()
        plain.step_random()


@pytest.mark.nojit
def test_what_both_see_at_the_end():
    batch, ended = Batch(kuhn(), 6, seed=1, ends=True), 0
    assert Batch(kuhn(), 6).ends.shape == (6, 2, 0)
    dealt = [tuple(batch.position(row).state.cards) for row in range(6)]
    for _ in range(9):
        batch.step_random()
        for row in np.flatnonzero(batch.done).tolist():
            zero, one = (dict(zip(batch.fields, seen, strict=True)) for seen in batch.ends[row].tolist())
            assert (zero["card"], one["card"]) == dealt[row]
            showdown = abs(batch.payoffs[row]) == 2.0 or (zero["plies"] == 2.0 and zero["moves[0]"] == zero["moves[1]"])
            assert (zero["shown"], one["shown"]) == ((one["card"], zero["card"]) if showdown else (0, 0))
            dealt[row] = tuple(batch.position(row).state.cards)
            ended += 1
    assert ended > 10


@pytest.mark.nojit
def test_one_column_for_each_piece_on_each_point():
    batch = Batch("tic-tac-toe", 4, seed=1, encoding="squares")
    assert (batch.fields[0], batch.fields[-1], len(batch.fields)) == ("a3=cross", "mover", 19)
    for _ in range(7):
        batch.step_random()
        for row in range(4):
            position = batch.position(row)
            pieces = batch.game.squares(position.state)
            wanted = [float(piece == k) for piece in pieces for k in (1, 2)]
            assert batch.observations[row].tolist() == [*wanted, position.mover]


@pytest.mark.nojit
def test_rows_are_copied_kept_and_put_back():
    batch = Batch(leduc(), 4, seed=9)
    batch.step_random(2)
    batch.copy([1, 1], [0, 3])
    assert batch.position(0) == batch.position(1) == batch.position(3)
    assert batch.observations[0].tolist() == batch.observations[3].tolist() == batch.observations[1].tolist()
    held = batch.arrays()
    batch.step_random(5)
    other = Batch(leduc(), 4, seed=9)
    other.restore(held)
    other.step_random(5)
    assert [a.tolist() for a in everything(other)] == [a.tolist() for a in everything(batch)]
    batch.reset([2])
    assert batch.position(2).state.plies[0] == 0
    with pytest.raises(BadSetting, match="not those of a batch of 3 games"):
        Batch(leduc(), 3).restore(held)


@pytest.mark.nojit
def test_an_illegal_action_is_named_and_nothing_is_played():
    batch = Batch(leduc(), 3, seed=1)
    before = batch.observations.copy()
    with pytest.raises(IllegalAction) as caught:
        batch.step([CALL, FOLD, RAISE])
    assert str(caught.value) == ("row 1: action 0 is not legal in this position of leduc; legal: 1 (check), 2 (bet)")
    for wrong in (3, -1):
        with pytest.raises(IllegalAction, match=f"row 2: action {wrong} is not legal"):
            batch.step([CALL, CALL, wrong])
    assert batch.observations.tolist() == before.tolist()
    batch.step([CALL, CALL, RAISE])


@pytest.mark.parametrize("wrong", [[1, 1], [1.0, 1.0, 1.0], [[1], [1], [1]], [True, True, True], "abc", None])
def test_actions_of_another_form_are_refused(wrong):
    with pytest.raises(IllegalAction, match="actions are 3 whole numbers, one a row of kuhn"):
        Batch(kuhn(), 3).step(wrong)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda o, legal: np.full(len(o), 7), "the policy of second: row 0: action 7 is not legal"),
        (lambda o, legal: np.full(len(o), 0.5), "returned float64 of shape"),
        (lambda o, legal: np.full(legal.shape, 0.7), "gave probabilities 0.7, 0.7 in row 0"),
        (lambda o, legal: np.full(legal.shape, np.nan), "gave probabilities nan, nan in row 0"),
        (lambda o, legal: None, "returned object"),
    ],
)
def test_what_a_function_answers_is_tested(given, message):
    batch = Batch(kuhn(), 2, seats=(None, given))
    with pytest.raises(IllegalAction, match=message):
        batch.step([0, 0])
    with pytest.raises(BadSetting, match="reset"):
        batch.step([0, 0])
    batch.reset()
    assert batch.mover.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games is a whole number from 1 on, not 0"),
        ({"games": 2.5}, "games is a whole number"),
        ({"limit": 0}, "limit is"),
        ({"threads": 0}, "threads is"),
        ({"first": -1}, "first is"),
        ({"start": 1}, "start is a number from 0 to 0"),
        ({"encoding": "planes"}, "encoding is one of numbers, one-hot, squares"),
        ({"encoding": "squares"}, "what is observed is its View"),
        ({"games": 10**12}, "1,000,000,000,000 games of kuhn need .* GB, and there is"),
        ({"seats": (None,)}, "seats are two"),
        ({"seats": ("mcts", None)}, "a seat is None, 'random'"),
    ],
)
def test_wrong_arguments_are_one_clear_line(options, message):
    with pytest.raises(OutfoxError, match=message) as caught:
        Batch(kuhn(), **options)
    assert "\n" not in str(caught.value)


def test_tables_of_other_games_and_unknown_views():
    empty = np.zeros(0)
    nothing = TabularPolicy("kuhn", kuhn().rules_key, np.zeros((0, 7), int), np.zeros(1, int), empty, empty)
    with pytest.raises(NotSupported, match="this policy is for kuhn, not for leduc"):
        Batch(leduc(), 2, seats=(None, nothing))
    with pytest.raises(NotSupported, match="declares no View"):
        Batch("pig:target=15", 2, seats=(None, nothing))
    batch = Batch(kuhn(), 2, seats=(None, nothing))
    with pytest.raises(NotSupported, match="row 0: the policy does not know what second of kuhn sees"):
        batch.step([0, 0])


@pytest.mark.parametrize("seats", [(None, None), (always(CALL), None)])
def test_a_learner_who_never_decides_is_told(seats, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 100)
    with pytest.raises(NotSupported, match=r"row 0: more than 100 games or plies of kuhn went by without a decision"):
        Batch(kuhn(), 1, seats=seats, limit=3 if callable(seats[0]) else 2)


def test_whole_games_need_two_policies():
    with pytest.raises(BadSetting, match="the learner has a seat"):
        Batch(kuhn(), 2).play()
    with pytest.raises(BadSetting, match="no seat is the learner's"):
        Batch(kuhn(), 2, seats=("random", "random")).step_random()
