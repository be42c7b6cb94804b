"""Hostile input: no bytes, words or formulas end in a mistake, run long, grow, or reach a
terminal as they are."""

from __future__ import annotations

import os
import threading
import time
import tomllib
import tracemalloc
from pathlib import Path

import pytest
from conftest import merged_ruleset, ruleset
from evening import Evening
from fuzz import guard
from fuzz.guard import Finding, check, guarded, in_time
from fuzz.harmless import csv_faults, html_faults, markdown_faults, terminal_faults
from fuzz.kinds import KINDS
from fuzz.seeds import whole
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Person
from work import PATIENCE, calls_of

from scorekeeper import store
from scorekeeper.base.exact_numbers import of_decimal
from scorekeeper.base.random_draws import RandomSource
from scorekeeper.base.toml_reader import toml_table
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.game.slip_hints import can_split
from scorekeeper.proof.domains import CountDomain, each_column, random_column
from scorekeeper.proof.proof_run import Limits, certificate
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.referee.question_parser import answered
from scorekeeper.render.report_formats import SHEETS
from scorekeeper.render.writers import Look
from scorekeeper.report.sheet import sheet_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_page, read_ruleset
from scorekeeper.store import disk
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

OWN = 'name = "Mine"\nplayers = 3\npack = "french-52"\nhand = 16\ntalon = 4\n'
ROW = '[[outcome]]\nname = "row"\npoints = "n"\n'
BILLION = 10**9


def rules_of(text: str) -> Ruleset:
    """The rules in a text that may extend a shipped game."""
    return read_ruleset(whole(tomllib.loads(text)), "mine")


# --- every kind of input ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_real_input_that_is_spoilt_is_answered_or_refused(kind: str) -> None:
    """Whatever is wrong with a file, a sheet or a line, the program answers or says what is
    wrong, within its limits."""
    _is_borne(kind, 12 if kind in ("lines", "commands") else 40)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_many_real_inputs_that_are_spoilt_are_answered_or_refused(kind: str) -> None:
    """The same of very many."""
    _is_borne(kind, 3000)


