"""The dealer's card tells the dealing of the coming deal, in short or step by step, with the
players' names."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import allowed
from terminal import Person
from test_table import Evening

from scorekeeper.game.session_settings import Facts, seated
from scorekeeper.game.standing import Standing
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.next_deal_summary import card_of
from scorekeeper.report.upcoming_deal import said_next
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.message_text import hint_of, text_of

PLAYERS = ("Ann", "Bob", "Cal", "Dee")


def after(game: str, players: int, *deals: Facts) -> Standing:
    """An evening after some deals; the first one named deals first."""
    rules = load_ruleset(game)
    usual = {key: option.default for key, option in rules.options.items()}
    return allowed(seated(rules, PLAYERS[:players], 0, usual), *deals)


def told(standing: Standing, full: bool) -> list[str]:
    """How the coming deal is dealt, each line with its number."""
    card = card_of(standing)
    assert card is not None
    return list(card.before.dealing.steps if full else card.before.dealing.brief)


NO_TRUMPS = {"tricks": (8, 4, 4)}


class Card(NamedTuple):
    """What the source says, the deals played, and what stands on the card of the next one, in
    short."""

    source: str
    game: str
    deals: tuple[Facts, ...]
    brief: tuple[str, ...]


CARDS = [
    Card(
        'Swedish: "The dealer then deals the top four cards of the deck face up … discards any four of these cards"',
        "bismarck-swedish", (),
        ("Four cards face up, 16 each; Bob takes the four and discards four",),
    ),
    Card(
        'British: "Trumps selected at random (by cutting a card before the deal or from a second deck)"',
        "bismarck-british", (NO_TRUMPS,),
        (
            "A card is cut before the deal, or from a second pack: its suit is trumps.",
            "16 each, one at a time; Ann takes the last four and discards four",
        ),
    ),
    Card(
        'Lever: "the dealer receives and extra 7 cards and discards 7"; "dealer chooses trumps"',
        "bismarck-lever", (),
        (
            "15 each; Ann takes the seven that are over and discards seven",
            "Ann announces the trump suit before the first lead.",
        ),
    ),
    Card(
        'Bizon 2, 5: "each player has five cards"; "two more cards are given to him … and three more to each"',
        "bizon", (),
        ("Five each and the Bizon Grass face up; after the calls three more each, two to whoever ate the Grass",),
    ),
    Card(
        'Estonian: "In most contracts, including the first, all the cards are dealt one at a time"',
        "bismarck-estonian", (),
        ("All the cards, one at a time: 12 each",),
    ),
]  # fmt: skip


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.game)
def test_the_dealing_in_short(card: Card) -> None:
    """A line of all of it, and at its place what the contract has of its own."""
    assert tuple(told(after(card.game, 3, *card.deals), full=False)) == card.brief


CHOSEN = [
    ({"table_cards": "last-four"}, "16 each, the last four cards face up"),
    ({"table_cards": "any-four"}, "16 each, any four cards face up on the way"),
    ({"see_hand_first": True}, "Four cards face up, 16 each; Bob looks at the hand and chooses"),
]


@pytest.mark.parametrize(("options", "brief"), CHOSEN)
def test_the_dealing_in_short_is_that_of_the_options(options: Facts, brief: str) -> None:
    """Swedish, variations: the last four, or any four, are turned up, or forehand sees the hand
    before choosing."""
    rules = load_ruleset("bismarck-swedish")
    usual = {key: option.default for key, option in rules.options.items()}
    short = told(allowed(seated(rules, PLAYERS[:3], 0, {**usual, **options})), full=False)
    assert short == [f"{brief}; Bob takes the four and discards four"]


def test_the_pause_after_three_cards_comes_first() -> None:
    """Estonian, round 3: "The dealer deals 3 cards to each player and then pauses." """
    first: Facts = {"starter": "Bob", "tricks": (3, 6, 3)}
    others: list[Facts] = [
        {"tricks": tricks} for tricks in ((3, 3, 6), (6, 3, 3), (3, 6, 3), (3, 3, 6), (6, 3, 3))
    ]
    assert told(after("bismarck-estonian", 3, first, *others), full=False) == [
        "Three cards each, then a pause: Bob names the trump suit on them; then the rest: 12 each"
    ]


def test_the_pause_is_named_where_trumps_may_be_chosen() -> None:
    """Estonian, round 8: of the contracts that may be chosen before the deal, those with trumps
    are dealt with a pause after three cards."""
    assert told(estonian_round_8(), full=False) == [
        "“Trumps” and “Trumps, lose”: Three cards each, then a pause: Bob names the trump suit on "
        "them; then the rest: 12 each",
        "“No trumps”, “No trumps, lose”, “Stops up” and “Stops down”: All the cards, one at a "
        "time: 12 each",
    ]


def test_the_dealing_in_full_is_that_of_this_deal() -> None:
    """Every step in its order with the players' names; what other contracts have of their own is
    not said."""
    assert told(after("bismarck-british", 3), full=True) == [
        "Ann deals the cards one at a time until everyone has 16.",
        "Ann takes the last four cards without showing them and discards any four of the 20.",
    ]


def test_contracts_with_a_comma_in_their_name_are_quoted() -> None:
    """Estonian, round 8: six contracts are left, of which two have a comma in their name."""
    assert (said_next(estonian_round_8()) or "").endswith(
        "; left: “no trumps”, “no trumps, lose”, “trumps”, “trumps, lose”, “stops up”, “stops down”."
    )


def estonian_round_8() -> Standing:
    """The Estonian game before its last round."""
    first: Facts = {"starter": "Bob", "tricks": (3, 6, 3)}
    tricks: list[Facts] = [{"tricks": (6, 3, 3)}] * 5
    suited: list[Facts] = [{"tricks": (6, 3, 3), "trump": "hearts"}] * 6
    stops: list[Facts] = [{"left": (0, 4, 5)}] * 9
    return after("bismarck-estonian", 3, first, *tricks, *suited, *stops)


def test_the_exchange_is_told_with_names() -> None:
    """Finnish: "passes a packet of four cards … to their partner"; "the dealer's partner passes
    a card face down to the dealer who passes a card back"."""
    finnish = after("bismarck-finnish", 4)
    assert "last Cal and Ann change one" in told(finnish, full=False)[0]
    assert "Last, Cal passes one card to Ann, who passes one back." in told(finnish, full=True)


