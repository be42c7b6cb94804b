"""What editors are told of rulesets: the JSON Schema, read by the library that everybody uses for
that, marks what `rules check` refuses, as far as a schema can see it, and nothing else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pages
import pytest
from conftest import RULESETS
from error_reference import SOURCES
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from terminal import environment
from test_schema import MERGED, words_of

from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.rules.schema import pack_schema, ruleset_schema
from scorekeeper.store import ruleset_library as library
from scorekeeper.text.message import Message
from scorekeeper.text.problems import Problem, Refused

FILES = sorted(path for path in RULESETS.rglob("*.toml") if "packs" not in path.parts)
PACKS = sorted(RULESETS.glob("packs/*.toml"))
BLOCK = re.compile(r"<!-- file: (\S+\.toml) -->\n```toml\n(.*?)```", re.DOTALL)

# What only reading tells, by the sentence of the reader: what a formula says, what two parts of a
# page or two pages say together, what is in a pack.
UNSEEN = (
    "`{formula}` goes round in a circle", "`{key} = {formula!r}` cannot depend on {names}", "`{name}` cannot be a name in formulas",
    "`{card}` is not a card of this pack", "`{card}` is not a rank and suit letters of this pack",
    "`{key}` must name every rank of the pack once; `{rank}` is amiss", "`{rank}` is not a rank of this pack",
    "`{suit}` is not a suit of this pack", "`{word}` is no rank and no card of this pack",
    "`{word}` is no card, no rank and no suit of this pack",
    "`{meld}` is not a kind of meld that another can add to", "`{meld}` must have one of `cards`, `run` and `four`",
    "`run` must be a table of lengths and points, `{ 3 = 20, 4 = 50 }`",
    "`{name}` is not a contract of this game", "`{name}` is not a count of this game",
    "`{name}` is not a row of the settlement of this game", "`{role}` is not a role of this game",
    "`{key}` says nothing for {roles}", "`{name}` is not a fact of this game",
    "nothing says what `{contract}` scores", "nothing says what a deal scores", "this penalty costs nothing and gives nothing",
    "partners sit across: `teams = true` needs an even number of players", "there is no `[{table}]`",
    "{label}: {text}", "the default of option `{option}` must be true, false, a number or one of its `values`",
    "the default of option `{option}` is {number}, and it may be {least} to {most}",
    "`{card}` is a card with a suit already", "`{word}` is no value of this option", "the page is not for {number} players", "the pack has several of a card, and `{word}` tells them apart",
    "nothing says what follows from a deal", "no deal has a trump suit that could be settled", "`{name}` is no contract and no group of this game", "a number that may be said later needs a least and a greatest one", "nothing says how often these may be declared", "nobody has a partner in this game: each player is a side",
    "nobody picks a contract in this game: the order is fixed", "nobody is said to do this in other deals", "the entry says who that is, by `{key}` of `[deals]`",
    "`number = {formula!r}` gives {deals} deals with {players} players; a game has at least one",
)  # fmt: skip
# Words that merging reads before the reader sees a page, and whose faults are told there.
BEFORE = ("extends", "without", "pack")


@cache
def of_pages() -> Draft202012Validator:
    return Draft202012Validator(ruleset_schema())


def is_seen(problem: Problem) -> bool:
    """Whether a schema can see what a problem is about."""
    said = problem.message
    template = said.template if isinstance(said, Message) else str(said)
    return template not in UNSEEN


def marks(raw: dict[str, Any]) -> list[str]:
    """What an editor marks in a page."""
    return [error.message for error in of_pages().iter_errors(raw)]


def test_the_schemas_are_schemas() -> None:
    """Each keeps the rules of the draft that it names."""
    for schema in (ruleset_schema(), pack_schema()):
        assert validator_for(schema) is Draft202012Validator
        Draft202012Validator.check_schema(schema)


def test_every_shipped_page_is_well_in_an_editor() -> None:
    """Games, variants and packs: nothing is marked."""
    marked = {path.stem: marks(tomllib.loads(path.read_text("utf-8"))) for path in FILES}
    of_packs = Draft202012Validator(pack_schema())
    for path in PACKS:
        found = of_packs.iter_errors(tomllib.loads(path.read_text("utf-8")))
        marked[f"pack {path.stem}"] = [error.message for error in found]
    assert {name: found for name, found in marked.items() if found} == {}


# --- every word, with values of every kind --------------------------------------------------------

VALUES: tuple[Any, ...] = (
    0, 1, -1, 10**12, True, 1.5, "x", "", "fact x", "1 +", [], [1], ["x"], [[1]], [{}], {}, {"x": 1}, {"x": "y"}, {"en": ["x"]},
    {"x": {}}, [[]], {"x": True},
)  # fmt: skip
# Where an editor marks more than the reader refuses: words that are said and say nothing, which
# the reader passes over as if they were not there.
EMPTY = {
    ("deals.trump_unsaid", ""), ("deals.declarer", ""), ("deals.leader", ""), ("count.some.step", ""), ("deals.first", ""), ("melds.seat", ""),
    ("ruling[0].text", "{}"), ("exchange[0].who", ""), ("pile.seat", ""),
    ("next.say[0].text", "{}"),
}  # fmt: skip


def page_with(path: str, word: str, value: Any) -> dict[str, Any]:
    """A page of a small pack that says one word at a path, and nothing else; `*` stands for a
    name."""
    raw: dict[str, Any] = {"pack": {"ranks": "A K", "suit": {"red": {"letter": "R"}}}}
    here: Any = raw
    for step in re.findall(r"[^.\[\]]+|\[0\]", path):
        if step != "[0]":
            name, is_row = "some" if step == "*" else step, f"{step}[0]" in path
            here[name] = [{}] if is_row else {}
            here = here[name][0] if is_row else here[name]
    here[word] = value
    return raw


def words() -> Iterator[tuple[str, str]]:
    """Every word of the format with the path of its table; a step of dealing is one of two things,
    and an editor that sees neither cannot say which word is wrong."""
    schema = ruleset_schema()
    for path, names in words_of(schema, schema):
        for name in sorted(names - MERGED.get(path, set())):
            if not path.startswith(("pack", "dealing.steps")) and not (
                path == "" and name in BEFORE
            ):
                yield path, name


def refusals(raw: dict[str, Any], place: str) -> list[Problem]:
    """What the reader refuses of what stands at a place."""
    below = (f"{place}.", f"{place}[")
    faults = read_page(raw, "made-up")[1]
    return [
        fault for fault in faults if f"{fault.fact}" == place or f"{fault.fact}".startswith(below)
    ]


def is_marked(raw: dict[str, Any], place: str) -> bool:
    """Whether an editor marks what stands at a place, or a part that it cannot tell it apart from."""
    steps = place.replace("[0]", ".0").split(".")
    for error in of_pages().iter_errors(raw):
        found = [str(step) for step in error.absolute_path]
        if found[: len(steps)] == steps:
            return True
    return False


def disagreements(every: int) -> list[tuple[str, object]]:
    """Where the one refuses and the other does not mark, of every so many values, others of each
    word."""
    differ = list[tuple[str, object]]()
    for number, (path, word) in enumerate(dict.fromkeys(words())):
        place = f"{path.replace('*', 'some')}.{word}" if path else word
        for value in VALUES[number % every :: every]:
            raw = page_with(path, word, value)
            refused, marked = refusals(raw, place), is_marked(raw, place)
            seen = any(map(is_seen, refused))
            is_empty = (place, value if value == "" else str(value)) in EMPTY
            if (marked and not refused and not is_empty) or (seen and not marked):
                differ.append((place, value))
    return differ


def test_an_editor_and_the_reader_agree_on_every_word() -> None:
    """Each word of the format with numbers, texts, lists or tables of some shape: what an editor
    marks is refused, and what is refused for a reason that a schema can see is marked."""
    assert disagreements(6) == []


@pytest.mark.thorough
def test_an_editor_and_the_reader_agree_on_every_word_and_value() -> None:
    """The same with every shape."""
    assert disagreements(1) == []


# --- the pages of the documentation ----------------------------------------------------------------


def documented() -> Iterator[tuple[str, str]]:
    """Every page of rules and of a pack in the documentation and among the refusals, by its file."""
    for page in [*sorted((pages.ROOT / "docs").glob("*.md")), *SOURCES]:
        for name, text in BLOCK.findall(page.read_text("utf-8")):
            if name.startswith("rulesets/"):
                yield name, text


def test_an_editor_marks_the_faulty_pages_of_the_documentation(tmp_path: Path) -> None:
    """A page that the reader refuses for what a schema can see is marked, and no page is that the
    reader takes."""
    (tmp_path / "rulesets" / "packs").mkdir(parents=True)
    differ, faulty = [], 0
    with environment({"SCOREKEEPER_HOME": str(tmp_path)}):
        for name, text in documented():
            (tmp_path / name).write_text(text, "utf-8")
        for name, text in documented():
            (tmp_path / name).write_text(text, "utf-8")
            if "/packs/" in name or (raw := table(text)) is None:
                continue
            seen = [fault for fault in faults_of(tmp_path / name) if is_seen(fault)]
            own = [fault for fault in seen if said_in(raw, fault.fact or "")]
            faulty += bool(own)
            if bool(own) != bool(marks(raw)):
                differ.append((name, [str(fault) for fault in own], marks(raw)))
    assert differ == []
    assert faulty >= 2


def table(text: str) -> dict[str, Any] | None:
    """The table of a page; None where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def faults_of(path: Path) -> list[Problem]:
    """What the reader says of a page."""
    try:
        return read_page(library.whole_file(str(path)).merged, path.stem)[1]
    except Refused as refusal:
        return [*refusal.problems]


