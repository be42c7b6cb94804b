"""Reading rulesets: the shipped ones are well, and every fault of a file is named at once with
its path."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import FOUR, merged_ruleset, raw_ruleset, ruleset
from hypothesis import given
from hypothesis import strategies as st
from reading import parsing

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.examples import example_problems
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import StepTable
from scorekeeper.rules.ruleset_file import read_page, read_ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem, Refused

SMALL = """
format = 1
name = "Small"
players = 3
pack = "french-52"

[roles]
declarer = "declarer"
others = "others"

[deals]
number = 6
declarer = "dealer's left"
contract = "declarer picks, each once"

[count.tricks]
total = 16

[contract.up]
quota = { declarer = 8, others = 4 }
points = "tricks - quota"

[contract.down]
quota = { declarer = 4, others = 6 }
points = "quota - tricks"
"""


def whole(text: str, **files: str) -> dict[str, Any]:
    return whole_ruleset(
        tomllib.loads(text),
        lambda name: tomllib.loads(files[name]),
        lambda pack: raw_ruleset(f"packs/{pack}"),
    )


def faults(text: str, **files: str) -> tuple[Problem, ...]:
    """Every fault of a ruleset that has some."""
    with pytest.raises(Refused) as refusal:
        read_ruleset(whole(text, **files), "small")
    return refusal.value.problems


def changed(old: str, new: str, text: str = SMALL) -> str:
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("name", "word", "looks_at_piles"),
    [
        ("tricks", "", True),
        ("tricks", "tricks = false", False),
        ("levees", "", False),
        ("levees", "tricks = true", True),
    ],
)
def test_a_count_of_tricks_is_what_the_rules_say_it_is(
    name: str, word: str, looks_at_piles: bool
) -> None:
    """Where the cards of one pile were counted for its tricks, the mend says how many cards the
    piles hold, whatever the rules call their tricks; what is not tricks is only counted again."""
    text = changed("total = 16", f"total = 16\n{word}", SMALL.replace("tricks", name))
    agreed = agree(read_ruleset(whole(text), "small"), ["Ann", "Bo", "Cleo"])
    (wrong,) = judged(agreed, first_state(agreed), {"contract": "up", name: [6, 7, 9]}).problems
    assert wrong.code == f"{name}-total"
    assert ("the piles must hold 18, 21 and 9" in hint_of(wrong)) is looks_at_piles


@pytest.mark.parametrize("name", FOUR)
def test_the_four_games_are_read_without_a_fault(name: str) -> None:
    """Bizon, both Bismarcks and Bien are rulesets without a fault, each with rules of its own."""
    rules = ruleset(name)
    assert rules.id == name
    assert rules.contracts or rules.scoring.outcomes
    assert rules.about.sources and casebook(rules).rulings


@pytest.mark.parametrize("name", FOUR)
def test_the_four_games_agree_with_the_examples_in_them(name: str) -> None:
    """Each game has worked examples, and its rules give what they say."""
    assert casebook(ruleset(name)).examples
    assert example_problems(ruleset(name)) == []


def test_a_small_game_is_read() -> None:
    """A dozen lines are a whole game."""
    rules = read_ruleset(whole(SMALL), "small")
    assert list(rules.contracts) == ["up", "down"]
    assert rules.main_count == "tricks"
    assert rules.deals.picked and rules.deals.once
    assert (rules.teams, rules.talon, rules.hand, rules.match, rules.auction) == (
        False,
        None,
        None,
        None,
        None,
    )


FAULTS = [
    ("players = 3", "players = 3\nplayrs = 4", "playrs", "`playrs` is not a word of the ruleset format here", "did you mean `players`?"),
    ("[count.tricks]", "[count.tricks]\ntotel = 3", "count.tricks.totel", "`totel` is not a word", "did you mean `total`?"),
    ("[contract.up]", "[contract.up]\nqotas = 1", "contract.up.qotas", "`qotas` is not a word", "did you mean `quota`?"),
    ("format = 1", "format = 2", "format", "this is ruleset format 2; this scorekeeper reads format 1", "install a newer scorekeeper"),
    ("format = 1", "format = true", "format", "`format` must be a whole number, not true", None),
    ("format = 1", "format = 1979-05-27T07:32:00Z", "format", "`format` must be a whole number, not 1979-05-27 07:32:00+00:00", None),
    ("format = 1", "format = { a = [1, 'b'], \"c d\" = {} }", "format", "`format` must be a whole number, not { a = [1, 'b'], 'c d' = {} }", None),
    ("players = 3", "players = 0", "players", "`players` must say how many play", "players = [3, 4]"),
    ("players = 3", "players = 17", "players", "from 1 to 16", None),
    ("players = 3", 'players = "three"', "players", "`players` must be a whole number", None),
    ("players = 3", "", "players", "`players` must say how many play", None),
    ("players = 3", "players = [2.5]", "players", "`players` must be a whole number", None),
    ("players = 3", "players = 3\nteams = true", "teams", "partners sit across", None),
    ("players = 3", "players = 3\nteams = 1", "teams", "`teams` must be true or false, not 1", None),
    ("players = 3", "players = 3\ntalon = -1", "talon", "`talon` must be at least 0, not −1", None),
    ("players = 3", "players = 3\nhand = 9.5", "hand", "`hand` must be a formula in quotes or a whole number", None),
    ("players = 3", "players = 3\nname2 = {}", "name2", "is not a word of the ruleset format", "did you mean `name`?"),
    ('name = "Small"', "name = 3", "name", "`name` must be words in quotes", None),
    ('name = "Small"', 'name = { en = [] }', "name", "a list of them, or a table of them by language", None),
    ('name = "Small"', 'name = "Small"\nlanguages = [1]', "languages", "`languages` must be words in quotes, or a list of them", None),
    ('declarer = "declarer"', 'declarer = "somebody"', "roles.declarer", "`somebody` is not somebody", "say dealer, dealer's left"),
    ('declarer = "declarer"', 'declarer = "fact taker"', "roles.declarer", "there is no `[fact.taker]`", None),
    ('declarer = "dealer\'s left"', 'declarer = "others"', "deals.declarer", "`others` is not somebody", None),
    ("number = 6", "number = 6\ndealer = 'passes round'", "deals.dealer", "`dealer` cannot be `passes round`", 'say "passes left" or "stints of 4"'),
    ("number = 6", "number = 6\ndealer = 'passes right'", "deals.dealer", "`dealer` cannot be `passes right`", 'say `direction = "right"` where everything goes to the right'),
    ("number = 6", "number = 6\ndealer = 'stints of 0'", "deals.dealer", "`dealer` cannot be `stints of 0`", None),
    ("number = 6", "number = 6.5", "deals.number", "`number` must be a formula in quotes or a whole number, not 6.5", None),
    ("number = 6", "number = true", "deals.number", "`number` must be a formula in quotes or a whole number, not true", None),
    ("number = 6", 'number = "6 // (players - 3)"', "deals.number", "divides by zero", None),
    ("number = 6", 'number = "player * 2"', "deals.number", "`player` is not a fact here; did you mean `players`?", None),
    ("number = 6", "number = 6\norder = []", "deals.order", "every place in `order` must name a contract", None),
    ("number = 6", 'number = 6\norder = ["up", [], "down"]', "deals.order", "every place in `order` must name a contract", None),
    ("number = 6", 'number = 6\norder = ["up", "dwn"]', "deals.order", "`dwn` is not a contract of this game", "did you mean `down`?"),
    ('contract = "declarer picks, each once"', 'contract = "each picks once"', "deals.contract", "`contract` cannot be `each picks once`", None),
    ("total = 16", 'total = "sixteen"', "count.tricks.total", "`sixteen` is not a fact here", None),
    ("total = 16", "total = 16\nstep = 0", "count.tricks.step", "`step` must be at least 1, not 0", None),
    ("total = 16", "total = 16\ncards = { A = '4' }", "count.tricks.cards", "`cards` must be a table of whole numbers", None),
    ("[contract.up]", "[contract.up]\nranks = 'A A K Q J 10 9 8 7 6 5 4 3 2'", "contract.up.ranks", "every rank of the pack once; `A` is amiss", None),
    ("[roles]", "[play]\nranks = 'A A K Q J 10 9 8 7 6 5 4 3 2'\n[roles]", "play.ranks", "every rank of the pack once; `A` is amiss", None),
    ("total = 16", "total = 16\ncards = { Z = 4 }", "count.tricks.cards", "`Z` is not a rank of this pack", "ranks are A K Q J 10"),
    ("total = 16", 'total = 16\npiles = "trics"', "count.tricks.piles", "`trics` is not a count of this game", None),
    ("{ declarer = 8, others = 4 }", "{ declarer = 8, other = 4 }", "contract.up.quota.other", "`other` is not a role of this game", "did you mean `others`?"),
    ("{ declarer = 8, others = 4 }", "{ declarer = 8 }", "contract.up.quota", "`quota` says nothing for others", None),
    ("{ declarer = 8, others = 4 }", '{ declarer = "8 +", others = 4 }', "contract.up.quota.declarer", "this cannot be read as a formula", None),
    ('points = "tricks - quota"', 'points = "trick - quota"', "contract.up.points", "`trick` is not a fact here; did you mean `tricks`?", None),
    ('points = "tricks - quota"', 'points = "tricks ** 2"', "contract.up.points", "arithmetic is + - * / // %", None),
    ('points = "tricks - quota"', "points = [1]", "contract.up.points", "must be a formula in quotes or a whole number", None),
    ('points = "tricks - quota"', "", "contract.up", "nothing says what `up` scores", 'add `points = "…"`'),
    ("[contract.up]", "[contract.up]\ntrump = 'stars'", "contract.up.trump", "`stars` is not a suit of this pack", "say none, open or clubs"),
    ("[contract.up]", "[contract]\nup = 3\n[contract.upp]", "contract.up", "`contract.up` must be a table", None),
    ("[roles]", "[[roles]]", "roles", "`roles` must be a table", None),
    ("[roles]", "[[check]]\nwhen = 'tricks > 3'\nmessage = 'x'\n[roles]", "check[0].when", "`tricks` is not a fact here", None),
    ("[roles]", "[[check]]\nmessage = 'x'\n[roles]", "check[0].when", "`when` is missing", 'add `when = "…"`'),
    ("[roles]", "[[check]]\nwhen = 'deal > 3'\n[roles]", "check[0].message", "`message` is missing", 'add `message = "…"`'),
    ("[roles]", "[[check]]\nwhen = 'deal > 3'\nmessage = 'x'\ntier = 'ak'\n[roles]", "check[0].tier", "`tier` cannot be `ak`", "did you mean `ask`?"),
    ("[roles]", "[[outcome]]\nname = 'x'\n[roles]", "outcome[0].points", "`points` is missing", 'add `points = "…"`'),
    ("[roles]", "[check]\nx = 1\n[roles]", "check", "`check` must be rows, `[[check]]`", None),
    ("[roles]", "[fact.bid]\nkind = 'numbre'\n[roles]", "fact.bid.kind", "`kind` cannot be `numbre`", "did you mean `number`?"),
    ("[roles]", "[fact.bid]\nmin = 'x'\n[roles]", "fact.bid.min", "`min` must be a whole number", None),
    ("[roles]", "[option.strict]\ndefault = 'no'\n[roles]", "option.strict.default", "the default of option `strict` must be", None),
    ("[roles]", "[option.size]\ndefault = 14\nmax = 9\n[roles]", "option.size.default", "the default of option `size` is 14, and it may be 0 to 9", "change `default`, `min` or `max`"),
    ("[roles]", "[option.size]\ndefault = -1\n[roles]", "option.size.default", "the default of option `size` is −1, and it may be 0 to 1000000000", None),
    ("[roles]", "[ladder.value]\n100 = 'two'\n[roles]", "ladder.value.100", "`100` must be a whole number", None),
    ("[roles]", "[[example]]\nplayer = 3\n[roles]", "example[0].player", "`player` is not a word", "did you mean `players`?"),
    ("[roles]", "[[example]]\n[[example.deal]]\n[[example.deal]]\nenter = 'x'\n[roles]", "example[0].deal[0].enter", "`enter` is missing", None),
    ("[roles]", "[match]\ngames = 1\n[roles]", "match.result", "`result` is missing", None),
    ("[roles]", "[game]\nbest = 'low'\n[roles]", "game.best", "`best` cannot be `low`", "did you mean `lowest`?"),
    ("[roles]", "[promise]\nsum = '0 +'\n[roles]", "promise.sum", "this cannot be read as a formula", None),
    ("[roles]", "[auction]\nmin = 'a'\n[roles]", "auction.min", "`min` must be a whole number", None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "path", "message", "hint"),
    FAULTS,
    ids=[f"{row[2]}-{n}" for n, row in enumerate(FAULTS)],
)
def test_a_fault_is_named_with_its_path_and_its_mend(
    old: str, new: str, path: str, message: str, hint: str | None
) -> None:
    """Each kind of fault says where it is, what is wrong and, where it can be known, what was
    meant."""
    found = [
        problem
        for problem in faults(changed(old, new))
        if problem.fact == path and message in text_of(problem.message)
    ]
    assert found, faults(changed(old, new))
    assert hint is None or hint in (hint_of(found[0]) or "")


def test_every_fault_of_a_file_is_reported_in_one_run() -> None:
    """Six faults in one file are six problems, and each has its own path."""
    text = changed("format = 1", "format = 2")
    text = changed("total = 16", "totl = 16", text)
    text = changed("players = 3", "players = 0", text)
    text = changed('points = "tricks - quota"', 'points = "tricsk - quota"', text)
    text = changed('others = "others"', 'others = "other"', text)
    text = changed("number = 6", 'number = "6 6"', text)
    assert {problem.fact for problem in faults(text)} == {
        "format",
        "count.tricks.totl",
        "players",
        "contract.up.points",
        "roles.others",
        "deals.number",
    }


@pytest.mark.parametrize("cards", ["3", "{ Z = 4 }"])
def test_a_fault_is_said_once(cards: str) -> None:
    """What cards are worth holds of trumps too where nothing else is said, and a fault in it is
    still one fault."""
    assert len(faults(changed("total = 16", f"total = 16\ncards = {cards}"))) == 1


def test_the_faults_of_an_order_of_rank_come_in_one_order() -> None:
    """The ranks that are amiss are named in an order of their own, the same in every run."""
    found = [
        text_of(problem.message)
        for problem in faults(changed("[contract.up]", "[contract.up]\nranks = 'A K'"))
    ]
    assert len(found) == 11 and found == sorted(found)


def test_an_auction_may_begin_at_nothing() -> None:
    """`min = 0` is a number as good as any other."""
    auction = read_ruleset(
        whole(changed("[roles]", "[auction]\nmin = 0\nmax = 3\n[roles]")), "small"
    ).auction
    assert auction is not None and (auction.least, auction.most) == (0, 3)


def test_a_game_that_scores_nothing_is_a_fault() -> None:
    """A game without contracts needs a settlement table."""
    text = SMALL[: SMALL.index("[contract.up]")].replace(
        'contract = "declarer picks, each once"', ""
    )
    assert [problem.fact for problem in faults(text)] == ["outcome"]


def test_a_pack_that_does_not_hold_together_is_a_fault_of_the_ruleset() -> None:
    """The pack's own table is checked with the rest: its suits need letters, its cards must be
    of its ranks."""
    pack = 'pack = { name = "odd", ranks = "A K", cards = ["AX", "KX", "QX"], suit = { x = { letter = "X" }, y = {} } }'
    found = {
        problem.fact: text_of(problem.message)
        for problem in faults(changed('pack = "french-52"', pack))
    }
    assert "`QX` is not a rank and suit letters of this pack" in found["pack.cards"]
    assert found["pack.suit.y.letter"] == "`letter` is missing"


# --- extends -----------------------------------------------------------------------------------


def test_a_variant_changes_only_what_it_says() -> None:
    """Tables merge key by key; everything that the variant does not name is its parent's."""
    variant = read_ruleset(
        whole(
            'extends = "small"\nname = "House"\n[deals]\nnumber = 9\n[contract.up]\ntrump = "spades"',
            small=SMALL,
        ),
        "house",
    )
    assert (variant.name.shown(), variant.deals.number and variant.deals.number.constant) == (
        "House",
        9,
    )
    assert (variant.contracts["up"].trump, variant.contracts["up"].points["*"].text) == (
        "spades",
        "tricks - quota",
    )
    assert variant.deals.declarer == "dealer's left"


