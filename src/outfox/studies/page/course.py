"""How games go: who begins, lengths, choices, endings, random play, sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.studies import verdict as say
from outfox.studies.page.markup import definitions, paragraph, section, table, tag, text
from outfox.studies.page.shares import lighter, mean, share_cells, share_head
from outfox.studies.tally import Tally, branching, endings, lengths

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult

_ENDINGS = {"normal": "played out", "endless": "endless", "max_plies": "cut off"}


def first_move(result: StudyResult) -> str:
    """Return the section on who begins."""
    return section("first", "What is the first move worth?", *_first_move(result))


def _first_move(result: StudyResult) -> list[str]:
    players, found = result.game.players, result.findings
    if result.other_first is None or found.begins is None:
        who = "chance" if found.begins is None else players[found.begins]
        words = f"Play begins with {who}. No parameter of the rules lets the other side begin, so what moving "
        words += "first is worth cannot be told apart from what the side is worth: see the shares above."
        return [paragraph(words)]
    effect, budget = found.first_effect, found.plan.first_budget
    if effect is None:
        return [paragraph("Too few games were played to say.")]
    begins, other = players[found.begins], players[1 - found.begins]
    words = f"With {budget:,} simulations a ply on both sides, letting {other} begin instead of {begins} changed "
    words += f"the score of {players[0]} by {say.points(effect)}"
    words += "." if say.shown_sign(effect) else ": these games show no effect of who begins."
    tallies = zip((begins, other), (found.diagonal[budget], found.other), strict=True)
    rows = [[text(name), *share_cells(tally)] for name, tally in tallies]
    return [paragraph(words), table(["moves first", *share_head(result.game)], rows)]


def course(result: StudyResult) -> str:
    """Return the section on lengths, choices and endings."""
    game, found = result.game, result.findings
    zero, one = (text(name) for name in game.players)
    head = ["simulations a ply", "mean plies", "shortest", "middle half", "longest"]
    head += ["choices a ply", zero, one, "endings"]
    head += [] if found.plain_payoffs else [f"payoff of {zero}"]
    rows = [
        [
            f"{budget:,}",
            *_course_cells(tally),
            *([] if found.plain_payoffs else [lighter(mean(tally.payoff))]),
        ]
        for budget, tally in found.diagonal.items()
    ]
    words = "With equal budgets on both sides. A ply is one action of one side; choices are the actions that the "
    words += "rules allow, on average over the plies of both sides and of each."
    return section("course", "How do the games go?", paragraph(words), table(head, rows), *_random(result))


def _course_cells(tally: Tally) -> list[str]:
    length, many = lengths(tally.games), branching(tally.games)
    assert length is not None
    low, _, high = length["quartiles"]
    choices = ["–" if value is None else f"{value:.1f}" for value in (many["mean"], *many["by_player"])]
    plies = [
        f"{length['mean']:.0f}",
        f"{length['shortest']}",
        f"{low:.0f} to {high:.0f}",
        f"{length['longest']}",
    ]
    return [*plies, *choices, _endings(tally)]


def _endings(tally: Tally) -> str:
    found = endings(tally.games)
    if set(found) <= {"normal"}:
        return "all played out"
    return ", ".join(f"{count} {_ENDINGS.get(end, end)}" for end, count in found.items())


def _random(result: StudyResult) -> list[str]:
    played = result.random
    if played is None:
        return []
    zero, draw, one = (say.percent(share.share, *share.interval) for share in played.shares)
    names = result.game.players
    words = f"For comparison, with random moves on both sides {zero} of {played.games:,} games were won by "
    words += f"{names[0]}, {one} by {names[1]}" + (f", and {draw} were drawn" if played.draws else "")
    words += f", after {played.plies:.0f} plies on average."
    return [paragraph(words)]


def size(result: StudyResult) -> str:
    """Return the section on the size of the game."""
    found = result.sizes
    distinct, met, games = (f"{found[key]:,}" for key in ("distinct_positions", "positions", "games"))
    exist = f"{found['reachable_states']:,}"
    exist = f"exactly {exist}" if found["all_states"] else f"more than {exist}, where counting stopped"
    pairs = [
        ("positions met", f"{distinct} different ones among {met} in {games} games of this study"),
        ("positions that can arise", exist),
    ]
    if found["tree_log10"] is not None:
        power = f"10{tag('sup', format(found['tree_log10'], '.0f'))}"
        pairs.append(("size of the tree", f"about {power}: the choices of all plies of a typical game, multiplied"))
    return section("size", "How large is the game?", definitions(pairs, "facts"))
