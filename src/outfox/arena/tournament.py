"""`tournament`: everybody against everybody, or one against the others.

Each two contestants play a match of their own, from the same openings, with seeds of their own. The games are played
in rounds, a pair for each two at a time, so that a tournament that is cut short is a smaller one, and no torso.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal, TypeAlias

from outfox.arena.adjudication import adjudication
from outfox.arena.match import summed_up
from outfox.arena.play import REPETITION
from outfox.arena.run import Progress, Run, open_table
from outfox.arena.standings import TournamentResult
from outfox.arena.table import Table, Task, Terms, has_chance
from outfox.formats.records import GameRecord
from outfox.players import PlayerLike
from outfox.rules.errors import BadSetting
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position

Kind: TypeAlias = Literal["round-robin", "gauntlet"]


def tournament(
    game: Game | str,
    contestants: Sequence[PlayerLike],
    *,
    games: int = 20,
    kind: Kind = "round-robin",
    seed: int = 0,
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 0,
    repetition: int = REPETITION,
    adjudicate: str = "off",
    records: str | Path = "",
    resume: bool = False,
    start: Position | None = None,
    progress: Progress | None = None,
) -> TournamentResult:
    """Play a tournament.

    Parameters
    ----------
    game
        The game, or its spec.
    contestants
        Two or more players, each as `outfox.arena.match` takes one, with different names.
    games
        Between each two; an even number, since seats swap.
    kind
        ``round-robin``: each two meet. ``gauntlet``: the first meets all others.
    seed, workers, max_plies, opening_plies, repetition, adjudicate, records, resume, start, progress
        As in `outfox.arena.match`.

    Returns
    -------
    TournamentResult
        After Ctrl-C with the games finished until then.

    Raises
    ------
    UnknownName, NotSupported, OutfoxError
        As in `outfox.arena.match`.

    Examples
    --------
    >>> result = tournament("tic-tac-toe", ["mcts:simulations=50", "mcts:simulations=5", "random"], games=10)
    >>> [result.contestants[number] for number in result.ranking]
    ['mcts:simulations=50', 'mcts:simulations=5', 'random']
    """
    if games < 2 or games % 2:
        raise BadSetting(f"each two contestants play an even number of games, not {games}")
    game = load(game) if isinstance(game, str) else game
    terms = Terms(
        "swap", max_plies, opening_plies, repetition, str(adjudication(adjudicate) or ""), has_chance(game)
    )  # fmt: skip
    table = Table(game, contestants, seed, terms, start)
    names = [one.name for one in table.players]
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadSetting("a tournament needs two contestants or more, with different names: " + ", ".join(names))
    with open_table(table, records, resume) as journal:
        run = Run(table, _tasks(len(names), kind, games), journal, progress)
        run.play(workers)
    return _result(run, kind, games)


def pairings(contestants: int, kind: str) -> list[tuple[int, int]]:
    """Return who meets whom.

    Examples
    --------
    >>> pairings(3, "round-robin"), pairings(3, "gauntlet")
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    """
    return [pair for pair in combinations(range(contestants), 2) if kind == "round-robin" or pair[0] == 0]


def _tasks(contestants: int, kind: str, games: int) -> list[Task]:
    pairs = pairings(contestants, kind)
    return [
        Task(number, a, b, (a, b)) for first in range(0, games, 2) for a, b in pairs for number in (first, first + 1)
    ]


def _result(run: Run, kind: str, games: int) -> TournamentResult:
    table = run.table
    pairs = pairings(len(table.players), kind)
    played: dict[tuple[int, int], list[GameRecord]] = {pair: [] for pair in pairs}
    for task, record in zip(run.tasks, run.records, strict=False):
        played[task.a, task.b].append(record)
    return TournamentResult(
        game=table.game.spec,
        players=table.game.players,
        contestants=tuple(one.name for one in table.players),
        kind=kind,
        games_each=games,
        meetings={pair: summed_up(table, records, *pair, planned=games) for pair, records in played.items()},
        seed=table.seed,
        terms=table.terms,
        planned=len(run.tasks),
        interrupted=run.interrupted,
        resumed=run.resumed,
        seconds=run.seconds,
        cpu_seconds=run.cpu_seconds,
        compile_seconds=table.compile_seconds,
    )
