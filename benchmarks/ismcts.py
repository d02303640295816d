"""Information-set MCTS beside OpenSpiel's C++ bot in one run: simulations a second, and games against each other.

    python benchmarks/ismcts.py            # print
    python benchmarks/ismcts.py --write    # and write the tables into docs/performance.md

CPU seconds of one thread, without compiling; the speeds are medians of some runs that take turns with OpenSpiel's, over
the same decisions of random games. In the games both have as many simulations a decision, each seat as often. OpenSpiel
resamples worlds where the game does that itself, which Leduc and Kuhn poker do; its exploration constant is the same in
units of payoff, and both play the action that they visited most.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from page import made_by, publish, tell

from outfox.arena.statistics import mean_interval
from outfox.kernel.link import link
from outfox.methods.equilibrium.best_response import exploitability
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.search.ismcts import IsmctsSettings, sight_of
from outfox.methods.search.ismcts_kernel import simulate
from outfox.methods.search.ismcts_run import Run
from outfox.players import player
from outfox.players.hidden import policy_array
from outfox.players.ismcts_player import IsmctsPlayer
from outfox.rules import load
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

PAIRS = ("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")
BUDGETS = 100, 1000, 10_000


def bot(other: Any, simulations: int, c: float, seed: int) -> Any:
    """Return OpenSpiel's bot."""
    kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), c, simulations, -1, kind, False, False)


def decisions(game: Any, games: int) -> list[Position]:
    """Return the decisions of random games in which there is a choice."""
    random, found = np.random.default_rng(1), []
    for _ in range(games):
        position = game.start()
        while not position.is_terminal:
            if not position.is_chance and len(position.legal) > 1:
                found.append(position)
            options = [a for a, _ in position.chance] or position.legal
            position = position.play(options[int(random.integers(len(options)))])
    return found


def in_theirs(other: Any, history: Sequence[int]) -> Any:
    """Return OpenSpiel's state after the same actions; both number actions and outcomes alike."""
    state = other.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def speeds(name: str, theirs: str, repeats: int) -> str:
    """Return one row: simulations a CPU second of both."""
    tell(f"{name}: speed")
    game, other, settings = load(name), pyspiel.load_game(theirs), IsmctsSettings(simulations=2000)
    some, linked = decisions(game, 12), link(game, simulate)
    c, rates = settings.c * game.scale, []
    Run(linked, sight_of(some[0])[0], settings, 0).advance(10)  # the first call loads the compiled kernel
    for k in range(repeats):
        spent = [0.0, 0.0]
        for position in some:
            run = Run(linked, sight_of(position)[0], settings, k)
            begun = time.process_time()
            run.advance(2000)
            spent[0] += time.process_time() - begun
            one, state = bot(other, 2000, c, k + 1), in_theirs(other, position.history)
            begun = time.process_time()
            one.step(state)
            spent[1] += time.process_time() - begun
        rates.append([2000 * len(some) / seconds for seconds in spent])
    ours, beside = (statistics.median(column) for column in zip(*rates, strict=True))
    return f"| {name} | {ours:,.0f} | {beside:,.0f} | {ours / beside:.1f} |"


def games(name: str, theirs: str, simulations: int, number: int) -> str:
    """Return one row: what we win a game, with the interval of pairs of seats."""
    game, other, won = load(name), pyspiel.load_game(theirs), list[float]()
    settings = IsmctsSettings(simulations=simulations, mixed=False)
    mine, c = IsmctsPlayer(settings), settings.c * game.scale
    for pair in range(number // 2):
        tell(f"{name}: {simulations} simulations, game {2 * pair:,}")
        both = [
            _play(game, other, mine, bot(other, simulations, c, 2 * pair + seat + 1), seat, pair) for seat in (0, 1)
        ]
        won.append(sum(both) / 2)
    low, high = mean_interval(won) or (0.0, 0.0)
    return f"| {name} | {simulations:,} | {number:,} | {statistics.mean(won):+.3f} | {low:+.3f} to {high:+.3f} |"


def _play(game: Any, other: Any, mine: IsmctsPlayer, theirs: Any, seat: int, pair: int) -> float:
    """Play one game and return what we win; the two games of a pair have the same chance seed."""
    root, position = root_seed(7), game.start()
    random = np.random.default_rng(task_seed(root, pair))
    mine.start(game, seat, task_seed(root, pair, seat))
    while not position.is_terminal:
        if position.is_chance:
            actions, odds = zip(*position.chance, strict=True)
            action = int(random.choice(actions, p=odds))
        elif position.mover == seat:
            action = mine.choose(sight_of(position)[0])
        else:
            action = int(theirs.step(in_theirs(other, position.history)))
        position = position.play(action)
    return float(position.payoff if seat == 0 else -position.payoff)


def exploited(name: str) -> list[str]:
    """Return rows: the exploitability by budget, both ways of playing."""
    ground, rows = Ground(load(name)), []
    for simulations in BUDGETS:
        found = []
        for mixed in ("true", "false"):
            tell(f"{name}: exploitability, {simulations} simulations")
            policy, one = ground.uniform.copy(), player(f"is-mcts:simulations={simulations},mixed={mixed}")
            for seat in (0, 1):
                asked = np.repeat(ground.tree.player == seat, np.diff(ground.tree.first))
                policy = np.where(asked, policy_array(one, ground, seat), policy)
            found.append(exploitability(ground, policy).exploitability)
        rows.append(f"| {name} | {simulations:,} | {found[0]:.3f} | {found[1]:.3f} |")
    random = exploitability(ground, ground.uniform).exploitability
    return [*rows, f"| {name} | random play | {random:.3f} | |"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--games", type=int, default=2000, help="games against OpenSpiel's bot")
    options.add_argument("--simulations", type=int, default=1000, help="a decision in these games")
    chosen = options.parse_args()
    parts = ["| simulations a CPU second | outfox | OpenSpiel | ratio |", "|---|---:|---:|---:|"]
    parts += [speeds(*pair, chosen.repeats) for pair in PAIRS]
    parts += [
        "",
        "| against OpenSpiel | simulations | games | won a game | 95 % interval |",
        "|---|---:|---:|---:|---:|",
    ]
    parts += [games(*pair, chosen.simulations, chosen.games) for pair in PAIRS]
    parts += ["", "| exploitability | simulations | mixed | most visited |", "|---|---:|---:|---:|"]
    parts += [row for name, _ in PAIRS for row in exploited(name)]
    command = "python benchmarks/ismcts.py" + " --write" * chosen.write
    parts += ["", made_by(command, f"medians of {chosen.repeats} runs")]
    text = "\n".join(parts)
    publish("ismcts", text, chosen.write)


if __name__ == "__main__":
    main()
