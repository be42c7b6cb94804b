"""The facts of a deal as formulas use them: of the deal, a side, a player, a pair."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from scorekeeper.base.exact_numbers import is_written, steps
from scorekeeper.game.schedule import State, Turn, seat
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.rules.cards import Card, Pack, find_card
from scorekeeper.rules.formula import (
    SEATS,
    Formula,
    FormulaError,
    FormulaScope,
    NoAnswer,
    number_of,
    value_of,
    whole_of,
)
from scorekeeper.rules.ruleset import (
    EVERY_SIDE,
    LEFT,
    LISTS,
    ME,
    OTHER,
    PAIRS,
    PLAYERS,
    WORDS,
    Contract,
    Fact,
    OutcomeRow,
    Ruleset,
)
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import marked

if TYPE_CHECKING:
    pass  # DROPPED


# --- columns -----------------------------------------------------------------------------------
# Columns of names with a value per side or per player: `me`, `left.NAME`, counts and counters.


Column = Sequence[Any]


class Partners:
    """A side of several players in formulas, equal to each of them."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Partners):
            return self.players == other.players
        return other in self.players

    def __hash__(self) -> int:
        return hash(self.players)

    def __str__(self) -> str:
        return " & ".join(self.players)


class LazyColumns:
    """Columns that are computed on request, except `me` and names with a dot such as
    `left.NAME`."""

    def __init__(self, column_of: Callable[[str], Column | None]) -> None:
        self._column_of = column_of

    def get(self, name: str, /) -> Column | None:
        return None if name == ME or "." in name else self._column_of(name)


class Deal(Protocol):
    """The part of `DealFacts` that the column functions use."""

    agreed: Agreed
    state: State
    entered: Facts
    roles: tuple[str | None, ...]

    def __getitem__(self, name: str, /) -> Any: ...
    def by_side(self, name: str, column: Column, /) -> Column: ...
    def side_column(self, name: str, /) -> Column | None: ...
    def player_column(self, name: str, /) -> Column | None: ...


def side_values(deal: Deal, name: str) -> Column | None:
    """Return the value per side of a name that no formula defines, or None."""
    if name.startswith(f"{LEFT}."):
        return _of_the_left(deal.agreed, deal.side_column(name.removeprefix(f"{LEFT}.")))
    agreed, rules = deal.agreed, deal.agreed.rules
    if name in rules.scoring.carry:
        return deal.state.carry[list(rules.scoring.carry).index(name)]
    if name in rules.counts:
        column = deal.entered.get(name)
        return None if column is None else deal.by_side(name, column)
    if name in rules.facts:
        return _said_by_each(deal, name)
    if name == "total":
        return deal.state.totals
    if name == "role":
        return deal.roles
    return [_side(agreed.players, seats) for seats in agreed.sides] if name == ME else None


def _said_by_each(deal: Deal, name: str) -> Column | None:
    """Return the value per side of a fact that is entered for each side; None for other facts.

    A fact of pairs that was not entered is 0 for each pair."""
    fact, sides = deal.agreed.rules.facts[name], len(deal.agreed.sides)
    if fact.kind == PAIRS and name not in deal.entered:
        return [(0,) * (sides - 1)] * sides
    said: Column | None = deal[name] if fact.each else None
    return said


def player_values(deal: Deal, name: str) -> Column | None:
    """Return the value per player of a name that no formula defines, or None. Partners have their
    side's value; `me` is the player's name."""
    if name.startswith(f"{LEFT}."):
        return _of_the_left(deal.agreed, deal.player_column(name.removeprefix(f"{LEFT}.")))
    agreed = deal.agreed
    if name == ME:
        return agreed.players
    count = agreed.rules.counts.get(name)
    if count is not None and count.by_player:
        return deal.entered.get(name)
    column = deal.side_column(name)
    return None if column is None else [column[side] for side in agreed.side_of]


def _side(players: Sequence[str], seats: Sequence[int]) -> str | Partners:
    """Return a side as formulas compare it with players' names: a name, or `Partners`."""
    return players[seats[0]] if len(seats) == 1 else Partners([players[seat] for seat in seats])


