"""Creating and listing events: `event new`, `event list`."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator

import click

from scorekeeper import store
from scorekeeper.base.exact_numbers import exact
from scorekeeper.cli.begin import spelt_as_before
from scorekeeper.cli.click_parts import (
    WHOLE_NUMBER,
    CliCommand,
    Recorded,
    choices_option,
    clock,
    format_option,
    new_id,
    note,
    note_recorded,
    offered,
    show,
    show_json,
    talk,
)
from scorekeeper.cli.event_log import note_copies
from scorekeeper.cli.event_tables import SESSION_ID
from scorekeeper.cli.refusal import fitted
from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_settings import (
    BY,
    EVEN,
    FIXED,
    POINTS,
    RANK,
    SEATINGS,
    TIES,
    TITLE,
    Plan,
    Terms,
    terms_head,
    terms_problems,
)
from scorekeeper.event.round_tables import Sizes, sizes_of
from scorekeeper.event.session_assignment import agreed_at, sizes_problems
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.game.session_settings import SitOutPlan, complete_options, option_words
from scorekeeper.league.people import kept_name
from scorekeeper.record.paper_csv import names_of
from scorekeeper.record.session_head import head_text
from scorekeeper.render.event_text import events_lines
from scorekeeper.report.event.event_values import event_row
from scorekeeper.report.event.standings_page import number_shown
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store.event_files import (
    create_event,
    current_event,
    event_bytes,
    event_names,
    event_path,
    make_current_event,
)
from scorekeeper.store.ruleset_library import playable
from scorekeeper.text.message import CommandLine, Words, either, in_turn, listing, say, say_n
from scorekeeper.text.message_text import in_a_line, labelled, parted, text_of
from scorekeeper.text.problems import MachineFailure, Problem, Refused, did_you_mean, known_mends
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr, trn

# --- Beginning an event: `event new` -----------------------------------------------------------


SEEDS = 4  # bytes of chance for a seed that nobody said
NAME_BYTES = 80  # of an event's name: those of its sessions are longer
NUMBER = "[0-9]{1,4}"
SIZES = re.compile(rf"(?:({NUMBER})x)?({NUMBER})(?:-({NUMBER}))?")


@click.command("new", cls=CliCommand)
@click.argument("name", metavar="NAME")
@click.option("--game", metavar="GAME", shell_complete=offered("games"), help="What is played.")
@click.option("--people", metavar="NAME,…", help="Who plays, with commas between.")
@click.option(
    "--from", "source", metavar="FILE", shell_complete=offered("files"),
    help="Who plays, from a file: a name a line, or a CSV.",
)  # fmt: skip
@click.option("--rounds", type=WHOLE_NUMBER, metavar="NUMBER", help="How many rounds.")
@click.option(
    "--tables", default="", metavar="3-4",
    help="How many sit at a table; 8x3-4 with eight tables.",
)  # fmt: skip
@click.option(
    "--seating", type=click.Choice(SEATINGS), default=EVEN, metavar="HOW",
    help="even|standing|random|hand; the first unless said.",
)  # fmt: skip
@click.option("--seed", type=WHOLE_NUMBER, metavar="NUMBER", help="What draws follow from.")
@click.option(
    "--deals", type=WHOLE_NUMBER, metavar="NUMBER", help="How many deals where people rest."
)
@choices_option("A choice the game leaves to the table; repeatable.")
@click.option(
    "--count",
    default=POINTS,
    metavar="HOW",
    help="points (default), mean, wins, rank or rank=5,3,1.",
)
@click.option(
    "--best", type=WHOLE_NUMBER, default=0, metavar="NUMBER", help="How many rounds count (all)."
)
@click.option("--ties", metavar="HOW,…", help="What parts those who are level, in order.")
@click.option(
    "--out-score", "out", metavar="NUMBER", help="What a round out counts; also late=, absent=."
)
@format_option()
def new(
    name: str, game: str | None, people: str | None, source: str | None, rounds: int | None,
    tables: str,
    seating: str, seed: int | None, deals: int | None, options: tuple[str, ...], count: str,
    best: int, ties: str | None, out: str | None, form: str,
) -> None:  # fmt: skip
    """Begins an event, of which nothing is drawn yet."""
    if game is None or rounds is None:
        raise click.UsageError(tr("say what is played and how many rounds: --game and --rounds"))
    if (people is None) == (source is None):
        raise click.UsageError(tr("say who plays: --people or --from, one of them"))
    rules = playable(game)
    problems = _name_problems(name)
    wanted, faults = _sizes(tables, rules)
    plan, more = _plan(count, best, ties, out)
    settled, choices = complete_options(rules, option_words(options))
    named = _from_file(source) if source is not None else _typed(people or "")
    terms = Terms(
        name=name, id=new_id(SESSION_ID), game=rules.id, created=clock(), rounds=rounds,
        seating=seating, wanted=wanted, seed=_seed() if seed is None else seed,
        people=tuple(named), options=settled, rules=rules.raw, plan=plan,
        turns=SitOutPlan(None, deals),
    )  # fmt: skip
    problems += [*faults, *more, *choices, *terms_problems(terms)]
    if not faults and not choices:
        sizes = sizes_problems(terms, rules)
        problems += _with_tables(sizes, terms, rules) or _idle_deals(terms, rules)
    if problems:
        raise Refused(problems)
    terms = terms._replace(people=tuple(spelt_as_before(terms.people)))
    path = create_event(name, head_text(terms_head(terms), TITLE))
    note_recorded(Recorded(CommandLine("event round")))
    make_current_event(path)
    _show(terms, rules, form)
    if deals is not None or len(_sizes_there(terms)) > 1:
        note(_deals_said(terms, rules))
    if unfair := _unfair_said(terms, rules):
        note(unfair)


def _seed() -> int:
    return int(new_id(SEEDS), 16)


def _name_problems(name: str) -> list[Problem]:
    fault = store.new_name_fault(name)
    if fault is None and len(name.encode("utf-8", "replace")) > NAME_BYTES:
        fault = say("it must have 1 to {most} letters", most=NAME_BYTES)
    if fault is None:
        return []
    message = say("`{event}` cannot be an event's name: {fault}", event=name, fault=fault)
    return [Problem("event-name", message, "name")]


def _typed(people: str) -> list[str]:
    return [kept_name(name) for name in people.split(",") if name.strip()]


def _from_file(path: str) -> list[str]:
    return [kept_name(row.name) for row in names_of(store.read_path(path))]


def _sizes(tables: str, rules: Ruleset) -> tuple[Sizes, list[Problem]]:
    """Parse the sizes of tables (in players), and return them with the problems of the text.
    Without a text, tables have as many players as the game has hands."""
    hands = max(rules.players, default=2)
    if not tables:
        return Sizes(hands, hands, hands), []
    found = SIZES.fullmatch(tables.replace(" ", ""))
    if found is None:
        message = say("`{word}` does not say how many sit at a table", word=tables)
        hint = say("say `{one}`, `{two}`, or `{three}`", one="3", two="3-4", three="8x3-4")
        return Sizes(hands, hands, hands), [Problem("event-tables", message, "tables", (hint,))]
    number, least, most = (int(part) if part else 0 for part in found.groups())
    most = most or least
    full = [size for size in rules.players if least <= size <= most]
    return Sizes(least, most, max(full, default=least), number), []


def _with_tables(problems: list[Problem], terms: Terms, rules: Ruleset) -> list[Problem]:
    """Return the problems of table sizes. If the user typed one number that may be the number of
    tables, add a fix with the correct form."""
    number, people, hands = terms.wanted.least, len(terms.people), max(rules.players, default=0)
    is_one_number = number == terms.wanted.most and not terms.wanted.tables
    if not (problems and is_one_number and number > hands and people >= hands * number):
        return problems
    least, rest = divmod(people, number)
    by_tables = f"{number}x{least}-{least + 1}" if rest else f"{number}x{least}"
    ways = [by_tables] if people % hands else [by_tables, f"{people // hands}x{hands}"]
    hint = say(
        "if {number} tables were meant, say {ways}",
        number=number, ways=either([f"`--tables {way}`" for way in dict.fromkeys(ways)]),
    )  # fmt: skip
    return [problem._replace(mends=(hint,)) for problem in problems]


def _idle_deals(terms: Terms, rules: Ruleset) -> list[Problem]:
    """Return the problem of `--deals` if no table has anybody who sits out, else []."""
    if terms.turns.deals is None or terms.wanted.least < 1:
        return []
    sizes = range(terms.wanted.least, terms.wanted.most + 1)
    if any(size not in rules.players for size in sizes):
        return []
    message = say(
        "`--deals` is for tables where people rest, and nobody rests here: {tables}",
        tables=_deals_said(terms, rules),
    )
    number = rules.deals.number
    names = [name for name in rules.options if number is not None and name in number.things]
    mends = [
        say(
            "say it by the option of the game: `{option}`",
            option=f"--option {name}={terms.turns.deals}",
        )
        for name in names
    ] or [
        say(
            "leave `--deals` out; a table that stops earlier says so: `{command}`",
            command=CommandLine("finish"),
        )
    ]
    return [Problem("event-deals", message, "deals", tuple(mends))]


def _deals_said(terms: Terms, rules: Ruleset) -> str:
    """Return a text with the number of deals at tables of each size."""
    return text_of(in_turn(*(_deals_of(size, terms, rules) for size in _sizes_there(terms))))


def _unfair_said(terms: Terms, rules: Ruleset) -> str | None:
    """Return a warning if points are added up although players at tables of different sizes play
    different numbers of deals. Return None otherwise, or if the numbers are unknown."""
    each = {size: _deals_a_person(size, terms, rules) for size in _sizes_there(terms)}
    if terms.plan.by != POINTS or None in each.values() or len({*each.values()}) < 2:
        return None
    deals = [
        tr("{deals} at tables of {size}", deals=number_shown(number), size=size)
        for size, number in each.items()
    ]
    return tr(
        "points are added up, though not everybody plays as many deals: {deals}; `--count mean` "
        "counts points a deal",
        deals=", ".join(deals),
    )


def _deals_a_person(size: int, terms: Terms, rules: Ruleset) -> int | None:
    """Return the mean number of deals per player at a table of this size, or None if the game's
    length is not fixed."""
    agreed = agreed_at(terms, rules, [f"{number}." for number in range(1, size + 1)])
    deals = deals_per_game(agreed)
    return None if deals is None else exact(deals * agreed.hands, size)


def _sizes_there(terms: Terms) -> list[int]:
    """Return the different sizes of tables in a round with all players, largest first."""
    return sorted({*sizes_of(len(terms.people), terms.wanted)}, reverse=True)


def _deals_of(size: int, terms: Terms, rules: Ruleset) -> Words:
    names = [f"{number}." for number in range(1, size + 1)]
    deals = deals_per_game(agreed_at(terms, rules, names))
    if deals is None:
        return say("tables of {size} play as long as the game lasts", size=size)
    return say_n(
        deals, "tables of {size} play {n} deal", "tables of {size} play {n} deals", size=size
    )


def _plan(count: str, best: int, ties: str | None, out: str | None) -> tuple[Plan, list[Problem]]:
    """Parse the options for the standings. Return the plan and its problems."""
    by, has_points, ranks = count.partition("=")
    problems = list[Problem]()
    if by not in BY or (has_points and by != RANK):
        message = say("the standings cannot count `{word}`", word=count)
        mends = known_mends(did_you_mean(by, BY), say("say {choices}", choices=listing(BY)))
        problems.append(Problem("event-count", message, "count", mends))
        by, has_points = POINTS, ""
    points = [_whole_numbers(part) for part in ranks.split("/")] if has_points else []
    fixed = _fixed(out or "")
    if None in points or fixed is None:
        message = say("points for a place, or for who did not play, are whole numbers")
        hint = say(
            "say `{ranks}` or `{out}`", ranks="--count rank=5,3,1", out="--out-score 6,absent=0"
        )
        problems.append(Problem("event-points", message, "count", (hint,)))
    words = None if ties is None else tuple(word.strip() for word in ties.split(","))
    known = None if words is None else tuple(word for word in words if word)
    if known == ():
        mend = say("say {choices}", choices=listing(TIES))
        message = say("nothing is named that parts those who are level")
        problems.append(Problem("event-ties", message, "ties", (mend,)))
    rank_points = tuple(tuple(part) for part in points if part is not None)
    return Plan(by, best, rank_points, known, **(fixed or {})), problems


def _whole_numbers(text: str) -> list[int] | None:
    """Return the numbers in a text such as `5,3,1`, or None if any is not a whole number."""
    parts = [part.strip() for part in text.split(",")]
    return [*map(int, parts)] if all(map(_is_whole, parts)) else None


def _is_whole(text: str) -> bool:
    return re.fullmatch(r"[-+]?[0-9]{1,9}", text) is not None


def _fixed(text: str) -> dict[str, int] | None:
    """Parse the fixed scores for a round that a player does not play, `6` or `6,absent=0`, by
    reason (out, late, absent). Return None if the text is invalid or repeats a reason."""
    found = dict[str, int]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, is_named, number = part.rpartition("=")
        name = name.strip() if is_named else "out"
        if name not in FIXED or name in found or not _is_whole(number.strip()):
            return None
        found[name] = int(number)
    return found


def _show(terms: Terms, rules: Ruleset, form: str) -> None:
    if form == "json":
        show_json(
            {
                "event": terms.name, "game": rules.id, "people": list(terms.people),
                "rounds": terms.rounds, "seating": terms.seating, "seed": terms.seed,
            }
        )  # fmt: skip
        return
    game, people = rules.name.shown(), len(terms.people)
    said = trn(
        people,
        "began {event}: {game}, {n} person, {rounds}",
        "began {event}: {game}, {n} people, {rounds}",
        event=terms.name, game=game, rounds=trn(terms.rounds, "{n} round", "{n} rounds"),
    )  # fmt: skip
    show("\n".join(fitted(map(safe, (said, _tables_said(terms))), sys.stdout)))


def _tables_said(terms: Terms) -> str:
    """Return the text `8 tables: 3 of 4, 5 of 3`, with the number of players who sit out."""
    sizes = sizes_of(len(terms.people), terms.wanted)
    each = [
        tr("{number} of {size}", number=number, size=size)
        for size, number in sorted(Counter(sizes).items(), reverse=True)
    ]
    said = labelled(trn(len(sizes), "{n} table", "{n} tables"), ", ".join(each))
    out = len(terms.people) - sum(sizes)
    if not out:
        return said
    return parted((said, trn(out, "{n} person sits out", "{n} people sit out")))


# --- Listing events: `event list` --------------------------------------------------------------


@click.command("list", cls=CliCommand)
@format_option()
def list_(form: str) -> None:
    """The events there are, the latest last; a star marks the one used last."""
    show_events(form)


def show_events(form: str) -> None:
    """Print all events, and a note about each unreadable one."""
    events, current = dict(_told_events()), current_event()
    copies = note_copies(events.items())
    rows = [
        event_row(name, event.event, name == current)._replace(copy_of=copies.get(name))
        for name, event in events.items()
    ]
    if form == "json":
        show_json(rows)
    elif rows:
        show("\n".join(fitted(events_lines(rows), sys.stdout)))
    else:
        talk(tr("there is no event yet; begin one: scorekeeper event new NAME"))


def _told_events() -> Iterator[tuple[str, OpenEvent]]:
    for name in event_names():
        try:
            yield name, opened(event_bytes(event_path(name)), store.name_of_file(name))
        except (Refused, MachineFailure) as error:
            note(tr("{event} cannot be read: {why}", event=name, why=in_a_line(error.messages)))


COMMANDS = {"new": new, "list": list_}
