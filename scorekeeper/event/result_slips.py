"""Result slips: a table's points on paper, recorded in place of deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.base.exact_numbers import is_whole, signed
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done, done
from scorekeeper.event.event_settings import MEAN, MOST_POINTS
from scorekeeper.event.event_state import SLIP, Event, EventTable
from scorekeeper.event.round_score import TableResult, why_not_whole
from scorekeeper.event.session_assignment import TableSession, points_of_deals, rules_of, table_told
from scorekeeper.game.log import Entry
from scorekeeper.record.fact_values import typed_number
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Value, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused, refuse, see

CODE = "event-slip"


def table_named(event: Event, word: str, number: int | None) -> EventTable:
    """Return the table of a round with the number `word`. Raises Refused if there is none."""
    tables = _tables_of_round(event, number)
    found = next((table for table in tables if str(table.number) == word), None)
    if found is None:
        message = say("round {number} has no table {table}", number=tables[0].round, table=word)
        hint = say("say a number from 1 to {most}", most=len(tables))
        raise refuse(CODE, message, "table", hint)
    return found


def open_slips(
    event: Event, told: Mapping[str, TableSession], number: int | None
) -> list[EventTable]:
    """Return a round's tables without a result, in the order of printed slips."""
    tables = _tables_of_round(event, number)
    return [table for table in tables if not isinstance(table_told(table, told), TableResult)]


def _tables_of_round(event: Event, number: int | None) -> Sequence[EventTable]:
    """Return the tables of a round; by default the latest. Raises Refused if it has not begun."""
    which = event.begun if number is None else number
    if not 1 <= which <= event.begun:
        message = say("round {number} has not begun", number=max(which, 1))
        raise refuse("event-round", message, "round")
    return event.drawn[which].tables


def recording_slip(
    opened: OpenEvent, table: EventTable, words: Sequence[str],
    told: Mapping[str, TableSession], at: str, why: str = "",
) -> Done:  # fmt: skip
    """Return the change that records a slip: the points from top to bottom, then optionally their
    sum.

    The change has no entries if the slip is recorded already or agrees with recorded deals.
    Raises Refused for invalid points, or for deals with another or no result."""
    if opened.terms.plan.by == MEAN:
        message = say("this event counts the mean a deal, and a slip does not say how many deals")
        command = CommandLine("import", rest=(say("FILE.csv"), "-s", table.session))
        hint = say("type its deals in: `{command}`", command=command)
        raise refuse(CODE, message, "points", hint)
    rules = rules_of(opened.terms)
    points = _points(table, words, told, rules)
    if (session := told.get(table.id)) and session.evening.deals:
        return _as_recorded(opened, table, points, told)
    if table.slip == points:
        there = say("the slip of table {table} is recorded already", table=table.number)
        return Done((), opened.event, (there,))
    facts = {
        "table": table.number, "people": list(table.people), "points": list(points),
        "fewer": _fewer_are_better(rules),
    }  # fmt: skip
    notes = []
    if table.slip:
        was = _points_words(table, table.slip)
        notes = [say("the slip of table {table} was {points}", table=table.number, points=was)]
    return done(opened, [Entry(SLIP, table.round, at, facts, why)], notes)


def _fewer_are_better(rules: Ruleset) -> bool:
    """Return True if fewer points on a slip are better."""
    return rules.game.lowest_wins and rules.match is None and rules.settlement is None


def _points(
    table: EventTable, words: Sequence[str], told: Mapping[str, TableSession], rules: Ruleset
) -> tuple[int, ...]:
    """Return the points of a slip. Raises Refused with every problem."""
    numbers = [typed_number(word) for word in words]
    odd = [word for word, number in zip(words, numbers, strict=True) if not _is_whole(number)]
    problems = [
        Problem(CODE, say("`{word}` is not a whole number of points", word=word), "points")
        for word in odd
    ]
    size = len(table.people)
    if len(words) not in (size, size + 1):
        message = say_n(
            len(words),
            "{n} number for {players} players: {names}",
            "{n} numbers for {players} players: {names}",
            players=size, names=listing(table.people, "and"),
        )  # fmt: skip
        hint = say("type the points from top to bottom, as on the slip; their sum may follow")
        problems.append(Problem(CODE, message, "points", (hint,)))
    if problems:
        raise Refused(problems)
    points = tuple(number for number in numbers[:size] if number is not None)
    problems = [
        *_sum_problems(points, numbers[size:]),
        *_side_problems(table, points, told),
        *_promise_problems(table, points, told, rules),
    ]
    if problems:
        raise Refused(problems, context=_points_words(table, points))
    return points


