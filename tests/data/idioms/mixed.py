"""What turned up beside: inner functions, tuples as wholes, fields of one name."""

from tests.data.idioms import Idiom

BOARDS = """
State = np.dtype([("at", np.int8), ("cells", np.int8, (4,)), ("ws", np.uint64, (2,))])
"""
TABLES = """
State = np.dtype([("at", np.int8), ("cells", np.int8, (4,))])
GRAPH = ((1, 2), (), (0, 3, 4))
STEPS = (1, -1)
MORE = (4, -4)
"""

IDIOMS = [
    Idiom(
        "an inner function sees what its variable holds when it is called",
        TABLES
        + """
def f(s):
    limit = 4

    def inside(i):
        return i < limit

    limit = 2
    return inside(3)
""",
        gives=False,
    ),
    Idiom(
        "whole arrays of boards",
        BOARDS
        + """
def f(s):
    s.ws[0] = 1 << 63
    s.ws[1] = 5
    n = 0
    for w in s.ws:
        n += count(w)
    return n * 1000 + (s.ws & 1).any() * 100 + (s.ws == 5).sum() * 10 + (s.ws.max() >> 63) + (max(s.ws) >> 63) + (min(s.ws) - 6 >> 63)
""",
        gives=3113,
    ),
    Idiom(
        "pairs in a list, tuples put together",
        TABLES
        + """
def f(s):
    moves = [(1, 2)]
    moves.append((3, 4))
    n = 0
    for a, b in moves:
        n = n * 100 + a * 10 + b
    t = (1, 2) + (3,)
    best = sorted(moves, reverse=True)[0]
    return n * 10 + len(t) + t[2] + best[0]
""",
        gives=12349,
    ),
    Idiom(
        "slices of constants, backwards too",
        TABLES
        + """
def f(s):
    for x in STEPS[1:]:
        yield x + 5
    for x in MORE[::-1]:
        yield x + 5
    for x in GRAPH[2][1:]:
        yield x
    for x in GRAPH[2][::-1]:
        yield x
""",
        gives=[4, 1, 9, 3, 4, 4, 3, 0],
    ),
    Idiom(
        "a constant tuple as a condition",
        TABLES
        + """
def f(s):
    n = 0
    for k in range(3):
        if GRAPH[k]:
            n += 10
        if not GRAPH[k]:
            n += 1
    while STEPS and n < 30:
        n += 1
    return n + (100 if GRAPH[1] else 200)
""",
        gives=230,
    ),
    Idiom(
        "constant tuples put together",
        TABLES
        + """
def f(s):
    n = 0
    for d in STEPS + MORE:  # <-
        n += d * d
    return n
""",
        refused="STEPS + MORE puts constants together",
    ),
    Idiom(
        "a constant tuple repeated",
        TABLES
        + """
def f(s):
    n = 0
    for d in STEPS * 2:  # <-
        n += d
    return n
""",
        refused="STEPS * 2 puts constants together",
    ),
    Idiom(
        "constant tuples compared",
        TABLES
        + """
def f(s):
    return 1 if GRAPH[0] == (1, 2) else 0  # <-
""",
        refused="compare element by element",
    ),
    Idiom(
        "a constant tuple put together under another name",
        TABLES
        + """
def f(s):
    ways = STEPS
    n = 0
    for d in ways + (7,):  # <-
        n += d
    return n
""",
        refused="puts constants together",
    ),
    Idiom(
        "three values for two names",
        TABLES
        + """
def f(s):
    a, b = GRAPH[2]  # <-
    return a + b
""",
        fails=("too many values to unpack", "3 values where 2 are wanted"),
    ),
    Idiom(
        "arrays compared as a whole",
        TABLES
        + """
START = np.array([0, 0, 0, 1])

def f(s):
    s.cells[3] = 1
    return np.array_equal(s.cells, START) + (s.cells == START).all() * 10
""",
        gives=11,
    ),
    Idiom(
        "a tuple taken apart twice",
        TABLES
        + """
def f(s):
    (a, (b, c)), d = (1, (2, 3)), 4
    return a*1000+b*100+c*10+d
""",
        gives=1234,
    ),
    Idiom(
        "two fields of one name and different types",
        """
Side = np.dtype([("turn", np.uint64)])
State = np.dtype([("turn", np.int8), ("side", Side)])  # <-
def f(s):
    return s.turn - 1
""",
        refused="two fields are called 'turn'",
    ),
    Idiom(
        "None as a default",
        TABLES
        + """
def g(s, k=None):
    if k is None:
        k = 3
    return k + s.at

def f(s):
    return g(s) * 10 + g(s, 5)
""",
        gives=35,
    ),
    Idiom(
        "a helper that returns a truth or a number",
        TABLES
        + """
def g(s, k):
    if k > 2:
        return True
    return s.cells[k] == 0 and k

def f(s):
    return g(s, 3) + g(s, 2) * 10
""",
        gives=21,
    ),
    Idiom(
        "a list that is filled later",
        TABLES
        + """
def f(s):
    free = []
    for k in range(4):
        if s.cells[k] == 0:
            free.append(k)
    return len(free) * 10 + free[-1]
""",
        gives=43,
    ),
    Idiom(
        "lists repeated, sliced and asked",
        TABLES
        + """
def f(s):
    row = [0] * 5
    row[2] = 7
    part = row[1:4]
    part[0] = 9
    return sum(row) * 100 + sum(part) + row.count(0) + row.index(7)
""",
        gives=722,
    ),
    Idiom(
        "rows and columns numbered",
        TABLES
        + """
GRID = [[1, 2, 3], [4, 5, 6]]

def f(s):
    n = 0
    for r, row in enumerate(GRID):
        for c, x in enumerate(row):
            n += x * (r + 1) * (c + 1)
    return n + GRID[-1][-1] + len(GRID[0]) + sum(GRID[1])
""",
        gives=102,
    ),
    Idiom(
        "constants side by side",
        TABLES
        + """
def f(s):
    n = 0
    for a, b in zip(STEPS, MORE):
        n += a * b
    for k, (a, b) in enumerate(zip(STEPS, MORE)):
        n += k * (a + b)
    return n
""",
        gives=3,
    ),
    Idiom(
        "an endless loop that returns",
        TABLES
        + """
def climb(k):
    while True:
        k += 2
        if k > 7:
            return k

def f(s):
    return climb(s.at)
""",
        gives=8,
    ),
    Idiom(
        "every operator that assigns",
        TABLES
        + """
def f(s):
    for k in range(4):
        s.cells[k] += k
        s.cells[k] *= 3
        s.cells[k] //= 2
        s.cells[k] -= 1
        s.cells[k] **= 2
        s.cells[k] %= 7
    return s.cells[0]*1000+s.cells[1]*100+s.cells[2]*10+s.cells[3]
""",
        gives=1042,
    ),
    Idiom(
        "a float halved until it is small",
        TABLES
        + """
def f(s):
    x = 1.0
    while x > 0.1:
        x /= 2
    return x
""",
        gives=0.0625,
    ),
    Idiom(
        "fractions made whole",
        TABLES
        + """
def f(s):
    s.at = int(7 / 2) + round(2.5) + int(-0.5)
    return s.at
""",
        gives=5,
    ),
    Idiom(
        "constants by -1 and by a truth",
        TABLES
        + """
def f(s):
    k = -1
    return STEPS[k] + MORE[-2] + MORE[s.at == 0] + MORE[not s.at]
""",
        gives=-5,
    ),
    Idiom(
        "an inner function with a default and a keyword",
        TABLES
        + """
def f(s):
    def add(a, b=2):
        return a + b + s.at

    return add(1) * 10 + add(1, b=5)
""",
        gives=36,
    ),
    Idiom(
        "the same names in several helpers",
        TABLES
        + """
def a(x):
    y = x + 1
    return y

def b(x):
    y = a(x) * 2
    return y

def f(s):
    y = b(3)
    x = a(y)
    return x * 10 + y
""",
        gives=98,
    ),
    Idiom(
        "a choice of pairs",
        TABLES
        + """
def f(s):
    a, b = (1, 2) if s.at else (3, 4)
    return a * 10 + b
""",
        gives=34,
    ),
    Idiom(
        "sets put together",
        TABLES
        + """
def f(s):
    a = {1, 2, 3}
    b = {2, 3, 4}
    both = a & b
    return len(both) * 10 + len(a | b) + (2 in both) + sum(a)
""",
        gives=31,
    ),
    Idiom(
        "sums of fractions",
        TABLES
        + """
ODDS = (0.5, 0.25)

def f(s):
    return sum(ODDS) + sum((x for x in ODDS), 1) + sum(STEPS)
""",
        gives=2.5,
    ),
    Idiom(
        "truths counted over lines",
        TABLES
        + """
LINES = ((0, 1), (1, 2))

def f(s):
    s.cells[1] = s.cells[2] = 1
    return any(all(s.cells[c] for c in line) for line in LINES) + sum(all(s.cells[c] == 1 for c in line) for line in LINES)
""",
        gives=2,
    ),
    Idiom(
        "rows of fractions",
        TABLES
        + """
W = ((0.5, 1.5), (2.5, 3.5))

def f(s):
    return W[1][s.at] + W[0][-1] + sum(W[1])
""",
        gives=10.0,
    ),
    Idiom(
        "truths about boards counted",
        BOARDS
        + """
def f(s):
    s.ws[0] = 6
    n = (s.ws[0] > 5) + (s.ws[0] & 2 == 2)
    return n + (s.ws[0] % 4 == 2)
""",
        gives=3,
    ),
    Idiom(
        "a helper that yields outcomes with their odds",
        TABLES
        + """
def pairs(s):
    for k in range(2):
        yield k, 0.5

def f(s):
    total = 0.0
    for a, p in pairs(s):
        total += a * p
    return total
""",
        gives=0.5,
    ),
    Idiom(
        "a table of numbers with their odds",
        TABLES
        + """
ODDS = ((3, 0.25), (0, 0.75))
WORTH = {2: (1, 0.5), 7: (2, 1.5)}

def f(s):
    n = 0.0
    for k, p in ODDS:
        n += s.cells[k] + k * p
    for j, (k, p) in enumerate(ODDS):
        n += s.cells[k - j] + p
    for pair in ODDS:
        n += s.cells[pair[0]] + pair[1]
    return n + s.cells[ODDS[s.at][0]] + WORTH[7][0] // 2 + WORTH[2][1] + sum(p for k, p in ODDS if k % 2 == 1)
""",
        gives=4.5,
    ),
    Idiom(
        "pairs in a list comprehension",
        TABLES
        + """
ODDS = ((3, 0.25), (0, 0.75))
PAIRS = ((1, 2), (3, 4))

def f(s):
    a = [x * y for x, y in PAIRS]
    b = [p for k, p in ODDS]
    c = [10 * i + x for i, (x, y) in enumerate(PAIRS)]
    d = [x + y for x, y in zip((1, 2), (3, 4))]
    moves = [(1, 5), (2, 6)]
    e = [x * y for x, y in moves if x > 1]
    return sum(a) * 1000 + sum(c) * 10 + sum(d) + sum(b) + e[0] * 100
""",
        gives=15351,
    ),
    Idiom(
        "a set comprehension and nested comprehensions",
        TABLES
        + """
def f(s):
    near = {k // 2 for k in range(6)}
    grid = [[r * c for c in range(3)] for r in range(3)]
    flat = [x for row in grid for x in row if x]
    return len(near) * 100 + sum(flat) * 10 + grid[2][2]
""",
        gives=394,
    ),
    Idiom(
        "a variable taken apart into itself",
        TABLES
        + """
def f(s):
    a = (1, 2)
    a, b = a
    c, a = a, b
    return a * 100 + b * 10 + c
""",
        gives=221,
    ),
]
