"""`outfox beat` in games with hidden information: the best response to a player that sees a part of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.beat_holdem import refuse_part
from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.files import place, save_policy
from outfox.interfaces.cli.games_shown import SAMPLES, sample, sample_lines
from outfox.interfaces.cli.output import note, show, table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.formats.tabular import TabularPolicy
    from outfox.methods.equilibrium.best_response import BestResponse
    from outfox.methods.equilibrium.ground import Ground
    from outfox.rules import Game, Position

_ITERATIONS = 1000
"""Of the method that takes the place of linear programs where these would take too long."""


def beat_hidden(
    game: Game, position: Position, opponent: str, seats: list[int], seed: int, memory: float, out: str, as_json: bool
) -> int:
    """Print the best response from each seat beside what equilibrium strategies win; write it to a file if asked."""
    refuse_part(game, position)
    if out:
        place("--out", out)
    with ProgressLine("beat") as line:
        line.listen()
        data, responses = _answers(game, opponent, seats, seed, memory, line)
    lines = _text(game, data)
    if out:
        lines += save_policy(game, _table(opponent, responses), out)
    show(data, "\n".join(lines), as_json)
    return DONE


def _table(opponent: str, responses: list[BestResponse]) -> TabularPolicy:
    """Return the responses as one policy; uniform in a seat that was not asked for."""
    from outfox.methods.equilibrium.policies import table_of

    ground = responses[0].ground
    parts = list(ground.form.split(ground.uniform))
    for response in responses:
        parts[response.seat] = ground.form.split(response.policy)[response.seat]
    won = {ground.game.players[response.seat]: response.payoff for response in responses}
    about = {"method": "best response", "opponent": opponent, "payoff": won}
    return table_of(ground, ground.form.joined(*parts), about)


def _answers(
    game: Game, spec: str, seats: list[int], seed: int, memory: float, line: ProgressLine
) -> tuple[dict[str, Any], list[BestResponse]]:  # fmt: skip
    from outfox.interfaces.cli.solve import budget
    from outfox.kernel.clock import Clock
    from outfox.methods.equilibrium.best_response import best_response
    from outfox.methods.equilibrium.ground import Ground
    from outfox.methods.equilibrium.sequence_form import LARGEST
    from outfox.players import player
    from outfox.players.hidden import is_function, policy_array
    from outfox.players.policies import is_drawn

    clock, made = Clock(), player(spec)
    ground = Ground(game, memory=budget(memory), progress=lambda _, text: line.share_or_not(None, text))
    policies = {seat: policy_array(made, ground, 1 - seat, seed) for seat in seats}
    if is_drawn(made) and not is_function(made):
        note(f"outfox: {spec} draws by its seed: this is the answer to its play with seed {seed}, after each view")
    line.share_or_not(None, "equilibria")
    equilibria = _Exact(ground) if ground.tree.slots <= LARGEST else _Near(ground)
    found = [best_response(ground, seat, policy) for seat, policy in policies.items()]
    responses, ranges, samples = {}, {}, {}
    for response, (seat, policy) in zip(found, policies.items(), strict=True):
        responses[f"seat{seat}"] = response.payoff
        ranges[f"seat{seat}"] = list(equilibria.range(seat, policy))
        samples[f"seat{seat}"] = [_sample(response, seed + k) for k in range(SAMPLES)]
    if len(seats) == 2:
        responses["average"] = sum(responses.values()) / 2
        ranges["average"] = [sum(ends) / 2 for ends in zip(*ranges.values(), strict=True)]
    data = {
        "game": game.spec,
        "opponent": spec,
        "value": equilibria.value,
        "equilibrium_exploitability": equilibria.exploitability,
        "best_response": responses,
        "equilibrium": ranges,
        "samples": samples,
        "histories": ground.tree.nodes,
        "information_sets": ground.tree.sets,
        "seconds": clock.seconds,
        "cpu_seconds": clock.cpu_seconds,
        "compile_seconds": clock.compile_seconds,
    }
    return data, found


class _Exact:
    """All equilibrium strategies, by linear programs."""

    exploitability = 0.0

    def __init__(self, ground: Ground) -> None:
        from outfox.methods.equilibrium.sequence_form import game_value

        self.ground, self.value = ground, game_value(ground.small)

    def range(self, seat: int, policy: Any) -> tuple[float, float]:
        """Return the least and the most that they win against a policy."""
        from outfox.methods.equilibrium.sequence_form import equilibrium_range

        return equilibrium_range(self.ground, seat, policy, self.value)


class _Near:
    """One pair of strategies that is nearly an equilibrium, where linear programs would take too long."""

    def __init__(self, ground: Ground) -> None:
        from outfox.methods.equilibrium.solve import equilibrium

        found = equilibrium(ground, method="pcfr+", iterations=_ITERATIONS)
        self.ground, self.value, self.exploitability, self.policy = (
            ground,
            found.value,
            found.exploitability,
            found.policy,
        )

    def range(self, seat: int, policy: Any) -> tuple[float, float]:
        """Return what its strategy wins against a policy, twice."""
        from outfox.methods.equilibrium.best_response import expected_value

        parts = [self.ground.form.split(self.policy), self.ground.form.split(policy)]
        mine = self.ground.form.joined(parts[seat][0], parts[1 - seat][1])
        won = expected_value(self.ground, mine)
        return (won, won) if seat == 0 else (-won, -won)


def _sample(response: BestResponse, seed: int) -> dict[str, Any]:
    """Play one game of the best response against the opponent."""
    import numpy as np

    from outfox.methods.equilibrium.policies import sample_game

    position = response.ground.game.start()
    for action in sample_game(response.ground, response.policy, np.random.default_rng(seed)):
        position = position.play(action)
    return sample(position)


def _text(game: Game, data: dict[str, Any]) -> list[str]:
    from outfox.formats.stakes import stake_of

    rows = [("seat", "best response", "equilibrium strategies")]
    for key, payoff in data["best_response"].items():
        low, high = data["equilibrium"][key]
        name = game.players[int(key[-1])] if key != "average" else key
        same = abs(high - low) < 1e-7
        rows.append((name, f"{payoff:+.9g}", f"{low:+.6g}" if same else f"{low:+.6g} to {high:+.6g}"))
    lines = [
        f"against {data['opponent']}, {stake_of(game).won} from each seat:",
        "",
        *table(rows, right=(1,)),
        "",
    ]
    lines += sample_lines(game, data["samples"])
    near = data["equilibrium_exploitability"]
    lines += [f"the equilibrium strategies are one pair, of exploitability {near:.1e}", ""] if near else []
    lines += [f"{data['histories']:,} histories, {data['information_sets']:,} information sets"]
    lines.append(f"{data['seconds']:.2f} s ({data['cpu_seconds']:.2f} CPU s)")
    return lines
