"""The typed examples also run; mypy reads this folder in the gate."""

from __future__ import annotations

from pathlib import Path

import outfox
from tests.typing import public_api


def test_public_api_runs() -> None:
    position = public_api.game().start()
    assert public_api.first_actions(position) == ["a", "b", "c", "d", "e"]
    assert public_api.play_on(position) in {-1.0, 0.0, 1.0}
    assert "legal" in public_api.refused(position)
    assert public_api.version() == outfox.__version__


def test_annotated_rules_load() -> None:
    position = outfox.load(Path(__file__).with_name("annotated_game.py")).start()
    assert position.legal == [0, 1]
    assert public_api.play_on(position) in {-1.0, 1.0}
