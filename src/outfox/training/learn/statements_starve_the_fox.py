"""The statements of Starve the Fox: what sheep, foxes, rows and the pen are worth, in captured sheep.

The publication prints a table of weights, position values and some statements that follow from them, without saying
how. This reading reproduces all of them from its table:

- A captured sheep, in all: its weight, and the position value that the sheep no longer have. (.036 + .109 = .145)
- A fox: the mean of its position values. (.34; in sheep, .34 / .15 = 2.3)
- A sheep in the pen instead of outside: the weight of a sheep in the pen, the difference of the mean position values
  inside and outside, and the rows between them. (.017 + .054 + .0034 * 2.75 = .081)
- A gained row: its weight, and how much the mean of a row rises from row to row. (.0034 + .0172 = .021)
- An edible sheep: what capturing it will bring, that it can be taken with the sheep to move, and the one move more that
  the foxes have. (.145 + .035 + .021 = .201)
- Giving one sheep to put two into the pen: two places in the pen less a captured sheep; once the threat is counted,
  less an edible sheep. In units of a captured sheep, from figures with two decimals: 2 * .08 / .15 - 1 = +.07, and
  (2 * .08 - .20) / .15 = -.27. (From all decimals +.11 and -.28.)

These readings do not count everything that goes along. A captured sheep also takes its rows with it, and its place in
the pen if it stood there; a sheep on its way up enters the pen. Features and position values say the same in several
ways (a row is worth something by itself, or by the values of its points), and games cannot tell how much belongs to
which. The figures called `whole` count all of it, so that they do not depend on that division: those are what one fit
can be compared with another by.
"""

from __future__ import annotations

from outfox.formats.model import Model
from outfox.training.learn.statements import Remark, Statement, ratio, recombined
from outfox.training.learn.tables import Table

FEATURES = "captured", "edible_sheep_to_move", "fox_moves", "rows_gained", "in_pen"
PIECES = "fox", "sheep"
UNIT = "captured sheep, in all"
NOTES = (
    "The bias is what is left where all else is 0; no statement uses it.",
    "Single weights of features that say the same as position values (captured,",
    "rows_gained, in_pen) are a convention; 'whole' counts all that goes along.",
)

FOXES, SHEEP = 0, 1
PEN = tuple(column + row for row in "567" for column in "cde")
ROWS = "1234567"


def statements(model: Model, tables: list[Table]) -> list[Statement]:
    """Return the statements; amounts are good for the player whom a statement names.

    Parameters
    ----------
    model
        Values are the foxes', player 0's.
    tables
        Position values, good for the owner of the piece.
    """
    fox, sheep = _named(tables)
    weight = model.features
    row, pen_weight = -weight["rows_gained"], -weight["in_pen"]  # good for the sheep
    captured = weight["captured"] + sheep.mean
    pen = pen_weight + _inside(sheep) + row * _rows_inside()
    gained = row + _rise(sheep)
    moving = weight["edible_sheep_to_move"] + weight["fox_moves"]
    # What goes along: the mean row of a sheep, its chance to stand in the pen, and the pen that it enters once in six.
    points = list(sheep.values)
    whole = captured + row * _mean_row(points) + pen_weight * len(PEN) / len(points)
    whole_gained = gained + pen_weight / (len(ROWS) - 1)

    def say(name: str, player: int, how: str, amount: float, complete: float, printed: float | None) -> Statement:
        return Statement(name, player, amount, ratio(amount, captured), how, printed, complete, ratio(complete, whole))

    def in_sheep(amount: float) -> float | None:
        return recombined(lambda a, c: a / c, amount, captured)

    edible = captured + moving
    before = recombined(lambda p, c: (2 * p - c) / c, pen, captured)
    after = recombined(lambda p, e, c: (2 * p - e) / c, pen, edible, captured)
    return [
        say("captured sheep, in all", FOXES, "weight and mean position value", captured, whole, in_sheep(captured)),
        say("fox", FOXES, "mean position value", fox.mean, fox.mean, in_sheep(fox.mean)),
        say("sheep in the pen, not out", SHEEP, "weight, position values, rows", pen, pen, in_sheep(pen)),
        say("gained row", SHEEP, "weight and rise of the row means", gained, whole_gained, in_sheep(gained)),
        say("edible sheep", FOXES, "captured, edible, one fox move", edible, whole + moving, in_sheep(edible)),
        say("one for two in the pen", SHEEP, "2 pen - captured", 2 * pen - captured, 2 * pen - whole, before),
        say(
            "the same, threat counted", SHEEP, "2 pen - edible", 2 * pen - edible, 2 * pen - whole - moving, after
        ),
    ]  # fmt: skip


def remarks(tables: list[Table]) -> list[Remark]:
    """Return the publication's remarks about where sheep stand well, checked on position values of sheep."""
    sheep = _named(tables)[1]
    means = sheep.row_means
    others = {f"row {row}": mean for row, mean in means.items() if row != "2"}
    corners = sheep.mean_of(("c1", "e1", "a3", "g3", "a5", "g5", "c7", "e7"))
    middles = sheep.mean_of(("d1", "a4", "g4", "d7"))
    a4, a5 = (sheep.mean_of((f"a{row}", f"g{row}")) for row in "45")
    d6, beside = sheep.values["d6"], sheep.mean_of(("c6", "e6"))
    lowest = min(others, key=others.__getitem__)
    return [
        Remark("row 2 is the poorest row", means["2"] < others[lowest], {"row 2": means["2"], lowest: others[lowest]}),
        Remark(
            "corners of the arms beat the points between", corners > middles,
            {"corners": corners, "between": middles},
        ),
        Remark(
            "a4 and a5 are poor", max(a4, a5) < sheep.mean, {"a4": a4, "a5": a5, "all points": sheep.mean}
        ),
        Remark(
            "d6 is high", d6 > max(beside, sheep.mean), {"d6": d6, "beside it": beside, "all points": sheep.mean}
        ),
    ]  # fmt: skip


def _named(tables: list[Table]) -> tuple[Table, Table]:
    by_name = {table.piece: table for table in tables}
    return by_name["fox"], by_name["sheep"]


def _outside(sheep: Table) -> list[str]:
    return [point for point in sheep.values if point not in PEN]


def _inside(sheep: Table) -> float:
    """Return how much more a sheep is worth on a point of the pen than on another, on average."""
    return sheep.mean_of(PEN) - sheep.mean_of(_outside(sheep))


def _rows_inside() -> float:
    """Return how many rows higher the points of the pen lie than the others, on average."""
    outside = [column + row for row in ROWS for column in "abcdefg" if _is_point(column, row)]
    return _mean_row(PEN) - _mean_row([point for point in outside if point not in PEN])


def _is_point(column: str, row: str) -> bool:
    return column in "cde" or row in "345"


def _rise(sheep: Table) -> float:
    """Return how much the mean of a row rises from one row to the next, on average."""
    means = sheep.row_means
    return (means[ROWS[-1]] - means[ROWS[0]]) / (len(ROWS) - 1)


def _mean_row(points: list[str] | tuple[str, ...]) -> float:
    return sum(int(point[1]) for point in points) / len(points)
