"""Who pays whom: exact, and in as few payments as can be."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import standing
from scorekeeper.report.summary import (
    PairAccount,
    Payment,
    pair_accounts,
    pair_lines,
    settlement,
    settlement_lines,
    summary_of,
)
from scorekeeper.report.summary_document import settled_of, settled_parts
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.local_formats import amount_words, currency_of, signed_decimal
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import speak

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
    """Each side ends with the sum of its differences to all the others, times the stake, to the
    last coin."""
    worth = Fraction(stake.replace(",", "."))
    owed = {
        name: sum(total - other for other in totals.values()) * worth
        for name, total in totals.items()
    }
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
                ways.append(
                    size + fewest([balance for place, balance in rest if place not in chosen])
                )
    return min(ways)


@given(TOTALS)
def test_in_the_fewest_payments(totals: dict[str, int]) -> None:
    """No other way settles everybody with fewer payments."""
    balances = [len(totals) * total - sum(totals.values()) for total in totals.values()]
    assert len(settlement(totals, "1")) == fewest(balances)


@given(TOTALS, STAKES, st.booleans())
def test_payments_follow_from_the_accounts(
    totals: dict[str, int], stake: str, lowest: bool
) -> None:
    """Every pair has one account; added up, they give each side what the payments give it, and
    all together nothing."""
    accounts = pair_accounts(totals, stake, lowest)
    assert {frozenset(pair[:2]) for pair in accounts} == {
        frozenset(pair) for pair in combinations(totals, 2)
    }
    got = {name: Fraction(0) for name in totals}
    for pair in accounts:
        assert pair.points >= 0
        assert Fraction(pair.amount) == pair.points * Fraction(stake.replace(",", "."))
        got[pair.side] += Fraction(pair.amount)
        got[pair.against] -= Fraction(pair.amount)
    assert got == received(totals, settlement(totals, stake, lowest))
    assert sum(got.values()) == 0


@given(TOTALS, st.booleans())
def test_in_an_account_the_better_side_stands_first(totals: dict[str, int], lowest: bool) -> None:
    """By so many points did it do better, where the lowest wins with so many fewer."""
    for one, other, points, _ in pair_accounts(totals, "1", lowest):
        assert points == (totals[other] - totals[one] if lowest else totals[one] - totals[other])


def test_an_account_in_words() -> None:
    """Who against whom, by how many points, what that is; sides that are level have nothing
    between them."""
    accounts = pair_accounts({"Anna": 1, "Björn": 13, "Cleo": 1, "Dag": 2}, "0.10")
    assert accounts[0] == PairAccount("Björn", "Anna", 12, "1.20")
    assert pair_lines(accounts, "kr")[:3] == [
        "Björn against Anna: 12 points, 1.20 kr",
        "Anna against Cleo: level",
        "Dag against Anna: 1 point, 0.10 kr",
    ]


EMPTY = summary_of(standing(agree(load_ruleset("bizon"), ["Anna", "Björn", "Cleo"]), ()), "")
SUMMARY = EMPTY._replace(sheet=EMPTY.sheet._replace(totals={"Anna": 3, "Björn": 0}))


def test_programs_read_points_and_people_what_they_write() -> None:
    """Where a language writes a decimal comma people get one; the values that programs read keep
    the point."""
    rules = load_ruleset("bizon")
    speak("sv")
    assert settled_parts(SUMMARY, rules, "0.10", "kr")[0][1] == ["Björn → Anna: 0,30 kr"]
    told = settled_of(SUMMARY, rules, "0.10", "kr")
    speak()
    assert settled_parts(SUMMARY, rules, "0.10", "kr")[0][1] == ["Björn → Anna: 0.30 kr"]
    assert told == {
        "payments": [{"payer": "Björn", "payee": "Anna", "amount": "0.30"}],
        "pairs": [{"side": "Anna", "against": "Björn", "points": 3, "amount": "0.30"}],
        "currency": "kr",
    }
    assert amount_words("12") == "12"


@pytest.mark.parametrize("currency", ["kr", "€", "SEK", " öre ", "c."])
def test_what_is_a_currency(currency: str) -> None:
    """Any short word or sign."""
    assert currency_of(currency) == currency.strip()


@pytest.mark.parametrize("currency", ["", "  ", "k\nr", "\x1b[31m", "5 kr", "x" * 13, "\u202ekr"])
def test_what_is_no_currency(currency: str) -> None:
    """Nothing, a long text, one that could be read as part of the amount, one that steers a
    terminal."""
    with pytest.raises(Refused) as refused:
        currency_of(currency)
    assert [problem.code for problem in refused.value.problems] == ["currency"]


def test_the_smallest_coin() -> None:
    """Amounts have the stake's decimals and are never rounded."""
    assert settlement({"A": 1, "B": 0}, "0.10") == (Payment("B", "A", "0.10"),)
    assert settlement({"A": 7, "B": 0, "C": 0}, "0.05") == (
        Payment("B", "A", "0.35"),
        Payment("C", "A", "0.35"),
    )
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


@pytest.mark.parametrize(
    "stake", ["", "0", "0.00", "-1", "1e3", "ten", "1.2.3", "٣", "1\n2", "0.1234567"]
)
def test_what_is_no_stake(stake: str) -> None:
    """A stake is a plain decimal number above nothing; anything else is refused by name."""
    with pytest.raises(Refused) as refused:
        settlement({"A": 1, "B": 0}, stake)
    assert [problem.fact for problem in refused.value.problems] == ["stake"]


@pytest.mark.parametrize(
    ("number", "english", "swedish"),
    [
        (1.25, "+1.25", "+1,25"),
        (-0.5, "−0.50", "−0,50"),
        (0, "0.00", "0,00"),
        (-0.001, "0.00", "0,00"),
    ],
)
def test_an_average_is_signed_as_points_are(number: float, english: str, swedish: str) -> None:
    """A plus or a true minus, none before nothing, and the decimal sign of the language."""
    assert signed_decimal(number, 2) == english
    speak("sv")
    assert signed_decimal(number, 2) == swedish
