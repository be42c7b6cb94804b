"""A page in sections, in whatever form it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import show, terminal_width
from scorekeeper.cli.showing import WIDEST
from scorekeeper.render.section import Section, as_markdown, as_text


def show_sections(sections: Sequence[Section], form: str, plain: bool) -> None:
    """A page in sections, as text, Markdown or HTML."""
    if form == "text":
        ink = ink_of_page(plain)
        show_page(as_text(sections, min(terminal_width(), WIDEST), ink, plain), ink)
    elif form == "markdown":
        show(as_markdown(sections))
    else:
        # 9 ms, only for HTML
        from scorekeeper.render.html.section_page import section_page  # noqa: PLC0415

        show(section_page(sections).rstrip("\n"))
