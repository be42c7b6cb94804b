"""The board in a real browser: evenings by taps on several phones beside the terminal, the network cut, the
board killed, the session gone meanwhile; read by who sees little, enters by keys alone, or both."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM, barriers
from terminal import Person

for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason="the extra `board` is not installed")
if CHROMIUM is None:
    pytest.skip(
        "looking at the board needs `pip install -e '.[browser,board]'` and chromium",
        allow_module_level=True,
    )

from phones import Served, served  # noqa: E402
from tapping import Link, Tapper, free_port, started  # noqa: E402

from scorekeeper.board.request_checks import Bounds  # noqa: E402

pytestmark = pytest.mark.browser
MANY = Bounds(burst=10**6, streams=10**4, streams_each=10**4)  # all phones have one address here
BISMARCK = "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name friday"
BIZON = "new bizon Anna Björn Cleo Dora --dealer Dora --deals 8 --name friday"
BIEN = "new bien Anna Björn Cleo Dora --dealer Dora --name friday"


def link(board: Served, code: str | None = None) -> Link:
    return Link(board.at.origin, board.codes.enter if code is None else code)


def begun(folder: Path, line: str = BISMARCK) -> Person:
    return Person(folder / "home").after(line)


def recorded(somebody: Person) -> list[dict[str, Any]]:
    """The entries of the file."""
    found: list[dict[str, Any]] = tomllib.loads(somebody.file("friday").decode()).get("entry", [])
    return found


class Table:
    """A board with the phones of Anna and Cleo, who may enter."""

    def __init__(self, browser: Any, somebody: Person, board: Served) -> None:
        self.somebody, self.board, self.browser = somebody, board, browser
        self.anna, self.cleo = self.phone("Anna"), self.phone("Cleo")

    def phone(self, who: str | None, **settings: Any) -> Tapper:
        return Tapper(self.browser, link(self.board), who, **settings)


@pytest.fixture
def table(browser: Any, tmp_path: Path) -> Iterator[Table]:
    somebody = begun(tmp_path)
    with served(somebody.path("friday"), MANY) as board:
        found = Table(browser, somebody, board)
        yield found
        assert found.anna.faults + found.cleo.faults == []
        found.anna.context.close()
        found.cleo.context.close()


# --- whole evenings --------------------------------------------------------------------------------


def terminal_line(game: str, number: int) -> str:
    """A deal as it is typed: a contract a round, by a Bizon who does not rest."""
    if game == BISMARCK:
        return f"deal {('spader', 'trumf', 'sang', 'pass')[(number - 1) // 3]} 5 6"
    if game == BIZON:
        return f"deal bizon={'ABCD'[(number + 3) % 4]} gp=10,20"
    return "deal bidder=B bid=250 meld=200 points=81"


def entered(phone: Tapper, game: str, number: int) -> None:
    """A deal by taps."""
    phone.taps = 0
    phone.chooses(0 if game == BISMARCK else number)
    if game == BIEN:
        for field, said in (("bid", "250"), ("meld", "200")):
            phone.taps_on(f"#deal input[name='fact.{field}']")
            phone.tab.keyboard.type(said)
            phone.taps += len(said)
    phone.counts(*{BISMARCK: (6, 6), BIZON: (11, 20), BIEN: (60,)}[game])
    phone.enters()


def plays(browser: Any, somebody: Person, board: Served, game: str) -> tuple[list[int], Tapper]:
    """An evening on two phones and in a terminal; the taps of each deal."""
    phones = [Tapper(browser, link(board), "Anna"), Tapper(browser, link(board), "Cleo")]
    taps, number = [], 0
    while phones[0].tab.locator("#deal").count():
        number += 1
        mine, other = phones[number % 2], phones[1 - number % 2]
        if number % 4 == 3:
            somebody.does(terminal_line(game, number))
        else:
            entered(mine, game, number)
            other.answers("yes")
            taps.append(mine.taps + 1)
        for phone in phones:
            phone.is_at(number)
            assert phone.faults == []
        if number in (3, 7, 11):
            assert weight(phones[0]) < 60_000
    phones[1].context.close()
    return taps, phones[0]


@pytest.mark.parametrize("game", [BISMARCK, BIZON, BIEN], ids=lambda game: game.split()[1])
def test_a_whole_evening_by_taps(browser: Any, tmp_path: Path, game: str) -> None:
    """Two phones and a terminal enter a whole evening; a deal of Bismarck or Bizon takes at most
    eight taps, the yes too; who entered each deal is in the log; at the end all is well, each shows
    the same, and a page with all it needs has less than 60 KB."""
    somebody = begun(tmp_path, game)
    with served(somebody.path("friday"), MANY) as board:
        taps, phone = plays(browser, somebody, board, game)
        assert game == BIEN or max(taps) <= 8
        assert somebody.types("check").code == 0
        by = [entry.get("by") for entry in recorded(somebody)]
        assert by == [
            (None if number % 4 == 3 else ("Anna", "Cleo")[number % 2])
            for number in range(1, len(by) + 1)
        ]
        phone.context.close()


def weight(phone: Tapper) -> int:
    """How many bytes a page takes with all that it needs."""
    answers: list[Any] = []

    def answered(answer: Any) -> None:
        answers.append(answer)

    phone.tab.on("response", answered)
    phone.tab.reload()
    phone.tab.locator("#enter").wait_for()
    phone.tab.wait_for_load_state("load")
    return sum(len(one.body()) for one in answers if not one.url.endswith("/events"))


# --- another person ----------------------------------------------------------------------------------


def test_somebody_says_what_is_different(table: Table) -> None:
    """A no is told to all, with who said it, and what is right takes the place of what was not."""
    entered(table.anna, BISMARCK, 1)
    assert table.anna.tab.locator(".waiting button").first.is_disabled()
    table.cleo.answers("no")
    table.anna.shows("Cleo says no; not counted: deal 1")
    table.cleo.chooses(0)
    table.cleo.counts(7, 5)
    table.cleo.enters()
    table.anna.shows("Cleo: deal 1")
    table.anna.answers("yes")
    table.cleo.is_at(1)
    (entry,) = recorded(table.somebody)
    assert (entry["by"], entry["facts"]["tricks"]) == ("Cleo", [7, 5, 4])


def test_what_is_said_in_words_is_begun_and_settled_by_taps(table: Table) -> None:
    """A button puts the first words of a line there, to be gone on with; another says which reading
    of a disputed count holds."""
    anna = table.anna
    table.somebody.does("deal sang 6 6 --or 7 5")
    anna.is_at(1)
    anna.tab.evaluate("document.getElementById('else').open = true")
    anna.taps_on("[data-do='begin:note ']")
    anna.tab.keyboard.type("the cat")
    anna.tab.keyboard.press("Enter")
    anna.is_at(2)
    anna.taps_on("[data-do='line:settle 1 2']")
    table.cleo.answers("yes")
    anna.is_at(3)
    assert [entry["what"] for entry in recorded(table.somebody)] == ["deal", "note", "settle"]
    assert anna.tab.locator("#disputed button").count() == 0


def test_a_dispute_of_an_earlier_deal_leaves_the_coming_one_as_it_is(table: Table) -> None:
    """What is half filled in stays where a dispute comes, changes and goes, and each button says
    the reading that it settles on now."""
    anna, somebody = table.anna, table.somebody
    readings = anna.tab.locator("#disputed button")
    somebody.does("deal sang 6 6")
    anna.is_at(1)
    anna.chooses(0)
    anna.counts(4)
    field = anna.tab.locator("#deal input[data-side]").first
    somebody.does("amend 1 --or 7 5")
    anna.is_at(2)
    assert "Anna 7" in readings.last.inner_text()
    for line in ("settle 1 1", "amend 1 --or 5 6"):
        somebody.does(line)
    anna.is_at(4)
    assert "Anna 5" in readings.last.inner_text()
    anna.taps_on(readings.last)
    table.cleo.answers("yes")
    anna.is_at(5)
    assert "reading 2 counts (Anna)" in somebody.does("log").out
    assert (readings.count(), field.input_value()) == (0, "4")


def test_what_a_deal_comes_to_is_told_before_it_is_sent(table: Table) -> None:
    """Who somebody is may be said last; a count that cannot be is refused while it is tapped; the
    last key is taken back, of the number before too."""
    phone = table.phone(None)
    phone.chooses(2)
    phone.counts(12, 9)
    phone.taps_on("#whoever label:has(input[value='Björn'])")
    wrong = phone.tab.locator("#deal .wrong:not(:empty)")
    wrong.wait_for()
    assert "12 + 9 = 21" in (wrong.text_content() or "")
    for _ in range(2):
        phone.taps_on("#deal fieldset:not([hidden]) [data-do='key:back']")
    values = "inputs => inputs.map(input => input.value)"
    assert phone.tab.eval_on_selector_all("#deal input[data-side]", values) == ["", "", ""]
    phone.counts(6, 6)
    phone.shows("Anna 6−8=−2")
    assert wrong.count() == 0
    assert recorded(table.somebody) == [] and phone.faults == []
    phone.context.close()


def test_what_a_bid_asks_for_is_unfolded(browser: Any, tmp_path: Path) -> None:
    """A ponder has tricks in place of points: they are asked for, though they lie under a fold."""
    somebody = begun(tmp_path, BIEN)
    with served(somebody.path("friday"), MANY) as board:
        phone = Tapper(browser, link(board), "Anna")
        phone.chooses(0)
        phone.tab.fill("#deal input[name='fact.bid']", "pon")
        phone.tab.locator("#more[open] fieldset[data-fact='tricks']").wait_for()
        phone.context.close()


def test_two_say_yes_at_once(table: Table) -> None:
    """It is recorded once, and neither is told of a fault."""
    other = table.phone("Björn")
    entered(table.anna, BISMARCK, 1)
    for phone in (table.cleo, other):
        phone.tab.locator("[data-do^='answer:yes']").wait_for()
    yes = "document.querySelector(`[data-do^='answer:yes']`)"
    soon = table.anna.tab.evaluate("Date.now()") + 500
    for phone in (table.cleo, other):
        phone.tab.evaluate(
            f"at => {{ const yes = {yes}; setTimeout(() => yes.click(), at - Date.now()); }}", soon
        )
    for phone in (table.anna, table.cleo, other):
        phone.is_at(1)
    assert len(recorded(table.somebody)) == 1
    assert other.tab.locator("#enter .wrong:not(:empty)").count() == 0
    other.context.close()


def test_two_enter_at_once(table: Table) -> None:
    """One waits; the other phone says that somebody was quicker, and with what."""
    for phone, numbers in ((table.anna, (6, 6)), (table.cleo, (7, 5))):
        phone.chooses(0)
        phone.counts(*numbers)
        phone.tab.wait_for_function("() => document.getElementById('truth').textContent !== ''")
    for phone in (table.anna, table.cleo):
        phone.tab.evaluate("document.querySelector('#deal button[type=submit]').click()")
    first = table.anna.tab.locator(".waiting").get_attribute("data-by")
    late = table.cleo if first == "Anna" else table.anna
    late.shows("somebody was quicker; this is what")
    late.answers("yes")
    table.anna.is_at(1)
    assert len(recorded(table.somebody)) == 1


def test_what_is_half_filled_in_stays(table: Table) -> None:
    """A note of somebody else takes neither the numbers nor the focus from who is typing, nor does
    an entry of one's own from the other form."""
    anna = table.anna
    anna.chooses(0)
    field = anna.tab.locator("input[data-side=Björn]")
    field.focus()
    field.press("4")
    table.cleo.says("note the cat")
    anna.is_at(1)
    anna.tab.keyboard.type("2")
    assert field.input_value() == "42"
    anna.says("note the dog")
    anna.is_at(2)
    assert field.input_value() == "42"
    anna.tab.locator("#why summary, a[data-need='1']").first.focus()
    table.cleo.says("note the cow")
    anna.is_at(3)
    assert anna.tab.evaluate("document.activeElement.dataset.need") == "1"


