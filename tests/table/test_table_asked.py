"""What the live table asks: what the deal with the facts so far still needs, worked out anew
after every line."""

from __future__ import annotations

import pytest
from conftest import merged_ruleset
from hypothesis import given
from hypothesis import strategies as st
from live import Evening, codes, swedish

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.record.required_facts import only_answer
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.table.table_state import CHANGE, CONFIRM, FIELD, TOP, typed_here
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

THREE, FOUR = ("Ann", "Bob", "Cal"), ("Ann", "Bob", "Cal", "Dee")


def british(deal: int) -> Evening:
    """The British game before a deal."""
    table = Evening("bismarck-british", *THREE)
    for _ in range(deal - 1):
        table.say("8 4", "")
    return table


def estonian(players: tuple[str, ...], deal: int) -> Evening:
    """The Estonian game before a deal: rounds of tricks, then three of stops, then the free
    choice."""
    tricks = {3: "6 3 3", 4: "3 2 2 2"}[len(players)]
    table = Evening("bismarck-estonian", *players, width=120)
    for number in range(1, deal):
        words = tricks if number <= 4 * len(players) else " ".join(map(str, range(len(players))))
        table.say(f"Ann {words}" if number == 1 else words, "")
    assert len(table.deals) == deal - 1
    return table


# --- one possible answer -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["no 8 4", "n 8 4", "contract=misere 8 4", "misere 8 4"])
def test_the_only_contract_there_is_is_never_asked_for(line: str) -> None:
    """Another that was named is put right, and the rest of the line is kept and waits for a yes."""
    table = british(2)
    (problem,) = table.say(line).problems
    assert text_of(problem.message).startswith("deal 2 is Cut trumps, not ")
    assert table.asked.lines == (
        "deal 2 · cut trumps · Ann 8−8=0, Bob 4−4=0, Cal 4−4=0 · Σ 0",
        "note: Cut trumps without its trump suit: which suit was it?",
    )
    assert table.asked.short == "Count it? [y/N]> "
    table.say("y")
    assert table.deals[1] == {"contract": "cut-trumps", "tricks": [8, 4, 4]}


def test_the_only_contract_and_a_wrong_number_asks_for_the_number_alone() -> None:
    """Nothing that was typed leads to a question that has one answer."""
    table = british(2)
    assert codes(table.say("no 8 5 5")) == ["contract-order", "tricks-total"]
    assert table.asked.short == "trump> "
    table.say("", "8 4", "")
    assert table.deals[1]["tricks"] == [8, 4, 4]


@pytest.mark.parametrize("players", [THREE, FOUR])
def test_the_free_choice_asks_for_its_contract_and_says_what_each_needs(
    players: tuple[str, ...],
) -> None:
    """Numbers alone are kept while the contract is asked for, which is chosen before the deal."""
    table = estonian(players, 7 * len(players) + 1)
    table.say("5 4 3" if len(players) == 3 else "4 4 1")
    assert table.asked.short == "contract> "
    assert table.asked.lines == (
        "Which contract, chosen before the deal (no-trumps, no-trumps-lose, trumps or trumps-lose with tricks; stops-up or",
        "  stops-down with cards left)?",
    )
    table.say("no-trumps-lose", "")
    assert table.deals[-1]["contract"] == "no-trumps-lose"


@pytest.mark.parametrize("players", [THREE, FOUR])
def test_numbers_at_the_question_for_a_contract_are_no_name_of_one(
    players: tuple[str, ...],
) -> None:
    """They are taken as what they can be, and the contract is asked for still."""
    table = estonian(players, 7 * len(players) + 1)
    row = "5 4 3" if len(players) == 3 else "4 4 1"
    assert table.say("", row).problems == ()
    assert (table.asked.short, list(table.table.draft.facts)) == ("contract> ", ["tricks"])
    table.say("stops-chosen")
    assert table.asked.short == "contract> "
    table.say("trumps", "", "")
    assert table.deals[-1]["contract"] == "trumps"


