"""The board to look at: what phones are shown, who is shown anything, and what a stranger learns.

Every request goes over the network of this machine to the real server. Where the extra `board` is
not installed these tests are left out.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person, Typed

EXTRA = "the extra `board` is not installed: pip install 'tablescore[board]'"
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason=EXTRA)

from phones import PATIENCE, Phone, Served, made_certificate, served  # noqa: E402

from scorekeeper.board import web_application as application  # noqa: E402
from scorekeeper.board.board_address import (  # noqa: E402
    HERE,
    BoardAddress,
    cookies_of,
    listening_address,
    network_address,
    qr_lines,
)
from scorekeeper.board.request_checks import (  # noqa: E402
    CHOSEN,
    Bounds,
    Rate,
)
from scorekeeper.text.problems import Refused  # noqa: E402
from scorekeeper.text.translation import LANGUAGES  # noqa: E402

BEGUN = "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name friday"
MANY = Bounds(burst=10**6)
THREADS = 50  # more than a board has to answer with


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with a session of three deals."""
    home = tmp_path_factory.mktemp("board") / "home"
    played = ("deal sang 6 6", "deal pass 9 2", "deal spader 3 5")
    return Person(home).after(BEGUN, *played)


@pytest.fixture(scope="module")
def board(somebody: Person) -> Iterator[Served]:
    with served(somebody.path("friday"), MANY) as one:
        yield one


def words(page: str) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


# --- what is shown -----------------------------------------------------------------------------------


def test_a_phone_is_shown_what_the_table_needs(board: Served) -> None:
    """Who deals, declares and leads, the contracts left with their quotas, the totals, the last
    deal with its reasons, the sheet; all of it without a script."""
    page = words(board.phone().gets("/").text)
    assert "deals Cleo" in page
    assert "declares Anna leads Anna" in page
    assert "choice of Anna Björn Cleo Spader 8 4 4" in page
    assert "Sang 8 4 4" not in page  # she has played it
    assert "Trumf 8 4 4" in page
    assert "place 1 Björn +5" in page
    assert "deal 3 · spader · trump spades · Anna 3−4=−1" in page
    assert "tricks − quota = 3 − 4 = −1" in page
    assert "points of a deal (±), and the running total" in page


def test_a_wall_is_shown_what_is_read_across_the_room(board: Served) -> None:
    """Totals, the next dealer, the quotas and the curve, and no sheet."""
    page = board.phone().gets("/wall").text
    assert "place 1 Björn +5" in words(page)
    assert "deals Cleo" in words(page)
    assert "<svg" in page
    assert "running total" not in words(page)


