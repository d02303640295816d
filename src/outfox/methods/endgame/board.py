"""`Board`: what the kernels know of the board, as arrays made from the game's own constants.

A row of the board is seven bits of the game's bitboards, whatever its width; a configuration of sheep is one number of
seven bits for each row. Its rank within its partition is a number in mixed radix with a digit for each row: the place
of the row's bits among those with as many sheep.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from outfox.kernel.cache import cache_folder
from outfox.kernel.slots import Bytes, Ints
from outfox.rules import Game, load
from outfox.rules.errors import NotSupported

ROWS = 7
BITS = 7
PATTERNS = 1 << BITS
STEPS = (-1, 1, 6, 7, 8, -8, -7, -6)
"""The game's directions; kernels are written for them."""

GAME = "starve-the-fox"
RULED_OUT = ("multi_jump", "forced_capture")
FORM = ("diagonals", "sheep_diagonal")


class Board(NamedTuple):
    """Tables of the board. Bit 7 * row + column is a point; `point` below is such a number.

    Attributes
    ----------
    points : (7,)
        The points of each row, as seven bits.
    steps : (8,)
        How far a step in each direction leads.
    lines, jumps : (8,)
        The points from which a line leads in each direction, and two lines straight on.
    pen : (1,)
        The points of the pen.
    first, size : (56,)
        For row and number of sheep, 8 * row + sheep: where their patterns begin in `listed`, and how many there are.
    listed : (patterns,)
        The patterns of each row by number of sheep, ascending.
    rank : (896,)
        For row and pattern, 128 * row + pattern: its place among those with as many sheep.
    gaps : (896,)
        For row and pattern: how many points of the row are empty.
    side_first : (897,)
        For row and pattern: where its steps within the row begin in `side_rank` (the change of rank), `side_from` (the
        point) and `side_goal` (the point, as a bitboard).
    up_first : (50,)
        For each point: where the goals of its steps up begin in `up_goal`, as points.
    jump_first : (50,)
        For each point: where the jumps over it begin in `jump_from` and `jump_to`, as points.
    deposit, extract : (16384,)
        For empty places and a pattern, 128 * empty + pattern: bits spread over the empty places, and back.
    """

    points: Ints
    steps: Ints
    lines: Ints
    jumps: Ints
    pen: Ints
    first: Ints
    size: Ints
    listed: Ints
    rank: Ints
    gaps: Ints
    side_first: Ints
    side_rank: Ints
    side_from: Ints
    side_goal: Ints
    up_first: Ints
    up_goal: Ints
    jump_first: Ints
    jump_from: Ints
    jump_to: Ints
    deposit: Bytes
    extract: Bytes


def endgame_rules(game: Game) -> Game:
    """Return the rules that tables are made for: the game's board without the draw by quiet plies.

    Raises
    ------
    NotSupported
        Where the game is another, or has rules that the kernels do not know.
    """
    if game.name != GAME:
        raise NotSupported(f"endgame tables know {GAME} only, not {game.name}; try: outfox solve {game.name}")
    for name in RULED_OUT:
        if game.parameters[name].value:
            raise NotSupported(f"endgame tables do not know {name}=true; leave it out")
    return load(GAME, quiet_limit=0, **{name: game.parameters[name].value for name in FORM})


def default_folder(game: Game, rows: str = "") -> Path:
    """Return where the tables of a game are unless somebody says otherwise: in the user's cache.

    Parameters
    ----------
    rows
        Of tables that hold only what play can reach from some sheep in each row.
    """
    return cache_folder() / "endgame" / (endgame_rules(game).rules_key + (f"-{rows}" if rows else ""))


