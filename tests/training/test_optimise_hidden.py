"""Tables by information set: games against plain recursion, climbing against published figures, grades, files."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from outfox.arena import match
from outfox.formats.packing import view_key
from outfox.formats.policy_file import open_policy
from outfox.methods.equilibrium.best_response import best_response
from outfox.methods.equilibrium.ground import Ground as Tree
from outfox.methods.policies.hidden_board import HiddenBoard
from outfox.methods.policies.hidden_grade import HiddenJudge
from outfox.methods.policies.walk import ASKED, LENGTH, RESULT
from outfox.players import player
from outfox.players.hidden import policy_array
from outfox.players.policy_player import PolicyPlayer
from outfox.rules import CHANCE, TERMINAL, load
from outfox.rules.errors import BadSetting, BudgetExceeded, NotSupported, UnknownName
from outfox.rules.seen import seen_by
from outfox.rules.twin import twin_class
from outfox.training.optimise.graded import grade_hidden
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.hidden_field import HiddenField, hidden_begin, hidden_maker, hidden_opponent
from outfox.training.optimise.learners import Climber, Rivals
from outfox.training.optimise.live_field import LiveField
from outfox.training.optimise.result import load as load_result
from outfox.training.optimise.run import Run, optimise
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed
from tests.naive import equilibrium as naive

GAMES = "kuhn", "leduc", "liars-dice:faces=2", "goofspiel:cards=3", "matrix-game"


@pytest.fixture(scope="module")
def boards():
    """Return the boards of some games."""
    return {spec: HiddenBoard(Tree(load(spec))) for spec in GAMES}


def drawn_pair(board, seed):
    """Return how two random tables choose, and their genes."""
    makers = hidden_maker(board, "table", 0), hidden_maker(board, "table", 1)
    random = np.random.default_rng(seed)
    return makers, [(random.integers(0, one.domain), np.zeros(0)) for one in makers]


def ends(game, policies, s=None, share=1.0, plies=0):
    """Yield all ends of play: how likely each is, player 0's payoff, its plies, and who was asked what."""
    s = game.initial() if s is None else s
    who = game.mover(s)
    if who == TERMINAL:
        yield share, game.payoff(s), plies
        return
    choices = game.chance(s) if who == CHANCE else [(policies[who](game, s), 1.0)]
    for action, odds in choices:
        after = s.copy()
        game.apply(after, action)
        yield from ends(game, policies, after, share * odds, plies + 1)


def by_side(board, player, genes, asked=None):
    """Return a function that takes the action of a table, by the numbers of the view."""
    side = HiddenField(board, drawn_pair(board, 0)[0], root_seed(0)).side(player, genes, np.zeros(0))
    rows = {
        tuple(key): int(choice)
        for key, choice in zip(side.arrays["keys"].tolist(), side.arrays["choices"], strict=True)
    }

    def choose(game, s):
        view = twin_class(game.view)()
        game.call("observe", s, player, view)
        key = tuple(view_key(view, player).tolist())
        if asked is not None:
            asked.add(key)
        return rows[key]

    return choose


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["kuhn", "goofspiel:cards=3"])
def test_a_game_is_all_deals_by_their_chances(boards, spec):
    compare(boards[spec], range(4))


@pytest.mark.parametrize("spec", GAMES)
def test_games_equal_plain_recursion(boards, spec):
    compare(boards[spec], range(4))


def compare(board, seeds):
    for seed in seeds:
        makers, pairs = drawn_pair(board, seed)
        field = HiddenField(board, makers, root_seed(seed))
        told = field.tell((pairs[0], pairs[1]), field.walk(0))
        asked = [set(), set()]
        choosers = [by_side(board, seat, pairs[seat][0], asked[seat]) for seat in (0, 1)]
        found = list(ends(board.game, choosers))
        assert sum(share for share, *_ in found) == pytest.approx(1.0)
        assert told.payoff == pytest.approx(sum(share * payoff for share, payoff, _ in found))
        assert told.plies == pytest.approx(sum(share * plies for share, _, plies in found))
        assert told.won == pytest.approx(
            tuple(sum(share for share, payoff, _ in found if sign * payoff > 0) for sign in (1, -1))
        )
        for seat, sign in ((0, 1.0), (1, -1.0)):
            (genes, none), (others, _) = pairs[seat], pairs[1 - seat]
            walk = field.walk(seat)
            scores, games = field.measure(seat, genes[None, :], none[None, :], others[None, :], none[None, :], walk)
            assert games == 1
            assert scores[0, RESULT] == pytest.approx(sign * told.payoff, abs=1e-11)
            pace = sum(share * (-plies if sign * payoff > 0 else plies) for share, payoff, plies in found)
            assert scores[0, LENGTH] == pytest.approx(pace, abs=1e-10)
            if board.tree.sets == board.ground.tree.sets:  # where nothing is merged
                assert int(walk.marks[ASKED]) == len(asked[seat])


