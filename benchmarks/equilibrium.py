"""Equilibria beside OpenSpiel's C++ in one run: regret minimisation, sampling, NashConv, game trees, on Leduc poker.

    python benchmarks/equilibrium.py            # print
    python benchmarks/equilibrium.py --write    # and write the tables into docs/performance.md

CPU seconds of one thread, without compiling, medians of some runs that take turns with OpenSpiel's. `merged` is the
form in which methods run by themselves: cards of one rank are one. `whole` keeps all 936 information sets apart, as
OpenSpiel does.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from page import made_by, publish, tell

from outfox.kernel.tree import game_tree
from outfox.methods.equilibrium.best_response import exploitability, nash_conv_in
from outfox.methods.equilibrium.cfr import Regrets
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr import Sampled
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules import load

GAME = "leduc"
TARGET = 0.00026
"""The exploitability that CFR+ is to reach."""


def rate(work: Callable[[int], Any], count: int) -> float:
    """Return how many iterations a CPU second are run."""
    begun = time.process_time()
    work(count)
    return count / (time.process_time() - begun)


def ours(ground: Ground, method: str, count: int) -> Callable[[], float]:
    """Return what measures a method of ours, compiled and warm."""

    def measured() -> float:
        settings = EquilibriumSettings(method, iterations=count)
        work = Sampled(ground, settings) if "sampling" in method else Regrets(ground, settings)
        work.advance(10)
        return rate(work.advance, count)

    return measured


def theirs(make: Callable[[], Any], step: str, count: int) -> Callable[[], float]:
    """Return what measures a solver of OpenSpiel's."""

    def measured() -> float:
        run = getattr(make(), step)
        run()
        return rate(lambda n: [run() for _ in range(n)], count)

    return measured


def rows(repeats: int) -> list[str]:
    game = load(GAME)
    merged, whole, other = Ground(game), Ground(game, merge=False), pyspiel.load_game("leduc_poker")
    cfr, plus, update = pyspiel.CFRSolver, pyspiel.CFRPlusSolver, "evaluate_and_update_policy"
    external, outcome = pyspiel.ExternalSamplingMCCFRSolver, pyspiel.OutcomeSamplingMCCFRSolver
    sampling = "run_iteration"
    plan: list[tuple[str, str, int, Callable[[], float], tuple[float, float] | None]] = [
        ("CFR", "cfr", 3000, theirs(lambda: cfr(other), update, 12), (200, 80)),
        ("CFR+", "cfr+", 3000, theirs(lambda: plus(other), update, 12), (200, 80)),
        ("external sampling", "external-sampling", 20000, theirs(lambda: external(other, 1), sampling, 2000), (3, 3)),
        ("outcome sampling", "outcome-sampling", 40000, theirs(lambda: outcome(other, 0.6, 1), sampling, 6000), None),
    ]
    lines = [
        "| iterations a CPU second | merged | whole | OpenSpiel | merged / OpenSpiel | whole / OpenSpiel | bars |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, method, count, spiel, bar in plan:
        tell(name)
        runs = [(ours(merged, method, count)(), ours(whole, method, count)(), spiel()) for _ in range(repeats)]
        a, b, c = (statistics.median(column) for column in zip(*runs, strict=True))
        shown = "" if bar is None else f"{bar[0]} x, {bar[1]} x, {verdict(a / c >= bar[0] and b / c >= bar[1])}"
        lines.append(f"| {name} | {a:,.0f} | {b:,.0f} | {c:,.0f} | {a / c:,.1f} | {b / c:,.1f} | {shown} |")
    return lines


def others(repeats: int) -> list[str]:
    game, other = load(GAME), pyspiel.load_game("leduc_poker")
    ground = Ground(game)
    solver = pyspiel.CFRSolver(other)
    solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    tell("NashConv")
    nash_conv_in(ground.form, ground.uniform)
    mine = 1e3 / statistics.median(
        rate(lambda n: [nash_conv_in(ground.form, ground.uniform) for _ in range(n)], 300) for _ in range(repeats)
    )
    exploitability(ground, ground.uniform)
    asked = 1e3 / statistics.median(
        rate(lambda n: [exploitability(ground, ground.uniform) for _ in range(n)], 100) for _ in range(repeats)
    )
    spiel = 1e3 / statistics.median(
        rate(lambda n: [pyspiel.nash_conv(other, policy, True) for _ in range(n)], 3) for _ in range(repeats)
    )
    tell("CFR+ to the target")
    taken = []
    for _ in range(repeats):
        begun = time.process_time()
        work = Regrets(ground, EquilibriumSettings("cfr+", iterations=0, exploitability=TARGET))
        work.run()
        taken.append(1e3 * (time.process_time() - begun))
    tell("trees")
    built = statistics.median(game_tree(game, merge=False).cpu_seconds for _ in range(repeats))
    speeds = []
    for _ in range(repeats):
        tree = game_tree(load("liars-dice"), merge=False)
        speeds.append(tree.nodes / tree.cpu_seconds / 1e6)
    nodes, median = statistics.median(speeds), statistics.median(taken)
    return [
        "| | measured | beside it | bar |",
        "|---|---:|---:|---:|",
        row("NashConv of a policy, whole tree", f"{asked:.3f} ms", f"{spiel:.1f} ms in C++", "0.2 ms", asked < 0.2),
        f"| of that the kernel, without looking at the policy first | {mine:.3f} ms | | |",
        row(f"CFR+ to {TARGET}", f"{median:.1f} ms", f"{work.iterations:,} iterations", "50 ms", median < 50),
        f"| tree of Leduc, compiled before | {1e3 * built:.1f} ms | 9,457 nodes | |",
        row("tree of liar's dice, nodes a second", f"{nodes:.1f} M", f"{tree.nodes:,} nodes", "1 M", nodes >= 1),
    ]


def row(what: str, measured: str, beside: str, bar: str, met: bool) -> str:
    return f"| {what} | {measured} | {beside} | {bar}, {verdict(met)} |"


def verdict(met: bool) -> str:
    return "met" if met else "**missed**"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    np.seterr(all="raise")
    parts = ["\n".join(rows(chosen.repeats)), "\n".join(others(chosen.repeats))]
    command = "python benchmarks/equilibrium.py" + " --write" * chosen.write
    parts.append(made_by(command, f"medians of {chosen.repeats} runs"))
    text = "\n\n".join(parts)
    publish("equilibrium", text, chosen.write)


if __name__ == "__main__":
    main()
