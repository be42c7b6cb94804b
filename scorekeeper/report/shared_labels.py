"""Labels that every report shares: points, counters, roles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.count_checks import only_holder
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Early, Standing
from scorekeeper.rules.cards import suit_word
from scorekeeper.rules.fact_names import (
    choice_typed,
    key_typed,
    option_typed,
    value_said,
    value_typed,
    words_of_role,
)
from scorekeeper.rules.rule_text import term
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import signed_decimal
from scorekeeper.text.message_text import labelled, text_of
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import marked, tr, trc, trn

# --- labels and numbers that all text renderings share -----------------------------------------


RESTS = "–"  # in the place of a number of somebody who rests
SUM = "Σ"  # what stands over, or before, the sum of all sides


def score(number: int | tuple[int, int], rules: Ruleset) -> str:
    """Return a running total, or a range of totals, as text: signed, but without a plus if the
    game counts down from a start above 0."""
    if isinstance(number, tuple):
        least, most = number
        return range_word(score(least, rules), score(most, rules))
    return signed(number) if rules.game.start <= 0 else signed(number).removeprefix("+")


def range_word(least: str, most: str) -> str:
    """Return a range as text, `+3…+5`, or one number if both are equal."""
    return least if least == most else f"{least}…{most}"


def either_word(words: Iterable[str]) -> str:
    """Return the alternatives of a disputed value as text, `6/7`, each once, in the order of the
    versions."""
    return "/".join(dict.fromkeys(words))


def a_deal_words(
    average: float | None, rules: Ruleset, range_: tuple[float, float] | None = None
) -> str:
    """Return the average points a deal as text, `+0.56 a deal`, or their range; a dash if no deal
    was played."""
    points = average_words(average, rules, range_)
    return points if average is None else tr("{points} a deal", points=points)


def total_and_average(
    total: int | tuple[int, int],
    average: float | None,
    rules: Ruleset,
    range_: tuple[float, float] | None = None,
) -> str:
    """Return a total and its average a deal as text: `+14, +2.80 a deal`."""
    return f"{score(total, rules)}, {a_deal_words(average, rules, range_)}"


def in_deals_words(
    total: int | tuple[int, int],
    deals: int,
    average: float | None,
    rules: Ruleset,
    range_: tuple[float, float] | None = None,
) -> str:
    """Return a total, the number of deals and the average as text: `+14 in 5, +2.80 a deal`."""
    in_deals = tr("{points} in {deals}", points=score(total, rules), deals=deals)
    return f"{in_deals}, {a_deal_words(average, rules, range_)}"


def average_words(
    average: float | None, rules: Ruleset, range_: tuple[float, float] | None = None
) -> str:
    """Return average points a deal as text, `+0.56`, without a plus if fewer are better; a range
    if `range_` is given, a dash without deals."""
    if average is None:
        return RESTS
    if range_ is not None:
        return range_word(*(average_words(number, rules) for number in range_))
    return as_judged(signed_decimal(average, 2), rules.game.lowest_wins)


def has_sum(rules: Ruleset) -> bool:
    """Return True if the rules promise the sum of all sides' points in a deal."""
    return rules.scoring.promise is not None


def sum_word(points: Iterable[int]) -> str:
    """Return the sum of all sides' points as text, for the column `Σ`."""
    return signed(sum(points))


def as_judged(points: str, fewer_are_better: bool) -> str:
    """Return signed points, without the plus if fewer points are better, because a plus looks like
    a gain."""
    return points.removeprefix("+") if fewer_are_better else points


def made(points: int, rules: Ruleset) -> str:
    """Return points of deals as text, without a plus sign if fewer points are better."""
    return as_judged(signed(points), rules.game.lowest_wins)


def few_are_good(rules: Ruleset) -> str:
    """Return the note that fewer points are better, "" if more are. In a match, it is about points
    of deals."""
    return better_words(rules.game.lowest_wins, rules.match is not None)


def better_words(fewer_are_better: bool, of_match: bool) -> str:
    """Return the note that fewer points are better, for a match only those of deals; "" if more
    points are better."""
    if not fewer_are_better:
        return ""
    if of_match:
        return tr("in a deal fewer points are better, in the match more")
    return tr("fewer points are better")


def who_word(rules: Ruleset) -> str:
    """Return the header of a column of players or sides."""
    return tr("side") if rules.teams else tr("player")


def totals_words(agreed: Agreed, totals: Iterable[int | tuple[int, int]]) -> str:
    """Return totals by side as text: `Anna +1, Björn −1`."""
    sides = zip(agreed.side_names, totals, strict=True)
    return ", ".join(f"{who} {score(total, agreed.rules)}" for who, total in sides)