@pytest.mark.parametrize("players", [THREE, FOUR])
def test_the_last_deal_of_round_7_asks_for_no_contract(players: tuple[str, ...]) -> None:
    """Where stops are the only contract, bare numbers are cards left."""
    table = estonian(players, 7 * len(players))
    row = "0 4 1" if len(players) == 3 else "0 4 1 2"
    table.say(row, "")
    assert table.deals[-1]["contract"] == "stops-chosen"


def test_cards_left_before_their_contract_are_refused_with_the_line_to_type() -> None:
    """Numbers that can be no tricks say which contracts they can be of."""
    (problem,) = estonian(FOUR, 29).say("1 0 2 3").problems
    assert (problem.code, hint_of(problem)) == (
        "contract-first",
        "say `stops-up 1 0 2 3` or `stops-down 1 0 2 3`",
    )


def test_what_can_be_one_thing_only_is_not_asked_for() -> None:
    """A house game with a fact of one word, and a number of which the least is the most."""
    facts = {
        "light": {"kind": "word", "values": ["on"]},
        "round": {"kind": "number", "min": 3, "max": 3},
    }
    rules = read_ruleset({**merged_ruleset("bismarck-british"), "fact": facts}, "house")
    assert only_answer(agree(rules, THREE), "light") == "on"
    table = Evening(rules, *THREE)
    table.say("8 4", "")
    assert table.deals == [
        {"contract": "no-trumps", "light": "on", "round": 3, "tricks": [8, 4, 4]}
    ]


# --- what a refusal leaves behind ----------------------------------------------------------------------------


def test_a_count_that_nobody_meant_is_not_asked_for_before_what_the_deal_needs() -> None:
    """The order in which the deal asks holds whatever was refused."""
    table = Evening("bizon", *THREE)
    assert codes(table.say("1 5 2")) == ["gp-total"]
    assert table.asked.short == "bizon> "
    table.say("tricks 1 5 2")
    assert (table.asked.short, table.table.draft.facts) == ("bizon> ", {"tricks": [1, 5, 2]})


def test_passed_ends_the_questions() -> None:
    """Bizon: what goes beside `passed` is refused with it; `passed` alone ends the questions."""
    table = Evening("bizon", *THREE)
    table.say("gp=1,5,2")
    assert codes(table.say("passed 1")) == ["fact-unused"]
    assert table.asked.short == "bizon> "
    table.say("passed")
    assert table.asked.short == "Count it? [Y/n]> "
    table.say("y")
    assert table.deals == [{"passed": True}]


def test_another_bid_asks_for_what_it_needs() -> None:
    """Bien: after refused points a ponder asks for tricks, and for tricks alone."""
    table = Evening("bien", *FOUR)
    assert table.say("cal 200 meld=50 160").problems
    assert table.asked.short == "points> "
    table.say("bob ponder")
    assert table.asked.short == "tricks> "
    table.say("tricks=0,8", "")
    assert table.deals == [{"bidder": "Bob", "bid": "ponder", "tricks": [0, 8]}]


def test_what_only_a_later_answer_can_judge_is_kept() -> None:
    """Bien: tricks that are typed before the bid are not refused."""
    table = Evening("bien", *FOUR)
    assert table.say("bob tricks=0,8").problems == ()
    table.say("ponder", "")
    assert table.deals == [{"bidder": "Bob", "bid": "ponder", "tricks": [0, 8]}]


def test_what_the_deal_can_do_without_is_refused_and_not_asked_for() -> None:
    """A wrong suit is told; the rest waits for a spoken yes, or for the suit."""
    table = Evening("bizon", *THREE)
    assert codes(table.say("a 20 10 grass=ZZ")) == ["card-unknown"]
    assert table.asked.short == "Count it? [y/N]> "
    table.say("grass=KH", "")
    assert table.deals == [{"bizon": "Ann", "grass": "KH", "gp": [20, 10, 10]}]


def test_a_fact_that_was_wanted_is_asked_for_while_it_is_of_use() -> None:
    """Named at the change prompt, what may be left out is asked for; not once all passed."""
    table = Evening("bizon", *THREE)
    table.say("a 20 10 grass=KH", "n", "grass")
    assert table.asked.short == "grass> "
    table.say("passed")
    assert table.asked.short == "Count it? [Y/n]> "


