"""Hands of limit hold'em in the PHH format, which other poker programs read: TOML, one file a hand or many in one.

A `.phh` file is one hand, a `.phhs` file has numbered tables, one a hand. Chips are halves of a big blind. Of two
players `p1` is the big blind (player 1 of `limit-holdem`) and `p2` the dealer (player 0); `blinds_or_straddles` is
`[1, 2]`, which the format takes in reverse order where there are two players. Fields that begin with ``_`` are our own:
they hold what else a `GameRecord` says, so that a hand is read back without loss. Hands of other programs lack them.

Sources
    J. Kim, *Recording and Describing Poker Hands*, IEEE Conference on Games 2024; the specification of the format,
    phh.readthedocs.io.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from outfox.formats.cards import card_names
from outfox.formats.game_record import GameRecord, replay
from outfox.formats.phh_reading import BIG_BET, BLINDS, CHIPS, FOLD, GAME, RAISE, SMALL_BET, level, loaded, record_of
from outfox.formats.whole import put
from outfox.rules.errors import DamagedFile, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

STACK = 200
"""Chips that both begin with: more than four rounds can cost, so that nobody is ever all in."""

SUFFIXES = ".phh", ".phhs"
_KEPT = ("rules_key", "ending", "reason", "opening", "seed", "task", "version", "terms")


def is_phh(path: str | Path) -> bool:
    """Say whether a file's name is that of hands.

    Examples
    --------
    >>> is_phh("hand.phh"), is_phh("games.txt")
    (True, False)
    """
    return Path(path).suffix in SUFFIXES


def write_hand(record: GameRecord, number: int = 0) -> str:
    """Return a hand as the text of a `.phh` file.

    Parameters
    ----------
    record
        A game of limit hold'em that began at the start.
    number
        The hand's.

    Raises
    ------
    NotSupported
        Where it is another game, or began elsewhere.
    """
    return _toml(_hand(record, number))


def write_hands(records: Iterable[GameRecord]) -> str:
    """Return hands as the text of a `.phhs` file: tables, numbered from 1."""
    return "\n".join(f"[{n}]\n{_toml(_hand(record, n))}" for n, record in enumerate(records, 1))


def save_hands(path: str | Path, records: Sequence[GameRecord]) -> int:
    """Write hands: a `.phh` file of one, a `.phhs` file of any number, else a folder with a file for each.

    Returns
    -------
    int
        How many files.

    Raises
    ------
    NotSupported
        Where a record is no hand of limit hold'em, or a `.phh` file is to hold more than one.
    OSError
        Where something cannot be written.
    """
    place = Path(path).expanduser()
    if place.suffix == ".phhs":
        put(place, write_hands(records))
        return 1
    if place.suffix == ".phh":
        if len(records) != 1:
            raise NotSupported(
                f"{place.name}: a .phh file is one hand, not {len(records):,}: name a .phhs file or a folder"
            )
        put(place, write_hand(records[0], 1))
        return 1
    place.mkdir(exist_ok=True)
    digits = len(str(len(records)))
    for number, record in enumerate(records, 1):
        put(place / f"{number:0{digits}}.phh", write_hand(record, number))
    return len(records)


def read_hands(text: str) -> list[GameRecord]:
    """Read the text of a `.phh` or `.phhs` file.

    Raises
    ------
    DamagedFile
        Where it is no TOML, or what it says cannot be.
    NotSupported
        Where it is another game than heads-up limit hold'em, or cards are not known.
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DamagedFile(f"this is no TOML: {error}") from None
    if "variant" in found:
        return [record_of(found, "the hand")]
    if not found or not all(isinstance(hand, dict) for hand in found.values()):
        raise DamagedFile("there is no hand: a hand has a variant")
    return [record_of(hand, f"hand [{number}]") for number, hand in found.items()]


def hands_in(folder: Path) -> list[Path]:
    """Return the files of hands in a folder: ``2.phh`` before ``10.phh``."""
    found = [one for one in folder.iterdir() if is_phh(one) and one.is_file()]
    return sorted(found, key=lambda one: [(len(part), part) for part in re.split(r"(\D+)", one.name)])


