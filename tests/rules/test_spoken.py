"""Formulas are told in words: no person who reads of points or conditions reads code."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, merged_ruleset, raw_ruleset, ruleset
from hypothesis import given
from hypothesis import strategies as st
from shown import explain_text, rules_text
from terminal import Person

from scorekeeper.proof.examples import played
from scorekeeper.proof.ruleset_checks import lint_notes
from scorekeeper.report.explain import explain_of
from scorekeeper.report.game.roles import AgainstQuota, against_quota
from scorekeeper.rules.cards import Card
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.formula import Formula, FormulaError, read_formula, value_of
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.rule_text import amount, because, condition, no_answer, score, worked
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.translation import LANGUAGES, speak

# What a formula may name here, and its value in a deal.
FACTS: dict[str, Any] = {
    "tricks": 6, "quota": 8, "total": -2, "players": 3, "contract": "sang", "trump": "hearts", "role": "declarer",
    "open": ("spader", "pass"), "must_trump": True, "all.tricks": (6, 6, 4), "declarer.tricks": 6, "others.quota": (4, 4),
    "grass": Card("10", ("clubs",), "10C"),
}  # fmt: skip


def swedish(words: dict[str, Any] | None = None) -> Ruleset:
    """Modern Swedish Bismarck, with words of its own for names that only formulas use."""
    return read_ruleset({**merged_ruleset("bismarck-swedish"), "words": words or {}}, "words")


def read(text: str) -> Formula:
    return read_formula(text, frozenset(FACTS), frozenset(["value"]))


# --- amounts and conditions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("quota - tricks", "quota − tricks"),
        ("-5", "−5"),
        ("2 * (quota - tricks)", "2 × (quota − tricks)"),
        ("quota - (tricks - 1)", "quota − (tricks − 1)"),
        ("quota - tricks - 1", "quota − tricks − 1"),
        ("-(quota - tricks)", "−(quota − tricks)"),
        ("36 // players", "36 divided by the number of players, rounded down"),
        ("1 + tricks % 10", "1 + (what is left of tricks divided by 10)"),
        ("6 if players == 3 else 3", "if the number of players is 3: 6; otherwise: 3"),
        ("1 + (2 if players == 3 else 3)", "1 + (2 if the number of players is 3, otherwise 3)"),
        ("max(tricks - 6, 0)", "the highest of tricks − 6 and 0"),
        ("min(all.tricks)", "the lowest number of tricks"),
        ("sum(all.tricks)", "the sum of everybody's tricks"),
        ("sum(others.quota) - declarer.tricks", "the sum of quota (others) − tricks (declarer)"),
        ("abs(total)", "score so far without its sign"),
        ("abs(total - 3) * 2 - 1", "((score so far − 3) without its sign) × 2 − 1"),
        ("5 - round_up(total, 4)", "5 − (score so far divided by 4, rounded up)"),
        ("power(total + 1, 2) + 1", "((score so far + 1) to the power of 2) + 1"),
        ("count(all.tricks, 0)", "how often 0 is among everybody's tricks"),
        ("value[tricks]", "the table's value of the number of tricks"),
        ("-value[tricks]", "minus the table's value of the number of tricks"),
        ("none", "nothing"),
    ],
)
def test_amounts_are_read_aloud(text: str, words: str) -> None:
    """Arithmetic stays arithmetic with one proper minus sign; what is more is words."""
    assert text_of(amount(swedish(), read(text))) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tricks == quota", "the number of tricks is the quota"),
        ("tricks != 8", "the number of tricks is not 8"),
        ("declarer.tricks >= 8", "the number of tricks (declarer) is at least 8"),
        (
            "0 < tricks <= 4",
            "0 is less than the number of tricks and the number of tricks is at most 4",
        ),
        ('contract == "sang"', "the contract is Sang"),
        ('contract != "pass"', "the contract is not Pass"),
        ('contract in ("spader", "trumf", "sang")', "the contract is Spader, Trumf or Sang"),
        ('contract not in ("spader", "trumf")', "the contract is not Spader or Trumf"),
        ('trump == "hearts"', "the trump suit is hearts"),
        ('"spader" in open', "Spader is among the contracts left"),
        ("given(trump)", "the entry has trump"),
        ("not given(all.tricks)", "the entry has no tricks"),
        ("must_trump", "must trump"),
        ("not must_trump", "not must trump"),
        ("tricks > 8 and must_trump", "the number of tricks is more than 8 and must trump"),
        ("not (tricks > 8 or must_trump)", "the number of tricks is at most 8 and not must trump"),
        (
            "tricks == 0 and (quota == 4 or quota == 8)",
            "the number of tricks is 0 and (the quota is 4 or the quota is 8)",
        ),
        ("max(all.tricks) >= 9", "the highest number of tricks is at least 9"),
        ("suit(grass) == trump", "the suit of grass is the trump suit"),
    ],
)
def test_conditions_are_clauses(text: str, words: str) -> None:
    """A condition is what stands after "if"."""
    assert text_of(condition(swedish(), read(text))) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "+3"),
        ("-3", "−3"),
        ("0", "0"),
        ("tricks", "+1 for each trick"),
        ("-tricks", "−1 for each trick"),
        (
            "10 + tricks if tricks == 8 else 0",
            "if the number of tricks is 8: 10 + tricks; otherwise: 0",
        ),
        ("1 if must_trump else -1", "if must trump: +1; otherwise: −1"),
    ],
)
def test_points_have_their_sign(text: str, words: str) -> None:
    """As points a number has its sign, and a count by itself is one for each."""
    assert text_of(score(swedish(), read(text))) == words


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("tricks - quota", AgainstQuota("tricks", at_most=False)),
        ("tricks-quota", AgainstQuota("tricks", at_most=False)),
        ("(quota  -  tricks)", AgainstQuota("tricks", at_most=True)),
        ("8 - quota", None),
        ("2 * (tricks - quota)", None),
        ("tricks - quota - 1", None),
    ],
)
def test_a_count_against_the_quota_is_known_however_it_is_spaced(
    text: str, held: AgainstQuota | None
) -> None:
    """What a formula says counts, not how it is typed."""
    assert against_quota(read(text)) == held


def test_names_have_the_words_of_the_rules() -> None:
    """`[words]` says what a name is called that only formulas use."""
    rules = swedish({"must_trump": {"en": "trumping is a duty"}, "value": {"en": "worth"}})
    assert text_of(condition(rules, read("must_trump"))) == "trumping is a duty"
    assert (
        text_of(amount(rules, read("value[tricks]"))) == "the table's worth of the number of tricks"
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "if the number of tricks is at least the quota: tricks − quota; otherwise: −1"),
        (
            "fr",
            "si le nombre de plis vaut au moins le quota\u00a0: plis − quota\u00a0; sinon\u00a0: −1",
        ),
        ("sv", "om antalet stick är minst kvoten: stick − kvot; annars: −1"),
    ],
)
def test_a_choice_in_every_language(language: str, words: str) -> None:
    """Of a choice both sides are told, in the language spoken."""
    speak(language, catalogue(language))
    assert text_of(score(swedish(), read("tricks - quota if tricks >= quota else -1"))) == words


def test_french_loses_a_vowel_before_another() -> None:
    """« le nombre d'annonces », not « de annonces »."""
    speak("fr", catalogue("fr"))
    rules = ruleset("more/oh-hell")
    assert text_of(condition(rules, rules.scoring.checks[0].when)).endswith(
        "la somme des annonces de tous vaut le nombre de cartes d'une main"
    )


