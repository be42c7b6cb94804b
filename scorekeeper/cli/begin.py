"""Commands that begin a session: `new`, `again`, `drop`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, NamedTuple

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    WHOLE_NUMBER,
    CliCommand,
    Recorded,
    before_option,
    by_option,
    choices_option,
    clock,
    format_option,
    is_confirmed,
    is_terminal,
    new_id,
    note,
    note_recorded,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.home_sessions import known_people, latest_heads
from scorekeeper.cli.open_log import change, path_and_name, whole_book
from scorekeeper.cli.refusal import fitted
from scorekeeper.game.schedule import number_problems
from scorekeeper.game.session_settings import (
    NOTHING_SETTLED,
    Agreed,
    SitOutPlan,
    agree,
    comparison_form,
    option_words,
)
from scorekeeper.game.standing import standing
from scorekeeper.record import open_session as book
from scorekeeper.record.disputed_counts import TWO_COUNT
from scorekeeper.record.fact_values import seats_named
from scorekeeper.record.irregular_changes import finishing
from scorekeeper.record.open_session import Again, Book, Occasion, again_of, occasion_of, place_kept
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.next_deal_summary import DealerCard, card_of, card_value
from scorekeeper.report.shared_labels import agreed_words
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store.ruleset_library import playable, ruleset_files
from scorekeeper.store.session_records import day_of
from scorekeeper.store.small_home_files import people_path
from scorekeeper.table.live_table_text import recorded_words
from scorekeeper.text.local_formats import DateAndPlace, days_words
from scorekeeper.text.message import CommandLine, JoinedWords, say
from scorekeeper.text.message_text import in_a_line, text_of
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr

# --- The time of an evening, in the reader's time zone -----------------------------------------


TODAY = "%Y-%m-%d"


def held_words(occasion: Occasion) -> DateAndPlace:
    """Return the day or days and the place of an evening, as text."""
    return DateAndPlace(days_words(day_of(occasion.first), day_of(occasion.last)), occasion.place)


# --- Beginning a session: checking its settings and writing it to disk -------------------------


SESSION_ID = 16  # random bytes: no two sessions have the same id


class Prepared(NamedTuple):
    """A session that is not yet on disk: its name, settings, the header of its file, and the first
    deal (`card`), None if there is none."""

    name: str
    agreed: Agreed
    head: str
    card: DealerCard | None


def prepared(
    rules: Ruleset, players: Sequence[str], dealer: str | None, name: str | None,
    choices: Mapping[str, object], place: str | None = None, turns: SitOutPlan = NOTHING_SETTLED,
    date: str = "", two_counts: bool = False, evening: str = "",
) -> Prepared:  # fmt: skip
    """Return a new session, checked but not written. On a terminal, ask if names that differ only
    in spelling from known players' mean these. Raises FormulaError if the rules cannot
    determine the first deal."""
    where = place_kept(place or "")
    checked = agree(rules, players, _whole_name(dealer, players), choices, turns)
    chosen = _free_name(rules.id, date) if name is None else _session_name(name)
    names = spelt_as_before(checked.players)
    agreed = agree(rules, names, _whole_name(dealer, names), choices, turns)
    if problems := number_problems(agreed):
        raise Refused(problems)
    card = card_of(standing(agreed, ()))
    head = new_head(agreed, chosen, clock(), where, new_id(SESSION_ID), date, two_counts, evening)
    return Prepared(chosen, agreed, head_text(head), card)


def put_on_disk(session: Prepared) -> None:
    """Write the new session to disk and note it as the one used last."""
    path = store.create_session(session.name, session.head)
    note_recorded()
    store.make_current(path)
    _note_persons(session.agreed.players)


def begin(
    rules: Ruleset, players: Sequence[str], dealer: str | None, name: str | None,
    choices: Mapping[str, object], place: str | None = None, turns: SitOutPlan = NOTHING_SETTLED,
    date: str = "", two_counts: bool = False,
) -> Prepared:  # fmt: skip
    """Prepare a new session and write it to disk."""
    session = prepared(rules, players, dealer, name, choices, place, turns, date, two_counts)
    put_on_disk(session)
    return session


def _note_persons(players: Sequence[str]) -> None:
    """Print a note for each player whose name is an alias of a known person. The session saves the
    name as typed."""
    try:
        counts_as = known_people().counts_as
    except (Refused, MachineFailure) as error:
        why = in_a_line(error.messages)
        note(tr("{path} is not understood: {why}", path=people_path(), why=why))
        return
    for name in players:
        if name in counts_as:
            note(tr("`{name}` counts as {person}", name=name, person=counts_as[name]))


def _session_name(name: str) -> str:
    """Return the name unchanged. Raises Refused if it is invalid, or used by an archived
    session."""
    fault = store.new_name_fault(name)
    if fault:
        message = say("`{session}` cannot be a session's name: {fault}", session=name, fault=fault)
        raise refuse("session-name", message, "name")
    if name in store.archived_names():
        taken = say("there is already an archived session `{session}`", session=name)
        raise refuse("session-exists", taken, "name", say("choose another name"))
    return name


def spelt_as_before(players: Sequence[str]) -> list[str]:
    """Return the players' names. If the user confirms that a name is another spelling of a known
    player's, return the earlier spelling."""
    before = _spelt_before(players)
    return [
        before[name] if name in before and _is_same(name, before[name]) else name
        for name in players
    ]


