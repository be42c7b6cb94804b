"""People and their other names: the people file, its changes, and similar names."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.base import input_limits as limits
from scorekeeper.base.toml_reader import toml_table
from scorekeeper.game.session_settings import name_fault
from scorekeeper.league.session_record import DepartedPlayer, Evening
from scorekeeper.record.log_text import written
from scorekeeper.rules.cards import folded
from scorekeeper.text.message import CommandLine, Thousands, Words, say
from scorekeeper.text.problems import Problem, Refused, refuse, toml_line_fault

# --- people file -------------------------------------------------------------------------------
# `people.toml`: the people of a home, one person a line with the other names that the person has
# played under.
#
#     [people]
#     "Anna" = ["Ann", "Nan"]
#
# Each line is parsed separately, so that a problem is reported with its line, and a change affects
# no other line: comments and blank lines stay as the user wrote them.


FORMAT = 1
HEADER = "[people]"
TITLE = f"""\
# Who is who, a person a line, with the other names they have played under. A line may be mended by
# hand, and `scorekeeper people` then says whether everything is understood.
format = {FORMAT}

{HEADER}
"""


class Person(NamedTuple):
    """A person: the main name, other names that the person has played under, and the line in the
    file, 0 if new."""

    name: str
    also: tuple[str, ...] = ()
    line: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name of this person."""
        return (self.name, *self.also)


class People(NamedTuple):
    """The people in the file. Each name not in it is a separate person."""

    people: tuple[Person, ...] = ()

    @property
    def counts_as(self) -> dict[str, str]:
        """Return people's main names by their other names."""
        return {other: person.name for person in self.people for other in person.also}

    @property
    def person_of(self) -> dict[str, Person]:
        """Return the people by each of their names."""
        return {name: person for person in self.people for name in person.names}

    @property
    def declared(self) -> frozenset[str]:
        """Return the main names, which are declared to be separate people."""
        return frozenset(person.name for person in self.people)


# --- reading -------------------------------------------------------------------------------------


def people_of(data: bytes, path: str) -> People:
    """Return the people in a file. Raises Refused with a problem for every unreadable line."""
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
    """Yield the person of each valid line; problems of other lines are added to `problems`."""
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
    """Return the problem of a line above the list of people, or None. Only the format may stand
    there."""
    said = _read(line)
    if isinstance(said, dict) and list(said) == ["format"]:
        if said["format"] == FORMAT and said["format"].__class__ is int:
            return None
        return _fault(
            number, say("this scorekeeper reads format {own} of this file alone", own=FORMAT)
        )
    return _fault(number, say("people stand below the line `{header}`", header=HEADER))


def _person(line: str, number: int) -> Person | Problem:
    """Return the person of a line, or the problem of the line."""
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
    """Return the key and value of a line, or the reason why it is unreadable."""
    try:
        said = toml_table(line)
    except (ValueError, RecursionError) as error:
        return toml_line_fault(error, line)
    return said if len(said) == 1 else say("one line says one thing")


def _twice(people: Sequence[Person]) -> Iterator[Problem]:
    """Yield a problem for each name that is repeated, in the same or another line."""
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
    """Return a name as a session saves it."""
    return unicodedata.normalize("NFC", name.strip())


def unnamed(name: str, why: Words) -> Words:
    return say("{name} cannot be a player's name: {fault}", name=repr(name), fault=why)


# --- writing -------------------------------------------------------------------------------------


def people_text(before: str, people: People) -> str:
    """Return the text of the file with these people.

    Lines of unchanged people, comments and blank lines of `before` stay; new people are added
    at the end."""
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
    """Return a person's line: `old` if it already has this content, else a new line with its
    comment."""
    statement, comment = _parted(old)
    if statement and _person(statement, person.line) == person:
        return old
    return f"{written(person.name)} = {written(person.also)}{comment}"


def _parted(line: str) -> tuple[str, str]:
    """Return a line's content and the comment after it; both empty if the content is unreadable."""
    for place, sign in enumerate(line):
        if sign == "]" and isinstance(_read(line[: place + 1]), dict):
            return line[: place + 1], line[place + 1 :].rstrip()
    return "", ""


# --- people changes ----------------------------------------------------------------------------
# Each function returns the people after a change, or raises Refused with every reason.


def with_new(people: People, names: Sequence[str]) -> People:
    """Return the people with a separate person for each name. Raises Refused if a name is another
    person's."""
    fresh = [name for name in _checked(names) if name not in people.declared]
    _refuse_known(people, fresh)
    return People((*people.people, *map(Person, fresh)))


def with_alias(people: People, names: Sequence[str]) -> People:
    """Return the people with further names for the person of the first name. Raises Refused if one
    is another person's."""
    name, *others = _checked(names)
    person = people.person_of.get(name, Person(name))
    fresh = [other for other in others if other not in person.names]
    _refuse_known(people, fresh, name)
    return _with(people, person._replace(also=(*person.also, *fresh)))