def test_a_wall_says_what_is_disputed(tmp_path: Path) -> None:
    """And what totals may come to is written smaller, so that it stands on its card."""
    home = Person(tmp_path / "home").after(BEGUN, "deal sang 6 6 --or 7 5")
    with served(home.path("friday")) as board:
        page = board.phone().gets("/wall").text
        assert "still disputed: deal 1" in words(page)
        assert '<ol class="cards long"' in page
        home.does("settle 1 1")
        page = board.phone().gets("/wall").text
        assert "disputed" not in words(page)
        assert '<ol class="cards"' in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [("sv-SE,en;q=0.5", "ger Cleo"), ("de, fr;q=0.9, en;q=0.1", "donneur Cleo"), ("de", "deals Cleo"),
     ("fr;q=x, sv;q=0.1", "ger Cleo"), ("", "deals Cleo")],
)  # fmt: skip
def test_everybody_reads_their_own_language(board: Served, asked: str, said: str) -> None:
    """The one that the browser likes most, of those that there are."""
    assert said in words(board.phone(language=asked).gets("/").text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_that_was_chosen_stays(board: Served, code: str) -> None:
    """It is in a cookie from then on, at the door too."""
    phone = board.stranger()
    answer = phone.gets(f"/?lang={code}")
    assert (answer.code, answer.headers["location"]) == (303, "/")
    assert f"{CHOSEN}={code}" in answer.headers["set-cookie"]
    phone.cookie = f"{CHOSEN}={code}"
    assert f'<html lang="{code}">' in phone.gets("/").text


def test_the_session_over_is_shown_with_who_won(tmp_path: Path) -> None:
    """Who won stands on both pages, and no coming deal."""
    home = Person(tmp_path / "home").after(BEGUN, "deal sang 6 6", "finish")
    with served(home.path("friday")) as board:
        for path in ("/", "/wall"):
            page = words(board.phone().gets(path).text)
            assert "won with +2, after 1 of 12 deals" in page
            assert "declares" not in page


def test_nothing_played_is_shown_too(tmp_path: Path) -> None:
    """A session without a deal has its coming deal and its totals."""
    home = Person(tmp_path / "home").after(BEGUN)
    with served(home.path("friday")) as board:
        assert "no deal has been played yet" in words(board.phone().gets("/").text)
        assert "deals Cleo" in words(board.phone().gets("/wall").text)


def test_a_session_that_cannot_be_shown_says_why(tmp_path: Path) -> None:
    """What keeps it from being read stands in its place, until it can be read again."""
    home = Person(tmp_path / "home").after(BEGUN, "deal sang 6 6")
    with served(home.path("friday")) as board:
        phone, whole = board.phone(), home.file("friday")
        home.path("friday").write_bytes(whole.replace(b"[6, 6, 4]", b"[6, 6, 9]"))
        assert "the tricks of this deal add up to 21" in words(phone.gets("/").text)
        home.path("friday").unlink()
        assert "is not there any more" in words(phone.gets("/").text)
        home.path("friday").write_bytes(whole)
        assert "deals Anna" in words(phone.gets("/").text)


def test_names_are_no_markup(tmp_path: Path) -> None:
    """A name or a note with the marks of a page in it stands there as it was typed."""
    home = Person(tmp_path / "home")
    home.types(
        "new", "bismarck-swedish", "<b>A</b>", '"><script>x()</script>', "C&amp;", "--name", "it"
    )
    home.types("note", "<img src=x onerror=y()>")
    home.does("deal sang 6 6")
    with served(home.path("it")) as board:
        for path in ("/", "/wall"):
            page = board.phone().gets(path).text
            assert "&lt;b&gt;A&lt;/b&gt;" in page
            assert "C&amp;amp;" in page
            for mark in ("<b>A", "<script>x", "<img"):
                assert mark not in page


def test_what_somebody_needs_is_on_a_page_of_its_own(board: Served) -> None:
    """By a link for each player; a number that nobody has is no failure."""
    phone = board.phone()
    assert re.findall(r'href="(/need\?for=\d)"', phone.gets("/").text) == [
        f"/need?for={number}" for number in range(3)
    ]
    page = words(phone.gets("/need?for=2").text)
    assert "What Cleo needs" in page
    assert "Cleo can still win" in page
    for said in ("99", "9999", "-1", "x", "²", ""):
        assert phone.gets(f"/need?for={quote(said)}").code == 200
    assert board.stranger().gets("/need?for=0").code == 401


def test_cards_that_are_tapped_are_refereed(board: Served) -> None:
    """Who wins the trick, and which cards of a hand may be played to it, with the rule; what is no
    question is refused, and nothing of it is recorded."""
    phone = board.phone()
    page = phone.gets("/referee").text
    assert len(set(re.findall(r'data-card="(\w+)"', page))) == 52
    won = asked(phone, contract="sang", trick=["KH", "2S", "7H"])
    assert won[1]["lines"][0].startswith("card 1 wins: K♥")
    code, told = asked(phone, contract="sang", trick=["KH"], hand=["2H", "3S", "9H"])
    assert (code, told["legal"]) == (200, ["2H", "9H"])
    assert "who holds any must follow" in " ".join(told["lines"])
    for wrong in ({"trick": ["ZZ"]}, {}, {"contract": "x", "trick": ["KH"]}):
        code, told = asked(phone, **wrong)  # type: ignore[arg-type]
        assert code == 422
        assert told["problems"][0]["message"]
    assert board.stranger().posts("/ask", {"trick": "KH"}).code == 401


def asked(phone: Phone, **fields: str | list[str]) -> tuple[int, Any]:
    """What the referee says of these cards."""
    body = urlencode(fields, doseq=True).encode()
    answer = phone.asks("POST", "/ask", body, Origin=phone.at.origin)
    return answer.code, json.loads(answer.text)


# --- live --------------------------------------------------------------------------------------------


def test_a_deal_recorded_beside_is_told_to_every_phone(tmp_path: Path) -> None:
    """What stands is told at once, and again when another command has recorded something."""
    home = Person(tmp_path / "home").after(BEGUN)
    with served(home.path("friday")) as board:
        one, other = board.phone(), board.phone()
        with one.watches() as marks, other.watches() as others:
            assert next(marks).startswith("0 ")
            assert next(others).startswith("0 ")
            home.does("deal sang 6 6")
            assert next(marks).startswith("1 ")
            told = next(others)
            assert f'data-mark="{told}"' in other.gets("/").text
            home.does("undo")
            assert next(marks).startswith("2 ")


def test_a_page_is_laid_out_once_for_all_who_ask_at_once(
    somebody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every phone asks for the page at the moment when something is recorded."""
    laid_out, usual = list[str](), application.view_page

    def slowly(*given: Any) -> str:
        laid_out.append(given[2])
        time.sleep(0.05)
        return usual(*given)

    with served(somebody.path("friday"), MANY) as board:
        phones = [board.phone() for _ in range(8)]
        monkeypatch.setattr(application, "view_page", slowly)
        with ThreadPoolExecutor(len(phones)) as pool:
            answers = [*pool.map(lambda phone: phone.gets("/").text, phones)]
        assert len({*answers}) == 1
        assert laid_out == ["/"]


def test_nobody_waits_for_what_somebody_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may take seconds to work out, and every phone may ask for it; pages come meanwhile, and
    what is entered is recorded."""
    is_begun, may_end, usual = Event(), Event(), application.need_page
    somebody = Person(tmp_path / "home").after(BEGUN)

    def slowly(*given: Any) -> str:
        is_begun.set()
        assert may_end.wait(PATIENCE / 4)
        return usual(*given)

    with served(somebody.path("friday"), MANY, confirms=False) as board:
        phone = board.phone(board.codes.enter)
        monkeypatch.setattr(application, "need_page", slowly)
        with ThreadPoolExecutor(THREADS) as pool:
            needs = [pool.submit(phone.gets, f"/need?for={who % 3}") for who in range(THREADS)]
            try:
                assert is_begun.wait(PATIENCE)
                page = phone.gets("/").text
                follows = page.partition('data-follows="')[2].partition('"')[0]
                fields = {"id": "0" * 16, "who": "Anna", "follows": follows, "line": "note a cat"}
                assert phone.posts("/say", fields).code == 200
                assert "a cat" in phone.gets("/").text
                assert not any(need.done() for need in needs)
            finally:
                may_end.set()
        assert {need.result().code for need in needs} == {200}


def test_ending_a_board_lets_go_of_those_who_watch(somebody: Person) -> None:
    """A stream ends with the board, and nobody waits for it."""
    board = Served(somebody.path("friday"))
    with board.phone().watches() as marks:
        first = next(marks)
        board.ends()
        assert {*marks} <= {first}


def test_only_so_many_watch(somebody: Person) -> None:
    """One address has only so many streams; one that ended makes room."""
    with served(somebody.path("friday"), Bounds(streams_each=1)) as board:
        phone = board.phone()
        with phone.watches() as marks:
            next(marks)
            assert phone.gets("/events").code == 503
        while (code := phone.asks("HEAD", "/events").code) == 503:
            pass  # until the server has noticed
        assert code == 200


def test_no_more_watch_where_many_begin_at_once(somebody: Person) -> None:
    """They are counted before any of them has begun."""
    with served(somebody.path("friday"), Bounds(streams_each=4)) as board:
        phone = board.phone()
        head = "".join(f"{name}: {value}\r\n" for name, value in phone.usual.items())
        lines = [socket.create_connection((HERE, board.at.port), PATIENCE) for _ in range(30)]
        for line in lines:
            line.sendall(f"GET /events HTTP/1.1\r\n{head}\r\n".encode())
        codes = [line.recv(4096).split()[1] for line in lines]
        for line in lines:
            line.close()
        assert sorted(codes) == [b"200"] * 4 + [b"503"] * 26


def test_who_asks_for_nothing_is_not_waited_for(somebody: Person) -> None:
    """A connection without a request, or with half of one, is ended; who has asked is kept."""
    with served(somebody.path("friday"), Bounds(patience=0.3)) as board:
        phone = board.phone()
        for said in (b"", b"GET / HT"):
            with socket.create_connection((HERE, board.at.port), PATIENCE) as line:
                line.sendall(said)
                with suppress(ConnectionResetError):
                    assert line.recv(1) == b""
        with phone.watches() as marks:
            next(marks)
            for number in range(3):
                somebody.does(f"note {number}")
                assert next(marks).startswith(f"{number + 4} ")


# --- who may -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/", "/wall", "/referee", "/need", "/events", "/nothing", "/../friday.toml", "/board.py"],
)
def test_without_a_code_nothing_is_told(board: Served, path: str) -> None:
    """Whatever is asked for, a stranger learns neither who plays nor which paths there are."""
    answer = board.stranger().gets(path)
    assert answer.code == 401
    for known in ("Anna", "friday", "Bismarck"):
        assert known not in answer.text


def test_a_wrong_code_opens_nothing(board: Served) -> None:
    """Neither said at the door nor as a cookie; nor is one of another start."""
    phone = board.stranger()
    for code in ("", "x", "é", board.codes.look[:-1], board.codes.look + "x"):
        assert phone.opens(code).code == 401
        assert phone.gets("/wall", Cookie=f"scorekeeper-{board.at.port}={code}").code == 401


def test_a_code_is_kept_where_no_script_and_no_other_page_has_it(board: Served) -> None:
    """The cookie is HttpOnly and SameSite, and the answer leads to a page whose address has no
    code in it."""
    answer = board.stranger().opens(board.codes.look)
    assert answer.headers["location"] == "/"
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=strict" in answer.headers["set-cookie"]


def test_each_start_has_codes_of_its_own(somebody: Person, board: Served) -> None:
    """A new board throws out who had the code of the one before."""
    with served(somebody.path("friday")) as another:
        assert another.stranger().opens(board.codes.look).code == 401


def test_a_session_in_its_place_is_not_shown(somebody: Person) -> None:
    """Neither one that takes its name, nor one that a link in its place leads to; the own one is
    shown once it is back."""
    file = somebody.path("friday")
    other = file.with_name("other.toml")
    with served(file) as board:
        phone = board.phone()
        away = file.rename(file.with_suffix(".away"))
        somebody.does("new bismarck-swedish Xaver Yvonne Zoe --name friday")
        _is_not_shown(words(phone.gets("/").text))
        file.rename(other)
        file.symlink_to(other)
        _is_not_shown(words(phone.gets("/").text))
        file.unlink()
        away.rename(file)
        assert "Anna" in words(phone.gets("/").text)


def _is_not_shown(page: str) -> None:
    assert "Xaver" not in page
    assert "another session is now called `friday`" in page


def test_no_other_session_is_reached(somebody: Person, board: Served) -> None:
    """No path and no field names a file."""
    somebody.does("new bizon Xerxes Yngve Zoë --name secret")
    for path in ("/secret", "/?session=secret", "/wall?s=secret", "/sessions/secret.toml",
                 "/%2e%2e/secret.toml", "/board.css/../../secret", "//etc/passwd", "/board%00"):  # fmt: skip
        assert "Xerxes" not in board.phone().gets(path).text


# --- from where ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", [None, "", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1"]
)
def test_another_host_is_refused(board: Served, host: str | None) -> None:
    """A name that somebody else has pointed at this machine reads nothing, code or not."""
    said = host and host.format(port=board.at.port)
    answer = board.phone().gets("/", Host=said)
    assert answer.code in (400, 421)
    assert "Anna" not in answer.text


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1"]
)
def test_a_post_from_another_page_is_refused(board: Served, origin: str | None) -> None:
    """Only a page of the board may post: not another site, nor what says nothing."""
    said = origin and origin.format(port=board.at.port)
    assert board.stranger().posts("/open", {"code": board.codes.look}, Origin=said).code == 403


