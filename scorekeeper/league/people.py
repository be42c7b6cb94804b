"""Who is who: people and their other names, read, changed and matched."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.base import input_limits as limits
from scorekeeper.base.toml_reader import toml_table
from scorekeeper.game.agreement import name_fault
from scorekeeper.league.session_record import DepartedPlayer, Evening
from scorekeeper.record.log_text import written
from scorekeeper.rules.cards import folded
from scorekeeper.text.message import CommandLine, Thousands, Words, say
from scorekeeper.text.problems import Problem, Refused, refuse, toml_line_fault

# --- people file -------------------------------------------------------------------------------
# `people.toml`: who is who in a home, a person a line with the other names they have played
# under.
#
#     [people]
#     "Anna" = ["Ann", "Nan"]
#
# Every line stands by itself, so that a fault is told with its line, and a change touches no
# other line: comments and blank lines stay as somebody wrote them.


FORMAT = 1
HEADER = "[people]"
TITLE = f"""\
# Who is who, a person a line, with the other names they have played under. A line may be mended by
# hand, and `scorekeeper people` then says whether everything is understood.
format = {FORMAT}

{HEADER}
"""


class Person(NamedTuple):
    """Somebody by the name they count under, the other names they have played under, and the line
    of the file that says so; 0 where none does yet."""

    name: str
    also: tuple[str, ...] = ()
    line: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of this person."""
        return (self.name, *self.also)


class People(NamedTuple):
    """Everybody whom the file names; whoever it does not name is a person by their own name."""

    people: tuple[Person, ...] = ()

    @property
    def counts_as(self) -> dict[str, str]:
        """By every other name the name under which that person counts."""
        return {other: person.name for person in self.people for other in person.also}

    @property
    def person_of(self) -> dict[str, Person]:
        """By every name, whose it is."""
        return {name: person for person in self.people for name in person.names}

    @property
    def declared(self) -> frozenset[str]:
        """The names of which somebody has said that each is a person's own."""
        return frozenset(person.name for person in self.people)


# --- reading -------------------------------------------------------------------------------------


def people_of(data: bytes, path: str) -> People:
    """The people of a file; raises Refused with every line that is not understood."""
    problems: list[Problem] = []
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _broken(path, [_fault(line, say("it is not UTF-8 text"))]) from None
    found = list(_persons(text, problems))
    problems += _twice(found)
    names = sum(len(person.names) for person in found)
    if names > limits.NAMES:
        message = say(
            "there are {number} names; {most} are the most that are read",
            number=Thousands(names), most=Thousands(limits.NAMES),
        )  # fmt: skip
        problems.append(Problem("people-broken", message))
    if problems:
        raise _broken(path, problems)
    return People(tuple(found))


def _persons(text: str, problems: list[Problem]) -> Iterator[Person]:
    """The person of each line that names one; what is wrong with the others is added."""
    is_below = False
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        bare = line.partition("#")[0].strip()
        if not bare:
            continue
        if bare == HEADER and not is_below:
            is_below = True
            continue
        found = _person(line, number) if is_below else _head_fault(line, number)
        if isinstance(found, Person):
            yield found
        elif found is not None:
            problems.append(found)


def _head_fault(line: str, number: int) -> Problem | None:
    """What is wrong with a line above the people, which may only say the format."""
    said = _read(line)
    if isinstance(said, dict) and list(said) == ["format"]:
        if said["format"] == FORMAT and said["format"].__class__ is int:
            return None
        return _fault(
            number, say("this scorekeeper reads format {own} of this file alone", own=FORMAT)
        )
    return _fault(number, say("people stand below the line `{header}`", header=HEADER))


def _person(line: str, number: int) -> Person | Problem:
    """The person of a line, or what is wrong with it."""
    said = _read(line)
    if not isinstance(said, dict):
        return _fault(number, said)
    [(name, also)] = said.items()
    if not (isinstance(also, list) and all(isinstance(other, str) for other in also)):
        form = '"Anna" = ["Ann"]'
        return _fault(
            number, say("a line names a person and a list of others: `{form}`", form=form)
        )
    person = Person(kept_name(name), tuple(map(kept_name, also)), number)
    for known in person.names:
        if why := name_fault(known):
            return _fault(number, unnamed(known, why))
    return person


