"""Reading a session: `next sheet explain summary log check sessions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper import book, store
from scorekeeper.book import Book
from scorekeeper.cli.common import (
    format_option,
    open_book,
    plain_option,
    session_option,
    show,
    show_json,
    talk,
    terminal_width,
    whole_book,
)
from scorekeeper.problems import MachineFailure, Problem, Refused, refuse

if TYPE_CHECKING:
    from scorekeeper.report.renderings import Look

FORMATS = ("text", "json", "csv", "markdown")


@click.command("next")
@session_option
@format_option()
@plain_option
def next_(session: str | None, form: str, plain: bool) -> None:
    """The dealer's card for the coming deal: who deals, declares, leads; what is left; quotas.

    \b
    Example: scorekeeper next
    """
    from scorekeeper.report.coming import next_of

    opened = whole_book(session)
    coming = next_of(opened.standing)
    if form == "json":
        show_json(coming)
        return
    from scorekeeper.report.act import over_line
    from scorekeeper.report.card import next_text

    show(next_text(coming, opened.agreed.rules, min(terminal_width(), 80), plain) if coming else over_line(opened.standing))


@click.command("sheet")
@session_option
@format_option(*FORMATS)
@plain_option
def sheet(session: str | None, form: str, plain: bool) -> None:
    """The score sheet as on paper: each deal's points and running totals, and their sum.

    \b
    Example: scorekeeper sheet
             scorekeeper sheet --format csv > evening.csv
    """
    from scorekeeper.report.sheet import sheet_of

    opened = whole_book(session)
    value = sheet_of(opened.standing, opened.name)
    if form == "json":
        show_json(value)
        return
    from scorekeeper.report.renderings import SHEETS

    show(SHEETS[form](value, opened.agreed.rules, _look(opened, plain)).rstrip("\n"))


def _look(opened: Book, plain: bool, stake: str | None = None) -> Look:
    from scorekeeper.report.renderings import Look

    return Look(terminal_width(), plain, opened.folded.amended, stake)


@click.command("explain")
@click.argument("number", type=int)
@session_option
@format_option()
def explain(number: int, session: str | None, form: str) -> None:
    """How deal NUMBER came to its points, step by step, with the rule's source.

    \b
    Example: scorekeeper explain 3
    """
    from scorekeeper.report.explain import explain_of
    from scorekeeper.report.steps import explain_text
    from scorekeeper.standing import state_before

    opened = whole_book(session)
    if not 1 <= number <= len(opened.standing.deals):
        raise refuse("deal-unknown", f"there is no deal {number}; {len(opened.standing.deals)} have been recorded")
    value = explain_of(opened.agreed, state_before(opened.standing, number), opened.standing.deals[number - 1])
    if form == "json":
        show_json(value)
    else:
        show(explain_text(value, opened.agreed.rules))


@click.command("summary")
@session_option
@format_option(*FORMATS)
@plain_option
@click.option("--stake", metavar="AMOUNT", help="What a point is worth: adds who pays whom.")
def summary(session: str | None, form: str, plain: bool, stake: str | None) -> None:
    """The evening's page: ranking, sheet, how each did, best and worst deal, chart.

    \b
    Example: scorekeeper summary --stake 0.10
    """
    from scorekeeper.report.finale import payments_of
    from scorekeeper.report.renderings import SUMMARIES
    from scorekeeper.report.summary import summary_of

    opened = whole_book(session)
    rules, value = opened.agreed.rules, summary_of(opened.standing, opened.name)
    if stake is not None:
        value["payments"] = [payment._asdict() for payment in payments_of(value, rules, stake)]
    if form == "json":
        show_json(value)
    else:
        show(SUMMARIES[form](value, rules, _look(opened, plain, stake)).rstrip("\n"))


@click.command("log")
@session_option
@format_option()
def log(session: str | None, form: str) -> None:
    """Every entry in the order it was made, corrections and undos included: when, what, why.

    \b
    Example: scorekeeper log
    """
    from scorekeeper.report.log import log_lines, log_of

    opened = open_book(session)
    if form == "json":
        show_json(log_of(opened))
        return
    for line in log_lines(opened):
        show(line)


@click.command("check")
@click.argument("sessions", nargs=-1, metavar="[SESSION…]")
@session_option
@format_option()
@click.option("--all", "all_", is_flag=True, help="Every session in the home.")
def check(sessions: tuple[str, ...], session: str | None, form: str, all_: bool) -> None:
    """Re-derives everything from the facts; silent when well, names every failure otherwise.

    \b
    Example: scorekeeper check
    """
    names: list[str | None] = [*(store.session_names() if all_ else sessions)] or [session]
    found = [problem for name in names for problem in _faults(name)]
    if form == "json":
        show_json({"checked": len(names), "problems": [problem._asdict() for problem in found]})
    if found:
        raise Refused(found, f"{len(found)} thing(s) do not hold")


def _faults(name: str | None) -> list[Problem]:
    """Everything that does not hold in one session, with its name."""
    from scorekeeper.report.check import book_problems

    try:
        opened = open_book(name)
    except Refused as refusal:
        return [p._replace(place=" · ".join(filter(None, (name, p.place)))) for p in refusal.problems]
    return [p._replace(place=" · ".join(filter(None, (opened.name, p.place)))) for p in book_problems(opened)]


@click.command("sessions")
@format_option()
@plain_option
def sessions(form: str, plain: bool) -> None:
    """The sessions there are: name, game, players, deals, finished or not, leader.

    \b
    Example: scorekeeper sessions
    """
    from scorekeeper.report.sessions import session_row, sessions_text

    rows, current = [], store.current_session()
    for name in store.session_names():
        try:
            opened = book.opened(store.read_bytes(store.session_path(name)), name)
            rows.append(session_row(opened, name == current))
        except (Refused, MachineFailure) as error:
            talk(f"note: {name} cannot be read: {error}")
    if form == "json":
        show_json(rows)
    elif not rows:
        talk("there is no session yet; begin one: scorekeeper new GAME PLAYER…")
    else:
        show(sessions_text(rows, terminal_width(), plain))


COMMANDS = {
    "next": next_, "sheet": sheet, "explain": explain, "summary": summary,
    "log": log, "check": check, "sessions": sessions,
}  # fmt: skip
