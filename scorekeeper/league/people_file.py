"""`people.toml`: who is who in a home, a person a line with the other names they have played under.

    [people]
    "Anna" = ["Ann", "Nan"]

Every line stands by itself, so that a fault is told with its line, and a change touches no other
line: comments and blank lines stay as somebody wrote them.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.base import limits
from scorekeeper.base.toml import toml_table
from scorekeeper.game.session import name_fault
from scorekeeper.record.entry import written
from scorekeeper.text.message import Thousands, Words, say
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.toml_faults import toml_line_fault

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
