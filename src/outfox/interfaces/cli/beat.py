"""`outfox beat`: the most that can be won against a given opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.beat_holdem import HOLDEM, HoldemOptions, beat_holdem, refuse_part
from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.match import refuse_counts
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import note, show, table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.methods.solve.response import Response
    from outfox.rules import Game, Position

_SHOWN = 12


def beat(
    game: str,
    /,
    *,
    opponent: str,
    seat: str = "",
    seed: int = 0,
    memory: float = 0.0,
    out: str = "",
    holdem: HoldemOptions | None = None,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Find the best response to an opponent: the most that can be won against exactly this player.

    Every position that can be reached is looked at, with the opponent's answers for what they are, randomness
    included. Beside it stands what perfect play wins against a perfect opponent, and a game that shows it.

    In a game with hidden information the opponent is asked about everything that it can see. Beside the best response
    stands what equilibrium strategies win against it: from the least to the most, where there are many.

    Limit hold'em is too large to be asked about everything. Against an opponent that ignores its cards the answer is
    exact all the same; against any other it is a lower bound, by local best response.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    opponent
        Any player: random, lookahead:depth=2, alphabeta:depth=4, bots.py:patient, solved, policy:FILE.
    seat
        Who responds: one player's name; default: each in turn.
    seed
        For the opponent's draws and for the game that is shown.
    memory
        GB to take at most; default: seven tenths of what is free.
    out
        Of a game with hidden information whose tree fits into memory: write the best response to this .npz file, which
        policy:FILE plays.
    parameters
        Parameters of the game.
    """
    refuse_counts({}, seed=seed)
    chosen, more = options or StartOptions(), holdem or HoldemOptions()
    loaded, position = game_and_position(game, chosen, parameters, "beat")
    if position.is_terminal:
        raise UsageError("the game is over: there is nothing to beat")
    whole = loaded.has("View") and not (loaded.name == HOLDEM and loaded.trusted)
    if out and not whole:
        raise UsageError(
            f"beat: --out is for hidden information in trees that fit into memory, and not for {loaded.name}"
        )
    if loaded.name == HOLDEM and loaded.trusted:
        refuse_part(loaded, position)
        return beat_holdem(loaded, opponent, _seats(loaded, seat), seed, more, chosen.json)
    more.refuse(loaded)
    if whole:
        from outfox.interfaces.cli.beat_hidden import beat_hidden

        return beat_hidden(loaded, position, opponent, _seats(loaded, seat), seed, memory, out, chosen.json)
    with ProgressLine("beat") as line:
        line.listen()
        found = [_answer(loaded, position, who, opponent, seed, memory, line) for who in _seats(loaded, seat)]
    lines: list[str] = []
    for data in found:
        lines += [*_text(loaded, data, opponent), ""]
    show(
        {"game": loaded.spec, "opponent": opponent, "seats": found},
        "\n".join(lines),
        chosen.json,
    )
    return DONE


def _seats(game: Game, seat: str) -> list[int]:
    if not seat:
        return [0, 1]
    names = [name.lower() for name in game.players]
    if seat.lower() in names:
        return [names.index(seat.lower())]
    if seat in ("0", "1"):
        return [int(seat)]
    raise UsageError(f"--seat {seat}: {game.name} has the players {game.players[0]} and {game.players[1]}")


def _answer(
    game: Game, position: Position, seat: int, spec: str, seed: int, memory: float, line: ProgressLine
) -> dict[str, Any]:
    """Return what is printed about one seat."""
    from outfox.interfaces.cli.solve import budget
    from outfox.methods.solve import solve
    from outfox.methods.solve.response import best_response
    from outfox.players import player
    from outfox.players.policies import is_drawn, policy_of

    opponent = player(spec)

    def progress(share: float, text: str) -> None:
        line.share_or_not(share if share >= 0 else None, text)

    policy = policy_of(opponent, game, 1 - seat, seed)
    if is_drawn(opponent):
        note(f"outfox: {spec} draws by its seed: this is the answer to its play with seed {seed}, in each position")
    response = best_response(game, seat, policy, position=position, memory=budget(memory), progress=progress)
    perfect = solve(position, memory=budget(memory), progress=progress)
    sample = _sample(response, policy, position, seed)
    return {
        "seat": seat,
        "player": game.players[seat],
        "value": response.value,
        "payoff": response.payoff,
        "win": response.win,
        "draw": response.draw,
        "loss": response.loss,
        "perfect_value": perfect.value,
        "actions": [{"action": name, "value": value} for name, value in response.actions],
        "sample": sample,
        "states": response.states,
        "tolerance": response.tolerance,
        "sweeps": response.sweeps,
        **response.times,
    }


_MOST_PLIES = 400


def _sample(response: Response, policy: Any, position: Position, seed: int) -> dict[str, Any]:
    """Play one game of the best response against the opponent."""
    import numpy as np

    random = np.random.default_rng(seed)
    names: list[str] = []
    while not position.is_terminal and len(names) < _MOST_PLIES:
        if position.mover == response.seat:
            action = response.choose(position)
        else:
            pairs = position.chance or list(zip(position.legal, policy(position), strict=True))
            odds = np.array([p for _, p in pairs])
            action = pairs[int(random.choice(len(pairs), p=odds / odds.sum()))][0]
        names.append(position.name(action))
        position = position.play(action)
    return {"moves": names, "payoff": position.payoff if position.is_terminal else None, "over": position.is_terminal}


def _text(game: Game, data: dict[str, Any], opponent: str) -> list[str]:
    me = game.players[data["seat"]]
    lines = [f"{me} against {opponent}: {data['payoff']:+.9g} on average"]
    if data["win"] is not None:
        lines.append(f"  wins {data['win']:.6%}, draws {data['draw']:.6%}, loses {data['loss']:.6%}")
    sign = 1 if data["seat"] == 0 else -1
    lines.append(f"  against a perfect opponent: {sign * data['perfect_value'] + 0.0:+.9g}")
    if data["actions"]:
        rows = [(f"  {a['action']}", f"{sign * a['value'] + 0.0:+.9g}") for a in data["actions"][:_SHOWN]]
        lines += table([("  action", "payoff"), *rows], right=(1,))
        more = len(data["actions"]) - _SHOWN
        lines += [f"  and {more} more"] if more > 0 else []
    sample = data["sample"]
    end = f"{me} gets {sign * sample['payoff'] + 0.0:+g}" if sample["over"] else "and so on"
    lines += _filled(f"  a game: {', '.join(sample['moves'])}: {end}")
    how = f", {data['sweeps']:,} sweeps, last change {data['tolerance']:.0e}" if data["tolerance"] else ""
    if data["tolerance"] > 1e-9:
        lines += _filled(f"  cut after {data['sweeps']:,} plies and more, scored as endless play: values still change")
    lines.append(f"  {data['states']:,} states{how}, {data['seconds']:.2f} s ({data['cpu_seconds']:.2f} CPU s)")
    return lines


def _filled(text: str) -> list[str]:
    import textwrap

    from outfox.interfaces.cli.help import width

    return textwrap.wrap(text, width(), subsequent_indent="    ")
