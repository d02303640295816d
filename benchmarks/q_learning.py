"""Q-learning: games of self-play a second, beside OpenSpiel's learner in Python, and how much of each game is learned.

    python benchmarks/q_learning.py            # print
    python benchmarks/q_learning.py --write    # and write the tables into docs/performance.md

Rates are CPU seconds of one thread, without compiling, the median of some runs; all states of a game are known when a
run begins to be measured, as they are for nearly all of a long one. OpenSpiel's learner in C++
(`open_spiel/algorithms/tabular_q_learning.h`) cannot be reached from Python, so that it is not measured here. Its
learner in Python, two agents that learn from each other's games, plays the same nim and Leduc poker. In games with
hidden information what was learned is graded by exact best responses.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np
from page import made_by, publish, tell

from outfox.rules import load
from outfox.training.learn.q_grade import QGrader
from outfox.training.learn.q_hidden import QHiddenGrader
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings

BAR = 1e6
"""Games of nim a CPU second that are wanted."""

WARM = 50_000

RATES = [
    ("nim", {}, 1_000_000),
    ("nim", {"convention": "negamax"}, 1_000_000),
    ("nim", {"algorithm": "sarsa"}, 1_000_000),
    ("nim", {"algorithm": "monte-carlo"}, 1_000_000),
    ("nim", {"afterstates": True}, 500_000),
    ("tic-tac-toe", {}, 1_000_000),
    ("hexapawn", {}, 1_000_000),
    ("cat-and-mouse:rows=5,cols=5", {"convention": "negamax"}, 100_000),
    ("connect-four:rows=4,cols=4", {}, 1_000_000),
    ("dots-and-boxes:rows=1,cols=2", {}, 500_000),
    ("pig:target=20", {"convention": "negamax"}, 100_000),
    ("kuhn", {}, 1_000_000),
    ("leduc", {}, 500_000),
]
"""Spec, settings, games in a run."""

NIM = [100, 1_000, 10_000, 50_000]
SEEDS = 5

GAMES = [
    ("tic-tac-toe", 1_000_000),
    ("connect-four:rows=4,cols=4", 10_000_000),
    ("hexapawn", 100_000),
    ("cat-and-mouse:rows=5,cols=5", 1_000_000),
]
"""Spec and games of self-play."""

PEERS = [("nim", 1000), ("leduc_poker", 1000)]
"""OpenSpiel's name, and games; its nim has 1, 3, 5, 7 objects, misère play."""

HIDDEN = "kuhn", "leduc"
HIDDEN_GAMES = [1_000, 10_000, 100_000, 1_000_000]


def rates(repeats: int) -> list[str]:
    lines = ["| game, settings | games a CPU second | plies | bar |", "|---|---:|---:|---|"]
    for spec, settings, games in RATES:
        tell(spec)
        found = [rate(spec, settings, games, seed) for seed in range(repeats)]
        per_second, plies = (statistics.median(column) for column in zip(*found, strict=True))
        spread = 50 * (max(one for one, _ in found) - min(one for one, _ in found)) / per_second
        met = "met" if per_second >= BAR else "**missed**"
        verdict = f"{BAR:,.0f}, {met}" if (spec, settings) == ("nim", {}) else ""
        name = ", ".join([f"`{spec}`", *(f"{key} {value}".lower() for key, value in settings.items())])
        lines.append(f"| {name} | {per_second:,.0f} ± {spread:.0f} % | {plies:.1f} | {verdict} |")
    for name, games in PEERS:
        tell(f"OpenSpiel, {name}")
        peer, plies = open_spiel(name, games)
        lines.append(f"| OpenSpiel `tabular_qlearner` in Python, {name} | {peer:,.0f} | {plies:.1f} | |")
    return lines


def rate(spec: str, settings: dict[str, object], games: int, seed: int) -> tuple[float, float]:
    """Return games a CPU second, and plies a game."""
    learner = QLearner(load(spec), QSettings(episodes=WARM + games, **settings), seed)  # type: ignore[arg-type]
    learner.run(WARM)
    seconds, plies = learner.cpu_seconds, learner.played.plies
    learner.run()
    return games / (learner.cpu_seconds - seconds), (learner.played.plies - plies) / games


