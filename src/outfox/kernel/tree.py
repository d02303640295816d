"""The game tree: every history of a game as one row of flat arrays, with the information sets of both players.

For equilibria and best responses in games with hidden information. Where the rules declare which chance outcomes are
equivalent (`same_chance`), these are merged: of Leduc's 9,457 histories 1,939 stay, and 288 of its 936 information
sets. See `outfox.kernel.tree_growth` for the kernel and for what it costs; a tree that is too large is refused with an
estimate of its size.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from outfox.formats.packing import key_fields, store_leaves
from outfox.kernel import tree_growth as growth
from outfox.kernel.link import Linked, compiled, link
from outfox.kernel.slots import Bytes, Floats, Ints, Ints32
from outfox.kernel.store import USED
from outfox.kernel.tree_growth import Histories, Sets, Stack, enter_table, grow
from outfox.rules.errors import BudgetExceeded, NotSupported, RulesError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.twin import twin_class
from outfox.rules.vocabulary import TERMINAL

Progress = Callable[[float, str], None]
"""Called with the share done (below 0 where that is unknown) and a short text."""

CHUNK = 1 << 18
MOST_NODES = 2**31 - 1
NODE_BYTES = 37
"""Of the arrays in `Histories`."""

SURELY = 1000
"""A tree that a rough guess from ten games finds so many times too large is too large."""

_enter_table = compiled(enter_table)


@dataclass(frozen=True, eq=False)
class Tree:
    """A game's tree.

    Attributes
    ----------
    game
        The game.
    merged
        Whether equivalent chance outcomes are one.
    parent, slot, action, same : (nodes,) int32
        See `outfox.kernel.tree_growth.Histories`; nodes come depth first, node 0 is the root.
    odds : (nodes,) float64
        With which probability chance leads here; 1 where a player does.
    mover : (nodes,) uint8
        0, 1, OVER or BY_CHANCE of `outfox.kernel.store`.
    info : (nodes,) int32
        Information set, -1 where no player moves.
    payoff : (nodes,) float64
        Player 0's, where the game is over.
    first : (sets + 1,) int64
        Where the slots of each information set begin: those of its actions, in the order of the rules.
    before : (sets,) int32
        The slot that its player chose last before, -1 where there is none.
    actions : (slots,) int32
        The action of each slot.
    player : (sets,) int8
        Who decides.
    keys : (sets, VIEW_LEAVES + 1) int64
        The numbers of its View, then the player.
    seconds, cpu_seconds, compile_seconds
        What it took.
    """

    game: Game
    merged: bool
    parent: Ints32
    slot: Ints32
    action: Ints32
    same: Ints32
    odds: Floats
    mover: Bytes
    info: Ints32
    payoff: Floats
    first: Ints
    before: Ints32
    actions: Ints32
    player: Any
    keys: Any
    seconds: float = field(default=0.0, repr=False)
    cpu_seconds: float = field(default=0.0, repr=False)
    compile_seconds: float = field(default=0.0, repr=False)

    @property
    def nodes(self) -> int:
        """How many histories there are, chance nodes and ends included."""
        return len(self.parent)

    @property
    def sets(self) -> int:
        """How many information sets there are, of both players."""
        return len(self.before)

    @property
    def slots(self) -> int:
        """How many actions all information sets have together: the length of a policy."""
        return len(self.actions)

    @cached_property
    def _twin(self) -> Any:
        assert self.game.view is not None
        return twin_class(self.game.view)

    def view(self, info: int) -> Any:
        """Return what the player sees in an information set, as `observe` fills it."""
        assert self.game.view is not None
        record = np.zeros(1, self.game.view)
        store_leaves(record[0], self.game.view.names or (), self.keys[info, :-1])
        view = self._twin()
        view.load(record[0])
        return view

    def children(self, node: int) -> Any:
        """Return the numbers of a node's children, in the order of its actions."""
        return np.flatnonzero(self.parent == node)

    def history(self, node: int) -> list[int]:
        """Return the actions and outcomes that lead to a node."""
        found = []
        while node > 0:
            found.append(int(self.action[node]))
            node = int(self.parent[node])
        return found[::-1]


