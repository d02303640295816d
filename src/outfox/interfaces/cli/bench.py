"""`outfox bench`: speed, beside OpenSpiel where it is installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.output import amount, note, show, table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.studies.speed import Row


def bench(
    *,
    quick: bool = False,
    against: Literal["auto", "open_spiel", "none"] = "auto",
    plain: str = "",
    repeats: int = 5,
    seed: int = 1,
    json: bool = False,
) -> int:
    """Measure speed in CPU seconds on one thread: simulations of tree search and plies of random games.

    Where OpenSpiel is installed its C++ runs in turns with ours, and the ratio is what to look at: seconds
    belong to a machine. Ctrl-C prints the rows that are measured.

    Parameters
    ----------
    quick
        A few rows only, in some seconds.
    against
        The peer: auto takes OpenSpiel where it is installed.
    plain
        Also measure these rules of connect-four, a file that writes them with plain arrays.
    repeats
        Runs of each; the rates are medians.
    seed
        Of both engines.
    json
        Print one JSON object.
    """
    _refuse(against, plain, repeats, seed)
    rows: list[Row] = []
    interrupted = False
    with ProgressLine("bench") as line:
        line.listen()
        from outfox.studies import speed
        from outfox.studies.machine import machine

        chosen = speed.tasks(quick, Path(plain) if plain else None)
        count = min(repeats, 3) if quick else repeats
        try:
            for row in speed.measure(chosen, repeats=count, seed=seed, peer=against != "none", progress=line.share):
                rows.append(row)  # noqa: PERF402 - what is there counts when Ctrl-C comes
        except KeyboardInterrupt:
            interrupted = True
    data = {"rows": [row.to_dict() for row in rows], "machine": machine(), "interrupted": interrupted}
    show(data, _text(rows), json)
    if not json and against == "auto" and speed.openspiel() is None:
        note("OpenSpiel is not installed, so there is no peer: pip install open_spiel")
    return INTERRUPTED if interrupted else DONE


def _refuse(against: str, plain: str, repeats: int, seed: int) -> None:
    from outfox.interfaces.cli.errors import UsageError
    from outfox.rules import NotSupported

    if repeats < 1 or seed < 0:
        raise UsageError("--repeats must be at least 1, --seed at least 0")
    if plain and not Path(plain).is_file():
        raise UsageError(f"--plain: there is no file {plain!r}")
    if against == "open_spiel":
        import importlib.util

        if importlib.util.find_spec("pyspiel") is None:
            raise NotSupported("OpenSpiel is not installed: pip install open_spiel")


def _text(rows: list[Row]) -> str:
    """Lay the rows out; what stands behind a rate is half its spread."""
    lines: list[tuple[str, ...]] = [("", "ours", "", "OpenSpiel", "", "ratio", "bar", "")]
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}"
        bar = "" if row.bar is None else amount(row.bar)
        met = {None: "", True: "met", False: "missed"}[row.met]
        ours, peer = _rate(row.ours, row.ours_range), _rate(row.peer, row.peer_range)
        lines.append((row.name, *ours, *peer, ratio, bar, met))
    head = "simulations (MCTS) or plies (playouts) a CPU second, one thread: median, spread"
    return "\n".join([head, "", *table(lines, right=range(1, 7), gap=1)])


def _rate(rate: Any, spread: tuple[float, float] | None) -> tuple[str, str]:
    if rate is None or spread is None:
        return "", ""
    return amount(rate), f"{chr(177)}{50 * (spread[1] - spread[0]) / rate:.0f}%"
