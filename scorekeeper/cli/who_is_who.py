"""Saying who is who: `people add alias rename merge part`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    Recorded,
    format_option,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.home_sessions import evenings
from scorekeeper.league.evening import Evening
from scorekeeper.league.people_changes import CHANGES
from scorekeeper.league.people_file import People, Person, kept_name, people_of, people_text
from scorekeeper.league.same_person import one_at_table
from scorekeeper.store.people_kept import change_people, people_path
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean
from scorekeeper.text.speech import labelled, names_listed

RECORDED = Recorded(CommandLine("people"))
# Who plays in each session of the home, by its name.
Seats = Mapping[str, Evening]

person_argument = click.argument("name", metavar="NAME", shell_complete=offered("friends"))
others_argument = click.argument(
    "others", metavar="OTHER…", nargs=-1, required=True, shell_complete=offered("friends")
)


@click.command("add", cls=Command)
@click.argument(
    "names", metavar="NAME…", nargs=-1, required=True, shell_complete=offered("friends")
)
@format_option()
def add(names: tuple[str, ...], form: str) -> None:
    """Adds people, each of their own: two with names alike are then two."""
    _change("add", names, names, form)


@click.command("alias", cls=Command)
@person_argument
@others_argument
@format_option()
def alias(name: str, others: tuple[str, ...], form: str) -> None:
    """Says that OTHER is another name of NAME."""
    _change("alias", (name, *others), (name,), form, known=(name,))


@click.command("rename", cls=Command)
@click.argument("old", metavar="OLD", shell_complete=offered("friends"))
@click.argument("new", metavar="NEW")
@format_option()
def rename(old: str, new: str, form: str) -> None:
    """Has a person count under the name NEW; OLD stays theirs."""
    _change("rename", (old, new), (new,), form, known=(old,))


@click.command("merge", cls=Command)
@person_argument
@others_argument
@format_option()
def merge(name: str, others: tuple[str, ...], form: str) -> None:
    """Makes one person of several, under the name NAME."""
    _change("merge", (name, *others), (name,), form, known=(name, *others))


@click.command("part", cls=Command)
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
    """Changes who is who and has it on disk; the people of the names `shown` are told, and those
    that are `known` must be of somebody."""
    seats = {
        store.bare_name(name): evening
        for name, _, evening in evenings(store.session_names(by_change=False))
    }

    def decide(data: bytes) -> tuple[str | None, People]:
        before = people_of(data, people_path())
        _refuse_unknown([*map(kept_name, known)], {*before.person_of, *_played(seats)})
        after = CHANGES[what](before, names)
        _refuse_together(seats, before, after)
        text = people_text(data.decode().removeprefix("\ufeff"), after)
        people_of(text.encode(), people_path())  # what could not be read again is not written
        return (text if after != before else None), after

    after = change_people(decide)
    note_recorded(RECORDED)
    _show(after, [kept_name(name) for name in shown], seats, form)


def _played(seats: Seats) -> set[str]:
    return {name for evening in seats.values() for name in evening.names}


def _refuse_unknown(names: Sequence[str], there: Collection[str]) -> None:
    """Raises Refused with every name that nobody has."""
    problems = [_unknown(name, there) for name in names if name not in there]
    if problems:
        raise Refused(problems)


def _unknown(name: str, there: Collection[str]) -> Problem:
    add_ = say("`{command}` adds somebody new", command=CommandLine("people add", (name,)))
    mend = did_you_mean(name, there) or add_
    return Problem("person-unknown", tr("nobody is called `{name}`", name=name), "name", (mend,))


def _refuse_together(seats: Seats, before: People, after: People) -> None:
    """Raises Refused with every session at whose table two sat who would be one person."""
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
    """A person in a line: the other names, and in how many sessions they play."""
    sessions = trn(number, "{n} session", "{n} sessions")
    if not person.also:
        return labelled(person.name, sessions)
    also = names_listed(person.also)
    return tr("{name}, also {names}: {sessions}", name=person.name, names=also, sessions=sessions)


COMMANDS: dict[str, Callable[..., object]] = {
    "add": add, "alias": alias, "rename": rename, "merge": merge, "part": part,
}  # fmt: skip
