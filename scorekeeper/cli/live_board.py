"""The live board: `board`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    WholeNumberWithin,
    is_confirmed,
    is_terminal,
    note,
    offered,
    session_option,
    show,
    talk,
    terminal_width,
)
from scorekeeper.cli.main import tell_league
from scorekeeper.cli.open_event import whole_event
from scorekeeper.cli.open_log import whole_book
from scorekeeper.cli.session_list import told_quietly
from scorekeeper.cli.terminal import is_coloured
from scorekeeper.store.event_files import event_path
from scorekeeper.store.optional_extras import without_extra
from scorekeeper.text.message import say
from scorekeeper.text.message_text import labelled
from scorekeeper.text.translation import on_screen, tr

if TYPE_CHECKING:
    from scorekeeper.board.board_address import BoardAddress, Codes
    from scorekeeper.board.server import Server, TlsFiles

PORT = 8765
NEEDS = ("segno", "starlette", "uvicorn")
PLAIN, LIGHT = "\x1b[0m", "\x1b[97;40m"  # light squares on a dark ground, whatever the terminal has


@click.command("board", cls=CliCommand)
@session_option
@click.option(
    "-e", "--event", metavar="NAME", shell_complete=offered("events"),
    help="An event instead: who sits where, what is missing, the standings.",
)  # fmt: skip
@click.option("--read-only", is_flag=True, help="Nobody may enter anything from a phone.")
@click.option(
    "--no-confirm", is_flag=True, help="What is entered counts without another person's yes."
)
@click.option("--new-codes", is_flag=True, help="Make new links; the old ones open nothing more.")
@click.option("--local", is_flag=True, help="Listen on this machine alone.")
@click.option("--yes", is_flag=True, help="Listen on the network without asking.")
@click.option(
    "--port", type=WholeNumberWithin(0, 65535), default=PORT, metavar="NUMBER",
    help="On which port to listen (default: 8765; 0: any that is free).",
)  # fmt: skip
@click.option(
    "--address", metavar="NAME", help="By which name or address phones reach this machine."
)
@click.option("--cert", metavar="FILE", help="A certificate (PEM): the board is then https.")
@click.option("--key", metavar="FILE", help="The key of that certificate.")
def board(
    session: str | None, event: str | None, read_only: bool, no_confirm: bool, new_codes: bool,
    local: bool, yes: bool, port: int, address: str | None, cert: str | None, key: str | None,
) -> None:  # fmt: skip
    """Shows the session on the phones of the table, and on a wall.

    Prints two links, each with a QR code. Whoever has the first may look: who deals, the totals,
    the last deal with its reasons, the sheet, each in their own language, and all at once when a
    deal is recorded, by whatever command. Whoever has the second may enter too; what changes points
    counts once another person has said yes. The next board of the session has the same links.
    Ctrl-C ends it.
    """
    if (cert is None) != (key is None):
        raise click.UsageError(tr("--cert and --key go together"))
    if read_only and no_confirm:
        raise click.UsageError(tr("--read-only takes no entries: leave out --no-confirm"))
    if event is not None and (session is not None or no_confirm):
        raise click.UsageError(tr("--event shows an event, in which nothing is entered"))
    if local and (yes or address):
        raise click.UsageError(tr("--local listens on this machine alone: leave out the others"))
    _refuse_without_extra()
    # 150 ms together, only for a board
    from scorekeeper.board.board_address import codes_of, listening_address  # noqa: PLC0415
    from scorekeeper.board.server import TlsFiles  # noqa: PLC0415
    from scorekeeper.board.session_watch import session_id  # noqa: PLC0415

    if event is None:
        book = whole_book(store.session_path(session))
        name, of = book.name, session_id(book)
    else:
        found = whole_event(event)
        name, of = found.name, found.terms.id
    certificate = TlsFiles(cert, key) if cert and key else None
    host = None if local else _host(name, address, yes)
    at = listening_address(host, port, "https" if certificate else "http")
    if event is None:
        path = store.session_path(session)
        made = partial(_of_session, path, at, certificate, not no_confirm)
    else:
        made = partial(_of_event, event_path(event), at, certificate)
    codes = codes_of(of, new_codes)
    is_to_look = read_only or event is not None
    _serve(name, at, made, codes._replace(enter="") if is_to_look else codes)


def _refuse_without_extra() -> None:
    """Raise Refused if the packages of the web server are not installed."""
    missing = [one for one in NEEDS if importlib.util.find_spec(one) is None]
    if missing:
        message = say("the board needs what is not installed: {names}", names=", ".join(missing))
        raise without_extra("board-extra", message, "board")


def _host(name: str, address: str | None, yes: bool) -> str | None:
    """Return the host at which other machines can reach the board, after a confirmation. Return
    None if the user declines or there is no network."""
    from scorekeeper.board.board_address import (  # noqa: PLC0415 - 150 ms, only for a board
        network_address,
    )

    host = address or network_address()
    if host is None:
        note(tr("this machine is in no network: only itself can reach the board"))
        return None
    if yes:
        return host
    if not is_terminal(sys.stdin):
        raise click.UsageError(
            tr("it is asked first whether to listen on the network: say --yes, or --local")
        )
    asked = tr(
        "Whoever is in this network and has a link can then look at {session}, or enter. Listen at "
        "{host}?",
        session=name,
        host=host,
    )
    return host if is_confirmed(asked, or_enter=True) else None


def _of_session(
    path: str, at: BoardAddress, certificate: TlsFiles | None, confirms: bool, codes: Codes
) -> Server:
    """Return the server of a session's board."""
    # 150 ms together, only for a board
    from scorekeeper.board.phone_entry import Entries  # noqa: PLC0415
    from scorekeeper.board.server import server_of  # noqa: PLC0415
    from scorekeeper.board.session_watch import FollowedSession  # noqa: PLC0415

    def session_of(id_: str) -> str | None:
        """Return the present path of the session with this id, or None."""
        names = (name for name, evening in told_quietly() if evening.id == id_)
        return next(map(store.session_path, names), None)

    entries = Entries(FollowedSession(path, session_of), confirms, tell_league)
    return server_of(entries, at, codes, certificate, failed=_told_once())