def test_other_methods_are_refused(board: Served) -> None:
    """What changes nothing or is not known is not done."""
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        assert board.phone().asks(method, "/").code == 405
    assert board.phone().asks("POST", "/", b"", Origin=board.at.origin).code == 405


def test_every_answer_forbids_what_the_board_does_not_need(board: Served) -> None:
    """Pages, refusals and files alike: no script within, no frame, nothing kept, nothing referred."""
    phone = board.phone()
    answers = [phone.gets(path) for path in ("/", "/wall", "/board.js", "/board.css", "/nothing")]
    for answer in [*answers, board.stranger().gets("/"), phone.gets("/", Host="x")]:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_pages_hold_no_script_and_no_style_of_their_own(board: Served) -> None:
    """What the policy forbids is not there, nor anything from elsewhere."""
    for path in ("/", "/wall"):
        page = board.phone().gets(path).text
        assert re.findall(r"<script[^>]*>", page) == ['<script src="/board.js" defer="defer">']
        assert not re.search(r" style=|<style| on\w+=|https?://", page)


# --- how much ------------------------------------------------------------------------------------------


def test_too_large_is_refused(somebody: Person) -> None:
    """By what it says of its length, and by its length."""
    with served(somebody.path("friday"), Bounds(body=100)) as board:
        phone = board.phone()
        assert phone.posts("/open", {"code": "x" * 200}).code == 413
        assert phone.asks(
            "POST", "/open", b"", Origin=board.at.origin, Content_Length="9" * 30
        ).code in (400, 413)
        chunks = b"40\r\n" + b"x" * 64 + b"\r\n40\r\n" + b"x" * 64 + b"\r\n0\r\n\r\n"
        said = {"Origin": board.at.origin, "Transfer_Encoding": "chunked", "Content_Length": None}
        assert phone.asks("POST", "/open", chunks, **said).code in (400, 413)


