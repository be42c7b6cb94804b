"""`rules check` as a lint: what a ruleset says that cannot be, every fault at once, each with
its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import GAMES, RULESETS, merged_ruleset, ruleset
from terminal import Person, Said

from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.ruleset_checks import (
    COMMANDS,
    checked_page,
    faults_and_untried,
    lint_faults,
    lint_notes,
    page_notes,
)
from scorekeeper.store import ruleset_library as library
from scorekeeper.table.commands import COMMANDS as TABLE_COMMANDS

ALL_GAMES = sorted(path.stem for path in RULESETS.rglob("*.toml") if "packs" not in path.parts)
HEAD = 'format = 1\nname = "Mine"\nsource = "house"\n'


def check(folder: Path, text: str, *words: str) -> Said:
    """What `rules check` says of a ruleset with this text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return Person(folder).types("rules", "check", str(path), *words)


def swedish(changes: str) -> str:
    """The text of a ruleset that changes modern Swedish Bismarck, with an example that it is not
    about."""
    return f'format = 1\nextends = "bismarck-swedish"\nname = {{ en = "Mine", sv = "Min" }}\n{changes}\n'


def codes(folder: Path, text: str) -> list[str]:
    """The codes of the faults, in order."""
    return check(folder, text, "--format", "json").codes


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_ruleset_is_clean(name: str) -> None:
    """A shipped ruleset has no fault, nothing left unsaid or untried, and its examples hold."""
    rules = ruleset(name)
    found, untried = faults_and_untried(rules)
    assert [*found, *untried, *lint_notes(rules), *example_problems(rules)] == []


# --- arithmetic -----------------------------------------------------------------------------------


def test_cards_that_are_not_the_pack(tmp_path: Path) -> None:
    """Three hands of 16 and 5 beside are 53 cards, with the line of the hand and what to do."""
    said = check(tmp_path, swedish("talon = 5"))
    assert said.code == 1
    assert (
        "bismarck-swedish.toml:11: 3 players with 16 cards each and 5 beside are 53 cards; the pack has 52"
        in said.err
    )
    assert "11 | hand = 16" in said.err


def test_too_few_cards_are_said_with_the_talon_that_is_missing(tmp_path: Path) -> None:
    """Without a talon four cards of the pack are nowhere, and the hint has the line to write."""
    said = check(tmp_path, swedish("talon = 0"))
    assert "are 48 cards; the pack has 52" in said.err
    assert "try: say `talon = 4` if 4 cards lie beside" in said.err


def test_a_hand_that_depends_on_the_players_is_checked_for_each(tmp_path: Path) -> None:
    """36 // players deals the pack out to three and four; for five one card is left over."""
    said = check(tmp_path, 'format = 1\nextends = "bismarck-estonian"\nplayers = [3, 4, 5]\n')
    assert "5 players with 7 cards each are 35 cards; the pack has 36" in said.err
    assert "3 players" not in said.err


def test_hands_that_change_may_leave_cards_but_not_want_them(tmp_path: Path) -> None:
    """One card, two, three … are well while the pack has enough; 18 cards for three are not."""
    lines = '[let]\nmost = "18"\n[deals]\nnumber = 35\n'
    assert codes(tmp_path, f'format = 1\nextends = "oh-hell"\nplayers = 3\n{lines}') == [
        "cards-dealt"
    ]


def test_quotas_that_are_not_the_tricks(tmp_path: Path) -> None:
    """9 + 4 + 4 quotas for 16 tricks: named with contract, sum and line."""
    said = check(tmp_path, swedish("[contract.sang.quota]\ndeclarer = 9"))
    assert "mine.toml:4: with 3 players the quotas of `sang` add up to" in said.err
    assert "= 17; there are 16 tricks" in said.err


def test_quotas_may_be_short_where_the_rules_promise_so(tmp_path: Path) -> None:
    """Follett's quotas are 15 of 16 tricks, and the promise of +1 a deal says it."""
    assert lint_faults(ruleset("bismarck-follett")) == []
    assert (
        codes(tmp_path, 'format = 1\nextends = "bismarck-follett"\n[promise]\nsum = 0\n')
        == ["quota-sum"] * 5
    )


