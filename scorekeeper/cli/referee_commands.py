"""Questions to the referee: `referee`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import reduce, wraps
from typing import NamedTuple

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    choices_option,
    clock,
    format_option,
    is_terminal,
    no_such_option,
    offered,
    session_option,
    show,
    show_json,
    terminal_width,
    yes_option,
)
from scorekeeper.cli.open_log import change, whole_book
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session_settings import Agreed, agree, complete_options, option_words
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.record.open_session import Act, Book
from scorekeeper.referee.deal_record import parsed, read_record
from scorekeeper.referee.question_context import (
    PARTS,
    Case,
    RefereeAnswer,
    case_of_next_deal,
    with_contract,
    with_trump,
)
from scorekeeper.referee.question_parser import RefereeQuestion, answer
from scorekeeper.referee.verdict import Verdict, deal_verdict, session_verdict
from scorekeeper.report.change_text import act_lines
from scorekeeper.report.change_value import act_of
from scorekeeper.rules.rules_by_option import players_allowed
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Problem, Refused, refuse
from scorekeeper.text.terminal_text import all_wrapped, safe
from scorekeeper.text.translation import tr

# --- referee options ---------------------------------------------------------------------------
# The options that every command of the referee takes, and the case that they describe.


# What every command takes: the game, or the session whose coming deal is meant.
TABLE = [
    click.option(
        "--rules",
        metavar="GAME",
        shell_complete=offered("games"),
        help="The game (default: that of the session, at its coming deal).",
    ),
    click.option(
        "--contract",
        metavar="NAME",
        shell_complete=offered("contracts"),
        help="The contract, where it matters.",
    ),
    click.option(
        "--trump", metavar="SUIT", shell_complete=offered("suits"), help="The trump suit, or none."
    ),
    choices_option("A choice of the table; repeatable."),
    click.option(
        "--players", metavar="NAME,NAME…", help="The players, clockwise; or how many there are."
    ),
    click.option(
        "--dealer",
        metavar="PLAYER",
        shell_complete=offered("players"),
        help="Who deals (default: the first player).",
    ),
    session_option,
    format_option(),
]


class RefereeOptions(NamedTuple):
    """The options common to all referee commands, as typed."""

    rules: str | None
    contract: str | None
    trump: str | None
    options: tuple[str, ...]
    players: str | None
    dealer: str | None
    session: str | None
    form: str


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command with the common referee options. The command receives them as one
    argument, `asked`."""

    @wraps(command)
    def with_asked(*args: object, **words: object) -> None:
        asked = RefereeOptions._make(words.pop(name) for name in RefereeOptions._fields)
        command(*args, asked=asked, **words)

    return reduce(lambda inner, option: option(inner), reversed(TABLE), with_asked)


def case_asked(asked: RefereeOptions) -> tuple[Case, State, list[Problem]]:
    """Return the question context from the options (a game alone, or a session's next deal), the
    state, and the problems of invalid options, which the context leaves out."""
    try:
        case, state = _case(asked)
        problems: list[Problem] = []
    except Refused as refusal:
        if asked.rules is None or not (asked.options or asked.players or asked.dealer):
            raise
        case, state = _case(asked._replace(options=(), players=None, dealer=None))
        problems = [*refusal.problems]
    case, more = _with_said(case, asked)
    return case, state, [*problems, *more]


def _case(asked: RefereeOptions) -> tuple[Case, State]:
    """Return the question context without the entered contract and trump suit, and the state."""
    if asked.rules is not None:
        agreed, named = _agreed(asked.rules, asked)
        state = first_state(agreed)
        how_many = {"players": len(agreed.players)} if asked.players else {}
        case = case_of_next_deal(agreed, state, how_many, named)._replace(
            leader=None, contract=None, opened=(), state=None
        )
    else:
        opened = whole_book(asked.session)
        seating = opened.standing.seating
        agreed, state = with_options(seating.agreed, asked), seating.state
        case = case_of_next_deal(agreed, state, {})
    return case, state


def _agreed(game: str, asked: RefereeOptions) -> tuple[Agreed, bool]:
    """Return settings for this game, and True if the options name the players."""
    rules = library.load_ruleset(game)
    options = option_words(asked.options)
    names = [name.strip() for name in (asked.players or "").split(",") if name.strip()]
    if names and not names[0].isdecimal():
        return agree(rules, names, asked.dealer, options), True
    # two digits are enough: no game has a hundred players
    number = int(names[0][:2]) if names else _fewest(rules, options)
    unnamed = [tr("player {number}", number=seat) for seat in range(1, number + 1)]
    return agree(rules, unnamed, unnamed[-1] if unnamed else None, options), False


def _fewest(rules: Ruleset, options: Mapping[str, object]) -> int:
    """Return the number of players if none is given: the first number that the options allow."""
    settled, _ = complete_options(rules, options)
    return next(iter(players_allowed(rules, settled) or rules.players))


def with_options(agreed: Agreed, asked: RefereeOptions) -> Agreed:
    """Return the session's settings with the options and the dealer given for this question."""
    if not asked.options and asked.dealer is None:
        return agreed
    options = {**agreed.options, **option_words(asked.options)}
    first = asked.dealer or agreed.players[agreed.dealer]
    return agree(agreed.rules, agreed.players, first, options)._replace(rota=agreed.rota)


