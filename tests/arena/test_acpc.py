"""The ACPC dealer and the client against each other, over sockets; and ends of connections that break the protocol."""

from __future__ import annotations

import socket
import statistics
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from outfox.arena import match
from outfox.arena.acpc_client import connect, play
from outfox.arena.acpc_dealer import LOOPBACK, deal, listen
from outfox.arena.acpc_lines import ConnectionFailed, Lines
from outfox.arena.duplicate import dealt
from outfox.formats import load_records, replay
from outfox.players import player
from outfox.rules import NotSupported, load

HOLDEM = load("limit-holdem")


def at_table(first, second, *, hands, seed=0, timeout=5.0, **options):
    """Deal to two clients, each a function of a port or a player's spec; return what all three say."""
    with listen() as waiting, ThreadPoolExecutor(3) as threads:
        port = waiting.getsockname()[1]
        dealer = threads.submit(deal, HOLDEM, waiting, hands=hands, seed=seed, timeout=timeout, **options)
        clients = []
        for one in (first, second):
            connected = threading.Event()
            clients.append(threads.submit(one if callable(one) else sit, port, connected, one))
            assert connected.wait(5)  # so that the first is A
        return dealer.result(), *[client.result() for client in clients]


def sit(port, connected, spec):
    lines = connect(LOOPBACK, port, 5.0)
    connected.set()
    try:
        return play(HOLDEM, lines, player(spec), seed=len(spec))
    finally:
        lines.close()


def test_a_match_over_sockets():
    """Both ends count the same; who calls and who raises is known hand by hand from the cards."""
    dealt_, first, second = at_table("call", "raise", hands=12, seed=3)
    result = dealt_.result
    assert (dealt_.failure, result.games, result.distinct_decks) == ("", 12, 12)
    won = [record.payoff * (1 - 2 * (k % 2)) for k, record in enumerate(result.records)]
    assert first.won == won
    assert second.won == [-each for each in won]
    assert (first.ended, second.ended) == ("", "")
    assert result.payoff == pytest.approx(statistics.fmean(won))
    assert "mbb/g" in str(result)
    assert first.to_dict()["hands"] == 12
    assert "in 12 hands" in str(second)
    for k, record in enumerate(result.records):
        *_, last = replay(record)
        assert last.is_terminal
        names = [name for name in record.names if " " not in name]
        assert "bet" in names, "the raiser did, in either seat"
        assert "fold" not in names
        assert record.players[k % 2] == result.a


def test_the_same_seed_and_the_other_order_is_the_duplicate():
    one, *_ = at_table("call", "raise", hands=6, seed=8)
    other, *_ = at_table("raise", "call", hands=6, seed=8)
    cards = [[dealt(HOLDEM, record) for record in each.result.records] for each in (one, other)]
    assert cards[0] == cards[1]
    assert len(set(cards[0])) == 6
    assert one.result.payoff == other.result.payoff != 0.0, "the cards decide alone"


def test_records_of_a_dealer_are_records(tmp_path):
    path = tmp_path / "hands.jsonl"
    found, *_ = at_table("call", "random", hands=4, seed=1, records=path)
    assert tuple(load_records(path)) == found.result.records


def test_seeds_of_dealers_give_different_decks():
    decks = []
    for seed in range(3):
        found, *_ = at_table("call", "call", hands=5, seed=seed)
        decks += [dealt(HOLDEM, record) for record in found.result.records]
    assert len(set(decks)) == 15


# -- clients that break the protocol -------------------------------------------------------------------------


def speaking(*lines, end="\r\n", wait=False):
    """Return a client that says these lines, whatever it hears, and then goes; or waits until the dealer closes."""

    def run(port, connected, _):
        with socket.create_connection((LOOPBACK, port), 5.0) as connection:
            connected.set()
            for line in lines:
                connection.sendall((line + end).encode())
            connection.settimeout(5.0)
            try:
                while wait and connection.recv(4096):
                    pass
            except OSError:
                pass

    return run


def answering(letters):
    """Return a client that answers with these letters in turn, then goes."""

    def run(port, connected, _):
        lines = Lines(socket.create_connection((LOOPBACK, port), 5.0), "dealer", 5.0)
        connected.set()
        lines.write("VERSION:2.0.0")
        lines.write("# a comment")
        left = iter(letters)
        try:
            while (line := lines.read()) is not None:
                if line.startswith("MATCHSTATE:1") and line.count(":") == 4 and line.split(":")[3] == "":
                    lines.write(f"{line}:{next(left)}")
        except (StopIteration, ConnectionFailed):
            pass
        lines.close()

    return run


