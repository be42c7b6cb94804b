"""Amounts of money and decimals as people write them. Programs read them with a point, always."""

from __future__ import annotations

from scorekeeper.text.language import locale, tr
from scorekeeper.text.problems import refuse
from scorekeeper.text.width import safe

LONGEST_CURRENCY = 12


def decimal_words(number: str) -> str:
    """`1.20`, with a comma in the languages that write one."""
    return number.replace(".", locale().decimal)


def signed_decimal(number: float, places: int) -> str:
    """`+1.25`, `−0.50`, `0.00`: an average, with the same signs as whole points have."""
    steps = int(round(abs(number) * 10**places, 6) + 0.5)  # a half goes up, as people round
    sign = "" if not steps else "+" if number > 0 else "−"
    return sign + decimal_words(f"{steps / 10**places:.{places}f}")


def amount_words(amount: str, currency: str = "") -> str:
    """`1.20 kr`: amount, space, currency."""
    written = decimal_words(amount)
    return f"{written} {safe(currency)}" if currency else written


def currency_of(text: str) -> str:
    """What was given as currency; raises Refused for one that no amount can stand before."""
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
