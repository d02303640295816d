"""What people write means the same in plain Python, in the fast build, in the checked build and interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings

import pytest

from outfox.rules import RulesError, load
from tests.data.idioms import Idiom, idioms
from tests.kernel.idiom_games import linked, marked, plainly, write

LONGEST = 300
"""Characters of an error."""


def named(chosen: list[Idiom]) -> dict[str, object]:
    return {"argvalues": chosen, "ids": [idiom.title.replace(" ", "-") for idiom in chosen]}


def test_titles_are_distinct():
    titles = [idiom.title for idiom in idioms()]
    assert len(titles) == len(set(titles))
    assert not any("def initial(" in idiom.code for idiom in idioms())
    assert all(sum((i.gives not in (None, []), bool(i.refused), bool(i.fails[0]))) == 1 for i in idioms())


@pytest.fixture(scope="session")
def interpreted(root, tmp_path_factory):
    """Return what all idioms give with NUMBA_DISABLE_JIT=1."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    command = [sys.executable, "-W", "error", "-m", "tests.kernel.idiom_games"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("idiom", **named([i for i in idioms() if not i.refused and not i.fails[0]]))
def test_means_the_same_everywhere(idiom, tmp_path, interpreted):
    game = load(write(idiom, tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plain = plainly(game, idiom)
    assert plain[0] == idiom.gives
    assert linked(game, idiom, checked=False) == plain
    assert linked(game, idiom, checked=True) == plain
    assert [tuple(result) for result in interpreted[idiom.title]] == [plain, plain]


@pytest.mark.parametrize("idiom", **named([i for i in idioms() if i.fails[0]]))
def test_fails_at_its_line(idiom, tmp_path, interpreted):
    game = load(write(idiom, tmp_path))
    for run, part in zip((plainly, lambda g, i: linked(g, i, checked=True)), idiom.fails, strict=True):
        with pytest.raises(RulesError) as caught:
            run(game, idiom)
        assert_names(str(caught.value), idiom, part)
    assert_names(interpreted[idiom.title][1], idiom, idiom.fails[1])


@pytest.mark.parametrize("idiom", **named([i for i in idioms() if i.refused]))
def test_is_refused_with_its_rewrite(idiom, tmp_path):
    with pytest.raises(RulesError) as caught:
        load(write(idiom, tmp_path))
    assert_names(str(caught.value), idiom, idiom.refused)


def assert_names(message: str, idiom: Idiom, part: str) -> None:
    assert part in message
    assert message.startswith(f"idiom.py:{marked(idiom)}: ")
    assert "\n" not in message
    assert len(message) < LONGEST
