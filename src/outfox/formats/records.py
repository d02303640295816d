"""Game records: what was played, by whom, from which seed; as text for people, as JSON lines for programs.

The text has a header a line and then the plies, each a code with the name it had::

    [game "nim:piles=[1,2]"]
    [rules-key "0123456789abcdef"]
    [player-0 "mcts"]
    [player-1 "random"]
    [payoff "1.0"]
    [ending "normal"]
    [seed "7"]
    [task "3"]
    [start "0"]
    [outfox "0.1.0"]

    2:"1 from pile 2" 0:"1 from pile 1" 2:"1 from pile 2"

Values and names are JSON strings; a name of plain characters needs no quotes; headers that say nothing are left
out. Both forms are read back without loss, and without loading the game. `replay` goes through the positions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from outfox.rules.errors import DamagedFile, IllegalAction
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position

WIDTH = 80
_HEADER = re.compile(r'\[([a-z0-9-]+) ("(?:[^"\\]|\\.)*")\]')
_PLY = re.compile(r'(\d+):("(?:[^"\\]|\\.)*"|[^\s"]+)(?:\s+|$)')
_PLAIN = re.compile(r"[!#-~]+")  # printable, no space, no quote


@dataclass(frozen=True)
class GameRecord:
    """One game that was played.

    Attributes
    ----------
    game, rules_key
        Spec of the game, and the hash of its rules.
    players
        Names of player 0 and player 1: the specs where they have one.
    payoff
        Player 0's.
    ending, reason
        ``normal``, ``endless``, ``max_plies`` or ``illegal``; in words where it was not normal.
    actions, names
        Codes of all plies, chance outcomes and opening included, and the names they had.
    opening
        How many of them were there before the players began.
    seed, task
        Entropy and spawn key of the game's `SeedSequence`.
    start, position
        Number of the starting state; or None, and the text of the position that the actions start from.
    version
        Of outfox.
    """

    game: str
    rules_key: str
    players: tuple[str, str]
    payoff: float
    ending: str
    reason: str
    actions: tuple[int, ...]
    names: tuple[str, ...]
    opening: int
    seed: int
    task: tuple[int, ...]
    start: int | None
    position: str
    version: str

    @property
    def plies(self) -> int:
        """Length of the game."""
        return len(self.actions)

    @property
    def winner(self) -> int | None:
        """The player who won, 0 or 1; None for a draw."""
        return None if self.payoff == 0 else int(self.payoff < 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the record with the keys of a JSON line."""
        return dict(msgspec.to_builtins(self))


def replay(record: GameRecord, game: Game | None = None) -> Iterator[Position]:
    """Yield the positions of a recorded game, the first included.

    Parameters
    ----------
    record
        The game played.
    game
        Its rules; default: loaded by the record's spec.

    Raises
    ------
    DamagedFile
        Where the rules are not those that it was played by, or do not allow one of its actions.
    """
    game = load(record.game) if game is None else game
    if game.rules_key != record.rules_key:
        raise DamagedFile(
            f"this game of {record.game} was played by other rules (key {record.rules_key}, not {game.rules_key})"
        )
    position = game.parse(record.position) if record.start is None else game.start(record.start)
    yield position
    for ply, action in enumerate(record.actions, 1):
        try:
            position = position.play(action)
        except IllegalAction as error:
            raise DamagedFile(f"ply {ply} of a recorded game of {record.game}: {error}") from None
        yield position


# -- text ------------------------------------------------------------------------------------------------------


def write_text(records: Iterable[GameRecord]) -> str:
    """Return records as text; `read_text` reads them back."""
    return "\n".join(_one_text(record) for record in records)


