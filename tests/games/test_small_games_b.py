"""Small games against published or independently computed answers: takeaway games, and little boards."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from outfox.kernel.check import check
from outfox.rules import Game, Position, RulesError, load
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


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3", "2x4", "4x2", "3x4", "2x5", "5x2"])
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


# --- the rules one by one ---------------------------------------------------------------------------


def names(p: Position) -> list[str]:
    return [p.name(action) for action in p.legal]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nim:most=-1", "0 for any number"),
        ("domineering:rows=9,cols=8", "lower rows or cols"),
        ("isolation:rows=9,cols=8", "change rows or cols"),
        ("isolation:rows=1,cols=1", "change rows or cols"),
        ("wythoff:piles=[0,0]", "at least one of the piles"),
        ("kayles:pins=65", "pins must be 1 to 64"),
        ("kayles:throws=[14]", "from 1 to 13"),
        ("kayles:throws=[]", "one or more different numbers"),
        ("euclid:numbers=[0,3]", "two from 1 to 10,000"),
        ("fibonacci-nim:stones=1", "2 to 10,000"),
        ("row-jump:n=2", "must be 3 to 10,000"),
        ("kq-v-k:size=9", "3 to 8"),
    ],
)
def test_refused(spec: str, message: str) -> None:
    with pytest.raises(RulesError, match=message) as raised:
        load(spec)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("spec", ["domineering:rows=8,cols=8", "isolation:rows=8,cols=8", "kayles:pins=64"])
def test_the_largest_boards_play_to_the_end(spec: str) -> None:
    position = load(spec).start()
    while not position.is_terminal:
        position = position.play(position.legal[-1])
    assert position.game.parse(position.text) == position


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("domineering", "4 . . . .", "expected line 2 to be 3 and 4 marks, each one of . #"),
        ("domineering:rows=1,cols=2", "1 . .\nwho is to move", "the last line says who is to move"),
        ("isolation:rows=1,cols=3", "1 w w b", "each side has one piece"),
        ("wythoff", "piles 9 and 5, first to move", "expected a line like: piles 8 and 5, first to move"),
        ("euclid", "0 and 0, first to move", "expected a line like"),
        ("fibonacci-nim", "5 stones, take at most 6, first to move", "expected a line like"),
        ("kq-v-k:size=3", "3 . . k\n2 . K .\n1 . . Q\nwhite to move", "next to each other"),
        ("kq-v-k:size=3", "3 . . k\n2 . . .\n1 k . Q\nwhite to move", "one K, one k"),
        ("row-jump", "1 A . . .\nA to move", "one A and one B"),
    ],
)
def test_unreadable_positions(spec: str, text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load(spec).parse(text)


VARIANTS = [
    "domineering:rows=3,cols=5,first=horizontal",
    "isolation:rows=3,cols=5,moves=king",
    'jumping-cat-and-mouse:grid=["M.C...F"],mouse_jump=3',
    "kayles:pins=9,throws=[2,3],misere=true",
    "kq-v-k:size=4",
    "nim:piles=[9,5],most=3",
    "pursuit:cats=[-1,-1],mouse=-1,hole=-1,stay=true,first=cats",
    "queen-and-pawns:size=5,queen=0,double=false",
    "row-jump:n=7",
    "wild-tic-tac-toe:misere=true",
]


@pytest.mark.parametrize("spec", VARIANTS)
def test_variants_keep_every_law(spec: str) -> None:
    report = check(load(spec), games=4, states=200, plies=300, compiled=False)
    assert report.ok, str(report)
    assert not [finding for finding in report.findings if finding.severity == "warning"], str(report)


def test_domineering_names_and_stuck_sides() -> None:
    p = load("domineering:rows=2,cols=3").start()
    assert names(p) == ["a1a2", "b1b2", "c1c2"]
    p = p.play("b1b2")
    assert (p.is_terminal, p.payoff) == (True, 1.0)  # nothing flat fits
    p = load("domineering:rows=2,cols=3,first=horizontal").start()
    assert names(p) == ["a2b2", "b2c2", "a1b1", "b1c1"]


def test_isolation_queens_do_not_jump() -> None:
    p = load("isolation:rows=1,cols=5").start().play("b1").play("d1")
    assert names(p) == ["c1", "a1"]
    p = p.play("c1")
    assert p.text == "1 . # w b .\n  a b c d e\nblack to move"
    assert names(p) == ["e1"]
    assert p.play("e1").payoff == -1.0


def test_fibonacci_nim_doubles_the_limit() -> None:
    p = load("fibonacci-nim:stones=7").start()
    assert names(p)[-1] == "take 6"
    assert names(p.play("take 1")) == ["take 1", "take 2"]
    assert names(p.play("take 5")) == ["take 1", "take 2"]


def test_wild_marks_are_free_and_rows_are_anybodys() -> None:
    p = load("wild-tic-tac-toe").start().play("x a1").play("x b1")
    assert p.play("x c1").payoff == 1.0
    assert p.play("o c1").is_terminal is False
    assert load("wild-tic-tac-toe:misere=true").start().play("x a1").play("x b1").play("x c1").payoff == -1.0


def test_the_bare_king_takes_an_unguarded_queen_only() -> None:
    game = load("kq-v-k:size=4")
    p = game.parse("4 . . . k\n3 . . Q .\n2 . . . .\n1 K . . .\nblack to move")
    assert names(p) == ["Kc3"]
    assert p.play("Kc3").payoff == 0.0
    p = game.parse("4 . . . k\n3 . . Q .\n2 . K . .\n1 . . . .\nblack to move")
    assert (p.is_terminal, p.payoff) == (True, 1.0)
    p = game.parse("4 . . . k\n3 . Q . .\n2 . . K .\n1 . . . .\nblack to move")
    assert (p.is_terminal, p.payoff) == (True, 0.0)  # stalemate


def test_starts_of_kq_v_k_are_all_there_once() -> None:
    game = load("kq-v-k:size=4")
    starts = {game.initial(i).key() for i in range(game.starts)}
    assert len(starts) == game.starts
    pieces = [
        (king, queen, bare)
        for king in range(16) for queen in range(16) for bare in range(16)
        if len({king, queen, bare}) == 3 and not near(king, bare) and not seen(queen, king, bare)
    ]  # fmt: skip
    assert {(s[0], s[1], s[2]) for s in starts} == set(pieces)


def near(a: int, b: int) -> bool:
    return max(abs(a // 4 - b // 4), abs(a % 4 - b % 4)) <= 1


def seen(queen: int, king: int, square: int) -> bool:
    """Say whether a queen on a board of 4 x 4 sees a square past the king of its own side."""
    up, right = square // 4 - queen // 4, square % 4 - queen % 4
    steps = max(abs(up), abs(right))
    between = [queen + k * (up // steps * 4 + right // steps) for k in range(1, steps)] if straight(up, right) else []
    return straight(up, right) and king not in between


def straight(up: int, right: int) -> bool:
    return up == 0 or right == 0 or abs(up) == abs(right)