def renamed(people: People, names: Sequence[str]) -> People:
    """Return the people with the second name as the main name of the first name's person, who
    keeps the old name as another."""
    old, *_, new = _checked(names) * 2
    person = people.person_of.get(old, Person(old))
    if new not in person.names:
        _refuse_known(people, [new], old)
    also = [name for name in person.names if name != new]
    return _with(people, person._replace(name=new, also=tuple(also)))


def merged_people(people: People, names: Sequence[str]) -> People:
    """Return the people with the persons of these names merged into the first name's person.

    Raises Refused if a name is another name of a person whose main name is not given."""
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


def split_person(people: People, names: Sequence[str]) -> People:
    """Return the people with each of these other names as a separate person. Raises Refused if one
    is no other name."""
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
    "add": with_new, "alias": with_alias, "rename": renamed, "merge": merged_people,
    "part": split_person,
}  # fmt: skip


def _with(people: People, person: Person) -> People:
    """Return the people with `person` in place of the person in the same line, or at the end if
    new."""
    if not person.line:
        return People((*people.people, person))
    return People(tuple(person if one.line == person.line else one for one in people.people))


def _checked(names: Iterable[str]) -> list[str]:
    """Return the names as saved, without repetitions. Raises Refused with a problem for each
    invalid name."""
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
    """Raise Refused with a problem for each name that a person already has.

    `asked` is the person who should get the names, empty for separate people."""
    known = people.person_of
    problems = [_known_problem(known[name], name, asked) for name in names if name in known]
    if problems:
        raise Refused(problems)


def _refuse_with_others(known: Mapping[str, Person], names: Sequence[str]) -> None:
    """Raise Refused with a problem for each name whose person would be merged although its main
    name is not given."""
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
    """Yield a problem unless a name is another name of a person."""
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
# Names of one person, and similar names that may be of one person.


Tables = Mapping[tuple[str, ...], int]  # the number of evenings by the names at a table
SHORT = 3  # letters; shorter names are too often similar by chance


def equal_names(tables: Tables, declared: Collection[str] = ()) -> Iterator[tuple[str, ...]]:
    """Yield groups of names that differ only in case and accents, the name with the most evenings
    first.

    Names that met at a table, or are both `declared` to be separate people, are not grouped.
    Only the players know if a group is one person."""
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


def similar_names(tables: Tables, declared: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that differ by one letter (added, missing, replaced) or by two swapped,
    the name with more evenings first.

    Pairs that met at a table, or are both `declared` to be separate people, are left out. Of
    names that differ only in case and accents, only the most frequent is compared."""
    evenings = _evenings(tables)
    met = {frozenset(pair) for names in tables for pair in combinations(names, 2)}
    for pair in sorted(_a_letter_apart(name for name, _ in _groups(evenings))):
        if frozenset(pair) not in met and not set(pair) <= set(declared):
            first, other = sorted(pair, key=lambda name: (-evenings[name], name))
            yield first, other


def _evenings(tables: Tables) -> dict[str, int]:
    """Return the number of evenings that each name played."""
    evenings: dict[str, int] = {}
    for names, number in tables.items():
        for name in names:
            evenings[name] = evenings.get(name, 0) + number
    return evenings


def _a_letter_apart(names: Iterable[str]) -> set[tuple[str, str]]:
    """Return the pairs of names that differ by one letter, ignoring case and accents. To compare
    few pairs, names are grouped by the texts that remain when one letter or none is removed."""
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
    """Return True if two texts differ by one letter or by two adjacent letters that are swapped.
    The texts must become equal when one letter is removed from each, or from the longer one."""
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
    """Yield groups of names that differ only in case and accents: the most frequent name, and the
    others."""
    groups: dict[str, list[str]] = {}
    for name in sorted(evenings, key=lambda name: (-evenings[name], name)):
        groups.setdefault(folded(name), []).append(name)
    return ((names[0], names[1:]) for _, names in sorted(groups.items()))


def one_name(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return main names by alias, from pairs of a name and an alias.

    If several pairs concern one person, the first name of the first pair is the main name."""
    same: dict[str, str] = {}
    for name, other in pairs:
        shown, hidden = same.get(name, name), same.get(other, other)
        if shown != hidden:
            same = {each: shown if known == hidden else known for each, known in same.items()}
            same[hidden] = shown
    return same


def counted(evening: Evening, counts_as: Mapping[str, str]) -> Evening:
    """Return the evening with all players under their main names.

    Two names of one person at one table count as two people, under the names as written."""
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
    """Return the players who left a seat, under their main names."""
    return [one._replace(name=same.get(one.name, one.name)) for one in evening.left]


def one_at_table(names: Sequence[str], counts_as: Mapping[str, str]) -> Sequence[str]:
    """Return the first names that count as one person, who cannot sit at a table twice; empty if
    there are none."""
    by_person: dict[str, list[str]] = {}
    for name in names:
        by_person.setdefault(counts_as.get(name, name), []).append(name)
    return next((together for together in by_person.values() if len(together) > 1), ())


def joined_person(session: str, evening: Evening, same: Mapping[str, str]) -> Evening:
    """Return the evening with each person under one name. Raises Refused if two names of one
    person sat at its table."""
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
