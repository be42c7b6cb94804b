"""Single mistakes that explain a wrong total, and the card values that a pile can have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.rules.cards import Pack, words_of_rank, worth
from scorekeeper.rules.fact_names import CONTRACT, TRUMP, key_typed, value_typed
from scorekeeper.rules.ruleset import Count, Ruleset
from scorekeeper.text.message import (
    CommandLine,
    JoinedWords,
    Words,
    either,
    in_turn,
    listing,
    say,
    say_n,
)
from scorekeeper.text.problems import Mend
from scorekeeper.text.translation import marked

# --- possible values of a pile, computed from the pack -----------------------------------------
# A side with 3 tricks of 3 cards has exactly 9 cards. Its possible values are the sums of 9 cards
# of the pack, and all piles together must use each card once.


MOST_WAYS = 200_000  # known games have hundreds


def card_values(rules: Ruleset, count: Count) -> tuple[int, ...]:
    """Return the sorted values of all cards of the pack, with the first suit as trumps where
    trumps have other values."""
    trump = next(iter(rules.pack.suits), None) if count.trump_values != count.values else None
    cards = rules.pack.every_card
    return tuple(sorted(worth((card,), count.values, trump, count.trump_values) for card in cards))


@lru_cache(maxsize=8)
def reachable(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each number of cards the sums that it can reach, as the bits of an integer."""
    sums = [1] + [0] * len(values)
    for done, value in enumerate(values):
        for cards in range(done, -1, -1):
            sums[cards + 1] |= sums[cards] << value
    return tuple(sums)


def can_hold(values: tuple[int, ...], cards: int, points: int) -> bool:
    """Return True if some `cards` cards of the pack are worth exactly `points`."""
    return (
        0 <= cards <= len(values) and points >= 0 and bool(reachable(values)[cards] >> points & 1)
    )


def bounds(values: tuple[int, ...], cards: int) -> tuple[int, int]:
    """Return the minimum and maximum value of this many cards."""
    ranked = sorted(values)
    return sum(ranked[:cards]), sum(ranked[len(ranked) - cards :])


def can_split(values: tuple[int, ...], piles: Sequence[tuple[int, int]]) -> bool:
    """Return True if the pack can be dealt into piles of exactly these (cards, points). Cards may
    be left over.

    Deals the values from the highest down and tracks what each pile still needs. If the piles
    use the whole pack, the largest pile is skipped, since it gets the rest. Also returns True
    if there are too many ways to try."""
    needs = sorted(piles)
    if sum(cards for cards, _ in needs) == len(values):
        if sum(points for _, points in needs) != sum(values):
            return False
        needs.pop()
    states = {tuple(needs)}
    ranked = sorted(set(values), reverse=True)
    for value, lower in zip(ranked, [*ranked[1:], 0], strict=True):
        dealt = (
            after for state in states for after in _dealt(state, value, values.count(value), lower)
        )
        ways = [*islice(dealt, MOST_WAYS + 1)]
        if len(ways) > MOST_WAYS:
            return True
        states = set(ways)
    return any(not any(cards for cards, _ in state) for state in states)


Needs = tuple[tuple[int, int], ...]


def _dealt(needs: Needs, value: int, copies: int, lower: int) -> Iterable[Needs]:
    """Yield the possible needs of the piles after all `copies` cards of this value are dealt or
    left over.

    `lower` is the next lower value, the maximum of each remaining card."""
    if not needs:
        yield ()
        return
    (cards, points), *others = needs
    for taken in range(min(copies, cards) + 1):
        need = (cards - taken, points - taken * value)
        if 0 <= need[1] <= need[0] * lower:
            for rest in _dealt(tuple(others), value, copies - taken, lower):
                yield (need, *rest)


# --- the single mistake that explains a wrong total --------------------------------------------
# For example, cards were counted instead of tricks, two digits were swapped, or a card was left out
# of the points. Nothing is corrected: mistakes are only suggested.


