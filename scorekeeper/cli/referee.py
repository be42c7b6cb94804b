"""The referee: `referee trick legal melds points auction stops deal ruling dealing miscount`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Group,
    change,
    clock,
    format_option,
    no_such_option,
    session_option,
    show,
    show_json,
    whole_book,
    yes_option,
)
from scorekeeper.language import tr
from scorekeeper.named import NamedTuple
from scorekeeper.problems import Refused, refuse
from scorekeeper.referee.ask import PARTS, Question, answer, case_at
from scorekeeper.referee.case import Answer, Case, with_contract, with_trump
from scorekeeper.report.width import safe
from scorekeeper.schedule import State, first_state
from scorekeeper.session import Agreed, agree, option_words

if TYPE_CHECKING:
    from scorekeeper.book import Act, Book

F = TypeVar("F", bound=Callable[..., Any])

# What every command takes: the game, or the session whose coming deal is meant.
TABLE = [
    click.option("--rules", metavar="GAME", help="The game (default: that of the session, at its coming deal)."),
    click.option("--contract", metavar="NAME", help="The contract, where it matters."),
    click.option("--trump", metavar="SUIT", help="The trump suit, or none."),
    click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A choice of the table; repeatable."),
    click.option("--players", metavar="NAME,NAME…", help="The players, clockwise; or how many there are."),
    click.option("--dealer", metavar="PLAYER", help="Who deals (default: the first player)."),
    session_option,
    format_option(),
]


class Asked(NamedTuple):
    """The options that every command takes, as they were typed."""

    rules: str | None
    contract: str | None
    trump: str | None
    options: tuple[str, ...]
    players: str | None
    dealer: str | None
    session: str | None
    form: str


def table_options(command: F) -> F:
    """Gives a command the options of the table."""
    return reduce(lambda inner, option: option(inner), reversed(TABLE), command)


@click.group("referee", cls=Group)
def referee() -> None:
    """Settles disputes about cards by the rules of the game, with their source.

    Cards are rank and suit, apart or in one quoted string: KH, 10S, "2S 7H".
    """


# --- the case --------------------------------------------------------------------------------------


def _case(asked: Asked) -> tuple[Case, State]:
    """The case that the options describe: of a game by itself, or of the session's coming deal."""
    if asked.rules is not None:
        agreed, named = _agreed(asked)
        state = first_state(agreed)
        how_many = {"players": len(agreed.players)} if asked.players else {}
        case = case_at(agreed, state, how_many, named)._replace(leader=None, contract=None)
    else:
        opened = whole_book(asked.session)
        agreed, state = _with_options(opened.agreed, asked), opened.standing.state
        case = case_at(agreed, state, {})
    if asked.contract is not None:
        case = with_contract(case, asked.contract)
    return (with_trump(case, asked.trump) if asked.trump is not None else case), state


def _agreed(asked: Asked) -> tuple[Agreed, bool]:
    """A table of this game, with the players' names or without."""
    rules = store.load_ruleset(asked.rules or "")
    options = option_words(asked.options)
    names = [name.strip() for name in (asked.players or "").split(",") if name.strip()]
    if names and not names[0].isdecimal():
        return agree(rules, names, asked.dealer, options), True
    number = int(names[0][:2]) if names else rules.players[0]  # of a hundred nobody is seated: none may play
    unnamed = [tr("player {number}", number=seat) for seat in range(1, number + 1)]
    return agree(rules, unnamed, unnamed[-1] if unnamed else None, options), False


def _with_options(agreed: Agreed, asked: Asked) -> Agreed:
    """The session's table, with what was said to be different for this question."""
    if not asked.options and asked.dealer is None:
        return agreed
    options = {**agreed.options, **option_words(asked.options)}
    return agree(agreed.rules, agreed.players, asked.dealer or agreed.players[agreed.dealer], options)


def _answer(what: str, asked: Asked, parts: Sequence[Sequence[str]], given: Mapping[str, str | None]) -> None:
    case, state = _case(asked)
    known = {key: value for key, value in given.items() if value is not None}
    _show(answer(case, Question(what, tuple(map(tuple, parts)), known), state), asked.form)


def _show(found: Answer, form: str) -> None:
    if form == "json":
        show_json(found.value)
    else:
        show("\n".join(map(safe, found.lines)))


# --- about cards -----------------------------------------------------------------------------------


@referee.command("trick")
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--leader", metavar="PLAYER", help="Who played the first card.")
@table_options
def trick(cards: tuple[str, ...], leader: str | None, **table: Any) -> None:
    """Who won the trick of these cards, in order of play."""
    _answer("trick", Asked(**table), [cards], {"leader": leader})


@referee.command("legal")
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option("--trick", "played", metavar="CARDS", default="", help="What was played to the trick so far.")
@table_options
def legal(cards: tuple[str, ...], hand: str | None, played: str, **table: Any) -> None:
    """Which cards of a hand may be played, and by which rule."""
    _answer("legal", Asked(**table), [cards], {"hand": hand if hand is not None else " ".join(cards), "trick": played})


@referee.command("melds")
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--partner", metavar="CARDS", help="The partner's hand, whose melds are added.")
@click.option("--played", metavar="CARDS", help="Cards of the hands that went to the first trick.")
@click.option("--said", is_flag=True, help="What must be said with such a card was said.")
@click.option("--late", is_flag=True, help="The melds were shown after their moment.")
@table_options
def melds(
    cards: tuple[str, ...], partner: str | None, played: str | None, said: bool, late: bool, **table: Any
) -> None:
    """The best melds of a hand and their total."""
    flags = {"said": "yes" if said else None, "late": "yes" if late else None}
    _answer("melds", Asked(**table), [cards], {"partner": partner, "played": played, **flags})


