"""Checks of counts: one number per side, their total and range, and card points that the piles can
contain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.base.exact_numbers import number_word
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.slip_hints import (
    bounds,
    can_hold,
    can_split,
    card_values,
    mends_of_total,
    swaps,
)
from scorekeeper.rules.cards import Pack, words_of_rank
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.ruleset import Count
from scorekeeper.text.message import JoinedWords, Value, Words, listing, say, titled
from scorekeeper.text.problems import Mend, Problem, known_mends

# --- numbers, total and range of a count -------------------------------------------------------


Column = Sequence[int | None]
ALL_TO_ONE = "-whole"  # ends the code of a question about a count that one side has alone


def total_of(count: Count, facts: DealFacts) -> int | None:
    """Return the required sum of all numbers of a count, or None if the rules fix no sum."""
    return None if count.total is None else number_of(count.total, facts)


def counted_names(count: Count, agreed: Agreed) -> Sequence[str]:
    """Return the names that have a number in this count: the players' or the sides'."""
    return agreed.players if count.by_player else agreed.side_names


def only_holder(count: Count, agreed: Agreed, column: Column) -> str:
    """Return the name of the only player or side with a count that only one can have; else an
    empty text."""
    names = counted_names(count, agreed)
    said = [number for number in column if number]
    if not (count.of_one and said == [1] and len(column) == len(names)):
        return ""
    return names[list(column).index(1)]


def completed_column(count: Count, column: Column, total: int | None) -> Column:
    """Return the column with its missing number computed from the total, if exactly one is
    missing."""
    if total is None or list(column).count(None) != 1:
        return column
    rest = total - sum(number for number in column if number is not None)
    return [rest if number is None and rest >= 0 else number for number in column]


def whole_counts(facts: DealFacts, quotas: Sequence[int]) -> Iterable[Problem]:
    """Yield a question for each count whose complete total belongs to one side.

    Only where three or more sides have positive quotas, so that no side aims at all or
    nothing."""
    if len(quotas) < 3 or min(quotas) <= 0:
        return
    for count in facts.agreed.rules.counts.values():
        column, total = facts.entered.get(count.id) or (), total_of(count, facts)
        if total is None or total not in column or len(column) != len(quotas):
            continue
        if max(quotas) < total < 2 * sum(quotas) <= 2 * total:
            message = say(
                "{player} has all {total} {count}, the others none: is that right?",
                player=facts.agreed.side_names[column.index(total)],
                total=total,
                count=count.name,
            )
            yield Problem(f"{count.id}{ALL_TO_ONE}", message, count.id)


def count_problems(
    count: Count, column: Column, total: int | None, facts: DealFacts
) -> Iterable[Problem]:
    """Yield all problems with the numbers of one count."""
    name, names, pack = count.name, counted_names(count, facts.agreed), facts.agreed.rules.pack
    given = [number for number in column if number is not None]
    if len(column) != len(names):
        message = say(
            "{count}: {wanted} numbers belong here, one for each of {players}; {given} were given",
            count=name,
            wanted=len(names),
            players=", ".join(names),
            given=len(column),
        )
        hint = say("give a number for each of {names}, in that order", names=listing(names, "and"))
        yield _problem(count, f"{count.id}-number", message, hint)
        return
    least, most = _range(count, total, facts)
    for who, number in zip(names, column, strict=True):
        if number is not None and not least <= number <= most:
            yield _out_of_range(count, who, number, (least, most), pack)
        elif number is not None and number % count.step:
            yield _off_the_steps(count, who, number)
    if len(given) < len(column):
        yield _missing(count, column, total, names, pack)
    elif total is not None and sum(given) != total:
        yield _wrong_total(count, given, total, facts)


def _out_of_range(
    count: Count, who: str, number: int, bounds: tuple[int, int], pack: Pack
) -> Problem:
    least, most = bounds
    message = say(
        "{player} cannot have {number} {count}: {least} to {most} are possible",
        player=who,
        number=number,
        count=count.name,
        least=least,
        most=most,
    )
    return _problem(count, f"{count.id}-range", message, recount(count, pack))


def _off_the_steps(count: Count, who: str, number: int) -> Problem:
    message = say(
        "{player}'s {number} {count} are not a multiple of {step}",
        player=who,
        number=number,
        count=count.name,
        step=count.step,
    )
    return _problem(count, f"{count.id}-step", message)


def _range(count: Count, total: int | None, facts: DealFacts) -> tuple[int, int]:
    least = number_of(count.least, facts) if count.least else 0
    most = number_of(count.most, facts) if count.most else total if total is not None else 10**6
    return least, most


def _missing(
    count: Count, column: Column, total: int | None, names: Sequence[str], pack: Pack
) -> Problem:
    given = [number for number in column if number is not None]
    missing = [who for who, number in zip(names, column, strict=True) if number is None]
    is_sure = len(missing) == 1 or (len(given) > 1 and count.least is None)
    if total is not None and sum(given) > total and is_sure:
        return _too_many_already(count, given, total, pack)
    code, name, who = f"{count.id}-missing", count.name, listing(missing, "and")
    if total is None:
        message = say(
            "the {count} of {players} are missing; no total is fixed, so none can be worked out",
            count=name,
            players=who,
        )
        return _not_said(_problem(count, code, message, say("give a number for each")))
    hint = say(
        "give those of {players}; those of {last} are then worked out",
        players=listing(missing[:-1], "and"),
        last=missing[-1],
    )
    message = say("the {count} of {players} are missing", count=name, players=who)
    return _not_said(_problem(count, code, message, hint))


def _not_said(problem: Problem) -> Problem:
    return problem._replace(is_missing=True)


def _too_many_already(count: Count, given: Sequence[int], total: int, pack: Pack) -> Problem:
    message = say(
        "{found} {count} are already {more} more than the {total} there are",
        found=_added(given) if len(given) > 1 else sum(given),
        count=count.name,
        more=sum(given) - total,
        total=total,
    )
    return _problem(count, f"{count.id}-total", message, recount(count, pack))


def _wrong_total(count: Count, given: Sequence[int], total: int, facts: DealFacts) -> Problem:
    found = sum(given)
    numbers: dict[str, Value] = {
        "count": count.name,
        "found": found,
        "total": total,
        "sum": _added(given),
    }
    if found > total:
        message = say(
            "the {count} of this deal add up to {found}; there are {total}: {sum}, {difference} "
            "too many",
            difference=found - total,
            **numbers,
        )
    else:
        message = say(
            "the {count} of this deal add up to {found}; there are {total}: {sum}, {difference} "
            "too few",
            difference=total - found,
            **numbers,
        )
    mends = mends_of_total(
        count,
        given,
        total,
        counted_names(count, facts.agreed),
        facts,
        recount(count, facts.agreed.rules.pack),
    )
    return _problem(count, f"{count.id}-total", message, *mends)


def _added(numbers: Sequence[int]) -> str:
    return f"{' + '.join(map(number_word, numbers))} = {number_word(sum(numbers))}"


def recount(count: Count, pack: Pack) -> Words:
    if count.values:
        ranks = _values(count.values, pack)
        if count.trump_values == count.values:
            return say("recount the piles: {ranks}, every other card 0", ranks=ranks)
        trumps = _values(count.trump_values, pack)
        return say(
            "recount the piles: {ranks}; trumps {trumps}, every other card 0",
            ranks=ranks,
            trumps=trumps,
        )
    name = count.name
    if not count.counts_tricks:
        return say("recount the {count}", count=name)
    return say(
        "recount the {count}: count the cards of each pile and divide by the players", count=name
    )


def _values(values: Mapping[str, int], pack: Pack) -> Words:
    """Return ranks with their values as text."""
    worths = (
        JoinedWords((words_of_rank(pack, rank), value), " ") for rank, value in values.items()
    )
    return JoinedWords(tuple(worths), ", ")


def _problem(count: Count, code: str, message: Words, *mends: Mend) -> Problem:
    return Problem(code, message, count.id, mends, rule=count.source.if_any())


# --- pile problems -----------------------------------------------------------------------------
# Checks of card points against the number of cards in each pile.


def pile_problems(facts: DealFacts, columns: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield the problems of card points that piles of so many cards cannot hold."""
    for count in facts.agreed.rules.counts.values():
        if (
            count.values
            and count.piles is not None
            and count.id in columns
            and count.piles in columns
        ):
            yield from _unheld(count, columns[count.id], columns[count.piles], facts)


