"""A page on paper."""

from __future__ import annotations

from scorekeeper.cli.common import show
from scorekeeper.text.language import tr
from scorekeeper.text.message import say
from scorekeeper.text.speech import text_of


def print_page(name: str, page: str) -> None:
    """Hands the page to the printer; where there is none, says where the file is."""
    from scorekeeper.store import printer  # noqa: PLC0415 - 8 ms, only for paper

    sent, why = printer.print_page(page)
    if sent:
        answer = say("sent to the printer: {answer}", answer=why)
        show(text_of(answer) if why else tr("sent to the printer"))
        return
    path = printer.write_beside(f"{name}.html", page)
    show(text_of(say("{why}; the page is here: {file}", why=why, file=path)))
