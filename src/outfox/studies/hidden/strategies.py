"""What to do with each hand, as tables: what a player holds by row, what was played by column.

Where rules call chance outcomes equivalent, one row stands for all of them: ranks without suits. What was played before
the last card was laid open has a table of its own, since columns would be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeVar

import numpy as np

from outfox.kernel.slots import Floats
from outfox.kernel.tree import Tree
from outfox.methods.equilibrium.ground import Ground
from outfox.rules import Game
from outfox.rules.vocabulary import BOTH, CHANCE
from outfox.studies.hidden.seldom import own_reach

Part = TypeVar("Part")


@dataclass(frozen=True)
class Cell:
    """What to do in one information set.

    Attributes
    ----------
    player
        Who decides.
    before
        What was played before the last card that the player saw.
    seen
        The cards, or whatever chance has shown to the player.
    played
        What was played since.
    order
        Codes of what was seen, to sort by.
    actions
        Names of the legal actions.
    near, exact
        Their probabilities: of the strategies that regrets found, and of the linear program's; None where it was not
        solved.
    reach
        How likely the player's own choices lead here, by `near`.
    words
        What stands around each name of what was seen.
    """

    player: int
    before: tuple[str, ...]
    seen: tuple[str, ...]
    played: tuple[str, ...]
    order: tuple[int, ...]
    actions: tuple[str, ...]
    near: tuple[float, ...]
    exact: tuple[float, ...] | None
    reach: float
    words: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        return {
            "player": self.player,
            "seen": list(self.seen),
            "before": list(self.before),
            "played": list(self.played),
            "probabilities": dict(zip(self.actions, self.near, strict=True)),
            "exact": None if self.exact is None else dict(zip(self.actions, self.exact, strict=True)),
            "reach": self.reach,
        }


def cells_of(ground: Ground, near: Floats, exact: Floats | None) -> tuple[Cell, ...]:
    """Return what to do in every information set of the merged tree.

    Parameters
    ----------
    ground
        The game.
    near, exact : (slots,) float64
        Policies over the slots of ``ground.tree``.

    Examples
    --------
    >>> from outfox.rules import load
    >>> kuhn = Ground(load("kuhn"))
    >>> cells = cells_of(kuhn, kuhn.uniform, None)
    >>> len(cells), cells[1].seen, cells[1].played, cells[1].actions
    (12, ('J',), ('check', 'bet'), ('fold', 'call'))
    """
    tree = ground.small.tree
    image = ground.lifted(np.arange(tree.slots, dtype=np.float64)).astype(np.int64)
    place = np.zeros(tree.slots, np.int64)
    place[image] = np.arange(len(image))
    mine, theirs = near[place], None if exact is None else exact[place]
    reach, examples = own_reach(tree, mine).tolist(), _examples(tree)
    return tuple(_cell(ground.game, tree, info, examples[info], mine, theirs, reach[info]) for info in range(tree.sets))


def _examples(tree: Tree) -> list[int]:
    """Return the first node of each information set."""
    decided = np.flatnonzero(tree.info >= 0)
    _, where = np.unique(tree.info[decided], return_index=True)
    return [int(node) for node in decided[where]]


def _cell(
    game: Game, tree: Tree, info: int, node: int, near: Floats, exact: Floats | None, reach: float
) -> Cell:  # fmt: skip
    """Play the history again, unchecked: what stands for equivalent outcomes need not be possible itself."""
    player, state = int(tree.player[info]), game.initial()
    moves: list[str] = []
    before: list[str] = []
    seen: list[tuple[str, int, str]] = []
    for action in tree.history(node):
        mover = game.mover(state)
        if mover == CHANCE and int(game.call("sees", state, action)) in (player, BOTH):
            seen.append((*_outcome(game, state, action, player), action))  # type: ignore[arg-type]
            before, moves = [*before, *moves], []
        elif mover != CHANCE and (mover == player or int(game.call("sees", state, action)) in (player, BOTH)):
            moves.append(game.action_name(state, action))
        game.apply(state, action)
    begin, end = int(tree.first[info]), int(tree.first[info + 1])
    names = tuple(game.action_name(state, int(action)) for action in tree.actions[begin:end])
    given = None if exact is None else tuple(exact[begin:end].tolist())
    labels, words, order = zip(*seen, strict=True) if seen else ((), (), ())
    return Cell(
        player, tuple(before), labels, tuple(moves), order, names, tuple(near[begin:end].tolist()), given, reach, words
    )  # fmt: skip


def _outcome(game: Game, state: Any, action: int, player: int) -> tuple[str, str]:
    """Return what tells an outcome from the others, and the words around it: `J`, `gets`."""
    others = [outcome for outcome, _ in game.chance(state)]
    names = [game.action_name(state, outcome) for outcome in [action, *others]]
    head, tail = _common(names)
    alike = [action]
    if game.has("same_chance"):
        stands = [int(game.call("same_chance", state, outcome)) for outcome in [action, *others]]
        alike = [outcome for outcome, same in zip([action, *others], stands, strict=True) if same == stands[0]]
    cut = [game.action_name(state, outcome)[len(head) : -len(tail) or None] for outcome in alike]
    label = "".join(_shared(cut)).strip() or cut[0].strip()
    around = " ".join(f"{head} {tail}".split()).removeprefix(game.players[player]).strip()
    return label, around


def _common(names: Sequence[str]) -> tuple[str, str]:
    """Return the whole words that all names begin and end with, blanks included.

    Examples
    --------
    >>> _common(["first gets Js", "first gets Jh"]), _common(["Js on the table", "Kh on the table"])
    (('first gets ', ''), ('', ' on the table'))
    """
    if len(set(names)) < 2:
        return "", ""
    head = _shared([name.split(" ") for name in names])
    tail = _shared([name.split(" ")[::-1] for name in names])[::-1]
    return "".join(f"{word} " for word in head), "".join(f" {word}" for word in tail)


def _shared(rows: Sequence[Sequence[Part]]) -> list[Part]:
    """Return what all rows begin with."""
    same = takewhile(lambda column: len(set(column)) == 1, zip(*rows, strict=False))
    return [column[0] for column in same]


@dataclass(frozen=True)
class Grid:
    """A table of cells: rows by what was seen, columns by what was played since.

    Attributes
    ----------
    player, before
        As in `Cell`.
    words
        What stands around the names of rows.
    rows, columns
        Their names.
    cells
        By row and column; where play cannot come to both there is none.
    """

    player: int
    before: tuple[str, ...]
    words: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[str, ...], ...]
    cells: dict[tuple[tuple[str, ...], tuple[str, ...]], Cell]


def grids_of(cells: Sequence[Cell]) -> list[Grid]:
    """Return cells as tables, in the order of players and of play.

    Examples
    --------
    >>> from outfox.rules import load
    >>> kuhn = Ground(load("kuhn"))
    >>> for grid in grids_of(cells_of(kuhn, kuhn.uniform, None)):
    ...     print(grid.player, [row[0] for row in grid.rows], grid.columns)
    0 ['J', 'Q', 'K'] ((), ('check', 'bet'))
    1 ['J', 'Q', 'K'] (('check',), ('bet',))
    """
    groups: dict[tuple[int, int, tuple[str, ...]], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.player, len(cell.seen), cell.before), []).append(cell)
    found = []
    for (player, _, before), group in groups.items():
        rows = dict.fromkeys(cell.seen for cell in sorted(group, key=lambda cell: cell.order))
        columns = sorted(dict.fromkeys(cell.played for cell in group), key=len)
        found.append(
            Grid(player, before, group[0].words, tuple(rows), tuple(columns), {(c.seen, c.played): c for c in group})
        )
    return sorted(found, key=lambda grid: (grid.player, len(grid.words), len(grid.before)))
