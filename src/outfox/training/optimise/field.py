"""`Field`: where policies meet: the board, how both sides choose, and games between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.formats.policy_file import Policy, Side
from outfox.formats.relational import Relational
from outfox.kernel.link import compiled
from outfox.kernel.random import seeded
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2, Words
from outfox.kernel.store import OVER
from outfox.methods.policies import climb as climbing
from outfox.methods.policies import walk as walks
from outfox.methods.policies.arena import Board, Seat, drawn_seat, table_seat
from outfox.methods.policies.live_board import LiveBoard
from outfox.methods.policies.walk import CRITERIA, MARKS, NOTED, TERMS, TOLD, Walk
from outfox.methods.solve.optimal import Optimal
from outfox.rules.errors import NotSupported
from outfox.workers.seeds import task_seed

measure_many = compiled(walks.measure_many)
tell_walk = compiled(walks.tell_walk)
choose_all = compiled(walks.choose_all)
climb = compiled(climbing.climb)

DRAWN_PLAYS = 50
"""Games of a candidate from each position where the opponent or chance draws."""

FAR_TIMES = 4
"""Where somebody draws, a game is cut after so many times the plies to the farthest state."""

GAMES_STREAM, POSITIONS_STREAM = 10, 11
"""Keys of seeds, beside the players' 0 and 1."""


@dataclass(frozen=True)
class Maker:
    """How one side's policies are made.

    Attributes
    ----------
    kind
        ``table``, ``near``, ``far``, ``near-far``, or ``drawn``, which learns nothing.
    seat
        How it chooses.
    domain : (genes,) int64
        How many values each gene has.
    weights : (W,) float64
        Weights to begin with, of the length that they have.
    fixed
        Whether weights stay as they are.
    relational, levels
        Of policies over relations.
    """

    kind: str
    seat: Seat
    domain: Ints
    weights: Floats
    fixed: bool = True
    relational: Relational | None = None
    levels: Ints | None = None


@dataclass(frozen=True)
class Told:
    """What happened in the games between two policies.

    Attributes
    ----------
    payoff
        Player 0's, on average.
    plies, distance, ended
        On average; ended is the share of games that the rules ended.
    won : (float, float)
        The shares of games that player 0 and player 1 won.
    loss, late : (float, float)
        What player 0 and player 1 gave away in a game: payoff, and plies; on average.
    """

    payoff: float
    plies: float
    distance: float
    ended: float
    won: tuple[float, float]
    loss: tuple[float, float]
    late: tuple[float, float]


