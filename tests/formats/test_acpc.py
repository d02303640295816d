"""Lines of the ACPC protocol: the examples of its specification, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outfox.arena.acpc_client import position_of
from outfox.arena.acpc_dealer import state_of
from outfox.formats.acpc import (
    BadLine,
    MatchState,
    format_answer,
    format_state,
    parse_answer,
    parse_state,
    parse_version,
    rounds,
)
from outfox.rules import load
from outfox.rules.twin import twin_class

SPECIFICATION = """
S-> MATCHSTATE:0:0::TdAs|
S-> MATCHSTATE:0:0:r:TdAs|
<-C MATCHSTATE:0:0:r:TdAs|:r
S-> MATCHSTATE:0:0:rr:TdAs|
S-> MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h
<-C MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h:r
S-> MATCHSTATE:0:0:rrc/r:TdAs|/2c8c3h
S-> MATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c
<-C MATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c:c
S-> MATCHSTATE:0:0:rrc/rc/c:TdAs|/2c8c3h/9c
S-> MATCHSTATE:0:0:rrc/rc/cr:TdAs|/2c8c3h/9c
<-C MATCHSTATE:0:0:rrc/rc/cr:TdAs|/2c8c3h/9c:c
S-> MATCHSTATE:0:0:rrc/rc/crc/:TdAs|/2c8c3h/9c/Kh
<-C MATCHSTATE:0:0:rrc/rc/crc/:TdAs|/2c8c3h/9c/Kh:c
S-> MATCHSTATE:0:0:rrc/rc/crc/c:TdAs|/2c8c3h/9c/Kh
S-> MATCHSTATE:0:0:rrc/rc/crc/cr:TdAs|/2c8c3h/9c/Kh
<-C MATCHSTATE:0:0:rrc/rc/crc/cr:TdAs|/2c8c3h/9c/Kh:c
S-> MATCHSTATE:0:0:rrc/rc/crc/crc:TdAs|8hTc/2c8c3h/9c/Kh
S-> MATCHSTATE:1:1::|Qd7c
<-C MATCHSTATE:1:1::|Qd7c:r
S-> MATCHSTATE:1:1:r:|Qd7c
S-> MATCHSTATE:1:1:rr:|Qd7c
<-C MATCHSTATE:1:1:rr:|Qd7c:c
S-> MATCHSTATE:1:1:rrc/:|Qd7c/2h8h5c
S-> MATCHSTATE:1:1:rrc/r:|Qd7c/2h8h5c
<-C MATCHSTATE:1:1:rrc/r:|Qd7c/2h8h5c:c
S-> MATCHSTATE:1:1:rrc/rc/:|Qd7c/2h8h5c/Th
S-> MATCHSTATE:1:1:rrc/rc/r:|Qd7c/2h8h5c/Th
<-C MATCHSTATE:1:1:rrc/rc/r:|Qd7c/2h8h5c/Th:f
S-> MATCHSTATE:1:1:rrc/rc/rf:|Qd7c/2h8h5c/Th
S-> MATCHSTATE:0:2::9d7s|
S-> MATCHSTATE:0:2:r:9d7s|
<-C MATCHSTATE:0:2:r:9d7s|:c
S-> MATCHSTATE:0:2:rc/:9d7s|/5d2cJc
<-C MATCHSTATE:0:2:rc/:9d7s|/5d2cJc:c
S-> MATCHSTATE:0:2:rc/c:9d7s|/5d2cJc
S-> MATCHSTATE:0:2:rc/cc/:9d7s|/5d2cJc/3d
<-C MATCHSTATE:0:2:rc/cc/:9d7s|/5d2cJc/3d:c
S-> MATCHSTATE:0:2:rc/cc/c:9d7s|/5d2cJc/3d
S-> MATCHSTATE:0:2:rc/cc/cr:9d7s|/5d2cJc/3d
<-C MATCHSTATE:0:2:rc/cc/cr:9d7s|/5d2cJc/3d:f
S-> MATCHSTATE:0:2:rc/cc/crf:9d7s|/5d2cJc/3d
"""
"""The example of two-player limit hold'em in the ACPC protocol specification, version 2.0.0."""

SENT = [line[4:] for line in SPECIFICATION.split("\n") if line.startswith("S->")]
ANSWERED = [line[4:] for line in SPECIFICATION.split("\n") if line.startswith("<-C")]
HOLDEM = load("limit-holdem")


def test_recorded_states_go_to_and_fro():
    assert len(SENT) == 28
    for line in SENT:
        assert format_state(parse_state(line)) == line


def test_recorded_clients_answer_when_it_is_their_turn_and_only_then():
    expected = []
    for line in SENT:
        state = parse_state(line)
        if state.acting == state.position:
            expected.append(line)
    assert [line[:-2] for line in ANSWERED] == expected
    for line in ANSWERED:
        state = parse_state(line[:-2])
        assert format_answer(state, parse_answer(line, state)) == line


def test_recorded_hands_are_positions_of_ours():
    """The rules agree who acts, what may be played, when cards come and when it is over; the pot by hand."""
    for line in SENT:
        state = parse_state(line)
        position, own = position_of(HOLDEM, state)
        assert not position.is_chance
        assert (None if position.is_terminal else 1 - position.mover) == state.acting
        assert format_state(state_of(position, 1 - state.position, state.hand)) == line
        assert len(own) == sum(a == state.position for a in actors(state))
    over = [position_of(HOLDEM, parse_state(line))[0] for line in SENT if parse_state(line).over]
    # TdAs has a pair of nothing, 8hTc a pair of eights: three bets before the flop, one, two big ones: 3 + 1 + 2 + 2.
    assert [position.payoff for position in over] == [8.0, -4.0, 2.0]


