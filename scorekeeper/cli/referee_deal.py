"""A recorded deal refereed: `referee deal`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from scorekeeper import store
from scorekeeper.cli.common import Command, clock, offered, show, show_json, yes_option
from scorekeeper.cli.opened_session import change, whole_book
from scorekeeper.cli.referee_options import (
    Asked,
    case_of_record,
    show_answer,
    show_lines,
    table_options,
    with_options,
    with_said,
)
from scorekeeper.record.book import Act, Book
from scorekeeper.record.recording import new_deal
from scorekeeper.referee.case import Answer, case_at
from scorekeeper.referee.deal_record import parsed, read_record
from scorekeeper.referee.verdict import Verdict, deal_verdict, session_verdict
from scorekeeper.report.act import act_of
from scorekeeper.report.act_lines import act_lines
from scorekeeper.text.language import tr
from scorekeeper.text.problems import Refused
from scorekeeper.text.speech import spoken


@click.command("deal", cls=Command)
@click.argument("file", type=click.Path(), shell_complete=offered("files"))
@click.argument("facts", nargs=-1, metavar="[FACT…]", shell_complete=offered("facts"))
@click.option("--record", is_flag=True, help="Enter the result into the session.")
@yes_option
@table_options
def deal(file: str, facts: tuple[str, ...], record: bool, yes: bool, asked: Asked) -> None:
    """Referees a recorded deal: every trick's winner, every revoke, the counts and the points.

    FILE is TOML: rules, players, trump or contract, leader, tricks = ["KC 9C AC", …], of a layout
    plays = "7C 7D - 8C …", and, where they are known, [hands]; or talon, [dealt] and exchange, what
    was discarded or passed; and said, the word said with a card of a meld in the first trick. Facts
    that score it stand in the file or after its name. A record that contradicts itself is told with
    all that is wrong, and refused.
    """
    raw = parsed(store.read_path(file), file)
    if record or (asked.rules is None and raw.get("rules") is None):
        _in_session(asked, raw, facts, record, yes)
        return
    case = case_of_record(asked, raw)
    _show_verdict(deal_verdict(read_record(raw, case, facts)), asked.form)


def _show_verdict(verdict: Verdict, form: str) -> None:
    """Shows what the referee says of a recorded deal; a record that contradicts itself is refused
    all the same."""
    show_answer(verdict.answer, form)
    if verdict.contradictions:
        raise Refused(verdict.contradictions, tr("the record contradicts itself"))


def _in_session(
    asked: Asked, raw: Mapping[str, object], facts: Sequence[str], record: bool, yes: bool
) -> None:
    """A recorded deal as the coming deal of the session; entered into it where that is asked."""
    if record and (asked.options or asked.players or asked.dealer):
        raise click.UsageError(
            tr(
                "a session says itself what was agreed: leave out --option, --players and --dealer "
                "to record"
            )
        )

    def verdict_on(opened: Book) -> Verdict:
        seating = opened.standing.seating
        agreed, state = with_options(seating.agreed, asked), seating.state
        return session_verdict(with_said(case_at(agreed, state, {}), asked), raw, facts, state)

    def entered(opened: Book) -> Act:
        verdict = verdict_on(opened)
        if verdict.faults:
            raise Refused(verdict.faults, tr("the record cannot be entered as it stands"))
        if verdict.missing:
            raise Refused(verdict.missing, tr("the record cannot be entered yet"))
        done = new_deal(opened, verdict.words, clock(), is_decided=True)
        return done._replace(questions=(*verdict.revokes, *done.questions))

    if not record:
        _show_verdict(verdict_on(whole_book(asked.session)), asked.form)
        return
    opened, done = change(asked.session, entered, yes)
    _show_entered(verdict_on(opened).answer, opened, done, asked.form)


def _show_entered(found: Answer, opened: Book, done: Act, form: str) -> None:
    if form == "json":
        show_json({**spoken(found.value), **act_of(done)})
        return
    show_lines(found)
    for line in act_lines(opened, done):
        show(line)


COMMANDS = {"deal": deal}
