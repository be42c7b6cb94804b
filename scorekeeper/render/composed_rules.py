"""A page of rules put together from a few answers: who plays, what is counted, how it is scored.
It is whole, with an example that was worked out by hand, so that it proves itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.render.starting_rules import quoted, titled_name
from scorekeeper.rules.formula import FormulaError, read_formula
from scorekeeper.rules.misnamed import is_name
from scorekeeper.rules.read import COMMON_NAMES, SIDE_NAMES
from scorekeeper.text.language import marked, tr
from scorekeeper.text.problems import as_typed

CARDS = 52
ANYTHING = 20  # shared out in the example where the total is free


class Way(NamedTuple):
    """A way of scoring: what it says of each player, its formula of the count, which total wins,
    whether everybody bids first, and whether the points of a deal add up to nothing."""

    says: str
    points: str
    best: str = "highest"
    bids: bool = False
    is_even: bool = False


WAYS: Mapping[str, Way] = {
    "most": Way(marked("each one is a point, and the most points win"), "{count}"),
    "fewest": Way(marked("each one is a point, and the fewest points win"), "{count}", "lowest"),
    "share": Way(
        marked("what is above an equal share is won from the others, what is below is lost"),
        "players * {count} - sum(all.{count})",
        is_even=True,
    ),
    "bid": Way(
        marked("everybody says how many beforehand: exactly so many are 10 and one each"),
        "10 + {count} if {count} == {bid} else 0",
        bids=True,
    ),
}


class Answers(NamedTuple):
    """How many play, what is counted after a deal and how many there are of it in all (None where
    that differs), by which of the `WAYS` it is scored, and whether it is played with cards."""

    players: int = 3
    counted: str = "tricks"
    total: int | None = None
    scoring: str = "most"
    has_cards: bool = True


def composed_text(name: str, answers: Answers, pack: str) -> str:
    """The page of a game by these answers with a pack of 52 cards, explained in the language
    spoken."""
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
    """Return the pack, and how many of its cards each player has: as many as there are tricks."""
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
    """The name in formulas of what is counted; `counted` where its own could be misread."""
    name = re.sub(r"\W+", "_", counted.strip()).strip("_")
    taken = {*COMMON_NAMES, *SIDE_NAMES, "bid", "beforehand", "all", "declarer", "dealer", "others"}
    return name if is_name(name) and name not in taken and _is_read(name) else "counted"


def _is_read(name: str) -> bool:
    """Whether a formula reads the name as it is."""
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
    """What is said beforehand, by its name in formulas and as it is shown; where that is what is
    counted, by another."""
    is_taken = answers.counted.strip().casefold() in ("bid", "bids", tr("bids"))
    return ("beforehand", tr("beforehand")) if is_taken else ("bid", tr("bids"))


# --- the example ----------------------------------------------------------------------------------


def _example(count: str, answers: Answers) -> Sequence[Line]:
    """A deal in which everybody has a share of what there is and the first what is over."""
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
    """The total among so many: a share each, and what is over for the first."""
    share, over = divmod(total, players)
    return [share + over, *[share] * (players - 1)]


def _points(scoring: str, had: Sequence[int], bids: Sequence[int]) -> list[int]:
    """What each has by the rule in words, worked out apart from the formula."""
    if scoring == "share":
        return [sum(number - other for other in had) for number in had]
    if scoring == "bid":
        return [10 + n if n == bid else 0 for n, bid in zip(had, bids, strict=True)]
    return [*had]
