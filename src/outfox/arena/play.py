"""`play_game`: one game between two players.

Play ends by the rules; or at the third occurrence of a state in a game with ENDLESS; or at a limit of plies;
or with an action that is not legal, which loses; or with a player that fails to answer, which loses too; or, where
that was asked for, when both players agree who wins. A chance outcome begins the count of occurrences anew: play
that waits for the dice comes back to a state without being endless.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox import __version__
from outfox.arena.adjudication import Judge, Rule, value_said
from outfox.formats.records import GameRecord
from outfox.players.base import Player, PlayerFailed, Sight
from outfox.players.callable_player import describe
from outfox.players.human import HumanPlayer
from outfox.rules.errors import BadSetting, IllegalAction, NotSupported, OutfoxError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import seen_by
from outfox.rules.vocabulary import CHANCE, TERMINAL
from outfox.workers.seeds import concealed, root_seed, task_seed

LONGEST = 100_000
"""No game goes on for more plies than this."""

CHANCE_STREAM = 2
"""Seeds of a game: 0 and 1 are the players', this one is chance's."""

REPETITION = 3
"""The occurrence of a state that ends a game, unless another is asked for."""

ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def play_game(
    game: Game,
    players: tuple[Player, Player],
    seed: int | np.random.SeedSequence = 0,
    *,
    max_plies: int = 0,
    repetition: int = REPETITION,
    adjudicate: Rule | None = None,
    terms: str = "",
    start: Position | None = None,
    watch: Callable[[Position], None] | None = None,
    deck: np.random.SeedSequence | None = None,
) -> GameRecord:
    """Play a game.

    Parameters
    ----------
    game
        The rules.
    players
        Players of seat 0 and seat 1; each is started with a seed of its own.
    seed
        Of the game: seat k draws from ``task_seed(seed, k)``, concealed in games with View; chance from
        ``task_seed(seed, 2)``.
    max_plies
        The game ends after so many plies, with the payoff of endless play (0.0 without ENDLESS); 0: no limit
        but `LONGEST`.
    repetition
        In a game with ENDLESS, the occurrence of a state that ends it; 0: states may return for ever.
    adjudicate
        When to end a game that is decided; None: never.
    terms
        Kept in the record: what the game was played under, for whoever goes on with a match.
    start
        Where to start; its history counts as the opening. Default: the first starting state.
    watch
        Called with each position, the first included.
    deck
        What chance draws from instead: its k-th event takes the k-th number of this stream, whatever was played
        before. Two games with one deck deal the same cards.

    Returns
    -------
    GameRecord
        Its `ending` is ``normal``, ``endless``, ``max_plies``, ``illegal``, ``failed``, ``timeout`` or
        ``adjudicated``; `payoff` is player 0's.

    Raises
    ------
    NotSupported
        Where a player does not support the game.
    BadSetting
        Where the start belongs to another game.
    OutfoxError
        Where a player of this process fails; the message names it, its error and the line.

    Examples
    --------
    >>> from outfox.players import player
    >>> from outfox.rules import load
    >>> record = play_game(load("tic-tac-toe"), (player("mcts"), player("random")), seed=1)
    >>> record.winner, record.ending
    (0, 'normal')
    """
    if game.has("View") and game.view is None:
        raise NotSupported(f"{game.name} has a View that players cannot be given; outfox check says what it lacks")
    first = start if start is not None else game.start()
    if first.game.rules_key != game.rules_key:
        raise BadSetting(f"the start is a position of {first.game.spec}, not of {game.spec}")
    root = root_seed(seed)
    chance = np.random.default_rng(task_seed(root, CHANCE_STREAM) if deck is None else deck)
    ending = _start(game, players, root)
    judge = adjudicate.begin(game) if adjudicate is not None else None
    play = _Play(players, chance, max_plies, repetition, judge, watch, own_actions(first))
    plies, ending = play.on_from(first) if ending is None else ([], ending)
    return _record(game, players, root, first, plies, ending, terms)


Ending = tuple[float, str, str]
"""Payoff of player 0, the kind of ending, and the reason in words."""


def _start(game: Game, players: tuple[Player, Player], root: np.random.SeedSequence) -> Ending | None:
    """Seat the players; the first who cannot begin has lost."""
    for seat, one in enumerate(players):
        try:
            one.start(game, seat, handed_out(game, task_seed(root, seat)))
        except PlayerFailed as failure:
            return _loss(game, players, seat, failure.ending, failure)
    return None


def handed_out(game: Game, seed: np.random.SeedSequence) -> np.random.SeedSequence:
    """Return a player's seed as it is given: with hidden information not one from which the cards follow."""
    return seed if game.view is None else concealed(seed)


def _loss(game: Game, players: tuple[Player, Player], seat: int, ending: str, why: Exception) -> Ending:
    loses = -1.0 if seat == 0 else 1.0
    return loses * game.scale, ending, f"{players[seat].name} as {game.players[seat]}: {why}"


