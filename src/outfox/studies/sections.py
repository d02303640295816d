"""The sections of a study's report, each an HTML text from a `StudyResult`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw import scene, svg
from outfox.draw.chart import Series, line_chart
from outfox.rules import Game
from outfox.studies import verdict as say
from outfox.studies.estimates import Estimate, contrast, score
from outfox.studies.markup import bar, definitions, details, figure, paragraph, section, table, tag, text
from outfox.studies.replay import Board, has_board, replay
from outfox.studies.selfplay import Played
from outfox.studies.tally import Tally, branching, lengths

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult


def title_of(game: Game) -> str:
    """Return a game's name as its page writes it, with the parameters that differ.

    Examples
    --------
    >>> from outfox.rules import load
    >>> title_of(load("starve-the-fox:sheep=18"))
    'Starve the Fox (sheep=18)'
    """
    head, colon, _ = game.doc.strip().partition(":")
    good = colon and len(head) <= 40 and "\n" not in head and "." not in head
    changed = ", ".join(str(p) for p in game.parameters.values() if p.value != p.default)
    return (head if good else game.name) + (f" ({changed})" if changed else "")


def answer(result: StudyResult) -> str:
    """Return the head of the report: the question, the shares, the verdict, the board."""
    game, found = result.game, result.findings
    parts = [tag("p", "a study by outfox", class_="eyebrow"), tag("h1", text(f"Who is favoured in {title_of(game)}?"))]
    if found.deepest is not None:
        budget, tally = found.deepest
        said = f"{len(tally.games):,} games, each side thinking {budget:,} simulations a ply"
        parts += [tag("p", text(said), class_="said"), legend(game), shares_bar(tally, game)]
    notice = stopped_notice(result)
    words = tag("div", "".join(parts) + notice + paragraph(result.verdict, "verdict"), class_="words")
    start = game.start()
    picture = svg(scene(start, caption="the start"), size=340)
    return tag("header", words + tag("div", picture, class_="picture"))


def stopped_notice(result: StudyResult) -> str:
    """Return a notice where the plan was not played to its end."""
    if not result.truncated:
        return ""
    why = "Ctrl-C stopped it" if result.stopped == "interrupted" else "the clock cut it short"
    played = f"{len(result.games):,} of {len(result.tasks):,}"
    return paragraph(f"This study is not complete: {why} after {played} games of its plan.", "notice")


def legend(game: Game) -> str:
    """Return the colours of the players and of draws."""
    names = (f"{game.players[0]} win", "p0"), ("draw", "draw"), (f"{game.players[1]} win", "p1")
    names = ((game.players[0], "p0"), ("draws", "draw"), (game.players[1], "p1"))
    return tag("p", "".join(tag("span", text(name), class_=f"key {kind}") for name, kind in names), class_="legend")


def shares_bar(tally: Tally, game: Game) -> str:
    """Return the shares of a set of games as a bar."""
    zero, draw, one = (share.share for share in tally.shares)
    names = game.players
    return bar([(names[0], zero, "p0"), ("draws", draw, "draw"), (names[1], one, "p1")])


def thinking(result: StudyResult) -> str:
    """Return the section on equal budgets: what changes when both sides think longer."""
    game, found = result.game, result.findings
    rows = [
        [f"{budget:,}", *_share_cells(tally), tag("div", shares_bar(tally, game), class_="cellbar")]
        for budget, tally in found.diagonal.items()
    ]
    zero, one = (text(name) for name in game.players)
    head = ["simulations a ply", "games", f"won by {zero}", "drawn", f"won by {one}", f"score of {zero}", "shares"]
    chart = line_chart(
        [_share_series(found.diagonal, part, name) for part, name in ((0, game.players[0]), (2, game.players[1]))],
        title="Games won, by thinking time of both sides",
        x_label="simulations a ply, the same for both sides",
        percent=True,
        name="equal",
    )
    return section(
        "thinking", "Does it change when both think longer?",
        paragraph(say.direction(found.trends, found.plan.budgets, game.players) or "Too few games to say."),
        figure(chart, "The bands are 95 % intervals: where the truth may well lie, given so many games."),
        table(head, rows),
    )  # fmt: skip


def _share_series(diagonal: dict[int, Tally], part: int, name: str) -> Series:
    shares = [tally.shares[part] for tally in diagonal.values()]
    low, high = zip(*(share.interval for share in shares), strict=True) if shares else ((), ())
    return Series(f"won by {name}", list(diagonal), [share.share for share in shares], low, high)


def _share_cells(tally: Tally) -> list[str]:
    shares = [say.percent(share.share, *share.interval) for share in tally.shares]
    own = tally.score
    return [f"{len(tally.games):,}", *map(_broken, shares), _broken(say.percent(own.value, own.low, own.high))]


def _broken(shown: str) -> str:
    """Put an interval in smaller type."""
    value, bracket, interval = shown.partition(" [")
    return text(value) + (tag("small", text(f" [{interval}")) if bracket else "")


def matrix(result: StudyResult) -> str:
    """Return the section on unequal budgets: which side gains more from thinking longer."""
    game, found = result.game, result.findings
    budgets = found.plan.budgets
    zero, one = game.players
    rows = [[f"{row:,}", *(_heat(found.matrix[row, column]) for column in budgets)] for row in budgets]
    head = [f"{text(zero)} ↓ &nbsp; {text(one)} →".replace("&nbsp;", "\u00a0"), *(f"{b:,}" for b in budgets)]
    caption = text(f"Score of {zero} in percent (a win 1, a draw ½), its 95 % interval, and the number of games")
    gains = say.difference(found.trends, game.players)
    return section(
        "matrix", "Who gains more from thinking longer?",
        paragraph(gains or "Too few games to say."),
        table(head, rows, caption, "heat"),
        figure(_gain_chart(result), "Each side's own score by its own budget, averaged over all budgets of the other."),
        details("All cells with their counts", _cells(result)),
    )  # fmt: skip


def _heat(tally: Tally) -> str:
    if not tally.games:
        return tag("span", "–")
    own = tally.score
    strength = min(1.0, abs(own.value - 0.5) * 2) * 0.6
    kind = "p0" if own.value >= 0.5 else "p1"
    inside = tag("b", f"{100 * own.value:.0f}") + tag("small", f"[{100 * own.low:.0f}, {100 * own.high:.0f}]")
    inside += tag("small", f"{len(tally.games)}", class_="n")
    return tag("span", inside, class_=f"cell {kind}", style=f"--strength:{100 * strength:.0f}%")


def _gain_chart(result: StudyResult) -> str:
    found, budgets = result.findings, result.findings.plan.budgets
    series = []
    for seat, player in enumerate(result.game.players):
        means = [_mean_score(result, seat, budget) for budget in budgets]
        known = [(b, mean) for b, mean in zip(budgets, means, strict=True) if mean is not None]
        series.append(
            Series(
                player,
                [b for b, _ in known],
                [mean.value for _, mean in known],
                [max(0.0, mean.low) for _, mean in known],
                [min(1.0, mean.high) for _, mean in known],
            )
        )
    del found
    return line_chart(
        series,
        title="Own score, by own thinking time",
        x_label="own simulations a ply",
        percent=True,
        name="gains",
    )


def _mean_score(result: StudyResult, seat: int, budget: int) -> Estimate | None:
    """Return a player's mean score at one of its budgets, each budget of the other counting the same."""
    found = result.findings
    others = found.plan.budgets
    pairs = [(budget, other) if seat == 0 else (other, budget) for other in others]
    counts = [found.counts[pair] for pair in pairs if found.counts[pair].games]
    if not counts:
        return None
    mean = contrast(counts, [1 / len(counts)] * len(counts))
    return mean if seat == 0 else Estimate(1 - mean.value, 1 - mean.high, 1 - mean.low)


