"""Every block of docs/what-compiles.md does what the page says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import outfox
from outfox.kernel.link import link
from outfox.kernel.slots import States, payoff
from tests.docs.recipes import Block, blocks

PAGE = Path(__file__).resolve().parents[2] / "docs" / "what-compiles.md"

# A game around a block: `f` is asked once, when play ends, and its number is the payoff.
BEFORE = """
import math

import numpy as np

from outfox.rules import TERMINAL, bits, copy, count, lowest

ACTIONS = 1
State = np.dtype([("cells", np.int8, (4, 4)), ("stones", np.uint64), ("score", np.int16), ("turn", np.int8)])
"""
AFTER = """
def initial(s):
    s.turn = 0

def mover(s):
    return TERMINAL if s.turn else 0

def legal_actions(s):
    yield 0

def apply(s, action):
    s.turn = 1

def payoff(s):
    return float(f(s))
"""


def page_blocks(kind: str) -> list[Block]:
    return [block for block in blocks(PAGE) if block.kind == kind]


def game_of(block: Block, folder: Path) -> outfox.Game:
    path = folder / f"line_{block.line}.py"
    path.write_text(BEFORE + block.code + AFTER, encoding="utf-8")
    return outfox.load(path)


@pytest.mark.parametrize("block", page_blocks("refused"), ids=lambda block: f"line-{block.line}")
def test_refused_with_a_line_and_a_rewrite(block, tmp_path):
    with pytest.raises(outfox.RulesError, match=rf"line_{block.line}\.py:\d+: .{{20}}") as caught:
        game_of(block, tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.nojit
@pytest.mark.parametrize("block", page_blocks("compiles"), ids=lambda block: f"line-{block.line}")
def test_compiled_and_plain_agree(block, tmp_path):
    game = game_of(block, tmp_path)
    position = game.start().play(0)
    kernel = link(game, end_value)
    pool = kernel.states(1)
    kernel.put(pool, 0, position.state)
    assert kernel(pool) == position.payoff


def end_value(pool: States) -> float:
    """Return the payoff of a finished state: the kernel of this test."""
    return payoff(pool[0])
