"""The standings of an event: what counts, what is struck, and what parts those who are level."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper.base.exact_numbers import exact
from scorekeeper.event.event_settings import (
    ABSENT,
    ALONE,
    BEST_ROUND,
    BY,
    LAST_ROUND,
    LATE,
    LEFT,
    MARGIN,
    MET,
    OPEN,
    OTHERS,
    OUT,
    RANK,
    TIES,
    WINS,
    Plan,
    points_by_place,
    rank_points,
)
from scorekeeper.event.event_standings import Ahead, EventStanding, EventStandings, event_standings
from scorekeeper.event.round_score import (
    EventPenalty,
    EventResults,
    Missing,
    TableResult,
    result_of,
)
from scorekeeper.league.session_record import Evening
from scorekeeper.render.report_formats import json_text
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.event.standings_document import (
    person_document,
    standings_document,
    standings_rows,
)
from scorekeeper.report.event.standings_page import number_shown, person_page, standings_page
from scorekeeper.text.message import in_english


def table(
    number: int, people: str, points: Sequence[int], sides: Sequence[int] = (), at: int = 1
) -> TableResult:
    """The result of a table in a round, more points being better."""
    names = tuple(people.split())
    of = tuple(sides) or tuple(range(len(names)))
    ladder = sorted({side: p for side, p in zip(of, points, strict=True)}.values(), reverse=True)
    places = tuple(ladder.index(mine) for mine in points)
    return TableResult(number, at, f"spring-r{number}-t{at}", names, of, tuple(points), places)


def standings(plan: Plan, *results: TableResult, **more: object) -> EventStandings:
    """The standings of those who sat at these tables, or were away."""
    away = more.get("away", {})
    assert isinstance(away, dict)
    met = [name for result in results for name in result.people]
    people = tuple(dict.fromkeys([*met, *(name for _, name in away)]))
    rounds = max([result.round for result in results] + [number for number, _ in away])
    return event_standings(plan, EventResults(people, rounds, results, **more))


def told(found: EventStandings) -> list[tuple[int, str, int]]:
    return [(row.place, row.name, row.total) for row in found.rows]


def row(found: EventStandings, name: str) -> EventStanding:
    return next(one for one in found.rows if one.name == name)


# --- points, rank points and games won ------------------------------------------------------------


def test_points_of_all_rounds_are_added_up() -> None:
    """Who has the most is first, and the difference is the reason."""
    found = standings(
        Plan(), table(1, "Ada Ben Cleo", (9, 5, 1)), table(2, "Ben Ada Cleo", (8, 2, 6))
    )
    assert told(found) == [(1, "Ben", 13), (2, "Ada", 11), (3, "Cleo", 7)]
    assert found.rows[0].ahead == Ahead("total", 13, 11)
    assert found.rows[-1].ahead is None


def test_points_a_deal_are_those_of_the_deals_that_somebody_played() -> None:
    """Each table's points by its deals, added up exactly: three points in twelve deals are less
    than two in three. Where fewer points are better the least is first."""
    one = table(1, "Ada Ben", (3, 4))._replace(deals=(12, 9))
    two = table(2, "Ada Ben", (1, 2))._replace(deals=(3, 9))
    found = standings(Plan(by="mean"), one, two)
    assert told(found) == [(1, "Ben", exact(2, 3)), (2, "Ada", exact(7, 12))]
    assert told(standings(Plan(by="mean"), one, two, lowest=True))[0][1] == "Ada"
    assert told(standings(Plan(by="mean", best=1), one, two)) == [
        (1, "Ben", exact(4, 9)), (2, "Ada", exact(1, 3)),
    ]  # fmt: skip


def test_fewer_points_are_better_in_a_game_in_which_they_are() -> None:
    """The least total is first, and what is struck is the most."""
    one = TableResult(1, 1, "", ("Ada", "Ben"), (0, 1), (9, 5), (1, 0))
    two = TableResult(2, 1, "", ("Ada", "Ben"), (0, 1), (2, 4), (0, 1))
    assert told(standings(Plan(), one, two, lowest=True)) == [(1, "Ben", 9), (2, "Ada", 11)]
    assert told(standings(Plan(best=1), one, two, lowest=True)) == [(1, "Ada", 2), (2, "Ben", 4)]


def test_the_first_place_is_worth_the_same_at_every_table() -> None:
    """Twelve for the first, none for the last, equal steps between."""
    assert [*points_by_place(Plan(), 2)] == [12, 0]
    assert [*points_by_place(Plan(), 3)] == [12, 6, 0]
    assert [*points_by_place(Plan(), 4)] == [12, 8, 4, 0]
    assert [*points_by_place(Plan(), 5)] == [12, 9, 6, 3, 0]
    assert points_by_place(Plan(), 6)[1] == exact(48, 5)


def test_a_list_of_rank_points_is_for_its_own_size_of_table() -> None:
    """Where none has the size the longest is read, whose last stands for every place beyond it."""
    plan = Plan(RANK, rank_points=((4, 2, 1, 0), (4, 2, 0)))
    assert [*points_by_place(plan, 3)] == [4, 2, 0]
    assert [*points_by_place(plan, 2)] == [4, 2]
    assert [*points_by_place(plan, 6)] == [4, 2, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("place", "sharing", "points"),
    [(0, 2, 3), (1, 2, exact(3, 2)), (2, 2, exact(1, 2)), (0, 3, exact(7, 3)), (0, 4, exact(7, 4))],
)
def test_who_shares_a_place_has_the_mean_of_the_places_points(
    place: int, sharing: int, points: int
) -> None:
    """Of 4, 2, 1, 0: 3 for joint winners, 1½ for joint seconds, ½ for joint thirds, as the
    tournaments of the UK Games Expo had it
    (http://halesowenboardgamers.org.uk/expotournaments/2016/overall.htm); 7/3 of three, exactly."""
    assert rank_points(Plan(RANK, rank_points=((4, 2, 1, 0),)), 4, place, sharing) == points


def test_rank_points_of_shared_places_are_exact_in_the_total() -> None:
    """Three times seven thirds are seven."""
    rounds = [table(number, "Ada Ben Cleo Dora", (5, 5, 5, 1)) for number in (1, 2, 3)]
    found = standings(Plan(RANK, rank_points=((4, 2, 1, 0),)), *rounds)
    assert told(found)[:3] == [(1, "Ada", 7), (1, "Ben", 7), (1, "Cleo", 7)]
    assert [one.shared for one in found.rows] == [True, True, True, False]


def test_where_the_first_place_has_the_fewest_rank_points_fewer_are_better() -> None:
    """1 for the first, 2 for the second: the least total wins."""
    found = standings(Plan(RANK, rank_points=((1, 2, 3),)), table(1, "Ada Ben Cleo", (1, 9, 5)))
    assert told(found) == [(1, "Ben", 1), (2, "Cleo", 2), (3, "Ada", 3)]
    assert found.fewer


def test_a_won_game_that_is_shared_is_shared_out() -> None:
    """Two who finish first together have half a win each."""
    found = standings(Plan(WINS, ties=()), table(1, "Ada Ben Cleo", (5, 5, 1)))
    assert told(found) == [(1, "Ada", exact(1, 2)), (1, "Ben", exact(1, 2)), (3, "Cleo", 0)]


def test_partners_have_what_their_side_has() -> None:
    """Two sides of two: the places are those of sides, and partners are not level with anybody."""
    result = table(1, "Ada Ben Cleo Dora", (7, 3, 7, 3), sides=(0, 1, 0, 1))
    found = standings(Plan(RANK, rank_points=((2, 0),)), result)
    assert told(found) == [(1, "Ada", 2), (1, "Cleo", 2), (3, "Ben", 0), (3, "Dora", 0)]
    assert row(found, "Ada").rounds[0].others == ("Ben", "Dora")
    assert told(standings(Plan(WINS, ties=()), result))[:2] == [(1, "Ada", 1), (1, "Cleo", 1)]


# --- best rounds, fixed scores, penalties ---------------------------------------------------------


def test_only_the_best_rounds_count() -> None:
    """The worst is struck, and of equal ones the earliest."""
    results = [table(number, "Ada Ben", (points, 0)) for number, points in enumerate((3, 7, 3), 1)]
    ada = row(standings(Plan(best=2), *results), "Ada")
    assert ada.total == 10
    assert [one.counts for one in ada.rounds] == [False, True, True]


def test_who_did_not_play_has_what_the_plan_says() -> None:
    """A fixed score for who sat out, came late or was absent; who left has none."""
    away = {
        (2, "Cleo"): OUT,
        (1, "Dora"): LATE,
        (2, "Dora"): ABSENT,
        (1, "Eva"): OUT,
        (2, "Eva"): LEFT,
    }
    results = (table(1, "Ada Ben Cleo", (9, 5, 1)), table(2, "Ada Ben", (4, 4)))
    found = standings(Plan(out=6, late=2, absent=1), *results, away=away)
    assert told(found) == [
        (1, "Ada", 13),
        (2, "Ben", 9),
        (3, "Cleo", 7),
        (4, "Eva", 6),
        (5, "Dora", 3),
    ]
    assert [one.how for one in row(found, "Dora").rounds] == [LATE, ABSENT]
    assert row(found, "Eva").rounds[1].score is None


def test_a_round_without_a_score_is_none_of_those_that_are_struck() -> None:
    """Two rounds of three count: who sat one out has nothing to strike."""
    results = [table(number, "Ada Ben", (-5, -6)) for number in (1, 3)]
    found = standings(Plan(best=2), *results, away={(2, "Ada"): OUT, (2, "Ben"): OUT})
    assert row(found, "Ada").total == -10
    assert all(one.counts for one in row(found, "Ada").rounds)


def test_a_penalty_is_part_of_the_total_and_never_struck() -> None:
    """It stands with its reason."""
    found = standings(
        Plan(best=1),
        table(1, "Ada Ben", (9, 5)),
        table(2, "Ada Ben", (3, 8)),
        penalties=(EventPenalty(1, "Ada", -3, "came after the bell"),),
    )
    assert told(found) == [(1, "Ben", 8), (2, "Ada", 6)]
    assert row(found, "Ada").penalties[0].reason == "came after the bell"


def test_a_table_without_a_result_is_named_and_counts_nothing_yet() -> None:
    """Its people stand with the rounds that they have."""
    missing = Missing(2, 1, "spring-r2-t1", ("Ada", "Ben"), "why")
    played = EventResults(("Ada", "Ben"), 2, (table(1, "Ada Ben", (3, 1)),), (missing,))
    found = event_standings(Plan(), played)
    assert told(found) == [(1, "Ada", 3), (2, "Ben", 1)]
    assert [one.how for one in row(found, "Ben").rounds] == ["played", OPEN]
    assert found.missing == (missing,)


# --- what parts those who are level ---------------------------------------------------------------

LEVEL = (table(1, "Ada Ben Cleo", (5, 4, 0)), table(2, "Cleo Ada Ben", (9, 4, 5)))


@pytest.mark.parametrize(
    ("tie", "results", "ahead"),
    [
        (WINS, [table(1, "Ada Ben Cleo", (5, 4, 0)), table(2, "Cleo Ada Ben", (8, 4, 5))], (1, 0)),
        (ALONE, [table(1, "Ada Ben", (5, 5)), table(2, "Ada Cleo", (3, 1)), table(2, "Ben Dora", (3, 7))], (1, 0)),
        (RANK, [table(1, "Ada Cleo", (5, 1)), table(1, "Ben Dora", (5, 9))], (12, 0)),
        (MET, [table(1, "Ada Ben", (2, 1)), table(2, "Ada Cleo", (1, 1)), table(2, "Ben Dora", (2, 2))], (1, 0)),
        (MARGIN, [table(1, "Ada Cleo Eva", (5, 1, 2)), table(1, "Ben Dora", (5, 4))], (exact(7, 2), 1)),
        (BEST_ROUND, [table(1, "Ada Ben", (5, 3)), table(2, "Ada Ben", (1, 3))], (5, 3)),
        (LAST_ROUND, [table(1, "Ada Ben", (1, 3)), table(2, "Ada Ben", (5, 3))], (5, 3)),
        (OTHERS, [table(1, "Ada Cleo", (5, 4)), table(1, "Ben Dora", (5, 1))], (4, 1)),
    ],
)  # fmt: skip
def test_a_tie_break_parts_two_who_are_level(
    tie: str, results: list[TableResult], ahead: tuple[int, int]
) -> None:
    """Ada and Ben have the same total, which alone would let them share their place; the numbers of
    the tie-break are the reason."""
    shared = standings(Plan(ties=()), *results)
    assert row(shared, "Ada").place == row(shared, "Ben").place
    found = standings(Plan(ties=(tie,)), *results)
    assert row(found, "Ada").place + 1 == row(found, "Ben").place
    assert row(found, "Ada").ahead == Ahead(tie, *ahead)


def test_the_margin_is_that_of_sides_and_better_where_fewer_points_are() -> None:
    """Partners are one side; in a game in which fewer points are better, so many fewer."""
    least = TableResult(1, 1, "", ("Ada", "Ben", "Cleo"), (0, 1, 2), (4, 9, 6), (0, 2, 1))
    found = standings(Plan(RANK, ties=(MARGIN,)), least, lowest=True)
    assert [one.margin for one in row(found, "Ada").rounds] == [exact(7, 2)]
    pairs = table(1, "Ada Ben Cleo Dora", (7, 3, 7, 3), sides=(0, 1, 0, 1))
    assert [one.margin for one in row(standings(Plan(), pairs), "Cleo").rounds] == [4]


def test_tie_breaks_are_asked_in_their_order_and_of_those_alone_who_are_still_level() -> None:
    """The second is asked only where the first parts nobody, and who is parted is not asked."""
    found = standings(Plan(ties=(BEST_ROUND, WINS)), *LEVEL)
    assert told(found) == [(1, "Cleo", 9), (2, "Ada", 9), (3, "Ben", 9)]
    asked = {one.name: [tie.by for tie in one.ties] for one in found.rows}
    assert asked == {"Cleo": [BEST_ROUND], "Ada": [BEST_ROUND, WINS], "Ben": [BEST_ROUND, WINS]}
    assert row(found, "Cleo").ahead == Ahead(BEST_ROUND, 9, 5)
    assert row(found, "Ada").ahead == Ahead(WINS, 1, 0)


def test_the_best_rounds_are_compared_one_after_another() -> None:
    """The best alike, the second best decides; a struck round is none of them."""
    results = [
        table(1, "Ada Cleo", (5, 0)), table(1, "Ben Dora", (1, 0), at=2),
        table(2, "Ada Cleo", (4, 0)), table(2, "Ben Dora", (5, 0), at=2),
        table(3, "Ada Cleo", (0, 0)), table(3, "Ben Dora", (3, 0), at=2),
    ]  # fmt: skip
    found = standings(Plan(ties=(BEST_ROUND,)), *results)
    assert row(found, "Ada").ahead == Ahead(BEST_ROUND, 4, 3)
    assert row(standings(Plan(best=1, ties=(BEST_ROUND,)), *results), "Ada").shared


def test_direct_meeting_applies_where_all_who_are_level_met_equally_often() -> None:
    """Of three, two never met: their meetings with the third decide nothing."""
    results = (
        table(1, "Ada Ben", (3, 2)),
        table(2, "Ben Cleo", (1, 3)),
        table(3, "Ada Dora", (0, 1)),
    )
    found = standings(Plan(ties=(MET,)), *results)
    level = standings(Plan(ties=(MET,)), *results, penalties=(EventPenalty(1, "Dora", 2),))
    assert row(found, "Ada").shared and row(found, "Cleo").shared
    assert [tie.numbers for tie in row(level, "Ada").ties] == [None]


def test_direct_meeting_is_of_those_alone_who_are_level() -> None:
    """Of three who met round about each is ahead once, until one of them is parted from the others
    by what comes before."""
    results = [
        table(1, "Ada Ben", (2, 1)), table(2, "Ben Cleo", (2, 1)), table(3, "Cleo Ada", (2, 1)),
    ]  # fmt: skip
    assert {one.place for one in standings(Plan(ties=(MET,)), *results).rows} == {1}
    last = standings(Plan(ties=(LAST_ROUND, MET)), *results)
    assert [one.name for one in last.rows] == ["Cleo", "Ada", "Ben"]


# --- what holds of every event --------------------------------------------------------------------

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gus", "Hana", "Ida"]


@some.composite
def events(draw: some.DrawFn) -> tuple[Plan, EventResults]:
    """An event of tables of three, drawn at random, under any plan."""
    rounds = draw(some.integers(1, 4))
    results = []
    for number in range(1, rounds + 1):
        people = draw(some.permutations(NAMES))
        for at in range(3):
            seats = " ".join(people[at * 3 : at * 3 + 3])
            points = draw(some.lists(some.integers(-9, 9), min_size=3, max_size=3))
            results.append(table(number, seats, points, at=at + 1))
    plan = Plan(
        draw(some.sampled_from(BY)),
        draw(some.integers(0, rounds)),
        draw(some.sampled_from(((), ((4, 2, 1),), ((1, 2, 3),)))),
        tuple(draw(some.permutations(TIES))[: draw(some.integers(0, len(TIES)))]),
    )
    return plan, EventResults(tuple(NAMES), rounds, tuple(results))


@given(events(), some.integers(0, 99))
def test_the_order_of_files_and_names_does_not_matter(
    event: tuple[Plan, EventResults], seed: int
) -> None:
    """Tables and people that come in another order stand the same."""
    plan, played = event
    results, people = [*played.results], [*played.people]
    Random(seed).shuffle(results)
    Random(seed).shuffle(people)
    other = played._replace(results=tuple(results), people=tuple(people))
    assert event_standings(plan, other) == event_standings(plan, played)


@given(events())
def test_rank_points_of_a_table_are_the_same_together_whoever_is_level(
    event: tuple[Plan, EventResults],
) -> None:
    """Shared places share: nothing is lost or made."""
    plan, played = event
    of = {(one.round, one.table): 0 for one in played.results}
    for found in event_standings(plan, played).rows:
        for one in found.rounds:
            of[one.round, one.table] += one.rank
    assert {*of.values()} == {sum(points_by_place(plan, 3))}


@given(events())
def test_everybody_stands_once_and_each_place_has_its_reason(
    event: tuple[Plan, EventResults],
) -> None:
    """Places count those before; who is not level with who follows is ahead for a reason in which
    the numbers differ; who shares a place was asked for every tie-break."""
    plan, played = event
    found = event_standings(plan, played)
    assert sorted(one.name for one in found.rows) == NAMES
    for at, one in enumerate(found.rows):
        level = [other for other in found.rows if other.place == one.place]
        assert one.place == 1 + sum(other.place < one.place for other in found.rows)
        assert one.shared == (len(level) > 1)
        is_last = at + 1 == len(found.rows) or found.rows[at + 1].place == one.place
        assert (one.ahead is None) == is_last
        assert one.ahead is None or one.ahead.mine != one.ahead.theirs
        assert not one.shared or tuple(tie.by for tie in one.ties) == plan.parting


@some.composite
def broken_off(draw: some.DrawFn) -> tuple[Plan, EventResults]:
    """Such an event with tables that have no result, people who are away, and penalties."""
    plan, played = draw(events())
    kept, missing, away = list[TableResult](), list[Missing](), dict[tuple[int, str], str]()
    for one in played.results:
        match draw(some.sampled_from(("kept", "kept", "missing", "away"))):
            case "kept":
                kept.append(one)
            case "missing":
                missing.append(Missing(one.round, one.table, one.session, one.people, "why"))
            case _:
                how = draw(some.sampled_from((OUT, LATE, ABSENT, LEFT)))
                away |= {(one.round, name): how for name in one.people}
    penalty = EventPenalty(1, draw(some.sampled_from(NAMES)), draw(some.integers(-5, 5)), "late")
    fixed = some.sampled_from((None, -3, 6))
    return plan._replace(out=draw(fixed), late=draw(fixed)), played._replace(
        results=tuple(kept), missing=tuple(missing), away=away, penalties=(penalty,),
        lowest=draw(some.booleans()),
    )  # fmt: skip


@given(broken_off())
def test_every_event_has_its_pages(event: tuple[Plan, EventResults]) -> None:
    """Its standings, and how each came to their place, whatever is missing; who is ahead on the one
    is ahead on the other."""
    found = event_standings(*event)
    page = standings_page(found, "cup", 5)
    text = document_text(standings_document(page), 60)
    assert len(standings_rows(page)) == 1 + len(NAMES)
    for one in page.rows:
        told = person_page(found, "cup", one.name, page.plan)
        explained = document_text(person_document(told), 10**6)
        assert f"place {one.place} of 9, total {number_shown(one.total)}\n" in explained
        assert (one.place, one.total) == (told.place, told.total)
        assert one.ahead is None or one.ahead == told.ahead
        assert json_text(told) and one.name in text


# --- a session's row ------------------------------------------------------------------------------

EVENING = Evening(
    "bizon", "2026-11-20", ("Ada", "Ben", "Cleo"), ((0,), (1,), (2,)), (1,), False, True, 9,
    (4, 9, 4), (4, 9, 4), {},
)  # fmt: skip


def test_a_whole_session_is_a_result() -> None:
    """Who leads has the first place; who is level shares the next."""
    found = result_of(EVENING, 2, 3, "spring-r2-t3")
    assert isinstance(found, TableResult)
    assert (found.round, found.table, found.session) == (2, 3, "spring-r2-t3")
    assert (found.points, found.places, found.size) == ((4, 9, 4), (1, 0, 1), 3)


def test_a_result_ranks_as_the_rules_of_its_game_do() -> None:
    """By who won where the rules name them; the least first where fewer are better; partners are
    one side."""
    named = result_of(EVENING._replace(leaders=(0,), places=(0, 1, 2)), 1, 1, "")
    least = result_of(EVENING._replace(leaders=(0, 2), lowest=True), 1, 1, "")
    sides = EVENING._replace(
        players=("Ada", "Ben", "Cleo", "Dora"), sides=((0, 2), (1, 3)), results=(4, 9)
    )
    pairs = result_of(sides, 1, 1, "")
    assert [named, least, pairs] == [
        TableResult(1, 1, "", ("Ada", "Ben", "Cleo"), (0, 1, 2), (4, 9, 4), (0, 1, 2), (9, 9, 9)),
        TableResult(1, 1, "", ("Ada", "Ben", "Cleo"), (0, 1, 2), (4, 9, 4), (0, 2, 0), (9, 9, 9)),
        TableResult(1, 1, "", ("Ada", "Ben", "Cleo", "Dora"), (0, 1, 0, 1), (4, 9, 4, 9), (1, 0, 1, 0), (9,) * 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"over": False}, "the game is not over"),
        ({"deals": 0, "over": False}, "no deal is recorded"),
        ({"disputed": 4}, "deal 4 is disputed"),
        ({"disputed": 4, "waits": True}, "deal 4 waits to be completed"),
        ({"fails": 7}, "deal 7 does not hold under its rules"),
    ],
)
def test_a_session_that_is_not_whole_says_why(change: dict[str, object], why: str) -> None:
    """It is no result yet."""
    found = result_of(EVENING._replace(**change), 1, 2, "spring-r1-t2")  # type: ignore[arg-type]
    assert isinstance(found, Missing)
    assert in_english(found.why) == why
    assert found.people == ("Ada", "Ben", "Cleo")
