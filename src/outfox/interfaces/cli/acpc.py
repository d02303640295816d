"""`outfox acpc`: limit hold'em with other programs, over the protocol of the Annual Computer Poker Competition."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from outfox.interfaces.cli.codes import DONE, INTERRUPTED, NEGATIVE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.match import (
    phh_place,
    records_file,
    refuse_counts,
    refuse_humans,
    tell_records,
    write_hands,
)
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from pathlib import Path

    from outfox.rules import Game

LOOPBACK = "127.0.0.1"
HANDS = 100
HIGHEST = 65_535


def acpc(
    role: Literal["dealer", "client"],
    game: str = "limit-holdem",
    /,
    *,
    port: int = 0,
    host: str = LOOPBACK,
    player: str = "",
    hands: int = HANDS,
    seed: int = 0,
    timeout: float = 60.0,
    records: str = "",
    phh: str = "",
    json: bool = False,
) -> int:
    """Play limit hold'em with other programs: as a dealer for two of them, or as a client at a dealer's table.

    The dealer waits on this machine's loopback address alone. Who connects first is A and has the button in the first
    hand; to have the same cards with seats swapped, let them connect in the other order. A client that answers what it
    may not, hangs or goes ends the match; the hands until then count. The client plays until the dealer closes.

    Parameters
    ----------
    role
        dealer or client.
    game
        limit-holdem.
    port
        Of the dealer; for a dealer 0 takes one that is free, and says which.
    host
        Where the dealer is, for a client.
    player
        Who plays, for a client: a player's spec.
    hands
        How many a dealer deals.
    seed
        Of the dealer's decks, or of the client's player.
    timeout
        Seconds to wait for the other end, at most.
    records
        For a dealer: write the hands to this new file as they end.
    phh
        For a dealer: write the hands in PHH, to a new FILE.phhs, or to a new folder with a file for each.
    json
        Print one JSON object.
    """
    refuse_counts({"hands": 1}, hands=hands, seed=seed)
    if not 0.0 < timeout <= 86_400.0:
        raise UsageError(f"--timeout is a number of seconds above 0, not {timeout:g}")
    if role == "client" and port == 0:
        raise UsageError("a client needs --port, which the dealer says when it waits")
    if not 0 <= port <= HIGHEST:
        raise UsageError(f"--port is a number from 1 to {HIGHEST}, not {port}")
    from outfox.arena.acpc_dealer import refuse_other_games
    from outfox.rules import load

    loaded = load(game)
    refuse_other_games(loaded)
    if role == "dealer":
        if player or host != LOOPBACK:
            raise UsageError(f"a dealer has no --player, and waits at {LOOPBACK} alone")
        written = phh_place(phh, loaded, hands)
        return _dealer(loaded, port, hands, seed, timeout, records_file(records, "", "acpc"), written, json)
    if records or phh:
        raise UsageError(f"--{'records' if records else 'phh'} is for the dealer")
    return _client(loaded, host, port, player, seed, timeout, json)


def _dealer(
    game: Game, port: int, hands: int, seed: int, timeout: float, records: str, phh: Path | None, json: bool
) -> int:
    from outfox.arena.acpc_dealer import deal, listen

    with _listening(listen, port) as waiting, ProgressLine("acpc") as line:
        note(f"waiting for two clients at {LOOPBACK}:{waiting.getsockname()[1]}")
        found = deal(game, waiting, hands=hands, seed=seed, timeout=timeout, records=records, progress=line.share)
    show({**found.result.to_dict(), "failure": found.failure}, str(found.result), json)
    tell_records(records, found.result.games)
    write_hands(phh, found.result.records)
    if found.failure:
        note(f"outfox: {found.failure}; {found.result.games:,} hands count")
    return INTERRUPTED if found.result.interrupted else NEGATIVE if found.failure else DONE


def _listening(listen: Callable[[int], socket.socket], port: int) -> socket.socket:
    try:
        return listen(port)
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror or error}") from None


def _client(game: Game, host: str, port: int, player: str, seed: int, timeout: float, json: bool) -> int:
    if not player.strip():
        raise UsageError("a client needs --player SPEC, such as --player TA")
    refuse_humans(player)
    from outfox.arena.acpc_client import INTERRUPTED_BY_HAND, connect, play
    from outfox.arena.text import filled
    from outfox.players import player as made
    from outfox.workers.seeds import root_seed

    one = made(player)
    with ProgressLine("acpc") as line:
        line.listen()
        one.start(game, 0, root_seed(seed))  # what takes time, such as tables, before the dealer waits
        lines = connect(host, port, timeout)
        try:
            found = play(game, lines, one, seed=seed, progress=lambda _, text: line.share_or_not(None, text))
        finally:
            lines.close()
    show(found.to_dict(), filled(str(found)), json)
    if found.ended:
        note(f"outfox: {found.ended}; {len(found.won):,} hands were played")
    return INTERRUPTED if found.ended == INTERRUPTED_BY_HAND else NEGATIVE if found.ended else DONE
