"""The address of a club, `postgresql://HOST/DATABASE?club=NAME`, parsed for libpq and formatted
for display. An address must not contain a password, since addresses are shown; libpq finds
passwords itself."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from scorekeeper.store.club.libpq import default_values, parsed_address
from scorekeeper.store.disk import with_lowercase_scheme
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, refuse

CLUB = "club="  # the one word of an address that is ours; all others are libpq's
PORT = "5432"
PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,:[]")
SECRET = ("password", "sslpassword")
SECRET_WORD = re.compile(r"password\s*=", re.IGNORECASE)
QUERY = re.compile(r"[?&]\w+=")  # where the place ends and words about it begin
SECURE = ("require", "verify-ca", "verify-full")
SECONDS = "5"  # for a server to answer, where nobody says otherwise


class Address(NamedTuple):
    """The address of a club: the parameters for libpq, and the club's name, "" if not given."""

    params: Mapping[str, str]
    club: str = ""

    @property
    def bare(self) -> str:
        """Return the address without the login and other details of the connection."""
        return bare_address(*(self.params.get(one, "") for one in ("host", "port", "dbname")))


def bare_address(host: str, port: str, name: str) -> str:
    """Return the address of a database. `host` is a name or the folder of a socket."""
    place = quoted(host) + (f":{port}" if port not in ("", PORT) else "")
    return f"postgresql://{place}/{quoted(name)}"


def quoted(text: str) -> str:
    """Return a word with percent escapes, as in an address."""
    return "".join(chr(one) if one in PLAIN else f"%{one:02X}" for one in text.encode())


def _unquoted(word: str) -> str:
    """Return a word of an address without its percent escapes."""
    parts = (
        bytes.fromhex(part[1:3]) + part[3:].encode() if part[0] == "%" else part.encode()
        for part in re.split("(?=%)", word)
        if part
    )
    return b"".join(parts).decode()


def address_of(text: str) -> Address:
    """Parse an address. Raises Refused if libpq cannot read it, or if it contains a password."""
    _refuse_secret(text)
    text = with_lowercase_scheme(text)
    base, _, query = text.partition("?")
    words = [word for word in query.split("&") if word]
    rest = "&".join(word for word in words if not word.startswith(CLUB))
    try:
        params = parsed_address(f"{base}?{rest}" if rest else base)
        clubs = [_unquoted(word.removeprefix(CLUB)) for word in words if word.startswith(CLUB)]
    except ValueError as error:
        raise _unread(str(error)) from None
    _refuse_secret_words(params)
    return Address(params=_with_care(params), club=clubs[-1] if clubs else "")


def _unread(why: str) -> Refused:
    message = say("the address of the club cannot be read: {why}", why=why)
    hint = say("an address is postgresql://HOST/DATABASE?club=NAME")
    return refuse("club-address", message, None, hint)


def _refuse_secret(text: str) -> None:
    """Raise Refused for an address with a password: `name:password@`, even if a missing or extra
    slash makes libpq misread it, or a parameter whose name says so. This check precedes
    everything that might show the address."""
    place = QUERY.split(text.partition(":")[2].lstrip("/"))[0]
    login, is_login, _ = place.partition("@")
    if (is_login and ":" in login) or SECRET_WORD.search(text):
        raise _secret()


def _refuse_secret_words(params: Mapping[str, object]) -> None:
    if any(name in params for name in SECRET):
        raise _secret()


def _secret() -> Refused:
    message = say("the address of the club holds a password, which others could read there")
    hint = say("keep it in ~/.pgpass, or in the file of services, and name that: ?service=NAME")
    return refuse("club-password", message, None, hint)


def _with_care(params: dict[str, str]) -> dict[str, str]:
    """Return the parameters, with TLS required for a server on another machine, and a short
    timeout for connecting."""
    there = {**_defaults(params.get("service", "")), **params}
    if not _is_here(there) and there.get("sslmode") not in SECURE:
        params["sslmode"] = SECURE[0]
    if "connect_timeout" not in there:
        params["connect_timeout"] = SECONDS
    return params


def _defaults(service: str) -> dict[str, str]:
    """Return the values that libpq uses for missing parameters, from a service, the environment,
    or libpq itself."""
    with _service_named(service):
        return {word: value for word, value in default_values().items() if value}


@contextmanager
def _service_named(service: str) -> Iterator[None]:
    """Let libpq read the service file for this service during the block, as it does when it
    connects."""
    before = os.environ.get("PGSERVICE")
    if service:
        os.environ["PGSERVICE"] = service
    try:
        yield
    finally:
        if service and before is None:
            del os.environ["PGSERVICE"]
        elif before is not None:
            os.environ["PGSERVICE"] = before


def _is_here(params: Mapping[str, str]) -> bool:
    """Return True if every host in the parameters is this machine, by a socket or an address."""
    hosts = params.get("hostaddr") or params.get("host") or ""
    return all(map(_is_this_machine, hosts.split(",")))


def _is_this_machine(host: str) -> bool:
    if host.startswith("127."):
        return not host.strip("0123456789.")
    return not host or host in ("localhost", "::1") or host[0] in "/@"
