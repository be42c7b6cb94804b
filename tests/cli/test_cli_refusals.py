"""Whatever cannot be is refused: exit 1, every reason at once, and not a byte of the session's
file is different."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Mapping
from gettext import GNUTranslations
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog
from catalogue import compiled
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.cli.main import FAMILY_OF, commands, naming
from scorekeeper.cli.refusal import refusal_lines
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.store import ruleset_library as library
from scorekeeper.text.message import CommandLine
from scorekeeper.text.translation import speak

# Each game with what was recorded before, and then entries that cannot be, each with its reasons.
GAMES: dict[str, tuple[str, list[str]]] = {
    "swedish": (
        "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name it",
        ["sang 6 6", "pass 6 4", "trumf hearts 4 4"],
    ),
    "fresh": ("new bismarck-swedish Anna Björn Cleo --name it", []),
    "british": ("new bismarck-british Anna Björn Cleo --name it", ["9 4"]),
    "bizon": ("new bizon Anna Björn Cleo --name it", ["Anna 20 0"]),
    "bien": ("new bien Ann Bob Cal Dee --dealer Dee --name it", ["Bob bid=200 meld=150 60"]),
}

IMPOSSIBLE = [
    # Swedish: Anna has played sang and is to choose again.
    ("swedish", "sang 6 6", "contract-used"),
    ("swedish", "6 6 4", "contract-missing"),
    ("swedish", "pass", "tricks-missing"),
    ("swedish", "pass 8 5 4", "tricks-total"),
    ("swedish", "pass 8 4 3", "tricks-total"),
    ("swedish", "pass 17 0", "tricks-range tricks-total"),
    ("swedish", "pass -1 9 8", "tricks-range"),
    ("swedish", "pass 6", "tricks-missing"),
    ("swedish", "pass 4 4 4 4", "tricks-number"),
    ("swedish", "pass tricks=Anna:6,5,5", "tricks-mixed"),
    ("swedish", "pass tricks=Anna:6,Anna:5", "tricks-twice"),
    ("swedish", "pass tricks=six,5,5", "tricks-value"),
    ("swedish", "pass tricks=Zed:6,Cleo:4", "player-unknown"),
    ("swedish", "pass hearts 6 6", "trump-contract"),
    ("swedish", "spader hearts 6 6", "trump-contract"),
    ("swedish", "trumf trump=cups 6 6", "suit-unknown"),
    ("fresh", "s 6 6", "contract-ambiguous"),
    ("swedish", "passs 6 6", "word-unknown"),
    ("swedish", "contract=quux 6 6", "contract-unknown"),
    ("swedish", "pass 6 6 bid=3", "fact-unknown"),
    ("swedish", "pass tricks=6,6,4 tricks=6,6,4", "fact-twice"),
    ("swedish", "pass spader 6 6", "trump-contract"),
    ("swedish", "", "contract-missing tricks-missing"),
    # British: the second deal of the stint has trumps that were cut.
    ("british", "misere 6 6", "contract-order"),
    ("british", "trump=cups 6 6", "suit-unknown"),
    ("british", "9 9", "tricks-total"),
    ("british", "5.5 6", "word-unknown"),
    # Bizon
    ("bizon", "Anna 20 10 11", "gp-total"),
    ("bizon", "Anna 41 0", "gp-range gp-total"),
    ("bizon", "Zed 20 10", "word-unknown"),
    ("bizon", "bizon=Zed gp=20,10", "player-unknown"),
    ("bizon", "20 10", "bizon-missing"),
    ("bizon", "Anna", "gp-missing"),
    ("bizon", "passed gp=20,10", "fact-unused"),
    ("bizon", "Anna 20 10 tricks=8,0,0", "gp-tricks"),
    ("bizon", "Anna 20 10 tricks=0,4,4", "gp-tricks"),
    ("bizon", "Anna 4 4 tricks=4,4,1", "tricks-total"),
    ("bizon", "Anna 20 10 grass=5C", "card-unknown"),
    ("bizon", "Anna 20 10 grass=10C round=1 trump=hearts", "trump-grass"),
    ("bizon", "Anna 20 10 grass=10C round=2 trump=clubs", "trump-grass"),
    ("bizon", "Anna 20 10 round=3", "round-range"),
    ("bizon", "Anna 20 10 round=one", "round-value"),
    ("bizon", "Anna Björn 20 10", "fact-twice"),
    # Bien
    ("bien", "Ann bid=145 meld=60 70", "bid-step"),
    ("bien", "Ann bid=90 meld=60 70", "bid-range"),
    ("bien", "Ann bid=670 meld=60 70", "bid-range"),
    ("bien", "Ann bid=lots meld=60 70", "bid-value"),
    ("bien", "Ann bid=100 meld=65 70", "meld-step"),
    ("bien", "Ann bid=100 meld=530 70", "meld-range"),
    ("bien", "Ann bid=100 meld=60 70 70", "points-total"),
    ("bien", "Ann bid=100 meld=60 142", "points-range points-total"),
    ("bien", "Ann bid=100 meld=60 Ann:70 Cal:71", "points-twice"),
    ("bien", "Ann ponder meld=60 8", "fact-unused"),
    ("bien", "Ann ponder points=70,71", "fact-unused tricks-missing"),
    ("bien", "Ann laydown tricks=8,0", "fact-unused"),
    ("bien", "auction=100,90,p,p meld=60 70", "auction-call"),
    ("bien", "auction=100,100,p,p meld=60 70", "auction-call"),
    ("bien", "auction=100,p,p meld=60 70", "auction-short"),
    ("bien", "auction=100,p,p,p,p meld=60 70", "auction-long"),
    ("bien", "auction=100,p,120,p bidder=Ann meld=60 70", "auction-says"),
    ("bien", "auction=p,p,p,p meld=60 70", "fact-unused"),
    ("bien", "passed Ann", "fact-unused"),
    ("bien", "bidder=Eve bid=100 meld=60 70", "player-unknown"),
]  # fmt: skip


def at_table(home: Path, game: str) -> Person:
    """Somebody in the middle of a game."""
    new, deals = GAMES[game]
    return Person(home).after(new, *(f"deal {deal}" for deal in deals))


@pytest.mark.parametrize(("game", "line", "codes"), IMPOSSIBLE)
def test_what_cannot_be_is_refused(tmp_path: Path, game: str, line: str, codes: str) -> None:
    """Exit 1 for these reasons, in words that blame nobody, with nothing on standard output and
    nothing recorded."""
    somebody = at_table(tmp_path, game)
    before = somebody.file("it")
    shown = somebody.types("deal", *line.split())
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.startswith("refused: ")
    said = somebody.types("deal", *line.split(), "--format", "json")
    assert (said.code, said.out) == (1, "")
    assert set(codes.split()) <= set(said.codes)
    for problem in said.problems:
        assert not {"you", "your", "invalid", "error", "illegal"} & set(
            problem["message"].casefold().split()
        )
    assert somebody.file("it") == before
    assert somebody.does("check").out == ""


@pytest.mark.parametrize(
    ("game", "line", "codes"), [row for row in IMPOSSIBLE if row[1] and row[0] != "fresh"]
)
def test_a_correction_to_what_cannot_be_is_refused(
    tmp_path: Path, game: str, line: str, codes: str
) -> None:
    """The same entries are refused as a correction too, whole, unless the deal corrected has
    what they lack."""
    somebody = at_table(tmp_path, game)
    before = somebody.file("it")
    said = somebody.types("amend", "1", *line.split(), "--format", "json")
    lacks = {code for code in codes.split() if code.endswith(("-missing", "-used", "-order"))}
    if said.code == 0:
        assert lacks or "fact-unused" in codes or "points=" in line
    else:
        assert (said.code, said.out, somebody.file("it")) == (1, "", before)


def test_a_correction_that_spoils_a_later_deal(tmp_path: Path) -> None:
    """A correction is refused whole when it leaves a later deal impossible, and the refusal
    names that deal."""
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name it")
    for deal in ("sang 6 6", "sang 6 6", "sang 6 6", "pass 6 6"):
        somebody.does(f"deal {deal}")
    before = somebody.file("it")
    said = somebody.types("amend", "1", "pass")
    assert said.code == 1
    assert (
        said.err.splitlines()[0]
        == "refused: deal 1 cannot be corrected so: a later deal would become impossible"
    )
    assert "\n  deal 4" in said.err
    assert "Anna has already played Pass; left to choose: Spader, Trumf or Sang" in said.err
    assert somebody.types("amend", "1", "pass", "--format", "json").codes == ["contract-used"]
    assert somebody.file("it") == before


def test_a_deal_after_the_end(tmp_path: Path) -> None:
    """When every deal has been played there is no next one to record, by whatever words."""
    somebody = Person(tmp_path)
    somebody.does("new bien Ann Bob Cal Dee --name it")
    somebody.does("deal Bob bid=350 meld=300 60")
    somebody.does("deal Dee bid=250 meld=200 60")
    before = somebody.file("it")
    for line in ("deal Ann bid=100 meld=60 70", "deal", "deal nonsense=1", "deal passed"):
        said = somebody.types(*line.split(), "--format", "json")
        assert (said.code, said.codes) == (1, ["session-over"])
    assert somebody.file("it") == before


def test_a_deal_after_an_early_end(tmp_path: Path) -> None:
    """Where the players agreed to end, the refusal says what takes the end back."""
    somebody = Person(tmp_path)
    somebody.after("new bien Ann Bob Cal Dee --name it", "deal passed", "finish")
    said = somebody.types("deal", "passed")
    assert said.code == 1
    assert "`scorekeeper undo` takes the end back" in said.err
    assert somebody.types("deal", "passed", "--format", "json").codes == ["session-over"]


def pasted(said: str) -> list[str]:
    """The commands that a refusal says, as they are pasted after the program's name."""
    return re.findall(r"scorekeeper ([^`\n]+)", said)


