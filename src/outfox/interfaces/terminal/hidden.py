"""What a person is shown of a game with hidden information: what its seat has seen, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import Any

from outfox.draw.lettering import printable, wrap
from outfox.interfaces.cli.help import width
from outfox.rules import IllegalAction, NotSupported, Position
from outfox.rules.seen import Seen, seen_by
from outfox.rules.twin import twin_class
from outfox.rules.vocabulary import CHANCE

UNSEEN = "(you do not see it)"


def refuse_two(game: Any, persons: int) -> None:
    """Refuse a View that cannot be given, and two people who would look into each other's hands.

    Raises
    ------
    NotSupported
    """
    if game.view is None:
        raise NotSupported(f"{game.name} has a View that players cannot be given; outfox check says what it lacks")
    if persons == 2:
        raise NotSupported(
            f"two people at one screen would see each other's side of {game.name}: play against a player"
        )


def whole(positions: list[Position]) -> list[Position]:
    """Return the positions of a game from its start: play may have begun after some moves (``--moves``)."""
    first = positions[0]
    if first.start is None or not first.history:
        return positions
    earlier = [first.game.start(first.start)]
    for action in first.history[:-1]:
        earlier.append(earlier[-1].play(action))
    return [*earlier, *positions]


def seen_now(positions: list[Position]) -> Seen:
    """Return what the mover of the last position sees."""
    here = positions[-1]
    own = [after.history[-1] for before, after in pairwise(whole(positions)) if before.mover == here.mover]
    return seen_by(here.game, here, tuple(own))


def view_of(position: Position, seat: int) -> Any:
    """Return what a seat has seen, as a record."""
    assert position.game.view is not None
    view = twin_class(position.game.view)()
    position.game.call("observe", position.state, seat, view)
    return view


def told(before: Position, after: Position, seat: int | None) -> str:
    """Return the name of an action as far as a seat knows it: not where another would look the same to it."""
    action = after.history[-1]
    if seat is None or before.mover == seat:
        return before.name(action)
    others = [outcome for outcome, _ in before.chance] if before.is_chance else before.legal
    mine = view_of(after, seat).key()
    alike = any(view_of(before.play(other), seat).key() == mine for other in others if other != action)
    return UNSEEN if alike else before.name(action)


def unknown(positions: list[Position], seat: int) -> set[int]:
    """Return the plies of which a seat does not know what happened, for all that it has seen by now.

    A card that the other folded stays unknown; one that was shown is known, however long ago it was dealt. Plies are
    counted from the first of the positions; those before it, if play began after some moves, are negative.
    """
    begin, positions = len(positions), whole(positions)
    begin = len(positions) - begin
    mine = view_of(positions[-1], seat).key()
    unseen = [ply for ply, pair in enumerate(pairwise(positions)) if told(*pair, seat) == UNSEEN]
    return {ply - begin for ply in unseen if _alike(positions, ply, seat, mine)}


def _alike(positions: list[Position], ply: int, seat: int, mine: Any) -> bool:
    """Say whether something else at a ply would have led to the same view, all the rest being as it was."""
    before, rest = positions[ply], [after.history[-1] for after in positions[ply + 2 :]]
    others = [outcome for outcome, _ in before.chance] if before.is_chance else before.legal
    for other in others:
        if other == positions[ply + 1].history[-1]:
            continue
        with suppress(IllegalAction):
            there = before.play(other)
            for action in rest:
                there = there.play(action)
            if view_of(there, seat).key() == mine:
                return True
    return False


def board(positions: list[Position], seat: int) -> str:
    """Return what a seat has seen as text; at the end all that there was, if it knows that by then."""
    here = positions[-1]
    if here.is_terminal and not unknown(positions, seat):
        return here.text
    lines = _public(here) if here.game.has("public") else _fields(here, seat)
    return "\n".join(row for line in [*_alone(positions, seat), *lines] for row in _filled(printable(line)))


def _filled(line: str) -> list[str]:
    """Break a line that is too long; another keeps its columns."""
    return [line] if len(line) <= width() else wrap(line, width())


def _public(here: Position) -> list[str]:
    out = here.game.new_state()
    here.game.call("public", here.state, out)
    return here.game.text(out).splitlines()


def _fields(here: Position, seat: int) -> list[str]:
    view = view_of(here, seat)
    return [f"{name}: {' '.join(str(view[name]).split()).strip('[]')}" for name in view.names]


def _alone(positions: list[Position], seat: int) -> list[str]:
    """Return what chance has shown to one seat alone."""
    names = []
    for before, after in pairwise(whole(positions)):
        if before.mover == CHANCE and before.game.call("sees", before.state.copy(), after.history[-1]) == seat:
            names.append(told(before, after, seat))
    return [", ".join(names)] if names else []