@pytest.mark.nojit
def test_a_side_that_draws_is_followed_everywhere(boards):
    """Against uniform play: what the equilibrium module computes by sequences."""
    board = boards["kuhn"]
    for seat in (0, 1):
        made, pair = hidden_opponent(board, "random", 1 - seat)
        own = hidden_maker(board, "table", seat)
        field = HiddenField(board, (own, made) if seat == 0 else (made, own), root_seed(1))
        for genes in product(*(range(n) for n in own.domain)):
            mine = np.array(genes), np.zeros(0)
            told = field.tell((mine, pair) if seat == 0 else (pair, mine), field.walk(seat))
            parts = [
                board.chances(player, *one) for player, one in enumerate((mine, pair) if seat == 0 else (pair, mine))
            ]
            root = naive.whole_tree(board.game)
            odds = policy_of(board, board.whole(*parts))
            assert told.payoff == pytest.approx(naive.value(root, odds))


def policy_of(board, array):
    """Return a policy over the whole tree as the slow twin takes it."""
    tree = board.ground.tree
    found = {
        (int(tree.player[info]), tree.view(info).key()): array[tree.first[info] : tree.first[info + 1]].tolist()
        for info in range(tree.sets)
    }
    return lambda info, _: found[info]


@pytest.mark.parametrize("optimiser", ["climb", "anneal"])
def test_climbing_is_proposing_measuring_and_deciding(boards, optimiser):
    """The compiled loop against the same steps one by one."""
    board = boards["leduc"]
    settings = OptimiseSettings(optimiser=optimiser, candidates=40, changes=3, step=0.5)
    makers, pairs = drawn_pair(board, 5)
    rivals = Rivals(np.stack([pairs[1][0], pairs[1][0][::-1] % 2]), np.zeros((2, 0)), 1)

    def climbed(field):
        one = Climber(field, 0, settings, root_seed(3), (pairs[0][0].copy(), np.zeros(0)))
        for iteration in range(5):
            one.iteration = iteration
            one.improve(rivals)
        return one.genes.tolist(), one.score.tolist(), one.current[0].tolist(), one.current[2].tolist()

    class ByStep(HiddenField):
        climb = LiveField.climb

    assert climbed(HiddenField(board, makers, root_seed(1))) == climbed(ByStep(board, makers, root_seed(1)))


# -- what is found -----------------------------------------------------------------------------------------------------

PUBLISHED = [
    ("kuhn", "random", "first", 1 / 2), ("kuhn", "random", "second", 5 / 12),
    ("kuhn", "raise", "first", 1 / 3), ("kuhn", "raise", "second", 1 / 3),
    ("leduc", "random", "first", 167 / 80), ("leduc", "call", "first", 22 / 15), ("leduc", "call", "second", 22 / 15),
    ("leduc", "raise", "first", 71 / 30),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "opponent", "seat", "payoff"), PUBLISHED)
def test_climbing_finds_the_best_response_that_others_computed(spec, opponent, seat, payoff):
    settings = OptimiseSettings(regime="fixed", opponent=opponent, seat=seat, focus=False, iterations=20_000)
    found = optimise(spec, settings, seed=1)
    sign = 1.0 if seat == "first" else -1.0
    assert sign * found.history.payoff[-1] == pytest.approx(payoff, abs=1e-9)
    assert found.policy.sides[0 if seat == "second" else 1] is None


@pytest.mark.parametrize("optimiser", ["anneal", "genetic"])
def test_the_other_optimisers_find_it_too(optimiser):
    found = optimise("kuhn", OptimiseSettings(regime="fixed", optimiser=optimiser, iterations=500), seed=1)
    assert found.history.payoff[-1] == pytest.approx(1 / 2)


