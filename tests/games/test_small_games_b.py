"""Small games against published or independently computed answers: takeaway games, and little boards."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from outfox.rules import Game, Position, load
from tests.games.known import answer
from tests.naive.retrograde import Solved, solve

FIRST, SECOND = 1.0, -1.0


@cache
def solved(spec: str) -> Solved:
    return solve(load(spec))


def start(spec: str) -> tuple[float, int | None]:
    """Return value and remoteness of the start."""
    return solved(spec).value[0], solved(spec).remoteness[0]


def value(spec: str, position: Position) -> float:
    """Return the value of a position that play can reach."""
    return solved(spec).value[solved(spec).graph.index[position.state.key(position.game.key_fields)]]


def keeping(spec: str) -> list[str]:
    """Return the names of the first actions that keep the value."""
    position = load(spec).start()
    return [position.name(a) for a in position.legal if value(spec, position.play(a)) == start(spec)[0]]


def values(game: Game, texts: list[str]) -> list[float]:
    """Return the values of several positions."""
    return solve(game, [game.parse(text).state for text in texts]).value[: len(texts)]


# --- piles and numbers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "play", "wanted"),
    [
        ("1,3,5,7", "normal", "lost"),
        ("1,3,5,7", "misere", "lost"),
        ("3,4,5", "normal", "3->1"),
        ("3,4,5", "misere", "3->1"),
        ("5,7,9", "normal", "9->2"),
        ("1,1,1", "normal", "won"),
        ("1,1,1", "misere", "lost"),
        ("1,1,2", "normal", "2->0"),
        ("1,1,2", "misere", "2->1"),
        ("2,2", "normal", "lost"),
        ("2,2", "misere", "lost"),
    ],
)
def test_nim(piles: str, play: str, wanted: str) -> None:
    published = answer("impartial-01")
    assert published.get(f"{piles} {play}", published.get(piles, "")).startswith(wanted)
    spec = f"nim:piles=[{piles}],misere={'true' if play == 'misere' else 'false'}"
    assert start(spec)[0] == (SECOND if wanted == "lost" else FIRST)
    if "->" in wanted:
        before, after = (int(size) for size in wanted.split("->"))
        pile = [int(size) for size in piles.split(",")].index(before) + 1
        assert keeping(spec) == [f"{before - after} from pile {pile}"]


def lost_piles(spec: str, largest: int) -> list[int]:
    game = load(spec)
    found = values(game, [f"{pile}\nfirst to move" for pile in range(largest + 1)])
    return [pile for pile in range(1, largest + 1) if found[pile] == SECOND]


def test_nim_with_one_pile_and_a_limit() -> None:
    assert answer("rl-01") == {"losing_piles": "n = 1 mod 4", "first_from_51": "wins, take 2"}
    assert lost_piles("nim:piles=[51],most=3", 51) == list(range(1, 52, 4))
    assert keeping("nim:piles=[51],most=3") == ["2 from pile 1"]
    assert lost_piles("nim:piles=[20],most=3", 20) == answer("minimax-24")["losing_piles"]
    assert keeping("nim:piles=[20],most=3") == ["3 from pile 1"]
    assert lost_piles("nim:piles=[20],most=3,misere=false", 20) == [4, 8, 12, 16, 20]


def test_nim_with_one_large_pile() -> None:
    assert start("nim:piles=[100],misere=false") == (answer("rules-01")["value_first"], 1)


def test_wythoff() -> None:
    game = load("wythoff:piles=[15,15]")
    pairs = [(a, b) for a in range(16) for b in range(a, 16)]
    found = values(game, [f"piles {a} and {b}, first to move" for a, b in pairs])
    assert [list(pair) for pair, v in zip(pairs, found, strict=True) if v == SECOND] == answer("impartial-02")
    mirrored = values(game, [f"piles {b} and {a}, second to move" for a, b in pairs])
    assert [-v for v in mirrored] == found


def test_fibonacci_nim() -> None:
    lost = [stones for stones in range(2, 60) if start(f"fibonacci-nim:stones={stones}")[0] == SECOND]
    assert lost == answer("impartial-04")


def test_euclid() -> None:
    game = load("euclid:numbers=[8,8]")
    pairs = [(a, b) for b in range(1, 9) for a in range(1, b + 1)]
    found = values(game, [f"{b} and {a}, first to move" for a, b in pairs])
    lost = [list(pair) for pair, v in zip(pairs, found, strict=True) if v == SECOND]
    assert sorted(lost) == answer("impartial-05")


def grundy(game: Game) -> int:
    """Return the Grundy value of a game's start: the least number that no move leads to."""
    known: dict[Any, int] = {}

    def number(position: Position) -> int:
        key = position.state.pins
        if key not in known:
            nexts = {number(position.play(a)) for a in position.legal}
            known[key] = next(k for k in range(len(nexts) + 1) if k not in nexts)
        return known[key]

    return number(game.start())