def test_when_all_is_over_there_is_no_card() -> None:
    """Of a session that is over there is nothing to deal."""
    over = after("bisque", 3, *[{"scores": (10, 10, 10)}] * 6)
    assert (over.state.over, card_of(over)) == (True, None)


def test_what_the_deal_itself_decides_is_named() -> None:
    """Bien: "The player to the left of the dealer has the first bid"; the highest bidder
    declares and leads."""
    card = card_of(after("bien", 4))
    assert card is not None
    assert (card.before.speaks, card.before.decided_by) == (
        "Bob",
        {"declarer": "bidder", "leader": "bidder"},
    )


def test_the_first_deal_has_quotas() -> None:
    """Estonian: the holder of the ace of clubs has the quota of 6, "and the other two players
    each have … 3"."""
    first = after("bismarck-estonian", 3)
    assert next_text(card_of(first), first.agreed.rules).split("\n") == [
        "Deal 1 of 24 · round 1",
        "  deals     Ann",
        "  declares  (the holder of the ace of clubs)",
        "  leads     (the holder of the ace of clubs)",
        "  dealing   All the cards, one at a time: 12 each",
        "  quotas               declarer  others",
        "  contract  No trumps         6       3",
        "  needed    starter, tricks (Ann first)",
        "  type      3 6 B or 3 6 Bob",
    ]


def test_steps_hang_behind_their_numbers() -> None:
    """A step that takes two lines goes on under its first word."""
    first = after("bismarck-british", 3)
    lines = next_text(card_of(first), first.agreed.rules, 50, full=True).split("\n")
    assert lines[4:8] == [
        "  dealing   1. Ann deals the cards one at a time",
        "               until everyone has 16.",
        "            2. Ann takes the last four cards",
        "               without showing them and discards",
    ]


