"""Every optimiser on the same budget over 20 seeds, and the far policy that it finds beside the one written by hand.

python benchmarks/optimise.py [--seeds 20] [--games 50000] [--workers 1]
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from page import made_by, tell, write

from outfox.formats.policy_file import Policy
from outfox.rules import load
from outfox.training.optimise.compare import Bounds, compare
from outfox.training.optimise.field import Field, maker, side_of
from outfox.training.optimise.graded import grade_policy, seated
from outfox.training.optimise.opponents import opponent
from outfox.training.optimise.run import Ground, optimise
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed

BOARD = "cat-and-mouse:rows=5,cols=6"
LARGER = "cat-and-mouse:rows=8,cols=7", "cat-and-mouse:rows=10,cols=11", "cat-and-mouse:rows=15,cols=14"
POSITIONS, PLAYS = 25, 4
ITERATIONS = 10**6  # the games are the budget


def ways(games):
    common = {
        "regime": "fixed", "opponent": "perfect", "games": games, "iterations": ITERATIONS, "patience": 0,
        "plays": PLAYS, "temperature": 0.01,
    }  # fmt: skip
    found = {}
    for policy, optimisers in (
        ("table", ("climb", "anneal", "genetic")),
        ("far", ("climb", "anneal", "genetic", "swarm", "cma")),
    ):
        for optimiser in optimisers:
            positions = POSITIONS if policy == "far" else 0
            found[f"{policy}, {optimiser}"] = OptimiseSettings(
                policy=policy, optimiser=optimiser, positions=positions, **common
            )
    return found


def games_of(bounds: Bounds) -> str:
    low, value, high = ("never" if x == math.inf else f"{x:,.0f}" for x in (bounds.low, bounds.value, bounds.high))
    return f"{value} [{low}, {high}]"


def share_of(bounds: Bounds) -> str:
    return f"{bounds.value:.1%} [{bounds.low:.1%}, {bounds.high:.1%}]"


def rows_of_optimisers(seeds, games, workers):
    head = "| games needed, median | optimal actions | regret | perfect runs | CPU s a run |"
    rows = [f"| policy, optimiser: {games:,} games a run {head}", "|---|---:|---:|---:|---:|---:|"]
    found = compare(load(BOARD), ways(games), seeds=seeds, workers=workers, progress=lambda _, text: tell(text))
    for one in found:
        regret = f"{one.regret.value:.2f} [{one.regret.low:.2f}, {one.regret.high:.2f}]"
        rows.append(
            f"| {one.name} | {games_of(one.needed)} | {share_of(one.optimal)} | {regret} | {share_of(one.perfect)} "
            f"| {one.cpu_seconds:.2f} |"
        )
    return rows


def by_hand(ground):
    game, made = ground.board.game, maker(ground.board, "far", 0, True)
    side = side_of(ground.board, made, 0, np.zeros(0, np.int64), made.weights)
    return Policy(game.spec, game.name, game.rules_key, (side, None))


def against(ground, policy, name, games=1000):
    made, pair = seated(ground.board, policy, 0)
    other, none = opponent(ground.board, name, 1, ground.optimal)
    field = Field(ground.board, (made, other), root_seed(1), plays=games)
    told = field.tell((pair, none), field.walk(0))
    return f"{told.ended:.1%}, {told.plies:.2f}"


def rows_of_far_policies():
    rows = [
        "| board | far policy | random mouse | careful mouse | perfect mouse | optimal actions | secures |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    small = Ground(load(BOARD))
    settings = ways(50_000)["far, swarm"]
    policies = {"learned": optimise(small.board.game, settings, seed=1, ground=small).policy, "by hand": by_hand(small)}
    for spec in (BOARD, *LARGER):
        tell(spec)
        ground = Ground(load(spec))
        for name, policy in policies.items():
            grade = grade_policy(ground, policy, 0)
            shown = " | ".join(against(ground, policy, mouse) for mouse in ("random", "careful", "perfect"))
            board = spec.partition(":")[2].replace("rows=", "").replace(",cols=", " x ")
            secures = f"{grade.secured:+g} in {grade.secured_remoteness} plies"
            rows.append(f"| {board} | {name} | {shown} | {grade.everywhere.optimal:.1%} | {secures} |")
    return rows


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seeds", type=int, default=20)
    options.add_argument("--games", type=int, default=200_000)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    parts = [rows_of_optimisers(chosen.seeds, chosen.games, chosen.workers), rows_of_far_policies()]
    text = "\n\n".join("\n".join(rows) for rows in parts)
    text += "\n\n" + made_by("python benchmarks/optimise.py --write", f"{chosen.seeds} seeds")
    tell("")
    print(text)
    if chosen.write:
        write("optimise", text)


if __name__ == "__main__":
    main()
