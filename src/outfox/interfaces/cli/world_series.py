"""`outfox study world-series`: the one study whose other player is chance alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.options import GameOptions, parameter_values
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine

NAME = "world-series"


def is_series(spec: str) -> bool:
    """Say whether a study is meant of the World Series bet and not of a game."""
    return spec.partition(":")[0].strip().lower().replace("_", "-") == NAME


def study_series(spec: str, seed: int, out: str, options: GameOptions, flags: Mapping[str, str]) -> int:
    """Find the stakes, and write the report.

    Parameters
    ----------
    spec
        ``world-series``, with settings if you like: ``world-series:best_of=5``.
    seed
        Of hill climbing.
    out
        The report's folder; empty: one in the current folder.
    options
        Of the command.
    flags
        Settings.
    """
    with ProgressLine("study") as line:
        from outfox.players.settings import settings_from
        from outfox.rules.parameters import split_spec
        from outfox.studies.world_series.climbing import SeriesSettings
        from outfox.studies.world_series.page import write_report
        from outfox.studies.world_series.study import world_series

        values = {**split_spec(spec)[1], **parameter_values(options.param, flags)}
        settings = settings_from(NAME, SeriesSettings, values, {})
        found = world_series(settings, seed=seed, progress=line.share)
        write_report(found, Path(out or f"outfox-study-{NAME}"))
    show({**found.to_dict(), "files": {k: str(v) for k, v in found.files.items()}}, str(found), options.json)
    if not options.json:
        note(f"the report is in {found.files['report.html']}")
    return DONE