# --- with the numbers put in ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "numbers", "value"),
    [
        ("quota - tricks", "quota − tricks", "8 − 6", 2),
        ("tricks - quota", "tricks − quota", "6 − 8", -2),
        ("tricks - total", "tricks − score so far", "6 − (−2)", 8),
        ("2 * (tricks + total)", "2 × (tricks + score so far)", "2 × (6 + (−2))", 8),
        ("tricks if tricks > quota else -quota", "minus quota", "−8", -8),
        ("sum(all.tricks) - 1", "the sum of everybody's tricks − 1", "6 + 6 + 4 − 1", 15),
        ("2 * sum(all.tricks)", "2 × the sum of everybody's tricks", "2 × (6 + 6 + 4)", 32),
        ("max(tricks - 6, 0)", "the highest of tricks − 6 and 0", "the highest of 0 and 0", 0),
        ("tricks // 4", "tricks divided by 4, rounded down", "1", 1),
        ("100 * (quota // 4)", "100 × (quota divided by 4, rounded down)", "100 × 2", 200),
    ],
)
def test_numbers_are_put_in(text: str, words: str, numbers: str, value: int) -> None:
    """A formula with its numbers; of a choice only the branch that holds."""
    found = worked(swedish(), read(text), FACTS)
    assert (text_of(found.words), text_of(found.numbers), found.value) == (words, numbers, value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tricks > 8", "6 is at most 8"),
        ("tricks >= 6", "6 is at least 6"),
        ("tricks + 4 >= quota", "6 + 4 = 10 is at least 8"),
        ("tricks == max(all.tricks)", "6 is the highest of 6, 6 and 4"),
        ("not tricks == 6", "6 is 6"),
        ('contract == "pass"', "the contract is Sang, not Pass"),
        ('contract in ("sang", "pass")', "the contract is Sang or Pass"),
        ("tricks == 6 and quota == 4 and players == 9", "8 is not 4"),
        ("tricks == 9 or quota == 8", "8 is 8"),
        ("tricks == 6 and quota == 8", "6 is 6 and 8 is 8"),
        ("tricks == 9 or quota == 9", "6 is not 9 and 8 is not 9"),
        ('"sang" in open', "Sang is not among Spader and Pass"),
    ],
)
def test_what_decides_a_condition(text: str, why: str) -> None:
    """Whatever decides a condition is said as it is: the first part that fails, or all that
    hold."""
    assert text_of(because(swedish(), read(text), FACTS)) == why


