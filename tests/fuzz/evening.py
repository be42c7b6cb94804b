"""An evening by rules that nobody has seen before: some deals drawn by chance, told and looked
ahead from."""

from __future__ import annotations

from scorekeeper.base.random_draws import RandomSource
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.entry_kinds import DEAL
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import turn
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import after
from scorekeeper.proof.deal_enumeration import order_of, random_entry
from scorekeeper.proof.dependencies import dependencies_of
from scorekeeper.proof.situations import Situation
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Book, opened
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.rules.ruleset import Ruleset

from .guard import Finding, check
from .seeds import AT, NAMES

DEALS, DRAWS = 3, 5


def play_some(rules: Ruleset, number: int) -> None:
    """Begins a session, plays some deals that the rules allow, reads the file again, and looks
    ahead."""
    from shown import outlook_text

    from scorekeeper.render.report_formats import json_text
    from scorekeeper.report.outlook_sheet import outlook_sheet, outlook_value

    book = _played(rules, number)
    _tell(book)
    value = outlook_sheet(book.standing, None if number % 2 else 0)
    check(json_text(outlook_value(value)))
    check(outlook_text(value, book.agreed.rules, 80, number % 3 == 0))


def _played(rules: Ruleset, number: int) -> Book:
    agreed = agree(rules, NAMES[: rules.players[number % len(rules.players)]])
    text = head_text(new_head(agreed, "eve", AT))
    book = opened(text.encode(), "eve")
    order = order_of(rules, (*dependencies_of(rules).scoring, *rules.facts, *rules.counts))
    chance = RandomSource(number)
    for _ in range(DEALS):
        state = book.standing.state
        if state.over:
            break
        contracts = turn(agreed, state).contracts or (None,)
        situation = Situation(agreed, state, contracts[number % len(contracts)])
        for _ in range(DRAWS):
            entered, chance = random_entry(situation, order, chance)
            verdict = judged(agreed, state, entered)
            if verdict.scored is not None:
                # refused, as `deal` does, where the rules cannot go on
                after(agreed, state, verdict.scored)
                text += entry_text(Entry(DEAL, state.deal, AT, verdict.scored.facts))
                break
        again = opened(text.encode(), "eve")
        if again.standing.problems:
            raise Finding(
                f"a deal that was recorded is refused as it is read again: {again.standing.problems}"
            )
        book = again
    return book


def _tell(book: Book) -> None:
    from scorekeeper.render.next_deal_text import next_text
    from scorekeeper.render.report_formats import SHEETS, SUMMARIES
    from scorekeeper.render.writers import Look
    from scorekeeper.report.next_deal_summary import card_of
    from scorekeeper.report.sheet import sheet_of
    from scorekeeper.report.summary import summary_of

    from .harmless import csv_faults, html_faults, terminal_faults

    coming, rules = card_of(book.standing), book.agreed.rules
    if coming:
        check(next_text(coming, rules, 80, full=True))
    sheet, summary = sheet_of(book.standing, book.name), summary_of(book.standing, book.name)
    for text in (SHEETS["text"](sheet, rules, Look()), SUMMARIES["text"](summary, rules, Look())):
        for fault in terminal_faults(text):
            raise Finding(fault)
    for fault in (
        *csv_faults(SHEETS["csv"](sheet, rules, Look())),
        *html_faults(SUMMARIES["html"](summary, rules, Look())),
    ):
        raise Finding(fault)