def test_whoever_is_called_anything_enters_and_asks(browser: Any, tmp_path: Path) -> None:
    """Signs of markup, of scripts and of lines in names and notes are letters."""
    people = ("E\"F'G", "<img src=x onerror=alert(1)>", "__proto__")
    somebody = Person(tmp_path / "home")
    words = ("new", "bismarck-swedish", *people, "--dealer", people[2], "--name", "friday")
    assert somebody.types(*words).code == 0
    with served(somebody.path("friday"), MANY, confirms=False) as board:
        phone = Tapper(browser, link(board))
        phone.taps_on("#whoever label >> nth=0")
        phone.chooses(0)
        phone.counts(6, 6)
        assert phone.tab.locator("#deal .quota").all_inner_texts() == ["/ 8", "/ 4", "/ 4"]
        phone.enters()
        phone.is_at(1)
        phone.says("note </script><img src=x onerror=alert(2)>")
        phone.is_at(2)
        for number, name in enumerate(people):
            phone.taps_on(f"#whoever label >> nth={number}")
            phone.tab.evaluate("document.getElementById('else').open = true")
            phone.taps_on("[data-do=need]")
            phone.tab.locator("#answer").get_by_text(f"{name} can still win").wait_for()
        assert phone.tab.locator("img").count() == 0
        assert phone.faults == []
        phone.context.close()


