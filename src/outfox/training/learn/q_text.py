"""What Q-learning found, as text that fits 80 columns."""

from __future__ import annotations

import textwrap

from outfox.draw.lettering import WIDTH
from outfox.rules.game import Game
from outfox.training.learn.q_grade import QGrade, QSeat, QShare
from outfox.training.learn.q_hidden import QHiddenGrade
from outfox.training.learn.q_hidden_text import hidden_lines
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.q_train import QTrained


def to_text(found: QTrained) -> str:
    """Return the result in words."""
    played, players = found.played, found.game.players
    won = ", ".join(f"{players[k]} won {100 * played.wins[k] / played.episodes:.0f} %" for k in (0, 1))
    lines = [
        *textwrap.wrap(f"{found.game.spec}: {_many(found)} games of self-play, seed {found.seed}", WIDTH),
        *textwrap.wrap(_how(found.settings), WIDTH, initial_indent="  ", subsequent_indent="  "),
        f"  known   {played.states:,} positions, {_known(found)} actions",
        f"  played  {played.plies / played.episodes:.1f} plies a game; {won}",
    ]
    if played.cut:
        lines.append(f"          {played.cut:,} games were cut after {found.settings.plies:,} plies, as endless play")
    if found.cpu_seconds:
        lines.append(f"  speed   {played.episodes / found.cpu_seconds:,.0f} games a CPU second")
    lines.append("")
    if found.grade is None:
        lines.append("Not graded: the game is too large to be solved, or cannot be.")
    elif isinstance(found.grade, QHiddenGrade):
        lines += hidden_lines(
            found.game, tuple((stop, one) for stop, one in found.curve if isinstance(one, QHiddenGrade))
        )
    else:
        curve = tuple((stop, one) for stop, one in found.curve if isinstance(one, QGrade))
        lines += [*curve_lines(curve), ""]
        for seat in found.grade.seats:
            lines += _seat(found, seat)
        lines += ["", *textwrap.wrap(start_text(found.game, found.grade), WIDTH)]
    return "\n".join(lines)


def _known(found: QTrained) -> str:
    if found.table.hidden:
        return f"{found.table.positions:,} information sets with {len(found.table.actions):,}"
    return f"{found.played.actions:,}"


def _many(found: QTrained) -> str:
    played, wanted = found.played.episodes, found.settings.episodes
    return f"{played:,}" if found.stopped == "episodes" else f"interrupted after {played:,} of {wanted:,}"


def _how(settings: QSettings) -> str:
    return (
        f"{settings.algorithm}, {settings.convention}, alpha {_course(settings, 'alpha')},"
        f" epsilon {_course(settings, 'epsilon')}, ties {settings.ties}" + ", afterstates" * settings.afterstates
    )


def _course(settings: QSettings, name: str) -> str:
    value, schedule, floor = (getattr(settings, f"{name}{part}") for part in ("", "_schedule", "_floor"))
    return f"{value:g}" if schedule == "constant" else f"{value:g} to {floor:g} ({schedule})"


def curve_lines(curve: tuple[tuple[int, QGrade], ...]) -> list[str]:
    """Return a table: after so many games, the share of best actions by what a position is worth."""
    last = curve[-1][1]
    kinds = [name for name in ("won", "drawn", "all") if getattr(last, name).positions]
    heads = [f"{name} ({getattr(last, name).positions:,})" for name in kinds]
    lines = ["Best actions among those it would choose, in positions that the mover has"]
    lines.append(f"  {'games':>12}" + "".join(f"{head:>17}" for head in heads) + f"{'blunders in':>13}")
    for stop, grade in curve:
        shares = "".join(f"{100 * getattr(grade, name).share:>15.1f} %" for name in kinds)
        lines.append(f"  {stop:>12,}{shares}{grade.blunders:>13,}")
    return lines


def _seat(found: QTrained, seat: QSeat) -> list[str]:
    name = found.game.players[seat.player]
    lines = [f"As {name}: {_shares(seat)}."]
    met = f"{seat.in_play.positions:,} positions that it can come to when it plays by its values"
    if not seat.in_play.positions:
        return lines
    if not seat.blunders:
        lines += textwrap.wrap(f"No blunder in the {met}.", WIDTH, initial_indent="  ", subsequent_indent="  ")
        return lines
    share = 100 * (1 - seat.in_play.share)
    text = f"Blunders in {seat.blunders:,} of the {met} ({share:.1f} %); the worst:"
    lines += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")
    for one in seat.worst:
        lines.append(f"    {one.chosen}, not {one.best}, which gives away {one.loss:g}:")
        lines += [f"      {line}" for line in one.position.splitlines()]
    return lines


def _shares(seat: QSeat) -> str:
    kinds: list[tuple[str, QShare]] = [("won", seat.won), ("drawn", seat.drawn)]
    parts = [f"{100 * share.share:.1f} % of {share.positions:,} {name}" for name, share in kinds if share.positions]
    return ", ".join(parts) + " positions right" if parts else "no position is won or drawn"


def start_text(game: Game, grade: QGrade) -> str:
    """Say who wins from the start with best play, and so who cannot, however well it has learned."""
    value = grade.value
    if game.has("chance") or game.has("sample_chance"):
        return f"With best play the start is worth {value:+.4f} to {game.players[0]}."
    if value == 0:
        return "With best play the start is a draw: neither side can win against perfect play."
    winner = 0 if value > 0 else 1
    won, lost = game.players[winner], game.players[1 - winner]
    first = game.players[game.start().mover]
    kind = f"This is a lost start for {lost}" if lost == first else f"This is a won start for {won}"
    return (
        f"{kind}: with best play {won} wins. {lost} cannot win against perfect play, however long it learns; that is no"
        f" fault of what it has learned."
    )
