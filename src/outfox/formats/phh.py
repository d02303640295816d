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
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from outfox.formats.cards import NoCard, card_names, parse_cards
from outfox.formats.game_record import GameRecord, replay
from outfox.formats.whole import put
from outfox.rules.errors import DamagedFile, IllegalAction, NotSupported
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position

GAME = "limit-holdem"
CHIPS = 2
"""In a big blind."""

BLINDS = [1, 2]
SMALL_BET, BIG_BET = 2, 4
STACK = 200
"""Chips that both begin with: more than four rounds can cost, so that nobody is ever all in."""

MOST = 48
"""Chips that a hand can cost."""

FOLD, CALL, RAISE = 0, 1, 2
SUFFIXES = ".phh", ".phhs"
_KEPT = ("rules_key", "ending", "reason", "opening", "seed", "task", "version", "terms")
_ACTION = re.compile(r"p([12]) (f|cc|cbr (\d+)|sm(?: ((?:[2-9TJQKA?][cdhs?]){2})?)?)")
_DEAL = re.compile(r"d (?:dh p([12]) (\S{4})|db (\S+))")


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
        return [_record(found, "the hand")]
    if not found or not all(isinstance(hand, dict) for hand in found.values()):
        raise DamagedFile("there is no hand: a hand has a variant")
    return [_record(hand, f"hand [{number}]") for number, hand in found.items()]


