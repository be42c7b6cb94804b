"""The commands for people and their names: `people`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    Recorded,
    format_option,
    note,
    note_recorded,
    offered,
    plain_option,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.home_sessions import known_people, tell_copies, without_copies
from scorekeeper.cli.session_list import evenings
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.league.people import (
    CHANGES,
    People,
    Person,
    Tables,
    counted,
    equal_names,
    kept_name,
    one_at_table,
    people_of,
    similar_names,
)
from scorekeeper.league.people import people_text as people_file_text
from scorekeeper.league.session_record import Evening
from scorekeeper.render.session_lists import PersonRow, people_text
from scorekeeper.rules.cards import folded
from scorekeeper.store.session_changes import trash_names
from scorekeeper.store.small_home_files import change_people, people_path
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.message_text import labelled, listed, names_listed, text_of
from scorekeeper.text.problems import Problem, Refused, did_you_mean
from scorekeeper.text.translation import tr, trn

# --- Listing people: `people list` -------------------------------------------------------------


@click.command("list", cls=CliCommand)
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Everybody who plays, and whose names may be one person's."""
    show_people(form, plain)


def show_people(form: str, plain: bool) -> None:
    """Print all people, and a note about each group of names so similar that they may belong to
    one person."""
    people = known_people()
    told = [counted(evening, people.counts_as) for evening in _evenings()]
    rows, tables = _rows(people, told), _tables(told)
    same = [*equal_names(tables, people.declared)]
    near = [*similar_names(tables, people.declared)]
    if form == "json":
        show_json({"people": rows, "alike": same, "near": near})
    elif rows:
        ink = ink_of_page(plain)
        show_page(people_text(rows, terminal_width(), plain, ink), ink)
    else:
        talk(_nobody_words())
    for names in (*same, *near):
        _propose(names)


def _nobody_words() -> str:
    """Return the message that there are no players. It names the sessions in the trash, if any."""
    if thrown := trash_names():
        return trn(
            len(thrown),
            "nobody plays here any more; {n} session lies in the trash: {command}",
            "nobody plays here any more; {n} sessions lie in the trash: {command}",
            command=text_of(CommandLine("sessions restore", (*thrown,))),
        )
    return tr("nobody has played yet; begin a session: scorekeeper new GAME PLAYER…")


def _evenings() -> Iterator[Evening]:
    every = evenings(store.every_session())
    told = [(store.bare_name(name), evening) for name, _, evening in every]
    tell_copies(told)
    return (evening for _, evening in without_copies(told))


def _rows(people: People, told: list[Evening]) -> list[PersonRow]:
    """Return a row for each person in the people file and each other player, sorted by name."""
    sessions: dict[str, int] = dict.fromkeys((person.name for person in people.people), 0)
    last: dict[str, str] = {}
    for evening in told:
        for name in dict.fromkeys(evening.names):
            sessions[name] = sessions.get(name, 0) + 1
            last[name] = max(last.get(name, ""), evening.day)
    also = {person.name: person.also for person in people.people}
    return [
        PersonRow(name, also.get(name, ()), sessions[name], last.get(name, ""))
        for name in sorted(sessions, key=lambda name: (folded(name), name))
    ]


def _tables(told: list[Evening]) -> Tables:
    tables: dict[tuple[str, ...], int] = {}
    for evening in told:
        names = tuple(evening.players)
        tables[names] = tables.get(names, 0) + 1
    return tables


def _propose(names: tuple[str, ...]) -> None:
    """Print a note about names that may belong to one person, with the commands to join or
    separate them."""
    who = listed([f"`{name}`" for name in names], "and")
    note(
        tr(
            "{names} count as different people; if they are one: `{merge}`; if not: `{add}`",
            names=who,
            merge=text_of(CommandLine("people merge", names)),
            add=text_of(CommandLine("people add", names)),
        )
    )


# --- Changing people: `people add alias rename merge part` -------------------------------------


RECORDED = Recorded(CommandLine("people"))
# Who plays in each session of the home, by its name.
Seats = Mapping[str, Evening]

person_argument = click.argument("name", metavar="NAME", shell_complete=offered("friends"))
others_argument = click.argument(
    "others", metavar="OTHER…", nargs=-1, required=True, shell_complete=offered("friends")
)


@click.command("add", cls=CliCommand)
@click.argument(
    "names", metavar="NAME…", nargs=-1, required=True, shell_complete=offered("friends")
)
@format_option()
def add(names: tuple[str, ...], form: str) -> None:
    """Adds people, each of their own: two with names alike are then two."""
    _change("add", names, names, form)