def test_nothing_wins_more_than_the_best_response():
    """Bounds that are exact: a table never wins more, and against an equilibrium never more than the game is worth."""
    ground = Tree(load("leduc"))
    most = best_response(ground, 1, ground.uniform).payoff
    assert most == pytest.approx(383 / 144)
    settings = OptimiseSettings(regime="fixed", seat="second", iterations=2000, focus=False)
    won = -optimise("leduc", settings, seed=3).history.payoff
    assert won[0] < won[-1] <= most + 1e-9
    settings = OptimiseSettings(regime="fixed", seat="second", opponent="perfect", iterations=2000, focus=False)
    won = -optimise("leduc", settings, seed=3).history.payoff
    assert won.max() <= 0.085606424078 + 1e-7
    assert won[-1] == pytest.approx(0.085606424078, abs=2e-3)


def test_the_loser_is_who_wins_less_than_the_game_is_worth():
    run = Run(load("kuhn"), OptimiseSettings(regime="alternate"), 1, Ground(load("kuhn")))
    told = run.telling and run.field.tell(run._pairs(), run.telling)
    for payoff, loser in ((-1 / 18, -1), (-1 / 18 + 1e-3, 1), (-1 / 18 - 1e-3, 0), (0.0, 1)):
        assert run._loser(type(told)(payoff, *list(vars(told).values())[1:])) == loser


def test_both_sides_learn_and_history_says_what_each_is_sure_of():
    found = optimise("kuhn", OptimiseSettings(iterations=200), seed=2)
    graded = grade_hidden(Ground(load("kuhn")).board, found.policy)
    assert found.history.regret[-1].tolist() == pytest.approx([one.regret for one in graded])
    assert set(found.history.winner.tolist()) <= {-1, 0, 1}
    again = optimise("kuhn", OptimiseSettings(iterations=200), seed=2)
    assert again.history.regret.tolist() == found.history.regret.tolist()


def test_games_that_are_shown_are_played_by_the_rules():
    """Equal ranks are one where policies are compared; what is watched has whole cards."""
    shown = []
    optimise("leduc", OptimiseSettings(iterations=30), seed=1, watch=lambda _, actions: shown.append(actions), every=1)
    for actions in shown:
        position = load("leduc").start()
        for action in actions:
            position = position.play(action)
        assert position.is_terminal
    assert len({tuple(actions[:2]) for actions in shown}) > 10  # deals differ


def test_past_opponents_count():
    found = optimise("leduc", OptimiseSettings(iterations=300, regime="fame"), seed=1)
    assert found.history.games[-1] > optimise("leduc", OptimiseSettings(iterations=300), seed=1).history.games[-1]


# -- grades ------------------------------------------------------------------------------------------------------------


def test_a_table_is_sure_of_what_the_worst_of_all_pure_responses_leaves_it(boards):
    board = boards["kuhn"]
    for seed in range(3):
        makers, pairs = drawn_pair(board, seed)
        field = HiddenField(board, makers, root_seed(1))
        for seat, sign in ((0, 1.0), (1, -1.0)):
            worth = []
            for genes in product(*(range(n) for n in makers[1 - seat].domain)):
                both = [pairs[seat], (np.array(genes), np.zeros(0))]
                first, second = both if seat == 0 else both[::-1]
                worth.append(sign * field.tell((first, second), field.walk(0)).payoff)
            parts = [board.chances(player, *pair) for player, pair in enumerate(pairs)]
            grade = board.judge.grades(board.whole(*parts))[seat]
            assert sign * grade.secured == pytest.approx(min(worth))
            assert grade.regret == pytest.approx(sign * grade.value - min(worth))


def test_folding_the_best_card_and_calling_with_the_worst_are_not_sound():
    """In Kuhn poker a bet is called with the king, not with the jack; after a check the king bets, not the queen.

    With the jack after a check and the queen after a bet the second player of every equilibrium may do either (Kuhn
    1950), so that four of its six information sets count; here two of them are played at random.
    """
    ground = Tree(load("kuhn"))
    judge = HiddenJudge(ground)
    shares = []
    for wrong in ((), ("J",), ("K",), ("J", "K")):
        policy = ground.uniform.copy()
        for card in ("J", "K"):
            position = load("kuhn").start().play("first gets Q").play(f"second gets {card}").play("bet")
            info = next(
                i for i in range(ground.tree.sets)
                if ground.tree.player[i] == 1 and ground.tree.view(i).key() == seen_by(ground.game, position).view.key()
            )  # fmt: skip
            call = (card == "K") != (card in wrong)
            begin = ground.tree.first[info]
            policy[begin : begin + 2] = [float(not call), float(call)]
            assert position.name(ground.tree.actions[begin]) == "fold"
        grade = judge.grades(policy)[1]
        assert grade.everywhere.sets == 4
        shares.append(grade.everywhere.sound)
    assert shares == [0.75, 0.5, 0.5, 0.25]


