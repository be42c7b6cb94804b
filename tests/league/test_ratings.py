"""Ratings: the model held against its library's own published numbers, and what holds of every
season."""

from __future__ import annotations

import csv
import importlib.util
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pages
import pytest
from hypothesis import given
from hypothesis import strategies as some
from terminal import Person
from test_league import NAMES, WHOLE
from test_report_html import assert_sound

from scorekeeper.cli.league import MODEL, START, rate_of
from scorekeeper.league.ratings import Rating, ratings
from scorekeeper.league.session_record import Evening

with_ratings = pytest.mark.skipif(
    importlib.util.find_spec("openskill") is None,
    reason="ratings are not worked out here: pip install 'tablescore[ratings]'",
)

# The numbers that the library's own tests hold it to: tests/models/data/plackettluce.json of
# https://github.com/vivekjoshy/openskill.py (MIT), at commit 061f71f6. Everybody begins with `mu`
# and `sigma`; sides of one, two and three people; places, and after them mu and sigma of each
# side's people, which are alike.
PUBLISHED_MU, PUBLISHED_SIGMA = 31.321989232514305, 11.379964801443018
PUBLISHED = {
    "the first wins": (
        (0, 1),
        ((36.48967347401391, 11.237778601372977), (26.154304991014694, 11.17822477763209)),
    ),
    "the second wins": (
        (1, 0),
        ((30.19454401757094, 11.237778601372977), (32.44943444745767, 11.17822477763209)),
    ),
    "the first and the third are level": (
        (0, 2, 0),
        (
            (33.21874815457553, 11.354896725884002),
            (30.27713112192334, 11.291328826858104),
            (30.470088421044046, 11.249240904583088),
        ),
    ),
}


@with_ratings
@pytest.mark.parametrize("what", PUBLISHED)
def test_the_model_gives_the_numbers_that_its_library_publishes(what: str) -> None:
    """Sides of one, of two and of three people, with a draw."""
    places, sides = PUBLISHED[what]
    start = Rating(PUBLISHED_MU, PUBLISHED_SIGMA)
    rate = rate_of(MODEL._replace(mu=PUBLISHED_MU, sigma=PUBLISHED_SIGMA, beta=25 / 6))
    found = rate([[start] * (at + 1) for at in range(len(sides))], places)
    for side, expected in zip(found, sides, strict=True):
        assert all(one == pytest.approx(expected, rel=1e-9) for one in side)


@with_ratings
def test_the_constants_are_those_that_the_library_has() -> None:
    """Nobody chose others."""
    from openskill.models import PlackettLuce

    usual = PlackettLuce()
    found = (usual.mu, usual.sigma, usual.beta, usual.kappa, usual.tau)
    assert found == (MODEL.mu, MODEL.sigma, MODEL.beta, MODEL.kappa, MODEL.tau)


def evening(day: int, players: str, results: Sequence[int], **more: object) -> tuple[str, Evening]:
    """A finished evening of a day, and its session's name."""
    names = players.split()
    leaders = [side for side, result in enumerate(results) if result == max(results)]
    sides = [(seat,) for seat in range(len(names))]
    told = Evening(
        "g", f"2026-11-{day:02}", names, sides, leaders, False, True, 1, results, results, {},
        id=f"{day}/{players}", begun=f"2026-11-{day:02}T19:00:00Z",
    )  # fmt: skip
    return f"e{day}", told._replace(**more)