def case_of_record(asked: RefereeOptions, raw: Mapping[str, object]) -> Case:
    """Return the question context of a recorded deal outside any session. Options override the
    game, players and dealer in the record. Raises Refused if these are missing or invalid."""
    rules = library.load_ruleset(asked.rules or str(raw["rules"]))
    names = asked.players.split(",") if asked.players else raw.get("players")
    if not isinstance(names, list):
        hint = tr('add players = ["…", "…", "…"]')
        raise refuse(
            "record-players", tr("the record must name its players, clockwise"), "players", hint
        )
    dealer = asked.dealer or (None if raw.get("dealer") is None else str(raw["dealer"]))
    options = raw.get("options", {})
    if not isinstance(options, dict):
        raise refuse("record-value", tr("`[options]` must be a table"), "options")
    agreed = agree(rules, map(str, names), dealer, {**options, **option_words(asked.options)})
    case = case_of_next_deal(agreed, first_state(agreed), {})._replace(
        contract=None, opened=(), state=None
    )
    case = case if dealer is not None else case._replace(leader=None, facts={})
    return with_said(case, asked)


def with_said(case: Case, asked: RefereeOptions) -> Case:
    """Return the question context with the entered contract and trump suit. Raises Refused if
    either is impossible."""
    case, problems = _with_said(case, asked)
    if problems:
        raise Refused(problems)
    return case


def _with_said(case: Case, asked: RefereeOptions) -> tuple[Case, list[Problem]]:
    """Return the question context with the entered contract and trump suit, and the problems of
    impossible ones, which are left out."""
    problems: list[Problem] = []
    for word, said in ((asked.contract, with_contract), (asked.trump, with_trump)):
        try:
            case = case if word is None else said(case, word)
        except Refused as refusal:
            problems += refusal.problems
    return case, problems


def show_answer(found: RefereeAnswer, form: str) -> None:
    """Print the answer as JSON or as text."""
    if form == "json":
        show_json(spoken(found.value))
    else:
        show_lines(found)


def show_lines(found: RefereeAnswer) -> None:
    """Print the lines of an answer, wrapped on a terminal."""
    lines = [text_of(line) for line in found.lines]
    is_wide = not is_terminal(sys.stdout)
    show("\n".join(map(safe, lines) if is_wide else all_wrapped(lines, terminal_width())))


# --- referee questions -------------------------------------------------------------------------
# Questions to the referee: `referee trick legal melds points discard auction stops ruling dealing
# miscount`.


# wrong under any rules
BY_ITSELF = ("cards-none", "card-unknown", "card-twice", "player-unknown", "player-ambiguous")


def _answer(
    what: str,
    asked: RefereeOptions,
    parts: Sequence[Sequence[str]],
    given: Mapping[str, str | None],
) -> None:
    case, state, problems = case_asked(asked)
    known = {key: value for key, value in given.items() if value is not None}
    try:
        found = answer(case, RefereeQuestion(what, tuple(map(tuple, parts)), known), state)
    except Refused as refusal:
        # What else is wrong may follow from what was left out of the case.
        raise Refused(
            [*problems, *(p for p in refusal.problems if not problems or p.code in BY_ITSELF)]
        ) from None
    if problems:
        raise Refused(problems)
    show_answer(found, asked.form)


# --- about cards ---------------------------------------------------------------------------------


@click.command("trick", cls=CliCommand)
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option(
    "--leader",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who played the first card.",
)
@click.option(
    "--pot", metavar="CARDS", default="", help="The heap to which a card of the trick goes, so far."
)
@click.option("--goal", metavar="CARD", help="The card whose suits in that heap matter.")
@table_options
def trick(
    cards: tuple[str, ...], leader: str | None, pot: str, goal: str | None, asked: RefereeOptions
) -> None:
    """Who won the trick of these cards, in order of play, and which of them may go to a heap."""
    _answer("trick", asked, [cards], {"leader": leader, "pot": pot, "goal": goal})


@click.command("legal", cls=CliCommand)
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option("--trick", "played", metavar="CARDS", help="What was played to the trick so far.")
@click.option(
    "--broken",
    metavar="SUIT",
    help="The suit, of those that may not be led at once, that was played before, or none.",
)
@table_options
def legal(
    cards: tuple[str, ...],
    hand: str | None,
    played: str | None,
    broken: str | None,
    asked: RefereeOptions,
) -> None:
    """Which cards of a hand may be played, and by which rule."""
    given = {"hand": hand, "trick": played, "broken": broken}
    _answer("legal", asked, _parts(cards), given)


@click.command("melds", cls=CliCommand)
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
    asked: RefereeOptions,
) -> None:
    """The best melds of a hand and their total."""
    flags = {"said": "yes" if said else None, "late": "yes" if late else None}
    _answer("melds", asked, [cards], {"partner": partner, "played": played, **flags})


