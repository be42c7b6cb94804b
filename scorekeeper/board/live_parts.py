"""What both views of a board show: places, the coming deal, how it ended."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.board.phone_words import typed_on_phone
from scorekeeper.record.book import Book
from scorekeeper.render.dealer_card import (
    card_notes,
    card_people,
    card_quotas,
    card_title,
    known_note,
    quota_shown,
)
from scorekeeper.render.finale import result_words
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    cell,
    element,
    head,
    joined,
    lines_list,
    name,
    row,
    section,
    table,
    text,
    told,
)
from scorekeeper.report.coming_card import Card, card_of
from scorekeeper.report.counters import carried_lines
from scorekeeper.report.phrases import contract_word, score
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_words import heading, last_line, winners_line
from scorekeeper.report.summary import Place, Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import text_of

MANY, CROWD = 4, 9  # sides with a card each
LONG = 4  # signs of a total that has room on a wall at its largest: what may be several has more
TITLE = marked("Totals")


def top(sheet: Sheet, rules: Ruleset) -> Html:
    """Which game, how far it has come, which session; who won, once that is known."""
    session, game, deals = heading(sheet, rules)
    said = joined([text(deals), name(session)], " · ")
    ends = filter(None, [winners_line(sheet, rules), last_line(sheet, rules)])
    lines = [element("p", told(line, sheet.sides), class_="won") for line in ends]
    return element("header", element("h1", text(game)), element("p", said), *lines)


def places_part(summary: Summary, rules: Ruleset) -> Html:
    """A card for each side, in the order of their places: who it is, with what."""
    cards = [_card(place, side, rules) for place in summary.ranking for side in place.sides]
    many = "many" if len(cards) > MANY else None
    look = "crowd" if len(cards) > CROWD else many
    longest = max(len(score(place.shown_total, rules)) for place in summary.ranking)
    looks = ["cards", look, "long" if longest > LONG else None]
    cards_list = element("ol", *cards, class_=" ".join(filter(None, looks)), role="list")
    carried = carried_lines(rules, summary.sheet.counters)
    return section(tr(TITLE), cards_list, lines_list(told(c, summary.sheet.sides) for c in carried))


def _card(place: Place, side: str, rules: Ruleset) -> Html:
    """A card; the place stands on it in words for who hears the page."""
    number = f"{place.shown}{'=' if place.is_shared else ''}"
    of = element("span", text(tr("place")), class_="heard")
    total = score(place.shown_total, rules)
    said = result_words(place, rules)
    return element(
        "li",
        element("span", of, text(" "), text(number), class_="place"),
        element("span", name(side), class_="whose"),
        element("strong", text(total)),
        element("small", text(said)) if said != total else NOTHING,
    )


def coming_part(book: Book) -> Html:
    """The coming deal: who deals, declares and leads, how it is dealt, what is left with every
    quota; nothing once the session is over."""
    card, rules = card_of(book.standing), book.agreed.rules
    if card is None:
        return NOTHING
    pairs = [*card_people(card, rules), *known_note(card), *card_notes(card, rules)]
    stuck = [text_of(card.stuck.message, typed_on_phone)] if card.stuck else []
    return section(
        card_title(card, rules),
        pairs_list(pairs, book.agreed.players),
        lines_list(map(text, [*card.before.dealing.brief, *stuck]), class_="dealing"),
        _left(card, rules),
        class_="coming",
    )


def pairs_list(pairs: Iterable[tuple[str, str]], names: Iterable[str]) -> Html:
    """What is said behind labels; a label that comes again stands once."""
    parts, before, known = [], "", [*names]
    for label, words in pairs:
        if label != before:
            parts.append(element("dt", text(label)))
        parts.append(element("dd", told(words, known)))
        before = label
    return element("dl", *parts) if parts else NOTHING


def _left(card: Card, rules: Ruleset) -> Html:
    """The contracts that are left, a row each, with the quota of each side or role."""
    contracts, quotas = card.coming.contracts, card_quotas(card, rules)
    if not contracts:
        return NOTHING
    sides = [*dict.fromkeys(side for numbers in quotas.values() for side in numbers)]
    title = tr("choice of") if len(contracts) > 1 else tr("contract")
    heads = [head(text(title)), *(head(name(side), "n") for side in sides)]
    rows = [
        row(
            head(text(contract_word(rules, contract)), scope="row"),
            *(cell(text(quota_shown(quotas[contract].get(side, ""))), "n") for side in sides),
        )
        for contract in contracts
    ]
    caption = tr("Contracts left, and quotas") if sides else tr("Contracts left")
    return table(caption, [row(*heads)], rows, class_="left")
