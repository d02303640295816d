"""What the best evaluation of a study values, beside what others published."""

from __future__ import annotations

from importlib import resources
from typing import Any

from outfox.formats.model import Model, load_model
from outfox.rules import Game
from outfox.training.learn.generation import Generation, Trained
from outfox.training.learn.statements import remarks_of
from outfox.training.learn.tables import Table, correlation, tables_of
from outfox.training.learn.worths import reading_of


def best_of(trained: Trained) -> Generation:
    """Return the generation whose evaluation is read: the best; the last where none beat plain search."""
    return trained.best or trained.generations[-1]


def published(game: Game) -> Model | None:
    """Return the evaluation that somebody published for a game, to compare with; None where there is none."""
    file = resources.files("outfox.studies.published").joinpath(f"{game.name}.json")
    if not file.is_file():
        return None
    with resources.as_file(file) as path:
        return load_model(path)


def compared(model: Model, game: Game) -> list[tuple[Table, float | None]]:
    """Return each table of position values with its correlation with the published one, where there is one."""
    mine, other = tables_of(model, game), published(game)
    if other is None:
        return [(table, None) for table in mine]
    theirs = {table.piece: table for table in tables_of(other, game)}
    return [(table, correlation(table, theirs[table.piece])) for table in mine]


def valued_dict(trained: Trained) -> dict[str, Any]:
    """Return weights, statements, position values and remarks with their stable keys."""
    game, best = trained.game, best_of(trained)
    return {
        "generation": best.number,
        "fit": best.fit.to_dict(),
        **reading_of(best.fitted, game, best.fit),
        "positions": [
            {**table.to_dict(), "correlation_with_published": r} for table, r in compared(best.fitted, game)
        ],
        "remarks": [one.to_dict() for one in remarks_of(best.fitted, game)],
    }  # fmt: skip
