"""Calibrates the levels of play of a game: every level from either seat against a fixed ladder of players.

    python benchmarks/levels.py                   print the table
    python benchmarks/levels.py --write           and keep it where the players find it
    python benchmarks/levels.py --models A B      with other models for the two seats; they are copied with --write

The games are the same for any number of workers. Each level's thinking time is measured in CPU seconds a move.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from importlib import resources
from pathlib import Path

from outfox.arena import match, wilson
from outfox.interfaces.cli.output import table
from outfox.players import player
from outfox.rules import load
from outfox.workers.seeds import root_seed

GAME = "starve-the-fox"
MODELS = "starve-the-fox.foxes.model.json", "starve-the-fox.sheep.model.json"
RUNGS = (
    "random", "mcts:simulations=50", "mcts:simulations=200", "mcts:simulations=700",
    "mcts:simulations=100,model=@", "mcts:simulations=1000,model=@",
)  # fmt: skip
LEVELS = {
    "child": "mcts:simulations=4",
    "beginner": "mcts:simulations=25",
    "casual": "mcts:simulations=150",
    "club": "mcts:simulations=60,model=@",
    "strong": "mcts:simulations=4000,model=@",
    "strongest": "mcts:simulations=60000,model=@",
}
"""From weakest to strongest; the same search for both seats, with the seat's own model, as for the rungs. What that
comes to differs, so the shares stand by seat."""


def measured(
    spec: str, seat: int, models: list[Path], games: int, seed: int, workers: int
) -> dict[str, dict[str, float]]:
    """Return a level's share of the points against each rung, from one seat, with its interval."""
    found = {}
    for rung in RUNGS:
        other = placed(rung, models[1 - seat])
        pair = (spec, other) if seat == 0 else (other, spec)
        result = match(GAME, *pair, games=games, seed=seed, seats="fixed", workers=workers, opening_plies=2)
        won, lost = result.wins if seat == 0 else result.wins[::-1]
        low, high = wilson(won, games)
        found[rung] = {
            "share": (won + result.draws / 2) / games,
            "wins": won,
            "draws": result.draws,
            "losses": lost,
            "low": round(low, 4),
            "high": round(high, 4),
        }
    return found


def placed(spec: str, model: Path) -> str:
    """Put a model into a spec that leaves it open."""
    return spec.replace("model=@", f"model={model}")


def seconds_a_move(spec: str) -> float:
    """Return CPU seconds of a move at the start, compiled code at hand."""
    game = load(GAME)
    one = player(spec)
    one.start(game, 0, root_seed(1))
    one.choose(game.start())
    one.start(game, 0, root_seed(2))
    before = time.process_time()
    one.choose(game.start())
    return time.process_time() - before


def main() -> None:
    """Calibrate."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--games", type=int, default=40, help="for each level, seat and rung")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--workers", type=int, default=2)
    words.add_argument("--models", nargs=2, metavar=("FOXES", "SHEEP"))
    words.add_argument("--write", action="store_true")
    chosen = words.parse_args()
    folder = Path(str(resources.files("outfox.players.levels")))
    models = [Path(name) for name in chosen.models or (folder / name for name in MODELS)]
    kept, rows = [], [("level", "seat", *RUNGS, "CPU s a move")]
    for name, spec in LEVELS.items():
        ours = [placed(spec, model) for model in models]
        took = seconds_a_move(ours[0])
        shares = [measured(ours[seat], seat, models, chosen.games, chosen.seed, chosen.workers) for seat in (0, 1)]
        for seat, by_rung in enumerate(shares):
            cells = [f"{100 * by_rung[rung]['share']:.0f} %" for rung in RUNGS]
            rows.append((name, load(GAME).players[seat], *cells, f"{took:.3f}"))
        print("\n".join(table(rows[-2:])), flush=True)
        specs = [spec.replace("model=@", f"model=@{name}") for name in MODELS]
        kept.append({"name": name, "specs": specs, "shares": shares, "cpu_seconds_a_move": round(took, 4)})
    print("\n".join(["", *table(rows)]))
    if chosen.write:
        for model, name in zip(models, MODELS, strict=True):
            if model.resolve() != (folder / name).resolve():
                shutil.copy(model, folder / name)
        content = {
            "format": "outfox-levels-1",
            "game": GAME,
            "how": f"python benchmarks/levels.py --games {chosen.games} --seed {chosen.seed} --write",
            "ladder": list(RUNGS),
            "levels": kept,
        }
        text = json.dumps(content, indent=1) + "\n"
        (folder / f"{GAME}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