def test_a_new_contract_comes_after_the_parents() -> None:
    """A contract that the parent has not is added at the end of the sheet."""
    variant = read_ruleset(
        whole('extends = "small"\n[contract.flat]\nquota = 0\npoints = 0', small=SMALL), "house"
    )
    assert list(variant.contracts) == ["up", "down", "flat"]


ROWS = """
[[check]]
code = "one"
when = "deal == 1"
message = "first"

[[check]]
code = "two"
when = "deal == 2"
message = "second"
"""


def test_a_row_of_the_same_code_replaces_its_parents_and_a_new_one_goes_first() -> None:
    """Rows are known by their code or name; what a variant adds is looked at before its parent's
    rows."""
    variant = 'extends = "small"\n[[check]]\ncode = "three"\nwhen = "deal == 3"\nmessage = "third"\n[[check]]\ncode = "one"\nwhen = "deal == 9"\nmessage = "ninth"'
    checks = read_ruleset(whole(variant, small=SMALL + ROWS), "house").scoring.checks
    assert [(check.code, check.message.shown()) for check in checks] == [
        ("three", "third"),
        ("one", "ninth"),
        ("two", "second"),
    ]


def test_without_takes_away_tables_and_keys() -> None:
    """`without` leaves out a whole table or one key, by its path; the parent itself keeps it."""
    variant = read_ruleset(
        whole(
            'extends = "small"\nwithout = ["contract.down", "deals.number", "check"]',
            small=SMALL + ROWS,
        ),
        "house",
    )
    assert (list(variant.contracts), variant.deals.number, variant.scoring.checks) == (
        ["up"],
        None,
        (),
    )
    assert list(read_ruleset(whole(SMALL), "small").contracts) == ["up", "down"]


