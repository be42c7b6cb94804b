"""The changes to who is who: each gives the people after it, or refuses with every reason."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from scorekeeper.game.session import name_fault
from scorekeeper.league.people_file import People, Person, kept_name, unnamed
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, Refused


def with_new(people: People, names: Sequence[str]) -> People:
    """Everybody of these names as a person of their own."""
    fresh = [name for name in _checked(names) if name not in people.declared]
    _refuse_known(people, fresh)
    return People((*people.people, *map(Person, fresh)))


def with_alias(people: People, names: Sequence[str]) -> People:
    """Others as further names of whoever has the first one."""
    name, *others = _checked(names)
    person = people.person_of.get(name, Person(name))
    fresh = [other for other in others if other not in person.names]
    _refuse_known(people, fresh, name)
    return _with(people, person._replace(also=(*person.also, *fresh)))


def renamed(people: People, names: Sequence[str]) -> People:
    """Whoever has the first name, counting under the second; the old name stays theirs."""
    old, *_, new = _checked(names) * 2
    person = people.person_of.get(old, Person(old))
    if new not in person.names:
        _refuse_known(people, [new], old)
    also = [name for name in person.names if name != new]
    return _with(people, person._replace(name=new, also=tuple(also)))


def merged(people: People, names: Sequence[str]) -> People:
    """Whoever has one of these names as one person, counting as the first does. Refused where
    one is only another name of somebody who is not named."""
    name, *others = _checked(names)
    if not others:
        message = say("`{name}` is one person already", name=name)
        hint = say("name the other person after that name")
        raise Refused([Problem("person-known", message, "name", (hint,))])
    known = people.person_of
    _refuse_with_others(known, (name, *others))
    person = known.get(name, Person(name))
    ones = [known.get(other, Person(other)) for other in others]
    every = dict.fromkeys(each for one in ones for each in one.names if each not in person.names)
    gone = {one.name for one in ones} - {person.name}
    left = People(tuple(one for one in people.people if one.name not in gone))
    return _with(left, person._replace(also=(*person.also, *every)))


def parted(people: People, names: Sequence[str]) -> People:
    """Other names as those of people of their own."""
    apart = _checked(names)
    problems = [problem for name in apart for problem in _own_problems(people, name)]
    if problems:
        raise Refused(problems)
    left = [
        one._replace(also=tuple(other for other in one.also if other not in apart))
        for one in people.people
    ]
    return People((*left, *map(Person, apart)))


CHANGES: dict[str, Callable[[People, Sequence[str]], People]] = {
    "add": with_new, "alias": with_alias, "rename": renamed, "merge": merged, "part": parted,
}  # fmt: skip


def _with(people: People, person: Person) -> People:
    """The people with this one in their line, or after all others."""
    if not person.line:
        return People((*people.people, person))
    return People(tuple(person if one.line == person.line else one for one in people.people))


def _checked(names: Iterable[str]) -> list[str]:
    """Names as they are kept, each once; raises Refused with every one that nobody can have."""
    kept = [*dict.fromkeys(map(kept_name, names))]
    problems = [
        Problem("player-name", unnamed(name, why), "name")
        for name in kept
        if (why := name_fault(name))
    ]
    if problems:
        raise Refused(problems)
    return kept


def _refuse_known(people: People, names: Iterable[str], asked: str = "") -> None:
    """Raises Refused with every name that is somebody's already; `asked` is who was to have them,
    empty where each was to be a person's own."""
    known = people.person_of
    problems = [_known_problem(known[name], name, asked) for name in names if name in known]
    if problems:
        raise Refused(problems)


def _refuse_with_others(known: Mapping[str, Person], names: Sequence[str]) -> None:
    """Raises Refused with every name whose person is not named, and would come along."""
    whole = tuple(dict.fromkeys(known.get(name, Person(name)).name for name in names))
    problems = [
        _along_problem(name, known[name].name, CommandLine("people merge", whole))
        for name in names
        if name in known and known[name].name not in names
    ]
    if problems:
        raise Refused(problems)


def _along_problem(name: str, person: str, merge: CommandLine) -> Problem:
    message = say(
        "`{name}` is only another name of `{person}`, who would come along",
        name=name,
        person=person,
    )
    part = CommandLine("people part", (name,))
    mends = (
        say("if all of them are one person: `{command}`", command=merge),
        say("if `{name}` is somebody else: `{command}` first", name=name, command=part),
    )
    return Problem("person-along", message, "name", mends)


def _known_problem(person: Person, name: str, asked: str) -> Problem:
    if name == person.name:
        message = say("`{name}` is a person already", name=name)
    else:
        message = say("`{name}` counts as `{person}` already", name=name, person=person.name)
    if asked:
        merge = CommandLine("people merge", (asked, person.name))
        hint = say("if both are one person: `{command}`", command=merge)
    else:
        part = CommandLine("people part", (name,))
        hint = say("if that is somebody else: `{command}`", command=part)
    return Problem("person-known", message, "name", (hint,))


def _own_problems(people: People, name: str) -> Iterable[Problem]:
    """Why a name is not another name of somebody."""
    person = people.person_of.get(name)
    if person is None:
        message = say("`{name}` is nobody's other name", name=name)
    elif name == person.name:
        message = say("`{name}` is the name under which that person counts", name=name)
    else:
        return
    hint = say("`{command}` lists who has other names", command=CommandLine("people"))
    yield Problem("person-name", message, "name", (hint,))
