"""`match`: many games between two players.

A game is decided by the match's seed and its own number alone; so the same match gives the same games for
any number of workers, one that was cut short gives the first of them, and one that is resumed the rest. With swapped
seats games 2k and 2k + 1 are a pair: they share their opening, which each player has once from either side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeAlias

from outfox.arena.adjudication import adjudication
from outfox.arena.evidence import Evidence
from outfox.arena.journal import Journal
from outfox.arena.play import REPETITION
from outfox.arena.result import MatchResult
from outfox.arena.sprt import Sprt
from outfox.arena.table import Played, Seats, Table, Task, Terms
from outfox.formats.records import GameRecord
from outfox.players import PlayerLike
from outfox.rules.errors import OutfoxError
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position
from outfox.workers.pool import map_tasks

Progress: TypeAlias = Callable[[float, str], None]


def match(
    game: Game | str,
    a: PlayerLike,
    b: PlayerLike,
    *,
    games: int,
    seed: int = 0,
    seats: Seats = "swap",
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 0,
    repetition: int = REPETITION,
    adjudicate: str = "off",
    sprt: Sprt | None = None,
    records: str | Path = "",
    resume: bool = False,
    start: Position | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match.

    Parameters
    ----------
    game
        The game, or its spec.
    a, b
        Spec strings, players, or functions from a position to an action.
    games
        How many, with `sprt` at most; an even number gives whole pairs.
    seed
        Root of all randomness; from 0.
    seats
        ``swap``: A is player 0 in the even games, player 1 in the odd ones. ``fixed``: A is always player 0.
    workers
        Processes; the games are the same for any number.
    max_plies
        Plies after which a game ends with the payoff of endless play; 0: no limit.
    opening_plies
        Random plies that each pair of games starts with; with fixed seats, each game.
    repetition
        In a game with ENDLESS, the occurrence of a state that ends a game; 0: states may return for ever.
    adjudicate
        ``off``, or when a game that is decided ends: ``agreed:value=0.95,plies=6`` or ``solved:FILE.table``; see
        `outfox.arena.adjudication`.
    sprt
        A test that ends the match as soon as it has decided.
    records
        File to which every game is written as it ends: JSON lines where its name ends in ``.jsonl``, else text.
    resume
        Go on with the games in `records`, which must be of this match; those that are missing are played.
    start
        Where the games start; default: the game's starting state, or each of them in turn.
    progress
        Called with the share of games done (0 to 1) and a short text.

    Returns
    -------
    MatchResult
        After Ctrl-C with the games finished until then.

    Raises
    ------
    UnknownName
        Where the game or a player does not exist.
    NotSupported
        Where a player does not support the game.
    OutfoxError
        Where `records` holds games of another match, or is there and is not to be resumed.

    Examples
    --------
    >>> result = match("tic-tac-toe", "mcts:simulations=50", "random", games=20, seed=1)
    >>> result.games, result.score > 0.7
    (20, True)
    """
    if games < 1:
        raise ValueError(f"a match needs at least one game, not {games}")
    game = load(game) if isinstance(game, str) else game
    terms = Terms(seats, max_plies, opening_plies, repetition, str(adjudication(adjudicate) or ""))
    table = Table(game, (a, b), seed, terms, start)
    with ExitStack() as stack:
        stack.callback(table.stand_up)
        journal = stack.enter_context(Journal(records, resume=resume)) if records else None
        tasks = [Task(number) for number in range(games)]
        evidence = Evidence(sprt, 2 if seats == "swap" else 1, table.habits(0, 1)) if sprt is not None else None
        run = Run(table, tasks, journal, progress if evidence is None else _towards(progress, evidence))
        run.play(workers, evidence.add if evidence is not None else None)
    return summed_up(table, run.records, 0, 1, planned=games, run=run, sprt=sprt)


def _towards(progress: Progress | None, evidence: Evidence) -> Progress | None:
    """Have a match that a test will end show how near it is to that."""
    if progress is None:
        return None
    low, high = evidence.test.bounds

    def tell(share: float, text: str) -> None:
        llr = evidence.llr
        done = text.partition(" of ")[0]
        progress(min(1.0, max(llr / high, llr / low, share)), f"{done} games, likelihood ratio {llr:+.2f}")

    return tell


