"""`outfox perft`: how many ways there are to play."""

from __future__ import annotations

import time

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import amount, show, table
from outfox.interfaces.cli.progress import ProgressLine


def perft(game: str, /, depth: int, *, options: StartOptions | None = None, **parameters: str) -> int:
    """Count the ways to play 1, 2, ... plies, by compiled rules.

    A move generator is right when these numbers are those that others have published. Chance outcomes are
    counted as actions. Ctrl-C prints what is counted by then.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    depth
        The longest length, in plies.
    parameters
        Parameters of the game.
    """
    from outfox.interfaces.cli.errors import UsageError

    chosen = options or StartOptions()
    if depth < 1:
        raise UsageError(f"DEPTH must be 1 or more, not {depth}")
    loaded, position = game_and_position(game, chosen, parameters, "perft")
    counts: list[int] = [0] * depth
    with ProgressLine("perft") as line:
        line.listen()
        from outfox.kernel import link
        from outfox.kernel.perft import count_sequences
        from outfox.kernel.perft import perft as count

        compile_seconds = link.link(loaded, count_sequences).compile_seconds
        wall, cpu = time.perf_counter(), time.process_time()

        def tell(so_far: list[int]) -> None:
            counts[:] = so_far
            line.share_or_not(None, f"{sum(so_far):,} sequences")

        interrupted = False
        try:
            counts = count(position, depth, progress=tell)
        except KeyboardInterrupt:
            interrupted = True
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    data = {
        "game": loaded.spec,
        "depth": depth,
        "counts": counts,
        "interrupted": interrupted,
        "seconds": wall,
        "cpu_seconds": cpu,
        "compile_seconds": compile_seconds,
    }
    show(data, _text(counts, interrupted, cpu), chosen.json)
    return INTERRUPTED if interrupted else DONE


def _text(counts: list[int], interrupted: bool, cpu: float) -> str:
    rows = [("plies", "sequences"), *((str(k), f"{n:,}") for k, n in enumerate(counts, 1))]
    speed = f"{amount(sum(counts) / cpu)} sequences a CPU second" if cpu > 0.01 else "at once"
    end = "interrupted: these are counts so far; " if interrupted else ""
    return "\n".join([*table(rows, right=(0, 1)), f"{end}{speed}"])
