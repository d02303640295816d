"""Every optimiser on the same budget over 20 seeds, and far policies of both sides beside those written by hand.

python benchmarks/optimise.py [--seeds 20] [--games 200000] [--workers 1]
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from page import made_by, publish, tell

from outfox.formats.policy_file import Policy
from outfox.rules import load
from outfox.training.optimise.compare import Bounds, compare, mean
from outfox.training.optimise.field import Field, maker, side_of
from outfox.training.optimise.graded import grade_policy, seated
from outfox.training.optimise.opponents import opponent
from outfox.training.optimise.run import Ground, optimise
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed

BOARD = "cat-and-mouse:rows=5,cols=6"
LARGER = "cat-and-mouse:rows=8,cols=7", "cat-and-mouse:rows=10,cols=11", "cat-and-mouse:rows=15,cols=14"
POSITIONS, PLAYS = 25, 4
EVERYWHERE = 200
PLAYERS, CAT, MOUSE = ("cat", "mouse"), 0, 1
OTHERS = "random", "careful", "perfect"
ITERATIONS = 10**6  # the games are the budget

BOTH_SIDES = [
    "Both sides of 5 x 6, from nothing, with 200 positions to begin from beside the start; *by hand* is the direct",
    "way: along the longer gap, or away along it. No step of either side changes who wins there, so what is wasted is",
    "plies: by which the cat catches later, or the mouse is caught sooner, than with a best step. *Regret* is what the",
    "policy fails to secure against an opponent who knows it, in payoff and, where it secures the value, in plies.",
]
LARGER_BOARDS = [
    "Far policies that learned on 8 x 7 by CMA-ES, against perfect play, with twice the games, on other boards: how",
    "many of 1,000 games end with a capture, and their plies, for the first seed; the share of best actions and the",
    "perfect runs for all. No mouse takes anything from a cat, so a careful cat is a random one. Games in which",
    "somebody draws are cut after four times the plies to the farthest state.",
]


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
    """Write a share; that of one policy has no interval."""
    if bounds.high == math.inf:
        return f"{bounds.value:.1%}"
    return f"{bounds.value:.1%} [{max(0.0, bounds.low):.1%}, {min(1.0, bounds.high):.1%}]"


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


def from_everywhere(games):
    common = {"policy": "far", "games": games, "iterations": ITERATIONS, "patience": 0, "positions": EVERYWHERE}
    found = {}
    for optimiser in ("swarm", "cma"):
        each = {"optimiser": optimiser, **common}
        for player in PLAYERS:
            found[f"{player}, {optimiser}, against perfect play"] = OptimiseSettings(
                regime="fixed", opponent="perfect", seat=player, plays=2, **each
            )
        found[f"both, {optimiser}, against each other"] = OptimiseSettings(regime="strengthen", plays=1, **each)
    return found


def by_hand(ground):
    game, sides = ground.board.game, []
    for player in (CAT, MOUSE):
        made = maker(ground.board, "far", player, True)
        sides.append(side_of(ground.board, made, player, np.zeros(0, np.int64), made.weights))
    return Policy(game.spec, game.name, game.rules_key, tuple(sides))


def grades_of(ground, policies, player):
    """Return the cells of one side of some policies, with intervals over them."""
    grades = [grade_policy(ground, policy, player) for policy in policies]
    optimal, late = (mean([getattr(one.everywhere, name) for one in grades]) for name in ("optimal", "late"))
    regret = mean([one.regret for one in grades])
    plies = [float(one.regret_plies) for one in grades if one.regret_plies is not None]  # where it secures the value
    shown = [number_of(late), number_of(regret), number_of(mean(plies)) if plies else "–"]
    return " | ".join([share_of(optimal), *shown, f"{sum(one.perfect for one in grades)} of {len(grades)}"])


def number_of(bounds: Bounds) -> str:
    """Write a number that is 0 or more; that of one policy has no interval."""
    shown = f"{bounds.value:.3f}"
    return shown if bounds.high == math.inf else f"{shown} [{max(0.0, bounds.low):.3f}, {bounds.high:.3f}]"


def rows_of_both_sides(seeds, games):
    head = "| optimal actions | plies wasted an action | regret | in plies | perfect runs | CPU s a run |"
    rows = [
        f"| side | far policy, learned how: {games:,} games a run {head}",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    ground, found = Ground(load(BOARD)), {player: [] for player in PLAYERS}
    for name, settings in from_everywhere(games).items():
        tell(name)
        runs = [optimise(ground.board.game, settings, seed=seed, ground=ground) for seed in range(seeds)]
        took = sum(run.cpu_seconds for run in runs) / seeds
        for player, side in enumerate(PLAYERS):
            if runs[0].policy.sides[player] is not None:
                cells = grades_of(ground, [run.policy for run in runs], player)
                found[side].append(f"| {side} | {name.partition(', ')[2]} | {cells} | {took:.2f} |")
    hand = by_hand(ground)
    for player, side in enumerate(PLAYERS):
        rows += [*found[side], f"| {side} | by hand | {grades_of(ground, [hand], player)} | |"]
    return rows


def against(ground, player, way, name, games=1000):
    """Play one side against an opponent: the share of games with a capture, and their plies."""
    made, pair = way
    other, none = opponent(ground.board, name, 1 - player, ground.optimal)
    makers, pairs = ((made, other), (pair, none)) if player == CAT else ((other, made), (none, pair))
    field = Field(ground.board, makers, root_seed(1), plays=games)
    told = field.tell(pairs, field.walk(player))
    return f"{told.ended:.1%}, {told.plies:.2f}"


def rows_of_larger_boards(seeds, games):
    head = "| random opponent | careful opponent | perfect opponent | optimal actions | secures | perfect runs |"
    rows = [f"| board | far policy {head}", "|---|---|---:|---:|---:|---:|---:|---:|"]
    taught, ways = Ground(load(LARGER[0])), from_everywhere(2 * games)
    runs = {}
    for side in PLAYERS:
        tell(f"{side}, {LARGER[0]}")
        settings = ways[f"{side}, cma, against perfect play"]
        runs[side] = [optimise(taught.board.game, settings, seed=seed, ground=taught).policy for seed in range(seeds)]
    for spec in (BOARD, *LARGER):
        tell(spec)
        ground = Ground(load(spec))
        board = spec.partition(":")[2].replace("rows=", "").replace(",cols=", " x ")
        for player, side in enumerate(PLAYERS):
            for name, policies in (("learned", runs[side]), ("by hand", [by_hand(ground)])):
                shown = games_against(ground, player, seated(ground.board, policies[0], player))
                cells = larger(ground, policies, player)
                rows.append(f"| {board} | {side}, {name} | {shown} | {cells} |")
        for name in ("careful", "random"):
            shown = games_against(ground, MOUSE, opponent(ground.board, name, MOUSE, None))
            rows.append(f"| {board} | mouse, {name} | {shown} | | | |")
    return rows


def games_against(ground, player, way):
    return " | ".join(against(ground, player, way, name) for name in OTHERS)


def larger(ground, policies, player):
    """Return the share of best actions, what the first policy secures, and how many are perfect."""
    grades = [grade_policy(ground, policy, player) for policy in policies]
    secures = f"{grades[0].secured:+g} in {grades[0].secured_remoteness} plies"
    perfect = sum(one.perfect for one in grades)
    return f"{share_of(mean([one.everywhere.optimal for one in grades]))} | {secures} | {perfect} of {len(grades)}"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seeds", type=int, default=20)
    options.add_argument("--games", type=int, default=200_000)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    parts = [
        rows_of_optimisers(chosen.seeds, chosen.games, chosen.workers),
        rows_of_both_sides(chosen.seeds, chosen.games),
        BOTH_SIDES,
        rows_of_larger_boards(chosen.seeds, chosen.games),
        LARGER_BOARDS,
    ]
    text = "\n\n".join("\n".join(rows) for rows in parts)
    text += "\n\n" + made_by("python benchmarks/optimise.py --write", f"{chosen.seeds} seeds")
    publish("optimise", text, chosen.write)


if __name__ == "__main__":
    main()
