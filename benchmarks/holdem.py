"""Limit hold'em with its hands in buckets: iterations of external sampling a second, and what several streams cost.

    python benchmarks/holdem.py            # print; add --write for docs/performance.md
    python benchmarks/holdem.py --wins     # and what the strategy wins from simple players on the way, some minutes

An iteration is one traversal for each player. Rates of one thread are iterations a CPU second, without compiling, once
most information sets have been met; on several threads they are iterations a second by the clock, and the same a CPU
second of all threads, with what it takes to add the streams up. The streams are compared on Leduc poker, where the
exploitability can be measured.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from page import made_by, publish, tell

from outfox.methods.equilibrium import mccfr_kernel as kernel
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr import Sampled
from outfox.methods.equilibrium.sampler import Sampler
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.streams import Streams
from outfox.methods.equilibrium.unmeasured import Strategies
from outfox.methods.poker.abstraction import Abstraction, abstraction
from outfox.methods.poker.buckets import BucketSettings, information_sets
from outfox.methods.poker.duels import Table
from outfox.players.style_player import STYLES, StyleSettings
from outfox.rules import Game, load

BAR = 20_000
"""Iterations a CPU second on one thread that are wanted."""

REFERENCE = 38_700
"""What a program in C++ reached that was made for this game alone, elsewhere."""

WARM, MEASURED = 30_000, 10_000
LEDUC = 10_000, 100_000
SEEDS = 5
STEPS = 1_000_000, 4_000_000
SETTINGS = EquilibriumSettings("external-sampling", weighting=1.0)


def alone(game: Game, hands: Abstraction, repeats: int) -> tuple[str, float]:
    """Return a row for one thread, and its rate."""
    work = Sampler(game, SETTINGS, 1, **hands.arguments)
    tell("one thread")
    work.advance(WARM)
    rates, before = [], int(work.counters[kernel.NODES])
    for _ in range(repeats):
        begun = time.process_time()
        work.advance(MEASURED)
        rates.append(MEASURED / (time.process_time() - begun))
    middle = statistics.median(rates)
    decisions = (int(work.counters[kernel.NODES]) - before) / (repeats * MEASURED)
    met = f"{work.sets:,} of {information_sets(hands.settings):,}"
    spread = 50 * (max(rates) - min(rates)) / middle
    verdict = "met" if middle >= BAR else "**missed**"
    bar = f"{BAR:,}, {verdict}; {REFERENCE:,} in C++"
    return f"| one thread, a CPU second | {middle:,.0f} ± {spread:.0f} % | {decisions:.0f} | {met} | {bar} |", middle


def together(game: Game, hands: Abstraction, repeats: int, count: int, rate: float) -> str:
    tell(f"{count} threads")
    work = Streams(game, SETTINGS, 1, count, count, **hands.arguments)
    work.advance(WARM)
    rates, costs = [], []
    for _ in range(repeats):
        begun, cpu = time.perf_counter(), time.process_time()
        work.advance(count * MEASURED)
        rates.append(count * MEASURED / (time.perf_counter() - begun))
        costs.append(count * MEASURED / (time.process_time() - cpu))
    middle = statistics.median(rates)
    spread = 50 * (max(rates) - min(rates)) / middle
    name, times = (
        f"{count} streams on {count} threads, by the clock",
        f"{statistics.median(costs):,.0f} a CPU second; {middle / rate:.2f} times one thread",
    )
    return f"| {name} | {middle:,.0f} ± {spread:.0f} % | | | {times} |"


def leduc() -> list[str]:
    """Return what several streams reach in the same number of iterations."""
    ground = Ground(load("leduc"))
    lines = ["| Leduc, exploitability after | 1 stream | 2 streams | 4 streams |", "|---|---:|---:|---:|"]
    for iterations in LEDUC:
        cells = []
        for count in (1, 2, 4):
            tell(f"leduc, {iterations:,} iterations, {count} streams")
            settings = EquilibriumSettings("external-sampling", iterations=iterations, streams=count)
            found = []
            for seed in range(SEEDS):
                work = Sampled(ground, settings, seed)
                work.advance(iterations)
                found.append(work.measured())
            cells.append(f"{statistics.mean(found):.4f}")
        lines.append(f"| {iterations:,} iterations, mean of {SEEDS} seeds | {' | '.join(cells)} |")
    return lines


def wins(game: Game, hands: Abstraction) -> list[str]:
    """Return what the strategy wins from simple players, big blinds a hand."""
    plain = {"random": StyleSettings(noise=1.0)} | {name: STYLES[name].settings for name in ("call", "raise")}
    lines = ["| big blinds a hand, 95 % | random | call | raise |", "|---|---:|---:|---:|"]
    work = Streams(game, SETTINGS, 1, 2, **hands.arguments)
    for iterations in STEPS:
        while work.done[0] < iterations:
            tell(f"{int(work.done[0]):,} of {STEPS[-1]:,} iterations")
            work.advance(min(20_000, iterations - int(work.done[0])))
        seat = Table(game, Strategies(game, SETTINGS, work.whole(), "iterations", hands).table(), hands)
        cells = []
        for style in plain.values():
            won = seat.against((style.stay, style.bet, style.bluff, style.noise))
            cells.append(f"{won.average:.3f} ± {won.margin:.3f}")
        lines.append(f"| after {iterations:,} iterations, 2 streams | {' | '.join(cells)} |")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write into docs/performance.md")
    options.add_argument("--wins", action="store_true", help="and what is won from simple players on the way")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--buckets", type=int, default=100)
    chosen = options.parse_args()
    game = load("limit-holdem")
    tell("buckets")
    hands = abstraction(game, BucketSettings(chosen.buckets))
    row, rate = alone(game, hands, chosen.repeats)
    threads = os.cpu_count() or 1
    rows = [row] + [together(game, hands, chosen.repeats, count, rate) for count in (2, 4) if count <= threads]
    head = f"| external sampling, {chosen.buckets:,} buckets, iterations | a second | decisions each | sets met | bar |"
    parts = ["\n".join([head, "|---|---:|---:|---|---|", *rows]), "\n".join(leduc())]
    if chosen.wins:
        parts.append("\n".join(wins(game, hands)))
    command = "python benchmarks/holdem.py" + " --wins" * chosen.wins + " --write" * chosen.write
    parts.append(made_by(command, f"medians of {chosen.repeats} runs"))
    text = "\n\n".join(parts)
    publish("holdem", text, chosen.write)


if __name__ == "__main__":
    main()