# --- a whole line at a question -------------------------------------------------------------------------------


def test_the_whole_line_may_be_typed_again_at_a_question() -> None:
    """`C 0 0 40` at the question for a player is no name of one."""
    table = Evening("bizon", *THREE)
    table.say("40 0 0", "C 0 0 40", "y")
    assert table.deals == [{"bizon": "Cal", "gp": [0, 0, 40]}]


def test_a_question_takes_the_answers_of_the_next_ones() -> None:
    """Numbers stand in the order of the questions, from the one that is asked on."""
    table = Evening("bien", *FOUR)
    table.say("", "cal", "200 50 100", "")
    assert table.deals == [{"bidder": "Cal", "bid": 200, "meld": 50, "points": [100, 41]}]
    table = Evening("bizon", *THREE)
    table.say("", "cal", "20 10 4 2 2", "")
    assert table.deals == [{"bizon": "Cal", "gp": [20, 10, 10], "tricks": [4, 2, 2]}]


def test_partners_who_are_counted_apart_are_all_named() -> None:
    """The question names those whose numbers it wants."""
    table = Evening("spades", *FOUR)
    table.say("")
    assert table.asked.lines == ("How many bids: Ann, Bob, Cal, Dee?",)


def test_the_first_question_says_how_all_is_said_in_one_line() -> None:
    """An example that this very deal accepts."""
    for game, players in (("bizon", THREE), ("bien", FOUR), ("spades", FOUR), ("bisque", THREE)):
        table = Evening(game, *players)
        (said,) = table.say("").lines
        table.say("cancel", said.removeprefix("in one line: "))
        assert table.asked.short == "Count it? [Y/n]> "


# --- a letter out of step ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["n", "N", "y", "j", "o"])
def test_the_letter_of_an_answer_begins_no_contract(letter: str) -> None:
    """A stray `n` is not the beginning of a name that nobody was shown."""
    table = swedish()
    assert table.say(letter).problems
    assert table.table.is_idle
    table.say("", letter)
    assert (table.asked.short, table.table.draft.facts) == ("contract> ", {})


def test_the_letter_of_an_answer_may_be_somebodys() -> None:
    """A player's initial, or the first letter of a contract on the list."""
    table = Evening("bizon", "Nils", "Yann", "Ole")
    table.say("n", "20 10", "")
    assert table.deals[0]["bizon"] == "Nils"
    table = Evening("bismarck-british-choice", *THREE)
    table.say("", "n", "8 4", "")
    assert table.deals[0]["contract"] == "no-trumps"


# --- the law -----------------------------------------------------------------------------------------------------

GAMES = {
    "bizon": THREE,
    "bien": FOUR,
    "bismarck-swedish": THREE,
    "spades": FOUR,
    "bismarck-british": THREE,
    "bisque": THREE,
}
lines = st.sampled_from(
    ["", "n", "y", "-", "cal", "c", "ann 20 10", "20 10 10", "4 2 2", "tricks=9,9,9", "tricks=4,2,2", "tricks 1 5 2",
     "passed", "pass", "gp=1,2,3", "grass=KH", "grass=zz", "trump=h", "trump=-", "round=2", "bid=200", "bid=95",
     "ponder", "bid=laydown", "meld=50", "100", "81 60", "200 50 100", "tricks=0,8", "8 4", "8 4 4", "sang", "trumf",
     "pass 6 6", "tricks", "trump", "points", "hearts", "4 3 3 0 6 3 4", "4 3 3 0", "scores 1 2 3", "goals=7ML", "cancel",
     "auction=p,100,p,p", "auction=p", "bidder=bob", "foo", "no 8 4", "passed 1", "bizon=Cow"]
)  # fmt: skip


