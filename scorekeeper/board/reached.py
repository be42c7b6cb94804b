"""Where a board is reached: the sockets that it listens on, and the addresses to type."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress

from scorekeeper.base.records import Record
from scorekeeper.store.reasons import reason
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

HERE = "127.0.0.1"
ELSEWHERE = ("192.0.2.1", 9)  # an address of no machine, RFC 5737; nothing is sent to it
WAITING = 64  # connections that wait to be taken
# A port that a board had is free again at once; on Windows what does so would let two have it.
ALONE = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
USUAL = {"http": 80, "https": 443}  # the ports that a browser does not say


class Reached(Record):
    """Where a board listens, and by which hosts it may be asked for; `host` is of the link."""

    sockets: Sequence[socket.socket]
    host: str
    port: int
    scheme: str = "http"

    @property
    def origin(self) -> str:
        """What stands before every path of the link."""
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def is_here_alone(self) -> bool:
        """Return True if no other machine reaches it."""
        return all(one.getsockname()[0] == HERE for one in self.sockets)

    @property
    def hosts(self) -> frozenset[str]:
        """What a browser that was sent here says as its host, in small letters. Another one was led
        here by a name that somebody else has pointed at this machine."""
        names = {self.host.lower(), HERE, "localhost"}
        spelt = {f"{name}:{self.port}" for name in names}
        return frozenset(spelt | names if USUAL[self.scheme] == self.port else spelt)


def network_address() -> str | None:
    """The address of this machine in its network; None where it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(ELSEWHERE)
        own = str(asked.getsockname()[0])
        return None if own.startswith("127.") else own
    return None


def reached(host: str | None, port: int, scheme: str) -> Reached:
    """The sockets of a board at a host of this machine, and at this machine alone where None is
    said; 0 is any port that is free."""
    here = _listening(HERE, HERE, port)
    port = here.getsockname()[1]
    number = HERE if host is None else _number_of(host)
    if number == HERE:
        return Reached((here,), host or HERE, port, scheme)
    try:
        return Reached((here, _listening(host or HERE, number, port)), host or HERE, port, scheme)
    except BaseException:
        here.close()
        raise


def _number_of(host: str) -> str:
    """The address of a host as numbers."""
    try:
        return socket.gethostbyname(host)
    except OSError:
        return host  # the refusal to listen there says it


def _listening(host: str, number: str, port: int) -> socket.socket:
    # Said to be TCP: of those alone asyncio has every piece of an answer sent at once.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, ALONE, 1)
        made.bind((number, port))
        made.listen(WAITING)
    except OSError as error:
        made.close()
        message = say(
            "listening at {host}, port {port}, failed: {why}",
            host=host, port=port, why=reason(error),
        )  # fmt: skip
        hint = say("another board may be there: say another port with --port")
        raise refuse("board-port", message, None, hint) from None
    return made