def test_a_post_that_does_not_arrive_is_given_up(somebody: Person) -> None:
    """Who says nothing holds no place for long."""
    with (
        served(somebody.path("friday"), Bounds(patience=0.1)) as board,
        socket.create_connection((board.at.host, board.at.port)) as line,
    ):
        host = f"{board.at.host}:{board.at.port}"
        head = f"POST /open HTTP/1.1\r\nHost: {host}\r\nOrigin: {board.at.origin}\r\n"
        line.sendall(f"{head}Content-Length: 50\r\n\r\ncode=".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 408 ")


def test_one_address_has_only_so_many_connections(somebody: Person) -> None:
    """One that says nothing counts too; one that ended makes room."""
    with served(somebody.path("friday"), Bounds(connections_each=2)) as board:
        place = board.at.host, board.at.port
        with socket.create_connection(place), socket.create_connection(place) as second:
            with socket.create_connection(place, PATIENCE) as third, suppress(ConnectionError):
                assert third.recv(1) == b""
            second.close()
            while not is_answered(board):
                pass  # until the server has noticed


def ended(line: socket.socket) -> bool:
    """Return True once the other side has hung up."""
    try:
        while line.recv(4096):
            pass
    except ConnectionError:
        pass
    return True


def test_who_shakes_no_hand_is_counted_and_not_waited_for(tmp_path: Path) -> None:
    """With a certificate too: connections that speak no TLS, half of it, or nothing are of their
    address from the first, and are ended; then somebody else is answered."""
    somebody, certificate = Person(tmp_path / "home").after(BEGUN), made_certificate(tmp_path)
    bounds = Bounds(connections_each=2, patience=3)
    with served(somebody.path("friday"), bounds, certificate=certificate) as board:
        place = board.at.host, board.at.port
        with ExitStack() as open_lines:
            for said in (b"", b"\x16\x03\x01"):
                line = open_lines.enter_context(socket.create_connection(place, PATIENCE))
                line.sendall(said)
            with socket.create_connection(place, PATIENCE) as third:
                assert ended(third)
            line.setblocking(False)
            with pytest.raises(BlockingIOError):
                line.recv(1)  # the others still may shake hands
            line.settimeout(PATIENCE)
            assert ended(line)
        trusting = ssl.create_default_context(cafile=certificate.cert)
        with (
            socket.create_connection(place, PATIENCE) as plain,
            trusting.wrap_socket(plain, server_hostname=HERE) as line,
        ):
            host = f"{board.at.host}:{board.at.port}"
            line.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert line.recv(4096).startswith(b"HTTP/1.1 401 ")


def test_every_request_of_a_connection_has_its_time(somebody: Person) -> None:
    """Not the first alone: the head of a second one that comes letter by letter is not waited for."""
    with (
        served(somebody.path("friday"), Bounds(patience=0.5)) as board,
        socket.create_connection((board.at.host, board.at.port), PATIENCE) as line,
    ):
        line.sendall(f"HEAD / HTTP/1.1\r\nHost: {board.at.host}:{board.at.port}\r\n".encode())
        line.sendall(b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 401 ")
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                line.sendall(b"x")
                time.sleep(0.02)


def test_who_takes_no_answer_is_not_waited_for(somebody: Person) -> None:
    """A phone that asks for pages and reads none of them."""
    with (
        served(somebody.path("friday"), MANY._replace(patience=0.5)) as board,
        socket.create_connection((board.at.host, board.at.port), PATIENCE) as line,
    ):
        phone = board.phone()
        head = "".join(f"{name}: {value}\r\n" for name, value in phone.usual.items())
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                line.sendall(f"GET / HTTP/1.1\r\n{head}\r\n".encode() * 50)


def is_answered(board: Served) -> bool:
    """Whether a stranger is answered, and not hung up on."""
    try:
        return board.stranger().gets("/").code == 401
    except (http.client.HTTPException, ConnectionError):
        return False


def test_too_many_requests_are_refused(somebody: Person) -> None:
    """One address has only so many at once."""
    with served(somebody.path("friday"), Bounds(burst=3, each_second=0)) as board:
        phone = board.stranger()
        assert [phone.gets("/").code for _ in range(5)] == [401, 401, 401, 429, 429]


def test_requests_come_back_with_time() -> None:
    """After a second there are so many more, and never more than at first; who was heard of
    longest ago is forgotten first."""
    now = [0.0]
    rate = Rate(Bounds(burst=2, each_second=1, addresses=2), lambda: now[0])
    assert [rate.takes("a") for _ in range(3)] == [True, True, False]
    now[0] = 1
    assert [rate.takes("a") for _ in range(2)] == [True, False]
    now[0] = 100
    assert [rate.takes("a") for _ in range(3)] == [True, True, False]
    assert rate.takes("b") and rate.takes("c")
    assert rate.takes("a")  # forgotten by now


@given(
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT"]),
    path=st.text(st.characters(codec="ascii", exclude_characters=" \r\n\t\x00#", min_codepoint=33, max_codepoint=126), max_size=20),
    body=st.binary(max_size=200),
    cookie=st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=60),
    languages=st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=40),
    has_code=st.booleans(),
)  # fmt: skip
def test_no_request_makes_it_fail(
    board: Served, method: str, path: str, body: bytes, cookie: str, languages: str, has_code: bool
) -> None:
    """Whatever is asked, the answer is one that was meant."""
    phone = Phone(board.at)
    own = f"scorekeeper-{board.at.port}={board.codes.look}; " if has_code else ""
    told = {"Cookie": own + cookie, "Accept_Language": languages, "Origin": board.at.origin}
    answer = phone.asks(
        method, f"/{path.removeprefix('/')}", body if method == "POST" else None, **told
    )
    assert answer.code < 500
    assert board.failed == []


