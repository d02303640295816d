"""Array fields, views, scratch arrays, NumPy."""

from tests.data.idioms import Idiom

FOUR = """
State = np.dtype([("cells", np.int8, (4,)), ("turn", np.int8)])
"""
SQUARE = """
State = np.dtype([("cells", np.int8, (2, 2))])
"""

IDIOMS = [
    Idiom(
        "a boolean array field set as a whole",
        """
State = np.dtype([("pins", np.bool_, (4,))])

def f(s):
    s.pins[:] = True
    s.pins[2] = False
    return s.pins.sum() * 10 + (~s.pins).sum() + s.pins.all() + s.pins.any()
""",
        gives=32,
    ),
    Idiom(
        "a boolean array as a mask and in counts",
        """
State = np.dtype([("pins", np.bool_, (2, 2)), ("worth", np.int8, (2, 2))])

def f(s):
    s.worth[0, 1] = 5
    s.worth[1] = 7
    row = s.pins[1]
    row[0] = True
    s.pins[0][1] = s.worth[0, 1] > 4
    return s.worth[s.pins[1]].sum() * 10 + s.pins[0, 1] + s.pins[1, 0] + (1 if s.pins[0, 0] else 0)
""",
        gives=52,
    ),
    Idiom(
        "a boolean array assigned from a comparison",
        """
State = np.dtype([("pins", np.bool_, (4,)), ("cells", np.int8, (4,))])

def f(s):
    s.cells[3] = 2
    s.pins = s.cells > 1
    return sum(s.pins) * 10 + s.pins[3]
""",
        gives=11,
    ),
    Idiom(
        "a whole array field assigned",
        FOUR
        + """
START = np.array([1, 2, 0, 0], np.int8)

def f(s):
    s.cells = START
    s.cells[3] = 5
    return s.cells.sum() + START.sum()
""",
        gives=11,
    ),
    Idiom(
        "an array field filled from a tuple",
        FOUR
        + """
START = (1, 2, 0, 0)

def f(s):
    s.cells[:] = START
    s.cells[2:] = 7, 8
    s.cells[0:2] = [4, 5]
    return s.cells[0] * 1000 + s.cells[1] * 100 + s.cells[2] * 10 + s.cells[3]
""",
        gives=4578,
    ),
    Idiom(
        "an array field filled with one number",
        SQUARE
        + """
def f(s):
    s.cells[:] = 3
    s.cells[1] = 4
    s.cells[:, 0] += 1
    return s.cells[0, 0] * 1000 + s.cells[0, 1] * 100 + s.cells[1, 0] * 10 + s.cells[1, 1]
""",
        gives=4354,
    ),
    Idiom(
        "an index after an index",
        SQUARE
        + """
def f(s):
    s.cells[1][0] = 5
    s.cells[1][0] += 2
    return s.cells[1, 0] + s.cells[1][0]
""",
        gives=14,
    ),
    Idiom(
        "two elements swapped",
        FOUR
        + """
def f(s):
    s.cells[0], s.cells[1] = 3, 4
    i, j = 0, 1
    s.cells[i], s.cells[j] = s.cells[j], s.cells[i]
    return s.cells[0] * 10 + s.cells[1]
""",
        gives=43,
    ),
    Idiom(
        "the index -1",
        FOUR
        + """
def f(s):
    s.cells[3] = 6
    k = 0
    return s.cells[k - 1] * 10 + s.cells[-1]
""",
        gives=66,
    ),
    Idiom(
        "an index one too large",
        FOUR
        + """
def f(s):
    s.turn = 9
    k = 4
    return s.cells[k]  # <-
""",
        fails=("index 4 is out of bounds", "index 4 is out of range: there are 4 elements"),
    ),
    Idiom(
        "a literal index too large",
        FOUR
        + """
def f(s):
    s.cells[4] = 1  # <-
    return 0
""",
        fails=("index 4 is out of bounds", "index 4 is out of range: there are 4 elements"),
    ),
    Idiom(
        "an index too small",
        SQUARE
        + """
def f(s):
    k = -3
    return s.cells[1, k]  # <-
""",
        fails=("index -3 is out of bounds", "index -3 is out of range: there are 2 elements"),
    ),
    Idiom(
        "an array of indices, one too large",
        FOUR
        + """
LINE = np.array([0, 4])

def f(s):
    return s.cells[LINE].sum()  # <-
""",
        fails=("index 4 is out of bounds", "index 4 is out of range: there are 4 elements"),
    ),
    Idiom(
        "an empty array field",
        """
State = np.dtype([("cells", np.int8, (0,)), ("turn", np.int8)])

def f(s):
    return s.cells.any() + s.cells.sum() + len(s.cells)
""",
        gives=0,
    ),
    Idiom(
        "lines of cells by an index array",
        FOUR
        + """
LINES = np.array([[0, 1], [2, 3]])

def f(s):
    s.cells[2] = s.cells[3] = 1
    return (s.cells[LINES] == 1).all(axis=1).any()
""",
        gives=True,
    ),
    Idiom(
        "each line as an index",
        FOUR
        + """
LINES = np.array([[0, 1], [2, 3]])

def f(s):
    s.cells[2] = s.cells[3] = 1
    for line in LINES:
        if (s.cells[line] == 1).all():
            return True
    return False
""",
        gives=True,
    ),
    Idiom(
        "arithmetic of whole one-byte arrays",
        """
State = np.dtype([("own", np.int8, (2,)), ("other", np.int8, (2,))])

def f(s):
    s.own[:] = 100
    s.other[:] = 100
    both = s.own + s.other
    half = s.own
    return both[0] + (half + s.other)[1] + (-s.own - s.other).sum() + (s.own * s.other).max()
""",
        gives=200 + 200 - 400 + 10000,
    ),
    Idiom(
        "whole-array operators on a field",
        FOUR
        + """
def f(s):
    s.cells += 3
    s.cells[1:] *= 2
    row = s.cells
    row += 1
    return s.cells[0] * 100 + s.cells[3]
""",
        gives=407,
    ),
    Idiom(
        "a sum that does not fit, through another name",
        FOUR
        + """
def f(s):
    row = s.cells
    row += 200  # <-
    return s.cells[0]
""",
        fails=("field 'cells' is int8", "value 200 does not fit: the field is int8"),
    ),
    Idiom(
        "an array reversed onto itself",
        FOUR
        + """
def f(s):
    for k in range(4):
        s.cells[k] = k
    s.cells[:] = s.cells[::-1]
    return s.cells[3] * 10 + s.cells[0]
""",
        gives=3,
    ),
    Idiom(
        "a shift within an array",
        FOUR
        + """
def f(s):
    for k in range(4):
        s.cells[k] = k
    s.cells[1:] = s.cells[:-1]
    return s.cells[3] * 10 + s.cells[1]
""",
        gives=20,
    ),
    Idiom(
        "a square rotated onto itself",
        SQUARE
        + """
def f(s):
    s.cells[0, 1] = 5
    s.cells[:] = s.cells.T
    return s.cells[1, 0] * 10 + s.cells[0, 1]
""",
        gives=50,
    ),
    Idiom(
        "views of a field",
        SQUARE
        + """
def f(s):
    row = s.cells[1]
    row[0] = 4
    cells = s.cells
    cells[0, 0] = 3
    kept = s.cells[1].copy()
    s.cells[1, 0] = 9
    return s.cells[0, 0] * 100 + s.cells[1, 0] * 10 + kept[0]
""",
        gives=394,
    ),
    Idiom(
        "elements looped over while they change",
        FOUR
        + """
def f(s):
    n = 0
    for x in s.cells:
        s.cells[3] = 7
        n += x
    for k, x in enumerate(s.cells):
        n += k * x
    return n
""",
        gives=28,
    ),
    Idiom(
        "rows looped over",
        SQUARE
        + """
def f(s):
    s.cells[1, 1] = 3
    n = 0
    for row in s.cells:
        for x in row:
            n = n * 10 + x
        row[0] = 1
    return n * 10 + s.cells[0, 0] + s.cells[1, 0]
""",
        gives=32,
    ),
    Idiom(
        "a scratch array of booleans",
        FOUR
        + """
def f(s):
    seen = np.zeros(4, np.bool_)
    seen[2] = True
    seen[1] = 3
    return seen.sum() * 10 + (seen[1] + seen[2])
""",
        gives=22,
    ),
    Idiom(
        "a scratch array of one byte",
        FOUR
        + """
def f(s):
    worth = np.zeros(4, np.int8)
    worth[0] = 100
    worth[1] = worth[0] + worth[0]
    return worth[1] + worth.sum() + (worth + worth)[0]
""",
        gives=200 + 300 + 200,
    ),
    Idiom(
        "scratch arrays of other makers",
        FOUR
        + """
def f(s):
    a = np.arange(4)
    b = np.ones((2, 2), dtype=np.int32)
    c = np.full(3, 7)
    d = np.array([1, 2, 3])
    e = np.zeros_like(a)
    e[1] = 300
    return a.sum() + b.sum() + c[2] + d[-1] + e[1] + np.abs(-a).max() + np.where(a > 1, a, 0).sum() + np.count_nonzero(a)
""",
        gives=6 + 4 + 7 + 3 + 300 + 3 + 5 + 3,
    ),
    Idiom(
        "argmax, argmin, any, all, in",
        FOUR
        + """
def f(s):
    s.cells[2] = 5
    return s.cells.argmax() * 100 + s.cells.argmin() + (5 in s.cells) * 10 + np.any(s.cells) + np.all(s.cells) + (6 not in s.cells)
""",
        gives=212,
    ),
    Idiom(
        "a division of array elements, and of arrays",
        FOUR
        + """
def f(s):
    s.cells[0] = 7
    s.cells[1] = 2
    half = s.cells / 2
    return s.cells[0] / s.cells[1] + half[0] + s.cells[0] // s.cells[1] + (s.cells // 2)[0]
""",
        gives=3.5 + 3.5 + 3 + 3,
    ),
    Idiom(
        "lists inside a rule",
        FOUR
        + """
def f(s):
    grid = [[0] * 3 for _ in range(2)]
    grid[1][2] = 5
    todo = [1, 2, 3]
    todo.append(4)
    last = todo.pop()
    squares_of = [x * x for x in todo if x != 2]
    return grid[1][2] * 1000 + last * 100 + len(todo) * 10 + squares_of[1] + (3 in todo)
""",
        gives=5000 + 400 + 30 + 9 + 1,
    ),
    Idiom(
        "a constant row as a whole",
        FOUR
        + """
ROWS = np.array([[1, 2], [3, 4]])

def f(s):
    row = ROWS[1]
    return row.sum() + (ROWS * 2)[0, 1] + ROWS.T[1, 0] + ROWS[:, 1].sum() + ROWS.shape[0]
""",
        gives=7 + 4 + 2 + 6 + 2,
    ),
    Idiom(
        "a constant array of one byte",
        FOUR
        + """
WORTH = np.array([100, 120, 7], np.int8)

def f(s):
    return WORTH[0] + WORTH[1] + (WORTH + WORTH)[1] + WORTH.sum()
""",
        gives=220 + 240 + 227,
    ),
    Idiom(
        "a constant array changed",
        FOUR
        + """
TABLE = np.zeros(4, np.int64)

def f(s):
    TABLE[0] += 1  # <-
    return TABLE[0]
""",
        refused="rules cannot change the constant TABLE; keep what changes in a field of State",
    ),
    Idiom(
        "two rows swapped at once",
        SQUARE
        + """
def f(s):
    s.cells[0, 0] = 3
    s.cells[0], s.cells[1] = s.cells[1], s.cells[0]  # <-
    return s.cells[1, 0]
""",
        refused="rows of cells cannot be swapped in one assignment",
    ),
]
