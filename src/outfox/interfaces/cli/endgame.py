"""`outfox endgame`: exact values of every position with one fox or two and few sheep."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.crew import crew_of
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.options import StartOptions, load_game, start_position
from outfox.interfaces.cli.output import fit, show, size, table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.methods.endgame.cost import Cost
    from outfox.methods.endgame.endgames import Endgames
    from outfox.methods.endgame.solve import Endgame
    from outfox.methods.endgame.verify import Verified
    from outfox.rules import Game, Position
    from outfox.workers.pool import Workers


def endgame(
    game: str,
    /,
    *,
    sheep: int = 9,
    foxes: int = 1,
    rows: str = "",
    out: str = "",
    verify: bool = False,
    workers: int = 0,
    ray: str = "",
    estimate: bool = False,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Value every position with few sheep and one fox or two exactly, and keep the tables.

    There is no draw by quiet plies in them: play that never ends is a draw. Tables that are there are not made again,
    and work that was cut off goes on where it was. With --position or --moves the value of a position is looked up,
    and of what its actions lead to.

    Parameters
    ----------
    game
        starve-the-fox, with parameters if you like.
    sheep
        The most sheep; the tables of all numbers from 9 on are made.
    foxes
        1 or 2; tables of two foxes need those of one, which are made before.
    rows
        Only positions that play can reach from so many sheep in each row, row 1 first, such as 0010333.
    out
        The folder for the tables; default: one in the user's cache.
    verify
        Test every state of the tables by other means than those that made them.
    workers
        Processes; 0: one, and on a cluster one for each core. They change nothing but the time.
    ray
        Address of a Ray cluster that does the work instead: HOST:PORT, auto, or local; needs outfox[ray]. Its machines
        must see the folder.
    estimate
        Make no table; print what tables of all numbers of sheep and foxes cost, and the whole game.
    parameters
        Parameters of the game.
    """
    from outfox.methods.endgame.board import default_folder

    chosen = options or StartOptions()
    loaded = load_game(game, chosen.param, parameters, "endgame")
    if workers < 0:
        raise UsageError(f"--workers must be 0 or more, not {workers}")
    below = _counts(rows) if rows else None
    folder = Path(out).expanduser() if out else default_folder(loaded, rows)
    with ProgressLine("endgame") as line:
        line.listen()
        if estimate:
            data, lines = _estimate(loaded, sheep, folder)
        elif chosen.position or chosen.moves:
            data, lines = _look_up(loaded, folder, start_position(loaded, chosen.moves, chosen.position))
        else:
            data, lines = _make(loaded, (foxes, sheep), below, folder, crew_of(workers, ray, 1), verify, line)
    show(data, "\n".join(map(fit, lines)), chosen.json)
    return DONE


def _counts(rows: str) -> tuple[int, ...]:
    from outfox.methods.endgame.rank import named
    from outfox.rules.errors import UnknownName

    try:
        return named(rows)
    except UnknownName as error:
        raise UsageError(f"--rows {error}") from None


def _make(
    game: Game,
    most: tuple[int, int],
    below: tuple[int, ...] | None,
    folder: Path,
    workers: Workers,
    verify: bool,
    line: ProgressLine,
) -> tuple[dict[str, Any], list[str]]:
    """Make tables of at most so many foxes and sheep, or below some sheep in each row."""
    from outfox.methods.endgame.endgames import Endgames
    from outfox.methods.endgame.solve import refuse_beyond_disk, solve_endgames
    from outfox.methods.endgame.verify import verify_endgames
    from outfox.workers.pool import kept

    begun, cpu, verified = time.monotonic(), _cpu_seconds(), []
    foxes, sheep = most
    try:
        if below is None:
            refuse_beyond_disk(game, sheep, folder, foxes)
        with kept(workers) as crew:  # ended before their time and memory are counted
            solved = solve_endgames(game, sheep, folder, crew, line.share, below, foxes)
            tables, spent = Endgames(game, folder), time.monotonic()
            if verify:
                verified = verify_endgames(tables, folder, crew, line.share, [(e.foxes, e.sheep) for e in solved])
    except OSError as error:
        raise UsageError(f"--out {folder}: {error.strerror or error}") from None
    times = {
        "seconds": time.monotonic() - begun,
        "verify_seconds": time.monotonic() - spent if verify else 0.0,
        "cpu_seconds": _cpu_seconds() - cpu,
    }
    return _made(tables, folder, solved, verified, times, isinstance(workers, int))


def _made(
    tables: Endgames,
    folder: Path,
    solved: Sequence[Endgame],
    verified: Sequence[Verified],
    times: dict[str, float],
    here: bool,
) -> tuple[dict[str, Any], list[str]]:
    """Return the tables that were made or found, for programs and for people; `here`: all the work was done here."""
    data: dict[str, Any] = {
        "game": tables.game.spec,
        "rules_key": tables.game.rules_key,
        "folder": str(folder),
        "tables": [_table_dict(e, tables.game.players) for e in solved],
        "verified": [asdict(v) for v in verified] or None,
        "endless": tables.game.endless,
        "memory_bytes": _peak(),
        **times,
    }
    which = "every placement" if all(e.complete for e in solved) else "some placements"
    lines = [f"{which}; endless play is a draw, no draw by quiet plies", ""]
    lines += _shares(solved, tables.game.players)
    lines += ["", *_work(solved), "", f"tables in {folder}"]
    for v in verified:
        of = f"{v.foxes} {'fox' if v.foxes == 1 else 'foxes'}, {v.sheep} sheep"
        lines.append(f"verified: {of}, all {v.states:,} states; {v.compared:,} by the rules")
    if verified:
        lines.append(f"verified in {times['verify_seconds']:.0f} s")
    which = "in the largest process" if here else "in this process, without those of the cluster"
    lines.append(f"memory: {size(data['memory_bytes'])} {which}")
    return data, lines


