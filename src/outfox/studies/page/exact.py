"""The section of a report with the exact answer: actions, distances, shares, the proof, the best reply to chance."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from outfox.draw.lettering import number
from outfox.methods.solve.line import Step
from outfox.methods.solve.text import endless_text, outcome_text, stop_text
from outfox.studies.exact import INTERRUPTED, Exact
from outfox.studies.page.markup import bar, definitions, details, figure, paragraph, section, table, tag, text

if TYPE_CHECKING:
    from outfox.methods.solve.response import Response
    from outfox.studies.study import StudyResult

_ACTIONS, _OTHERS, _BARS = 24, 12, 120
_WIDE, _HIGH, _ROOM = 640.0, 130.0, 18.0


def exact_answer(result: StudyResult) -> str:
    """Return the section; without an exact answer a line that says why, or nothing where none was wanted."""
    found = result.exact
    title = "What is the exact answer?"
    if found is None:
        if not result.unsolved or result.unsolved == INTERRUPTED:
            return ""
        return section("exact", title, paragraph(f"The game was not solved: {result.unsolved}."))
    parts = [paragraph(found.sentence), paragraph(_rules(found)), _shares(found), _actions(found)]
    parts += [_distances(found), _proof(found), _random(found), _sizes(found)]
    return section("exact", title, *parts)


def _rules(found: Exact) -> str:
    words = f"The game ends {stop_text(found.game)}; endless play: {endless_text(found.game)}."
    if not found.game.has("chance"):
        who = (
            "The side that wins" if found.game.endless is None else "The side that is better off than with endless play"
        )
        words += f" {who} hastens the end, the other delays it."
    return words


def _shares(found: Exact) -> str:
    zero, one = found.game.players
    mine, shares = found.by_mover, found.by_player
    total = max(shares.states, 1)
    verb, even = ("is ahead", "even") if found.game.has("chance") else ("wins", "drawn")
    words = (
        f"Of the {mine.states:,} positions with a player to move, that player {verb} in {_percent(mine.won, total)}, "
    )
    words += f"the other in {_percent(mine.lost, total)}" + (
        f"; {_percent(mine.drawn, total)} are {even}" if mine.drawn else ""
    )
    words += ". By players:"
    parts = [(zero, shares.won / total, "p0"), (even, shares.drawn / total, "draw"), (one, shares.lost / total, "p1")]
    keys = "".join(
        tag("span", text(f"{name} {100 * share:.1f}\u00a0%"), class_=f"key {kind}") for name, share, kind in parts
    )
    return paragraph(words) + tag("p", keys, class_="legend") + bar(parts)


def _percent(count: int, total: int) -> str:
    return f"{100 * count / total:.1f} %"


def _actions(found: Exact) -> str:
    rows = [
        [text(action.name), text(outcome_text(found.game, action.value, action.remoteness))]
        for action in found.actions[:_ACTIONS]
    ]
    if not rows:
        return ""
    more = len(found.actions) - len(rows)
    note = paragraph(f"And {more} more, none of them better.", "note") if more > 0 else ""
    return table(["first action", "leads to"], rows) + note


def _distances(found: Exact) -> str:
    """Return bars: how many positions each side wins in so many plies."""
    counts: Counter[tuple[int, int]] = Counter()
    for value, plies, many in found.distances:
        if value and plies:
            counts[0 if value > 0 else 1, plies] += many
    if not counts:
        return ""
    longest, most = max(plies for _, plies in counts), max(counts.values())
    per = -(-longest // _BARS)
    if per > 1:
        binned: Counter[tuple[int, int]] = Counter()
        for (player, plies), many in counts.items():
            binned[player, (plies - 1) // per * per + 1] += many
        counts, most = binned, max(binned.values())
    wide, half = _WIDE / -(-longest // per), _HIGH / 2
    bars = []
    for (player, plies), many in sorted(counts.items()):
        high, x = max(half * many / most, 0.8), (plies - 1) // per * wide
        place = {"x": number(x), "width": number(0.85 * wide), "y": number(half - high if player == 0 else half)}
        said = f"{found.game.players[player]} wins in {plies}{f' to {plies + per - 1}' if per > 1 else ''}: {many:,}"
        bars.append(tag("rect", tag("title", text(said)), **place, height=number(high), class_=f"p{player}"))
    ticks = "".join(
        tag("text", str(plies), x=number((plies - 0.5) / per * wide), y=number(_HIGH + 14))
        for plies in sorted({1, (longest + 1) // 2, longest})
    )
    picture = tag("svg", "".join(bars) + ticks, viewBox=f"0 0 {_WIDE:g} {_HIGH + _ROOM:g}", role="img", class_="bars",
                  aria_label="positions by plies to the end")  # fmt: skip
    zero, one = found.game.players
    caption = f"Positions that {zero} wins (above) and {one} wins (below), by plies to the end, up to {longest}; the "
    return figure(picture, caption + f"tallest bar stands for {most:,}.")


def _proof(found: Exact) -> str:
    line = found.line
    if line is None or not line.steps:
        return ""
    items = "".join(tag("li", _step(found, step), value=step.ply) for step in line.steps)
    ends = {"repetition": "then a position comes again", "long": "and so on"}.get(line.ending, "the end")
    words = "Best play for both sides. Of the side that does not force the result, every alternative is shown with what"
    words += " it leads to: whoever doubts the answer can step through them."
    shown = f"The line of best play, {len(line.steps)} {'ply' if len(line.steps) == 1 else 'plies'}"
    return details(shown, paragraph(words) + tag("ol", items, class_="proof") + paragraph(ends, "note"))


def _step(found: Exact, step: Step) -> str:
    players = found.game.players
    who = tag("b", text(step.name), class_=f"move p{step.mover}" if step.mover >= 0 else "move")
    if not step.explains or not step.alternatives:
        return f"{text(players[step.mover])}: {who}"
    listed = [
        f"{other.name}: {outcome_text(found.game, other.value, other.remoteness)}"
        for other in step.alternatives[:_OTHERS]
    ]
    more = len(step.alternatives) - len(listed)
    words = "; ".join(listed) + (f"; and {more} more" if more > 0 else "")
    return f"{text(players[step.mover])}: {who} " + tag("small", text(f"({words})"))


def _random(found: Exact) -> str:
    replies = [reply for reply in found.against_random if reply is not None]
    if not replies:
        return ""
    zero = found.game.players[0]
    rows = [[text(found.game.players[reply.seat]), *_reply(reply)] for reply in replies]
    head = [
        "best player against random moves",
        "wins",
        "draws",
        "loses",
        f"expected payoff of {text(zero)}",
        "begins with",
    ]
    return table(head, rows)


def _reply(reply: Response) -> list[str]:
    shares = ["–" if share is None else f"{100 * share:.4f}\u00a0%" for share in (reply.win, reply.draw, reply.loss)]
    return [*shares, f"{reply.value:+.6f}", text(reply.actions[0][0] if reply.actions else "–")]


def _sizes(found: Exact) -> str:
    took, states = found.took, f"{found.states:,}"
    if found.classes != found.states:
        states += f", solved as {found.classes:,} classes of equal ones"
    pairs = [
        ("positions", states),
        ("edges", f"{found.edges:,}"),
        ("memory", f"{found.bytes / 1e6:,.1f} MB, of which the table takes {found.table_bytes / 1e6:,.1f} MB"),
        ("method", found.method),
        (
            "time",
            f"{took.seconds:.2f} s by the clock, {took.cpu_seconds:.2f} CPU s, {took.compile_seconds:.1f} of compiling",
        ),
    ]
    return definitions(((text(name), text(said)) for name, said in pairs), "facts")
