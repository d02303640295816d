"""What rules may not hold, each with its rewrite."""

from tests.data.idioms import Idiom

AT = """
State = np.dtype([("at", np.int8), ("cells", np.int8, (4,))])
"""


def refused(title: str, code: str, message: str) -> Idiom:
    return Idiom(title, AT + code, refused=message)


IDIOMS = [
    refused(
        "global",
        "\nCOUNT = 0\n\ndef f(s):\n    global COUNT  # <-\n    COUNT += 1\n    return COUNT\n",
        "`global` changes the module",
    ),
    refused(
        "a class", "\nclass P:\n    pass\n\ndef f(s):\n    return P() is None  # <-\n", "the class P does not compile"
    ),
    refused("a string", '\ndef f(s):\n    name = "x"  # <-\n    return len(name)\n', "strings do not compile"),
    refused("an f-string", '\ndef f(s):\n    return len(f"{s.at}")  # <-\n', "strings do not compile"),
    refused(
        "a dict made in a rule",
        "\ndef f(s):\n    d = {}  # <-\n    d[1] = 2\n    return d[1]\n",
        "a dict inside a rule does not compile",
    ),
    refused(
        "try",
        "\ndef f(s):\n    try:  # <-\n        return 1 // s.at\n    except ZeroDivisionError:\n        return 0\n",
        "`try` does not compile",
    ),
    refused("with", "\ndef f(s):\n    with open('x') as g:  # <-\n        return 1\n", "`with` does not compile"),
    refused(
        "an import inside", "\ndef f(s):\n    import math  # <-\n    return math.pi\n", "import at the top of the file"
    ),
    refused(
        "random numbers",
        "\nimport random\n\ndef f(s):\n    return random.randrange(6)  # <-\n",
        "not random; chance is a rule of its own: see chance(s)",
    ),
    refused(
        "NumPy's random numbers",
        "\ndef f(s):\n    return np.random.randint(6)  # <-\n",
        "chance is a rule of its own: see chance(s)",
    ),
    refused(
        "another module",
        "\nimport itertools\n\ndef f(s):\n    return sum(1 for _ in itertools.product((1, 2), (3, 4)))  # <-\n",
        "rules may use math, numpy, outfox.rules and other game files, not itertools",
    ),
    refused(
        "something imported from another module",
        "\nfrom itertools import product\n\ndef f(s):\n    return sum(1 for _ in product((1, 2), (3, 4)))  # <-\n",
        "product comes from itertools, which rules cannot use",
    ),
    refused(
        "unpacking with a star",
        "\ndef f(s):\n    a, *rest = (1, 2, 3)  # <-\n    return a\n",
        "`*` unpacking does not compile",
    ),
    refused("deletion", "\ndef f(s):\n    x = [1, 2]\n    del x[0]  # <-\n    return x[0]\n", "`del` does not compile"),
    refused(
        "a walrus in any",
        "\ndef f(s):\n    return any((x := k) > 2 for k in s.cells)  # <-\n",
        "`:=` inside any(...) does not compile; write a loop",
    ),
    refused(
        "`is` between numbers",
        "\ndef f(s):\n    k = 2\n    return s.at is k  # <-\n",
        "`is` compares objects; write ==",
    ),
    refused(
        "a word of text handed on",
        '\nNAME = "cat"\n\ndef f(s):\n    return len(NAME)  # <-\n',
        "the word NAME can only be compared with words",
    ),
    refused(
        "a narrow conversion",
        "\ndef f(s):\n    return np.int8(s.at + 100)  # <-\n",
        "numbers in rules have 64 bits: leave np.int8(...) out, or write x % 256 for the low bits",
    ),
    refused(
        "a method of an object",
        "\nclass Counter:\n    def __init__(self):\n        self.n = 0\n\nC = Counter()\n\ndef f(s):\n    C.n += 1  # <-\n    return 1\n",
        "C is a Counter, which does not compile",
    ),
    refused("complex numbers", "\ndef f(s):\n    return abs(3 + 4j)  # <-\n", "complex numbers do not compile"),
    refused(
        "a name that is not defined",
        "\nWIDTH = 3\n\ndef f(s):\n    return WIDHT  # <-\n",
        "name 'WIDHT' is not defined; did you mean 'WIDTH'?",
    ),
    refused(
        "a builtin that does not compile",
        "\ndef f(s):\n    return hash(s.at)  # <-\n",
        "the builtin 'hash' does not compile",
    ),
    refused(
        "names that the runtime uses",
        "\ndef f(s):\n    rt_n = 3  # <-\n    return rt_n\n",
        "names that start with rt_ are used by outfox; choose another",
    ),
    refused(
        "nonlocal",
        "\ndef f(s):\n    n = 0\n\n    def up():\n        nonlocal n  # <-\n        n += 1\n\n    up()\n    return n\n",
        "`nonlocal` does not compile",
    ),
    refused(
        "a rule that may return nothing",
        "\ndef f(s):\n    if s.at:\n        return 1\n\ndef payoff(s):  # <-\n    if s.at:\n        return 1.0\n",
        "payoff can end without a value; add a return at its end",
    ),
]
