"""The sections of a study's report that only cat and mouse has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.history import history_chart
from outfox.methods.result import Timed
from outfox.studies.cat_and_mouse.chase_kernel import NEVER
from outfox.studies.cat_and_mouse.compare import Side
from outfox.studies.cat_and_mouse.match import CHOSEN, DRAWN
from outfox.studies.cat_and_mouse.tables import NAMES as WORDS
from outfox.studies.cat_and_mouse.window_report import PUBLISHED
from outfox.studies.cat_and_mouse.window_text import NAMES, why
from outfox.studies.page.markup import definitions, details, figure, paragraph, section, table, text
from outfox.studies.page.shares import lighter, mean

if TYPE_CHECKING:
    from outfox.studies.cat_and_mouse.special import CatAndMouse

PLAYERS = "cat", "mouse"


def sections(found: CatAndMouse) -> str:
    """Return all of them."""
    return "".join((parity(found), claimed(found), tables(found), window(found), variants(found), ways(found)))


def plies(count: int) -> str:
    """Return a number of plies, or that the mouse gets away."""
    return "the mouse gets away" if count == NEVER else f"{count:,}"


def seconds(took: Timed) -> str:
    """Return the CPU seconds that something took."""
    return f"{took.cpu_seconds:.2g} CPU s"


def parity(found: CatAndMouse) -> str:
    """Return the theorem and the lengths."""
    known = found.theory
    words = (
        "Every step changes the distance by one. With the cat to move it catches exactly where the distance is odd,"
        f" with the mouse to move exactly where it is even. On {known.boards} boards {known.positions:,} positions were"
        f" solved and compared with that: {known.exceptions or 'none'} differ. Of {known.rule_positions:,} positions"
        " that the cat, to move, can win, the step along the larger gap is not a best one in"
        f" {known.rule_exceptions or 'none'}."
    )
    head = ["board", "begins", "exact, plies", "by the formula", "longest forced capture", "solved in, CPU s"]
    rows = [
        [f"{one.rows} x {one.cols}", one.first, plies(one.plies), plies(one.formula), f"{one.longest:,}",
         f"{one.cpu_seconds:.4f}"]
        for one in known.lengths
    ]  # fmt: skip
    formula = "From opposite corners: 2(R + C) - 7 plies if the cat begins, 2(R + C) - 6 if the mouse does; the longest"
    formula += " forced capture on n x n is 4n - 6."
    return section("parity", "What does parity say?", paragraph(words), paragraph(formula), table(head, rows))


def claimed(found: CatAndMouse) -> str:
    """Return what was said that is not so."""
    said = []
    for one in found.theory.claims:
        words = f"{one.exact}. It is false on {one.wrong} of {one.boards} boards, first on {one.board}."
        said.append((text(f"“{one.said}”"), text(words)))
    large = found.theory.large
    count = (large.rows * large.cols) ** 2
    words = f"A table for {large.rows} x {large.cols} has {count:,} placings of the two: more than a million parameters"
    words += f" to learn, and solved exactly in {large.cpu_seconds:.2f} CPU s."
    return section("claims", "What was said that is not so?", definitions(said), paragraph(words))


def tables(found: CatAndMouse) -> str:
    """Return the run of two tables."""
    run = found.tables
    said = run.published or {}
    rows = [[text(WORDS[name]), text(f"{value:,}" if isinstance(value, int) else value),
             text(f"{said[name]:,}" if isinstance(said.get(name), int) else said.get(name, "–"))]
            for name, value in run.figures.items()]  # fmt: skip
    head = ["two tables, hill climbing", "here", "published"]
    history = {"winner": run.history[:, 0], "moves": run.history[:, 1], "distance": run.history[:, 2]}
    chart = history_chart(history, players=PLAYERS, title="who wins after each iteration",
                          labels={"moves": "rounds"}, name="tables")  # fmt: skip
    caption = (
        "In blocks of iterations: who wins the game between the two tables, its rounds, and how far apart it ends."
    )
    words = f"{run.sentence} The same numbers are drawn as by NumPy's legacy generator, on which the figures rest."
    return section("tables", "Two tables, made again", paragraph(words), table(head, rows), figure(str(chart), caption))


def window(found: CatAndMouse) -> str:
    """Return the run of a window policy, and how it does elsewhere."""
    report = found.window
    rows = [[text(NAMES[name]), "never" if ours is None else f"{ours:g}", f"{PUBLISHED[name]:g}"]
            for name, ours in report.figures.items()]  # fmt: skip
    figures = table(["one small policy, trained on 5 x 5", "here", "published"], rows)
    head = ["board", "begins", "mouse", "won by the cat", "moves of these games"]
    rows = [
        [f"{board.rows} x {board.cols}", board.first, one.mouse, lighter(str(one.won)), lighter(mean(one.moves))]
        for board in report.boards
        for one in board.against
    ]
    fails = [
        [f"{board.rows} x {board.cols}", board.first, lighter(str(board.everywhere.won)),
         f"{100 * board.answers.caught / board.answers.of:.1f} %"]
        for board in report.boards
    ]  # fmt: skip
    elsewhere = [
        "from all over the board",
        "to move",
        "the perfect mouse is caught",
        "one that knows the policy is caught",
    ]
    parts = [figures, table(head, rows), table(elsewhere, fails), *map(paragraph, why(report))]
    return section("window", "One small policy for any board, made again", *parts)


def variants(found: CatAndMouse) -> str:
    """Return other rules, and cop numbers."""
    head = ["rules", "the cat begins, plies", "the mouse begins, plies", "caught from everywhere", "positions"]
    rows = [
        [text(one.name), text(one.why), "", "–", ""]
        if one.why
        else [text(one.name), plies(one.cat_first), plies(one.mouse_first),
              "–" if one.everywhere is None else "yes" if one.everywhere else "no", f"{one.positions:,}"]
        for one in found.variants
    ]  # fmt: skip
    cops = [[text(one.name), f"{one.nodes}", f"{one.cats or '–'}", f"{one.rounds if one.cats else '–'}"]
            for one in found.cops]  # fmt: skip
    words = (
        "Where all may stay and choose where to begin, the cats first: how many cats a graph needs. Every grid of two"
    )
    words += " rows and columns or more needs two."
    listed = table(["graph", "nodes", "cats needed", "rounds"], cops)
    return section(
        "variants",
        "What if the rules were others?",
        table(head, rows),
        optimised(found),
        details("Cop numbers", paragraph(words) + listed),
    )


def optimised(found: CatAndMouse) -> str:
    """Return how learned policies do under the rules that were not solved."""
    met = {one.name: {(each.cats, each.mice): each for each in one.measured} for one in found.variants if one.measured}
    if not met:
        return ""
    words = "Where there are too many positions to solve, cats and mice are optimised, from nothing and against each"
    words += " other: they have weights for what they see of the nearest mice and cats. Each line is games that they"
    words += " did not learn from, against the other side at random, careful, direct and learned; beside them play cats"
    words += " that go along the longer gap, or mice that flee along it, by hand."
    tables = []
    for side in (0, 1):
        mine, its = PLAYERS[side], PLAYERS[1 - side]
        head = ["rules", f"the {its}", f"the learned {mine}: caught", "plies", f"the direct {mine}: caught", "plies"]
        rows = []
        for name, games in met.items():
            for other in (*DRAWN, *reversed(CHOSEN)):
                pairs = [games.get((way, other) if side == 0 else (other, way)) for way in CHOSEN]
                cells = [lighter(shown) for one in pairs if one for shown in (str(one.won), mean(one.plies))]
                if cells:  # careful cats are random ones
                    rows.append([text(name), text(other), *cells])
        tables.append(table(head, rows))
    return paragraph(words) + "".join(tables)


def ways(found: CatAndMouse) -> str:
    """Return the same game by different methods."""
    one = found.comparison
    words = f"{one.game}: each way is asked in the same positions in which a perfect cat wins, spread over all of them."
    words += " Its regret is the plies by which it catches later, or is caught sooner, than with the best step."
    head = ["way", "cat: regret", "worst", "best steps", "mouse: regret", "worst", "best steps", "prepared, CPU s",
            "a step, CPU ms", "memory, KB"]  # fmt: skip
    rows = [
        [text(way.name), *_side(way.cat), *_side(way.mouse), f"{way.prepared:.2f}", f"{1000 * way.step_seconds:.3f}",
         f"{way.bytes / 1024:,.1f}"]
        for way in one.ways
    ]  # fmt: skip
    return section("ways", "The same game, by different ways", paragraph(words), table(head, rows))


def _side(side: Side | None) -> list[str]:
    if side is None:
        return ["–"] * 3
    return [f"{side.regret:.2f}", f"{side.worst}", f"{100 * side.best:.0f} %"]
