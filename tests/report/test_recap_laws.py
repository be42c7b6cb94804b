"""The recap and the curve over evenings with substitutes, scores of one's own, penalties, disputes,
insertions and early ends: each sentence is worked out again from a plain list of what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from evening import AT, Evening
from hypothesis import given
from hypothesis import strategies as st
from own_pages import read

from scorekeeper.league.session_record import evening_of
from scorekeeper.record.irregular_changes import agreeing, finishing, penalising
from scorekeeper.record.seat_changes import seating
from scorekeeper.report.summary import summary_of
from scorekeeper.text.message_text import spoken

PAGE = """
name = "Points"
source = "made up"
players = [2, 3, 4]
deals.number = 6
game.best = "{best}"
count.score = {{ min = 0, max = 9 }}
outcome = [{{ points = "score" }}]
"""
NAMES = ("Anna", "Björn", "Cleo")
START = dict(enumerate(NAMES))
OTHERS = ("Dora", "Emil", "Fia", "Gus", "Hugo", "Ines", "Jan", "Kai")

# --- the plain list ------------------------------------------------------------------------------


class Dealt(NamedTuple):
    """A deal: what each column made that was at the table, and who had each that there was."""

    points: Mapping[int, int]
    who: Mapping[int, str]


class Charged(NamedTuple):
    """A penalty: what it moved, and who had each column."""

    points: Mapping[int, int]
    who: Mapping[int, str]


class Ledger:
    """What happened, in order, and who has each column at the end."""

    def __init__(self, lowest: bool) -> None:
        self.lowest, self.by_totals, self.over = lowest, False, False
        self.who = dict(START)
        self.seats = [0, 1, 2]  # the columns of those at the table
        self.steps: list[Dealt | Charged] = []
        self.corrected: set[int] = set()  # steps

    @property
    def deals(self) -> list[Dealt]:
        return [step for step in self.steps if isinstance(step, Dealt)]

    @property
    def is_uneven(self) -> bool:
        return len(self.seats) < len(self.who)

    def totals(self, steps: Sequence[Dealt | Charged]) -> dict[int, int]:
        return {c: sum(step.points.get(c, 0) for step in steps) for c in self.who}

    def played(self, steps: Sequence[Dealt | Charged]) -> dict[int, int]:
        return {c: sum(isinstance(s, Dealt) and c in s.points for s in steps) for c in self.who}

    def places(self, steps: Sequence[Dealt | Charged]) -> list[list[int]]:
        """The columns from first to last: who played none comes last where somebody left."""
        totals, played = self.totals(steps), self.played(steps)
        sign = 1 if self.lowest else -1

        def merit(column: int) -> tuple[bool, Fraction]:
            if not self.is_uneven:
                return False, Fraction(sign * totals[column])
            if not played[column]:
                return True, Fraction(sign * totals[column] if self.by_totals else 0)
            parts = 1 if self.by_totals else played[column]
            return False, Fraction(sign * totals[column], parts)

        ordered = sorted(self.who, key=merit)
        return [list(group) for _, group in groupby(ordered, key=merit)]


def ahead_after(ledger: Ledger, end: int) -> list[int]:
    """The columns in front after so many steps; nobody before a deal where somebody left."""
    steps = ledger.steps[:end]
    is_begun = any(isinstance(step, Dealt) for step in steps)
    return ledger.places(steps)[0] if is_begun or not ledger.is_uneven else []


def numbered(ledger: Ledger) -> list[tuple[int, Dealt | Charged]]:
    """Each step with the number of the last deal by then."""
    number, found = 0, []
    for step in ledger.steps:
        number += isinstance(step, Dealt)
        found.append((number, step))
    return found


# --- evenings by chance ----------------------------------------------------------------------------


def played(draw: st.DrawFn, lowest: bool) -> tuple[Evening, Ledger, Ledger]:
    """An evening that was typed, and the lists of both of its readings, which are one where no
    deal is disputed."""
    evening = Evening(read(PAGE.format(best="lowest" if lowest else "highest")), *NAMES)
    ledgers = (Ledger(lowest), Ledger(lowest))
    newcomers = iter(OTHERS)
    acts = st.sampled_from(["deal"] * 5 + ["penalty", "seat", "own", "totals", "insert", "dispute"])
    for act in draw(st.lists(acts, max_size=14)):
        if ledgers[0].over:
            break
        ACTS[act](draw, evening, ledgers, newcomers)
    if draw(st.booleans()) and ledgers[0].deals and not ledgers[0].over:
        evening.did(finishing(evening.book, [], AT))
        for ledger in ledgers:
            ledger.over = True
    if draw(st.integers(0, 2)) == 0:
        charge(draw, evening, ledgers, newcomers)
    return evening, *ledgers


Ledgers = tuple[Ledger, Ledger]
Act = Callable[[st.DrawFn, Evening, Ledgers, Iterator[str]], None]
POINTS = st.integers(0, 9)


def line(who: Mapping[int, str], points: Mapping[int, int]) -> str:
    """The deal as it is typed, each number behind a name."""
    return "score=" + ",".join(f"{who[column]}:{number}" for column, number in points.items())


def deal(draw: st.DrawFn, evening: Evening, ledgers: Ledgers, _: Iterator[str]) -> None:
    points = {column: draw(POINTS) for column in ledgers[0].seats}
    evening.deal(line(ledgers[0].who, points))
    for ledger in ledgers:
        ledger.steps.append(Dealt(points, dict(ledger.who)))
        ledger.over = len(ledger.deals) == 6


def charge(draw: st.DrawFn, evening: Evening, ledgers: Ledgers, _: Iterator[str]) -> None:
    column, cost = draw(st.sampled_from(ledgers[0].seats)), draw(st.integers(1, 20))
    words = [ledgers[0].who[column], str(cost), "--to", "nobody"]
    evening.did(penalising(evening.book, words, AT))
    for ledger in ledgers:
        moved = {column: cost if ledger.lowest else -cost}
        ledger.steps.append(Charged(moved, dict(ledger.who)))


def seat(draw: st.DrawFn, evening: Evening, ledgers: Ledgers, names: Iterator[str]) -> None:
    """Somebody takes a score over, most of them new."""
    column = draw(st.sampled_from(ledgers[0].seats))
    name = next(names, None)
    if name is None:
        return
    evening.did(seating(evening.book, [name, "for", ledgers[0].who[column]], AT))
    for ledger in ledgers:
        ledger.who[column] = name


def own(draw: st.DrawFn, evening: Evening, ledgers: Ledgers, names: Iterator[str]) -> None:
    """Somebody comes with a score of their own."""
    place, name = draw(st.integers(0, 2)), next(names, None)
    if name is None or len(ledgers[0].who) > 5:
        return
    leaves = ledgers[0].who[ledgers[0].seats[place]]
    evening.did(seating(evening.book, [name, "for", leaves, "--own-score"], AT))
    for ledger in ledgers:
        ledger.seats[place] = len(ledger.who)
        ledger.who[len(ledger.who)] = name


def choose(_: st.DrawFn, evening: Evening, ledgers: Ledgers, __: Iterator[str]) -> None:
    value = "average" if ledgers[0].by_totals else "totals"
    evening.did(agreeing(evening.book, [f"ranking={value}"], AT))
    for ledger in ledgers:
        ledger.by_totals = not ledger.by_totals


def insert(draw: st.DrawFn, evening: Evening, ledgers: Ledgers, _: Iterator[str]) -> None:
    """A deal that was forgotten, right before one that those who played it now played too; what
    happened between the deals stays with that."""
    known = [n for n, s in enumerate(ledgers[0].steps) if isinstance(s, Dealt)]
    if not known or len(known) > 4:
        return
    at = draw(st.sampled_from(known))
    number = known.index(at) + 1
    first = known[number - 2] + 1 if number > 1 else 0
    before = ledgers[0].steps[at]
    table = ledgers[0].steps[first - 1] if number > 1 else Dealt(dict.fromkeys(range(3), 0), START)
    if (before.who, [*before.points]) != (table.who, [*table.points]) or first != at:
        return
    points = {column: draw(POINTS) for column in before.points}
    evening.insert(number, line(table.who, points))
    for ledger in ledgers:
        ledger.corrected = {place + (place >= at) for place in ledger.corrected} | {at}
        ledger.steps.insert(at, Dealt(points, before.who))


def dispute(draw: st.DrawFn, evening: Evening, ledgers: Ledgers, _: Iterator[str]) -> None:
    """A second reading of the last deal, the only one that is disputed."""
    one, other = ledgers
    if one.steps != other.steps or not one.steps or not isinstance(one.steps[-1], Dealt):
        return
    last = one.steps[-1]
    if (last.who, [*last.points]) != (one.who, one.seats):
        return
    points = {column: draw(POINTS) for column in last.points}
    if points == last.points:
        return
    words = f"{line(one.who, last.points)} --or {line(one.who, points)}"
    evening.amend(len(one.deals), words)
    other.steps[-1] = Dealt(points, last.who)
    for ledger in ledgers:
        ledger.corrected.add(len(ledger.steps) - 1)


ACTS: dict[str, Act] = {
    "deal": deal, "penalty": charge, "seat": seat, "own": own, "totals": choose,
    "insert": insert, "dispute": dispute,
}  # fmt: skip


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Evening, Ledger, Ledger]:
    return played(draw, draw(st.booleans()))


# --- each kind of sentence ---------------------------------------------------------------------------

Told = Mapping[str, Any]


def names_over(ledger: Ledger, column: int, deals: Sequence[int]) -> str:
    return "/".join(dict.fromkeys(ledger.deals[number - 1].who[column] for number in deals))


def won(ledger: Ledger, told: Told, text: str, deals: Sequence[int]) -> None:
    first, *following = ledger.places(ledger.steps)
    totals = ledger.totals(ledger.steps)
    assert ledger.over
    assert told["sides"] == [ledger.who[c] for c in first]
    assert told.get("total") == (totals[first[0]] if len({totals[c] for c in first}) == 1 else None)
    assert [*deals] == [*range(1, len(ledger.deals) + 1)]
    if ledger.is_uneven and "total" in told:
        assert told["played"] == ledger.played(ledger.steps)[first[0]]
    if "ahead" in told:
        assert told["ahead"] == abs(totals[first[0]] - totals[following[0][0]])
        assert sorted(told["others"]) == sorted(ledger.who[c] for c in following[0])
        assert ledger.by_totals or not ledger.is_uneven
    else:
        assert len(first) > 1 or (ledger.is_uneven and not ledger.by_totals)
    assert all(ledger.who[c] in text for c in first)


def one_score(ledger: Ledger, told: Told, text: str, _: Sequence[int]) -> None:
    """Everybody who had the column is named, with their own deals and points; together they have
    its total."""
    column = next(c for c, name in ledger.who.items() if name == told["side"])
    found: dict[str, list[int]] = {}
    for number, step in numbered(ledger):
        if column in step.points:
            own = found.setdefault(step.who[column], [0, 0, 0])
            own[isinstance(step, Charged)] += step.points[column]
            own[2] += isinstance(step, Dealt)
            if isinstance(step, Dealt):
                assert number in next(
                    share["deals"] for share in told["shares"] if share["name"] == step.who[column]
                )
    found.setdefault(ledger.who[column], [0, 0, 0])
    assert len(found) > 1
    assert found == {
        share["name"]: [share["points"], share["penalties"], len(share["deals"])]
        for share in told["shares"]
    }
    assert all(name in text for name in found)


def swing(ledger: Ledger, told: Told, text: str, deals: Sequence[int]) -> None:
    spans = [max(d.points.values()) - min(d.points.values()) for d in ledger.deals]
    assert told["number"] == max(spans) > 0
    assert [*deals] == [n for n, span in enumerate(spans, 1) if span == max(spans)]
    assert [move["deal"] for move in told["moves"]] == [*deals]
    for move in told["moves"]:
        played = ledger.deals[move["deal"] - 1]
        ends = [max(played.points.values()), min(played.points.values())]
        good, bad = reversed(ends) if ledger.lowest else ends
        assert sorted(move["gainers"]) == sorted(
            played.who[c] for c, own in played.points.items() if own == good
        )
        assert sorted(move["losers"]) == sorted(
            played.who[c] for c, own in played.points.items() if own == bad
        )
        assert all(name in text for name in (*move["gainers"], *move["losers"]))


def lead(ledger: Ledger, told: Told, text: str, deals: Sequence[int]) -> None:
    """Runs of deals after which one was alone ahead; a penalty that changes that ends one."""
    runs: list[tuple[int, list[int]]] = []
    before: int | None = None
    for end, (number, step) in enumerate(numbered(ledger), 1):
        ahead = ahead_after(ledger, end)
        alone = ahead[0] if len(ahead) == 1 else None
        if alone is not None and alone != before:
            runs.append((alone, []))
        if alone is not None and isinstance(step, Dealt):
            runs[-1][1].append(number)
        before = alone
    longest = max(len(run) for _, run in runs)
    assert told["number"] == longest >= 2
    best = [(column, run) for column, run in runs if len(run) == longest]
    assert [*deals] == sorted(number for _, run in best for number in run)
    own: dict[int, list[int]] = {}
    for column, run in best:
        own.setdefault(column, []).extend(run)
    assert [(one["side"], [*one["deals"]]) for one in told["leads"]] == [
        (names_over(ledger, column, run), run) for column, run in own.items()
    ]
    assert all(one["side"] in text for one in told["leads"])


def comeback(ledger: Ledger, told: Told, text: str, deals: Sequence[int]) -> None:
    (winner,) = ledger.places(ledger.steps)[0]
    assert ledger.over and not ledger.is_uneven
    gaps: dict[int, int] = {}
    for end, (number, _) in enumerate(numbered(ledger), 1):
        totals = ledger.totals(ledger.steps[:end])
        best = (min if ledger.lowest else max)(totals.values())
        if number:
            gaps[number] = max(gaps.get(number, 0), abs(best - totals[winner]))
    assert told["number"] == max(gaps.values()) > 0
    assert [*deals] == [number for number, gap in gaps.items() if gap == max(gaps.values())]
    (name,) = told["sides"]
    behind = names_over(ledger, winner, [*deals, len(ledger.deals)])
    assert name == "/".join(dict.fromkeys([*behind.split("/"), ledger.who[winner]]))
    assert name in text


def corrected(ledger: Ledger, _: Told, text: str, deals: Sequence[int]) -> None:
    numbers = [number for number, step in numbered(ledger) if isinstance(step, Dealt)]
    places = [place for place, step in enumerate(ledger.steps) if isinstance(step, Dealt)]
    of_place = dict(zip(places, numbers, strict=True))
    assert [*deals] == sorted(of_place[place] for place in ledger.corrected)
    assert text.startswith(str(len(deals)))


def decided(ledger: Ledger, _: Told, text: str, deals: Sequence[int]) -> None:
    """After the last deal nothing is open; nobody is told that all was certain before a penalty."""
    (number,) = deals
    assert ledger.over and len(ledger.deals) == 6 and not ledger.is_uneven
    later = [n for n, step in numbered(ledger) if isinstance(step, Charged) and n >= number]
    assert not later
    assert ("until" in text) == (number == 6)
    (winner,) = ledger.places(ledger.steps)[0]
    if number < 6:  # each deal moves two of them at most 9 points apart
        end = next(e for e, (n, _) in enumerate(numbered(ledger), 1) if n == number)
        totals, sign = ledger.totals(ledger.steps[:end]), -1 if ledger.lowest else 1
        assert all(
            sign * (totals[winner] - total) > 9 * (6 - number)
            for column, total in totals.items()
            if column != winner
        )


CHECKS = {
    "won": won, "shared": won, "one-score": one_score, "swing": swing, "lead": lead,
    "comeback": comeback, "corrected": corrected, "decided": decided,
}  # fmt: skip


@given(evenings())
def test_every_sentence_follows_from_what_was_played(
    evening: tuple[Evening, Ledger, Ledger],
) -> None:
    """In each reading of what is disputed; and who won is said wherever it is the same in both."""
    book, *ledgers = evening[0].book, *evening[1:]
    summary = summary_of(book.standing, "eve")
    kinds = [sentence.kind for sentence in summary.recap]
    for sentence in spoken(summary.recap):
        for ledger in ledgers:
            CHECKS[sentence["kind"]](ledger, sentence["about"], sentence["text"], sentence["deals"])
    if not book.standing.ways and ledgers[0].over:
        assert kinds[0] in ("won", "shared")
        assert (kinds[0] == "shared") == (len(summary.sheet.winners) > 1)


@given(evenings())
def test_curve_ranking_results_and_league_are_of_the_same_deals(
    evening: tuple[Evening, Ledger, Ledger],
) -> None:
    """The curve has each deal and penalty and ends with the totals; results are of those who
    played, and the league credits everybody with the same."""
    book, ledger = evening[0].book, evening[1]
    summary = summary_of(book.standing, "eve")
    sheet, sides = summary.sheet, summary.sheet.sides
    assert [point.is_penalty for point in sheet.curve] == [
        isinstance(step, Charged) for step in ledger.steps
    ]
    for end, point in enumerate(sheet.curve, 1):
        assert [*point.totals.values()] == [*ledger.totals(ledger.steps[:end]).values()]
    if book.standing.ways:
        return
    assert [sorted(place) for place in sheet.ranking] == [
        sorted(ledger.who[c] for c in place) for place in ledger.places(ledger.steps)
    ]
    points: dict[str, list[int]] = {}
    for step in ledger.steps:
        for column, number in step.points.items():
            name = step.who[column]
            found = points.setdefault(name, [0, 0])
            found[0] += isinstance(step, Dealt)
            found[1] += number
    row = evening_of(book)
    made = {name: [row.deals_of(side), row.points[side]] for side, name in enumerate(sides)}
    for one in row.left:
        own = made[sides[one.seat]]
        made[sides[one.seat]] = [own[0] - one.deals, own[1] - one.points]
    for one in row.left:
        made[one.name] = [one.deals, one.points]
    assert {name: own for name, own in made.items() if any(own)} == {
        name: own for name, own in points.items() if any(own)
    }
    for name, extremes in summary.extremes.items():
        own = [d.points[c] for d in ledger.deals for c in d.points if d.who[c] == name]
        best, worst = (min, max) if ledger.lowest else (max, min)
        told = [extremes.best and extremes.best.points, extremes.worst and extremes.worst.points]
        assert told == ([best(own), worst(own)] if own else [None, None])


@given(evenings())
def test_the_lead_changes_where_a_deal_or_a_penalty_changes_it(
    evening: tuple[Evening, Ledger, Ledger],
) -> None:
    """Each names who sat there then."""
    book, ledger = evening[0].book, evening[1]
    leader, found = None, []
    for end, (number, step) in enumerate(numbered(ledger), 1):
        ahead = ahead_after(ledger, end)
        if number and len(ahead) == 1 and ahead[0] != leader:
            if leader is not None:
                found.append((number, isinstance(step, Charged), ahead[0], step))
            leader = ahead[0]
    told = summary_of(book.standing, "eve").lead_changes
    assert [(one.deal, one.is_penalty) for one in told] == [one[:2] for one in found]
    for one, (_, _, column, step) in zip(told, found, strict=True):
        assert one.after == step.who[column]
