"""Rulesets by name, the user's own and the shipped ones, and the file and line of their
problems."""

import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from scorekeeper import __version__
from scorekeeper.base.toml_reader import toml_table
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.inheritance import line_of, lines_of, too_many, whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.rules.ruleset_reader import read_kept_ruleset, without_faults
from scorekeeper.store.disk import name_of_file
from scorekeeper.store.folder_home import packs_in, rules_in
from scorekeeper.store.home_choice import current_home, home_of
from scorekeeper.store.home_interface import RULESETS
from scorekeeper.store.session_row_cache import digest_of, read_cached_rows, write_cached_rows
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

# --- The paths of rulesets: the user's own and shipped ones ------------------------------------


def shipped_folder() -> str:
    """Return the folder of the shipped rulesets: in the package if installed, at the repository's
    root in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    beside = os.path.join(package, RULESETS)
    at_root = os.path.join(os.path.dirname(package), RULESETS)
    return beside if os.path.isdir(beside) else at_root


def ruleset_files() -> dict[str, str]:
    """Return the paths of the ruleset files by id. The user's own replace shipped ones with the
    same id."""
    return _first(current_home().own_rules(), rules_in(shipped_folder()))


def pack_files() -> dict[str, str]:
    """Return the paths of the files of packs of cards by name. The user's own replace shipped ones
    with the same name."""
    return _first(current_home().own_packs(), packs_in(shipped_folder()))


def _first(own: dict[str, str], shipped: dict[str, str]) -> dict[str, str]:
    return own | {name: path for name, path in shipped.items() if name not in own}


def digest_of_rulesets() -> str:
    """Return the SHA-256 of all rulesets and packs, in hexadecimal. Data computed from them is
    valid while the digest is the same."""
    digest = sha256()
    for path in _all_files():
        try:
            data = home_of(path).rules_bytes(path)
        except (Refused, MachineFailure):  # the reason is reported when the file is needed
            data = b""
        digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def _all_files() -> Iterator[str]:
    """Yield the paths of all rulesets and packs, in order."""
    for files in (ruleset_files(), pack_files()):
        for name in sorted(files):
            yield files[name]


# --- Reading rulesets, with file and line of each problem --------------------------------------


def ruleset_path(wanted: str) -> str:
    """Return the path of a ruleset, given its id or an unambiguous beginning of its id. Raises
    Refused if there is none."""
    found = ruleset_files()
    if wanted in found:
        return found[wanted]
    begins = [name for name in found if wanted and name.startswith(wanted.casefold())]
    if len(begins) == 1:
        return found[begins[0]]
    if begins:
        message = say("`{word}` could be {choices}", word=wanted, choices=listing(sorted(begins)))
        raise refuse("game-ambiguous", message, "game", say("write more of it"))
    # the name of a family of games is the part before `-`
    known = {*found, *(name.partition("-")[0] for name in found)}
    hint = did_you_mean(wanted, known) or lists_them(CommandLine("rules list"))
    raise refuse("game-unknown", say("there is no game `{game}`", game=wanted), "game", hint)


def pack_path(name: str) -> str:
    """Return the path of a pack, given its name. Raises Refused if there is none."""
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
    """Return a ruleset, given its id. Raises Refused with the place of every problem in a user's
    file. Of a shipped ruleset, which the tests check, only the parts for scoring are read."""
    return load_ruleset_file(ruleset_path(wanted))


def path_of(game: str) -> str:
    """Return the path of a ruleset file, given the path itself or a game's id."""
    return game if game.endswith(".toml") or "/" in game else ruleset_path(game)


def is_shipped(path: str) -> bool:
    """Return True if this is the path of a shipped ruleset."""
    return path.startswith(os.path.join(shipped_folder(), ""))


def load_ruleset_file(path: str, name: str | None = None) -> Ruleset:
    """Return a ruleset from its file. Raises Refused with file and line of every problem. If the
    file will be saved in the home as `name`, it is read as if it had that name already."""
    whole = whole_file(path, name)
    try:
        if is_shipped(path):
            return read_kept_ruleset(whole.merged, name_of_file(path))
        return read_ruleset(whole.merged, name_of_file(path))
    except Refused as refusal:
        raise Refused(whole.placed(refusal.problems), refusal.heading) from None


# A ruleset with only the required keys.
_BARE: Mapping[str, object] = {
    "name": "-", "players": 2, "outcome": [{"points": "one"}], "count": {"one": {"total": 1}},
}  # fmt: skip


