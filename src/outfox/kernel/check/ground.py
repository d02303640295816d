"""The ground that laws are tested on: states met in plain Python, how they were reached, what was found."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from outfox.kernel.check.report import Finding, Severity, ordered
from outfox.rules.errors import OutfoxError
from outfox.rules.game import Game
from outfox.rules.twin import Twin
from outfox.rules.vocabulary import CHANCE, TERMINAL

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is."""


_OWN = {"apply": "fields", "initial": "fields", "start": "fields", "mover": "mover", "payoff": "payoff"}
_HINTS = {"fields": "; give the field a wider type, or keep the value within it"}


class Stopped(Exception):
    """The check ends early; the message is the reason."""


class Broken(Exception):
    """A rule failed; the finding has been noted."""


class Answers(NamedTuple):
    """What the rules say of a state: `actions` are outcomes at chance, and `odds` their probabilities."""

    mover: int
    actions: tuple[int, ...] = ()
    odds: tuple[float, ...] = ()
    payoff: float = 0.0


class Node:
    """A state that was met, with the first way to it.

    Attributes
    ----------
    state
        The twin; never changed.
    answers
        None where a rule failed here.
    choices
        The actions that can be followed: in range and without repetitions.
    children
        By action; those that were followed.
    """

    __slots__ = ("action", "answers", "children", "choices", "number", "parent", "ply", "start", "state")

    def __init__(self, state: Any, start: int, parent: Node | None, action: int) -> None:
        self.state, self.start, self.parent, self.action = state, start, parent, action
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.answers: Answers | None = None
        self.choices: tuple[int, ...] = ()
        self.children: dict[int, Node] = {}
        self.number = -1

    @property
    def mover(self) -> int | None:
        """Who moves; None where that is not known."""
        return None if self.answers is None else self.answers.mover

    def way(self) -> tuple[Node, ...]:
        """Return the nodes from the start to here."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return tuple(reversed(nodes))


class Ground:
    """Collects nodes and findings.

    Parameters
    ----------
    game
        The game under test.
    progress
        Called often; may raise to stop the check.
    seconds
        Wall-clock limit.
    """

    def __init__(self, game: Game, progress: Progress | None = None, seconds: float | None = None) -> None:
        self.game = game
        self.nodes: list[Node] = []
        self.complete = False
        self.now: tuple[str, Node | None] = ("loading", None)
        self.judged: set[int] = set()
        self.faulty: set[int] = set()
        self._index: dict[Any, Node] = {}
        self._places: dict[str, str] = {}
        self._found: dict[tuple[str, Severity], Finding] = {}
        self._progress = progress
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds

    # -- progress and findings ---------------------------------------------------------------------------

    def beat(self, stage: str, done: int, total: int) -> None:
        """Say how far the check is.

        Raises
        ------
        Stopped
            Where the time is up.
        """
        if self._progress is not None:
            self._progress(stage, done, total)
        if time.monotonic() > self._deadline:
            raise Stopped("out of time")

    def each(self, stage: str, nodes: list[Node]) -> Iterator[Node]:
        """Iterate over nodes with a beat at each."""
        for done, node in enumerate(nodes):
            self.beat(stage, done, len(nodes))
            yield node

    def note(self, law: str, severity: Severity, message: str, node: Node | None = None) -> None:
        """Note a finding; of several with the same law and severity the shortest way stays."""
        if node is not None and severity == "error":
            self.faulty.add(node.number)
        old = self._found.get((law, severity))
        if old is not None and (node is None or node.ply >= len(old.actions)):
            self._found[law, severity] = replace(old, more=old.more + 1)
            return
        message = " ".join(message.split())
        found = Finding(law, severity, message) if node is None else self._shown(law, severity, message, node)
        self._found[law, severity] = found if old is None else replace(found, more=old.more + 1)

    def fault(self, law: str, what: str, message: str, node: Node | None = None, severity: Severity = "error") -> None:
        """Note a finding about the rule or constant `what`: the message begins with its line."""
        self.note(law, severity, self.place(what) + message, node)

    def _shown(self, law: str, severity: Severity, message: str, node: Node) -> Finding:
        actions = tuple(after.action for after in node.way()[1:])
        return Finding(law, severity, message, self.names(node), actions, node.start, self.text(node))

    def findings(self) -> tuple[Finding, ...]:
        """Return what was found so far, errors first."""
        return ordered(self._found.values())

    def has(self, law: str, severity: Severity = "error") -> bool:
        """Say whether a law is known to be broken."""
        return (law, severity) in self._found

    def name(self, node: Node, action: int) -> str:
        """Return an action's name for a message; its code where the name fails."""
        try:
            return self.game.action_name(node.state.copy(), action)
        except Exception:  # noqa: BLE001 - the user's; noted by the laws of names
            return str(action)

    def names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the actions that lead to a node."""
        return tuple(self.name(before, after.action) for before, after in pairwise(node.way()))

    def way(self, node: Node) -> str:
        """Return the same in one line, for a message about another state."""
        return ", ".join(self.names(node)) or "no action"

    def text(self, node: Node) -> str:
        """Return a state's text for a message; its fields where the text fails."""
        try:
            return self.game.text(node.state.copy())
        except Exception:  # noqa: BLE001 - the user's; noted by the laws of text
            return repr(node.state)

    # -- asking the rules ---------------------------------------------------------------------------------

    def ask(self, node: Node | None, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call into the rules; a failure becomes a finding.

        Raises
        ------
        Broken
        """
        self.now = (what, node)
        try:
            return function(*arguments)
        except OutfoxError as error:
            # An exception of a rule has a cause; else the game found a value that it cannot use. A field finds one
            # where it is stored, in the middle of the rule.
            stored = isinstance(error.__cause__, OverflowError) and "field " in str(error)
            law = _OWN.get(what, "runs") if error.__cause__ is None or stored else "runs"
            message = str(error).rstrip(": ") + _HINTS.get(law, "")
        except Exception as error:  # noqa: BLE001 - any error is the user's
            law = "payoff" if what == "payoff" else "runs"
            wrong = (
                "returned nothing (None): a case lacks its return" if "NoneType" in str(error) else f"failed: {error}"
            )
            message = f"{self.place(what)}{what} {wrong}"
        if what == "apply" and node is not None:
            message += f" [playing {self.name(node, arguments[-1])}]"
        self.note(law, "error", message, node)
        raise Broken(what)

    def place(self, name: str) -> str:
        """Return where the rules define a name, as messages begin: ``"nim.py:51: "``."""
        if name not in self._places:
            line = self.game.line_of(name)
            self._places[name] = f"{self.game.path.name}:{line}: " if line else f"{self.game.path.name}: "
        return self._places[name]

    def ask_about(self, node: Node) -> Answers:
        """Ask the rules about a node's state.

        Raises
        ------
        Broken
        """
        game = self.game
        mover = self.pure(node, "mover", game.mover)
        if mover == TERMINAL:
            return Answers(mover, payoff=self.pure(node, "payoff", game.payoff))
        if mover != CHANCE:
            return Answers(mover, tuple(self.pure(node, "legal_actions", game.legal)))
        if not game.has("chance"):
            return Answers(mover)
        pairs = self.pure(node, "chance", game.chance)
        return Answers(mover, tuple(a for a, _ in pairs), tuple(p for _, p in pairs))

    def pure(self, node: Node, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Ask a question that must leave the state as it is; it gets a copy.

        Raises
        ------
        Broken
        """
        s = node.state.copy()
        answer = self.ask(node, what, function, s, *arguments)
        if s != node.state:
            changed = [name for name in s.names if s.key((name,)) != node.state.key((name,))]
            message = f"{what} changes the state (field {changed[0]}): only apply may; work on copy(s)"
            self.fault("pure", what, message, node)
        return answer

    # -- the graph ----------------------------------------------------------------------------------------

    def root(self, index: int) -> Node | None:
        """Return the node of a starting state, or None where it cannot be made."""
        what = "start" if self.game.has("start") else "initial"
        try:
            state = self.ask(None, what, self.game.initial, index)
        except Broken:
            return None
        return self._met(Node(state, index, None, -1))

    def child(self, node: Node, action: int) -> Node | None:
        """Return the node that an action leads to, or None where apply fails."""
        if action in node.children:
            return node.children[action]
        try:
            after = self._met(Node(self.after(node, action), node.start, node, action))
        except Broken:
            return None
        node.children[action] = after
        return after

    def after(self, node: Node, action: int) -> Twin:
        """Return the state that an action leads to.

        Raises
        ------
        Broken
        """
        state: Twin = node.state.copy()
        self.ask(node, "apply", self.game.apply, state, action)
        return state

    def _met(self, node: Node) -> Node:
        """Return the node of this state that is there, or take in this one."""
        key = node.state.key()
        if key in self._index:
            return self._index[key]
        self._index[key] = node
        node.number = len(self.nodes)
        self.nodes.append(node)
        try:
            node.answers = self.ask_about(node)
        except Broken:
            return node
        most = self.game.outcomes if node.mover == CHANCE else self.game.actions
        node.choices = tuple(a for a in dict.fromkeys(node.answers.actions) if 0 <= a < most)
        return node


def key_of(game: Game, state: Any) -> tuple[Any, ...]:
    """Return the values of the fields of KEY."""
    key: tuple[Any, ...] = state.key(game.key_fields)
    return key


def same_number(a: float, b: float) -> bool:
    """Say whether two floats are equal but for rounding; not-a-number equals itself."""
    return a == b or (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def pick(random: np.random.Generator, node: Node) -> int | None:
    """Draw one of a node's choices: by its odds at chance, uniformly for a player."""
    if not node.choices or node.answers is None:
        return None
    if node.mover == CHANCE:
        odds = np.array([node.answers.odds[node.answers.actions.index(a)] for a in node.choices])
        if odds.min() >= 0 and 0 < odds.sum() < math.inf:
            return int(random.choice(node.choices, p=odds / odds.sum()))
    return int(random.choice(node.choices))