def test_an_equilibrium_is_perfect_and_a_large_game_is_graded_without_its_value(boards):
    for spec in ("kuhn", "leduc", "matrix-game"):
        judge = boards[spec].judge
        for one in judge.grades(boards[spec].ground.lifted(judge.equilibrium)):
            assert one.perfect
            assert one.played.sound == pytest.approx(
                1.0, abs=1e-3
            )  # where it hardly ever comes, nearly nothing is lost
    grade = HiddenJudge(boards["kuhn"].ground, exact=False).grades(boards["kuhn"].ground.uniform)[0]
    assert (grade.value, grade.regret, grade.perfect, grade.everywhere) == (None, None, None, None)
    assert grade.secured == pytest.approx(-5 / 12)


# -- files and players -------------------------------------------------------------------------------------------------


def test_a_file_is_graded_played_and_gone_on_from(tmp_path):
    found = optimise("leduc", OptimiseSettings(iterations=100), seed=1)
    file = tmp_path / "leduc.policy"
    found.save(file)
    again = load_result(file)
    assert again.history.payoff.tolist() == found.history.payoff.tolist()
    board = Ground(load("leduc")).board
    graded = [one.to_dict() for one in grade_hidden(board, open_policy(file))]
    assert graded == [one.to_dict() for one in grade_hidden(board, found.policy)]
    for seat in (0, 1):
        assert (hidden_begin(board, str(file), seat)[0] >= 0).all()
        assert best_response(
            board.ground, 1 - seat, policy_array(player(f"policy:{file}"), board.ground, seat)
        ).payoff == (pytest.approx(-graded[seat]["secured"] if seat == 0 else graded[seat]["secured"]))
    more = optimise("leduc", OptimiseSettings(iterations=1, begin=str(file), candidates=1, regime="fixed"), seed=9)
    first = more.policy.sides[0].arrays["choices"] != found.policy.sides[0].arrays["choices"]
    assert first.sum() <= 4  # one change, which equal ranks of a suit share
    with pytest.raises(NotSupported, match="is a table of leduc, not of kuhn"):
        match("kuhn", f"policy:{file}", "call", games=2)
    played = match("leduc", f"policy:{file}", "call", games=20)
    assert len(played.records) == 20


def test_one_player_answers_for_both_seats():
    """As advice asks it: begun in both, then asked by whoever moves."""
    found = optimise("kuhn", OptimiseSettings(iterations=20), seed=1)
    game, one = load("kuhn"), PolicyPlayer(found.policy)
    for seat in (0, 1):
        one.start(game, seat, root_seed(0))
    position = game.start().play("first gets K").play("second gets J")
    for _ in range(2):
        seen = seen_by(game, position)
        assert one.choose(seen) == found.policy.sides[position.mover].action(seen)
        position = position.play(seen.legal[0])


def test_alike_suits_are_played_alike():
    found = optimise("leduc", OptimiseSettings(iterations=50), seed=4)
    game = load("leduc")
    choices = []
    for card in ("Js", "Jh"):
        position = game.start().play(f"first gets {card}").play("second gets Ks")
        choices.append(found.policy.sides[0].action(seen_by(game, position)))
    assert choices[0] == choices[1]


@pytest.mark.parametrize(
    ("spec", "settings", "error", "words"),
    [
        ("kuhn", {"policy": "far"}, NotSupported, "relations of the whole state"),
        ("kuhn", {"plays": 3}, BadSetting, "plays is for games without hidden information"),
        ("kuhn", {"positions": 3}, BadSetting, "positions is for games without hidden information"),
        ("kuhn", {"regime": "fixed", "opponent": "careful"}, NotSupported, "careful goes by the whole state"),
        ("kuhn", {"regime": "fixed", "opponent": "direct"}, NotSupported, "direct goes by the whole state"),
        ("kuhn", {"regime": "fixed", "opponent": "nobody"}, UnknownName, "nobody"),
        ("kuhn", {"regime": "fixed", "opponent": "perfect", "graded": 0}, NotSupported, "outfox equilibrium kuhn"),
        ("kuhn", {"begin": "nowhere"}, UnknownName, "'nowhere' is neither random, first nor the file"),
        ("limit-holdem", {}, BudgetExceeded, "all information sets listed"),
    ],
)
def test_what_cannot_be_is_refused(spec, settings, error, words):
    with pytest.raises(error, match=words):
        optimise(spec, OptimiseSettings(iterations=5, **settings))
