"""Hunts, pawns, three-in-a-row and other little games against published or independently computed answers."""

from __future__ import annotations

import itertools

import pytest

from outfox.methods import solve as compiled
from outfox.rules import Position, RulesError, load
from tests.games.exact import classes, solved, start, value
from tests.games.known import answer, given
from tests.naive.retrograde import solve


def lost(position: Position) -> bool:
    """Say whether the game is over and the side to move has lost."""
    return position.is_terminal and position.payoff == (-1.0 if position.state.turn == 0 else 1.0)


# --- fox and hounds -----------------------------------------------------------------------------------


def test_fox_and_hounds_on_4_x_4() -> None:
    wanted = answer("retrograde-03")
    assert start("fox-and-hounds:size=4") == (wanted["winner"], wanted["plies"])


@pytest.mark.parametrize("col", [0, 2, 4])
def test_fox_and_hounds_on_6_x_6(col: int) -> None:
    wanted = answer("retrograde-02")
    assert start(f"fox-and-hounds:size=6,fox_col={col}") == (wanted["winner"], wanted["plies"])


def test_hounds_that_begin_win_on_6_x_6() -> None:
    assert start("fox-and-hounds:size=6,first=hounds")[0] == "hounds"


@pytest.mark.parametrize(("first", "plies"), [("fox", 44), pytest.param("hounds", 43, marks=pytest.mark.slow)])
def test_fox_and_hounds_on_8_x_8(first: str, plies: int) -> None:
    wanted = answer("retrograde-01")
    solution = compiled.solve(load("fox-and-hounds", first=first))
    assert (solution.value, solution.remoteness) == (-1.0, plies)
    if first == "fox":
        assert (wanted["winner"], wanted["plies"]) == ("hounds", plies)
        assert solution.states == wanted["reachable_states"]


def test_fox_and_hounds_start() -> None:
    case = given("retrograde-01")
    position = load("fox-and-hounds").start()
    squares = position.squares() or []
    assert [squares.index(1) % 8, squares.index(1) // 8] == [case["fox_col"], 7]
    assert [col for col in range(8) if squares[col] == 2] == case["hounds_cols"]


def test_hounds_never_go_back() -> None:
    position = load("fox-and-hounds:first=hounds").start().play("b8-c7").play("e1-d2")
    assert [name for name in map(position.name, position.legal) if name.startswith("c7")] == ["c7-b6", "c7-d6"]


def test_fox_that_comes_home_wins() -> None:
    game = load("fox-and-hounds:size=4")
    position = game.parse("4 . . . .\n3 F . . .\n2 . . . o\n1 . . o .\nfox to move").play("a3-b4")
    assert (position.is_terminal, position.payoff) == (True, 1.0)


# --- hare and hounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["retrograde-05", "retrograde-06"])
def test_hare_and_hounds(case: str) -> None:
    wanted = answer(case)
    spec = f"hare-and-hounds:first={given(case)['first']},hare={given(case)['hare']}"
    assert start(spec) == (wanted["winner"], wanted["plies"])
    assert solved(spec).states == wanted.get("reachable_states", solved(spec).states)


@pytest.mark.parametrize(("first", "hare"), [*itertools.product(["hounds", "hare"], (2, 4, 5, 6, 7, 8, 9, 10))])
def test_hounds_win_from_every_start(first: str, hare: int) -> None:
    assert answer("balance-01")["winner"] == "hounds from all 16 starts"
    assert start(f"hare-and-hounds:first={first},hare={hare}")[0] == "hounds"


def test_lines_of_hare_and_hounds() -> None:
    rules = given("retrograde-05")["rules"]
    edges = rules.partition("edges ")[2].partition(".")[0]
    wanted = {tuple(map(int, edge.split("-"))) for edge in edges.split(",")}
    assert {tuple(sorted(line)) for line in load("hare-and-hounds").constant("BOARD").lines} == wanted


# --- hexapawn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["minimax-10", "minimax-11", "minimax-12"])
def test_hexapawn(case: str) -> None:
    wanted = answer(case)
    spec = "hexapawn:rows={R},cols={C}".format(**given(case))
    assert start(spec) == (wanted["winner"], wanted["plies"])
    assert solved(spec).states == wanted["reachable_states"]


@pytest.mark.parametrize(
    ("rows", "cols", "wanted"), [(3, 3, ("second", 6)), pytest.param(3, 6, ("second", 8), marks=pytest.mark.slow)]
)
def test_hexapawn_on_other_boards(rows: int, cols: int, wanted: tuple[str, int]) -> None:
    assert start(f"hexapawn:rows={rows},cols={cols}") == wanted


# --- mu torere, pong hau k'i --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("restriction", "wanted"),
    [(-1, ("draw", None)), (0, ("first", 1))]
    + [(plies, ("second", 4)) for plies in (1, 2, 3)]
    + [(plies, ("draw", None)) for plies in (4, 5, 8)],
)
def test_mu_torere(restriction: int, wanted: tuple[str, int | None]) -> None:
    assert answer("balance-02") == {"winner": "first", "plies": 1}
    assert answer("balance-03") == {"value": 0}
    assert start(f"mu-torere:restriction={restriction}") == wanted


