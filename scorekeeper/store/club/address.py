"""The address of a club, `postgresql://HOST/DATABASE?club=NAME`: what libpq is given for it, and
how it is shown. It holds no password: those are libpq's own matter, and an address is shown."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo

from scorekeeper.message import say
from scorekeeper.problems import Refused, refuse
from scorekeeper.records import Record

SCHEMES = ("postgresql", "postgres")
CLUB = "club"  # the one word of an address that is ours; all others are libpq's
SECRET = ("password", "sslpassword")
SECURE = ("require", "verify-ca", "verify-full")
SECONDS = "5"  # for a server to answer, where nobody says otherwise


class Address(Record):
    """Where a club is: what libpq is given, and which club, empty where that is not said."""

    params: Mapping[str, str]
    club: str = ""

    @property
    def bare(self) -> str:
        """The address without what is only about the connection, such as who logs in."""
        host, port = self.params.get("host", ""), self.params.get("port", "")
        place = quote(host, safe=",[]:") + (f":{port}" if port else "")
        return f"postgresql://{place}/{quote(self.params.get('dbname', ''), safe='')}"


def is_address(text: str) -> bool:
    """Whether a home is named by an address rather than by a folder."""
    return text.partition("://")[0] in SCHEMES and "://" in text


def address_of(text: str) -> Address:
    """An address as it was typed; raises Refused where libpq cannot read it, or it holds a
    password."""
    _refuse_secret(text)
    try:
        parts = urlsplit(text)
        words = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        rest = urlencode([pair for pair in words if pair[0] != CLUB], quote_via=quote)
        read = conninfo_to_dict(urlunsplit(parts._replace(query=rest)))
    except (ProgrammingError, ValueError) as error:
        raise _unread(str(error).strip()) from None
    params = {name: str(value) for name, value in read.items()}
    _refuse_secret_words(params)
    club = next((value for name, value in words if name == CLUB), "")
    return Address(params=_with_care(params), club=club)


def _unread(why: str) -> Refused:
    message = say("the address of the club cannot be read: {why}", why=why)
    hint = say("an address is postgresql://HOST/DATABASE?club=NAME")
    return refuse("club-address", message, None, hint)


def _refuse_secret(text: str) -> None:
    """Raises Refused for `name:password@`, before anything that could repeat it looks at it."""
    place = text.partition("://")[2].partition("/")[0].partition("?")[0]
    if ":" in place.rpartition("@")[0]:
        raise _secret()


def _refuse_secret_words(params: Mapping[str, object]) -> None:
    if any(name in params for name in SECRET):
        raise _secret()


def _secret() -> Refused:
    message = say("the address of the club holds a password, which others could read there")
    hint = say("keep it in ~/.pgpass, or in the file of services, and name that: ?service=NAME")
    return refuse("club-password", message, None, hint)


def _with_care(params: dict[str, str]) -> dict[str, str]:
    """The same, with TLS off this machine, and not waiting long for a server that is away."""
    there = {**_defaults(params.get("service", "")), **params}
    if not _is_here(there) and there.get("sslmode") not in SECURE:
        params["sslmode"] = SECURE[0]
    if "connect_timeout" not in there:
        params["connect_timeout"] = SECONDS
    return params


def _defaults(service: str) -> dict[str, str]:
    """What libpq takes where an address says nothing: of a service, the environment, its own."""
    with _service_named(service):
        found = Conninfo.get_defaults()
    return {one.keyword.decode(): one.val.decode() for one in found if one.val}


@contextmanager
def _service_named(service: str) -> Iterator[None]:
    """Has libpq read the file of services for this one, as it else does when it connects."""
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
    """Whether every host is this machine: a socket, or its own address."""
    hosts = params.get("hostaddr") or params.get("host") or ""
    return all(map(_is_this_machine, hosts.split(",")))


def _is_this_machine(host: str) -> bool:
    if not host or host == "localhost" or host[0] in "/@":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