def test_quotas_of_a_declarer_whom_the_deal_names(tmp_path: Path) -> None:
    """6 + 3 + 3 quotas for 12 tricks are well, though before the deal nobody is the declarer."""
    text = """players = 3
pack = "french-52"
[deals]
number = 3
declarer = "fact bidder"
contract = "in order, one a deal"
[roles]
declarer = "declarer"
others = "others"
[fact.bidder]
kind = "player"
[contract.a]
name = "A"
trump = "none"
quota = { declarer = 6, others = 3 }
points = "tricks - quota"
[count.tricks]
total = 12
"""
    assert check(tmp_path, HEAD + text).code == 0


def test_deals_that_cannot_be_shared(tmp_path: Path) -> None:
    """Four contracts picked once by three are 12 deals, not 11; rounds of three do not make 10
    deals."""
    assert "are 12 deals; the rules say 11" in check(tmp_path, swedish("[deals]\nnumber = 11")).err
    rounds = 'format = 1\nextends = "bismarck-classic"\n[deals]\nnumber = 10\n'
    assert "10 deals cannot be shared evenly by 3 players" in check(tmp_path, rounds).err


def test_deals_that_are_not_whole_stints(tmp_path: Path) -> None:
    """Stints of four among three are a multiple of 12 deals."""
    said = check(tmp_path, 'format = 1\nextends = "bismarck-british"\n[deals]\nnumber = 15\n')
    assert "15 deals cannot be shared evenly by 3 players in stints of 4" in said.err
    assert "try: say a multiple of 12" in said.err


def test_uneven_deals_are_well_where_nobody_minds_who_deals() -> None:
    """Nineteen deals among three are well in a game in which no quota hangs on the dealer."""
    assert lint_faults(ruleset("more/oh-hell")) == []


def test_a_contract_without_a_turn(tmp_path: Path) -> None:
    """A contract that `order` leaves out never comes up; the line is the contract's."""
    said = check(
        tmp_path,
        'format = 1\nextends = "bismarck-classic"\n[deals]\nnumber = 6\norder = ["trumf", "sang"]\n',
    )
    assert "`noll` never comes up" in said.err


# --- names ----------------------------------------------------------------------------------------


def test_two_contracts_with_one_word(tmp_path: Path) -> None:
    """A word that two contracts have could be either; case, accents and dashes do not tell them
    apart."""
    said = check(
        tmp_path, swedish('[contract.pass]\nname = { en = ["Pass", "NO-trumps"], sv = "Pass" }')
    )
    assert "`NO-trumps` could be contract.sang or contract.pass" in said.err
    assert "mine.toml:4:" in said.err


def test_two_facts_with_one_word(tmp_path: Path) -> None:
    """A count and a fact of one name cannot be told apart before an equals sign."""
    assert codes(
        tmp_path, 'format = 1\nextends = "bizon"\n[count.gp]\nname = ["GP", "grass"]\n'
    ) == ["name-twice"]


def test_every_command_of_the_live_table_is_a_name_that_is_taken() -> None:
    """What the table reads before anything else is what no flag and no contract may be called."""
    assert {*TABLE_COMMANDS} == COMMANDS


def test_a_contract_may_be_named_like_a_fact() -> None:
    """The Finnish contract trump and the fact trump=SUIT never stand in the same place."""
    assert {"trump"} <= {*ruleset("bismarck-finnish").contracts} & {
        *ruleset("bismarck-finnish").facts
    }
    assert lint_faults(ruleset("bismarck-finnish")) == []


# --- examples, and all at once --------------------------------------------------------------------


