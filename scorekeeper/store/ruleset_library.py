"""Rulesets by name, the user's own and the shipped, with file and line of each fault."""

import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.base.toml_reader import toml_table
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.read import read_kept_ruleset
from scorekeeper.store.cached_rows import digest_of
from scorekeeper.store.disk import stem
from scorekeeper.store.folder_home import packs_in, rules_in
from scorekeeper.store.home import RULESETS
from scorekeeper.store.homes import home_of, the_home
from scorekeeper.store.size_limits import is_limited
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say
from scorekeeper.text.problems import (
    MachineFailure,
    Problem,
    Refused,
    did_you_mean,
    lists_them,
    refuse,
    toml_fault,
)

# --- Where the rulesets are: the user's own and those that are shipped -------------------------


def shipped_folder() -> str:
    """Where the shipped rulesets are: beside the package in an installed program, at the
    repository's root in an editable one."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    beside = os.path.join(package, RULESETS)
    at_root = os.path.join(os.path.dirname(package), RULESETS)
    return beside if os.path.isdir(beside) else at_root


def ruleset_files() -> dict[str, str]:
    """The rulesets there are, by id; a user's own stands before a shipped one of the same id."""
    return _first(the_home().own_rules(), rules_in(shipped_folder()))


def pack_files() -> dict[str, str]:
    """The packs of cards there are, by name; a user's own stands before a shipped one."""
    return _first(the_home().own_packs(), packs_in(shipped_folder()))


def _first(own: dict[str, str], shipped: dict[str, str]) -> dict[str, str]:
    return own | {name: path for name, path in shipped.items() if name not in own}


def digest_of_rulesets() -> str:
    """The SHA-256 of all rulesets and packs there are, in hexadecimal: whatever is made of them
    still holds where it is the same."""
    digest = sha256()
    for path in _all_files():
        try:
            data = home_of(path).rules_bytes(path)
        except (Refused, MachineFailure):  # whoever needs this file is told why
            data = b""
        digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def _all_files() -> Iterator[str]:
    """The paths of all rulesets and packs, in order."""
    for files in (ruleset_files(), pack_files()):
        for name in sorted(files):
            yield files[name]


# --- The rulesets read from their files, with file and line beside every fault -----------------


def ruleset_path(wanted: str) -> str:
    """The file of a ruleset by id or unambiguous beginning."""
    found = ruleset_files()
    if wanted in found:
        return found[wanted]
    begins = [name for name in found if wanted and name.startswith(wanted.casefold())]
    if len(begins) == 1:
        return found[begins[0]]
    if begins:
        message = say("`{word}` could be {choices}", word=wanted, choices=listing(sorted(begins)))
        raise refuse("game-ambiguous", message, "game", say("write more of it"))
    known = {*found, *(name.partition("-")[0] for name in found)}  # a family is named in part
    hint = did_you_mean(wanted, known) or lists_them(CommandLine("rules list"))
    raise refuse("game-unknown", say("there is no game `{game}`", game=wanted), "game", hint)


def pack_path(name: str) -> str:
    """The file of a pack by its name; raises Refused where there is none."""
    packs = pack_files()
    if name in packs:
        return packs[name]
    message = say(
        "there is no pack `{pack}`; there are {packs}",
        pack=name,
        packs=listing(sorted(packs), "and"),
    )
    raise refuse("ruleset", message, "pack", did_you_mean(name, packs))


def load_ruleset(wanted: str) -> Ruleset:
    """A ruleset by id; raises Refused with the place of every fault of a file of the user's own.
    Of a shipped one, which the tests hold whole, it reads what scores deals."""
    return load_ruleset_file(ruleset_path(wanted))


def is_shipped(path: str) -> bool:
    """Whether a ruleset's file came with the program."""
    return path.startswith(os.path.join(shipped_folder(), ""))


def load_ruleset_file(path: str, name: str | None = None) -> Ruleset:
    """A ruleset from its file, with file and line beside every fault; where it is to have a `name`
    in the home, as it would be read there."""
    whole = whole_file(path, name)
    try:
        if is_shipped(path):
            return read_kept_ruleset(whole.merged, stem(path))
        # 1 ms, only for a page of one's own
        from scorekeeper.rules.whole_page import read_ruleset  # noqa: PLC0415

        return read_ruleset(whole.merged, stem(path))
    except Refused as refusal:
        raise Refused(whole.placed(refusal.problems), refusal.heading) from None


# A page with nothing on it but what it must have.
_BARE: Mapping[str, object] = {
    "name": "-", "players": 2, "outcome": [{"points": "one"}], "count": {"one": {"total": 1}},
}  # fmt: skip


