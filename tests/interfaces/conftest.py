"""What commands see of the terminal that they are started from."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def environment() -> dict[str, str]:
    """Return variables for a process as a person's terminal has them: with colours."""
    return {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm-256color"}
