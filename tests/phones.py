"""A board that is served, and the phones that look at it: real requests to a real server, over the
network of this machine."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from scorekeeper.board.board_address import HERE, BoardAddress, listening_address, new_codes
from scorekeeper.board.phone_entry import Entries
from scorekeeper.board.request_checks import USUAL_BOUNDS, Bounds
from scorekeeper.board.server import TlsFiles, server_of
from scorekeeper.board.session_watch import FollowedSession
from scorekeeper.cli.main import tell_league

PATIENCE = 60  # seconds after which a test that waits for an answer has failed


class Answer(NamedTuple):
    """What a request came to."""

    code: int
    headers: Mapping[str, str]
    text: str


class Phone:
    """A browser: it says where it is sent to, and keeps the code that it was given."""

    def __init__(self, at: BoardAddress, language: str = "en") -> None:
        self.at, self.language, self.cookie = at, language, ""

    @property
    def usual(self) -> dict[str, str]:
        """What a browser says with every request to the board."""
        said = {"Host": f"{self.at.host}:{self.at.port}", "Accept-Language": self.language}
        return said | ({"Cookie": self.cookie} if self.cookie else {})

    def asks(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> Answer:
        """One request; a header that is None is left out, `_` is a hyphen."""
        other = {name.replace("_", "-"): value for name, value in headers.items()}
        said = {name: value for name, value in (self.usual | other).items() if value is not None}
        with closing(http.client.HTTPConnection(HERE, self.at.port, timeout=PATIENCE)) as line:
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if body is not None and "Content-Length" not in said:
                said["Content-Length"] = str(len(body))
            for name, value in said.items():
                line.putheader(name, value.encode("latin-1", "replace"))
            line.endheaders(body)
            answer = line.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read().decode())

    def gets(self, path: str, **headers: str | None) -> Answer:
        """What stands at a path."""
        return self.asks("GET", path, None, **headers)

    def posts(self, path: str, fields: Mapping[str, str], **headers: str | None) -> Answer:
        """What a form comes to that a page of the board sends."""
        own = {"Origin": self.at.origin, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(fields).encode()
        return self.asks("POST", path, body, **{**own, **headers})

    def opens(self, code: str) -> Answer:
        """Says a code, and keeps the cookie for it."""
        answer = self.posts("/open", {"code": code})
        self.cookie = answer.headers.get("set-cookie", "").partition(";")[0]
        return answer

    @contextmanager
    def watches(self) -> Iterator[Iterator[str]]:
        """The marks that the board tells, one after another."""
        with closing(http.client.HTTPConnection(HERE, self.at.port, timeout=PATIENCE)) as line:
            line.request("GET", "/events", headers=self.usual)
            answer = line.getresponse()
            assert answer.status == 200
            yield (
                json.loads(text.removeprefix(b"data:"))
                for text in iter(answer.readline, b"")
                if text.startswith(b"data:")
            )


class Served:
    """A board of this process."""

    def __init__(
        self,
        path: Path,
        bounds: Bounds = USUAL_BOUNDS,
        confirms: bool = True,
        certificate: TlsFiles | None = None,
    ) -> None:
        self.at = listening_address(None, 0, "https" if certificate else "http")
        self.codes = new_codes()
        self.failed: list[Exception] = []
        self.server = server_of(
            Entries(FollowedSession(str(path)), confirms, tell_league),
            self.at,
            self.codes,
            certificate,
            bounds,
            self.failed.append,
        )
        self._thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [*self.at.sockets]}
        )
        self._thread.start()

    def phone(self, code: str | None = None, language: str = "en") -> Phone:
        """A phone that has opened the board, by the code to look where none is said."""
        phone = Phone(self.at, language)
        assert phone.opens(self.codes.look if code is None else code).code == 303
        return phone

    def stranger(self) -> Phone:
        """A phone without a code."""
        return Phone(self.at)

    def ends(self) -> None:
        """Ends it, as Ctrl-C does."""
        self.server.should_exit = True
        self._thread.join()
        for one in self.at.sockets:
            one.close()


@contextmanager
def served(
    path: Path,
    bounds: Bounds = USUAL_BOUNDS,
    confirms: bool = True,
    certificate: TlsFiles | None = None,
) -> Iterator[Served]:
    """A board for as long as it is used; no request of it may have failed."""
    board = Served(path, bounds, confirms, certificate)
    try:
        yield board
    finally:
        board.ends()
    assert board.failed == []


def made_certificate(folder: Path) -> TlsFiles:
    """A certificate of this machine's own address, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make a certificate")
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return TlsFiles(cert, key)