class Field:
    """A board with two sides.

    Parameters
    ----------
    board
        The game's graph.
    makers
        How policies of player 0 and player 1 are made.
    root
        Of the seeds of games in which something is drawn, and of the positions.
    plays, positions, plies
        As in `OptimiseSettings`.
    optimal, values
        What actions give away, and what states are worth, where that is known.
    """

    par = 0.0
    """Player 0's payoff with which neither side is the loser."""

    def __init__(
        self,
        board: Board,
        makers: tuple[Maker, Maker],
        root: np.random.SeedSequence,
        *,
        plays: int = 0,
        positions: int = 0,
        plies: int = 0,
        optimal: Optimal | None = None,
        values: Floats | None = None,
    ) -> None:
        self.board, self.makers = board, makers
        self.draws = any(maker.kind == "drawn" for maker in makers)
        chance = len(board.arena.odds) > 0
        self.starts = _positions(board, positions, root)
        many = plays or (DRAWN_PLAYS if self.draws or chance else 1)
        self.seeds: Words = np.concatenate([seeded(task_seed(root, GAMES_STREAM, k)) for k in range(many)])
        self.limit = plies or (FAR_TIMES * board.depth if self.draws or chance else board.states + 1)
        self.endless = board.game.endless or 0.0
        self.flees = int(np.sign(self.endless))
        self._random = np.zeros(1, np.uint64)
        self._values = values if values is not None else np.zeros(0)
        self._loss = optimal.loss if optimal is not None else np.zeros(0)
        self._late = optimal.late.astype(np.int64) if optimal is not None else np.zeros(0, np.int64)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """How both sides choose."""
        return self.makers[0].seat, self.makers[1].seat

    @property
    def each(self) -> int:
        """Games that a policy plays against one rival."""
        return len(self.starts) * len(self.seeds)

    def walk(self, player: int) -> Walk:
        """Return scratch for games that score policies of a player."""
        genes = len(self.makers[player].domain)
        terms = np.zeros(TERMS)
        terms[walks.FOREVER], terms[walks.FLEES] = self.endless, self.flees
        terms[walks.LIMIT], terms[walks.DRAWS] = self.limit, self.draws
        stamps, touched, asked = (np.zeros(size, np.int64) for size in (self.board.states, genes, genes))
        return Walk(terms, stamps, touched, asked, np.zeros(MARKS, np.int64), np.zeros(NOTED))

    def measure(
        self, player: int, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, walk: Walk
    ) -> tuple[Floats2, int]:
        """Score policies of a player against rivals; return (n, CRITERIA) sums, and how many games that took."""
        scores = np.zeros((len(many), CRITERIA))
        games = measure_many(
            self.board.arena, *self.seats, many, heavy, rivals, loads, player, self.starts, self.seeds, walk,
            self._random, scores,
        )  # fmt: skip
        return scores, int(games)

    def tell(self, pairs: tuple[tuple[Ints, Floats], tuple[Ints, Floats]], walk: Walk) -> Told:
        """Play the policies of both players against each other."""
        return self.shown(pairs, walk)[0]

    def shown(
        self, pairs: tuple[tuple[Ints, Floats], tuple[Ints, Floats]], walk: Walk, room: int = 0
    ) -> tuple[Told, list[int]]:
        """Play them, and return the actions of the first game too, as far as there is room."""
        told, path = np.zeros(TOLD), np.zeros(room, np.int64)
        length = tell_walk(
            self.board.arena, *self.seats, *pairs[0], *pairs[1], self.starts, self.seeds, walk, self._random,
            self._values, self._loss, self._late, told, path,
        )  # fmt: skip
        mean = (told / self.each).tolist()
        return told_of(mean), self.board.arena.labels[path[:length]].tolist()

    @property
    def scales(self) -> tuple[float, float]:
        """How much payoffs, that of endless play among them, and distances differ at most."""
        arena = self.board.arena
        payoffs = np.append(arena.payoff, self.endless)
        return max(float(np.ptp(payoffs)), 1.0), float(arena.distance.max(initial=1.0))

    def climb(self, player: int, tried: Sequence[Any], rivals: tuple[Ints2, Floats2], walk: Walk, *more: Any) -> int:
        """Try some candidates of a player; see `outfox.methods.policies.climb`, whose arguments `tried` and `more` are.

        Parameters
        ----------
        player
            Who learns.
        tried
            From `genes` to `best`.
        rivals
            Genes and weights.
        walk
            Scratch of this player's.
        more
            From `drawing` to `trial`.
        """
        return int(
            climb(
                self.board.arena, *self.seats, *tried, *rivals, player, self.starts, self.seeds, walk, self._random,
                *more,
            )
        )  # fmt: skip

    def edges(self, player: int, genes: Ints, weights: Floats) -> Ints:
        """Return the edge that a policy takes in each of its states, -1 elsewhere."""
        chosen = np.empty(self.board.states, np.int64)
        choose_all(self.board.arena, self.seats[player], genes, weights, player, self._random, chosen)
        return chosen

    def side(self, player: int, genes: Ints, weights: Floats) -> Side | None:
        """Return a policy of a player as it is kept."""
        return side_of(self.board, self.makers[player], player, genes, weights)


def told_of(mean: Sequence[float]) -> Told:
    """Return figures by their names; they are those of `outfox.methods.policies.walk.tell_walk`, on average."""
    pairs = [(mean[k], mean[k + 1]) for k in (walks.WON, walks.LOST, walks.LATE)]
    return Told(mean[walks.PAYOFF], mean[walks.PLIES], mean[walks.LAST], mean[walks.ENDED], *pairs)


def _positions(board: Board, count: int, root: np.random.SeedSequence) -> Ints:
    """Return the starting states and some others in which play goes on."""
    going = np.flatnonzero(board.arena.who != OVER)
    random = np.random.default_rng(task_seed(root, POSITIONS_STREAM))
    drawn = random.choice(going, min(count, len(going)), replace=False) if count else np.zeros(0, np.int64)
    return np.concatenate([board.roots, drawn]).astype(np.int64)


def maker(board: Board | LiveBoard, kind: str, player: int, share: bool) -> Maker:
    """Return how policies of a kind are made.

    Raises
    ------
    NotSupported
        Where the game declares no relations, which the kind needs.
    """
    if kind == "table":
        if isinstance(board, LiveBoard):
            raise NotSupported(f"a table needs all states listed, and {board.game.spec} has too many")
        seat, domain = table_seat(board, player)
        return Maker(kind, seat, domain, np.zeros(0))
    relational = Relational(board.game, share)
    near = kind != "far"
    if near and relational.near < 0:
        board.game.require("a relation near, with some that begin with window_", f"a {kind} policy")
    seat = board.seat(relational, board.levels, near=near)
    domain = np.full(relational.classes if near else 0, board.game.actions, np.int64)
    weights = direct(relational, board.levels, _chases(board, player))
    return Maker(kind, seat, domain, weights, kind == "near", relational, board.levels)


