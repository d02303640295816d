"""Compiled, checked and plain rules, side by side: every step of every line gives the same.

The kernel below plays one line and writes down all that the rules say on it. It is used in two ways: along
edges that plain Python has followed, where everything is compared; and as a fast random player of the checked
build, which finds what is rare, for plain Python to follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from outfox.kernel.check.ground import Answers, Ground, Node, same_number
from outfox.kernel.link import Linked, link
from outfox.kernel.random import below, uniform
from outfox.kernel.slots import (
    BRANCHING,
    HAS_CHANCE,
    HAS_SAMPLE_CHANCE,
    OUTCOMES,
    Floats,
    Ints,
    States,
    Words,
    apply,
    chance,
    legal_actions,
    mover,
    payoff,
    sample_chance,
    start,
)
from outfox.rules.errors import RulesError
from outfox.rules.vocabulary import CHANCE, TERMINAL

ENDED, CUT, STUCK, TWICE, CROWD, NOBODY_MOVES, NO_NUMBER, ODDS = range(8)
"""How a line ends; from STUCK on a law is broken."""

_LARGEST_MARKS = 2**22


def rehearse(
    pool: States,
    first: int,
    random: Words,
    given: int,
    limit: int,
    path: Ints,
    movers: Ints,
    sizes: Ints,
    choices: Ints,
    odds: Floats,
    payoffs: Floats,
    marks: Ints,
    at: Ints,
) -> int:
    """Play one line: `given` actions from `path`, then random ones, until the end or `limit` plies.

    Parameters
    ----------
    pool : (limit + 2,) states
        Receives the states; the first is where the line begins.
    first
        Number of the starting state to set up in ``pool[0]``, which arrives zeroed; -1 to take it as it is.
    path, movers, sizes, payoffs
        By ply: the action played, who moved, how many actions there were, the payoff.
    choices, odds
        The actions (and their probabilities) of all plies in turn; where there is no room they are not kept.
    marks : (actions or outcomes,)
        Scratch, to find repetitions.
    at : (2,)
        The ply that is being played; a number that grows.

    Returns
    -------
    int
        ENDED, CUT or the law that is broken.
    """
    out = np.empty(max(BRANCHING, OUTCOMES, 1), np.int64)
    chances = np.empty(max(OUTCOMES, 1), np.float64)
    at[0], used = 0, 0
    if first >= 0:
        start(first, pool[0])
    while True:
        ply = at[0]
        who = mover(pool[ply])
        n = asked(pool[ply], who, out, chances)
        movers[ply], sizes[ply], payoffs[ply] = who, n, 0.0
        if who == TERMINAL:
            payoffs[ply] = payoff(pool[ply])
            return ENDED if np.isfinite(payoffs[ply]) else NO_NUMBER
        if who not in (0, 1, CHANCE):
            return NOBODY_MOVES
        if who != CHANCE and n > BRANCHING:
            return CROWD
        used = kept(choices, odds, used, out, chances, n, who)
        if ply >= limit:
            return CUT
        if ply >= given:
            at[1] += 1
            verdict, path[ply] = chosen(pool[ply], who, n, out, chances, random, marks, at[1])
            if verdict != ENDED:
                return int(verdict)
        pool[ply + 1] = pool[ply]
        apply(pool[ply + 1], path[ply])
        at[0] = ply + 1


def asked(s, who, out, chances):  # type: ignore[no-untyped-def]
    """Fill the actions or outcomes of a state and return how many."""
    if who == CHANCE:
        if HAS_CHANCE and not HAS_SAMPLE_CHANCE:
            return chance(s, out, chances)
        return 0
    return legal_actions(s, out) if who in (0, 1) else 0


def kept(choices, odds, used, out, chances, n, who):  # type: ignore[no-untyped-def]
    """Write `n` actions down behind `used` others, if there is room, and return how many there are then."""
    if used + n > len(choices):
        return used
    for k in range(n):
        choices[used + k] = out[k]
        odds[used + k] = chances[k] if who == CHANCE else 0.0
    return used + n


def chosen(s, who, n, out, chances, random, marks, stamp):  # type: ignore[no-untyped-def]
    """Return ENDED and a random action, or the law that is broken and -1."""
    if HAS_SAMPLE_CHANCE and who == CHANCE:
        return ENDED, sample_chance(s, random)
    if n == 0:
        return STUCK, -1
    for k in range(n):
        if out[k] < len(marks):
            if marks[out[k]] == stamp:
                return TWICE, -1
            marks[out[k]] = stamp
    if who != CHANCE:
        return ENDED, out[below(random, n)]
    k = drawn(chances, n, random)
    return (ENDED, out[k]) if k >= 0 else (ODDS, -1)


def drawn(chances, n, random):  # type: ignore[no-untyped-def]
    """Return the place of an outcome drawn by its probability; -1 where they do not sum to 1."""
    total = 0.0
    for k in range(n):
        total += chances[k]
    if not abs(total - 1.0) < 1e-9:
        return -1
    x = uniform(random)
    for k in range(n - 1):
        x -= chances[k]
        if x < 0.0:
            return k
    return n - 1


class Rehearsal:
    """One build of a game's rules, asked line by line."""

    def __init__(self, ground: Ground, checked: bool, plies: int, choices: int) -> None:
        game = ground.game
        ground.now = ("compiling", None)
        self.game, self.plies, self.checked = game, plies, checked
        self.linked: Linked = link(game, rehearse, checked=checked)
        self.pool = self.linked.states(plies + 2)
        self.path, self.movers, self.sizes = (np.zeros(plies + 1, np.int64) for _ in range(3))
        self.payoffs = np.zeros(plies + 1)
        self.choices, self.odds = np.zeros(choices, np.int64), np.zeros(choices)
        width = max(game.actions, game.outcomes)
        self.marks = np.zeros(width if width <= _LARGEST_MARKS else 0, np.int64)
        self.at = np.zeros(2, np.int64)
        self.zero = game.new_state()

    def run(self, begin: Any, actions: list[int], limit: int, random: Any = None) -> int:
        """Play a line from a state, or from a starting state given by number; return how it ended."""
        self.linked.put(self.pool, 0, self.zero if isinstance(begin, int) else begin)
        self.path[: len(actions)] = actions
        word = np.zeros(1, np.uint64) if random is None else random
        first = begin if isinstance(begin, int) else -1
        logs = (
            self.path,
            self.movers,
            self.sizes,
            self.choices,
            self.odds,
            self.payoffs,
            self.marks,
            self.at,
        )
        try:
            return int(self.linked(self.pool, first, word, len(actions), limit, *logs))
        except RulesError:
            raise
        except Exception as error:  # such as TypeError for a value of None
            message = f"compiled rules failed: {type(error).__name__}: {error}"
            raise RulesError.at(self.game.path.name, None, message) from error

    def answers(self, plies: int) -> Iterator[tuple[Any, Answers]]:
        """Give state and answers for each ply of the line that was played last."""
        used = 0
        for ply in range(plies + 1):
            n = int(self.sizes[ply])
            who = int(self.movers[ply])
            actions = tuple(self.choices[used : used + n].tolist())
            odds = tuple(self.odds[used : used + n].tolist()) if who == CHANCE else ()
            used += n
            state = self.linked.get(self.pool, ply)
            yield state, Answers(who, actions, odds, float(self.payoffs[ply]))