@click.command("alias", cls=CliCommand)
@person_argument
@others_argument
@format_option()
def alias(name: str, others: tuple[str, ...], form: str) -> None:
    """Says that OTHER is another name of NAME."""
    _change("alias", (name, *others), (name,), form, known=(name,))


@click.command("rename", cls=CliCommand)
@click.argument("old", metavar="OLD", shell_complete=offered("friends"))
@click.argument("new", metavar="NEW")
@format_option()
def rename(old: str, new: str, form: str) -> None:
    """Has a person count under the name NEW; OLD stays theirs."""
    _change("rename", (old, new), (new,), form, known=(old,))


@click.command("merge", cls=CliCommand)
@person_argument
@others_argument
@format_option()
def merge(name: str, others: tuple[str, ...], form: str) -> None:
    """Makes one person of several, under the name NAME."""
    _change("merge", (name, *others), (name,), form, known=(name, *others))


@click.command("part", cls=CliCommand)
@click.argument(
    "names", metavar="OTHER…", nargs=-1, required=True, shell_complete=offered("friends")
)
@format_option()
def part(names: tuple[str, ...], form: str) -> None:
    """Has another name be a person's own again."""
    _change("part", names, names, form)


def _change(
    what: str, names: Sequence[str], shown: Sequence[str], form: str, known: Sequence[str] = ()
) -> None:
    """Change the people file on disk with the change `what`, and print the people named in
    `shown`. Raises Refused if a name in `known` is nobody's."""
    seats = {
        store.bare_name(name): evening
        for name, _, evening in evenings(store.session_names(by_change=False))
    }

    def decide(data: bytes) -> tuple[str | None, People]:
        before = people_of(data, people_path())
        _refuse_unknown([*map(kept_name, known)], {*before.person_of, *_played(seats)})
        after = CHANGES[what](before, names)
        _refuse_together(seats, before, after)
        text = people_file_text(data.decode().removeprefix("\ufeff"), after)
        people_of(text.encode(), people_path())  # what could not be read again is not written
        return (text if after != before else None), after

    after = change_people(decide)
    note_recorded(RECORDED)
    _show(after, [kept_name(name) for name in shown], seats, form)


def _played(seats: Seats) -> set[str]:
    return {name for evening in seats.values() for name in evening.names}


def _refuse_unknown(names: Sequence[str], there: Collection[str]) -> None:
    """Raise Refused with every name that is not in `there`."""
    problems = [_unknown(name, there) for name in names if name not in there]
    if problems:
        raise Refused(problems)


def _unknown(name: str, there: Collection[str]) -> Problem:
    add_ = say("`{command}` adds somebody new", command=CommandLine("people add", (name,)))
    mend = did_you_mean(name, there) or add_
    return Problem("person-unknown", tr("nobody is called `{name}`", name=name), "name", (mend,))


def _refuse_together(seats: Seats, before: People, after: People) -> None:
    """Raise Refused with every session in which the change would make two players one person."""
    problems = [
        _together_problem(names, session)
        for session, evening in seats.items()
        if (names := one_at_table(evening.players, after.counts_as))
        and names != one_at_table(evening.players, before.counts_as)
    ]
    if problems:
        raise Refused(problems)


def _together_problem(names: Sequence[str], session: str) -> Problem:
    first, other = names[:2]
    message = tr(
        "`{name}` and `{other}` sat at one table in {session}, so they are two people",
        name=first, other=other, session=session,
    )  # fmt: skip
    hint = say("see `{command}`", command=CommandLine("sheet", ("--session", session)))
    return Problem("same-table", message, "name", (hint,))


def _show(people: People, names: Sequence[str], seats: Seats, form: str) -> None:
    ones = [people.person_of.get(name, Person(name)) for name in names]
    if form == "json":
        show_json({"people": [{"name": one.name, "also": one.also} for one in ones]})
        return
    for one in ones:
        number = sum(not {*one.names}.isdisjoint(session.names) for session in seats.values())
        show(_told(one, number))
        if fresh := [name for name in one.also if name not in _played(seats)]:
            note(tr("nobody has played as {names} yet", names=names_listed(fresh)))


def _told(person: Person, number: int) -> str:
    """Return a person's line: name, aliases, and number of sessions."""
    sessions = trn(number, "{n} session", "{n} sessions")
    if not person.also:
        return labelled(person.name, sessions)
    also = names_listed(person.also)
    return tr("{name}, also {names}: {sessions}", name=person.name, names=also, sessions=sessions)


COMMANDS = {
    "list": list_,
    "add": add,
    "alias": alias,
    "rename": rename,
    "merge": merge,
    "part": part,
}