def test_cookies_are_read_as_far_as_they_can() -> None:
    """What has no sign is left out."""
    assert cookies_of("a=1; b; c=x=y;; d=") == {"a": "1", "c": "x=y", "d": ""}
    assert cookies_of("") == {}


# --- the command -----------------------------------------------------------------------------------------


def test_it_is_asked_before_it_listens_beyond_this_machine(somebody: Person) -> None:
    """Where nobody can be asked, that is wrong usage; `--local` and `--yes` say it."""
    if network_address() is None:
        pytest.skip("this machine is in no network")
    said = somebody.types("board")
    assert said.code == 2
    assert "say --yes, or --local" in said.err


@pytest.mark.parametrize(
    "line",
    [
        "board --local --yes",
        "board --local --address x",
        "board --cert x",
        "board --key x",
        "board --port 70000",
    ],
)
def test_what_does_not_go_together_is_wrong_usage(somebody: Person, line: str) -> None:
    """Nothing listens then."""
    assert somebody.types(*line.split()).code == 2


def test_a_certificate_that_is_none_is_refused(somebody: Person, tmp_path: Path) -> None:
    """Before anything listens for long."""
    (tmp_path / "x").write_text("no certificate")
    said = somebody.types(
        "board",
        "--local",
        "--port",
        "0",
        "--cert",
        str(tmp_path / "x"),
        "--key",
        str(tmp_path / "x"),
    )
    assert said.code == 1
    assert "the certificate cannot be used" in said.err


