"""A ruleset has all its words in several languages, and each is shown in the one spoken."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest
from conftest import RULESETS, allowed, merged_ruleset, ruleset
from felt import case_of
from shown import explain_text, plain_sheet, rules_text

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.examples import example_problems, source_of
from scorekeeper.proof.omissions import step_topics, steps_for_unknown_options, words_missing
from scorekeeper.referee.auction_answers import auction_answer
from scorekeeper.referee.dealing import dealing_answer, dealing_summary
from scorekeeper.referee.melds import melds_answer
from scorekeeper.referee.pile_value_answers import pile_answer
from scorekeeper.referee.question_context import table_case
from scorekeeper.referee.rulings import ruling_answer
from scorekeeper.referee.trick_rules import trick_rules_of
from scorekeeper.referee.tricks import legal
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.game_list import deals_said
from scorekeeper.report.deal_text import truth_line
from scorekeeper.report.explain import explain_of
from scorekeeper.report.sheet import sheet_of
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import page_of, read_ruleset
from scorekeeper.rules.shown_words import wordings
from scorekeeper.rules.toml_table import citation
from scorekeeper.text.message_text import hint_of, spoken, text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import speak

SOURCED = """
extends = "bizon"
count.gp.source = { en = "page 8: forty in all", fr = "page 8 : quarante en tout", sv = "sidan 8: fyrtio i allt" }

[[ruling]]
text = { en = "Forty.", fr = "Quarante.", sv = "Fyrtio." }
source = { en = "page 8: forty in all", fr = "page 8 : quarante en tout", sv = "sidan 8: fyrtio i allt" }

[[example]]
source = { en = "made up", fr = "inventé" }
players = ["A", "B", "C"]
deal = [{ enter = "bizon=A gp=20,0,20" }]
"""

WORDS = """
extends = "bizon"
languages = ["en", "fr", "sv"]

[role.otters]
name = { fr = "Loutres", sv = "Uttrar" }

[fact.mood]
kind = "word"
optional = true
ask = { en = "In what mood?", fr = "De quelle humeur ?" }
words = { good = { en = "good", fr = "bonne" }, bad = "bad" }

[dealing]
source = "page 1"

[dealing.steps]
en = ["{dealer} deals {slow}.", "{left} cuts, {hand} in all."]
fr = ["{dealer} donne {slow}.", "{left} coupe, {hand} en tout."]
sv = ["{dealer} ger {slow}.", "{left} kuperar, {hand} i allt."]

[option.slow]
default = false
text = { en = "cards are dealt slowly", fr = "on donne lentement" }
says = { yes = { en = "slowly", fr = "lentement" }, no = { en = "fast", fr = "vite", sv = "fort" } }

[auction]
take = { en = ["eat", "take"], fr = ["manger"], sv = "äta" }
pass = { en = ["pass"], fr = ["passer"], sv = ["avstår"] }

[[ruling]]
topic = "drinks"
text = { en = "Away from the cards.", fr = "Loin des cartes.", sv = "Bort från korten." }
source = "page 2"

[melds]
whose = { en = "everybody's", fr = "ceux de tous" }
reading = "once each"

