"""Who pays whom: each pair settles the difference of its totals, netted into the fewest payments.
Amounts are whole numbers of the smallest coin of the stake, so nothing is ever rounded."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.base.exact import is_whole
from scorekeeper.text.language import tr, trn
from scorekeeper.text.money import amount_words
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import labelled
from scorekeeper.text.width import safe

_STAKE = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,6}))?")


class Payment(NamedTuple):
    """One payment; the amount is written with the decimals of the stake, two at least if any."""

    payer: str
    payee: str
    amount: str


class Pair(NamedTuple):
    """The account of two sides: by how many points `side` did better than `against`, and the amount
    that it gets from it."""

    side: str
    against: str
    points: int
    amount: str


def settlement(
    totals: Mapping[str, int], stake: str, lowest_wins: bool = False, is_settled: bool = False
) -> tuple[Payment, ...]:
    """The fewest payments that settle every pair's difference at `stake`, such as "0.10", a point;
    where the totals are what pairs have settled, these themselves.

    Raises Refused for a stake that is not a decimal number above nothing.
    """
    coins, decimals = _coins_for(stake, totals)
    if is_settled:
        balances = {name: coins * total for name, total in totals.items()}
    else:
        balances = balances_of(totals, -coins if lowest_wins else coins)
    groups = _groups([name for name, balance in balances.items() if balance], balances)
    paid = [payment for group in groups for payment in _paid(group, balances)]
    return tuple(Payment(payer, payee, _money(amount, decimals)) for payer, payee, amount in paid)


def pair_accounts(
    totals: Mapping[str, int], stake: str, lowest_wins: bool = False
) -> tuple[Pair, ...]:
    """Every pair's account, from which the payments follow; who did better stands first."""
    coins, decimals = _coins_for(stake, totals)
    sign = -1 if lowest_wins else 1
    pairs = []
    for one, other in combinations(totals, 2):
        points = sign * (totals[one] - totals[other])
        first, second = (one, other) if points >= 0 else (other, one)
        pairs.append(Pair(first, second, abs(points), _money(abs(points) * coins, decimals)))
    return tuple(pairs)


def _coins_for(stake: str, totals: Mapping[str, int]) -> tuple[int, int]:
    """The stake in a coin so small that these totals are whole numbers of it, and its number of
    decimals."""
    coins, decimals = coins_of(stake)
    while not all(is_whole(coins * total) for total in totals.values()):
        coins, decimals = 10 * coins, decimals + 1
    return (10 * coins, 2) if decimals == 1 else (coins, decimals)


def coins_of(stake: str) -> tuple[int, int]:
    """The stake in its smallest coin, and its number of decimals: "0.10" is 10 and 2, and so is
    "0.1"."""
    match = _STAKE.fullmatch(stake.strip())
    coins = int(match[1] + (match[2] or "")) if match else 0
    if match is None or not coins:
        raise _not_a_stake(stake)
    decimals = len(match[2] or "")
    return (10 * coins, 2) if decimals == 1 else (coins, decimals)


def _not_a_stake(stake: str) -> Refused:
    hint = tr("say what a point is worth, as in 0.10 or 2")
    return refuse("stake", tr("`{stake}` is not an amount", stake=safe(stake)), "stake", hint)


def balances_of(totals: Mapping[str, int], coins: int) -> dict[str, int]:
    """Each side's balance with all others, in the smallest coin: above 0 it receives, below it
    pays."""
    everything = sum(totals.values())
    return {name: (len(totals) * total - everything) * coins for name, total in totals.items()}


def _groups(names: Sequence[str], balances: Mapping[str, int]) -> list[list[str]]:
    """The names split into as many groups as can each settle among themselves; every group saves a
    payment."""
    most: list[list[list[str]]] = [[] for _ in range(1 << len(names))]
    for chosen in range(1, 1 << len(names)):
        members = [name for place, name in enumerate(names) if chosen >> place & 1]
        before = max(
            (most[chosen & ~(1 << place)] for place in range(len(names)) if chosen >> place & 1),
            key=len,
        )
        grouped = {name for group in before for name in group}
        settled = sum(balances[name] for name in members) == 0
        most[chosen] = (
            [*before, [name for name in members if name not in grouped]] if settled else before
        )
    return most[-1] if names else []


def _paid(group: Sequence[str], balances: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Payments within a group, one fewer than it has members: the greatest debts go first."""
    left = {name: balances[name] for name in group}
    paid = []
    while any(left.values()):
        payer, payee = (
            min(left, key=lambda name: left[name]),
            max(left, key=lambda name: left[name]),
        )
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        paid.append((payer, payee, amount))
    return paid


def _money(amount: int, decimals: int) -> str:
    digits = str(amount).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def pair_lines(pairs: Sequence[Pair], currency: str) -> list[str]:
    """Each pair's account as it is said."""
    return [_pair_words(pair, currency) for pair in pairs]


def _pair_words(pair: Pair, currency: str) -> str:
    one, other = safe(pair.side), safe(pair.against)
    if not pair.points:
        return tr("{one} against {other}: level", one=one, other=other)
    return trn(
        pair.points,
        "{one} against {other}: {n} point, {amount}",
        "{one} against {other}: {n} points, {amount}",
        one=one,
        other=other,
        amount=amount_words(pair.amount, currency),
    )


def settlement_lines(paid: Sequence[Payment], currency: str = "") -> list[str]:
    """The payments as they are said."""
    if not paid:
        return [tr("nobody pays: all are level")]
    return [
        labelled(
            f"{safe(payment.payer)} → {safe(payment.payee)}", amount_words(payment.amount, currency)
        )
        for payment in paid
    ]
