"""Whole games valued at once by alpha-beta without deepening: states, CPU seconds, and the published values.

    python benchmarks/whole_games.py                       # some minutes
    python benchmarks/whole_games.py --seven-by-six        # and connect-four on 7 x 6: hours, and 9 GB
    python benchmarks/whole_games.py --keep results.json   # each result is kept as it is found, and not computed again
    python benchmarks/whole_games.py --write               # and write the table into docs/performance.md

Values: connect-four by J. Tromp, *John's Connect Four Playground*, and J. D. Allen and V. Allis (1988); domineering by
D. M. Breuker, J. Uiterwijk and J. van den Herik (2000). On 7 x 6 there is no win within 40 plies, and with 42 there is
one, which so takes 41.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from page import made_by, tell, write

from outfox.formats.whole import put_json
from outfox.methods.search.alphabeta import AlphaBeta, AlphaBetaSettings
from outfox.rules import load

WHOLE = AlphaBetaSettings(depth=0, deepen=False, memory=2048)
TASKS = [
    # rules, actions before, plies to the horizon (0: none), value
    ("connect-four:rows=5,cols=5", "", 0, 0),
    ("connect-four:rows=4,cols=6", "", 0, -1),
    ("connect-four:rows=5,cols=6", "", 0, 0),
    ("domineering:rows=6,cols=6", "", 0, 1),
]
LARGEST = [
    ("connect-four", "", 0, 1),
    ("connect-four", "", 40, 0),
    ("connect-four", "a", 0, -1),
    ("connect-four", "b", 0, -1),
    ("connect-four", "c", 0, 0),
]
HEAD = "rules", "after", "plies", "value", "states", "CPU s", "states/s"


def found(spec: str, before: str, depth: int, memory: int) -> dict[str, Any]:
    """Return what a search says."""
    game = load(spec)
    position = game.start()
    for name in before.split():
        position = position.play(name)
    settings = replace(WHOLE, depth=depth, memory=memory)

    def progress(share: float, text: str) -> None:
        tell(f"{spec} {before}: {text.partition(', ')[2]}")

    result = AlphaBeta(game, settings).search(position, progress, line=False)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return {
        "value": result.value,
        "action": position.name(result.action),
        "states": result.nodes,
        "cpu_seconds": result.cpu_seconds,
    }


def row(task: tuple[str, str, int, int], it: dict[str, Any]) -> str:
    spec, before, depth, value = task
    if it["value"] != value:
        raise SystemExit(f"{spec} {before}: {it['value']}, where {value} is published")
    rate = it["states"] / it["cpu_seconds"]
    told = f"{value:+d}, {it['action']}" if value == 1 and not before else f"{value:+d}" if value else "0"
    cells = [
        f"`{spec}`",
        before,
        depth or "all",
        told,
        f"{it['states']:,}",
        f"{it['cpu_seconds']:,.1f}",
        f"{rate:,.0f}",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seven-by-six", action="store_true", help="connect-four on 7 x 6 as well")
    options.add_argument("--keep", type=Path, help="where results are kept, and taken from")
    options.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    chosen = options.parse_args()
    kept = json.loads(chosen.keep.read_text()) if chosen.keep and chosen.keep.exists() else {}
    lines = [f"| {' | '.join(HEAD)} |", "|---|---|---:|---:|" + "---:|" * 3]
    for task in TASKS + LARGEST * chosen.seven_by_six:
        key = " ".join(map(str, task[:3]))
        if key not in kept:
            kept[key] = found(*task[:3], memory=8192 if task in LARGEST else WHOLE.memory)
            if chosen.keep:
                put_json(chosen.keep, kept)
        lines.append(row(task, kept[key]))
        tell("")
        print(lines[-1], flush=True)
    if chosen.write:
        words = "python benchmarks/whole_games.py" + " --seven-by-six" * chosen.seven_by_six + " --write"
        write("whole-games", "\n\n".join(["\n".join(lines), made_by(words, "one run of each, CPU seconds")]))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