def _is_whole(number: int | None) -> bool:
    return number is not None and is_whole(number) and abs(number) <= MOST_POINTS


def _sum_problems(points: Sequence[int], written: Sequence[int | None]) -> Iterator[Problem]:
    if written and written[0] != sum(points):
        message = say(
            "the sum on the slip is {written}, and the points add up to {sum}",
            written=written[0] or 0, sum=sum(points),
        )  # fmt: skip
        yield Problem(CODE, message, "points", (say("add the slip up again"),))


def _side_problems(
    table: EventTable, points: Sequence[int], told: Mapping[str, TableSession]
) -> Iterator[Problem]:
    """Yield a problem for partners with different points."""
    sides = told[table.id].evening.sides if table.id in told else ()
    for seats in sides:
        if len({points[seat] for seat in seats}) > 1:
            names = listing([table.people[seat] for seat in seats], "and")
            message = say("{names} are partners and have the same points", names=names)
            yield Problem(CODE, message, "points")


def _promise_problems(
    table: EventTable, points: Sequence[int], told: Mapping[str, TableSession], rules: Ruleset
) -> Iterator[Problem]:
    """Yield a problem if the points have another sum than at the start, where the rules promise
    that no deal changes it."""
    promise, game = rules.scoring.promise, rules.game
    is_other_result = bool(rules.match or rules.settlement or game.bonus or game.chosen)
    if promise is None or promise.constant != 0 or is_other_result:
        return
    sides = told[table.id].evening.sides if table.id in told else [(s,) for s in range(len(points))]
    found, promised = sum(points[seats[0]] for seats in sides), game.start * len(sides)
    if found != promised:
        message = say(
            "the points add up to {found}, and the rules promise {promised}",
            found=signed(found), promised=promised,
        )  # fmt: skip
        penalty = CommandLine("event penalty", (), (say("NAME"), say("POINTS"), say("WHY")))
        hint = say(
            "look at the slip again; a penalty that gives the others nothing is left out there, "
            "and recorded with `{command}`",
            command=penalty,
        )
        yield Problem(CODE, message, "points", (hint,))


def _as_recorded(
    opened: OpenEvent, table: EventTable, points: tuple[int, ...], told: Mapping[str, TableSession]
) -> Done:
    """Return a change without entries for a slip that agrees with the recorded deals.

    Raises Refused if they differ, or if the deals have no result yet."""
    session = told[table.id]
    command = CommandLine("sheet", ("-s", session.name))
    if why := why_not_whole(session.evening):
        message = say("deals of table {table} are recorded: {why}", table=table.number, why=why)
        raise refuse(CODE, message, "table", see(command))
    recorded = points_of_deals(table, told)
    if recorded != points:
        message = say(
            "the slip of table {table} says {points}, and its deals come to {recorded}",
            table=table.number, points=_points_words(table, points),
            recorded=_points_words(table, recorded),
        )  # fmt: skip
        raise refuse(CODE, message, "points", see(command))
    agrees = say("the slip of table {table} agrees with its deals", table=table.number)
    return Done((), opened.event, (agrees,))


def slips_beside_deals(event: Event, told: Mapping[str, TableSession]) -> Iterator[Words]:
    """Yield a sentence for each table whose slip and recorded deals have different points."""
    for table in event.tables:
        recorded = points_of_deals(table, told)
        if not table.slip or recorded in ((), table.slip):
            continue
        session = told[table.id]
        numbers: dict[str, Value] = {
            "round": table.round, "table": table.number, "session": session.name,
            "points": _points_words(table, table.slip),
            "recorded": _points_words(table, recorded),
        }  # fmt: skip
        if why_not_whole(session.evening):
            yield say(
                "round {round}, table {table}: its slip counts, {points}; its deals in `{session}` "
                "come to {recorded} so far",
                **numbers,
            )
        else:
            yield say(
                "round {round}, table {table}: its deals in `{session}` count, {recorded}; its "
                "slip says {points}",
                **numbers,
            )


def _points_words(table: EventTable, points: Sequence[int]) -> Words:
    pairs = zip(table.people, map(signed, points), strict=True)
    return JoinedWords(tuple(JoinedWords(pair, " ") for pair in pairs), ", ")