@referee.command("points")
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--other", multiple=True, metavar="CARDS", help="Another pile; repeatable.")
@click.option("--goal", metavar="CARD", help="The card whose suits matter, where suits are counted apart.")
@table_options
def points(cards: tuple[str, ...], other: tuple[str, ...], goal: str | None, **table: Any) -> None:
    """What a pile of cards is worth; with other piles, what is missing from the pack."""
    piles: list[list[str]] = [[]]
    for card in cards:
        piles.append([]) if card == PARTS else piles[-1].append(card)
    _answer("points", Asked(**table), [*piles, *([pile] for pile in other)], {"goal": goal})


@referee.command("auction", context_settings={"ignore_unknown_options": True})
@click.argument("calls", nargs=-1, metavar="CALL…")
@click.option("--turned", metavar="CARD", help="The card that was turned up.")
@table_options
@click.pass_context
def auction(ctx: click.Context, /, calls: tuple[str, ...], turned: str | None, **table: Any) -> None:
    """Whether the calls were in order, who holds the contract, whose turn it is.

    Calls go from the dealer's left.
    """
    no_such_option(ctx, calls)
    _answer("auction", Asked(**table), [calls], {"turned": turned})


@referee.command("stops")
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option("--layout", metavar="CARDS", default="", help="What lies on the piles, or the top card of each.")
@click.option("--start", metavar="RANK", help="The first rank, where the deal decides it.")
@click.option("--direction", metavar="up|down", help="The direction, where the deal decides it.")
@table_options
def stops(
    cards: tuple[str, ...], hand: str | None, layout: str, start: str | None, direction: str | None, **table: Any
) -> None:
    """In a round of piles that grow rank by rank, what may be played."""
    held = hand if hand is not None else " ".join(cards)
    _answer("stops", Asked(**table), [cards], {"hand": held, "layout": layout, "start": start, "direction": direction})


# --- about the rules -------------------------------------------------------------------------------


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


# --- a recorded deal -------------------------------------------------------------------------------


@referee.command("deal")
@click.argument("file", type=click.Path())
@click.argument("facts", nargs=-1, metavar="[FACT…]")
@click.option("--record", is_flag=True, help="Enter the result into the session.")
@yes_option
@table_options
def deal(file: str, facts: tuple[str, ...], record: bool, yes: bool, **table: Any) -> None:
    """Referees a recorded deal: every trick's winner, every revoke, the counts and the points.

    FILE is TOML: rules, players, trump or contract, leader, tricks = ["KC 9C AC", …] and, where they
    are known, [hands]. Facts that score it stand in the file or after its name.
    """
    from scorekeeper.referee.record import parsed, read_record
    from scorekeeper.referee.verdict import deal_verdict

    asked, raw = Asked(**table), parsed(store.read_path(file), file)
    if record or (asked.rules is None and raw.get("rules") is None):
        _in_session(asked, raw, facts, record, yes)
        return
    case = _case_of_record(asked, raw)
    _show(deal_verdict(read_record(raw, case, facts)).answer, asked.form)


def _case_of_record(asked: Asked, raw: Mapping[str, Any]) -> Case:
    """The case of a recorded deal by itself: its game and players are those of the file."""
    rules = store.load_ruleset(asked.rules or str(raw["rules"]))
    names = asked.players.split(",") if asked.players else raw.get("players")
    if not isinstance(names, list):
        hint = tr('add players = ["…", "…", "…"]')
        raise refuse("record-players", tr("the record must name its players, clockwise"), "players", hint)
    dealer = asked.dealer or (None if raw.get("dealer") is None else str(raw["dealer"]))
    options = raw.get("options", {})
    if not isinstance(options, dict):
        raise refuse("record-value", tr("`[options]` must be a table"), "options")
    agreed = agree(rules, map(str, names), dealer, {**options, **option_words(asked.options)})
    case = case_at(agreed, first_state(agreed), {})._replace(contract=None)
    case = case if dealer is not None else case._replace(leader=None, facts={})
    return _said(case, asked)


def _said(case: Case, asked: Asked) -> Case:
    case = with_contract(case, asked.contract) if asked.contract is not None else case
    return with_trump(case, asked.trump) if asked.trump is not None else case


def _in_session(asked: Asked, raw: Mapping[str, Any], facts: Sequence[str], record: bool, yes: bool) -> None:
    """A recorded deal as the coming deal of the session; entered into it where that is asked."""
    from scorekeeper import book
    from scorekeeper.referee.verdict import Verdict, session_verdict

    def verdict_on(opened: Book) -> Verdict:
        state = opened.standing.state
        return session_verdict(_said(case_at(opened.agreed, state, {}), asked), raw, facts, state)

    def entered(opened: Book) -> Act:
        verdict = verdict_on(opened)
        if verdict.faults:
            raise Refused(verdict.faults, tr("the record cannot be entered as it stands"))
        if verdict.missing:
            raise Refused(verdict.missing, tr("the record cannot be entered yet"))
        done = book.new_deal(opened, verdict.words, clock())
        return done._replace(questions=(*verdict.revokes, *done.questions))

    if not record:
        _show(verdict_on(whole_book(asked.session)).answer, asked.form)
        return
    opened, done = change(asked.session, entered, yes)
    _show_entered(verdict_on(opened).answer, opened, done, asked.form)


def _show_entered(found: Answer, opened: Book, done: Act, form: str) -> None:
    from scorekeeper.report.act import act_lines, act_of

    if form == "json":
        show_json({**found.value, **act_of(done)})
        return
    show("\n".join(map(safe, found.lines)))
    for line in act_lines(opened, done):
        show(line)


COMMANDS = {"referee": referee}