class Run:
    """Tasks at a table, those in the journal taken as played.

    Parameters
    ----------
    table, tasks
        Who plays what, and the games in the order in which they count.
    journal
        Where games are read from and written to; None: nowhere.
    progress
        As in `match`.

    Attributes
    ----------
    records : list of GameRecord
        The games played so far, in the order of the tasks.
    resumed
        How many of them were read from the journal.
    decision
        What ended the run before its last task; None where nothing did.
    interrupted, seconds, cpu_seconds
        Whether Ctrl-C did; and the time of the games that were played now.
    """

    def __init__(
        self, table: Table, tasks: Sequence[Task], journal: Journal | None, progress: Progress | None = None
    ) -> None:
        self.table, self.tasks, self.journal, self.progress = table, tasks, journal, progress
        self.records: list[GameRecord] = []
        self.decision: str | None = None
        self.interrupted, self.seconds, self.cpu_seconds = False, 0.0, 0.0
        self.resumed = 0
        self._read = self._matched()

    def _matched(self) -> dict[Task, GameRecord]:
        """Return the journal's games by task; refuse games of another match."""
        by_key = {task.key: task for task in self.tasks}
        found: dict[Task, GameRecord] = {}
        for record in self.journal or ():
            task = by_key.get(record.task)
            if task is None and len(record.task) != len(self.tasks[0].key):
                self._refuse_other(record, self.tasks[0])
            if task is not None:
                self._refuse_other(record, task)
                found[task] = record
        return found

    def _refuse_other(self, record: GameRecord, task: Task) -> None:
        try:
            self.table.refuse_other(record, task)
        except OutfoxError as error:
            assert self.journal is not None
            raise OutfoxError(f"{self.journal.path}: {error}") from None

    def play(self, workers: int, watch: Callable[[GameRecord], str | None] | None = None) -> None:
        """Play the tasks that are missing.

        Parameters
        ----------
        workers
            Processes.
        watch
            Called with each game in order; what it returns, if anything, ends the run.
        """
        before = time.perf_counter()
        missing = [task for task in self.tasks if task not in self._read]
        try:
            self.table.sit_down()  # here first: what has to be compiled is compiled once, and the workers find it
            if workers > 1:
                self.table.stand_up()  # and have programs of their own
            before = time.perf_counter()
            with closing(map_tasks(self.table, missing, workers, self._counting(len(missing)))) as results:
                for task in self.tasks:
                    self.resumed += task in self._read
                    self.records.append(self._read[task] if task in self._read else self._keep(next(results)))
                    self.decision = watch(self.records[-1]) if watch is not None else None
                    if self.decision is not None:
                        break
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds = time.perf_counter() - before

    def _keep(self, played: Played) -> GameRecord:
        self.cpu_seconds += played.cpu_seconds
        if self.journal is not None:
            self.journal.append(played.record)
        return played.record

    def _counting(self, missing: int) -> Progress | None:
        progress, total = self.progress, len(self.tasks)
        if progress is None:
            return None
        return lambda share, _: progress(
            (total - missing + share * missing) / total,
            f"{total - missing + round(share * missing):,} of {total:,} games",
        )


def summed_up(
    table: Table, records: Sequence[GameRecord], a: int, b: int, *, planned: int, run: Run | None = None,
    sprt: Sprt | None = None,
) -> MatchResult:  # fmt: skip
    """Sum up the games between two contestants, as a match of theirs; its times are those of a run, if it is given."""
    return MatchResult(
        game=table.game.spec,
        a=table.players[a].name,
        b=table.players[b].name,
        players=table.game.players,
        seed=table.seed,
        terms=table.terms,
        planned=planned,
        records=tuple(records),
        deterministic=table.repeat_themselves(records, a, b),
        sprt=sprt,
        decision=run.decision if run else None,
        interrupted=run.interrupted if run else False,
        resumed=run.resumed if run else 0,
        seconds=run.seconds if run else 0.0,
        cpu_seconds=run.cpu_seconds if run else 0.0,
        compile_seconds=table.compile_seconds if run else 0.0,
    )
