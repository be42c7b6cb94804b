"""Deals and entries as sentences, with the deals' numbers at the time of the entry."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.game.count_checks import completed_column, counted_names, only_holder
from scorekeeper.game.entry_kinds import (
    AMEND,
    COMPLETE,
    DEAL,
    INSERT,
    KINDS,
    KNOWN,
    PLAYERS,
    SEAT,
    SESSION_LOG,
    STRIKE,
    Places,
    places_of,
    players_of,
    put_act,
)
from scorekeeper.game.log import REDO, SWAP, UNDO, Entry, replay
from scorekeeper.game.open_deals import shown_counts
from scorekeeper.game.session_settings import Agreed, Facts, renamed, seated, with_column
from scorekeeper.record.open_session import Book
from scorekeeper.rules.fact_names import CONTRACT, key_said, value_said
from scorekeeper.rules.ruleset import Count, Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say, titled
from scorekeeper.text.translation import marked

# --- deals and events, entry by entry ------------------------------------------------------------


class PlayedDeal(NamedTuple):
    """An active deal: the settings of the table that played it, and its facts."""

    table: Agreed
    facts: Facts


DealOf = Callable[[int], PlayedDeal]


class PlacesSoFar:
    """The deals and events after the acts so far. Undoing the last act restores the places that it
    changed, so no act is replayed twice, however many corrections there are."""

    def __init__(self, begun: Agreed) -> None:
        self.begun = begun
        self.places = places_of(())
        self._before: list[tuple[int, int, Places]] = []

    def add(self, act: Entry) -> None:
        """Add one more active act."""
        number = len(self.places)
        first, end = _changed_by(act, number)
        self._before.append((first, number - end, self.places[first:end]))
        put_act(self.places, act)

    def take_back(self) -> None:
        """Remove the last active act."""
        first, after, before = self._before.pop()
        self.places[first : len(self.places) - after] = before

    @property
    def table(self) -> Agreed:
        """Return the settings of the next deal after the acts so far."""
        return table_after(self.begun, self.places)

    def deal_of(self, number: int) -> PlayedDeal:
        """Return a deal in its state after the acts so far."""
        return _deal_of(self.begun, self.places, number)


def table_after(begun: Agreed, places: Places) -> Agreed:
    """Return the settings after the changes of seats in these places."""
    table = begun
    for seat in (event for place in places for event in place.events if event.what == SEAT):
        player, other = seat.facts["player"], seat.facts["for"]
        if seat.facts.get("own") is not True:
            names = tuple(player if name == other else name for name in table.players)
            table = renamed(table, names)
        elif player not in table.seat_of:
            table = with_column(table, player)
    return table


def _changed_by(act: Entry, number: int) -> tuple[int, int]:
    """Return the range of places that an act may change, of `number` places: the first, and the
    end (exclusive)."""
    if act.what == SEAT:
        return act.number - 1, number
    others = (act.facts["with"],) if act.what == SWAP else ()
    turned = (turn["number"] + 1 for turn in act.turns)
    numbers = (act.number, *others)
    end = max(max(numbers) + (act.what == STRIKE), *turned, 0)
    return min(numbers) - 1, min(end, number)


def deals_after(begun: Agreed, done: Iterable[Entry]) -> DealOf:
    """Return a function that gives a deal after these acts. The acts are replayed only when it is
    called."""
    return lambda number: _deal_of(begun, places_of(done), number)


def _deal_of(begun: Agreed, places: Places, number: int) -> PlayedDeal:
    deal = places[number - 1].deal
    return PlayedDeal(table_after(begun, places[:number]), deal.facts if deal else {})


# --- deals and entries as sentences --------------------------------------------------------------


UNCHANGED = say("nothing is different")
NOBODY: Mapping[int, Agreed] = {}


def given_line(agreed: Agreed, number: int, facts: Facts) -> Words | None:
    """Return the facts entered for a deal in one line, `deal 3 · sort · Anna 8, Björn 5, Cleo 4`,
    with a dash for each missing number. Return None if nothing was entered. Invalid values are
    shown as they are."""
    parts = _given_parts(agreed, facts)
    return JoinedWords((say("deal {number}", number=number), *parts), " · ") if parts else None


def known_words(agreed: Agreed, facts: Facts) -> Words:
    """Return the text of facts recorded before a deal's result. Each count has its name."""
    return JoinedWords(tuple(_given_parts(agreed, facts, is_named=True)), " · ")


