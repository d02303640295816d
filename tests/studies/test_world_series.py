"""The World Series bet: against the binomial formula, every course of a series, and the published first stake."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from outfox.interfaces.cli import main
from outfox.rules.errors import BadSetting
from outfox.studies.world_series.climbing import SeriesSettings, climb, courses
from outfox.studies.world_series.stakes import exact
from outfox.studies.world_series.study import world_series


def test_the_first_stake_of_best_of_seven_for_1000():
    stakes, money = exact(7, 1000)
    assert stakes[0, 0] == Fraction(625, 2)  # 312.50
    assert (stakes[3, 3], money[0, 0], money[4, 2], money[1, 4]) == (1000, 0, 1000, -1000)


@pytest.mark.parametrize("best_of", [1, 3, 5, 7, 9, 15])
def test_stakes_are_binomial(best_of):
    needed = (best_of + 1) // 2
    for (won, lost), stake in exact(best_of, 1000)[0].items():
        i, j = needed - won, needed - lost
        assert stake == Fraction(1000 * comb(i + j - 2, i - 1), 2 ** (i + j - 2))


@pytest.mark.parametrize("best_of", [1, 3, 7])
def test_money_in_hand_is_the_expected_result_between_equal_teams(best_of):
    needed = (best_of + 1) // 2
    for (won, lost), money in exact(best_of, 1)[1].items():
        left = 2 * needed - 1 - won - lost  # all games played out: who has more than half of them wins
        if won < needed and lost < needed:
            wins = sum(comb(left, k) for k in range(needed - won, left + 1))
            assert money == Fraction(2 * wins, 2**left) - 1


@pytest.mark.parametrize("best_of", [1, 3, 5, 7])
def test_every_course_ends_at_the_target_exactly(best_of):
    needed, (stakes, _) = (best_of + 1) // 2, exact(best_of, 1000)
    for results in product((1, -1), repeat=best_of):
        won = lost = 0
        hand = Fraction(0)
        for result in results:
            if needed in (won, lost):
                break
            hand += result * stakes[won, lost]
            won, lost = won + (result == 1), lost + (result == -1)
        assert hand == (1000 if won == needed else -1000)


def test_courses_of_a_best_of_seven():
    ways = courses(4)
    assert len(ways.odds) == comb(8, 4) == 70
    assert ways.odds.sum() == 1
    lengths = np.abs(ways.bets).sum(axis=1)
    assert [ways.odds[lengths == n].sum() for n in (4, 5, 6, 7)] == [2 / 16, 4 / 16, 5 / 16, 5 / 16]
    table = np.array([float(exact(7, 1000)[0][won, lost]) for won in range(4) for lost in range(4)])
    assert ways.distance(table, 1000.0) == 0.0
    assert ways.distance(table + 1, 1000.0) > 0.0


def test_a_climb_never_goes_down_and_knows_its_distance():
    settings = SeriesSettings(tries=3000)
    run = climb(settings, courses(4), np.random.default_rng(1))
    distances = [distance for _, distance in run.distances]
    assert [tries for tries, _ in run.distances] == [100, 1000, 3000]
    assert distances == sorted(distances, reverse=True)
    assert courses(4).distance(np.array(run.stakes), 1000.0) == pytest.approx(run.distance)


def test_hill_climbing_comes_near_the_exact_stakes():
    found = world_series(SeriesSettings(runs=3, tries=10_000), seed=1)
    assert found.first == 312.5
    for run in found.climbs:
        assert run.distance < 1.0  # of 1,000
        assert run.stakes[0] == pytest.approx(312.5, abs=1.0)
    assert world_series(SeriesSettings(runs=3, tries=10_000), seed=1).climbs == found.climbs
    assert world_series(SeriesSettings(runs=3, tries=10_000), seed=2).climbs != found.climbs


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"best_of": 6}, "odd number"),
        ({"best_of": 17}, "odd number"),
        ({"amount": 0.0}, "amount must be more than 0"),
        ({"tries": 0}, "tries must be at least 1"),
        ({"step": 0.0}, "step must be above 0"),
    ],
)
def test_settings_that_mean_nothing(values, words):
    with pytest.raises(BadSetting, match=words):
        SeriesSettings(**values)


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    """Return a function that runs the command here, and returns its exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: (main(("study", *words)), *capsys.readouterr())


def test_the_command_writes_its_report(command, tmp_path):
    code, out, _ = command("world-series", "--runs", "2", "--tries", "200", "--out", "bet")
    assert code == 0
    assert out.startswith("Best of 7, to win or lose 1,000.00: bet 312.50 on the first game.\n")
    assert max(map(len, out.split("\n"))) <= 80
    report = json.loads((tmp_path / "bet" / "report.json").read_text(encoding="utf-8"))
    assert report["first_stake"] == 312.5
    assert len(report["stakes"]) == 16
    page = (tmp_path / "bet" / "report.html").read_text(encoding="utf-8")
    assert "312.50 on the first game" in page
    assert "outfox study world-series --best-of 7 --amount 1000 --tries 200 --step 0.25" in page


def test_a_long_series_for_much_money_fits_the_width_and_says_how_it_was_made(command, tmp_path):
    words = ("--best-of", "15", "--amount", "12345678.5", "--runs", "1", "--tries", "5", "--out", "bet")
    _, out, _ = command("world-series", *words)
    assert max(map(len, out.split("\n"))) <= 80
    assert out.count("12,345,678.50") == 2  # the bet, and the stake of a last game
    assert "--amount 12345678.5 " in (tmp_path / "bet" / "report.html").read_text(encoding="utf-8")


def test_settings_in_the_name_and_json(command):
    _, out, _ = command("world-series:best_of=3", "--amount", "100", "--runs", "1", "--tries", "50", "--json")
    assert json.loads(out)["first_stake"] == 50.0


def test_a_wrong_setting_is_one_line(command):
    code, out, err = command("world-series", "--best-of", "4")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "best_of must be an odd number" in err
    assert "has no setting 'bets'" in command("world-series", "--bets", "4")[2]


@pytest.mark.parametrize("flag", [("--budget", "10m"), ("--workers", "2")])
@pytest.mark.parametrize("what", ["world-series", "cat-and-mouse --reproduce tables"])
def test_a_flag_that_would_not_be_looked_at_is_refused(command, flag, what):
    code, out, err = command(*what.split(), *flag)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"outfox: study: {flag[0]} is not for ")