def _spelt_before(players: Iterable[str]) -> dict[str, str]:
    """Return the earlier spelling of each name that was always spelt differently before: `Ann` for
    `ann`."""
    known = list(dict.fromkeys(name for head in latest_heads() for name in head.players))
    alike = {comparison_form(name): name for name in reversed(known)}
    return {
        name: alike[comparison_form(name)]
        for name in players
        if name not in known and comparison_form(name) in alike
    }


def _is_same(name: str, before: str) -> bool:
    """Ask if `name` is the known player `before`. Without a terminal, print a note and return
    False."""
    if is_terminal(sys.stdin):
        asked = tr(
            "`{name}` is `{before}` in earlier sessions. Is that the same person?",
            name=name,
            before=before,
        )
        return is_confirmed(asked, or_enter=True)
    note(
        tr(
            "`{name}` is `{before}` in earlier sessions: these are two players",
            name=name,
            before=before,
        )
    )
    return False


def _whole_name(word: str | None, players: Sequence[str]) -> str | None:
    """Return the player whose name is or begins with `word`. If there is not exactly one, return
    `word`."""
    if word is None or word in players:
        return word

    places = seats_named(players, word)
    return players[places[0]] if len(places) == 1 else word


def _free_name(game: str, date: str) -> str:
    """Return an unused session name, made of the game, the date (today if "") and a number if
    needed."""
    base, taken = (
        f"{game}-{date or time.strftime(TODAY)}",
        {*store.session_names(), *store.archived_names()},
    )
    return next(
        name for name in (base, *(f"{base}-{n}" for n in range(2, 10_000))) if name not in taken
    )


# --- Options for sitting out with more players than hands --------------------------------------


REST = click.option("--rest", metavar="WHO", help="Who rests, with more players than hands.")
DEALS = click.option(
    "--deals",
    type=WHOLE_NUMBER,
    metavar="NUMBER",
    help="How many deals there are with people who rest.",
)


def turns_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command with the options for sitting out. The command receives both as one
    argument, `turns`."""

    @REST
    @DEALS
    @wraps(command)
    def with_turns(*args: object, rest: str | None, deals: int | None, **words: object) -> None:
        command(*args, turns=SitOutPlan(rest, deals), **words)

    return with_turns


# --- A day as an option ------------------------------------------------------------------------


class Day(click.DateTime):
    """A parameter type for a day, whose error message says the format as the help does."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the day as a datetime."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            message = tr("`{word}` is not a day as YYYY-MM-DD, like 2026-01-31", word=value)
            raise click.BadParameter(message, ctx, param) from None