def test_a_tap_more_is_the_same_entry(table: Table) -> None:
    """What is still on its way is not said twice."""
    anna = table.anna
    twice = "at => { for (const _ of [1, 2]) document.querySelector(at).click(); }"
    anna.chooses(0)
    anna.counts(6, 6)
    anna.tab.wait_for_function("() => document.getElementById('truth').textContent !== ''")
    anna.tab.evaluate(twice, "#deal button[type=submit]")
    anna.shows("Waits for another person's yes.")
    table.cleo.answers("yes")
    anna.is_at(1)
    anna.tab.evaluate(twice, "[data-do='line:undo']")
    table.cleo.shows("Anna: took back deal 1")
    anna.tab.evaluate(twice, "[data-do='line:undo']")
    table.cleo.answers("yes")
    anna.is_at(2)
    assert [entry["what"] for entry in recorded(table.somebody)] == ["deal", "undo"]


def test_what_another_tab_entered_leaves_this_one_as_it_is(table: Table) -> None:
    """Both send what waited in the phone; what is half filled in here is not taken for it."""
    anna = table.anna
    other = anna.context.new_page()
    other.goto(f"{table.board.at.origin}/")
    other.locator("#deal input[data-side]").first.fill("4")
    anna.context.set_offline(True)
    anna.chooses(0)
    anna.counts(6, 6)
    anna.taps_on("#deal button[type=submit]")
    anna.shows("Not sent yet")
    anna.context.set_offline(False)
    for tab in (anna.tab, other):
        tab.get_by_text("Waits for another person's yes.").wait_for()
    assert other.locator("#deal input[data-side]").first.input_value() == "4"


