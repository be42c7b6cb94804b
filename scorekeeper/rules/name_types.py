"""The types of all names that a formula may use, and where it may use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from math import ceil
from typing import Final, NamedTuple, Protocol

from scorekeeper.base.exact_numbers import is_whole
from scorekeeper.base.input_limits import Steps
from scorekeeper.rules import value_types as bounds
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.ruleset import (
    LEFT,
    ME,
    OTHER,
    PAIRS,
    PLAYERS,
    WORDS,
    Count,
    Fact,
    Ruleset,
    TableOption,
)
from scorekeeper.rules.value_types import (
    A_CARD,
    A_NUMBER,
    A_PLAYER,
    ANYTHING,
    CONTRACT,
    ENDLESS,
    FLAG,
    GROUP,
    NONE,
    NUMBER,
    RANK,
    ROLE,
    SAID,
    SUIT,
    TABLE,
    TEST,
    WORD,
    ValueType,
    absent,
    either,
    list_of,
    number,
    stepped,
    word_of,
)
from scorekeeper.text.message import Words, listing, say

# --- Types of facts and options ----------------------------------------------------------------


def fact_kind(rules: Ruleset, fact: Fact) -> ValueType:
    """Return the type of a fact. The fact may be absent unless every deal needs it."""
    kind = FACT_KINDS[fact.kind](rules, fact)
    is_needed = not (fact.optional or fact.later or fact.when or fact.default)
    is_alone = any(other.alone for other in rules.facts.values())
    return kind if is_needed and not is_alone and fact.kind != "flag" else absent(kind)


def _number_fact(rules: Ruleset, fact: Fact) -> ValueType:
    least = -ENDLESS if fact.least is None else fact.least
    most = ENDLESS if fact.most is None else fact.most
    kind = stepped(least, most, (ValueType(NUMBER, least, most, fact.step if fact.least else 1),))
    return kind._replace(words=tuple(fact.values))


FACT_KINDS: Mapping[str, Callable[[Ruleset, Fact], ValueType]] = {
    "player": lambda rules, fact: A_PLAYER,
    PLAYERS: lambda rules, fact: list_of(A_PLAYER),
    "number": _number_fact,
    "word": lambda rules, fact: word_of(WORD, tuple(fact.values)),
    "rank": lambda rules, fact: word_of(RANK, rules.pack.ranks),
    "suit": lambda rules, fact: word_of(SUIT, tuple(rules.pack.suits)),
    "card": lambda rules, fact: A_CARD,
    "cards": lambda rules, fact: list_of(A_CARD),
    "flag": lambda rules, fact: SAID,
    WORDS: lambda rules, fact: list_of(word_of(WORD, tuple(fact.values))),
    PAIRS: lambda rules, fact: list_of(list_of(number(0, fact.most or 1))),
    "auction": lambda rules, fact: list_of(ANYTHING),
}


def option_kind(option: TableOption) -> ValueType:
    """Return the type of an option."""
    if option.kind == "flag":
        return TEST
    if option.kind == "word":
        return word_of(WORD, option.values)
    default = option.default if isinstance(option.default, int) else 0
    most = ENDLESS if option.most is None else max(option.most, default)
    return number(min(option.least or 0, default), most)


# --- The names that a formula may use ----------------------------------------------------------


class View(NamedTuple):
    """The view of a formula: the names that it may use besides the deal's. These are a side's, a
    player's, those between sides (`is_of_pair`), or a side's when a game is over (`is_result`),
    then without a deal's. `is_open` allows unknown names. With `contract` it applies only to
    deals of that contract."""

    is_of_side: bool = False
    is_of_player: bool = False
    is_result: bool = False
    is_open: bool = False
    is_of_pair: bool = False
    contract: str = ""


DEAL: Final = View()
SIDE: Final = View(is_of_side=True)
PLAYER: Final = View(is_of_side=True, is_of_player=True)
PAIR: Final = View(is_of_side=True, is_of_pair=True)
RESULT: Final = View(is_of_side=True, is_result=True)


# --- Types of totals and counters --------------------------------------------------------------
# Their bounds are those of the start, widened deal by deal until no deal changes them. A bound
# that still changes after a few deals becomes infinite, and is then narrowed again to the bound
# after one more deal.


TOTAL = "total"
WIDENED_AFTER = 3  # deals whose bounds are taken as they are
NARROWED = 2  # times that given up bounds are worked out again


class FoundBounds(Protocol):
    """An object that returns the types of a game's formulas."""

    @property
    def rules(self) -> Ruleset:
        """Return the game's rules."""

    @property
    def start(self) -> ValueType:
        """Return the type of the starting score."""

    @property
    def most_deals(self) -> float:
        """Return the maximum number of deals in a game."""

    def found(self, formula: Formula, view: View) -> ValueType:
        """Return the type of a formula's value."""