def load_pack_file(path: str) -> Pack:
    """A pack of cards from its file, as a page with nothing else has it once the pack is in the
    home under its name; raises Refused with file and line beside every fault."""
    # 1 ms together, only for a pack of one's own
    from scorekeeper.rules.inheritance import whole_ruleset  # noqa: PLC0415
    from scorekeeper.rules.whole_page import read_ruleset  # noqa: PLC0415

    texts: dict[str, str] = {}
    own = _toml(path, texts)

    def found(name: str) -> Mapping[str, object]:
        return own if name == stem(path) else _toml(pack_path(name), texts)

    try:
        whole = whole_ruleset({**_BARE, "pack": stem(path)}, _no_ruleset, found)
        return read_ruleset(whole, stem(path)).pack
    except Refused as refusal:
        raise Refused(_in_file_order(map(_of_pack, refusal.problems), path, texts)) from None


def _no_ruleset(name: str) -> Mapping[str, object]:
    raise AssertionError(name)  # a bare page extends none


def _of_pack(problem: Problem) -> Problem:
    """A fault of a page's pack, as one of the pack's own file."""
    return problem._replace(fact=(problem.fact or "").removeprefix("pack.") or None)


def page_of(path: str) -> str:
    """The text of a file of rules, or of a pack, as it stands; raises Refused where there is none
    that can be read."""
    texts: dict[str, str] = {}
    _toml(path, texts)
    return texts[path]


class WholeFile(NamedTuple):
    """A ruleset's file with all that it extends merged in, not yet read; `own` is what it says
    itself, `texts` are those of the files, itself first, by their paths."""

    path: str
    own: Mapping[str, object]
    merged: Mapping[str, object]
    texts: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Return the SHA-256 of all that the page is made of: its id, its own text, and those of
        the pages and the pack that it builds on."""
        texts = (stem(self.path), *self.texts.values())
        return digest_of("".join(f"{len(text)}:{text}" for text in texts).encode())

    def placed(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems with the file and line that each is about, line after line; first those that
        are about no line."""
        return _in_file_order(problems, self.path, self.texts)


def whole_file(path: str, name: str | None = None) -> WholeFile:
    """A ruleset's file with all that it extends; raises Refused where that cannot be merged, or
    extends the `name` that it is to have itself."""
    texts: dict[str, str] = {}
    raw = _toml(path, texts)

    def extended(other: str) -> Mapping[str, object]:
        return raw if other == name else _toml(ruleset_path(other), texts)

    try:
        # 0.2 ms, a session holds its rules whole
        from scorekeeper.rules.inheritance import whole_ruleset  # noqa: PLC0415

        merged = whole_ruleset(raw, extended, lambda pack: _toml(pack_path(pack), texts))
    except Refused as refusal:
        problems = _in_file_order(refusal.problems, path, texts)
        raise Refused(problems, refusal.heading) from None
    return WholeFile(path, raw, merged, texts)


def _toml(path: str, texts: dict[str, str]) -> Mapping[str, object]:
    data = home_of(path).rules_bytes(path)
    message: Words
    try:
        text = texts[path] = data.decode("utf-8")
        return _within(toml_table(text.removeprefix("\ufeff")), path)
    except UnicodeDecodeError as error:
        message = say("the file is not UTF-8 text at byte {byte}", byte=error.start)
    except (ValueError, RecursionError) as error:  # a number too long to be one is a ValueError
        message = toml_fault(error, text)
    raise Refused([Problem("ruleset", message, place=path)])


def _within(raw: Mapping[str, object], path: str) -> Mapping[str, object]:
    """The table, refused where it says more than is read."""
    from scorekeeper.rules.inheritance import too_many  # noqa: PLC0415 - 0.1 ms, as above

    if is_limited() and (problems := list(too_many(raw))):
        raise Refused([problem._replace(place=path) for problem in problems])
    return raw


def _in_file_order(
    problems: Iterable[Problem], path: str, texts: Mapping[str, str]
) -> list[Problem]:
    found = [(_place_of(problem, path, texts), problem) for problem in problems]
    files = [path, *texts]
    found.sort(key=lambda one: (files.index(one[0][0]), one[0][1]) if one[0] else (-1, 0))
    return [_with_line(problem, place, path, texts) for place, problem in found]


def _place_of(problem: Problem, path: str, texts: Mapping[str, str]) -> tuple[str, int] | None:
    """The file and line that a fault is about: in the file itself, else in what it extends; None
    where it is about no line, or its place is known already."""
    from scorekeeper.rules.inheritance import line_of  # noqa: PLC0415 - 0.4 ms, only for a fault

    if problem.place or problem.fact is None:
        return None
    exact = [(file, line) for file, text in texts.items() if (line := line_of(text, problem.fact))]
    return exact[0] if exact else (path, 1)


def _with_line(
    problem: Problem, place: tuple[str, int] | None, path: str, texts: Mapping[str, str]
) -> Problem:
    """The fault with its file, and its line as it stands there."""
    from scorekeeper.rules.inheritance import lines_of  # noqa: PLC0415 - as above

    if place is None:
        return problem if problem.place else problem._replace(place=path)
    file, line = place
    quoted = lines_of(texts.get(file, ""))[line - 1 : line]
    excerpt = f"\n    {line} | {quoted[0].strip()}" if quoted else ""
    return problem._replace(place=f"{file}:{line}", message=JoinedWords((problem.message, excerpt)))
