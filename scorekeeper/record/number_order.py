"""The order in which bare numbers are read, and the fact or player to which each belongs."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_facts import holds
from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.fact_values import players_named, sides_named
from scorekeeper.record.partial_entry import (
    PART,
    REFUSED,
    WHOLE,
    Known,
    heaviest,
    is_numbers,
    lacks,
    main_count,
    numbers_needed,
    problems_of,
    shared_out,
    weight,
)
from scorekeeper.record.word_assignment import (
    CONTRACT,
    contract_first,
    no_place,
    no_use,
    several,
    twice_as,
)
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.rules.ruleset import Count, Ruleset
from scorekeeper.text.message import (
    CommandLine,
    JoinedWords,
    Words,
    in_english,
    listing,
    say,
    say_n,
)
from scorekeeper.text.problems import Problem, Refused

# --- Bare numbers: they are read in the order in which the deal asks for them ------------------
# First come the facts that require a number, in the order of the rules, then the counts, last the
# optional counts and the facts with a default. A column takes as many numbers as it has, or one
# less where the total gives that one. The interpretation that makes a complete deal is used, even
# one that the rules refuse, else one that makes a part of it. If two are equally good, neither is
# used.


Way = Mapping[str, str]  # the numbers of each fact, as they are typed


class Slot:
    """A fact or count that takes bare numbers, and how many it may take, the usual number first."""

    def __init__(self, name: str, sizes: tuple[int, ...], optional: bool = False) -> None:
        self.name, self.sizes, self.optional = name, sizes, optional


def slots(known: Known, asked: str | None = None, anew: bool = False) -> list[Slot]:
    """Return the facts and counts that take bare numbers, in order: all that the deal can use and
    that were not entered. The fact `asked` for comes first, facts with a default last. If
    everything is entered again (`anew`), former facts are included."""
    rules, view = known.agreed.rules, known.view()
    named = known.taken if anew else {*known.taken, *known.before}
    facts = numbers_needed(rules, {*named, *_given_by(rules, named)}, view)
    said = {*known.taken, *(known.before if asked else ())}
    counts = [c for c in rules.counts.values() if c.id not in said and holds(c.when, view)]
    columns = [_column(known, count) for count in sorted(counts, key=lambda count: count.optional)]
    needed = [Slot(fact.id, (1,)) for fact in facts if fact.default is None]
    spare = [Slot(fact.id, (1,), True) for fact in facts if fact.default is not None]
    found = [*needed, *columns, *spare]
    return sorted(found, key=lambda slot: asked is not None and slot.name != asked)


def _given_by(rules: Ruleset, named: Collection[str]) -> Iterator[str]:
    """Return an iterator over the facts that an auction gives."""
    return (name for fact in rules.facts.values() if fact.id in named for name in fact.gives)


def _column(known: Known, count: Count) -> Slot:
    size = len(counted_names(count, known.agreed))
    sizes = (size, size - 1) if count.total is not None and size > 1 else (size,)
    return Slot(count.id, sizes, count.optional)


def given_out(known: Known, words: Sequence[str], asked: str | None = None) -> Way:
    """Return the fact to which each number belongs. Several numbers may be in one word, `6,6,4`.
    Raises Refused if that is uncertain."""
    items = [item for word in words for item in word.split(",")]
    found = slots(known, asked)
    main = main_count(known.agreed.rules, known.view())
    count = _required_count(known.agreed.rules, found) or main
    if count is None:
        return _of_facts(known.agreed.rules, [slot.name for slot in found], items)
    is_main = asked in (None, count.id) and count.id not in known.taken
    column = {count.id: ",".join(items)}
    is_column = is_main and len(items) <= len(counted_names(count, known.agreed))
    if is_main and is_column and (not found or found[0].name == count.id):
        return _of_contract(known, column) if count is main else column
    if not found:
        raise Refused([twice_as(known.agreed.rules, count.id, " ".join(items))])
    if is_column and weight(known.having(column)) == WHOLE:
        return column
    ways = [*([column] if is_column else []), *_in_order(found, items, _ends(words))]
    if known.before and not asked:
        ways += _in_order(slots(known, anew=True), items, _ends(words))
    return _best(known, ways, words) or _to_blame(known, found, ways, items, count)


def _required_count(rules: Ruleset, found: Sequence[Slot]) -> Count | None:
    """Return the first count among the slots that is required, or None."""
    names = (slot.name for slot in found if not slot.optional)
    return next((rules.counts[name] for name in names if name in rules.counts), None)


def _of_facts(rules: Ruleset, names: Sequence[str], items: Sequence[str]) -> Way:
    """Return the numbers of the required facts, in order, in a game that counts nothing. Raises
    Refused if there are too many."""
    if not names:
        raise Refused([no_use(items)])
    if len(items) > len(names):
        raise Refused([no_place(rules, dict.fromkeys(names, 1), len(items))])
    return dict(zip(names, items, strict=False))


def _ends(words: Sequence[str]) -> set[int]:
    """Return after how many numbers each word ends. Numbers joined by commas belong to one
    column."""
    ends, number = set[int](), 0
    for word in words:
        number += word.count(",") + 1
        ends.add(number)
    return ends


def _in_order(
    found: Sequence[Slot], items: Sequence[str], ends: set[int], start: int = 0
) -> Iterator[dict[str, str]]:
    """Yield every assignment of the numbers, in order, to the slots. Words end at the indexes
    `ends`."""
    if start == len(items):
        yield {}
    elif found:
        for size in found[0].sizes:
            end = start + size
            if end in ends:
                own = {found[0].name: ",".join(items[start:end])}
                yield from ({**own, **rest} for rest in _in_order(found[1:], items, ends, end))


def _best(known: Known, ways: Sequence[Way], words: Sequence[str]) -> Way | None:
    """Return the assignment that completes most of the deal. Return None if none completes
    anything, or if the rules refuse several complete deals. Raises Refused if several are
    equally good."""
    by_words = {in_english(_as_typed(known, way)): way for way in ways}
    readings = {key: known.having(way) for key, way in by_words.items()}
    best = heaviest(readings)
    if len(best) > 1 and weight(readings[best[0]]) == REFUSED:
        return None
    if len(best) > 1:
        choices = [_as_typed(known, by_words[key]) for key in best]
        raise Refused([several(" ".join(words), choices)])
    return by_words[best[0]] if best else None


def _as_typed(known: Known, way: Way) -> JoinedWords:
    rules = known.agreed.rules
    facts = [JoinedWords((key_typed(rules, name), f"={numbers}")) for name, numbers in way.items()]
    return JoinedWords(tuple(facts), " ")


def _to_blame(
    known: Known, found: Sequence[Slot], ways: Sequence[Way], items: Sequence[str], count: Count
) -> Way:
    """Return the assignment whose problems are reported when none is valid. It is the only other
    order that the rules allow; else the only assignment in order, with the required facts or
    with all numbers. Raises Refused if there are several, or none."""
    if count.id in known.taken:
        raise Refused([twice_as(known.agreed.rules, count.id, " ".join(items))])
    facts = [known.agreed.rules.facts[s.name] for s in found if s.name in known.agreed.rules.facts]
    if facts and len(items) == len(facts) + len(counted_names(count, known.agreed)):
        way = shared_out(known.agreed, facts, items[: len(facts)])
        if way is not None:
            return {**way, count.id: ",".join(items[len(facts) :])}
    if ways and [*ways[0]] == [count.id]:  # as many numbers as the column has, or fewer
        return min(ways, key=lambda way: len([*_faults(known, [way])]))
    optional = {slot.name for slot in found if slot.optional}
    needed = [way for way in ways if optional.isdisjoint(way)]
    full = [way for way in ways if all(_is_full(slot, way) for slot in found)]
    for some in (needed, full):
        if len(some) == 1:
            return some[0]
    if ways:
        raise Refused(_faults(known, ways))
    if len(found) == 1 and found[0].name == count.id:
        return {count.id: ",".join(items)}
    sizes = {slot.name: slot.sizes[0] for slot in found}
    raise Refused([no_place(known.agreed.rules, sizes, len(items))])


def _faults(known: Known, ways: Sequence[Way]) -> Iterator[Problem]:
    """Yield the problems of each assignment of the numbers."""
    for way in ways:
        after = known.having(way)
        problems = problems_of(after) if after else _unreadable(known, way)
        yield from (
            p._replace(fact=None, place=_as_typed(known, way)) for p in problems if not lacks(p)
        )


def _unreadable(known: Known, way: Way) -> list[Problem]:
    return [problem for name, text in way.items() for problem in known.value(name, text)[1]]


def _is_full(slot: Slot, way: Way) -> bool:
    return slot.name not in way or way[slot.name].count(",") + 1 == slot.sizes[0]


def _of_contract(known: Known, column: Way) -> Way:
    """Return the column. Raises Refused if the numbers fit only a count of contracts that were not
    entered."""
    if CONTRACT in {*known.facts, *known.before} or len(known.opened) < 2:
        return column
    ((name, numbers),) = column.items()
    mains = {contract: _main_in(known, contract) for contract in known.opened}
    if set(mains.values()) <= {name}:
        return column
    fitting = [c for c, main in mains.items() if _fits(known, c, main or name, numbers)]
    if not fitting or name in {mains[contract] for contract in fitting}:
        return column
    raise Refused([contract_first(known.agreed.rules, numbers, {c: mains[c] for c in fitting})])


def _main_in(known: Known, contract: str) -> str | None:
    count = main_count(known.agreed.rules, known.view({CONTRACT: contract}))
    return count.id if count else None


def _fits(known: Known, contract: str, count: str, numbers: str) -> bool:
    return weight(known.having({CONTRACT: contract, count: numbers})) >= PART


# --- unpaired names and numbers ----------------------------------------------------------------


def unpaired_problem(
    agreed: Agreed, words: Sequence[str], unread: Collection[str]
) -> Problem | None:
    """Return the problem of a line with a name without a number or a number without a name, or
    None. The fix names each number's player. The names are among the `unread` words."""
    words = [*_with_numbers_apart(words)]
    seats = {one: players_named(agreed, one) for one in words if one in unread}
    names = {one: found[0] for one, found in seats.items() if len(found) == 1}
    pairs = [*pairwise(["", *words, ""])]
    lone = [names[one] for one, after in pairs if one in names and not is_numbers(after)]
    bare = [word for before, word in pairs if is_numbers(word) and before not in names]
    if not lone and not bare:
        return None
    if lone:
        message = say_n(
            len(lone), "the number of {players} is missing", "the numbers of {players} are missing",
            players=listing([agreed.players[seat] for seat in lone], "and"),
        )  # fmt: skip
    else:
        message = say_n(
            len(bare), "the name for the number {numbers} is missing",
            "the names for the numbers {numbers} are missing",
            numbers=listing(bare, "and"),
        )  # fmt: skip
    hint = say("write a number after every name, or after none")
    numbers = _clockwise(agreed, words, names)
    rest = [word for word in words if word not in names and not is_numbers(word)]
    named = [f"{agreed.players[seat]}:{number}" for seat, number in numbers.items()]
    mends = (CommandLine("deal", (*rest, *named)), hint) if numbers else (hint,)
    return Problem("word-unknown", message, None, mends)


