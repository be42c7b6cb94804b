"""Sentences of the documents on Bizon, Bisque and Bien that no other test holds, each quoted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from conftest import allowed, ruleset
from felt import cards, case, trick_rules

from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import winners
from scorekeeper.referee.auction_answers import auction_answer
from scorekeeper.referee.dealing import dealing_answer
from scorekeeper.referee.melds import best_melds, meld_points
from scorekeeper.referee.rulings import ruling_answer
from scorekeeper.referee.tricks import winner
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.ruleset_play import referee_rules
from scorekeeper.text.message_text import spoken
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import speak

THREE, FOUR = ["Ann", "Bob", "Cal"], ["Ann", "Bob", "Cal", "Dee"]


@pytest.mark.parametrize(
    ("game", "suits", "ranks"),
    [
        # "24 cards, ranging from the 9 to the ace … hearts, diamonds, clubs, and spades" (guide 1)
        ("bizon", "hearts diamonds clubs spades", "9 10 J Q K A"),
        # "32 cards in 4 suits: 7, 8, 9, 10, J, Q, K, A" (BIEN)
        ("bien", "hearts diamonds clubs spades", "7 8 9 10 J Q K A"),
    ],
)
def test_the_cards_of_the_pack(game: str, suits: str, ranks: str) -> None:
    """Every rank of every suit that the source names, and no other card."""
    pack = ruleset(game).pack
    assert sorted((card.suits[0], card.rank) for card in pack.cards.values()) == sorted(
        (suit, rank) for suit in suits.split() for rank in ranks.split()
    )


@pytest.mark.parametrize(("code", "says"), [("en", "called cutting"), ("fr", "« couper »")])
def test_what_cutting_is(code: str, says: str) -> None:
    """ "The act of putting a trump on the table if the first suit wasn't the trump is called
    'cutting'." (guide 7)"""
    assert any(says in ruling.text.of(code) for ruling in casebook(ruleset("bizon")).rulings)


@pytest.mark.parametrize(
    ("spoken_in", "gone"),
    [("en", "pawns courts Excuse"), ("fr", "pions cours Excuse"), ("sv", "bönderna hoven Excuse")],
)
def test_what_is_taken_out_of_an_extended_pack(spoken_in: str, gone: str) -> None:
    """ "If you have an extended Decktet, remove the pawn.png's, the court.png's and the Excuse."
    (Bisque, Setup)"""
    prepare = ruleset("bisque").pack.prepare.of(spoken_in)
    assert all(word in prepare for word in gone.split())


@pytest.mark.parametrize(("game", "players"), [("bizon", 3), ("bisque", 3), ("bien", 4)])
def test_no_other_number_of_players_can_play(game: str, players: int) -> None:
    """Guide: "Bizon can only be played with three players"; Bisque: "A trick-taking game for 3
    players"; BIEN: "The game consists of four players on two teams"."""
    for number in {2, 3, 4, 5} - {players}:
        with pytest.raises(Refused, match="players"):
            agree(ruleset(game), [*FOUR, "Eve"][:number])


@pytest.mark.parametrize(
    ("game", "trump", "order"),
    [
        # "Here is the order from strongest to weakest: Ace, King, Queen, Jack, 10, 9" (guide 7)
        ("bizon", "spades", "AS KS QS JS 10S 9S"),
        ("bizon", "spades", "AH KH QH JH 10H 9H"),
        # "The rank of the cards is as usual: Ace 2 3 4 5 6 7 8 9" and the Crown (Bisque, Rank)
        ("bisque", None, "CM 9WY 8MS 7WY 6LK 5SW 4YK 3MW 2SY AL"),
        # "The highest card is the jack of trump followed by the nine … ace, king, etc." (PLAYING)
        ("bien", "spades", "JS 9S AS KS QS 10S 8S 7S"),
        # "The high non-trump cards are ace, king, etc." (PLAYING)
        ("bien", "spades", "AH KH QH JH 10H 9H 8H 7H"),
    ],
)
def test_every_card_beats_the_next(game: str, trump: str | None, order: str) -> None:
    """From the strongest to the weakest each card beats the next one, though that was led."""
    played = trick_rules(game, None, trump)
    for higher, lower in pairwise(cards(game, order)):
        assert winner(played, (lower, higher)) == 1, (higher, lower)