def test_a_formula_without_an_answer_is_told() -> None:
    """Why there is none stands beside the formula in words."""
    with pytest.raises(FormulaError) as refusal:
        value_of(read("tricks // (players - 3)"), FACTS)
    assert str(refusal.value) == "`tricks // (players - 3)` divides by zero"
    said = text_of(no_answer(swedish(), refusal.value))
    assert said == "“tricks divided by (the number of players − 3), rounded down” divides by zero"


NUMBERS = st.sampled_from(["tricks", "quota", "total", "players", "3", "declarer.tricks"])
SUMS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "//", "%"]), inner),
        st.builds("min({}, {})".format, inner, inner),
        st.builds("(-{})".format, inner),
        st.builds(
            "({} if {} {} {} else {})".format,
            inner,
            inner,
            st.sampled_from(["<", "==", ">="]),
            inner,
            inner,
        ),
    ),
    max_leaves=6,
)
CODE = re.compile(
    r"""==|!=|>=|<=|//|[%*_"'\[\]{}<>`]|\b(none|else|given|min|max|len)\b|\w\(|(?<!\w)-|\.\w"""
)


@given(SUMS)
def test_any_formula_is_told_without_code(text: str) -> None:
    """Whatever arithmetic a ruleset has, no sign of a program is in what is said of it."""
    formula = read(text)
    assert not CODE.search(
        text_of(amount(swedish(), formula)).replace("everybody's", "").replace("the table's", "")
    )


@given(SUMS)
def test_what_is_worked_out_is_the_value(text: str) -> None:
    """What a formula is told to come to is what it comes to."""
    formula = read(text)
    try:
        value = value_of(formula, FACTS)
    except FormulaError:
        return
    found = worked(swedish(), formula, FACTS)
    assert found.value == value
    assert not CODE.search(text_of(found.numbers))


# --- words of the rules' own ------------------------------------------------------------------------------


def house(text: str, parent: str) -> Ruleset:
    """A house rule on a shipped game."""
    raw = {"extends": parent, **tomllib.loads(text)}
    return read_ruleset(
        whole_ruleset(raw, raw_ruleset, lambda pack: raw_ruleset(f"packs/{pack}")), "house"
    )


def test_words_go_with_their_formula() -> None:
    """Who changes the points of a contract has not said them in words: the parent's words would
    tell something else."""
    mine = house(
        "[contract.stops-up]\npoints = '2 * sum(all.left) if left == 0 else -left'",
        "bismarck-estonian",
    )
    assert not mine.contracts["stops-up"].scoring.by_language
    assert mine.contracts["stops-down"].scoring.by_language
    said = "- Stops up: if the number of cards left is 0: 2 × the sum of everybody's cards left; otherwise: −1 for each"
    assert said in rules_text(mine, 10_000)