def load_hands(path: str | Path) -> list[GameRecord]:
    """Read a `.phh` or `.phhs` file, or all in a folder by the numbers in their names; errors name the file.

    Raises
    ------
    DamagedFile, NotSupported
        As `read_hands`.
    """
    if Path(path).is_dir():
        return [hand for one in hands_in(Path(path)) for hand in load_hands(one)]
    try:
        return read_hands(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DamagedFile(f"{path}: not a text file: {error.reason} at byte {error.start}") from None
    except (DamagedFile, NotSupported) as error:
        raise type(error)(f"{path}: {error}") from None


# -- writing -----------------------------------------------------------------------------------------------


def refuse_other_games(game: Game) -> None:
    """Refuse what is not limit hold'em.

    Raises
    ------
    NotSupported
    """
    if game.name != GAME or not game.trusted:
        raise NotSupported(f"hands are written in PHH for {GAME}, not for {game.name}")


def _hand(record: GameRecord, number: int) -> dict[str, Any]:
    """Return the fields of a hand."""
    game = loaded(record.game)
    refuse_other_games(game)
    if record.start is None:
        raise NotSupported("hands in PHH begin at the start, and this one began elsewhere")
    positions = list(replay(record, game))
    fields: dict[str, Any] = {
        "variant": "FT",
        "antes": [0, 0],
        "blinds_or_straddles": BLINDS,
        "small_bet": SMALL_BET,
        "big_bet": BIG_BET,
        "starting_stacks": [STACK, STACK],
        "actions": _actions(positions),
        "hand": number,
        "players": list(record.players[::-1]),
    }
    if positions[-1].is_terminal:
        won = round(CHIPS * positions[-1].payoff)
        fields["finishing_stacks"] = [STACK - won, STACK + won]
    else:
        fields["_payoff"] = float(record.payoff)
    kept = {f"_{name}": getattr(record, name) for name in _KEPT}
    usual = {"_ending": "normal", "_reason": "", "_opening": 0, "_terms": ""}
    return fields | {key: value for key, value in kept.items() if usual.get(key) != value}


def _actions(positions: Sequence[Position]) -> list[str]:
    """Return what happened, in the words of the format."""
    found: list[str] = []
    dealt: list[int] = []
    for before, after in pairwise(positions):
        if before.is_chance:
            dealt.append(after.history[-1])
            if len(dealt) == 4:
                found += [f"d dh p1 {card_names(dealt[2:])}", f"d dh p2 {card_names(dealt[:2])}"]
            elif len(dealt) in (7, 8, 9):
                found.append(f"d db {card_names(dealt[4:7] if len(dealt) == 7 else dealt[-1:])}")
        else:
            found.append(_move(before, after))
    last = positions[-1]
    if last.is_terminal and last.history[-1] != FOLD:
        shown = {"p1": card_names(dealt[2:4]), "p2": card_names(dealt[:2])}
        found += [f"{who} sm {shown[who]}" for who in _showing(found)]
    return found


def _move(before: Position, after: Position) -> str:
    who = f"p{2 - before.mover}"
    if after.history[-1] == RAISE:
        return f"{who} cbr {level(before, after)}"
    return f"{who} {'f' if after.history[-1] == FOLD else 'cc'}"


def _showing(actions: Sequence[str]) -> list[str]:
    """Return who shows first: who bet last in the last round, or else who acts first in it."""
    last = max(k for k, action in enumerate(actions) if action.startswith("d "))
    bets = [action[:2] for action in actions[last:] if " cbr " in action]
    first = bets[-1] if bets else "p1"
    return [first, "p2" if first == "p1" else "p1"]


def _toml(fields: Mapping[str, Any]) -> str:
    """Return fields as TOML, one a line."""
    return "".join(f"{key} = {_lines(value) if key == 'actions' else _value(value)}\n" for key, value in fields.items())


def _lines(values: Sequence[str]) -> str:
    return "[\n" + "".join(f"  {_value(value)},\n" for value in values) + "]"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)
