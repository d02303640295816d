"""Perft: how many ways there are to play n plies from the start, beside numbers from outside this project.

A sequence of n plies counts whether or not it ends the game; a game that ends earlier adds nothing. A state
is expanded once, with the number of ways to reach it, so equal states really have to be equal.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import pytest

from outfox.rules import Position, load


@dataclass
class Counts:
    """By ply: sequences, different states; and all games that are over by then."""

    sequences: list[int] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    games: int = 0


def count(spec: str, plies: int) -> Counts:
    layer: Counter[Position] = Counter([load(spec).start()])
    counts = Counts()
    for ply in range(1, plies + 1):
        counts.sequences.append(sum(ways * len(position.legal) for position, ways in layer.items()))
        if ply < plies:
            following: Counter[Position] = Counter()
            for position, ways in layer.items():
                for action in position.legal:
                    following[position.play(action)] += ways
            layer = following
            counts.states.append(len(layer))
            counts.games += sum(ways for position, ways in layer.items() if position.is_terminal)
    return counts


# Follows from the games that end at ply 5, 6, ...: 1,440, 5,328, 47,952, 72,576, 127,872, in all 255,168.
# H. Bottomley, "How many Tic-Tac-Toe (noughts and crosses) games are possible?" (2001).
TIC_TAC_TOE = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]

# 7 ** n, but that a full column cannot be played: at ply 7 that rules out 7 sequences.
CONNECT_FOUR = [7, 49, 343, 2_401, 16_807, 117_649, 823_536]

# Different states after 1, 2, ... plies: OEIS A212693 (P. Kissmann, J. Tromp).
CONNECT_FOUR_STATES = [7, 49, 238, 1_120, 4_263, 16_422]

# A. Bik, "Perft for Reversi" (2009), aartbik.blogspot.com, confirmed there by others.
OTHELLO = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]

# Counted with OpenSpiel 2.0.2 by a plain recursion over its states.
OPENSPIEL = {
    "breakthrough": [22, 484, 11_132, 256_036],
    "breakthrough:rows=6,cols=5": [13, 169, 2_331, 31_545, 453_608],
    "breakthrough:rows=5,cols=4": [10, 100, 840, 6_988, 57_278, 455_070, 3_523_818],
    "breakthrough:rows=4,cols=4": [10, 100, 814, 6_324, 46_350, 303_122],
    "nim": [16, 206, 2_116, 17_338, 113_912, 602_492, 2_568_392],
    "connect-four:rows=4,cols=4": [4, 16, 64, 256, 1_020, 4_020, 15_540, 57_504],
}
PLIES_IN_THE_GATE = {
    "breakthrough": 3,
    "breakthrough:rows=6,cols=5": 4,
    "breakthrough:rows=5,cols=4": 5,
    "breakthrough:rows=4,cols=4": 5,
}


def test_tic_tac_toe() -> None:
    counts = count("tic-tac-toe", 10)
    assert counts.sequences == [*TIC_TAC_TOE, 0]
    assert counts.games == 255_168


def test_connect_four() -> None:
    counts = count("connect-four", 7)
    assert counts.sequences == CONNECT_FOUR
    assert counts.states == CONNECT_FOUR_STATES


def test_games_of_connect_four_on_a_board_of_three_rows() -> None:
    assert count("connect-four:rows=3,cols=4", 13).games == 356_232  # OEIS A342329, n = 3


def test_othello() -> None:
    assert count("othello", 6).sequences == OTHELLO[:6]


@pytest.mark.slow
def test_othello_deeper() -> None:
    assert count("othello", 8).sequences == OTHELLO


@pytest.mark.parametrize("spec", OPENSPIEL)
def test_as_openspiel_counts(spec: str) -> None:
    plies = PLIES_IN_THE_GATE.get(spec, len(OPENSPIEL[spec]))
    assert count(spec, plies).sequences == OPENSPIEL[spec][:plies]


@pytest.mark.slow
@pytest.mark.parametrize("spec", PLIES_IN_THE_GATE)
def test_as_openspiel_counts_deeper(spec: str) -> None:
    assert count(spec, len(OPENSPIEL[spec])).sequences == OPENSPIEL[spec]


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 2)])
def test_dots_and_boxes(rows: int, cols: int) -> None:
    # No game ends before every line is drawn, so the lines can be drawn in any order.
    lines = (rows + 1) * cols + rows * (cols + 1)
    counts = count(f"dots-and-boxes:rows={rows},cols={cols}", lines + 1)
    assert counts.sequences == [math.perm(lines, plies) for plies in range(1, lines + 1)] + [0]
    assert counts.games == math.factorial(lines)
