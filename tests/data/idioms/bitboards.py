"""uint64 fields: unsigned, wrapping, in every mix with other integers."""

from tests.data.idioms import Idiom

ONE = """
State = np.dtype([("b", np.uint64), ("turn", np.int8), ("cells", np.int8, (4,))])
"""
TWO = """
State = np.dtype([("stones", np.uint64, (2,)), ("turn", np.int8)])
"""

IDIOMS = [
    Idiom(
        "a bit set and read",
        TWO
        + """
def f(s):
    s.stones[s.turn] |= 1 << 3
    return s.stones[0] >> 3 & 1
""",
        gives=1,
    ),
    Idiom(
        "sums and shifts",
        TWO
        + """
def f(s):
    m = s.stones[0] + (1 << 5)
    return m & (m >> 1) | 4
""",
        gives=4,
    ),
    Idiom(
        "a variable that starts at 0 and collects bits",
        ONE
        + """
def f(s):
    s.b = 1 << 63
    moves = 0
    for k in range(3):
        moves |= s.b >> k
    return count(moves) * 100 + lowest(moves)
""",
        gives=361,
    ),
    Idiom(
        "a variable that starts at 0 and stays there",
        ONE
        + """
def f(s):
    moves = 0
    if s.turn:
        moves |= s.b
    return (~moves >> 1) == (1 << 63) - 1
""",
        gives=True,
    ),
    Idiom(
        "all bits, and -1",
        ONE
        + """
def f(s):
    s.b = ~s.b
    return (s.b == -1) + (s.b == ~0) * 2 + (s.b > 0) * 4 + (s.b > -1) * 8 + (s.b == 18446744073709551615) * 16
""",
        gives=31,
    ),
    Idiom(
        "wrapping below 0 and above 2**64 - 1",
        ONE
        + """
def f(s):
    low = s.b - 1
    high = low + 2
    return (low >> 60) * 10 + high
""",
        gives=151,
    ),
    Idiom(
        "the lowest bit by two's complement",
        ONE
        + """
def f(s):
    s.b = 0b101000
    n = 0
    while s.b:
        low = s.b & -s.b
        s.b ^= low
        n = n * 10 + lowest(low)
    return n
""",
        gives=35,
    ),
    Idiom(
        "the lowest bit cleared",
        ONE
        + """
def f(s):
    s.b = 0xF0
    n = 0
    rest = s.b
    while rest := rest & (rest - 1):
        n += 1
    return n
""",
        gives=3,
    ),
    Idiom(
        "shifts by 63, 64 and more",
        ONE
        + """
def f(s):
    s.b = 3
    n = 63
    return (s.b << n >> n) + (s.b << n + 1) + (s.b >> n + 1) + (1 << n + 1) + (s.b << 100)
""",
        gives=1,
    ),
    Idiom(
        "1 << n of the top bit, compared and shifted back",
        ONE
        + """
def f(s):
    n = 63
    top = 1 << n
    return (top > 0) + (top >> 63) * 2 + (-top == top) * 4
""",
        gives=7,
    ),
    Idiom(
        "bits, count and lowest",
        ONE
        + """
def f(s):
    s.b = 1 << 63 | 1 << 5 | 1
    n = 0
    for k in bits(s.b):
        n += k
    return n * 100 + count(s.b) * 10 + lowest(s.b & ~1)
""",
        gives=6800 + 30 + 5,
    ),
    Idiom(
        "bits of a passing variable, changed in the loop",
        ONE
        + """
def f(s):
    s.b = 0b1011
    for k in bits(s.b):
        s.b = 0
        yield k
""",
        gives=[0, 1, 3],
    ),
    Idiom(
        "a helper that returns a board",
        ONE
        + """
def grown(b, step):
    return b | b << step

def f(s):
    s.b = 1
    return count(grown(grown(s.b, 1), 2)) + count(grown(1, 1))
""",
        gives=6,
    ),
    Idiom(
        "a helper that returns 0 or a board",
        ONE
        + """
def found(s, k):
    if k > 2:
        return 0
    return s.b << k

def f(s):
    s.b = 1
    total = 0
    for k in range(4):
        total |= found(s, k)
    return total
""",
        gives=7,
    ),
    Idiom(
        "a helper that returns two boards",
        TWO
        + """
def sides(s):
    return s.stones[s.turn], s.stones[1 - s.turn]

def f(s):
    s.stones[0] = 5
    own, other = sides(s)
    own, other = other, own
    return ~(own | other) & 0xFF
""",
        gives=250,
    ),
    Idiom(
        "a choice between a board and a number",
        ONE
        + """
def f(s):
    x = s.b if s.turn else 0
    return (x - 1) >> 63
""",
        gives=1,
    ),
    Idiom(
        "min and max of boards and numbers",
        ONE
        + """
def f(s):
    s.b = ~s.b
    return (max(s.b, 3) >> 63) * 10 + min(s.b, 3)
""",
        gives=13,
    ),
    Idiom(
        "a board as a condition, and `not`",
        ONE
        + """
def f(s):
    s.b = 1 << 63
    return (10 if s.b else 20) + (1 if not s.b & 1 else 2)
""",
        gives=11,
    ),
    Idiom(
        "multiplication, division and remainder",
        ONE
        + """
def f(s):
    s.b = ~s.b
    return s.b // 2**60 * 100 + s.b % 10 + (s.b * 3 & 0xF)
""",
        gives=1500 + 5 + 13,
    ),
    Idiom(
        "a board as a float",
        ONE
        + """
def f(s):
    s.b = 12
    return s.b / 8 + s.b * 0.25 + float(s.b)
""",
        gives=1.5 + 3 + 12,
    ),
    Idiom(
        "a bit as a number of the game",
        ONE
        + """
def f(s):
    s.b = 0b1010
    s.turn = s.b >> 3 & 1
    return s.turn - int(s.b >> 1 & 1) * 5
""",
        gives=-4,
    ),
    Idiom(
        "a board in a loop of a range",
        ONE
        + """
def f(s):
    s.b = 3
    n = 0
    for k in range(s.b):
        n += k - 5
    return n
""",
        gives=-12,
    ),
    Idiom(
        "a board as an index",
        ONE
        + """
WORTH = (3, 5, 8, 13)

def f(s):
    s.b = 2
    s.cells[s.b] = 4
    return WORTH[s.b] + s.cells[s.b & 3]
""",
        gives=12,
    ),
    Idiom(
        "constant boards above 2**63",
        ONE
        + """
EDGE = 1 << 63 | 1
EDGES = (1, 1 << 63)

def f(s):
    s.b = EDGE
    n = 0
    for edge in EDGES:
        n += count(s.b & edge)
    return n * 10 + (EDGES[0] - 2 >> 60) + (EDGE >> 63)
""",
        gives=36,
    ),
    Idiom(
        "a constant array of boards",
        ONE
        + """
MASKS = np.array([1, 1 << 63, 6], np.uint64)

def f(s):
    n = 0
    for k in range(len(MASKS)):
        s.b |= MASKS[k]
    for mask in MASKS:
        n += count(mask - 1)
    return n * 10 + count(s.b)
""",
        gives=(0 + 63 + 2) * 10 + 4,
    ),
    Idiom(
        "a list of boards",
        ONE
        + """
def f(s):
    s.b = 1 << 63
    boards = [0, s.b]
    boards.append(5)
    n = 0
    for b in boards:
        n += count(b)
    return n
""",
        gives=3,
    ),
    Idiom(
        "sum, any and all over boards",
        TWO
        + """
def f(s):
    s.stones[0] = 6
    s.stones[1] = 9
    total = sum(b for b in s.stones)
    return total * 10 + any(b & 8 for b in s.stones) + all(b & 2 for b in s.stones)
""",
        gives=151,
    ),
    Idiom(
        "a generator of boards",
        ONE
        + """
def singles(b):
    while b:
        yield b & -b
        b &= b - 1

def f(s):
    s.b = 1 << 63 | 4
    n = 0
    for one in singles(s.b):
        n = n * 100 + lowest(one)
    return n
""",
        gives=263,
    ),
    Idiom(
        "assignment operators on boards",
        ONE
        + """
def f(s):
    s.b = 1
    s.b <<= 4
    s.b |= 3
    s.b ^= 1
    s.b += 5
    s.b -= 1
    b = s.b
    b <<= 60
    b >>= 60
    b &= 7
    return s.b * 10 + b
""",
        gives=226,
    ),
    Idiom(
        "a fill from cell to cell",
        ONE
        + """
def flood(start, open_cells):
    filled = start
    while True:
        grown = (filled | filled << 1 | filled >> 1 | filled << 8 | filled >> 8) & open_cells
        if grown == filled:
            return filled
        filled = grown

def f(s):
    s.b = 0x8101_0000_0000_0303
    return count(flood(1, s.b)) * 10 + count(flood(1 << 63, s.b))
""",
        gives=41,
    ),
    Idiom(
        "a whole row of boards at once",
        TWO
        + """
def f(s):
    s.stones[:] = 5
    s.stones[0] <<= 62
    t = ~s.stones & 0xF
    u = s.stones >> 1
    return int(t[0]) * 100 + int(t[1]) + count(u[0])
""",
        gives=1500 + 10 + 1,
    ),
    Idiom(
        "an action made of a board",
        ONE
        + """
def f(s):
    s.b = 0b110
    yield s.b
    yield lowest(s.b)
    yield s.b & -s.b
""",
        gives=[6, 1, 2],
    ),
    Idiom(
        "a score made with the help of a board",
        ONE
        + """
def f(s):
    s.b = 0b111
    score = 0
    for k in range(4):
        score += 1 if s.b >> k & 1 else -2
    return score - 5
""",
        gives=-4,
    ),
    Idiom(
        "np.uint64 by hand",
        ONE
        + """
def f(s):
    one = np.uint64(1)
    s.b |= one << np.uint64(40)
    return count(s.b - one)
""",
        gives=40,
    ),
    Idiom(
        "int64 boards with the sign bit left alone",
        """
State = np.dtype([("b", np.int64)])

def f(s):
    s.b = 1 << 62
    rest = s.b | 6
    n = 0
    while rest:
        low = rest & -rest
        n += lowest(low)
        rest ^= low
    return n
""",
        gives=65,
    ),
    Idiom(
        "a number shifted past 64 where a board takes it",
        ONE
        + """
def f(s):
    w, far = 3, 65 + s.turn
    s.b = 7
    s.b &= w << far
    s.b |= w << 63 + s.turn
    s.b ^= (w if s.turn else 1) << (s.cells[0] + 2)
    return (s.b >> 60) + (s.b & 15)
""",
        gives=12,
    ),
]
