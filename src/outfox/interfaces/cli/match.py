"""`outfox match`: two players, many games, and what may be said about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.arena.sprt import Sprt
    from outfox.formats.game_record import GameRecord
    from outfox.rules import Game

GAMES = 100
GAMES_OF_A_TEST = 100_000
"""A test ends by itself long before, unless the two players are about as good as one of its hypotheses."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ArenaOptions:
    """Options of every command that plays many games.

    Parameters
    ----------
    seed
        The root of all randomness.
    workers
        Processes.
    max_plies
        A game ends after so many plies with the payoff of endless play; 0: no limit.
    opening_plies
        Random plies that start each pair of games.
    repetition
        In a game that can go on for ever, the occurrence of a state that ends it; 0 or off: none does.
    adjudicate
        When a decided game ends: off, agreed:value=0.95,plies=6 (both players say so), or
        solved:FILE.table (exact values).
    records
        Write the games to this new file as they end: .jsonl, or anything else for text.
    resume
        Go on with the games in this file, and write the new ones to it.
    """

    seed: int = 0
    workers: int = 1
    max_plies: int = 0
    opening_plies: int = 0
    repetition: str = "3"
    adjudicate: str = "off"
    records: str = ""
    resume: str = ""

    def arguments(self, command: str) -> dict[str, Any]:
        """Return them as `outfox.arena` takes them; refuse what cannot be."""
        refuse_counts({"workers": 1}, workers=self.workers)
        refuse_counts({}, seed=self.seed, max_plies=self.max_plies, opening_plies=self.opening_plies)
        return {
            "seed": self.seed,
            "workers": self.workers,
            "max_plies": self.max_plies,
            "opening_plies": self.opening_plies,
            "repetition": _repetition(self.repetition),
            "adjudicate": self.adjudicate,
            "records": records_file(self.records, self.resume, command),
            "resume": bool(self.resume),
        }


def match(
    game: str,
    a: str,
    b: str,
    /,
    *,
    games: int | None = None,
    seats: Literal["swap", "fixed"] = "swap",
    sprt: str = "",
    duplicate: Literal["on", "off"] = "on",
    variance_reduction: Literal["auto", "on", "off"] = "auto",
    phh: str = "",
    arena: ArenaOptions | None = None,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Play two players against each other: wins, score and its interval, shares by seat.

    Seats swap from game to game. The games are the same for the same seed, whatever the number of workers.
    Ctrl-C ends the match and counts the games that are finished; --resume goes on with them.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    a
        A player's spec, such as mcts:simulations=1000, random, mybot.py:factory or process:./engine.
    b
        The other player's.
    games
        How many, 100 unless you say; an even number gives whole pairs. With --sprt, how many at most.
    seats
        Whether players swap seats from game to game, or A is always player 0.
    duplicate
        In games with chance, whether both games of a pair have the same cards, with seats swapped.
    variance_reduction
        Say besides what A wins with luck taken out; auto: in card games that come with outfox, where it is known how.
    phh
        Limit hold'em: write the hands in PHH, to a new FILE.phhs, or to a new folder with a file for each.
    sprt
        Stop as soon as a test decides between two differences in Elo: 0,5 or 0,5,ALPHA,BETA.
    parameters
        Parameters of the game.
    """
    chosen = options or StartOptions()
    asked = (arena or ArenaOptions()).arguments("match")
    refuse_humans(a, b)
    test = _sprt(sprt)
    many = games if games is not None else GAMES if test is None else GAMES_OF_A_TEST
    refuse_counts({"games": 1}, games=many)
    loaded, position = game_and_position(game, chosen, parameters, "match")
    hands = phh_place(phh, loaded, many)
    with ProgressLine("match") as line:
        line.listen()
        from outfox.arena import match as run

        elsewhere = bool(chosen.moves.strip() or chosen.position)
        result = run(
            loaded, a, b, games=many, seats=seats, sprt=test, start=position if elsewhere else None,
            progress=line.share, duplicate=duplicate == "on",
            variance_reduction=variance_reduction, **asked,
        )  # fmt: skip
    show(result.to_dict(), str(result), chosen.json)
    tell_records(asked["records"], len(result.records) - result.resumed)
    write_hands(hands, result.records)
    return INTERRUPTED if result.interrupted else DONE


def phh_place(phh: str, game: Game, games: int) -> Path | None:
    """Return where hands go, if they are to be written; say before the first of them where they cannot."""
    if not phh:
        return None
    from outfox.formats.phh import refuse_other_games

    refuse_other_games(game)
    path = place("--phh", phh) if not Path(phh).expanduser().is_dir() else Path(phh).expanduser()
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise UsageError(f"--phh: {phh!r} is there already")
    if path.suffix == ".phh" and games > 1:
        raise UsageError(f"--phh: {phh!r} would be one hand, and there are {games:,}: name a .phhs file or a folder")
    return path


def tell_records(path: str, games: int) -> None:
    """Say where games were written, if they were."""
    if path:
        note(f"{games:,} games written to {path}")


def write_hands(place: Path | None, records: Sequence[GameRecord]) -> None:
    """Write hands in PHH, if that was asked, and say so."""
    if place is not None:
        from outfox.formats.phh import save_hands

        save_hands(place, records)
        note(f"{len(records):,} hands written to {place}")


def refuse_humans(*specs: str) -> None:
    """Say that nobody is asked for moves here."""
    if "human" in [spec.strip() for spec in specs]:
        raise UsageError("human cannot play a match: outfox play asks you for moves")


def refuse_counts(least: dict[str, int], **counts: int) -> None:
    """Refuse numbers below the least (0 unless it is given)."""
    for name, value in counts.items():
        if value < least.get(name, 0):
            raise UsageError(f"--{name.replace('_', '-')} must be at least {least.get(name, 0)}, not {value}")


def _repetition(text: str) -> int:
    if text.strip().lower() == "off":
        return 0
    if text.strip().isdecimal() and int(text) != 1:
        return int(text)
    raise UsageError(f"--repetition takes off, or a number from 2, not {text!r}")


def _sprt(text: str) -> Sprt | None:
    from outfox.arena.sprt import Sprt

    if not text.strip():
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise UsageError(f"--sprt takes ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,5; not {text!r}")
    try:
        return Sprt(*numbers)
    except ValueError as error:
        raise UsageError(f"--sprt {text}: {error}") from None


def records_file(records: str, resume: str, command: str) -> str:
    """Return where the games go; say before the first of them where there is no place."""
    if records and resume and records != resume:
        raise UsageError(f"--records and --resume name two files; {command} goes on with one")
    flag, given = ("--resume", resume) if resume else ("--records", records)
    if not given:
        return given
    path = place(flag, given)
    if not resume and path.exists() and path.stat().st_size:
        raise UsageError(f"--records: {given!r} is there already; --resume {given} goes on with it")
    return given
