"""The source documents, sentence by sentence, and what holds each: `tests/source/sentences.md` is
written from `tests/source/*.toml`.

Each file is one document: `title`, `from` (where it is to be had) and its sentences in order, each with

    part        the heading that it stands under
    says        the sentence, shortened where it is long
    held        the tests that fail where the program does otherwise: "test_file.py::test_name", or, of a page that runs,
                "specs/page.md: Heading"
    ruling      where `docs/rulings.md` settles it, as "2 (4)", "1 d", or "1" for the section's facts
    not_a_rule  why it says nothing to score, play or record: one of NO_RULE
    not_yet     what the program cannot do of it, in words

    python -m tests.sources            counts, and says what does not stand
    python -m tests.sources --update   writes tests/source/sentences.md
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
PAGE = TESTS / "source/sentences.md"
RULINGS = TESTS.parent / "docs/rulings.md"
ORDER = ("bizon-en", "bizon-fr", "bismarck", "bisque", "bien")
NO_RULE = {
    "history": "where the game comes from",
    "opinion": "what its author thinks of it",
    "advice": "how to play well",
    "computer": "how another program shows it",
    "layout": "how its page is put together",
}
HELD = ("held", "ruling", "not_a_rule", "not_yet")
HEAD = """\
# Sentence by sentence

Every sentence of the five source documents that says something to score, play or record, numbered in its document's order, with
the test that fails where the program does otherwise, or the ruling by which it is read. Sentences that are no rule are listed too,
so that nothing is passed over in silence. A test is named by its file and function under `tests/`, a page that runs by its heading;
rulings are sections of [the rulings](../../docs/rulings.md). This page is written by `python -m tests.sources --update` from `tests/source/`,
and the tests fail where a test, heading or ruling that it names is gone.
"""


@cache
def documents() -> dict[str, dict[str, Any]]:
    """The documents by their files' names, in the page's order."""
    return {
        name: tomllib.loads((TESTS / f"source/{name}.toml").read_text(encoding="utf-8"))
        for name in ORDER
    }


def faults() -> Iterator[str]:
    """What does not stand: a sentence that nothing holds, or one whose test, heading or ruling
    there is not."""
    for name, document in documents().items():
        for number, sentence in enumerate(document["sentence"], 1):
            for fault in _faults_of(sentence):
                yield f"{name} {number}, {sentence['says'][:40]!r}: {fault}"


def _faults_of(sentence: dict[str, Any]) -> Iterator[str]:
    if not set(HELD) & set(sentence):
        yield "nothing is said to hold it"
    if unknown := set(sentence) - {"part", "says", *HELD}:
        yield f"not a word here: {', '.join(sorted(unknown))}"
    if sentence.get("not_a_rule", "history") not in NO_RULE:
        yield f"not a reason: {sentence['not_a_rule']}"
    for place in sentence.get("held", []):
        if not _stands(place):
            yield f"there is no {place}"
    for ruling in sentence.get("ruling", []):
        if not _is_ruled(ruling):
            yield f"no ruling {ruling}"


def _stands(place: str) -> bool:
    """Whether a test, or a heading of a page that runs, is there."""
    if "::" in place:
        file, test = place.split("::")
        return test in _tests_of(file)
    page, heading = place.split(": ", 1)
    return heading in _headings_of(page)


@cache
def _tests_of(file: str) -> frozenset[str]:
    path = next(TESTS.rglob(file), None)
    if path is None:
        return frozenset()
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(
        node.name
        for node in found
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@cache
def _headings_of(page: str) -> frozenset[str]:
    path = TESTS / page
    return (
        frozenset(re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
        if path.exists()
        else frozenset()
    )


def _is_ruled(ruling: str) -> bool:
    """Whether the page of rulings has the place: a section, or a numbered or lettered ruling of
    it."""
    section, _, place = ruling.partition(" ")
    found = re.search(
        rf"^## {section}\. .*?(?=^## |\Z)",
        RULINGS.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    if not found or not place:
        return bool(found)
    mark = re.escape(place.strip("()"))
    return bool(re.search(rf"^{mark}\. |[ *(]{mark}\) ", found[0], re.MULTILINE))


# --- the page ------------------------------------------------------------------------------------


def page() -> str:
    """Return `tests/source/sentences.md` as it should be."""
    return "\n".join([HEAD, *_counts(), *(line for name in ORDER for line in _document(name))])


def _counts() -> Iterator[str]:
    yield "| document | sentences | held by a test | read by a ruling | no rule | not yet |"
    yield "|---|--:|--:|--:|--:|--:|"
    for document in documents().values():
        counted = Counter(_kind(sentence) for sentence in document["sentence"])
        yield (
            f"| {document['title']} | {counted.total()} | "
            + " | ".join(str(counted[kind]) for kind in HELD)
            + " |"
        )
    yield ""


def _kind(sentence: dict[str, Any]) -> str:
    """What a sentence is counted as: what is not there yet is never counted as held."""
    return "not_yet" if "not_yet" in sentence else next(kind for kind in HELD if kind in sentence)


def _document(name: str) -> Iterator[str]:
    document = documents()[name]
    yield from (f"## {document['title']}", "", document["from"])
    part = None
    for number, sentence in enumerate(document["sentence"], 1):
        if sentence["part"] != part:
            part = sentence["part"]
            yield from ("", f"### {part}", "", "| | the source says | held by |", "|--:|---|---|")
        yield f"| {number} | {_cell(sentence['says'])} | {_cell('; '.join(_holders(sentence)))} |"
    yield ""


def _holders(sentence: dict[str, Any]) -> Iterator[str]:
    yield from (f"`{place}`" for place in sentence.get("held", []))
    yield from (
        f"[rulings](../../docs/rulings.md) {ruling}" for ruling in sentence.get("ruling", [])
    )
    if "not_a_rule" in sentence:
        yield f"not a rule: {NO_RULE[sentence['not_a_rule']]}"
    if "not_yet" in sentence:
        yield f"not yet: {sentence['not_yet']}"


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("*", r"\*")


def main(arguments: list[str]) -> int:
    """Counts and checks, and with --update writes the page; gives the exit code."""
    wrong = [*faults()]
    print("\n".join(wrong or [line for line in _counts() if line]))
    if "--update" in arguments and not wrong:
        PAGE.write_text(page(), encoding="utf-8")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