@given(st.sampled_from(sorted(GAMES)), st.lists(lines, max_size=8))
def test_what_is_asked_is_what_the_deal_still_needs(game: str, typed: list[str]) -> None:
    """After any lines the facts so far hold, and the question is for the first of what they
    still lack: or for the suit that the contract leaves open, or what somebody wanted to be
    asked for and has not answered."""
    table = Evening(game, *GAMES[game])
    for line in typed:
        table.say(line)
        state, draft = table.table.book.standing.state, table.table.draft
        verdict = judged(table.table.book.agreed, state, draft.facts)
        lacking = [problem.fact for problem in verdict.problems]
        assert all(problem.code == f"{problem.fact}-missing" for problem in verdict.problems)
        if table.table.at == FIELD:
            open_trump = (
                draft.field == "trump" and "trump" not in {*draft.facts, *draft.skipped} and lacking
            )
            assert draft.field == draft.wanted or draft.field == lacking[0] or open_trump
        elif table.table.at in (CONFIRM, CHANGE):
            assert verdict.scored is not None or table.table.at == CHANGE
        elif table.table.at == TOP:
            assert draft.facts == {}


# --- help for one command --------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["help", "hjälp", "aide", "Hjälp"])
@pytest.mark.parametrize("at", [(), ("sang",), ("sang 4 8",)])
def test_help_of_a_command_is_its_line_of_the_help_and_its_options(
    at: tuple[str, ...], word: str
) -> None:
    """The word for help in each language, with and without a command; the entry stays."""
    table = swedish()
    table.say(*at)
    before = table.table
    assert table.say(f"{word} strike").lines == (
        "strike N              takes deal N out, which never was",
        "--why TEXT            A word for the log.",
    )
    assert table.say(f"{word} EXIT").lines[0].startswith("quit  ")
    assert table.say(word).lines == table.say("help").lines
    assert table.table == before


def test_help_of_what_is_no_command_is_refused_with_the_way_to_all_of_it() -> None:
    (problem,) = swedish().say("help zzz").problems
    assert text_of(problem.message) == "`zzz` is no command of the live table"
    assert hint_of(problem, typed_here) == "`help` alone shows what can be typed"


@pytest.mark.parametrize("line", ["turn --help", "turn Björn -h", "TURN --help"])
def test_a_command_with_the_shells_word_for_help_tells_of_itself(line: str) -> None:
    """`COMMAND --help` is `help COMMAND`, which says what each word of its form does; nothing is
    done."""
    table = swedish()
    reply = table.say(line)
    assert (reply.lines, reply.do) == (table.say("help turn").lines, None)
    told = " ".join(" ".join(reply.lines).split())
    assert "with --then returns the turn goes back afterwards to where it was" in told


@pytest.mark.parametrize(
    "line",
    ["print", "export", "html", "sheet html", "sheet --format html", "summary --print", "imprimer"],
)
def test_what_is_printed_is_printed_outside_the_table(line: str) -> None:
    """What the shell prints or makes pages of is told with both lines to type there."""
    (problem,) = swedish().say(line).problems
    told = hint_of(problem, typed_here)
    assert "quit, then `scorekeeper summary --print`" in told
    assert "`scorekeeper sheet --format html > sheet.html`" in told


def test_the_example_of_a_penalty_is_of_the_player_named() -> None:
    """`penalty Cleo` asks how many points Cleo pays."""
    with pytest.raises(Refused) as refused:
        swedish().say("penalty Cleo")
    [problem] = refused.value.problems
    assert problem.code == "penalty-points"
    assert "penalty Cleo 10" in hint_of(problem, typed_here)


# --- a command without its words -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (
            "penalty",
            "type penalty PLAYER AMOUNT|TOPIC [--to others|nobody|PLAYER] [WHY]; for example: penalty Anna 10",
        ),
        ("turn", "type turn PLAYER [--then stays|returns] [WHY]; for example: turn Björn"),
        ("by", "type by NAME; for example: by Anna"),
        ("note", "type note TEXT"),
    ],
)
def test_a_command_without_its_words_names_its_form_and_an_example(line: str, hint: str) -> None:
    """The example can be typed at this very table."""
    table = swedish()
    (problem,) = table.say(line).problems
    assert (problem.code, hint_of(problem, typed_here)) == ("command-form", hint)
    _, found, example = hint.partition("for example: ")
    assert not found or table.say(example).problems == ()


