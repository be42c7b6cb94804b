"""What goes on paper: a page to the printer, an empty sheet for pen and paper."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper import store
from scorekeeper.cli.common import show, show_json, terminal_width
from scorekeeper.problems import refuse


def print_page(name: str, page: str) -> None:
    """Hands the page to the printer; where there is none, says where the file is."""
    from scorekeeper.store import printing  # loads what no other command needs

    sent, why = printing.print_page(page)
    if sent:
        show(f"sent to the printer: {why}" if why else "sent to the printer")
        return
    path = printing.write_beside(f"{name}.html", page)
    show(f"{why}; the page is here: {path}")


def show_blank(game: str, names: Sequence[str], form: str) -> None:
    """An empty sheet of a game, for these players or with room for their names."""
    from scorekeeper.report.blank import blank_of, blank_text
    from scorekeeper.session import agree

    rules = store.load_ruleset(game)
    players = names or [chr(ord("A") + seat) for seat in range(rules.players[0])]
    blank = blank_of(agree(rules, players), bool(names))
    if form == "json":
        show_json(blank)
    elif form == "html":
        from scorekeeper.report.html.blank import blank_page

        show(blank_page(blank, rules).rstrip("\n"))
    elif form == "csv":
        show(",".join(blank["header"]))
    elif form == "text":
        show(blank_text(blank, rules, terminal_width()))
    else:
        hint = "leave out --format, or say --format html"
        raise refuse("blank-format", "an empty sheet comes as text, html, csv or json", "format", hint)
