"""The tables of a report that say what to do with each hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from outfox.formats.stakes import stake_of
from outfox.studies.hidden.curves import NAMES
from outfox.studies.hidden.seldom import SELDOM
from outfox.studies.hidden.strategies import Cell, Grid, grids_of
from outfox.studies.hidden.study import NEAR
from outfox.studies.hidden.words import percent, the
from outfox.studies.page.markup import details, paragraph, section, table, tag, text

if TYPE_CHECKING:
    from outfox.studies.hidden.study import HiddenStudy

Odds = Callable[[Cell], Sequence[float]]

MOST = 400
"""More information sets than these nobody reads."""

WIDE = 8
"""With more columns than these rows and columns change places."""

KINDS = {"fold": "p1", "bet": "p0", "raise": "p0"}
"""Colours of cells by their likeliest action; others have that of draws."""


def strategies(found: HiddenStudy) -> str:
    """Return the section."""
    title = "What to do with each hand?"
    if found.near is None:
        return ""
    if not found.cells or len(found.cells) > MOST:
        words = f"There are {found.ground.small.tree.sets:,} information sets, too many to read here."
        return section("strategies", title, paragraph(words))
    near, unit = found.near, stake_of(found.game)
    words = (
        f"Rows are what a player holds and sees, columns what was played. In a cell is what to do, and how often: found"
        f" by {near.iterations:,} iterations of {NAMES[NEAR]}, and nobody can win more than"
        f" {unit.per_game(f'{near.exploitability:.2g}')} from it beyond the value, on average over both seats. Faint"
        " cells are those to which the player's own choices do not lead: there stands the best answer to the other"
        " side."
    )
    grids = grids_of(found.cells)
    parts = [paragraph(words), *(_player(found, grids, player, lambda cell: cell.near) for player in (0, 1))]
    if found.solved is not None:
        words = (
            "One of the exact equilibria, as the linear program gives it. It is exact, but where best play of the other"
            " side never comes it may do anything that costs nothing there; so the tables above are better to learn"
            " from."
        )
        whole = "".join(_player(found, grids, player, _exact) for player in (0, 1))
        parts.append(details("An exact equilibrium", paragraph(words) + whole))
    return section("strategies", title, *parts)


def _exact(cell: Cell) -> Sequence[float]:
    return cell.near if cell.exact is None else cell.exact


def _player(found: HiddenStudy, grids: Sequence[Grid], player: int, odds: Odds) -> str:
    """Return the tables of one player: the first open, the others to be opened."""
    mine = [grid for grid in grids if grid.player == player]
    parts = [tag("h3", text(the(found.game.players[player]).capitalize()))]
    for number, grid in enumerate(mine):
        shown = _table(grid, odds)
        parts.append(details(f"after {', '.join(grid.before)}", shown) if number else shown)
    return "".join(parts)


def _table(grid: Grid, odds: Odds) -> str:
    rows = {row: ", ".join(row) or "any" for row in grid.rows}
    columns = {column: ", ".join(column) or "to begin" for column in grid.columns}
    corner = ", ".join(dict.fromkeys(word for word in grid.words if word))
    if len(columns) > WIDE:
        body = [
            [text(name), *(_cell(grid.cells.get((row, column)), odds) for row in rows)]
            for column, name in columns.items()
        ]
        return table([text(corner), *map(text, rows.values())], body, "heat")
    body = [
        [text(name), *(_cell(grid.cells.get((row, column)), odds) for column in columns)] for row, name in rows.items()
    ]
    return table([text(corner), *map(text, columns.values())], body, "heat")


def _cell(cell: Cell | None, odds: Odds) -> str:
    """Return what to do, the likeliest first, on a ground that is the stronger the likelier that is."""
    if cell is None:
        return ""
    ranked = sorted(zip(odds(cell), cell.actions, strict=True), key=lambda pair: -pair[0])
    share, name = ranked[0]
    sure = percent(share) == "100 %"
    inside = tag("b", text(name if sure else f"{name} {percent(share)}"))
    inside += "".join(
        tag("small", text(f"{other} {percent(part)}")) for part, other in ranked[1:] if percent(part) != "0 %"
    )
    faint = cell.reach < SELDOM
    style = f"--strength:{(0.15 if faint else 0.6) * 100 * share:.0f}%" + (";opacity:.45" if faint else "")
    return tag("span", inside, class_=f"cell {KINDS.get(name, 'draw')}", style=style)
