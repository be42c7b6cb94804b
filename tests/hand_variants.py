"""The variants of quota whist scored by hand: the rotation, the quotas and the sums, in plain lines
that share nothing with the program. Seats count from 0, clockwise; the seat after one's own is on
the left.

Each function takes the first dealer and what was entered deal by deal, and gives a line a deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

COLEMAN = ["hearts", "clubs", "diamonds", "spades", "no-trumps", "chosen-trumps"]
LEVER = ["chosen-trumps", "last-card-trumps", "no-trumps", "misere"]
ESTONIAN = [
    "no-trumps",
    "no-trumps-lose",
    "trumps",
    "trumps-lose",
    "stops-up",
    "stops-down",
    "stops-chosen",
]


class Line(NamedTuple):
    """One line of the sheet."""

    dealer: int
    declarer: int
    leader: int
    contract: str
    points: list[int]
    totals: list[int]


def over(tricks: list[int], quotas: list[int]) -> list[int]:
    """A point for every trick over the quota, one off for every trick under."""
    return [took - quota for took, quota in zip(tricks, quotas, strict=True)]


def under(tricks: list[int], quotas: list[int]) -> list[int]:
    """The other way round, where tricks are avoided."""
    return [quota - took for took, quota in zip(tricks, quotas, strict=True)]


def added(totals: list[int], points: list[int]) -> list[int]:
    """The totals after a deal."""
    return [total + point for total, point in zip(totals, points, strict=True)]


def eight_four(big: int, tricks: list[int], negative: bool) -> list[int]:
    """Quotas 8, 4, 4, and in a negative contract 4, 6, 6; `big` is the declarer."""
    if negative:
        return under(tricks, [4 if seat == big else 6 for seat in range(3)])
    return over(tricks, [8 if seat == big else 4 for seat in range(3)])


# --- Sweden: forehand, on the dealer's left, declares and leads ------------------------------------------------


def swedish(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Modern: forehand names any contract not played yet; pass is the negative one."""
    return forehand(first, deals, [deal["contract"] for deal in deals], "pass")


