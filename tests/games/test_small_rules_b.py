"""The small games' rules one by one: names, limits, ends, and what cannot be read."""

from __future__ import annotations

import pytest

from outfox.kernel.check import check
from outfox.rules import Position, RulesError, load


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
