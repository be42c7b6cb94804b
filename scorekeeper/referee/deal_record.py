"""A recorded deal and its exchange, read from a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.base.toml_reader import toml_table
from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.fact_values import NOTHING, facts_named
from scorekeeper.referee.question_context import (
    Case,
    check_cards,
    read_heap,
    seat_named,
    with_contract,
    with_trump,
)
from scorekeeper.rules.cards import Card, cards_over, folded, words_of_card
from scorekeeper.rules.ruleset_play import MeldKind
from scorekeeper.text.message import Words, listing, say, say_n, titled
from scorekeeper.text.problems import Mend, Problem, Refused, did_you_mean, toml_fault

# --- recorded exchange -------------------------------------------------------------------------
# The exchange in a recorded deal: the talon, the hands as dealt, the cards given.


class Exchanged(NamedTuple):
    """A recorded exchange: the talon, the dealt hands by seat, and the cards given in each step. A
    field is None if it was not recorded; a step left out has no cards."""

    talon: tuple[Card, ...] | None = None
    dealt: Mapping[int, tuple[Card, ...]] = {}
    given: tuple[tuple[Card, ...], ...] | None = None


def exchange_keys(case: Case) -> tuple[str, ...]:
    """Return a record's keys for the exchange that are not names of facts; none in a game without
    one."""
    keys = ("talon", "dealt", "exchange") if case.referee.exchange else ()
    return tuple(key for key in keys if not facts_named(case.rules, key))


def read_exchanged(raw: Mapping[str, Any], case: Case) -> tuple[Exchanged, list[Problem]]:
    """Return the recorded exchange and the problems of reading it."""
    keys = [key for key in exchange_keys(case) if key in raw]
    reader = ExchangeReader(case)
    talon = reader.cards(raw["talon"], "talon") if "talon" in keys else None
    dealt = reader.dealt(raw["dealt"]) if "dealt" in keys else {}
    given = reader.given(raw["exchange"]) if "exchange" in keys else None
    return Exchanged(talon, dealt, given), reader.problems


class ExchangeReader:
    """A reader of the exchange in a record. It collects every problem and continues."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.problems: list[Problem] = []

    def cards(self, value: Any, key: str, place: Words | None = None) -> tuple[Card, ...]:
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            message = say("`{key}` must be cards in quotes", key=key)
            self.problems.append(Problem("record-value", message, key, place=place))
            return ()
        try:
            return read_heap(self.case, words, key, in_file=True)
        except Refused as refusal:
            self.problems += [problem._replace(place=place) for problem in refusal.problems]
            return ()

    def dealt(self, table: Any) -> dict[int, tuple[Card, ...]]:
        if not isinstance(table, dict):
            message = say("`[dealt]` must be a table of players and their cards")
            self.problems.append(Problem("record-value", message, "dealt"))
            return {}
        return dict(self._hands(table))

    def _hands(self, table: Mapping[str, Any]) -> Iterator[tuple[int, tuple[Card, ...]]]:
        for name, cards in table.items():
            try:
                seat = seat_named(self.case.agreed, name, "dealt")
            except Refused as refusal:
                self.problems += refusal.problems
                continue
            yield seat, self.cards(cards, "dealt", dealt_place(name))

    def given(self, value: Any) -> tuple[tuple[Card, ...], ...] | None:
        """Return the cards of each step, or None if the value is no list. A single step may be one
        text."""
        rows = [value] if isinstance(value, str) else value
        if not isinstance(rows, list):
            message = say("`{key}` must be a list of words in quotes", key="exchange")
            self.problems.append(Problem("record-value", message, "exchange"))
            return None
        return tuple(
            () if row in NOTHING else self.cards(row, "exchange", step_place(number))
            for number, row in enumerate(rows, 1)
        )


def dealt_place(player: str) -> Words:
    """Return the place of a problem: a player's dealt hand."""
    return say("{player}'s hand as dealt", player=player)


def step_place(number: int) -> Words:
    """Return the place of a problem: a step of the exchange, numbered from 1."""
    return say("exchange, step {number}", number=number)


# --- recorded deal -----------------------------------------------------------------------------
# A recorded deal: the leader, the tricks, the hands if they are known, other facts.