# --- what is asked, and what was typed ---------------------------------------------------------------


def numbers(phone: Tapper) -> list[str]:
    """The numbers that the form of the deal holds."""
    values = "inputs => inputs.map(input => input.value)"
    found: list[str] = phone.tab.eval_on_selector_all("#deal input[data-side]", values)
    return found


QUESTION = ("#asked", "[data-do^='answer:yes']", "[data-do^='answer:no']")
SHAKES = "window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; return true; }; null"


def test_what_waits_is_in_sight_wherever_somebody_has_scrolled_to(table: Table) -> None:
    """The deal with its Yes and No, though the form is in view; the title says it too, and the phone
    that is asked shakes, once."""
    anna, cleo = table.anna, table.cleo
    for phone in (anna, cleo):
        phone.tab.evaluate(SHAKES)
    cleo.tab.locator("#deal button[type=submit]").scroll_into_view_if_needed()
    table.somebody.does("deal spader 5 6")
    table.somebody.does("deal trumf 4 6 --or 5 6")
    cleo.is_at(2)
    anna.says("strike 1")  # much is said of it
    cleo.shows("Anna: struck deal 1")
    assert all(in_sight(cleo, one) for one in QUESTION)
    assert cleo.tab.title() == "(1) friday"
    table.somebody.does("note the cat")
    cleo.tab.wait_for_function(
        "() => document.getElementById('main').dataset.follows.startsWith('3 ')"
    )
    assert [phone.tab.evaluate("window.shaken") for phone in (anna, cleo)] == [0, 1]
    cleo.answers("yes")
    cleo.is_at(4)
    assert cleo.tab.title() == "friday"


def test_a_form_keeps_what_was_typed_until_it_is_recorded(table: Table) -> None:
    """While it waits, after a no and after a refusal; a tap more enters it again. Once it is recorded
    the form of the next deal is empty."""
    anna, cleo = table.anna, table.cleo
    entered(anna, BISMARCK, 1)
    cleo.answers("no")
    anna.shows("Cleo says no; not counted: deal 1")
    assert numbers(anna) == ["6", "6", ""]
    anna.enters()
    cleo.answers("yes")
    anna.is_at(1)
    assert numbers(anna) == ["", "", ""]
    anna.says("penalty Björn")
    anna.shows("how many")
    assert anna.tab.input_value("#line") == "penalty Björn"
    anna.says("penalty Björn 10")
    cleo.answers("yes")
    anna.is_at(2)
    anna.tab.wait_for_function("() => document.getElementById('line').value === ''")