@pytest.mark.parametrize(
    "path", ["contract.sideways", "nothing", "deals.number.more", "contract.up.points.x.y"]
)
def test_without_something_that_is_not_there_is_refused(path: str) -> None:
    """Leaving out what the parent has not is a slip of the pen, and named."""
    with pytest.raises(Refused, match=f"there is no `{path}` to leave out"):
        whole(f'extends = "small"\nwithout = ["{path}"]', small=SMALL)


def test_extending_in_a_circle_is_refused() -> None:
    """Two rulesets that extend each other are refused, with the way round."""
    with pytest.raises(Refused, match="goes round in a circle: two → one → two"):
        whole('extends = "two"', two='extends = "one"', one='extends = "two"')


def test_without_must_be_words() -> None:
    """`without` is a path or a list of them."""
    with pytest.raises(Refused, match="`without` must be words in quotes"):
        whole('extends = "small"\nwithout = 3', small=SMALL)


@pytest.mark.parametrize("extends", ["3", "true", '["small"]', "{}"])
def test_extends_must_name_a_ruleset(extends: str) -> None:
    """`extends` is the id of one ruleset."""
    with pytest.raises(Refused, match="`extends` must be the id of a ruleset"):
        whole(f"extends = {extends}", small=SMALL)


def test_examples_are_not_inherited() -> None:
    """A variant proves itself by examples of its own, for its parent's need not hold."""
    example = '\n[[example]]\nplayers = ["A", "B", "C"]\n'
    assert casebook(read_ruleset(whole(SMALL + example), "small")).examples
    house = read_ruleset(whole('extends = "small"', small=SMALL + example), "house")
    assert not casebook(house).examples


