"""Two copies of one session side by side, from where they part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from scorekeeper.record.tails import Copy, Step, is_alike, rows_of, step_words
from scorekeeper.text.language import trn
from scorekeeper.text.speech import labelled, text_of
from scorekeeper.text.width import all_wrapped, padded, wrapped

APART, ALIKE = " | ", " = "


def tails_lines(
    one: Copy, other: Copy, labels: Mapping[str, str], common: int, width: int
) -> list[str]:
    """What both have in common, then a step of each in a row, with a sign between those that say
    the same; the first copy is called a, the other b, with a label that tells them apart."""
    said = _in_common(one.book.name, other.book.name, common)
    room = (width - len(APART)) // 2
    heads = [wrapped(labelled(*head), room, "   ") for head in sorted(labels.items())]
    lines = [*all_wrapped([said], width), "", *_side_by_side(heads, room, APART)]
    for number, (left, right) in enumerate(rows_of(one, other), 1):
        cells = [
            wrapped(_step_line(copy, step, f"{letter}{number}"), room, "   ") if step else []
            for copy, step, letter in ((one, left, "a"), (other, right, "b"))
        ]
        is_same = left is not None and right is not None and is_alike(left, right)
        lines += _side_by_side(cells, room, ALIKE if is_same else APART)
    return lines


def _in_common(one: str, other: str, common: int) -> str:
    if one == other:
        return trn(
            common,
            "the copies of {session} have {n} entry in common; after it each went on by itself:",
            "the copies of {session} have {n} entries in common; after them each went on by "
            "itself:",
            session=one,
        )
    return trn(
        common,
        "{one} and {other} have {n} entry in common; after it each went on by itself:",
        "{one} and {other} have {n} entries in common; after them each went on by itself:",
        one=one,
        other=other,
    )


def _side_by_side(cells: Sequence[list[str]], room: int, sign: str) -> Iterator[str]:
    """Two cells of lines beside each other; the sign stands in the first of them."""
    for number, (one, other) in enumerate(zip_longest(*cells, fillvalue="")):
        yield f"{padded(one, room)}{APART if number else sign}{other}".rstrip()


def _step_line(copy: Copy, step: Step, name: str) -> str:
    """`a1 19:05 deal 4: tricks 6,6,4 (Anna)`."""
    by = f"({step.made.by})" if step.made.by else ""
    said = text_of(step_words(copy.book.begun, step))
    return " ".join(filter(None, (name, step.made.at[11:16], said, by)))