def test_a_change_of_no_option_lists_them_with_their_values() -> None:
    """What is chosen, what may be, and a line to type; a game without options says so."""
    table = swedish()
    with pytest.raises(Refused) as refused:
        table.say("agree")
    (problem,) = refused.value.problems
    assert text_of(problem.message) == (
        "say which option changes: must_trump=no (yes or no), see_hand_first=no (yes or no), "
        "table_cards=first-four (first-four or last-four or any-four)"
    )
    table.say(hint_of(problem, typed_here))
    assert table.book().agreed.options["must_trump"] is True
    with pytest.raises(Refused) as refused:
        Evening("bizon", "Anna", "Bo", "Cleo").say("agree")
    (problem,) = refused.value.problems
    assert text_of(problem.message) == "this game has no options"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("see_hand=yes", "say it so: agree see_hand_first=yes"),
        ("see_hand=no", "say it so: agree see_hand_first=yes"),
        ("table=last-four", "say it so: agree table_cards=last-four"),
        ("must_trumps", "say it so: agree must_trump=yes"),
    ],
)
def test_an_option_that_is_nearly_named_is_the_one_of_the_line_to_type(
    typed: str, hint: str
) -> None:
    """With the value that was typed, where it changes something."""
    with pytest.raises(Refused) as refused:
        swedish().say(f"agree {typed}")
    (problem,) = refused.value.problems
    assert hint_of(problem, typed_here) == hint


# --- the same deal again ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asks", "mend"),
    [(True, "`cancel` drops it, and nothing counts"), (False, "`undo` takes it back")],
)
def test_a_deal_typed_twice_is_told_with_what_mends_it_then(asks: bool, mend: str) -> None:
    """Before it counts there is nothing to take back; where nobody is asked it has counted."""
    table = swedish(asks=asks)
    table.say("sang 4 8", "", "sang 4 8")
    shown = " ".join([*table.shown, *table.asked.lines])
    told = f"deal 1 was just the same; if this one was typed twice, {mend}"
    assert told in " ".join(shown.split())
    table.say("cancel" if asks else "undo")
    assert len(table.deals) == 1


# --- names that are not all of this deal -----------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "sang Anna 10 Björn 3 Cleo 3",
            "Björn rests in this deal; Anna, Cleo and David play",
            id="somebody rests",
        ),
        pytest.param("sang Anna 10 Zoe 3 David 3", "`Zoe` is not a player here", id="a stranger"),
        pytest.param(
            "sang Anna 10 3 3",
            "the names for the numbers 3 and 3 are missing",
            id="a name for one number only",
        ),
    ],
)
def test_numbers_beside_a_refused_name_are_nobodys(line: str, told: str) -> None:
    """The one name is told, and no yes records the numbers as those of others."""
    table = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", "David", turns=SitOutPlan())
    table.say("spader 4 8", "y")
    assert [text_of(problem.message) for problem in table.say(line).problems] == [told]
    assert table.table.pending is None
    assert "tricks" not in table.table.draft.facts
    table.say("y")
    assert len(table.deals) == 1


# --- a word while a deal waits -----------------------------------------------------------------------


@pytest.mark.parametrize("deal", [13, 16, 19])
@pytest.mark.parametrize("word", ["up", "down"])
def test_a_direction_while_a_deal_of_stops_waits_keeps_the_cards_left(deal: int, word: str) -> None:
    """It is taken in where the direction is chosen, and refused where it is fixed; Enter records
    the deal either way."""
    table = estonian(THREE, deal)
    table.say("0 4 1")
    reply = table.say(word)
    assert codes(reply) == ([] if deal == 19 else ["fact-unused"])
    assert table.asked.short == "Count it? [Y/n]> "
    table.say("")
    assert table.deals[-1]["left"] == [0, 4, 1]
    assert table.deals[-1].get("direction") == (word if deal == 19 else None)


def test_two_letters_of_a_word_of_another_language_are_no_contract() -> None:
    """`at` begins the French `atout`, alone and in a line; `ato` may be it."""
    for line in ("at", "at 8 4", "8 4 at"):
        assert codes(Evening("bismarck-swedish", *THREE).say(line)) == ["word-unknown"]
    table = Evening("bismarck-swedish", *THREE)
    table.say("atou 8 4", "")
    assert table.deals[-1]["contract"] == "trumf"
