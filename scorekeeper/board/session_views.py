"""The views of a session: for phones, for a wall display, for one player, and for questions to the
referee."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.board.form_to_words import typed_on_phone
from scorekeeper.game.standing import Standing
from scorekeeper.record.chain import seal_of_entry
from scorekeeper.record.open_session import Book
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
from scorekeeper.render.html.sheet_tables import sheet_section, strip_section
from scorekeeper.render.next_deal_text import (
    card_notes,
    card_people,
    card_quotas,
    card_title,
    known_note,
    quota_shown,
)
from scorekeeper.render.svg_chart import chart
from scorekeeper.render.text_writer import document_text, labelled_texts
from scorekeeper.report.change_text import seal_line
from scorekeeper.report.deal_text import line_of, open_words, reading_heads, still_words
from scorekeeper.report.explain import Explained, explained_readings
from scorekeeper.report.explain_document import steps_of
from scorekeeper.report.next_deal_summary import DealerCard, card_of
from scorekeeper.report.outlook_document import outlook_document
from scorekeeper.report.outlook_sheet import outlook_sheet
from scorekeeper.report.shared_labels import carried_lines, contract_word, score
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.report.sheet_text import (
    by_deals_line,
    failing,
    happened,
    heading,
    last_line,
    odd_deals,
    winners_line,
)
from scorekeeper.report.summary import RankingPlace, Summary, summary_of
from scorekeeper.report.summary_document import result_words
from scorekeeper.rules.cards import Card, Pack, suit_word, words_of_card
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import marked, tr, trn

# --- parts of both views: ranking, next deal, end ----------------------------------------------


MANY, CROWD = 4, 9  # sides from which boxes become smaller
LONG = 4  # characters of a total in a wall's largest letters
TITLE = marked("Totals")


def page_header(sheet: Sheet, rules: Ruleset) -> Html:
    """Return the header: the game, the number of deals, the session and, if decided, the winner."""
    session, game, deals = heading(sheet, rules)
    said = joined([text(deals), name(session)], " · ")
    ends = filter(None, [winners_line(sheet, rules), last_line(sheet, rules)])
    lines = [element("p", told(line, sheet.sides), class_="won") for line in ends]
    return element("header", element("h1", text(game)), element("p", said), *lines)


def places_part(summary: Summary, rules: Ruleset) -> Html:
    """Return one box for each side, with its place and total, in the order of the ranking."""
    cards = [_card(place, side, rules) for place in summary.ranking for side in place.sides]
    many = "many" if len(cards) > MANY else None
    look = "crowd" if len(cards) > CROWD else many
    longest = max(len(score(place.shown_total, rules)) for place in summary.ranking)
    looks = ["cards", look, "long" if longest > LONG else None]
    cards_list = element("ol", *cards, class_=" ".join(filter(None, looks)), role="list")
    carried = carried_lines(rules, summary.sheet.counters)
    return section(tr(TITLE), cards_list, lines_list(told(c, summary.sheet.sides) for c in carried))


def _card(place: RankingPlace, side: str, rules: Ruleset) -> Html:
    """Return the box of one side. The word "place" in it is only for screen readers."""
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
    """Return the next deal: its dealer, declarer and leader, the dealing, and the remaining
    contracts with quotas. Empty if the session is over."""
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
    """Return a definition list of labels and texts. Consecutive equal labels are shown once."""
    parts, before, known = [], "", [*names]
    for label, words in pairs:
        if label != before:
            parts.append(element("dt", text(label)))
        parts.append(element("dd", told(words, known)))
        before = label
    return element("dl", *parts) if parts else NOTHING


def _left(card: DealerCard, rules: Ruleset) -> Html:
    """Return a table of the remaining contracts, one per row, with the quota of each side
    or role."""
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


# --- a player's outlook ------------------------------------------------------------------------


WIDE = 10_000  # columns: a phone breaks lines itself


def need_part(book: Book) -> Html:
    """Return a link for each player to the player's outlook. The script shows the outlook in place
    and remembers the player."""
    if book.standing.next_turn is None:
        return NOTHING
    links = [
        element("a", name(player), href=f"/need?for={number}", data_need=number)
        for number, player in enumerate(book.agreed.players)
    ]
    people = element("p", joined(links, " "), class_="people")
    return section(
        tr("What I need"), people, element("div", id="needed", role="status"), class_="need"
    )


def need_parts(book: Book, number: int) -> list[Html]:
    """Return the parts of the page with a player's outlook. `number` is the player's number, from
    0."""
    sheet, rules = sheet_of(book.standing, book.name), book.agreed.rules
    line = told(_needed(book, number), book.agreed.players)
    back = element("p", element("a", text(tr("for a phone")), href="/"))
    who = book.agreed.players[number]
    return [
        page_header(sheet, rules),
        element("h2", told(tr("What {player} needs", player=who), [who])),
        element("p", line, id="said"),
        back,
    ]


def _needed(book: Book, number: int) -> str:
    try:
        outlook = outlook_sheet(book.standing, book.agreed.side_of[number])
    except Refused as refusal:
        return text_of(refusal.messages, typed_on_phone)
    return document_text(outlook_document(outlook, book.agreed.rules), WIDE, plain=True)


# --- phone view --------------------------------------------------------------------------------
# A board on a phone: the next deal, the totals, the last deal explained, the sheet.


def phone_parts(book: Book) -> list[Html]:
    """Return the parts of a session's page for phones, the most useful first."""
    summary, rules = summary_of(book.standing, book.name), book.agreed.rules
    sheet = summary.sheet
    return [
        page_header(sheet, rules),
        coming_part(book),
        places_part(summary, rules),
        last_deal(book),
        need_part(book),
        strip_section(sheet, rules),
        sheet_section(sheet, rules),
        _noted(book, sheet),
        _known_by(book),
    ]


