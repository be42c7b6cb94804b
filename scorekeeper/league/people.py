"""People by their names: who is one person under several of them, and who may be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorekeeper.cards import folded
from scorekeeper.league.evening import Evening
from scorekeeper.message import say
from scorekeeper.problems import refuse

Tables = Mapping[tuple[str, ...], int]  # how many evenings these people sat together


def alike(tables: Tables) -> Iterator[tuple[str, ...]]:
    """Names that differ in nothing but case and accents, of people who never sat at one table: the
    one with the most evenings, then the others. Whether they are one person only people know."""
    evenings: dict[str, int] = {}
    met: set[frozenset[str]] = set()
    for names, number in tables.items():
        for name in names:
            evenings[name] = evenings.get(name, 0) + number
        met |= {
            frozenset(pair) for pair in combinations(names, 2) if folded(pair[0]) == folded(pair[1])
        }
    for name, others in _groups(evenings):
        apart = [other for other in others if frozenset((name, other)) not in met]
        if apart:
            yield (name, *apart)


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


def joined(session: str, evening: Evening, same: Mapping[str, str]) -> Evening:
    """The evening with everybody under one name; refused where two who are said to be one person
    sat at its table."""
    if same.keys().isdisjoint(evening.players):
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
    return evening._replace(players=names)
