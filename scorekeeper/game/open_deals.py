"""Deals with open results: disputed counts, counts by two people, incomplete deals."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import NamedTuple

from scorekeeper.game.deal_facts import values_of
from scorekeeper.game.deal_results import deal_of_seats
from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.entry_kinds import COUNT, DEAL, KINDS, SESSION_LOG, SETTLE, Folded
from scorekeeper.game.log import Entry, replay
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Standing, ranking, standing, winners
from scorekeeper.rules.fact_names import key_said, key_typed, value_said
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused

# --- incomplete deals and their possible results -----------------------------------------------


def completions(deal: Scored, said: Facts) -> Iterator[Facts]:
    """Yield the facts `said` of an incomplete deal completed with each possible combination of
    missing values."""
    played = deal_of_seats(deal)
    agreed, state = played.agreed, played.state
    found = judged(agreed, state, said).scored
    if found is None:
        return
    if not found.waits:
        yield said
        return
    name = found.waits[0]
    rules = agreed.rules
    for value in values_of(rules.facts[name], agreed.players, rules.pack):
        yield from completions(deal, {**said, name: value})


def every_completion(deal: Scored) -> list[Scored]:
    """Return an incomplete deal scored with each possible set of missing values, for its
    players."""
    played = deal_of_seats(deal)
    verdicts = (judged(played.agreed, played.state, one) for one in completions(deal, deal.said))
    return [verdict.scored for verdict in verdicts if verdict.scored is not None]


def completing_command(rules: Ruleset, number: int, names: Sequence[str]) -> CommandLine:
    """Return the command that completes a deal, with a gap for each missing value."""
    gaps = tuple(JoinedWords((key_typed(rules, name), "=…")) for name in names)
    return CommandLine("complete", (str(number),), gaps)


# --- open deals --------------------------------------------------------------------------------
# An open deal has several possible results: it is disputed, with several recorded versions, or
# incomplete, with missing facts. The standing is computed for every combination of results, and
# reports show what all combinations have in common, or a range.


MOST_WAYS = 64  # six deals of two versions each; every command computes all combinations


class Span(NamedTuple):
    """The minimum and the maximum of a value."""

    least: int
    most: int

    @property
    def is_one(self) -> bool:
        """Return True if minimum and maximum are equal."""
        return self.least == self.most


# --- every combination of versions ---------------------------------------------------------------


def is_open(deal: Entry) -> bool:
    """Return True if a deal is disputed: it has several versions and is not settled."""
    return bool(deal.others) and deal.what != SETTLE


def in_every_way(agreed: Agreed, course: Sequence[Entry], first: Standing) -> Standing:
    """Return the standing by the first versions of all open deals; its `ways` are the standings by
    every combination.

    If the rules refuse a combination, return only its standing, with the problems. Raises
    Refused if there are more than MOST_WAYS combinations."""
    if first.problems:
        return first
    found = _every_reading(course, first)
    if not found:
        return first
    _refuse_too_many({number: len(readings) for number, readings in found.items()}, first.waits)
    chosen = [
        dict(zip(found, numbers, strict=True))
        for numbers in product(*(range(1, len(readings) + 1) for readings in found.values()))
    ]
    ways = tuple(_in_way(agreed, course, found, readings) for readings in chosen)
    for way in ways:
        if broken := _broken(first, way):
            return broken
    return _without_doubtful_trump(first, ways)._replace(readings=chosen[0], ways=ways)


def _without_doubtful_trump(first: Standing, ways: Iterable[Standing]) -> Standing:
    """Return the first standing, without the next deal's trump suit if it differs between
    combinations.

    The trump suit is then asked for when the deal is recorded."""
    follows = first.state.follows
    if follows is None or len({_next_trump(way) for way in ways}) == 1:
        return first
    state = first.state._replace(follows=follows._replace(trump=None))
    return first._replace(state=state)


def _next_trump(way: Standing) -> str | None:
    return way.state.follows.trump if way.state.follows else None


def _every_reading(course: Iterable[Entry], first: Standing) -> dict[int, tuple[Facts, ...]]:
    """Return the versions of every disputed or incomplete deal as facts, by deal number."""
    deals = {deal.turn.number: deal for deal in first.deals}
    found = {}
    for entry in course:
        deal = deals.get(entry.number)
        if deal is None or not KINDS[entry.what].is_deal or entry.number in found:
            continue
        if deal.waits:
            found[entry.number] = tuple(
                whole for reading in entry.readings for whole in completions(deal, reading)
            )
        elif is_open(entry):
            found[entry.number] = entry.readings
    return found


def _in_way(
    agreed: Agreed,
    course: Iterable[Entry],
    found: Mapping[int, tuple[Facts, ...]],
    chosen: Mapping[int, int],
) -> Standing:
    decided = (
        entry._replace(facts=found[entry.number][chosen[entry.number] - 1], others=())
        if entry.number in chosen and KINDS[entry.what].is_deal
        else entry
        for entry in course
    )
    return standing(agreed, decided)._replace(readings=chosen)


def _broken(first: Standing, way: Standing) -> Standing | None:
    """Return the standing of one combination, with its problems, if some deal is not possible in
    it or has other players; else None."""
    problems = way.problems
    moved = next(
        (
            number
            for number, (one, other) in enumerate(zip(first.deals, way.deals, strict=False))
            if one.agreed.players != other.agreed.players
        ),
        None,
    )
    if moved is not None:
        way, problems = way._replace(deals=way.deals[:moved]), (_of_others(first, way, moved),)
    if not problems:
        return None
    by, first_step = by_ways(first, way), COMPLETE_FIRST if first.waits else SETTLE_FIRST
    return way._replace(
        problems=tuple(
            one._replace(message=titled(by, one.message), mends=(first_step,)) for one in problems
        )
    )


SETTLE_FIRST = say(
    "settle it first: `{command}`", command=CommandLine("settle", (), ("N", say("READING")))
)


COMPLETE_FIRST = say(
    "complete it first: `{command}`",
    command=CommandLine("complete", (), ("N", JoinedWords((say("FACT"), "…")))),
)


def _of_others(first: Standing, way: Standing, place: int) -> Problem:
    one, other = first.deals[place].agreed, way.deals[place].agreed
    message = say(
        "deal {number} is one of {players}, not of {others}",
        number=place + 1,
        players=listing(other.players, "and"),
        others=listing(one.players, "and"),
    )
    return Problem("players-moved", message, "dealer")


def by_readings(readings: Mapping[int, int]) -> Words:
    """Return versions as text: `by reading 2 of deal 3`."""
    return listing(
        tuple(
            say("by reading {reading} of deal {number}", reading=reading, number=number)
            for number, reading in readings.items()
        ),
        "and",
    )


def by_ways(first: Standing, way: Standing) -> Words:
    """Return a combination as text: `if deal 3 has winner Anna`, or `by reading 2 of deal 3` if
    disputed."""
    found = []
    for number, reading in way.readings.items():
        facts = way.deals[number - 1].facts if number <= len(way.deals) else {}
        names = first.deals[number - 1].waits
        said = [
            JoinedWords((key_said(first.agreed.rules, name), _value(way, name, facts)), " ")
            for name in names
            if name in facts
        ]
        if said:
            message = say("if deal {number} has {facts}", number=number, facts=listing(said, "and"))
        else:
            message = say("by reading {reading} of deal {number}", reading=reading, number=number)
        found.append(message)
    return listing(tuple(found), "and")


def _value(way: Standing, name: str, facts: Facts) -> Words:
    return value_said(way.agreed.rules, name, facts[name])


def _refuse_too_many(disputed: Mapping[int, int], waits: Sequence[int]) -> None:
    """Raise Refused if open deals have more than MOST_WAYS combinations. `disputed` is the number
    of versions by deal."""
    ways = prod(disputed.values())
    if ways > MOST_WAYS and waits:
        message = say(
            "deals {numbers} are open: this may come out in {ways} ways, at most in {most}",
            numbers=listing(map(str, disputed), "and"),
            ways=ways,
            most=MOST_WAYS,
        )
        raise Refused([Problem("waiting-many", message, None, (COMPLETE_FIRST,))])
    if ways > MOST_WAYS:
        message = say(
            "deals {numbers} are disputed: this may be settled in {ways} ways, at most in {most}",
            numbers=listing(map(str, disputed), "and"),
            ways=ways,
            most=MOST_WAYS,
        )
        raise Refused([Problem("dispute-many", message, None, (SETTLE_FIRST,))])


# --- facts common to every combination -----------------------------------------------------------


def every_way(now: Standing) -> tuple[Standing, ...]:
    """Return the standings by every combination of open deals; the first has the first version of
    each."""
    return now.ways or (now,)


def span_of(numbers: Iterable[int]) -> Span:
    """Return the minimum and maximum of some numbers."""
    found = [*numbers]
    return Span(min(found), max(found))


def spans(columns: Iterable[Sequence[int]]) -> tuple[Span, ...]:
    """Return the minimum and maximum at each index of columns of equal length."""
    return tuple(map(span_of, zip(*columns, strict=True)))


def total_spans(now: Standing) -> tuple[Span, ...]:
    """Return the range of each side's total in the present game."""
    return spans(way.state.totals for way in every_way(now))