def _with_numbers_apart(words: Sequence[str]) -> Iterator[str]:
    """Yield the words, `Ann:4` as two, and `4,5` as a word for each number."""
    for word in words:
        parts = re.split("[:,]", word) if is_numbers(word) else [word]
        yield from filter(None, parts)


def _clockwise(agreed: Agreed, words: Sequence[str], names: Mapping[str, int]) -> Mapping[int, str]:
    """Return the numbers of a line by seat. A number belongs to the first earlier name that has no
    number yet, else to the next player clockwise. Empty if a name or a number is left over."""
    numbers, waiting, seat = dict[int, str](), list[int](), None
    for word in words:
        if word in names:
            waiting.append(names[word])
        elif is_numbers(word):
            if not waiting and seat is None:
                return {}
            seat = waiting.pop(0) if waiting else ((seat or 0) + 1) % len(agreed.players)
            if seat in numbers:
                return {}
            numbers[seat] = word
    return {} if waiting else numbers


# --- number order ------------------------------------------------------------------------------
# Bare numbers after a player's name: in seat order, or beginning with that player.


NUMBER_ORDER = "number-order"  # the code of the question which order was meant


def order_questions(
    agreed: Agreed, state: State, words: Sequence[str], typed: Facts, scored: Scored
) -> tuple[Problem, ...]:
    """Return a question if the user may have typed the numbers in another order than they were
    read, with other points. In `Ben 20 14` the first number belongs to the first seat, but the
    user may have started with Ben and continued clockwise. `typed` are the facts read from
    these words alone."""
    found = _first_of_numbers(agreed, words, typed)
    if found is None:
        return ()
    seat, count = found
    column = typed[count.id]
    place = seat if count.by_player else agreed.side_of[seat]
    if place == 0:
        return ()
    turned = [*column[-place:], *column[:-place]]
    other = judged(agreed, state, {**scored.said, count.id: turned}).scored
    if other is None or other.points == scored.points:
        return ()
    message = say(
        "numbers go in seat order: {read}. Beginning with {player} they would be {other}",
        read=_named_column(agreed, count, scored),
        player=agreed.players[seat],
        other=_named_column(agreed, count, other),
    )
    return (Problem(NUMBER_ORDER, message, count.id),)