def last_deal(book: Book) -> Html:
    """Return a line about the last deal, with its scoring explained, or nothing before the first
    deal."""
    number = len(book.standing.deals)
    if not number:
        return NOTHING
    line = element("p", told(line_of(book.standing, number), book.agreed.players), id="last")
    found, heads = explained_readings(book.standing, number), reading_heads(book.standing, number)
    each = [_steps(one, book) for one in found]
    if len(each) > 1:
        each = [
            joined([element("h3", text(title)), steps])
            for title, steps in zip(heads, each, strict=True)
        ]
    why = element("details", element("summary", text(tr("Why"))), *each, id="why")
    return section(tr("The last deal"), line, why)


def _steps(explained: Explained, book: Book) -> Html:
    said = labelled_texts(steps_of(explained, book.agreed.rules))
    return pairs_list([*said], book.agreed.players)


def _noted(book: Book, sheet: Sheet) -> Html:
    """Return the notes: disputed deals, irregular events between deals, irregular deals, failed
    checks."""
    now, rules = book.standing, book.agreed.rules
    lines = [open_words(now, number, typed_on_phone) for number in now.readings]
    lines += [*happened(sheet), *sheet.counted, *odd_deals(sheet)]
    lines += [*failing(sheet.checks, rules), *filter(None, [by_deals_line(sheet, rules)])]
    return section(tr("Notes"), lines_list(told(line, sheet.players) for line in lines))


def _known_by(book: Book) -> Html:
    """Return the number of entries and the last entry's seal. Devices with the same seal show the
    same session."""
    entries = book.log.entries
    if not entries:
        return NOTHING
    number = trn(len(entries), "{n} entry", "{n} entries")
    said = " · ".join([number, seal_line(seal_of_entry(entries[-1], len(entries)))])
    return element("p", text(said), class_="seal")


# --- wall view: large totals, the next deal, quotas, the chart ---------------------------------


def _open(now: Standing) -> Html:
    """Return the notice that deals are disputed or incomplete, so that totals are ranges."""
    return element("p", text(still_words(now)), class_="notice") if now.readings else NOTHING


def wall_parts(book: Book) -> list[Html]:
    """Return the parts of a session's page for a wall display, in large letters."""
    summary, rules = summary_of(book.standing, book.name), book.agreed.rules
    curve = section(tr("Running totals"), chart(summary.sheet, rules), class_="curve")
    return [
        page_header(summary.sheet, rules),
        _open(book.standing),
        places_part(summary, rules),
        element("div", coming_part(book), curve, class_="below"),
    ]


# --- referee view ------------------------------------------------------------------------------
# Questions to the referee by tapping cards: who wins a trick, and which cards may be played to it.


CONTRACT, TRUMP, PLACE = "contract", "trump", "place"


def referee_parts(book: Book) -> list[Html]:
    """Return the form for questions to the referee, with a button for each card. A tap puts the
    card into the trick, in order of play, or into the hand; a second tap removes it."""
    rules = book.agreed.rules
    heading = page_header(sheet_of(book.standing, book.name), rules)
    places = [("trick", tr("the trick, in order of play")), ("hand", tr("the hand"))]
    form = element(
        "form",
        element("noscript", element("p", text(tr("To tap cards takes the script of this page.")))),
        _contracts(rules),
        _choices(TRUMP, tr("trump"), _trumps(rules)),
        _choices(PLACE, tr("A card that is tapped goes to"), places),
        *_suits(rules.pack),
        element("p", element("button", text(tr("begin anew")), type="reset")),
        element("div", id="ruled", role="status"),
        id="referee",
        data_key=rules.id,
        data_in_trick=tr("card {number} of the trick"),
        data_in_hand=tr("in the hand"),
    )
    return [heading, element("h2", text(tr("Ask the referee"))), form]


def _contracts(rules: Ruleset) -> Html:
    choices = [(one, contract_word(rules, one)) for one in rules.contracts]
    return _choices(CONTRACT, tr("contract"), choices) if len(choices) > 1 else NOTHING


def _trumps(rules: Ruleset) -> list[tuple[str, str]]:
    """Return the choices of the trump suit. The first one is the suit of the contract."""
    suits = [(suit, suit_word(rules.pack, suit)) for suit in rules.pack.suits]
    return [("", tr("as the contract has it")), *suits]


def _choices(field: str, label: str, choices: Iterable[tuple[str, str]]) -> Html:
    each = [
        element(
            "label",
            element(
                "input", type="radio", name=field, value=value,
                checked="checked" if number == 0 and field != CONTRACT else None,
            ),
            element("span", text(words)),
            class_="choice",
        )
        for number, (value, words) in enumerate(choices)
    ]  # fmt: skip
    return element(
        "fieldset", element("legend", text(label)), element("div", *each, class_="choices")
    )


def _suits(pack: Pack) -> Iterable[Html]:
    """Yield one row of card buttons for each suit, then a row of the cards that have no suit or
    several."""
    by_suit = {
        suit: [card for card in pack.cards.values() if card.suits == (suit,)] for suit in pack.suits
    }
    others = [card for card in pack.cards.values() if len(card.suits) != 1]
    for suit, cards in [*by_suit.items(), ("", others)]:
        if cards:
            label = suit_word(pack, suit) if suit else tr("other cards")
            buttons = [_tapped_card(pack, card) for card in cards]
            yield element("div", *buttons, class_="cards-row", role="group", aria_label=label)


def _tapped_card(pack: Pack, card: Card) -> Html:
    return element(
        "button", name(text_of(words_of_card(pack, card))), element("small"),
        type="button", data_card=card.code, aria_pressed="false",
    )  # fmt: skip