def _is_borne(kind: str, number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(KINDS[kind].inputs())
    def inputs_are_borne(data: bytes) -> None:
        KINDS[kind].one_input(data)

    inputs_are_borne()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_real_input_is_answered_or_refused(kind: str) -> None:
    """What the spoiling begins with is borne as it stands: some of each kind, evenly spread."""
    seeds = KINDS[kind].seeds()
    for data in seeds[:: max(1, len(seeds) // 12)]:
        KINDS[kind].one_input(data)


@given(st.text(max_size=200))
def test_any_text_is_a_formula_or_is_refused(text: str) -> None:
    """A text is worked out to a number, a word or a card within bounds, or it is refused."""
    KINDS["formulas"].one_input(text.encode(errors="replace"))


@given(st.binary(max_size=400))
def test_any_bytes_are_a_file_or_are_refused(data: bytes) -> None:
    """Bytes of no meaning at all are refused as a session, as rules, as a sheet and as a deal."""
    for kind in ("sessions", "rulesets", "papers", "records"):
        KINDS[kind].one_input(data)


# --- what looks for faults finds them ----------------------------------------------------------------


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202eanna", "\x85", "\x00", "\u2028", "\udc80"])
def test_what_steers_a_terminal_is_found(text: str) -> None:
    """A control character, an override of the writing's direction and half a character are each
    named."""
    assert [*terminal_faults(f"Anna {text}")]
    with pytest.raises(Finding, match="terminal"):
        check(text)


@pytest.mark.parametrize("cell", ["=1+1", '"=1+1"', "a;=1+1", "＝1", "-1+cmd", '"@x"'])
def test_a_cell_that_a_spreadsheet_works_out_is_found(cell: str) -> None:
    """A formula is found by itself, in quotes, and where semicolons part the cells; a number is
    none."""
    assert [*csv_faults(f"a,{cell}")]
    assert not [*csv_faults("a,-12,+3,'=1")]


@pytest.mark.parametrize(
    "text", ["<b onclick='x'>a</b>", "<script>a</script>", "<p>", "</p>", "<!-- a -->", "<p/>"]
)
def test_markup_that_is_not_ours_is_found(text: str) -> None:
    """An element, an attribute or a comment that no page has is named, and what stays open too."""
    assert [*html_faults(text)]


@pytest.fixture(autouse=True)
def _on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the limits of time end only what would run for ever, however busy the machine is; how
    long an input may really take is asked by `python -m tests.fuzz`."""
    monkeypatch.setattr(guard, "slower", 20)


def test_a_tag_in_markdown_is_found() -> None:
    """What begins like a tag is named, a sign of arithmetic is not."""
    assert [*markdown_faults("a <b>")]
    assert not [*markdown_faults("a < b")]


def test_what_runs_or_waits_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness that does not come to an end is ended and named, whatever it catches."""
    monkeypatch.setattr(guard, "slower", 0.2)

    @guarded
    def for_ever(data: bytes) -> None:
        while True:
            try:
                data = data[::-1]
            except Exception:
                continue

    with pytest.raises(Finding, match=r"2\.0 seconds"):
        for_ever(b"")


# --- rules from a stranger ---------------------------------------------------------------------------

GREEDY = {
    "deals": 'extends = "bizon"\n[deals]\nnumber = 100000000\n',
    "games": 'extends = "bien"\n[match]\ngames = 100000000\n',
    "total": 'extends = "bismarck-swedish"\n[count.tricks]\ntotal = 100000000\n',
    "total by steps": 'extends = "bismarck-swedish"\n[count.tricks]\ntotal = 100000000\nstep = 7\nmax = 90000000\n',
    "count": f"{OWN}[count.n]\nmax = {BILLION}\n{ROW}",
    "number": f'{OWN}[fact.n]\nkind = "number"\nmin = 0\nmax = {BILLION}\n{ROW}',
    "options": OWN
    + "".join(f"[option.o{place}]\ndefault = true\n" for place in range(40))
    + '[[outcome]]\nname = "row"\npoints = "'
    + " + ".join(f"o{place}" for place in range(40))
    + '"\n',
    "stints": 'extends = "bismarck-british"\n[deals]\ndealer = "stints of 9999"\n',
    "players": f'extends = "oh-hell"\nplayers = {[3, 4] * 500}\n',
    "doubling": OWN
    + '[let]\na0 = "players"\n'
    + "".join(f'a{place} = "min(a{place - 1}, a{place - 1})"\n' for place in range(1, 900))
    + '[[outcome]]\nname = "row"\npoints = "a899"\n',
    "hand": 'extends = "bismarck-swedish"\nhand = -1\n',
    "zero": 'extends = "bismarck-swedish"\n[contract.sang]\nquota = "1 // 0"\n',
    "no hand": 'extends = "bismarck-swedish"\nhand = "1 // 0"\n',
    "no promise": 'extends = "bismarck-swedish"\n[promise]\nsum = "max()"\n',
    "no end": 'extends = "bismarck-swedish"\n[game]\nover = "1 // 0"\n',
    "deals and splits": 'extends = "oh-hell"\nhand = "most - deal + 1 if deal <= most else deal - most + 1"\n'
    "[deals]\nnumber = 60\n",
    "what never fits": f'{OWN}[count.m]\ntotal = 2000\n[fact.c]\nkind = "cards"\nsize = 2\nwhen = "sum(all.m) > 0"\n'
    '[fact.f]\nkind = "flag"\n[[outcome]]\nname = "row"\npoints = "len(c) + m"\n',
    "cards": f'{OWN}[fact.n]\nkind = "cards"\nsize = {BILLION}\n[[outcome]]\nname = "row"\npoints = "len(n)"\n',
}


@pytest.mark.parametrize("name", GREEDY)
def test_rules_that_ask_for_too_much_take_two_seconds_at_most(name: str) -> None:
    """Rules that count to a billion, go round in a circle or divide by zero are told, proved,
    printed and played, or refused, each within two seconds."""
    from fuzz import rulesets

    page, faults = read_page(whole(tomllib.loads(GREEDY[name])), "mine")
    assert faults == []
    for number, use in enumerate(dict.fromkeys(rulesets._USES)):
        guarded(lambda data, use=use, number=number: use(page.rules, number))(b"")  # type: ignore[misc]


@pytest.mark.parametrize(
    "circle",
    [
        'hand = "hand"\n',
        'hand = "hand + hand"\n',
        'hand = "most"\n[let]\nmost = "hand"\n',
        '[each]\none = "one + one"\n',
    ],
)
def test_a_circle_of_formulas_is_told_at_once(circle: str) -> None:
    """A number that is worked out from itself is a fault, and whatever is asked of such rules
    does not go round for ever."""
    from fuzz import rulesets

    page, faults = read_page(whole(tomllib.loads(f'extends = "oh-hell"\n{circle}')), "mine")
    assert [fault for fault in faults if "goes round in a circle" in text_of(fault.message)]
    for number, use in enumerate(dict.fromkeys(rulesets._USES)):
        guarded(lambda data, use=use, number=number: use(page.rules, number))(b"")  # type: ignore[misc]


@pytest.mark.parametrize("name", ["count", "total by steps", "number", "cards"])
def test_proving_lays_out_no_more_results_than_it_tries(name: str) -> None:
    """A proof of rules with a billion results takes as much memory as the results that it tries."""
    rules = rules_of(GREEDY[name])
    tracemalloc.start()
    try:
        certificate(rules, limits=Limits(most=200, draws=20))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 32 << 20


@given(
    st.integers(0, 2**64 - 1), st.integers(2, 8), st.integers(0, 40), st.integers(1, 5), st.data()
)
def test_a_drawn_split_of_a_great_total_holds_to_its_bounds(
    seed: int, parts: int, least: int, step: int, data: st.DataObject
) -> None:
    """Of a count with too many splits to list, one that is drawn has the total, the bounds and
    the step."""
    first = least + -least % step
    total = data.draw(
        st.integers(parts * first, parts * (first + step * BILLION)).map(lambda n: n - n % step)
    )
    columns = CountDomain(parts, least, first + step * BILLION, step, total)
    column, _ = random_column(columns, RandomSource(seed))
    assert len(column) == parts
    assert sum(column) == total
    assert all(number in columns.numbers for number in column)


def test_splits_are_made_one_at_a_time() -> None:
    """The first of a billion billion splits is there at once, and their number is known."""
    columns = CountDomain(3, 1, BILLION, 1, BILLION)
    assert next(each_column(columns)) == (1, 1, BILLION - 2)
    assert columns.size == (BILLION - 1) * (BILLION - 2) // 2


def test_a_promise_without_an_answer_is_a_counter_example() -> None:
    """Where the promised sum cannot be worked out the proof says so, with the result that shows
    it."""
    broken = certificate(rules_of(GREEDY["no promise"]), limits=Limits(most=200, draws=20)).broken
    assert [example.code for example in broken] == ["no-points"]


def test_cards_apart_from_what_is_no_card_are_proved() -> None:
    """Cards that must not stand in a number's place are drawn as if there were no such rule."""
    other = '[fact.n]\nkind = "number"\nmin = 1\nmax = 3\n[fact.c]\nkind = "cards"\nsize = 2\napart = ["n"]\n'
    proved = certificate(
        rules_of(OWN + other + '[[outcome]]\nname = "row"\npoints = "len(c) + n"\n'),
        limits=Limits(most=50, draws=20),
    )
    assert proved.rows


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('[let]\na = "b + 1"\nb = "c"\nc = "a"\nd = "a"\n', ["let.a", "let.b", "let.c"]),
        ('[each]\na = "a"\n', ["each.a"]),
        ('[let]\na = "hand"\n', ["hand", "let.a"]),
    ],
)
def test_what_is_worked_out_from_itself_is_a_fault(text: str, places: list[str]) -> None:
    """Each name of a circle is named as the file is read, whichever tables it goes through."""
    own = OWN.replace("hand = 16", 'hand = "a"') if "hand" in text else OWN
    _, faults = read_page(
        whole(tomllib.loads(f'{own}{text}[[outcome]]\nname = "x"\npoints = "a"\n')), "mine"
    )
    assert (
        sorted(str(fault.fact) for fault in faults if "circle" in text_of(fault.message)) == places
    )


def test_a_pack_without_suits_is_a_fault() -> None:
    """A pack of which no card can be made is refused as it is read, with the word that is
    missing."""
    raw = {**merged_ruleset("bizon"), "pack": {"name": "none", "ranks": "A K Q J 10 9"}}
    _, faults = read_page(raw, "mine")
    assert "pack.suit" in [fault.fact for fault in faults]


def test_a_card_without_a_worth_is_refused_by_the_referee() -> None:
    """Where a stranger's table of worth lacks a rank of the pack, the referee says which."""
    raw = merged_ruleset("bisque")
    name, table = next(iter(raw["ladder"].items()))
    raw["ladder"] = {name: {rank: worth for rank, worth in table.items() if rank != "C"}}
    agreed = agree(read_ruleset(raw, "mine"), ["Anna", "Bo", "Cleo"])
    with pytest.raises(Refused, match="finds nothing for C"):
        answered(agreed, first_state(agreed), {}, ["points", "2MK", "goal=3MW"])


def test_partners_without_a_partner_are_a_fault_and_no_more() -> None:
    """Three players in pairs are one fault of the file, and every other check goes on."""
    from scorekeeper.proof.ruleset_checks import lint_faults, lint_notes

    page, faults = read_page({**merged_ruleset("bien"), "players": 3}, "mine")
    assert [fault.fact for fault in faults] == ["teams"]
    assert lint_faults(page.rules, faults) == []
    assert lint_notes(page.rules, faults) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", [["Anna"]]),
        ("players", 3),
        ("dealer", ["Anna"]),
        ("dealer", 1),
        ("options", "strict"),
    ],
)
def test_an_example_of_no_sense_is_a_fault(key: str, value: object) -> None:
    """An example whose players, dealer or options are no such thing is named as a fault of the
    file."""
    raw = merged_ruleset("bismarck-swedish")
    example = {**raw["example"][0], key: value}
    _, faults = read_page({**raw, "example": [example]}, "mine")
    assert [fault.fact for fault in faults] == [f"example[0].{key}"]


