from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from outfox.draw.chart import Series, line_chart, matrix, share_bars

SVG = "{http://www.w3.org/2000/svg}"
BUDGETS = [16, 32, 64, 128]
LINE = Series("foxes", BUDGETS, [0.5, 0.6, 0.7, 0.8], [0.4, 0.5, 0.6, 0.7], [0.6, 0.7, 0.8, 0.9])


def charts(name: str = "", title: str = "who wins") -> list[str]:
    return [
        line_chart([LINE], title=title, x_label="simulations", percent=True, name=name),
        share_bars({"16": (3, 1, 6), "32": (5, 0, 5)}, ("foxes", "draw", "sheep"), title=title, name=name),
        matrix([[0.5, math.nan], [-1, 1]], ["16", "32"], ["16", "32"], title=title, name=name),
    ]


def words(picture: str) -> list[str]:
    return [element.text for element in ET.fromstring(picture).iter(f"{SVG}text")]


def test_they_show_the_numbers():
    line, bars, table = map(words, charts())
    assert {"16", "32", "64", "128", "foxes", "simulations", "who wins", "100%"} <= set(line)
    assert {"30%", "10%", "60%", "50%", "foxes", "draw", "sheep"} <= set(bars)
    assert {"0.50", "-1.00", "1.00"} <= {word.replace("\N{MINUS SIGN}", "-") for word in table}
    assert len(table) == 3 + 4 + 1


def test_ids_are_unique_in_a_page():
    page = "".join(charts()) + "".join(charts(name="again"))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', page))
    assert used
    assert used <= set(ids)


def test_they_depend_on_the_data_alone():
    code = "from tests.draw.test_chart import charts; import sys; sys.stdout.write(''.join(charts()))"
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            check=True,
        ).stdout.decode()
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] == "".join(charts())
    assert not re.search("<metadata|<dc:|20[0-9]{2}-", outputs[0])


def test_they_take_the_colours_of_the_page():
    for chart in charts():
        assert "currentColor" in chart
        assert "#010203" not in chart
        assert ET.fromstring(chart).get("role") == "img"
        assert not re.search(r"[^\w] \*\{", chart.replace(".outfox-chart *{", ""))
        assert "width:" in ET.fromstring(chart).get("style")


@pytest.mark.parametrize("title", ["<b>&\"'", "$x$", "costs $5 and $6", "a\x00\x1bb", 'id="x"', ""])
def test_nasty_titles(title):
    for chart in charts(title=title):
        shown = "".join(words(chart))
        assert "\x1b" not in chart
        assert title.replace("\x00\x1b", "\ufffd\ufffd") in shown


def test_empty_and_equal_data():
    ET.fromstring(line_chart([]))
    ET.fromstring(line_chart([Series("", [0.1, 2.0], [1.0, 1.0])], log2=False))
    ET.fromstring(share_bars({"nothing": (0, 0)}, ("a", "b")))
    ET.fromstring(matrix([], [], []))