OWN = (
    "rules", "players", "dealer", "options", "leader", "contract", "trump", "tricks", "hands",
    "facts",
)  # fmt: skip

PLAYS = "plays"  # the key of the turns of a layout; a dash is a turn without a card
SAID = "said"  # the key of the words spoken for melds in the first trick


class DealRecord(NamedTuple):
    """A recorded deal.

    `case` has the players, and the contract and trumps if known. `tricks` are in order of play,
    `led` has the recorded leader of each, and `hands` are by seat. `words` are the other facts
    as typed. `exchanged` is the exchange before play. `said` are the kinds of meld whose word
    was spoken in the first trick. `plays` has one card for each turn of a layout, None for a
    pass."""

    case: Case
    leader: int | None
    tricks: tuple[tuple[Card, ...], ...]
    led: tuple[int | None, ...]
    hands: Mapping[int, tuple[Card, ...]]
    words: tuple[str, ...]
    exchanged: Exchanged = Exchanged()
    said: tuple[str, ...] = ()
    plays: tuple[Card | None, ...] = ()


def parsed(text: str, name: str) -> Mapping[str, Any]:
    """Return the TOML of a recorded deal. Raises Refused, with the place, if it is not TOML."""
    try:
        return toml_table(text)
    except (ValueError, RecursionError) as error:  # a number too long to be one is a ValueError
        message = titled(say("the recorded deal"), toml_fault(error, text))
        raise Refused([Problem("record-toml", message, place=name)]) from None


def read_record(raw: Mapping[str, Any], case: Case, words: Sequence[str] = ()) -> DealRecord:
    """Return the deal in a parsed record. Raises Refused with every problem. `words` are facts
    typed in addition to the file."""
    check_cards(case)
    reader = DealRecordReader(raw, case)
    record = reader.record(words)
    if reader.problems:
        raise Refused(reader.problems, say("the recorded deal cannot be read"))
    return record


def _kinds_with_a_word(case: Case) -> tuple[MeldKind, ...]:
    """Return the kinds of meld that need a spoken word; none if the game has a fact named
    `said`."""
    melds = case.referee.melds
    if melds is None or facts_named(case.rules, SAID):
        return ()
    return tuple(kind for kind in melds.kinds if kind.say.by_language)