def drawn(mask: Any) -> Maker:
    """Return a side that draws among marked edges."""
    return Maker("drawn", drawn_seat(mask), np.zeros(0, np.int64), np.zeros(0))


def _chases(board: Board | LiveBoard, player: int) -> bool:
    """Say whether a player wants to come near: endless play favours the other, or nobody."""
    endless = board.game.endless or 0.0
    return endless * (1 if player == 0 else -1) <= 0


def direct(relational: Relational, levels: Ints, chases: bool) -> Floats:
    """Return the weights of the direct way: towards the other along the longer gap, or away from it.

    It is what one writes by hand; learned weights are measured beside it. All weights are 0 where the game has no
    relations `other_x`, `other_y` and `gap_xy`.
    """
    offsets = relational.offsets(levels)
    blocks = int(relational.block.max(initial=0)) + 1
    weights = np.zeros((blocks, int(offsets[-1])))
    names = [relational.names[k] for k in relational.far]
    if relational.shares and {"other_x", "gap_xy"} <= set(names):
        ahead, gap = (int(offsets[names.index(name)]) for name in ("other_x", "gap_xy"))
        weights[0, ahead : ahead + 3] = [-4.0, 0.0, 4.0]
        weights[0, gap : gap + 3] = [-1.0, 0.0, 1.0]  # turned so that an action leads along x
    return weights.reshape(-1) * (1.0 if chases else -1.0)


def side_of(board: Board | LiveBoard, made: Maker, player: int, genes: Ints, weights: Floats) -> Side | None:
    """Return a policy as it is kept; None for a side that draws."""
    if made.kind == "drawn":
        return None
    if made.kind == "table":
        assert isinstance(board, Board)
        return _table_side(board, player, genes)
    assert made.relational is not None
    assert made.levels is not None
    arrays = {"genes": genes.astype(np.int64), "weights": weights.astype(np.float64), "levels": made.levels}
    kind: Any = made.kind
    return Side(kind, arrays, {"relations": list(made.relational.names), "share": made.relational.shares})


def _table_side(board: Board, player: int, genes: Ints) -> Side:
    from outfox.kernel.graph import by_rank

    graph = board.graph
    mine = np.flatnonzero(board.arena.who == player)
    keys = graph.identity[mine]
    order = np.lexsort(keys.T[::-1])
    chosen = board.arena.labels[board.arena.first[mine] + genes]
    packing = graph.packing
    facts = {
        "low": packing.low.tolist(),
        "width": packing.width.tolist(),
        "keyed": int(board.keyed),
        "ranked": by_rank(board.game, False),
    }
    return Side("table", {"keys": np.ascontiguousarray(keys[order]), "choices": chosen[order].astype(np.int32)}, facts)


def check_kind(side: Side, made: Maker) -> None:
    """Refuse a policy that was kept, where it is not made as others here are.

    Raises
    ------
    NotSupported
    """
    if side.kind != made.kind:
        raise NotSupported(f"this is a {side.kind} policy, not a {made.kind} one: give policy as {side.kind}")
    if made.relational is not None and made.relational.shares != bool(side.facts["share"]):
        given = str(bool(side.facts["share"])).lower()
        raise NotSupported(f"this policy was made with share {given}: give share as {given}")


def genes_of(board: Board | LiveBoard, made: Maker, player: int, policy: Policy) -> tuple[Ints, Floats]:
    """Return the genes and weights of a policy that was kept.

    Raises
    ------
    NotSupported
        Where it does not fit the board, or is of another kind.
    """
    side = policy.check(board.game, player)
    check_kind(side, made)
    if made.kind != "table" or isinstance(board, LiveBoard):
        return np.array(side.arrays["genes"], np.int64), np.array(side.arrays["weights"], np.float64)
    mine = np.flatnonzero(board.arena.who == player)
    keys = board.graph.identity[mine]
    order = np.lexsort(keys.T[::-1])
    genes = np.zeros(len(mine), np.int64)
    action = np.empty(len(mine), np.int64)
    action[order] = side.arrays["choices"]
    first, labels = board.arena.first, board.arena.labels
    for k, state in enumerate(mine.tolist()):
        genes[k] = np.flatnonzero(labels[first[state] : first[state + 1]] == action[k])[0]
    return genes, np.zeros(0)