def _given_parts(agreed: Agreed, facts: Facts, is_named: bool = False) -> list[Words]:
    """Return the given facts as texts. A count has its name before it if there are several counts,
    or if `is_named`."""
    rules = agreed.rules
    counts = [name for name in rules.counts if name in facts]
    others = [name for name in _known_first(rules, facts) if name not in (CONTRACT, *counts)]
    parts = [value_in_words(agreed, CONTRACT, facts[CONTRACT])] if CONTRACT in facts else []
    parts += [_fact_in_words(agreed, name, facts[name]) for name in others]
    for name in counts:
        column = _column_in_words(agreed, rules.counts[name], facts[name])
        is_alone = len(counts) == 1 and not is_named
        parts.append(column if is_alone else _side_by_side(key_said(rules, name), column))
    return parts


def _known_first(rules: Ruleset, facts: Facts) -> list[str]:
    """Return the names of the given facts: those of the rules in their order, then any others."""
    return [name for name in dict.fromkeys([*rules.facts, *facts]) if name in facts]


def _column_in_words(agreed: Agreed, count: Count, column: object) -> Words:
    names, total = counted_names(count, agreed), count.total.constant if count.total else None
    if not isinstance(column, (list, tuple)) or len(column) != len(names):
        return value_in_words(agreed, count.id, column)
    if all(number is None or is_number(number) for number in column):
        column = completed_column(count, column, total)
    numbers = ("–" if number is None else number for number in column)
    pairs = tuple(JoinedWords(pair, " ") for pair in zip(names, numbers, strict=True))
    return only_holder(count, agreed, column) or JoinedWords(pairs, ", ")


def entry_words(book: Book) -> list[Words]:
    """Return a sentence for every entry, in the order of the log. An undo names the act that it
    undid. A person's count is shown once it is no longer secret."""
    return words_of_entries(book.begun, book.log.entries, _players_of(book))


def _players_of(book: Book) -> Mapping[int, Agreed]:
    """Return the settings, with the players, of each active deal. The keys are the lines of the
    entry with the deal's facts and of the entry that first recorded it. Empty if nobody sits
    out."""
    if book.agreed.rota is None:
        return {}
    played, folded = [deal.agreed for deal in book.standing.deals], book.folded
    entries = (zip(said, played, strict=False) for said in (folded.deals, folded.origins))
    return {entry.line: players for pairs in entries for entry, players in pairs}


def words_of_entries(
    begun: Agreed, entries: Sequence[Entry], players: Mapping[int, Agreed] = NOBODY
) -> list[Words]:
    """Return a sentence for each of these consecutive entries. A penalty is shown with the columns
    of its time. `players` are the settings that name a deal's players, by the line of its
    entry; they are needed only where players sit out."""
    shown, sentences = shown_counts(entries), list[Words]()
    places, agreed = PlacesSoFar(begun), begun
    for moment in replay(SESSION_LOG, entries):
        entry = moment.entries[0]
        act = moment.act[0] if moment.act else entry
        if moment.is_new:
            said = act_words(agreed, entry, places.deal_of, players.get(entry.line))
            if entry.line in shown:
                said = titled(said, in_words(agreed, entry.facts))
            sentences.append(said)
            places.add(act)
        elif moment.is_undo:
            places.take_back()
            sentences.append(act_in_words(agreed, LOGGED, UNDO, act, places.deal_of))
        elif moment.act:
            sentences.append(act_in_words(agreed, LOGGED, REDO, act, places.deal_of))
            places.add(act)
        else:
            sentences.append(act_words(agreed, entry, places.deal_of))
        if act.what == SEAT:
            agreed = places.table
    return sentences