def load_pack_file(path: str) -> Pack:
    """Return a pack of cards from its file, read as the pack of an otherwise empty ruleset. Raises
    Refused with file and line of every problem."""
    texts: dict[str, str] = {}
    own = _toml(path, texts)

    def found(name: str) -> Mapping[str, object]:
        return own if name == name_of_file(path) else _toml(pack_path(name), texts)

    try:
        whole = whole_ruleset({**_BARE, "pack": name_of_file(path)}, _no_ruleset, found)
        return read_ruleset(whole, name_of_file(path)).pack
    except Refused as refusal:
        raise Refused(_in_file_order(map(_of_pack, refusal.problems), path, texts)) from None


def _no_ruleset(name: str) -> Mapping[str, object]:
    raise AssertionError(name)  # a bare page extends none


def _of_pack(problem: Problem) -> Problem:
    """Return a problem of a ruleset's pack as a problem of the pack file."""
    return problem._replace(fact=(problem.fact or "").removeprefix("pack.") or None)


def page_of(path: str) -> str:
    """Return the text of a ruleset file or pack file. Raises Refused if it cannot be read."""
    texts: dict[str, str] = {}
    _toml(path, texts)
    return texts[path]


class WholeFile(NamedTuple):
    """A ruleset file merged with all files that it extends, not yet checked. `own` is the content
    of the file alone; `texts` are the texts of all files by path, this file's first."""

    path: str
    own: Mapping[str, object]
    merged: Mapping[str, object]
    texts: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the ruleset's id and of the texts of its file, the files that it
        extends, and its pack."""
        texts = (name_of_file(self.path), *self.texts.values())
        return digest_of("".join(f"{len(text)}:{text}" for text in texts).encode())

    def placed(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems with their file and line, in the order of the lines. Problems
        without a line come first."""
        return _in_file_order(problems, self.path, self.texts)


def whole_file(path: str, name: str | None = None) -> WholeFile:
    """Return a ruleset file merged with all files that it extends. Raises Refused if they cannot
    be merged, for example if the file extends its own future `name`."""
    texts: dict[str, str] = {}
    raw = _toml(path, texts)

    def extended(other: str) -> Mapping[str, object]:
        return raw if other == name else _toml(ruleset_path(other), texts)

    try:
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
    """Return the TOML table unchanged. Raises Refused if it is too large."""
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
    """Return the file and line of a problem, in this file or in one that it extends. Return None
    if the problem names no key or already has a place."""
    if problem.place or problem.fact is None:
        return None
    exact = [(file, line) for file, text in texts.items() if (line := line_of(text, problem.fact))]
    return exact[0] if exact else (path, 1)


def _with_line(
    problem: Problem, place: tuple[str, int] | None, path: str, texts: Mapping[str, str]
) -> Problem:
    """Return the problem with its file and line, and the text of that line quoted."""
    if place is None:
        return problem if problem.place else problem._replace(place=path)
    file, line = place
    quoted = lines_of(texts.get(file, ""))[line - 1 : line]
    excerpt = f"\n    {line} | {quoted[0].strip()}" if quoted else ""
    return problem._replace(place=f"{file}:{line}", message=JoinedWords((problem.message, excerpt)))


# --- rulesets valid for play ---------------------------------------------------------------------
# A ruleset of the user's is refused before the first deal if `rules check` has any problem with it;
# shipped rulesets are checked by the tests.


PAGES = ".pages"  # the cache file of valid rulesets
VERDICTS = f"{__version__}/well/1"  # the kind of its rows; rows of other versions are ignored
MOST_KEPT = 1_000  # pages


def playable(game: str) -> Ruleset:
    """Return the rules of a game. Raises Refused with every problem of its ruleset file."""
    path = ruleset_path(game)
    rules = load_ruleset_file(path)
    return without_faults(rules, own_faults(path, rules), rules.id)


def own_faults(path: str, rules: Ruleset) -> list[Problem]:
    """Return the contradictions in a user's ruleset, with file and line. A ruleset found valid is
    not checked again while its digest and the program's version are unchanged."""
    if is_shipped(path):
        return []
    whole = whole_file(path)
    digest, well = whole.digest, read_cached_rows(VERDICTS, PAGES)
    if digest in well:
        return []
    # 26 ms, only for one's own
    from scorekeeper.proof.ruleset_checks import checked_page  # noqa: PLC0415

    _, faults = checked_page(whole.own, whole.merged, rules.id)
    found = whole.placed([*faults.said, *faults.examples])
    if not found:
        write_cached_rows(VERDICTS, [*well.items(), (digest, "")][-MOST_KEPT:], PAGES)
    return found
