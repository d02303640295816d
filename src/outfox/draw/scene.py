"""A position as a picture described in words and numbers: what a drawing shows, apart from how.

`scene` reads a position once; `outfox.draw.svg` and `outfox.draw.text` draw what it
returns. Nothing here knows colours or characters, so that notebook, terminal, reports, tests and web show
the same board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from outfox.draw import places
from outfox.rules.errors import BadSetting
from outfox.rules.vocabulary import CHANCE

LINES = "line across", "line down"
"""Names of pieces that are drawn as lines to the neighbouring points."""


class Position(Protocol):
    """What a drawing needs of a position; `outfox.rules.Position` has it."""

    @property
    def game(self) -> Any:
        """The game: its `name`, `players` and `module`."""

    @property
    def text(self) -> str:
        """The position in its own words."""

    @property
    def mover(self) -> int:
        """The player to move, CHANCE or TERMINAL."""

    def squares(self) -> Sequence[int] | None:
        """Return the piece on each point of BOARD, or None."""

    def name(self, action: int) -> str:
        """Return the name of an action."""


@dataclass(frozen=True)
class Kind:
    """A kind of piece: its name, its one text character, and the player who owns it (0, 1 or None)."""

    name: str
    mark: str
    owner: int | None = None


@dataclass(frozen=True)
class Option:
    """An action with its value, placed on the board.

    Attributes
    ----------
    name : str
        The action's name.
    value : float
        Player 0's payoff, as everywhere.
    weight : float
        How good it is for the side to move: 1 for the best option shown, 0 for the worst.
    start, end : int or None
        Points: both for a move, only `end` for a placement, none where the board does not show it.
    """

    name: str
    value: float
    weight: float
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Scene:
    """Everything that a drawing of one position shows.

    Attributes
    ----------
    game, text : str
        The game's name, and the position in its own words (all there is where a game has no board).
    players : tuple of str
        Names of players 0 and 1.
    seats : tuple of str
        Who plays for them, such as `("human", "mcts:simulations=2000")`; may be empty.
    mover : int or None
        The player to move, or None.
    turn : str
        The same in words: `"foxes to move"`, `"won by sheep"`.
    points, names, cells, lines, areas
        As in `outfox.rules.Board`.
    kinds : tuple of Kind
        Kinds 1, 2, ... of the pieces.
    pieces : tuple of int
        The number of the piece on each point, 0 where there is none.
    last : tuple of int
        Points that the last action touched.
    options : tuple of Option
        Valued actions, the best for the side to move first.
    heat : tuple of (float or None)
        A value for each point, or empty.
    caption : str
        A line under the board.
    """

    game: str
    text: str
    players: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    mover: int | None = None
    turn: str = ""
    points: tuple[tuple[float, float], ...] = ()
    names: tuple[str, ...] = ()
    cells: bool = True
    lines: tuple[tuple[int, int], ...] = ()
    areas: tuple[tuple[str, tuple[int, ...]], ...] = ()
    kinds: tuple[Kind, ...] = ()
    pieces: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    options: tuple[Option, ...] = ()
    heat: tuple[float | None, ...] = ()
    caption: str = ""

    def kind(self, point: int) -> Kind | None:
        """Return the kind of the piece on a point, or None."""
        number = self.pieces[point]
        return self.kinds[number - 1] if number else None

    @property
    def bare(self) -> bool:
        """Whether pieces are themselves the board's lines, as in dots and boxes."""
        return any(kind.name in LINES for kind in self.kinds)

    def describe(self) -> str:
        """Say in one paragraph what the board shows, for people who cannot see it."""
        if not self.points:
            return self.text
        parts = []
        for number, kind in enumerate(self.kinds, 1):
            where = [self.names[k] for k, piece in enumerate(self.pieces) if piece == number]
            if where:
                parts.append(f"{kind.name} on {', '.join(where)}")
        if self.last:
            parts.append("last action: " + ", ".join(self.names[k] for k in self.last))
        parts += [f"{option.name}: {option.value:+.3g}" for option in self.options]
        return "; ".join(parts) or "an empty board"


