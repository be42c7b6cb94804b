"""Checks on counts: a number for each side, a fixed total, a range, piles that can hold it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.formula import number_of
from scorekeeper.problems import Problem, listed
from scorekeeper.ruleset.model import Count
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.scoring.piles import bounds, can_hold, can_split, card_values
from scorekeeper.session import Agreed

Column = Sequence[int | None]


def total_of(count: Count, facts: DealFacts) -> int | None:
    """What all sides' numbers must add up to, where the rules fix it."""
    return None if count.total is None else number_of(count.total, facts)


def counted(count: Count, agreed: Agreed) -> Sequence[str]:
    """The names of those whom the numbers of a count are for, in their order."""
    return agreed.players if count.by_player else agreed.side_names


def completed(count: Count, column: Column, total: int | None) -> Column:
    """The column with its one missing number worked out, where the total gives it."""
    if total is None or list(column).count(None) != 1:
        return column
    rest = total - sum(number for number in column if number is not None)
    return [rest if number is None and rest >= 0 else number for number in column]


def count_problems(count: Count, column: Column, total: int | None, facts: DealFacts) -> Iterable[Problem]:
    """What is wrong with one count's numbers, all of it."""
    name, names = count.name.shown(), counted(count, facts.agreed)
    given = [number for number in column if number is not None]
    if len(column) != len(names):
        yield _problem(
            count,
            f"{count.id}-number",
            f"{name}: {len(names)} numbers belong here, one for each of {', '.join(names)}; {len(column)} were given",
        )
        return
    least, most = _range(count, total, facts)
    for who, number in zip(names, column, strict=True):
        if number is not None and not least <= number <= most:
            yield _problem(
                count, f"{count.id}-range", f"{who} cannot have {number} {name}: {least} to {most} are possible"
            )
        elif number is not None and number % count.step:
            yield _problem(count, f"{count.id}-step", f"{who}'s {number} {name} are not a multiple of {count.step}")
    if len(given) < len(column):
        yield _missing(count, column, total, names)
    elif total is not None and sum(given) != total:
        yield _wrong_total(count, given, total, facts)


def _range(count: Count, total: int | None, facts: DealFacts) -> tuple[int, int]:
    least = number_of(count.least, facts) if count.least else 0
    most = number_of(count.most, facts) if count.most else total if total is not None else 10**6
    return least, most


def _missing(count: Count, column: Column, total: int | None, names: Sequence[str]) -> Problem:
    name, given = count.name.shown(), [number for number in column if number is not None]
    missing = [who for who, number in zip(names, column, strict=True) if number is None]
    if total is not None and sum(given) > total and len(missing) == 1:
        plus = f"{' + '.join(map(str, given))} = " if len(given) > 1 else ""
        return _problem(
            count,
            f"{count.id}-total",
            f"{plus}{sum(given)} {name} are already {sum(given) - total} more than the {total} there are",
            _recount(count),
        )
    message, code = f"the {name} of {listed(missing, 'and')} are missing", f"{count.id}-missing"
    if total is None:
        return _problem(
            count, code, f"{message}; no total is fixed, so none can be worked out", "give a number for each"
        )
    return _problem(
        count, code, message, f"give those of {listed(missing[:-1], 'and')}; those of {missing[-1]} are then worked out"
    )


def _wrong_total(count: Count, given: Sequence[int], total: int, facts: DealFacts) -> Problem:
    name, found = count.name.shown(), sum(given)
    difference = abs(found - total)
    many = "too many" if found > total else "too few"
    plus = " + ".join(map(str, given))
    message = f"the {name} of this deal add up to {found}; there are {total}: {plus} = {found}, {difference} {many}"
    return _problem(count, f"{count.id}-total", message, _slip_hint(count, given, total, facts))