@pytest.mark.parametrize("refused", ["deal pass 5 6", "seat Zoe for Ann"])
def test_an_early_end_with_entries_after_it(tmp_path: Path, refused: str) -> None:
    """The refusal says how many undos take the end back: those of what was recorded since too."""
    somebody = Person(tmp_path)
    somebody.after("new bismarck-swedish Ann Bob Cal", "deal spader 8 4", "finish")
    somebody.after("amend 1 spader 9 4", "note late")
    said = somebody.types(*refused.split()).err
    (undo,) = pasted(said)
    assert "`, 3 times, takes the end back" in said
    somebody.after(*[undo] * 3, refused)


def test_a_finish_before_the_first_deal_says_how_to_be_rid_of_the_session(tmp_path: Path) -> None:
    """An empty session is dropped; one in which bids were recorded is deleted."""
    somebody = Person(tmp_path)
    for first in ((), ("known bids 1 1 1 0",), ("known bids 1 1 1 0", "undo")):
        somebody.after("new oh-hell Ann Bob Cal Dee --name it", *first)
        (way,) = pasted(somebody.types("finish", "x").err)
        somebody.does(way)
        assert not somebody.path("it").exists()


@pytest.mark.parametrize(
    "line", ["undo", "redo", "amend 1 pass", "amend 0 pass", "amend 99 pass", "explain 1"]
)
def test_nothing_to_act_on(tmp_path: Path, line: str) -> None:
    """Where no deal has been recorded there is none to take back, restore, correct or explain."""
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Anna Björn Cleo --name it")
    before = somebody.file("it")
    said = somebody.types(*line.split())
    assert (said.code, said.out) == (1, "")
    assert somebody.file("it") == before


