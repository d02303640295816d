"""`match`: many games between two players.

A game is decided by the match's seed and its own number alone; so the same match gives the same games for
any number of workers, one that was cut short gives the first of them, and one that is resumed the rest. With swapped
seats games 2k and 2k + 1 are a pair: they share their opening, which each player has once from either side, and in
games with chance their luck (`outfox.arena.duplicate`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias

from outfox.arena.adjudication import adjudication
from outfox.arena.duplicate import decks, distinct
from outfox.arena.evidence import Evidence
from outfox.arena.play import REPETITION
from outfox.arena.result import MatchResult
from outfox.arena.run import Progress, Run, open_table
from outfox.arena.sprt import Sprt
from outfox.arena.table import Seats, Table, Task, Terms, has_chance
from outfox.formats.records import GameRecord
from outfox.players import PlayerLike
from outfox.rules.errors import BadSetting, BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position

Reduction: TypeAlias = Literal["auto", "on", "off"]


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
    duplicate: bool = True,
    variance_reduction: Reduction = "off",
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
    duplicate
        In games with chance: both games of a pair have one deck, that is the same luck, with seats swapped.
    variance_reduction
        Whether to say besides what A wins with luck taken out: ``off``; ``on``; ``auto``: where it is known how, in
        games that come with outfox. See `outfox.arena.control_variate`.

    Returns
    -------
    MatchResult
        After Ctrl-C with the games finished until then.

    Raises
    ------
    UnknownName
        Where the game or a player does not exist.
    NotSupported, BudgetExceeded
        Where a player does not support the game; where luck is to be taken out, and cannot be.
    OutfoxError
        Where `records` holds games of another match, or is there and is not to be resumed.

    Examples
    --------
    >>> result = match("tic-tac-toe", "mcts:simulations=50", "random", games=20, seed=1)
    >>> result.games, result.score > 0.7
    (20, True)
    """
    if games < 1:
        raise BadSetting(f"a match needs at least one game, not {games}")
    game = load(game) if isinstance(game, str) else game
    shared = duplicate and seats == "swap" and has_chance(game)
    terms = Terms(seats, max_plies, opening_plies, repetition, str(adjudication(adjudicate) or ""), shared)
    table = Table(game, (a, b), seed, terms, start)
    if variance_reduction == "on":
        from outfox.arena.luck import refuse_luckless  # late: loads what finds equilibria

        refuse_luckless(table)
    with open_table(table, records, resume) as journal:
        tasks = [Task(number) for number in range(games)]
        evidence = Evidence(sprt, 2 if seats == "swap" else 1, table.habits(0, 1)) if sprt is not None else None
        run = Run(table, tasks, journal, progress if evidence is None else _towards(progress, evidence))
        run.play(workers, evidence.add if evidence is not None else None)
        result = summed_up(table, run.records, 0, 1, planned=games, run=run, sprt=sprt)
        result = replace(result, distinct_decks=_distinct_decks(table, run.records))
        return _without_luck(table, result, variance_reduction, workers, progress)


def _distinct_decks(table: Table, records: Sequence[GameRecord]) -> int | None:
    """Return how many different decks were dealt; None where there are no hidden cards."""
    if table.game.view is None or not has_chance(table.game):
        return None
    return distinct(decks(table.game, records, 2 if table.terms.duplicate else 1))


def _without_luck(
    table: Table, result: MatchResult, asked: Reduction, workers: int, progress: Progress | None
) -> MatchResult:
    """Have a result say what A wins with luck taken out, where that was asked for and can be told."""
    wanted = asked == "on" or (asked == "auto" and table.game.trusted and table.game.view is not None)
    if not wanted or result.interrupted or len(result.unit_scores) < 2:
        return result
    from outfox.arena.luck import without_luck  # late: loads what finds equilibria

    telling = None if progress is None else lambda share, _: progress(share, "taking luck out")
    try:
        return replace(result, corrected=without_luck(table, result.records, workers, telling))
    except (NotSupported, BudgetExceeded):
        if asked == "on":
            raise
    except KeyboardInterrupt:
        return replace(result, interrupted=True)
    return result


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