Kept = Mapping[str, ValueType]


def kept_kinds(kinds: FoundBounds, with_kept: Callable[[Kept], FoundBounds]) -> Kept:
    """Return the type of the total and of each counter. `with_kept` returns an object for given
    types of these."""
    carry = kinds.rules.scoring.carry
    start = {name: number(one.start, one.start) for name, one in carry.items()}
    begun: Kept = {TOTAL: with_kept({}).start, **start}
    kept, after = begun, _joined(begun, _after(with_kept(begun), begun))
    for deals in range(WIDENED_AFTER + 2 * len(begun) + 1):
        if after == kept:
            break
        kept = after if deals < WIDENED_AFTER else _widened(kept, after)
        after = _joined(begun, kept, _after(with_kept(kept), kept))
    else:
        return {name: A_NUMBER._replace(step=0) for name in begun}
    for _ in range(NARROWED):
        kept = _joined(begun, _after(with_kept(kept), kept))
    return {**kept, TOTAL: _in_so_many_deals(with_kept(kept), kept[TOTAL])}


def _after(kinds: FoundBounds, kept: Kept) -> Kept:
    """Return the types of totals and counters after a deal; `kept` are those before it."""
    carry, of_table = kinds.rules.scoring.carry, kinds.rules.tables_counters
    total = bounds.added(kept[TOTAL], bounds.hull([number(0, 0), _of_a_deal(kinds)]))
    return {TOTAL: total} | {
        name: _number(kinds, one.next, DEAL if name in of_table else SIDE)
        for name, one in carry.items()
    }


def _joined(*kept: Kept) -> Kept:
    return {name: bounds.hull([one[name] for one in kept]) for name in kept[0]}


def _widened(kept: Kept, after: Kept) -> Kept:
    """Return the types with infinity in place of each bound that a deal has changed."""
    return {
        name: after[name]._replace(
            least=one.least if after[name].least == one.least else -ENDLESS,
            most=one.most if after[name].most == one.most else ENDLESS,
        )
        for name, one in kept.items()
    }


def _in_so_many_deals(kinds: FoundBounds, total: ValueType) -> ValueType:
    """Return the type of the total, limited to what the maximum number of deals can reach."""
    if kinds.most_deals == ENDLESS:
        return total
    each = bounds.hull([number(0, 0), _of_a_deal(kinds)])
    gained = bounds.multiplied(each, number(0, kinds.most_deals))
    reached = bounds.added(kinds.start, gained)
    least, most = max(total.least, reached.least), min(total.most, reached.most)
    return total._replace(least=least, most=most, step=1 if total.step else 0)


def _of_a_deal(kinds: FoundBounds) -> ValueType:
    """Return the type of points that a side may get at once: for a deal, for sitting out, as a
    penalty or a bonus."""
    rules = kinds.rules
    found = [
        _number(kinds, formula, SIDE._replace(contract=name))
        for name, contract in rules.contracts.items()
        for formula in contract.points.values()
    ]
    found += [_number(kinds, one) for row in rules.scoring.outcomes for one in row.points.values()]
    if rules.resting is not None and rules.resting.score is not None:
        found.append(_number(kinds, rules.resting.score, DEAL))
    if rules.game.bonus is not None:
        found.append(_number(kinds, rules.game.bonus.points, RESULT))
    for penalty in rules.penalties.values():
        most = max(penalty.costs, penalty.gives)
        found.append(number(-most, most))
    return bounds.hull(found)