def test_many_deals_all_or_none(tmp_path: Path) -> None:
    """One bad row among good ones: nothing is recorded, and every bad row is named with its
    reason."""
    rows = tmp_path / "rows.csv"
    rows.write_text(
        'contract,tricks\nsang,"6,6,4"\nsang,"6,6,5"\npass,"6,6,4"\nsang,"6,6,4"\nzzz,"1"\n'
    )
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Anna Björn Cleo --name it")
    before = somebody.file("it")
    said = somebody.types("import", str(rows))
    assert said.code == 1
    assert (
        said.err.splitlines()[0]
        == "refused: row 3, row 5 and row 6 cannot be; nothing was recorded"
    )
    assert somebody.file("it") == before


def test_a_refusal_on_screen(tmp_path: Path) -> None:
    """What is wrong with the sum, what was given, what to recount and type, and by which rule."""
    somebody = at_table(tmp_path, "swedish")
    assert somebody.types("deal", "pass", "8", "5", "4").err.splitlines() == [
        "refused: the tricks of this deal add up to 17; there are 16: 8 + 5 + 4 = 17, 1 too many",
        "  deal 4 · pass · Anna 8, Björn 5, Cleo 4",
        "try: count the cards, not the tricks: the piles must hold 24, 15 and 9 or 24, 12 and 12 or 21, 15 and 12; "
        "then scorekeeper deal pass 8 5 3",
        "rule: Deal and Contracts: everyone has a hand of 16 cards",
    ]


