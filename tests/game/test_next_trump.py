"""The trump suit of the next deal as a result of this one: told, entered by itself, asked about
where another was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import allowed, deals
from live import Evening as LiveTable
from own_pages import faults_of, read
from shown import rules_text
from terminal import Person

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.game.standing import standing
from scorekeeper.proof.coming_deals import reason_unknown
from scorekeeper.proof.outlook import ends_by_score
from scorekeeper.proof.possible_results import Possible
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.blank import blank_of
from scorekeeper.report.explain import explained_readings
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.text.message_text import text_of

THREE = ("Anna", "Björn", "Cleo")
PAGE = """
name = "Turned"
source = "made up"
players = 3
pack = "french-24"
hand = 8
deals = { number = 6, declarer = "dealer's left", contract = "declarer picks" }
count.tricks.total = "hand"
fact.turned = { kind = "card" }
points = "tricks * (2 if trump == 'hearts' else 1)"
contract.play = { trump = "open" }
contract.bare = {}
next.trump = "suit(turned) if max(all.tricks) > 4 else none"
"""
BARE = '[contract]\nplay.trump = "open"\nbare.points = "1"\n'


def deal(contract: str = "play", turned: str = "KH", **more: object) -> dict[str, object]:
    """The facts of a deal in which five tricks settle the next trumps."""
    return {"contract": contract, "turned": turned, "tricks": [5, 2, 1], **more}


def test_the_dealers_card_says_it() -> None:
    """In text, for programs and in the sentence of the coming deal; nothing where it is open."""
    first = allowed(agree(read(PAGE), THREE))
    now = allowed(first.agreed, deal(trump="clubs"))
    narrow = allowed(first.agreed, deal(trump="clubs", tricks=[4, 2, 2]))
    card, rules = card_of(now), now.agreed.rules
    assert card is not None
    assert "  trump     hearts, where the contract leaves it open\n" in next_text(card, rules, 80)
    assert card.coming.say.endswith("Trumps: hearts, where the contract leaves it open.")
    assert (card_value(card) or {})["trump"] == "hearts"
    assert "trump" not in card.coming.needs
    for moment in (first, narrow):
        open_card = card_of(moment)
        assert "trump" not in (card_value(open_card) or {})
        assert "Trumps" not in (open_card.coming.say if open_card else "Trumps")


def test_nobody_says_it_and_it_is_recorded() -> None:
    """A deal has the settled trumps, and scores by them; a contract without trumps has none."""
    now = allowed(agree(read(PAGE), THREE), deal(trump="clubs"), deal(), deal("bare"), deal())
    assert [one.trump for one in now.deals] == ["clubs", "hearts", None, "hearts"]
    assert [one.points for one in now.deals] == [(5, 2, 1), (10, 4, 2), (5, 2, 1), (10, 4, 2)]
    told = [explained_readings(now, number)[0].trump.because for number in (1, 2, 3)]
    assert told == ["named in the deal", "settled by the deal before", "bare has no trumps"]


def test_another_suit_is_a_question_about_the_trumps() -> None:
    """With both suits, and what mends it."""
    now = allowed(agree(read(PAGE), THREE), deal(trump="clubs"))
    (asked,) = judged(now.agreed, now.state, deal(trump="spades")).questions
    assert (asked.code, asked.fact) == ("trump-settled", "trump")
    assert [text_of(mend) for mend in asked.mends] == ["leave the suit out"]  # type: ignore[arg-type]
    assert judged(now.agreed, now.state, deal(trump="hearts")).questions == ()
    assert judged(now.agreed, now.state, deal()).questions == ()


@pytest.mark.parametrize(
    ("formula", "value"), [("'harts' if deal > 0 else none", "harts"), ("deal + 2", "3")]
)
def test_what_is_no_suit_is_told_with_what_it_is(formula: str, value: str) -> None:
    """Also on a page that nobody has checked."""
    page = PAGE.replace("suit(turned) if max(all.tricks) > 4 else none", formula)
    course = deals(deal(trump="clubs"))
    (problem,) = standing(agree(read(page), THREE), course).problems
    assert f"gives {value}, not a suit" in text_of(problem.message)


def test_what_hangs_on_an_open_deal_is_neither_told_nor_recorded(tmp_path: Path) -> None:
    """A suit that is said later may settle any: the card says that it is open, and the deal that is
    played has the suit that was typed, or else in every way the one that follows."""
    page = tmp_path / "late.toml"
    page.write_text(
        PAGE.replace('kind = "card"', 'kind = "suit", later = true')
        .replace("suit(turned)", "turned")
        .replace("declarer picks", "in order, one a deal")
        .replace("contract.bare = {}\n", "")
    )
    person = Person(tmp_path / "home").with_rules(page)
    told = person.after("new late Anna Björn Cleo --name one").does("deal 5 2 trump=clubs").out
    assert "what comes next hangs on what is open" in told and "Trumps" not in told
    assert "trump" not in person.does("next").out
    person.does("deal 5 3 turned=spades")
    assert "trump" not in person.file("one").decode().split("[[entry]]")[-1]
    person.does("complete 1 turned=hearts")
    assert [one["trump"] for one in person.reads("sheet")["deals"]] == ["clubs", "hearts"]


def test_another_that_was_played_is_asked_about(tmp_path: Path) -> None:
    """With `--yes` it is recorded; the settled one may be said too. What was played stays where
    the deal before is corrected, and the coming deal follows."""
    page = tmp_path / "turned.toml"
    page.write_text(PAGE)
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new turned Anna Björn Cleo --name one")
    person.does("deal play clubs turned=KH 5 2")
    asked = person.types(*["deal", "play", "spades", "turned=9S", "5", "2"])
    assert asked.code == 1
    assert "after the deal before trumps are hearts: was this one played with spades?" in asked.err
    assert "trump spades" in person.does("deal play spades turned=9S 5 2 --yes").out
    assert "trump spades" in person.does("deal play spades turned=9S 4 2").out
    person.does("amend 1 turned=KD")
    deals = person.reads("sheet")["deals"]
    assert [one["trump"] for one in deals] == ["clubs", "spades", "spades"]
    assert "Trumps" not in person.does("next").out
    person.does("amend 3 5 2")
    assert "trump     spades" in person.does("next").out
    assert person.does("check").code == 0
    assert "9♠ is the only trump" in person.does("referee trick 9H 9S KH --contract play").out


def test_the_live_table_does_not_ask_for_it() -> None:
    """It asks for the trumps of the first deal, and not for those that are settled."""
    live = LiveTable(read(PAGE), *THREE)
    live.say("play")
    assert "trump" in " ".join(live.asked.lines)
    live.say("clubs", "KH", "5 2 1", "y", "play")
    assert "trump" not in " ".join(live.asked.lines)
    live.say("KD", "5 2 1", "y")
    assert [one.get("trump") for one in live.deals] == ["clubs", "hearts"]


def test_a_sheet_that_is_printed_beforehand_says_so() -> None:
    """Who deals and declares is known there; which suit is trump is not."""
    blank = blank_of(agree(read(PAGE), THREE))
    assert [*blank.said] == ["which suit is trump next follows from each deal: write it in"]
    assert [row.dealer for row in blank.rows] == [*THREE, *THREE]


def test_the_outlook_says_that_it_cannot_tell() -> None:
    """Where points hang on the trumps; it looks ahead where they do not."""
    plain = PAGE.replace("tricks * (2 if trump == 'hearts' else 1)", "tricks")
    for page, is_unknown in ((PAGE, True), (plain, False)):
        rules = read(page + '[game]\nover = "max(all.total) >= 30"\n')
        now = allowed(agree(rules, THREE), deal(trump="clubs"))
        assert ends_by_score(now, Possible(rules)) is not is_unknown
        now = allowed(agree(read(page), THREE), deal(trump="clubs"))
        why = reason_unknown(now, Possible(now.agreed.rules))
        assert (why is not None and "which suit is trump" in text_of(why)) is is_unknown


def test_people_may_rest_where_only_trumps_follow() -> None:
    """Who deals goes round as ever; the trumps are those of everybody's deal before."""
    now = allowed(
        agree(read(PAGE.replace("6, d", "8, d")), (*THREE, "Dora"), turns=SitOutPlan()),
        deal(trump="clubs"),
        deal(),
    )
    assert [one.trump for one in now.deals] == ["clubs", "hearts"]


