"""Measures learning: searches with a learned evaluation, self-play, two generations; on Starve the Fox.

    python benchmarks/learning.py            print the tables
    python benchmarks/learning.py --write    and put them into docs/performance.md

Rates are simulations over CPU seconds of one thread; the rules as plain Python are the same search in a process of its
own without the compiler. The shares of two workers and the time of two generations are wall-clock times, which need an
idle machine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib import resources

import numpy as np
from evaluation_kernel import evaluations
from levels import MODELS
from page import made_by, publish, tell

from outfox.formats.model import Model, load_model, no_model
from outfox.kernel.link import link
from outfox.methods.search.mcts import MctsSettings, Searcher
from outfox.rules import load
from outfox.training.learn.generations import train
from outfox.training.learn.selfplay import Recipe, SelfPlay
from outfox.training.learn.train_settings import TrainSettings
from outfox.workers.pool import map_tasks

GAME = "starve-the-fox"
BARS = {8: 150_000, -1: 40_000}
"""Simulations a second: playouts cut at 8 plies with a model, playouts to the end."""

SCALING_BAR, GENERATIONS_BAR = 1.8, 300.0
SHORTEST = 1.0
PLAIN = """
import sys, time
from outfox.formats.model import load_model
from outfox.kernel.link import link
from outfox.methods.search.mcts import MctsSettings, Searcher
from outfox.rules import load
game, cut, simulations = load(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
model = load_model(sys.argv[4])
search = Searcher(game, MctsSettings(simulations=simulations, cut=cut, reuse=False), model)
before = time.process_time()
search.search(game.start(), 1, line=False)
print(simulations / (time.process_time() - before))
"""


def the_model() -> Model:
    """Return the model of the levels of play, or one of zeros where there is none: the time is the same."""
    file = resources.files("outfox.players.levels").joinpath(MODELS[0])
    return load_model(str(file)) if file.is_file() else no_model(load(GAME))


def ours(cut: int, model: Model, repeats: int) -> list[float]:
    """Return simulations a CPU second, once for each run."""
    game = load(GAME)
    search = Searcher(game, MctsSettings(simulations=20_000, cut=cut, reuse=False), model)
    search.search(game.start(), 0, line=False)
    rates = []
    for run in range(repeats):
        done, before = 0, time.process_time()
        while time.process_time() - before < SHORTEST:
            search.search(game.start(), run, line=False)
            done += 20_000
        rates.append(done / (time.process_time() - before))
    return rates


def in_python(cut: int, model: Model, repeats: int) -> list[float]:
    """Return the same of the rules and the search as plain Python."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        model.save(file.name)
        command = [sys.executable, "-c", PLAIN, GAME, str(cut), "300" if cut >= 0 else "40", file.name]
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
        runs = (
            subprocess.run(command, env=environment, check=True, capture_output=True, text=True) for _ in range(repeats)
        )
        return [float(run.stdout) for run in runs]


def search_rows(repeats: int) -> list[str]:
    """Return the table of searches."""
    lines = ["| search | simulations/s | bar | as plain Python | ratio |", "|---|---:|---:|---:|---:|"]
    model = the_model()
    for cut in (0, 4, 8, 16, -1):
        name = f"playouts cut at {cut}, model" if cut >= 0 else "playouts to the end"
        tell(name)
        rates, slow = ours(cut, model, repeats), statistics.median(in_python(cut, model, 3))
        rate, spread = statistics.median(rates), (max(rates) - min(rates)) / 2
        bar = f"{BARS[cut]:,}, {'met' if rate >= BARS[cut] else 'MISSED'}" if cut in BARS else ""
        cells = [name, f"{rate:,.0f} ± {100 * spread / rate:.0f} %", bar, f"{slow:,.0f}", f"{rate / slow:,.0f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def evaluation_rows(repeats: int) -> list[str]:
    """Return the table of an evaluation by itself: what sums kept up to date from ply to ply could save at most."""
    tell("an evaluation")
    game, model, count = load(GAME), the_model(), 2_000_000
    kernel, random, out = link(game, evaluations, model=True), np.random.default_rng(1), np.zeros(1)
    pool, position = kernel.states(64), game.start()
    for k in range(64):
        kernel.put(pool, k, position.state)
        position = position.play(int(random.choice(position.legal)))
    kernel(pool, model.weights(game), 64, out)
    times = []
    for _ in range(repeats):
        before = time.process_time()
        kernel(pool, model.weights(game), count, out)
        times.append((time.process_time() - before) / count)
    one, simulation = statistics.median(times), 1 / statistics.median(ours(0, model, repeats))
    return [
        "| an evaluation, ns | a simulation without a playout, ns | share |",
        "|---:|---:|---:|",
        f"| {1e9 * one:.0f} | {1e9 * simulation:.0f} | {100 * one / simulation:.0f} % |",
    ]


def games_rows(games: int) -> list[str]:
    """Return the table of self-play: games with one worker and with two."""
    lines = [
        "| self-play, 50 simulations a ply | games | CPU s a game | wall clock, 1 worker | 2 workers | ratio | bar |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, recipe in (
        ("playouts to the end", Recipe(50)),
        ("playouts cut at 8, model", Recipe(50, 8, the_model())),
    ):
        tell(name)
        table = SelfPlay(load(GAME), (recipe, recipe), 1)
        table(0)
        before = time.process_time()
        list(map_tasks(table, range(games // 4)))
        cpu = (time.process_time() - before) / (games // 4)
        walls = [timed(table, games, workers) for workers in (1, 2)]
        ratio = walls[0] / walls[1]
        bar = f"{SCALING_BAR}, {'met' if ratio >= SCALING_BAR else 'MISSED'}"
        cells = [name, f"{games:,}", f"{cpu:.4f}", f"{walls[0]:.1f} s", f"{walls[1]:.1f} s", f"{ratio:.2f}", bar]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def timed(table: SelfPlay, games: int, workers: int) -> float:
    """Return the wall-clock seconds of games, from the first that is finished: starting workers takes a second once."""
    results = map_tasks(table, range(games + 2 * workers), workers)
    for _ in range(2 * workers):
        next(results)
    before = time.perf_counter()
    for _ in results:
        pass
    return time.perf_counter() - before


def generation_rows() -> list[str]:
    """Return the table of a run of two generations."""
    tell("two generations")
    folder = tempfile.mkdtemp()
    settings = TrainSettings(generations=2, games=2000, budget=50)
    before = time.perf_counter()
    found = train(GAME, settings, folder=folder, seed=1, workers=2)
    wall = time.perf_counter() - before
    shutil.rmtree(folder)
    played = sum(sum(one.played[1]) for one in found.generations) + sum(
        duel.games
        for one in found.generations
        for duel in (
            *one.cs.values(), *one.cuts.values(), *one.steps.values(), one.gate, one.first, one.previous,
            one.against_arithmetic,
        )
    )  # fmt: skip
    bar = f"{GENERATIONS_BAR:.0f} s, {'met' if wall <= GENERATIONS_BAR else 'MISSED'}"
    return [
        "| generations of 2,000 and 8,000 games, 50 simulations a ply, two workers | games in all | wall clock | bar |",
        "|---|---:|---:|---:|",
        f"| self-play, fits, cuts, gates, measurements | {played:,} | {wall:.0f} s | {bar} |",
    ]


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--games", type=int, default=600)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    parts = [
        search_rows(chosen.repeats), evaluation_rows(chosen.repeats), games_rows(chosen.games), generation_rows(),
    ]  # fmt: skip
    text = "\n\n".join("\n".join(lines) for lines in parts)
    text += "\n\n" + made_by("python benchmarks/learning.py --write", f"medians of {chosen.repeats} runs")
    publish("learning", text, chosen.write)


if __name__ == "__main__":
    main()
