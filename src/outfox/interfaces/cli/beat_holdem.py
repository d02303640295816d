"""`outfox beat limit-holdem`: exact against opponents that ignore their cards, a lower bound against others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place
from outfox.interfaces.cli.games_shown import SAMPLES, sample, sample_lines
from outfox.interfaces.cli.output import note, show, table
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.methods.poker.card_blind import BlindResponse
    from outfox.methods.poker.holdem_local import LocalResponse
    from outfox.rules import Game, Position

HOLDEM = "limit-holdem"
METHODS = "exact", "local"
HANDS = 1000


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class HoldemOptions:
    """Options in limit hold'em.

    Parameters
    ----------
    method
        exact (opponents that ignore their cards) or local (a lower bound, from games); default: exact where it can be.
    flops
        Of the exact method: draw so many flops and print an interval; 0: all 1,755.
    hands
        Of the local method: how many games from each seat; default 1,000.
    checkpoint
        Of the exact method: keep unfinished work in this file; the same command goes on from it.
    """

    method: str = ""
    flops: int = 0
    hands: int = 0
    checkpoint: str = ""

    def refuse(self, game: Game) -> None:
        """Refuse what was given in a game that has no use for it.

        Raises
        ------
        UsageError
        """
        given = [name for name in ("method", "flops", "hands", "checkpoint") if getattr(self, name)]
        if given:
            raise UsageError(f"beat: --{given[0]} is for {HOLDEM}; in {game.name} the answer is exact")

    def check(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        UsageError
        """
        if self.method and self.method not in METHODS:
            raise UsageError(f"--method is one of {', '.join(METHODS)}, not {self.method!r}")
        if self.flops < 0 or self.hands < 0 or self.flops == 1 or self.hands == 1:
            raise UsageError("--flops and --hands are numbers from 2 on")
        if self.checkpoint:
            place("--checkpoint", self.checkpoint)


def refuse_part(game: Game, position: Position) -> None:
    """Refuse to begin in the middle of a game.

    Raises
    ------
    UsageError
    """
    if position.history or position != game.start():
        raise UsageError("beat: with hidden information it is about whole games; leave out --moves and --position")


def beat_holdem(game: Game, opponent: str, seats: list[int], seed: int, options: HoldemOptions, as_json: bool) -> int:
    """Print what can be won against an opponent in limit hold'em."""
    from outfox.players import player
    from outfox.players.card_blind import ignores_cards

    options.check()
    blind = ignores_cards(player(opponent))
    method = options.method or ("exact" if blind else "local")
    try:
        with ProgressLine("beat") as line:
            line.listen()
            find = _exact if method == "exact" else _local
            data = find(game, opponent, seats, seed, options, line)
    except KeyboardInterrupt:
        if as_json or not options.checkpoint or not Path(options.checkpoint).expanduser().exists():
            raise
        note(f"outfox: interrupted; what was done is kept in {options.checkpoint}")
        return INTERRUPTED
    show(data, "\n".join(_text(game, data)), as_json)
    return DONE


def _exact(
    game: Game, spec: str, seats: list[int], seed: int, options: HoldemOptions, line: ProgressLine
) -> dict[str, Any]:
    from outfox.methods.poker.blind_samples import sample_hands
    from outfox.methods.poker.card_blind import response_to_blind
    from outfox.players import player
    from outfox.players.card_blind import betting_against

    if options.hands:
        raise UsageError("--hands is for the local method: add --method local")
    line.share_or_not(None, "lines of play")
    found = betting_against(game, [player(spec), player(spec)], seats, seed)
    checkpoint = Path(options.checkpoint).expanduser() if options.checkpoint else ""
    response = response_to_blind(
        found, flops=options.flops, seed=seed, progress=line.share, checkpoint=checkpoint, say=note
    )
    method = "flops" if response.drawn else "exact"
    line.share_or_not(None, "hands")
    samples = {seat: sample_hands(game, found, response, seat, SAMPLES, seed) for seat in seats}
    told = _told(game, spec, method, response.values, response, samples)
    return {**told, "first": _first(response), "flops": response.flops, "drawn": response.drawn}


def _first(response: BlindResponse) -> list[dict[str, Any]]:
    """Return with how many of the 1,326 hands the best response begins in which way."""
    import numpy as np

    from outfox.methods.poker.kinds import KINDS, kind_of_hand

    many, found = np.bincount(kind_of_hand(), minlength=KINDS), []
    for one, played in response.first:
        hands = np.bincount(played, many, len(one.names)).astype(int)
        found.append({"seat": one.seat, "after": one.after, "hands": dict(zip(one.names, hands.tolist(), strict=True))})
    return sorted(found, key=lambda entry: (entry["seat"], entry["after"]))


