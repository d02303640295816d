"""One game of each shipped game, written out: reading it is reading the rules.

A change of the rules, of names or of texts shows here as a difference to read. With OUTFOX_WRITE_GOLDEN=1 the
files are written anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from outfox.rules import Position, game_files, load

GOLDEN = Path(__file__).parent / "golden"
SHIPPED = sorted(name for name, path in game_files().items() if path.parent.parent.name == "outfox")
SPECS = {"cat-and-mouse": "cat-and-mouse:rows=4,cols=4", "pig": "pig:target=12"}
SEEDS = {  # short games
    "achi": 20, "breakthrough": 63, "chopsticks": 4, "dodgem": 8, "fox-and-hounds": 20, "hare-and-hounds": 25,
    "hexapawn": 45, "kuhn": 4, "l-game": 44, "leduc": 14, "liars-dice": 6, "limit-holdem": 11,
    "mu-torere": 21, "nine-holes": 20, "pong-hau-ki": 24, "starve-the-fox": 122,
    "teeko": 3, "three-mens-morris": 35,
}  # fmt: skip
PLIES = 90


def play(spec: str, seed: int) -> Iterator[str]:
    """Write a game of pseudo-random actions, drawn evenly (chance outcomes too), cut after some plies."""
    word, position = seed, load(spec).start()
    yield f"{spec}, seed {seed}"
    for ply in range(PLIES + 1):
        choices = [action for action, _ in position.chance] if position.is_chance else position.legal
        yield f"\n--- ply {ply}\n{position.text}"
        yield f"mover: {_mover(position)}"
        if not choices or ply == PLIES:
            break
        # Knuth's MMIX generator: the same on every machine and in every version of every library.
        word = (word * 6364136223846793005 + 1442695040888963407) % 2**64
        action = choices[(word >> 33) % len(choices)]
        yield f"legal: {', '.join(f'{a} {position.name(a)}' for a in choices)}"
        yield f"played: {position.name(action)}"
        position = position.play(action)
    yield f"payoff: {position.payoff}" if position.is_terminal else f"cut after {PLIES} plies"


def _mover(position: Position) -> str:
    return (
        "nobody" if position.is_terminal else "chance" if position.is_chance else position.game.players[position.mover]
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_the_game_is_played_as_it_was(name: str) -> None:
    text = "\n".join(play(SPECS.get(name, name), SEEDS.get(name, 1))) + "\n"
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("OUTFOX_WRITE_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.exists(), f"{file.name} is missing: run this test with OUTFOX_WRITE_GOLDEN=1 and read what it wrote"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_no_golden_game_is_left_over() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == SHIPPED
