"""`outfox replay`: recorded games again, position by position."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.output import note, show, table

if TYPE_CHECKING:
    from outfox.formats.records import GameRecord
    from outfox.rules import Position


def replay(
    file: str,
    /,
    *,
    game: int | None = None,
    ply: int | None = None,
    rules: str = "",
    json: bool = False,
) -> int:
    """Step through recorded games, as match and tournament write them with --records.

    Of several games a list is shown; --game chooses one. Then ENTER goes on, back goes back, a number goes to that
    ply, quit ends. A game that was played by other rules is refused, with what differs.

    Parameters
    ----------
    file
        Records: .jsonl, or text; or hands of limit hold'em in PHH: .phh, .phhs, or a folder of these.
    game
        Which of the games, from 1 in the order of the file.
    ply
        Show the position after so many plies, and no more; negative numbers count from the end.
    rules
        The game's rules where they lie elsewhere now: a name or a file, with parameters if you like.
    json
        Print one JSON object: the list of games, or with --game its record and positions.
    """
    records = records_in(file)
    if game is None and len(records) == 1:
        game = 1
    if game is None and ply is None:
        show({"file": file, "games": [_summary(k, one) for k, one in enumerate(records, 1)]}, _list(records), json)
        return DONE
    record = chosen_record(records, game)
    positions = positions_of(record, rules)
    at = None if ply is None else _ply(record, ply)
    if json:
        show(_whole(file, game or 1, record, positions, at), "", True)
        return DONE
    _step(record, positions, at)
    return DONE


def records_in(file: str) -> list[GameRecord]:
    """Read a file of records that holds some."""
    from outfox.formats.phh import hands_in, is_phh, load_hands
    from outfox.formats.records import load_records
    from outfox.interfaces.cli.errors import UsageError

    path = Path(file).expanduser()
    if path.is_dir() and not hands_in(path):
        raise UsageError(f"{file!r} is a folder, without hands in PHH; name a file")
    if not path.exists():
        raise UsageError(f"there is no file {file!r}")
    records = load_hands(path) if is_phh(path) or path.is_dir() else load_records(path)
    if not records:
        raise UsageError(f"{file} holds no games")
    return records


def chosen_record(records: list[GameRecord], game: int | None) -> GameRecord:
    """Return a game by its number, from 1."""
    from outfox.interfaces.cli.errors import UsageError

    if game is None:
        raise UsageError(f"--ply needs --game, since there are {len(records):,} games")
    if not 1 <= game <= len(records):
        raise UsageError(f"there is no game {game}; there are {len(records):,}, from 1")
    return records[game - 1]


def positions_of(record: GameRecord, rules: str) -> list[Position]:
    """Return the positions of a recorded game, the first included."""
    from outfox.formats.records import replay as positions
    from outfox.rules import load

    return list(positions(record, load(rules or record.game)))


def _ply(record: GameRecord, ply: int) -> int:
    from outfox.interfaces.cli.errors import UsageError

    if not -record.plies - 1 <= ply <= record.plies:
        raise UsageError(f"there is no ply {ply}; the game has {record.plies}")
    return ply if ply >= 0 else record.plies + 1 + ply


def _summary(number: int, record: GameRecord) -> dict[str, Any]:
    kept = ("game", "payoff", "ending", "reason")
    return {
        "number": number,
        **{key: getattr(record, key) for key in kept},
        "players": list(record.players),
        "winner": record.winner,
        "plies": record.plies,
    }


def _list(records: list[GameRecord]) -> str:
    rows = [("game", "plies", "result", "ending", "players")]
    rows += [
        (
            str(number),
            str(record.plies),
            "draw" if record.winner is None else f"player {record.winner}",
            record.ending.replace("_", " "),
            " v ".join(record.players),
        )
        for number, record in enumerate(records, 1)
    ]
    names = sorted({record.game for record in records})
    return "\n".join([f"{len(records):,} games of {', '.join(names)}; --game N shows one", *table(rows, right=(0, 1))])


def _whole(file: str, number: int, record: GameRecord, positions: list[Position], ply: int | None) -> dict[str, Any]:
    shown = range(len(positions)) if ply is None else [ply]
    return {
        "file": file,
        "number": number,
        "record": record.to_dict(),
        "winner": record.winner,
        "positions": [
            {
                "ply": k,
                "action": record.names[k - 1] if k else None,
                "code": record.actions[k - 1] if k else None,
                "mover": positions[k].mover if not positions[k].is_terminal else None,
                "text": positions[k].text,
            }
            for k in shown
        ],
    }


def _step(record: GameRecord, positions: list[Position], ply: int | None) -> None:
    from outfox.interfaces.terminal.stepper import Stepper

    stepper = Stepper(record, positions, sys.stdout)
    if ply is not None:
        stepper.ply = ply
        stepper.show()
        return
    note(f"{record.game}: {' v '.join(record.players)}; {record.plies} plies; help lists what you can type")
    try:
        stepper.run(_read)
    except KeyboardInterrupt:
        stepper.say("")  # what follows begins a line
        raise


def _read(prompt: str) -> str | None:
    """Read a line, None at the end of the input; the prompt is shown only where somebody types."""
    try:
        return input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        return None