def check_edges(ground: Ground, rehearsal: Rehearsal, nodes: list[Node]) -> None:
    """Compare a build with what plain Python found, at every node and along every edge."""
    for node in ground.each("checked" if rehearsal.checked else "fast", nodes):
        if node.parent is None and not _agrees(ground, rehearsal, node, node.start, []):
            return
        for action, child in node.children.items():
            if not _agrees(ground, rehearsal, child, node.state, [action], node):
                return


def _agrees(
    ground: Ground,
    rehearsal: Rehearsal,
    node: Node,
    begin: Any,
    actions: list[int],
    before: Node | None = None,
) -> bool:
    """Compare one node; say whether to go on."""
    ground.now = (f"{'checked' if rehearsal.checked else 'fast'} compiled rules", before or node)
    if node.number in ground.faulty or (before is not None and before.number in ground.faulty):
        return True  # noted; and a state with too many actions would write past a buffer of the fast build
    try:
        rehearsal.run(begin, actions, len(actions))
    except RulesError as error:
        ground.note("agree", "error", f"{error}: in compiled rules; plain Python finds no fault", before or node)
        return False
    state, answers = list(rehearsal.answers(len(actions)))[-1]
    message = difference(ground, node, state, answers)
    if message:
        build = "checked" if rehearsal.checked else "compiled"
        ground.note("agree", "error", f"{ground.game.path.name}: {message} ({build} build and plain Python)", node)
    return not message


def difference(ground: Ground, node: Node, state: Any, answers: Answers) -> str:
    """Say how compiled rules differ from plain ones at a node, or nothing."""
    for name in node.state.names:
        mine, theirs = node.state.key((name,)), state.key((name,))
        if mine != theirs and not _same_field(node.state[name], state[name]):
            return f"field {name} is {state[name]} in compiled rules and {node.state[name]} in plain ones"
    mine = node.answers
    if mine is None:
        return ""
    if mine.mover != answers.mover:
        return f"mover is {answers.mover} in compiled rules and {mine.mover} in plain ones"
    if mine.actions != answers.actions and not (answers.mover == CHANCE and not answers.actions):
        odd = set(mine.actions) ^ set(answers.actions)
        what = f"{ground.name(node, min(odd))} is legal in one only" if odd else "the order differs"
        return f"legal actions differ between compiled rules and plain ones: {what}"
    if not same_number(mine.payoff, answers.payoff):
        return f"payoff is {answers.payoff} in compiled rules and {mine.payoff} in plain ones"
    if answers.odds and not all(same_number(p, q) for p, q in zip(mine.odds, answers.odds, strict=True)):
        return "chance has other probabilities in compiled rules than in plain ones"
    return ""


def _same_field(mine: Any, theirs: Any) -> bool:
    """Say whether two values of a field are equal but for rounding of floats."""
    a, b = np.asarray(mine), np.asarray(theirs)
    return a.dtype.kind == "f" and bool(np.allclose(a, b, rtol=1e-6, equal_nan=True))
