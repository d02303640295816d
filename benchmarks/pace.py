"""How many games of each kind fit into the time of one of Starve the Fox: `PACE` of outfox/studies/plan.py.

    python benchmarks/pace.py                  # all games
    python benchmarks/pace.py nim teeko        # some of them

A study of two minutes plays the same budgets in every game. From each of its cells so many games are played, with the
study's own seeds, and their CPU seconds, without compiling, are weighted as the plan weights its cells. What is printed
beside them is the ratio to Starve the Fox, and the entry: rounded to a whole number, and ten at the most; below one to
a tenth, and a tenth at the least.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

from page import tell

from outfox.rules import Game, game_files, load
from outfox.studies.firstmover import other_first
from outfox.studies.plan import PLANS, tasks
from outfox.studies.selfplay import Worker

MEASURE = "starve-the-fox"


def seconds_a_game(game: Game, sample: int) -> float:
    """Return the CPU seconds of a game of the plan, on average over the plan."""
    plan, other = PLANS["2m"], other_first(game)
    worker, spent, planned = Worker(game, other, plan, seed=0), defaultdict(list), defaultdict(int)
    todo = tasks(plan, other is not None)
    for kind in {task.kind for task in todo}:
        worker.warm_up(kind)
    for task in todo:
        cell = task.kind, task.budgets
        planned[cell] += 1
        if task.game < sample:
            spent[cell].append(worker.play(task).cpu_seconds)
    return sum(planned[cell] * sum(took) / len(took) for cell, took in spent.items()) / len(todo)


def entry(ratio: float) -> str:
    """Return the entry of a ratio."""
    return f"{min(round(ratio), 10)}" if ratio >= 1 else f"{max(ratio, 0.1):.1f}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("games", nargs="*")
    options.add_argument("--sample", type=int, default=2, help="games of each cell")
    chosen = options.parse_args()
    whole = seconds_a_game(load(MEASURE), chosen.sample)
    print(f"# {MEASURE}: {whole:.3f} CPU seconds a game", flush=True)
    for name in chosen.games or sorted(game_files()):
        tell(name)
        taken = seconds_a_game(load(name), chosen.sample)
        print(f'    "{name}": {entry(whole / taken)},  # {taken:.3f} s, {whole / taken:.2f}', flush=True)
    tell("")


if __name__ == "__main__":
    main()