def _read(line: str) -> dict[str, object] | Words:
    """What one line says, or why it says nothing."""
    try:
        said = toml_table(line)
    except (ValueError, RecursionError) as error:
        return toml_line_fault(error, line)
    return said if len(said) == 1 else say("one line says one thing")


def _twice(people: Sequence[Person]) -> Iterator[Problem]:
    """A name that two lines have, or one line twice, each where it stands again."""
    first: dict[str, int] = {}
    for person in people:
        for name in person.names:
            before = first.setdefault(name, person.line)
            if before != person.line:
                yield _fault(
                    person.line,
                    say("`{name}` stands in line {line} already", name=name, line=before),
                )
            elif person.names.count(name) > 1:
                yield _fault(person.line, say("`{name}` stands in it twice", name=name))
                break


def _fault(line: int, why: Words) -> Problem:
    return Problem("people-broken", why, place=say("line {line}", line=line))


def _broken(path: str, problems: Sequence[Problem]) -> Refused:
    hint = say("mend it there in an editor; nothing was changed")
    marked = [problem._replace(mends=(hint,)) for problem in problems]
    return Refused(marked, say("{path} is not understood", path=path))


def kept_name(name: str) -> str:
    """A name as a session keeps it."""
    return unicodedata.normalize("NFC", name.strip())


def unnamed(name: str, why: Words) -> Words:
    return say("{name} cannot be a player's name: {fault}", name=repr(name), fault=why)


# --- writing -------------------------------------------------------------------------------------


def people_text(before: str, people: People) -> str:
    """The file with these people in it: of what it was only the lines of those who changed are
    different, and what is new stands at its end."""
    lines = (before or TITLE).removesuffix("\n").split("\n")
    bare = [line.partition("#")[0].strip() for line in lines]
    start = bare.index(HEADER) if HEADER in bare else len(lines)
    stays = {person.line: person for person in people.people if person.line}
    kept = [
        _line_of(stays[number], line) if number in stays else line
        for number, line in enumerate(lines, 1)
        if number in stays or number <= start + 1 or not bare[number - 1]
    ]
    header = [] if HEADER in bare else [HEADER]
    fresh = [_line_of(person, "") for person in people.people if not person.line]
    return "\n".join([*kept, *header, *fresh, ""])


def _line_of(person: Person, old: str) -> str:
    """The line of a person; the one that stood there where it says just that, else with its
    comment."""
    statement, comment = _parted(old)
    if statement and _person(statement, person.line) == person:
        return old
    return f"{written(person.name)} = {written(person.also)}{comment}"


def _parted(line: str) -> tuple[str, str]:
    """What a line says, and the comment after it."""
    for place, sign in enumerate(line):
        if sign == "]" and isinstance(_read(line[: place + 1]), dict):
            return line[: place + 1], line[place + 1 :].rstrip()
    return "", ""


# --- people changes ----------------------------------------------------------------------------
# The changes to who is who: each gives the people after it, or refuses with every reason.


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


# --- same person -------------------------------------------------------------------------------
# People by their names: who is one person under several of them, and who may be.


Tables = Mapping[tuple[str, ...], int]  # how many evenings these people sat together
SHORT = 3  # letters; names of fewer differ by a letter whoever they are


def alike(tables: Tables, declared: Collection[str] = ()) -> Iterator[tuple[str, ...]]:
    """Names that differ in nothing but case and accents, of people who never sat at one table: the
    one with the most evenings, then the others. Whether they are one person only people know; two
    that are `declared` to be people of their own are two."""
    evenings = _evenings(tables)
    met: set[frozenset[str]] = set()
    for names in tables:
        met |= {
            frozenset(pair) for pair in combinations(names, 2) if folded(pair[0]) == folded(pair[1])
        }
    for name, others in _groups(evenings):
        apart = [
            other
            for other in others
            if frozenset((name, other)) not in met and not {name, other} <= set(declared)
        ]
        if apart:
            yield (name, *apart)


