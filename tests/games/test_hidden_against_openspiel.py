"""Games with hidden information beside OpenSpiel's: whole trees, walked in step.

At every node: who moves, what is legal, the probabilities of chance, payoffs. And players tell the same histories
apart: our views and OpenSpiel's information states match one to one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from outfox.rules import load
from outfox.rules.game import Game
from outfox.rules.twin import twin_class
from outfox.rules.vocabulary import CHANCE, TERMINAL

pyspiel = pytest.importorskip("pyspiel")

Theirs = Any
"""A state of OpenSpiel."""


class Partition:
    """Holds our views beside OpenSpiel's information states."""

    def __init__(self, game: Game) -> None:
        self.game, self.make = game, twin_class(np.dtype(game.constant("View")))
        self.ours: dict[Any, str] = {}
        self.theirs: dict[tuple[int, str], Any] = {}

    def same(self, s: Any, player: int, theirs: str) -> None:
        view = self.make()
        self.game.call("observe", s, player, view)
        ours = view.key()
        assert self.ours.setdefault((player, ours), theirs) == theirs
        if self.game.spec not in FORGETFUL:
            assert self.theirs.setdefault((player, theirs), ours) == ours


def alike(game: Game, s: Any, theirs: Theirs, sets: Partition) -> list[int]:
    """Compare a state with OpenSpiel's and return the actions or outcomes that follow."""
    mover = game.mover(s)
    assert (mover == TERMINAL) == theirs.is_terminal(), f"{game.text(s)}\n{theirs}"
    if mover == TERMINAL:
        unit = 0.5 if game.spec in FROM_THE_MEAN else 1.0
        assert [game.payoff(s) * unit, -game.payoff(s) * unit] == theirs.returns(), f"{game.text(s)}\n{theirs}"
        return []
    if mover == CHANCE:
        assert theirs.is_chance_node(), f"{game.text(s)}\n{theirs}"
        ours, outcomes = sorted(game.chance(s)), sorted(theirs.chance_outcomes())
        assert [a for a, _ in ours] == [a for a, _ in outcomes], f"{game.text(s)}\n{theirs}"
        assert all(abs(p - q) < 1e-12 for (_, p), (_, q) in zip(ours, outcomes, strict=True))
        return [a for a, _ in ours]
    assert mover == theirs.current_player(), f"{game.text(s)}\n{theirs}"
    legal = game.legal(s)
    assert legal == theirs.legal_actions(), f"{game.text(s)}\n{theirs}"
    sets.same(s, mover, theirs.information_state_string(mover))
    return legal


def following(game: Game, s: Any, theirs: Theirs, actions: list[int]) -> Iterator[tuple[Any, Theirs]]:
    for action in actions:
        after = s.copy()
        game.apply(after, action)
        yield after, theirs.child(action)


def one_choice_each(game: Game, s: Any, theirs: Theirs) -> Any:
    """Play what OpenSpiel's goofspiel plays by itself: the last round, in which nobody has a choice."""
    if theirs.is_terminal():
        while game.mover(s) != TERMINAL:
            (action,) = [a for a, _ in game.chance(s)] if game.mover(s) == CHANCE else game.legal(s)
            game.apply(s, action)
    return s


def as_it_is(game: Game, s: Any, theirs: Theirs) -> Any:
    return s


Forced = Callable[[Game, Any, Theirs], Any]

FROM_THE_MEAN = {"goofspiel:order=descending,count=points"}
"""OpenSpiel pays the difference from the mean of both there, which is half of the difference."""

FORGETFUL = {"goofspiel:order=descending,count=points"}
"""OpenSpiel's open goofspiel shows which cards are left, and not in which order the others were bid."""

GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(players=2,{}))"

# (our game, OpenSpiel's, what it plays by itself, nodes, information sets), where these are known
WHOLE: list[tuple[str, str, Forced, int | None, int | None]] = [
    ("kuhn", "kuhn_poker", as_it_is, 58, 12),
    ("leduc", "leduc_poker", as_it_is, 9_457, 936),
    ("liars-dice:faces=2", "liars_dice(dice_sides=2)", as_it_is, None, None),
    ("liars-dice:faces=4", "liars_dice(dice_sides=4)", as_it_is, None, None),
    ("liars-dice:faces=2,dice=2", "liars_dice(dice_sides=2,numdice=2)", as_it_is, None, None),
    ("goofspiel:cards=3", GOOFSPIEL.format("num_cards=3"), one_choice_each, None, None),
    ("goofspiel:cards=3,hidden=true", GOOFSPIEL.format("num_cards=3,imp_info=true"), one_choice_each, None, None),
    ("goofspiel:order=descending,count=points", GOOFSPIEL.format(
        "num_cards=4,points_order=descending,returns_type=point_difference"), one_choice_each, None, None),
    ("goofspiel:hidden=true,order=ascending", GOOFSPIEL.format("num_cards=4,imp_info=true,points_order=ascending"),
     one_choice_each, None, None),
]  # fmt: skip

SLOW: list[tuple[str, str, Forced, int | None, int | None]] = [
    ("liars-dice", "liars_dice", as_it_is, None, 24_576),
    ("liars-dice:faces=3,dice=2", "liars_dice(dice_sides=3,numdice=2)", as_it_is, None, None),
    ("goofspiel:hidden=true", GOOFSPIEL.format("num_cards=4,imp_info=true"), one_choice_each, None, None),
]


def walk(spec: str, peer: str, forced: Forced) -> tuple[int, Partition]:
    """Compare whole trees; return the number of nodes, and who can tell what apart."""
    game = load(spec)
    sets, nodes = Partition(game), 0
    stack = [(game.initial(), pyspiel.load_game(peer).new_initial_state())]
    while stack:
        s, theirs = stack.pop()
        nodes += 1
        s = forced(game, s, theirs)
        stack += following(game, s, theirs, alike(game, s, theirs, sets))
    return nodes, sets


@pytest.mark.parametrize(("spec", "peer", "forced", "nodes", "sets"), WHOLE, ids=[row[0] for row in WHOLE])
def test_the_whole_tree_agrees(spec: str, peer: str, forced: Forced, nodes: int | None, sets: int | None) -> None:
    met, partition = walk(spec, peer, forced)
    assert nodes in (None, met)
    assert sets in (None, len(partition.ours))


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "peer", "forced", "nodes", "sets"), SLOW, ids=[row[0] for row in SLOW])
def test_larger_trees_agree(spec: str, peer: str, forced: Forced, nodes: int | None, sets: int | None) -> None:
    met, partition = walk(spec, peer, forced)
    assert nodes in (None, met)
    assert sets in (None, len(partition.ours))
