"""An open session: its log, its settings, its scored deals; and the next session of an evening."""

import unicodedata
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import takewhile
from operator import add, attrgetter
from typing import NamedTuple, TypeGuard

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.game.agreement import (
    NAME_LIMIT,
    NOTHING_SETTLED,
    Agreed,
    Facts,
    SitOutPlan,
    agree,
    as_seen,
    words_fault,
)
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.log import (
    AMEND,
    COMPLETE,
    COUNT,
    DEAL,
    FINISH,
    INSERT,
    Entry,
    Folded,
    folded_entries,
)
from scorekeeper.game.schedule import State, Turn, turn
from scorekeeper.game.standing import EFFECTS, AppliedEntry, Effect, Standing, after, standing
from scorekeeper.record.journal import (
    EVENT,
    FORMAT,
    TWO_COUNTS,
    Journal,
    ParseCache,
    chained,
    evening_named,
    identity,
    read_journal,
    times_entered,
)
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model import OF_PLAYERS, OutcomeRow, Ruleset
from scorekeeper.rules.read import COMMON_NAMES, SIDE_NAMES, read_kept_ruleset
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Problem, Refused, refuse

# --- book --------------------------------------------------------------------------------------
# A session opened: its journal, its rules, its deals scored; beside this, the acts that add to
# it.
#
# An act takes the book and what a person typed and returns the entries to append, or raises
# Refused with every problem. Nothing here writes.


class Book(FrozenRecord):
    """An open session: what is agreed now, and what was when it was begun."""

    name: str
    agreed: Agreed
    journal: Journal
    folded: Folded
    standing: Standing
    begun: Agreed

    @property
    def counts_twice(self) -> bool:
        """Whether two people are to count each deal."""
        return self.journal.head.get(TWO_COUNTS) is True


class Act(FrozenRecord):
    """What an act comes to: the entries to append (none where they stand already), the session
    after them, the deal it is about (None where that deal is no more), the later deals whose
    totals moved, what is odd enough to ask about first, and the act in words; and of those later
    deals that had another number before, which. `notes` say what follows from the act, `flags` what
    is odd about it beside what is odd about its deals. `last` is the number of the last entry in
    the log, once they are appended."""

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
    """Return the act with its entries as they are appended to the session; `by` is who records
    those that do not say so themselves."""
    journal = book.journal
    entries = chained(journal.blocks, journal.entries, act.entries, by, new_id)
    return act._replace(entries=entries, last=len(journal.entries) + len(entries))


def new_head(
    agreed: Agreed, name: str, created: str, place: str = "", session_id: str = "", date: str = "",
    two_counts: bool = False, evening: str = "", event: Mapping[str, object] | None = None,
) -> Mapping[str, object]:  # fmt: skip
    """The head of a new session: its id, that of the session with which its evening began where it
    is another, what was agreed, where that was said the place, the day, that two people count each
    deal and which table of which event it is, and the rules."""
    rules = {key: value for key, value in agreed.rules.raw.items() if key != "example"}
    return {
        "format": FORMAT, **_said({"id": session_id, "evening": evening}), "name": name,
        "game": agreed.rules.id, "created": created, **_said({"place": place, "date": date}),
        **({TWO_COUNTS: True} if two_counts else {}), **({EVENT: event} if event else {}),
        "people": list(agreed.players),
        "seats": {
            "order": list(agreed.players), "dealer": agreed.players[agreed.dealer],
            **_turns(agreed),
        },
        "options": dict(agreed.options), "rules": rules,
    }  # fmt: skip


def _said(words: Mapping[str, str]) -> Mapping[str, str]:
    """What was said of these; no key for the others."""
    return {key: said for key, said in words.items() if said}


def _turns(agreed: Agreed) -> Mapping[str, object]:
    """Who rests, and how many deals that makes, where the table settled it."""
    rota = agreed.rota
    if rota is None:
        return {}
    return {name: value for name, value in rota.turns._asdict().items() if value is not None}