def test_an_example_that_fails_has_the_line_of_its_deal(tmp_path: Path) -> None:
    """An example whose points are not what the rules give is named with its deal and its line."""
    text = swedish(
        '[[example]]\nplayers = ["A", "B", "C"]\n[[example.deal]]\nenter = "sang 6 6 4"\npoints = [-2, 2, 0]'
    )
    said = check(tmp_path, text)
    assert "mine.toml:6: example 1, deal 1: `sang 6 6 4` should give points" in said.err


def test_an_example_says_what_is_counted_and_settled(tmp_path: Path) -> None:
    """Counters after a deal and what all is settled at after the last are held to what the example
    says; a counter that there is not has nothing."""
    text = swedish(
        'carry.pool.next = "pool + tricks"\nsettlement.pair = "pool"\n'
        '[[example]]\nplayers = ["A", "B", "C"]\nsettled = [2, 2, -4]\n[[example.deal]]\n'
        'enter = "sang 6 6 4"\ncounters = { pool = [6, 6, 4], pol = [0, 0, 0] }'
    )
    assert (
        "should give counters.pol [0, 0, 0], and the rules give None" in check(tmp_path, text).err
    )
    said = check(tmp_path, text.replace(", pol = [0, 0, 0]", ""))
    assert (said.err, "well" in said.out) == ("", True)
    wrong = text.replace(", pol = [0, 0, 0]", "").replace("[6, 6, 4]", "[6, 5, 5]")
    said = check(tmp_path, wrong.replace("[2, 2, -4]", "[0, 0, 0]"))
    assert "should give counters.pool [6, 5, 5], and the rules give [6, 6, 4]" in said.err
    assert "it should be settled at [0, 0, 0], and the rules give [2, 2, -4]" in said.err
    assert "must be a list of numbers" in check(tmp_path, text.replace("[6, 6, 4]", "6")).err


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    """What cannot be read, what cannot be and words used twice come together, each with its own
    line."""
    text = swedish(
        'talon = 5\ncolour = "red"\n[deals]\nnumber = 11\n'
        '[contract.pass]\naliases = ["sang"]\n[contract.pas]\ntrump = "stars"'
    )
    said = check(tmp_path, text)
    for line in (
        "mine.toml:5: `colour`",
        "mine.toml:11: `stars`",
        "are 53 cards",
        "`sang` could be",
    ):
        assert line in said.err


def test_a_part_that_cannot_be_read_is_not_judged_as_well(tmp_path: Path) -> None:
    """Where a total is misspelt, the quotas are not compared with what is not there."""
    assert codes(tmp_path, swedish('[count.tricks]\ntotal = "sixten"')) == ["ruleset"]


# --- notes ----------------------------------------------------------------------------------------


def test_what_is_left_unsaid_is_a_note(tmp_path: Path) -> None:
    """No example and no word in a declared language are noted: exit 0, unless --strict counts
    them."""
    quota = "quota = { declarer = 8, others = 4 }"
    contract = (
        f'[contract.reds]\nname = "Reds"\nsource = "house"\n{quota}\npoints = "tricks - quota"\n'
    )
    text = (
        'format = 1\nextends = "bismarck-swedish"\nlanguages = ["en", "sv"]\nname = "Mine"\n'
        f"{contract}[deals]\nnumber = 15\n"
    )
    said = check(tmp_path, text)
    assert (said.code, said.out.endswith("well; it has no worked example yet\n")) == (0, True)
    assert "names not in sv: " in said.err
    assert said.err.count("names not in sv") == 1
    strict = check(tmp_path, text, "--strict", "--format", "json")
    assert (strict.code, set(strict.codes)) == (1, {"no-example", "word-missing"})


BODY = (
    'players = 3\npack = "french-36"\nhand = 12\n[count.tricks]\ntotal = 12\n[[outcome]]\n'
    'points = "tricks"\n'
)


def notes_of(folder: Path, text: str) -> list[str]:
    """What is noted of a page, a sentence a note, but that it has no example."""
    notes = check(folder, text, "--format", "json").json["notes"]
    said = [note["message"].split("\n")[0] for note in notes if note["code"] != "no-example"]
    return said