def game_tree(
    game: Game,
    *,
    merge: bool = True,
    nodes: int = MOST_NODES,
    memory: int = 0,
    progress: Progress | None = None,
    checked: bool | None = None,
) -> Tree:
    """Return the tree of a game.

    Parameters
    ----------
    game
        A game with a View.
    merge
        Whether outcomes that the rules call equivalent are taken for one.
    nodes
        At most as many nodes.
    memory
        At most as many bytes; 0: no limit.
    progress
        Called now and then.
    checked
        Whether to test every index and store; default: for games that are not outfox's own.

    Raises
    ------
    NotSupported
        Where the game hides nothing, cannot list its chance outcomes, or has several starting states.
    BudgetExceeded
        Where the tree is too large; the message has an estimate.
    RulesError
        Where probabilities do not add up to 1, or views break a law: see `outfox check`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> tree = game_tree(load("kuhn"))
    >>> tree.nodes, tree.sets, tree.slots
    (58, 12, 24)
    """
    _refuse(game)
    _refuse_vast(game, memory)
    linked = link(game, grow, checked=checked)
    wall, cpu = time.perf_counter(), time.process_time()
    growing = _Growing(game, linked, merge, nodes, memory)
    growing.run(progress)
    return growing.tree(time.perf_counter() - wall, time.process_time() - cpu)


def _refuse(game: Game) -> None:
    if game.view is None:
        raise NotSupported(f"{game.name} declares no View, observe and sees: it hides nothing; outfox solve is for it")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, whose outcomes must be listed to build its tree")
    if game.starts > 1:
        raise NotSupported(
            f"{game.name} has {game.starts} starting states; a tree has one: let chance choose among them"
        )


def _refuse_vast(game: Game, memory: int) -> None:
    """Refuse at once what is far beyond the memory; what may fit is tried."""
    guess = estimate_nodes(game, games=10) if memory else 0.0
    if guess * NODE_BYTES > SURELY * memory:
        raise BudgetExceeded(_too_large(game, guess, NODE_BYTES, f"{memory / 2**30:.3g} GB"))


def _too_large(game: Game, nodes: float, per_node: float, has: str) -> str:
    return (
        f"the tree of {game.spec} has about {nodes:.1e} nodes ({nodes * per_node / 2**30:.2g} GB), and there is {has};"
        " for larger games there are --method external-sampling and outcome-sampling"
    )


