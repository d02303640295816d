"""Pig: beside OpenSpiel's, its rules one by one, and its value by another way of computing it."""

from __future__ import annotations

import random

import pytest

from outfox.methods.solve import solve
from outfox.rules import CHANCE, IllegalAction, RulesError, load
from tests.games.known import answer

ROLL, HOLD = 0, 1

# --- beside OpenSpiel -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pyspiel():
    return pytest.importorskip("pyspiel")


def assert_alike(p, q):
    assert p.is_terminal == q.is_terminal(), f"{p}\n{q}"
    if p.is_terminal:
        assert [p.payoff, -p.payoff] == q.returns()
    elif p.is_chance:
        assert q.is_chance_node()
        assert p.chance == [(a, pytest.approx(x)) for a, x in q.chance_outcomes()]
    else:
        assert p.mover == q.current_player()
        assert p.legal == q.legal_actions()
        scores = f"Scores: {p.state.scores[0]} {p.state.scores[1]}"
        assert str(q).startswith(scores)


@pytest.mark.parametrize(("target", "sides", "games"), [(100, 6, 5), (20, 4, 100), (7, 2, 200), (1, 3, 50)])
def test_random_play_beside_openspiel(pyspiel, target, sides, games):
    peer = pyspiel.load_game(f"pig(winscore={target},diceoutcomes={sides},horizon=100000)")
    game, choice = load("pig", target=target, sides=sides), random.Random(target)
    finished = 0
    for _ in range(games):
        p, q = game.start(), peer.new_initial_state()
        while True:
            assert_alike(p, q)
            if p.is_terminal or len(p.history) > 3000:
                break
            action = choice.choice([a for a, _ in p.chance] if p.is_chance else p.legal)
            p = p.play(action)
            q.apply_action(action)
        finished += p.is_terminal
    assert finished == games


def test_whole_tree_beside_openspiel(pyspiel):
    """Every line of play of up to ten plies; it has no end of its own."""
    peer = pyspiel.load_game("pig(winscore=4,diceoutcomes=3,horizon=100000)")
    nodes = [(load("pig", target=4, sides=3).start(), peer.new_initial_state())]
    seen = 0
    while nodes:
        p, q = nodes.pop()
        seen += 1
        assert_alike(p, q)
        if p.is_terminal or len(p.history) == 10:
            continue
        nodes += [(p.play(a), q.child(a)) for a in ([a for a, _ in p.chance] if p.is_chance else p.legal)]
    assert seen == 3_941


# --- the rules one by one -----------------------------------------------------------------------------


def names(p):
    return [p.name(action) for action in p.legal or [a for a, _ in p.chance]]


def test_a_turn():
    p = load("pig").start()
    assert (p.mover, names(p)) == (0, ["roll", "hold"])
    p = p.play("roll")
    assert (p.mover, names(p)) == (CHANCE, [f"rolled {face}" for face in range(1, 7)])
    p = p.play("rolled 5").play("roll").play("rolled 6")
    assert p.text == "first     0 of 100\nsecond    0 of 100\nfirst to move, turn total 11"
    p = p.play("hold")
    assert p.text == "first    11 of 100\nsecond    0 of 100\nsecond to move, turn total 0"


def test_a_one_loses_the_turn():
    p = load("pig").start().play("roll").play("rolled 6").play("roll").play("rolled 1")
    assert (p.mover, list(p.state.scores), p.state.total) == (1, [0, 0], 0)


def test_the_target_has_to_be_banked():
    p = load("pig", target=5).start().play("roll").play("rolled 6")
    assert not p.is_terminal
    assert names(p) == ["hold"]
    assert (p.play("hold").is_terminal, p.play("hold").payoff) == (True, 1.0)
    p = load("pig", target=5).start().play("hold").play("roll").play("rolled 5").play("hold")
    assert (p.is_terminal, p.payoff) == (True, -1.0)


def test_holding_at_once_is_allowed_and_can_go_round():
    p = load("pig").start()
    assert p.play("hold").play("hold") == p
    assert p.game.endless == 0.0


def test_illegal():
    for p in (load("pig").start(), load("pig").start().play("roll")):
        with pytest.raises(IllegalAction):
            p.play("rolled 7")


@pytest.mark.parametrize("bad", [{"target": 0}, {"sides": 1}])
def test_bad_parameters(bad):
    with pytest.raises(RulesError):
        load("pig", **bad)


def test_text_and_names_read_back():
    p, choice = load("pig", target=30).start(), random.Random(4)
    while not p.is_terminal:
        assert p.game.parse(p.text).state == p.state
        actions = [a for a, _ in p.chance] if p.is_chance else p.legal
        assert [p.game.call("parse_action", p.state, p.name(action)) for action in actions] == actions
        before = p.game.call("progress", p.state)
        p = p.play(choice.choice(actions))
        assert before <= p.game.call("progress", p.state)
    assert p.game.parse(p.text).state == p.state


# --- its value ------------------------------------------------------------------------------------


def value_by_the_rules(target, sides):
    """Return the first player's winning probability by value iteration over the states of the game."""
    start = load("pig", target=target, sides=sides).start()
    moves, payoffs, queue = {}, {}, [start]
    while queue:
        p = queue.pop()
        if p in moves or p in payoffs:
            continue
        if p.is_terminal:
            payoffs[p] = (1 + p.payoff) / 2
            continue
        moves[p] = [(x, p.play(a)) for a, x in p.chance] if p.is_chance else [p.play(a) for a in p.legal]
        queue += [q for _, q in moves[p]] if p.is_chance else moves[p]
    values = dict.fromkeys(moves, 0.5) | payoffs
    for _ in range(200):
        for p, after in moves.items():
            if p.is_chance:
                values[p] = sum(x * values[q] for x, q in after)
            else:
                values[p] = (max if p.mover == 0 else min)(values[q] for q in after)
    return values[start]


def value_by_formula(target, sides):
    """Return the same from the equations of Neller and Presser, which know no turns and no states."""
    wins = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}

    def win(i, j, k):
        return 1.0 if i + k >= target else wins[i, j, k]

    for _ in range(200):
        for i, j, k in wins:
            rolled = (1 - win(j, i, 0) + sum(win(i, j, k + face) for face in range(2, sides + 1))) / sides
            wins[i, j, k] = max(rolled, 1 - win(j, i + k, 0))
    return wins[0, 0, 0]


@pytest.mark.parametrize(("target", "sides"), [(2, 2), (4, 3), (5, 6)])
def test_value(target, sides):
    assert value_by_the_rules(target, sides) == pytest.approx(value_by_formula(target, sides), abs=1e-9)


@pytest.mark.slow  # 10 s: two million states, swept until no value changes by more than 1e-12
def test_the_whole_game():
    """What the first player wins, and that at 0 to 0 it rolls below a turn total of 21 and holds from there."""
    published = answer("chance-01")
    solution = solve(load("pig"))
    assert (1 + solution.value) / 2 == pytest.approx(published["first_player_win_probability"], abs=1e-9)
    totals = [0, *range(2, 106)]  # all that come up: a 1 ends the turn, and from 100 on there is nothing to roll for
    rolls = [total for total in totals if best_first_turn(solution, total) == "roll"]
    assert rolls == [total for total in totals if total < published["hold_at_0_0"]]


def best_first_turn(solution, total):
    """Return what is best at the beginning of the game with a turn total."""
    p = solution.game.parse(f"first 0 of 100\nsecond 0 of 100\nfirst to move, turn total {total}")
    return max(map(p.name, p.legal), key=lambda name: solution.outcome(p.play(name)).value)
