r"""Lines of the ACPC protocol, version 2.0.0, for heads-up limit hold'em: what a dealer says, what a client answers.

A dealer's line tells one player what it sees, after everything that happens; whose turn it is answers with the same
line and an action::

    MATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c
    MATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c:c

The fields are the position, the number of the hand, the bets (`f` folds, `c` checks or calls, `r` bets or raises; `/`
between rounds), and the cards: the hands by position, then flop, turn and river. Position 0 is the big blind, which is
player 1 of `limit-holdem`; position 1 is the dealer, player 0. Lines end with CR and LF.

Sources
    *ACPC Protocol Specification, version 2.0.0*, Annual Computer Poker Competition, 2010.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from outfox.formats.cards import NoCard, card_names, parse_cards
from outfox.rules.errors import OutfoxError

VERSION = "VERSION:2.0.0"
END = "\r\n"
LETTERS = "fcr"
"""What is played, in the order of the actions of `limit-holdem`."""

BOARDS = 3, 1, 1
"""Cards of flop, turn and river."""

_VERSION = re.compile(r"VERSION:2\.0\.\d+")
_STATE = re.compile(r"MATCHSTATE:([01]):(0|[1-9]\d{0,9}):([fcr/]*):([2-9TJQKAcdhs]*)\|([2-9TJQKAcdhs/]*)")
# What a round can be: before the flop, where the big blind is the first of four bets, and after it.
_OPEN = re.compile(r"c?r{0,3}"), re.compile(r"c?r{0,4}")
_DONE = re.compile(r"cc|c?r{1,3}c"), re.compile(r"cc|c?r{1,4}c")
_FOLDED = re.compile(r"f|c?r{1,3}f"), re.compile(r"c?r{1,4}f")


class BadLine(OutfoxError, ValueError):
    """A line is not of the protocol; the message shows it and says why."""


@dataclass(frozen=True)
class MatchState:
    """What a player sees of a hand.

    Attributes
    ----------
    position
        The player's: 0 is the big blind, 1 the dealer.
    hand
        Its number.
    betting
        The letters of each round that was begun.
    holes
        The cards of position 0 and of position 1; none where they are not seen.
    board
        Flop, turn and river, as far as they were dealt.
    """

    position: int
    hand: int
    betting: tuple[str, ...]
    holes: tuple[tuple[int, ...], tuple[int, ...]]
    board: tuple[tuple[int, ...], ...] = ()

    @property
    def folded(self) -> bool:
        """Whether somebody folded."""
        return self.betting[-1].endswith("f")

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.folded or (len(self.betting) == 4 and done(3, self.betting[3]))

    @property
    def acting(self) -> int | None:
        """The position whose turn it is; None where the hand is over. The dealer begins, later the big blind."""
        if self.over:
            return None
        return (len(self.betting[-1]) + (len(self.betting) == 1)) % 2

    @property
    def letters(self) -> str:
        """What was played, the rounds run together."""
        return "".join(self.betting)


def done(number: int, letters: str) -> bool:
    """Say whether a round of betting ended without a fold.

    Examples
    --------
    >>> done(0, "cc"), done(0, "c"), done(1, "rrc")
    (True, False, True)
    """
    return _DONE[number > 0].fullmatch(letters) is not None


def rounds(letters: str) -> tuple[str, ...]:
    """Divide what was played into rounds, the one that is begun by the last letter included.

    Examples
    --------
    >>> rounds("rrcrc"), rounds(""), rounds("ccccccrc")
    (('rrc', 'rc', ''), ('',), ('cc', 'cc', 'cc', 'rc'))
    """
    found = [""]
    for letter in letters:
        found[-1] += letter
        if len(found) < 4 and done(len(found) - 1, found[-1]):
            found.append("")
    return tuple(found)


def format_state(state: MatchState) -> str:
    """Return a dealer's line, without its end.

    Examples
    --------
    >>> format_state(MatchState(0, 0, ("rrc", ""), ((33, 51), ()), ((0, 24, 6),)))
    'MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h'
    """
    holes = "|".join(card_names(cards) for cards in state.holes)
    board = "".join("/" + card_names(cards) for cards in state.board)
    return f"MATCHSTATE:{state.position}:{state.hand}:{'/'.join(state.betting)}:{holes}{board}"


def format_answer(state: MatchState, letter: str) -> str:
    """Return a client's line, without its end."""
    return f"{format_state(state)}:{letter}"