def opened(
    data: bytes, name: str, seen: ParseCache | None = None, effects: Mapping[str, Effect] = EFFECTS
) -> Book:
    """Opens a session file; raises Refused, with line and reason, where it is broken.

    A deal that the rules refuse does not keep the book from opening: it is in
    `standing.problems`, and `check` names it.
    """
    seen = seen or ParseCache()
    journal = read_journal(data, seen)
    agreed = _agreed(journal.head, seen)
    folded = folded_entries(journal.entries)
    now = standing_of(agreed, folded, effects)
    return Book(
        name=name, agreed=now.agreed, journal=journal, folded=folded, standing=now, begun=agreed
    )


def _agreed(head: Mapping[str, object], seen: ParseCache) -> Agreed:
    """What the head says was agreed; a person may have mended it by hand."""
    raw, game, options = head.get("rules"), head.get("game"), head.get("options", {})
    seats = head.get("seats")
    order, dealer = map(seats.get, ("order", "dealer")) if isinstance(seats, dict) else (0, 0)
    if not (
        isinstance(game, str)
        and isinstance(raw, dict)
        and isinstance(dealer, str)
        and isinstance(options, dict)
    ):
        message = say(
            "the head of the session file must say `game`, who deals first and its `[rules]`"
        )
        raise refuse("session-broken", message)
    people = head.get("people")
    if not (_are_names(order) and _are_names(people) and set(order) <= set(people)):
        message = say(
            "the head of the session file must say `people` and who of them sits where, "
            "`seats.order`, two lists of names"
        )
        raise refuse("session-broken", message)
    try:
        return agree(_ruleset(raw, game, seen), order, dealer, options, _resting(head))
    except Refused as refusal:
        raise Refused(refusal.problems, say("the head of the session file does not hold")) from None


def _resting(head: Mapping[str, object]) -> SitOutPlan:
    """What the head says of those who rest."""
    seats = head.get("seats")
    rest, deals = map(seats.get, ("rest", "deals")) if isinstance(seats, dict) else (None, None)
    if not isinstance(rest, str | None) or (deals is not None and deals.__class__ is not int):
        message = say(
            "`seats.rest` says who rests, in words, and `seats.deals` how many deals there are"
        )
        raise refuse("session-broken", message)
    return SitOutPlan(rest, deals)


def _are_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _ruleset(raw: Mapping[str, object], game: str, seen: ParseCache) -> Ruleset:
    """The rules of a head; where another file of the run holds the same, they are at hand."""
    key = id(raw), game
    if key not in seen.rulesets:
        seen.rulesets[key] = raw, read_kept_ruleset(raw, game)
    ruleset: Ruleset = seen.rulesets[key][1]
    return ruleset


def standing_of(
    agreed: Agreed, folded: Folded, effects: Mapping[str, Effect] = EFFECTS
) -> Standing:
    """The standing of what stands, the deals that were corrected marked so, with the counts that
    wait and who counted what."""
    now = standing(agreed, folded.course, effects)
    if now.state.early:
        since = takewhile(lambda act: act.what != FINISH, reversed(folded.done))
        now = now._replace(state=now.state._replace(undos=1 + len([*since])))
    if COUNT in {act.what for act in folded.done}:
        from scorekeeper.game.open_deals import counters, waiting  # noqa: PLC0415 - 0.3 ms, seldom

        now = now._replace(counts=waiting(folded.done), counters=counters(folded))
    facts = now.agreed.rules.facts.values()
    if any(map(attrgetter("others"), folded.deals)) or any(map(attrgetter("later"), facts)):
        from scorekeeper.game.open_deals import (  # noqa: PLC0415 - 1 ms, only for disputes
            in_every_way,
        )

        now = in_every_way(agreed, folded.course, now)
    if not folded.amended:
        return now
    return now._replace(
        deals=tuple(d._replace(amended=d.turn.number in folded.amended) for d in now.deals)
    )


