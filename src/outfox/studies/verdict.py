"""The answer of a study in words: only what the intervals allow, and what they do not allow said as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.arena import Share
from outfox.studies.estimates import Estimate
from outfox.studies.findings import Findings, Trends
from outfox.studies.plan import PLANS, Plan
from outfox.studies.tally import Tally

if TYPE_CHECKING:
    from outfox.studies.strong import Strong

CAUTION = "This measures one kind of player at these budgets; it is not a proof, and stronger play may differ."
BESIDE_EXACT = "The games measure one kind of player at these budgets; the first sentence is exact."


def verdict(findings: Findings, players: tuple[str, str]) -> list[str]:
    """Return the verdict, sentence by sentence.

    Parameters
    ----------
    findings
        The games.
    players
        Names of player 0 and player 1.
    """
    if findings.deepest is None:
        return ["No game between equal budgets was finished: nothing can be said."]
    budget, tally = findings.deepest
    sentences = [
        f"{result(tally, budget, players)} {favour(tally, players)}",
        direction(findings.trends, findings.plan.budgets, players),
        difference(findings.trends, players),
        CAUTION,
    ]
    return [sentence for sentence in sentences if sentence]


def strong_verdict(strong: Strong, players: tuple[str, str]) -> list[str]:
    """Say what the strong part of a study found: the answer under the strongest play that it reached."""
    if strong.deepest is None:
        played = f"{len(strong.games):,} of {len(strong.tasks):,} games"
        return [f"Of the strongest play {played} were finished: too few to say anything. What follows is plain MCTS."]
    budget, tally = strong.deepest
    kind = "plain MCTS" if strong.sides.players is None else f"MCTS with {evaluations(strong, players)}"
    sentences = [
        f"{result(tally, budget, players, kind)} {favour(tally, players)}",
        direction(strong.trends, strong.learning.budgets, players),
        difference(strong.trends, players),
        "This is the strongest play that the study reached, a measurement; what follows is plain MCTS.",
    ]
    return [sentence for sentence in sentences if sentence]


def evaluations(strong: Strong, players: tuple[str, str]) -> str:
    """Say which learned evaluation plays which side."""
    assert strong.sides.players is not None
    one, other = (generation.number for generation in strong.sides.players)
    if one == other:
        return f"the evaluation of generation {one}"
    return f"the evaluation of generation {one} for {players[0]} and of generation {other} for {players[1]}"


def longest() -> Plan:
    """Return the plan that takes the longest."""
    return max(PLANS.values(), key=lambda plan: plan.seconds)


def shortness(plan: Plan) -> str:
    """Say that a plan is a short one, up to the command of the long one; empty for the long one itself.

    Examples
    --------
    >>> shortness(PLANS["2m"])
    'This is the 2m plan, a short one. The long one plays more games, and thinks longer in them:'
    >>> shortness(PLANS["2h"])
    ''
    """
    if plan.seconds >= longest().seconds:
        return ""
    return f"This is the {plan.name} plan, a short one. The long one plays more games, and thinks longer in them:"


def result(tally: Tally, budget: int, players: tuple[str, str], kind: str = "plain MCTS") -> str:
    """Say how the games of a cell ended."""
    zero, draw, one = (percent(share.share, *share.interval) for share in tally.shares)
    games = f"{len(tally.games):,} game{'s' if len(tally.games) != 1 else ''}"
    text = f"Under {kind} with {budget:,} simulations a ply on both sides, {zero} of {games} were won by "
    text += players[0]
    if not any(game.payoff == 0 for game in tally.games):
        return f"{text} and {one} by {players[1]} (95 % intervals in brackets)."
    return f"{text}, {one} by {players[1]}, and {draw} were drawn (95 % intervals in brackets)."


def favour(tally: Tally, players: tuple[str, str]) -> str:
    """Say who is favoured, where the decided games allow it."""
    wins, _, losses = tally.count
    if not wins + losses:
        return "None was decided, so they favour neither side."
    tells = "does not tell who is favoured" if tally.favoured is None else f"favours {players[tally.favoured]}"
    if wins + losses == len(tally.games):
        return f"At this budget that {tells}."
    most = int(losses > wins)
    share = Share(max(wins, losses), wins + losses)
    shown = percent(share.share, *share.interval)
    return f"Of those that were decided, {shown} went to {players[most]}: at this budget that {tells}."


def direction(trends: Trends, budgets: tuple[int, ...], players: tuple[str, str]) -> str:
    """Say where more thinking time on both sides moves the game."""
    both = trends.both
    if both is None:
        return ""
    text = f"From {budgets[0]:,} to {budgets[-1]:,} simulations a ply, each doubling on both sides changed the "
    text += f"score of {players[0]} by {points(both)}: "
    sign = shown_sign(both)
    if sign == 0:
        return text + "no direction that these games can show."
    return text + f"more thinking time moved it towards {players[0] if sign > 0 else players[1]}."


def difference(trends: Trends, players: tuple[str, str]) -> str:
    """Say which side gains more from thinking deeper alone."""
    if trends.gains is None or trends.difference is None:
        return ""
    zero, one = (points(gain) for gain in trends.gains)
    text = f"A doubling for one side alone was worth {zero} to {players[0]} and {one} to {players[1]}; "
    sign = shown_sign(trends.difference)
    if sign == 0:
        return text + "these games do not tell to whom it was worth more."
    return text + f"it was worth more to {players[0] if sign > 0 else players[1]}."


def shown_sign(estimate: Estimate) -> int:
    """Return the sign that an interval allows as it is printed: what rounds to an end at 0.0 allows none."""
    low, high = (round(100 * x, 1) for x in (estimate.low, estimate.high))
    return 1 if low > 0 else -1 if high < 0 else 0


def percent(value: float, low: float, high: float, places: int = 0) -> str:
    """Write a share with its interval, in percent with so many places.

    Examples
    --------
    >>> percent(0.71, 0.6489, 0.7611), percent(0.9942, 0.9931, 0.9953, 1)
    ('71 % [65, 76]', '99.4 % [99.3, 99.5]')
    """
    return f"{100 * value:.{places}f} % [{100 * low:.{places}f}, {100 * high:.{places}f}]"


def points(estimate: Estimate) -> str:
    """Write a change of a score in percentage points with its interval.

    Examples
    --------
    >>> points(Estimate(-0.021, -0.044, 0.0009))
    '−2.1 points [−4.4, +0.1]'
    """
    value, low, high = (signed(100 * x) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} points [{low}, {high}]"


def signed(x: float) -> str:
    """Write a number with its sign and one place, a true minus in front where it is negative.

    Examples
    --------
    >>> signed(3.14), signed(-0.04), signed(-2.0)
    ('+3.1', '0.0', '−2.0')
    """
    text = f"{x:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")
