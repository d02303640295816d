"""Ctrl-C during a match: the games that are finished, in order; no process left, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from outfox.arena import match

BOTS = "tests/players/bots.py"

SCRIPT = """
import json, sys
from outfox.arena import match

if __name__ == "__main__":
    game, a, b, workers = sys.argv[1:]
    def progress(share, text):
        print(text, file=sys.stderr, flush=True)
    result = match(game, a, b, games=1000, seed=9, workers=int(workers), progress=progress)
    print(json.dumps(result.to_dict(records=True)))
    print(str(result), file=sys.stderr)
"""


def interrupted(tmp_path, games: int, *arguments: str) -> tuple[dict, str]:
    """Run a match, interrupt it after so many games as a terminal does; return its result and its stderr."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a process group of its own, all of which gets the signal
    )
    assert process.stderr is not None
    heard = [process.stderr.readline() for _ in range(games)]
    assert heard[-1].strip(), "the match did not get going: " + "".join(heard) + process.stderr.read()
    time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert not members(process.pid), "no process is left"
    assert "Traceback" not in err
    assert process.returncode == 0
    return json.loads(out), err


def members(group: int) -> list[str]:
    """Return the living processes of a group, once those that are about to end have had time to."""
    for _ in range(50):
        rows = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
        found = [row for row in rows.splitlines() if row.split()[0] == str(group) and row.split()[1][0] != "Z"]
        if not found:
            break
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("workers", [1, 2])
def test_finished_games_are_kept_in_order(tmp_path, workers):
    data, err = interrupted(tmp_path, 20, "tic-tac-toe", f"{BOTS}:slow", "random", str(workers))
    assert data["interrupted"]
    assert data["planned"] == 1000
    assert 10 <= data["games"] < 1000
    assert "Interrupted: 1,000 games were planned." in err
    whole = match("tic-tac-toe", f"{BOTS}:slow", "random", games=data["games"], seed=9)
    assert data["records"] == json.loads(json.dumps(whole.to_dict(records=True)["records"]))


def test_a_search_that_is_interrupted_ends_no_game(tmp_path):
    data, _ = interrupted(tmp_path, 2, "connect-four", "mcts:simulations=20000,solver=false", "random", "1")
    assert data["interrupted"]
    assert data["endings"] == {"normal": data["games"]}
