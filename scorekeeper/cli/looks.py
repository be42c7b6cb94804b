"""How a page of a session looks, and what is said under it."""

from __future__ import annotations

from scorekeeper.cli.colour import ink_of_page
from scorekeeper.cli.common import show, terminal_width
from scorekeeper.cli.local_day import held_words
from scorekeeper.record.book import Book
from scorekeeper.record.occasion import occasion_of
from scorekeeper.render.renderings import Look
from scorekeeper.report.log_row import corrections_of
from scorekeeper.report.phrases import agreed_words, chosen_options


def show_agreed(opened: Book, form: str) -> None:
    """Caution and unusual options under a text that people read."""
    for line in agreed_words(opened.agreed) if form == "text" else ():
        show(line)


def dated(opened: Book, look: Look) -> Look:
    """The look of a page that is kept, which says when and where it was."""
    return look._replace(held=held_words(occasion_of(opened)))


def look_of(
    opened: Book, plain: bool, form: str, stake: str | None = None, currency: str = ""
) -> Look:
    """The look of a page: in Markdown it says what was agreed, in HTML the corrections too."""
    ink = ink_of_page(plain or form != "text")
    look = Look(terminal_width(), plain, stake, currency=currency, ink=ink)
    if form == "markdown":
        return dated(opened, look)._replace(said=agreed_words(opened.agreed))
    if form != "html":
        return look
    from scorekeeper.record.fingerprint import fingerprint  # noqa: PLC0415 - 5 ms, only for HTML

    return dated(opened, look)._replace(
        corrections=corrections_of(opened),
        fingerprint=fingerprint(opened),
        said=chosen_options(opened.agreed),
    )
