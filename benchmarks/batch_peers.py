"""RLCard and pgx, as far as they are installed, for benchmarks/batch.py: random actions, in JSON on standard output.

    python benchmarks/batch_peers.py 4096 3      # games at once, repeats

Actions a CPU second of this process, all its threads together. It knows nothing of outfox, so that it can be run by the
interpreter of another environment.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

RLCARD = {"leduc": "leduc-holdem", "limit-holdem": "limit-holdem"}
PGX = {"leduc": "leduc_holdem", "kuhn": "kuhn_poker", "tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four"}
STEPS = 200
"""Of pgx, in one compiled loop."""


def rlcard_rate(name: str, games: int, repeats: int) -> float:
    """RLCard has one game at a time: states are dictionaries with observation and legal actions."""
    import rlcard

    env = rlcard.make(name)

    def run() -> int:
        actions = 0
        for _ in range(500):
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(random.choice(list(state["legal_actions"])))
                actions += 1
            env.get_payoffs()
        return actions

    return median(run, repeats)


def pgx_rate(name: str, games: int, repeats: int) -> float:
    """pgx steps a batch in a compiled loop, with auto-reset."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, drawn, more = jax.random.split(key, 3)
        chosen = jax.random.categorical(drawn, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        state = step(state, chosen, jax.random.split(more, games))
        return (state, key), state.observation.sum() + state.rewards.sum()

    @jax.jit
    def loop(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key), None, length=STEPS)

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    jax.block_until_ready(loop(state, key))

    def run() -> int:
        jax.block_until_ready(loop(state, key))
        return games * STEPS

    return median(run, repeats)


def median(run: Callable[[], int], repeats: int) -> float:
    """Return the median rate of some runs."""
    rates = []
    for _ in range(repeats):
        begun = time.process_time()
        actions = run()
        rates.append(actions / (time.process_time() - begun))
    return statistics.median(rates)


def main() -> None:
    games, repeats = int(sys.argv[1]), int(sys.argv[2])
    found: dict[str, Any] = {}
    for library, names, rate in (("rlcard", RLCARD, rlcard_rate), ("pgx", PGX, pgx_rate)):
        try:
            module = __import__(library)
        except ImportError:
            continue
        found[library] = {game: rate(name, games, repeats) for game, name in names.items()}
        found[library]["version"] = module.__version__
    print(json.dumps(found))


if __name__ == "__main__":
    main()
