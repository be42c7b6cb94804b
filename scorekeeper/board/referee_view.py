"""Questions to the referee by tapping cards: who wins a trick, and what may be played to it."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.board.live_parts import top
from scorekeeper.record.book import Book
from scorekeeper.render.html.element import NOTHING, Html, element, name, text
from scorekeeper.report.phrases import contract_word
from scorekeeper.report.sheet import sheet_of
from scorekeeper.rules.cards import Card, Pack, suit_word, words_of_card
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import text_of

CONTRACT, TRUMP, PLACE = "contract", "trump", "place"


def referee_parts(book: Book) -> list[Html]:
    """The pack as buttons: a card that is tapped goes to the trick, in the order of play, or to the
    hand, as is chosen above; a tap more takes it away."""
    rules = book.agreed.rules
    heading = top(sheet_of(book.standing, book.name), rules)
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
    """Each suit; nothing chosen leaves it to the contract."""
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
    """A row of buttons a suit; cards of no suit, or of several, come last."""
    by_suit = {
        suit: [card for card in pack.cards.values() if card.suits == (suit,)] for suit in pack.suits
    }
    others = [card for card in pack.cards.values() if len(card.suits) != 1]
    for suit, cards in [*by_suit.items(), ("", others)]:
        if cards:
            label = suit_word(pack, suit) if suit else tr("other cards")
            buttons = [_card(pack, card) for card in cards]
            yield element("div", *buttons, class_="cards-row", role="group", aria_label=label)


def _card(pack: Pack, card: Card) -> Html:
    return element(
        "button", name(text_of(words_of_card(pack, card))), element("small"),
        type="button", data_card=card.code, aria_pressed="false",
    )  # fmt: skip
