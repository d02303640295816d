"""`outfox equilibrium --plot`: a drawing of the course, or one line that says why there is none."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from outfox.draw.chart import Series
from outfox.draw.loglog import Points, log_log_chart, power_of_ten


def test_the_course_beside_published_figures(command, tmp_path):
    found = command("equilibrium", "leduc", "--iterations", "100", "--plot", "course.svg")
    assert "the plot is in course.svg" in found.out
    words = "".join(ET.parse(tmp_path / "course.svg").getroot().itertext())
    assert "leduc: exploitability (chips a hand) by discounted CFR" in words
    assert "published" in words
    other = command("equilibrium", "kuhn", "--iterations", "10", "--plot", "kuhn.svg", "--json").data
    assert other["plot"] == "kuhn.svg"
    assert "published" not in (tmp_path / "kuhn.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--method", "lp", "--plot", "a.svg"), "the linear program is solved in one piece"),
        (("--plot", "a.png"), "let the name end in .svg"),
        (("--plot", "nowhere/a.svg"), "--plot: there is no folder for 'nowhere/a.svg'"),
    ],
)
def test_no_plot_in_one_line(command, words, says):
    found = command("equilibrium", "kuhn", *words, code=2)
    assert says in found.err
    assert found.err.count("\n") == 1


def test_ticks_are_powers_of_ten_and_zeros_are_left_out():
    assert [power_of_ten(x) for x in (1e-8, 0.1, 1, 1000, 1e6, 5)] == ["10⁻⁸", "10⁻¹", "1", "1,000", "10⁶", ""]
    picture = log_log_chart([Series("a", [1, 10, 100], [1.0, 0.0, 0.01])], [Points("a", [10], [0.1])], points_label="b")
    assert "nan" not in picture
    assert ">b<" in picture.replace("\n", "")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody can write to")
def test_what_was_found_is_said_where_it_cannot_be_written(command):
    """A full disk costs the file, not the answer."""
    found = command("equilibrium", "kuhn", "--iterations", "10", "--out", "/proc/policy.npz", "--plot", "a.svg", code=2)
    assert "exploitability" in found.out
    assert "the plot is in a.svg" in found.out
    assert "--out /proc/policy.npz" in found.err
