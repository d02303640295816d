"""What can be won in limit hold'em from opponents that ignore their cards: published values, a twin, resumed work."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.arena.statistics import mean_interval
from outfox.formats.cards import parse_cards
from outfox.kernel.hands_boards import boards, numbering, set_number
from outfox.methods.poker.card_blind import response_to_blind
from outfox.methods.poker.flop_rows import FlopRows, drawn_flops, hands_left
from outfox.methods.poker.kinds import kind_number
from outfox.methods.poker.public_betting import betting
from outfox.players import player
from outfox.players.callable_player import CallablePlayer
from outfox.players.card_blind import betting_against
from outfox.rules import load
from outfox.rules.errors import DamagedFile, NotSupported, RulesError
from tests.naive.holdem_response import flop_value

# Big blinds a game, as dealer and as big blind; the first four were published, all five computed by others in C++.
KNOWN = {
    "fold": (1.0, 0.5),
    "call": (1.163476, 1.163476),
    "raise": (3.697693, 3.697693),
    "mix": (2.598112, 2.214989),
    "random": (4.400892, 2.531751),
}


def against(spec, seats=(0, 1)):
    return betting_against(load("limit-holdem"), [player(spec), player(spec)], seats)


@pytest.fixture(scope="module")
def calls():
    return against("call")


@pytest.fixture(scope="module")
def mixes():
    return against("mix:fold=0.15,call=0.5,bet=0.35")


@pytest.mark.slow
@pytest.mark.parametrize("spec", KNOWN)
def test_known_values_to_the_last_digit(spec):
    found = response_to_blind(against(spec))
    assert [round(found.payoffs[seat], 6) for seat in (0, 1)] == list(KNOWN[spec])
    assert found.values == {}


@pytest.mark.slow
def test_intervals_hold_what_they_should(calls):
    """Of 200 draws of fifty flops about 95 % have the known value in their interval."""
    rows, held = FlopRows(calls), 0
    everything = rows.rows(drawn_flops(0, 0)[0])
    rows.rows = lambda chosen, *_: everything[chosen]
    for seed in range(200):
        low, high = mean_interval(response_to_blind(calls, flops=50, seed=seed, rows=rows).values[0])
        held += low <= KNOWN["call"][0] <= high
    assert 178 <= held <= 199


def test_every_hand_meets_as_many_flops():
    chosen, times = drawn_flops(0, 0)
    met = times @ np.stack([hands_left(int(flop)) for flop in chosen])
    combinations = hands_of_kinds()
    assert (met == 19_600 * combinations).all()


def hands_of_kinds():
    return np.where(np.eye(13), 6, np.where(np.tri(13, k=-1), 4, 12)).reshape(-1)


def test_who_always_folds_loses_the_blinds():
    found = response_to_blind(against("fold"), flops=2)
    assert found.payoffs == pytest.approx({0: 1.0, 1: 0.5}, abs=1e-12)
    # Whoever folds the small blind sees no flop.
    assert response_to_blind(against("fold", seats=(1,))).flops == 0


def test_drawn_flops_are_near(calls):
    found = response_to_blind(calls, flops=8, seed=1)
    for seat in (0, 1):
        low, high = mean_interval(found.values[seat])
        assert (low + high) / 2 == pytest.approx(found.payoffs[seat])
        assert abs(found.payoffs[seat] - KNOWN["call"][seat]) < high - low < 0.5


def canonical(text):
    cards = parse_cards(text)
    return int(boards(3).canonical[set_number(numbering().choose, cards, 0, 3)])


def test_a_hand_on_a_flop_as_the_twin_says(mixes):
    """Of threes one hand is left, so that a sum over hands is that of one."""
    flop, kind, hand = "2c3c3d", "33", "3h3s"
    odds = (0.15, 0.5, 0.35)
    values = FlopRows(mixes).row(canonical(flop))[:, kind_number(kind)]
    board = boards(3).cards[3 * canonical(flop) :][:3].tolist()
    assert board == parse_cards(flop)
    expected = [
        flop_value(odds, tuple(parse_cards(hand)), tuple(board), stake, first)
        for stake in (1, 2, 3, 4)
        for first in (False, True)
    ]
    assert sorted(values) == pytest.approx(sorted(expected), abs=1e-9)


def test_work_goes_on_where_it_was_interrupted(calls, tmp_path):
    file, lines = tmp_path / "work", []

    def stops(share, text):
        if share >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        response_to_blind(calls, flops=3, progress=stops, checkpoint=file)
    found = response_to_blind(calls, flops=3, checkpoint=file, say=lines.append)
    assert lines == [f"going on with {file}: 2 of 3 flops"]
    assert not file.exists()
    assert found.payoffs == response_to_blind(calls, flops=3).payoffs


def test_other_work_and_damaged_files_are_refused(calls, tmp_path):
    file = tmp_path / "work"

    def stops(share, text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        response_to_blind(calls, flops=3, progress=stops, checkpoint=file)
    with pytest.raises(DamagedFile, match="other flops; delete it"):
        response_to_blind(calls, flops=5, checkpoint=file)
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(DamagedFile, match="delete it to begin anew"):
        response_to_blind(calls, flops=4, checkpoint=file)


def test_opponents_that_do_not_ignore_their_cards_are_refused():
    with pytest.raises(NotSupported, match="ignores_cards"):
        against("rock")

    def aces(seen):
        place = 0 if seen.view.hole[1] > 48 else -1
        return seen.legal[place]

    aces.ignores_cards = True
    with pytest.raises(NotSupported, match="plays others differently"):
        betting_against(load("limit-holdem"), [CallablePlayer(aces), CallablePlayer(aces)], (0, 1))


def test_what_are_no_probabilities_is_refused():
    with pytest.raises(RulesError, match="no probabilities"):
        betting(load("limit-holdem"), {0: lambda p, own: [0.5] * len(p.legal), 1: lambda p, own: [1.0]})


def test_an_opponent_may_look_back():
    """Who calls once and then folds to any bet loses 2 to the dealer's raise and bet, and 1 as the dealer."""

    def once(position, own):
        names = [position.name(action) for action in position.legal]
        wanted = "check" if "check" in names else "fold" if own else "call"
        return [float(name == wanted) for name in names]

    found = response_to_blind(betting(load("limit-holdem"), {0: once, 1: once}), flops=2)
    assert found.payoffs == pytest.approx({0: 2.0, 1: 1.0}, abs=1e-12)
    begins = {(one.seat, one.after): {one.names[k] for k in played} for one, played in found.first}
    assert begins == {(0, ""): {"raise"}, (1, "call"): {"check"}}  # a raise wins no more than a check
