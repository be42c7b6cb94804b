"""Labels that every report shares: points, counters, roles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.agreement import Agreed, Facts
from scorekeeper.game.count_checks import whose
from scorekeeper.game.standing import Early, Standing
from scorekeeper.rules.cards import suit_word
from scorekeeper.rules.entry_names import (
    choice_typed,
    key_typed,
    option_typed,
    value_said,
    value_typed,
    words_of_role,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.rule_text import term
from scorekeeper.text.local_formats import signed_decimal
from scorekeeper.text.message_text import labelled, text_of
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import marked, tr, trc, trn

# --- The words and numbers that every text rendering shares ------------------------------------


RESTS = "–"  # in the place of a number of somebody who rests
SUM = "Σ"  # what stands over, or before, the sum of all sides


def score(number: int | tuple[int, int], rules: Ruleset) -> str:
    """A running total: with its sign, but without a plus in games that count down from a start
    above 0. While a count is disputed it is a range, `+3…+5`."""
    if isinstance(number, tuple):
        least, most = number
        return range_word(score(least, rules), score(most, rules))
    return signed(number) if rules.game.start <= 0 else signed(number).removeprefix("+")


def range_word(least: str, most: str) -> str:
    """`+3…+5`; one number where both are the same."""
    return least if least == most else f"{least}…{most}"


def either_word(words: Iterable[str]) -> str:
    """`6/7`: all that may stand there while a count is disputed, each once, in the order of the
    readings."""
    return "/".join(dict.fromkeys(words))


def a_deal_words(
    average: float | None, rules: Ruleset, range_: tuple[float, float] | None = None
) -> str:
    """`+0.56 a deal`: the points of a deal played, or their range; a dash for no deal."""
    points = average_words(average, rules, range_)
    return points if average is None else tr("{points} a deal", points=points)


def total_and_average(
    total: int | tuple[int, int],
    average: float | None,
    rules: Ruleset,
    range_: tuple[float, float] | None = None,
) -> str:
    """`+14, +2.80 a deal`: a total, and what it is a deal played."""
    return f"{score(total, rules)}, {a_deal_words(average, rules, range_)}"


def in_deals_words(
    total: int | tuple[int, int],
    deals: int,
    average: float | None,
    rules: Ruleset,
    range_: tuple[float, float] | None = None,
) -> str:
    """`+14 in 5, +2.80 a deal`: the same with the number of deals."""
    in_deals = tr("{points} in {deals}", points=score(total, rules), deals=deals)
    return f"{in_deals}, {a_deal_words(average, rules, range_)}"


def average_words(
    average: float | None, rules: Ruleset, range_: tuple[float, float] | None = None
) -> str:
    """`+0.56`: the points of a deal played, judged as points are, or their range while a count is
    disputed; a dash for no deal."""
    if average is None:
        return RESTS
    if range_ is not None:
        return range_word(*(average_words(number, rules) for number in range_))
    return as_judged(signed_decimal(average, 2), rules.game.lowest_wins)


def has_sum(rules: Ruleset) -> bool:
    """Whether the rules promise what all sides score together in a deal."""
    return rules.scoring.promise is not None


def sum_word(points: Iterable[int]) -> str:
    """What all sides have together, where the rules promise it: what stands under `Σ`."""
    return signed(sum(points))


def as_judged(points: str, fewer_are_better: bool) -> str:
    """Signed points; without the plus, which looks like a gain, where fewer are better."""
    return points.removeprefix("+") if fewer_are_better else points


def made(points: int, rules: Ruleset) -> str:
    """What deals brought a side, as it is judged."""
    return as_judged(signed(points), rules.game.lowest_wins)


def few_are_good(rules: Ruleset) -> str:
    """What is said where points of deals are judged, of which fewer are better; else nothing."""
    return better_words(rules.game.lowest_wins, rules.match is not None)


def better_words(fewer_are_better: bool, of_match: bool) -> str:
    """That fewer points are better, though those of deals alone where there is a match; nothing
    where more are better."""
    if not fewer_are_better:
        return ""
    if of_match:
        return tr("in a deal fewer points are better, in the match more")
    return tr("fewer points are better")


def who_word(rules: Ruleset) -> str:
    """What stands over a column of those who score."""
    return tr("side") if rules.teams else tr("player")


def totals_words(agreed: Agreed, totals: Iterable[int | tuple[int, int]]) -> str:
    """`Anna +1, Björn −1`."""
    sides = zip(agreed.side_names, totals, strict=True)
    return ", ".join(f"{who} {score(total, agreed.rules)}" for who, total in sides)


def role_word(rules: Ruleset, role: str) -> str:
    """The role as it is said: in the rules' own words, else in everybody's."""
    return text_of(words_of_role(rules, role))


def contract_word(rules: Ruleset, contract: str | None) -> str:
    """The contract as it is said."""
    known = rules.contracts.get(contract or "")
    return known.name.shown() if known else contract or ""


def count_word(rules: Ruleset, count: str) -> str:
    """The count as it is said."""
    return rules.counts[count].name.shown() if count in rules.counts else count


def things_words(said: int | str, things: str) -> str:
    """`3 tricks`, but `1 of the tricks`: the name of a count has no singular."""
    return (
        tr("1 of the {things}", things=things)
        if str(said) == "1"
        else tr("{n} {things}", n=said, things=things)
    )


def fact_word(rules: Ruleset, fact: str) -> str:
    """The fact as it is said."""
    return rules.facts[fact].name.shown() if fact in rules.facts else fact


def value_word(rules: Ruleset, fact: str, value: object) -> str:
    """A fact's value as it is said: a card, a suit, or a word that the rules have words for."""
    return text_of(value_said(rules, fact, value))