@click.command("points", cls=CliCommand)
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--other", multiple=True, metavar="CARDS", help="Another pile; repeatable.")
@click.option(
    "--goal", metavar="CARD", help="The card whose suits matter, where suits are counted apart."
)
@table_options
def points(
    cards: tuple[str, ...], other: tuple[str, ...], goal: str | None, asked: RefereeOptions
) -> None:
    """What a pile of cards is worth; with other piles, what is missing from the pack."""
    _answer("points", asked, [*_parts(cards), *([pile] for pile in other)], {"goal": goal})


def _parts(words: Sequence[str]) -> list[list[str]]:
    """Split the words into groups at each `/`."""
    parts: list[list[str]] = [[]]
    for word in words:
        parts.append([]) if word == PARTS else parts[-1].append(word)
    return parts


@click.command("discard", cls=CliCommand)
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", default="", help="The hand that they are given from.")
@click.option(
    "--talon", metavar="CARDS", default="", help="The cards of the talon that are taken up."
)
@click.option(
    "--step", metavar="NUMBER", help="Which step of the exchange, where there are several."
)
@table_options
def discard(
    cards: tuple[str, ...], hand: str, talon: str, step: str | None, asked: RefereeOptions
) -> None:
    """Whether cards may be discarded or passed before play, and what is kept.

    Without cards: which of the hand may be.
    """
    _answer("discard", asked, [cards], {"hand": hand, "talon": talon, "step": step})


@click.command("auction", cls=CliCommand, context_settings={"ignore_unknown_options": True})
@click.argument("calls", nargs=-1, metavar="CALL…")
@click.option("--turned", metavar="CARD", help="The card that was turned up.")
@table_options
@click.pass_context
def auction(
    ctx: click.Context, /, calls: tuple[str, ...], turned: str | None, asked: RefereeOptions
) -> None:
    """Whether the calls were in order, who holds the contract, whose turn it is.

    Calls go from the dealer's left.
    """
    no_such_option(ctx, calls)
    _answer("auction", asked, [calls], {"turned": turned})


@click.command("stops", cls=CliCommand)
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
    asked: RefereeOptions,
) -> None:
    """In a round of piles that grow rank by rank, what may be played."""
    held = hand if hand is not None else " ".join(cards)
    _answer(
        "stops",
        asked,
        [cards],
        {"hand": held, "layout": layout, "start": start, "direction": direction},
    )


# --- about the rules -----------------------------------------------------------------------------


@click.command("ruling", cls=CliCommand)
@click.argument("topic", nargs=-1, metavar="[TOPIC]", shell_complete=offered("topics"))
@table_options
def ruling(topic: tuple[str, ...], asked: RefereeOptions) -> None:
    """What the rules say on misdeal, revoke, exposed-card…; without a topic, what they speak of."""
    _answer("ruling", asked, [topic], {})


@click.command("dealing", cls=CliCommand)
@table_options
def dealing(asked: RefereeOptions) -> None:
    """How the cards are dealt: how many to whom, what is turned up, who exchanges what."""
    _answer("dealing", asked, [()], {})


@click.command("miscount", cls=CliCommand, context_settings={"ignore_unknown_options": True})
@click.argument("numbers", nargs=-1, metavar="NUMBER…")
@table_options
@click.pass_context
def miscount(ctx: click.Context, /, numbers: tuple[str, ...], asked: RefereeOptions) -> None:
    """Which single slip explains a wrong count, and how many cards each pile must hold."""
    no_such_option(ctx, numbers)
    _answer("miscount", asked, [numbers], {})


# --- Judging a recorded deal: `referee deal` ---------------------------------------------------


@click.command("deal", cls=CliCommand)
@click.argument("file", type=click.Path(), shell_complete=offered("files"))
@click.argument("facts", nargs=-1, metavar="[FACT…]", shell_complete=offered("facts"))
@click.option("--record", is_flag=True, help="Enter the result into the session.")
@yes_option
@table_options
def deal(file: str, facts: tuple[str, ...], record: bool, yes: bool, asked: RefereeOptions) -> None:
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
    """Print the verdict on a recorded deal. Raises Refused if the record contradicts itself."""
    show_answer(verdict.answer, form)
    if verdict.contradictions:
        raise Refused(verdict.contradictions, tr("the record contradicts itself"))


def _in_session(
    asked: RefereeOptions, raw: Mapping[str, object], facts: Sequence[str], record: bool, yes: bool
) -> None:
    """Judge a recorded deal as the session's next deal. If `record`, record the deal in the
    session."""
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
        return session_verdict(
            with_said(case_of_next_deal(agreed, state, {}), asked), raw, facts, state
        )

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


def _show_entered(found: RefereeAnswer, opened: Book, done: Act, form: str) -> None:
    if form == "json":
        show_json({**spoken(found.value), **act_of(done)})
        return
    show_lines(found)
    for line in act_lines(opened, done):
        show(line)


COMMANDS = {
    "trick": trick,
    "legal": legal,
    "melds": melds,
    "points": points,
    "discard": discard,
    "auction": auction,
    "stops": stops,
    "ruling": ruling,
    "dealing": dealing,
    "miscount": miscount,
    "deal": deal,
}
