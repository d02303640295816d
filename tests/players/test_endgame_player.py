"""A player with endgame tables never gives away what they know to be his."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.methods.endgame.endgames import Endgames
from outfox.methods.endgame.solve import solve_endgames
from outfox.methods.search.mcts import MctsSettings, Searcher
from outfox.players import player
from outfox.rules import NotSupported, Position, UnknownName, load
from outfox.workers.seeds import root_seed
from tests.naive.endgame import placed

GAME = "starve-the-fox:quiet_limit=0"
TEN = (0, 0, 1, 0, 3, 3, 3)  # sheep by row: few configurations lie beyond


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("endgame")
    solve_endgames(load(GAME), 10, place, below=TEN, foxes=2)
    return place


def some_positions(game, tables, many, foxes=1):
    """Return positions of ten sheep in the partition TEN, whose value is known and not a draw."""
    random, points, found = np.random.default_rng(4), game.module.POINT, []
    rows = [[cell for cell in points if cell // 7 == row] for row in range(7)]
    while len(found) < many:
        sheep = [int(cell) for row, n in zip(rows, TEN, strict=True) for cell in random.permutation(row)[:n]]
        free = [cell for cell in points if cell not in sheep]
        flock = sum(1 << cell for cell in sheep)
        on = sum(1 << int(cell) for cell in random.choice(free, foxes, replace=False))
        state = placed(game, on, flock, int(random.integers(2)))
        if game.mover(state) >= 0 and tables.value(state):
            found.append(Position(game, state))
    return found


@pytest.mark.parametrize("foxes", [1, 2])
def test_what_is_won_stays_won(folder, foxes):
    game = load(GAME)
    tables, random = Endgames(game, folder), np.random.default_rng(2)
    one = player(f"endgame:{folder},random")
    for number, position in enumerate(some_positions(game, tables, 12, foxes)):
        value = tables.value(position.state)
        one.start(game, 0 if value > 0 else 1, root_seed(number))
        for _ in range(40):
            if position.is_terminal:
                break
            mine = (position.mover == 0) == (value > 0)
            action = one.choose(position) if mine else position.legal[int(random.integers(len(position.legal)))]
            position = position.play(action)
            assert (position.payoff if position.is_terminal else tables.value(position.state)) == value
    assert one.probes > 0


def test_elsewhere_the_other_player_decides(folder):
    game = load(GAME)
    one, other = player(f"endgame:{folder},mcts:simulations=20"), player("mcts:simulations=20")
    for each in (one, other):
        each.start(game, 0, root_seed(1))
    assert one.choose(game.start()) == other.choose(game.start())
    assert one.probes == 0


def before_the_tables(game, tables, many, foxes=1):
    """Return positions of eleven sheep, foxes to move, where a capture leads into the tables, with what they say."""
    random, points, found = np.random.default_rng(5), game.module.POINT, []
    rows = [[cell for cell in points if cell // 7 == row] for row in range(7)]
    while len(found) < many:
        counts = np.array(TEN)
        counts[random.choice([2, 3, 4])] += 1
        sheep = [int(cell) for row, n in zip(rows, counts, strict=True) for cell in random.permutation(row)[:n]]
        free = [cell for cell in points if cell not in sheep]
        on = sum(1 << int(cell) for cell in random.choice(free, foxes, replace=False))
        position = Position(game, placed(game, on, sum(1 << cell for cell in sheep), 0))
        if not position.is_terminal:
            after = {action: position.play(action) for action in position.legal}
            known = {action: tables.value(child.state) for action, child in after.items() if not child.is_terminal}
            known = {action: value for action, value in known.items() if value is not None}
            if known:
                found.append((position, known))
    return found


@pytest.mark.nojit
@pytest.mark.parametrize("foxes", [1, 2])
def test_a_search_looks_leaves_up(folder, foxes):
    """What the tables know is worth exactly that, seen from before, and proves nothing."""
    game = load(GAME)
    tables = Endgames(game, folder)
    searcher = Searcher(game, MctsSettings(simulations=60), endings=tables.probe())
    seen = set()
    for position, known in before_the_tables(game, tables, 12, foxes):
        result = searcher.search(position, seed=1)
        values = {one.action: one for one in result.actions}
        for action, value in known.items():
            assert values[action].visits > 0
            assert (values[action].value, values[action].proven) == (value, False)
            seen.add(value)
        searcher.forget()
    assert seen == ({0.0, -1.0} if foxes == 1 else {0.0, -1.0, 1.0})


def test_the_player_searches_with_the_tables_before_them_and_without_them_inside(folder):
    game = load(GAME)
    tables = Endgames(game, folder)
    one = player(f"endgame:{folder},mcts:simulations=60")
    one.start(game, 0, root_seed(3))
    for position, known in before_the_tables(game, tables, 4):
        one.choose(position)
        values = {action.action: action.value for action in one.result.actions} if len(position.legal) > 1 else known
        assert {action: values[action] for action in known} == known
        assert one.inner.result is None
    inside = next(p for p in some_positions(game, tables, 20) if p.mover == 0 and len(p.legal) > 1)
    one.choose(inside)
    assert one.result is one.inner.result


def test_faults_in_one_line(folder, tmp_path):
    with pytest.raises(UnknownName, match="endgame needs a folder and a player"):
        player("endgame:somewhere")
    one = player(f"endgame:{tmp_path},random")
    with pytest.raises(NotSupported, match="has no endgame tables"):
        one.start(load(GAME), 0, root_seed(1))