def test_a_port_that_is_taken_is_refused(somebody: Person, board: Served) -> None:
    """With another one to say."""
    said = somebody.types("board", "--local", "--port", str(board.at.port))
    assert said.code == 1
    assert "--port" in said.err


def test_an_address_that_is_not_ours_is_refused() -> None:
    """And what listened on this machine already is closed."""
    with pytest.raises(Refused):
        listening_address("192.0.2.1", 0, "http")


def test_a_board_without_its_extra_says_what_to_install(
    somebody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is there, and refused with the line to type."""
    monkeypatch.setitem(sys.modules, "segno", None)
    said = somebody.types("board", "--local")
    assert said.code == 1
    assert "pip install 'tablescore[board]'" in said.err


def test_an_answer_is_not_held_back() -> None:
    """A socket that does not say it is TCP is not told to send what is small at once, and every
    page would wait for a timer of 40 ms."""
    at = listening_address(None, 0, "http")
    try:
        assert {one.proto for one in at.sockets} == {socket.IPPROTO_TCP}
    finally:
        for one in at.sockets:
            one.close()


def test_a_host_is_the_same_in_large_letters() -> None:
    """A browser says it in small ones, however it was typed."""
    assert "laptop.local:8765" in BoardAddress((), "Laptop.Local", 8765).hosts


def test_hosts_of_a_usual_port_need_not_say_it() -> None:
    """A browser leaves port 80 out, and 443 of https."""
    assert "x.example" in BoardAddress((), "x.example", 443, "https").hosts
    assert "x.example" not in BoardAddress((), "x.example", 8765, "https").hosts


def test_a_qr_code_is_square_and_has_room_around_it() -> None:
    """As wide as twice its lines are high, with light squares on all sides."""
    lines = qr_lines("http://192.168.178.20:8765/#AAAAAAAAAAAAAAAAAAAAAA")
    assert len({*map(len, lines)}) == 1
    assert 0 <= 2 * len(lines) - len(lines[0]) <= 1
    assert {*lines[0]} == {"█"}
    assert all(line.startswith("██") and line.endswith("██") for line in lines)


def test_a_question_that_is_not_answered_with_yes_listens_here_alone(
    somebody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No is no refusal: the board is for this machine."""
    if network_address() is None:
        pytest.skip("this machine is in no network")
    from scorekeeper.cli import live_board

    asked = list[BoardAddress]()
    monkeypatch.setattr(live_board, "_serve", lambda *said: asked.append(said[1]))
    for answer, number in (("n\n", 1), ("y\n", 2)):
        stdin = Typed(answer, is_terminal=True)
        assert somebody.types("board", "--port", "0", stdin=stdin).code == 0
        at = asked.pop()
        assert len(at.sockets) == number
        for one in at.sockets:
            one.close()
