"""Whole games solved by compiled retrograde analysis, against answers from outside."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from outfox.kernel.graph import reach
from outfox.kernel.store import OVER
from outfox.methods.search.alphabeta import AlphaBeta, AlphaBetaSettings, alphabeta
from outfox.methods.solve import Solution, solve
from outfox.methods.solve.dfpn import dfpn
from outfox.methods.solve.retrograde import Levels, analyse
from outfox.methods.solve.states import solve_states
from outfox.rules import Position, load
from tests.games.known import FOLDER, answer, cases, given
from tests.naive import alphabeta as naive

WINNERS = {"first": 1.0, "second": -1.0, "draw": 0.0}


def solution(spec: str, *actions: str) -> Solution:
    position = load(spec).start()
    for action in actions:
        position = position.play(action)
    return solve(position)


def values(solved: Solution) -> dict[str, float]:
    """Return the value of each action."""
    return {action.name: action.value for action in solved.actions}


# --- tic-tac-toe and m,n,k --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tic_tac_toe() -> Solution:
    return solve(load("tic-tac-toe"), symmetry=False)


def test_every_position_of_tic_tac_toe(tic_tac_toe: Solution) -> None:
    published = answer("minimax-01")
    assert (tic_tac_toe.value, tic_tac_toe.states) == (published["value"], published["reachable_states"])
    merged = solve(load("tic-tac-toe"), symmetry=True)
    assert (merged.states, merged.positions) == (published["classes_up_to_symmetry"], published["reachable_states"])


def test_every_game_of_tic_tac_toe() -> None:
    """Games and nodes of the tree, counted over the graph of positions by the way they are reached."""
    published, start = answer("minimax-01"), load("tic-tac-toe").start()
    layer, ends, ways = {start.key: (start, 1)}, {1.0: 0, 0.0: 0, -1.0: 0}, {"nodes": 0, "games": 0}
    while layer:
        following: dict[Any, tuple[Position, int]] = {}
        for position, count in layer.values():
            ways["nodes"] += count
            if position.is_terminal:
                ways["games"] += count
                ends[position.payoff] += 1
            for action in position.legal:
                after = position.play(action)
                following[after.key] = after, following.get(after.key, (after, 0))[1] + count
        layer = following
    assert (ways["nodes"], ways["games"]) == (published["tree_nodes"], published["complete_games"])
    assert sum(ends.values()) == published["terminal"]
    assert (ends[1.0], ends[-1.0], ends[0.0]) == (published["x_wins"], published["o_wins"], published["draws"])


def test_replies_to_the_centre(tic_tac_toe: Solution) -> None:
    assert answer("minimax-02")["holding"] == "the 4 corners"
    position = load("tic-tac-toe").start().play("b2")
    after = {position.name(a): tic_tac_toe.outcome(position.play(a)).value for a in position.legal}
    assert {name for name, value in after.items() if value == 0.0} == {"a1", "a3", "c1", "c3"}
    assert set(after.values()) == {0.0, 1.0}


def board(rows: str) -> str:
    """Write a board as the game does, from rows such as `X O . / . X . / . . .`; the last line is not read."""
    lines = rows.lower().split(" / ")
    return "\n".join(f"{3 - k} {line}" for k, line in enumerate(lines)) + "\n  a b c\n"


def outcomes(tic_tac_toe: Solution, rows: str) -> dict[int, tuple[float, int | None]]:
    """Return value for the mover and plies after each action, by cell."""
    position = tic_tac_toe.game.parse(board(rows))
    sign = 1 if position.mover == 0 else -1
    after = {action: tic_tac_toe.outcome(position.play(action)) for action in position.legal}
    return {action: (sign * outcome.value, outcome.remoteness) for action, outcome in after.items()}


def test_a_position_with_one_winning_move(tic_tac_toe: Solution) -> None:
    published = answer("mcts-01")
    found = outcomes(tic_tac_toe, given("mcts-01")["board"].split(" (")[0])
    assert found[published["best"]] == (1.0, published["win_in_plies"] - 1)
    assert [cell for cell, (value, _) in found.items() if value == -1.0] == published["losing_moves"]
    assert [cell for cell, (value, _) in found.items() if value == 0.0] == published["drawing_moves"]


def test_a_position_with_one_saving_move(tic_tac_toe: Solution) -> None:
    published = answer("minimax-03")
    found = outcomes(tic_tac_toe, given("minimax-03")["board"])
    assert [cell for cell, (value, _) in found.items() if value == published["value"]] == published["best"]
    assert max(value for value, _ in found.values()) == published["value"]


def test_a_fast_and_a_slow_win(tic_tac_toe: Solution) -> None:
    published = answer("minimax-04")
    assert published["also_winning"] == "H but in 3 plies"
    found = {
        "ABCDEFGHI"[cell]: outcome for cell, outcome in outcomes(tic_tac_toe, given("minimax-04")["board"]).items()
    }
    assert found[published["best"]] == (1.0, published["win_in_plies"] - 1)
    assert found["H"] == (1.0, 2)
    assert [cell for cell, (value, _) in found.items() if value == -1.0] == published["losing"].split(",")


@pytest.mark.parametrize(
    "size",
    [
        pytest.param("3,4,3", marks=pytest.mark.slow),  # a second each, and five to compile
        pytest.param("3,5,3", marks=pytest.mark.slow),
        "4,4,3",
    ],
)
def test_lines_on_other_boards(size: str) -> None:
    rows, cols, connect = size.split(",")
    assert solution(f"tic-tac-toe:rows={rows},cols={cols},connect={connect}").value == answer("minimax-06")[size]


# --- larger games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    [
        "minimax-13",
        pytest.param("minimax-14", marks=pytest.mark.slow),  # 2 s
        pytest.param("minimax-15", marks=pytest.mark.slow),  # 15.8 million positions, 40 s
    ],
)
def test_connect_four(case: str) -> None:
    size, published = given(case), answer(case)
    solved = solution(f"connect-four:rows={size['H']},cols={size['W']}")
    assert solved.value == published["value"] == WINNERS[published["winner"]]
    assert solved.remoteness == published["plies"]


@pytest.mark.slow  # 2 minutes
@pytest.mark.timeout(1800)
def test_connect_four_seven_by_four() -> None:
    assert given("minimax-16")["W"] == 7
    assert dfpn(load("connect-four:rows=4").start(), memory=1024).value == answer("minimax-16")["value"]


CONNECT_FOUR_POSITIONS = {(4, 4): 161_029, (5, 4): 1_706_255}  # J. Tromp's counts, by rows and columns


@pytest.mark.slow  # 2 s
@pytest.mark.parametrize("size", CONNECT_FOUR_POSITIONS)
def test_connect_four_positions(size: tuple[int, int]) -> None:
    assert solution(f"connect-four:rows={size[0]},cols={size[1]}").positions == CONNECT_FOUR_POSITIONS[size]


# P. Pons's test set of late positions (blog.gamesolver.org, 2016), its first: columns 1 to 7 as played, and the score.
# The score is above 0 where the mover wins, and 22 less the stones that the winner has used, the last one included.
LATE = """
2252576253462244111563365343671351441 -1         7422341735647741166133573473242566 1
23163416124767223154467471272416755633 0         71255763773133525731261364622167124446454 0
65214673556155731566316327373221417 -1           52677675164321472411331752454 0
3135151421347443544172316522225776773566 0       562154564361751726662253737734213275114 0
233377345754465174223731671122611552 1           6763525635134453444361412671365712 -1
211376455663355325112113664364524722 0           3146762114467714356347741621375222 -1
67152117737262713366376314254 6                  2762751722231276466633475674533 5
3642756176227637211322113551637574556 2          22647455554314246733661634615122372377511 0
427566236745127177115664464254 2                 7172212567451542223676134464437761515 0
641154574541323641152467137655232232366 0        5775265212657176476365522624313714333 2
3575316255751336464276636772271112 -3
""".split()


def score(moves: str) -> int:
    """Return what a position of connect-four is worth to the mover, as the published scores count."""
    position = load("connect-four").start()
    for column in moves:
        position = position.play(int(column) - 1)
    found = alphabeta(position, depth=0)
    stones = (len(moves) + (found.remoteness or 0) + 1) // 2
    return round(found.value if position.mover == 0 else -found.value) * (22 - stones)


def test_late_positions_of_connect_four() -> None:
    """Scores of late positions; the game itself (case minimax-17) takes the next test, and hours."""
    published = dict(zip(LATE[::2], map(int, LATE[1::2]), strict=True))
    assert {moves: score(moves) for moves in published} == published
    assert answer("minimax-17")["plies"] == 2 * (22 - 1) - 1  # a score of 1: won with the first player's last stone


@pytest.mark.slow  # hours, and 9 GB
@pytest.mark.timeout(12 * 3600)
def test_connect_four_on_seven_by_six() -> None:
    """Won from the centre column and from no other, with ply 41: there is a win, and none within 40 plies."""
    published, start = answer("minimax-17"), load("connect-four").start()
    assert published == {"winner": "first", "opening": "centre column", "plies": 41}
    whole = AlphaBetaSettings(depth=0, deepen=False, memory=8192)
    won = AlphaBeta(start.game, whole).search(start, line=False)
    assert (won.value, start.name(won.action)) == (1.0, "d")
    assert AlphaBeta(start.game, replace(whole, depth=40)).search(start, line=False).value == 0.0
    others = [AlphaBeta(start.game, whole).search(start.play(column), line=False).value for column in "abc"]
    assert others == [-1.0, -1.0, 0.0]  # e, f and g mirror them


# J. Feinstein's perfect game on 6 x 6 (1993), in the middle of the usual board; there is one pass, before f2.
PERFECT = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 pass f2 g2".split()


def perfect_game() -> list[Position]:
    """Return the positions of the published game, the start first."""
    positions = [load("othello:size=6,count=margin").start()]
    for move in PERFECT:
        name = move if move == "pass" else "abcdef"["bcdefg".index(move[0])] + str(int(move[1]) - 1)
        positions.append(positions[-1].play(name))
    return positions


def margin() -> int:
    """Return black's discs less white's, as published."""
    published = answer("minimax-20")
    assert published["winner"] == "second"
    more, fewer = map(int, published["score"].split("-"))
    return fewer - more


def test_the_end_of_a_perfect_game_of_othello_on_six_by_six() -> None:
    *_, last = positions = perfect_game()
    assert last.is_terminal
    assert [naive.value(position) for position in positions[-7:]] == [margin()] * 7


@pytest.mark.slow  # half a minute
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("empty", [16, 20])
def test_a_perfect_game_of_othello_on_six_by_six(empty: int) -> None:
    """The value of the game, 20 to 16, as far back as a search gets: from the start it is published, not recomputed."""
    position = perfect_game()[32 - empty]
    assert position.text.count(".") == empty
    assert alphabeta(position, depth=0).value == margin()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param("6x2", marks=pytest.mark.slow),  # a second each, and five to compile
        pytest.param("5x3", marks=pytest.mark.slow),
    ],
)
def test_breakthrough(size: str) -> None:
    rows, cols = size.split("x")
    solved = solution(f"breakthrough:rows={rows},cols={cols},piece_rows=2")
    assert solved.value == WINNERS[answer("minimax-21")[size]]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("size", ["6x3", "5x4", "7x3"])  # 10 s, 40 s, 5 minutes
def test_breakthrough_by_proof_numbers(size: str) -> None:
    rows, cols = size.split("x")
    proven = dfpn(load(f"breakthrough:rows={rows},cols={cols},piece_rows=2").start(), memory=1024)
    assert proven.value == WINNERS[answer("minimax-21")[size]]


@pytest.mark.parametrize(
    "size",
    [
        "2x3",
        pytest.param("2x4", marks=pytest.mark.slow),  # 10 s
        pytest.param("3x3", marks=pytest.mark.slow),  # 40 s
    ],
)
def test_dots_and_boxes(size: str) -> None:
    rows, cols = size.split("x")
    assert solution(f"dots-and-boxes:rows={rows},cols={cols}").value == answer("minimax-23")[size]


@pytest.mark.parametrize(
    "size", [pytest.param("5x4", marks=pytest.mark.slow), pytest.param("4x5", marks=pytest.mark.slow), "5x5"]
)
def test_domineering(size: str) -> None:
    rows, cols = size.split("x")
    game = load(f"domineering:rows={rows},cols={cols}")
    other = game.parse(game.start().text.replace("vertical", "horizontal"))
    classes = {(1, 1): "V", (-1, -1): "H", (1, -1): "N", (-1, 1): "P"}
    assert classes[int(solve(game).value), int(solve(other).value)] == answer("partisan-01")[size]


@pytest.mark.parametrize(
    "size",
    [
        pytest.param("3x4 queen", marks=pytest.mark.slow),  # a second each, and five to compile
        "4x4 queen",
        pytest.param("4x4 king", marks=pytest.mark.slow),
    ],
)
def test_isolation(size: str) -> None:
    rows, cols, moves = size.replace("x", " ").split()
    solved = solution(f"isolation:rows={rows},cols={cols},moves={moves}")
    assert solved.value == WINNERS[answer("minimax-22")[size]]


def test_king_and_queen_against_king() -> None:
    published = answer("retrograde-15")
    solved = solve_states(load("kq-v-k"))
    assert solved.game.starts == published["legal_white_to_move"]
    won = solved.histogram()[1.0]
    white_to_move = {plies: count for plies, count in won.items() if plies is not None and plies % 2 == 1}
    longest = max(white_to_move)
    assert longest == published["longest_plies"] == 2 * published["longest_mate_moves"] - 1
    assert white_to_move[longest] == published["positions_at_longest"]


def test_every_class_of_the_l_game() -> None:
    """A class stands for its images under the eight symmetries, and for those with the players exchanged."""
    published, game = answer("retrograde-11"), load("l-game")
    graph = reach(game)
    levels = Levels(graph)
    values, plies = analyse(graph, levels)
    lost, won = (values == level for level in (0, 2))
    assert levels.payoffs.tolist() == [-1.0, 0.0, 1.0]
    assert (graph.states, int(graph.weights.sum())) == (published["classes"], published["positions"])
    assert (np.count_nonzero(lost), np.count_nonzero(won)) == (published["lost_classes"], published["won_classes"])
    assert np.count_nonzero(graph.who == OVER) == published["lost_with_no_move_classes"]
    assert plies[won].max() == published["longest_win_plies"]
    assert len(game.start().legal) == published["first_moves_from_start"]
    assert solve(game).value == published["value"]


def test_queen_and_pawns() -> None:
    """Winner and length are the published ones; the published number of states, 635,231, is of unknown rules."""
    published = answer("retrograde-04")
    solved = solution("queen-and-pawns")
    assert published["winner"] == "pawns"
    assert (solved.value, solved.remoteness) == (1.0, published["plies"])


# --- cops and robbers -------------------------------------------------------------------------------

PETERSEN = (
    [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)] + [(k + 5, (k + 2) % 5 + 5) for k in range(5)]
)
HYPERCUBE = [(a, b) for a, b in combinations(range(16), 2) if (a ^ b).bit_count() == 1]


@pytest.mark.parametrize(
    ("edges", "case", "key"),
    [
        pytest.param(PETERSEN, "pursuit-14", "capture_time_with_3", marks=pytest.mark.slow, id="Petersen graph"),
        pytest.param(HYPERCUBE, "pursuit-17", "capture_time", id="hypercube"),
    ],
)
def test_three_cops(edges: list[tuple[int, int]], case: str, key: str) -> None:
    settings: dict[str, Any] = {"cats": (-1, -1, -1), "mouse": -1, "hole": -1, "stay": True, "first": "cats"}
    solved = solve(load("pursuit", edges=tuple(edges), **settings))
    assert solved.value == 1.0
    assert solved.remoteness is not None
    # A round is a ply of each cop and one of the robber, and so is the placing.
    assert (solved.remoteness - 1) // 4 == answer(case)[key]


# --- which test compares which case -----------------------------------------------------------------

NOT_OURS = {f"retrograde-{k}" for k in (16, 17, 18, 19)}  # published, of games that do not come with outfox


def test_every_case_has_its_test() -> None:
    """The table beside the cases names all of them, and tests that are there."""
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z]+-\d.*?) \| (.*) \|$", table, re.MULTILINE)
    assert {case for row, _ in rows for case in row.split(", ")} == cases().keys() - NOT_OURS
    for file, name in re.findall(r"`(\S+?)::(\w+)`", " ".join(tests for _, tests in rows)):
        assert f"\ndef {name}(" in (FOLDER.parents[1] / file).read_text(encoding="utf-8")
