"""`outfox weights`: what an evaluation says, in the game's own currency."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.output import show

if TYPE_CHECKING:
    from outfox.formats.model import Model
    from outfox.rules import Game
    from outfox.training.learn.statements import Remark
    from outfox.training.learn.tables import Table


def weights(
    file: str,
    /,
    *,
    against: str = "",
    svg: str = "",
    rules: str = "",
    json: bool = False,
) -> int:
    """Read an evaluation: its features, what follows from them, position values, remarks that hold.

    An evaluation is the tanh of a sum: the bias of the side to move, features times their weights, and a value for each
    piece on each point. Figures are good for the player named beside them. Most are in the game's own currency, such as
    a captured sheep; 'whole' counts every feature that goes along, 'printed' is from figures with two decimals. 'worth'
    is a single weight in whole units. Intervals stand beside the estimates of a fit: of a model that lies in the folder
    of its training.

    Parameters
    ----------
    file
        A model, as outfox train writes it; or one written by hand.
    against
        Another model of the same game: how alike the position values are (Pearson's correlation).
    svg
        A folder: draw the position values of each piece there, as a heat map on the board.
    rules
        The game's rules where they lie elsewhere now: a name or a file, with parameters if you like.
    json
        Print one JSON object.
    """
    model = _model(file)
    game = _game(model, rules)
    from outfox.training.learn.statements import notes_of, remarks_of, statements_of, unit_of
    from outfox.training.learn.tables import tables_of
    from outfox.training.learn.worths import reading_beside, worths_of

    tables = tables_of(model, game)
    other = tables_of(_model(against), game) if against else []
    found, remarks = statements_of(model, game), remarks_of(model, game)
    alike = _alike(tables, other)
    drawn = _draw(svg, game, tables) if svg else []
    data: dict[str, Any] = {"file": file, "game": model.game, "about": model.about, "players": list(game.players)}
    data |= {"bias": list(model.bias)}
    data |= {"features": model.features, "worths": [one.to_dict() for one in worths_of(model, game)]}
    data |= {"unit": unit_of(model, game), "statements": [one.to_dict() for one in found]}
    data |= {"fit": reading_beside(Path(file).expanduser(), model)}
    data |= {"tables": [one.to_dict() for one in tables], "remarks": [one.to_dict() for one in remarks]}
    data |= {"against": against, "correlations": alike, "svg": drawn, "notes": notes_of(model, game)}
    show(data, "\n".join(_text(data, game, tables, remarks, found)), json)
    return DONE


def _model(file: str) -> Model:
    from outfox.formats.model import load_model
    from outfox.interfaces.cli.errors import UsageError

    path = Path(file).expanduser()
    if not path.is_file():
        raise UsageError(f"there is no file {file!r}")
    return load_model(path)


def _game(model: Model, rules: str) -> Game:
    from outfox.interfaces.cli.errors import UsageError
    from outfox.rules import load
    from outfox.rules.errors import UnknownName

    try:
        return load(rules or model.game)
    except UnknownName as error:
        hint = "" if rules else "; --rules says where its rules lie"
        raise UsageError(f"the model's game is not here: {error}{hint}") from None


def _alike(tables: list[Table], other: list[Table]) -> dict[str, float | None]:
    from outfox.training.learn.tables import correlation

    return {a.piece: correlation(a, b) for a, b in zip(tables, other, strict=True)} if other else {}


def _draw(folder: str, game: Game, tables: list[Table]) -> list[str]:
    """Write a heat map for each piece; return the files."""
    from outfox.draw.heat import heat_map
    from outfox.formats.whole import put
    from outfox.training.learn.tables import short

    where, drawn = Path(folder).expanduser(), []
    for table in tables:
        means = ", ".join(f"{row} {short(mean)}" for row, mean in table.row_means.items())
        file = where / f"{game.name}-{table.piece.replace(' ', '-')}.svg"
        title = f"position values of {table.piece}"
        put(file, heat_map(game, table.values, title, f"means of rows: {means}" if means else "") + "\n")
        drawn.append(str(file))
    return drawn


def _text(data: dict[str, Any], game: Game, tables: list[Table], remarks: list[Remark], found: Any) -> list[str]:
    from outfox.training.learn.statements import statement_lines
    from outfox.training.learn.worths import Worth, reading_lines, worth_lines

    names = game.players
    lines = [f"evaluation of {data['game']}: weights are good for {names[0]} (player 0)", *_about(data["about"]), ""]
    biases = {f"bias, {name} to move": bias for name, bias in zip(names, data["bias"], strict=True)}
    lines += worth_lines([Worth(**one) for one in data["worths"]], biases)
    if found:
        lines += ["", *statement_lines(found, names, data["unit"])]
    if data["fit"]:
        lines += ["", *reading_lines(data["fit"], names)]
    for table in tables:
        lines += ["", *_table(table, names, data["correlations"])]
    if remarks:
        lines += ["", *map(_remark, remarks)]
    if data["notes"]:
        lines += ["", *data["notes"]]
    if data["svg"]:
        lines += ["", *(f"drawn in {file}" for file in data["svg"])]
    return lines


def _about(about: dict[str, Any]) -> list[str]:
    from outfox.interfaces.cli.output import reflow

    said = [f"- {name}: {value}" for name, value in about.items() if isinstance(value, str)]
    return [line for one in said for line in reflow(one)]


def _table(table: Table, names: tuple[str, ...], alike: dict[str, float | None]) -> list[str]:
    from outfox.training.learn.tables import short, table_text

    head = f"{table.piece}: position values, good for {names[table.player]}; mean {short(table.mean)}"
    if table.rows:
        head += "; means of rows at the right"
    lines = [head, *table_text(table)]
    if table.piece in alike:
        known = alike[table.piece]
        lines.append("correlation: " + ("none, a table is constant" if known is None else f"{known:+.2f}"))
    return lines


def _remark(remark: Remark) -> str:
    from outfox.training.learn.tables import short

    figures = ", ".join(f"{name} {short(value)}" for name, value in remark.figures.items())
    return f"{'yes' if remark.holds else 'no ':3}  {remark.name} ({figures})"