def _first_of_numbers(
    agreed: Agreed, words: Sequence[str], typed: Facts
) -> tuple[int, Count] | None:
    """Return the seat of the player named right before the bare numbers of a line, and the count
    of these numbers. Return None if there is no such name, a later number has its own name, or
    they belong to several counts."""
    place = next((n for n, word in enumerate(words) if is_numbers(word)), 0)
    named = players_named(agreed, words[place - 1]) if place else []
    pairs = pairwise(words[place:])
    if any(is_numbers(word) and sides_named(agreed, before) for before, word in pairs):
        return None
    items = [item for word in words[place:] if is_numbers(word) for item in word.split(",") if item]
    if len(named) != 1 or len(items) < 2 or any(":" in item for item in items):
        return None
    for count in agreed.rules.counts.values():
        column = typed.get(count.id)
        is_list = isinstance(column, list) and not count.of_one
        if is_list and len(items) == sum(number is not None for number in column or ()):
            return named[0], count
    return None


def _named_column(agreed: Agreed, count: Count, scored: Scored) -> Words:
    """Return the numbers of a count with their names: `Ann 20, Ben 14`."""
    numbers = scored.said[count.id]
    pairs = zip(counted_names(count, agreed), numbers, strict=True)
    return JoinedWords(tuple(JoinedWords(pair, " ") for pair in pairs), ", ")
