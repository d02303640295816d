"""Measures what a first use costs: the CPU seconds in which kernels are compiled, and what outfox's own ways save.

python benchmarks/compiling.py [--repeats 3] [--write]

Each run is a process with an empty cache that checks a game, which compiles three or four kernels; the ways to compile
take turns. Compared are Numba as it comes, functions of a kernel joined before they become machine code
(`outfox.kernel.pieces`), and flags compared quickly besides (`outfox.kernel.flags`).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from page import made_by, publish, tell

GAMES = "tic-tac-toe", "othello", "starve-the-fox", "leduc"
WAYS = {
    "as it comes": ("joined", "quick_flags"),
    "functions joined": ("quick_flags",),
    "and flags compared quickly": (),
}
"""Each with what is left out."""

_RUN = """
import sys
from contextlib import nullcontext
import outfox
from outfox.kernel import machine
from outfox.kernel.check import check
from outfox.kernel.clock import Clock
for name in sys.argv[2:]:
    setattr(machine, name, lambda *_: nullcontext())
clock = Clock()
assert check(outfox.load(sys.argv[1])).ok
print(clock.compile_seconds)
"""


def seconds(game: str, left_out: tuple[str, ...]) -> float:
    """Return the CPU seconds of compiling in a process with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-c", _RUN, game, *left_out],
            env={**os.environ, "OUTFOX_CACHE": cache}, capture_output=True, text=True, check=True,
        )  # fmt: skip
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    lines = [f"| `outfox check`, compiling, CPU s | {' | '.join(WAYS)} | ratio |", "|---|---:|---:|---:|---:|"]
    for game in GAMES:
        found: dict[str, list[float]] = {way: [] for way in WAYS}
        for repeat in range(chosen.repeats):
            tell(f"{game}, {repeat + 1} of {chosen.repeats}")
            for way, left_out in WAYS.items():
                found[way].append(seconds(game, left_out))
        middle = [statistics.median(each) for each in found.values()]
        lines.append(f"| `{game}` | {' | '.join(f'{one:.2f}' for one in middle)} | {middle[-1] / middle[0]:.2f} |")
    text = "\n".join(
        [*lines, "", made_by("python benchmarks/compiling.py --write", f"medians of {chosen.repeats} runs")]
    )
    publish("compiling", text, chosen.write)


if __name__ == "__main__":
    main()
