"""Hands in PHH: pokerkit reads what is written and agrees on the stacks; what others wrote is read, or refused."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from outfox.arena import match
from outfox.formats import replay
from outfox.formats.phh import load_hands, read_hands, save_hands, write_hand, write_hands
from outfox.players.callable_player import CallablePlayer
from outfox.rules import DamagedFile, NotSupported, load

HOLDEM = load("limit-holdem")


@pytest.fixture(scope="module")
def records():
    return match(HOLDEM, "random", "call", games=16, seed=1).records


def test_pokerkit_reads_what_is_written(records):
    """Turn by turn it must be the right player's, with a legal bet, and at the end the stacks are our payoffs."""
    pokerkit = pytest.importorskip("pokerkit")
    ends = set()
    for number, record in enumerate(records):
        hand = pokerkit.HandHistory.loads(write_hand(record, number))
        *_, last = hand
        assert not last.status, "the hand is over"
        assert list(last.payoffs) == [-2 * record.payoff, 2 * record.payoff]
        assert list(last.stacks) == hand.finishing_stacks
        assert (hand.variant, hand.hand, hand.players) == ("FT", number, list(record.players[::-1]))
        ends.add(record.names[-1])
    assert ends >= {"fold", "call"}


def test_pokerkit_tells_the_acpc_lines_of_a_hand(records):
    """It turns the hands that are written here into ACPC lines, which are those of our dealer."""
    from outfox.arena.acpc_dealer import state_of
    from outfox.formats.acpc import format_state

    pokerkit = pytest.importorskip("pokerkit")
    for record in records[:6]:
        hand = pokerkit.HandHistory.loads(write_hand(record, 5))
        for position in (0, 1):
            said = [line.strip() for side, line in hand.to_acpc_protocol(position, 5) if side == "S->"]
            ours = [
                format_state(state_of(each, 1 - position, 5)) for each in replay(record, HOLDEM) if not each.is_chance
            ]
            assert said == ours


def test_hands_are_read_back_without_loss(records, tmp_path):
    assert [read_hands(write_hand(record))[0] for record in records] == list(records)
    assert read_hands(write_hands(records)) == list(records)
    for name in ("hands.phhs", "folder"):
        save_hands(tmp_path / name, records)
    assert load_hands(tmp_path / "hands.phhs") == list(records)
    files = sorted((tmp_path / "folder").iterdir())
    assert [file.name for file in files][:2] == ["01.phh", "02.phh"]
    assert [load_hands(file)[0] for file in files] == list(records)


def test_games_that_ended_otherwise_are_read_back():
    """A player that does what is not legal, with a name that needs quotes."""
    odd = CallablePlayer(lambda seen: 7, 'an "odd"\nplayer\x7f')
    record = match(HOLDEM, odd, "call", games=1, seed=2).records[0]
    assert record.ending == "illegal"
    assert read_hands(write_hand(record)) == [record]


BY_HAND = """
variant = "FT"
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [1000, 1000]
actions = [
  "d dh p1 AcAd",
  "d dh p2 7s2h",  # p2 has the button
  "p2 cbr 20",
  "p1 cbr 30 # a third bet",
  "p2 cc",
  "d db Kc9d4s",
  "p1 cbr 10",
  "p2 cc",
  "d db 3h",
  "p1 cc",
  "p2 cbr 20",
  "p1 cbr 40",
  "p2 f",
]
players = ["Alice", "Bob"]
finishing_stacks = [1060, 940]
"""


def test_a_hand_of_another_program():
    """Bob, the dealer, put in 30 before the flop, 10 on it, 20 on the turn: six big blinds of ten."""
    (record,) = read_hands(BY_HAND)
    assert record.payoff == -6.0
    assert record.players == ("Bob", "Alice")
    assert record.names[4:7] == ("raise", "raise", "call")
    *_, last = replay(record, HOLDEM)
    assert last.payoff == -6.0
    pokerkit = pytest.importorskip("pokerkit")
    *_, end = pokerkit.HandHistory.loads(BY_HAND)
    assert list(end.stacks) == [1060, 940]


@pytest.mark.parametrize(
    ("was", "now", "error", "message"),
    [
        ('"FT"', '"NT"', NotSupported, "of variant 'NT'"),
        ("[5, 10]", "[10, 5]", NotSupported, "blinds [1, 2]"),
        ("[5, 10]", "[5, 10, 10]", NotSupported, "blinds [1, 2]"),
        ("antes = [0, 0]", "antes = [1, 1]", NotSupported, "no antes"),
        ("big_bet = 20", "big_bet = 30", NotSupported, "bets of 2 and 4"),
        ("[1000, 1000]", "[200, 1000]", NotSupported, "all in with 240"),
        ("7s2h", "????", NotSupported, "the cards of p2 are not known"),
        ("7s2h", "7sAc", DamagedFile, "which differ"),
        ("7s2h", "7s7x", DamagedFile, "no card"),
        ("d dh p2", "d dh p3", DamagedFile, "two cards each"),
        ("p2 cbr 20", "p2 cbr 40", DamagedFile, "the bet is to be 20"),
        ("p2 cbr 20", "p1 cbr 20", DamagedFile, "it is not the turn of p1"),
        ("p2 cbr 20", "p2 raises", DamagedFile, "is no action"),
        ("Kc9d4s", "Kc9d", DamagedFile, "3 cards of the board are due, not 2"),
        ("Kc9d4s", "Kc9dAc", DamagedFile, "not legal"),
        ('"p2 f",', "", DamagedFile, "is not over after 12 actions"),
        ("1060, 940", "1050, 950", DamagedFile, "ends with [1060, 940], not with [1050, 950]"),
        ('"Alice", "Bob"', '"Alice"', DamagedFile, "1 names of players"),
        ("actions = [", "actions = [1,", DamagedFile, "no TOML|list of strings"),
        ('variant = "FT"', "", DamagedFile, "there is no hand"),
        ("antes = [0, 0]", "antes = [", DamagedFile, "no TOML"),
    ],
)
def test_what_cannot_be_read(was, now, error, message):
    assert was in BY_HAND
    with pytest.raises(error) as found:
        read_hands(BY_HAND.replace(was, now, 1))
    assert any(part in str(found.value) for part in message.split("|"))
    assert "\n" not in str(found.value)


def test_other_games_are_not_written():
    kuhn = match("kuhn", "call", "raise", games=1).records[0]
    with pytest.raises(NotSupported, match="not for kuhn"):
        write_hand(kuhn)
    (hand,) = read_hands(BY_HAND)
    with pytest.raises(NotSupported, match="began elsewhere"):
        write_hand(replace(hand, start=None))
    with pytest.raises(NotSupported, match=r"a \.phh file is one hand, not 2"):
        save_hands("x.phh", [hand, hand])


def test_what_is_written_is_toml(records):
    found = tomllib.loads(write_hands(records[:3]))
    assert sorted(found) == ["1", "2", "3"]
    assert found["2"]["hand"] == 2
