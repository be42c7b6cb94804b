"""An open session: its log, settings and scored deals; and the settings of the evening's next
session."""

import unicodedata
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import takewhile
from operator import add, attrgetter
from typing import NamedTuple

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import (
    AMEND,
    COMPLETE,
    COUNT,
    DEAL,
    INSERT,
    Folded,
    folded_entries,
)
from scorekeeper.game.log import FINISH, Entry
from scorekeeper.game.open_deals import counters, in_every_way, waiting
from scorekeeper.game.schedule import State, Turn, turn
from scorekeeper.game.session_settings import (
    NAME_LIMIT,
    NOTHING_SETTLED,
    Agreed,
    Facts,
    SitOutPlan,
    comparison_form,
    text_fault,
)
from scorekeeper.game.standing import EFFECTS, AppliedEntry, Effect, Standing, after, standing
from scorekeeper.record.chain import chained
from scorekeeper.record.log_text import Log, ParseCache
from scorekeeper.record.session_head import (
    TWO_COUNTS,
    agreed_in,
    evening_named,
    identity,
    read_session_log,
    times_entered,
)
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.ruleset import OF_PLAYERS, OutcomeRow, Ruleset
from scorekeeper.rules.ruleset_reader import COMMON_NAMES, SIDE_NAMES
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Problem, refuse

# --- book --------------------------------------------------------------------------------------
# An open session: its log, its rules, its scored deals; and the changes that add to it.
#
# A function that makes a change takes the book and the typed words and returns the entries to
# append, or raises Refused with every problem. Nothing here writes.


class Book(NamedTuple):
    """An open session: its present settings, those with which it began, its log, and its
    standing."""

    name: str
    agreed: Agreed
    log: Log
    folded: Folded
    standing: Standing
    begun: Agreed

    @property
    def counts_twice(self) -> bool:
        """Return True if two people must count each deal."""
        return self.log.head.get(TWO_COUNTS) is True


class Act(NamedTuple):
    """A change of the log, ready to be recorded.

    `entries` are appended (none if they are recorded already), giving `standing`. `said` is the
    change as text, `recorded` the deal concerned (None if it no longer exists), `changed` the
    later deals whose totals change, by number. `questions` must be confirmed first.
    `numbers_before` gives the former number of each renumbered deal. `notes` are consequences,
    `flags` the change's own irregularities besides those of its deals. `last` is the number of
    the last entry in the log afterwards."""

    entries: tuple[Entry, ...]
    standing: Standing
    said: Words
    recorded: int | None = None
    changed: tuple[int, ...] = ()
    questions: tuple[Problem, ...] = ()
    numbers_before: Mapping[int, int] = {}
    notes: tuple[Words, ...] = ()
    flags: tuple[Words, ...] = ()
    last: int = 0


def appended(book: Book, act: Act, by: str, new_id: Callable[[], str]) -> Act:
    """Return the change with its entries ready for the log. `by` is the recorder of entries that
    name none."""
    entries = chained(book.log, act.entries, by, new_id)
    return act._replace(entries=entries, last=len(book.log.entries) + len(entries))


def opened(
    data: bytes, name: str, seen: ParseCache | None = None, effects: Mapping[str, Effect] = EFFECTS
) -> Book:
    """Return the session in the bytes of a file. Raises Refused, with line and reason, if the file
    is broken. A deal that the rules refuse is no error here: it is in `standing.problems`, and
    `check` reports it."""
    seen = seen or ParseCache()
    log = read_session_log(data, seen)
    agreed = agreed_in(log.head, seen)
    folded = folded_entries(log.entries)
    now = standing_of(agreed, folded, effects)
    return Book(name=name, agreed=now.agreed, log=log, folded=folded, standing=now, begun=agreed)


def standing_of(
    agreed: Agreed, folded: Folded, effects: Mapping[str, Effect] = EFFECTS
) -> Standing:
    """Return the standing after the active entries, with corrected deals marked, pending counts,
    and the people who counted each deal."""
    now = standing(agreed, folded.course, effects)
    if now.state.early:
        since = takewhile(lambda act: act.what != FINISH, reversed(folded.done))
        now = now._replace(state=now.state._replace(undos=1 + len([*since])))
    if COUNT in {act.what for act in folded.done}:
        now = now._replace(counts=waiting(folded.done), counters=counters(folded))
    facts = now.agreed.rules.facts.values()
    if any(map(attrgetter("others"), folded.deals)) or any(map(attrgetter("later"), facts)):
        now = in_every_way(agreed, folded.course, now)
    if not folded.amended:
        return now
    return now._replace(
        deals=tuple(d._replace(amended=d.turn.number in folded.amended) for d in now.deals)
    )


# --- known deals -------------------------------------------------------------------------------
# A cache of scored deals. Over many evenings the same numbers recur in the same deal, and rules
# that look at nothing but the deal give them the same points.