def _of_the_left(agreed: Agreed, column: Column | None) -> Column | None:
    """Return a column shifted by one, so that each side or player has the value of its left
    neighbour."""
    step = -1 if agreed.rules.deals.to_the_right else 1
    return None if column is None else [*column[step:], *column[:step]]


# --- pairs -------------------------------------------------------------------------------------
# Pairs of two sides: entered values such as `Anna×Björn`, and facts for formulas about a pair.


CROSS = "×"
Crosstable = Mapping[str, Mapping[str, int]]  # by the names of both sides of a pair


class PairCount(NamedTuple):
    """A number entered for a pair of sides, with the indices of both sides."""

    me: int
    other: int
    number: int

    def word(self, agreed: Agreed) -> str:
        """Return the text `Anna×Björn`, or `Anna×Björn:2`."""
        names = agreed.side_names
        said = f"{names[self.me]}{CROSS}{names[self.other]}"
        return said if self.number == 1 else f"{said}:{self.number}"


def pair_of(agreed: Agreed, word: str) -> PairCount | None:
    """Return the pair in a recorded word such as `Anna×Björn:2`, or None if it names no pair of
    sides."""
    places = {name: place for place, name in enumerate(agreed.side_names)}
    said, colon, number = word.rpartition(":")
    if not (colon and number.isascii() and number.isdecimal() and len(number) < 10):
        said, number = word, "1"
    for at, letter in enumerate(said):
        one, other = said[:at], said[at + 1 :]
        if letter == CROSS and one in places and other in places:
            return PairCount(places[one], places[other], int(number))
    return None


