"""The catalogues of messages, `scorekeeper/locale/*/LC_MESSAGES/scorekeeper.po`, and what is compiled of them.

A message is what `tr`, `trn`, `trc`, `marked`, `say` and `say_n` are given in the program, and the help of
every command and option.

    python -m tests.catalogue            says what a catalogue lacks or has twice
    python -m tests.catalogue --update   takes new messages in, drops those that are gone, and compiles
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorekeeper.cli.main import commands
from scorekeeper.cli.program_help import examples, parted
from scorekeeper.cli.rules_edit import EXAMPLE
from scorekeeper.render.ruleset_builder import explained, naming
from scorekeeper.store.shipped_files import DOMAIN, LOCALES
from scorekeeper.text.translation import ENGLISH, LANGUAGES

ROOT = Path(__file__).parent.parent
# What says a message, and how many texts it is given.
SAYS = {"tr": 1, "say": 1, "marked": 1, "trn": 2, "say_n": 2, "trc": 2}
WITH_CONTEXT = ("trc",)
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
# What click itself says at our table: its words are in no file of ours.
CLICK = (
    "Usage:", "Options", "Commands", "Error: {message}", "Aborted!", "Show this message and exit.",
    "Show the version and exit.", "Try '{command} {option}' for help.", "Missing command.", "Missing argument",
    "Missing option", "Missing parameter", "default: {default}", "No such command {name!r}.", "No such option: {name}", "No such option {name!r}.", "{value} is not in the range {range}.", "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}", "{value!r} is not a valid {number_type}.",
    "Option {name!r} does not take a value.", "Choose from:\n\t{choices}", "(Possible options: {possibilities})",
)  # fmt: skip
CLICK_NUMBERED = (
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("{value!r} does not match the format {format}.", "{value!r} does not match the formats {formats}."),
)  # fmt: skip


@cache
def template() -> Catalog:
    """Every message that there is."""
    found = Catalog(header_comment="", project="scorekeeper", charset="utf-8", fuzzy=False)
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        for message, context, comment in messages(path.read_text(encoding="utf-8")):
            place = path.relative_to(ROOT).as_posix()
            found.add(
                message,
                locations=[(place, 0)],
                auto_comments=[comment] if comment else [],
                context=context,
            )
    for where, words in _helps(commands, "scorekeeper"):
        found.add(words, locations=[(f"{where} --help".replace(" ", "_"), 0)])
    for remark in (parted(line)[1] for lines in examples().values() for line in lines):
        if remark:
            found.add(remark, locations=[("scorekeeper/cli/examples.toml", 0)])
    for line in Path(EXAMPLE).read_text(encoding="utf-8").split("\n"):
        for words in filter(None, (explained(line)[1], *naming(line))):
            found.add(words, locations=[("scorekeeper/cli/my-game.toml", 0)])
    for of_click in (*CLICK, *CLICK_NUMBERED):
        found.add(of_click, locations=[("click", 0)])
    return found


def messages(source: str) -> Iterator[tuple[str | tuple[str, ...], str | None, str]]:
    """The messages of a module, each with its context and the note to translators above it; also
    those within f-strings, which are hidden from who looks for words alone."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS:
            words = [
                arg.value
                for arg in node.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if len(words) == SAYS[node.func.id]:
                context = words.pop(0) if node.func.id in WITH_CONTEXT else None
                message = words[0] if len(words) == 1 else tuple(words)
                yield message, context, _note_above(lines, node.lineno)


def _note_above(lines: Sequence[str], number: int) -> str:
    note = []
    while (line := lines[number - 2].strip()).startswith("#") and number > 1:
        note.append(line.lstrip("# "))
        number -= 1
    text = " ".join(reversed(note))
    return text if text.startswith("Translators:") else ""


def _helps(command: click.Command, path: str) -> Iterator[tuple[str, str]]:
    """The help of a command and its options, and of all that are in it."""
    ctx = click.Context(command)
    if words := getattr(command, "_help", None):
        yield path, inspect.cleandoc(words)
    for param in command.get_params(ctx):
        if isinstance(param, click.Option) and param.help:
            yield path, param.help
    if not isinstance(command, click.Group):
        return
    for name in command.list_commands(ctx):
        inner = command.get_command(ctx, name)
        assert inner is not None
        yield from _helps(inner, f"{path} {name}")


def path_of(language: str, ending: str = "po") -> Path:
    """The file of a language's catalogue."""
    return Path(LOCALES) / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as its file has it."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def text_of(catalog: Catalog) -> bytes:
    """The catalogue as a file that people write in: no dates and no line numbers, which would
    change for nothing."""
    out = io.BytesIO()
    write_po(
        out,
        catalog,
        width=110,
        omit_header=False,
        include_lineno=False,
        sort_output=False,
        ignore_obsolete=True,
    )
    return b"\n".join(line for line in out.getvalue().split(b"\n") if not _CHANGES.match(line))


_CHANGES = re.compile(
    rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Generated-By|Report-Msgid|Project-Id|Language-Team)'
)

NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)


def compiled(catalog: Catalog) -> bytes:
    """What gettext reads: the same bytes for the same words, whenever they are compiled."""
    out = io.BytesIO()
    catalog.creation_date = NO_DATE
    write_mo(out, catalog)
    return out.getvalue()


def faults(language: str) -> Iterator[str]:
    """What a catalogue lacks: messages, placeholders, a plural; and what it has too much."""
    have, wanted = catalogue(language), template()
    for message in wanted:
        if message.id and not _is_translated(have.get(message.id, message.context)):
            yield f"{language}: not translated: {message.id!r}"
    for message in have:
        if message.id and wanted.get(message.id, message.context) is None:
            yield f"{language}: nobody says this any more: {message.id!r}"
        elif message.id and not _is_alike(message):
            yield f"{language}: other placeholders than {message.id!r}: {message.string!r}"


def _is_translated(message: Message | None) -> bool:
    return message is not None and not message.fuzzy and all(_forms(message.string))


def _forms(words: str | Sequence[str] | None) -> Sequence[str]:
    return (words,) if isinstance(words, str) else words or ("",)


def _is_alike(message: Message) -> bool:
    """Whether each form of the translation is filled in from what its English form is; `{n}` may be
    left out or put in where a number decides."""
    counts = {"{n}"} if not isinstance(message.id, str) else set()
    for asked, given in zip(
        map(_placeholders, _forms(message.id)),
        map(_placeholders, _forms(message.string)),
        strict=False,
    ):
        if given - counts != asked - counts:
            return False
    return True


def _placeholders(form: str) -> set[str]:
    return set(PLACEHOLDER.findall(form))


def update(language: str) -> None:
    """Takes the messages that there are into a catalogue, keeps what is translated, and compiles
    it."""
    have = (
        catalogue(language)
        if path_of(language).exists()
        else Catalog(locale=language, domain=DOMAIN, header_comment="# What scorekeeper says.")
    )
    have.fuzzy = False
    have.update(template(), no_fuzzy_matching=True)
    have.obsolete.clear()
    if language == "fr":
        _space_out(have)
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    path_of(language).write_bytes(text_of(have))
    path_of(language, "mo").write_bytes(compiled(catalogue(language)))


# A space at which a line may break before or after one of the signs that French parts from its
# words.
BREAKS = re.compile(r" (?=[:;!»])|(?<=«) | (?=\?(?:$|[\s)]))")
TYPED = re.compile(r"(`[^`]*`|/ \\.*\|)")  # what is typed, or a list of letters


def spaced(text: str) -> str:
    """French with the spaces beside its signs such that no line is broken at them; what is typed
    stays."""
    parts = TYPED.split(text)
    return "".join(
        part if place % 2 else BREAKS.sub("\u00a0", part) for place, part in enumerate(parts)
    )


def _space_out(catalog: Catalog) -> None:
    for message in catalog:
        if message.id and message.string:
            forms = tuple(map(spaced, _forms(message.string)))
            message.string = forms[0] if isinstance(message.string, str) else forms


def main(words: Sequence[str]) -> int:
    """Says what is wrong, or with `--update` writes every catalogue anew."""
    others = [language for language in LANGUAGES if language != ENGLISH]
    if "--update" in words:
        for language in others:
            update(language)
    found = [fault for language in others for fault in faults(language)]
    print("\n".join([*found, f"{len(found)} faults"]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
