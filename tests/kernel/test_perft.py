"""Compiled perft beside the obvious plain one, and beside numbers from outside this project."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from outfox.kernel import perft as module
from outfox.kernel.perft import perft
from outfox.kernel.runtime import JIT
from outfox.rules import NotSupported, Position, load

DATA = Path(__file__).parent.parent / "data" / "check"

# H. Bottomley (2001), https://www.se16.info/hgb/tictactoe.htm, from the games that end at each ply.
TIC_TAC_TOE = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
# 7 ** n less what full columns and won games rule out; the same in J. Tromp's and other generators.
CONNECT_FOUR = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]
# A. Bik, "Perft for Reversi" (2009).
OTHELLO = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]


def plain(position: Position, depth: int) -> list[int]:
    """Count by recursion over positions, as anybody would write it."""
    counts = [0] * depth
    if depth:
        actions = [action for action, _ in position.chance] if position.is_chance else position.legal
        counts[0] = len(actions)
        for action in actions:
            for k, n in enumerate(plain(position.play(action), depth - 1)):
                counts[k + 1] += n
    return counts


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("tic-tac-toe", [*TIC_TAC_TOE, 0, 0]),
        ("connect-four", CONNECT_FOUR if JIT else CONNECT_FOUR[:5]),
        ("othello", OTHELLO if JIT else OTHELLO[:4]),
    ],
)
def test_numbers_from_outside(spec: str, expected: list[int]) -> None:
    if not JIT:
        expected = expected[:5]
    assert perft(load(spec), len(expected)) == expected


@pytest.mark.nojit
@pytest.mark.parametrize(("spec", "depth"), [("tic-tac-toe", 5), ("pig:target=3,sides=2", 9)])
def test_as_the_plain_count(spec: str, depth: int) -> None:
    game = load(spec)
    assert perft(game, depth) == plain(game.start(), depth)


def test_from_a_position() -> None:
    position = load("tic-tac-toe").start().play("a1").play("b2").play("a2")
    assert perft(position, 6) == plain(position, 6)


def test_a_finished_position_has_no_sequences() -> None:
    position = load("tic-tac-toe").start()
    for name in ("a1", "b1", "a2", "b2", "a3"):
        position = position.play(name)
    assert perft(position, 3) == [0, 0, 0]
    assert perft(position, 0) == []


def test_counting_in_chunks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 7)
    seen: list[list[int]] = []
    assert perft(load("tic-tac-toe"), 4, progress=seen.append) == TIC_TAC_TOE[:4]
    assert len(seen) == math.floor((1 + sum(TIC_TAC_TOE[:3])) / 7)


def test_a_count_can_be_interrupted_between_chunks() -> None:
    def interrupt(_counts: list[int]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        perft(load("connect-four"), 10, progress=interrupt)


def test_chance_that_is_only_sampled_is_refused(tmp_path: Path) -> None:
    rules = (DATA / "dice.py").read_text(encoding="utf-8")
    path = tmp_path / "sampled.py"
    path.write_text(rules.replace("def chance(s):", "def sample_chance(s, random):\n    return 0\n\n\ndef other(s):"))
    with pytest.raises(NotSupported, match="perft"):
        perft(load(path), 2)
