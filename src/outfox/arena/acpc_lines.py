"""`Lines`: a connection over which lines go to and fro, with a limit of time and length."""

from __future__ import annotations

import socket

from outfox.formats.acpc import END
from outfox.rules.errors import OutfoxError

LONGEST = 4096
"""Bytes of a line; a state has a tenth of that."""


class ConnectionFailed(OutfoxError):
    """The other end hangs, has gone, or does not speak the protocol; the message says which."""


class Lines:
    """A connection.

    Parameters
    ----------
    connection
        Over which lines go; it is closed with this.
    who
        The other end, for messages.
    timeout
        Seconds to wait for a line.
    """

    def __init__(self, connection: socket.socket, who: str, timeout: float) -> None:
        self.who, self.timeout = who, timeout
        self._connection = connection
        self._connection.settimeout(timeout)
        self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # lines are short, and answers awaited
        self._read = b""

    def write(self, line: str) -> None:
        """Send a line; its end is added.

        Raises
        ------
        ConnectionFailed
        """
        try:
            self._connection.sendall((line + END).encode("ascii"))
        except TimeoutError:
            raise ConnectionFailed(f"{self.who} does not read what it is sent") from None
        except OSError as error:
            raise ConnectionFailed(f"{self.who} has gone: {error.strerror or error}") from None

    def read(self) -> str | None:
        """Return the next line without its end; None where the other end has closed the connection.

        Raises
        ------
        ConnectionFailed
        """
        while b"\n" not in self._read:
            if len(self._read) > LONGEST:
                raise ConnectionFailed(f"{self.who} sent {len(self._read):,} bytes without an end of line")
            try:
                more = self._connection.recv(LONGEST)
            except TimeoutError:
                raise ConnectionFailed(f"{self.who} sent nothing for {self.timeout:g} s") from None
            except OSError as error:
                raise ConnectionFailed(f"{self.who} has gone: {error.strerror or error}") from None
            if not more:
                if self._read:
                    raise ConnectionFailed(f"{self.who} closed the connection in the middle of a line")
                return None
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        try:
            return line.removesuffix(b"\r").decode("ascii")
        except UnicodeDecodeError:
            raise ConnectionFailed(f"{self.who} sent a line that is no text: {line[:40]!r}") from None

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
