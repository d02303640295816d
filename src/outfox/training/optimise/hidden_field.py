"""`HiddenField`: where tables by information set meet, in games with hidden information.

A game between two tables is all deals at once, each by how likely chance makes it. The loser is who wins less than the
game is worth, where that is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from outfox.formats.policy_file import Side
from outfox.kernel.link import compiled
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2
from outfox.methods.equilibrium.policies import sample_game
from outfox.methods.policies import hidden_walk as walks
from outfox.methods.policies.arena import drawn_seat
from outfox.methods.policies.hidden_board import HiddenBoard
from outfox.methods.policies.walk import CRITERIA, MARKS, NOTED, TERMS, Walk
from outfox.rules.errors import BadSetting, NotSupported, UnknownName
from outfox.training.optimise.field import GAMES_STREAM, Field, Maker, Told
from outfox.workers.seeds import task_seed

measure_many = compiled(walks.measure_many_dealt)
climb = compiled(walks.climb_dealt)
tell = compiled(walks.tell_dealt)

UNUSED = "plays", "positions", "plies"
"""Settings of games that are sampled, or cut."""


class HiddenField(Field):
    """A game with hidden information and two sides; for the rest as `Field`.

    Policies have genes, the place of an action in each information set, or as weights the probability of each action.
    """

    def __init__(
        self, board: HiddenBoard, makers: tuple[Maker, Maker], root: np.random.SeedSequence, **settings: int
    ) -> None:
        for name in UNUSED:
            if settings.get(name):
                raise BadSetting(
                    f"{name} is for games without hidden information: here all deals are played, to the end"
                )
        self.hidden, self.makers = board, makers
        self.starts = np.zeros(1, np.int64)
        self.seeds = np.zeros(1, np.uint64)
        self.limit, self.endless, self.flees = board.depth, 0.0, 0
        self.par = board.value or 0.0
        self._sums = np.zeros(walks.SUMS)
        self._dealing = np.random.default_rng(task_seed(root, GAMES_STREAM))

    def walk(self, player: int) -> Walk:
        """Return scratch for games that score policies of a player."""
        genes = len(self.makers[player].domain)
        touched, asked = (np.zeros(genes, np.int64) for _ in range(2))
        return Walk(np.zeros(TERMS), np.zeros(0, np.int64), touched, asked, np.zeros(MARKS, np.int64), np.zeros(NOTED))

    def measure(
        self, player: int, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, walk: Walk
    ) -> tuple[Floats2, int]:
        """Score policies of a player against rivals; return (n, CRITERIA) sums, and how many games that took."""
        scores = np.zeros((len(many), CRITERIA))
        games = measure_many(self.hidden.deals, many, heavy, rivals, loads, player, walk, self._sums, scores)
        return scores, int(games)

    def shown(
        self, pairs: tuple[tuple[Ints, Floats], tuple[Ints, Floats]], walk: Walk, room: int = 0
    ) -> tuple[Told, list[int]]:
        """Play them; return also the actions of a game whose deal is drawn, as far as there is room."""
        tell(self.hidden.deals, *pairs[0], *pairs[1], walk, self._sums)
        sums = self._sums.tolist()
        parts = [self.hidden.chances(player, *pair) for player, pair in enumerate(pairs)]
        won = sums[walks.WON0], sums[walks.WON1]
        told = Told(sums[walks.PAYOFF], sums[walks.PLIES], 0.0, 1.0, won, self._lost(parts), (0.0, 0.0))
        path = sample_game(self.hidden.ground, self.hidden.whole(*parts), self._dealing)[:room] if room else []
        return told, path

    def _lost(self, parts: Sequence[Floats]) -> tuple[float, float]:
        """Return by how much either side is not sure of what the game is worth to it; 0 where that is not known."""
        value = self.hidden.value
        if value is None:
            return 0.0, 0.0
        whole = self.hidden.ground.form.split(self.hidden.whole(*parts))
        secured = [self.hidden.judge.secured(seat, whole[seat]) for seat in (0, 1)]
        return max(0.0, value - secured[0]), max(0.0, -value - secured[1])

    @property
    def scales(self) -> tuple[float, float]:
        """How much payoffs differ at most, and distances, which there are none of."""
        return max(float(np.ptp(self.hidden.deals.payoff)), 1.0), 1.0

    def climb(self, player: int, tried: Sequence[Any], rivals: tuple[Ints2, Floats2], walk: Walk, *more: Any) -> int:
        """Try some candidates of a player, as `Field.climb` does."""
        return int(climb(self.hidden.deals, *tried, *rivals, player, walk, self._sums, *more))

    def side(self, player: int, genes: Ints, weights: Floats) -> Side | None:
        """Return a policy of a player as it is kept; None for a side that draws."""
        return None if len(weights) else hidden_side(self.hidden, player, genes)


def hidden_maker(board: HiddenBoard, kind: str, player: int) -> Maker:
    """Return how tables of a player are made.

    Raises
    ------
    NotSupported
        For other policies: relations are those of a whole state, of which the player sees a part.
    """
    if kind != "table":
        raise NotSupported(
            f"a {kind} policy goes by relations of the whole state, of which players of {board.game.name} see a part:"
            " take policy table"
        )
    return Maker("table", _NOWHERE, board.domain(player), np.zeros(0))


def hidden_opponent(board: HiddenBoard, name: str, player: int) -> tuple[Maker, tuple[Ints, Floats]]:
    """Return how an opponent chooses, and its genes and weights: ``random``, ``perfect``, a file or a player's spec.

    Raises
    ------
    NotSupported, UnknownName
        Where it cannot play there.
    """
    if name in ("careful", "direct"):
        raise NotSupported(
            f"the opponent {name} goes by the whole state, of which players of {board.game.name} see a part: there are"
            " random, perfect, files and players' specs"
        )
    if name == "random":
        counts = board.domain(player)
        odds = np.repeat(1.0 / counts, counts)
    elif name == "perfect":
        odds = board.equilibrium(player)
        if odds is None:
            raise NotSupported(
                f"a perfect opponent needs an equilibrium, and {board.game.spec} is not solved: make one by outfox"
                f" equilibrium {board.game.spec} --out FILE, and give FILE as the opponent"
            )
    else:
        odds = board.part(player, _asked(board, name, player))
    none = np.zeros(0, np.int64)
    return Maker("drawn", _NOWHERE, none, odds), (none, odds)


def hidden_begin(board: HiddenBoard, path: str, player: int) -> tuple[Ints, Floats]:
    """Return genes to begin with by a policy in a file: its likeliest action everywhere.

    Raises
    ------
    UnknownName, NotSupported, DamagedFile
        Where there is no such file, or it does not fit.
    """
    if not Path(path).expanduser().is_file():
        raise UnknownName(f"{path!r} is neither random, first nor the file of a policy")
    return board.genes(player, _asked(board, path, player)), np.zeros(0)


def _asked(board: HiddenBoard, name: str, player: int) -> Floats:
    """Return what a file or a player's spec does in a seat, over the slots of the whole tree."""
    from outfox.players import player as make
    from outfox.players.hidden import policy_array

    spec = f"policy:{name}" if Path(name).expanduser().is_file() else name
    return policy_array(make(spec), board.ground, player)


def hidden_side(board: HiddenBoard, player: int, genes: Ints) -> Side:
    """Return a table of a player as it is kept: for all information sets, those that are merged here too."""
    tree = board.ground.tree
    parts = [np.zeros(int(board.slots[seat + 1] - board.slots[seat])) for seat in (0, 1)]
    parts[player] = board.chances(player, genes, np.zeros(0))
    whole = board.whole(*parts)
    mine = np.flatnonzero(tree.player == player)
    keys = tree.keys[mine]
    order = np.lexsort(keys.T[::-1])
    chosen = tree.actions[np.flatnonzero(whole)]  # one action of each information set, in their order
    return Side("table", {"keys": np.ascontiguousarray(keys[order]), "choices": chosen[order]}, {"hidden": True})


_NOWHERE = drawn_seat(np.zeros(0))
"""Tables by information set do not choose by the arena that seats are of."""