@cache
def board_of(spec: str) -> Board:
    """Return the tables of a game by its spec."""
    game = load(spec)
    if tuple(game.constant("STEP")) != STEPS:
        raise NotSupported(f"endgame tables know other directions than those of {game.spec}")
    whole = int(game.constant("POINTS"))
    points = [whole >> BITS * row & PATTERNS - 1 for row in range(ROWS)]
    lines = [int(board) for board in game.constant("LINES")]
    sheep = [int(board) for board in game.constant("SHEEP_LINES")]
    first, size, listed, rank = _patterns(points)
    return Board(
        _ints(points),
        _ints(STEPS),
        _ints(lines),
        _ints(game.constant("JUMPS")),
        _ints([game.constant("PEN")]),
        _ints(first),
        _ints(size),
        _ints(listed),
        _ints(rank),
        _ints([(board & ~pattern).bit_count() for board in points for pattern in range(PATTERNS)]),
        *_sideways(points, sheep, rank),
        *_upwards(sheep),
        *_jumps(game),
        *_spreading(),
    )


def configurations_at(board: Board, counts: tuple[int, ...], places: Any) -> Any:
    """Return the configurations of a partition with some numbers, as bitboards.

    Parameters
    ----------
    counts
        Sheep in each row.
    places
        Numbers in the partition, int64.
    """
    flocks, left = np.zeros(len(places), np.int64), np.asarray(places, np.int64)
    for row, sheep in enumerate(counts):
        first, size = board.first[8 * row + sheep], board.size[8 * row + sheep]
        flocks |= board.listed[first + left % size] << BITS * row
        left = left // size
    return flocks


def _ints(values: Any) -> Any:
    return np.array(values, np.int64)


def _patterns(points: list[int]) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return first, size, listed and rank."""
    first, size, rank = [0] * 8 * ROWS, [0] * 8 * ROWS, [0] * PATTERNS * ROWS
    listed: list[int] = []
    for row, board in enumerate(points):
        places = [1 << k for k in range(BITS) if board >> k & 1]
        for sheep in range(len(places) + 1):
            found = sorted(map(sum, combinations(places, sheep)))
            first[8 * row + sheep], size[8 * row + sheep] = len(listed), len(found)
            listed += found
            for place, pattern in enumerate(found):
                rank[PATTERNS * row + pattern] = place
    return first, size, listed, rank


def _sideways(points: list[int], sheep: list[int], rank: list[int]) -> tuple[Any, Any, Any, Any]:
    first, change, origins, goals = [0], [], [], []
    for row, board in enumerate(points):
        for pattern in range(PATTERNS):
            if pattern & ~board == 0:
                for place, step in ((p, s) for p in range(BITS) for s in (0, 1)):
                    goal = place + STEPS[step]
                    if pattern >> place & 1 and sheep[step] >> BITS * row + place & 1 and not pattern >> goal & 1:
                        after = pattern ^ 1 << place ^ 1 << goal
                        change.append(rank[PATTERNS * row + after] - rank[PATTERNS * row + pattern])
                        origins.append(BITS * row + place)
                        goals.append(1 << BITS * row + goal)
            first.append(len(change))
    return _ints(first), _ints(change), _ints(origins), _ints(goals)


def _upwards(sheep: list[int]) -> tuple[Any, Any]:
    first, goals = [0], []
    for point in range(ROWS * BITS):
        goals += [point + STEPS[step] for step in (2, 3, 4) if sheep[step] >> point & 1]
        first.append(len(goals))
    return _ints(first), _ints(goals)


def _jumps(game: Game) -> tuple[Any, Any, Any]:
    first, origins, goals = [0], [], []
    jumps = game.constant("JUMPS")
    for point in range(ROWS * BITS):
        for direction, step in enumerate(STEPS):
            if point - step >= 0 and int(jumps[direction]) >> point - step & 1:
                origins.append(point - step)
                goals.append(point + step)
        first.append(len(goals))
    return _ints(first), _ints(origins), _ints(goals)


def _spreading() -> tuple[Any, Any]:
    deposit, extract = np.zeros((PATTERNS, PATTERNS), np.uint8), np.zeros((PATTERNS, PATTERNS), np.uint8)
    for empty in range(PATTERNS):
        places = [k for k in range(BITS) if empty >> k & 1]
        for bits in range(PATTERNS):  # those that find no place belong to the next row
            spread = sum(1 << place for k, place in enumerate(places) if bits >> k & 1)
            deposit[empty, bits] = spread
            extract[empty, spread] = bits & (1 << len(places)) - 1
    return deposit.reshape(-1), extract.reshape(-1)