def _one_text(record: GameRecord) -> str:
    headers = {
        "game": record.game,
        "rules-key": record.rules_key,
        "player-0": record.players[0],
        "player-1": record.players[1],
        "payoff": repr(float(record.payoff)),
        "ending": record.ending,
        "reason": record.reason,
        "opening": str(record.opening or ""),
        "seed": str(record.seed),
        "task": ",".join(map(str, record.task)),
        "start": "" if record.start is None else str(record.start),
        "position": record.position,
        "outfox": record.version,
    }
    lines = [f"[{name} {_quoted(value)}]" for name, value in headers.items() if value or name == "game"]
    return "\n".join([*lines, "", *_wrapped(record), ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _wrapped(record: GameRecord) -> list[str]:
    """Return the plies in lines that break between two of them only."""
    lines = [""]
    for action, name in zip(record.actions, record.names, strict=True):
        ply = f"{action}:{name if _PLAIN.fullmatch(name) else _quoted(name)}"
        if lines[-1] and len(lines[-1]) + 1 + len(ply) > WIDTH:
            lines.append(ply)
        else:
            lines[-1] += " " * bool(lines[-1]) + ply
    return lines


def read_text(text: str) -> list[GameRecord]:
    """Read records that `write_text` wrote.

    Raises
    ------
    DamagedFile
        Where the text is something else; the message names the line.
    """
    records: list[GameRecord] = []
    headers: dict[str, str] = {}
    plies: list[tuple[int, str]] = []
    # JSON strings may hold characters that splitlines takes for the end of a line.
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.fullmatch(line.strip())
        if header is not None:
            if header[1] == "game" and headers:
                records.append(_record(headers, plies, number))
                headers, plies = {}, []
            headers[header[1]] = _unquoted(header[2], number)
        elif line.strip():
            plies += _read_plies(line.strip(), number)
    if headers or plies:
        records.append(_record(headers, plies, text.count("\n") + 1))
    return records


def _read_plies(line: str, number: int) -> list[tuple[int, str]]:
    plies, at = [], 0
    while at < len(line):
        ply = _PLY.match(line, at)
        if ply is None:
            raise DamagedFile(
                f"line {number} of a record is neither a header nor plies: {line[at : at + 40]!r}"
            )
        plies.append((int(ply[1]), _unquoted(ply[2], number) if ply[2].startswith('"') else ply[2]))
        at = ply.end()
    return plies


def _unquoted(text: str, number: int) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        raise DamagedFile(f"line {number} of a record holds no JSON string: {text[:40]}") from None


def _record(headers: dict[str, str], plies: list[tuple[int, str]], number: int) -> GameRecord:
    try:
        return GameRecord(
            game=headers["game"],
            rules_key=headers.get("rules-key", ""),
            players=(headers.get("player-0", ""), headers.get("player-1", "")),
            payoff=float(headers["payoff"]),
            ending=headers.get("ending", ""),
            reason=headers.get("reason", ""),
            actions=tuple(action for action, _ in plies),
            names=tuple(name for _, name in plies),
            opening=int(headers.get("opening", "0")),
            seed=int(headers["seed"]),
            task=tuple(int(part) for part in headers.get("task", "").split(",") if part),
            start=int(headers["start"]) if "start" in headers else None,
            position=headers.get("position", ""),
            version=headers.get("outfox", ""),
        )
    except KeyError as error:
        raise DamagedFile(f"the record before line {number} has no {error.args[0]}") from None
    except ValueError as error:
        raise DamagedFile(f"the record before line {number}: {error}") from None


# -- JSON lines ------------------------------------------------------------------------------------------------


def write_jsonl(records: Iterable[GameRecord]) -> str:
    """Return records as JSON, one a line; `read_jsonl` reads them back."""
    return "".join(msgspec.json.encode(record).decode() + "\n" for record in records)


def read_jsonl(text: str) -> list[GameRecord]:
    """Read records that `write_jsonl` wrote.

    Raises
    ------
    DamagedFile
        Where a line is no record; the message names the line.
    """
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                record = msgspec.json.decode(line, type=GameRecord)
            except msgspec.DecodeError as error:
                raise DamagedFile(f"line {number} is no game record: {error}") from None
            if len(record.names) != len(record.actions):
                raise DamagedFile(
                    f"line {number}: {len(record.actions)} actions, but {len(record.names)} names"
                )
            records.append(record)
    return records


# -- files -----------------------------------------------------------------------------------------------------


def save_records(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a file of records: JSON lines where its name ends in ``.jsonl``, else text."""
    write = write_jsonl if Path(path).suffix == ".jsonl" else write_text
    Path(path).write_text(write(records), encoding="utf-8", newline="\n")


def load_records(path: str | Path) -> list[GameRecord]:
    """Read a file of records: JSON lines where its name ends in ``.jsonl``, else text.

    Raises
    ------
    DamagedFile
        Where it is not one; the message names file and line.
    """
    read = read_jsonl if Path(path).suffix == ".jsonl" else read_text
    try:
        return read(Path(path).read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DamagedFile(f"{path}: not a text file: {error.reason} at byte {error.start}") from None
    except DamagedFile as error:
        raise DamagedFile(f"{path}: {error}") from None