def classic(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """1949: three deals of trumf, three of sang, three of noll."""
    return forehand(first, deals, ["trumf"] * 3 + ["sang"] * 3 + ["noll"] * 3, "noll")


def classic_extra(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """1949 with the extra round of valfri between trumf and sang."""
    return forehand(
        first, deals, ["trumf"] * 3 + ["valfri"] * 3 + ["sang"] * 3 + ["noll"] * 3, "noll"
    )


def kortman(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """1944: forehand's trumps, turned trumps, sans atout, nolle."""
    order = ["chosen-trumps"] * 3 + ["turned-trumps"] * 3 + ["sans-atout"] * 3 + ["nolle"] * 3
    return forehand(first, deals, order, "nolle")


def forehand(
    first: int, deals: list[dict[str, Any]], contracts: list[str], negative: str
) -> list[Line]:
    """The deal passes left; forehand has the big quota."""
    lines, totals, dealer = [], [0, 0, 0], first
    for deal, contract in zip(deals, contracts, strict=False):
        hand = (dealer + 1) % 3
        points = eight_four(hand, deal["tricks"], contract == negative)
        totals = added(totals, points)
        lines.append(Line(dealer, hand, hand, contract, points, totals))
        dealer = (dealer + 1) % 3
    return lines


# --- Britain: the dealer declares, the player on the left leads ------------------------------------------------


def british(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Parlett: no trumps, cut trumps, chosen trumps, misère, all four dealt by one after
    another."""
    contracts = ["no-trumps", "cut-trumps", "chosen-trumps", "misere"] * 3
    return dealers(first, deals, contracts, "misere", stint=4)


def british_choice(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """The same stints, the dealer naming the order."""
    return dealers(first, deals, [deal["contract"] for deal in deals], "misere", stint=4)


def coleman(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Six rounds of three deals, none of them negative."""
    return dealers(first, deals, [contract for contract in COLEMAN for _ in range(3)], "")


def polley(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Coleman's six and misère, one a deal, three times over, while the deal passes left."""
    return dealers(first, deals, [*COLEMAN, "misere"] * 3, "misere")


def portuguese(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """The dealer names any contract not played yet."""
    return dealers(first, deals, [deal["contract"] for deal in deals], "negatives")


def dealers(
    first: int, deals: list[dict[str, Any]], contracts: list[str], negative: str, stint: int = 1
) -> list[Line]:
    """The dealer has the big quota and deals `stint` times running."""
    lines, totals = [], [0, 0, 0]
    for number, (deal, contract) in enumerate(zip(deals, contracts, strict=False)):
        dealer = (first + number // stint) % 3
        points = eight_four(dealer, deal["tricks"], contract == negative)
        totals = added(totals, points)
        lines.append(Line(dealer, dealer, (dealer + 1) % 3, contract, points, totals))
    return lines


def lever(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Fifteen tricks: 9, 3, 3, and in misère 3, 6, 6; four contracts in turn while the deal
    passes left."""
    lines, totals = [], [0, 0, 0]
    for number, deal in enumerate(deals):
        dealer, contract = (first + number) % 3, LEVER[number % 4]
        if contract == "misere":
            points = under(deal["tricks"], [3 if seat == dealer else 6 for seat in range(3)])
        else:
            points = over(deal["tricks"], [9 if seat == dealer else 3 for seat in range(3)])
        totals = added(totals, points)
        lines.append(Line(dealer, dealer, (dealer + 1) % 3, contract, points, totals))
    return lines


def raf(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """8 for the dealer, 5 on the left, 3 on the right; in miss 3, 5, 8. The dealer chooses."""
    lines, totals = [], [0, 0, 0]
    for number, deal in enumerate(deals):
        dealer, contract = (first + number) % 3, deal["contract"]
        quotas = [0, 0, 0]
        quotas[dealer], quotas[(dealer + 1) % 3], quotas[(dealer + 2) % 3] = (
            (3, 5, 8) if contract == "miss" else (8, 5, 3)
        )
        points = (under if contract == "miss" else over)(deal["tricks"], quotas)
        totals = added(totals, points)
        lines.append(Line(dealer, dealer, (dealer + 1) % 3, contract, points, totals))
    return lines


def follett(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Quota 5 for everybody, from -3: a positive deal adds one point to the table, misère takes
    one."""
    lines, totals = [], [-3, -3, -3]
    for number, deal in enumerate(deals):
        dealer, contract = (first + number) % 3, deal["contract"]
        points = (under if contract == "misere" else over)(deal["tricks"], [5, 5, 5])
        totals = added(totals, points)
        lines.append(Line(dealer, dealer, (dealer + 1) % 3, contract, points, totals))
    return lines


# --- Finland and Estonia ---------------------------------------------------------------------------------------


def finnish(first: int, deals: list[dict[str, Any]]) -> list[Line]:
    """Two teams across: 8 for forehand's, 5 for the dealer's; in misère 5 and 8. Points are the
    teams'."""
    lines, totals = [], [0, 0]
    for number, deal in enumerate(deals):
        dealer = (first + number) % 4
        hand, contract = (dealer + 1) % 4, deal["contract"]
        if contract == "misere":
            points = under(deal["tricks"], [5 if team == hand % 2 else 8 for team in range(2)])
        else:
            points = over(deal["tricks"], [8 if team == hand % 2 else 5 for team in range(2)])
        totals = added(totals, points)
        lines.append(Line(dealer, hand, hand, contract, points, totals))
    return lines


def estonian(first: int, deals: list[dict[str, Any]], starter: int, players: int) -> list[Line]:
    """A round a contract, then a free choice. Who holds the ace of clubs has forehand's part in
    the first deal, and deals the second. Quotas 6, 3, 3 or 3, 2, 2, 2, the same where tricks are
    avoided."""
    lines, totals, dealer = [], [0] * players, first
    big, small = (6, 3) if players == 3 else (3, 2)
    for number, deal in enumerate(deals):
        hand = starter if number == 0 else (dealer + 1) % players
        contract = [*ESTONIAN, deal.get("contract", "")][number // players]
        if contract.startswith("stops"):
            left = deal["left"]
            points = [sum(left) if cards == 0 else -cards for cards in left]
        else:
            quotas = [big if seat == hand else small for seat in range(players)]
            points = (under if contract.endswith("lose") else over)(deal["tricks"], quotas)
        totals = added(totals, points)
        lines.append(Line(dealer, hand, hand, contract, points, totals))
        dealer = starter if number == 0 else (dealer + 1) % players
    return lines


# --- Bisque -----------------------------------------------------------------------------------------------------


def pot_score(goal: str, pot: list[str]) -> int:
    """The lower of the two sums of a goal card's suits over the pot: Ace 5, pips, Crown 10. A
    card is its rank and the letters of its suits."""
    sums = []
    for suit in goal[1:]:
        total = 0
        for card in pot:
            if suit in card[1:]:
                total += 5 if card[0] == "A" else 10 if card[0] == "C" else int(card[0])
        sums.append(total)
    return min(sums)