class TotalSlip(NamedTuple):
    """A mistake as text, and the corrected numbers if they are known."""

    said: Words
    column: tuple[int, ...] | None = None


def slips(
    count: Count, column: Sequence[int], total: int, names: Sequence[str], seats: int, pack: Pack
) -> list[TotalSlip]:
    """Return the single mistakes that explain a wrong total, the likeliest first.

    `seats` is the number of cards in a trick."""
    off = sum(column) - total
    if not off:
        return []
    likely: Iterable[TotalSlip] = ()
    if count.values:
        likely = _card_slips(count, off, pack)
    elif count.counts_tricks and abs(off) > 1:
        likely = _cards_for_tricks(column, total, names, seats)
    return [*likely, *_figure_slips(column, off, names)] or _one_pile(column, off, names)


def _one_pile(column: Sequence[int], off: int, names: Sequence[str]) -> list[TotalSlip]:
    """Return for each side the mistake that only its number is wrong, by the whole difference; the
    last side first."""
    places = [place for place, number in enumerate(column) if number >= off]
    return [
        TotalSlip(_was_given(names[place], off), _with(column, place, column[place] - off))
        for place in reversed(places)
    ]


def _was_given(who: str, off: int) -> Words:
    if off > 0:
        return say_n(
            off, "{player} was given one too many", "{player} was given {n} too many", player=who
        )
    return say_n(
        -off, "{player} was given one too few", "{player} was given {n} too few", player=who
    )


def _with(column: Sequence[int], place: int, number: int) -> tuple[int, ...]:
    return (*column[:place], number, *column[place + 1 :])


