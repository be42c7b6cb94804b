"""Reports as text or JSON, and pages in sections in every format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.cli.click_parts import show, show_json, terminal_width
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.render.page_sections import PageSection, as_markdown, as_text
from scorekeeper.text.terminal_text import Ink

# --- A report that is text or JSON -------------------------------------------------------------


WIDEST = 100  # columns; longer lines are hard to read


def show_report(value: object, text: Callable[[int, Ink], str], is_json: bool, plain: bool) -> None:
    """Print the value as JSON, or as text for the terminal's width and style."""
    if is_json:
        show_json(value)
        return
    ink = ink_of_page(plain)
    show_page(text(min(terminal_width(), WIDEST), ink), ink)


# --- A page in sections, in any format ---------------------------------------------------------


def show_sections(sections: Sequence[PageSection], form: str, plain: bool) -> None:
    """Print a page in sections as text, Markdown or HTML."""
    if form == "text":
        ink = ink_of_page(plain)
        show_page(as_text(sections, min(terminal_width(), WIDEST), ink, plain), ink)
    elif form == "markdown":
        show(as_markdown(sections))
    else:
        # 9 ms, only for HTML
        from scorekeeper.render.html.section_page import section_page  # noqa: PLC0415

        show(section_page(sections).rstrip("\n"))
