"""Who pays whom: exact, and in as few payments as can be."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.problems import Refused
from scorekeeper.report.settlement import Payment, settlement, settlement_lines

TOTALS = st.lists(st.integers(-40, 40), min_size=2, max_size=6).map(
    lambda totals: dict(zip("ABCDEF", totals, strict=False))
)
STAKES = st.sampled_from(["0.10", "1", "0,05", "2.5", "0.333", "12"])


def received(totals: dict[str, int], paid: tuple[Payment, ...]) -> dict[str, Fraction]:
    got = {name: Fraction(0) for name in totals}
    for payment in paid:
        got[payment.payer] -= Fraction(payment.amount)
        got[payment.payee] += Fraction(payment.amount)
    return got


@given(TOTALS, STAKES)
def test_every_pair_is_settled(totals: dict[str, int], stake: str) -> None:
    """Each side ends with the sum of its differences to all the others, times the stake, to the last coin."""
    worth = Fraction(stake.replace(",", "."))
    owed = {name: sum(total - other for other in totals.values()) * worth for name, total in totals.items()}
    assert received(totals, settlement(totals, stake)) == owed


def fewest(balances: list[int]) -> int:
    """The fewest payments, by trying every group that settles among itself."""
    balances = [balance for balance in balances if balance]
    if not balances:
        return 0
    rest = list(enumerate(balances))[1:]
    ways = []
    for size in range(1, len(rest) + 1):
        for group in combinations(rest, size):
            if balances[0] + sum(balance for _, balance in group) == 0:
                chosen = {place for place, _ in group}
                ways.append(size + fewest([balance for place, balance in rest if place not in chosen]))
    return min(ways)


@given(TOTALS)
def test_in_the_fewest_payments(totals: dict[str, int]) -> None:
    """No other way settles everybody with fewer payments."""
    balances = [len(totals) * total - sum(totals.values()) for total in totals.values()]
    assert len(settlement(totals, "1")) == fewest(balances)


def test_the_smallest_coin() -> None:
    """Amounts have the stake's decimals and are never rounded."""
    assert settlement({"A": 1, "B": 0}, "0.10") == (Payment("B", "A", "0.10"),)
    assert settlement({"A": 7, "B": 0, "C": 0}, "0.05") == (Payment("B", "A", "0.35"), Payment("C", "A", "0.35"))
    assert settlement({"A": 1, "B": 0}, "3") == (Payment("B", "A", "3"),)


def test_where_the_lowest_wins_the_highest_pays() -> None:
    """In a game played down to nothing the side with more left pays."""
    assert settlement({"A": 0, "B": 4}, "1", lowest_wins=True) == (Payment("B", "A", "4"),)


def test_level_sides_pay_nothing() -> None:
    """Nobody pays where all are level, and that is said."""
    assert settlement({"A": 3, "B": 3}, "1") == ()
    assert settlement_lines(()) == ["nobody pays: all are level"]


def test_the_lines_are_harmless() -> None:
    """A payment is one line, whatever the names hold."""
    assert settlement_lines([Payment("A\n", "\x1bB", "1.00")]) == ["A� → �B: 1.00"]


@pytest.mark.parametrize("stake", ["", "0", "0.00", "-1", "1e3", "ten", "1.2.3", "٣", "1\n2", "0.1234567"])
def test_what_is_no_stake(stake: str) -> None:
    """A stake is a plain decimal number above nothing; anything else is refused by name."""
    with pytest.raises(Refused) as refused:
        settlement({"A": 1, "B": 0}, stake)
    assert [problem.fact for problem in refused.value.problems] == ["stake"]