def load_hands(path: str | Path) -> list[GameRecord]:
    """Read a `.phh` or `.phhs` file; errors name the file.

    Raises
    ------
    DamagedFile, NotSupported
        As `read_hands`.
    """
    try:
        return read_hands(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DamagedFile(f"{path}: not a text file: {error.reason} at byte {error.start}") from None
    except (DamagedFile, NotSupported) as error:
        raise type(error)(f"{path}: {error}") from None


# -- writing -----------------------------------------------------------------------------------------------


@cache
def _loaded(spec: str) -> Game:
    return load(spec)


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
    game = _loaded(record.game)
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
        return f"{who} cbr {_level(before, after)}"
    return f"{who} {'f' if after.history[-1] == FOLD else 'cc'}"


def _level(before: Position, after: Position) -> int:
    """Return how many chips the raiser has put in in this round: what it raises to."""
    each = SMALL_BET if before.state.round < 2 else BIG_BET
    return int(after.state.raises) * each


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


# -- reading -----------------------------------------------------------------------------------------------


def _record(hand: Mapping[str, Any], what: str) -> GameRecord:
    """Return a hand as a record."""
    unit = _unit(hand, what)
    game = _loaded(GAME)
    actions = _strings(hand, "actions", what)
    position, names = _played(game, actions, unit, what)
    ending = str(hand.get("_ending", "normal"))
    if position.is_terminal:
        payoff = position.payoff
        _check_stacks(hand, payoff, unit, what)
    elif ending == "normal":
        raise DamagedFile(f"{what} is not over after {len(actions)} actions")
    else:
        payoff = float(hand.get("_payoff", 0.0))
    players = _strings(hand, "players", what) if "players" in hand else ["", ""]
    if len(players) != 2:
        raise DamagedFile(f"{what} has {len(players)} names of players")
    return GameRecord(
        game=game.spec,
        rules_key=str(hand.get("_rules_key", game.rules_key)),
        players=(players[1], players[0]),
        payoff=payoff,
        ending=ending,
        reason=str(hand.get("_reason", "")),
        actions=position.history,
        names=tuple(names),
        opening=_whole(hand, "_opening", what),
        seed=_whole(hand, "_seed", what),
        task=tuple(int(number) for number in hand.get("_task", [])),
        start=0,
        position="",
        version=str(hand.get("_version", "")),
        terms=str(hand.get("_terms", "")),
    )


def _unit(hand: Mapping[str, Any], what: str) -> int:
    """Return the chips of a small blind; refuse other games."""
    if hand.get("variant") != "FT":
        raise NotSupported(f"{what} is of variant {hand.get('variant')!r}; FT, limit hold'em, is what is read here")
    blinds = hand.get("blinds_or_straddles")
    sizes = [blinds, hand.get("small_bet"), hand.get("big_bet"), hand.get("antes")]
    unit = blinds[0] if isinstance(blinds, list) and blinds and isinstance(blinds[0], int) else 0
    if unit < 1 or sizes != [[unit, 2 * unit], 2 * unit, 4 * unit, [0, 0]]:
        raise NotSupported(
            f"{what} has blinds {blinds}, bets of {sizes[1]} and {sizes[2]}, antes {sizes[3]}; read here is heads-up"
            " limit hold'em with blinds [1, 2], bets of 2 and 4 and no antes, or a multiple of these"
        )
    stacks = hand.get("starting_stacks")
    enough = isinstance(stacks, list) and len(stacks) == 2 and all(isinstance(s, (int, float)) for s in stacks)
    if not enough or min(stacks) <= MOST * unit:  # type: ignore[arg-type]
        raise NotSupported(f"{what} has starting stacks {stacks}: somebody could be all in with {MOST * unit} or less")
    return unit


def _strings(hand: Mapping[str, Any], name: str, what: str) -> list[str]:
    found = hand.get(name)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise DamagedFile(f"{what}: {name} is to be a list of strings")
    return found


def _whole(hand: Mapping[str, Any], name: str, what: str) -> int:
    found = hand.get(name, 0)
    if not isinstance(found, int) or found < 0:
        raise DamagedFile(f"{what}: {name} is to be a number from 0")
    return found


def _played(game: Game, actions: Sequence[str], unit: int, what: str) -> tuple[Position, list[str]]:
    """Play a hand; return where it ended, and the names of its plies."""
    lines = [action.partition("#")[0].strip() for action in actions]
    holes = _holes(lines, what)
    position, names = game.start(), list[str]()
    for card in (*holes[2], *holes[1]):
        names.append(position.name(card))
        position = position.play(card)
    for line in lines:
        try:
            for code in _codes(line, position, holes, unit):
                after = position.play(code)
                names.append(position.name(code))
                position = after
        except (IllegalAction, NoCard, ValueError) as error:
            raise DamagedFile(f"{what}: {line!r}: {error}") from None
    return position, names


def _holes(lines: Sequence[str], what: str) -> dict[int, list[int]]:
    """Return the hands of p1 and p2."""
    holes: dict[int, list[int]] = {}
    for line in lines:
        deal = _DEAL.fullmatch(line)
        if deal is not None and deal[1]:
            if "?" in deal[2]:
                raise NotSupported(f"{what}: the cards of p{deal[1]} are not known, and a game needs them")
            try:
                holes[int(deal[1])] = parse_cards(deal[2])
            except NoCard as error:
                raise DamagedFile(f"{what}: {line!r}: {error}") from None
    if set(holes) != {1, 2} or set(holes[1]) & set(holes[2]):
        raise DamagedFile(f"{what}: p1 and p2 are to be dealt two cards each, which differ")
    return holes


def _codes(line: str, position: Position, holes: Mapping[int, list[int]], unit: int) -> list[int]:
    """Return what a line plays or deals; nothing for hands, which are dealt first, and for showing them."""
    deal, action = _DEAL.fullmatch(line), _ACTION.fullmatch(line)
    if deal is not None:
        return [] if deal[1] else _board(deal[3], position)
    if action is None:
        raise ValueError("is no action: p1 f, p1 cc, p1 cbr 4, p1 sm AsKs, d dh p1 AsKs, d db 2c3c4c")
    if action[2].startswith("sm"):
        if action[4] and "?" not in action[4] and set(parse_cards(action[4])) != set(holes[int(action[1])]):
            raise ValueError(f"p{action[1]} was dealt {card_names(holes[int(action[1])])}")
        return []
    if position.is_chance or position.is_terminal or f"p{2 - position.mover}" != f"p{action[1]}":
        raise ValueError(f"it is not the turn of p{action[1]}")
    code = {"f": FOLD, "cc": CALL}.get(action[2], RAISE)
    if code == RAISE and RAISE in position.legal:
        wanted = _level(position, position.play(RAISE)) * unit
        if int(action[3]) != wanted:
            raise ValueError(f"the bet is to be {wanted}")
    return [code]


def _board(text: str, position: Position) -> list[int]:
    cards = parse_cards(text)
    due = 3 if position.is_chance and position.state.dealt == 4 else int(position.is_chance)
    if len(cards) != due:
        raise ValueError(f"{due} cards of the board are due, not {len(cards)}")
    return cards


def _check_stacks(hand: Mapping[str, Any], payoff: float, unit: int, what: str) -> None:
    """Refuse finishing stacks that are not what the hand leads to."""
    end = hand.get("finishing_stacks")
    won = round(CHIPS * payoff) * unit
    start = hand["starting_stacks"]
    if end is not None and end != [start[0] - won, start[1] + won]:
        raise DamagedFile(f"{what} ends with {[start[0] - won, start[1] + won]}, not with {end}")