class _Growing:
    """Lets the arrays grow as the kernel needs."""

    def __init__(self, game: Game, linked: Linked, merge: bool, nodes: int, memory: int) -> None:
        assert game.view is not None
        self.game, self.linked, self.merge = game, linked, merge and game.has("same_chance")
        self.width = max(game.branching, game.outcomes, 1)
        self.words = 1 + sum(leaf.size for leaf in key_fields(game.view, game.view.names or ()))
        self.most, self.memory = min(nodes, MOST_NODES), memory
        self.pool, self.views = linked.states(32), linked.views(2)
        self.counters = np.zeros(growth.COUNTERS, np.int64)
        self.nodes = _histories(1024)
        self.sets = Sets(
            np.zeros(256 * self.words, np.int64), np.zeros(512, np.int64), np.zeros(0, np.uint8),
            np.zeros(257, np.int64), np.zeros(256, np.int32), np.zeros(4 * self.width + 1024, np.int32),
        )  # fmt: skip
        self.stack = self._stack(30)

    def _stack(self, depth: int) -> Stack:
        node, many, following = (np.zeros(depth, np.int64) for _ in range(3))
        wide = depth * self.width
        return Stack(
            node, many, following, np.zeros(2 * depth, np.int64), np.zeros(wide, np.int64), np.zeros(wide)
        )  # fmt: skip

    def run(self, progress: Progress | None) -> None:
        """Walk the whole tree."""
        while True:
            self._afford()
            stop = min(int(self.counters[growth.NODES]) + CHUNK, self.most)
            reason = self.linked(
                self.pool, self.views, self.nodes, self.sets, self.stack, self.counters, int(self.merge), stop
            )
            if reason == growth.DONE:
                return
            self._grow(reason)
            if progress is not None:
                progress(-1.0, f"the tree has {int(self.counters[growth.NODES]):,} nodes so far")

    def _afford(self) -> None:
        """Refuse where the arrays that are next cannot be."""
        used = int(self.counters[growth.NODES])
        per_node = self.bytes / max(used, 1)
        if used >= self.most or (self.memory and used > CHUNK // 2 and self.bytes * 2 > self.memory):
            guess = max(estimate_nodes(self.game), float(used))
            has = f"{self.memory / 2**30:.3g} GB" if used < self.most else f"room for {self.most:,}"
            raise BudgetExceeded(_too_large(self.game, guess, per_node, has))

    @property
    def bytes(self) -> int:
        """How much memory the arrays take."""
        return sum(array.nbytes for part in (self.nodes, self.sets, self.stack) for array in part)

    def _grow(self, reason: int) -> None:
        if reason == growth.NODES_FULL:
            self.nodes = _each(self.nodes, _doubled)
        elif reason == growth.SETS_FULL:
            s = self.sets
            table = np.zeros(2 * len(s.table), np.int64)
            _enter_table(s.keys, table, self.words, int(self.counters[USED]))
            first = _doubled(s.first)[: 2 * len(s.first) - 1].copy()
            self.sets = s._replace(keys=_doubled(s.keys), table=table, first=first, before=_doubled(s.before))
        elif reason == growth.SLOTS_FULL:
            self.sets = self.sets._replace(actions=_doubled(self.sets.actions))
        elif reason == growth.STACK_FULL:
            self._deepen()
        elif reason >= growth.ODD_SUM:
            self._fault(reason)

    def _deepen(self) -> None:
        depth = 2 * len(self.stack.node)
        if depth > 1 << 16:
            raise NotSupported(f"play of {self.game.spec} can be longer than {1 << 16:,} plies: it has no finite tree")
        self.stack = _each(self.stack, _doubled)
        pool = self.linked.states(depth + 2)
        for d in range(len(self.pool)):
            pool[d] = self.pool[d]
        self.pool = pool

    def _fault(self, reason: int) -> None:
        """Say what the rules did wrong, and where."""
        node = int(self.counters[growth.NODES]) - 1
        tree = self.tree(0.0, 0.0)
        position = Position(self.game, self.game.initial())
        names = []
        for action in tree.history(node):
            names.append(position.name(action))
            position = position.play(action)
        what = {
            growth.ODD_SUM: "chance gives probabilities that do not add up to 1",
            growth.OTHER_ACTIONS: "the mover's view is that of another state with other legal actions",
            growth.FORGETFUL: "the mover's view is that of another state before which it chose something else",
        }[reason]
        after = f"after {', '.join(names)}" if names else "at the start"
        raise RulesError(f"{self.game.path.name}: {after}, {what}; outfox check shows more")

    def tree(self, seconds: float, cpu_seconds: float) -> Tree:
        """Return the tree, its arrays cut to what is used; the sets of player 0 come before those of player 1."""
        n, count, slots = (int(self.counters[k]) for k in (growth.NODES, USED, growth.SLOTS))
        keys = self.sets.keys[: count * self.words].reshape(count, self.words)
        order = np.argsort(keys[:, -1], kind="stable")
        old = self.sets.first[: count + 1]
        sizes = np.diff(old)[order]
        first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        moved = np.repeat(old[:-1][order] - first[:-1], sizes) + np.arange(slots)  # the old place of each slot
        slot, number = _inverse(moved), _inverse(order)
        nodes: Histories = _each(self.nodes, lambda array: array[:n].copy())
        return Tree(
            self.game,
            bool(self.merge),
            *nodes._replace(info=_through(number, nodes.info)),
            first,
            _through(slot, self.sets.before[:count][order]),
            self.sets.actions[:slots][moved],
            keys[order, -1].astype(np.int8),
            keys[order],
            seconds,
            cpu_seconds,
            self.linked.compile_seconds,
        )


def _inverse(order: Any) -> Any:
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return places


def _through(places: Any, numbers: Any) -> Any:
    """Return where `places` puts each number; what is below 0 stays."""
    return np.where(numbers < 0, numbers, places[numbers]).astype(np.int32) if len(places) else numbers


def _histories(count: int) -> Histories:
    """Return room for so many nodes."""
    whole = [np.zeros(count, np.int32) for _ in range(5)]
    return Histories(
        whole[0], whole[1], whole[2], whole[3], np.zeros(count), np.zeros(count, np.uint8), whole[4], np.zeros(count)
    )


def _each(arrays: Any, change: Callable[[Any], Any]) -> Any:
    """Return a named tuple with each of its arrays changed."""
    return type(arrays)(*(change(array) for array in arrays))


def _doubled(array: Any) -> Any:
    return np.concatenate([array, np.zeros_like(array)])


def estimate_nodes(game: Game, games: int = 100, seed: int = 0) -> float:
    """Return about how many nodes a game's tree has, from random games: D. E. Knuth's estimate (1975).

    It is right on average, and may be far off where the tree is uneven.

    Examples
    --------
    >>> from outfox.rules import load
    >>> estimate_nodes(load("kuhn"), games=20) > 20
    True
    """
    random, total = np.random.default_rng(seed), 0.0
    for _ in range(games):
        s, weight, nodes = game.initial(), 1.0, 1.0
        for _ in range(1000):
            who = game.mover(s)
            if who == TERMINAL or nodes > 1e300:
                break
            choices = game.legal(s) if who >= 0 else [action for action, _ in game.chance(s)]
            weight *= len(choices)
            nodes += weight
            game.apply(s, choices[int(random.integers(len(choices)))])
        total += nodes
    return total / games