def open_spiel(name: str, games: int) -> tuple[float, float]:
    """Return games a CPU second of OpenSpiel's learner in Python, and the players' plies of a game."""
    from open_spiel.python import rl_environment, rl_tools
    from open_spiel.python.algorithms.tabular_qlearner import QLearner as Peer

    environment = rl_environment.Environment(name)
    actions = environment.action_spec()["num_actions"]
    explore = rl_tools.ConstantSchedule(0.1)
    agents = [Peer(player, actions, step_size=0.5, epsilon_schedule=explore) for player in (0, 1)]
    begun, plies = time.process_time(), 0
    for _ in range(games):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
            plies += 1
        for agent in agents:
            agent.step(step)
    return games / (time.process_time() - begun), plies / games


def nim() -> list[str]:
    """Return what share of the best actions of nim is known after so many games, beside what others found."""
    grader = QGrader(load("nim"))
    lines = ["| games | ties at random | the first of ties |", "|---:|---:|---:|"]
    for games in NIM:
        tell(f"nim, {games:,} games")
        cells = [f"{games:,}"]
        for ties in ("random", "first"):
            shares = []
            for seed in range(SEEDS):
                learner = QLearner(grader.game, QSettings(episodes=games, ties=ties), seed)  # type: ignore[arg-type]
                learner.run()
                shares.append(100 * grader.grade(learner).won.share)
            cells.append(f"{np.mean(shares):.1f} % ({min(shares):.1f} to {max(shares):.1f})")
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def games() -> list[str]:
    lines = [
        "| game, games | convention | best actions: won | drawn | all | blunders in play, as first | as second |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for spec, episodes in GAMES:
        grader = QGrader(load(spec))
        for convention in ("reply", "negamax"):
            tell(f"{spec}, {convention}")
            learner = QLearner(grader.game, QSettings(episodes=episodes, convention=convention), 1)  # type: ignore[arg-type]
            learner.run()
            grade = grader.grade(learner)
            kinds = grade.won, grade.drawn, grade.all
            shares = [f"{100 * one.share:.1f} %" if one.positions else "" for one in kinds]
            blunders = [f"{seat.blunders:,} of {seat.in_play.positions:,}" for seat in grade.seats]
            lines.append("| " + " | ".join([f"`{spec}`, {episodes:,}", convention, *shares, *blunders]) + " |")
    return lines


def hidden() -> list[str]:
    """Return the exploitability of what was learned, by games and learning rate."""
    rates = 0.5, 0.05
    graders = {spec: QHiddenGrader(load(spec)) for spec in HIDDEN}
    heads = [f"`{spec}`, alpha {alpha:g}" for spec in HIDDEN for alpha in rates]
    lines = ["| exploitability after games | " + " | ".join(heads) + " |", "|---:|" + "---:|" * len(heads)]
    unlearned = [graders[spec].grade(QLearner(load(spec))).exploitability for spec in HIDDEN for _ in rates]
    lines.append("| 0 | " + " | ".join(f"{one:.3f}" for one in unlearned) + " |")
    for games in HIDDEN_GAMES:
        cells = []
        for spec in HIDDEN:
            for alpha in rates:
                tell(f"{spec}, {games:,} games")
                found = []
                for seed in range(SEEDS):
                    learner = QLearner(
                        graders[spec].ground.game, QSettings(episodes=games, alpha=alpha, epsilon=0.2), seed
                    )
                    learner.run()
                    found.append(graders[spec].grade(learner).exploitability)
                cells.append(f"{np.mean(found):.3f} ({min(found):.3f} to {max(found):.3f})")
        lines.append(f"| {games:,} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    about = made_by("python benchmarks/q_learning.py --write", f"the median of {chosen.repeats} runs, CPU seconds")
    parts = [rates(chosen.repeats), nim(), games(), hidden()]
    text = "\n\n".join([*("\n".join(part) for part in parts), about])
    publish("q-learning", text, chosen.write)


if __name__ == "__main__":
    main()
