"""The referee's rules tried by random deals: always a legal card, and one answer to both questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import GAMES, ruleset
from terminal import Person

from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.referee.question_context import Case, case_of_next_deal, check_cards
from scorekeeper.referee.self_test import Ask, refereeing
from scorekeeper.report.game.play_laws_text import play_lines
from scorekeeper.rules.cards import Card
from scorekeeper.rules.ruleset_play import referee_rules
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

NOT_IN_TRICKS = ("more/bigtwo", "more/gin-rummy", "more/molkky", "more/shengji", "more/yatzy")


@pytest.mark.parametrize("name", [name for name in GAMES if name not in NOT_IN_TRICKS])
def test_the_referee_agrees_with_itself_in_every_shipped_game(name: str) -> None:
    """In random deals of every contract that is played in tricks there is a legal card at every
    play, and the whole deal has the revokes and the winners of its plays."""
    rules = ruleset(name)
    found = refereeing(rules, deals=1)
    assert found is not None
    assert found.broken == ()
    contracts = [one for one in rules.contracts.values() if one.stops is None]
    assert found.contracts == max(1, len(contracts))
    assert found.deals >= found.contracts * len(rules.players)


@pytest.mark.parametrize("name", NOT_IN_TRICKS)
def test_what_is_not_played_in_tricks_is_not_refereed(name: str) -> None:
    """Dice, and cards of which no tricks are made (`tricks = 0`): no deal is played out, and the rule
    sheet has no law of tricks."""
    rules = ruleset(name)
    assert refereeing(rules, deals=1) is None
    assert [*play_lines(rules, referee_rules(rules).play)] == []


def test_a_trick_of_a_game_without_tricks_is_refused() -> None:
    """The referee says why: the game is not played in tricks."""
    rules = ruleset("more/gin-rummy")
    case = case_of_next_deal(agreed := agree(rules, ["Ann", "Bob"]), first_state(agreed), {})
    with pytest.raises(Refused) as refusal:
        check_cards(case)
    assert text_of(refusal.value.problems[0].message) == (
        "Gin Rummy has no laws of tricks: the referee has nothing to judge"
    )


def test_a_card_against_the_law_is_played_and_found() -> None:
    """Follow suit if you can: in six deals of Whist somebody could revoke, and each that did was
    found in the whole deal."""
    found = refereeing(ruleset("more/whist"), deals=6)
    assert found is not None
    assert (found.deals, found.asked, found.broken) == (6, 2 * 6 * 52, ())
    assert 0 < found.revokes <= 6


def test_any_card_may_be_played_where_nobody_has_to_follow() -> None:
    """In Bisque no card is against the law, so that none was played."""
    found = refereeing(ruleset("bisque"), deals=2)
    assert found is not None
    assert (found.revokes, found.broken) == (0, ())


def test_the_same_seed_plays_the_same() -> None:
    """What was played can be had again: the same seed gives the same, another another."""
    first, again, other = (refereeing(ruleset("more/whist"), seed, 2) for seed in (3, 3, 4))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda case, hand, trick: (), "no card of the hand may be played"),
        (
            lambda case, hand, trick: tuple(card.code for card in hand),
            "a legal card is called a revoke in the whole deal",
        ),
        (
            lambda case, hand, trick: tuple(card.code for card in hand[:1]),
            "other cards are legal in the whole deal",
        ),
    ],
)
def test_answers_that_differ_are_told(wrong: Ask, said: str) -> None:
    """Where `legal` answered nothing, everything or something else, the whole deal would not agree,
    and the example has the hand and the trick."""
    found = refereeing(ruleset("more/whist"), deals=2, ask=wrong)
    assert found is not None
    told = {text_of(one.message): one for one in found.broken}
    assert said in told
    assert told[said].hand


def test_what_is_told_is_what_was_asked() -> None:
    """The contract, the trumps, the trick, its cards so far and the hand are those of a question."""
    asked = set[tuple[object, ...]]()

    def nothing(case: Case, hand: Sequence[Card], trick: Sequence[Card]) -> tuple[str, ...]:
        before, held = (tuple(card.code for card in cards) for cards in (trick, hand))
        asked.add((case.contract, case.trump, 17 - len(hand), before, held))
        return ()

    found = refereeing(ruleset("bismarck-swedish"), deals=1, ask=nothing)
    assert found is not None
    told = {(one.contract, one.trump, one.trick, one.played, one.hand) for one in found.broken}
    assert told
    assert told <= asked


def test_what_the_referee_was_asked_is_in_the_certificate(tmp_path: Path) -> None:
    """The proof says how many deals and plays there were, in words and in JSON."""
    somebody = Person(tmp_path)
    said = somebody.does("rules prove whist").out
    assert "the referee: 4 random deals were played out (seed 1)" in said
    value = somebody.reads("rules prove whist")["referee"]
    assert (value["deals"], value["asked"], value["broken"]) == (4, 2 * 4 * 52, [])
