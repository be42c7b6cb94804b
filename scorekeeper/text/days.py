"""Days as people write them in the language spoken. Programs read `2026-03-01`, always."""

from __future__ import annotations

import re

from scorekeeper.text.language import marked, tr, trc
from scorekeeper.text.width import safe

MONTHS = (
    marked("January"), marked("February"), marked("March"), marked("April"), marked("May"),
    marked("June"), marked("July"), marked("August"), marked("September"), marked("October"),
    marked("November"), marked("December"),
)  # fmt: skip
_DAY = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-([0-3][0-9])")


def days_words(first: str, last: str) -> str:
    """`1 March 2026`, or from a first day to a last `30 April – 1 May 2026`. Days are given as
    `2026-03-01`; what is none, as somebody may have mended a file, is said as it stands."""
    start, end = _DAY.fullmatch(first), _DAY.fullmatch(last)
    if start is None or end is None:
        return safe(first if first == last else f"{first} – {last}")
    if first == last:
        return _date(start)
    if start[1] != end[1]:
        return f"{_date(start)} – {_date(end)}"
    if start[2] != end[2]:
        return f"{_in_month(start)} – {_date(end)}"
    # Translators: days of one month, "1–2 March 2026"; {last} has the month and the year
    return tr("{first}–{last}", first=_day_of_month(start), last=_date(end))


def _date(day: re.Match[str]) -> str:
    # Translators: a day, "1 March 2026"; {day} has the month
    return tr("{day} {year}", day=_in_month(day), year=day[1])


def _in_month(day: re.Match[str]) -> str:
    # Translators: a day of a month, "1 March"
    return tr("{day} {month}", day=_day_of_month(day), month=tr(MONTHS[int(day[2]) - 1]))


def _day_of_month(day: re.Match[str]) -> str:
    return trc("the first day of a month", "1") if day[3] == "01" else str(int(day[3]))