def _local(
    game: Game, spec: str, seats: list[int], seed: int, options: HoldemOptions, line: ProgressLine
) -> dict[str, Any]:
    from outfox.methods.poker.holdem_local import local_response, local_samples
    from outfox.players import player
    from outfox.players.hand_odds import hand_odds
    from outfox.players.hidden import is_function
    from outfox.players.policies import is_drawn

    if options.flops or options.checkpoint:
        raise UsageError(
            f"--{'flops' if options.flops else 'checkpoint'} is for the exact method; {spec} gets the local"
        )
    line.share_or_not(None, "hands")
    odds = {1 - seat: hand_odds(player(spec), game, 1 - seat, seed) for seat in seats}
    if is_drawn(player(spec)) and not is_function(player(spec)):
        note(f"outfox: {spec} draws by its seed: this is about its play with seed {seed}, with each hand")
    found = local_response(game, odds, seats, hands=options.hands or HANDS, seed=seed, progress=line.share)
    values = dict(zip(found.seats, found.values.T.tolist(), strict=True))
    samples = {seat: local_samples(game, odds[1 - seat], seat, SAMPLES, seed) for seat in seats}
    told = _told(game, spec, "local", values, found, samples)
    return {**told, "hands": len(found.values), "variance_ratio": found.variance_ratio}


def _told(
    game: Game,
    spec: str,
    method: str,
    values: dict[int, list[float]],
    found: BlindResponse | LocalResponse,
    samples: dict[int, list[Position]],
) -> dict[str, Any]:
    """Return what is printed for programs; `values` are independent estimates by seat, if any."""
    from outfox.arena.statistics import mean_interval

    payoffs = {f"seat{seat}": found.payoffs[seat] for seat in found.seats}
    drawn = {f"seat{seat}": values[seat] for seat in found.seats if values}
    if len(found.seats) == 2:
        payoffs["average"] = sum(payoffs.values()) / 2
        if drawn:
            drawn["average"] = [sum(pair) / 2 for pair in zip(*drawn.values(), strict=True)]
    return {
        "game": game.spec,
        "opponent": spec,
        "method": method,
        "lower_bound": method == "local",
        "value": None,
        "best_response": payoffs,
        "interval": {name: mean_interval(each) for name, each in drawn.items()} or None,
        "mbb_per_game": {name: 1000 * payoff for name, payoff in payoffs.items()},
        "equilibrium": None,
        "samples": {f"seat{seat}": [sample(one) for one in ended] for seat, ended in samples.items()},
        "seconds": found.seconds,
        "cpu_seconds": found.cpu_seconds,
        "compile_seconds": found.compile_seconds,
    }


def _text(game: Game, data: dict[str, Any]) -> list[str]:
    how = {
        "exact": "the most that can be won, exact",
        "flops": f"the most that can be won, from {data.get('drawn', 0):,} flops",
        "local": f"a lower bound, by local best response on {data.get('hands', 0):,} deals",
    }[data["method"]]
    rows = [("seat", "big blinds a game", "mbb/g", "95 % interval, mbb/g" if data["interval"] else "")]
    for key, payoff in data["best_response"].items():
        name = game.players[int(key[-1])] if key != "average" else key
        if data["interval"]:
            low, high = data["interval"][key]
            rows.append((name, f"{payoff:+.3f}", f"{1000 * payoff:+.0f}", f"{1000 * low:+.0f} to {1000 * high:+.0f}"))
        else:
            rows.append((name, f"{payoff:+.6f}", f"{1000 * payoff:+.2f}", ""))
    lines = [f"against {data['opponent']}: {how}", "", *table(rows, right=(1, 2)), ""]
    for one in data.get("first", []):
        who = game.players[one["seat"]] + (f" after {one['after']}" if one["after"] else "")
        hands = ", ".join(f"{name} {many:,}" for name, many in one["hands"].items() if many)
        lines.append(f"of 1,326 hands the {who}: {hands}")
    lines += [""] if data.get("first") else []
    lines += sample_lines(game, data["samples"], "local best response" if data["lower_bound"] else "the best response")
    if data["lower_bound"]:
        lines.append("a best response wins at least as much; how much more is not known")
        if data["variance_ratio"] < 1.0:
            lines.append(f"without the luck of the cards the variance is {data['variance_ratio']:.2f} of what it was")
    lines += ["what equilibrium strategies win against it is unknown: none is at hand"]
    return [*lines, f"{data['seconds']:.2f} s ({data['cpu_seconds']:.2f} CPU s)"]