def test_a_stint_too_long_to_be_read_is_a_fault() -> None:
    """A stint of five thousand figures is refused as any other word there, not read as a number."""
    raw = merged_ruleset("bismarck-british")
    raw["deals"] = {**raw["deals"], "dealer": f"stints of {'9' * 5000}"}
    _, faults = read_page(raw, "mine")
    assert [fault.fact for fault in faults] == ["deals.dealer"]


def test_rules_that_cannot_be_worked_out_are_refused_not_a_mistake(tmp_path: Path) -> None:
    """A quota that divides by zero is refused with its formula and what to type, by every
    command that meets it."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "mine.toml").write_text(GREEDY["zero"], encoding="utf-8")
    somebody = Person(tmp_path)
    for words in (
        ("rules", "show", "mine"),
        ("rules", "prove", "mine"),
        ("rules", "diff", "mine", "bizon"),
    ):
        said = somebody.types(*words)
        assert said.code == 1
        assert "`1 // 0` divides by zero" in said.err
        assert "scorekeeper rules check" in said.err
    assert somebody.types("rules", "prove", "mine", "--format", "json").codes == ["formula"]


def test_an_empty_sheet_ends(tmp_path: Path) -> None:
    """The empty sheet of a game of a hundred million deals has as many rows as anybody prints."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "mine.toml").write_text(GREEDY["deals"], encoding="utf-8")
    said = Person(tmp_path).types("sheet", "--blank", "mine", "--format", "csv")
    assert said.code == 0
    assert said.out.count("\n") < 500


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("count.gp.cards.A", 10**8), ("count.gp.cards.A", -(10**8)), ("talon", 10**10), ("game.start", -(10**400)),
        ("fact.passed.min", 10**30), ("players", 10**20),
    ],
)  # fmt: skip
def test_a_number_of_a_ruleset_has_an_end(path: str, value: int) -> None:
    """Numbers past a billion, and cards worth more than ten thousand, are faults of the file."""
    raw = merged_ruleset("bizon")
    *inner, last = path.split(".")
    here = raw
    for key in inner:
        here[key] = here = dict(here.get(key, {}))
    here[last] = value
    _, faults = read_page(raw, "mine")
    assert path.removesuffix(".A") in [fault.fact for fault in faults]


