"""Starve the Fox: facts of the board, each rule on a position of its own, and step by step with its twin."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from outfox.kernel import playout
from outfox.kernel.link import link
from outfox.kernel.random import seeded
from outfox.rules import IllegalAction, RulesError, load

TWIN = str(Path(__file__).parent.parent / "naive" / "starve_the_fox_arrays.py")
OPTIONS = [
    {},
    {"first": "sheep", "sheep": 18},
    {"multi_jump": True},
    {"multi_jump": True, "forced_capture": True, "sheep": 15},
    {"forced_capture": True, "fox_start": "c5e5"},
    {"diagonals": False, "quiet_limit": 0},
    {"sheep_diagonal": False, "sheep": 13},
]


def name_of(options):
    return ",".join(f"{name}={value}" for name, value in options.items()) or "default"


def position(rows, status="foxes to move, 0 of 40 quiet plies", **options):
    """Read a position from its seven rows, top down, written without lines."""
    text = "\n".join([*(f"{7 - k} {row}" for k, row in enumerate(rows.split())), status])
    return load("starve-the-fox", **options).parse(text)


def names(p):
    return [p.name(action) for action in p.legal]


def points(p, piece):
    board = p.game.constant("BOARD")
    return {name for name, found in zip(board.names, p.squares(), strict=True) if found == piece}


# --- the board ----------------------------------------------------------------------------------


def neighbours(board):
    near = {name: set() for name in board.names}
    for a, b in board.lines:
        near[board.names[a]].add(board.names[b])
        near[board.names[b]].add(board.names[a])
    return near


def test_board():
    board = load("starve-the-fox").constant("BOARD")
    near = neighbours(board)
    steps = [np.abs(np.subtract(board.points[a], board.points[b])).tolist() for a, b in board.lines]
    assert (len(board.points), len(steps), steps.count([1, 1])) == (33, 72, 20)
    assert steps.count([0, 1]) + steps.count([1, 0]) == 52
    assert near["d6"] == set("c5 d5 e5 c6 e6 c7 d7 e7".split())
    assert near["c5"] == set("b4 b5 c4 c6 d4 d5 d6".split())
    assert near["d5"] == set("c5 d4 d6 e5".split())
    assert near["a4"] == set("a3 a5 b4".split())
    [(name, pen)] = board.areas
    assert name == "pen"
    assert {board.names[k] for k in pen} == set("c5 d5 e5 c6 d6 e6 c7 d7 e7".split())


def test_104_jumps():
    board = load("starve-the-fox").constant("BOARD")
    near = neighbours(board)
    where = dict(zip(board.names, board.points, strict=True))
    jumps = [
        (a, b, c)
        for a in near
        for b in near[a]
        for c in near[b]
        if c != a and np.array_equal(np.subtract(where[b], where[a]), np.subtract(where[c], where[b]))
    ]
    masks = load("starve-the-fox").module.JUMPS
    assert len(jumps) == 104 == sum(mask.bit_count() for mask in masks)


def test_without_diagonals():
    assert len(load("starve-the-fox", diagonals=False).constant("BOARD").lines) == 52


# --- the start ----------------------------------------------------------------------------------


def test_start():
    p = load("starve-the-fox").start()
    assert points(p, 1) == {"c7", "e7"}
    assert points(p, 2) == {name for name in p.game.constant("BOARD").names if int(name[1]) <= 4}
    assert sorted(names(p)) == ["c7-c6", "c7-d6", "c7-d7", "e7-d6", "e7-d7", "e7-e6"]
    assert [len(p.play(action).legal) for action in p.legal] == [13] * 6


def test_first_and_fox_start():
    p = load("starve-the-fox", first="sheep", fox_start="c5e5").start()
    assert p.mover == 1
    assert points(p, 1) == {"c5", "e5"}


@pytest.mark.parametrize(
    ("sheep", "gone"),
    [
        (20, ""),
        (19, "d4"),
        (18, "a4 g4"),
        (17, "d4 a4 g4"),
        (16, "a4 g4 b4 f4"),
        (15, "d4 a4 g4 b4 f4"),
        (14, "a4 g4 b4 f4 c4 e4"),
        (13, "a4 b4 c4 d4 e4 f4 g4"),
    ],
)
def test_fewer_sheep(sheep, gone):
    p = load("starve-the-fox", sheep=sheep).start()
    full = points(load("starve-the-fox").start(), 2)
    assert len(points(p, 2)) == sheep
    assert full - points(p, 2) == set(gone.split())


@pytest.mark.parametrize("bad", [{"sheep": 12}, {"sheep": 21}, {"quiet_limit": -1}])
def test_bad_parameters(bad):
    with pytest.raises(RulesError):
        load("starve-the-fox", **bad)


# --- one rule a test ------------------------------------------------------------------------------


def test_sheep_never_step_down_and_foxes_do():
    p = position("F.. ... ..oo... .o.o.o. .o...o. ooo ooo", "sheep to move")
    assert all(int(name[1]) <= int(name[4]) for name in names(p))
    assert "c7-c6" in names(position("F.. ... ..oo... .o.o.o. .o...o. ooo ooo"))


def test_sheep_diagonal():
    rows = "F.. ... ..oo... .o.o.o. .o...o. ooo ooo"
    free = set(names(position(rows, "sheep to move")))
    bound = set(names(position(rows, "sheep to move", sheep_diagonal=False)))
    assert bound == {name for name in free if name[0] == name[3] or name[1] == name[4]} < free


def test_capture():
    p = position("F.. .o. ....... .o.o.o. .o...o. ooo ooo")
    q = p.play("c7xe5")
    assert points(q, 1) == {"e5"}
    assert points(p, 2) - points(q, 2) == {"d6"}
    assert (q.mover, q.state.quiet) == (1, 0)


def test_no_capture_without_a_line():
    # No diagonal leads through d5: the sheep on c6 and e6 are safe from it, d6 is not.
    p = position("... ooo ...F... ....... .o...o. ooo ooo")
    assert sorted(names(p)) == ["d5-c5", "d5-d4", "d5-e5", "d5xd7"]


def test_no_capture_where_the_point_behind_is_taken():
    p = position(".F. ooo ...o... ....... .o...o. ooo ooo")
    assert sorted(names(p)) == ["d7-c7", "d7-e7"]


TRAP = "..F ... o...... Fo.o... o...... ooo ooo"  # the fox on a4 can only jump b4, to c4


def test_a_trapped_fox_is_removed():
    q = position(TRAP, "sheep to move").play("d4-c4")
    assert points(q, 1) == {"e7"}
    assert q.mover == 0


def test_a_fox_that_can_jump_stays():
    q = position(TRAP, "sheep to move").play("d4-e4")
    assert points(q, 1) == {"a4", "e7"}
    assert "a4xc4" in names(q)


def test_foxes_that_shut_each_other_in_go_together():
    q = position("... ... Foo.... Fo.o... o.o.... ooo ooo", "sheep to move").play("d4-c4")
    assert points(q, 1) == set()
    assert q.is_terminal
    assert q.payoff == -1.0


def test_a_side_without_a_move_passes():
    p = position("oFo ooo ooooooo ....... ....... ... F..", "sheep to move, 5 of 40 quiet plies")
    assert names(p) == ["pass"]
    q = p.play("pass")
    assert points(q, 1) == {"c1"}  # a pass ends a sheep turn, too: d7 cannot move
    assert (q.mover, q.state.quiet) == (0, 6)


def test_sheep_fill_the_pen():
    q = position("ooo ooo ..oo.o. F...... ....... ... ...", "sheep to move, 39 of 40 quiet plies").play("f5-e5")
    assert q.state.quiet == 40
    assert q.is_terminal
    assert q.payoff == -1.0  # a win comes before the draw


def test_fewer_than_nine_sheep():
    q = position("F.. .o. ....... ....... ..oo... ooo ooo").play("c7xe5")
    assert len(points(q, 2)) == 8
    assert q.is_terminal
    assert q.payoff == 1.0


def test_forty_quiet_plies_are_a_draw():
    rows = "F.. .o. ....... ....... .oooo.. ooo ooo"
    p = position(rows, "foxes to move, 39 of 40 quiet plies")
    assert p.play("c7-d7").is_terminal
    assert p.play("c7-d7").payoff == 0.0
    assert p.play("c7xe5").state.quiet == 0
    p = position(rows, "sheep to move, 39 of 40 quiet plies")
    assert p.play("b3-a3").is_terminal
    assert p.play("b3-b4").state.quiet == 0


def test_without_a_limit_play_can_go_round():
    p = position("F.. .o. ....... ....... .oooo.. ooo ooo", "foxes to move", quiet_limit=0)
    assert p.game.endless == 0.0
    assert p.play("c7-d7").play("b3-a3").play("d7-c7").play("a3-b3") == p


SERIES = "F.. .o. ....... oo..o.. oo..... ooo ooo"  # c7xe5, then e5xe3


def test_one_jump_a_move():
    assert position(SERIES).play("c7xe5").mover == 1


def test_multi_jump():
    p = position(SERIES.replace("oo.....", "oo....F"), multi_jump=True).play("c7xe5")
    assert p.mover == 0
    assert names(p) == ["e5xe3", "stop"]  # the same fox only
    assert p.text.endswith("foxes to move, 0 of 40 quiet plies, e5 jumps on")
    assert (p.play("stop").mover, p.play("stop").state.quiet) == (1, 0)
    q = p.play("e5xe3")
    assert q.mover == 1  # e3 can jump no further
    assert len(points(q, 2)) == 10


def test_forced_capture():
    p = position(SERIES, forced_capture=True)
    assert names(p) == ["c7xe5"]
    assert p.play("c7xe5").mover == 1
    p = position(SERIES, forced_capture=True, multi_jump=True).play("c7xe5")
    assert names(p) == ["e5xe3"]


def test_an_illegal_move_is_named():
    p = load("starve-the-fox").start()
    for move in ("c7-c5", "c7xc5", "pass", "a1-a2", "nonsense"):
        with pytest.raises(IllegalAction):
            p.play(move)


# --- text, features, order of layers, symmetry ------------------------------------------------------


def random_games(options, games, seed, plies=400):
    """Yield every position of some random games."""
    choice = random.Random(seed)
    for _ in range(games):
        p = load("starve-the-fox", **options).start()
        yield p
        while not p.is_terminal and len(p.history) < plies:
            p = p.play(choice.choice(p.legal))
            yield p


def test_text_is_the_board_of_the_rules():
    p = load("starve-the-fox").start()
    board, _, status = p.text.rpartition("\n")
    drawn = (p.game.doc.partition("different aims.")[2]).partition("\nRules")[0]
    for line, described in zip(board.split("\n"), drawn.strip("\n").split("\n"), strict=True):
        assert described[4:].startswith(line) or described.strip().startswith(line.strip())
    assert status == "foxes to move, 0 of 40 quiet plies"


@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_text_and_names_read_back(options):
    for p in random_games(options, games=1, seed=3):
        assert p.game.parse(p.text).state == p.state
        for action in p.legal:
            assert p.game.call("parse_action", p.state, p.name(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7 F.F\nfoxes to move",
        load("starve-the-fox").start().text.replace("foxes to move", ""),
        load("starve-the-fox").start().text.replace(".", "F"),
        load("starve-the-fox").start().text.replace(".", "o"),
        load("starve-the-fox").start().text + ", d4 jumps on",
    ],
)
def test_what_is_no_position(text):
    with pytest.raises(RulesError):
        load("starve-the-fox").parse(text)


def test_features():
    game = load("starve-the-fox")
    rows = "F.. .o. ....... ....... ..oo... ooo ooo"
    for status, edible in (("foxes to move", (1, 0)), ("sheep to move", (0, 1))):
        out = np.zeros(6)
        game.call("features", position(rows, status).state, out)
        # c7 can go to d7, c6 and e5; nine sheep on rows 6 + 3 + 3 + 6 + 3 of the 58 at the start.
        assert dict(zip(game.constant("FEATURES"), out, strict=True)) == {
            "captured": 11,
            "edible_foxes_to_move": edible[0],
            "edible_sheep_to_move": edible[1],
            "fox_moves": 3,
            "rows_gained": 21 - 58,
            "in_pen": 1,
        }


@pytest.mark.parametrize("options", OPTIONS[:6], ids=name_of)
def test_progress_never_falls(options):
    for p, q in itertools.pairwise(random_games(options, games=2, seed=5)):
        if q.history:
            assert p.game.call("progress", p.state) <= q.game.call("progress", q.state)


def mirrored(p):
    out = p.game.new_state()
    p.game.call("symmetry", 1, p.state, out)
    return out


@pytest.mark.parametrize("options", OPTIONS[:4], ids=name_of)
def test_left_and_right_are_alike(options):
    for p in random_games(options, games=1, seed=11, plies=60):
        state, game = mirrored(p), p.game
        actions = {action: game.call("symmetry_action", 1, action) for action in p.legal}
        assert game.mover(state) == p.mover
        assert p.is_terminal or sorted(game.legal(state)) == sorted(actions.values())
        for action, other in list(actions.items())[:3]:
            after = state.copy()
            game.apply(after, other)
            assert after == mirrored(p.play(action))


# --- beside the twin, and counts ----------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_twin_on_plain_arrays(options):
    game, twin = load("starve-the-fox", **options), load(TWIN, **options)
    choice = random.Random(7)
    for _ in range(2):
        p, q = game.start(), twin.start()
        while True:
            assert_alike(p, q)
            if p.is_terminal or len(p.history) > 300:
                break
            action = choice.choice(p.legal)
            p, q = p.play(action), q.play(action)


def assert_alike(p, q):
    board, features, twin_features = np.zeros(33, np.int64), np.zeros(6), np.zeros(6)
    q.game.call("squares", q.state, board)
    p.game.call("features", p.state, features)
    q.game.call("features", q.state, twin_features)
    assert p.squares() == list(board)
    assert list(features) == list(twin_features)
    assert (p.mover, p.state.quiet, p.legal) == (q.mover, q.state.quiet, q.legal)
    assert names(p) == names(q)
    assert not p.is_terminal or p.payoff == q.payoff


def playout_lengths(game, games):
    """Return the plies of compiled random games."""
    linked = link(game, playout.playouts, checked=False)
    pool, totals, plies = linked.states(2), np.zeros(6), np.zeros(games, np.int64)
    linked.put(pool, 0, game.initial())
    linked(pool, seeded(np.random.SeedSequence(3)), games, 5000, totals, plies)
    return [*totals, *plies]


def test_compiled_twin_plays_the_same_games():
    """With the same random numbers; the order of the actions is part of the rules."""
    assert playout_lengths(load("starve-the-fox"), 500) == playout_lengths(load(TWIN), 500)


def perft(p, depth):
    if depth == 1 or p.is_terminal:
        return len(p.legal)
    return sum(perft(p.play(action), depth - 1) for action in p.legal)


def test_perft():
    assert [perft(load("starve-the-fox").start(), depth) for depth in (1, 2, 3)] == [6, 78, 482]
    assert perft(load(TWIN).start(), 3) == 482


def rows_of_points():
    for row in range(1, 8):
        yield row, [col for col in range(1, 8) if 3 <= row <= 5 or 3 <= col <= 5]


def sheep_moves(row, below, cols_below, here, cols):
    """Count the sheep moves within a row and from the row below, on a board without foxes."""
    sheep, lower = dict(zip(cols, here, strict=True)), dict(zip(cols_below, below, strict=True))
    sideways = sum(sheep[col] and not sheep.get(col + step, 1) for col in cols for step in (-1, 1))
    up = sum(
        lower[col] and not sheep.get(col + step, 1)
        for col in cols_below
        for step in ((-1, 0, 1) if (col + row - 1) % 2 == 0 else (0,))
    )
    return sideways + up


def test_branching():
    """Row by row, the most moves that up to twenty sheep have on any placement: BRANCHING is no guess."""
    best = {((), 0): 0}
    cols_below = []
    for row, cols in rows_of_points():
        following: dict[tuple[tuple[int, ...], int], int] = {}
        for here in itertools.product((0, 1), repeat=len(cols)):
            moves = {below: sheep_moves(row, below, cols_below, here, cols) for below, _ in best}
            for (below, sheep), value in best.items():
                key = here, sheep + sum(here)
                if key[1] <= 20:
                    following[key] = max(following.get(key, 0), value + moves[below])
        best, cols_below = following, cols
    assert max(best.values()) == 42 == load("starve-the-fox").branching


@pytest.mark.parametrize("games", [400, pytest.param(20_000, marks=pytest.mark.slow)])
def test_random_play(games):
    """Shares of uniformly random games, beside those of 20,000 games of another program."""
    results, plies, branching = {1.0: 0, -1.0: 0, 0.0: 0}, 0, 0
    game, choice = load("starve-the-fox"), random.Random(1)
    for _ in range(games):
        s = game.initial()
        while game.mover(s) >= 0:
            legal = game.legal(s)
            game.apply(s, choice.choice(legal))
            plies, branching = plies + 1, branching + len(legal)
        results[game.payoff(s)] += 1
    for payoff, share in ((1.0, 0.610), (-1.0, 0.226), (0.0, 0.164)):
        error = (share * (1 - share) * (1 / games + 1 / 20_000)) ** 0.5
        assert results[payoff] / games == pytest.approx(share, abs=3 * error)
    assert plies / games == pytest.approx(183, abs=300 / games**0.5)
    assert branching / plies == pytest.approx(11.4, abs=0.05 + 2 / games**0.5)