def test_examples_may_be_left_out_in_so_many_words() -> None:
    """`without = ["example"]` says what is so anyway: it is no fault where there are examples."""
    example = '\n[[example]]\nplayers = ["A", "B", "C"]\n'
    house = whole('extends = "small"\nwithout = ["example"]', small=SMALL + example)
    assert not casebook(read_ruleset(house, "house")).examples
    with pytest.raises(Refused, match="there is no `example` to leave out"):
        whole('extends = "small"\nwithout = ["example"]', small=SMALL)


def test_the_british_game_keeps_the_pack_and_drops_the_contracts() -> None:
    """Parlett's game extends the Swedish one without its contracts, options and checks."""
    british = ruleset("bismarck-british")
    assert list(british.contracts) == ["no-trumps", "cut-trumps", "chosen-trumps", "misere"]
    assert (
        british.options,
        british.scoring.checks,
        len(british.pack.cards),
        british.about.family,
    ) == ({}, (), 52, "Bismarck")


# --- ladders ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "value"),
    [(100, 2), (140, 2), (150, 3), (199, 3), (390, 7), ("ponder", 6), ("laydown", 7)],
)
def test_a_ladder_gives_the_greatest_step_not_above(bid: int | str, value: int) -> None:
    """Bids of 100 to 140 are worth 2, 150 to 190 3, and so on; words are worth their own."""
    assert ruleset("bien").scoring.ladders["value"].at(bid) == value