def _cells(result: StudyResult) -> str:
    game, found = result.game, result.findings
    zero, one = (text(name) for name in game.players)
    head = [f"{zero}, {one}", "games", "distinct", f"won by {zero}", "drawn", f"won by {one}", f"score of {zero}"]
    head += ["mean plies"] if found.plain_payoffs else ["mean plies", f"payoff of {zero}"]
    rows = []
    for (row, column), tally in found.matrix.items():
        if not tally.games:
            continue
        shares = _share_cells(tally)
        cells = [f"{row:,}, {column:,}", shares[0], f"{tally.distinct:,}", *shares[1:]]
        length = lengths(tally.games)
        cells.append(f"{length['mean']:.1f}" if length else "")
        if not found.plain_payoffs:
            cells.append(text(number(tally.payoff)))
        rows.append(cells)
    return table(head, rows, kind="small")


def number(estimate: Estimate | None) -> str:
    """Write a mean with its interval.

    Examples
    --------
    >>> number(Estimate(1.234, 0.9, 1.57)), number(None)
    ('1.23 [0.90, 1.57]', '–')
    """
    if estimate is None:
        return "–"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]".replace("-", "−")


def first_move(result: StudyResult) -> str:
    """Return the section on who begins."""
    game, found = result.game, result.findings
    who = "Chance" if found.begins is None else game.players[found.begins].capitalize()
    if result.other_first is None or found.begins is None:
        words = f"{who} moves first. The rules have no parameter that lets the other side begin, so what the first "
        words += "move is worth cannot be told apart from what the side is worth; the shares by seat are all there is."
        return section("first", "What is the first move worth?", paragraph(words))
    effect, budget = found.first_effect, found.plan.first_budget
    other = game.players[1 - found.begins]
    if effect is None:
        return section("first", "What is the first move worth?", paragraph("No games were finished."))
    words = f"With {budget:,} simulations a ply on both sides, letting {other} begin changes the score of "
    words += f"{game.players[0]} by {say.points(effect)}"
    words += ": these games show no effect of who begins." if not say.shown_sign(effect) else "."
    same = found.diagonal[budget]
    names = game.players[found.begins], other
    rows = [[f"{text(name)} begin", *_share_cells(tally)] for name, tally in zip(names, (same, found.other), strict=True)]
    rows = [[text(name), *row[1:]] for name, row in zip(names, rows, strict=True)]
    zero, one = (text(name) for name in game.players)
    head = ["moving first", "games", f"won by {zero}", "drawn", f"won by {one}", f"score of {zero}"]
    return section("first", "What is the first move worth?", paragraph(words), table(head, rows))


