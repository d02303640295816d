"""Helper functions: arguments, results, recursion."""

from tests.data.idioms import Idiom

CELLS = """
State = np.dtype([("cells", np.int8, (4,)), ("at", np.int8)])
"""

IDIOMS = [
    Idiom(
        "a helper that bears the name of a slot which is none by itself",
        """
State = np.dtype([("card", np.int8), ("turn", np.int8)])

def rank(card):
    return card // 4

def f(s):
    return rank(51) - rank(6)
""",
        gives=11,
    ),
    Idiom(
        "a default and a keyword",
        CELLS
        + """
WHAT = 1

def count(s, what=0, times=WHAT):
    return (s.cells == what).sum() * times

def f(s):
    return count(s) * 100 + count(s, what=1) * 10 + count(s, times=2, what=0)
""",
        gives=408,
    ),
    Idiom(
        "recursion",
        CELLS
        + """
def reach(s, i):
    if i < 0 or i > 3 or s.cells[i] == 1:
        return 0
    s.cells[i] = 1
    return 1 + reach(s, i - 1) + reach(s, i + 1)

def f(s):
    return reach(s, 0)
""",
        gives=4,
    ),
    Idiom(
        "two helpers that call each other",
        CELLS
        + """
def even(n):
    if n == 0:
        return True
    return odd(n - 1)

def odd(n):
    if n == 0:
        return False
    return even(n - 1)

def f(s):
    return even(10) * 10 + odd(7) + even(3)
""",
        gives=11,
    ),
    Idiom(
        "recursion through a generator expression",
        CELLS
        + """
def depth(k):
    if k == 0:
        return 0
    return 1 + max([depth(j) for j in range(k)])

def wins(n):
    return any(not wins(n - k) for k in (1, 2) if n >= k)

def f(s):
    return depth(5) * 100 + wins(3) * 10 + wins(4)
""",
        gives=501,
    ),
    Idiom(
        "recursion without an end",
        CELLS
        + """
def sink(s, n):
    if n < 0:
        return 0
    return sink(s, n + 1) + 1  # <-

def f(s):
    return sink(s, 0)
""",
        fails=("RecursionError", "calls itself more than 900 times: the recursion does not end"),
    ),
    Idiom(
        "several results",
        CELLS
        + """
def split(a, b):
    return a // b, a % b

def f(s):
    q, r = split(17, 5)
    both = split(9, 2)
    return q * 1000 + r * 100 + both[0] * 10 + both[1] + len(both)
""",
        gives=3000 + 200 + 40 + 1 + 2,
    ),
    Idiom(
        "a result of one kind or another",
        CELLS
        + """
def worth(s, k):
    if k == 0:
        return 1
    return 0.5

def f(s):
    return worth(s, 0) + worth(s, 1)
""",
        gives=1.5,
    ),
    Idiom(
        "an array as an argument and as a result",
        CELLS
        + """
def fill(cells, x):
    cells[1] = x
    return cells

def doubled(cells):
    out = np.zeros(4, np.int64)
    for k in range(4):
        out[k] = 2 * cells[k]
    return out

def f(s):
    same = fill(s.cells, 6)
    same[0] = 1
    return s.cells[0] * 100 + s.cells[1] * 10 + doubled(s.cells)[1]
""",
        gives=172,
    ),
    Idiom(
        "an inner function",
        CELLS
        + """
def f(s):
    limit = 4

    def inside(i):
        return 0 <= i < limit

    return inside(3) and not inside(4)
""",
        gives=True,
    ),
    Idiom(
        "a helper used with different kinds of arguments",
        CELLS
        + """
def twice(x):
    return x + x

def f(s):
    s.cells[0] = 100
    return twice(s.cells[0]) + twice(0.5) + twice(True)
""",
        gives=203,
    ),
    Idiom(
        "a helper without a result",
        CELLS
        + """
def clear(s):
    for k in range(4):
        s.cells[k] = 0

def set_up(s, k):
    clear(s)
    if k == 0:
        return
    s.cells[k] = k

def f(s):
    s.cells[2] = 9
    set_up(s, 1)
    set_up(s, 0)
    set_up(s, 3)
    return s.cells.sum()
""",
        gives=3,
    ),
    Idiom(
        "state, action and player by other names",
        CELLS
        + """
def legal(position, player):
    return position.cells[player] == position.at

def f(state):
    state.at = 0
    return legal(state, 2)
""",
        gives=True,
    ),
    Idiom(
        "too few arguments",
        CELLS + "\ndef add(a, b):\n    return a + b\n\ndef f(s):\n    return add(1)  # <-\n",
        refused="add() is given 1 argument; it takes 2: a, b",
    ),
    Idiom(
        "an unknown keyword",
        CELLS + "\ndef add(a, b=1):\n    return a + b\n\ndef f(s):\n    return add(1, c=2)  # <-\n",
        refused="add() has no argument 'c'; it takes a, b",
    ),
    Idiom(
        "a function kept in a tuple",
        CELLS
        + """
def one(s):
    return 1

def two(s):
    return 2

RULES = (one, two)

def f(s):
    return RULES[s.at](s)  # <-
""",
        refused="functions kept in a tuple do not compile; write an `if` for each and call it by name",
    ),
    Idiom(
        "a function handed on",
        CELLS
        + """
def one(s):
    return 1

def twice(s, g):
    return g(s) + g(s)

def f(s):
    return twice(s, one)  # <-
""",
        refused="the function one is used as a value; call it by name",
    ),
    Idiom(
        "a lambda",
        CELLS + "\ndef f(s):\n    g = lambda x: x + 1  # <-\n    return g(1)\n",
        refused="`lambda` does not compile",
    ),
    Idiom(
        "arguments collected",
        CELLS + "\ndef add(*xs):  # <-\n    return xs[0]\n\ndef f(s):\n    return add(1, 2)\n",
        refused="*arguments do not compile; name each argument",
    ),
    Idiom(
        "a list as a default",
        CELLS
        + "\ndef add(x, seen=[]):  # <-\n    seen.append(x)\n    return len(seen)\n\ndef f(s):\n    return add(1)\n",
        refused="the default of 'seen' is kept from call to call; make it inside the function",
    ),
    Idiom(
        "a decorator",
        """
import functools

State = np.dtype([("at", np.int8)])

@functools.lru_cache
def worth(k):
    return k

def f(s):
    return worth(1)  # <-
""",
        refused="worth has a decorator; outfox compiles functions by itself, leave it out",
    ),
]
