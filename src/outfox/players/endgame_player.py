"""`EndgamePlayer`: another player who never gives away what endgame tables know, and who sees them from afar."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from outfox.methods.endgame.endgames import Endgames
from outfox.players.base import Player, refuse_hidden
from outfox.players.mcts_player import MctsPlayer
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.memory import allowed_memory

TABLE_SHARE = 0.5
"""Part of the memory that is free which tables may take; the largest are left out."""


class EndgamePlayer:
    """Plays as another player does, among the actions that keep the exact value wherever tables know it.

    The tables tell who wins, not how fast: which of the winning actions is played is the other player's choice, made
    without them. Before that a tree search looks up the leaves that the tables know.

    Parameters
    ----------
    folder
        Where ``outfox endgame`` put the tables.
    inner
        The other player.
    """

    deterministic = False

    def __init__(self, folder: str | Path, inner: Player) -> None:
        self.folder, self.inner = Path(folder).expanduser(), inner
        self.name = f"endgame:{folder},{inner.name}"
        self._last: Player = inner
        self.probes = 0
        """Choices that the tables had a say in."""
        self._tables: Endgames | None = None
        self._game: Game | None = None
        self._ahead: MctsPlayer | None = None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return float(sum(getattr(one, "compile_seconds", 0.0) for one in (self.inner, self._ahead)))

    @property
    def result(self) -> Any:
        """What the last search found."""
        return getattr(self._last, "result", None)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game.

        Raises
        ------
        NotSupported
            Where the game has no such tables, or the folder has none.
        DamagedFile
            Where a table was changed, or is of other rules.
        """
        refuse_hidden(game, self.name)
        if game is not self._game:
            self._tables, self._game = Endgames(game, self.folder), game
            self._ahead = _looking_up(self.inner, self._tables)
        self.inner.start(game, seat, seed)
        if self._ahead is not None:
            self._ahead.start(game, seat, seed)

    def choose(self, seen: Position) -> int:
        """Return the other player's choice, or the best of its choices that keeps the value."""
        kept = self.keeping(seen)
        self._last = self.inner if self._ahead is None or self._value(seen) is not None else self._ahead
        if kept is None or len(kept) == len(seen.legal):
            return self._last.choose(seen)
        self.probes += 1
        if len(kept) == 1:
            return kept[0]
        action = self._last.choose(seen)
        if action in kept:
            return action
        ranked = [one.action for one in self.result.actions] if self.result is not None else []
        return next((one for one in ranked if one in kept), kept[0])

    def keeping(self, seen: Position) -> list[int] | None:
        """Return the actions that keep the exact value; None where the tables do not know it."""
        values = []
        for action in seen.legal:
            value = self._value(seen.play(action))
            if value is None:
                return None
            values.append(value)
        best = max(values) if seen.mover == 0 else min(values)
        return [action for action, value in zip(seen.legal, values, strict=True) if value == best]

    def _value(self, position: Position) -> float | None:
        assert self._tables is not None, "start comes first"
        return position.payoff if position.is_terminal else self._tables.value(position.state)


def _looking_up(player: Player, tables: Endgames) -> MctsPlayer | None:
    """Return the player once more, with tables for the leaves of its search; None where it is no tree search."""
    if not isinstance(player, MctsPlayer):
        return None
    chosen = tables.fitting(TABLE_SHARE * allowed_memory())
    if player.evaluator is not None or not chosen:
        return None
    return MctsPlayer(player.settings, weights=player.weights, endings=tables.probe(chosen), name=player.name)


def from_text(text: str) -> EndgamePlayer:
    """Make the player from what follows ``endgame:`` in a spec: a folder, a comma, another spec.

    Raises
    ------
    UnknownName
        Where one of them is missing.
    """
    from outfox.players.spec import player

    folder, _, spec = text.partition(",")
    if not folder.strip() or not spec.strip():
        raise UnknownName("endgame needs a folder and a player: endgame:FOLDER,mcts:simulations=2000")
    return EndgamePlayer(folder.strip(), player(spec))
