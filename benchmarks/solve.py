"""Exact solving: states a second, how far that is from the memory's limit, whole games, and guesses of their size.

    python benchmarks/solve.py            # print
    python benchmarks/solve.py --teeko    # and solve teeko: minutes, some GB
    python benchmarks/solve.py --write    # and write the tables into docs/performance.md

Times are CPU seconds of one thread, without compiling, the median of some runs.

How much memory an expansion moves is counted, not measured: a state is read (its key) and written (mover, level, first
edge, key), an edge is written, and each edge reads a place of the hash table and a key, a cache line each, unless that
line is in a cache. The rate that this gives is compared with what the machine does in the same run when it copies a
large array; the lines alone, with how many it reads at random, as independent of each other as ours are.

A guess of the number of states is compared with the number, where that is known: published, or counted by finding them
all.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from contextlib import suppress

import numpy as np
from page import made_by, publish, tell

from outfox.kernel.graph import Graph, Probe, reach
from outfox.methods.solve import solve
from outfox.methods.solve.estimate import Estimate, estimate
from outfox.rules import load

LINE = 64
STATE_BYTES = 8 + 8 + 1 + 2 + 8
EDGE_BYTES = 4

ENUMERATED = [("connect-four:rows=4,cols=5", 3_945_711, 3e6)]
"""Spec, states as published, and the states a CPU second that are wanted."""

SOLVED = [
    ("connect-four:rows=4,cols=4", 161_029, None),
    ("cat-and-mouse:rows=30,cols=35", 1_102_500, 1.0),
    ("fox-and-hounds", 895_280, 1.0),
    ("pig", None, None),
]
"""Spec, states, and the CPU seconds that it may take."""

GUESSED = [
    ("kq-v-k", 372_064, "counted"),
    ("breakthrough:rows=4,cols=4", 387_693, "counted"),
    ("dodgem:size=4", 393_900, "counted"),
    ("domineering:rows=5,cols=5", 455_317, "counted"),
    ("fox-and-hounds", 895_280, "published"),
    ("cat-and-mouse:rows=30,cols=35", 1_102_500, "published"),
    ("queen-and-pawns", 1_599_544, "counted"),
    ("connect-four:rows=5,cols=4", 1_706_255, "published"),
    ("nim:piles=[9,9,9,9,9,9]", 1_999_936, "counted"),
    ("pig", 2_040_192, "counted"),
    ("hexapawn:rows=5,cols=5", 3_210_411, "counted"),
    ("breakthrough:rows=5,cols=4,piece_rows=1", 3_574_384, "counted"),
    ("isolation:rows=4,cols=4", 3_785_485, "counted"),
    ("connect-four:rows=4,cols=5", 3_945_711, "published"),
    ("nim:piles=[20,20,20,20,20]", 8_168_170, "counted"),
    ("domineering:rows=5,cols=6", 8_503_760, "counted"),
    ("breakthrough:rows=6,cols=4,piece_rows=1", 18_411_452, "counted"),
    ("isolation:rows=4,cols=5,moves=king", 26_351_971, "counted"),
    ("dots-and-boxes", 29_598_523, "counted"),
    ("connect-four:rows=5,cols=5", 69_763_700, "published"),
    ("isolation:rows=4,cols=5", 97_576_535, "counted"),
    ("connect-four:rows=6,cols=5", 1_044_334_437, "published"),
    ("connect-four:rows=5,cols=6", 2_818_972_642, "published"),
    ("connect-four:rows=6,cols=6", 69_173_028_785, "published"),
    ("connect-four", 4_531_985_219_092, "published"),
]
"""Spec, states of the game without merging, and whether that is published or was counted by `reach` itself."""


def enumerated(repeats: int, copied: float, lines_read: float) -> list[str]:
    lines = [
        "| states enumerated | states | CPU s | states/s | bar | bytes a state | GB/s | of copying | of random reads |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for spec, published, bar in ENUMERATED:
        tell(spec)
        game = load(spec)
        times = []
        for _ in range(repeats + 1):  # the first compiles what all graphs share
            graph = reach(game, symmetry=False)
            times.append(graph.cpu_seconds)
        assert graph.states == published, spec
        seconds = statistics.median(times[1:])
        rate, moved = graph.states / seconds, bytes_moved(graph)
        verdict = "met" if rate >= bar else "**missed**"
        random_reads = 2 * graph.edge_count / seconds
        lines.append(
            f"| {spec} | {graph.states:,} | {seconds:.2f} | {rate:,.0f} | {bar:,.0f}, {verdict} | {moved:.0f} |"
            f" {rate * moved / 1e9:.1f} | {rate * moved / 1e9 / copied:.0%} | {random_reads / lines_read:.0%} |"
        )
    return lines


def bytes_moved(graph: Graph) -> float:
    """Return the bytes that a state moves on average, if no line of table or keys is in a cache."""
    return STATE_BYTES + graph.edge_count / graph.states * (EDGE_BYTES + 2 * LINE)


class _Judged(Exception):
    """What there is to solve was guessed: it need not be solved."""


def guessed() -> list[str]:
    lines = ["| guessed | states | known from | guess | guess / states | CPU s |", "|---|---:|---|---:|---:|---:|"]
    for spec, states, source in GUESSED:
        tell(spec)
        guess_of(spec)  # compiles
        guess, seconds = guess_of(spec)
        ratio = f"{guess.states / states:.2f}" if guess.states > states / 20 else f"{guess.states / states:.3f}"
        lines.append(f"| {spec} | {states:,} | {source} | {guess.states:,} | {ratio} | {seconds:.1f} |")
    return lines


def guess_of(spec: str) -> tuple[Estimate, float]:
    """Return the guess of a game's size, and the CPU seconds of the sample that it rests on."""
    found: list[tuple[Estimate, float]] = []

    def judge(probe: Probe) -> int:
        begun = time.process_time()
        found.append((estimate(probe), time.process_time() - begun))
        raise _Judged

    with suppress(_Judged):
        reach(load(spec), symmetry=False, judge=judge)
    return found[0]