def act_words(agreed: Agreed, entry: Entry, before: DealOf, players: Agreed | None = None) -> Words:
    """Return an act as text: a deal with its facts, a correction with its changes, anything else
    as defined for its kind. `before` gives a deal and its table before the act. `players` are
    the settings with the deal's players, where some sit out."""
    said = KINDS[entry.what].said
    if said is not None:
        return said(agreed, entry)
    if entry.what == DEAL:
        return say(
            "deal {number}: {facts}",
            number=entry.number,
            facts=readings_in_words(players or agreed, entry.readings),
        )
    if entry.what == KNOWN:
        return known_said(agreed, entry)
    table, then = before(entry.number)
    table = players or table
    if entry.what == INSERT:
        return say(
            "insert deal {number}: {facts}",
            number=entry.number,
            facts=readings_in_words(table, entry.readings),
        )
    if entry.what == STRIKE:
        return say(
            "strike deal {number}: {facts}", number=entry.number, facts=in_words(table, then)
        )
    if entry.what == COMPLETE:
        new = {name: value for name, value in entry.facts.items() if name not in then}
        return say(
            "complete deal {number}: {facts}", number=entry.number, facts=in_words(table, new)
        )
    if entry.others:
        return say(
            "dispute deal {number}: {facts}",
            number=entry.number,
            facts=readings_in_words(table, entry.readings),
        )
    moved = correction_in_words(table, then, entry)
    return say(
        "amend deal {number}: {difference}", number=entry.number, difference=moved or UNCHANGED
    )


def known_said(agreed: Agreed, entry: Entry) -> Words:
    """Return the text of an entry that records facts of a deal before its result."""
    names = players_of(entry.facts)
    table = seated(agreed.rules, names, 0, agreed.options) if names else agreed
    facts = {name: value for name, value in entry.facts.items() if name != PLAYERS}
    said = known_words(table, facts) if facts else say("nothing")
    return say("known of deal {number}: {facts}", number=entry.number, facts=said)


def correction_in_words(agreed: Agreed, before: Facts, entry: Entry) -> Words | None:
    """Return the text of what a correction changes, including the dealer, or None if it changes
    nothing."""
    dealers = (turn["dealer"] for turn in entry.turns if turn["number"] == entry.number)
    parts: list[Words] = [say("{player} dealt", player=dealer) for dealer in dealers]
    moved = difference(agreed, before, entry.facts)
    parts += [moved] if moved else []
    return JoinedWords(tuple(parts), ", ") if parts else None


def in_words(agreed: Agreed, facts: Facts) -> Words:
    """Return a deal's facts as text in one line."""
    return JoinedWords(tuple(_fact_in_words(agreed, *fact) for fact in facts.items()), " · ")


def readings_in_words(agreed: Agreed, readings: Sequence[Facts]) -> Words:
    """Return the facts of a deal. For a disputed deal, the differences of each other version
    follow: `tricks 6,6,4 or tricks 7,5,4`."""
    first, *others = readings
    parts = [
        in_words(agreed, {name: facts[name] for name in different(first, facts) if name in facts})
        for facts in others
    ]
    return listing((in_words(agreed, first), *parts)) if parts else in_words(agreed, first)


def _fact_in_words(agreed: Agreed, name: str, value: object) -> Words:
    """Return the text of a fact and its value. A flag has no value."""
    key = key_said(agreed.rules, name)
    return key if value is True else _side_by_side(key, value_in_words(agreed, name, value))


def _side_by_side(*parts: Words) -> JoinedWords:
    return JoinedWords(parts, " ")