def test_what_others_record_leaves_what_was_typed_of_the_same_deal(table: Table) -> None:
    """A misdeal, a correction, somebody's seat and a deal struck make another form of the coming
    deal, with what was typed; a deal that others recorded in its place leaves nothing of it."""
    anna, somebody = table.anna, table.somebody
    for number, line in enumerate(("deal spader 5 6", "deal trumf 5 6"), 1):
        somebody.does(line)
        anna.is_at(number)
    anna.chooses(0)
    anna.counts(4, 9)
    lines = ("misdeal", "amend 1 contract=sang", "strike 1", "turn Björn", "note x")
    for number, line in enumerate(lines, 3):
        somebody.does(line)
        anna.is_at(number)
        assert numbers(anna) == ["4", "9", ""], line
    somebody.does("deal pass 5 6")
    anna.is_at(8)
    assert numbers(anna) == ["", "", ""]


def test_an_answer_goes_once_others_have_recorded(table: Table) -> None:
    """The figures of a deal do not stand beside the next one."""
    anna, cleo = table.anna, table.cleo
    entered(anna, BISMARCK, 1)
    cleo.answers("yes")
    anna.is_at(1)
    answer = cleo.tab.locator("#answer")
    answer.get_by_text("deal 1 · spader").wait_for()
    table.somebody.does("deal sang 6 6")
    cleo.is_at(2)
    assert answer.inner_text() == ""


def test_a_refusal_is_told_where_it_is_about_and_in_sight(table: Table) -> None:
    """A line of words says nothing of the form above it; who has not said who they are is told so
    where they say it."""
    anna = table.anna
    anna.says("amend 1 tricks=7,5,4")
    anna.shows("there is no deal 1")
    anna.says("deal sang 8 9")
    answer = anna.tab.locator("#answer")
    answer.get_by_text("17").wait_for()
    assert anna.tab.locator("#enter .wrong:not(:empty)").count() == 0
    assert in_sight(anna, "#answer")
    other = table.phone(None)
    other.says("note x")
    other.tab.locator("#whoever .wrong").get_by_text("say first who you are").wait_for()
    assert in_sight(other, "#whoever .wrong")
    other.context.close()


def in_sight(phone: Tapper, selector: str) -> bool:
    """Whether all of a part of the page is on the screen."""
    phone.tab.wait_for_timeout(100)
    box = phone.tab.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 740


def test_a_moment_is_told_as_on_a_clock_of_24_hours(table: Table) -> None:
    """Everywhere, as in all that the program shows."""
    for locale in ("en-US", "fr-FR", "sv-SE"):
        phone = table.phone(None, locale=locale)
        assert phone.tab.evaluate("clock(new Date(2026, 0, 1, 14, 15))") == "14:15"
        phone.context.close()


# --- network, power, clocks ----------------------------------------------------------------------------


def test_without_a_network_an_entry_waits_and_is_sent_once(table: Table) -> None:
    """What is entered and what is answered while there is no network is sent once there is, once."""
    anna, cleo = table.anna, table.cleo
    anna.context.set_offline(True)
    anna.chooses(0)
    anna.counts(6, 6)
    anna.taps_on("#deal button[type=submit]")
    anna.shows("Not sent yet: it waits in this phone.")
    assert anna.waiting() == 1
    anna.context.set_offline(False)
    cleo.shows("Anna: deal 1")
    anna.shows("Waits for another person's yes.")
    assert anna.waiting() == 0
    cleo.context.set_offline(True)
    cleo.answers("yes")
    cleo.shows("Not sent yet: it waits in this phone.")
    assert recorded(table.somebody) == []
    cleo.context.set_offline(False)
    anna.is_at(1)
    cleo.is_at(1)
    assert len(recorded(table.somebody)) == 1


