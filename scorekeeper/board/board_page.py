"""The HTML pages of a board: their header, footer and status line, and the page that asks for a
code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.board.board_address import ENTER
from scorekeeper.board.entry_form import entry_part, no_entry_part
from scorekeeper.board.event_view import event_phone_parts, event_wall_parts
from scorekeeper.board.form_to_words import typed_on_phone
from scorekeeper.board.phone_entry import PhoneState
from scorekeeper.board.session_views import need_parts, phone_parts, referee_parts, wall_parts
from scorekeeper.board.session_watch import EventNow, session_id
from scorekeeper.record.open_session import Book
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    element,
    joined,
    lines_list,
    name,
    text,
    told,
)
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message_text import hint_of, labelled, placed_text, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import language, tr

LOOK, EVENT_LOOK = "/board.css", "/event.css"
LOOKING, ENTERING = "/board.js", "/enter.js"
REFEREEING = "/referee.js"
VIEWS = {"/": phone_parts, "/wall": wall_parts, "/referee": referee_parts}
USUAL = ("/", "/wall")


def view_page(shown: PhoneState, session: str, view: str, may: str) -> str:
    """Return the HTML page of a view of a session, for a browser with the right `may`."""
    book = shown.now.book
    parts = VIEWS[view](book) if book else [_kept_back(session, shown.now.problems)]
    is_entering = may == ENTER and view == "/"
    if book:
        parts[1:1] = [waiting_part(shown, book, is_entering)]
    if is_entering:
        parts[3:3] = [entry_part(book) if book else no_entry_part()]
    main = element(
        "main", *(Html(f"\n{part}") for part in parts if part), id="main",
        data_mark=shown.mark, data_follows=shown.now.mark, data_session=book and session_id(book),
    )  # fmt: skip
    look = "wall" if view == "/wall" else None
    more = (ENTERING,) if is_entering else (REFEREEING,) if view == "/referee" else ()
    title = f"(1) {session}" if shown.waiting else session
    return _page(title, main, _status(), _foot(view, book), class_=look, scripts=(LOOKING, *more))


def event_page(now: EventNow, event: str, view: str) -> str:
    """Return the HTML page of a view of an event (tournament)."""
    parts_of = event_wall_parts if view == "/wall" else event_phone_parts
    parts = parts_of(now, now.event) if now.event else [_kept_back(event, now.problems)]
    main = element("main", *(Html(f"\n{part}") for part in parts if part), id="main",
                   data_mark=now.mark)  # fmt: skip
    look = "event wall" if view == "/wall" else "event"
    foot = element("footer", _other_views(view, USUAL), _languages(view))
    return _page(event, main, _status(), foot, class_=look, styles=(LOOK, EVENT_LOOK))


def need_page(shown: PhoneState, session: str, number: int) -> str:
    """Return the HTML page with the outlook of the player with this number, from 0."""
    book = shown.now.book
    is_there = book is not None and number < len(book.agreed.players)
    if book is None or not is_there:
        parts = [_kept_back(session, shown.now.problems)]
    else:
        parts = need_parts(book, number)
    main = element("main", *parts, id="main", data_mark=shown.mark, data_follows=shown.now.mark)
    return _page(session, main, _status(), element("footer", _languages("/")))


def waiting_part(shown: PhoneState, book: Book, may_answer: bool) -> Html:
    """Return the pending entry with notes and, if `may_answer`, buttons to answer; or the notice
    about the entry before, if none is pending."""
    notice = text_of(shown.notice, typed_on_phone) if shown.notice else ""
    waiting = shown.waiting
    if waiting is None:
        return element("p", text(notice), class_="notice") if notice else NOTHING
    said = told(labelled(waiting.by, waiting.here.truth), book.agreed.players)
    answers = [
        element("button", text(label), type="button", data_do=f"answer:{answer}:{waiting.id}")
        for answer, label in (("yes", tr("Yes, so it was")), ("no", tr("No")))
    ]
    return element(
        "section",
        element("h2", text(tr("Is it so?"))),
        element("p", said, id="asked"),
        _words(waiting.here.words),
        element("p", joined(answers, " ")) if may_answer else NOTHING,
        class_="waiting",
        data_by=waiting.by,
    )


def _words(words: Sequence[str]) -> Html:
    """Return the notes on a pending entry, in a frame that scrolls."""
    if not words:
        return NOTHING
    lines = lines_list(map(text, words))
    return element("div", lines, class_="frame", role="group", tabindex="0", aria_label=words[0])


def door_page(is_wrong: bool = False) -> str:
    """Return the HTML page that asks for a code. It shows nothing of the session. `is_wrong` adds
    that the code was wrong."""
    field = element(
        "input", id="code", name="code", required="required", autocomplete="off",
        autocapitalize="none", spellcheck="false", maxlength="100",
    )  # fmt: skip
    wrong = tr("This code opens nothing: it is of another session, or the board has new codes.")
    form = element(
        "form",
        element("p", text(wrong), role="alert") if is_wrong else NOTHING,
        element("p", element("label", text(tr("Code of the board")), for_="code"), field),
        element("p", element("button", text(tr("Open")), type="submit")),
        element("p", text(tr("It stands in the link behind the #, and in the QR code."))),
        id="door", method="post", action="/open",
    )  # fmt: skip
    title = element("h1", text("scorekeeper"))
    foot = element("footer", _languages("/"))
    return _page("scorekeeper", element("main", title, form, id="main"), foot)


def _page(
    title: str, *inner: Html, class_: str | None = None, scripts: Sequence[str] = (LOOKING,),
    styles: Sequence[str] = (LOOK,),
) -> str:  # fmt: skip
    heading = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", text(title)),
        *(element("link", rel="stylesheet", href=one) for one in styles),
        *(element("script", src=one, defer="defer") for one in scripts),
    )
    body = element("body", *(Html(f"\n{part}") for part in inner if part), class_=class_)
    return f"<!DOCTYPE html>\n{element('html', heading, body, lang=language())}\n"


def _kept_back(session: str, problems: tuple[Problem, ...]) -> Html:
    """Return the part shown for a session or event that cannot be shown: its name, its problems
    and their fixes."""
    said = [(placed_text(one, typed_on_phone), hint_of(one, typed_on_phone)) for one in problems]
    lines = [text(line) for both in said for line in both if line]
    return joined([element("h1", name(session)), lines_list(lines, role="alert")])


def _status() -> Html:
    """Return the line that warns if the page is out of date. Only the script fills it in; without
    the script the page never updates itself."""
    return element(
        "p", id="status", role="status",
        data_lost=tr("No connection: what stands here is from {time}."),
        data_back=tr("What stood here was from {time}; now it is what stands."),
        data_closed=tr("The board has other codes now, or was ended: open its link again."),
    )  # fmt: skip


def _foot(view: str, book: Book | None) -> Html:
    """Return the footer, with links to the other views and to the languages."""
    has_cards = book is not None and book.agreed.rules.has_cards
    views = VIEWS if has_cards else USUAL
    return element("footer", _other_views(view, views), _languages(view))


def _other_views(view: str, views: Iterable[str]) -> Html:
    """Return links to all these views except the present one."""
    said = {"/": tr("for a phone"), "/wall": tr("for the wall"), "/referee": tr("Ask the referee")}
    links = [element("a", text(said[one]), href=one) for one in views if one != view]
    return element("p", joined(links, " · "))


def _languages(view: str) -> Html:
    """Return a link for each language, in its own name. The present language is no link."""
    each = [
        element("b", text(locale.called), lang=code)
        if code == language()
        else element("a", text(locale.called), href=f"{view}?lang={code}", lang=code, hreflang=code)
        for code, locale in LOCALES.items()
    ]
    return element("p", joined(each, " · "), class_="languages")