def place_spans(now: Standing) -> tuple[Span, ...]:
    """Return each side's best and worst place, from 1."""
    return spans(map(_places, every_way(now)))


def _places(way: Standing) -> list[int]:
    found, place = [0] * len(way.agreed.sides), 1
    for sides in ranking(way):
        for side in sides:
            found[side] = place
        place += len(sides)
    return found


def is_over(now: Standing) -> bool:
    """Return True if the session is over in every combination of versions."""
    return all(way.state.over for way in every_way(now))


def is_coming_alike(now: Standing) -> bool:
    """Return True if the next deal's roles, contracts and trump suit are equal in every
    combination."""
    return len({(way.next_turn, _next_trump(way)) for way in every_way(now)}) == 1


def sure_ranking(now: Standing) -> tuple[tuple[int, ...], ...]:
    """Return the sides from first to last place, by best, then by worst place.

    Sides share a place if they have equal places in every combination."""
    if not now.ways:
        return ranking(now)
    in_ways = [_places(way) for way in now.ways]
    found: dict[tuple[int, ...], list[int]] = {}
    for side, places in enumerate(zip(*in_ways, strict=True)):
        found.setdefault(places, []).append(side)
    by_place = sorted(found, key=lambda places: (min(places), max(places), places))
    return tuple(tuple(found[places]) for places in by_place)


