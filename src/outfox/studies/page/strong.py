"""The strong part of a report: the answer under a learned evaluation, variants, generations, sample games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.chart import Series, line_chart
from outfox.studies import verdict as say
from outfox.studies.blunders import blunders
from outfox.studies.page.board import Board, has_board
from outfox.studies.page.budgets import budget_table, heat_table, shares_series
from outfox.studies.page.markup import details, figure, paragraph, section, table, tag, text
from outfox.studies.page.replay import replay
from outfox.studies.page.samples import choose
from outfox.studies.page.shares import legend, share_cells, share_head, shares_bar
from outfox.studies.strong import Strong
from outfox.studies.verdict import percent
from outfox.training.learn.duel import DuelResult

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult


def strong_answer(result: StudyResult) -> str:
    """Return the section on who is favoured under the strongest play, and in variants of the rules."""
    found, game = result.strong, result.game
    if found is None or found.deepest is None:
        return ""
    budget, tally = found.deepest
    diagonal = found.variants[0].by_budget
    known = {b: one for b, one in diagonal.items() if one.games}
    chart = line_chart(
        [shares_series(known, part, name) for part, name in ((0, game.players[0]), (2, game.players[1]))],
        title="Games won under the learned evaluation, by thinking time of both sides",
        x_label="simulations a ply, the same for both sides",
        percent=True,
        name="strong",
    )
    rows = [
        [text(variant.name), f"{b:,}", *share_cells(one), tag("div", shares_bar(one, game), class_="cellbar")]
        for variant in found.variants
        for b, one in variant.by_budget.items()
        if one.games
    ]
    return section(
        "strong",
        "Who is favoured under the strongest play reached?",
        paragraph(_strength(found, game.players)),
        legend(tally, game) + shares_bar(tally, game),
        paragraph(say.direction(found.trends, found.learning.budgets, game.players)),
        figure(chart, f"The bar above is the last point: {budget:,} simulations a ply. Bands are 95 % intervals."),
        table(["rules", "simulations a ply", *share_head(game), "shares"], rows),
    )


def _strength(found: Strong, players: tuple[str, str]) -> str:
    """Say plainly how strong the players are."""
    chosen = found.sides.players
    if chosen is None:
        return (
            "No generation of the training has beaten plain search at the same number of simulations, so these games "
            "are plain search too. This is a measurement, and it says nothing about stronger play."
        )
    scores = " and ".join(
        f"{percent(one.first.score, *one.first.interval)} (generation {number})"
        for number, one in {one.number: one for one in chosen}.items()
    )
    return (
        f"The players search with {say.evaluations(found, players)}. In pairs of games with swapped seats, against "
        f"plain search with as many simulations ({found.learning.training.budget} a ply), that scored {scores}. "
        f"This is a measurement of players of that strength, and no proof: stronger ones may shift it again."
    )


def sides(result: StudyResult) -> str:
    """Return the section on which generation plays which side."""
    found, players = result.strong, result.game.players
    if found is None or found.sides.players is None or not found.sides.matrix:
        return ""
    one, other = (generation.number for generation in found.sides.players)
    words = (
        "A generation that wins more often than it loses in pairs of games is not the best on both sides, and not "
        f"against everyone. So each plays {players[0]} against each, and the one that does best against its own best "
        f"reply is taken: generation {one} for {players[0]}, generation {other} for {players[1]}. The games that "
        "measure are new ones."
    )
    labels = [f"generation {generation.number}" for generation in found.sides.generations]
    places = range(len(labels))
    grid = heat_table(found.sides.matrix, dict(zip(places, labels, strict=True)), players, "generation")
    return section("sides", "Which generation plays which side?", paragraph(words), *grid)


def deeper(result: StudyResult) -> str:
    """Return the section on the matrix of budgets of the strong players."""
    found = result.strong
    if found is None or not found.games:
        return ""
    words = say.difference(found.trends, result.game.players) or "Too few games were played to say."
    grid = budget_table(found.matrix, found.learning.budgets, result.game.players)
    return section("deeper", "Does a deeper look help one side more?", paragraph(words), *grid)


def generations(result: StudyResult) -> str:
    """Return the section on how the players learned."""
    found, players = result.strong, result.game.players
    if found is None:
        return ""
    rows = []
    for one in found.trained.generations:
        (first, second), (won, drawn, lost) = one.played
        gate = {"H1": "better", "H0": "not better", None: "undecided"}[one.gate.decision]
        rows.append(
            [
                str(one.number),
                text(f"{won} / {drawn} / {lost}"),
                text(f"{first} / {second}"),
                f"{one.fit.errors.held_out:.3f}" + tag("small", f" of {one.fit.errors.constant:.3f}"),
                f"{one.model.about['step']:g}" if one.steps else "–",
                text(f"{gate} after {one.gate.games}"),
                "yes" if one.promoted else "no",
                _score(one.first),
                _score(one.previous),
                _score(one.against_arithmetic),
            ]
        )
    head = [
        "generation", f"self-play: {players[0]} / drawn / {players[1]}", "simulations", "error", "step", "gate",
        "promoted", "against the first", "against its predecessor", "against the arithmetic model",
    ]  # fmt: skip
    best = found.trained.best or found.trained.generations[-1]
    charts = [_strength_chart(found)] if len(found.trained.generations) > 1 else []
    words = (
        "Generation 0 is plain search. Each later one fits an evaluation to games that its predecessor played against "
        "itself, the favoured side thinking less so that both win some, and replaces it only when it has beaten it in "
        "a test of at most "
        f"{found.learning.training.gate_games} games at {found.learning.training.budget} simulations a ply. Scores are "
        "of games in pairs with swapped seats. The error is the mean squared one on games kept apart from the fit, "
        "beside that of no model at all. The step says how far its weights go from its predecessor's to the fitted "
        "ones. The arithmetic model adds up three features with equal weights: "
        f"{', '.join(map(str, best.arithmetic.about.get('features', [])))}."
    )
    start, anchor = found.trained.generations[0], found.learning.training.anchor
    cs, cuts, taken = start.cs, start.cuts, start.model.tuning
    if cs:
        shown = ", ".join(f"{c:g}: {100 * one.score:.0f} %" for c, one in cs.items())
        words += (
            f" A search with the evaluation explores less than a plain one: with these exploration constants it scored "
            f"against itself with {anchor.c:g}: {shown}; {taken.c:g} was taken."
        )
    if cuts:
        shown = ", ".join(f"{cut}: {100 * one.score:.0f} %" for cut, one in cuts.items())
        words += (
            f" Playouts cut after so many plies scored against those cut after {anchor.cut}, at "
            f"equal work: {shown}; {taken.cut} was taken."
        )
    return section("generations", "How did the players learn?", paragraph(words), *charts, table(head, rows, "small"))


def _strength_chart(found: Strong) -> str:
    done = found.trained.generations
    scores = [one.first for one in done]
    series = Series(
        "score against generation 0",
        [0, *(one.number for one in done)],
        [0.5, *(one.score for one in scores)],
        [0.5, *(one.interval[0] for one in scores)],
        [0.5, *(one.interval[1] for one in scores)],
    )
    chart = line_chart(
        [series],
        title="Strength of the generations",
        x_label="generation",
        log2=False,
        percent=True,
        name="generations",
    )
    return figure(chart, "Score against plain search at equal simulations, both seats; bands are 95 % intervals.")


def _score(one: DuelResult) -> str:
    low, high = one.interval
    small = tag("small", f" [{100 * low:.0f}, {100 * high:.0f}] of {one.games}")
    return f"{100 * one.score:.0f} %{small}"


def strong_games(result: StudyResult) -> str:
    """Return games of the strong players to step through, with the plies that their own side came to regret."""
    found, game = result.strong, result.game
    if found is None or found.deepest is None:
        return ""
    budget, tally = found.deepest
    board = Board(game) if has_board(game) else None
    parts = [board.sprite()] if board is not None else []
    plain = result.findings.plain_payoffs
    for played, title in choose(tally, game):
        parts.append(replay(game, played, board, title, plain))
        named = blunders(game, played) if plain else []
        if named:
            items = "".join(tag("li", text(one.sentence(game.players))) for one in named)
            parts.append(details(f"Blunders: {len(named)}", tag("ul", items)))
    words = (
        f"With {budget:,} simulations a ply on both sides: the first game of each of the two most frequent results. "
        "The curve is what the side to move expected. A blunder is a ply after which the side that moved expected "
        "30 points less at its next turn."
    )
    return section("strong-games", "Games of the strongest players", paragraph(words), *parts)
