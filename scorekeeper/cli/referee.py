"""The referee: `referee trick legal melds points discard auction stops deal ruling dealing
miscount`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Group,
    change,
    clock,
    is_terminal,
    no_such_option,
    show,
    show_json,
    terminal_width,
    whole_book,
    yes_option,
)
from scorekeeper.cli.referee_options import (
    Asked,
    case_asked,
    case_of_record,
    table_options,
    with_options,
    with_said,
)
from scorekeeper.language import tr
from scorekeeper.problems import Refused
from scorekeeper.referee.ask import Question, answer, case_at
from scorekeeper.referee.case import PARTS, Answer
from scorekeeper.speech import spoken, text_of
from scorekeeper.words.width import all_wrapped, safe

if TYPE_CHECKING:
    from scorekeeper.book import Act, Book
    from scorekeeper.referee.verdict import Verdict


BY_ITSELF = (
    "card-unknown",
    "card-twice",
    "player-unknown",
    "player-ambiguous",
)  # wrong under any rules


@click.group("referee", cls=Group)
def referee() -> None:
    """Settles disputes about cards by the rules of the game, with their source.

    Cards are rank and suit, apart or in one quoted string: KH, 10S, "2S 7H".
    """


def _answer(
    what: str, asked: Asked, parts: Sequence[Sequence[str]], given: Mapping[str, str | None]
) -> None:
    case, state, problems = case_asked(asked)
    known = {key: value for key, value in given.items() if value is not None}
    try:
        found = answer(case, Question(what, tuple(map(tuple, parts)), known), state)
    except Refused as refusal:
        # What else is wrong may follow from what was left out of the case.
        raise Refused(
            [*problems, *(p for p in refusal.problems if not problems or p.code in BY_ITSELF)]
        ) from None
    if problems:
        raise Refused(problems)
    _show(found, asked.form)


def _show(found: Answer, form: str) -> None:
    if form == "json":
        show_json(spoken(found.value))
    else:
        _show_lines(found)


def _show_lines(found: Answer) -> None:
    """The lines of an answer; on a terminal they are broken between words."""
    lines = [text_of(line) for line in found.lines]
    is_wide = not is_terminal(sys.stdout)
    show("\n".join(map(safe, lines) if is_wide else all_wrapped(lines, terminal_width())))


# --- about cards ---------------------------------------------------------------------------------


@referee.command("trick")
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--leader", metavar="PLAYER", help="Who played the first card.")
@click.option(
    "--pot", metavar="CARDS", default="", help="The heap to which a card of the trick goes, so far."
)
@click.option("--goal", metavar="CARD", help="The card whose suits in that heap matter.")
@table_options
def trick(
    cards: tuple[str, ...], leader: str | None, pot: str, goal: str | None, **table: Any
) -> None:
    """Who won the trick of these cards, in order of play, and which of them may go to a heap."""
    _answer("trick", Asked(**table), [cards], {"leader": leader, "pot": pot, "goal": goal})


@referee.command("legal")
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option("--trick", "played", metavar="CARDS", help="What was played to the trick so far.")
@table_options
def legal(cards: tuple[str, ...], hand: str | None, played: str | None, **table: Any) -> None:
    """Which cards of a hand may be played, and by which rule."""
    _answer("legal", Asked(**table), _parts(cards), {"hand": hand, "trick": played})


@referee.command("melds")
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--partner", metavar="CARDS", help="The partner's hand, whose melds are added.")
@click.option("--played", metavar="CARDS", help="Cards of the hands that went to the first trick.")
@click.option("--said", is_flag=True, help="What must be said with such a card was said.")
@click.option("--late", is_flag=True, help="The melds were shown after their moment.")
@table_options
def melds(
    cards: tuple[str, ...],
    partner: str | None,
    played: str | None,
    said: bool,
    late: bool,
    **table: Any,
) -> None:
    """The best melds of a hand and their total."""
    flags = {"said": "yes" if said else None, "late": "yes" if late else None}
    _answer("melds", Asked(**table), [cards], {"partner": partner, "played": played, **flags})


@referee.command("points")
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--other", multiple=True, metavar="CARDS", help="Another pile; repeatable.")
@click.option(
    "--goal", metavar="CARD", help="The card whose suits matter, where suits are counted apart."
)
@table_options
def points(cards: tuple[str, ...], other: tuple[str, ...], goal: str | None, **table: Any) -> None:
    """What a pile of cards is worth; with other piles, what is missing from the pack."""
    _answer("points", Asked(**table), [*_parts(cards), *([pile] for pile in other)], {"goal": goal})


def _parts(words: Sequence[str]) -> list[list[str]]:
    """The words between one stroke and the next."""
    parts: list[list[str]] = [[]]
    for word in words:
        parts.append([]) if word == PARTS else parts[-1].append(word)
    return parts


@referee.command("discard")
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", default="", help="The hand that they are given from.")
@click.option(
    "--talon", metavar="CARDS", default="", help="The cards of the talon that are taken up."
)
@click.option(
    "--step", metavar="NUMBER", help="Which step of the exchange, where there are several."
)
@table_options
def discard(cards: tuple[str, ...], hand: str, talon: str, step: str | None, **table: Any) -> None:
    """Whether cards may be discarded or passed before play, and what is kept.

    Without cards: which of the hand may be.
    """
    _answer("discard", Asked(**table), [cards], {"hand": hand, "talon": talon, "step": step})


@referee.command("auction", context_settings={"ignore_unknown_options": True})
@click.argument("calls", nargs=-1, metavar="CALL…")
@click.option("--turned", metavar="CARD", help="The card that was turned up.")
@table_options
@click.pass_context
def auction(
    ctx: click.Context, /, calls: tuple[str, ...], turned: str | None, **table: Any
) -> None:
    """Whether the calls were in order, who holds the contract, whose turn it is.

    Calls go from the dealer's left.
    """
    no_such_option(ctx, calls)
    _answer("auction", Asked(**table), [calls], {"turned": turned})


@referee.command("stops")
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option(
    "--layout", metavar="CARDS", default="", help="What lies on the piles, or the top card of each."
)
@click.option("--start", metavar="RANK", help="The first rank, where the deal decides it.")
@click.option("--direction", metavar="up|down", help="The direction, where the deal decides it.")
@table_options
def stops(
    cards: tuple[str, ...],
    hand: str | None,
    layout: str,
    start: str | None,
    direction: str | None,
    **table: Any,
) -> None:
    """In a round of piles that grow rank by rank, what may be played."""
    held = hand if hand is not None else " ".join(cards)
    _answer(
        "stops",
        Asked(**table),
        [cards],
        {"hand": held, "layout": layout, "start": start, "direction": direction},
    )


# --- about the rules -----------------------------------------------------------------------------


@referee.command("ruling")
@click.argument("topic", nargs=-1, metavar="[TOPIC]")
@table_options
def ruling(topic: tuple[str, ...], **table: Any) -> None:
    """What the rules say on misdeal, revoke, exposed-card…; without a topic, what they speak of."""
    _answer("ruling", Asked(**table), [topic], {})


@referee.command("dealing")
@table_options
def dealing(**table: Any) -> None:
    """How the cards are dealt: how many to whom, what is turned up, who exchanges what."""
    _answer("dealing", Asked(**table), [()], {})


@referee.command("miscount", context_settings={"ignore_unknown_options": True})
@click.argument("numbers", nargs=-1, metavar="NUMBER…")
@table_options
@click.pass_context
def miscount(ctx: click.Context, /, numbers: tuple[str, ...], **table: Any) -> None:
    """Which single slip explains a wrong count, and how many cards each pile must hold."""
    no_such_option(ctx, numbers)
    _answer("miscount", Asked(**table), [numbers], {})


# --- a recorded deal -----------------------------------------------------------------------------


@referee.command("deal")
@click.argument("file", type=click.Path())
@click.argument("facts", nargs=-1, metavar="[FACT…]")
@click.option("--record", is_flag=True, help="Enter the result into the session.")
@yes_option
@table_options
def deal(file: str, facts: tuple[str, ...], record: bool, yes: bool, **table: Any) -> None:
    """Referees a recorded deal: every trick's winner, every revoke, the counts and the points.

    FILE is TOML: rules, players, trump or contract, leader, tricks = ["KC 9C AC", …] and, where
    they are known, [hands]; or talon, [dealt] and exchange, what was discarded or passed. Facts
    that score it stand in the file or after its name. A record that contradicts itself is told
    with all that is wrong, and refused.
    """
    from scorekeeper.referee.deal_record import parsed, read_record
    from scorekeeper.referee.verdict import deal_verdict

    asked, raw = Asked(**table), parsed(store.read_path(file), file)
    if record or (asked.rules is None and raw.get("rules") is None):
        _in_session(asked, raw, facts, record, yes)
        return
    case = case_of_record(asked, raw)
    _show_verdict(deal_verdict(read_record(raw, case, facts)), asked.form)


def _show_verdict(verdict: Verdict, form: str) -> None:
    """Shows what the referee says of a recorded deal; a record that contradicts itself is refused
    all the same."""
    _show(verdict.answer, form)
    if verdict.contradictions:
        raise Refused(verdict.contradictions, tr("the record contradicts itself"))


def _in_session(
    asked: Asked, raw: Mapping[str, Any], facts: Sequence[str], record: bool, yes: bool
) -> None:
    """A recorded deal as the coming deal of the session; entered into it where that is asked."""
    from scorekeeper.book.recording import new_deal
    from scorekeeper.referee.verdict import session_verdict

    if record and (asked.options or asked.players or asked.dealer):
        raise click.UsageError(
            tr(
                "a session says itself what was agreed: leave out --option, --players and --dealer "
                "to record"
            )
        )

    def verdict_on(opened: Book) -> Verdict:
        agreed, state = with_options(opened.agreed, asked), opened.standing.state
        return session_verdict(with_said(case_at(agreed, state, {}), asked), raw, facts, state)

    def entered(opened: Book) -> Act:
        verdict = verdict_on(opened)
        if verdict.faults:
            raise Refused(verdict.faults, tr("the record cannot be entered as it stands"))
        if verdict.missing:
            raise Refused(verdict.missing, tr("the record cannot be entered yet"))
        done = new_deal(opened, verdict.words, clock())
        return done._replace(questions=(*verdict.revokes, *done.questions))

    if not record:
        _show_verdict(verdict_on(whole_book(asked.session)), asked.form)
        return
    opened, done = change(asked.session, entered, yes)
    _show_entered(verdict_on(opened).answer, opened, done, asked.form)


def _show_entered(found: Answer, opened: Book, done: Act, form: str) -> None:
    from scorekeeper.sheet.act import act_of
    from scorekeeper.words.act_lines import act_lines

    if form == "json":
        show_json({**spoken(found.value), **act_of(done)})
        return
    _show_lines(found)
    for line in act_lines(opened, done):
        show(line)


COMMANDS = {"referee": referee}