def test_a_number_that_has_no_least_is_noted(tmp_path: Path) -> None:
    """`max = 8` alone takes −3 as well: it is noted, unless a least is said."""
    page = f'source = "a book"\nfact.bid = {{ max = 8, optional = true }}\n{BODY}'
    told = "`bid` has a greatest number and no least: it may be below 0"
    assert told in notes_of(tmp_path, page)
    assert told not in notes_of(tmp_path, page.replace("max = 8", "min = 0, max = 8"))


def test_a_game_without_a_source_is_noted(tmp_path: Path) -> None:
    """Nothing says where the rules are from: one note; where some parts have a source, those that
    have none are named; a source of the whole page is enough for all of them."""
    head = 'format = 1\nname = "Mine"\n'
    beside = BODY.replace("total = 12", 'total = 12\nsource = "page 3"')
    assert notes_of(tmp_path, head + BODY) == ["nothing says where these rules come from"]
    assert notes_of(tmp_path, head + beside) == ["no source stands beside outcome[0]"]
    assert notes_of(tmp_path, HEAD + BODY) == []


REDS = """[contract.reds]
name = "Reds"
text = "hearts and diamonds"
quota = { declarer = 8, others = 4 }
points = "tricks - quota"
[deals]
number = 15
"""


def test_a_page_that_extends_a_game_is_in_the_languages_that_it_is_written_in(
    tmp_path: Path,
) -> None:
    """Words of one's own in English make a page in English, whatever it extends: nothing is
    missing. In two languages it is in both; who promises a third is told what lacks it."""
    head = 'format = 1\nextends = "bismarck-swedish"\nname = "Ours"\n'
    two = REDS.replace('"Reds"', '{ en = "Reds", sv = "Röda" }')
    two = two.replace('"hearts and diamonds"', '{ en = "hearts", sv = "hjärter" }')
    promised = head + 'languages = ["en", "sv", "fr"]\n'
    assert notes_of(tmp_path, head + REDS) == notes_of(tmp_path, head + two) == []
    assert notes_of(tmp_path, promised + two) == [
        "names not in fr: contract.reds.name",
        "texts not in fr: contract.reds.text",
    ]
    assert notes_of(tmp_path, promised + REDS) == [
        "names not in sv and fr: contract.reds.name",
        "texts not in sv and fr: contract.reds.text",
    ]
    for text, languages in (
        (head + REDS, ["en"]),
        (head + two, ["en", "sv"]),
        (head + "[deals]\nnumber = 24\n", ["en", "fr", "sv"]),
        (HEAD + BODY, ["en"]),
        (HEAD + two, ["en", "sv"]),
    ):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        assert library.whole_file(str(path)).merged.get("languages", ["en"]) == languages, text


@pytest.mark.parametrize("name", ALL_GAMES)
def test_a_shipped_page_has_a_source_beside_every_part_in_three_languages(name: str) -> None:
    """Every contract, row and count of a shipped game says where it is written, and every word of
    it is said in all languages."""
    rules = library.load_ruleset(name)
    parts = [*rules.contracts.values(), *rules.scoring.outcomes, *rules.counts.values()]
    assert [part for part in parts if not part.source.by_language] == []
    assert rules.about.languages == ("en", "fr", "sv")


def test_a_note_of_a_page_that_others_extend_is_told_once(tmp_path: Path) -> None:
    """Several pages that extend one are checked together: what is noted of that one is told with
    the first."""
    promised = HEAD + 'languages = ["en", "sv"]\n' + BODY
    somebody = Person(tmp_path).with_rules()
    folder = tmp_path / "rulesets"
    folder.mkdir(exist_ok=True)
    (folder / "base.toml").write_text(promised, encoding="utf-8")
    for name in ("one", "other"):
        (folder / f"{name}.toml").write_text('extends = "base"\n', encoding="utf-8")
    said = somebody.types("rules", "check", "base", "one", "other").err
    assert said.count("names not in sv: count.tricks.name") == 1