def parse_version(line: str) -> None:
    """Refuse what is not the line that a client begins with.

    Raises
    ------
    BadLine
    """
    if _VERSION.fullmatch(line) is None:
        raise BadLine(f"{_shown(line)} is not {VERSION}, with which a client begins")


def is_comment(line: str) -> bool:
    """Say whether a line is one that clients may ignore."""
    return line.startswith(("#", ";"))


def parse_state(line: str) -> MatchState:
    """Read a dealer's line, without its end.

    Raises
    ------
    BadLine
        Where it is none, or tells what cannot be in heads-up limit hold'em.

    Examples
    --------
    >>> state = parse_state("MATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c")
    >>> state.betting, state.acting, state.holes[0]
    (('rrc', 'rc', ''), 0, (33, 51))
    """
    fields = _STATE.fullmatch(line)
    if fields is None:
        raise BadLine(f"{_shown(line)} is not MATCHSTATE:position:hand:betting:cards")
    second, *boards = fields[5].split("/")
    try:
        holes = tuple(parse_cards(fields[4])), tuple(parse_cards(second))
        board = tuple(tuple(parse_cards(cards)) for cards in boards)
    except NoCard as error:
        raise BadLine(f"{_shown(line)}: {error}") from None
    state = MatchState(int(fields[1]), int(fields[2]), tuple(fields[3].split("/")), holes, board)
    fault = _fault(state)
    if fault:
        raise BadLine(f"{_shown(line)}: {fault}")
    return state


def parse_answer(line: str, state: MatchState) -> str:
    """Read a client's line, without its end, as the answer to a state; return the letter.

    Raises
    ------
    BadLine
        Where it answers something else.

    Examples
    --------
    >>> state = parse_state("MATCHSTATE:0:0:r:TdAs|")
    >>> parse_answer("MATCHSTATE:0:0:r:TdAs|:c", state)
    'c'
    """
    before, _, letter = line.rpartition(":")
    if before != format_state(state) or letter not in tuple(LETTERS):
        raise BadLine(f"{_shown(line)} is not {format_state(state)} with :f, :c or :r")
    return letter


def _fault(state: MatchState) -> str:
    """Say what is wrong with a state; empty where nothing is."""
    begun = len(state.betting)
    if begun > 4:
        return f"{begun} rounds of betting; there are four"
    for number, letters in enumerate(state.betting):
        last = number == begun - 1
        ends = [_OPEN, _FOLDED] if last else [_DONE]
        if last and number == 3:
            ends.append(_DONE)
        if not any(kind[number > 0].fullmatch(letters) for kind in ends):
            return f"{letters!r} is no {'end' if not last else 'beginning'} of a round of betting"
    sizes = [len(cards) for cards in state.board]
    if sizes != list(BOARDS[: begun - 1]):
        return f"the board has {sizes} cards where {list(BOARDS[: begun - 1])} are dealt"
    if len(state.holes[state.position]) != 2 or len(state.holes[1 - state.position]) not in (0, 2):
        return "a hand has two cards, and a player sees its own"
    if bool(state.holes[1 - state.position]) != (state.over and not state.folded):
        return "the other's hand is shown at the end, unless somebody folded, and not before"
    return _twice([*state.holes, *state.board])


def _twice(groups: Sequence[Sequence[int]]) -> str:
    cards = [card for group in groups for card in group]
    again = [card for card in cards if cards.count(card) > 1]
    return f"{card_names(again[:1])} is there twice" if again else ""


def _shown(line: str) -> str:
    return repr(line if len(line) <= 100 else line[:97] + "...")