[meld.marriage]
name = { fr = "mariage" }
cards = "K Q"
points = 20
say = { en = "marriage", fr = "mariage" }
"""


def read(text: str, parent: str = "bizon") -> Ruleset:
    """The ruleset in a text that extends a shipped one."""
    return read_ruleset(_whole(text, parent), "worded")


def _whole(text: str, parent: str) -> dict[str, Any]:
    packs = {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in RULESETS.glob("packs/*.toml")
    }
    return whole_ruleset(
        tomllib.loads(text), {parent: merged_ruleset(parent)}.__getitem__, packs.__getitem__
    )


RULES = read(WORDS)
AGREED = agree(RULES, ["Goat", "Sheep", "Cow"])
CASE = table_case(AGREED, True, 0)
FACTS = {"bizon": "Cow", "round": 2, "trump": "clubs", "mood": "good", "gp": [20, 0, 20]}


def faults(text: str) -> list[tuple[str | None, str]]:
    """What is wrong with a ruleset that extends a shipped one."""
    with pytest.raises(Refused) as refusal:
        read(f'extends = "bizon"\n{text}')
    return [(problem.fact, text_of(problem.message)) for problem in refusal.value.problems]


# --- what is said ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Away from the cards."), ("fr", "Loin des cartes."), ("sv", "Bort från korten.")],
)
def test_a_ruling_is_read_out_in_the_language_spoken(language: str, text: str) -> None:
    """Both the referee and the rule sheet say a ruling in the language spoken."""
    speak(language)
    assert text_of(ruling_answer(CASE, "drinks").lines[0]) == text
    assert f"- {text} [page 2]" in rules_text(RULES)


@pytest.mark.parametrize(
    ("language", "steps"),
    [
        (
            "en",
            [
                "The dealer (Goat) deals fast.",
                "The player at the dealer's left (Sheep) cuts, 8 in all.",
            ],
        ),
        (
            "fr",
            [
                "The dealer (Goat) donne vite.",
                "The player at the dealer's left (Sheep) coupe, 8 en tout.",
            ],
        ),
        (
            "sv",
            [
                "The dealer (Goat) ger fort.",
                "The player at the dealer's left (Sheep) kuperar, 8 i allt.",
            ],
        ),
    ],
)
def test_steps_of_dealing_and_what_options_say_follow_the_language(
    language: str, steps: list[str]
) -> None:
    """A step is one sentence in each language, with seats, hand and options put in."""
    speak(language)
    assert spoken(dealing_answer(CASE).value["steps"]) == steps


def test_a_word_for_passing_is_read_in_every_language() -> None:
    """What is typed in one language is understood while another is spoken; what to type is said
    in that one."""
    speak("fr")
    for words in (["pass", "passer", "manger"], ["avstar", "AVSTÅR", "äta"]):
        assert auction_answer(CASE, words, "9♣").value["holder"] == "Goat"
    (problem,) = auction_answer(CASE, ["drink"], "9♣").value["problems"]
    assert "say manger or passer" in text_of(problem["message"])


def test_a_meld_and_the_word_for_it_are_said_in_the_language_spoken() -> None:
    """A meld without an English name is called by its key in English."""
    case = CASE._replace(trump="clubs")
    assert text_of(melds_answer(case, ["K♣ Q♣"]).lines[0]) == "marriage K♣ Q♣: 20"
    speak("fr")
    value = melds_answer(case, ["K♣ Q♣"])
    lines = spoken(value.lines)
    assert lines[:2] == ["mariage R♣ D♣: 20", "total: 20, with trèfle as trumps"]
    assert "rule: counts: ceux de tous" in lines
    assert (value.value["melds"][0]["kind"], value.value["trump"]) == ("marriage", "clubs")


# --- roles and suits ------------------------------------------------------------------------------------


def explained() -> str:
    now = allowed(AGREED, FACTS)
    return explain_text(explain_of(AGREED, now.deals[0]), RULES, 120)


@pytest.mark.parametrize(
    ("language", "suit", "mood"),
    [("en", "clubs", "good"), ("fr", "trèfle", "bonne"), ("sv", "klöver", "good")],
)
def test_a_suit_and_a_word_are_shown_in_the_language_spoken(
    language: str, suit: str, mood: str
) -> None:
    """Explanations, sheets and the line of a deal show a suit by its word; CSV keeps its id."""
    now = allowed(AGREED, FACTS)
    sheet = sheet_of(now, "evening")
    speak(language)
    assert f"trump     {suit}: " in explained()
    assert f"trump: {suit}" in plain_sheet(sheet, RULES)
    line = truth_line(AGREED, now.deals[0])
    assert f" · trump {suit} · " in line
    assert f"mood {mood}" in line
    assert ",clubs," in sheet_csv(sheet)
    one, led = next(iter(RULES.pack.cards.values())), RULES.pack.cards["KC"]
    law = legal(trick_rules_of(AGREED, CASE.referee.play, None, "clubs"), [one], [led]).because
    assert text_of(law) == f"{suit} were led: who holds any must follow"


@pytest.mark.parametrize(
    ("language", "role"), [("en", "otters"), ("fr", "Loutres"), ("sv", "Uttrar")]
)
def test_a_role_of_the_games_own_is_called_by_its_words(language: str, role: str) -> None:
    """The rule sheet says `otters` by the words of `[role.otters]`; in English, without one, by
    the key."""
    speak(language)
    assert f" +10, {role} 0" in " ".join(rules_text(RULES, 10_000).split())


# --- reading ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "path", "message"),
    [
        (
            'adds_to = "trio"',
            "meld.pair.adds_to",
            "`trio` is not a kind of meld that another can add to",
        ),
        ('adds_to = "pair"', "meld.pair.adds_to", "`pair` cannot add to itself"),
        ('adds_when = "players > 2"', "meld.pair.adds_to", "`adds_to` is missing"),
        (
            'adds_to = "row"\nadds_when = "bid > 3"',
            "meld.pair.adds_when",
            "`adds_when = 'bid > 3'` cannot depend on bid",
        ),
    ],
)
def test_a_meld_adds_to_another_kind_by_what_the_table_chose(
    line: str, path: str, message: str
) -> None:
    """What a meld adds to is there and adds to nothing itself, and only options decide it."""
    melds = '[melds]\n[meld.row]\nrun = { 3 = 20 }\n[meld.pair]\ncards = "K Q"\npoints = 20\n'
    assert faults(f"{melds}{line}") == [(path, message)]


def test_the_rule_sheet_has_the_melds() -> None:
    """What each meld is worth, in how many a card counts, whose count: a table without the
    source can score them."""
    sheet = " ".join(rules_text(ruleset("bien"), 10_000).split())
    for said in (
        "marriage: K Q of trumps, 20 [MELD VALUE]",
        "run: one suit in sequence, in the order A K Q J 10 9 8 7: 3 cards 20, 4 cards 50, 5 or more 100 [MELD VALUE]",
        "four: all of a rank: A 100, K 100, Q 100, J 200 [MELD VALUE; rulings 4 (2)]",
        "melds in which a card counts: 1; of trumps K 2 and Q 2",
        "marriage within a run: counts too, and uses no card again",
        "a run that holds both counts 20 more",
        "counts: the highest bidder's team only",
    ):
        assert said in sheet
    assert "Melds" not in rules_text(ruleset("bizon"))


@pytest.mark.parametrize(
    ("game", "said"),
    [("bismarck-estonian", "24–32"), ("more/oh-hell", "13–19"), ("bizon", "15"), ("bien", None)],
)
def test_the_list_of_games_has_the_deals_of_every_number_of_players(
    game: str, said: str | None
) -> None:
    """One number where it is always the same, the least and the most where it hangs on who
    plays."""
    assert deals_said(ruleset(game)) == said


def test_every_language_has_as_many_steps() -> None:
    """Two steps in English and one in French are a fault, with the numbers."""
    found = faults('dealing = { steps = { en = ["a", "b"], fr = ["c"] } }')
    assert found == [
        ("dealing.steps", "`steps` must be equally many in every language, not en 2, fr 1")
    ]


def test_words_for_a_role_that_is_not_there_are_a_fault() -> None:
    """A misspelt role is named, and so is a word that a role does not have."""
    assert faults('role.beavers.name = "Beavers"') == [
        ("role.beavers", "`beavers` is not a role of this game")
    ]
    ((place, message),) = faults('role.otters.colour = "brown"')
    assert (place, message) == (
        "role.otters.colour",
        "`colour` is not a word of the ruleset format here",
    )


def test_a_ruling_says_something() -> None:
    """A ruling without a text is a fault, and so is one whose text is a number."""
    assert faults('ruling = [{ topic = "tie" }]') == [("ruling[0].text", "`text` is missing")]
    assert [place for place, _ in faults("ruling = [{ text = 7 }]")] == ["ruling[0].text"]


def test_what_may_stand_beside_a_fact_must_be_there() -> None:
    """The facts that a ruleset names beside one that stands alone are facts of its own."""
    assert faults('fact.passed.beside = ["grass", "gras"]') == [
        ("fact.passed.beside", "`fact gras`: there is no `[fact.gras]`")
    ]


def test_a_ruling_is_about_outcomes_and_contracts_that_there_are() -> None:
    """A ruling on a row of the settlement, or on a contract, names one of the game."""
    told = faults(
        'ruling = [{ text = "so", outcome = ["The Bizon lost", "The Bizon lots"], contract = "sang" }]'
    )
    assert told == [
        ("ruling[0].outcome", "`The Bizon lots` is not a row of the settlement of this game"),
        ("ruling[0].contract", "`sang` is not a contract of this game"),
    ]


def test_a_step_of_dealing_hangs_on_what_is_known_when_it_is_taken() -> None:
    """What a deal comes to cannot say how it is dealt; a row of steps without a text is a fault."""
    when = "bizon.gp == 40 or round == 1 or len(open) > 1"
    assert faults(f'[[dealing.steps]]\nwhen = "{when}"\ntext = "so"\n[[dealing.steps]]') == [
        ("dealing.steps[1].text", "`text` is missing"),
        ("dealing.steps[0].when", f"`when = '{when}'` cannot depend on bizon.gp and round"),
    ]


def test_a_variant_without_an_option_keeps_the_usual_steps() -> None:
    """A step that asks for an option which a variant went without has it as none: the dealing is
    the usual one."""
    plain = read('extends = "bismarck-swedish"\nwithout = ["option"]\n', "bismarck-swedish")
    usual = spoken(dealing_answer(case_of(ruleset("bismarck-swedish"))).value)
    assert spoken(dealing_answer(case_of(plain)).value)["steps"] == usual["steps"]
    seats = {"dealer": "Ann", "left": "Bob", "right": "Cal", "across": "Bob"}
    assert [text_of(line) for line in dealing_summary(case_of(plain), seats)] == [
        "Four cards face up, 16 each; Bob takes the four and discards four"
    ]
    (note,) = steps_for_unknown_options(page_of(plain))
    assert (
        text_of(note.message)
        == "steps of dealing ask for `see_hand_first` and `table_cards`, which this game has not"
    )
    assert [*steps_for_unknown_options(page_of(ruleset("bismarck-swedish")))] == []


def test_a_step_is_told_on_its_topics_whatever_its_sentence_says() -> None:
    """`referee ruling` tells a step on the topics that the rules put it under, in file order; the
    words of its sentence put it nowhere, as in rules of a time before steps had topics."""
    steps = (
        '[[dealing.steps]]\ntopic = ["cut", "habits"]\ntext = "{left} knocks."\n'
        '[[dealing.steps]]\ntopic = "habits"\ntext = "{right} hums."\n'
        '[[dealing.steps]]\ntext = "{dealer} shuffles, cuts and discards."\n'
    )
    head = 'extends = "bizon"\nwithout = ["dealing.steps", "ruling"]\n'
    where = case_of(read(head + steps + '[topic]\nhabits = "custom"\n'))._replace(named=False)
    knocks, hums = (
        "The player at the dealer's left knocks.",
        "The player at the dealer's right hums.",
    )
    told = {
        topic: [row["text"] for row in spoken(ruling_answer(where, topic).value)["rulings"]]
        for topic in ("cut", "habits", "custom", "shuffle", "discard")
    }
    assert told == {
        "cut": [knocks],
        "habits": [knocks, hums],
        "custom": [knocks, hums],
        "shuffle": [],
        "discard": [],
    }
    assert {"cut", "habits"} <= set(spoken(ruling_answer(where, None).value)["topics"])


def test_a_topic_of_a_step_that_nobody_knows_is_noted() -> None:
    """A misspelt topic is named with its place and the one that was meant; one of the game's own
    needs its words."""
    steps = 'extends = "bizon"\nwithout = ["dealing.steps"]\n[[dealing.steps]]\ntopic = ["shufle", "oddity"]\ntext = "so"\n'
    plain = read(steps)
    assert [
        (note.fact, text_of(note.message), text_of(hint_of(note)))
        for note in step_topics(page_of(plain))
    ] == [
        ("dealing.steps[0].topic", "`shufle` is not a topic of rulings", "did you mean `shuffle`?"),
        (
            "dealing.steps[0].topic",
            "`oddity` is not a topic of rulings",
            "give it its words under `[topic]`",
        ),
    ]
    assert [*step_topics(page_of(read(steps + '[topic]\noddity = "oddity"\nshufle = "x"\n')))] == []


def test_a_row_replaces_the_one_of_the_same_english_name() -> None:
    """A variant may name a row in English alone where its parent has the name in two languages."""
    text = 'extends = "bizon"\n[[outcome]]\nname = "The Bizon lost"\npoints = { bizon = -7, otters = 2 }\n'
    names = [outcome.name.in_english() for outcome in read(text).scoring.outcomes]
    assert names == [outcome.name.in_english() for outcome in ruleset("bizon").scoring.outcomes]


def with_example(rules: Ruleset, example: object) -> Ruleset:
    """The rules with this example alone."""
    return replace(rules, raw={**rules.raw, "example": [example]})


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
def test_an_example_holds_whatever_is_spoken(language: str) -> None:
    """The outcome that an example expects may have any of its names."""
    speak(language)
    assert example_problems(ruleset("bizon")) == []
    deal = {"enter": "bizon=You gp=20,0,20", "outcome": "Le Bizon gagne ex-aequo"}
    example = {"players": ["You", "Goat", "Sheep"], "deal": [deal]}
    assert example_problems(with_example(ruleset("bizon"), example)) == []
    example = {
        "players": ["You", "Goat", "Sheep"],
        "deal": [{**deal, "outcome": "Le Bizon a perdu"}],
    }
    (problem,) = example_problems(with_example(ruleset("bizon"), example))
    assert "should give outcome Le Bizon a perdu" in text_of(problem.message)


# --- what is not translated -------------------------------------------------------------------------------


def test_what_is_not_in_a_language_is_one_note_a_kind() -> None:
    """Each kind of words is noted once for each language, with the first places that lack it."""
    text = 'extends = "bizon"\nlanguages = ["en", "fr"]\n' + "\n".join(
        f'[[check]]\nwhen = "trump == none"\ncode = "c{number}"\nmessage = "{number}"\n'
        for number in range(5)
    )
    notes = [
        text_of(problem.message)
        for problem in words_missing(page_of(read(text)))
        if text_of(problem.message).startswith("messages")
    ]
    (note,) = notes
    assert note.startswith(
        "messages not in fr: check[0].message, check[1].message, check[2].message and "
    )
    assert note.endswith(" more")


def test_a_game_of_one_language_lacks_nothing() -> None:
    """What is only English and says so has no word missing."""
    assert [*words_missing(page_of(read('extends = "bizon"\nlanguages = ["en"]\n')))] == []


def test_what_the_made_up_game_lacks_is_named() -> None:
    """Every kind of words is looked through: names, words, texts, questions, rulings, steps."""
    found = {problem.fact for problem in words_missing(page_of(RULES))}
    assert {problem.code for problem in words_missing(page_of(RULES))} == {"word-missing"}
    swedish = [
        text_of(p.message)
        for p in words_missing(page_of(RULES))
        if " not in sv: " in text_of(p.message)
    ]
    assert any(message.startswith("words not in sv: ") for message in swedish)
    assert any(message.startswith("texts not in sv: ") for message in swedish)
    assert any(message.startswith("questions not in sv: ") for message in swedish)
    assert "dealing.steps" not in found


def test_a_child_says_a_thing_anew_in_its_own_languages() -> None:
    """Where a variant says words anew, its parent's words in other languages would be of the
    parent's rule: they go."""
    rules = read('extends = "bizon"\n[fact.bizon]\nask = { en = "Who?", sv = "Vem?" }\n')
    assert set(rules.facts["bizon"].ask.by_language) == {"en", "sv"}
    assert set(ruleset("bizon").facts["bizon"].ask.by_language) == {"en", "fr", "sv"}


