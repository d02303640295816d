"""`RunFolder`: everything that a run of generations leaves, so that one that was stopped goes on.

``run.json`` says what the run is; ``log.jsonl`` has a line for each part that was finished; ``generation-N/`` holds the
games and pairs as they were played, the models and the fit.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import outfox
from outfox.formats.line_journal import LineJournal, OtherWork
from outfox.formats.model import Model
from outfox.formats.whole import put, put_json
from outfox.rules.game import Game
from outfox.training.learn.selfplay import SelfPlayed
from outfox.training.learn.train_settings import TrainSettings


class RunFolder:
    """The folder of a run.

    Parameters
    ----------
    folder
        It is made where it is not there.
    game, settings, seed
        What the run is.

    Attributes
    ----------
    identity
        What must be equal where a run goes on.

    Raises
    ------
    OtherWork
        Where the folder holds another run.
    """

    def __init__(self, folder: Path, game: Game, settings: TrainSettings, seed: int) -> None:
        self.folder = folder
        self.identity: dict[str, Any] = {
            "game": game.spec,
            "rules_key": game.rules_key,
            "seed": seed,
            "settings": settings.to_dict(),
            "version": outfox.__version__,
        }
        folder.mkdir(parents=True, exist_ok=True)
        self._settle()
        self._logged = self._read_log()

    def _settle(self) -> None:
        """Write what the run is, or compare it with what is there."""
        path, wanted = self.folder / "run.json", {"format": "outfox-train-1", **self.identity}
        if not path.exists():
            if any(self.folder.iterdir()):
                raise OtherWork(f"{self.folder} is not empty and holds no run: choose another folder")
            put_json(path, wanted)
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise OtherWork(f"{path} cannot be read: choose another folder, or delete it") from None
        for key, value in json.loads(json.dumps(wanted)).items():
            if found.get(key) != value:
                what = f"other {key}" if key == "settings" else f"another {key}"
                raise OtherWork(f"{self.folder} holds a run with {what}: choose another folder, or delete it")

    def path(self, number: int, name: str) -> Path:
        """Return where a file of a generation lies."""
        return self.folder / f"generation-{number}" / name

    def games(self, number: int, name: str, facts: dict[str, Any]) -> LineJournal[SelfPlayed]:
        """Return the games of a part of a generation; `facts` say what else decides them."""
        identity = {"format": "outfox-selfplay-1", **self.identity, **facts}
        return LineJournal(self.path(number, f"{name}.jsonl"), identity, SelfPlayed, "game", ("a run", "games"))

    def keep(self, number: int, name: str, content: dict[str, Any]) -> None:
        """Write a file of a generation, whole or not at all."""
        put_json(self.path(number, name), content)

    def read(self, number: int, name: str) -> dict[str, Any] | None:
        """Return what `keep` wrote, or None."""
        path = self.path(number, name)
        content: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        return content

    def keep_model(self, number: int, model: Model, facts: dict[str, Any], name: str = "model.json") -> Model:
        """Write a model, with more facts about it; return it."""
        whole = replace(model, about={**model.about, **facts})
        whole.save(self.path(number, name))
        return whole

    def log(self, number: int, event: str, content: dict[str, Any]) -> None:
        """Add a line to the log, once for each event of a generation."""
        if (number, event) in self._logged:
            return
        self._logged.add((number, event))
        line = json.dumps({"generation": number, "event": event, **content}) + "\n"
        with (self.folder / "log.jsonl").open("ab", buffering=0) as file:
            file.write(line.encode())

    def _read_log(self) -> set[tuple[int, str]]:
        """Return the events of the log; a line that a kill left half written is taken out."""
        path = self.folder / "log.jsonl"
        if not path.exists():
            return set()
        whole = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
        put(path, b"".join(whole))
        return {(entry["generation"], entry["event"]) for entry in map(json.loads, whole)}