def nearly_alike(tables: Tables, declared: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Names that differ by a letter, one more, one fewer, another or two that changed places, of
    people who never sat at one table: the one with the more evenings first. Of those that differ in
    case and accents alone only the most frequent is compared."""
    evenings = _evenings(tables)
    met = {frozenset(pair) for names in tables for pair in combinations(names, 2)}
    for pair in sorted(_a_letter_apart(name for name, _ in _groups(evenings))):
        if frozenset(pair) not in met and not set(pair) <= set(declared):
            first, other = sorted(pair, key=lambda name: (-evenings[name], name))
            yield first, other


def _evenings(tables: Tables) -> dict[str, int]:
    """How many evenings everybody played."""
    evenings: dict[str, int] = {}
    for names, number in tables.items():
        for name in names:
            evenings[name] = evenings.get(name, 0) + number
    return evenings


def _a_letter_apart(names: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of names that differ by a letter, case and accents aside: those that are the same
    once each lacks one letter or none, of which few are compared."""
    by_rest: dict[str, list[str]] = {}
    for name in sorted(names):
        text = folded(name)
        if len(text) >= SHORT:
            rests = {text, *(text[:at] + text[at + 1 :] for at in range(len(text)))}
            for rest in rests:
                by_rest.setdefault(rest, []).append(name)
    pairs = {pair for group in by_rest.values() for pair in combinations(group, 2)}
    return {pair for pair in pairs if _is_a_letter_apart(*map(folded, pair))}


def _is_a_letter_apart(one: str, other: str) -> bool:
    """Whether two texts that are the same once each lacks a letter differ by one letter, or by two
    beside each other that changed places."""
    if len(one) != len(other):
        return True
    places = [
        at for at, (mine, theirs) in enumerate(zip(one, other, strict=True)) if mine != theirs
    ]
    if len(places) != 2:
        return len(places) == 1
    first, last = places
    return last == first + 1 and one[first] == other[last] and one[last] == other[first]


def _groups(evenings: Mapping[str, int]) -> Iterator[tuple[str, Sequence[str]]]:
    """The names that are folded to one, the most frequent first, by name."""
    groups: dict[str, list[str]] = {}
    for name in sorted(evenings, key=lambda name: (-evenings[name], name)):
        groups.setdefault(folded(name), []).append(name)
    return ((names[0], names[1:]) for _, names in sorted(groups.items()))


def one_name(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By every alias the name under which that person counts, from pairs of a name and an alias;
    where several pairs name one person it is the first name of the first pair."""
    same: dict[str, str] = {}
    for name, other in pairs:
        shown, hidden = same.get(name, name), same.get(other, other)
        if shown != hidden:
            same = {each: shown if known == hidden else known for each, known in same.items()}
            same[hidden] = shown
    return same


def counted(evening: Evening, counts_as: Mapping[str, str]) -> Evening:
    """The evening with everybody under the name that they count as. Where two names of one person
    sat at its table these are two people there, and each counts under the name that was written."""
    if counts_as.keys().isdisjoint(evening.names):
        return evening
    names = [counts_as.get(name, name) for name in evening.players]
    return evening._replace(
        left=_left_as(evening, counts_as),
        players=[
            name if names.count(name) == 1 else own
            for own, name in zip(evening.players, names, strict=True)
        ],
    )


def _left_as(evening: Evening, same: Mapping[str, str]) -> Sequence[DepartedPlayer]:
    """Those who left a seat, under the names that they count as."""
    return [one._replace(name=same.get(one.name, one.name)) for one in evening.left]


def one_at_table(names: Sequence[str], counts_as: Mapping[str, str]) -> Sequence[str]:
    """Those of these names who count as one person, so that they cannot sit at one table; the first
    such, none where everybody is somebody else."""
    by_person: dict[str, list[str]] = {}
    for name in names:
        by_person.setdefault(counts_as.get(name, name), []).append(name)
    return next((together for together in by_person.values() if len(together) > 1), ())


def joined(session: str, evening: Evening, same: Mapping[str, str]) -> Evening:
    """The evening with everybody under one name; refused where two who are said to be one person
    sat at its table."""
    if same.keys().isdisjoint(evening.names):
        return evening
    names = [same.get(name, name) for name in evening.players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        both = [own for own, name in zip(evening.players, names, strict=True) if name == twice]
        message = say(
            "`{name}` and `{other}` sat at one table in {session}, so they are two people",
            name=both[0], other=both[1], session=session,
        )  # fmt: skip
        raise refuse("same-table", message, "same", say("leave out that --same"))
    return evening._replace(players=names, left=_left_as(evening, same))
