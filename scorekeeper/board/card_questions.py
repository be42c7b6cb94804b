"""What the referee says of cards that were tapped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.board.phone_words import Fields, typed_on_phone
from scorekeeper.record.book import Book
from scorekeeper.referee.ask import Question, answer
from scorekeeper.referee.case import Answer, case_at
from scorekeeper.rules.cards import Pack, typed_card
from scorekeeper.text.speech import text_of

KEYS = ("contract", "trump")


def ruled(book: Book, fields: Fields) -> Mapping[str, object]:
    """Who wins the cards of the trick, and which of the hand may be played to it, by code; raises
    Refused where the referee has no answer."""
    given = {key: fields[key][0] for key in KEYS if any(fields.get(key, []))}
    pack = book.agreed.rules.pack
    trick, hand = _typed(pack, fields.get("trick", ())), _typed(pack, fields.get("hand", ()))
    if hand:
        found = _answer(book, Question("legal", (hand, trick), given))
        return {"lines": _lines(found), "legal": found.value["legal"]}
    found = _answer(book, Question("trick", (trick,), given))
    return {"lines": _lines(found), "legal": []}


def _typed(pack: Pack, codes: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of these codes as they are typed in the language spoken."""
    known = pack.cards
    return tuple(text_of(typed_card(pack, known[one])) if one in known else one for one in codes)


def _answer(book: Book, question: Question) -> Answer:
    seating = book.standing.seating
    return answer(case_at(seating.agreed, seating.state, {}), question, seating.state)


def _lines(found: Answer) -> list[str]:
    return [text_of(line, typed_on_phone) for line in found.lines]