@pytest.mark.parametrize(
    ("points", "mend"),
    [
        ("sun", "words stand in quotes: '\"sun\"'"),
        ("1 if trump == hearts and role != boss else 0", 'quotes: "hearts" and "boss"'),
        ("1 if (trump == hearts) else 0", 'quotes: "hearts"'),
    ],
)
def test_a_word_without_its_quotes_is_told(tmp_path: Path, points: str, mend: str) -> None:
    """`trump == hearts` asks for a fact of that name; there is none, and the word needs quotes."""
    said = check(tmp_path, HEAD + BODY.replace('"tricks"', f"'{points}'"))
    assert mend in said.err


def test_a_misspelt_name_is_no_word(tmp_path: Path) -> None:
    """What stands where a word does not is a name: only the likely one is told."""
    said = check(tmp_path, HEAD + BODY.replace('"tricks"', '"trickz - 1"'))
    assert "did you mean `tricks`?" in said.err and "quotes" not in said.err


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("my-tricks", "`-` takes away there: call it `my_tricks`"),
        ('"my tricks"', "call it `my_tricks`"),
        (
            "not",
            'formulas read `not` as a word of their own: call it `not_`, and show it by `name = "not"`',
        ),
        ("2nd", "say a name of letters, digits and `_` that begins with a letter"),
    ],
)
def test_a_name_that_no_formula_can_have_is_refused_where_it_is_made(
    tmp_path: Path, name: str, mend: str
) -> None:
    """`my-tricks` would be read as `my` less `tricks`: the line that makes the name is named, with
    what to call it; so is the formula, with the same mend."""
    text = HEAD + BODY.replace("count.tricks", f"count.{name}").replace('"tricks"', '"my-tricks"')
    said = check(tmp_path, text)
    plain = name.strip('"')
    assert (
        f"mine.toml:7: `{plain}` cannot be a name in formulas\n      7 | [count.{name}]" in said.err
    )
    assert said.err.count(mend) == 1
    if name == "my-tricks":
        assert "mine.toml:10: `points = 'my-tricks'`" in said.err


def test_names_of_every_kind_that_formulas_use_are_looked_at(tmp_path: Path) -> None:
    """Facts, counts, roles, options and what is worked out; a contract is a word in quotes there
    and may have any name."""
    tables = "".join(
        f'[{key}]\n"a-{place}" = {value}\n'
        for place, (key, value) in enumerate(
            {
                "fact": '{ kind = "flag", optional = true }',
                "option": "{ default = true }",
                "let": "1",
                "each": "1",
                "side": "1",
                "carry": '{ start = 0, next = "1" }',
                "ladder": "{ 1 = 1 }",
                "roles": '"others"',
            }.items()
        )
    )
    body = BODY.replace("count.tricks", "count.a-count").replace('"tricks"', '"1"')
    text = HEAD + body + tables + '[contract.no-trumps]\npoints = "1"\n'
    said = check(tmp_path, text, "--format", "json")
    named = [
        problem["fact"] for problem in said.problems if "cannot be a name" in problem["message"]
    ]
    assert sorted(named) == sorted(
        ["count.a-count", "fact.a-0", "option.a-1", "let.a-2", "each.a-3", "side.a-4", "carry.a-5",
         "ladder.a-6", "roles.a-7"]
    )  # fmt: skip


def test_what_check_refuses_is_not_begun(tmp_path: Path) -> None:
    """Fourteen cards each where the pack has fewer, an example that fails: `new` and `play` refuse the
    page with the words of `rules check`, and `rules list` marks it; nothing is begun."""
    somebody = Person(tmp_path)
    folder = tmp_path / "rulesets"
    folder.mkdir()
    few = BODY.replace("hand = 12", "hand = 14").replace("total = 12", "total = 14")
    (folder / "few.toml").write_text(HEAD + few, "utf-8")
    checked = somebody.types("rules", "check", "few").err
    for command in ("new", "play"):
        said = somebody.types(command, "few", "Ann", "Bo", "Cleo")
        assert said.code == 1
        assert said.err.split("\n")[1:] == checked.split("\n")[1:]
        assert said.err.startswith("refused: the ruleset `few` has 1 fault\n")
    assert somebody.reads("sessions") == []
    listed = somebody.types("rules", "list")
    assert "note: few has 1 fault; see `scorekeeper rules check few`" in listed.err
    assert "few" in listed.out
    example = '[[example]]\nplayers = ["A", "B", "C"]\n[[example.deal]]\nenter = "4 4 4"\npoints = [4, 4, 5]\n'
    (folder / "few.toml").write_text(HEAD + BODY + example, "utf-8")
    assert somebody.types("new", "few", "Ann", "Bo", "Cleo", "--format", "json").codes == [
        "example"
    ]