def solved(repeats: int) -> list[str]:
    lines = ["| solved | states | CPU s | bar | MB | bytes a state in the table |", "|---|---:|---:|---:|---:|---:|"]
    for spec, published, bar in SOLVED:
        tell(spec)
        game = load(spec)
        times = []
        for _ in range(repeats + 1):
            found = solve(game)
            times.append(found.cpu_seconds)
        states = found.positions or found.states
        assert published is None or states == published, spec
        seconds = statistics.median(times[1:])
        verdict = "" if bar is None else f"{bar:g}, {'met' if seconds <= bar else '**missed**'}"
        lines.append(
            f"| {spec} | {states:,} | {seconds:.2f} | {verdict} | {found.bytes / 1e6:,.0f} |"
            f" {found.table.bytes_per_state:.0f} |"
        )
    return lines


def teeko() -> list[str]:
    tell("teeko: minutes")
    found = solve(load("teeko"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    assert found.value == 0.0
    met = "met" if found.cpu_seconds <= 600 and found.seconds <= 300 and peak <= 14 else "**missed**"
    row = (
        f"| teeko | {found.positions:,} | {found.states:,} | {found.edges:,} | {found.cpu_seconds:.0f} |"
        f" {found.seconds:.0f} s | {peak:.1f} GB | 300 s, 14 GB, {met} |"
    )
    head = "| whole game | positions | classes | edges | CPU s | wall clock | peak memory | bar |"
    return [head, "|---|---:|---:|---:|---:|---:|---:|---:|", row]


def memory(repeats: int) -> tuple[float, float]:
    """Return what the machine's memory does: GB/s copied, and cache lines read at random a second."""
    size = 1 << 26
    array, goal = np.ones(size, np.int64), np.ones(size, np.int64)  # written once, so that their pages are there
    copies = []
    for _ in range(repeats):
        begun = time.process_time()
        np.copyto(goal, array)
        copies.append(2 * array.nbytes / (time.process_time() - begun) / 1e9)
    places = np.random.default_rng(0).integers(0, size, 1 << 22)
    lines = []
    for _ in range(repeats):
        begun = time.process_time()
        array.take(places, out=goal[: len(places)], mode="clip")
        lines.append(len(places) / (time.process_time() - begun))
    return max(copies), max(lines)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    options.add_argument("--teeko", action="store_true", help="solve teeko too")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    words = "python benchmarks/solve.py" + " --teeko" * chosen.teeko + " --write" * chosen.write
    copied, lines = memory(chosen.repeats)
    parts = ["\n".join(enumerated(chosen.repeats, copied, lines)), "\n".join(solved(chosen.repeats))]
    if chosen.teeko:
        parts.append("\n".join(teeko()))
    reads = f"{lines / 1e6:,.0f} million cache lines a second read at random ({lines * LINE / 1e9:.1f} GB/s)"
    parts.append(f"The memory of this machine: {copied:.1f} GB/s copied; {reads}.")
    parts.append("\n".join(guessed()))
    parts.append(made_by(words, f"medians of {chosen.repeats} runs; teeko once"))
    text = "\n\n".join(parts)
    publish("solve", text, chosen.write)


if __name__ == "__main__":
    main()