def test_a_step_of_a_ladder_too_long_to_be_read_is_a_word() -> None:
    """A step of five thousand figures is no number, and breaks nothing."""
    raw = merged_ruleset("bien")
    name = next(iter(raw["ladder"]))
    raw["ladder"] = {**raw["ladder"], name: {**raw["ladder"][name], "9" * 5000: 1}}
    assert read_ruleset(raw, "mine").scoring.ladders[name].words["9" * 5000] == 1


def test_piles_with_too_many_ways_are_let_pass_in_time() -> None:
    """Where a stranger's card values leave millions of ways to deal the piles, the deal is not
    refused for them."""
    worth = dict(zip(["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"], (9973, 8761, 7919, 7001, 6007, 5003, 4001, 3001, 2003, 1009, 503, 211, 101), strict=True))  # fmt: skip
    values = tuple(sorted(number for number in worth.values() for _ in range(4)))
    piles = [(18, 60000), (18, 70000), (12, 50000)]
    calls_of(lambda: can_split(values, piles), most=4_000_000)
    assert can_split(values, piles)


# --- names, notes and words --------------------------------------------------------------------------


@pytest.mark.parametrize("twin", ["An\u200dna", "Anna\ufe0f", "Anna\u200c", "anna"])
def test_two_names_that_look_the_same_are_the_same(twin: str) -> None:
    """Joiners and variants of letters that nobody sees do not make two players of one name."""
    with pytest.raises(Refused) as refusal:
        agree(ruleset("bizon"), ["Anna", twin, "Cleo"])
    assert [problem.code for problem in refusal.value.problems] == ["player-twice"]