@pytest.mark.parametrize("key", [99, -5, "ponders", ""])
def test_below_the_lowest_step_a_ladder_has_nothing(key: int | str) -> None:
    """A number under the lowest step, or another word, is not on the ladder."""
    with pytest.raises(LookupError):
        StepTable(id="l", steps=((100, 2),), words={"ponder": 6}).at(key)


# --- faults that are found by trying -------------------------------------------------------------


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.text(max_size=4), st.lists(st.integers() | st.text(max_size=3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=3), st.just([{}]), st.just({"x": {}}), st.just([[]]),
)  # fmt: skip


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [here, *(path for key, item in inner for path in paths(item, (*here, key)))]


@pytest.mark.parametrize("name", FOUR)
@given(st.data())
def test_a_spoilt_ruleset_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """Whatever stands at one place of a ruleset, it is read or refused in words: reading never
    fails otherwise."""
    raw = copy.deepcopy(merged_ruleset(name))
    *outer, last = data.draw(st.sampled_from(paths(raw)[1:]))
    here: Any = raw
    for key in outer:
        here = here[key]
    here[last] = data.draw(JUNK)
    try:
        read_ruleset(raw, name)
    except Refused as refusal:
        assert all(
            text_of(problem.message) and problem.fact is not None for problem in refusal.problems
        )


# --- what is read of a page to score deals --------------------------------------------------------


@pytest.mark.parametrize("name", sorted(library.ruleset_files()))
def test_every_shipped_page_is_whole_and_well(name: str) -> None:
    """To begin an evening only what scores is read of a shipped page; that all of it is well, its
    casebook and the referee's rules too, is held here."""
    with parsing():
        page, faults = read_page(library.whole_file(library.ruleset_path(name)).merged, name)
        assert faults == []
        assert library.load_ruleset(name) == page.rules


def test_a_page_of_ones_own_is_read_whole(tmp_path: Path) -> None:
    """Nobody else has looked at its casebook: a fault there is named before an evening begins."""
    own = tmp_path / "mine.toml"
    own.write_text('extends = "bismarck-swedish"\n\n[[ruling]]\ntext = 5\n', encoding="utf-8")
    with pytest.raises(Refused) as refused:
        library.load_ruleset_file(str(own))
    assert [problem.place for problem in refused.value.problems] == [f"{own}:4"]