@dataclass
class _Play:
    """One game under way: who plays, and what can end it before the rules do."""

    players: tuple[Player, Player]
    chance: np.random.Generator
    max_plies: int
    repetition: int
    judge: Judge | None
    watch: Callable[[Position], None] | None
    own: tuple[list[int], list[int]]  # what each player has chosen
    occurrences: Counter[Any] = field(default_factory=Counter)

    def on_from(self, position: Position) -> tuple[list[tuple[int, str]], Ending]:
        """Play on from a position; return the plies played (code, name) and how it ended."""
        game, plies = position.game, list[tuple[int, str]]()
        while True:
            if self.watch is not None:
                self.watch(position)
            mover = position.mover
            ending = self._ending(position, mover)
            if ending is not None:
                return plies, ending
            try:
                action = draw(position, self.chance) if mover == CHANCE else self._choice(mover, position)
                after = position.play(action)
            except IllegalAction as error:
                return plies, _loss(game, self.players, mover, "illegal", error)
            except PlayerFailed as failure:
                return plies, _loss(game, self.players, mover, failure.ending, failure)
            plies.append((after.history[-1], position.name(after.history[-1])))
            if mover != CHANCE:
                self.own[mover].append(after.history[-1])
            position = after
            ending = self._decided(mover, position)
            if ending is not None:
                return plies, ending

    def _choice(self, mover: int, position: Position) -> int | str:
        """Ask a player; in a game with hidden information it sees its own view alone."""
        if position.game.view is None:
            return chosen_by(self.players[mover], position)
        return chosen_by(self.players[mover], seen_by(position.game, position, tuple(self.own[mover])))

    def _ending(self, position: Position, mover: int) -> Ending | None:
        game, plies = position.game, len(position.history)
        if mover == TERMINAL:
            return position.payoff, "normal", ""
        if mover == CHANCE:
            self.occurrences.clear()
        elif game.endless is not None and self.repetition:
            self.occurrences[position.key] += 1
            if self.occurrences[position.key] == self.repetition:
                times = ORDINALS.get(self.repetition, f"{self.repetition}th")
                return game.endless, "endless", f"a state occurred for the {times} time after {plies} plies"
        if plies >= (self.max_plies or LONGEST):
            return game.endless or 0.0, "max_plies", f"no end after {plies} plies"
        return None

    def _decided(self, mover: int, after: Position) -> Ending | None:
        if self.judge is None or mover == CHANCE or after.is_terminal:
            return None
        found = self.judge.after(mover, value_said(self.players[mover]), after)
        return None if found is None else (found[0], "adjudicated", found[1])


def draw(position: Position, random: np.random.Generator) -> int:
    """Return a chance outcome, drawn with its probability.

    Raises
    ------
    NotSupported
        Where the rules list no outcomes.
    """
    position.game.require("chance", "drawing an outcome")
    outcomes = position.chance
    rest = random.random()
    for outcome, probability in outcomes[:-1]:
        rest -= probability
        if rest < 0.0:
            return outcome
    return outcomes[-1][0]


def own_actions(first: Position) -> tuple[list[int], list[int]]:
    """Return what each player has chosen on the way to a position, where its beginning is known."""
    own: tuple[list[int], list[int]] = ([], [])
    if first.start is not None and first.history:
        position = first.game.start(first.start)
        for action in first.history:
            if position.mover >= 0:
                own[position.mover].append(action)
            position = position.play(action)
    return own


def chosen_by(player: Player, seen: Sight) -> int | str:
    """Ask a player; refuse what cannot be an action."""
    try:
        answer: Any = player.choose(seen)
    except OutfoxError:
        raise
    except Exception as error:
        if isinstance(player, HumanPlayer):
            raise  # a program that serves a person ends the game so
        raise OutfoxError(f"player {player.name} failed after {_since(seen)}: {describe(error)}") from error
    if isinstance(answer, str):
        return answer
    if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
        return int(answer)
    raise IllegalAction(
        f"{answer!r} is no action: choose one of {'position' if isinstance(seen, Position) else 'seen'}.legal"
    )


def _since(seen: Sight) -> str:
    return f"{len(seen.history)} {'plies' if isinstance(seen, Position) else 'choices'}"


def _record(
    game: Game,
    players: tuple[Player, Player],
    root: np.random.SeedSequence,
    first: Position,
    plies: list[tuple[int, str]],
    ending: Ending,
    terms: str,
) -> GameRecord:
    opening = _opening(first)
    actions, names = zip(*opening, *plies, strict=True) if opening or plies else ((), ())
    entropy: Any = root.entropy
    return GameRecord(
        game=game.spec,
        rules_key=game.rules_key,
        players=(players[0].name, players[1].name),
        payoff=ending[0],
        ending=ending[1],
        reason=ending[2],
        actions=actions,
        names=names,
        opening=len(opening),
        seed=int(entropy),
        task=tuple(int(number) for number in root.spawn_key),
        start=first.start,
        position=first.text if first.start is None else "",
        version=__version__,
        terms=terms,
    )


def _opening(first: Position) -> list[tuple[int, str]]:
    """Return the plies that led to a position, where its beginning is known."""
    plies: list[tuple[int, str]] = []
    if first.start is not None and first.history:
        position = first.game.start(first.start)
        for action in first.history:
            plies.append((action, position.name(action)))
            position = position.play(action)
    return plies
