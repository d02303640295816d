"""Speed beside OpenSpiel in one run, and how long commands take to start: the tables of docs/performance.md.

    python benchmarks/speed.py            # print
    python benchmarks/speed.py --write    # and write them between the marks of the page

Everything is compiled anew, in a cache of its own, so that the compile times are those of a first use. The
rates are CPU seconds; of the starts, which are wall-clock times, the fastest is the least disturbed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from page import made_by, publish, tell

ROOT = Path(__file__).resolve().parents[1]
PLAIN = ROOT / "tests" / "naive" / "connect_four_arrays.py"
STARTS = {
    "outfox --help": (["--help"], 0.2),
    "outfox games": (["games"], 0.2),
    "outfox search connect-four": (["search", "connect-four"], 1.0),
}
"""Command, its words, and the seconds that it may take once its kernels are in the cache."""


def rates(repeats: int) -> list[str]:
    from outfox.studies import speed

    lines = [
        "| CPU seconds, one thread | outfox | OpenSpiel | ratio | bar | compiled in |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in speed.measure(speed.tasks(plain=PLAIN), repeats=repeats, progress=lambda _, text: tell(text)):
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}"
        verdict = {None: "", True: ", met", False: ", **missed**"}[row.met]
        bar = "" if row.bar is None else f"{row.bar:,g}{verdict}"
        compiled = f"{row.compile_seconds:.1f} s" if row.compile_seconds else ""
        ours, peer = rate(row.ours, row.ours_range, row.unit), rate(row.peer, row.peer_range, "")
        lines.append(f"| {row.name} | {ours} | {peer} | {ratio} | {bar} | {compiled} |")
    return lines


def rate(median: float | None, spread: tuple[float, float] | None, unit: str) -> str:
    if median is None or spread is None:
        return ""
    digits = 0 if median > 1000 else 1
    half = 50 * (spread[1] - spread[0]) / median
    return f"{median:,.{digits}f} {unit} ± {half:.0f} %".replace("  ", " ")


def starts(repeats: int) -> list[str]:
    lines = ["| command, started again | wall clock, fastest | CPU, median | bar |", "|---|---:|---:|---:|"]
    for name, (words, bar) in STARTS.items():
        tell(name)
        started(words)
        walls, cpus = zip(*(started(words) for _ in range(2 * repeats)), strict=True)
        verdict = "met" if min(walls) <= bar else "**missed**"
        shown = f"{1000 * min(walls):,.0f} ms | {1000 * statistics.median(cpus):,.0f} ms"
        lines.append(f"| `{name}` | {shown} | {1000 * bar:,.0f} ms, {verdict} |")
    return lines


def started(words: list[str]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), children()
    subprocess.run([sys.executable, "-m", "outfox", *words], check=True, capture_output=True)
    return time.perf_counter() - wall, children() - cpu


def children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def page(repeats: int) -> str:
    parts = ["\n".join(rates(repeats)), "\n".join(starts(repeats))]
    how = f"{repeats} runs each; rates are medians ± half their range"
    parts.append(made_by("python benchmarks/speed.py --write", how))
    return "\n\n".join(parts)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="outfox-bench-") as cache:
        os.environ["OUTFOX_CACHE"] = cache
        text = page(chosen.repeats)
    publish("bench", text, chosen.write)


if __name__ == "__main__":
    main()
