"""Questions beside the value: Grundy numbers, outcome classes, and roots without some of their actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outfox.kernel.graph import Graph, reach
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints, Ints32
from outfox.kernel.store import OVER
from outfox.methods.solve.cycles import cycle
from outfox.methods.solve.result import ActionOutcome, ranked, winner
from outfox.methods.solve.retrograde import Levels, analyse
from outfox.rules.errors import IllegalAction, NotSupported, UnknownName
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position

UNSET = -1


@dataclass(frozen=True)
class Grundy:
    """Grundy numbers of a position of an impartial game.

    Attributes
    ----------
    number
        The position's; 0 where the player who moves loses.
    actions
        (name, Grundy number of what it leads to) for each action, in the rules' order.
    states
        How many states were numbered.
    """

    number: int
    actions: tuple[tuple[str, int], ...]
    states: int


def mex_sweep(first: Ints, edges: Ints32, numbers: Ints32, seen: Bytes) -> int:
    """Number the states whose options all have numbers; return how many that were.

    `seen` is scratch, zeroed, longer than the most actions of a state.
    """
    done, n = 0, len(first) - 1
    for back in range(n):
        i = n - 1 - back
        if numbers[i] >= 0:
            continue
        ready = True
        for e in range(first[i], first[i + 1]):
            ready = ready and numbers[edges[e] >> 1] >= 0
        if not ready:
            continue
        size = first[i + 1] - first[i] + 1
        for e in range(first[i], first[i + 1]):
            if numbers[edges[e] >> 1] < size:
                seen[numbers[edges[e] >> 1]] = 1
        mex = 0
        while seen[mex]:
            mex += 1
        numbers[i] = mex
        for k in range(size):
            seen[k] = 0
        done += 1
    return done


_mex_sweep = compiled(mex_sweep)


def grundy(position: Position, *, symmetry: bool = True) -> Grundy:
    """Return the Grundy number of a position, and of what its actions lead to.

    Parameters
    ----------
    position
        Of an impartial game under normal play: the players have the same actions, take turns, and who cannot move
        loses.
    symmetry
        Whether one state stands for its images.

    Raises
    ------
    NotSupported
        Where the game is none of that kind: a state shows it whose Grundy number and value do not agree.

    Examples
    --------
    >>> from outfox.rules import load
    >>> grundy(load("nim:piles=[3,5],misere=false").start()).number
    6
    """
    game = position.game
    if game.has("chance"):
        raise NotSupported(f"{game.name} has chance: Grundy numbers are for games without")
    graph = reach(game, (position,), symmetry=symmetry)
    if not graph.forward and cycle(graph):
        raise NotSupported(f"{game.name} can go on for ever: Grundy numbers are for games that end")
    numbers = np.full(graph.states, UNSET, np.int32)
    seen = np.zeros(int(np.diff(graph.first).max()) + 2, np.uint8)
    while _mex_sweep(graph.first, graph.edges, numbers, seen):
        pass
    _must_be_impartial(game, graph, numbers)
    root, options = graph.roots[0][0], position.legal
    after = [numbers[_number(graph, position.play(action), numbers)] for action in options]
    named = tuple((position.name(action), int(n)) for action, n in zip(options, after, strict=True))
    return Grundy(int(numbers[root]), named, graph.states)


def _number(graph: Graph, position: Position, numbers: Ints32) -> int:
    """Return which state of a graph a position is."""
    from outfox.methods.solve.keys import Keys

    game = graph.game
    found = Keys(game, graph.packing, graph.images, game.exchangeable).of(position.state)
    assert found is not None
    (place,) = np.flatnonzero((graph.identity == np.array(found[0])).all(axis=1))
    assert numbers[place] >= 0
    return int(place)


def _must_be_impartial(game: Game, graph: Graph, numbers: Ints32) -> None:
    levels = Levels(graph)
    values = levels.payoffs[analyse(graph, levels)[0]]
    over = graph.who == OVER
    wins = np.where(graph.who == 0, values > 0, values < 0) & ~over
    sources = np.repeat(np.arange(graph.states), np.diff(graph.first))
    children = graph.edges >> 1
    same = (graph.who[sources] == graph.who[children]) == ((graph.edges & 1) == 0)
    turns = not (same & ~over[children]).any()
    if not turns or (wins != (numbers > 0))[~over].any() or (values[over] == 0).any():
        raise NotSupported(
            f"{game.spec} is not an impartial game under normal play (players take turns and have the same actions; who"
            " cannot move loses), which Grundy numbers are for"
        )


@dataclass(frozen=True)
class OutcomeClass:
    """Who wins, with either side beginning.

    Attributes
    ----------
    name
        ``N``: whoever begins; ``P``: whoever does not; a player's name: that player; ``draw``; else what each start
        gives.
    values
        Player 0's payoff where player 0 begins, and where player 1 does.
    """

    name: str
    values: tuple[float, float]


def with_first(game: Game, player: int) -> Position:
    """Return the start of a game with this player to move.

    Raises
    ------
    NotSupported
        Where the rules have neither a parameter `first` with the players' names nor a field `turn` in State.
    """
    start = game.start()
    if start.mover == player:
        return start
    name = game.players[player]
    if "first" in game.parameters:
        try:
            other = load(game.spec, first=name) if game.trusted else _reloaded(game, name)
        except UnknownName:
            other = game
        if other.start().mover == player:
            return other.start()
    if "turn" in (game.state.names or ()):
        state = start.state.copy()
        state.turn = player
        if game.mover(state) == player:
            return Position(game, state)
    raise NotSupported(
        f"{game.name} cannot begin with {name}: give the rules a parameter FIRST with the players' names, or State a"
        " field turn"
    )


def _reloaded(game: Game, first: str) -> Game:
    values = {name: p.value for name, p in game.parameters.items() if p.value != p.default}
    return Game(game.path, game.name, {**values, "first": first}, trusted=game.trusted)


def outcome_class(game: Game, values: tuple[float, float]) -> OutcomeClass:
    """Name the outcome class for the values with player 0 and with player 1 beginning.

    Examples
    --------
    >>> from outfox.rules import load
    >>> outcome_class(load("nim"), (1.0, -1.0)).name
    'N'
    """
    who = winner(values[0]), winner(values[1])
    if who == (0, 1):
        name = "N"
    elif who == (1, 0):
        name = "P"
    elif who[0] == who[1]:
        name = "draw" if who[0] is None else game.players[who[0]]
    else:
        shown = ["draw" if w is None else game.players[w] for w in who]
        name = f"{shown[0]} if {game.players[0]} begins, {shown[1]} if {game.players[1]} does"
    return OutcomeClass(name, values)


def without(position: Position, actions: Sequence[ActionOutcome], excluded: Sequence[str]) -> list[ActionOutcome]:
    """Return the actions of a position without some, best first.

    Raises
    ------
    IllegalAction
        Where an excluded action is none of them, or none is left.
    """
    codes = {position.action(name) for name in excluded}
    left = [action for action in actions if action.action not in codes]
    if not left:
        raise IllegalAction("every action is excluded: nothing is left to play")
    return ranked(position.game, position.mover, left)