def facts_typed(agreed: Agreed, facts: Facts) -> list[str]:
    """The facts as words that read back as the same facts, each as it is typed."""
    return [
        f"{key_typed(agreed.rules, name).shown()}={_value_typed(agreed, name, value)}"
        for name, value in facts.items()
    ]


def _value_typed(agreed: Agreed, name: str, value: Any) -> str:
    """A value as it is typed; of a count that one has their name, where that is one word."""
    count = agreed.rules.counts.get(name)
    who = whose(count, agreed, value) if count else ""
    return who if who and " " not in who else text_of(value_typed(agreed.rules, name, value))


def trump_word(rules: Ruleset, trump: str | None) -> str:
    """The trump suit as it is said; nothing where there is none."""
    return suit_word(rules.pack, trump) if trump else ""


def outcomes_are_named(rules: Ruleset) -> bool:
    """Whether there is a word for how a deal was settled."""
    return any(outcome.name.shown() for outcome in rules.scoring.outcomes)


def short_outcomes(rules: Ruleset) -> Mapping[str, str]:
    """Each outcome's name, without the first words where most of the rows begin with the same."""
    names = [outcome.name.shown() for outcome in rules.scoring.outcomes]
    start = max((_start(name, names) for name in names), key=len, default="")
    return {
        name: name[len(start) :] if start and name.startswith(start) else name for name in names
    }


def _start(name: str, names: list[str]) -> str:
    """The longest beginning of whole words that most of the names share with this one."""
    words = name.split(" ")
    starts = [" ".join(words[:number]) + " " for number in range(len(words) - 1, 0, -1)]
    return next(
        (start for start in starts if sum(n.startswith(start) for n in names) > len(names) / 2), ""
    )


def agreed_words(agreed: Agreed) -> list[str]:
    """What must be said wherever the game is shown: that its rules are in part conjecture, and
    the options on which this table does not play as usual."""
    rules = agreed.rules
    caution = (
        [tr("caution: {words}", words=rules.about.caution.shown())]
        if rules.about.caution.by_language
        else []
    )
    return [*map(safe, caution), *chosen_options(agreed)]


