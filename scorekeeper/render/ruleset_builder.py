"""New ruleset files: built from a few answers, or a template to fill in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import tomli_w

from scorekeeper.rules.formula import FormulaError, read_formula
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_reader import COMMON_NAMES, SIDE_NAMES
from scorekeeper.rules.toml_table import is_name
from scorekeeper.text.problems import as_typed
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import marked, tr

# --- starting rules ----------------------------------------------------------------------------
# A starting file for new rules. It is complete, so that it can be checked at once, and has a
# comment on every line that will need changing.


VARIANT = """\
{what}
#   scorekeeper rules check {word}
#   scorekeeper rules prove {word}
#   scorekeeper rules diff {parent} {word}

format = 1
extends = "{parent}"
name = {title}
source = ["house rules"]
# without = ["contract.NAME"]           {without}

{below}
"""
# Translators: comments in a file; below the first stand commands to type.
WHAT = marked("{name}: as {parent} ({parent_name}), but for what stands here. Then:")
WITHOUT = marked("what {parent} has and this game has not")
BELOW = marked(
    "What {parent} says. Take the # away from a line and its [heading] to change it; what stays\n"
    "commented stays as it is there."
)


PLACE, TITLE, TYPED = "my-game", '"My game"', "#   scorekeeper "


# A line of the example: the unchanged part, commands in comments included, and the comment.
LINE = re.compile(r"(#   scorekeeper .*?  +|[^#]*# )(.*)")


def explained(line: str) -> tuple[str, str]:
    """Return a line of the example, and its comment for people or ""."""
    found = LINE.fullmatch(line)
    return (found[1], found[2]) if found else (line, "")


# A name or a source in a line of the example.
NAMING = re.compile(r"(?:name|source) = ([^#]*[^# ])( *)")
TEXT = re.compile(r'"([^"]*)"')


def naming(line: str) -> list[str]:
    """Return the texts in a line of the example that name something, except the game's own name."""
    found = NAMING.match(line)
    return [] if found is None or found[1] == TITLE else TEXT.findall(found[1])


def pack_of(example: str) -> str:
    """Return the pack of the example."""
    return str(tomllib.loads(example)["pack"])


def fresh_text(name: str, example: str) -> str:
    """Return a complete ruleset file to start from: the example renamed, with labels and comments
    in the current language. Keywords are the same in all languages."""
    lines = (_fresh_line(name, line) for line in example.split("\n"))
    return "\n".join(lines).replace(TITLE, quoted(titled_name(name)))


def _fresh_line(name: str, line: str) -> str:
    before, words = explained(line)
    if naming(line):
        before = NAMING.sub(_named, before)
    line = before + (words and tr(words))
    return line.replace(PLACE, as_typed(name) if TYPED in before else name)


def _named(found: re.Match[str]) -> str:
    """Return a match with its texts in the current language. A comment after them stays in its
    column if possible."""
    told = TEXT.sub(lambda text: quoted(tr(text[1])), found[1])
    code = found[0].removesuffix(found[1] + found[2]) + told
    return f"{code}  ".ljust(len(found[0])) if found[2] else code


def variant_text(name: str, parent: Ruleset) -> str:
    """Return a starting file that extends another game, with that game's own rules as comments."""
    head = VARIANT.format(
        what=_comment(tr(WHAT, name=name, parent=parent.id, parent_name=parent.name.shown())),
        without=_comment(tr(WITHOUT, parent=parent.id)),
        below=_comment(tr(BELOW, parent=parent.id)),
        word=as_typed(name),
        parent=parent.id,
        title=quoted(titled_name(name)),
    )
    return head + "".join(f"{_comment(line)}\n" for line in _file_lines(parent.raw))


def _comment(text: str) -> str:
    """Return the lines of a text as TOML comments."""
    return "\n".join(f"# {safe(line)}" if line else "#" for line in text.split("\n"))


