"""Builtins of Python."""

from tests.data.idioms import Idiom

CELLS = """
State = np.dtype([("cells", np.int8, (4,)), ("at", np.int8)])
"""

IDIOMS = [
    Idiom(
        "any of a generator expression",
        CELLS + "\ndef f(s):\n    return any(s.cells[i] == 0 for i in range(4))\n",
        gives=True,
    ),
    Idiom("all of a list", CELLS + "\ndef f(s):\n    return all([s.cells[i] == 0 for i in range(4)])\n", gives=True),
    Idiom(
        "sum of a generator expression, of comparisons, of fractions, with a start",
        CELLS
        + """
def f(s):
    s.cells[1] = 3
    free = sum(s.cells[i] == 0 for i in range(4))
    return free * 100 + sum(int(s.cells[i] > 2) for i in range(4)) * 10 + sum(x / 2 for x in s.cells) + sum((1, 2), 5)
""",
        gives=300 + 10 + 1.5 + 8,
    ),
    Idiom(
        "nested generator expressions with conditions and outer variables",
        CELLS
        + """
def f(s):
    limit = 2
    n = sum(i * j for i in range(4) if i != 1 for j in range(i) if j < limit)
    i = 7
    return n * 10 + i + any(all(s.cells[i] == k for i in range(2)) for k in range(limit))
""",
        gives=58,
    ),
    Idiom(
        "min, max, abs, sum, len, enumerate, zip, reversed, sorted",
        CELLS
        + """
PAIRS = ((1, 2), (3, 4))

def f(s):
    s.cells[2] = -3
    n = min(s.cells) + max(s.cells) + abs(s.cells[2]) + sum(s.cells) + len(s.cells)
    for k, (a, b) in enumerate(PAIRS):
        n += k * a + b
    for k, pair in enumerate(PAIRS, 5):
        n += k * pair[0]
    for a, b in zip((1, 2), (3, 4)):
        n += a * b
    for k in reversed(range(3)):
        n = n * 2 + k
    for k in reversed(range(2, 9, 3)):
        n = n * 2 + k
    for x in reversed(s.cells):
        n += x
    return n + sorted(s.cells)[0]
""",
        gives=2934,
    ),
    Idiom(
        "min and max of several, of lists, with a default",
        CELLS
        + """
def f(s):
    a, b = 3, 5
    free = [k for k in range(4) if s.cells[k] > 0]
    return max(a, b, 4) * 1000 + min(a, b) * 100 + max((k for k in free), default=7) * 10 + min((x for x in (4, 2, 6)), default=0) + max([1, 2])
""",
        gives=5000 + 300 + 70 + 2 + 2,
    ),
    Idiom(
        "the largest of nothing",
        CELLS
        + """
def f(s):
    free = [k for k in range(4) if s.cells[k] > 0]
    return max(free)  # <-
""",
        fails=("ValueError: max", "there is no element to take"),
    ),
    Idiom(
        "the best pair",
        CELLS
        + """
def f(s):
    s.cells[2] = 9
    best = max((s.cells[k], -k) for k in range(4))
    return best[0] * 10 - best[1]
""",
        gives=92,
    ),
    Idiom(
        "sorted, list, tuple, set",
        CELLS
        + """
def f(s):
    s.cells[0] = 4
    up = sorted(s.cells)
    down = sorted([3, 1, 2], reverse=True)
    return up[-1] * 100 + down[0] * 10 + len(set([1, 1, 2])) + len(list(s.cells)) + tuple(x for x in range(3))[1]
""",
        gives=400 + 30 + 2 + 4 + 1,
    ),
    Idiom(
        "int, float, bool, abs, round, pow",
        CELLS
        + """
def f(s):
    s.at = -3
    return int(3.9) * 1000 + float(s.at) + bool(s.at) * 10 + abs(-2.5) + pow(2, 3) * 100 + round(2.567, 1)
""",
        gives=3000 - 3 + 10 + 2.5 + 800 + 2.6,
    ),
    Idiom(
        "a set and a stack for a flood fill",
        CELLS
        + """
def f(s):
    stack = [0]
    seen = {0}
    while stack:
        i = stack.pop()
        for j in (i - 1, i + 1):
            if 0 <= j < 4 and j not in seen:
                seen.add(j)
                stack.append(j)
    return len(seen)
""",
        gives=4,
    ),
    Idiom(
        "a queue in a list",
        CELLS
        + """
def f(s):
    queue = [0]
    far = [0, -1, -1, -1]
    k = 0
    while k < len(queue):
        i = queue[k]
        k += 1
        for j in (i - 2, i + 1):
            if 0 <= j < 4 and far[j] < 0:
                far[j] = far[i] + 1
                queue.append(j)
    return far[3] * 10 + len(queue)
""",
        gives=34,
    ),
    Idiom(
        "math functions",
        CELLS
        + """
def f(s):
    return math.sqrt(16) + math.floor(2.7) + math.ceil(2.1) + math.gcd(12, 18) + math.exp(0) + math.hypot(3, 4)
""",
        gives=4 + 2 + 3 + 6 + 1 + 5,
    ),
    Idiom(
        "max with a key",
        CELLS
        + """
def worth(k):
    return -k

def f(s):
    return max(range(4), key=worth)  # <-
""",
        refused="max with a key does not compile; write a loop that keeps the best so far",
    ),
    Idiom(
        "map",
        CELLS + "\ndef f(s):\n    return sum(map(abs, s.cells))  # <-\n",
        refused="`map` does not compile; write a loop",
    ),
    Idiom("print", CELLS + "\ndef f(s):\n    print(s.at)  # <-\n    return 0\n", refused="`print` does not compile"),
    Idiom(
        "isinstance",
        CELLS + "\ndef f(s):\n    return isinstance(s.at, int)  # <-\n",
        refused="`isinstance` does not compile",
    ),
    Idiom(
        "an element popped from a set",
        CELLS
        + """
def f(s):
    todo = {3, 1}
    return todo.pop()  # <-
""",
        refused="which element a set's pop takes is not defined; keep them in a list",
    ),
]