def _of_event(path: str, at: BoardAddress, certificate: TlsFiles | None, codes: Codes) -> Server:
    """Return the server of an event's board."""
    # 150 ms together, only for a board
    from scorekeeper.board.server import pages_server  # noqa: PLC0415
    from scorekeeper.board.session_watch import FollowedEvent  # noqa: PLC0415
    from scorekeeper.board.web_application import EventBoard  # noqa: PLC0415
    from scorekeeper.cli.event_tables import told_tables  # noqa: PLC0415

    followed = FollowedEvent(path, told_tables)
    return pages_server(EventBoard(followed, at, codes, failed=_told_once()), certificate)


def _serve(name: str, at: BoardAddress, made: Callable[[Codes], Server], codes: Codes) -> None:
    """Print the links, then serve the board until Ctrl-C."""
    from scorekeeper.board.server import ended_by_ctrl_c  # noqa: PLC0415 - 150 ms

    try:
        server = made(codes)
        with ended_by_ctrl_c(server):
            _tell(tr("to look at {session}", session=name), at, codes.look)
            if codes.enter:
                _tell(tr("to enter in {session}", session=name), at, codes.enter)
            if not at.is_here_alone:
                talk(
                    tr(
                        "a guests' Wi-Fi may keep phones apart from this machine: then use another "
                        "network, or a hotspot"
                    )
                )
            talk(tr("for a wall: the same, then “for the wall” at the foot; Ctrl-C ends the board"))
            server.run(sockets=[*at.sockets])
    finally:
        for one in at.sockets:
            one.close()


def _told_once() -> Callable[[Exception], None]:
    """Return a function that prints a note about a failed request, once for each type of error."""
    told = set[str]()

    def tell(error: Exception) -> None:
        kind = type(error).__name__
        if kind not in told:
            told.add(kind)
            note(tr("a request failed, and was told so: {kind}", kind=kind))

    return tell


def _tell(what: str, at: BoardAddress, code: str) -> None:
    """Print a link. On a terminal, also print its QR code, if phones can reach the board and the
    terminal can show the code."""
    link = f"{at.origin}/#{code}"
    show(labelled(what, link))
    if at.is_here_alone or not is_terminal(sys.stdout):
        return
    from scorekeeper.board.board_address import qr_lines  # noqa: PLC0415 - 20 ms, only for a board

    lines = qr_lines(link)
    if len(lines[0]) <= terminal_width() and all(on_screen(line) == line for line in lines):
        before, behind = (LIGHT, PLAIN) if is_coloured(sys.stdout) else ("", "")
        show("\n".join(f"{before}{line}{behind}" for line in lines))


COMMANDS = {"board": board}
