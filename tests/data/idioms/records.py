"""Fields by other ways, records within records, private copies."""

from tests.data.idioms import Idiom

FOUR = """
from outfox.rules import copy

State = np.dtype([("cells", np.int8, (4,)), ("turn", np.int8)])
"""
SIDES = """
Side = np.dtype([("king", np.int8), ("men", np.int8, (2,))])
State = np.dtype([("white", Side), ("black", Side), ("sides", Side, (2,)), ("turn", np.int8)])
"""

IDIOMS = [
    Idiom(
        "fields called round and size",
        """
State = np.dtype([("round", np.int8), ("size", np.int8), ("T", np.int8), ("flat", np.int8, (2,)), ("sum", np.int8)])

def f(s):
    s.round = 1
    s.size = 7
    s.T = 2
    s.flat[1] = 3
    s.sum = 4
    return (s.round == 1) * 10000 + s.size * 1000 + s.T * 100 + s.flat[1] * 10 + s.sum
""",
        gives=17234,
    ),
    Idiom(
        "fields by key",
        FOUR
        + """
def f(s):
    s["turn"] = 1
    s["cells"][2] = 5
    s["turn"] += 1
    return s["turn"] * 10 + s["cells"][2] + s.cells[0]
""",
        gives=25,
    ),
    Idiom(
        "a record within a record",
        SIDES
        + """
def f(s):
    s.white.king = 4
    s.black.men[1] = 3
    side = s.white
    side.king += 1
    return s.white.king * 10 + s.black.men[1]
""",
        gives=53,
    ),
    Idiom(
        "an array of records",
        SIDES
        + """
def f(s):
    for k in range(2):
        s.sides[k].king = 4 + k
        s.sides[k].men[k] = 2
    own = s.sides[1 - s.turn]
    own.men[0] = 7
    return s.sides[1].king * 100 + s.sides[0].king * 10 + s.sides[1].men[0]
""",
        gives=547,
    ),
    Idiom(
        "one record copied over another",
        SIDES
        + """
def f(s):
    s.white.king = 4
    s.white.men[1] = 2
    s.black = s.white
    s.sides[1] = s.black
    s.black.king = 9
    return s.white.king * 1000 + s.black.king * 100 + s.sides[1].king * 10 + s.sides[1].men[1]
""",
        gives=4942,
    ),
    Idiom(
        "a field of a record that does not fit",
        SIDES
        + """
def f(s):
    s.sides[1].king = 200  # <-
    return 0
""",
        fails=("field 'king' is int8", "value 200 does not fit: the field is int8"),
    ),
    Idiom(
        "an aligned record",
        """
State = np.dtype([("turn", np.int8), ("wide", np.int64)], align=True)

def f(s):
    s.wide = 5
    return s.wide
""",
        gives=5,
    ),
    Idiom(
        "a private copy",
        FOUR
        + """
def f(s):
    t = s.copy()
    t.turn = 1
    u = copy(t)
    u.cells[3] = 4
    return s.turn * 100 + t.turn * 10 + u.turn + t.cells[3] * 1000 + u.cells[3]
""",
        gives=15,
    ),
    Idiom(
        "copies in a loop",
        FOUR
        + """
def play(s, k):
    s.cells[k] += 1
    s.turn = 1 - s.turn

def worth(s):
    return s.cells[0] * 3 + s.cells[2] * 5 + s.turn

def f(s):
    best, kept = -1, copy(s)
    for k in range(4):
        t = copy(s)
        play(t, k)
        if worth(t) > best:
            best = worth(t)
            kept = copy(t)
    return best * 100 + kept.cells[2] * 10 + kept.turn + s.turn
""",
        gives=611,
    ),
    Idiom(
        "a copy tried inside legal_actions",
        FOUR
        + """
def play(s, k):
    s.cells[k] = 1

def safe(s):
    t = copy(s)
    t.cells[0] += 3
    return t.cells[0] + t.cells[1] < 4

def f(s):
    for k in range(4):
        t = copy(s)
        play(t, k)
        if safe(t):
            yield k
        s.cells[3] = 0
""",
        gives=[2, 3],
    ),
    Idiom(
        "a copy handed on at once",
        FOUR
        + """
def after(s, k):
    s.cells[k] = 5
    return s.cells.sum()

def f(s):
    return after(copy(s), 1) * 10 + s.cells.sum() + copy(s).turn
""",
        gives=50,
    ),
    Idiom(
        "a copy under two names",
        FOUR
        + """
def f(s):
    best = copy(s)
    for k in range(2):
        t = copy(s)
        t.turn = k
        best = t  # <-
    return best.turn
""",
        refused="a copy of a state has one name only; write copy(t)",
    ),
    Idiom(
        "a copy returned",
        FOUR
        + """
def after(s, k):
    t = copy(s)
    t.turn = k
    return t  # <-

def f(s):
    return after(s, 1).turn
""",
        refused="a copy of a state cannot be returned; copy it where it is used and hand it on: t = copy(s)",
    ),
    Idiom(
        "copies in a list",
        FOUR
        + """
def f(s):
    tried = [copy(s) for k in range(2)]  # <-
    return len(tried)
""",
        refused="a copy of a state has one name only",
    ),
    Idiom(
        "a scratch state of the same dtype",
        FOUR
        + """
def f(s):
    scratch = np.zeros(1, State)  # <-
    return scratch[0].turn
""",
        refused="State cannot be used inside a rule: for a scratch state write `t = copy(s)`",
    ),
    Idiom(
        "a field of text",
        """
State = np.dtype([("mark", "U1")])  # <-

def f(s):
    s.mark = "x"
    return s.mark == "x"
""",
        refused="field 'mark' of State is <U1: use an integer, float or boolean type",
    ),
    Idiom(
        "a field with a name that states have for themselves",
        """
State = np.dtype([("copy", np.int8)])  # <-

def f(s):
    return s.copy
""",
        refused="field 'copy' of State: states have a function of that name; call the field otherwise",
    ),
    Idiom(
        "a misspelt field in a helper",
        FOUR
        + """
def helper(state):
    return state.tunr  # <-

def f(s):
    return helper(s)
""",
        refused="State has no field 'tunr'; did you mean 'turn'?",
    ),
    Idiom(
        "two records swapped at once",
        SIDES
        + """
def f(s):
    s.white, s.black = s.black, s.white  # <-
    return s.white.king
""",
        refused="records cannot be swapped in one assignment",
    ),
]