def same_table(agreed: Agreed, raw: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of a record whose game, or order of players, differs from this
    session's."""
    problems = []
    game = raw.get("rules")
    if game is not None and game != agreed.rules.id:
        message = say(
            "the record is of `{game}`, the session plays `{here}`", game=game, here=agreed.rules.id
        )
        problems.append(Problem("record-game", message, "rules"))
    names = raw.get("players")
    if isinstance(names, list) and not _is_rotation([str(name) for name in names], agreed.players):
        there, here = listing(map(str, names), "and"), listing(agreed.players, "and")
        # Translators: {players} and {here} are the names of players.
        message = say(
            "the record has {players}; the session has {here}, clockwise", players=there, here=here
        )
        problems.append(Problem("record-players", message, "players"))
    return problems


def _is_rotation(names: Sequence[str], players: Sequence[str]) -> bool:
    """Return True if both lists have the same order around the table, whoever comes first."""
    return any([*players[turn:], *players[:turn]] == list(names) for turn in range(len(players)))


class DealRecordReader:
    """A reader of a recorded deal. It collects every problem and continues."""

    def __init__(self, raw: Mapping[str, Any], case: Case) -> None:
        self.raw, self.case, self.agreed = raw, case, case.agreed
        self.problems: list[Problem] = []
        self.need_words = _kinds_with_a_word(case)
        contracts = case.rules.contracts.values()
        plays = [PLAYS] if any(one.stops and one.stops.count for one in contracts) else []
        said = [SAID] if self.need_words else []
        self.own = (*OWN, *exchange_keys(case), *said, *plays)

    def record(self, words: Sequence[str]) -> DealRecord:
        """Return the complete record. `words` are facts typed in addition to the file."""
        self._unknown_keys()
        leader = self._seat("leader")
        self._name("contract", with_contract)
        self._name("trump", with_trump)
        rows = [self._trick(number, row) for number, row in enumerate(self._list("tricks"), 1)]
        plays = tuple(self._plays())
        if not plays and (not rows or self._is_layout()):
            self._no_play()
        if plays and rows:
            message = say("`{word}` is said of the deal, and its record has tricks", word=PLAYS)
            hint = say("leave `{word}` or the tricks out", word=PLAYS)
            self._problem("record-alone", message, PLAYS, hint)
        tricks, led = tuple(cards for cards, _ in rows), tuple(who for _, who in rows)
        self._lengths(tricks)
        exchanged, problems = read_exchanged(self.raw, self.case)
        self.problems += problems
        return DealRecord(
            case=self.case,
            leader=leader,
            tricks=tricks,
            led=led,
            hands=self._hands(),
            words=(*self._facts(), *words),
            exchanged=exchanged,
            said=tuple(self._said()),
            plays=plays,
        )

    def _is_layout(self) -> bool:
        """Return True if the deal is played as a layout instead of in tricks."""
        contract = self.case.chosen
        return contract is not None and contract.stops is not None and PLAYS in self.own

    def _no_play(self) -> None:
        """Report that the record has no tricks or, for a layout, no turns."""
        if self._is_layout():
            line = f'{PLAYS} = "7C 7D - 8C …"'
            hint = say("add {line}, a card or - for each turn", line=line)
            self._problem("tricks-missing", say("the record has no turns"), PLAYS, hint)
            return
        hint = say("add {line}, cards in order of play", line='tricks = ["KC 9C AC", …]')
        self._problem("tricks-missing", say("the record has no tricks"), "tricks", hint)

    def _plays(self) -> Iterator[Card | None]:
        """Yield a card for each turn of a layout, None for a pass. Reports any other text."""
        if PLAYS not in self.own or PLAYS not in self.raw:
            return
        if isinstance(self.raw[PLAYS], str):
            self.raw = {**self.raw, PLAYS: [self.raw[PLAYS]]}
        for word in " ".join(self._list(PLAYS)).split():
            try:
                is_pass = word in NOTHING
                yield None if is_pass else read_heap(self.case, [word], PLAYS, in_file=True)[0]
            except Refused as refusal:
                self.problems += refusal.problems

    def _said(self) -> Iterator[str]:
        """Yield the kinds of meld whose word was spoken. Reports unknown words."""
        if not self.need_words or SAID not in self.raw:
            return
        if isinstance(self.raw[SAID], str):
            self.raw = {**self.raw, SAID: [self.raw[SAID]]}
        words = [word for kind in self.need_words for word in kind.say.spellings()]
        for typed in self._list(SAID):
            found = [
                kind.id
                for kind in self.need_words
                if folded(typed) in map(folded, kind.say.spellings())
            ]
            if not found:
                message = say("no meld needs `{word}` to be said", word=typed)
                shown = listing(kind.say for kind in self.need_words)
                hint = did_you_mean(typed, words) or say("say {choices}", choices=shown)
                self._problem("record-value", message, SAID, hint)
            yield from found

    def _problem(self, code: str, message: Words, fact: str, *mends: Mend) -> None:
        self.problems.append(Problem(code, message, fact, mends))

    def _unknown_keys(self) -> None:
        """Report every unknown key."""
        known = [*dict.fromkeys([*self.own, *self.case.rules.facts])]
        for key in self.raw:
            if key not in self.own and len(facts_named(self.case.rules, key)) != 1:
                hint = did_you_mean(key, known) or say(
                    "it may have {keys}", keys=listing(known, "and")
                )
                self._problem(
                    "record-key", say("`{key}` says nothing in a recorded deal", key=key), key, hint
                )

    def _list(self, key: str) -> list[Any]:
        """Return the list of texts under a key. Reports any other value and returns an
        empty list."""
        value = self.raw.get(key, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        self._problem(
            "record-value", say("`{key}` must be a list of words in quotes", key=key), key
        )
        return []

    def _seat(self, key: str) -> int | None:
        """Return the seat of the player whom a key names; None if it names nobody."""
        value = self.raw.get(key)
        try:
            return None if value is None else seat_named(self.agreed, str(value), key)
        except Refused as refusal:
            self.problems += refusal.problems
            return None

    def _name(self, key: str, settled: Any) -> None:
        """Set the case's contract or trumps from a key. `settled` returns the case with the name
        read."""
        if self.raw.get(key) is not None:
            try:
                self.case = settled(self.case, str(self.raw[key]))
            except Refused as refusal:
                self.problems += refusal.problems

    def _trick(self, number: int, row: str) -> tuple[tuple[Card, ...], int | None]:
        """Return the cards of a trick, `KC 9C AC`, and its leader's seat: None unless named,
        `Goat: KC 9C AC`."""
        who, colon, cards = row.rpartition(":")
        try:
            seat = seat_named(self.agreed, who, "tricks") if colon else None
            trick = read_heap(self.case, [cards], "tricks", in_file=True)
            if not trick:
                raise Refused([self._wrong_length(0)])
            return trick, seat
        except Refused as refusal:
            self._placed(refusal, trick_place(number))
            return (), None

    def _placed(self, refusal: Refused, place: Words) -> None:
        """Report the problems of a refusal, each with this location in the record."""
        self.problems += [problem._replace(place=place) for problem in refusal.problems]

    def _lengths(self, tricks: Sequence[Sequence[Card]]) -> None:
        """Check that every trick has one card for each player; the last trick may have fewer."""
        seats = len(self.agreed.players)
        for number, trick in enumerate(tricks, 1):
            least = 1 if number == len(tricks) else seats
            if trick and not least <= len(trick) <= seats:
                wrong = self._wrong_length(len(trick))
                self.problems.append(wrong._replace(place=trick_place(number)))

    def _wrong_length(self, number: int) -> Problem:
        """Return the problem of a trick with this number of cards."""
        message = say_n(
            number, "it has {n} card; {players} players play one each",
            "it has {n} cards; {players} players play one each",
            players=len(self.agreed.players),
        )  # fmt: skip
        return Problem("trick-cards", message, "tricks")

    def _hands(self) -> dict[int, tuple[Card, ...]]:
        """Return the recorded hands, by seat."""
        table, hands = self.raw.get("hands", {}), {}
        if not isinstance(table, dict):
            message = say("`[hands]` must be a table of players and their cards")
            self._problem("record-value", message, "hands")
            return {}
        for name, cards in table.items():
            rows = [cards] if isinstance(cards, str) else cards
            if not (isinstance(rows, list) and all(isinstance(row, str) for row in rows)):
                message = say("`{key}` must be cards in quotes", key=f"hands.{name}")
                self._problem("record-value", message, "hands")
                continue
            try:
                seat = seat_named(self.agreed, name, "hands")
                hands[seat] = read_heap(self.case, rows, "hands", in_file=True)
            except Refused as refusal:
                self._placed(refusal, say("{player}'s hand", player=name))
        self.problems += self._shared(hands)
        return hands

    def _shared(self, hands: Mapping[int, tuple[Card, ...]]) -> Iterable[Problem]:
        """Yield a problem for each card that several hands have together more often than
        the pack."""
        players, pack = self.agreed.players, self.case.pack
        for card in cards_over(pack, [card for hand in hands.values() for card in hand]):
            held = listing((players[seat] for seat, hand in hands.items() if card in hand), "and")
            shown = words_of_card(pack, card)
            message = say("{card} is in the hands of {players}", card=shown, players=held)
            yield Problem("card-twice", message, "hands")

    def _facts(self) -> list[str]:
        """Return the other facts as words of an entry, from `[facts]` or from the top level."""
        table = self.raw.get("facts", {})
        if not isinstance(table, dict):
            self._problem("record-value", say("`[facts]` must be a table of facts"), "facts")
            table = {}
        rest = {
            key: value
            for key, value in self.raw.items()
            if key not in self.own and len(facts_named(self.case.rules, key)) == 1
        }
        return [_word(key, value) for key, value in {**rest, **table}.items() if value is not False]


def _word(key: str, value: Any) -> str:
    """Return a fact as it is typed: `name=value`, with commas between several values."""
    if value is True:
        return f"{key}=yes"
    items = value if isinstance(value, list) else [value]
    return f"{key}={','.join(map(str, items))}"


def trick_place(number: int) -> Words:
    """Return the place of a problem: a trick, numbered from 1."""
    return say("trick {number}", number=number)