def course(result: StudyResult) -> str:
    """Return the section on how games go: lengths, choices, endings, random play."""
    game, found = result.game, result.findings
    zero, one = (text(name) for name in game.players)
    rows = []
    for budget, tally in found.diagonal.items():
        length, many = lengths(tally.games), branching(tally.games)
        assert length is not None
        low, _, high = length["quartiles"]
        spread = f"{length['mean']:.0f}" + tag("small", f" {length['shortest']}, {low:.0f} to {high:.0f}, {length['longest']}")
        choices = [f"{mean:.1f}" if mean is not None else "–" for mean in (many["mean"], *many["by_player"])]
        ends = ", ".join(f"{_ENDINGS[end]} {count}" for end, count in _endings(tally))
        cells = [f"{budget:,}", spread, *choices, ends or "all played out"]
        if not found.plain_payoffs:
            cells.append(text(number(tally.payoff)))
        rows.append(cells)
    head = ["simulations a ply", "plies: mean, and shortest, middle half, longest", "choices a ply", f"{zero}", f"{one}"]
    head += ["endings"] if found.plain_payoffs else ["endings", f"payoff of {zero}"]
    return section("course", "How do the games go?", table(head, rows), *_random(result))


_ENDINGS = {"normal": "played out", "endless": "endless", "max_plies": "cut off"}


def _endings(tally: Tally) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    for game in tally.games:
        found[game.ending] = found.get(game.ending, 0) + 1
    return [] if set(found) <= {"normal"} else sorted(found.items())


def _random(result: StudyResult) -> list[str]:
    """Say what random play comes to."""
    played = result.random
    if played is None:
        return []
    zero, draw, one = (say.percent(share.share, *share.interval) for share in played.shares)
    names = result.game.players
    words = f"For comparison, players that move at random: {zero} of {played.games:,} games won by {names[0]}, {draw} "
    words += f"drawn, {one} won by {names[1]}; {played.plies:.0f} plies on average."
    return [paragraph(words)]


def size(result: StudyResult) -> str:
    """Return the section on the size of the game."""
    found = result.sizes
    reached = f"{found['reachable_states']:,}" if found["all_states"] else f"more than {found['reachable_states']:,}"
    pairs = [
        ("positions met", f"{found['distinct_positions']:,} different ones among {found['positions']:,} in {found['games']:,} games"),
        ("positions that exist", f"{reached}, counted from the start by playing everything"),
    ]
    if found["tree_log10"] is not None:
        pairs.append(("ways to play", f"about 10<sup>{found['tree_log10']:.0f}</sup>: the product of the choices along a typical game"))
    many = branching(result.findings.games)
    if many["mean"] is not None:
        pairs.append(("choices a ply", f"{many['mean']:.1f} on average"))
    return section("size", "How large is the game?", definitions(pairs, "facts"))


def samples(result: StudyResult) -> str:
    """Return the section with games to step through."""
    found = result.findings
    if found.deepest is None:
        return ""
    budget, tally = found.deepest
    board = Board(result.game) if has_board(result.game) else None
    parts = [board.sprite()] if board is not None else []
    for played, kind in _chosen(tally, result.game):
        parts.append(replay(result.game, played, board, kind))
    words = f"Both sides thought {budget:,} simulations a ply. The curve shows what the side to move expected."
    return section("games", "Games to step through", paragraph(words), *parts)


def _chosen(tally: Tally, game: Game) -> list[tuple[Played, str]]:
    """Choose the first game that ended in the most frequent way, and the first of the next most frequent."""
    ways = {1: f"won by {game.players[0]}", 0: "drawn", -1: f"won by {game.players[1]}"}
    groups: dict[int, list[Played]] = {}
    for played in tally.games:
        groups.setdefault((played.payoff > 0) - (played.payoff < 0), []).append(played)
    ranked = sorted(groups.items(), key=lambda entry: (-len(entry[1]), entry[1][0].task))[:2]
    of = len(tally.games)
    return [(group[0], f"A game {ways[sign]}, as {len(group)} of {of} were") for sign, group in ranked]