EVENT = "event"  # what is told by its kind
DONE = {
    (UNDO, DEAL): marked("took back deal {number} ({facts})"),
    (UNDO, AMEND): marked("took back the correction of deal {number} ({facts})"),
    (UNDO, EVENT): marked("took back: {act}"),
    (REDO, DEAL): marked("restored deal {number} ({facts})"),
    (REDO, AMEND): marked("restored the correction of deal {number} ({facts})"),
    (REDO, EVENT): marked("restored: {act}"),
}
LOGGED = {
    (UNDO, DEAL): marked("undo: deal {number} ({facts})"),
    (UNDO, AMEND): marked("undo: the correction of deal {number} ({facts})"),
    (UNDO, EVENT): marked("undo: {act}"),
    (REDO, DEAL): marked("redo: deal {number} ({facts})"),
    (REDO, AMEND): marked("redo: the correction of deal {number} ({facts})"),
    (REDO, EVENT): marked("redo: {act}"),
}


def act_in_words(
    agreed: Agreed, messages: Mapping[tuple[str, str], str], what: str, act: Entry, before: DealOf
) -> Words:
    """Return an undone or redone act (`what`) as text: a deal's facts, a correction's differences,
    or an event. `before` is a function that gives a deal and its table without the act."""
    if act.what not in (DEAL, AMEND) or (act.what == AMEND and act.others):
        return say(messages[what, EVENT], act=act_words(agreed, act, before))
    if act.what == DEAL:
        facts = readings_in_words(agreed, act.readings)
        return say(messages[what, DEAL], number=act.number, facts=facts)
    table, then = before(act.number)
    if act.turns:
        moved = correction_in_words(table, then, act)
    else:
        moved = difference(table, *((act.facts, then) if what == UNDO else (then, act.facts)))
    return say(messages[what, AMEND], number=act.number, facts=moved or UNCHANGED)


def difference(agreed: Agreed, before: Facts, now: Facts) -> Words | None:
    """Return each fact that differs, as it was and as it is, or None if none does."""
    names = different(before, now)
    changes = tuple(_change(agreed, name, before.get(name), now.get(name)) for name in names)
    return JoinedWords(changes, ", ") if changes else None


def _change(agreed: Agreed, name: str, before: object, now: object) -> Words:
    values = value_in_words(agreed, name, before), value_in_words(agreed, name, now)
    return _side_by_side(key_said(agreed.rules, name), JoinedWords(values, " → "))


def different(before: Facts, now: Facts) -> list[str]:
    """Return the names of the facts that differ. A list read from a file equals the same list
    typed."""
    names = dict.fromkeys([*now, *before])
    return [name for name in names if plain(before.get(name)) != plain(now.get(name))]


def plain(value: object) -> object:
    """Return the value with every list, typed or from a file, as a tuple."""
    return tuple(map(plain, value)) if isinstance(value, (list, tuple)) else value


def value_in_words(agreed: Agreed, name: str, value: object) -> Words:
    """Return the text of a value. A count that belongs to one player or side only is shown as that
    name, any other count as its numbers."""
    if value is None:
        return say("(none)")
    if isinstance(value, (list, tuple)):
        count = agreed.rules.counts.get(name)
        who = only_holder(count, agreed, value) if count else ""
        return who or JoinedWords(tuple(value_in_words(agreed, name, one) for one in value), ",")
    return value_said(agreed.rules, name, value)


# --- halves of a move ----------------------------------------------------------------------------
# The two halves of a move in the logs of the two sessions: the deal recorded in one, and deleted in
# the other.


BEGINNING = "moved-"  # of the id of a deal that was moved from another session
FROM = " →"  # behind the name of the session that a deal came from, as the log gives it
TO = "→ "  # before the name of the session that a struck deal went to


def other_half(act: Entry) -> tuple[Words, ...]:
    """Return a text about undoing the other half of a move, in the other session. Empty if the act
    is not half of a move."""
    if act.what in (DEAL, INSERT) and act.id.startswith(BEGINNING) and act.why.endswith(FROM):
        session = act.why.removesuffix(FROM)
    elif act.what == STRIKE and act.why.startswith(TO):
        session = act.why.removeprefix(TO)
    else:
        return ()
    undo = CommandLine("undo", ("--session", session))
    said = say(
        "that was half of a move; unless that is done, take the other half back too: `{command}`",
        command=undo,
    )
    return (said,)
