"""`outfox equity`."""

from __future__ import annotations

import pytest


def test_hands(command):
    done = command("equity", "AcAd", "KsKh")
    assert "81.2555 %" in done.out
    assert "1,712,304" in done.out
    data = command("equity", "acad", "KsKh", "--json").data
    assert [side["hand"] for side in data["hands"]] == ["AcAd", "KsKh"]
    assert data["hands"][0]["equity"] == pytest.approx(0.81255490, abs=5e-9)
    assert sum(side["wins"] for side in data["hands"]) + data["ties"] == data["showdowns"] == 1_712_304


def test_board(command):
    data = command("equity", "AcAd", "--board", "2c 2d 2h 2s 3c", "--json").data
    # Four deuces and an ace: whoever has another ace splits, nobody wins.
    assert data["board"] == "2c2d2h2s3c"
    assert data["hands"][1]["hand"] == "random"
    assert data["hands"][1]["wins"] == 0
    assert data["showdowns"] == 990


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["AcA"], "AcA"),
        (["AcAd", "AcKd"], "common card"),
        (["AcAd", "KK", "--board", "AcKd2h"], "cannot be held"),
        (["AcAd", "KK", "--board", "2c"], "3, 4 or 5"),
        (["AcAd", "KK", "--board", "2c2c3d"], "twice"),
    ],
)
def test_mistakes(command, arguments, words):
    done = command("equity", *arguments, code=2)
    assert words in done.err
    assert done.err.count("\n") == 1