NAMING = frozenset((*OF_PLAYERS, "auction"))  # the kinds of facts that name players
# Names in formulas that depend on the deal alone, in addition to the rules' own names. All other
# names depend on the session so far, or on the players.
OF_DEAL = frozenset(
    ("players", "people", "sides", "hand", "contract", "group", "trump", "quota", "role")
)
BEYOND = {name.rpartition(".")[2] for name in (*COMMON_NAMES, *SIDE_NAMES)} - OF_DEAL
# Parts of the rules that are used after scoring, or for players who sit out.
NOT_OF_DEAL = frozenset(("game", "match", "resting", "raw"))


class Worth(NamedTuple):
    """The result of a scored deal: the fields of `Scored` that do not depend on the players or on
    the deal's position in the session."""

    facts: Facts
    contract: str | None
    points: tuple[int, ...]
    trump: str | None
    quotas: tuple[int, ...] | None
    outcome: OutcomeRow | None
    flags: tuple[Words, ...]
    carry: tuple[tuple[int, ...], ...]


class KnownDeals:
    """A cache of scored deals.

    The key is everything on which the score depends: the rules, the number of players, the
    options, the facts, the dealer, the declarer and the leader, and the counters carried from
    deal to deal. The cache is not used if players sit out, or if the rules use more of the
    session or the players' identity."""

    MOST = 2_000  # deals that are kept; then the keeping begins anew
    MOST_RULES = 100

    def __init__(self) -> None:
        self._worth: dict[Hashable, Worth] = {}
        self._rules: dict[int, tuple[Ruleset, bool]] = {}

    def effects(self) -> Mapping[str, Effect]:
        """Return the effect of each kind of entry, for one more session. The cache is cleared
        first if it is too large."""
        if len(self._worth) > self.MOST or len(self._rules) > self.MOST_RULES:
            self._worth.clear()
            self._rules.clear()
        own = (DEAL, AMEND, INSERT, COMPLETE)
        return {**EFFECTS, **dict.fromkeys(own, self._deal)}

    def _deal(self, agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
        """Return the effect of an entry that is a deal, from the cache if possible."""
        if agreed.rota or not self._is_near(agreed.rules):
            return EFFECTS[DEAL](agreed, state, entry)
        coming = turn(agreed, state)
        key = _looked_at(agreed, state, coming, entry)
        if known := self._worth.get(key):
            totals = tuple(map(add, state.totals, known.points))
            scored = Scored(
                agreed, state, coming, known.facts, known.contract, known.points, totals,
                known.trump, known.quotas, known.outcome, known.flags, known.carry,
            )  # fmt: skip
            return AppliedEntry(agreed, after(agreed, state, scored), scored)
        step = EFFECTS[DEAL](agreed, state, entry)
        if step.deal and not step.deal.waits and _is_odd_by_itself(step.deal):
            self._worth[key] = Worth(*[getattr(step.deal, name) for name in Worth._fields])
        return step

    def _is_near(self, rules: Ruleset) -> bool:
        """Return the cached result of `looks_at_deal_alone` for these rules. The key is the rules'
        `id()`, which is unique as long as the cache holds the rules."""
        if id(rules) not in self._rules:
            self._rules[id(rules)] = rules, looks_at_deal_alone(rules)
        return self._rules[id(rules)][1]


def _looked_at(agreed: Agreed, state: State, coming: Turn, entry: Entry) -> Hashable:
    """Return the cache key of a deal: everything on which its score depends. Options and facts are
    compared as text, because 1 and True are equal but different facts."""
    said = repr((agreed.options, entry.facts))
    is_open = entry.facts.get("contract") in coming.contracts
    return (
        id(agreed.rules), len(agreed.players), said, is_open or coming.contracts, coming.held,
        coming.dealer, coming.declarer, coming.leader, state.carry, state.over,
    )  # fmt: skip


def _is_odd_by_itself(scored: Scored) -> bool:
    """Return True if every check can be decided from the deal's own facts. In rules that score
    each deal by itself, only a check that warns may need more."""
    checks = scored.agreed.rules.scoring.checks
    if not checks:
        return True
    near = _Near(DealFacts(scored.agreed, scored.state, scored.turn, scored.facts))
    try:
        for check in checks:
            value_of(check.when, near)
    except FormulaError:
        return False
    return True


class _Near:
    """The facts of a deal as a mapping that raises KeyError for anything beyond the deal."""

    def __init__(self, facts: DealFacts) -> None:
        self._facts = facts

    def __getitem__(self, name: str) -> object:
        if name.rpartition(".")[2] in BEYOND:
            raise KeyError(name)
        return self._facts[name]


def looks_at_deal_alone(rules: Ruleset) -> bool:
    """Return True if these rules score and refuse a deal by the deal's own facts, independently of
    its position in the session and of the players."""
    refusing = tuple(check for check in rules.scoring.checks if check.tier == "refuse")
    scoring = vars(replace(rules, scoring=replace(rules.scoring, checks=refusing)))
    parts = [part for name, part in scoring.items() if name not in NOT_OF_DEAL]
    names = {name.rpartition(".")[2] for formula in formulas_in(parts) for name in formula.names}
    who = (*rules.roles.values(), rules.deals.declarer, rules.deals.leader, rules.deals.first)
    return (
        names.isdisjoint(BEYOND)
        and NAMING.isdisjoint(fact.kind for fact in rules.facts.values())
        and not any(one.startswith("fact ") for one in who if one)
    )


def formulas_in(part: object) -> Iterator[Formula]:
    """Yield every formula in a part of a ruleset, at any depth."""
    if isinstance(part, Formula):
        yield part
    elif is_dataclass(part):
        yield from formulas_in([getattr(part, one.name) for one in fields(part)])
    elif isinstance(part, Mapping):
        yield from formulas_in(tuple(part.values()))
    elif isinstance(part, (tuple, list)):
        for inner in part:
            yield from formulas_in(inner)


# --- date and place of an evening ----------------------------------------------------------------


LONGEST_PLACE = 80


class Occasion(NamedTuple):
    """The date and place of a session. The date is either the day entered for the session, or the
    saved times of its first and last deal. All are empty if unknown."""

    first: str = ""
    last: str = ""
    place: str = ""


def occasion_of(book: Book) -> Occasion:
    """Return the date and place of a session. The date is the day entered for the session, else
    the times at which its deals were entered, or before the first deal the time at which it
    began."""
    head = book.log.head
    times = times_entered(head, book.log.entries)
    return Occasion(min(times), max(times), _place(head))


def _place(head: Mapping[str, object]) -> str:
    place = head.get("place", "")
    return place if isinstance(place, str) else ""


def place_kept(text: str) -> str:
    """Return a place in its saved form. Raises Refused if it cannot be shown on a page."""
    place = unicodedata.normalize("NFC", text.strip())
    fault = text_fault(place, LONGEST_PLACE)
    if fault is None:
        return place
    raise refuse(
        "place", say("`{place}` cannot be a place: {fault}", place=place, fault=fault), "place"
    )


# --- recorder of an entry ------------------------------------------------------------------------


def recorder_kept(name: str) -> str:
    """Return a recorder's name in its saved form, empty if there is none. Raises Refused if it
    cannot be shown on a page."""
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    fault = text_fault(kept, NAME_LIMIT)
    if fault is None:
        return kept
    message = say("`{name}` cannot be who records: {fault}", name=name, fault=fault)
    raise refuse("by-name", message, "by")


# --- next session ------------------------------------------------------------------------------
# The next session of an evening: the same people, the next dealer, the same game or another one.


class Again(NamedTuple):
    """The settings that the next session takes over: the players, clockwise; the first dealer; the
    options and the sit-out plan; the place and the date, if they were entered; whether two
    people count each deal; and the identity of the evening's first session."""

    players: tuple[str, ...]
    dealer: str | None
    options: Mapping[str, object]
    turns: SitOutPlan
    place: str
    date: str
    two_counts: bool
    evening: str


def again_of(book: Book, rules: Ruleset, named: Sequence[str] = ()) -> Again:
    """Return the settings that a session under these rules takes over from the session `book`.
    `named` are the players, if they are not those of `book`."""
    agreed, head = book.agreed, book.log.head
    players = tuple(named) or around(agreed)
    is_same = rules.id == agreed.rules.id
    return Again(
        players=players,
        dealer=_dealer(book, players),
        options={key: agreed.options[key] for key in rules.options if key in agreed.options}
        if is_same
        else {},
        turns=_next_turns(agreed) if is_same and len(players) == agreed.people else NOTHING_SETTLED,
        place=str(head.get("place", "")),
        date=str(head.get("date", "")),
        two_counts=book.counts_twice,
        evening=evening_named(head) or identity(head),
    )


def around(agreed: Agreed) -> tuple[str, ...]:
    """Return all players at the table, clockwise from the first seat."""
    return (
        tuple(agreed.players[person] for person in agreed.rota.around)
        if agreed.rota
        else (agreed.players)
    )


def _dealer(book: Book, players: Sequence[str]) -> str | None:
    """Return the first dealer of the next session: the next dealer of the previous session, or the
    next player to the left who still plays. Return None if nobody still plays."""
    seated = around(book.agreed)
    place = seated.index(book.agreed.players[book.standing.state.dealer])
    still = {comparison_form(name): name for name in players}
    left = (comparison_form(name) for name in (*seated[place:], *seated[:place]))
    return next((still[name] for name in left if name in still), None)


def _next_turns(agreed: Agreed) -> SitOutPlan:
    """Return the sit-out plan set at the start, or an empty plan if nobody sat out."""
    return agreed.rota.turns if agreed.rota and agreed.rota.has_resters else NOTHING_SETTLED