def _table_dict(e: Endgame, players: tuple[str, str]) -> dict[str, Any]:
    wins = {
        f"{players[turn]}_to_move": dict(zip((players[0], "draw", players[1]), e.counts(turn), strict=True))
        for turn in (0, 1)
    }
    return {
        "foxes": e.foxes,
        "sheep": e.sheep,
        "complete": e.complete,
        "configurations": e.configurations,
        "states": e.states,
        "counts": wins,
        "valued": e.valued,
        "path": str(e.path),
        "bytes": e.bytes,
        "seconds": e.seconds,
        "cpu_seconds": e.cpu_seconds,
    }


def _shares(solved: Sequence[Endgame], players: tuple[str, str]) -> list[str]:
    head = ("foxes", "sheep", "to move", "positions", f"{players[0]} win", "draw", f"{players[1]} win")
    rows = [
        (
            f"{e.foxes}",
            f"{e.sheep}",
            players[turn],
            f"{e.placements:,}",
            *(f"{100 * n / e.placements:.4f} %" for n in e.counts(turn)),
        )
        for e in solved
        for turn in (0, 1)
    ]
    return table([head, *rows], right=(0, 1, 3, 4, 5, 6))


def _work(solved: Sequence[Endgame]) -> list[str]:
    head = ("foxes", "sheep", "seconds", "CPU s", "configurations", "a CPU s", "size")
    rows = [
        (
            f"{e.foxes}", f"{e.sheep}", f"{e.seconds:.0f}", f"{e.cpu_seconds:.0f}", f"{e.configurations:,}",
            f"{e.configurations / max(e.cpu_seconds, 1e-9):,.0f}", size(e.bytes),
        )
        for e in solved
    ]  # fmt: skip
    return table([head, *rows], right=range(7))


def _cpu_seconds() -> float:
    """Return the processor time of this process and of workers that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _peak() -> int:
    """Return the most memory that this process or one of its workers had, in bytes."""
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return most * (1 if sys.platform == "darwin" else 1024)


# -- estimates -------------------------------------------------------------------------------------------------


def _estimate(game: Game, sheep: int, folder: Path) -> tuple[dict[str, Any], list[str]]:
    from outfox.methods.endgame.board import endgame_rules
    from outfox.methods.endgame.cost import MOST, costs, measured_rate, tried_rate
    from outfox.methods.endgame.solve import found_endgames
    from outfox.methods.endgame.tables import FOXES

    rules = endgame_rules(game)
    found = [e for e in found_endgames(rules, folder) if e.cpu_seconds > 1]
    there = {foxes: [e for e in found if e.foxes == foxes] for foxes in FOXES}
    rates = {foxes: measured_rate(known) if known else tried_rate(game, foxes) for foxes, known in there.items()}
    spent = costs(rates, max(sheep, MOST))
    data = {
        "game": rules.spec,
        "cpu_seconds_per_configuration": list(rates.values()),
        "measured_on": [[e.sheep for e in known] or "trial" for known in there.values()],
        "costs": [asdict(c) for c in spent],
        "total": {name: sum(getattr(c, name) for c in spent) for name in ("states", "bytes", "cpu_seconds")},
    }
    lines = [
        f"{FOXES[foxes]}: {1e6 * rate:.2f} microseconds of CPU time a configuration, "
        + ("by tables there" if there[foxes] else "by a small trial")
        for foxes, rate in rates.items()
    ]
    return data, [*lines, "", *_cost_table(spent)]


def _cost_table(found: Sequence[Cost]) -> list[str]:
    head = ("foxes", "sheep", "configurations", "states", "size", "memory", "CPU time")
    rows = [
        (
            f"{c.foxes}",
            f"{c.sheep}",
            f"{c.configurations:,}",
            f"{c.states:,}",
            size(c.bytes),
            size(c.memory),
            _span(c.cpu_seconds),
        )
        for c in found
    ]
    total = ("all", "", "", f"{sum(c.states for c in found):,}", size(sum(c.bytes for c in found)))
    rows.append((*total, "", _span(sum(c.cpu_seconds for c in found))))
    return table([head, *rows], right=range(7))


def _span(seconds: float) -> str:
    for unit, length in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s"


# -- looking up ------------------------------------------------------------------------------------------------


def _look_up(game: Game, folder: Path, position: Position) -> tuple[dict[str, Any], list[str]]:
    from outfox.methods.endgame.endgames import Endgames

    tables = Endgames(game, folder)
    value = tables.value(position.state)
    if value is None:
        raise UsageError(f"the tables in {folder} hold {tables.held}; this position is another")
    actions = [] if position.is_terminal else position.legal
    worth = {position.name(action): tables.value(position.play(action).state) for action in actions}
    best = sorted(worth.items(), key=lambda pair: -(pair[1] or 0.0) * (1 if position.mover == 0 else -1))
    data = {
        "game": tables.game.spec,
        "position": position.text,
        "mover": position.mover,
        "value": value,
        "actions": [{"action": name, "value": found} for name, found in best],
    }
    lines = [f"{_words(value, game)} (value {value:+g} for {game.players[0]}, player 0)", ""]
    return data, [*lines, *table([(name, _words(found, game)) for name, found in best])]


def _words(value: float | None, game: Game) -> str:
    if value is None:
        return "not in the tables"
    return "draw" if value == 0 else f"{game.players[0 if value > 0 else 1]} win"