def said_in(raw: dict[str, Any], fact: str) -> bool:
    """Whether a page says itself what a fault is about, rather than the page that it extends."""
    here: Any = raw
    for step in re.findall(r"[^.\[\]]+", fact):
        key = int(step) if step.isdigit() and isinstance(here, list) else step
        try:
            here = here[key]
        except (KeyError, IndexError, TypeError):
            return False
    return True


# --- what is shown ---------------------------------------------------------------------------------


def without_meaning(schema: dict[str, Any], path: str = "") -> Iterator[str]:
    """The words of which an editor has nothing to show; what stands beside a bare reference is not
    shown, so what it leads to must say it."""
    for name, inner in schema.get("properties", {}).items():
        place = f"{path}.{name}"
        is_known = "$ref" in inner or [part for part in inner.get("anyOf", ()) if "$ref" in part]
        if not inner.get("description") and not is_known:
            yield place
        yield from without_meaning(inner, place)
    for part in (*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")):
        if isinstance(part, dict):
            yield from without_meaning(part, path)


def references(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema that leads to another."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema
        for inner in schema.values():
            yield from references(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from references(inner)


def test_every_word_says_what_it_means() -> None:
    """Whoever rests the mouse on a word reads what it says; nothing stands where editors pass it
    over."""
    schema = ruleset_schema()
    assert [*without_meaning(schema)] == []
    assert all(part.get("description") for part in schema["$defs"].values())
    assert [one for one in references(schema) if set(one) != {"$ref"}] == []


def choices(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema that leaves a choice of words."""
    if isinstance(schema, dict):
        if isinstance(schema.get("enum"), list):
            yield schema
        for inner in schema.values():
            yield from choices(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from choices(inner)


def test_every_choice_says_what_it_means() -> None:
    """Whoever rests the mouse on one of the words that a value may be, or is offered it, reads what
    it means: taplo takes the meanings in the order of the words."""
    found = [*choices(ruleset_schema())]
    assert len(found) > 20
    for choice in found:
        means = choice["x-taplo"]["docs"]["enumValues"]
        assert len(means) == len(choice["enum"])
        assert all(means) and not any("](" in words for words in means)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('name = "x"\nplayers = 17\npack = "french-52"\n', ["players"]),
        ('name = "x"\nplayers = 0\n', ["players"]),
        ('name = "x"\nplayers = [1, 16]\n', None),
        ('name = "x"\npack = "french-52"\n', []),
        ('extends = "bizon"\nplayers = 3\n', None),
        ('extends = "bizon"\n[carry.bags]\nstart = 3\n', None),
        ('players = 3\npack = "french-52"\n[carry.bags]\nstart = 3\n', ["carry", "bags"]),
        ('extends = "bizon"\n[[outcome]]\nname = "x"\n', ["outcome", 0]),
        ('players = 3\npack = { name = "odd" }\n', ["pack"]),
        ('players = 3\npack = { extends = "french-52" }\n', None),
    ],
)
def test_what_must_be_said_may_be_in_the_page_that_is_extended(
    text: str, where: list[str | int] | None
) -> None:
    """A page of its own says who plays with what cards, and its tables all that they must; one that
    extends another says what is different, but its rows whole."""
    errors = [*of_pages().iter_errors(tomllib.loads(text))]
    assert [list(error.absolute_path) for error in errors] == ([] if where is None else [where])
