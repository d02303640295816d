"""Game records as text for people, read back without loss and without loading the game.

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
    [plies "3"]

    2:"1 from pile 2" 0:"1 from pile 1" 2:"1 from pile 2"

Values and names are JSON strings; a name of plain characters needs no quotes; headers that say nothing are
left out. The number of plies is the last of them: a game whose writing was cut short shows.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable

from outfox.draw.lettering import WIDTH
from outfox.formats.game_record import GameRecord
from outfox.rules.errors import DamagedFile

_FIRST = "[game "
_HEADER = re.compile(r'\[([a-z0-9-]+) ("(?:[^"\\]|\\.)*")\]')
_PLY = re.compile(r'(\d{1,18}):("(?:[^"\\]|\\.)*"|[^\s"]+)(?:\s+|$)')
_PLAIN = re.compile(r"[!#-~]+")  # printable, no space, no quote


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
        "terms": record.terms,
        "outfox": record.version,
        "plies": str(record.plies),
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


def whole_text(text: str) -> str:
    r"""Return text without the game at its end that was not written whole, where there is one.

    Examples
    --------
    >>> whole_text('[game "nim"]\n[payoff "1.0"]\n[see')
    ''
    """
    kept = text[: text.rfind("\n") + 1]
    begin = kept.rfind("\n" + _FIRST) + 1 if "\n" + _FIRST in kept else 0
    whole = (kept if _is_whole(kept[begin:]) else text[:begin]).rstrip("\n")
    return whole + "\n" if whole else ""


def _is_whole(game: str) -> bool:
    try:
        return "\n[plies " in game and len(read_text(game)) == 1
    except DamagedFile:
        return False


def _read_plies(line: str, number: int) -> list[tuple[int, str]]:
    plies, at = [], 0
    while at < len(line):
        ply = _PLY.match(line, at)
        if ply is None:
            raise DamagedFile(f"line {number} of a record is neither a header nor plies: {line[at : at + 40]!r}")
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
        payoff = float(headers["payoff"])
        if not math.isfinite(payoff):
            raise ValueError(f"payoff {payoff}")
        if int(headers.get("plies", len(plies))) != len(plies):
            raise ValueError(f"it has {len(plies)} plies, not {headers['plies']} as it says")
        return GameRecord(
            game=headers["game"],
            rules_key=headers.get("rules-key", ""),
            players=(headers.get("player-0", ""), headers.get("player-1", "")),
            payoff=payoff,
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
            terms=headers.get("terms", ""),
        )
    except KeyError as error:
        raise DamagedFile(f"the record before line {number} has no {error.args[0]}") from None
    except ValueError as error:
        raise DamagedFile(f"the record before line {number}: {error}") from None
