"""What a study of cat and mouse asks beside the usual: a theorem, published runs, variants, ways to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outfox.kernel.clock import Clock
from outfox.methods.result import Timed
from outfox.rules import Game
from outfox.studies.cat_and_mouse.beyond import Beyond, answered
from outfox.studies.cat_and_mouse.compare import CompareSettings, Comparison, compare
from outfox.studies.cat_and_mouse.tables import TablesResult, climb_tables
from outfox.studies.cat_and_mouse.theory import Theory, theory
from outfox.studies.cat_and_mouse.variants import Cops, Variant, cop_numbers, variants_of
from outfox.studies.cat_and_mouse.window import WindowSettings
from outfox.studies.cat_and_mouse.window_report import WindowReport, reproduce_window

Progress = Callable[[float, str], None]

ALL = Beyond()


@dataclass(frozen=True)
class CatAndMouse(Timed):
    """All that was found."""

    theory: Theory
    tables: TablesResult
    window: WindowReport
    variants: tuple[Variant, ...]
    cops: tuple[Cops, ...]
    comparison: Comparison

    @property
    def sentences(self) -> list[str]:
        """The findings in a few sentences."""
        known, large = self.theory, self.theory.large
        run = "comes out to the digit" if self.tables.agrees else "does NOT come out"
        parity = (
            f"Parity decides: on {known.boards} boards {known.positions:,} positions were compared with the theorem,"
            f" {known.exceptions or 'none'} differ."
        )
        figures = (
            f"The published run of two tables {run}: the mouse won {self.tables.mouse_wins:,} iterations, the cat"
            f" {self.tables.cat_wins:,}, and the last game takes {self.tables.plies} plies."
        )
        size = (
            f"{large.rows} x {large.cols}, with {(large.rows * large.cols) ** 2:,} placings, is solved in"
            f" {large.cpu_seconds:.2f} CPU s: {large.plies} plies."
        )
        return [parity, figures, size]

    def to_dict(self) -> dict[str, Any]:
        """Return the findings with their stable keys, without times."""
        tables, window = self.tables.to_dict(), self.window.to_dict()
        for times in (tables, window, window["training"]):
            for name in self.times:
                times.pop(name, None)
        return {
            "theory": self.theory.to_dict(),
            "tables": tables,
            "window": window,
            "variants": [one.to_dict() for one in self.variants],
            "cop_numbers": [one.to_dict() for one in self.cops],
            "comparison": self.comparison.to_dict(),
        }

    def html(self) -> str:
        """Return the sections of the report."""
        from outfox.studies.cat_and_mouse.page import sections

        return sections(self)


def gather(
    game: Game,
    *,
    seed: int = 0,
    comparison: CompareSettings | None = None,
    window: WindowSettings | None = None,
    beyond: Beyond | None = ALL,
    progress: Progress | None = None,
) -> CatAndMouse:
    """Find out all there is.

    Parameters
    ----------
    game
        Cat and mouse, with any parameters: the variants are of its board.
    seed
        Of the comparison; the published runs have their own.
    comparison
        What is asked there; default: ``CompareSettings()``.
    window
        How the window policy is trained; default: as published.
    beyond
        What is done about variants that do not fit the solver of all graphs; None: nothing.
    progress
        Called with a share below 0 and a short text.
    """
    clock = Clock()

    def tell(text: str) -> Callable[[float, str], None]:
        def told(_share: float, _more: str) -> None:
            if progress is not None:
                progress(-1.0, text)

        told(0.0, "")
        return told

    known = theory(progress=tell("the theorem of parity"))
    tables = climb_tables(progress=tell("a published run of two tables"))
    report = reproduce_window(window, progress=tell("a published run of a window policy"))
    variants, cops = tuple(variants_of(game)), tuple(cop_numbers())
    if beyond is not None:
        variants = tuple(answered(one, beyond, seed=seed, progress=tell(f"{one.name}: a policy")) for one in variants)
    compared = compare(comparison, seed=seed, trained=report.trained, progress=tell("ways to play compared"))
    return CatAndMouse(
        theory=known,
        tables=tables,
        window=report,
        variants=variants,
        cops=cops,
        comparison=compared,
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        compile_seconds=clock.compile_seconds,
    )
