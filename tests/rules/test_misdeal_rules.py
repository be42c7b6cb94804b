"""What a ruleset says of misdeals and penalties: `[misdeal]` and `[penalty.TOPIC]`."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import GAMES, merged_ruleset, ruleset
from evening import AT, Evening
from shown import rules_text

from scorekeeper.game.standing import Standing
from scorekeeper.record.irregular_changes import misdealing
from scorekeeper.report.game.deal_steps_text import DealingText, beforehand
from scorekeeper.report.game.which_game import difference_of
from scorekeeper.report.upcoming_deal import said_next
from scorekeeper.rules.rule_text import misdeal_words, penalty_words
from scorekeeper.rules.ruleset import Misdeal, PenaltyRule, Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message import in_english
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

SILENT = [
    game
    for game in GAMES
    if game.removeprefix("more/") not in ("bien", "bismarck-swedish", "bisque")
]


def with_words(game: str, **words: Any) -> Ruleset:
    """A shipped game with other words on its page."""
    return read_ruleset({**merged_ruleset(game), "example": [], **words}, "made-up")


def faults(game: str, **words: Any) -> list[tuple[str | None, str]]:
    """Where the page is wrong, and what is said."""
    with pytest.raises(Refused) as refusal:
        with_words(game, **words)
    return [(problem.fact, in_english(problem.message)) for problem in refusal.value.problems]


def test_a_hand_of_20_cards_is_dealt_again_and_the_contract_stays() -> None:
    """Swedish Bismarck: "the cards must be thrown in and dealt again by the same dealer, but
    forehand is forced to choose the same contract again"."""
    misdeal = ruleset("bismarck-swedish").misdeal
    assert misdeal is not None
    assert (misdeal.passes, misdeal.holds) == (False, True)
    assert "forgets to discard" in misdeal.source.shown()


def test_the_deal_passes_to_the_left() -> None:
    """Bien: "If there are any mistakes such as three or five cards misdealt, the deal pases to the
    opponent to the left." """
    misdeal = ruleset("bien").misdeal
    assert misdeal is not None
    assert (misdeal.passes, misdeal.holds) == (True, False)


def test_a_redeal_takes_place() -> None:
    """Bisque: "In the extremely rare case a player is only holding single suited cards, a redeal
    takes place." """
    misdeal = ruleset("bisque").misdeal
    assert misdeal is not None
    assert (misdeal.passes, misdeal.holds) == (False, False)


@pytest.mark.parametrize("game", SILENT)
def test_where_the_source_is_silent_the_page_is_too(game: str) -> None:
    """The other games say nothing of misdeals, those that are made from modern Swedish Bismarck
    included: its rule is of "modern only"."""
    assert ruleset(game).misdeal is None


def test_a_contract_is_held_only_where_somebody_chooses_one() -> None:
    """A game of a fixed order, or one without contracts, has none to hold."""
    said = "nobody chooses a contract in this game: there is none that could be held"
    held = {"then": "again", "contract": "held"}
    assert faults("bismarck-british", misdeal=held) == [("misdeal.contract", said)]
    assert faults("bizon", misdeal=held) == [("misdeal.contract", said)]
    assert with_words("bismarck-estonian", misdeal=held).misdeal is not None


def test_what_is_not_a_word_of_a_misdeal_is_refused() -> None:
    """What may be said is told."""
    (place, said), *_ = faults("bien", misdeal={"then": "right"})
    assert place == "misdeal.then"
    assert "right" in said


def test_a_penalty_keeps_what_the_rules_promise() -> None:
    """Points that add up to zero still do: six off and two to each of two others is two too few
    for the others."""
    wrong = faults("bismarck-swedish", penalty={"revoke": {"costs": 6, "gives": 2}})
    assert wrong == [
        (
            "penalty.revoke",
            "the rules promise what all score together, but here 6 are lost and 4 are won: 2 by "
            "each of 2",
        )
    ]
    well = with_words("bismarck-swedish", penalty={"revoke": {"costs": 4, "gives": 2}})
    revoke = well.penalties["revoke"]
    assert (revoke.costs, revoke.gives) == (4, 2)


def test_a_penalty_of_nothing_is_none() -> None:
    """It costs or gives something, and never less than nothing."""
    assert faults("bien", penalty={"revoke": {}}) == [
        ("penalty.revoke", "this penalty costs nothing and gives nothing")
    ]
    assert faults("bien", penalty={"revoke": {"costs": -1}})[0][0] == "penalty.revoke.costs"


def test_the_rule_sheet_tells_both() -> None:
    """Who has nothing but the sheet knows what follows a misdeal and what a fault costs."""
    penalty = {"revoke": {"costs": 4, "gives": 2, "source": "page 9"}}
    shown = rules_text(with_words("bismarck-swedish", penalty=penalty), 200)
    assert (
        "after a misdeal the same dealer deals again, and the contract that was named is kept"
        in shown
    )
    assert (
        "revoke: 4 points against who made it and 2 points for each of the others [page 9]" in shown
    )


def test_two_games_differ_in_what_follows_a_misdeal() -> None:
    """It is one of the features that tell games apart."""
    rows = {row.key: row for row in difference_of(ruleset("bien"), ruleset("bisque")).different}
    assert rows["misdeal"].from_ == "the deal passes to the left"
    assert rows["misdeal"].to == "the same dealer deals again"


@pytest.mark.parametrize(
    ("passes", "holds", "words"),
    [
        (False, False, "the same dealer deals again"),
        (True, False, "the deal passes to the left"),
        (False, True, "the same dealer deals again, and the contract that was named is kept"),
        (True, True, "the deal passes to the left, and the contract that was named is kept"),
    ],
)
def test_what_follows_a_misdeal_in_words(passes: bool, holds: bool, words: str) -> None:
    """Every way there is has its sentence."""
    source = ruleset("bien").name
    assert text_of(misdeal_words(Misdeal(passes=passes, holds=holds, source=source))) == words


def test_a_penalty_in_words() -> None:
    """One point is one point, and what costs or gives nothing is not told."""
    source = ruleset("bien").name
    assert (
        text_of(penalty_words(PenaltyRule(costs=1, gives=0, source=source)))
        == "1 point against who made it"
    )
    assert (
        text_of(penalty_words(PenaltyRule(costs=0, gives=3, source=source)))
        == "3 points for each of the others"
    )


def dealing(now: Standing) -> DealingText:
    assert now.next_turn is not None
    sides = {name: dict.fromkeys(now.agreed.players, 0) for name in now.next_turn.contracts}
    return beforehand(now, now.next_turn, sides).dealing


def test_nothing_is_left_to_choose_after_a_misdeal() -> None:
    """The coming deal names the contract that was kept, and no step of it says that anybody
    chooses."""
    evening = Evening("bismarck-swedish")
    assert any("chooses" in step for step in dealing(evening.book.standing).steps)
    evening.did(misdealing(evening.book, ["sang"], AT))
    coming = evening.book.standing
    assert said_next(coming) == "Anna deals, Björn declares and leads; contract: sang."
    told = dealing(coming)
    assert not any("chooses" in line for line in (*told.steps, *told.brief))
    assert any("The contract is settled: Sang" in step for step in told.steps)