# --- known deals -------------------------------------------------------------------------------
# Deals that were judged before: over many evenings the same numbers come again in the same deal,
# and rules that look at nothing but the deal give them the same points.


NAMING = frozenset((*OF_PLAYERS, "auction"))  # the kinds of facts that name players
# What formulas may ask of the deal itself besides the rules' own words; whatever else they may ask
# is of the course of the session, or of who plays.
OF_DEAL = frozenset(
    ("players", "people", "sides", "hand", "contract", "group", "trump", "quota", "role")
)
BEYOND = {name.rpartition(".")[2] for name in (*COMMON_NAMES, *SIDE_NAMES)} - OF_DEAL
# What is asked once a deal is scored, or of those who had no part in it.
NOT_OF_DEAL = frozenset(("game", "match", "resting", "raw"))


class Worth(NamedTuple):
    """What a deal comes to, as `Scored` has it, whoever plays it and whenever."""

    facts: Facts
    contract: str | None
    points: tuple[int, ...]
    trump: str | None
    quotas: tuple[int, ...] | None
    outcome: OutcomeRow | None
    flags: tuple[Words, ...]
    carry: tuple[tuple[int, ...], ...]


class KnownDeals:
    """What deals come to, each worked out but once.

    A deal is known by all that is looked at when it is scored: the rules, how many play, the
    options, the facts, who deals, declares and leads, and what the rules carry on. So where rules
    look at more of the course of the session, or at who somebody is, and where people rest, every
    deal is judged for itself.
    """

    MOST = 2_000  # deals that are kept; then the keeping begins anew
    MOST_RULES = 100

    def __init__(self) -> None:
        self._worth: dict[Hashable, Worth] = {}
        self._rules: dict[int, tuple[Ruleset, bool]] = {}

    def effects(self) -> Mapping[str, Effect]:
        """What follows in one more session from each kind of entry."""
        if len(self._worth) > self.MOST or len(self._rules) > self.MOST_RULES:
            self._worth.clear()
            self._rules.clear()
        own = (DEAL, AMEND, INSERT, COMPLETE)
        return {**EFFECTS, **dict.fromkeys(own, self._deal)}

    def _deal(self, agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
        """What follows from a deal, as where it is judged."""
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
        """The same as `looks_at_deal_alone`. Rules are known by their identity, which no others
        have while they are kept."""
        if id(rules) not in self._rules:
            self._rules[id(rules)] = rules, looks_at_deal_alone(rules)
        return self._rules[id(rules)][1]


def _looked_at(agreed: Agreed, state: State, coming: Turn, entry: Entry) -> Hashable:
    """What is looked at when a deal is scored. Options and facts are told apart as text: 1 and
    true are equal, but two facts."""
    said = repr((agreed.options, entry.facts))
    is_open = entry.facts.get("contract") in coming.contracts
    return (
        id(agreed.rules), len(agreed.players), said, is_open or coming.contracts, coming.held,
        coming.dealer, coming.declarer, coming.leader, state.carry, state.over,
    )  # fmt: skip


def _is_odd_by_itself(scored: Scored) -> bool:
    """Whether none of the checks that refuse nothing had to look past the deal to say whether it is
    odd; in rules that look at the deal alone only these may."""
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
    """The facts of a deal; KeyError for what is beyond it."""

    def __init__(self, facts: DealFacts) -> None:
        self._facts = facts

    def __getitem__(self, name: str) -> object:
        if name.rpartition(".")[2] in BEYOND:
            raise KeyError(name)
        return self._facts[name]


def looks_at_deal_alone(rules: Ruleset) -> bool:
    """Whether a deal of these rules is scored or refused by itself, wherever in a session it is and
    whoever plays it."""
    refusing = tuple(check for check in rules.scoring.checks if check.tier == "refuse")
    scoring = vars(rules._replace(scoring=rules.scoring._replace(checks=refusing)))
    parts = [part for name, part in scoring.items() if name not in NOT_OF_DEAL]
    names = {name.rpartition(".")[2] for formula in formulas_in(parts) for name in formula.names}
    who = (*rules.roles.values(), rules.deals.declarer, rules.deals.leader, rules.deals.first)
    return (
        names.isdisjoint(BEYOND)
        and NAMING.isdisjoint(fact.kind for fact in rules.facts.values())
        and not any(one.startswith("fact ") for one in who if one)
    )


def formulas_in(part: object) -> Iterator[Formula]:
    """Every formula in a part of the rules, however deep."""
    if isinstance(part, Formula):
        yield part
    elif isinstance(part, FrozenRecord):
        yield from formulas_in(vars(part))
    elif isinstance(part, Mapping):
        yield from formulas_in(tuple(part.values()))
    elif isinstance(part, (tuple, list)):
        for inner in part:
            yield from formulas_in(inner)


# --- When an evening was, and where: what its page says beside the score -----------------------


LONGEST_PLACE = 80


class Occasion(NamedTuple):
    """The times at which the first deal and the last were entered, as the session file has them, or
    the day of an evening that was entered later; and the place. Empty where that is not known."""

    first: str = ""
    last: str = ""
    place: str = ""


def occasion_of(book: Book) -> Occasion:
    """The occasion of a session: the day that was said of it, else when its deals were entered;
    before the first deal the time at which it was begun."""
    head = book.journal.head
    times = times_entered(head, book.journal.entries)
    return Occasion(min(times), max(times), _place(head))


def _place(head: Mapping[str, object]) -> str:
    place = head.get("place", "")
    return place if isinstance(place, str) else ""


def place_kept(text: str) -> str:
    """A place as a session keeps it; raises Refused for one that no page could show."""
    place = unicodedata.normalize("NFC", text.strip())
    fault = words_fault(place, LONGEST_PLACE)
    if fault is None:
        return place
    raise refuse(
        "place", say("`{place}` cannot be a place: {fault}", place=place, fault=fault), "place"
    )


# --- Who recorded an entry ---------------------------------------------------------------------


def recorder_kept(name: str) -> str:
    """A name as entries keep it, empty where nobody said one; raises Refused for one that no page
    could show."""
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    fault = words_fault(kept, NAME_LIMIT)
    if fault is None:
        return kept
    message = say("`{name}` cannot be who records: {fault}", name=name, fault=fault)
    raise refuse("by-name", message, "by")


# --- next session ------------------------------------------------------------------------------
# The next session of an evening: the same people, the next dealer, another game or the same.


class Again(NamedTuple):
    """What the next session takes over: who plays, clockwise; who deals first; the choices of the
    table and who rests; the place and the day where they were said; whether two people count each
    deal; and the identity of the
    session with which the evening began."""

    players: tuple[str, ...]
    dealer: str | None
    options: Mapping[str, object]
    turns: SitOutPlan
    place: str
    date: str
    two_counts: bool
    evening: str


def again_of(book: Book, rules: Ruleset, named: Sequence[str] = ()) -> Again:
    """What a session under these rules takes over from the one before it; `named` are other people
    in the place of those who sat there."""
    agreed, head = book.agreed, book.journal.head
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
    """Who sits at the table, clockwise, as they sit now."""
    return (
        tuple(agreed.players[person] for person in agreed.rota.around)
        if agreed.rota
        else (agreed.players)
    )


def _dealer(book: Book, players: Sequence[str]) -> str | None:
    """Who deals next: who would have by the session before, else the next on the left who still
    plays; None where nobody of them does."""
    seated = around(book.agreed)
    place = seated.index(book.agreed.players[book.standing.state.dealer])
    still = {as_seen(name): name for name in players}
    left = (as_seen(name) for name in (*seated[place:], *seated[:place]))
    return next((still[name] for name in left if name in still), None)


def _next_turns(agreed: Agreed) -> SitOutPlan:
    """Who rests as the table settled it; nothing where everybody played."""
    return agreed.rota.turns if agreed.rota and agreed.rota.has_resters else NOTHING_SETTLED