def test_words_of_the_end_go_with_it_too() -> None:
    """So do those of the end of a game and of what a game is worth."""
    mine = house(
        "[game]\nover = 'min(all.total) <= 1'\n[match]\nresult = '10 if won else 0'", "bien"
    )
    said = " ".join(rules_text(mine, 10_000).split())
    assert "a game is over when the lowest score so far is at most 1" in said
    assert "each is worth if the game is won: 10; otherwise: 0" in said


def test_a_word_for_a_name_that_there_is_not_is_noted() -> None:
    """A misspelt name in `[words]` is a note, with the name that was probably meant."""
    notes = lint_notes(house("[words]\nvalu = 'worth'", "bien"))
    assert [
        (note.code, note.fact, hint_of(note)) for note in notes if note.code == "word-unused"
    ] == [("word-unused", "words.valu", "did you mean `value`?")]


# --- the pages that people read ---------------------------------------------------------------------------


def pages(name: str) -> Iterator[str]:
    """The rule sheet of a game, and how every deal of its examples came about."""
    rules = ruleset(name)
    yield rules_text(rules, 10_000)
    for number in range(len(casebook(rules).examples)):
        now = played(rules, number).standing
        for scored in now.deals:
            yield explain_text(explain_of(now.agreed, scored), rules, 10_000)


# Nothing of this stands in a sentence: operators, names of functions, names with underscores or
# dots.
TRACES = re.compile(
    r"==|!=|>=|<=|//(?!wiki|www)|\*|\w_\w|\b(given|max|min|sum|worth|suits)\(|\ball\.\w|\b(if|else) not\b|\w\[\w|(?<![\w.)])-\d"
)


def without_quotations(page: str) -> str:
    """A page without what it quotes: sources in brackets, and what is typed."""
    return re.sub(r"\[[^\]]*\]|\bhttps?://\S+", "", page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_page_shows_code(name: str, language: str) -> None:
    """Neither the rules nor an explanation of any shipped game has a trace of a formula, in any
    language."""
    speak(language, catalogue(language))
    for page in pages(name):
        told = [
            line
            for line in page.splitlines()
            if not re.match(r"- \w+ \(.*(usually|d'ordinaire|vanligen|vanligtvis)", line)
        ]
        found = TRACES.search(without_quotations("\n".join(told)))
        assert found is None, page[max(0, found.start() - 60) : found.end() + 60]


def test_the_explanation_of_a_stops_deal() -> None:
    """ "The other players then score -1 point for each card remaining in their hands, and the
    player who ran out score +1 for each unplayed card": told so, not as the formula that works
    it out."""
    now = played(ruleset("bismarck-estonian"), 0).standing
    rows = explain_of(now.agreed, now.deals[16]).points
    assert [row.say for row in rows] == [
        "−1: −1 for each card left",
        "1 + 0 + 3 + 1 = +5",
        "−3: −1 for each card left",
        "−1: −1 for each card left",
    ]


def test_the_explanation_of_a_soup() -> None:
    """ "The lower score is the score for that player in that round": both scores are shown, and
    which is taken."""
    now = played(ruleset("bisque"), 0).standing
    rows = explain_of(now.agreed, now.deals[0]).points
    assert [row.say for row in rows] == [
        "the lowest of moons 25 and knots 12 = +12",
        "the lowest of suns 13 and wyrms 18 = +13",
        "the lowest of waves 14 and leaves 15 = +14",
    ]


def test_code_stays_where_programs_read(tmp_path: Path) -> None:
    """JSON keeps the formula as the ruleset has it, beside the words."""
    somebody = Person(tmp_path)
    somebody.does("new bien Ann Bob Cal Dee --dealer Dee")
    somebody.does("deal bidder=Bob bid=200 meld=150 points=60,81")
    row = somebody.reads("explain 1")["points"][1]
    assert (row["formula"], row["numbers"], row["say"]) == (
        "-value[bid]",
        "-value[200]",
        "−4: minus the table's value of the bid",
    )
    tried = somebody.reads("explain 1")["outcomes"]
    assert tried[-1]["test"] == "meld + bidders.points >= bid"
    assert tried[-1]["because"] == "150 + 81 = 231 is at least 200"
    assert tried[0] == {
        "name": "All passed", "test": "given(passed)", "numbers": "given(none)", "if": "all four pass",
        "because": "“passed” was not said", "holds": False, "source": "rulings 4 (10)",
    }  # fmt: skip