DAY = Day(["%Y-%m-%d"])


# --- Beginning a session: `new` ----------------------------------------------------------------


dealer_option = click.option(
    "--dealer",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who deals first (default: the first player).",
)
name_option = click.option(
    "--name", metavar="NAME", help="The session's name (default: the game and the date)."
)
place_option = click.option(
    "--place", metavar="TEXT", help="Where you play; it stands on the evening's pages."
)
date_option = click.option(
    "--date", type=DAY, metavar="YYYY-MM-DD", help="The day of an evening that is entered later."
)
two_counts_option = click.option(
    "--two-counts", is_flag=True, help="Two people count each deal by themselves."
)
table_choice_option = choices_option("A choice the game leaves to the table; repeatable.")


class Beginning(CliCommand):
    """A command that begins a session. If it is refused, that is noted: the next command may mean
    the refused session."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _noting_refusal():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with _noting_refusal():
            return super().invoke(ctx)


@contextmanager
def _noting_refusal() -> Iterator[None]:
    try:
        yield
    except (Refused, click.UsageError):
        store.note_refused_new()
        raise


@click.command("new", cls=Beginning)
@click.argument("game", shell_complete=offered("games"))
@click.argument("players", nargs=-1, metavar="PLAYER…", shell_complete=offered("friends"))
@dealer_option
@name_option
@place_option
@date_option
@turns_options
@two_counts_option
@table_choice_option
@format_option()
@plain_option
def new(
    game: str, players: tuple[str, ...], dealer: str | None, name: str | None, place: str | None,
    date: datetime | None, turns: SitOutPlan, two_counts: bool, options: tuple[str, ...],
    form: str, plain: bool,
) -> None:  # fmt: skip
    """Begins a session; players are named clockwise.

    Up to three more than there are hands take turns to rest. The new session is the
    current one. `scorekeeper rules list` names the games.
    """
    rules, day = playable(game), day_typed(date)
    choices = option_words(options)
    begun = begin(rules, players, dealer, name, choices, place, turns, day, two_counts)
    show_begun(begun, form, plain, two_counts)


def show_begun(begun: Prepared, form: str, plain: bool, two_counts: bool, **more: str) -> None:
    """Print that a session was begun, and its first deal. `more` are further values in the JSON."""
    agreed = begun.agreed
    if form == "json":
        show_json(
            {
                "session": begun.name,
                "game": agreed.rules.id,
                "players": list(agreed.players),
                **({"two_counts": True} if two_counts else {}),
                "next": card_value(begun.card),
                **more,
            }
        )
        return
    show("\n".join(fitted([began_line(begun.name, agreed)], sys.stdout)))
    show(next_text(begun.card, agreed.rules, min(terminal_width(), 80), plain))
    counts = [text_of(TWO_COUNT)] if two_counts else []
    for line in fitted([*agreed_words(agreed), *counts], sys.stdout):
        show(line)


def began_line(name: str, agreed: Agreed) -> str:
    """Return the line `began friday: GAME, Ann, Bob, Cal, Dee`."""
    game, who = agreed.rules.name.shown(), ", ".join(agreed.players)
    return safe(tr("began {session}: {game}, {players}", session=name, game=game, players=who))


def day_typed(date: datetime | None) -> str:
    """Return the day as a session saves it, `2026-01-31`, or "" for None. Print a note if it is in
    the future."""
    day = date.date().isoformat() if date else ""
    if day > time.strftime(TODAY):
        note(tr("{day} is still to come", day=day))
    return day


@click.command("drop", cls=CliCommand)
@click.argument("name", metavar="SESSION", shell_complete=offered("sessions"))
@format_option()
def drop(name: str, form: str) -> None:
    """Takes away a session in which nothing was recorded.

    It was begun by mistake. A session that holds an entry stays, even where that was taken back.
    """
    path, name = path_and_name(name)
    store.remove_session(path, lambda data: _refuse_entries(book.opened(data, name)))
    note_recorded(Recorded(CommandLine("sessions"), stands=False))
    if form == "json":
        show_json({"dropped": name})
    else:
        show(tr("took {session} away: nothing was recorded in it", session=name))


def _refuse_entries(opened: book.Book) -> None:
    """Raise Refused if the session has any entries."""
    if opened.log.entries:
        message = tr(
            "{session} is not empty: only a session in which nothing was recorded is taken away",
            session=opened.name,
        )
        command = CommandLine("log", ("--session", opened.name))
        hint = say("see what it holds: {command}", command=command)
    elif opened.log.cut:
        message = tr(
            "{session} holds a half-written entry, as a power cut leaves it: it is not taken away "
            "with that",
            session=opened.name,
        )
        command = CommandLine("check", ("--repair", "--session", opened.name))
        hint = say("set that aside first: {command}", command=command)
    else:
        return
    raise refuse("session-begun", message, "session", hint)


# --- The next session of an evening: `again` ---------------------------------------------------


# The time after which a session is probably another evening's.
LONG_AGO = timedelta(hours=12)


# Options of `again` that are only for the shell.
ELSEWHERE = ("-h", "--help", "-s", "--session", "--from", "--format", "--by", "--lang")


class Wish(NamedTuple):
    """The arguments of `again`: games and players (`words`), and the settings that differ from the
    session before."""

    words: Sequence[str] = ()
    dealer: str | None = None
    name: str | None = None
    turns: SitOutPlan = SitOutPlan()
    options: Sequence[str] = ()


@click.command("again", cls=Beginning)
@click.argument("game", required=False, shell_complete=offered("games"))
@click.argument("players", nargs=-1, metavar="[PLAYER…]", shell_complete=offered("friends"))
@before_option
@click.option(
    "--dealer",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who deals first (default: who would deal next).",
)
@name_option
@turns_options
@choices_option("A choice that is another one now; repeatable.")
@by_option
@format_option()
@plain_option
def again(
    game: str | None, players: tuple[str, ...], session: str | None, dealer: str | None,
    name: str | None, turns: SitOutPlan, options: tuple[str, ...], form: str,
    plain: bool,
) -> None:  # fmt: skip
    """The same people play again: the same game, or another.

    The next dealer deals first; `summary --evening` shows the evening as one.
    """
    words = (*([game] if game else ()), *players)
    before, begun = begun_again(session, Wish(words, dealer, name, turns, options))
    two_counts = before.counts_twice
    show_begun(begun, form, plain, two_counts, before=before.name)
    if form != "json":
        show(tr("one evening with {session}", session=before.name))


def begun_again(
    session: str | None, wish: Wish, by: str = "", is_at_table: bool = False
) -> tuple[Book, Prepared]:
    """Begin the next session of an evening. Return the session before, and the new one. If the
    session before is not over, ask if it should be finished. `by` is the recorder.
    `is_at_table` is True at the live table."""
    path = store.session_path(session)
    before = whole_book(path)
    if not before.standing.state.over:
        _refuse_unfinished(before, is_at_table)
    rules, named = _game_and_players(before, wish.words)
    begun = _prepared(again_of(before, rules, named), rules, wish)
    put_on_disk(begun)
    if not before.standing.state.over:  # only once nothing can be refused any more
        change(path, lambda opened: finishing(opened, (), clock()), by=by)
        store.make_current(store.session_path(begun.name))
    _note_long_ago(before, begun.name)
    return before, begun


def wish_typed(words: Sequence[str]) -> Wish:
    """Parse the words after `again` at the live table, as the shell command would. Raises Refused
    if they are invalid or only for the shell."""
    form = say("type {words}", words=JoinedWords(("again", say("[GAME] [PLAYER…]")), " "))
    elsewhere = next((word for word in words if word in ELSEWHERE), None)
    if elsewhere:
        message = say("`{word}` is for the shell, and this is the live table", word=elsewhere)
        raise refuse("command-form", message, None, form)
    try:
        said = again.make_context("again", [*words]).params
    except click.UsageError as error:
        raise refuse("command-form", error.format_message(), None, form) from None
    named = (*([said["game"]] if said["game"] else ()), *said["players"])
    turns = SitOutPlan(said["rest"], said["deals"])
    return Wish(named, said["dealer"], said["name"], turns, said["options"])


def _prepared(known: Again, rules: Ruleset, wish: Wish) -> Prepared:
    """Return the new session. `known` are the settings of the session before, which `wish`
    overrides."""
    asked, turns = wish.turns, known.turns
    return prepared(
        rules,
        known.players,
        wish.dealer or known.dealer,
        wish.name,
        {**known.options, **option_words(wish.options)},
        known.place,
        SitOutPlan(asked.rest or turns.rest, asked.deals or turns.deals),
        known.date,
        known.two_counts,
        known.evening,
    )


def _game_and_players(before: Book, words: Sequence[str]) -> tuple[Ruleset, Sequence[str]]:
    """Return the rules and players that the words name. For the same game, or if none is named,
    return the rules saved in the session before."""
    own = before.agreed.rules
    if not words or _are_players(before, words):
        return own, words
    first, *others = words
    return (own if first == own.id else playable(first)), others


def _are_players(before: Book, words: Sequence[str]) -> bool:
    """Return True if all words are players and none is a game. The first word is a player if it is
    one of the session before and not a game's id, or if no game's id begins with it and another
    word is a player of the session before."""
    first, seated, games = words[0], before.agreed.seat_of, ruleset_files()
    if first in seated:
        return first not in games
    is_game = any(game.startswith(first.casefold()) for game in games)
    return not is_game and any(word in seated for word in words)


def _refuse_unfinished(before: Book, is_at_table: bool) -> None:
    """Ask if the unfinished session before should be finished. Raises Refused if not, if nobody
    can be asked, or if it has no deal."""
    stands = say(
        "{session} is not over: {deals}", session=before.name, deals=recorded_words(before)
    )
    has_deals, asked = bool(before.standing.deals), tr("Finish it?")
    if has_deals and is_terminal(sys.stdin) and is_confirmed(f"{text_of(stands)}. {asked}"):
        return
    if is_at_table:
        mend = say("end it first: {command}", command=CommandLine("finish"))
        if has_deals:
            raise refuse("session-unfinished", stands, "session", mend)
        away = say("or take it away: {command}", command=CommandLine("drop", (before.name,)))
        raise refuse(
            "session-unfinished", stands, "session", say("play it first"),
            None if before.log.entries else away,
        )  # fmt: skip
    this = ("--session", before.name)
    go_on = say("go on with it: {command}", command=CommandLine("play", this))
    if has_deals:
        mend = say("or end it first: {command}", command=CommandLine("finish", this))
    else:
        mend = say("or take it away: {command}", command=CommandLine("drop", (before.name,)))
    is_droppable = has_deals or not before.log.entries
    raise refuse("session-unfinished", stands, "session", go_on, mend if is_droppable else None)


def _note_long_ago(before: Book, name: str) -> None:
    """Print a note if a new session was added to an evening that is long ago. An evening whose
    date was given is entered later on purpose, and needs no note."""
    occasion = occasion_of(before)
    if before.log.head.get("date") or not _is_long_ago(occasion.last, clock()):
        return
    note(
        tr(
            "{session} was on {day}, and {name} counts to that evening; `{command}` begins one of "
            "its own",
            session=before.name, day=held_words(occasion).when, name=name,
            command=text_of(CommandLine("new")),
        )
    )  # fmt: skip


def _is_long_ago(then: str, now: str) -> bool:
    try:
        return datetime.fromisoformat(now) - datetime.fromisoformat(then) > LONG_AGO
    except (ValueError, TypeError):  # an invalid time, edited manually
        return False


COMMANDS = {"new": new, "drop": drop, "again": again}