def _number(kinds: FoundBounds, formula: Formula, view: View = SIDE) -> ValueType:
    kind = kinds.found(formula, view)
    return kind if kind.is_number and not kind.words else A_NUMBER


# --- Types of names ----------------------------------------------------------------------------
# The type of every name that a formula may use, and where it may use the name.
#
# To add a name, add an entry to `OF_DEAL` (values of every deal) or to `OF_SIDE` (values of each
# side). The game's own facts, counts, options, counters and formulas follow from the ruleset.


DEALER = "dealer"
MOST_RESTERS = 3
MOST_STEPS = 20_000_000  # parts of tests that are tried with the values of their names
MOST_COUNTED = 10**6  # the bound of a count without a total or a maximum


# The function that returns the type of a formula (`formula_types.kind_of`).
Find = Callable[["Kinds", Formula, View], ValueType]


class Kinds:
    """The types of the names in a game's formulas, computed at the first use. `kept` are the types
    of the totals and counters, if known."""

    def __init__(
        self, rules: Ruleset, find: Find, kept: Mapping[str, ValueType] | None = None
    ) -> None:
        self.rules = rules
        self._find = find
        self._kept = kept
        self._found: dict[str, ValueType] = {}
        self.steps = Steps(MOST_STEPS)  # what may be spent on trying tests
        self._unclear = names_given_twice(rules)

    @cached_property
    def kept(self) -> Mapping[str, ValueType]:
        """Return the type of the total and of each counter, after any number of deals."""
        return kept_kinds(self, self._with_kept) if self._kept is None else self._kept

    def _with_kept(self, kept: Mapping[str, ValueType]) -> Kinds:
        kinds = Kinds(self.rules, self._find, kept)
        kinds.steps = self.steps
        return kinds

    def found(self, formula: Formula, view: View) -> ValueType:
        """Return the type of a formula's value."""
        return self._find(self, formula, view)

    # --- Names of the deal -----------------------------------------------------------------------

    def of(self, name: str, view: View) -> ValueType | None:
        """Return the type of a name in a view; None if the view lacks the name. A name that the
        ruleset gives twice has the type ANYTHING; this is a problem by itself."""
        if name.rpartition(".")[2] in self._unclear:
            return ANYTHING
        if view.is_of_pair and (of_pair := self._of_pair(name)) is not None:
            return of_pair
        if view.is_of_pair and (of_other := self._of_the_other(name)) is not None:
            name, view = of_other, view._replace(is_of_pair=False)
        if view.is_result and name.rpartition(".")[2] not in self.known_at_the_end:
            return None
        if view.is_of_side and self._is_own(name, view):
            return self._of_player(name) if view.is_of_player else self.own(name)
        if view.contract and name in OF_CONTRACT:
            return OF_CONTRACT[name](self, view.contract)
        kind = self._once(f"deal {name}", lambda: self._of_deal(name))
        return ANYTHING if kind is None and view.is_open else kind

    def _of_pair(self, name: str) -> ValueType | None:
        """Return the type of a value between two sides; None for any other name."""
        what = name.removeprefix(f"{OTHER}.")
        return self.own(what).of if what in self.rules.pair_names else None

    def _of_the_other(self, name: str) -> str | None:
        """Return a name of the same type for `other` (`me`) or `other.NAME` (`left.NAME`), else
        None."""
        if name == OTHER:
            return ME
        whose, _, what = name.rpartition(".")
        return f"{LEFT}.{what}" if whose == OTHER else None

    def _is_own(self, name: str, view: View) -> bool:
        """Return True if a name is a value of a side or, after `left.`, of the side on its left."""
        whose, _, what = name.rpartition(".")
        if whose == LEFT and LEFT not in self.rules.roles:
            return what in self.known_of_all
        if name in OF_SIDE:
            is_fact = name == ME and ME in self.rules.facts  # what the game calls so goes before
            return not is_fact and (name != "won" or view.is_result)
        fact = self.rules.facts.get(name)
        is_said_by_each = (fact is not None and fact.each) or name in self.rules.scoring.pair
        return name in self.known_of_all or is_said_by_each

    def _of_deal(self, name: str) -> ValueType | None:
        rules = self.rules
        if name in rules.options:
            return option_kind(rules.options[name])
        if name in rules.facts and name != "trump":
            return fact_kind(rules, rules.facts[name])
        if name in OF_DEAL and name != DEALER:
            return OF_DEAL[name](self)
        if name in rules.tables_counters:
            return self.kept[name]
        if name in rules.scoring.lets:
            return self._find(self, rules.scoring.lets[name], DEAL)
        if name in rules.scoring.ladders:
            return ValueType(TABLE)
        if name == DEALER:  # behind what the game itself calls so
            return OF_DEAL[name](self)
        whose, _, what = name.rpartition(".")
        is_known = whose in ("all", *rules.roles) and what in self.known_of_all
        return self._of_several(whose, what) if is_known else None

    def _of_several(self, whose: str, what: str) -> ValueType:
        """Return the type of `all.NAME` or `ROLE.NAME`: a list, or the value of a single side."""
        rules = self.rules
        if whose == "all":
            count = rules.counts.get(what)
            is_of_player = what in rules.scoring.each or (count is not None and count.by_player)
            kind = self._of_player(what) if is_of_player else self.own(what)
            numbers = rules.players if is_of_player else sides_of(rules)
            return absent(list_of(kind, min(numbers), max(numbers), self._sum_of_all(what)))
        kind = absent(self.own(what))
        if rules.roles[whose] != "others":
            return kind
        fewest = min(sides_of(rules)) - (len(rules.roles) - 1)
        return absent(list_of(kind, fewest, max(sides_of(rules)))) if fewest > 1 else ANYTHING

    def _sum_of_all(self, what: str) -> ValueType | None:
        """Return the type of the sum over all sides, if the ruleset determines it, else None."""
        if what == "total":
            return self._sum_of_totals()
        count = self.rules.counts.get(what)
        if count is None or count.total is None or count.when is not None:
            return None
        return number(*self.bounds(count.total))

    def _sum_of_totals(self) -> ValueType | None:
        """Return the type of the sum of all totals, from the promised sum of each deal's points;
        None without one."""
        promise, sides = self.rules.scoring.promise, sides_of(self.rules)
        if promise is None:
            return None
        start = bounds.multiplied(self.start, number(min(sides), max(sides)))
        each = bounds.hull([number(0, 0), self.found(promise, DEAL)])
        return bounds.added(start, bounds.multiplied(each, number(0, self.most_deals)))

    @property
    def start(self) -> ValueType:
        """Return the type of the starting score."""
        game = self.rules.game
        formula = game.chosen.get("start")
        if formula is not None:
            return self.found(formula, DEAL)
        return ValueType(NUMBER, game.start, game.start, 1 if is_whole(game.start) else 0)

    @property
    def most_deals(self) -> float:
        """Return the maximum number of deals in a game, also when players sit out; may be
        infinite."""
        rules = self.rules
        if rules.deals.number is None:
            return ENDLESS
        most = self.bounds(rules.deals.number)[1]
        if rules.resting is not None and rules.resting.deals is not None:
            most = max(most, self.bounds(rules.resting.deals)[1])
        fewest = min(rules.players)
        return most * (fewest + MOST_RESTERS) // fewest if rules.contracts else most

    @property
    def known_of_all(self) -> set[str]:
        """Return the names of each side's values, which formulas may use as `all.NAME` or
        `ROLE.NAME`."""
        scoring = self.rules.scoring
        quota = ["quota"] if any(one.quota for one in self.rules.contracts.values()) else []
        carried = scoring.carry.keys() - self.rules.tables_counters.keys()
        own = (self.rules.counts, carried, scoring.each, scoring.side)
        return {"total", *quota, *(name for names in own for name in names)}

    @property
    def known_at_the_end(self) -> set[str]:
        """Return the names that formulas may use when a game is over: none of a single deal."""
        of_deal = {*OF_DEAL} - {"contract", "group", "trump", "hand", DEALER}
        options = {*self.rules.options, *self.rules.scoring.ladders}
        return {"total", "won", "role", ME, *self.rules.scoring.carry, *of_deal, *options}

    def known_where(self, name: str, view: View) -> Words:
        """Return a hint about where a name is known, for a formula that uses it elsewhere."""
        if view.is_result:
            names = ["total", "won", "role", *self.rules.scoring.carry]
            known = listing([f"`{one}`" for one in names], "and")
            return say("when a game is over {names} are known", names=known)
        if name == "won":
            return say("it is known when a game is over: in its `result`, bonus and settlement")
        return say("no contract says a `quota`")

    # --- Names of a side -------------------------------------------------------------------------

    def own(self, name: str) -> ValueType:
        """Return the type of a side's or a player's own value."""
        return self._once(f"own {name}", lambda: self._own(name)) or ANYTHING

    def _own(self, name: str) -> ValueType:
        rules, what = self.rules, name.rpartition(".")[2]
        if what in OF_SIDE:
            return OF_SIDE[what](self)
        if what in rules.facts and rules.facts[what].kind == PAIRS:
            return list_of(number(0, rules.facts[what].most or 1))
        if what in rules.facts:
            return absent(A_CARD)  # one of those that each side has
        if what in rules.scoring.pair:
            return list_of(self._worked_out(rules.scoring.pair[what], PAIR))
        if what in rules.counts:
            count = rules.counts[what]
            kind = count_kind(self, count)
            return list_of(kind) if count.by_player and rules.teams else kind
        if what in rules.scoring.carry:
            return self.kept[what]
        if what in rules.scoring.each:
            kind = self._of_player(what)
            return list_of(kind) if rules.teams else kind
        return self._worked_out(rules.scoring.side[what], SIDE)

    def _of_player(self, name: str) -> ValueType:
        """Return the type of a player's value, which may differ from the partner's."""
        rules, what = self.rules, name.rpartition(".")[2]
        if what in rules.counts:
            return count_kind(self, rules.counts[what])
        if what not in rules.scoring.each:
            return self.own(name)
        formula = rules.scoring.each[what]
        found = self._once(f"player {what}", lambda: self._worked_out(formula, PLAYER))
        return found or ANYTHING

    def _worked_out(self, formula: Formula, view: View) -> ValueType:
        """Return the type of a formula of `[each]`, `[side]` or `[pair]`. A test counts as
        0 or 1."""
        kind = self._find(self, formula, view)
        return number(0, 1) if kind.sort == FLAG else kind

    def _once(self, key: str, kind: Callable[[], ValueType | None]) -> ValueType | None:
        """Return the type that `kind` computes, cached under `key`. Within a circle of formulas it
        is ANYTHING."""
        if key not in self._found:
            self._found[key] = ANYTHING
            found = kind()
            if found is None:
                del self._found[key]
                return None
            self._found[key] = found
        return self._found[key]

    def of_formulas(self, formulas: Iterable[Formula], view: View) -> ValueType:
        """Return the type that covers the values of all these formulas."""
        found = [self._find(self, formula, view) for formula in formulas]
        kind = NONE if not found else found[0]
        for other in found[1:]:
            kind = either(kind, other)
        return kind

    def bounds(self, formula: Formula) -> tuple[float, float]:
        """Return the minimum and maximum of a formula of the deal."""
        kind = self._find(self, formula, DEAL)
        return (kind.least, kind.most) if kind.is_number else (-ENDLESS, ENDLESS)