@pytest.mark.parametrize(
    ("language", "name", "ask"),
    [
        ("en", "trump", "Which suit is trumps?"),
        ("fr", "atout", "Quelle couleur est l'atout\u00a0?"),
        ("sv", "trumf", "Vilken färg är trumf?"),
    ],
)
def test_the_trump_suit_that_a_contract_leaves_open_has_words(
    language: str, name: str, ask: str
) -> None:
    """A file that says nothing of the open trump suit has it named and asked for in every
    language."""
    rules = ruleset("bismarck-british")
    assert "fact" not in rules.raw
    speak(language)
    assert (rules.facts["trump"].name.shown(), rules.facts["trump"].ask.shown()) == (name, ask)


def test_the_words_of_the_open_trump_suit_are_not_the_files() -> None:
    """A game in a language that the program has no words in is not told to translate them."""
    rules = read('extends = "bismarck-british"\nlanguages = ["en", "de"]\n', "bismarck-british")
    assert [path for _, path, _ in wordings(rules) if path.startswith("fact.trump")] == []


@pytest.mark.parametrize(
    ("language", "contract"), [("en", "cut trumps"), ("fr", "atout tiré"), ("sv", "dragen trumf")]
)
def test_the_line_of_a_deal_names_the_contract_as_the_next_line_does(
    language: str, contract: str
) -> None:
    """The contract is called by its name in the language spoken, lowered, and not by its id."""
    rules = ruleset("bismarck-british")
    agreed = agree(rules, ["Ann", "Bea", "Col"])
    now = allowed(
        agreed,
        {"contract": "no-trumps", "tricks": (4, 4, 8)},
        {"contract": "cut-trumps", "trump": "hearts", "tricks": (8, 4, 4)},
    )
    speak(language)
    assert f" · {contract} · " in truth_line(agreed, now.deals[1])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "page 8: forty in all"),
        ("fr", "page 8 : quarante en tout"),
        ("sv", "sidan 8: fyrtio i allt"),
    ],
)
def test_a_citation_that_holds_a_sentence_is_in_the_language_spoken(code: str, said: str) -> None:
    """In explain, on the rule sheet, in the referee's answer and in a refusal."""
    rules = read_ruleset(
        whole_ruleset(tomllib.loads(SOURCED), merged_ruleset, merged_ruleset), "sourced"
    )
    agreed = agree(rules, ["A", "B", "C"], "C")
    speak(code)
    standing = allowed(agreed, {"bizon": "A", "gp": [20, 0, 20]})
    told = explain_of(agreed, standing.deals[0])
    assert said in told.sources
    assert said in [ruling.source for ruling in told.rulings]
    assert f"[{said}]" in " ".join(rules_text(rules).split())
    where = table_case(agreed, True, 2)._replace(trump="clubs")
    assert said in text_of(pile_answer(where, [["K♣"]]).lines[-1])
    refused = judged(agreed, first_state(agreed), {"bizon": "A", "gp": [20, 0, 21]}).problems[0]
    assert refused.rule is not None and text_of(refused.rule) == said
    assert source_of(casebook(rules).examples[0]).shown() == {"fr": "inventé"}.get(code, "made up")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["PLAYING; rulings 4 (1), (13)", "rulings 2: why", "page 3"]),
        ("fr", ["PLAYING\u00a0; décisions 4 (1), (13)", "décisions 2 : pourquoi", "page 3"]),
        ("sv", ["PLAYING; tolkningar 4 (1), (13)", "tolkningar 2: why", "page 3"]),
    ],
)
def test_a_citation_calls_the_page_of_rulings_by_the_word_of_the_language(
    code: str, said: list[str]
) -> None:
    """A title stays as it is; the page of rulings is no title."""
    sources = [
        {"en": "PLAYING; rulings 4 (1), (13)"}, {"en": "rulings 2: why", "fr": "rulings 2 : pourquoi"}, {"en": "page 3"},
    ]  # fmt: skip
    speak(code)
    assert [citation(source).shown() for source in sources] == said


@pytest.mark.parametrize("source", ["3", '["a", "b"]', "{ en = 3 }", "{}"])
def test_a_citation_is_words_or_words_by_language(source: str) -> None:
    """Anything else is a fault of the page, with its place."""
    raw = whole_ruleset(
        tomllib.loads(f'extends = "bizon"\ncount.gp.source = {source}'),
        merged_ruleset,
        merged_ruleset,
    )
    with pytest.raises(Refused) as refused:
        read_ruleset(raw, "sourced")
    assert [problem.fact for problem in refused.value.problems] == ["count.gp.source"]
