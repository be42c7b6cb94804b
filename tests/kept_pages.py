"""The pages that are kept, of every shipped game: an evening that is drawn by chance, always the
same, by people whose names no page was made for."""

from __future__ import annotations

from collections.abc import Iterator

from conftest import ruleset

from scorekeeper.base.input_limits import Steps
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import first_state, seating_of
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import after, scored_for_all
from scorekeeper.proof.random_games import RandomDeal, order_without_alone, random_next_deal
from scorekeeper.record import open_session as book
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Book
from scorekeeper.record.session_fingerprint import fingerprint
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.render.html.blank_page import blank_page
from scorekeeper.render.html.page import summary_page
from scorekeeper.report.blank import blank_of
from scorekeeper.report.log_report import corrections_of
from scorekeeper.report.summary import summary_of
from scorekeeper.text.local_formats import DateAndPlace

AT = "2026-03-01T19:05:00Z"
# Long, in one word and in several, of signs as wide as two letters, from right to left, and short.
NAMES = (
    "Wilhelmina Charlotte Habsburg-Lothringen", "محمد عبد الرحمن", "👩‍👩‍👧‍👦 Familie 🎴🎲", "日本太郎左衛門尉藤原朝臣",
    "Donaudampfschifffahrtskapitänswitwe", "שלמה בן־גוריון", "Zoë", "김수한무거북이와두루미",
)  # fmt: skip
SESSION = "Freitagsrunde 🃏 im Café"
HELD = DateAndPlace("Sunday, 1 March 2026", "the long table at the Café de la Régence, first floor")


def evening(game: str, players: int, deals: int = 24) -> Book:
    """A session of a game by so many of these people, of so many deals at most."""
    agreed = agree(ruleset(game), NAMES[:players])
    text = head_text(new_head(agreed, SESSION, AT))
    text += "".join(map(entry_text, drawn_entries(agreed, deals)))
    return book.opened(text.encode(), SESSION)


def drawn_entries(agreed: Agreed, deals: int) -> Iterator[Entry]:
    """The entries of so many deals at most, drawn by chance."""
    for number, drawn in enumerate(_drawn(agreed, deals), 1):
        yield Entry("deal", number, AT, drawn.entered)


def _drawn(agreed: Agreed, deals: int) -> Iterator[RandomDeal]:
    state, order = first_state(agreed), order_without_alone(agreed.rules)
    for _ in range(deals):
        drawn = None if state.over else random_next_deal(agreed, state, order, Steps(10**9))
        if not isinstance(drawn, RandomDeal) or drawn.scored is None:
            return
        yield drawn
        state = after(agreed, state, scored_for_all(seating_of(agreed, state), state, drawn.scored))


def pages(now: Book) -> dict[str, str]:
    """The summary of a session, on which the sheet is too, and the empty sheet, in the language
    spoken."""
    rules, summary = now.agreed.rules, summary_of(now.standing, now.name)
    log, mark = corrections_of(now), fingerprint(now)
    return {
        "summary": summary_page(summary, rules, log, mark, "0.10", "kr", held=HELD),
        "blank": blank_page(blank_of(now.agreed, True), rules),
    }