def chosen_options(agreed: Agreed) -> list[str]:
    """The options on which this table does not play as usual, in a line; nothing where there are
    none."""
    unusual = unusual_options(agreed.rules, agreed.options)
    return [safe(tr("options: {options}", options=", ".join(unusual)))] if unusual else []


def unusual_options(rules: Ruleset, options: Mapping[str, Any]) -> list[str]:
    """Return the options whose value is not the usual one, as they are typed."""
    chosen = [(name, options.get(name, option.default)) for name, option in rules.options.items()]
    return [
        option_said(rules, name, value)
        for name, value in chosen
        if value != rules.options[name].default
    ]


def option_said(rules: Ruleset, name: str, value: bool | int | str) -> str:
    """An option and what was chosen, as it is typed; what was only taken has no value."""
    option = option_typed(rules, name).shown()
    chosen = text_of(choice_typed(rules.options[name], value))
    return option if value is True else f"{option}={chosen}"


def early_words(early: Early) -> str:
    """`after 9 of 12 deals`: where the players ended a session."""
    if early.of is None:
        return trn(early.after, "after {n} deal", "after {n} deals")
    return trn(
        early.after, "after {n} of {number} deals", "after {n} of {number} deals", number=early.of
    )


def with_early(words: str, early: Early | None) -> str:
    """Words about the end, and after how many deals that was where it came early."""
    return words if early is None else f"{words}, {early_words(early)}"


def no_room_line(heads: Iterable[str]) -> str:
    """For which columns a table has no room, by their heads; empty where it has room for all."""
    named = ", ".join(dict.fromkeys(heads))
    return tr("no room for: {columns}", columns=named) if named else ""


def settled_head(rules: Ruleset) -> str:
    """What stands over the column that says how a deal was settled; nothing where no word can
    stand in it."""
    if rules.contracts:
        return tr("contract")
    return tr("outcome") if outcomes_are_named(rules) else ""


def noted(number: int, note: str) -> str:
    """`deal 3: …`: a flag behind the number of its deal."""
    return tr("deal {number}: {note}", number=number, note=note)


# --- The counters that a game shows: what they are called, and where they stand ----------------


TABLE = "table"  # the key of the number of a counter of which the whole table has one
Carried = Mapping[str, Mapping[str, int]]  # the number of each side, by counter
CarriedNow = Mapping[str, Mapping[str, int | tuple[int, int]]]  # … or the least and the most


def counters_shown(rules: Ruleset) -> dict[str, int]:
    """The counters that are shown, each with its place among all."""
    return {
        name: place
        for place, (name, counter) in enumerate(rules.scoring.carry.items())
        if counter.show
    }


def counter_word(rules: Ruleset, name: str) -> str:
    """What a counter is called."""
    return text_of(term(rules, name))


def carried_of(agreed: Agreed, carry: tuple[tuple[int, ...], ...]) -> Carried:
    """What each side, or the table, has of the counters that are shown."""
    of_table = agreed.rules.tables_counters
    return {
        name: {TABLE: carry[place][0]}
        if name in of_table
        else dict(zip(agreed.side_names, carry[place], strict=True))
        for name, place in counters_shown(agreed.rules).items()
    }


def carried_now(now: Standing) -> CarriedNow:
    """What each side has of these as a session stands: a range where that is open."""
    ways = [carried_of(now.agreed, way.state.carry) for way in now.ways or (now,)]
    return {
        name: {side: _span([way[name][side] for way in ways]) for side in by_side}
        for name, by_side in ways[0].items()
    }


def _span(numbers: list[int]) -> int | tuple[int, int]:
    least, most = min(numbers), max(numbers)
    return least if least == most else (least, most)


def carried_ranges(carried: CarriedNow) -> dict[str, object]:
    """The ranges for programs, by counter and side; no key where nothing is open."""
    found = {
        name: {side: list(one) for side, one in by_side.items() if isinstance(one, tuple)}
        for name, by_side in carried.items()
    }
    ranges = {name: by_side for name, by_side in found.items() if by_side}
    return {"carried_range": ranges} if ranges else {}