def test_the_rules_say_it_in_words() -> None:
    """`rules show` has the formula in words."""
    said = " ".join(rules_text(read(PAGE)).split())
    assert "the trump suit of the next deal, where it is open: if the highest number" in said
    assert "the suit of turned" in said


BASE = 'name = "x"\nplayers = 3\npack = "french-24"\nhand = 8\ncount.tricks.total = 8\nfact.turned.kind = "card"\npoints = "tricks"\n'  # fmt: skip


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('contract.a = {}\nnext.trump = "suit(turned)"', "no deal has a trump suit"),
        (
            'fact.trump.kind = "player"\ncontract.a = {}\nnext.trump = "suit(turned)"',
            "`trump` is of kind `player`, and not a suit",
        ),
    ],
)
def test_trumps_that_no_deal_has_are_a_fault(words: str, fault: str) -> None:
    """It is told when the page is read."""
    assert any(fault in told for told in faults_of(BASE + words))


def test_trumps_without_cards_are_a_fault() -> None:
    """A game without a pack has no suits."""
    page = (
        'name = "x"\nplayers = 3\ncount.n = {}\noutcome = [{ points = "n" }]\nnext.trump = "deal"'
    )
    assert any("`next.trump`" in told for told in faults_of(page))


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ("'harts'", "`'harts'`"),
        ("rank(turned)", "rank(turned)"),
        ("deal", "`deal`"),
        ("turned", "turned"),
    ],
)
def test_what_is_no_suit_is_a_fault_of_check(tmp_path: Path, formula: str, fault: str) -> None:
    """With its line, and once."""
    page = tmp_path / "odd.toml"
    page.write_text(
        f'{BASE}source = "x"\ndeals.number = 3\ncontract.a.trump = "open"\nnext.trump = "{formula}"\n'
    )
    said = Person(tmp_path / "home").types("rules", "check", str(page))
    assert said.code == 1
    assert fault in said.err
    assert said.err.count("odd.toml:11") == 1