def _unheld(
    count: Count, points: Sequence[int], tricks: Sequence[int], facts: DealFacts
) -> Iterable[Problem]:
    seats, values = len(facts.agreed.players), card_values(facts.agreed.rules, count)
    if values[0] < 0:
        return  # penalty cards: less is not fewer, and nothing here is said of those
    piles = [(number * seats, worth) for number, worth in zip(tricks, points, strict=True)]
    alone = [
        _cannot_hold(count, who, pile, facts, values)
        for who, pile in zip(facts.agreed.side_names, piles, strict=True)
    ]
    swapped = _swap_hint(count, tricks, points, facts, values) if any(alone) else None
    mends = known_mends(swapped)
    yield from (problem._replace(mends=mends or problem.mends) for problem in alone if problem)
    if not any(alone) and not can_split(values, piles):
        yield _cannot_split(count, tricks, points, facts.agreed.rules.pack)


def _cannot_split(
    count: Count, tricks: Sequence[int], points: Sequence[int], pack: Pack
) -> Problem:
    rows = zip(tricks, points, strict=True)
    message = say(
        "no way of dealing the pack into these piles gives these {count}: {piles}",
        count=count.name,
        piles=JoinedWords(
            tuple(
                say("{tricks} tricks with {points}", tricks=number, points=worth)
                for number, worth in rows
            ),
            ", ",
        ),
    )
    return _not_together(count, message, pack)