def by_places(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """A model of our own, in which the order of evenings matters: a tenth is lost, and each place
    behind costs a point."""
    return [
        [Rating(one.mu * 0.9 - place, one.sigma) for one in side]
        for side, place in zip(sides, places, strict=True)
    ]


@some.composite
def seasons(draw: some.DrawFn) -> list[tuple[str, Evening]]:
    """Evenings of three, one a day."""
    people = ["Ann", "Bob", "Cal", "Dee", "Eve"]
    return [
        evening(day, " ".join(draw(some.permutations(people))[:3]), draw(some.tuples(*[some.integers(0, 4)] * 3)))
        for day in range(1, draw(some.integers(2, 8)))
    ]  # fmt: skip


@given(seasons(), some.integers(0, 99))
def test_the_order_in_which_files_are_read_does_not_matter(
    season: list[tuple[str, Evening]], seed: int
) -> None:
    """Ratings follow the days, whatever the names of the sessions."""
    mixed = [*season]
    Random(seed).shuffle(mixed)
    assert ratings(mixed, by_places, START) == ratings(season, by_places, START)


def test_evenings_are_rated_in_the_order_of_their_first_deals() -> None:
    """Of one day too: to win first and lose then is another rating than to lose first."""
    early, late = evening(1, "Ann Bob", (1, 0))[1], evening(1, "Ann Bob", (0, 1))[1]
    first, then = "2026-11-01T14:00:00Z", "2026-11-01T20:00:00Z"
    there = [("b", early._replace(begun=first)), ("a", late._replace(begun=then))]
    other = [("b", early._replace(begun=then)), ("a", late._replace(begun=first))]
    assert ratings(there, by_places, START) != ratings(other, by_places, START)


def test_evenings_of_one_day_without_times_are_rated_by_their_names() -> None:
    """Round 2 of an event that was entered later stands before round 10."""
    won, lost = evening(1, "Ann Bob", (1, 0))[1], evening(1, "Ann Bob", (0, 1))[1]
    day = {"begun": "2026-11-01"}
    named = [("cup-r10-t1", lost._replace(**day)), ("cup-r2-t1", won._replace(**day))]
    at_eight = [("a", lost._replace(begun="2026-11-01T20:00:00Z")), ("b", won._replace(**day))]
    assert ratings(named, by_places, START) == ratings(at_eight, by_places, START)


def test_partners_are_one_side_and_who_is_level_shares_a_place() -> None:
    """What is rated is who sat with whom, and the places."""
    seen = []

    def rate(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
        seen.append(([len(side) for side in sides], [*places]))
        return [[*side] for side in sides]

    _, pairs = evening(1, "Ann Bob Cal Dee", (7, 3), sides=[(0, 2), (1, 3)])
    _, level = evening(2, "Ann Bob Cal", (3, 5, 3))
    ratings([("a", pairs), ("b", level)], rate, START)
    assert seen == [([2, 2], [0, 1]), ([1, 1, 1], [1, 0, 1])]


def test_only_a_finished_evening_rates() -> None:
    """One that goes on says nothing yet; games are rated each by itself."""
    told = [
        evening(1, "Ann Bob", (1, 0)),
        evening(2, "Ann Bob", (0, 1), over=False),
        evening(3, "Ann Cal", (0, 1), game="h"),
    ]
    found = ratings(told, by_places, START)
    assert {
        game: [(one.player, one.evenings) for one in rated] for game, rated in found.items()
    } == {"g": [("Ann", 1), ("Bob", 1)], "h": [("Cal", 1), ("Ann", 1)]}


# --- the command ----------------------------------------------------------------------------------

OTHER = ("spader 4 8 4", *WHOLE[1:])


def kept(home: Path, *games: Sequence[str]) -> Person:
    """Somebody after these games of the same three, one after another."""
    somebody = Person(home)
    for number, deals in enumerate(games):
        day, name = f"2026-11-{number + 1:02}", f"eve{number}"
        somebody.types(
            "new", "bismarck-swedish", *NAMES[:3], "--name", name, "--dealer", "Cleo", "--date", day
        )
        for deal in deals:
            somebody.does(f"deal {deal}")
    return somebody


@with_ratings
def test_ratings_say_their_model_and_come_in_every_form(tmp_path: Path) -> None:
    """Text, JSON, CSV, Markdown and HTML have the same numbers."""
    somebody = kept(tmp_path, WHOLE, OTHER)
    value = somebody.reads("league --ratings")
    assert value["model"] == MODEL._asdict()
    assert value["evenings"] == 2
    rows = value["games"]["bismarck-swedish"]
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert all(
        row["rating"] == pytest.approx(row["mu"] - 3 * row["sigma"], abs=2e-4) for row in rows
    )
    text = somebody.does("league --ratings").out
    assert "Plackett-Luce (Weng and Lin 2011) by openskill" in text
    assert "mu 25 and sigma 8.333" in " ".join(text.split())
    table = csv.DictReader(
        io.StringIO(somebody.types("league", "--ratings", "--format", "csv").out)
    )
    assert [(row["player"], float(row["rating"])) for row in table] == [
        (row["player"], row["rating"]) for row in rows
    ]
    for form in ("markdown", "html"):
        page = somebody.types("league", "--ratings", "--format", form).out
        assert all(f"{row['rating']:.2f}".replace("-", "−") in page for row in rows)
    assert_sound(somebody.types("league", "--ratings", "--format", "html").out)


@with_ratings
def test_a_late_correction_gives_the_same_as_if_it_had_been_right(tmp_path: Path) -> None:
    """The first evening is corrected after the second was played."""
    wrong = kept(tmp_path / "wrong", WHOLE, OTHER, WHOLE)
    right = kept(tmp_path / "right", OTHER, OTHER, WHOLE)
    assert wrong.reads("league --ratings") != right.reads("league --ratings")
    wrong.does("amend -s eve0 1 tricks=4,8,4")
    assert wrong.reads("league --ratings")["games"] == right.reads("league --ratings")["games"]


@with_ratings
def test_ratings_are_of_the_evenings_that_are_chosen(tmp_path: Path) -> None:
    """By player, day and game, as the league; with none there is a word about that."""
    somebody = kept(tmp_path, WHOLE, OTHER)
    assert somebody.reads("league --ratings --player Anna")["evenings"] == 2
    assert somebody.types("league", "--ratings", "--until", "2001-01-01").code == 1


def test_ratings_are_a_page_of_their_own(tmp_path: Path) -> None:
    """`--full` adds nothing to them."""
    done = kept(tmp_path, WHOLE).types("league", "--ratings", "--full")
    assert done.code == 2
    assert "leave out --full" in done.err


def test_without_the_library_ratings_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to install; the league itself needs nothing."""
    somebody = kept(tmp_path, WHOLE)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    done = somebody.types("league", "--ratings")
    assert done.code == 1
    assert "pip install 'tablescore[ratings]'" in done.err
    assert somebody.types("league").code == 0


@with_ratings
def test_the_page_on_the_season_shows_real_ratings() -> None:
    """Its block of ratings is what the program prints after the evenings of that page."""
    text = (pages.ROOT / "tests/galleries/league.md").read_text(encoding="utf-8")
    evenings = text.partition("## On a terminal")[0]
    block = text.partition("## Ratings")[2].partition("```text\n")[2].partition("```")[0]
    page = f"{evenings}```console\n{block}```\n"
    assert pages.as_it_runs(page) == page