def scene(
    position: Position,
    last: Position | int | str | Sequence[int | str] | None = None,
    values: Mapping[Any, float] | None = None,
    heat: Mapping[str, float] | Sequence[float | None] | None = None,
    *,
    seats: Sequence[str] = (),
    caption: str = "",
) -> Scene:
    """Describe a position as a drawing.

    Parameters
    ----------
    position : Position
        What to draw. Without `BOARD` and `squares` in the game's rules the scene is its text.
    last : Position, int, str or sequence, optional
        What the last action touched: the position before it; the action's number, where the position has
        its history; its name; or points (names or numbers).
    values : mapping of action or action name to float, optional
        Player 0's payoff for actions of this position, such as a search returns.
    heat : mapping of point name to float, or one float a point, optional
        Values for points, such as position values. None and NaN are left out.
    seats : sequence of str
        Who plays for players 0 and 1.
    caption : str
        A line under the board.

    Returns
    -------
    Scene

    Raises
    ------
    RulesError
        Where the game's BOARD and `squares` do not fit together.
    BadSetting
        Where `last` or `heat` name points that the board does not have.
    """
    game = position.game
    players = tuple(game.players)
    board, squares = getattr(game.module, "BOARD", None), position.squares()
    names = board.names if board is not None and squares is not None else ()
    plain = Scene(
        game=game.name,
        text=position.text,
        players=players,
        seats=tuple(seats),
        mover=position.mover if position.mover in (0, 1) else None,
        turn=_turn(position, players),
        options=_options(position, values, names, squares),
        caption=caption,
    )
    if board is None or squares is None:
        return plain
    places.check(board, squares, game.name)
    return replace(
        plain,
        points=tuple((float(x), float(y)) for x, y in board.points),
        names=tuple(names),
        cells=bool(board.cells),
        lines=tuple(board.lines),
        areas=tuple((name, tuple(points)) for name, points in board.areas),
        kinds=kinds_of(board, players),
        pieces=tuple(int(piece) for piece in squares),
        last=places.touched(position, names, squares, last),
        heat=_heat(names, heat),
    )


def _turn(position: Any, players: tuple[str, ...]) -> str:
    if position.mover in (0, 1):
        return f"{players[position.mover]} to move"
    if position.mover == CHANCE:
        return "chance to move"
    payoff = float(position.payoff)
    if payoff == 0:
        return "a draw"
    return "won by " + players[0 if payoff > 0 else 1]


def kinds_of(board: Any, players: tuple[str, ...]) -> tuple[Kind, ...]:
    """Return the kinds of pieces of a board, each with the player whose name it bears."""
    owners = [_owner(piece, players) for piece in board.pieces]
    if len(owners) == len(players) and all(owner is None for owner in owners):
        owners = list(range(len(players)))
    return tuple(Kind(*kind) for kind in zip(board.pieces, board.marks, owners, strict=True))


def _owner(piece: str, players: tuple[str, ...]) -> int | None:
    """Return the player whose name a piece bears (fox: foxes; white pawn: white), or None."""
    for number, player in enumerate(players):
        wanted = player.casefold()
        for word in piece.casefold().replace("-", " ").replace("_", " ").split():
            stem = min(word, wanted, key=len)
            if word == wanted or (len(stem) > 2 and word[: len(stem)] == wanted[: len(stem)]):
                return number
    return None


def _options(
    position: Any, values: Mapping[Any, float] | None, names: Sequence[str], squares: Sequence[int] | None
) -> tuple[Option, ...]:
    """Place valued actions on the board, the best for the side to move first."""
    if not values:
        return ()
    sign = -1.0 if position.mover == 1 else 1.0
    best, worst = (sign * pick(sign * float(v) for v in values.values()) for pick in (max, min))
    span = abs(best - worst)
    options = []
    for action, value in values.items():
        weight = abs(float(value) - worst) / span if span else 1.0
        name = action if isinstance(action, str) else position.name(int(action))
        start, end = places.locate(position, action, name, names, squares)
        options.append(Option(name, float(value), weight, start, end))
    return tuple(sorted(options, key=lambda option: -sign * option.value))


def _heat(names: Sequence[str], heat: Mapping[str, float] | Sequence[float | None] | None) -> tuple[float | None, ...]:
    if heat is None:
        return ()
    if isinstance(heat, Mapping):
        unknown = [name for name in heat if name not in names]
        if unknown:
            raise BadSetting(f"heat names the point {unknown[0]!r}, which this board does not have")
        heat = [heat.get(name) for name in names]
    if len(heat) != len(names):
        raise BadSetting(f"heat has {len(heat)} values for {len(names)} points")
    return tuple(None if v is None or not math.isfinite(v) else float(v) for v in heat)