def _swap_hint(
    count: Count,
    tricks: Sequence[int],
    points: Sequence[int],
    facts: DealFacts,
    values: tuple[int, ...],
) -> Words | None:
    agreed = facts.agreed
    found = swaps(values, tricks, points, agreed.side_names, len(agreed.players))
    if not found:
        return None
    column = ",".join(map(str, found[0].column or ()))
    return titled(
        say("perhaps {slip}", slip=found[0].said),
        JoinedWords((key_typed(agreed.rules, count.piles or ""), f"={column}")),
    )


def _cannot_hold(
    count: Count, who: str, pile: tuple[int, int], facts: DealFacts, values: tuple[int, ...]
) -> Problem | None:
    (cards, points), seats = pile, len(facts.agreed.players)
    if can_hold(values, cards, points):
        return None
    message = say(
        "{player}'s {tricks} tricks ({cards} cards) cannot hold {points} {count}",
        player=who,
        tricks=cards // seats,
        cards=cards,
        points=points,
        count=count.name,
    )
    why = _why_not(points, *bounds(values, cards))
    return _not_together(count, titled(message, why), facts.agreed.rules.pack)


def _not_together(count: Count, message: Words, pack: Pack) -> Problem:
    """Return a problem of card points that do not fit the number of tricks."""
    code, mends = f"{count.id}-{count.piles}", (recount(count, pack),)
    return Problem(code, message, count.id, mends, rule=count.source.if_any())


def _why_not(points: int, least: int, most: int) -> Words:
    """Return the reason why a pile cannot be worth `points`, if its minimum is `least` and its
    maximum `most`."""
    if least <= points <= most:
        return say("no such cards add up to it")
    # Translators: "they" are the tricks of one player
    return (
        say("they hold {least} to {most}", least=least, most=most)
        if most > least
        else say("they hold {least}", least=least)
    )
