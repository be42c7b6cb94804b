"""The addresses and access codes of a board, and their QR code."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import segno

from scorekeeper.store.disk import reason
from scorekeeper.store.small_home_files import save_codes, saved_codes
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

# --- address -----------------------------------------------------------------------------------
# The addresses of a board: the sockets on which it listens, and the addresses to type.


HERE = "127.0.0.1"
ELSEWHERE = ("192.0.2.1", 9)  # an address of no machine, RFC 5737; nothing is sent to it
WAITING = 64  # connections waiting to be accepted
# Lets a board's port be used again at once. On Windows SO_REUSEADDR would let two boards share it.
ALONE = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
USUAL = {"http": 80, "https": 443}  # default ports, which browsers omit


class BoardAddress(NamedTuple):
    """The address of a board: the listening sockets, and the host, port and scheme of its link."""

    sockets: Sequence[socket.socket]
    host: str
    port: int
    scheme: str = "http"

    @property
    def origin(self) -> str:
        """Return the link without a path, such as `http://10.0.0.5:8000`."""
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def is_here_alone(self) -> bool:
        """Return True if only this machine can reach the board."""
        return all(one.getsockname()[0] == HERE for one in self.sockets)

    @property
    def hosts(self) -> frozenset[str]:
        """Return the allowed values of a request's Host header, in lower case. Any other value
        means that a foreign domain name points at this machine."""
        names = {self.host.lower(), HERE, "localhost"}
        spelt = {f"{name}:{self.port}" for name in names}
        return frozenset(spelt | names if USUAL[self.scheme] == self.port else spelt)


def network_address() -> str | None:
    """Return the IP address of this machine in its network, or None if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(ELSEWHERE)
        own = str(asked.getsockname()[0])
        return None if own.startswith("127.") else own
    return None


def listening_address(host: str | None, port: int, scheme: str) -> BoardAddress:
    """Open a board's sockets at a host of this machine, or only for this machine if `host` is
    None. Port 0 is any free port. Raises Refused if the port is in use."""
    here = _listening(HERE, HERE, port)
    port = here.getsockname()[1]
    number = HERE if host is None else _number_of(host)
    if number == HERE:
        return BoardAddress((here,), host or HERE, port, scheme)
    try:
        return BoardAddress(
            (here, _listening(host or HERE, number, port)), host or HERE, port, scheme
        )
    except BaseException:
        here.close()
        raise


def _number_of(host: str) -> str:
    """Return the IP address of a host, or the host itself if it cannot be resolved."""
    try:
        return socket.gethostbyname(host)
    except OSError:
        return host  # listening there is then refused


def _listening(host: str, number: str, port: int) -> socket.socket:
    # With IPPROTO_TCP asyncio sends each piece of an answer at once.
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


# --- codes -------------------------------------------------------------------------------------
# The access codes of a board: one to view, the other to enter too.


BYTES = 16  # 128 bits: cannot be guessed
LOOK, ENTER = "look", "enter"


class Codes(NamedTuple):
    """The access codes of a board: `look` to view, `enter` to view and enter. If `enter` is empty,
    nobody may enter."""

    look: str
    enter: str = ""

    def may(self, said: str) -> str | None:
        """Return the right that a code gives, ENTER or LOOK, or None if the code is not this
        board's."""
        if self.enter and _is_same(said, self.enter):
            return ENTER
        return LOOK if _is_same(said, self.look) else None


def new_codes() -> Codes:
    """Return new random codes."""
    return Codes(secrets.token_urlsafe(BYTES), secrets.token_urlsafe(BYTES))


def codes_of(of: str, are_new: bool = False) -> Codes:
    """Return the access codes of a session or an event, given its id. The codes of its last board
    are used again, so that phones need not scan them, unless `are_new`; the old codes are then
    invalid."""
    before = () if are_new else saved_codes(of)
    codes = Codes(*before) if len(before) == len(Codes._fields) and all(before) else new_codes()
    if of:
        save_codes(of, (codes.look, codes.enter))
    return codes


def _is_same(said: str, code: str) -> bool:
    """Return True if two codes are equal. The time of the comparison does not depend on
    the codes."""
    return secrets.compare_digest(said.encode(), code.encode())


def cookies_of(header: str) -> Mapping[str, str]:
    """Return the cookies in a Cookie header by name, without those that cannot be parsed."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, sign, value in pairs if sign}


# --- QR code -----------------------------------------------------------------------------------
# A link as a QR code for a terminal: two rows of squares in each line, as half blocks.


QUIET = 2  # squares of light around the code: enough for every phone that was tried, of the four
LIGHT_ON_DARK = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}


def qr_lines(link: str) -> list[str]:
    """Return the lines of the QR code of a link. Light squares are drawn and dark squares left
    blank, since terminals are dark; phones read inverted codes too."""
    code = segno.make(link, error="l", micro=False, boost_error=False)
    rows = [[int(dark > 0) for dark in row] for row in code.matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(map(LIGHT_ON_DARK.__getitem__, zip(*pair, strict=True))) for pair in pairs]