@pytest.mark.parametrize(
    "name", ["A\u034fnna", "\u3164", "\u115f\u1160", "\u2800", "\uffa0", "a\u2063b", "\U000e0001"]
)
def test_letters_that_are_drawn_as_nothing_are_in_no_name(name: str) -> None:
    """Fillers, blanks and invisible operators are refused in a name, whatever they call
    themselves."""
    with pytest.raises(Refused) as refusal:
        agree(ruleset("bizon"), [name, "Bo", "Cleo"])
    assert [problem.code for problem in refusal.value.problems] == ["player-name"]


@pytest.mark.parametrize(
    "words",
    [
        ("\x1b[2J",),
        ("rules", "\u202elist"),
        ("sheet", "--\x9b31m"),
        ("undo", "a\x85b"),
        ("log", "--format", "\x1b]0;x\x07"),
    ],
    ids=ascii,
)
def test_wrong_usage_repeats_no_control_character(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A command, an option or a word that is not understood is repeated without what would steer
    the terminal."""
    said = Person(tmp_path).types(*words)
    assert (said.code, said.out) == (2, "")
    assert not [*terminal_faults(said.err)]


def test_an_answer_of_the_referee_does_not_steer_the_terminal(tmp_path: Path) -> None:
    """Words of a stranger's rules that turn the writing are made visible wherever the referee
    says them."""
    (tmp_path / "rulesets").mkdir()
    text = 'extends = "bismarck-swedish"\n[[ruling]]\ntopic = "misdeal"\ntext = "turn \\u202E round"\nsource = "me"\n'
    (tmp_path / "rulesets" / "mine.toml").write_text(text, encoding="utf-8")
    said = Person(tmp_path).types("referee", "ruling", "misdeal", "--rules", "mine")
    assert said.code == 0
    assert not [*terminal_faults(said.out)]


def test_a_starting_file_does_not_turn_its_lines(tmp_path: Path) -> None:
    """What a parent's rules say stands in the comments of a starting file without what would
    turn the writing."""
    (tmp_path / "rulesets").mkdir()
    text = 'extends = "bizon"\nname = "A\\u202Eb"\n[count.gp]\nsource = "\U000f0000\u202e"\n'
    (tmp_path / "rulesets" / "mine.toml").write_text(text, encoding="utf-8")
    somebody = Person(tmp_path)
    somebody.does("rules new other --from mine")
    assert not [
        *terminal_faults((tmp_path / "rulesets" / "other.toml").read_text(encoding="utf-8"))
    ]


# --- spreadsheets --------------------------------------------------------------------------------------


def test_no_cell_is_a_formula_where_semicolons_part_the_cells() -> None:
    """A name that would begin a formula after a semicolon is guarded there too, and read back as
    it was."""
    eve = Evening("bizon", "Bo;=1+1", "=A", "C; -1")
    text = SHEETS["csv"](
        sheet_of(eve.deal("passed") and eve.book.standing, "eve"), eve.book.agreed.rules, Look()
    )
    assert [*csv_faults(text)] == []
    header = paper_of(text).header
    assert [f"total {name}" in header for name in eve.book.agreed.players] == [True, True, True]


# --- recorded deals ------------------------------------------------------------------------------------

RECORD = 'rules = "bizon"\nplayers = ["Anna", "Bo", "Cleo"]\nleader = "Anna"\ntrump = "spades"\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (RECORD + 'tricks = ["AC KC QC", "", "AD KD QD"]\n', "trick-cards"),
        (RECORD + 'dealer = 5\ntricks = ["AC KC QC"]\n', "player-unknown"),
        (RECORD + f"bizon = {'9' * 5000}\n", "record-toml"),
        (RECORD + f"tricks = {'[' * 5000}\n", "record-toml"),
    ],
    ids=["empty trick", "dealer", "long number", "deep list"],
)
def test_a_recorded_deal_of_no_sense_is_refused(tmp_path: Path, text: str, code: str) -> None:
    """An empty trick, a dealer that is a number, a number of 5,000 figures, a list 5,000 deep:
    each is refused by name."""
    file = tmp_path / "deal.toml"
    file.write_text(text, encoding="utf-8")
    assert Person(tmp_path).types("referee", "deal", str(file), "--format", "json").codes == [code]


@pytest.mark.parametrize("number", ["0", "00", "1", "99", "9" * 5000])
def test_a_number_of_players_that_nobody_plays_with_is_refused(tmp_path: Path, number: str) -> None:
    """The referee is asked for a table of nobody, of one, or of more than there are people: it
    says how many play."""
    said = Person(tmp_path).types(
        "referee", "auction", "pass", "--rules", "bien", "--players", number, "--format", "json"
    )
    assert said.codes == ["players-number"]


@pytest.mark.parametrize(
    "words", ["gp=8,0,32 tricks=0,1", "gp=,0,32 tricks=0,1,7", "gp=8,0 tricks=0,1,7"]
)
def test_a_miscount_is_looked_for_in_whole_columns(words: str) -> None:
    """A number that was left out is worked out before the piles are compared."""
    eve = Evening("bizon")
    said = answered(eve.book.agreed, eve.book.standing.state, {}, ["miscount", *words.split()])
    assert (
        "the piles cannot hold these points; perhaps the tricks of Anna and Björn changed places"
        in map(text_of, said)
    )


# --- TOML ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["a." * 20_000 + "b = 1", f"[{'a.' * 20_000}b]", f"a = 0x{'f' * 6000}"],
    ids=["key", "heading", "number"],
)
def test_toml_that_costs_the_machine_is_refused_at_once(text: str) -> None:
    """A key of twenty thousand parts would take the standard reader gigabytes; it is refused for
    a few bytes."""
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="too many"):
            toml_table(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1 << 20


@given(
    st.dictionaries(
        st.text(max_size=20),
        st.integers(-(10**18), 10**18) | st.text(max_size=300) | st.lists(st.floats()),
        max_size=9,
    )
)
def test_any_other_toml_is_read_as_the_standard_reader_does(table: dict[str, object]) -> None:
    """Keys, numbers, texts and lists of every kind are read as they are written; decimals are
    exact."""
    import tomli_w

    text = tomli_w.dumps(table)
    assert repr(toml_table(text)) == repr(tomllib.loads(text, parse_float=of_decimal))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this machine has no named pipes")
@pytest.mark.parametrize(
    "command",
    [
        ("sheet", "-s"),
        ("check",),
        ("rules", "check"),
        ("rules", "prove"),
        ("import",),
        ("audit",),
        ("referee", "deal"),
    ],
    ids=" ".join,
)
def test_a_pipe_that_nobody_writes_into_keeps_nobody_waiting(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A named pipe without another end is refused in a moment, in the place of every kind of
    file."""
    monkeypatch.setattr(disk, "PATIENCE", 0.01)  # nobody ever comes
    os.mkfifo(tmp_path / "pipe.toml")
    with in_time():  # ends a test that would otherwise wait for ever
        assert Person(tmp_path).types(*command, str(tmp_path / "pipe.toml")).code == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this machine has no named pipes")
def test_a_pipe_is_waited_for_as_long_as_somebody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a program that takes its time before and between its words everything is read."""
    os.mkfifo(tmp_path / "pipe")
    # however late the writer's thread begins
    monkeypatch.setattr(disk, "PATIENCE", float(PATIENCE))

    def writes() -> None:
        with (tmp_path / "pipe").open("w", encoding="utf-8") as pipe:
            for word in ("tricks\n", '"6,6,4"\n'):
                time.sleep(0.2)
                pipe.write(word)
                pipe.flush()

    writer = threading.Thread(target=writes)
    writer.start()
    assert store.read_path(str(tmp_path / "pipe")) == 'tricks\n"6,6,4"\n'
    writer.join()
