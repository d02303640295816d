"""Module constants: any Python makes them, rules read them."""

from tests.data.idioms import Idiom

AT = """
State = np.dtype([("at", np.int8), ("cells", np.int8, (4,))])
"""

IDIOMS = [
    Idiom(
        "a tuple of tuples of different lengths",
        AT
        + """
GRAPH = ((1, 2), (0,), (0, 3, 4))

def f(s):
    for node in GRAPH[s.at]:
        yield node
    for node in GRAPH[2]:
        yield 10 * node
""",
        gives=[1, 2, 0, 30, 40],
    ),
    Idiom(
        "rows of different lengths: length, last element, membership, loops",
        AT
        + """
GRAPH = [[1, 2], [], [5, 3, 4]]

def f(s):
    n = 0
    for k, row in enumerate(GRAPH):
        n += k * len(row)
        for x in row:
            n += x
    for row in GRAPH:
        n += len(row) * 100
    row = GRAPH[2]
    return n + len(GRAPH) * 1000 + GRAPH[2][-1] * 10000 + (3 in GRAPH[2]) + (9 in GRAPH[s.at]) + row[1] + sum(GRAPH[0]) + max(row)
""",
        gives=(0 + 0 + 6 + 15) + 500 + 3000 + 40000 + 1 + 0 + 3 + 3 + 5,
    ),
    Idiom(
        "an index beyond a short row",
        AT
        + """
GRAPH = ((1, 2), (0,), (0, 3, 4))

def f(s):
    k = 1
    return GRAPH[k][1]  # <-
""",
        fails=("tuple index out of range", "index 1 is out of range: there are 1 elements"),
    ),
    Idiom(
        "three levels of different lengths",
        AT
        + """
PATHS = (((1, 2), (3,)), ((4,),), ())

def f(s):
    n = 0
    for piece in PATHS:
        for path in piece:
            for cell in path:
                n = n * 10 + cell
            n += 100 * len(path)
    return n + PATHS[0][1][0] * 100000 + len(PATHS[2]) + sum(len(path) for path in PATHS[0]) + PATHS[1][0][-1] * 1000000
""",
        gives=4322337,
    ),
    Idiom(
        "any, all and sum over rows of different lengths",
        AT
        + """
LINES = ((0, 1), (1, 2, 3), (3,))

def f(s):
    s.cells[1] = s.cells[2] = s.cells[3] = 1
    full = any(all(s.cells[c] == 1 for c in line) for line in LINES)
    most = max(len(line) for line in LINES)
    lengths = [len(line) for line in LINES]
    return full * 100 + most * 10 + sum(s.cells[c] for line in LINES for c in line) + lengths[1] * 1000
""",
        gives=3000 + 100 + 30 + 5,
    ),
    Idiom(
        "a list of tuples",
        AT
        + """
STEPS = [(0, 1), (1, 0), (-1, -1)]

def f(s):
    for a, b in STEPS:
        yield 2 * a + b + 5
    for step in STEPS:
        yield step[0] + 3
    for k, (a, b) in enumerate(STEPS):
        yield k * 10 + a + 1
""",
        gives=[6, 7, 2, 3, 4, 2, 1, 12, 20],
    ),
    Idiom(
        "a list of numbers",
        AT
        + """
NEXT = [1, 2, 0]

def f(s):
    return NEXT[s.at] * 10 + NEXT[-1] + NEXT.index(2) + NEXT.count(2) * 5 + len(NEXT)
""",
        gives=10 + 0 + 1 + 5 + 3,
    ),
    Idiom(
        "index of what is not there",
        AT
        + """
NEXT = [1, 2, 0]

def f(s):
    return NEXT.index(7)  # <-
""",
        fails=("7 is not in", "7 is not in the constant"),
    ),
    Idiom(
        "a dict",
        AT
        + """
NEXT = {0: 1, 1: 2, 2: 0, -5: 9}

def f(s):
    k = -5
    return NEXT[s.at] * 1000 + NEXT[k] * 100 + NEXT.get(7, 4) * 10 + (2 in NEXT) + (3 not in NEXT) + len(NEXT)
""",
        gives=1000 + 900 + 40 + 1 + 1 + 4,
    ),
    Idiom(
        "a dict looped over, in its own order",
        AT
        + """
WORTH = {5: 1, 2: 7, 9: 3}

def f(s):
    for key in WORTH:
        yield key
    for value in WORTH.values():
        yield value
    for key, value in WORTH.items():
        yield 10 * key + value
    for k, key in enumerate(WORTH.keys()):
        yield k + key
""",
        gives=[5, 2, 9, 1, 7, 3, 51, 27, 93, 5, 3, 11],
    ),
    Idiom(
        "a dict of tuples of different lengths, with keys far apart",
        AT
        + """
JUMPS = {1000000: (1, 2), 7: (), -3: (4, 5, 6)}

def f(s):
    n = 0
    for key in JUMPS:
        for x in JUMPS[key]:
            n += x
    return n * 100 + len(JUMPS[-3]) * 10 + JUMPS[-3][-1] + (7 in JUMPS) + (8 in JUMPS)
""",
        gives=1800 + 30 + 6 + 1,
    ),
    Idiom(
        "a key that is not in the dict",
        AT
        + """
NEXT = {0: 1, 2: 3}

def f(s):
    s.at = 1
    return NEXT[s.at]  # <-
""",
        fails=("KeyError", "key 1 is not in the dict"),
    ),
    Idiom(
        "a range",
        AT
        + """
CELLS = range(1, 8, 3)

def f(s):
    for c in CELLS:
        yield c
    yield len(CELLS)
    yield 1 if 4 in CELLS else 0
    yield CELLS[2]
    for c in reversed(CELLS):
        yield c
""",
        gives=[1, 4, 7, 3, 1, 7, 7, 4, 1],
    ),
    Idiom(
        "a pair in a tuple of pairs",
        AT
        + """
HOLES = ((0, 1), (2, 2))

def f(s):
    return ((2, s.at + 2) in HOLES) + ((1, 0) not in HOLES) * 2 + ((0, 1) in HOLES) * 4 + ((2, 1) in HOLES) * 8
""",
        gives=7,
    ),
    Idiom(
        "membership in a set, a list and literal tuples",
        AT
        + """
EDGES = {3, 1, 99}
ODD = [1, 3]

def f(s):
    s.at = 3
    return (s.at in EDGES) + (s.at in ODD) * 2 + (s.at in (3, 4)) * 4 + (2 not in EDGES) * 8 + (s.at in [1, 2]) * 16 + (s.at in {3}) * 32
""",
        gives=47,
    ),
    Idiom(
        "members of an IntEnum",
        """
import enum

class Piece(enum.IntEnum):
    EMPTY = 0
    MAN = 1
    KING = 2

State = np.dtype([("cells", np.int8, (4,))])

def f(s):
    s.cells[0] = Piece.MAN
    s.cells[1] = Piece.KING
    return (s.cells[0] == Piece.MAN) * 10 + Piece.KING * Piece.KING + (s.cells[2] == Piece.EMPTY)
""",
        gives=15,
    ),
    Idiom(
        "a class that only holds constants",
        """
class Size:
    ROWS = 3
    CELLS = (4, 5, 6)

State = np.dtype([("at", np.int8)])

def f(s):
    return Size.ROWS * 10 + Size.CELLS[s.at + 1]
""",
        gives=35,
    ),
    Idiom(
        "whole numbers and fractions in one tuple",
        AT
        + """
SETTINGS = (3, 0.5)

def f(s):
    n = 0
    for k in range(SETTINGS[0]):
        n += SETTINGS[1]
    return n + SETTINGS[s.at] // 2
""",
        gives=2.5,
    ),
    Idiom(
        "a constant that depends on a parameter",
        """
SIZE: int = 3
WRAP: bool = True
LIMIT: int | None = None
State = np.dtype([("cells", np.int8, (SIZE * SIZE,)), ("at", np.int8)])
NEIGHBOURS = tuple(tuple(n for n in (k - 1, k + 1) if WRAP or n // SIZE == k // SIZE) for k in range(SIZE))

def f(s):
    n = sum(NEIGHBOURS[1]) + len(s.cells)
    if WRAP and LIMIT is None:
        n += 100
    if LIMIT is not None and n > LIMIT:
        n = 0
    return n
""",
        gives=2 + 9 + 100,
    ),
    Idiom(
        "a parameter that is a word",
        """
from typing import Literal

FIRST: Literal["cat", "mouse"] = "mouse"
State = np.dtype([("turn", np.int8)])

def f(s):
    if FIRST == "cat":
        return 1
    return 2 if FIRST in ("mouse", "dog") and FIRST != "cat" else 3
""",
        gives=2,
    ),
    Idiom(
        "an empty tuple",
        AT
        + """
HOLES = ()

def f(s):
    n = 0
    for hole in HOLES:
        n += hole
    return n + len(HOLES) + (3 in HOLES)
""",
        gives=0,
    ),
    Idiom(
        "True and False in a tuple",
        AT
        + """
MAY = (True, False, True)

def f(s):
    return sum(MAY) * 10 + (MAY[0] + MAY[2]) + (0 if MAY[1] else 5) + any(MAY) + all(MAY)
""",
        gives=28,
    ),
    Idiom(
        "floats",
        AT
        + """
ODDS = (0.25, 0.5)
LARGE = float("inf")

def f(s):
    best = -math.inf
    for x in ODDS:
        if x > best:
            best = x
    return best + ODDS[s.at] + (best < LARGE) + math.pi * 0
""",
        gives=1.75,
    ),
    Idiom(
        "NumPy numbers",
        AT
        + """
SMALL = np.int8(100)
BIG = np.int64(5)

def f(s):
    return SMALL + SMALL + BIG * SMALL
""",
        gives=700,
    ),
    Idiom(
        "constants of another game file",
        """
import rules_of_old
from rules_of_old import STEPS as WAYS, doubled

State = np.dtype([("at", np.int8)])
STEPS = (100, 200)

def f(s):
    return WAYS[1] + STEPS[0] + doubled(s, 3) * 10 + rules_of_old.doubled(s, 1) + rules_of_old.STEPS[0] + rules_of_old.SIZE
""",
        gives=8 + 100 + 60 + 2 + 7 + 5 + 0,
        files={
            "rules_of_old.py": """
STEPS = (7, 8)
SIZE = 5

def doubled(s, x):
    return helper(x) + STEPS[0] - 7 + s.at

def helper(x):
    return 2 * x
"""
        },
    ),
    Idiom(
        "names of NumPy and math",
        """
from math import floor, sqrt
from numpy import zeros

State = np.dtype([("at", np.int8)])

def f(s):
    a = zeros(3, np.int64)
    a[1] = floor(sqrt(17))
    return a.sum() + math.gcd(12, 18)
""",
        gives=10,
    ),
    Idiom(
        "definitions that depend on a constant",
        """
DIAGONAL: bool = False
State = np.dtype([("at", np.int8)])

if DIAGONAL:
    def ways(s):
        return 8
else:
    def ways(s):
        return 4

def f(s):
    return ways(s)
""",
        gives=4,
    ),
    Idiom(
        "a large table",
        AT
        + """
TABLE = [[(a * b) % 251 for b in range(200)] for a in range(200)]

def f(s):
    return TABLE[17][30] + TABLE[199][199] + len(TABLE) + sum(TABLE[3]) * 0
""",
        gives=17 * 30 % 251 + 199 * 199 % 251 + 200,
    ),
    Idiom(
        "numbers beside tuples in one constant",
        AT
        + """
MIXED = (1, (2, 3))

def f(s):
    return MIXED[1][0]  # <-
""",
        refused="MIXED mixes numbers and tuples; give every element the same form",
    ),
    Idiom(
        "None in a tuple",
        AT
        + """
NEXT = (1, None, 2)

def f(s):
    return 0 if NEXT[s.at] is None else 1  # <-
""",
        refused="NEXT holds None; write a number that stands for nothing, such as -1",
    ),
    Idiom(
        "a dict with keys that are pairs",
        AT
        + """
NEXT = {(0, 1): 5}

def f(s):
    return NEXT[(0, s.at)]  # <-
""",
        refused="the keys of NEXT must be whole numbers; number them, for example row * COLS + col",
    ),
    Idiom(
        "a number of more than 64 bits",
        AT
        + """
HUGE = 1 << 70

def f(s):
    return HUGE >> 69  # <-
""",
        refused="HUGE holds 1180591620717411303424, which needs more than 64 bits",
    ),
    Idiom(
        "a loop over a set",
        AT
        + """
EDGES = {3, 1, 99}

def f(s):
    for edge in EDGES:  # <-
        yield edge
""",
        gives=[],
        refused="the order of a set is not defined; loop over sorted(EDGES)",
    ),
    Idiom(
        "a constant list that a function appends to",
        AT
        + """
SEEN = [1]

def f(s):
    SEEN.append(2)  # <-
    return len(SEEN)
""",
        refused="rules cannot change the constant SEEN; keep what changes in a field of State",
    ),
    Idiom(
        "a whole table of rows of different lengths, handed on",
        AT
        + """
GRAPH = ((1, 2), (0,))

def degree(graph, k):
    return len(graph[k])

def f(s):
    return degree(GRAPH, 1)  # <-
""",
        refused="rows of GRAPH differ in length",
    ),
]