def test_the_mend_of_a_refusal_works(tmp_path: Path) -> None:
    """The command that a refusal tells is accepted as it stands, for a deal and for a
    correction."""
    somebody = at_table(tmp_path, "swedish")
    for line in ("deal pass 8 5 4", "amend 1 tricks=8,5,4"):
        (problem,) = somebody.types(*line.split(), "--format", "json").problems
        command = problem["hint"].partition("; then scorekeeper ")[2]
        assert command.startswith(line[:5])
        somebody.does(command)


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (
            ["sang 6 6", "sang 6 6", "sang 6 6"],
            "deal sang 6 6 7",
        ),  # sang is used up, whatever the numbers
        (["sang 5 6"], "amend 1 tricks=5,6,6"),  # put right, nothing would be different
    ],
)
def test_no_mend_is_told_that_would_be_refused(
    tmp_path: Path, before: list[str], line: str
) -> None:
    """Where the deal would be refused for another reason too, only the counting is told."""
    somebody = Person(tmp_path / "home")
    for words in ("new bismarck-swedish Anna Björn Cleo", *(f"deal {deal}" for deal in before)):
        somebody.does(words)
    hints = [
        problem["hint"] for problem in somebody.types(*line.split(), "--format", "json").problems
    ]
    assert (
        hints[-1].startswith("count the cards, not the tricks")
        and "then scorekeeper" not in hints[-1]
    )


def test_the_mend_of_a_missing_fact_is_not_told_as_a_whole_deal(tmp_path: Path) -> None:
    """While another fact is missing no whole deal can be typed."""
    somebody = Person(tmp_path / "home")
    somebody.does("new bismarck-estonian Anna Karl Cleo")
    assert "then scorekeeper" not in somebody.types("deal", "6", "6", "4").err


def test_the_mend_of_a_session_names_it(tmp_path: Path) -> None:
    """Where the session was named, the command to type names it, and records there."""
    somebody = Person(tmp_path / "home")
    for name in ("last friday", "today"):
        somebody.types("new", "bismarck-swedish", "Anna", "Björn", "Cleo", "--name", name)
    (problem,) = somebody.types(
        "deal", "-s", "last friday", "sang", "6", "6", "5", "--format", "json"
    ).problems
    command = problem["hint"].partition("; then scorekeeper ")[2]
    assert command == "deal -s 'last friday' sang 6 6 4"
    assert somebody.types(*shlex.split(command)).code == 0
    assert (
        "there is no deal 9; only deal 1" in somebody.types("explain", "9", "-s", "last friday").err
    )
    assert (
        "`scorekeeper sheet -s 'last friday'` shows them"
        in somebody.types("explain", "9", "-s", "last friday").err
    )


def test_what_was_typed_is_repeated_as_it_was_typed(tmp_path: Path) -> None:
    """The session is named in the command to type, and not put into the words that were typed."""
    somebody = at_table(tmp_path, "swedish")
    assert somebody.types("deal", "scorekeeper log", "-s", "it").err.splitlines() == [
        "refused: `scorekeeper log` is a command of its own, not a deal",
        "try: type scorekeeper log -s it",
    ]


@pytest.mark.parametrize(
    "line", ["new {}", "new bizon {} Ann Bo", "sheet -s {}", "rules show {}", "undo --{}", "{}"]
)
@pytest.mark.parametrize("letters", [900, 100_000])
def test_a_word_without_end_is_not_repeated_whole(tmp_path: Path, line: str, letters: int) -> None:
    """Of what is longer than any name or path the beginning is said, whoever refuses it."""
    said = Person(tmp_path).types(*line.format("x" * letters).split())
    assert said.code in (1, 2)
    assert "x" * 70 in said.err
    assert len(said.err) < 2000
    assert ("x" * 900 in said.err) == (letters == 900)


def test_every_command_of_a_session_is_known_to_the_mends() -> None:
    """A command that takes `--session` is told with it, and no other is."""
    context, named = click.Context(commands), naming("it")
    assert named is not None
    for name in (*FAMILY_OF, "rules check"):
        found = commands.get_command(context, name)
        is_of_session = found is not None and any("--session" in one.opts for one in found.params)
        assert named(CommandLine(name)).words == (("-s", "it") if is_of_session else ())


