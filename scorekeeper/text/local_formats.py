"""Money, decimals, dates and the order of names, in the form of each language."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from scorekeeper.text.problems import refuse
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import locale, marked, tr, trc

# --- amounts of money and decimals -------------------------------------------------------------
# Programs always read them with a point.


LONGEST_CURRENCY = 12


def decimal_words(number: str) -> str:
    """Return a decimal such as `1.20`, with a comma in languages that use one."""
    return number.replace(".", locale().decimal)


def signed_decimal(number: float, places: int) -> str:
    """Return an average such as `+1.25`, `−0.50` or `0.00`, with the same signs as whole points."""
    steps = int(round(abs(number) * 10**places, 6) + 0.5)  # a half goes up, as people round
    sign = "" if not steps else "+" if number > 0 else "−"
    return sign + decimal_words(f"{steps / 10**places:.{places}f}")


def amount_words(amount: str, currency: str = "") -> str:
    """Return `1.20 kr`: amount, space, currency. Without a currency only the amount."""
    written = decimal_words(amount)
    return f"{written} {safe(currency)}" if currency else written


def currency_of(text: str) -> str:
    """Return the entered currency. Raises Refused if it is not a short printable word or sign."""
    currency = text.strip()
    if (
        not currency
        or len(currency) > LONGEST_CURRENCY
        or not currency.isprintable()
        or currency[0].isdigit()
    ):
        message = tr("`{currency}` is not a currency", currency=safe(text))
        hint = tr(
            "say a short word or sign, at most {most} characters: kr, €, SEK", most=LONGEST_CURRENCY
        )
        raise refuse("currency", message, "currency", hint)
    return currency


# --- days in the language in use ---------------------------------------------------------------
# Programs always read `2026-03-01`.


MONTHS = (
    marked("January"), marked("February"), marked("March"), marked("April"), marked("May"),
    marked("June"), marked("July"), marked("August"), marked("September"), marked("October"),
    marked("November"), marked("December"),
)  # fmt: skip
_DAY = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-([0-3][0-9])")


def days_words(first: str, last: str) -> str:
    """Return `1 March 2026`, or for a first and a last day `30 April – 1 May 2026`. Days are given
    as `2026-03-01`. Any other text (from a file edited manually) is returned unchanged."""
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


# --- date and place of an evening --------------------------------------------------------------


class DateAndPlace(NamedTuple):
    """The day or days as text, and the place; empty where unknown."""

    when: str = ""
    place: str = ""


NOT_KNOWN = DateAndPlace()


# --- the alphabetical order of names -----------------------------------------------------------


# Letters that are not a plain letter with a mark, and the letters by which they are sorted.
STANDS_AS = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}


def alphabet_key(name: str) -> list[tuple[str, int]]:
    """Return the key that sorts names by the alphabet of the language in use. Accents are ignored,
    except on letters that the language puts after z. Case is ignored. Other characters are
    sorted by code point. Two names may have the same key."""
    return [part for letter in unicodedata.normalize("NFC", name.casefold())
            for part in _parts(letter)]  # fmt: skip


def _parts(letter: str) -> list[tuple[str, int]]:
    """Return the parts of the sort key for one letter: each base letter with 0, or "z" with the
    letter's position among those that the language puts after z."""
    for place, alike in enumerate(locale().after_z, 1):
        if letter in alike:
            return [("z", place)]
    plain = unicodedata.normalize("NFKD", STANDS_AS.get(letter, letter))
    return [(one, 0) for one in plain if not unicodedata.combining(one)]
