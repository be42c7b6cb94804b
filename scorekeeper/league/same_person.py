"""People by their names: who is one person under several of them, and who may be."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorekeeper.league.evening import Evening, Left
from scorekeeper.rules.cards import folded
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

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


def _left_as(evening: Evening, same: Mapping[str, str]) -> Sequence[Left]:
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
