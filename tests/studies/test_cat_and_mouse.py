"""The study of cat and mouse: published runs made again, kernels beside twins, exact answers beside theorems."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from outfox.methods.solve import solve
from outfox.rules import Game, load
from outfox.rules.errors import BadSetting
from outfox.studies.cat_and_mouse.grid import NEVER, Grid, captures
from outfox.studies.cat_and_mouse.tables import PUBLISHED, TablesSettings, climb_tables, last_game
from outfox.studies.cat_and_mouse.window import WindowSettings, leaves, train_window
from outfox.studies.cat_and_mouse.window_games import MICE, Games, answers
from outfox.studies.cat_and_mouse.window_kernel import CAREFUL
from outfox.studies.cat_and_mouse.window_report import PUBLISHED as PUBLISHED_WINDOW
from outfox.studies.cat_and_mouse.window_report import everywhere, reproduce_window
from outfox.studies.cat_and_mouse.window_text import failures_text
from tests.naive import cat_and_mouse_tables as plain_tables
from tests.naive import cat_and_mouse_window as plain_window
from tests.naive.retrograde import solve as plain_solve

# --- tables improved by hill climbing ---------------------------------------------------------------


def test_the_published_run_of_two_tables() -> None:
    """54,760 and 45,240 iterations, and at the end a cat that wins in 10 moves: 23 plies, perfect play."""
    result = climb_tables()
    assert (result.mouse_wins, result.cat_wins) == (54_760, 45_240)
    assert (result.winner, result.moves, result.plies) == ("cat", 10, 23)
    assert result.figures == PUBLISHED
    assert result.agrees
    assert result.exact == 23
    assert result.perfect


@pytest.mark.parametrize(
    ("rows", "cols", "first", "start", "seed", "iterations"),
    [
        (8, 7, "cat", "weak", 0, 3000),
        (8, 7, "cat", "weak", 1, 3000),
        (8, 7, "mouse", "strong", 7, 1500),
        (3, 4, "cat", "weak", 2, 3000),
        (4, 4, "mouse", "weak", 5, 3000),
        (2, 2, "cat", "strong", 1, 300),
        (5, 3, "cat", "strong", 4, 3000),
    ],
)
def test_tables_beside_the_naive_twin(rows, cols, first, start, seed, iterations) -> None:
    """Games that are not played again because nothing in them changed are the ones that the twin plays."""
    ours = climb_tables(TablesSettings(rows, cols, first, iterations, start), seed=seed)
    twin = plain_tables.climb(rows, cols, iterations, seed, first, start)
    names = {"cat": 0, "mouse": 1}
    assert ours.history.tolist() == [[names[who], moves, apart] for who, moves, apart in twin.history]
    steps = {"R": 0, "L": 1, "U": 2, "D": 3}
    for array, policy in ((ours.cats, twin.cat), (ours.mice, twin.mouse)):
        assert array.tolist() == [steps[policy[p]] for p in plain_tables.positions(rows, cols)]


@pytest.mark.nojit
def test_tables_without_a_compiler() -> None:
    ours = climb_tables(TablesSettings(rows=3, cols=3, iterations=40), seed=9)
    assert [list(row[1:]) for row in plain_tables.climb(3, 3, 40, 9).history] == ours.history[:, 1:].tolist()


def test_the_last_game_is_a_game() -> None:
    """Every step of the line goes to a neighbouring cell, in turn, and the last is the capture."""
    result = climb_tables(TablesSettings(iterations=2000))
    line = last_game(result.cats, result.mice, result.settings)
    assert line[0] == (0, 55)
    for ply, (before, after) in enumerate(pairwise(line)):
        mover = ply % 2
        assert before[1 - mover] == after[1 - mover]
        rows, cols = zip(divmod(before[mover], 7), divmod(after[mover], 7), strict=True)
        assert abs(rows[0] - rows[1]) + abs(cols[0] - cols[1]) == 1
    assert (line[-1][0] == line[-1][1]) == (result.winner == "cat")


@pytest.mark.parametrize("wrong", [{"rows": 1}, {"iterations": 0}, {"first": "dog"}, {"start": "odd"}, {"cols": 1000}])
def test_tables_refuse_what_cannot_be(wrong) -> None:
    with pytest.raises(BadSetting):
        TablesSettings(**wrong)


def test_tables_refuse_a_seed_that_numpy_has_not() -> None:
    with pytest.raises(BadSetting, match="4294967295"):
        climb_tables(seed=2**32)


# --- the exact answer -------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", range(2, 9))
@pytest.mark.parametrize("cols", range(2, 9))
def test_parity_everywhere_and_lengths_from_the_corners(rows: int, cols: int) -> None:
    found, cells = captures(Grid(rows, cols)), np.arange(rows * cols)
    apart = abs(cells[:, None] // cols - cells // cols) + abs(cells[:, None] % cols - cells % cols)
    odd, even = (apart % 2 == 1).reshape(-1), ((apart % 2 == 0) & (apart > 0)).reshape(-1)
    unequal = odd | even
    assert ((found.cat > 0) == odd)[unequal].all()
    assert ((found.mouse > 0) == even)[unequal].all()
    plies = 2 * (rows + cols)
    assert found.from_corners("cat") == (plies - 7 if (rows + cols) % 2 else NEVER)
    assert found.from_corners("mouse") == (NEVER if (rows + cols) % 2 else plies - 6)
    if rows == cols:
        assert max(found.cat.max(), found.mouse.max()) == 4 * rows - 6


@pytest.mark.parametrize(
    ("rows", "cols", "first", "plies"),
    [
        (3, 4, "cat", 7), (5, 6, "cat", 15), (8, 7, "cat", 23), (3, 3, "mouse", 6), (4, 4, "mouse", 10),
        (5, 5, "mouse", 14), (8, 8, "mouse", 26), (15, 15, "mouse", 54), (30, 35, "cat", 123),
    ],
)  # fmt: skip
def test_lengths(rows: int, cols: int, first: str, plies: int) -> None:
    assert captures(Grid(rows, cols)).from_corners(first) == plies


@pytest.mark.parametrize("grid", [Grid(3, 4), Grid(3, 3, (4,)), Grid(2, 3, (), True), Grid(1, 5)], ids=str)
def test_captures_are_what_the_naive_twin_says(grid: Grid) -> None:
    """Every position, by the rules of the game and the definition; a path, a wall and staying too."""
    game = load("cat-and-mouse", rows=grid.rows, cols=grid.cols, walls=grid.walls, stay=grid.stay)
    places = [p for p in np.ndindex(grid.cells, grid.cells, 2) if p[0] != p[1] and not {*p[:2]} & set(grid.walls)]
    roots = [position(game, *place) for place in places]
    twin, found = plain_solve(game, roots), captures(grid)
    for (cat, mouse, turn), value, plies in zip(places, twin.value, twin.remoteness, strict=False):
        ours = (found.cat, found.mouse)[turn][cat * grid.cells + mouse]
        assert (value, plies) == ((1.0, ours) if ours > 0 else (-1.0, None))


def position(game: Game, cat: int, mouse: int, turn: int) -> Any:
    s = game.new_state()
    s.cats[0], s.mice[0], s.turn = cat, mouse, turn
    return s


def test_captures_are_what_the_solver_says() -> None:
    game = load("cat-and-mouse")
    table, found = solve(game).table, captures(Grid(8, 7))
    for cat, mouse, turn in np.ndindex(56, 56, 2):
        known = table.find(position(game, cat, mouse, turn))
        if cat != mouse and known is not None:
            ours = (found.cat, found.mouse)[turn][cat * 56 + mouse]
            assert (known.value, known.remoteness) == ((1.0, ours) if ours > 0 else (-1.0, None))


# --- the window policy ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def report():
    """Return the published run, made again."""
    return reproduce_window()


def test_the_published_shape_of_the_window(report) -> None:
    """Tens of rounds to 1,000 of 1,000; then some twenty from 800 or more; the same policy wins on 15 x 15."""
    figures = report.figures
    assert report.agrees
    assert 10 <= figures["phase_1_rounds"] <= 99
    assert 700 <= figures["phase_2_begins"] < 1000
    assert 5 <= figures["phase_2_rounds"] <= 60
    assert figures["moves"] == pytest.approx(PUBLISHED_WINDOW["moves"], rel=0.05)
    assert figures["distance"] == pytest.approx(PUBLISHED_WINDOW["distance"], rel=0.05)
    assert figures["won_15x15"] == PUBLISHED_WINDOW["won_15x15"] == 1000
    assert figures["moves_15x15"] == pytest.approx(PUBLISHED_WINDOW["moves_15x15"], rel=0.05)
    assert figures["distance_15x15"] == pytest.approx(PUBLISHED_WINDOW["distance_15x15"], rel=0.05)


def test_rounds_never_get_worse(report) -> None:
    for phase in (0, 1):
        scores = [one.score for one in report.trained.phase(phase)]
        assert not any(before.better_than(after) for before, after in pairwise(scores))


def test_the_window_on_large_boards(report) -> None:
    """It wins wherever a cat can, and never where parity forbids it; no game is shorter than perfect play allows."""
    for board in report.boards:
        for one in board.against:
            if board.exact < 0:
                assert (one.won.count, one.moves) == (0, None)
            else:
                assert one.won.share > 0.99
                assert one.moves.value <= (board.exact + 1) // 2 + 1
    assert [(b.rows, b.cols, b.first) for b in report.boards if b.exact < 0] == [(30, 35, "mouse")]
    assert [b.exact for b in report.boards] == [14, 54, 74, 123, NEVER]


def test_what_the_window_fails_at(report) -> None:
    """Nobody is caught more often by a policy than by the perfect cat, and who knows it is caught least."""
    for board in report.boards:
        assert 0 < board.answers.caught < board.answers.of
        assert board.answers.caught / board.answers.of < board.everywhere.won.share < 1.0
        assert board.everywhere.strange_lost.share > board.everywhere.strange_won.share
        assert board.everywhere.first == board.answers.first == board.first
    # All placings of a perfect cat: those of one parity, less the two on one cell where that is the even one.
    assert [board.answers.of for board in report.boards] == [288, 25_088, 79_600, 2 * 525 * 525, 2 * 525 * 524]
    rows = failures_text(report.boards).splitlines()[2:]
    assert [row.split(" begins")[0] for row in rows] == [f"{b.rows} x {b.cols}, {b.first}" for b in report.boards]


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize(("rows", "cols", "first"), [(5, 5, "mouse"), (4, 7, "cat"), (9, 6, "mouse")])
def test_window_games_beside_the_naive_twin(report, rows: int, cols: int, first: str, kind: int) -> None:
    policy, exact = report.trained.policy, captures(Grid(rows, cols))

    def plies(cat, mouse):
        found = int(exact.cat[(cat[1] * cols + cat[0]) * rows * cols + mouse[1] * cols + mouse[0]])
        return None if found == NEVER else found

    ours = Games(rows, cols, kind, first=first, games=30).one_by_one(policy)
    for seed in range(30):
        named = plain_window.policy_of(policy)
        won, moves, total = plain_window.game(named, cols, rows, MICE[kind], seed, first, plies)
        assert (int(ours.moves[seed]), ours.distances[seed]) == (moves if won else -moves, total)


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (5, 5), (4, 5)])
@pytest.mark.parametrize("first", ["cat", "mouse"])
def test_answers_to_the_window_beside_the_naive_twin(report, rows: int, cols: int, first: str) -> None:
    policy, exact = report.trained.policy, captures(Grid(rows, cols))
    found, longest = answers(policy, exact, first), plain_window.longest
    if first == "cat":
        longest = plain_window.longest_after_the_cat
    twin = longest(plain_window.policy_of(policy), cols, rows)
    apart = [sum(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in twin]
    assert found.caught == sum(distance % 2 == (first == "cat") for distance in apart)
    assert (found.corners if found.corners >= 0 else None) == twin.get(((0, 0), (cols - 1, rows - 1)))


@pytest.mark.parametrize(("rows", "cols", "first"), [(5, 6, "cat"), (5, 6, "mouse"), (4, 4, "mouse")])
def test_failures_all_over_a_board_beside_the_naive_twin(report, rows: int, cols: int, first: str) -> None:
    """From every placing in which a perfect cat wins, as on 30 x 35: with the cat to move those at odd distances."""
    policy, exact = report.trained.policy, captures(Grid(rows, cols))
    named, cells = plain_window.policy_of(policy), [(x, y) for y in range(rows) for x in range(cols)]

    def plies(cat, mouse):
        found = int(exact.cat[cells.index(cat) * rows * cols + cells.index(mouse)])
        return None if found == NEVER else found

    parity = first == "cat"
    starts = [(a, b) for a in cells for b in cells if a != b and (abs(a[0] - b[0]) + abs(a[1] - b[1])) % 2 == parity]
    games = [
        plain_window.game(named, cols, rows, "perfect", seed, first, plies, start) for seed, start in enumerate(starts)
    ]
    found = everywhere(report.trained, exact, first)
    assert (found.won.count, found.won.of) == (sum(won for won, _, _ in games), len(starts))
    assert (found.strange_won.of, found.strange_lost.of) == (found.won.count, found.won.of - found.won.count)
    assert 0 < found.won.count < found.won.of


def test_the_circle_is_play_in_which_nobody_is_caught(report) -> None:
    """Each step of the mouse is a step, each of the cat what the policy says, and the last leads to the first."""
    for board in report.boards:
        named, circle = plain_window.policy_of(report.trained.policy), board.answers.circle
        cells = [[(cell % board.cols, cell // board.cols) for cell in pair] for pair in circle]
        assert len(cells) >= 2
        for (cat, mouse), (after, goal) in pairwise([*cells, cells[0]]):
            assert goal in plain_window.nexts(mouse, board.cols, board.rows)
            assert goal != cat
            assert after == plain_window.answer(named, cat, goal, board.cols, board.rows) != goal


@pytest.mark.nojit
def test_window_without_a_compiler() -> None:
    policy = train_window(WindowSettings(games=3, candidates=2, most=2, rounds=2)).policy
    ours = Games(4, 5, CAREFUL, games=5).one_by_one(policy)
    for seed in range(5):
        won, moves, total = plain_window.game(plain_window.policy_of(policy), 5, 4, "careful", seed)
        assert (int(ours.moves[seed]), ours.distances[seed]) == (moves if won else -moves, total)


def test_more_words_are_made_where_they_run_out(report) -> None:
    scarce, plenty = Games(5, 5, CAREFUL, games=50), Games(5, 5, CAREFUL, games=50)
    scarce._width = 1
    one, other = scarce.one_by_one(report.trained.policy), plenty.one_by_one(report.trained.policy)
    assert one.moves.tolist() == other.moves.tolist()
    assert scarce.asked(report.trained.policy).tolist() == plenty.asked(report.trained.policy).tolist()


def test_no_policy_leaves_the_grid() -> None:
    """Where a step is refused at a place, the cat stands at that edge, on every board."""
    for rows, cols in ((4, 4), (5, 7)):
        for cx, cy, mx, my in np.ndindex(cols, rows, cols, rows):
            if abs(cx - mx) < 3 and abs(cy - my) < 3:
                left, low = plain_window.begin(cx, mx, cols), plain_window.begin(cy, my, rows)
                flags = [0 if at == 0 else 2 if at + 3 == size else 1 for at, size in ((left, cols), (low, rows))]
                place = (cx - left, cy - low, mx - left, my - low, *flags)
                edges = [cx == cols - 1, cx == 0, cy == rows - 1, cy == 0]
                assert [leaves(place, step) for step in range(4)] == edges


@pytest.mark.parametrize("wrong", [{"rows": 3}, {"games": 0}, {"candidates": 0}, {"rounds": -1}])
def test_window_refuses_what_cannot_be(wrong) -> None:
    with pytest.raises(BadSetting):
        WindowSettings(**wrong)
