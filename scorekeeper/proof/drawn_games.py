"""Games played by chance, deal after deal, the same ones each time; and the tables at which they
are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.base.chance import Chance, below, one_of, some_of
from scorekeeper.base.limits import Steps
from scorekeeper.game.judge import Scored, judged
from scorekeeper.game.schedule import State, deals_per_game, seating_of, turn
from scorekeeper.game.seats import MOST_RESTING, Turns
from scorekeeper.game.session import Agreed, agree
from scorekeeper.proof.domains import columns_of_count
from scorekeeper.proof.drawn_deals import without_optional
from scorekeeper.proof.situations import NAMES, Situation, values_tried
from scorekeeper.proof.ways import Facts, Order, drawn_way, facts_of
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Words
from scorekeeper.text.problems import Problem, Refused

MOST_DEALS: Final = 1_000_000  # of a game; no game has as many
DRAWS: Final = 1_000  # of a deal, after which it is said that it cannot be entered
RULES: Final = ("formula", "promise")  # the codes of rules that fail where a deal is well


class Drawn(NamedTuple):
    """A deal that was drawn: what those see who play it, what is entered, how it scores; None where
    the rules fail in it."""

    situation: Situation
    entered: Facts
    scored: Scored | None


def tables_by_choice(
    rules: Ruleset, options: Iterable[str], more: Mapping[str, Sequence[int]] | None = None
) -> Iterator[Agreed]:
    """Every number of players with what is usual; then with each choice of these options that is
    not, by itself: of a number its ends, and what `more` says of it."""
    for players in rules.every_number:
        yield from _table(rules, players, {})
    for name in options:
        option = rules.options[name]
        for value in (*(more or {}).get(name, ()), *values_tried(option)):
            for players in rules.every_number if value != option.default else ():
                yield from _table(rules, players, {name: value})


def tables_with_resters(rules: Ruleset) -> Iterator[Agreed]:
    """Every number of people of whom somebody rests, where what that scores hangs on the deal."""
    score = rules.resting.score if rules.resting else None
    for more in range(1, MOST_RESTING + 1) if score is not None and score.names else ():
        yield from _table(rules, max(rules.every_number) + more, {})


def _table(rules: Ruleset, people: int, choices: dict[str, object]) -> Iterator[Agreed]:
    """A table with these choices; none where so many cannot play so, or where what is settled
    before the first deal has no answer."""
    turns = None if people in rules.every_number else Turns()
    try:
        agreed = agree(rules, NAMES[:people], None, choices, turns)
        deals_per_game(agreed)
    except (Refused, FormulaError):
        return
    yield agreed


def drawn_deal(
    agreed: Agreed, state: State, order: Order, steps: Steps, way: int = 0
) -> Drawn | Problem | None:
    """The coming deal, drawn until it can be entered; why it cannot, where that is the same of
    every draw; None where nothing can be drawn, nothing is sure, or no steps are left. Each way is
    another deal."""
    seating, chance = seating_of(agreed, state), Chance(state.deal + MOST_DEALS * way)
    refused = dict[Words, Problem]()
    contracts = turn(seating.agreed, seating.state).contracts
    if agreed.rules.contracts and not contracts:
        return None
    for _ in range(DRAWS):
        contract, chance = one_of(chance, contracts or (None,))
        situation = Situation(seating.agreed, seating.state, contract)
        if not steps.take():
            return None
        try:
            entered, chance = drawn_way(situation, order, chance)
        except FormulaError:
            return None  # what may be entered has no answer itself
        some, chance = _some_without(situation, order, entered, chance)
        for facts in (entered, without_optional(agreed.rules, entered), some):
            verdict = judged(situation.agreed, situation.state, dict(facts))
            if verdict.scored is not None or any(one.code in RULES for one in verdict.problems):
                return Drawn(situation, facts, verdict.scored)
            refused |= {problem.message: problem for problem in verdict.problems[:1]}
    return next(iter(refused.values())) if len(refused) == 1 else None


def deals_alone(agreed: Agreed, state: State) -> Iterator[Drawn]:
    """The coming deal as each fact that is a whole deal by itself."""
    seating = seating_of(agreed, state)
    for name in agreed.rules.alone:
        for contract in turn(seating.agreed, seating.state).contracts or (None,):
            situation = Situation(seating.agreed, seating.state, contract)
            entered: Facts = {**situation.known, name: True}
            verdict = judged(situation.agreed, situation.state, dict(entered))
            yield Drawn(situation, entered, verdict.scored)


def _some_without(
    situation: Situation, order: Order, entered: Facts, chance: Chance
) -> tuple[Facts, Chance]:
    """The deal in which some sides have the least there is of each count, as those have who are out
    or take no part, and one of the others what that leaves of the total."""
    facts, changed = facts_of(situation, entered), dict(entered)
    seats = range(len(situation.agreed.sides))
    number, chance = below(chance, len(seats))
    chosen, chance = some_of(chance, seats, number + 1)
    taker, out = chosen[0], chosen[1:]
    for count in order.counts:
        columns = columns_of_count(count, facts)
        if count.id in entered and columns.parts == len(seats):
            column = [*changed[count.id]]
            for seat in out:
                column[taker] += column[seat] - columns.least if columns.total is not None else 0
                column[seat] = columns.least
            changed[count.id] = column
    return changed, chance