def test_what_waits_in_a_phone_can_be_left_unsent(table: Table) -> None:
    """By a button beside it."""
    anna = table.anna
    anna.context.set_offline(True)
    anna.says("note wrong")
    anna.tab.get_by_role("button", name="Do not send it").tap()
    anna.context.set_offline(False)
    anna.says("note right")
    anna.is_at(1)
    assert [entry["facts"] for entry in recorded(table.somebody)] == [{"text": "right"}]


def test_what_can_never_be_sent_does_not_stand_in_the_way(table: Table) -> None:
    """A line that is too long for the board is refused, and what follows is sent."""
    table.anna.says("note " + "記" * 990)
    table.anna.shows("that is too long")
    table.anna.says("note short")
    table.anna.is_at(1)


def test_a_phone_that_slept_says_how_old_what_it_showed_was(table: Table) -> None:
    """While it is out of reach, and once more when it is back with what stands."""
    asleep = table.phone(None)
    asleep.tab.clock.install(time="2026-01-02T20:00:00")
    asleep.opens(link(table.board))
    asleep.context.set_offline(True)
    asleep.tab.clock.fast_forward("05:00")
    asleep.shows("No connection: what stands here is from")
    table.somebody.does("deal spader 5 6")
    asleep.context.set_offline(False)
    asleep.is_at(1)
    asleep.shows("What stood here was from")
    asleep.context.close()


def test_a_page_that_comes_late_takes_no_newer_ones_place(table: Table) -> None:
    """Where two are asked for, the one that was asked for first may come last."""
    anna, late = table.anna, list[Any]()

    def answered(route: Any) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    anna.tab.route(f"{table.board.at.origin}/", answered)
    table.cleo.says("note the cat")
    table.cleo.is_at(1)
    anna.tab.wait_for_timeout(500)
    table.cleo.says("note the dog")
    anna.is_at(2)
    (route, answer) = late[0]
    with anna.tab.expect_response(lambda one: one.url == f"{table.board.at.origin}/"):
        route.fulfill(response=answer)
    anna.tab.wait_for_timeout(200)
    assert anna.tab.evaluate("document.getElementById('main').dataset.follows")[0] == "2"


def test_who_somebody_is_may_be_tapped_before_the_script_has_come(table: Table) -> None:
    """On a slow network the page is there first; what was tapped on it holds."""
    slow, scripts = table.phone(None), list[Any]()

    def held(route: Any) -> None:
        scripts.append(route)

    slow.tab.route("**/enter.js", held)
    slow.tab.goto(f"{table.board.at.origin}/", wait_until="commit")
    slow.taps_on("#whoever label >> nth=1")
    slow.chooses(0)
    scripts[0].continue_()
    slow.tab.wait_for_load_state()
    slow.counts(5, 6)
    slow.enters()
    table.cleo.answers("yes")
    slow.is_at(1)
    assert recorded(table.somebody)[0]["by"] == "Björn"


def test_what_a_deal_comes_to_is_asked_again_until_it_is_answered(table: Table) -> None:
    """A request that is lost, and one that comes while the board has too many."""
    anna = table.anna
    answers = [lambda route: route.abort(), lambda route: route.fulfill(status=429, body="wait")]
    asked = []

    def answered(route: Any) -> None:
        asked.append(route)
        (answers.pop(0) if answers else lambda route: route.continue_())(route)

    anna.tab.route("**/try", answered)
    anna.chooses(0)
    anna.counts(5, 6)
    anna.enters()
    table.cleo.answers("yes")
    anna.is_at(1)
    assert (len(asked), answers) == (3, [])


@pytest.mark.parametrize("moment", ["1999-12-31T23:59:00", "2038-01-19T03:14:07"])
def test_a_phone_with_a_wrong_clock(table: Table, moment: str) -> None:
    """Enters as any other; the log has the time of the board."""
    wrong = table.phone(None)
    wrong.tab.clock.install(time=moment)
    wrong.who = "Björn"
    wrong.opens(link(table.board))
    entered(wrong, BISMARCK, 1)
    wrong.tab.clock.set_system_time("2010-05-05T05:05:05")
    table.cleo.answers("yes")
    wrong.is_at(1)
    (entry,) = recorded(table.somebody)
    assert entry["by"] == "Björn"
    assert "2010" < str(entry["at"])[:4] < "2038"
    wrong.context.close()


