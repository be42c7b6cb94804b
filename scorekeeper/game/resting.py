"""A deal of those who play as a deal of everybody who has a column, and back; and who had a part in
how many."""

from collections.abc import Iterable, Sequence
from operator import add

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Scored
from scorekeeper.game.schedule import Seating, State, turn_of_people, with_blank_columns
from scorekeeper.game.session import Agreed
from scorekeeper.rules.formula import number_of


def rest_score(seating: Seating, scored: Scored) -> int:
    """What each who rests scores in a deal of those who play."""
    resting = seating.agreed.rules.resting
    if resting is None or resting.score is None:
        return 0
    facts = DealFacts(seating.agreed, seating.state, scored.turn, scored.facts)
    return number_of(resting.score, facts)


def rest_scores(agreed: Agreed, people: int, score: int | None = None) -> list[int]:
    """What each of these people scores by resting: nothing for those who are not at the table.
    Without a score it is the one that does not depend on the deal."""
    if agreed.rota is None:
        return [0] * people
    resting = agreed.rules.resting
    if score is None:
        score = (resting.score.constant if resting and resting.score else None) or 0
    return [score if person in agreed.rota.around else 0 for person in range(people)]


def of_people(seating: Seating, state: State, scored: Scored) -> Scored:
    """A deal of those who play as one of everybody, of whom this is the state before it. Raises
    FormulaError where the rules cannot say what a rester scores."""
    if seating.people is None:
        return scored
    rests = rest_scores(seating.agreed, len(state.totals), rest_score(seating, scored))
    points = seating.of_people(scored.points, rests)
    return scored._replace(
        turn=turn_of_people(seating, state.dealer, scored.turn),
        points=points,
        totals=tuple(map(add, state.totals, points)),
        carry=tuple(_carried(seating, state, place, c) for place, c in enumerate(scored.carry)),
        state=state,
        seating=seating,
    )


def _carried(
    seating: Seating, state: State, place: int, counter: tuple[int, ...]
) -> tuple[int, ...]:
    """A counter of everybody: who rests has what they had, or what the whole table has."""
    before = state.carry[place]
    if place in seating.agreed.rules.tables_counters.values():
        return (counter[0],) * len(before)
    return seating.of_people(counter, before)


def of_seats(scored: Scored) -> Scored:
    """A deal of everybody as one of those who play it, which can be explained and judged again."""
    seating = scored.seating
    if seating is None or seating.people is None:
        return scored
    people = seating.people
    seat = {person: place for place, person in enumerate(people)}

    def those(column: Sequence[int]) -> tuple[int, ...]:
        return tuple(column[person] for person in people)

    return scored._replace(
        turn=scored.turn._replace(
            dealer=seating.state.dealer,
            declarer=_seat(seat, scored.turn.declarer),
            leader=_seat(seat, scored.turn.leader),
        ),
        points=those(scored.points),
        totals=those(scored.totals),
        carry=tuple(map(those, scored.carry)),
        state=seating.state,
        seating=None,
    )


def _seat(seat: dict[int, int], person: int | None) -> int | None:
    return None if person is None else seat[person]


def with_later_columns(scored: Scored, blank: State) -> Scored:
    """A deal with a column for everybody of this state before the first deal: those who came later
    had no part in it."""
    people, state = tuple(range(len(scored.points))), with_blank_columns(scored.state, blank)
    before = with_blank_columns(state._replace(totals=scored.totals, carry=scored.carry), blank)
    seating = scored.seating or Seating(agreed=scored.agreed, state=scored.state, people=people)
    return scored._replace(
        points=(*scored.points, *(0,) * (len(blank.totals) - len(people))),
        totals=before.totals,
        carry=before.carry,
        state=state,
        seating=seating if seating.people is not None else seating._replace(people=people),
        split_of=tuple(with_later_columns(reading, blank) for reading in scored.split_of),
    )


def deals_played(deals: Iterable[Scored], sides: int) -> tuple[int, ...]:
    """In how many deals each side had a part, and did not rest."""
    played = [0] * sides
    for scored in deals:
        for side in played_in(scored):
            played[side] += 1
    return tuple(played)


def played_in(scored: Scored) -> Sequence[int]:
    """Return the sides that had a part in a deal, and did not rest."""
    people = scored.seating.people if scored.seating else None
    return range(len(scored.points)) if people is None else people
