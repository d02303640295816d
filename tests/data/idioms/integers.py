"""Small fields, wide arithmetic; division, shifts, floats, booleans."""

import numpy as np

from tests.data.idioms import Idiom

TENTH = float(np.float32(0.1))

IDIOMS = [
    Idiom(
        "a product of one-byte fields",
        """
State = np.dtype([("row", np.int8), ("col", np.int8)])
WIDTH = 20

def f(s):
    s.row, s.col = 9, 5
    return s.row * WIDTH + s.col
""",
        gives=185,
    ),
    Idiom(
        "a sum of two one-byte elements",
        """
State = np.dtype([("score", np.int8, (2,))])

def f(s):
    s.score[0] = 100
    s.score[1] = 100
    return s.score[0] + s.score[1]
""",
        gives=200,
    ),
    Idiom(
        "200 into one signed byte",
        """
State = np.dtype([("score", np.int8)])

def f(s):
    s.score = 100 + len((1,) * 100)  # <-
    return s.score
""",
        fails=(
            "field 'score' is int8 and holds -128 to 127, but was given 200",
            "value 200 does not fit: the field is int8",
        ),
    ),
    Idiom(
        "200 into one element of signed bytes",
        """
State = np.dtype([("score", np.int8, (3,)), ("k", np.int8)])

def f(s):
    for _ in range(20):
        s.score[s.k] += 10  # <-
    return s.score[0]
""",
        fails=(
            "field 'score' is int8 and holds -128 to 127, but was given 130",
            "value 130 does not fit: the field is int8",
        ),
    ),
    Idiom(
        "300 into a row of bytes at once",
        """
State = np.dtype([("score", np.uint8, (3,))])
BONUS = np.array([100, 200, 300])

def f(s):
    s.score[:] = BONUS  # <-
    return s.score[0]
""",
        fails=(
            "field 'score' is uint8 and holds 0 to 255, but was given 300",
            "value 300 does not fit: the field is uint8",
        ),
    ),
    Idiom(
        "a narrow store among several at once",
        """
State = np.dtype([("a", np.int8), ("b", np.int8)])

def f(s):
    big = 1000
    s.a, s.b = 1, big  # <-
    return s.a
""",
        fails=("field 'b' is int8", "value 1000 does not fit: the field is int8"),
    ),
    Idiom(
        "an unsigned field below zero",
        """
State = np.dtype([("rest", np.uint8)])

def f(s):
    return s.rest - 1
""",
        gives=-1,
    ),
    Idiom(
        "a negative store into an unsigned field",
        """
State = np.dtype([("rest", np.uint16)])

def f(s):
    s.rest -= 1  # <-
    return s.rest
""",
        fails=(
            "field 'rest' is uint16 and holds 0 to 65535, but was given -1",
            "value -1 does not fit: the field is uint16",
        ),
    ),
    Idiom(
        "a fraction into a whole field",
        """
State = np.dtype([("score", np.int8)])

def f(s):
    s.score = 7 / 2  # <-
    return s.score
""",
        fails=("field 'score' is int8, but was given 3.5: use // or int()", "a fraction does not fit an integer field"),
    ),
    Idiom(
        "a whole float into a whole field",
        """
State = np.dtype([("score", np.int8)])

def f(s):
    s.score = 8 / 2
    return s.score
""",
        gives=4,
    ),
    Idiom(
        "remainder and quotient of negative numbers",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = -3
    return (s.at - 1) % 8 * 10 + s.at // 2 + -7 % 3 * 100
""",
        gives=40 - 2 + 200,
    ),
    Idiom(
        "divmod of a negative number",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = -7
    q, r = divmod(s.at, 4)
    return 10 * q + r
""",
        gives=-19,
    ),
    Idiom(
        "division by zero",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    return 12 // s.at  # <-
""",
        fails=("ZeroDivisionError", "division by zero"),
    ),
    Idiom(
        "division of array elements by zero",
        """
State = np.dtype([("at", np.int8, (2,))])

def f(s):
    return s.at[0] % s.at[1]  # <-
""",
        fails=("ZeroDivisionError", "division by zero"),
    ),
    Idiom(
        "true division by zero",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    return 1 / s.at  # <-
""",
        fails=("ZeroDivisionError", "division by zero"),
    ),
    Idiom(
        "true division of integers",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = 7
    return s.at / 2
""",
        gives=3.5,
    ),
    Idiom(
        "a power of integers",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = 3
    return 2 ** s.at + s.at ** 2
""",
        gives=17,
    ),
    Idiom(
        "a negative power",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = -1
    return 2.0 ** s.at
""",
        gives=0.5,
    ),
    Idiom(
        "a shift by more than 64",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = 70
    return (5 >> s.at) + (-5 >> s.at)
""",
        gives=-1,
    ),
    Idiom(
        "a shift to the left beyond 64 bits",
        """
State = np.dtype([("board", np.int64), ("at", np.int8)])

def f(s):
    s.at = 63
    s.board = 1 << s.at  # <-
    return s.board
""",
        fails=("field 'board' is int64", "a shift by 63 needs more than the 64 bits"),
    ),
    Idiom(
        "a negative shift",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = -1
    return 1 >> s.at  # <-
""",
        fails=("negative shift count", "a shift by -1"),
    ),
    Idiom(
        "the largest and the smallest 64-bit number",
        """
State = np.dtype([("big", np.int64), ("small", np.int64)])

def f(s):
    s.big = 9223372036854775807
    s.small = -9223372036854775807 - 1
    return (s.big + s.small == -1) + (s.big > s.small) * 2
""",
        gives=3,
    ),
    Idiom(
        "comparisons counted",
        """
State = np.dtype([("cells", np.int8, (3,)), ("called", np.bool_)])

def f(s):
    s.cells[0] = 2
    s.called = True
    own = (s.cells[0] == 2) + (s.cells[1] == 0) + (s.cells[2] == 0) + s.called
    return own
""",
        gives=4,
    ),
    Idiom(
        "a comparison as a factor and an index",
        """
State = np.dtype([("turn", np.int8)])
WORTH = (5, 9)

def f(s):
    return WORTH[s.turn == 0] * (s.turn == 0) - (s.turn != 0)
""",
        gives=9,
    ),
    Idiom(
        "~ of a comparison and of a boolean field",
        """
State = np.dtype([("called", np.bool_), ("turn", np.int8)])

def f(s):
    s.called = True
    return 10 * ~s.called + ~(s.turn == 1)
""",
        gives=-21,
    ),
    Idiom(
        "a boolean field",
        """
State = np.dtype([("called", np.bool_)])

def f(s):
    s.called = not s.called
    return 1 if s.called else 0
""",
        gives=1,
    ),
    Idiom(
        "a number stored in a boolean field",
        """
State = np.dtype([("called", np.bool_), ("pins", np.bool_, (2,))])

def f(s):
    s.called = 5
    s.pins[1] = 7
    return s.called + s.pins[1] + s.pins[0]
""",
        gives=2,
    ),
    Idiom(
        "a single-precision field compared",
        """
State = np.dtype([("money", np.float32)])

def f(s):
    s.money = 0.1
    return s.money == 0.1
""",
        gives=False,
    ),
    Idiom(
        "arithmetic of single-precision fields",
        """
State = np.dtype([("money", np.float32), ("odds", np.float32, (2,))])

def f(s):
    s.money = 0.1
    s.odds[0] = 0.1
    s.odds[1] = s.odds[0] * s.odds[0]
    return s.money * s.money + s.odds[0] * s.money + s.odds[1]
""",
        gives=TENTH * TENTH + TENTH * TENTH + float(np.float32(TENTH * TENTH)),
    ),
    Idiom(
        "rounding",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = 5
    return round(s.at / 2) * 1000 + round(-1.5) * 100 + int(-s.at / 2) * 10 + math.floor(-s.at / 2)
""",
        gives=2000 - 200 - 20 - 3,
    ),
    Idiom(
        "whole numbers and floats on two branches",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    total = 0
    for k in range(3):
        total += k / 2
    return total
""",
        gives=1.5,
    ),
    Idiom(
        "and, or of numbers",
        """
State = np.dtype([("at", np.int8), ("to", np.int8)])

def f(s):
    s.to = 4
    return (s.at or s.to) * 10 + (s.at and s.to) + (s.to and 3)
""",
        gives=43,
    ),
    Idiom(
        "a chain of comparisons",
        """
State = np.dtype([("at", np.int8)])

def f(s):
    s.at = 3
    return (0 <= s.at < 4) + (0 < s.at < 3) * 2 + (1 < s.at <= 3 != 4) * 4
""",
        gives=5,
    ),
    Idiom(
        "an overflowing product",
        """
State = np.dtype([("hash", np.int64)])

def f(s):
    s.hash = 6364136223846793005
    s.hash = s.hash * 6364136223846793005  # <-
    return s.hash
""",
        fails=("field 'hash' is int64", "is no 64-bit integer"),
    ),
    Idiom(
        "an overflowing sum",
        """
State = np.dtype([("board", np.int64)])

def f(s):
    s.board = 4611686018427387904
    s.board = s.board + s.board  # <-
    return s.board
""",
        fails=("field 'board' is int64", "is no 64-bit integer"),
    ),
]