@pytest.mark.parametrize("wait", [0, 5, 20])
def test_killed_right_after_a_tap(browser: Any, tmp_path: Path, wait: int) -> None:
    """Nothing that was said is lost and nothing is doubled: the phone says that the board has other
    codes, and with the new link what it could not send is sent."""
    somebody, port = begun(tmp_path), free_port()
    with started(somebody.home, port, "--no-confirm") as (board, first):
        phone = Tapper(browser, first, "Anna")
        phone.says("note the cat")
        phone.tab.wait_for_timeout(wait)
        board.kill()
        board.wait()
    with started(somebody.home, port, "--no-confirm", "--new-codes") as (_, second):
        phone.shows("The board has other codes now")
        phone.opens(second)
        phone.is_at(1)
        phone.tab.wait_for_function("() => localStorage.getItem('scorekeeper-unsent') === '[]'")
    assert len(recorded(somebody)) == 1
    assert somebody.types("check").code == 0
    phone.context.close()


def test_what_waited_for_a_yes_waits_again_after_a_new_start(browser: Any, tmp_path: Path) -> None:
    """The phone that entered it tells the new board; a yes records it once."""
    somebody, port = begun(tmp_path), free_port()
    with started(somebody.home, port) as (board, first):
        anna, cleo = Tapper(browser, first, "Anna"), Tapper(browser, first, "Cleo")
        entered(anna, BISMARCK, 1)
        cleo.shows("Anna: deal 1")
        board.kill()
        board.wait()
        anna.tab.goto("about:blank")  # the links outlive the board: her page would tell it at once
    with started(somebody.home, port) as (_, second):
        cleo.opens(second)
        assert cleo.tab.locator("#asked").count() == 0
        anna.opens(second)
        cleo.answers("yes")
        anna.is_at(1)
    assert [entry["by"] for entry in recorded(somebody)] == ["Anna"]
    anna.context.close()
    cleo.context.close()


def test_an_entry_is_sent_to_its_own_session_alone(browser: Any, tmp_path: Path) -> None:
    """A board of another session at the same address is told nothing of it."""
    somebody, port = begun(tmp_path), free_port()
    with started(somebody.home, port, "--no-confirm") as (board, first):
        phone = Tapper(browser, first, "Anna")
        board.kill()
        board.wait()
    phone.says("note of friday")
    phone.shows("Not sent yet")
    somebody.does("new bismarck-swedish Anna Björn Cleo --name saturday")
    with started(somebody.home, port, "--no-confirm", "-s", "saturday") as (_, second):
        phone.opens(second)
        phone.says("note of saturday")
        phone.is_at(1)
        assert phone.waiting() == 1
    with started(somebody.home, port, "--no-confirm", "-s", "friday") as (_, third):
        phone.opens(third)
        phone.is_at(1)
    assert [entry["facts"] for entry in recorded(somebody)] == [{"text": "of friday"}]
    phone.context.close()


# --- the session meanwhile -----------------------------------------------------------------------------


def test_a_session_that_goes_and_comes_back(table: Table) -> None:
    """While its file is gone the phones say so; what waits for a yes and what is entered then waits;
    once it is back all goes on, on a phone too that was opened meanwhile."""
    anna, cleo = table.anna, table.cleo
    entered(anna, BISMARCK, 1)
    cleo.shows("Anna: deal 1")
    file = table.somebody.path("friday")
    away = file.rename(file.with_suffix(".away"))
    for phone in (anna, cleo):
        phone.tab.locator("#main [role=alert]").first.wait_for()
    late = table.phone(None)
    late.tab.locator("#main [role=alert]").first.wait_for()
    away.rename(file)
    cleo.answers("yes")
    late.is_at(1)
    late.tab.locator("#whoever label").first.tap()
    entered(late, BISMARCK, 2)
    cleo.answers("yes")
    late.is_at(2)
    assert len(recorded(table.somebody)) == 2
    late.context.close()


def test_a_session_finished_meanwhile(table: Table) -> None:
    """Who was filling in is told; what waited does not count."""
    table.somebody.does("deal spader 5 6")
    table.anna.is_at(1)
    entered(table.anna, BISMARCK, 2)
    table.cleo.shows("Anna: deal 2")
    table.somebody.does("finish")
    table.cleo.shows("not counted: deal 2")
    table.cleo.tab.wait_for_function("() => !document.getElementById('deal')")
    assert [entry["what"] for entry in recorded(table.somebody)] == ["deal", "finish"]