def names_given_twice(rules: Ruleset) -> set[str]:
    """Return the names that a ruleset uses for two parts; formulas can only use one part."""
    scoring = rules.scoring
    deal = (rules.options, rules.facts, rules.counts, scoring.lets)
    names = Counter(chain(*deal, scoring.each, scoring.side, scoring.pair, scoring.carry))
    return {name for name, number in names.items() if number > 1}


def count_kind(kinds: Kinds, count: Count) -> ValueType:
    """Return the type of one side's number in a count."""
    least = kinds.bounds(count.least)[0] if count.least else 0
    limit = count.most or count.total
    most = kinds.bounds(limit)[1] if limit else MOST_COUNTED
    step = count.step if least % count.step == 0 else 1
    return stepped(least, most, (ValueType(NUMBER, least, most, step),))


def sides_of(rules: Ruleset) -> tuple[int, ...]:
    """Return the possible numbers of sides."""
    return tuple(players // 2 if rules.teams else players for players in rules.players)


# --- names of every deal and every side ----------------------------------------------------------


def _numbers(numbers: Iterable[int], more: int = 0) -> ValueType:
    found = [*numbers]
    return number(min(found), max(found) + more)


def _contract(kinds: Kinds) -> ValueType:
    return word_of(CONTRACT, tuple(kinds.rules.contracts))


def _group(kinds: Kinds) -> ValueType:
    groups = [one.group for one in kinds.rules.contracts.values() if one.group]
    return absent(word_of(GROUP, tuple(dict.fromkeys(groups))))


def _hand(kinds: Kinds) -> ValueType:
    hand = kinds.rules.hand
    return NONE if hand is None else number(*kinds.bounds(hand))


def _trump(kinds: Kinds, *contracts: str) -> ValueType:
    """Return the type of the trump suit in these contracts; without any contracts, in any deal."""
    said = {kinds.rules.contracts[name].trump for name in contracts} or {"open"}
    every = tuple(kinds.rules.pack.suits)
    suits = every if "open" in said else tuple(suit for suit in every if suit in said)
    kind = word_of(SUIT, suits)
    return absent(kind) if said & {"open", "none"} else kind


def _deals(kinds: Kinds) -> ValueType:
    most = kinds.most_deals
    return number(1, most * _games(kinds).most if most < ENDLESS else most)


def _rounds(kinds: Kinds) -> ValueType:
    stint, most = kinds.rules.deals.stint, kinds.most_deals
    length = stint if stint > 1 else min(kinds.rules.players)
    return number(1, ceil(most / length) if most < ENDLESS else most)


def _games(kinds: Kinds) -> ValueType:
    match = kinds.rules.match
    return number(1, 1 if match is None else kinds.bounds(match.games)[1])


def _quota(kinds: Kinds) -> ValueType:
    quotas = [formula for one in kinds.rules.contracts.values() for formula in one.quota.values()]
    return kinds.of_formulas(quotas, DEAL)


OF_DEAL: Mapping[str, Callable[[Kinds], ValueType]] = {
    "players": lambda kinds: _numbers(kinds.rules.players),
    "people": lambda kinds: _numbers(kinds.rules.players, MOST_RESTERS),
    "sides": lambda kinds: _numbers(sides_of(kinds.rules)),
    "deal": _deals,
    "round": _rounds,
    "game": _games,
    "hand": _hand,
    "contract": lambda kinds: absent(_contract(kinds)),
    "group": _group,
    "trump": lambda kinds: absent(_trump(kinds, *kinds.rules.contracts)),
    "open": lambda kinds: list_of(_contract(kinds), 0, len(kinds.rules.contracts)),
    DEALER: lambda kinds: A_PLAYER,
}
# The names of the deal in a formula that applies to a single contract.
OF_CONTRACT: Mapping[str, Callable[[Kinds, str], ValueType]] = {
    "contract": lambda kinds, contract: word_of(CONTRACT, (contract,)),
    "trump": _trump,
}
OF_SIDE: Mapping[str, Callable[[Kinds], ValueType]] = {
    "quota": _quota,
    "total": lambda kinds: kinds.kept["total"],
    "role": lambda kinds: absent(word_of(ROLE, tuple(kinds.rules.roles))),
    "won": lambda kinds: TEST,
    ME: lambda kinds: A_PLAYER,
}