def _cards_for_tricks(
    column: Sequence[int], total: int, names: Sequence[str], seats: int
) -> Iterable[TotalSlip]:
    if sum(column) == total * seats and not any(number % seats for number in column):
        said = say("these are cards: a trick has {cards}", cards=seats)
        yield TotalSlip(said, tuple(number // seats for number in column))
    for place, number in enumerate(column):
        if number and number % seats == 0 and sum(column) - number + number // seats == total:
            who, tricks = names[place], number // seats
            said = say(
                "{player}'s {number} are cards: {tricks} tricks",
                player=who,
                number=number,
                tricks=tricks,
            )
            yield TotalSlip(said, _with(column, place, tricks))


def _figure_slips(column: Sequence[int], off: int, names: Sequence[str]) -> Iterable[TotalSlip]:
    """Yield the mistakes of two swapped digits in one number, such as 61 for 16."""
    for place, number in enumerate(column):
        turned = int(str(number)[::-1]) if 10 <= number < 100 else number
        if number - turned == off:
            said = say(
                "{player}'s {number} is {turned} with its figures turned round",
                player=names[place],
                number=number,
                turned=turned,
            )
            yield TotalSlip(said, _with(column, place, turned))


# Each pair of messages: left out, counted twice.
_TRUMP = (
    marked("the {rank} of trumps was left out ({points})"),
    marked("the {rank} of trumps was counted twice ({points})"),
)
_ONE = (
    marked("one {rank} was left out ({points})"),
    marked("one {rank} was counted twice ({points})"),
)
_ONE_OR_TRUMP = (
    marked("one {rank} was left out ({points}), perhaps that of trumps"),
    marked("one {rank} was counted twice ({points}), perhaps that of trumps"),
)
_EVERY = (
    marked("every {rank} was left out ({points} in all)"),
    marked("every {rank} was counted twice ({points} in all)"),
)


def _card_slips(count: Count, off: int, pack: Pack) -> Iterable[TotalSlip]:
    """Yield the mistakes of a card or a rank left out or counted twice, and of a trump counted as
    a plain card or the reverse."""
    twice, amount = off > 0, abs(off)
    plain, trumps, suits = count.values, count.trump_values, len(pack.suits)
    differ = plain != trumps
    for card in dict.fromkeys([*plain, *trumps]):
        low, high, rank = plain.get(card, 0), trumps.get(card, 0), words_of_rank(pack, card)
        whole = low * (suits - 1) + high if differ else low * suits
        if differ and high == amount != low:
            yield TotalSlip(say(_TRUMP[twice], rank=rank, points=high))
        if low == amount:
            one = _ONE_OR_TRUMP if differ and high == low else _ONE
            yield TotalSlip(say(one[twice], rank=rank, points=low))
        if whole == amount and suits > 1:
            yield TotalSlip(say(_EVERY[twice], rank=rank, points=whole))
        if differ and abs(high - low) == amount:
            yield TotalSlip(_of_the_other_kind(rank, low, high, (high > low) == (off < 0)))


def _of_the_other_kind(rank: Words, plain: int, trump: int, is_trump: bool) -> Words:
    """Return the text that a trump was counted as a plain card, or the reverse."""
    if is_trump:
        return say(
            "the {rank} of trumps was counted as a plain one ({given} for {right})",
            rank=rank,
            given=plain,
            right=trump,
        )
    return say(
        "a plain {rank} was counted as one of trumps ({given} for {right})",
        rank=rank,
        given=trump,
        right=plain,
    )


# --- fixes ---------------------------------------------------------------------------------------


def mends_of_total(
    count: Count,
    given: Sequence[int],
    total: int,
    names: Sequence[str],
    facts: DealFacts,
    recount: Words,
) -> tuple[Mend, ...]:
    """Return the fixes for a wrong total.

    If a mistake explains wrong tricks: count cards instead of tricks, and the command to type.
    Otherwise: recount, with the likely mistakes if any."""
    seats = len(facts.agreed.players)
    found = slips(count, given, total, names, seats, facts.agreed.rules.pack)
    columns = [slip.column for slip in found if slip.column is not None]
    if not (count.counts_tricks and columns):
        likely = [slip.said for slip in found[:3] if slip.column is None]
        return (
            in_turn(say("perhaps {slip}", slip=listing(likely)), recount) if likely else recount,
        )
    piles = either(pile_sizes(column, seats) for column in columns[:3])
    cards = say("count the cards, not the tricks: the piles must hold {piles}", piles=piles)
    return cards, _deal_again(count, facts, columns[0])


def _deal_again(count: Count, facts: DealFacts, column: Sequence[int]) -> CommandLine:
    """Return the command that enters the deal with these tricks."""
    rules = facts.agreed.rules
    told = [
        value_typed(rules, name, facts.entered[name])
        for name in (CONTRACT, TRUMP)
        if name in facts.entered
    ]
    if len(told) == len(facts.entered) - 1:
        return CommandLine("deal", (*told, *map(str, column)))
    tricks = JoinedWords((key_typed(rules, count.id), f"={','.join(map(str, column))}"))
    return CommandLine("deal", (tricks,), ("…",))


def pile_sizes(column: Sequence[int], seats: int) -> Words:
    """Return the numbers of cards in piles of so many tricks, as text."""
    return listing((str(number * seats) for number in column), "and")


# --- impossible numbers with the right total -----------------------------------------------------


def swaps(
    values: tuple[int, ...],
    tricks: Sequence[int],
    points: Sequence[int],
    names: Sequence[str],
    seats: int,
) -> list[TotalSlip]:
    """Return the mistakes of two sides' swapped tricks that explain piles with impossible points;
    `column` has the right tricks."""
    found = []
    for one, other in combinations(range(len(tricks)), 2):
        turned = list(tricks)
        turned[one], turned[other] = tricks[other], tricks[one]
        piles = [(number * seats, worth) for number, worth in zip(turned, points, strict=True)]
        if (
            turned != list(tricks)
            and all(can_hold(values, *pile) for pile in piles)
            and can_split(values, piles)
        ):
            said = say(
                "the tricks of {one} and {other} changed places", one=names[one], other=names[other]
            )
            found.append(TotalSlip(said, tuple(turned)))
    return found