@pytest.mark.parametrize(
    ("bad", "timeout", "message"),
    [
        (speaking("VERSION:2.0.0", "nonsense", wait=True), 5.0, "'nonsense' is not MATCHSTATE:1:0::|"),
        (speaking("VERSION:2.0.0", wait=True), 0.4, "sent nothing for 0.4 s"),
        (speaking("VERSION:2.0.0"), 5.0, "has "),  # closed the connection, or has gone, as the system sees it
        (speaking("VERSION:2.0.0", "x" * 9000, wait=True), 5.0, "without an end of line"),
        (answering("x"), 5.0, ":x' is not MATCHSTATE:1:0::|"),
    ],
)
def test_who_breaks_the_protocol_ends_the_match(bad, timeout, message):
    found, _, client = at_table(bad, "call", hands=6, timeout=timeout)
    assert message in found.failure
    assert "client A (acpc:127.0.0.1:" in found.failure
    assert found.failure.endswith("in hand 0")
    assert "\n" not in found.failure
    assert found.result.games == 0
    assert "closed the connection in hand 0" in client.ended or "has gone" in client.ended


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (speaking("VERSION:1.0.0", wait=True), "'VERSION:1.0.0' is not VERSION:2.0.0"),
        (speaking("VERSION:2.0.0", "x" * 5000, end="", wait=True), "without an end of line"),
        (speaking(), "has closed the connection"),
    ],
)
def test_who_does_not_begin_as_one_should_has_no_match(bad, message):
    with pytest.raises(ConnectionFailed, match=f"client A .*{message}"):
        at_table(bad, speaking("VERSION:2.0.0"), hands=6)


def test_hands_that_were_played_stay():
    """The client folds before the flop in hands 0 and 2, where it is the dealer; then it goes."""
    found, _, other = at_table(answering("ff"), "raise", hands=9, timeout=1.0)
    assert found.failure
    assert found.result.games >= 1
    assert found.result.records[0].payoff == -0.5, "the small blind"
    assert other.won[0] == 0.5
    assert found.result.games == len(other.won)


def test_nobody_comes():
    with listen() as waiting, pytest.raises(ConnectionFailed, match=r"client A did not connect within 0\.1 s"):
        deal(HOLDEM, waiting, hands=1, timeout=0.1)
    free = listen()
    port = free.getsockname()[1]
    free.close()
    with pytest.raises(ConnectionFailed, match=f"no dealer at 127.0.0.1:{port}"):
        connect(LOOPBACK, port, 0.05)


def dealing(*lines):
    """Let a client meet a dealer that says these lines and closes; return what the client says."""
    with listen() as waiting, ThreadPoolExecutor(1) as threads:
        client = threads.submit(sit, waiting.getsockname()[1], threading.Event(), "call")
        connection, _ = waiting.accept()
        with connection, connection.makefile("rb") as said:
            assert said.readline() == b"VERSION:2.0.0\r\n"
            answers = []
            for line in lines:
                connection.sendall(line.encode() + b"\r\n")
                if line.startswith("MATCHSTATE:1:0::"):
                    answers.append(said.readline())
        return client.result(), answers


def test_a_client_hears_recorded_lines():
    """The first lines of the second hand of the specification; the client calls where it is asked."""
    found, answers = dealing("#GAMEDEF", "MATCHSTATE:1:0::|Qd7c", "MATCHSTATE:1:0:c:|Qd7c")
    assert answers == [b"MATCHSTATE:1:0::|Qd7c:c\r\n"]
    assert "closed the connection in hand 0" in found.ended
    assert found.won == []


@pytest.mark.parametrize(
    ("line", "message"),
    [("hello", "'hello' is not MATCHSTATE"), ("MATCHSTATE:0:0:rrrrr:TdAs|", "no beginning of a round")],
)
def test_a_client_refuses_what_is_no_state(line, message):
    found, _ = dealing(line)
    assert message in found.ended
    assert "the dealer at 127.0.0.1" in found.ended
    assert "\n" not in found.ended


def test_other_games_have_no_such_dealer():
    with listen() as waiting, pytest.raises(NotSupported, match="not for kuhn"):
        deal(load("kuhn"), waiting, hands=1)


def test_a_dealer_is_heard_on_this_machine_alone():
    with listen() as waiting:
        assert waiting.getsockname()[0] == "127.0.0.1"


def test_a_client_plays_as_in_a_match():
    """Against the same cards, a style does over the wire what it does here: its views are the same."""
    found, *_ = at_table("call", "raise", hands=4, seed=21)
    for record in found.result.records:
        called = [name for name in record.names if " " not in name]
        assert set(called) <= {"call", "check", "bet", "raise"}
    here = match(HOLDEM, "call", "raise", games=4, seed=21, duplicate=False)
    assert [record.actions for record in here.records] == [record.actions for record in found.result.records]
