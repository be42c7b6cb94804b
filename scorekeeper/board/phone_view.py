"""A board on a phone: the coming deal, the totals, the last deal with its reasons, the sheet."""

from __future__ import annotations

from scorekeeper.board.live_parts import coming_part, pairs_list, places_part, top
from scorekeeper.board.need_view import need_part
from scorekeeper.board.phone_words import typed_on_phone
from scorekeeper.record.book import Book
from scorekeeper.record.journal import seal_of_entry
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    element,
    joined,
    lines_list,
    section,
    text,
    told,
)
from scorekeeper.render.html.sheet_tables import sheet_section
from scorekeeper.render.html.strip_table import strip_section
from scorekeeper.render.steps import steps_told
from scorekeeper.report.act_lines import seal_line
from scorekeeper.report.deal_line import line_of
from scorekeeper.report.dispute_lines import open_words, reading_heads
from scorekeeper.report.explain import Explained, explained_readings
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_words import by_deals_line, failing, happened, odd_deals
from scorekeeper.report.summary import summary_of
from scorekeeper.text.language import tr, trn


def phone_parts(book: Book) -> list[Html]:
    """What stands on the page of a phone, the most wanted first."""
    summary, rules = summary_of(book.standing, book.name), book.agreed.rules
    sheet = summary.sheet
    return [
        top(sheet, rules),
        coming_part(book),
        places_part(summary, rules),
        last_deal(book),
        need_part(book),
        strip_section(sheet, rules),
        sheet_section(sheet, rules),
        _noted(book, sheet),
        _known_by(book),
    ]


def last_deal(book: Book) -> Html:
    """The last deal in a line, and how it came to its points; nothing before the first."""
    number = len(book.standing.deals)
    if not number:
        return NOTHING
    line = element("p", told(line_of(book.standing, number), book.agreed.players), id="last")
    found, heads = explained_readings(book.standing, number), reading_heads(book.standing, number)
    each = [_steps(one, book) for one in found]
    if len(each) > 1:
        each = [
            joined([element("h3", text(title)), steps])
            for title, steps in zip(heads, each, strict=True)
        ]
    why = element("details", element("summary", text(tr("Why"))), *each, id="why")
    return section(tr("The last deal"), line, why)


def _steps(explained: Explained, book: Book) -> Html:
    steps = steps_told(explained, book.agreed.rules, plain=True)
    said = [(label, " ".join(words.split())) for label, words in steps]
    return pairs_list(said, book.agreed.players)


def _noted(book: Book, sheet: Sheet) -> Html:
    """What is open, what happened between the deals, odd deals, checks that fail."""
    now, rules = book.standing, book.agreed.rules
    lines = [open_words(now, number, typed_on_phone) for number in now.readings]
    lines += [*happened(sheet), *sheet.counted, *odd_deals(sheet)]
    lines += [*failing(sheet.checks, rules), *filter(None, [by_deals_line(sheet, rules)])]
    return section(tr("Notes"), lines_list(told(line, sheet.players) for line in lines))


def _known_by(book: Book) -> Html:
    """How many entries there are, and the seal of the last: two who see the same see one book."""
    entries = book.journal.entries
    if not entries:
        return NOTHING
    number = trn(len(entries), "{n} entry", "{n} entries")
    said = " · ".join([number, seal_line(seal_of_entry(entries[-1], len(entries)))])
    return element("p", text(said), class_="seal")
