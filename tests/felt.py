"""A table for tests of the referee: a game with contract and trumps, hands and tricks in short."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from conftest import ruleset

from scorekeeper.game.session_settings import agree
from scorekeeper.referee.question_context import Case, table_case
from scorekeeper.referee.trick_rules import TrickRules, possible_rules
from scorekeeper.referee.tricks import legal, winner
from scorekeeper.rules.cards import Card
from scorekeeper.rules.ruleset import Ruleset

NAMES = ("Ann", "Bob", "Cal", "Dee")

# Every way of playing tricks in the rulesets of the source documents: game, contract, trumps,
# options.
WAYS: list[tuple[str, str | None, str | None, dict[str, Any]]] = [
    ("bizon", None, "spades", {}),
    ("bismarck-swedish", "spader", None, {}),
    ("bismarck-swedish", "trumf", "hearts", {}),
    ("bismarck-swedish", "sang", None, {}),
    ("bismarck-swedish", "pass", None, {}),
    ("bismarck-swedish", "spader", None, {"must_trump": True}),
    ("bismarck-swedish", "trumf", "hearts", {"must_trump": True}),
    ("bismarck-swedish", "sang", None, {"must_trump": True}),
    ("bismarck-classic", "trumf", "clubs", {}),
    ("bismarck-classic", "noll", None, {}),
    ("bismarck-classic-extra", "valfri", "clubs", {}),
    ("bismarck-kortman", "chosen-trumps", "clubs", {}),
    ("bismarck-kortman", "turned-trumps", "diamonds", {}),
    ("bismarck-kortman", "sans-atout", None, {}),
    ("bismarck-kortman", "nolle", None, {}),
    ("bismarck-british", "chosen-trumps", "hearts", {}),
    ("bismarck-british", "misere", None, {}),
    ("bismarck-british-choice", "cut-trumps", "spades", {}),
    ("bismarck-coleman", "hearts", None, {}),
    ("bismarck-polley", "misere", None, {}),
    ("bismarck-follett", "trumps", "spades", {}),
    ("bismarck-lever", "last-card-trumps", "spades", {}),
    ("bismarck-raf", "miss", None, {}),
    ("bismarck-finnish", "trump", "hearts", {}),
    ("bismarck-finnish", "misere", None, {}),
    ("bismarck-portuguese", "no-trump", None, {}),
    ("bismarck-portuguese", "negatives", None, {}),
    ("bismarck-portuguese", "table-trump", "hearts", {}),
    ("bismarck-portuguese", "other-trump", "spades", {}),
    ("bismarck-estonian", "no-trumps", None, {}),
    ("bismarck-estonian", "trumps", "clubs", {}),
    ("bismarck-estonian", "trumps-lose", "hearts", {}),
    ("bisque", None, None, {}),
    ("bien", None, "spades", {}),
]


def case(game: str, contract: str | None = None, trump: str | None = None, **options: Any) -> Case:
    """The game with its first number of players, who are named; the last of them deals."""
    return case_of(ruleset(game), contract, trump, **options)


def case_of(
    rules: Ruleset, contract: str | None = None, trump: str | None = None, **options: Any
) -> Case:
    """The same, of rules that were read already."""
    names = NAMES[: rules.players[0]]
    agreed = agree(rules, names, names[-1], options)
    return table_case(agreed, True, len(names) - 1)._replace(contract=contract, trump=trump)


def trick_rules(
    game: str, contract: str | None = None, trump: str | None = None, **options: Any
) -> TrickRules:
    """The one way in which this is played."""
    (only,) = possible_rules(case(game, contract, trump, **options))
    return only


def cards(game: str, text: str) -> tuple[Card, ...]:
    """Cards of the game's pack."""
    return tuple(ruleset(game).pack.cards[code] for code in text.split())


def codes(held: Sequence[Card]) -> str:
    """Cards as they are typed."""
    return " ".join(card.code for card in held)


class Dealt:
    """A random deal, played out by random choices among the legal cards; where `slip` is a
    number, the first card from there on that can be an illegal one is one. Where the first card
    led makes trumps, it makes those of the case. The `hands` may be given, by seat; then the
    first seat leads."""

    def __init__(
        self,
        where: Case,
        seed: int,
        tricks: int,
        slip: int | None = None,
        hands: list[list[Card]] | None = None,
    ) -> None:
        chance, self.case = random.Random(seed), where
        (self.trick_rules,) = possible_rules(where)
        pack, seats = list(where.pack.cards.values()), len(where.agreed.players)
        chance.shuffle(pack)
        self.hands = hands or [pack[seat * tricks : (seat + 1) * tricks] for seat in range(seats)]
        self.leader = 0 if hands else chance.randrange(seats)
        opening = chance.choice(self.hands[self.leader])
        if self.trick_rules.laws["trump"] == "first card led":
            self.case = where._replace(trump=opening.suits[0])
            (self.trick_rules,) = possible_rules(self.case)
        self.tricks: list[list[Card]] = []
        self.winners: list[int] = []
        self.slipped: tuple[int, int, Card] | None = None
        left, lead, played = [list(hand) for hand in self.hands], self.leader, 0
        for number in range(1, tricks + 1):
            trick: list[Card] = []
            for seat in ((lead + place) % seats for place in range(seats)):
                may = legal(self.trick_rules, left[seat], trick).cards
                barred = [card for card in left[seat] if card not in may]
                chosen = chance.choice(may) if played else opening
                if slip is not None and played >= slip and barred and self.slipped is None:
                    chosen = chance.choice(barred)
                    self.slipped = (number, seat, chosen)
                left[seat].remove(chosen)
                trick.append(chosen)
                played += 1
            lead = (lead + winner(self.trick_rules, trick)) % seats
            self.tricks.append(trick)
            self.winners.append(lead)

    def record(self, hands: bool = True) -> dict[str, Any]:
        """The deal as the TOML of a recorded one would hold it."""
        names = self.case.agreed.players
        raw: dict[str, Any] = {
            "leader": names[self.leader],
            "tricks": [codes(trick) for trick in self.tricks],
        }
        if hands:
            raw["hands"] = {name: codes(hand) for name, hand in zip(names, self.hands, strict=True)}
        return raw
