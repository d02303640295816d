"""Conditions, loops, names, `match`, asserts and raises."""

from tests.data.idioms import Idiom

AT = """
State = np.dtype([("at", np.int8), ("cells", np.int8, (4,))])
"""

IDIOMS = [
    Idiom(
        "a number or None",
        AT
        + """
def f(s):
    found = None
    for i in range(4):
        if s.cells[i]:
            found = i
    return -1 if found is None else found
""",
        gives=-1,
    ),
    Idiom(
        "a helper that finds something or returns None",
        AT
        + """
def find(s, what):
    for i in range(4):
        if s.cells[i] == what:
            return i
    return None

def f(s):
    s.cells[2] = 5
    k = find(s, 5)
    if find(s, 7) is None and k is not None:
        return k
    return -1
""",
        gives=2,
    ),
    Idiom(
        "match",
        AT
        + """
NORTH, SOUTH = 0, 1

def f(s):
    total = 0
    for k in range(4):
        match k + s.at:
            case 0:
                total += 5
            case 1 | 2 if k != 2:
                total += 10
            case -1:
                total += 1000
            case _:
                total += 100
    return total
""",
        gives=5 + 10 + 100 + 100,
    ),
    Idiom(
        "match of a pair",
        AT
        + """
def f(s):
    match (s.at, 1):
        case (0, k):  # <-
            return k
    return 2
""",
        refused="this `case` does not compile; match whole numbers and _ only, or write `if`",
    ),
    Idiom(
        "while with else, break, continue",
        AT
        + """
def f(s):
    n, k = 0, 0
    while k < 9:
        k += 1
        if k == 2:
            continue
        if k > 4:
            break
        n = n * 10 + k
    else:
        n = 0
    while k > 7:
        pass
    else:
        n += 1000
    return n
""",
        gives=1134,
    ),
    Idiom(
        "for with else",
        AT
        + """
def f(s):
    for k in range(4):
        if s.cells[k]:
            break
    else:
        return 7
    return k
""",
        gives=7,
    ),
    Idiom(
        "the loop variable after the loop, and changed within",
        AT
        + """
def f(s):
    for k in range(3):
        last = k
        k = 10
    return k * 10 + last
""",
        gives=102,
    ),
    Idiom(
        "chained and parallel assignment",
        AT
        + """
def f(s):
    a = b = 3
    a, b = b + 1, a
    s.at = s.cells[1] = c = a
    (a, b), c = (b, a), c + 1
    return a * 1000 + b * 100 + c * 10 + s.at + s.cells[1]
""",
        gives=3000 + 400 + 50 + 8,
    ),
    Idiom(
        "the same side of an assignment evaluated once",
        AT
        + """
def step(s):
    s.at += 1
    return s.at

def f(s):
    s.cells[step(s)] += 5
    s.cells[step(s)] -= 1
    return s.cells[1] * 100 + s.cells[2] * 10 + s.at
""",
        gives=500 - 10 + 2,
    ),
    Idiom(
        "order of evaluation",
        AT
        + """
def step(s):
    s.at += 1
    return s.at

def f(s):
    n = step(s) * 100 + step(s) * 10 + step(s)
    s.cells[step(s) - 4], x = step(s), step(s)
    return n * 100 + s.cells[0] * 10 + x
""",
        gives=12305,
    ),
    Idiom(
        "conditional expressions in each other",
        AT
        + """
def f(s):
    n = 0
    for k in range(4):
        n = n * 10 + (1 if k == 0 else 2 if k < 3 else 3)
    return n if n else -1
""",
        gives=1223,
    ),
    Idiom(
        "a named expression",
        AT
        + """
def f(s):
    s.cells[1] = 6
    if (n := s.cells[1] // 2) > 2 and (m := n + 1):
        return n * 10 + m
    return 0
""",
        gives=34,
    ),
    Idiom(
        "an annotated variable, an assertion, a docstring",
        AT
        + '''
def f(s):
    """What f is for."""
    total: int = 3
    best: float
    best = 0.5
    assert total == 3, "total must be three"
    """A string on a line of its own."""
    return total + best
''',
        gives=3.5,
    ),
    Idiom(
        "an assertion with a message that is put together",
        AT + '\ndef f(s):\n    assert s.at == 0, f"at is {s.at}"\n    return 1\n',
        gives=1,
    ),
    Idiom(
        "an assertion that fails",
        AT + '\ndef f(s):\n    assert s.at == 1, "at must be 1"  # <-\n    return 1\n',
        fails=("AssertionError: at must be 1", "the assertion fails: at must be 1"),
    ),
    Idiom(
        "an error raised",
        AT
        + """
def f(s):
    if s.at == 0:
        raise ValueError("nobody is there")  # <-
    return 1
""",
        fails=("ValueError: nobody is there", "ValueError: nobody is there"),
    ),
    Idiom(
        "an error raised as the last thing",
        AT
        + """
def worth(k):
    if k == 0:
        return 5
    if k == 1:
        return 7
    raise ValueError(f"no piece {k}")

def f(s):
    return worth(s.at) + worth(1)
""",
        gives=12,
    ),
    Idiom(
        "variables with the names of the runtime and of Python",
        AT
        + """
def f(s):
    left = 1
    count = 2
    index = 3
    word = 4
    copy = 5
    lowest = 6
    place = 7
    table = [left, count]
    slot, room, fit, mix = 1, 2, 3, 4
    sum = left + count + index + word + copy + lowest + place
    max = sum + 1
    return max + len(table) + slot + room + fit + mix
""",
        gives=29 + 2 + 10,
    ),
    Idiom(
        "helpers and constants with the names of Python's functions",
        AT
        + """
max = 7

def sum(s):
    return 40

def any(s, k):
    return s.at == k

def f(s):
    return sum(s) + max + (1 if any(s, 0) else 2)
""",
        gives=48,
    ),
    Idiom(
        "helpers with the names of the runtime",
        AT
        + """
def left(s, n):
    return 10 * n

def word(s):
    return 3

def entry(s):
    return 200

def njit(s):
    return 5000

def Path(s):
    return 70000

def f(s):
    return left(s, 4) + word(s) + entry(s) + njit(s) + Path(s)
""",
        gives=75243,
    ),
    Idiom(
        "a local with the name of a constant elsewhere",
        AT
        + """
SIZE = 4
step = 3

def other(s):
    step = 10
    return step + SIZE

def f(s):
    n = [step for step in range(3)]
    return other(s) + len(n)
""",
        gives=17,
    ),
    Idiom(
        "a comprehension with the name of an outer variable",
        AT
        + """
def f(s):
    k = 5
    doubled = [2 * k for k in range(3)]
    total = sum(k for k in range(4))
    return k * 100 + doubled[2] * 10 + total
""",
        gives=546,
    ),
    Idiom(
        "a line that goes on over several",
        AT
        + """
def f(s):
    total = (
        1
        + 2
        + s.cells[  # <-
            s.at + 7
        ]
    )
    return total
""",
        fails=("index 7 is out of bounds", "index 7 is out of range"),
    ),
]
