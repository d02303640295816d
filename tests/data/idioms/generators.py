"""Generators: helpers that yield, loops that leave early, moves made and taken back."""

from tests.data.idioms import Idiom

AT = """
State = np.dtype([("at", np.int8), ("cells", np.int8, (4,))])
"""
DROPS = (
    AT
    + """
def drops(s, first=0):
    for c in range(first, 4):
        if s.cells[c] == 0:
            yield c
"""
)

IDIOMS = [
    Idiom(
        "yield from a helper",
        DROPS + "\ndef f(s):\n    yield from drops(s)\n    yield from drops(s, 2)\n",
        gives=[0, 1, 2, 3, 2, 3],
    ),
    Idiom(
        "yield from a tuple and a range",
        DROPS + "\ndef f(s):\n    yield from (5, 6)\n    yield from range(2)\n",
        gives=[5, 6, 0, 1],
    ),
    Idiom(
        "a loop over a helper",
        DROPS
        + """
def f(s):
    for c in drops(s, first=1):
        yield 2 * c
""",
        gives=[2, 4, 6],
    ),
    Idiom(
        "break and continue in a loop over a helper",
        DROPS
        + """
def f(s):
    for c in drops(s):
        if c == 1:
            continue
        if c == 3:
            break
        yield c
    yield 9
""",
        gives=[0, 2, 9],
    ),
    Idiom(
        "return in a loop over a helper, and in the helper",
        AT
        + """
def some(s):
    for c in range(9):
        for d in range(3):
            if c * d == 4:
                return
            yield 10 * c + d

def f(s):
    for c in some(s):
        if c > 20:
            return
        yield c
""",
        gives=[0, 1, 2, 10, 11, 12, 20],
    ),
    Idiom(
        "a helper that returns early, from two loops",
        AT
        + """
def rays(s):
    for d in range(1, 4):
        k = d
        while True:
            if k > 6:
                break
            if k == 4:
                return
            yield k
            k += 2
    yield 99

def f(s):
    yield from rays(s)
    yield 7
""",
        gives=[1, 3, 5, 2, 7],
    ),
    Idiom(
        "nested helpers",
        AT
        + """
def ones(n):
    for k in range(n):
        yield k

def pairs(n):
    for a in ones(n):
        for b in ones(a):
            yield a, b

def f(s):
    for a, b in pairs(4):
        if b == 2:
            break
        yield 10 * a + b
    for a, b in pairs(2):
        yield a + b
""",
        gives=[10, 20, 21, 30, 31, 1],
    ),
    Idiom(
        "the same names in helper and loop",
        AT
        + """
def near(s, c):
    for k in (c - 1, c + 1):
        n = k
        if 0 <= n < 4:
            yield n

def f(s):
    n = 0
    k = 1
    for c in near(s, k):
        for k in near(s, c):
            n += 1
        n += 10 * k
    yield n
    yield k
""",
        gives=[43, 3],
    ),
    Idiom(
        "an argument that changes in the loop",
        AT
        + """
def up_to(n):
    for k in range(n):
        yield k
        if k >= n:
            yield 99

def f(s):
    n = 3
    for k in up_to(n):
        n = 1
        yield k
    yield n
""",
        gives=[0, 1, 2, 1],
    ),
    Idiom(
        "yields in nested conditions",
        AT
        + """
def f(s):
    for k in range(4):
        if k % 2:
            if k == 3:
                yield 30
            elif s.at == 0:
                yield 10
        else:
            for j in range(k):
                yield j
                if j:
                    return
""",
        gives=[10, 0, 1],
    ),
    Idiom(
        "a generator expression and a list as what is looped over",
        AT
        + """
def f(s):
    for k in [2 * x for x in range(3)]:
        yield k
    for k in (x + 1 for x in range(2)):
        yield k
""",
        gives=[0, 2, 4, 1, 2],
    ),
    Idiom(
        "a move made and taken back between yields",
        AT
        + """
def f(s):
    for k in range(4):
        s.cells[k] = 1
        if s.cells.sum() == 1:
            yield k
        s.cells[k] = 0
""",
        gives=[0, 1, 2, 3],
    ),
    Idiom(
        "a helper that makes a move and takes it back",
        AT
        + """
def tries(s):
    for k in range(3):
        s.cells[k] = 5
        yield k
        s.cells[k] = 0

def f(s):
    for k in tries(s):
        if k == 1:
            continue
        yield s.cells.sum() * 10 + k
    yield s.cells.sum()
""",
        gives=[50, 52, 0],
    ),
    Idiom(
        "next with and without a default",
        DROPS
        + """
def f(s):
    first = next(drops(s))
    s.cells[:] = 1
    return first * 10 + next(drops(s), -1) + next((k for k in range(9) if k * k > 10), 0)
""",
        gives=3,
    ),
    Idiom(
        "next of nothing",
        DROPS
        + """
def f(s):
    s.cells[:] = 1
    return next(drops(s))  # <-
""",
        fails=("StopIteration", "there is no element to take"),
    ),
    Idiom(
        "lists, sums and tests of a helper's values",
        DROPS
        + """
def f(s):
    s.cells[1] = 1
    free = list(drops(s))
    return len(free) * 1000 + free[1] * 100 + sum(drops(s)) * 10 + any(drops(s)) + all(drops(s)) + max(drops(s)) + min(drops(s)) + (3 in drops(s)) + len(set(drops(s)))
""",
        gives=3000 + 200 + 50 + 1 + 0 + 3 + 0 + 1 + 3,
    ),
    Idiom(
        "a helper's values numbered, sorted and beside others",
        DROPS
        + """
def f(s):
    n = 0
    for k, c in enumerate(drops(s)):
        n += k * c
    for a, b in zip(drops(s), (5, 6, 7)):
        n += a * b
    for c in sorted(drops(s), reverse=True):
        n = n * 2 + c
    return n
""",
        gives=((((14 + 20) * 2 + 3) * 2 + 2) * 2 + 1) * 2 + 0,
    ),
    Idiom(
        "bits in a list, in a sum and in nested loops",
        AT
        + """
def f(s):
    b = 0b1011
    n = sum(bits(b)) * 100 + len(list(bits(b))) * 10 + max(bits(b))
    for i in bits(b):
        for j in bits(b & ~(1 << i)):
            if j > 1:
                break
            n += 1
    return n
""",
        gives=400 + 30 + 3 + 1 + 1 + 2,
    ),
    Idiom(
        "legal_actions asked in another rule",
        """
State = np.dtype([("cells", np.int8, (3,))])

def legal_actions(s):
    for k in range(3):
        if s.cells[k] == 0:
            yield k

def f(s):
    s.cells[0] = 1
    n = 0
    for a in legal_actions(s):
        n = n * 10 + a
    return n + any(True for a in legal_actions(s)) * 100 + len([a for a in legal_actions(s)]) * 1000
""",
        gives=12 + 100 + 2000,
    ),
    Idiom(
        "many yields in one helper",
        AT
        + """
def near(k):
    yield k - 1
    yield k + 1
    yield k - 4
    yield k + 4
    yield k - 5
    yield k + 5

def f(s):
    for k in near(6):
        if k < 3:
            continue
        s.at += k
        yield k
""",
        gives=[5, 7, 10, 11],
    ),
    Idiom(
        "yields of several types",
        """
State = np.dtype([("at", np.int8), ("wide", np.uint64), ("called", np.bool_)])

def f(s):
    yield s.at
    yield 3
    yield s.wide
    yield s.called
    yield np.int64(4)
""",
        gives=[0, 3, 0, 0, 4],
    ),
    Idiom(
        "for and else over a helper",
        DROPS
        + """
def f(s):
    for c in drops(s):
        if c == 9:
            break
    else:
        yield 50
    yield 1
""",
        gives=[50, 1],
    ),
    Idiom(
        "a generator that calls itself",
        AT
        + """
def walk(s, k):
    yield k
    for j in range(k):
        yield from walk(s, j)  # <-

def f(s):
    yield from walk(s, 3)
""",
        gives=[],
        refused="a generator that calls itself does not compile; keep what is left to do in a list",
    ),
    Idiom(
        "an inner generator",
        AT
        + """
def f(s):
    def inner():  # <-
        yield 1
    for k in inner():
        yield k
""",
        gives=[],
        refused="an inner generator does not compile; move inner to the top level of the file",
    ),
]
