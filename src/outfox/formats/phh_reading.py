"""Hands of limit hold'em in the PHH format: how one that was read becomes a record, tested action by action.

The format is described in `outfox.formats.phh`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from outfox.formats.cards import NoCard, card_names, parse_cards
from outfox.formats.game_record import GameRecord
from outfox.rules.errors import DamagedFile, IllegalAction, NotSupported
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position

GAME = "limit-holdem"
CHIPS = 2
"""In a big blind."""

BLINDS = [1, 2]
SMALL_BET, BIG_BET = 2, 4
MOST = 48
"""Chips that a hand can cost."""

FOLD, CALL, RAISE = 0, 1, 2
_ACTION = re.compile(r"p([12]) (f|cc|cbr (\d+)|sm(?: ((?:[2-9TJQKA?][cdhs?]){2})?)?)")
_DEAL = re.compile(r"d (?:dh p([12]) (\S{4})|db (\S+))")


@cache
def loaded(spec: str) -> Game:
    """Return a game, loaded once."""
    return load(spec)


def record_of(hand: Mapping[str, Any], what: str) -> GameRecord:
    """Return a hand as a record."""
    unit = _unit(hand, what)
    game = loaded(GAME)
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
        wanted = level(position, position.play(RAISE)) * unit
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


def level(before: Position, after: Position) -> int:
    """Return how many chips the raiser has put in in this round: what it raises to."""
    each = SMALL_BET if before.state.round < 2 else BIG_BET
    return int(after.state.raises) * each