@pytest.mark.parametrize(
    ("game", "topic", "says"),
    [
        # "equally forbidden to talk about what you assume is in the other players hands" (guide 2)
        ("bizon", "table-talk", "to talk about anything that is not disclosed for everyone to see"),
        # "If everyone passes, the cards are all taken back, the deck is shuffled" (guide 4)
        ("bizon", "passed-out", "the cards are taken back and shuffled, everyone gets 0 SP"),
        # "each player's tricks are his own and cannot be mixed with his ally's" (guide 7)
        ("bizon", "separate-piles", "The Otters' tricks may not be mixed"),
        # "dealers usually take care not to shuffle the deck too much" (guide 9)
        ("bizon", "shuffle", "take care not to shuffle too much, so as to keep the tricks"),
        # "The winner of the trick picks one of the two cards … put aside, face up" (Game Play)
        (
            "bisque",
            "pot",
            "one of the two cards that the others played to it and puts it face up into the soup pot",
        ),
        # "The other cards … including the winning card … put aside face down" (Game Play)
        ("bisque", "pot", "the two other cards, the winning one among them, go out face down"),
        # "All the cards in the soup pot should be visible for all players at all times" (Game Play)
        ("bisque", "pot", "All the cards in the pot stay visible to everybody"),
        # "any player deals one card face up to each player, the high card wins the deal" (BIEN)
        # "… and the second card is played, then meld MUST be shown. If shown after that, …"
        ("bien", "meld", "with that card is in time, after it is too late"),
        ("bien", "first-dealer", "one card face up to each player, and the high card deals first"),
    ],
)
def test_what_the_referee_quotes(game: str, topic: str, says: str) -> None:
    """Asked about a topic, the referee says what the source says."""
    assert any(
        says in row["text"] for row in spoken(ruling_answer(case(game), topic).value)["rulings"]
    )


def test_what_the_rule_sheet_says() -> None:
    """ "For this purpose, all tricks will be shown face up" (guide 8); "tous les plis vont être
    retournés" (FR)."""
    said = [ruling.text for ruling in casebook(ruleset("bizon")).rulings]
    for language, words in (
        ("en", "all tricks are turned face up"),
        ("fr", "tous les plis sont retournés"),
    ):
        assert any(words in text.by_language[language][0] for text in said), language


@pytest.mark.parametrize(
    ("game", "says"),
    [
        # "four cards at a time around the table twice. Each player has eight cards." (BIEN)
        (
            "bien",
            "The dealer (Dee) deals four cards at a time, twice around the table: eight each.",
        ),
        # "Shuffle the deck and deal it out evenly … no remaining cards." (Deal)
        (
            "bisque",
            "The dealer (Cal) shuffles and deals the whole deck evenly: twelve cards each, none are left over.",
        ),
        # "a double suited card … and puts it in front of him, face down" (Goal Cards)
        (
            "bisque",
            "Each player picks a double suited card from the hand, no Ace or Crown, and lays it down "
            "in front, face down: the goal card.",
        ),
    ],
)
def test_how_the_cards_are_dealt(game: str, says: str) -> None:
    """The steps of the deal are those of the source."""
    assert any(says in step for step in spoken(dealing_answer(case(game)).value)["steps"])


