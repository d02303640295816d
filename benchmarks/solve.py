"""Exact solving: states a second, seconds and memory for whole games, and how far that is from the memory's limit.

    python benchmarks/solve.py            # print
    python benchmarks/solve.py --teeko    # and solve teeko: minutes, some GB
    python benchmarks/solve.py --write    # and write the tables into docs/performance.md

Times are CPU seconds of one thread, without compiling, the median of some runs.

How much memory an expansion moves is counted, not measured: a state is read (its key) and written (mover, level, first
edge, key), an edge is written, and each edge reads a place of the hash table and a key, a cache line each, unless that
line is in a cache. Beside the rate that this gives stands what the machine does when it copies a large array, and when
it reads lines at random, eight at a time, as a batch of ours does.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time

import numpy as np
from page import made_by, tell, write

from outfox.kernel.graph import Graph, reach
from outfox.methods.solve import solve
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


def enumerated(repeats: int) -> list[str]:
    lines = [
        "| states enumerated | states | CPU s | states/s | bar | bytes a state | GB/s |",
        "|---|---:|---:|---:|---:|---:|---:|",
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
        lines.append(
            f"| {spec} | {graph.states:,} | {seconds:.2f} | {rate:,.0f} | {bar:,.0f}, {verdict} | {moved:.0f} |"
            f" {rate * moved / 1e9:.1f} |"
        )
    return lines


def bytes_moved(graph: Graph) -> float:
    """Return the bytes that a state moves on average, if no line of table or keys is in a cache."""
    return STATE_BYTES + graph.edge_count / graph.states * (EDGE_BYTES + 2 * LINE)


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


def memory(repeats: int) -> str:
    """Return what the machine's memory does: GB/s copied, and cache lines read at random a second."""
    size = 1 << 26
    array, goal = np.ones(size, np.int64), np.empty(size, np.int64)
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
    best = max(lines)
    return (
        f"The memory of this machine: {max(copies):.1f} GB/s copied; {best / 1e6:,.0f} million cache lines a second"
        f" read at random ({best * LINE / 1e9:.1f} GB/s)."
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    options.add_argument("--teeko", action="store_true", help="solve teeko too")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    words = "python benchmarks/solve.py" + " --teeko" * chosen.teeko + " --write" * chosen.write
    parts = ["\n".join(enumerated(chosen.repeats)), "\n".join(solved(chosen.repeats)), memory(chosen.repeats)]
    if chosen.teeko:
        parts.insert(2, "\n".join(teeko()))
    parts.append(made_by(words, f"medians of {chosen.repeats} runs; teeko once"))
    tell("")
    text = "\n\n".join(parts)
    print(text)
    if chosen.write:
        write("solve", text)


if __name__ == "__main__":
    main()