LEFT_OUT = ("format", "extends", "name", "source", "example", "pack", "ruling", "without")


def _file_lines(raw: Mapping[str, object]) -> Iterator[str]:
    """Yield a game's own rules as lines of a ruleset file."""
    table = {key: value for key, value in raw.items() if key not in LEFT_OUT}
    yield ""
    yield from tomli_w.dumps(table, multiline_strings=False).rstrip("\n").split("\n")


def titled_name(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def quoted(text: str) -> str:
    return tomli_w.dumps({"x": text}).partition("= ")[2].strip()


# --- composed rules ----------------------------------------------------------------------------
# A ruleset file built from a few answers: the players, the count, the scoring. It is complete, with
# an example calculated independently, so that it proves itself.


CARDS = 52
ANYTHING = 20  # shared out in the example where the total is free


class ScoringMethod(NamedTuple):
    """A scoring method: its description, its formula of the count, the total that wins, whether
    players bid first, and whether a deal's points add up to zero."""

    says: str
    points: str
    best: str = "highest"
    bids: bool = False
    is_even: bool = False


WAYS: Mapping[str, ScoringMethod] = {
    "most": ScoringMethod(marked("each one is a point, and the most points win"), "{count}"),
    "fewest": ScoringMethod(
        marked("each one is a point, and the fewest points win"), "{count}", "lowest"
    ),
    "share": ScoringMethod(
        marked("what is above an equal share is won from the others, what is below is lost"),
        "players * {count} - sum(all.{count})",
        is_even=True,
    ),
    "bid": ScoringMethod(
        marked("everybody says how many beforehand: exactly so many are 10 and one each"),
        "10 + {count} if {count} == {bid} else 0",
        bids=True,
    ),
}


class Answers(NamedTuple):
    """The answers that a ruleset is built from: the number of players, what is counted, its sum
    over all players (None if it varies), the scoring method (a key of `WAYS`), and whether the
    game has cards."""

    players: int = 3
    counted: str = "tricks"
    total: int | None = None
    scoring: str = "most"
    has_cards: bool = True


def composed_text(name: str, answers: Answers, pack: str) -> str:
    """Return the ruleset file for these answers, with comments in the current language."""
    way, count = WAYS[answers.scoring], count_name(answers.counted)
    lines = [
        (f"# {name}", ""),
        (f"#   scorekeeper rules check {as_typed(name)}", ""),
        (f"#   scorekeeper rules prove {as_typed(name)}", ""),
        ("", ""),
        ("format = 1", ""),
        (f"name = {quoted(titled_name(name))}", tr("what is shown")),
        (f"source = [{quoted(tr('house rules'))}]", tr("where the rules come from")),
        (f"players = {answers.players}", tr("how many play")),
        *(_cards(answers, pack) if answers.has_cards else ()),
        ("", ""),
        ("[deals]", ""),
        (f"number = {4 * answers.players}", tr("how many deals a game has")),
        ('dealer = "passes left"', ""),
        *([('leader = "dealer\'s left"', tr("who leads to the first trick"))] * answers.has_cards),
        ("", ""),
        ("[game]", ""),
        (f'best = "{way.best}"', tr("which total wins: the highest or the lowest")),
        *(_bids(count, answers) if way.bids else ()),
        *_count(count, answers),
        ("", ""),
        ("[[outcome]]", tr(way.says)),
        (f"points = {quoted(way.points.format(count=count, bid=_bid(answers)[0]))}", ""),
        *([("", ""), ("[promise]", ""), ("sum = 0", tr(PROMISED))] if way.is_even else []),
        *_example(count, answers),
    ]
    return "".join(f"{_line(code, words)}\n" for code, words in lines)


PROMISED = marked("the points of every deal add up to this")
Line = tuple[str, str]


def _cards(answers: Answers, pack: str) -> Sequence[Line]:
    """Return the lines on the pack, the cards in a hand (no more than tricks), and undealt
    cards."""
    hand = CARDS // answers.players
    if count_name(answers.counted) == "tricks" and answers.total is not None:
        hand = min(hand, answers.total)
    talon = CARDS - hand * answers.players
    return [
        (f"pack = {quoted(pack)}", tr("the cards")),
        (f"hand = {hand}", tr("cards for each player …")),
        *([(f"talon = {talon}", tr("… and beside"))] if talon else []),
    ]


def _line(code: str, words: str) -> str:
    return f"{code}  ".ljust(40) + f"# {words}" if words else code


def count_name(counted: str) -> str:
    """Return the count's name for formulas, or `counted` if formulas could misread the name."""
    name = re.sub(r"\W+", "_", counted.strip()).strip("_")
    taken = {*COMMON_NAMES, *SIDE_NAMES, "bid", "beforehand", "all", "declarer", "dealer", "others"}
    return name if is_name(name) and name not in taken and _is_read(name) else "counted"


def _is_read(name: str) -> bool:
    """Return True if a name can be used unchanged in a formula."""
    try:
        return read_formula(name, frozenset([name])).names == {name}
    except FormulaError:
        return False


def _count(count: str, answers: Answers) -> Sequence[Line]:
    total = answers.total
    bound = (f"total = {total}", tr("all together: a wrong sum is refused")) if total else ("", "")
    return [
        ("", ""),
        (f"[count.{count}]", tr("what is counted after each deal")),
        (f"name = {quoted(answers.counted)}", ""),
        *([bound] if total else []),
    ]


def _bids(count: str, answers: Answers) -> Sequence[Line]:
    most = [(f"max = {answers.total}", "")] if answers.total else []
    said = tr("what everybody says beforehand")
    bid, shown = _bid(answers)
    return [("", ""), (f"[count.{bid}]", said), (f"name = {quoted(shown)}", ""), *most]


def _bid(answers: Answers) -> tuple[str, str]:
    """Return the bid's name for formulas and its label, both changed if the count is called bid."""
    is_taken = answers.counted.strip().casefold() in ("bid", "bids", tr("bids"))
    return ("beforehand", tr("beforehand")) if is_taken else ("bid", tr("bids"))


# --- the example ----------------------------------------------------------------------------------


def _example(count: str, answers: Answers) -> Sequence[Line]:
    """Return the lines of an example deal with equal shares; the first player also has the
    remainder."""
    names = [f"P{number}" for number in range(1, answers.players + 1)]
    had = _shared(answers.total or ANYTHING, answers.players)
    bids = [number if seat else number + 1 for seat, number in enumerate(had)]
    if answers.total:
        bids[0] = min(bids[0], answers.total)
    typed = f"{count}={','.join(map(str, had))}"
    if WAYS[answers.scoring].bids:
        typed = f"{_bid(answers)[0]}={','.join(map(str, bids))} {typed}"
    return [
        ("", ""),
        ("[[example]]", tr("a deal as you would enter it, and the points you expect")),
        ("computed = true", tr("worked out by hand, not out of a book")),
        (f"players = [{', '.join(map(quoted, names))}]", ""),
        ("", ""),
        ("[[example.deal]]", ""),
        (f"enter = {quoted(typed)}", ""),
        (f"points = {_points(answers.scoring, had, bids)}", ""),
    ]


def _shared(total: int, players: int) -> list[int]:
    """Return the total divided among the players, with the remainder for the first player."""
    share, over = divmod(total, players)
    return [share + over, *[share] * (players - 1)]


def _points(scoring: str, had: Sequence[int], bids: Sequence[int]) -> list[int]:
    """Return each player's points, calculated without the formula, as its independent check."""
    if scoring == "share":
        return [sum(number - other for other in had) for number in had]
    if scoring == "bid":
        return [10 + n if n == bid else 0 for n, bid in zip(had, bids, strict=True)]
    return [*had]