def test_dawsons_kayles() -> None:
    values = [grundy(load(f"kayles:pins={pins},throws=[2]")) for pins in range(2, 17)]
    assert values == answer("impartial-03")[2:17]


@pytest.mark.slow  # 20 s
def test_dawsons_kayles_to_20_pins() -> None:
    values = [grundy(load(f"kayles:pins={pins},throws=[2]")) for pins in range(17, 21)]
    assert values == answer("impartial-03")[17:]


def test_kayles() -> None:
    """The values are those of octal game 0.77 (Guy and Smith 1956)."""
    assert [grundy(load(f"kayles:pins={pins},throws=[1,2]")) for pins in range(2, 10)] == [2, 3, 1, 4, 3, 2, 1, 4]


def test_the_last_pin_loses_in_misere_play() -> None:
    assert start("kayles:pins=2") == (FIRST, 1)
    assert start("kayles:pins=2,misere=true") == (FIRST, 2)
    assert start("kayles:pins=4,throws=[1],misere=true") == (FIRST, 4)


# --- little boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(3, 11))
def test_row_jump(n: int) -> None:
    winner, *plies = answer("retrograde-14")[f"n={n}"].replace(" plies", "").split(" in ")
    found, distance = start(f"row-jump:n={n}")
    assert found == (FIRST if winner == "A" else SECOND)
    assert distance == int(plies[0] if plies else 2)


OUTCOMES = {(1, 1): "V", (-1, -1): "H", (1, -1): "N", (-1, 1): "P"}  # vertical first, horizontal first


def outcome_class(rows: int, cols: int) -> str:
    first = [start(f"domineering:rows={rows},cols={cols},first={side}")[0] for side in ("vertical", "horizontal")]
    return OUTCOMES[int(first[0]), int(first[1])]


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3", "2x4", "4x2", "3x4", "4x4", "2x5", "5x2", "3x5"])
def test_domineering(size: str) -> None:
    rows, cols = map(int, size.split("x"))
    assert outcome_class(rows, cols) == answer("partisan-01")[size]


@pytest.mark.parametrize("board", ["3x3 queen", "3x3 king"])
def test_isolation(board: str) -> None:
    size, moves = board.split()
    rows, cols = size.split("x")
    winner = answer("minimax-22")[board]
    assert start(f"isolation:rows={rows},cols={cols},moves={moves}")[0] == (FIRST if winner == "first" else SECOND)


@pytest.mark.parametrize("size", ["3,3,3", "1,5,3", "2,5,3"])
def test_lines_on_other_boards(size: str) -> None:
    rows, cols, connect = size.split(",")
    assert start(f"tic-tac-toe:rows={rows},cols={cols},connect={connect}")[0] == answer("minimax-06")[size]


def test_breakthrough() -> None:
    assert answer("minimax-21")["5x2"] == "second"
    assert start("breakthrough:rows=5,cols=2,piece_rows=2")[0] == SECOND


@pytest.mark.parametrize("size", ["1x1", "1x2", "1x3", "1x4", "2x2"])
def test_dots_and_boxes(size: str) -> None:
    rows, cols = size.split("x")
    assert start(f"dots-and-boxes:rows={rows},cols={cols}")[0] == answer("minimax-23")[size]


def test_wild_tic_tac_toe() -> None:
    published = answer("minimax-05")
    assert published["winning_openings"] == "centre with either mark"
    assert solved("wild-tic-tac-toe").states == published["states"]
    assert start("wild-tic-tac-toe") == (FIRST, published["plies"])
    assert keeping("wild-tic-tac-toe") == ["x b2", "o b2"]