def test_pong_hau_ki() -> None:
    wanted = answer("retrograde-09")
    game = load("pong-hau-ki")
    marks = sorted(set(itertools.permutations("xxoo.")))
    art = "3 {}   {}\n2   {}\n1 {} - {}\n"
    positions = [game.parse(art.format(*m) + f"{player} to move") for m in marks for player in game.players]
    whole = solve(game, [position.state for position in positions])
    assert start("pong-hau-ki") == ("draw", None)
    assert solved("pong-hau-ki").states == wanted["reachable_states"]
    assert whole.states == wanted["all_states"]
    assert sum(value != 0 for value in whole.value) == wanted["lost_or_won_states"]
    assert sum(map(lost, positions)) == wanted["immediately_lost"]


# --- three men's morris and its kin -------------------------------------------------------------------

ORTHOGONAL = "three-mens-morris:diagonal_moves=false,diagonal_mills=false"


def test_three_mens_morris_on_rows_and_columns() -> None:
    wanted = answer("retrograde-07")
    assert start(ORTHOGONAL) == ("draw", None)
    assert solved(ORTHOGONAL).states == wanted["states"]


@pytest.mark.parametrize("case", ["minimax-07", "minimax-08", "minimax-09"])
def test_three_mens_morris_from_a_position(case: str) -> None:
    game = load("three-mens-morris:diagonal_mills=false,no_move=passes")
    rows = ["".join(".xo"[mark] for mark in given(case)["board"][k : k + 3]) for k in (0, 3, 6)]
    text = "\n".join(f"{3 - k} {' '.join(row)}" for k, row in enumerate(rows)) + "\nfirst to move"
    result = solve(game, [game.parse(text).state])
    plies = result.remoteness[0]
    wins = result.value[0] == 1.0 and plies is not None and plies <= 3  # the second own move is the third ply
    assert wins == answer(case).startswith("forced win")


def test_three_mens_morris_is_won_in_the_centre() -> None:
    position = load("three-mens-morris").start()
    good = [position.name(a) for a in position.legal if value(position.play(a), "three-mens-morris") == 1.0]
    assert start("three-mens-morris") == ("first", 9)
    assert good == ["b2"]
    assert start("three-mens-morris:centre_ban=true") == ("draw", None)


def test_centre_ban_is_for_the_first_man_of_each() -> None:
    position = load("three-mens-morris:centre_ban=true").start()
    for name in ("a3", "c3"):
        assert "b2" not in [position.name(action) for action in position.legal]
        position = position.play(name)
    assert "b2" in [position.name(action) for action in position.legal]


def test_achi() -> None:
    assert start("achi") == ("first", 11)


def test_nine_holes() -> None:
    assert start("nine-holes") == ("draw", None)
    assert solved("nine-holes").states == answer("retrograde-08")["states"]


# --- dodgem, chopsticks, the L game -------------------------------------------------------------------


def test_dodgem() -> None:
    wanted = answer("retrograde-10")
    assert start("dodgem") == (wanted["winner"], wanted["plies"])
    assert solved("dodgem").states == wanted["reachable_states"]


def test_chopsticks() -> None:
    wanted = answer("retrograde-13")
    assert start("chopsticks") == (wanted["winner"], wanted["plies"])
    assert solved("chopsticks").states == wanted["states"]


def test_chopsticks_by_other_rules() -> None:
    assert start("chopsticks:transfers=false") == ("second", 8)
    assert start("chopsticks:death=exact") == ("draw", None)


def test_dodgem_on_4_x_4() -> None:
    assert compiled.solve(load("dodgem:size=4")).value == 0.0


def test_l_game() -> None:
    classes_of, positions, _ = classes("l-game")
    assert classes_of[0] == 29
    assert (sum(classes_of), sum(positions)) == (2_296, 18_368)
    assert compiled.solve(load("l-game")).value == 0.0


def test_no_position() -> None:
    for spec in ("fox-and-hounds", "hare-and-hounds", "hexapawn", "mu-torere", "pong-hau-ki", "dodgem", "chopsticks"):
        with pytest.raises(RulesError, match="expected"):
            load(spec).parse("nothing to move")
