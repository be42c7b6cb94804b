"""The audit of a paper sheet: where it goes wrong, why, and what follows from it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import allowed, deals, ruleset, split
from hypothesis import assume, given
from hypothesis import strategies as st
from terminal import Person, Said

from scorekeeper.base.exact_numbers import exact
from scorekeeper.game.session_settings import NOTHING_SETTLED, Agreed, Facts, agree, seated
from scorekeeper.game.standing import Standing, standing
from scorekeeper.record import open_session as book
from scorekeeper.record.fact_values import number_in
from scorekeeper.record.importing import imported
from scorekeeper.record.paper_audit import Audit, audited, is_turned
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import agreed_on, lines_of
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.paper_audit_text import audit_of, audit_text
from scorekeeper.report.sheet import sheet_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.problems import Refused

SWEDISH, BIZON, BIEN = ruleset("bismarck-swedish"), ruleset("bizon"), ruleset("bien")
NAMES = ("Anna", "Björn", "Cleo")

Column = tuple[int, ...]


class Sheet(NamedTuple):
    """An evening as it was played, and the totals that somebody wrote."""

    now: Standing
    totals: list[Column]

    def text(self, with_points: bool = False) -> str:
        """The sheet as CSV: what the program prints, with the totals on paper in place of its
        own."""
        rows = list(csv.reader(io.StringIO(sheet_csv(sheet_of(self.now, "")))))
        size = len(self.now.agreed.sides)
        out = io.StringIO()
        writer = csv.writer(out)
        for row, totals in zip(rows, [rows[0][-size:], *self.totals], strict=True):
            points = row[-2 * size : -size] if with_points or row is rows[0] else [""] * size
            writer.writerow([*row[: -2 * size], *points, *totals])
        return out.getvalue()

    def audit(self, with_points: bool = False) -> Audit:
        """What the audit of it finds."""
        return found(self.now.agreed, self.text(with_points))


def found(agreed: Agreed, text: str) -> Audit:
    return audited(agreed, lines_of(agreed, paper_of(text)))


def sheet(rules: Ruleset, dealer: int, *played: Facts, names: tuple[str, ...] = NAMES) -> Sheet:
    """A sheet on which everything is right."""
    now = allowed(
        seated(rules, names, dealer, {name: o.default for name, o in rules.options.items()}),
        *played,
    )
    return Sheet(now, [scored.totals for scored in now.deals])


def spoilt(right: Sheet, at: int, wrong: Sequence[int]) -> Sheet:
    """The sheet with other totals in one deal, from which those after it go on."""
    off = [number - total for number, total in zip(wrong, right.totals[at], strict=True)]
    later = [
        tuple(total + more for total, more in zip(row, off, strict=True))
        for row in right.totals[at:]
    ]
    return right._replace(totals=[*right.totals[:at], *later])


@st.composite
def swedish(draw: st.DrawFn) -> Sheet:
    """Any evening of the modern Swedish game."""
    orders = draw(st.tuples(*[st.permutations(["spader", "trumf", "sang", "pass"])] * 3))
    tricks = draw(st.lists(split(16, 3), min_size=2, max_size=12))
    played = [
        {"contract": orders[n % 3][n // 3], "tricks": column} for n, column in enumerate(tricks)
    ]
    return sheet(SWEDISH, draw(st.integers(0, 2)), *played)


@st.composite
def bizon(draw: st.DrawFn) -> Sheet:
    """Any set of Bizon."""
    one = st.builds(
        lambda who, column: {"bizon": NAMES[who], "gp": column}, st.integers(0, 2), split(40, 3)
    )
    played = draw(st.lists(one | st.just({"passed": True}), min_size=2, max_size=15))
    return sheet(BIZON, draw(st.integers(0, 2)), *played)


evenings = st.one_of(swedish(), bizon())


# --- a right paper -----------------------------------------------------------------------------------


@given(evenings, st.booleans())
def test_a_right_paper_is_right(evening: Sheet, with_points: bool) -> None:
    """Where every number is that of the rules, nothing is found."""
    audit = evening.audit(with_points)
    assert (audit.holds, audit.mended, audit.written) == (True, (), evening.now.state.totals)


# --- one slip ----------------------------------------------------------------------------------------


def slipped(kind: str, evening: Sheet, at: int, side: int, other: int) -> list[int]:
    """What somebody would have written; the right totals where the slip makes no difference."""
    before = list(evening.totals[at - 1]) if at else [0] * 3
    scored = evening.now.deals[at]
    wrong = list(scored.totals)
    points, quota = scored.points, scored.quotas
    if kind == "sign":
        wrong[side] = before[side] - points[side]
    elif kind == "not-added":
        wrong[side] = before[side]
    elif kind == "added-twice":
        wrong[side] += points[side]
    elif kind == "names":
        wrong[side], wrong[other] = before[side] + points[other], before[other] + points[side]
    elif kind == "carry":
        wrong[side] = before[other] + points[side]
    elif kind == "ten":
        wrong[side] += 10
    elif kind == "quota" and quota is not None:
        contract = evening.now.agreed.rules.contracts[scored.contract or ""]
        sign = -1 if contract.points["*"].text == "quota - tricks" else 1
        wrong[side] = before[side] + sign * (scored.facts["tricks"][side] - quota[other])
    elif kind == "forgotten" and quota is not None:
        wrong[side] = before[side] + scored.facts["tricks"][side]
    return wrong


KINDS = {"ten": "carry", "forgotten": "quota"}


@pytest.mark.parametrize(
    "kind", ["sign", "not-added", "added-twice", "names", "carry", "ten", "quota", "forgotten"]
)
@given(evening=evenings, data=st.data(), with_points=st.booleans())
def test_a_slip_is_found_where_it_was_made(
    kind: str, evening: Sheet, data: st.DataObject, with_points: bool
) -> None:
    """One slip in any deal is found in that deal, its kind is among the explanations, and
    nothing else is wrong: the error was carried along."""
    at = data.draw(st.integers(0, len(evening.totals) - 1))
    side, other = data.draw(st.permutations(range(3)))[:2]
    wrong = slipped(kind, evening, at, side, other)
    assume(tuple(wrong) != evening.totals[at])
    audit = spoilt(evening, at, wrong).audit(with_points)
    (fault,) = audit.faults
    assert fault.number == at + 1
    assert KINDS.get(kind, kind) in [slip.kind for slip in fault.slips]
    assert audit.is_carried


@given(evening=evenings, data=st.data())
def test_two_slips_are_two(evening: Sheet, data: st.DataObject) -> None:
    """A second slip is found in its own deal, and reckoned from the first."""
    one, two = sorted(
        data.draw(st.sets(st.integers(0, len(evening.totals) - 1), min_size=2, max_size=2))
    )
    side, other = data.draw(st.permutations(range(3)))[:2]
    first = spoilt(evening, one, [t + 7 * (s == side) for s, t in enumerate(evening.totals[one])])
    both = spoilt(first, two, [t + 5 * (s == other) for s, t in enumerate(first.totals[two])])
    audit = both.audit()
    assert [fault.number for fault in audit.faults] == [one + 1, two + 1]
    assert not audit.is_carried


@given(evening=evenings, data=st.data())
def test_no_slip_is_made_up(evening: Sheet, data: st.DataObject) -> None:
    """An explanation gives every number that was written: a total that is off by 1000 has none."""
    at = data.draw(st.integers(0, len(evening.totals) - 1))
    audit = spoilt(evening, at, [total + 1000 for total in evening.totals[at]]).audit()
    assert [(fault.number, fault.slips) for fault in audit.faults] == [(at + 1, ())]
    assert "no single slip" in audit_text(audit)


# --- the source's two deals, spoilt by hand ----------------------------------------------------------


TWO = [{"contract": "sang", "tricks": (6, 6, 4)}, {"contract": "pass", "tricks": (9, 2, 5)}]


def likeliest(*totals: Column) -> tuple[str, int]:
    """How the likeliest explanation of these totals of the two deals came about, and in which
    deal."""
    audit = sheet(SWEDISH, 2, *TWO)._replace(totals=list(totals)).audit()
    return audit.faults[0].slips[0].how, audit.faults[0].number


@pytest.mark.parametrize(
    ("totals", "how", "number"),
    [
        pytest.param([(2, 2, 0), (-1, 4, 1)], "sign", 1, id="+2 for -2"),
        pytest.param([(2, -2, 0), (-1, 0, 1)], "points-swapped", 1, id="A's and B's points"),
        pytest.param([(-2, 2, 0), (-2, 4, 1)], "not-added", 2, id="A's total stands"),
        pytest.param([(-2, 2, 0), (-8, 4, 1)], "added-twice", 2, id="A's points twice"),
        pytest.param([(-2, 2, 0), (-2, 2, 0)], "not-added", 2, id="the whole deal is not added"),
        pytest.param([(2, 2, -4), (-1, 4, -3)], "declarer", 1, id="Cleo was thought to declare"),
    ],
)  # fmt: skip
def test_the_likeliest_slip_comes_first(totals: list[Column], how: str, number: int) -> None:
    """What most people would think of is said first."""
    assert likeliest(*totals) == (how, number)


def test_figures_that_changed_places() -> None:
    """12 and 21, also with a sign; not 12 and 12, 1 and 2, or -12 and 21."""
    assert is_turned(12, 21)
    assert is_turned(-132, -123)
    assert not any(
        [
            is_turned(12, 12),
            is_turned(1, 2),
            is_turned(-12, 21),
            is_turned(12, 22),
            is_turned(321, 123),
        ]
    )


def test_points_that_are_wrong_beside_a_right_total() -> None:
    """The points of a deal are compared too."""
    text = sheet(SWEDISH, 2, *TWO).text(with_points=True).replace(",-3,2,1,", ",3,2,1,")
    (fault,) = found(seated(SWEDISH, NAMES, 2, {}), text).faults
    assert [(cell.what, cell.written, cell.right) for cell in fault.cells] == [("points", 3, -3)]
    assert fault.slips[0].kind == "sign"


def test_a_paper_that_comes_right_again() -> None:
    """A total that was wrong and is right again is not a second slip, and is told."""
    totals = [(2, 2, 0), (-5, 4, 1)]
    audit = sheet(SWEDISH, 2, *TWO)._replace(totals=totals).audit()
    assert ([fault.number for fault in audit.faults], audit.mended) == ([1], (2,))
    assert "the last totals are right all the same" in audit_text(audit)


def test_two_slips_in_one_deal_are_told_apart() -> None:
    """Where no one slip gives both wrong numbers, each has its own."""
    audit = sheet(SWEDISH, 2, *TWO)._replace(totals=[(-2, 2, 0), (1, 12 + 2, 1)]).audit()
    (fault,) = audit.faults
    assert (fault.apart, [slip.how for slip in fault.slips]) == (True, ["sign", "ten"])
    assert "and also: " in audit_text(audit)


def test_the_box_of_the_sum() -> None:
    """A Σ that is wrong beside right numbers is a slip of its own."""
    text = "contract;tricks;total Anna;total Björn;total Cleo;Σ\nsang;6,6,4;-2;2;0;1\n"
    audit = found(seated(SWEDISH, NAMES, 2, {}), text)
    assert [slip.kind for slip in audit.faults[0].slips] == ["sum"]


def test_an_entry_that_the_rules_refuse_is_named() -> None:
    """Its problems are those of `import`, and the rest goes on from the totals on paper."""
    text = (
        "contract;tricks;total Anna;total Björn;total Cleo\nsang;6,6,5;-2;2;1\npass;9,2,5;-5;4;2\n"
    )
    audit = found(seated(SWEDISH, NAMES, 2, {}), text)
    (fault,) = audit.faults
    assert (fault.number, [problem.code for problem in fault.problems]) == (1, ["tricks-total"])
    assert not audit.sure


def test_totals_without_facts() -> None:
    """Of bare totals the sum is checked, and the sign that would mend it named."""
    text = "deal;Anna;Björn;Cleo\n1;-2;2;0\n2;1;4;1\n"
    audit = found(seated(SWEDISH, NAMES, 2, {}), text)
    (fault,) = audit.faults
    assert (fault.number, fault.cells[0].what, fault.cells[0].written, fault.cells[0].right) == (
        2,
        "sum",
        6,
        0,
    )
    assert [(slip.kind, slip.changes[0].side) for slip in fault.slips] == [("sign", 0)]


def test_a_game_that_begins_again() -> None:
    """After a game that is over the totals start anew."""
    laydown = [{"bidder": "A", "bid": "laydown"}] * 2
    names = ("A", "B", "C", "D")
    now = standing(seated(BIEN, names, 0, {"games": 4}), deals(*laydown, *laydown))
    evening = Sheet(now, [scored.totals for scored in now.deals])
    assert now.state.results
    assert evening.audit(with_points=True).holds


# --- whose paper it is -------------------------------------------------------------------------------


def test_a_paper_says_itself_who_plays() -> None:
    """Above the header, else by its columns; the first dealer is that of the first row."""
    agreed = agreed_on(
        SWEDISH, paper_of("deal;dealer;tricks;total Ann;total Bo;total Cy\n1;Cy;6,6,4;-2;2;0\n")
    )
    assert (agreed.players, agreed.dealer) == (("Ann", "Bo", "Cy"), 2)
    agreed = agreed_on(BIEN, paper_of("options:;games=4\ntotal A & C;total B & D\n12;12\n"))
    assert (agreed.players, agreed.options["games"]) == (("A", "B", "C", "D"), 4)
    with pytest.raises(Refused) as refused:
        agreed_on(SWEDISH, paper_of("contract;tricks\nsang;6,6,4\n"))
    assert refused.value.problems[0].code == "audit-players"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("-3", -3), ("−3", -3), ("–3", -3), ("+3", 3), ("3.0", 3), ("3,00", 3), (" 3 ", 3), ("- 3", -3), ("\u00a03", 3),
        ("1,000", None), ("3.5", exact(7, 2)), ("3,5", exact(7, 2)), ("7/2", exact(7, 2)), ("-½", exact(-1, 2)), ("3.3", None), ("x", None), ("", None), ("-", None), ("1" * 40, None), ("٣", None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(text: str, number: int | None) -> None:
    """Any sign and a decimal part of zeros; what may be a thousand is not guessed at."""
    assert number_in(text) == number


# --- the command -------------------------------------------------------------------------------------


PAPER = """\
game:;bismarck-swedish
players:;Anna;Björn;Cleo
deal;dealer;contract;trump;tricks Anna;tricks Björn;tricks Cleo;Anna;Björn;Cleo;Σ;notes
1;Cleo;Sang;–;6;6;4;−2 → −2;+2 → 2;0;0;late
2;Anna;Pass;;9;2;5;-3 → +1;2→4;1;0;
3;Björn;trumf;hearts;4;4;8,0;+1;+4;+1;0;
;;;total;;;;+1;+4;+1;;
"""


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


def audits(person: Person, text: str | bytes, *words: str) -> Said:
    file = person.home / "evening.csv"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return person.types("audit", str(file), *words)


def test_the_paper_alone_suffices(person: Person) -> None:
    """It says the game and the players; the exit code is 1, the answer stands on standard
    output."""
    said = audits(person, PAPER.replace(";;;total;;;;+1;+4;+1;;\n", ""))
    assert (said.code, said.err) == (1, "")
    assert said.out.startswith("the paper goes wrong at deal 2 (row 5)\n")
    assert "the sign of Anna's points was turned round: +3 for −3" in said.out
    assert (
        audits(person, PAPER.replace("+1;+4;+1;0", "-5;+4;+1;0").replace("-3 → +1", "-3 → -5")).code
        == 1
    )


def test_the_line_that_sums_up_is_no_deal(person: Person) -> None:
    """A last line headed `total` is left out."""
    text = PAPER.replace("\n;;;total", "\ntotal;;;")
    assert audits(person, text, "--format", "json").json["deals"] == 3


def test_what_programs_read(person: Person) -> None:
    """The JSON says the deal, its numbers, the slips by kind, and both last totals."""
    value = audits(person, PAPER.replace("\n;;;total", "\ntotal;;;"), "--format", "json").json
    assert list(value) == [
        "game", "players", "sides", "deals", "right", "wrong", "mended", "carried", "sure", "written", "totals",
    ]  # fmt: skip
    (wrong,) = value["wrong"]
    assert (wrong["deal"], wrong["slips"][0]["kind"], value["carried"]) == (2, "sign", True)
    assert (value["written"]["Anna"], value["totals"]["Anna"]) == (1, -5)


def test_a_session_against_its_paper(person: Person) -> None:
    """With --session the facts may be those recorded, and the paper has the running totals only."""
    person.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name eve")
    person.does("deal sang 6 6")
    person.does("deal pass 9 2")
    assert audits(person, "deal;Anna;Björn;Cleo\n1;-2;2;0\n2;-5;4;1\n", "-s", "eve").code == 0
    said = audits(person, "deal;Anna;Björn;Cleo\n1;-2;2;0\n2;1;4;1\n", "-s", "eve", "--plain")
    assert (said.code, "perhaps: the sign of Anna's points was turned round" in said.out) == (
        1,
        True,
    )


def test_plain_lines_have_no_indents(person: Person) -> None:
    """--plain is read aloud line by line."""
    lines = audits(person, PAPER, "--plain").out.splitlines()
    assert all(line and not line.startswith(" ") for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        b"", b"\xff\xfe", b"game:\n", b"game:;nothing\ndeal\n1\n", b"game:;bizon\nplayers:;A\ndeal\n1\n", b'"', b"\0;\0\n\0;\0\n",
        "game:;bizon\nplayers:;A;B;\u202eC\ndeal;total A\n1;\x1b[2J\n".encode(), b"game:;bizon\nplayers:;A;B;C\ntotal A;total A\n1;1\n",
        b"game:;bismarck-swedish\nplayers:;A;B;C\ntotal Q\n1\n", b"game:;bizon\nplayers:;A;B;C\ndeal\n" + b"1\n" * 300,
        b"game:;bizon\nplayers:;A;B;C\ndeal;total A\n" + b"1;" + b"9" * 5000 + b"\n",
    ],
)  # fmt: skip
def test_hostile_papers_are_refused_in_words(person: Person, text: bytes) -> None:
    """No file makes a traceback, or steers the terminal."""
    said = audits(person, text)
    assert said.code == 1
    assert not any(
        sign in said.out + said.err for sign in ("\x1b", "\u202e", "Traceback", "made a mistake")
    )


@given(st.text(alphabet="ABC123-+;,\n\t\"'→ ΣtotalpointsricksgpN", max_size=120))
def test_any_text_is_audited_or_refused(text: str) -> None:
    """No sheet breaks the audit."""
    agreed = seated(BIZON, ("A", "B", "C"), 0, {})
    try:
        audit = found(agreed, text)
    except Refused as refused:
        assert refused.problems
    else:
        assert audit_text(audit)
        assert audit_of(audit)["deals"] == audit.deals


@given(evenings)
def test_what_is_printed_is_imported(evening: Sheet) -> None:
    """`import` of what `sheet --format csv` prints gives the same totals, and asks nothing."""
    agreed = evening.now.agreed
    empty = book.opened(head_text(new_head(agreed, "x", "2026-01-01T00:00:00Z")).encode(), "x")
    act = imported(empty, paper_of(sheet_csv(sheet_of(evening.now, ""))), "2026-01-01T00:00:00Z")
    assert [deal.totals for deal in act.standing.deals] == [
        deal.totals for deal in evening.now.deals
    ]
    assert act.questions == ()


def test_a_deal_left_blank_is_not_held_against_the_next() -> None:
    """Where a deal says neither cards nor totals nobody knows where the sides stood after it, so
    what the next one has is believed; a slip after that is found."""
    head = "contract,tricks Anna,tricks Björn,tricks Cleo,points Anna,points Björn,points Cleo,total Anna,total Björn,total Cleo"
    rows = [
        "sang,6,6,4,-2,2,0,-2,2,0",
        "pass,,,,,,,,,",
        "spader,3,5,8,-1,1,0,-6,5,1",
        "trumf,8,4,4,0,0,0,-6,5,1",
    ]
    agreed = agree(SWEDISH, ("Anna", "Björn", "Cleo"), "Cleo")
    assert [fault.number for fault in found(agreed, "\n".join([head, *rows])).faults] == [2]
    rows[3] = "trumf,8,4,4,0,0,0,-6,5,9"
    assert [fault.number for fault in found(agreed, "\n".join([head, *rows])).faults] == [2, 4]


# --- people who rest -------------------------------------------------------------------------------

FOUR = (*NAMES, "Dora")
PLAYED = [
    {"contract": "sang", "tricks": [6, 6, 4]},
    {"contract": "spader", "tricks": [5, 7, 4]},
    {"contract": "pass", "tricks": [3, 8, 5]},
    {"contract": "trumf", "trump": "hearts", "tricks": [9, 4, 3]},
    {"contract": "spader", "tricks": [8, 3, 5]},
]  # fmt: skip


def of_four() -> Sheet:
    """Five deals of four people, of whom whoever deals rests."""
    now = allowed(agree(SWEDISH, FOUR, None, None, NOTHING_SETTLED), *PLAYED)
    return Sheet(now, [deal.totals for deal in now.deals])


@pytest.mark.parametrize("with_points", [False, True])
def test_a_right_sheet_with_people_who_rest_holds(with_points: bool) -> None:
    found = of_four().audit(with_points)
    assert (found.holds, found.deals, found.right) == (True, 5, of_four().now.state.totals)


def wrong_by(at: int, side: int, off: int) -> Sheet:
    """The sheet with one total that is off in one deal, and all of that side after it."""
    sheet = of_four()
    wrong = [total + off * (place == side) for place, total in enumerate(sheet.totals[at])]
    return spoilt(sheet, at, wrong)


PLACES = [
    (at, seat, side)
    for at, deal in enumerate(of_four().now.deals)
    for seat, side in enumerate(deal.seating.people if deal.seating and deal.seating.people else ())
]


@pytest.mark.parametrize(("at", "seat", "side"), PLACES)
def test_a_slip_of_somebody_who_played_is_told_beside_somebody_who_rested(
    at: int, seat: int, side: int
) -> None:
    """The sign turned round, and the quota forgotten: whose it was and which quota, whatever place
    in the row those have who played."""
    deal = of_four().now.deals[at]
    points, counted = deal.points[side], deal.facts["tricks"][seat]
    assert len(PLACES) == 15 and deal.quotas is not None
    for how, off, right in (
        ("sign", -2 * points, points),
        ("quota-forgotten", counted - points, deal.quotas[seat]),
    ):
        if not off:
            continue
        (fault,) = wrong_by(at, side, off).audit().faults
        (change,) = next(slip for slip in fault.slips if slip.how == how).changes
        assert (fault.number, change.side, change.right) == (at + 1, side, right)


def test_points_written_for_somebody_who_rested_are_found() -> None:
    (fault,) = wrong_by(1, 1, 3).audit().faults
    assert fault.number == 2
    assert [(cell.side, cell.written - cell.right) for cell in fault.cells] == [(1, 3)]


def test_the_sheet_of_an_evening_with_people_who_rest_is_audited(tmp_path: Path) -> None:
    """As the program prints it, of the session and by itself; and where it is wrong that is told."""
    person = Person(tmp_path / "home").after(
        f"new bismarck-swedish {' '.join(FOUR)} --name four", "deal sang 6 6", "deal pass 4 6"
    )
    paper = tmp_path / "four.csv"
    text = person.does("sheet --format csv").out
    for words in ("--session four", f"{' '.join(FOUR)} --game bismarck-swedish"):
        paper.write_text(text, encoding="utf-8")
        assert person.types("audit", str(paper), *words.split()).code == 0
        lines = text.splitlines()
        first, _, last = lines[-1].rpartition(",")
        paper.write_text(
            "\n".join([*lines[:-1], f"{first},{int(last) + 10}", ""]), encoding="utf-8"
        )
        said = person.types("audit", str(paper), *words.split())
        assert (said.code, "deal 2" in said.out) == (1, True), said


CALLED_ALIKE = """
name = "Alike"
source = "made up"
players = 3
deals.number = 6
count.dealer.total = 4
fact.game = { max = 9 }
fact.number = { kind = "flag", optional = true }
fact.declarer = { max = 3 }
outcome = [{ points = "dealer + game * (1 if number else 0) - declarer" }]
"""


def test_a_sheet_whose_columns_are_called_alike_is_read_back(tmp_path: Path) -> None:
    """What the program prints `audit` and `import` read, also where facts and counts are called
    like columns that every sheet has; other heads are what they were."""
    page, file = tmp_path / "alike.toml", tmp_path / "sheet.csv"
    page.write_text(CALLED_ALIKE)
    person = Person(tmp_path / "home").with_rules(page)
    person.after("new alike Ann Bob Cal --name one", "deal game=7 number declarer=2 dealer=1,3,0")
    person.does("deal game=5 declarer=0 dealer=4,0,0")
    text = person.does("sheet --format csv").out
    head = "number,game,dealer,declarer,contract,trump,entered game,entered number,entered declarer,dealer Ann"
    assert text.startswith(head)
    file.write_text(text)
    assert person.types("audit", str(file)).code == 0
    person.does("new alike Ann Bob Cal --name two")
    assert person.types("import", str(file)).code == 0
    assert person.does("sheet --format csv").out == text
    assert person.does("sheet --blank alike --format csv").out.count("entered") == 0


def test_the_sheet_of_bids_and_declarers_is_read_back(tmp_path: Path) -> None:
    """In Ninety-Nine the declarer is entered, and is no part of the schedule."""
    file = tmp_path / "sheet.csv"
    person = Person(tmp_path / "home").after("new ninetynine Ann Bob Cal --name one")
    text = person.after("deal bid=3,4,3 tricks=3,4,2").does("sheet --format csv").out
    file.write_text(text)
    assert person.types("audit", str(file)).code == 0
    person.does("new ninetynine Ann Bob Cal --name two")
    assert person.types("import", str(file)).code == 0
    assert person.does("sheet --format csv").out == text


@pytest.mark.parametrize(
    "between", ["penalty Anna 10", "turn Anna --yes --then returns", "seat Dora for Anna"]
)
def test_what_no_row_of_a_sheet_says_is_no_fault_of_it(tmp_path: Path, between: str) -> None:
    """The session's own sheet is not called wrong for what happened between its deals."""
    file = tmp_path / "sheet.csv"
    person = Person(tmp_path / "home")
    person.after("new bismarck-swedish Anna Björn Cleo --name it", "deal spader 8 4", between)
    person.does("deal sang 8 4" if "turn" not in between else "deal trumf 8 4")
    file.write_text(person.does("sheet --format csv").out)
    said = person.types("audit", str(file), "--format", "json")
    assert (said.code, said.codes) == (1, ["audit-events"])
    assert "before deal 2" in said.problems[0]["message"]


def test_a_choice_between_deals_is_no_fault_of_a_sheet(tmp_path: Path) -> None:
    """One that is other now scores earlier deals otherwise; one that changes no deal is nothing."""
    page, file = tmp_path / "choice.toml", tmp_path / "sheet.csv"
    page.write_text(
        'name = "Choice"\nsource = "made up"\nplayers = 3\ncount.a.total = 6\ndeals.number = 6\n'
        "option.m = { default = 1, min = 1, max = 3 }\noption.n = { default = false }\n"
        'outcome = [{ points = "a * m + (1 if n and a == 6 else 0)" }]\n'
    )
    person = Person(tmp_path / "home").with_rules(page)
    for choice, code in (("n=yes", 0), ("m=2", 1)):
        person.after(f"new choice Ann Bob Cal --name {choice[0]}", "deal 3 3", f"agree {choice}")
        file.write_text(person.after("deal 3 3").does("sheet --format csv").out)
        said = person.types("audit", str(file))
        assert (said.code, "refused: what happened before deal 2" in said.err) == (code, code == 1)