def _slip_hint(count: Count, given: Sequence[int], total: int, facts: DealFacts) -> str:
    """What to recount: the cards that piles must hold, or the slip that explains the difference."""
    from scorekeeper.scoring.slips import TRICKS, pile_sizes, slips

    agreed, seats = facts.agreed, len(facts.agreed.players)
    found = slips(count, given, total, counted(count, agreed), seats, len(agreed.rules.pack.suits))
    columns = [slip.column for slip in found if slip.column is not None]
    if count.id != TRICKS or not columns:
        said = listed(slip.said for slip in found[:3] if slip.column is None)
        return f"perhaps {said}; {_recount(count)}" if said else _recount(count)
    piles = " or ".join(pile_sizes(column, seats) for column in columns[:3])
    told = [str(facts.entered[name]) for name in ("contract", "trump") if name in facts.entered]
    again = (
        " ".join([*told, *map(str, columns[0])])
        if len(told) == len(facts.entered) - 1
        else f"tricks={','.join(map(str, columns[0]))} …"
    )
    return f"count the cards, not the tricks: the piles must hold {piles}; then scorekeeper deal {again}"


def _recount(count: Count) -> str:
    if count.values:
        ranks = ", ".join(f"{rank} {value}" for rank, value in count.values.items())
        trumps = ", ".join(f"{rank} {value}" for rank, value in count.trump_values.items())
        also = f"; trumps {trumps}" if count.trump_values != count.values else ""
        return f"recount the piles: {ranks}{also}, every other card 0"
    return f"recount the {count.name.shown()}: count the cards of each pile and divide by the players"


def pile_problems(facts: DealFacts, columns: Mapping[str, Any]) -> Iterable[Problem]:
    """Card points that the piles of these tricks cannot hold, from the pack itself."""
    for count in facts.agreed.rules.counts.values():
        if count.values and count.piles is not None and count.id in columns and count.piles in columns:
            yield from _unheld(count, columns[count.id], columns[count.piles], facts)


def _unheld(count: Count, points: Sequence[int], tricks: Sequence[int], facts: DealFacts) -> Iterable[Problem]:
    seats, values = len(facts.agreed.players), card_values(facts.agreed.rules, count)
    if values[0] < 0:
        return  # penalty cards: less is not fewer, and nothing here is said of those
    piles = [(number * seats, worth) for number, worth in zip(tricks, points, strict=True)]
    alone = [
        _cannot_hold(count, who, pile, seats, values) for who, pile in zip(facts.agreed.side_names, piles, strict=True)
    ]
    swapped = _swap_hint(count, tricks, points, facts, values) if any(alone) else None
    yield from (problem._replace(hint=swapped or problem.hint) for problem in alone if problem)
    if not any(alone) and not can_split(values, piles):
        name = count.name.shown()
        shown = ", ".join(f"{number} tricks with {worth}" for number, worth in zip(tricks, points, strict=True))
        yield _problem(
            count,
            f"{count.id}-{count.piles}",
            f"no way of dealing the pack into these piles gives these {name}: {shown}",
            _recount(count),
        )


def _swap_hint(
    count: Count, tricks: Sequence[int], points: Sequence[int], facts: DealFacts, values: tuple[int, ...]
) -> str | None:
    from scorekeeper.scoring.slips import swaps

    agreed = facts.agreed
    found = swaps(values, tricks, points, agreed.side_names, len(agreed.players))
    return f"perhaps {found[0].said}: {count.piles}={','.join(map(str, found[0].column or ()))}" if found else None


def _cannot_hold(count: Count, who: str, pile: tuple[int, int], seats: int, values: tuple[int, ...]) -> Problem | None:
    cards, points = pile
    if can_hold(values, cards, points):
        return None
    least, most = bounds(values, cards)
    name = count.name.shown()
    message = f"{who}'s {cards // seats} tricks ({cards} cards) cannot hold {points} {name}"
    why = (
        f": they hold {least}{f' to {most}' if most > least else ''}"
        if not least <= points <= most
        else ": no such cards add up to it"
    )
    return _problem(count, f"{count.id}-{count.piles}", message + why, _recount(count))


def _problem(count: Count, code: str, message: str, hint: str | None = None) -> Problem:
    return Problem(code, message, count.id, hint, rule=count.source or None)
