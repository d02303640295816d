"""`outfox train`: learn from games of self-play."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine

Number = TypeVar("Number", int, float)


def train(
    what: Literal["evaluation"],  # noqa: ARG001 - names what there is to train; more kinds may come
    game: str,
    /,
    *,
    generations: int = 2,
    games: int = 2000,
    budget: int = 50,
    cs: str = "1.4,0.4,0.12,0.04",
    cuts: str = "0,4,8,16",
    gate_games: int = 400,
    rating_games: int = 200,
    opening: int = 4,
    spread: int = -1,
    window: int = 3,
    loss: Literal["least-squares", "logistic"] = "least-squares",
    ridge: float = 0.0,
    bootstrap: int = 200,
    alike: bool = False,
    seed: int = 0,
    workers: int = 0,
    ray: str = "",
    out: str = "",
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Learn what positions are worth from games of self-play.

    Plain tree search plays itself; one position of each game goes into a fit of its outcome: named features, and
    a value for each piece on each point. The next generation searches with playouts that are cut and scored by
    that model, and takes its predecessor's place when it has beaten it. Everything is kept in a folder: a run
    that was stopped, by Ctrl-C or otherwise, goes on with the same command.

    Parameters
    ----------
    what
        evaluation.
    game
        A name or a file, with parameters if you like; it must declare features or squares.
    generations
        How many.
    games
        Games of self-play for each.
    budget
        Simulations a ply wherever generations are compared, and of the weaker side in self-play.
    cs
        Exploration constants of a search with a model: the first generation compares these.
    cuts
        Plies of a playout before the model scores it: the first generation compares these.
    gate_games
        Most games of the test that a generation must pass to replace its predecessor.
    rating_games
        Games of each measurement: against the first, the predecessor, and an arithmetic model.
    opening
        Most random plies that start a pair of games between generations.
    spread
        Most random plies that start a game of self-play; -1: a sixth of a game's length.
    window
        Generations whose games a model is fitted to.
    loss
        What the fit makes small: squared errors through the link, or the logistic loss.
    ridge
        Strength of the penalty; 0: chosen by cross-validation.
    bootstrap
        Samples for standard errors.
    alike
        Let both sides think alike in self-play, also where one of them then wins nearly every game.
    seed
        The same seed gives the same models.
    workers
        Processes; 0: one for each core.
    ray
        Address of a Ray cluster that plays the games instead: HOST:PORT, auto, or local; needs outfox[ray].
    out
        The run's folder; without it one in the current folder, named after the game.
    parameters
        Parameters of the game.
    """
    from outfox.interfaces.cli.errors import UsageError

    chosen = options or GameOptions()
    if workers < 0 or seed < 0:
        raise UsageError("--workers and --seed must be 0 or more")
    loaded = load_game(game, chosen.param, parameters, "train")
    with ProgressLine("train") as line:
        line.listen()
        from outfox.formats.folders import folder_name
        from outfox.training.learn.fit import FitSettings
        from outfox.training.learn.generations import train as run
        from outfox.training.learn.train_settings import TrainSettings
        from outfox.training.learn.train_text import to_dict, to_text
        from outfox.workers.cluster import Cluster

        try:
            fit = FitSettings(loss, ridge, bootstrap=bootstrap)
        except ValueError as error:
            raise UsageError(f"train: {error}") from None
        settings = TrainSettings(
            generations=generations, games=games, budget=budget, balance=not alike,
            cs=_numbers(cs, float, "--cs are exploration constants such as 1.4,0.12"),
            cuts=_numbers(cuts, int, "--cuts are plies such as 0,4,8,16"),
            gate_games=gate_games, rating_games=rating_games, opening=opening, spread=spread, window=window, fit=fit,
        )  # fmt: skip
        crew = Cluster(ray, workers) if ray else workers or os.cpu_count() or 1
        folder = Path(out) if out else Path(folder_name("train", loaded))
        found = run(loaded, settings, folder=folder, seed=seed, workers=crew, progress=line.share)
    show(to_dict(found), to_text(found), chosen.json)
    return DONE


def _numbers(text: str, kind: Callable[[str], Number], what: str) -> tuple[Number, ...]:
    from outfox.interfaces.cli.errors import UsageError

    try:
        return tuple(kind(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"{what}, not {text!r}") from None
