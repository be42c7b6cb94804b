"""Many evenings: a home with thousands of sessions, and the same deals as balanced transactions.

    python benchmarks/evenings.py HOME [--number 10000] [--seed 12]

Every deal is drawn by chance and judged as a typed one is, so that every session holds. The
folder gets `sessions/*.toml` and `evenings.log`, which hledger and ledger read: a
transaction a deal, a posting a side, and one to the bank for what the points do not add up to.
"""

from __future__ import annotations

import argparse
import datetime
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from scorekeeper.base.random_draws import RandomSource
from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.entry_kinds import DEAL
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import State, first_state, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import after
from scorekeeper.proof.deal_enumeration import order_of, random_entry
from scorekeeper.proof.situations import Situation
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store.ruleset_library import load_ruleset

# How often each is played: mostly the game of twelve deals.
GAMES = ("bismarck-swedish",) * 6 + ("bismarck-british", "bizon", "bismarck-polley", "bien")
NAMES = (
    "Anna",
    "Björn",
    "Cleo",
    "Disa",
    "Einar",
    "Flora",
    "Göran",
    "Hanna",
    "Ivar",
    "Jonna",
    "Karl",
    "Lo",
)
MOST_DEALS = 16
FIRST_DAY = datetime.date(1999, 1, 1)


class Evening(NamedTuple):
    """A session that was played: its name, its file's text and its deals."""

    name: str
    day: datetime.date
    text: str
    agreed: Agreed
    deals: tuple[Scored, ...]


def evenings(number: int, seed: int) -> Iterator[Evening]:
    """So many evenings, one after another in time."""
    chance = random.Random(seed)
    rules = {game: load_ruleset(game) for game in dict.fromkeys(GAMES)}
    for place in range(number):
        yield _evening(place, rules[chance.choice(GAMES)], chance)


def _evening(place: int, rules: Ruleset, chance: random.Random) -> Evening:
    players = chance.sample(NAMES, rules.players[0])
    agreed = agree(rules, players, None, {})
    day = FIRST_DAY + datetime.timedelta(days=place)
    name = f"{rules.id}-{day}"
    deals = tuple(_deals(agreed, chance))
    lines = [
        entry_text(Entry(DEAL, at, f"{day}T20:{at:02}:00Z", deal.facts))
        for at, deal in enumerate(deals, 1)
    ]
    return Evening(
        name,
        day,
        head_text(new_head(agreed, name, f"{day}T20:00:00Z")) + "".join(lines),
        agreed,
        deals,
    )


def _deals(agreed: Agreed, chance: random.Random) -> Iterator[Scored]:
    """Deals until the game is over, or the evening is."""
    state = first_state(agreed)
    while not state.over and state.deal <= MOST_DEALS:
        scored = _drawn(agreed, state, chance)
        state = after(agreed, state, scored)
        yield scored


def _drawn(agreed: Agreed, state: State, chance: random.Random) -> Scored:
    """A deal that the rules take, by chance."""
    rules = agreed.rules
    needed = [fact.id for fact in rules.facts.values() if not (fact.optional or fact.alone)]
    needed += [count.id for count in rules.counts.values() if not count.optional]
    while True:
        now = turn(agreed, state, {})
        contract = chance.choice(now.contracts) if now.contracts else None
        drawn, _ = random_entry(
            Situation(agreed, state, contract),
            order_of(rules, needed),
            RandomSource(chance.getrandbits(32)),
        )
        scored = judged(agreed, state, drawn).scored
        if scored is not None:
            return scored


def transactions(evening: Evening) -> Iterator[str]:
    """The evening's deals as ledger and hledger read them."""
    for number, deal in enumerate(evening.deals, 1):
        yield f"{evening.day} {evening.name} deal {number}"
        yield from (
            f"    players:{name}  {points} pt"
            for name, points in zip(evening.agreed.side_names, deal.points, strict=True)
        )
        if rest := -sum(deal.points):
            yield f"    bank  {rest} pt"
        yield ""


def written(home: Path, found: Iterator[Evening]) -> int:
    """Puts the evenings into a home; gives the number of deals."""
    (home / "sessions").mkdir(parents=True, exist_ok=True)
    deals = 0
    with (home / "evenings.log").open("w", encoding="utf-8") as journal:
        for evening in found:
            (home / "sessions" / f"{evening.name}.toml").write_text(evening.text, encoding="utf-8")
            journal.write("\n".join([*transactions(evening), ""]))
            deals += len(evening.deals)
    return deals


def main(words: Sequence[str] | None = None) -> None:
    """Writes a home."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("home", type=Path)
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=12)
    asked = parser.parse_args(words)
    deals = written(asked.home, evenings(asked.number, asked.seed))
    print(f"{asked.number} sessions, {deals} deals")


if __name__ == "__main__":
    main()