def role_word(rules: Ruleset, role: str) -> str:
    """Return the label of a role, in the rules' words if they have any."""
    return text_of(words_of_role(rules, role))


def contract_word(rules: Ruleset, contract: str | None) -> str:
    """Return the label of a contract."""
    known = rules.contracts.get(contract or "")
    return known.name.shown() if known else contract or ""


def count_word(rules: Ruleset, count: str) -> str:
    """Return the label of a count."""
    return rules.counts[count].name.shown() if count in rules.counts else count


def things_words(said: int | str, things: str) -> str:
    """Return a number with its count's label: `3 tricks`, but `1 of the tricks`, as labels have no
    singular."""
    return (
        tr("1 of the {things}", things=things)
        if str(said) == "1"
        else tr("{n} {things}", n=said, things=things)
    )


def fact_word(rules: Ruleset, fact: str) -> str:
    """Return the label of a fact."""
    return rules.facts[fact].name.shown() if fact in rules.facts else fact


def value_word(rules: Ruleset, fact: str, value: object) -> str:
    """Return a fact's value as text: a card, a suit, or the rules' label of a word."""
    return text_of(value_said(rules, fact, value))


def facts_typed(agreed: Agreed, facts: Facts) -> list[str]:
    """Return the facts as words to type."""
    return [
        f"{key_typed(agreed.rules, name).shown()}={_value_typed(agreed, name, value)}"
        for name, value in facts.items()
    ]


def _value_typed(agreed: Agreed, name: str, value: Any) -> str:
    """Return a value as typed. For a count held by one player, this is the player's name if it has
    no space."""
    count = agreed.rules.counts.get(name)
    who = only_holder(count, agreed, value) if count else ""
    return who if who and " " not in who else text_of(value_typed(agreed.rules, name, value))


def trump_word(rules: Ruleset, trump: str | None) -> str:
    """Return the label of the trump suit, or "" if there is none."""
    return suit_word(rules.pack, trump) if trump else ""


def outcomes_are_named(rules: Ruleset) -> bool:
    """Return True if any row of the settlement has a name."""
    return any(outcome.name.shown() for outcome in rules.scoring.outcomes)


def short_outcomes(rules: Ruleset) -> Mapping[str, str]:
    """Return short names of outcomes by name, without a beginning that most names share."""
    names = [outcome.name.shown() for outcome in rules.scoring.outcomes]
    start = max((_start(name, names) for name in names), key=len, default="")
    return {
        name: name[len(start) :] if start and name.startswith(start) else name for name in names
    }


def _start(name: str, names: list[str]) -> str:
    """Return the longest prefix of whole words that most of the names share with this name."""
    words = name.split(" ")
    starts = [" ".join(words[:number]) + " " for number in range(len(words) - 1, 0, -1)]
    return next(
        (start for start in starts if sum(n.startswith(start) for n in names) > len(names) / 2), ""
    )


def agreed_words(agreed: Agreed) -> list[str]:
    """Return notes for every view of a game: a caution if its rules are partly conjecture, and
    unusual options."""
    rules = agreed.rules
    caution = (
        [tr("caution: {words}", words=rules.about.caution.shown())]
        if rules.about.caution.by_language
        else []
    )
    return [*map(safe, caution), *chosen_options(agreed)]


def chosen_options(agreed: Agreed) -> list[str]:
    """Return a line with the players' unusual options; empty without any."""
    unusual = unusual_options(agreed.rules, agreed.options)
    return [safe(tr("options: {options}", options=", ".join(unusual)))] if unusual else []


def unusual_options(rules: Ruleset, options: Mapping[str, Any]) -> list[str]:
    """Return the options that differ from their default, as they are typed."""
    chosen = [(name, options.get(name, option.default)) for name, option in rules.options.items()]
    return [
        option_said(rules, name, value)
        for name, value in chosen
        if value != rules.options[name].default
    ]


def option_said(rules: Ruleset, name: str, value: bool | int | str) -> str:
    """Return an option and its value as typed; a switch has no value."""
    option = option_typed(rules, name).shown()
    chosen = text_of(choice_typed(rules.options[name], value))
    return option if value is True else f"{option}={chosen}"


def early_words(early: Early) -> str:
    """Return when the players ended a session early: `after 9 of 12 deals`."""
    if early.of is None:
        return trn(early.after, "after {n} deal", "after {n} deals")
    return trn(
        early.after, "after {n} of {number} deals", "after {n} of {number} deals", number=early.of
    )


def with_early(words: str, early: Early | None) -> str:
    """Return a text on a session's end, with the number of deals after an early end."""
    return words if early is None else f"{words}, {early_words(early)}"