@pytest.mark.parametrize(
    ("row", "facts", "points"),
    [
        ("Le Bizon a gagné", {"bizon": "Ann", "gp": (20, 12, 8)}, (3, 0, 0)),
        ("Le Bizon a 40 GP", {"bizon": "Ann", "gp": (40, 0, 0)}, (10, 0, 0)),
        ("Le Bizon a perdu", {"bizon": "Ann", "gp": (8, 0, 32)}, (-5, 3, 3)),
        ("Le Bizon a 0 GP", {"bizon": "Ann", "gp": (0, 8, 32)}, (-10, 10, 10)),
        ("Le Bizon gagne ex-aequo", {"bizon": "Ann", "gp": (20, 0, 20)}, (1, 1, 1)),
        ("Tout le monde a passé", {"passed": True}, (0, 0, 0)),
    ],
)
def test_the_rows_of_the_french_table(
    row: str, facts: dict[str, Any], points: tuple[int, ...]
) -> None:
    """« En résumé » (guide FR 8): each row of the table is known by its French name."""
    (deal,) = allowed(agree(ruleset("bizon"), THREE), facts).deals
    assert deal.outcome is not None
    assert row in deal.outcome.name.by_language["fr"]
    assert deal.points == points


def test_the_words_of_the_french_guide() -> None:
    """« manger le Brin d'Herbe », « le Bison », « Loutres » (guide FR 2, 7): they are read and
    said."""
    speak("fr")
    rules = ruleset("bizon")
    said = (rules.facts["grass"].name, rules.facts["bizon"].name, rules.about.role_words["otters"])
    assert [words.shown() for words in said] == ["Brin d'Herbe", "Bison", "Loutres"]
    told = auction_answer(case("bizon"), ["passer", "manger"], "KH").value
    assert (told["holder"], told["trump"]) == ("Bob", "hearts")


@pytest.mark.parametrize(("options", "number"), [({}, 6), ({"hands": 2}, 2)])
def test_six_hands_are_advised_and_dealers_left_leads(options: dict[str, Any], number: int) -> None:
    """Game Play: "The player on the dealer's left leads to the first trick"; Game: "It is
    advised to play six hands"; the deal passes left (rulings 3)."""
    agreed = agree(ruleset("bisque"), THREE, "Cal", options)
    hands = allowed(agreed, *[{"scores": (1, 2, 3)}] * number)
    assert hands.state.over
    turns = [(deal.turn.dealer, deal.turn.leader) for deal in hands.deals]
    assert turns == ([(2, 0), (0, 1), (1, 2)] * 2)[:number]


@pytest.mark.parametrize(
    ("last", "totals", "best"),
    [
        ((0, 0, 0), (12, 13, 14), (2,)),
        ((8, 7, 3), (20, 20, 17), (0, 1)),
        ((2, 1, 0), (14, 14, 14), (0, 1, 2)),
    ],
)
def test_points_are_accumulated_and_the_highest_win(
    last: tuple[int, ...], totals: tuple[int, ...], best: tuple[int, ...]
) -> None:
    """Game: "Points are accumulated. The player with the highest score wins the game." Where
    several people have it, "there are multiple winners"."""
    agreed = agree(ruleset("bisque"), THREE, options={"hands": 2})
    played = allowed(agreed, {"scores": (12, 13, 14)}, {"scores": last})
    assert (played.state.totals, winners(played)) == (totals, best)


@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 100), ("K", 100), ("Q", 100), ("J", 200), ("10", 0), ("9", 0), ("8", 0), ("7", 0)],
)
def test_what_four_of_a_rank_are_worth(rank: str, points: int) -> None:
    """MELD VALUE: "Four aces, kings or queens of trump, count 100 points. Four jacks were worth 200
    points, (Four 10s, 9s, 8s, or 7s have no value)"; one of each suit (rulings 4, 2)."""
    bien = ruleset("bien")
    melds = referee_rules(bien).melds
    assert melds is not None
    hand = cards("bien", " ".join(f"{rank}{suit}" for suit in "SHDC"))
    assert meld_points(best_melds(melds, bien.pack, hand, "spades")) == points