def test_an_evening_that_began_goes_on_whatever_check_finds_now(tmp_path: Path) -> None:
    """A session keeps its rules: a name with a hyphen in them does not stop it."""
    somebody = Person(tmp_path)
    folder = tmp_path / "rulesets"
    folder.mkdir()
    (folder / "house.toml").write_text(HEAD + BODY + "[let]\nhalf = 1\n", "utf-8")
    somebody.does("new house Ann Bo Cleo --name it")
    kept = somebody.file("it").replace(b"half = ", b"hand-half = ")
    assert b"hand-half" in kept
    somebody.path("it").write_bytes(kept)
    assert somebody.reads("deal 6 4 2")["recorded"]["points"] == {"Ann": 6, "Bo": 4, "Cleo": 2}


def test_contracts_that_some_dealers_never_meet_are_noted(tmp_path: Path) -> None:
    """Six contracts in order, one a deal, among three dealers: each meets only two of them."""
    text = 'format = 1\nextends = "bismarck-coleman"\n[deals]\ncontract = "in order, one a deal"\n'
    notes = check(tmp_path, text, "--format", "json").json["notes"]
    assert "with 3 players each dealer meets only 2 of the 6 contracts" in [
        note["message"].split("\n")[0] for note in notes
    ]


def test_a_clean_file_says_so(tmp_path: Path) -> None:
    """A shipped ruleset is well, by id or by file, and nothing is said beside."""
    said = Person(tmp_path).types("rules", "check", "bizon", str(RULESETS / "bisque.toml"))
    assert (said.code, said.err) == (0, "")
    assert [line.partition(": ")[2] for line in said.out.splitlines()] == [
        "Bizon: well; 2 worked examples hold",
        "Bisque: well; 1 worked example holds",
    ]


def test_the_faults_of_a_file_follow_its_lines(tmp_path: Path) -> None:
    """Whoever mends a file goes through it once, from the top."""
    text = swedish('players = 17\nhand = true\nseats = 3\n[deals]\nnumber = "oops"\nfirst = "me"')
    said = check(tmp_path, text).err
    places = re.findall(r"^  \S+\.toml:(\d+): ", said, re.MULTILINE)
    assert len(set(places)) == 5 and places == sorted(places, key=int)


def test_the_faults_of_a_page_are_told_in_one_go(tmp_path: Path) -> None:
    """Every unknown name of a formula; beside what one deal shows also what a game shows."""
    text = 'name = "P"\nsource = "x"\nplayers = 3\ncount.pegs.max = 9\n'
    said = check(tmp_path, text + 'points = "pgs + pogs"\n').err
    assert "`pgs` is not a fact here" in said and "`pogs` is not a fact here" in said
    text += 'points = "pegs + share"\nside.share = "10 // min(all.pegs)"\ndeals.number = 6\n'
    said = check(tmp_path, text + 'settlement.points = "total // (total - total)"\n').err
    assert "`share = '10 // min(all.pegs)'` divides by zero; so in this deal" in said
    assert "`points = 'total // (total - total)'` divides by zero; so in deal 1 of a game" in said