def test_plain_says_the_dealing_a_line_at_a_time() -> None:
    """For a screen reader each step is `dealing: …`."""
    first = after("bismarck-lever", 3)
    plain = next_text(card_of(first), first.agreed.rules, plain=True)
    assert "dealing: Ann announces the trump suit before the first lead." in plain.split("\n")


# --- at the live table -------------------------------------------------------------------------------


def test_at_the_table_next_tells_more_when_asked() -> None:
    """`next` is short, `next full` has every step, and `next brief` is short again."""
    evening = Evening("bismarck-british", "Ann", "Bob", "Cal")
    short, full, brief = (evening.say(typed).lines for typed in ("next", "next full", "next BRIEF"))
    assert "  dealing   16 each, one at a time; Ann takes the last four and discards four" in short
    assert "  dealing   1. Ann deals the cards one at a time until everyone has 16." in full
    assert brief == short


def test_a_table_may_have_every_step_always() -> None:
    """`play --full`: every card has the steps, and `next brief` the line all the same."""
    evening = Evening("bismarck-british", "Ann", "Bob", "Cal")
    evening.table = evening.table._replace(full=True)
    assert (
        "  dealing   1. Ann deals the cards one at a time until everyone has 16."
        in evening.say("next").lines
    )
    assert (
        "  dealing   16 each, one at a time; Ann takes the last four and discards four"
        in evening.say("next brief").lines
    )


def test_next_takes_no_other_word() -> None:
    """What is not understood is refused with what there is."""
    evening = Evening("bismarck-british", "Ann", "Bob", "Cal")
    (problem,) = evening.say("next long").problems
    assert (text_of(problem.message), hint_of(problem)) == (
        "`next` stands alone, or with brief or full",
        "type next [brief|full]",
    )


@pytest.mark.parametrize("language", ("en", "fr", "sv"))
def test_who_deals_and_how_it_is_dealt_have_labels_of_their_own(
    tmp_path: Path, language: str
) -> None:
    """In every language, in a window of 50 columns too."""
    somebody = Person(tmp_path, COLUMNS="50")
    somebody.does("new bismarck-swedish Anna Björn Cleo")
    card = somebody.does(f"next --lang {language}").out.splitlines()
    labels = [line[2:11].split()[0] for line in card[1:] if line[2:3].strip()]
    assert len(labels) == len({*labels})
    assert max(map(len, card)) <= 50


@pytest.mark.parametrize(
    ("names", "heads"),
    [
        ("Anna Bertil Cecilia", "Anna  Bertil  Cecilia"),
        ("Anna Bertil Cecilia David", "Anna  Bertil  Cecilia  David"),
        ("Anna Bertil Cecilia David Eva", "Anna  Bert…  Ceci…  David  Eva"),
    ],
)
def test_names_over_quotas_are_cut_only_where_they_must_be(
    tmp_path: Path, names: str, heads: str
) -> None:
    """At 50 columns, beside the label and the longest contract, they are as long as they can be."""
    said = Person(tmp_path).does(f"new bismarck-swedish {names}", COLUMNS="50").out
    [line] = [line for line in said.splitlines() if "quotas" in line]
    assert line.removeprefix("  quotas").strip() == heads


def test_of_partners_it_says_whose_number_comes_first() -> None:
    """Where a number for each side follows, or one for each player behind a name."""
    for game, needed in [
        ("bien", "bidder, bid, meld, points (Ann & Cal first); or passed"),
        ("whist", "tricks (Ann & Cal first)"),
        ("bizon", "Bizon, GP (Ann first); tricks may follow; or passed"),
        ("oh-hell", "bids, tricks"),
    ]:
        standing = after(game, 4)
        shown = next_text(card_of(standing), standing.agreed.rules, 80)
        assert f"  needed    {needed}\n" in shown