def no_room_line(heads: Iterable[str]) -> str:
    """Return the line that names hidden columns by their heads; "" if `heads` is empty."""
    named = ", ".join(dict.fromkeys(heads))
    return tr("no room for: {columns}", columns=named) if named else ""


def settled_head(rules: Ruleset) -> str:
    """Return the header of the column of contracts or outcomes; "" if the game names neither."""
    if rules.contracts:
        return tr("contract")
    return tr("outcome") if outcomes_are_named(rules) else ""


def noted(number: int, note: str) -> str:
    """Return a warning after the number of its deal: `deal 3: …`."""
    return tr("deal {number}: {note}", number=number, note=note)


# --- the counters that a game shows: labels and values -----------------------------------------


TABLE = "table"  # the key of the number of a counter of which the whole table has one
Carried = Mapping[str, Mapping[str, int]]  # the number of each side, by counter
CarriedNow = Mapping[str, Mapping[str, int | tuple[int, int]]]  # … or the least and the most


def counters_shown(rules: Ruleset) -> dict[str, int]:
    """Return the shown counters, each with its index among all counters."""
    return {
        name: place
        for place, (name, counter) in enumerate(rules.scoring.carry.items())
        if counter.show
    }


def counter_word(rules: Ruleset, name: str) -> str:
    """Return the label of a counter."""
    return text_of(term(rules, name))


def carried_of(agreed: Agreed, carry: tuple[tuple[int, ...], ...]) -> Carried:
    """Return the values of shown counters: by counter, then by side or under TABLE."""
    of_table = agreed.rules.tables_counters
    return {
        name: {TABLE: carry[place][0]}
        if name in of_table
        else dict(zip(agreed.side_names, carry[place], strict=True))
        for name, place in counters_shown(agreed.rules).items()
    }


def carried_now(now: Standing) -> CarriedNow:
    """Return the current values of shown counters, as ranges where disputed or unknown."""
    ways = [carried_of(now.agreed, way.state.carry) for way in now.ways or (now,)]
    return {
        name: {side: _span([way[name][side] for way in ways]) for side in by_side}
        for name, by_side in ways[0].items()
    }


def _span(numbers: list[int]) -> int | tuple[int, int]:
    least, most = min(numbers), max(numbers)
    return least if least == most else (least, most)


def carried_ranges(carried: CarriedNow) -> dict[str, object]:
    """Return the counters with ranges under their JSON key, by counter and side; empty without
    ranges."""
    found = {
        name: {side: list(one) for side, one in by_side.items() if isinstance(one, tuple)}
        for name, by_side in carried.items()
    }
    ranges = {name: by_side for name, by_side in found.items() if by_side}
    return {"carried_range": ranges} if ranges else {}


def counter_said(number: int | tuple[int, int]) -> str:
    """Return the value of a counter as text, or its range: `0…1`."""
    if isinstance(number, tuple):
        return range_word(*map(number_word, number))
    return number_word(number)


def carried_lines(rules: Ruleset, carried: CarriedNow) -> list[str]:
    """Return a line for each counter: `bags: Anna 3, Björn 0`."""
    return [labelled(counter_word(rules, name), line) for name, line in carried_words(carried)]


def carried_words(carried: CarriedNow) -> list[tuple[str, str]]:
    """Return each counter with its values as text: `Anna 3, Björn 0`, or `3` for a counter of all
    players."""
    return [(name, _said(by_side)) for name, by_side in carried.items()]


def _said(by_side: Mapping[str, int | tuple[int, int]]) -> str:
    if [*by_side] == [TABLE]:
        return counter_said(by_side[TABLE])
    return ", ".join(f"{side} {counter_said(number)}" for side, number in by_side.items())


def counter_lines(now: Standing) -> list[str]:
    """Return a line for each counter with its current values."""
    return carried_lines(now.agreed.rules, carried_now(now))


# --- dealer, declarer and leader in a sentence -------------------------------------------------


# A player's roles as text, by whether the player deals, declares, and leads to the first trick.
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
    """Return the player on a seat; None without a seat."""
    return None if seat is None else agreed.players[seat]


def who_does(
    rules: Ruleset, dealer: str, declarer: str | None, leader: str | None,
    resting: Sequence[str] = (),
) -> str:  # fmt: skip
    """Return the roles of each player as text: `Anna deals and rests, Bo declares and leads`."""
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
    """Return the headers for dealer and declarer, or in a game without cards for the beginning and
    the choosing player."""
    if rules.has_cards:
        return tr("dealer"), tr("declarer")
    return trc("before a player", "begins"), trc("before a player", "chooses")


def who_begins(dealer: str, declarer: str | None, resting: Sequence[str] = ()) -> str:
    """Return the roles of each player in a game without cards: `Anna begins, Bo chooses`."""
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