def pair_rows(agreed: Agreed, words: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return a row per side: its number with each other side, in seat order from its left."""
    said = {(pair.me, pair.other): pair.number for pair in _known(agreed, words)}
    sides = len(agreed.sides)
    return tuple(
        tuple(said.get((me, (me + step) % sides), 0) for step in range(1, sides))
        for me in range(sides)
    )


def pair_words(agreed: Agreed, rows: Sequence[Sequence[int]]) -> list[str]:
    """Return the words for rows of `pair_rows`, without pairs whose number is 0."""
    sides = len(agreed.sides)
    pairs = [
        PairCount(me, (me + step) % sides, number)
        for me, row in enumerate(rows)
        for step, number in enumerate(row, 1)
        if number
    ]
    return [pair.word(agreed) for pair in sorted(pairs)]


def _known(agreed: Agreed, words: Iterable[str]) -> Iterable[PairCount]:
    return filter(None, (pair_of(agreed, word) for word in words))


def crosstable(agreed: Agreed, rows: Sequence[Sequence[int]]) -> Crosstable:
    """Return rows of `pair_rows` by the names of both sides."""
    names = agreed.side_names
    return {
        name: {
            names[(me + step) % len(names)]: number
            for step, number in sorted(
                enumerate(rows[me], 1), key=lambda one: (me + one[0]) % len(names)
            )
        }
        for me, name in enumerate(names)
    }


class PairFacts:
    """The facts of a deal for a pair of sides, `me` and `other`.

    A plain name is the value of `me`, `other.NAME` that of `other`, and a value of pairs is the
    number of `me` with `other`."""

    def __init__(
        self, paired: Container[str], own: Sequence[FormulaScope], me: int, other: int
    ) -> None:
        self._own, self._others, self._paired = own[me], own[other], paired
        self._step, self._back = (other - me) % len(own) - 1, (me - other) % len(own) - 1

    def __getitem__(self, name: str) -> Any:
        whose, _, what = name.rpartition(".")
        if OTHER not in (name, whose):
            value: Any = self._own[name]
            return value[self._step] if name in self._paired else value
        value = self._others[what if whose else ME]
        return value[self._back] if what in self._paired else value


def pair_scopes(rules: Ruleset, own: Sequence[FormulaScope]) -> dict[tuple[int, int], PairFacts]:
    """Return the scope of each pair of sides, by both indices, from the scope of each side."""
    paired, sides = frozenset(rules.pair_names), range(len(own))
    return {pair: PairFacts(paired, own, *pair) for pair in permutations(sides, 2)}


# --- problems of pairs ---------------------------------------------------------------------------


def pair_problems(agreed: Agreed, fact: Fact, words: Sequence[str]) -> Iterable[Problem]:
    """Yield the problems with the pairs of a fact."""
    seen: set[tuple[int, int]] = set()
    for word in words:
        pair, most = pair_of(agreed, word), fact.most or 1
        if pair is None:
            yield _problem(
                fact,
                "unknown",
                say("`{word}` is no pair of those who play", word=word),
                _say_one(agreed),
            )
        elif pair.me == pair.other:
            yield _problem(
                fact,
                "self",
                say("{word}: nobody is paired with themself", word=word),
                _say_one(agreed),
            )
        elif not 1 <= pair.number <= most:
            message = say("{word}: at most {most} of a pair", word=word, most=most)
            yield _problem(fact, "range", message, say("say 1 to {most}", most=most))
        elif pair[:2] in seen:
            message = say("{word} is said twice", word=word)
            yield _problem(fact, "twice", message, say("leave one of them out"))
        seen |= {pair[:2]} if pair else set()


def _problem(fact: Fact, what: str, message: Words, hint: Words) -> Problem:
    return Problem(f"{fact.id}-{what}", message, fact.id, (hint,))


def _say_one(agreed: Agreed) -> Words:
    one, other, *_ = agreed.side_names
    names = listing(agreed.side_names, "and")
    return say("write {pair}; there are {names}", pair=f"{one}{CROSS}{other}", names=names)


# --- cards in formulas -------------------------------------------------------------------------


class NamedCard(Card):
    """A card of a deal that also equals its name in every accepted spelling (`KC`, `♣K`, `the king
    of ♣`)."""

    pack: Pack

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return tuple.__eq__(self, find_card(self.pack, other) or ())
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Card.__hash__


def named_card(pack: Pack, text: str) -> NamedCard | None:
    """Return the card for a typed text, in the form that formulas use; None if it is no card."""
    card = find_card(pack, text)
    if card is None:
        return None
    named = NamedCard(*card)
    named.pack = pack
    return named


# --- facts -------------------------------------------------------------------------------------
# The facts of one deal for formulas: a value for each name, for the whole deal (`DealFacts`), one
# side (`OwnFacts`) or one player (`PlayerFacts`).


class DealFacts:
    """The facts of one deal, which never change: `facts[name]` is the value of a name in
    formulas.

    A fact that was not entered is None. Raises KeyError for a name without a value in the deal.
    `role.count`, `all.count` and the ruleset's `let`s are computed on first use and stored.
    `of_side` gives the values of one side (count, quota, total), `side_column` a value for
    every side. The caller must not change `entered` later."""

    __slots__ = ("_worked_out", "agreed", "contract", "entered", "roles", "state", "turn")
    agreed: Agreed
    state: State
    turn: Turn
    entered: Facts
    roles: tuple[str | None, ...]
    contract: Contract | None
    _worked_out: dict[str, Any]

    def __init__(
        self,
        agreed: Agreed,
        state: State,
        turn: Turn,
        entered: Facts,
        roles: tuple[str | None, ...] | None = None,
        steady: Mapping[str, object] | None = None,
    ) -> None:
        set_once = super().__setattr__
        set_once("agreed", agreed)
        set_once("state", state)
        set_once("turn", turn)
        set_once("entered", entered)
        set_once("roles", roles_of_sides(agreed, turn, entered) if roles is None else roles)
        set_once("contract", agreed.rules.contracts.get(entered.get("contract", "")))
        set_once("_worked_out", {**(agreed.options if steady is None else steady)})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"the facts of a deal do not change: {name}")

    def __getitem__(self, name: str) -> Any:
        if name not in self._worked_out:
            self._worked_out[name] = self._value(name)
        return self._worked_out[name]

    @property
    def trump(self) -> str | None:
        """Return the trump suit that the contract fixes, else the entered one; None if there is
        none."""
        kind = self.contract.trump if self.contract else "open"
        if kind == "open":
            trump: str | None = self.entered.get("trump")
            return trump
        return None if kind == "none" else kind

    @property
    def settled_trump(self) -> str | None:
        """Return the trump suit that the previous deal decided; None if it decided none or the
        contract fixes trumps."""
        is_open = self.contract is None or self.contract.trump == "open"
        return self.state.follows.trump if is_open and self.state.follows else None

    def with_entered(self, entered: Facts, steady: Mapping[str, object] | None = None) -> DealFacts:
        """Return the deal with other entered facts, which must not change a role.

        `steady` are computed values that stay valid."""
        return DealFacts(self.agreed, self.state, self.turn, entered, self.roles, steady)

    def steady(self) -> Mapping[str, object]:
        """Return the values that do not depend on counts: options, contract, the ruleset's tables,
        and facts.

        A missing fact with a default is excluded, since its default may depend on a count."""
        rules = self.agreed.rules
        known = [
            name
            for name, fact in rules.facts.items()
            if fact.default is None or name in self.entered
        ]
        return {
            **self.agreed.options,
            **rules.scoring.ladders,
            **{name: self[name] for name in ("contract", *known)},
        }

    def of_side(self, columns: FactColumns, side: int) -> OwnFacts:
        """Return the scope of formulas for one side; `columns` have a value per side."""
        return OwnFacts(self, columns, side)

    def of_pairs(self, columns: FactColumns) -> Mapping[tuple[int, int], FormulaScope]:
        """Return the scope of formulas for each pair of sides, by both indices."""

        own = [self.of_side(columns, side) for side in range(len(self.agreed.sides))]
        return pair_scopes(self.agreed.rules, own)

    def side_column(self, name: str) -> Sequence[Any] | None:
        """Return the value per side of a name, or None: counts, counters, names of `[side]` and
        `[each]`, `me`, `left.NAME`."""
        return self._column(_SIDE, name, _side_column)

    def know_column(self, name: str, column: Sequence[Any]) -> None:
        """Store a column per side, so that it is not computed again."""
        self._worked_out[_SIDE + name] = column

    def player_column(self, name: str) -> Sequence[Any] | None:
        """Return the value per player of a name, or None. Partners have their side's value; `me`
        is the player's name."""
        return self._column(_PLAYER, name, _player_column)

    def _column(
        self, of_whom: str, name: str, work_out: Callable[[DealFacts, str], Any]
    ) -> Sequence[Any] | None:
        """Return a column, computed at the first request."""
        key = of_whom + name
        if key not in self._worked_out:
            self._worked_out[key] = work_out(self, name)
        column: Sequence[Any] | None = self._worked_out[key]
        return column

    def _value(self, name: str) -> object:
        rules = self.agreed.rules
        if "." in name:
            return self._of_role(*name.split(".", 1))
        if name in rules.facts and name != "trump":
            return self._entered(name, rules.facts[name].kind)
        if name in _COMMON:
            return _COMMON[name](self)
        scoring = rules.scoring
        if name in scoring.lets:
            return value_of(scoring.lets[name], self)
        if name in scoring.ladders:
            return scoring.ladders[name]
        if name in rules.tables_counters:
            return self.state.carry[rules.tables_counters[name]][0]
        if name in rules.counts and name not in self.entered:
            return None  # a count that was not entered
        if name in _OF_SEATS:
            return _OF_SEATS[name](self)
        raise KeyError(name)

    def _entered(self, name: str, kind: str) -> object:
        value = self.entered.get(name)
        if value is None or kind not in _MADE:
            return () if kind in LISTS else value
        return _MADE[kind](self.agreed, value)

    def _of_role(self, role: str, what: str) -> object:
        """Return the value of `role.count`: a number if exactly one side has the role, else a
        tuple."""
        carry = self.agreed.rules.scoring.carry
        if what == "total":
            column: Any = self.state.totals
        elif what in carry:
            column = self.state.carry[list(carry).index(what)]
        else:
            column = quotas(self) if what == "quota" else self.entered.get(what)
        if column is None:
            column = self._worked_out_column(role, what)
        if column is None or role == "all":
            return column if column is None else tuple(column)
        by_side = self.by_side(what, column)
        chosen = tuple(by_side[side] for side, name in enumerate(self.roles) if name == role)
        if len(chosen) == 1:
            return chosen[0]
        if role == LEFT and LEFT not in self.agreed.rules.roles:
            raise KeyError(f"{role}.{what}")  # only a side or a player has a left neighbour
        return chosen

    def _worked_out_column(self, role: str, what: str) -> Any:
        """Return the column of a name defined in `[side]` or `[each]`; None for another name.

        The column has a value per player if the role is `all` and the name is of `[each]`, else
        one per side."""
        rules = self.agreed.rules
        if what in rules.scoring.each and role == "all":
            return self.player_column(what)
        is_worked_out = what in rules.scoring.side or what in rules.scoring.each
        return self.side_column(what) if is_worked_out else None

    def by_side(self, name: str, column: Sequence[object]) -> Sequence[object]:
        """Return a column with a value per side; a count by player becomes a tuple of the
        partners' numbers."""
        counts, sides = self.agreed.rules.counts, self.agreed.sides
        if name not in counts or not counts[name].by_player:
            return column
        return values_by_side(column, sides)


def _card(pack: Pack, text: str) -> Card | None:

    return named_card(pack, text)


class FactColumns(Protocol):
    """Columns by name, with a value per side or per player; None for a name without a column."""

    def get(self, name: str, /) -> Sequence[Any] | None: ...


class OwnFacts:
    """The facts of a deal for one side; the side's values take precedence over the deal's."""

    __slots__ = ("_columns", "_deal", "_place")

    def __init__(self, deal: Deal, columns: FactColumns, place: int) -> None:
        self._deal, self._columns, self._place = deal, columns, place

    def __getitem__(self, name: str) -> object:
        column = self._columns.get(name)
        if column is not None:
            return column[self._place]
        try:
            return self._deal[name]
        except KeyError:
            column = self._asked_for(self._deal, name)
        if column is None:
            raise KeyError(name)
        return column[self._place]

    def _asked_for(self, deal: Deal, name: str) -> Sequence[object] | None:
        """Return the column of a name that is computed only on request."""
        return deal.side_column(name)


class PlayerFacts(OwnFacts):
    """The facts of a deal for one player; the player's values take precedence over the deal's."""

    __slots__ = ()

    def _asked_for(self, deal: Deal, name: str) -> Sequence[object] | None:
        return deal.player_column(name)


def values_by_side(column: Sequence[object], sides: Sequence[Sequence[int]]) -> Sequence[object]:
    """Return a column per player as a column per side, with a tuple of values for partners."""
    return [
        column[side[0]] if len(side) == 1 else tuple(column[seat] for seat in side)
        for side in sides
    ]


def _pairs(agreed: Agreed, words: Sequence[str]) -> object:

    return pair_rows(agreed, words)


# Conversions of entered facts to values in formulas, by the kind of fact.
_MADE: dict[str, Callable[[Agreed, Any], object]] = {
    "card": lambda agreed, code: _card(agreed.rules.pack, code),
    "cards": lambda agreed, codes: tuple(_card(agreed.rules.pack, code) for code in codes),
    WORDS: lambda agreed, words: tuple(words),
    PLAYERS: lambda agreed, names: tuple(names),
    PAIRS: _pairs,
}
_COMMON: dict[str, Callable[[DealFacts], object]] = {
    "players": lambda facts: len(facts.agreed.players),
    "people": lambda facts: facts.agreed.people,
    "sides": lambda facts: len(facts.agreed.sides),
    "deal": lambda facts: facts.turn.number,
    "round": lambda facts: facts.turn.round,
    "hand": lambda facts: (
        whole_of(facts.agreed.rules.hand, facts) if facts.agreed.rules.hand else None
    ),
    "game": lambda facts: facts.turn.game,
    "open": lambda facts: facts.turn.contracts,
    "contract": lambda facts: facts.entered.get("contract"),
    "trump": lambda facts: facts.trump,
    "group": lambda facts: facts.contract.group if facts.contract else None,
}

# Names that a ruleset may use for its own values, which then take precedence.
_OF_SEATS: dict[str, Callable[[DealFacts], object]] = {
    SEATS: lambda facts: facts.agreed.players,
    "dealer": lambda facts: facts.agreed.players[facts.turn.dealer],
}


def roles_of_sides(agreed: Agreed, turn: Turn, entered: Facts) -> tuple[str | None, ...]:
    """Return the role of each side: the first role in the ruleset that fits the side."""
    roles: list[str | None] = [None] * len(agreed.sides)
    rest: str | None = None
    for role, who in agreed.rules.roles.items():
        if who == "others":
            rest = role
            continue
        place = seat(agreed, who, turn.dealer, turn.declarer, entered)
        if place is not None and roles[agreed.side_of[place]] is None:
            roles[agreed.side_of[place]] = role
    return tuple([role or rest for role in roles])


def holds(when: Formula | None, facts: DealFacts) -> bool:
    """Return True if a condition is true, is None or has no result. Missing facts are none."""
    try:
        return when is None or bool(value_of(when, facts))
    except FormulaError:
        return True


def quotas(facts: DealFacts) -> tuple[int, ...] | None:
    """Return each side's quota in this contract, or None if the contract has no quotas."""
    contract = facts.contract
    return per_side(contract.quota, facts, {}) if contract and contract.quota else None


def _not_scored(role: str | None) -> Words:
    """Return the message that a side's role has no formula, or that the side has no role."""
    if role is None:
        return say("somebody has none of the roles: one of them must be `others`")
    return say("nothing is said for the role `{role}`", role=role)


def per_side(
    formulas: Mapping[str, Formula], facts: DealFacts, columns: FactColumns
) -> tuple[int, ...]:
    """Return one number per side by the formula of its role. `columns` are the sides' values.

    Raises FormulaError if a role has no formula or a formula gives no number."""
    every, numbers = formulas.get(EVERY_SIDE), []
    for side, role in enumerate(facts.roles):
        formula = every or formulas.get(role or "")
        if formula is None:
            raise FormulaError(_not_scored(role))
        number = formula.constant
        if number is None:
            number = number_of(formula, OwnFacts(facts, columns, side))
        numbers.append(number)
    return tuple(numbers)


def scored_points(
    formulas: Mapping[str, Formula], facts: DealFacts, columns: FactColumns
) -> tuple[int, ...]:
    """Return each side's points by the formula of its role.

    Raises FormulaError, also for points that are not a multiple of the score's step."""
    points, step = per_side(formulas, facts, columns), facts.agreed.rules.game.step
    for role, number in zip(facts.roles, points, strict=True):
        if number % step:
            formula = formulas.get(EVERY_SIDE) or formulas[role or ""]
            template = marked("{formula} gives {value}, and the score goes by steps of {step}")
            raise NoAnswer(formula, template, value=str(number), step=str(step))
    return points


def kept_numbers(formula: Formula, facts: DealFacts, columns: FactColumns) -> tuple[int, ...]:
    """Return each side's number by the formula of a counter, or of a game in a match. Raises
    FormulaError, also for a number that is not a multiple of 1/4."""
    numbers = per_side({EVERY_SIDE: formula}, facts, columns)
    for number in numbers:
        if not is_written(number):
            template = marked("{formula} gives {value}, and numbers go by quarters at the finest")
            raise NoAnswer(formula, template, value=str(number))
    return numbers


def columns_of(facts: DealFacts, quota: tuple[int, ...] | None) -> dict[str, Any]:
    """Return the columns that a side's formulas use: counts, quota, role, total so far, and what
    the ruleset computes for each player and side."""
    rules, entered = facts.agreed.rules, facts.entered
    columns: dict[str, Any] = {"total": facts.state.totals, "role": facts.roles}
    if quota is not None:
        columns["quota"] = quota
    for name in rules.counts:
        if name in entered:
            columns[name] = facts.by_side(name, entered[name])
    for name, fact in rules.facts.items():
        if fact.each:
            columns[name] = facts[name] if name in entered else _unsaid(facts, fact)
    scoring = rules.scoring
    if scoring.carry:
        columns |= zip(scoring.carry, facts.state.carry, strict=True)
    if scoring.each:
        _add_each(facts, columns)
    for name, formula in scoring.side.items():
        columns[name] = per_side({EVERY_SIDE: formula}, facts, columns)
        facts.know_column(name, columns[name])
    return columns


def _unsaid(facts: DealFacts, fact: Fact) -> Sequence[object] | None:
    """Return the column of a missing fact that is entered per side: zeros for pairs, else None."""
    sides = len(facts.agreed.sides)
    return [(0,) * (sides - 1)] * sides if fact.kind == PAIRS else None


def _add_each(facts: DealFacts, columns: dict[str, object]) -> None:
    """Add to `columns` the values that the ruleset computes per player, as tuples for partners."""
    rules, seats = facts.agreed.rules, range(len(facts.agreed.players))
    columns_by_player = {
        name: facts.entered[name]
        for name, count in rules.counts.items()
        if name in facts.entered and (count.by_player or len(facts.agreed.sides) == len(seats))
    }
    for name, formula in rules.scoring.each.items():
        column = [
            number_of(formula, PlayerFacts(facts, columns_by_player, player)) for player in seats
        ]
        columns_by_player[name] = column
        columns[name] = values_by_side(column, facts.agreed.sides)


_SIDE, _PLAYER = "(side) ", "(player) "  # prefixes of stored columns; no formula has such names


def _side_column(facts: DealFacts, name: str) -> Sequence[Any] | None:
    """Return the value per side of a name, or None. Raises FormulaError if a formula has no
    result."""

    agreed, scoring = facts.agreed, facts.agreed.rules.scoring
    if name in scoring.side:
        return per_side({EVERY_SIDE: scoring.side[name]}, facts, LazyColumns(facts.side_column))
    if name in scoring.pair:
        return _pair_column(facts, scoring.pair[name], LazyColumns(facts.side_column))
    if name in scoring.each:
        return values_by_side(facts.player_column(name) or (), agreed.sides)
    return quotas(facts) if name == "quota" else side_values(facts, name)


def _pair_column(facts: DealFacts, formula: Formula, columns: FactColumns) -> Sequence[Any]:
    """Return a tuple per side: the formula's number with each other side, in seat order from its
    left."""
    sides, pairs = range(len(facts.agreed.sides)), facts.of_pairs(columns)
    return [
        tuple(number_of(formula, pairs[me, (me + step) % len(sides)]) for step in sides[1:])
        for me in sides
    ]


def _player_column(facts: DealFacts, name: str) -> Sequence[Any] | None:
    """Return the value per player of a name, or None."""

    formula = facts.agreed.rules.scoring.each.get(name)
    if formula is None:
        return player_values(facts, name)
    columns, seats = LazyColumns(facts.player_column), range(len(facts.agreed.players))
    return [number_of(formula, PlayerFacts(facts, columns, seat)) for seat in seats]


def outcome_of(facts: DealFacts) -> OutcomeRow | None:
    """Return the first row of the outcome table whose condition is true, or None."""
    for outcome in facts.agreed.rules.scoring.outcomes:
        if outcome.when is None or value_of(outcome.when, facts):
            return outcome
    return None


def point_formulas(facts: DealFacts, outcome: OutcomeRow | None) -> Mapping[str, Formula]:
    """Return the formulas of each role's points: those of the outcome row, else the contract's."""
    row = outcome or facts.contract
    return row.points if row else {}


# --- possible values of a missing fact ---------------------------------------------------------


def values_of(fact: Fact, players: Sequence[object], pack: Pack) -> Sequence[object]:
    """Return every possible value of a fact that may be entered later."""
    if fact.kind == "player":
        return players
    if fact.kind in ("rank", "suit"):
        return [*pack.ranks] if fact.kind == "rank" else [*pack.suits]
    numbers: Sequence[int] = ()
    if fact.least is not None and fact.most is not None:
        numbers = steps(fact.least, fact.most, fact.step)
    return [*numbers, *fact.values]