def counter_said(number: int | tuple[int, int]) -> str:
    """A number of a counter, or its range: `0…1`."""
    if isinstance(number, tuple):
        return range_word(*map(number_word, number))
    return number_word(number)


def carried_lines(rules: Ruleset, carried: CarriedNow) -> list[str]:
    """`bags: Anna 3, Björn 0`, a counter a line."""
    return [labelled(counter_word(rules, name), line) for name, line in carried_words(carried)]


def carried_words(carried: CarriedNow) -> list[tuple[str, str]]:
    """Each counter with what the sides have of it: `Anna 3, Björn 0`; of one of the table `3`."""
    return [(name, _said(by_side)) for name, by_side in carried.items()]


def _said(by_side: Mapping[str, int | tuple[int, int]]) -> str:
    if [*by_side] == [TABLE]:
        return counter_said(by_side[TABLE])
    return ", ".join(f"{side} {counter_said(number)}" for side, number in by_side.items())


def counter_lines(now: Standing) -> list[str]:
    """The same of a session as it stands."""
    return carried_lines(now.agreed.rules, carried_now(now))


# --- Who deals, who declares and who leads, in a sentence --------------------------------------


# What one player does, by whether it is to deal, to declare, to lead to the first trick.
DOES: Mapping[tuple[bool, ...], str] = {
    (True, False, False): marked("{player} deals"),
    (False, True, False): marked("{player} declares"),
    (False, False, True): marked("{player} leads"),
    (True, True, False): marked("{player} deals and declares"),
    (True, False, True): marked("{player} deals and leads"),
    (False, True, True): marked("{player} declares and leads"),
    (True, True, True): marked("{player} deals, declares and leads"),
}
# The same in a game without cards, in which nobody deals or leads to a trick.
DOES_WITHOUT_CARDS: Mapping[tuple[bool, ...], str] = {
    (True, False): marked("{player} begins"),
    (False, True): marked("{player} chooses"),
    (True, True): marked("{player} begins and chooses"),
}


def player_at(agreed: Agreed, seat: int | None) -> str | None:
    """The player on a seat; None where the seat is not known or the rules have no such part to
    play."""
    return None if seat is None else agreed.players[seat]


def who_does(
    rules: Ruleset, dealer: str, declarer: str | None, leader: str | None,
    resting: Sequence[str] = (),
) -> str:  # fmt: skip
    """`Anna deals and rests, Bo declares and leads`: what each player does."""
    if not rules.has_cards:
        return who_begins(dealer, declarer, resting)
    seats = (dealer, declarer, leader)
    doing = {who: tuple(who == other for other in seats) for who in seats if who}
    alone = (True, False, False)
    said = [
        tr("{player} deals and rests", player=who)
        if who in resting and acts == alone
        else tr(DOES[acts], player=who)
        for who, acts in doing.items()
    ]
    said += [tr("{player} rests", player=who) for who in resting if who not in doing]
    return ", ".join(said)


def part_heads(rules: Ruleset) -> tuple[str, str]:
    """What stands over who deals and who declares; over who begins and who chooses where there are
    no cards."""
    if rules.has_cards:
        return tr("dealer"), tr("declarer")
    return trc("before a player", "begins"), trc("before a player", "chooses")


def who_begins(dealer: str, declarer: str | None, resting: Sequence[str] = ()) -> str:
    """`Anna begins, Bo chooses`: what each player does in a game without cards."""
    seats = (dealer, declarer)
    doing = {who: tuple(who == other for other in seats) for who in seats if who}
    said = [
        tr("{player} rests", player=who)
        if who in resting
        else tr(DOES_WITHOUT_CARDS[acts], player=who)
        for who, acts in doing.items()
    ]
    said += [tr("{player} rests", player=who) for who in resting if who not in doing]
    return ", ".join(said)