def sure_winners(now: Standing) -> tuple[int, ...]:
    """Return the sides that won in every combination of versions; empty until all are over."""
    won = [set(winners(way)) for way in every_way(now)]
    return tuple(sorted(set.intersection(*won)))


def possible_winners(now: Standing) -> tuple[int, ...]:
    """Return the sides that won in some combination of versions; empty until one is over."""
    return tuple(sorted({side for way in every_way(now) for side in winners(way)}))


# --- counts by two people ----------------------------------------------------------------------
# Two people may each enter a count of a deal without seeing the other's.


AND = ", "  # separates the names of the two people in the `by` of a deal that both counted


def person(name: str) -> str:
    """Return a name in a form for comparison: `Anna` and `anna` are equal."""
    return unicodedata.normalize("NFC", name).casefold()


def waiting(done: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the pending counts after these entries, the last one of each person."""
    own: dict[str, Entry] = {}
    for count in _run(reversed(done)):
        own.setdefault(person(count.by), count)
    return tuple(reversed(own.values()))


def _run(acts: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the pending counts in `acts`, from the latest, up to an entry that may change the next
    deal or its seats."""
    for act in acts:
        if not KINDS[act.what].keeps_counts:
            return
        if act.what == COUNT:
            yield act


def counters(folded: Folded) -> Mapping[int, tuple[str, ...]]:
    """Return the two people whose counts agreed, by the present number of the deal."""
    by_line = dict(_counted(folded.done))
    lines = enumerate((origin.line for origin in folded.origins), 1)
    return {number: by_line[line] for number, line in lines if line in by_line}


def _counted(done: Iterable[Entry]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the log line of each deal recorded from two counts, and the names of the two people."""
    is_pending = False
    for act in done:
        if act.what == DEAL and is_pending and AND in act.by:
            yield act.line, tuple(act.by.split(AND))
        is_pending = act.what == COUNT or (is_pending and KINDS[act.what].keeps_counts)


def shown_counts(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the log lines of counts that may be shown.

    A count may be shown once another person has counted or the deal is recorded."""
    if not any(entry.what == COUNT for entry in entries):
        return frozenset()
    shown = set[int]()
    for moment in replay(SESSION_LOG, entries):
        entry, active = moment.entries[0], (act for (act,) in reversed(moment.done))
        if entry.what == COUNT:
            counts = [*_run(active)]
            is_open = len({person(count.by) for count in counts}) > 1
        else:
            counts, is_open = [*_run(islice(active, 1, None))], entry.what == DEAL
        shown.update(count.line for count in counts if is_open)
    return frozenset(shown)