# --- readers -------------------------------------------------------------------------------------------

NAMES = ("👩‍👩‍👧 Zoë", "שָׁלוֹם", "<b>Bo")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_view_has_a_barrier(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    """axe-core finds nothing of any weight on the phone's page while somebody enters and while a deal
    waits, on the wall, at the referee, on the page of needs and at the door; nothing is wider than the
    screen; names with pictures, from right to left and with marks of a page stand there as they are."""
    somebody = Person(tmp_path / "home")
    somebody.types("new", "bismarck-swedish", *NAMES, "--name", "friday")
    somebody.does("deal spader 5 6")
    with served(somebody.path("friday"), MANY) as board:
        settings = {
            "viewport": {"width": width, "height": 740},
            "color_scheme": scheme,
            "reduced_motion": "reduce",
            "bypass_csp": True,
        }
        phone = Tapper(browser, link(board), NAMES[0], **settings)
        faults = seen(phone, width)
        entered(phone, BISMARCK, 1)
        phone.tab.locator("#asked").wait_for()
        faults += seen(phone, width)
        for name in NAMES:
            assert name in phone.tab.locator("#asked").inner_text()
        for path in ("/wall", "/referee", "/need?for=1"):
            phone.tab.goto(board.at.origin + path)
            faults += seen(phone, width)
        phone.context.clear_cookies()
        phone.tab.goto(board.at.origin)
        faults += seen(phone, width)
        assert faults == []
        assert phone.faults == []
        phone.context.close()


def seen(phone: Tapper, width: int) -> list[str]:
    """What is wrong with what a phone shows."""
    wide = phone.tab.evaluate("document.documentElement.scrollWidth")
    moves = phone.tab.evaluate("document.getAnimations().length")
    return [
        *barriers(phone.tab),
        *([f"{phone.tab.url} is {wide} wide"] if wide > width else []),
        *([f"{phone.tab.url} moves"] if moves else []),
    ]


def test_a_deal_by_keys_alone(table: Table) -> None:
    """Who they are, the contract, the numbers, sending it, and another's yes, all with Tab, arrows,
    digits, Enter and the space bar."""
    keys = table.phone(
        None, viewport={"width": 1280, "height": 740}, has_touch=False, is_mobile=False
    )
    goes_to(keys, "input[name=who]")
    keys.tab.keyboard.press("Space")
    goes_to(keys, "input[name=contract]")
    keys.tab.keyboard.press("ArrowDown")
    for _ in range(2):
        keys.tab.keyboard.press("ArrowUp")
    keys.tab.keyboard.press("ArrowDown")
    for side, number in (("Anna", "6"), ("Björn", "5")):
        goes_to(keys, f"input[data-side='{side}']")
        keys.tab.keyboard.type(number)
    keys.tab.keyboard.press("Enter")
    table.cleo.shows("Anna: deal 1")
    goes_to(table.cleo, "[data-do^='answer:yes']")
    table.cleo.tab.keyboard.press("Enter")
    keys.is_at(1)
    keys.context.close()


def goes_to(phone: Tapper, selector: str) -> None:
    """Presses Tab until what is meant has the focus."""
    for _ in range(200):
        phone.tab.keyboard.press("Tab")
        if phone.tab.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no Tab leads to {selector}")


@pytest.mark.parametrize("locale", ["fr-FR", "sv-SE", "de-DE"])
def test_each_reader_has_their_own_language(table: Table, locale: str) -> None:
    """What waits is asked in the language of the phone; who reads none of them reads English."""
    other = table.phone(None, locale=locale)
    entered(table.anna, BISMARCK, 1)
    other.shows({"fr": "Est-ce bien cela", "sv": "Stämmer det?"}.get(locale[:2], "Is it so?"))
    other.context.close()


def test_who_may_only_look_has_nothing_to_tap(table: Table) -> None:
    """The code to look shows what waits, and neither the form nor a yes."""
    guest = Tapper(table.browser, link(table.board, table.board.codes.look))
    entered(table.anna, BISMARCK, 1)
    guest.shows("Anna: deal 1")
    assert guest.tab.locator("#enter, .waiting button").count() == 0
    assert guest.context.cookies()[0]["httpOnly"]
    assert table.board.codes.look not in guest.tab.content() + guest.tab.url
    guest.context.close()