MISLEADING = [
    ('fact.tricks = { kind = "card" }', "`tricks` could be fact.tricks or count.tricks"),
    ("fact.bid = { min = 9, max = 3 }", "the least is 9 and the greatest 3"),
    ("count.pegs = { min = 9, max = 3 }", "the least is 9 and the greatest 3"),
    ('pack = { extends = "french-52", copies = 2, suitless = ["JK joker", "JK joker"] }', "check `copies` and `suitless`: the pack is 2 times 54 cards, 2 of them without a suit"),
    ("length = “an hour”", 'not TOML; quotes are straight, `"…"`: length = “an hour”'),
    ('fact.tricks = {}\nfact.tricks.kind = "flag"', "not TOML; a table in braces, `{ … }`, is whole where it ends, and takes no more"),
    ("hand = 13\nhand = 13", "not TOML; the same stands there before, perhaps in braces `{ … }`"),
    ("[deals]\nnumber = 3\n[deals]", "not TOML; the same stands there before, perhaps in braces `{ … }`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), MISLEADING)
def test_what_is_wrong_is_told_and_not_what_follows_from_it(
    tmp_path: Path, line: str, told: str
) -> None:
    """What is said twice, bounds the wrong way round, quotes of a word processor, too many jokers."""
    pack = "" if line.startswith("pack") else 'pack = "french-52"\n'
    hand = "" if line.startswith("hand") else "hand = 13\n"
    page = f'name = "P"\nsource = "x"\nplayers = 4\n{hand}{pack}points = "tricks"\n'
    said = check(tmp_path, f"{page}count.tricks.total = 13\n{line}\n").err
    assert told in said
    assert not any(word in said for word in ("talon", "no deal can be entered", "is a card"))


def test_points_outside_of_a_table_are_those_of_every_deal(tmp_path: Path) -> None:
    """A game without contracts says there what a deal scores; beside rows of a settlement nobody
    asks for them, which is a fault."""
    text = 'name = "P"\nsource = "x"\nplayers = 3\npoints = "2 * pegs"\n[deals]\nnumber = 3\n'
    text += '[count.pegs]\nmax = 9\n[[example]]\ncomputed = true\nsource = "x"\nplayers = ["A", "B", "C"]\n'
    text += 'deal = [{ enter = "1 2 3", points = [2, 4, 6] }]\n'
    assert check(tmp_path, text).code == 0
    said = check(tmp_path, text + '[[outcome]]\npoints = "2 * pegs"\n')
    assert said.code == 1
    assert (
        ":4: the rows of `[[outcome]]` say what a deal scores: these are never asked for"
        in said.err
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 'x'\nplayers 3\n", ": line 2, column 9: not TOML: players 3"),
        ('name = "x\n', ': line 1, column 10: not TOML; a quote is left open: name = "x'),
        ("name = [1,\n", ": not TOML: something is not closed where the text ends"),
        ("x = 1\nx = 2\n", ": line 2, column 6: not TOML"),
    ],
)
def test_what_is_not_toml_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    """What the reader looked for it says in English alone; the place is said in every language."""
    assert said in check(tmp_path, text).err


def test_a_game_that_there_is_not_keeps_no_other_from_being_checked(tmp_path: Path) -> None:
    """Every file is looked at, and all that is wrong is told together."""
    broken = tmp_path / "broken.toml"
    broken.write_text("name = \n", encoding="utf-8")
    said = Person(tmp_path / "home").types("rules", "check", "bizonn", "bisque", str(broken))
    assert said.code == 1
    assert "bisque" in said.out and "bizonn" in said.err and "broken.toml" in said.err


@pytest.mark.parametrize("other", ["", 7, ["text"]])
def test_whatever_stands_for_a_table_is_told_and_the_rest_looked_through(other: object) -> None:
    """Each table of a page in turn is words, a number or a list: a number is one nowhere."""
    whole = merged_ruleset("more/barbu")
    for name in [name for name, part in whole.items() if isinstance(part, dict)]:
        page, faults = checked_page({}, whole | {name: other}, "it")
        assert faults.read or faults.said or other != 7, name
        page_notes({}, whole | {name: other}, page, faults.read)