def actors(state):
    """Return who acted, letter by letter, by counting."""
    found = []
    for number, letters in enumerate(state.betting):
        found += [(k + (number == 0)) % 2 for k in range(len(letters))]
    return found


@settings(max_examples=25)
@given(st.data())
def test_any_hand_goes_to_and_fro(data):
    cards = data.draw(st.permutations(range(52)))
    position = HOLDEM.start()
    while not position.is_terminal:
        if position.is_chance:
            position = position.play(cards[position.state.dealt])
            continue
        for seat in (0, 1):
            state = state_of(position, seat, 7)
            assert parse_state(format_state(state)) == state
            assert (state.acting == state.position) == (position.mover == seat)
            again, _ = position_of(HOLDEM, state)
            assert again.legal == position.legal
            assert observed(position, seat) == observed(again, seat), "nothing of the other's hand is needed"
        position = position.play(data.draw(st.sampled_from(position.legal)))
    for seat in (0, 1):
        state = state_of(position, seat, 7)
        assert parse_state(format_state(state)) == state
        assert state.over
        assert position_of(HOLDEM, state)[0].payoff == position.payoff


def observed(position, seat):
    view = twin_class(HOLDEM.view)()
    HOLDEM.call("observe", position.state, seat, view)
    return view.record().tobytes()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "is not MATCHSTATE"),
        ("MATCHSTATE:2:0::TdAs|", "is not MATCHSTATE"),
        ("MATCHSTATE:0:-1::TdAs|", "is not MATCHSTATE"),
        ("MATCHSTATE:0:00::TdAs|", "is not MATCHSTATE"),
        ("matchstate:0:0::TdAs|", "is not MATCHSTATE"),
        ("MATCHSTATE:0:0::TdAs| ", "is not MATCHSTATE"),
        ("MATCHSTATE:0:0:r300:TdAs|", "is not MATCHSTATE"),
        ("MATCHSTATE:0:0::TdAs", "is not MATCHSTATE"),
        ("MATCHSTATE:0:0::TdAs|:r", "is not MATCHSTATE"),
        ("MATCHSTATE:0:0::TdA|", "no card"),
        ("MATCHSTATE:0:0::TdTd|", "twice"),
        ("MATCHSTATE:0:0:rc/:TdAs|/2cAs3h", "As is there twice"),
        ("MATCHSTATE:0:0::|TdAs", "sees its own"),
        ("MATCHSTATE:0:0::TdAs|2c3c", "is shown at the end"),
        ("MATCHSTATE:0:0:cc/cc/cc/cc:TdAs|/2c8c3h/9c/Kh", "is shown at the end"),
        ("MATCHSTATE:0:0:rf:TdAs|2c3c", "is shown at the end"),
        ("MATCHSTATE:0:0::TdAs2c|", "has two cards"),
        ("MATCHSTATE:0:0:rc:TdAs|", "no beginning of a round"),
        ("MATCHSTATE:0:0:rc/:TdAs|", "the board has []"),
        ("MATCHSTATE:0:0:rc/:TdAs|/2c8c", "the board has [2]"),
        ("MATCHSTATE:0:0::TdAs|/2c8c3h", "the board has [3]"),
        ("MATCHSTATE:0:0:rrrr:TdAs|", "no beginning of a round"),
        ("MATCHSTATE:0:0:cf:TdAs|", "no beginning of a round"),
        ("MATCHSTATE:0:0:r/:TdAs|/2c8c3h", "no end of a round"),
        ("MATCHSTATE:0:0:rc/f:TdAs|/2c8c3h", "no beginning of a round"),
        ("MATCHSTATE:0:0:cc/cc/cc/cc/:TdAs|/2c8c3h/9c/Kh", "there are four"),
        ("MATCHSTATE:0:0:" + "r" * 5000 + ":TdAs|", "no beginning of a round"),
    ],
)
def test_what_is_no_state(line, why):
    with pytest.raises(BadLine) as error:
        parse_state(line)
    assert why in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:0:0:r:TdAs|",
        "MATCHSTATE:0:0:r:TdAs|:",
        "MATCHSTATE:0:0:r:TdAs|:x",
        "MATCHSTATE:0:0:r:TdAs|:cc",
        "MATCHSTATE:0:0:r:TdAs|:r4",
        "MATCHSTATE:0:1:r:TdAs|:c",
        "MATCHSTATE:0:0:rr:TdAs|:c",
        "c",
    ],
)
def test_what_is_no_answer(line):
    with pytest.raises(BadLine, match="with :f, :c or :r"):
        parse_answer(line, parse_state("MATCHSTATE:0:0:r:TdAs|"))


def test_versions():
    parse_version("VERSION:2.0.0")
    for line in ("VERSION:1.0.0", "VERSION:2.0", "version:2.0.0", "VERSION:2.0.0 "):
        with pytest.raises(BadLine, match="with which a client begins"):
            parse_version(line)


def test_rounds_end_where_the_rules_say():
    assert rounds("crrrc") == ("crrrc", "")
    assert rounds("crc") == ("crc", "")
    assert rounds("ccrrrrc") == ("cc", "rrrrc", "")
    assert MatchState(0, 0, ("cc", "cc", "cc", "cc"), ((0, 1), (2, 3)), ((4, 5, 6), (7,), (8,))).over