def test_a_deal_that_does_not_hold_is_mended_by_a_correction(tmp_path: Path) -> None:
    """What was spoilt by hand is mended with `amend`, and that works as it stands; that a hand was
    at work is told until it is taken in."""
    somebody = at_table(tmp_path, "swedish")
    (file,) = tmp_path.rglob("it.toml")
    file.write_text(file.read_text("utf-8").replace("[6, 6, 4]", "[6, 6, 5]"), "utf-8")
    problem, chain = somebody.types("check", "--format", "json").problems
    assert chain["code"] == "chain"
    command = problem["hint"].partition("; then scorekeeper ")[2]
    assert command == "amend 1 sang 6 6 4"
    somebody.does(command)
    somebody.does("check --accept")
    assert somebody.types("check").code == 0


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (
            "trick KH 10H ZZ --trump purple --leader Zed --contract foo --option bar=1",
            "option-unknown contract-unknown suit-unknown card-unknown player-unknown",
        ),
        ("legal --hand ZZ --trick QQ --contract foo", "contract-unknown card-unknown card-unknown"),
        ("trick KH KH --trump purple --players A,A,B", "player-twice suit-unknown card-twice"),
        ("trick ZZ --leader Zed", "card-unknown player-unknown"),
        ("trick KH --contract foo", "contract-unknown"),
    ],
)
def test_the_referee_names_everything_that_is_wrong(tmp_path: Path, line: str, codes: str) -> None:
    """Options, contract, trumps, cards and players are read before anything is refused."""
    words = ["referee", *line.split(), "--rules", "bismarck-swedish", "--format", "json"]
    assert Person(tmp_path).types(*words).codes == codes.split()


def test_what_was_given_is_said_once(tmp_path: Path) -> None:
    """However many problems there are, one line says what was given, in the order of the rules."""
    somebody = at_table(tmp_path, "bien")
    lines = somebody.types("deal", "70", "70", "meld=65", "Ann", "bid=145").err.splitlines()
    context = [line for line in lines if line.startswith("  deal ")]
    assert context == ["  deal 2 · bidder Ann · bid 145 · meld 65 · Ann & Cal 70, Bob & Dee 70"]
    assert sum(line.startswith(("refused: ", "         ")) for line in lines) == 3


WORDS = st.lists(
    st.sampled_from(
        [
            "sang",
            "pass",
            "s",
            "hearts",
            "♠",
            "tricks=6,6,4",
            "tricks=",
            "trump=",
            "=",
            "==",
            "A",
            "-",
            "6",
            "99",
            "6,6",
            "bid=1",
        ]
    )
    | st.text(
        st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=8
    ).filter(lambda t: t[0] != "-"),
    max_size=6,
)


@given(words=WORDS)
def test_any_words_are_recorded_or_refused(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    """Whatever is typed, the program ends with 0 and one entry more, or with 1 and the file as
    it was."""
    somebody = Person(tmp_path_factory.mktemp("home"))
    somebody.does("new bismarck-swedish Anna Björn Cleo --name it")
    before = somebody.file("it")
    said = somebody.types("deal", "--", *words)
    assert said.code in (0, 1), said.err
    assert (somebody.file("it") == before) is (said.code == 1)
    assert somebody.does("check").out == ""


# --- in another language -----------------------------------------------------------------------------

SWEDISH = {
    "this deal needs {facts}": "{facts} saknas i given",
    "the {fact}": "{fact}",
    "add {facts}": "skriv också {facts}",
    "and": "och",
    "refused: ": "avvisat: ",
    "try: ": "försök: ",
}


def spoken(messages: Mapping[str, str]) -> GNUTranslations:
    """A catalogue of these messages as gettext reads it."""
    catalog = Catalog(locale="sv")
    for message, said in messages.items():
        catalog.add(message, said)
    return GNUTranslations(io.BytesIO(compiled(catalog)))


def test_what_is_missing_is_said_in_one_line_in_every_language() -> None:
    """Several missing facts become one line, wherever in the sentence a language puts them."""
    agreed = agree(library.load_ruleset("bien"), ["Ann", "Bob", "Cal", "Dee"])
    speak("sv", spoken(SWEDISH))
    problems = judged(agreed, first_state(agreed), {"meld": 100}).problems
    lines = [*map(str, refusal_lines(problems))]
    assert lines[0] == "avvisat: budgivare (den som har bjudit högst), bud och poäng saknas i given"
    assert "försök: skriv också budgivare=… bud=… poäng=…" in lines
