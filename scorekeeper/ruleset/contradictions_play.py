"""Faults between how a game is played and the rest of a ruleset: ranks, facts, ladders and seats
that are named and are not there."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.cards import find_card
from scorekeeper.formula import Formula
from scorekeeper.message import Joined, Message, listing, say
from scorekeeper.problems import did_you_mean
from scorekeeper.ruleset.format import SEATS
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.play import TRUMPS, CardPlace, MeldKind, Melds, Pile
from scorekeeper.ruleset.table import Table


def note_play(top: Table, rules: Ruleset) -> None:
    """Ranks, facts and ladders that the laws of play name must be there."""
    note_order(top, rules, "play.ranks", "play.ranks", rules.play.ranks)
    note_order(top, rules, "play.trump_ranks", "play.trump_ranks", rules.play.trump_ranks)
    for name, contract in rules.contracts.items():
        if contract.stops is not None:
            path, start = f"contract.{name}.stops", contract.stops.start
            note_fact_named(top, rules, f"{path}.start", start)
            note_fact_named(top, rules, f"{path}.direction", contract.stops.direction)
            note_ranks(top, rules, f"{path}.start", () if start.startswith("fact ") else (start,))
    if rules.melds is not None:
        _note_melds(top, rules, rules.melds)
    if rules.pile is not None:
        _note_pile(top, rules, rules.pile)
    for number, place in enumerate(rules.card_places):
        _note_card_place(top, rules, f"card[{number}]", place)
    if (
        rules.auction is not None
        and rules.auction.turned
        and rules.auction.turned not in rules.facts
    ):
        top.fault("auction.turned", _not_there(f"fact.{rules.auction.turned}"))


def _note_melds(top: Table, rules: Ruleset, melds: Melds) -> None:
    for kind in melds.kinds:
        note_ranks(top, rules, f"meld.{kind.id}", (*kind.cards, *kind.four))
        _note_added_to(top, kind, [other.id for other in melds.kinds if not other.adds_to])
        _note_choice(top, rules, f"meld.{kind.id}.adds_when", kind.adds_when)
    note_ranks(top, rules, "melds.trump_uses", melds.trump_uses)
    if melds.fact and melds.fact not in rules.facts:
        top.fault("melds.fact", _not_there(f"fact.{melds.fact}"))
    if melds.seat:
        note_fact_named(top, rules, "melds.seat", melds.seat)


def _note_added_to(top: Table, kind: MeldKind, known: Iterable[str]) -> None:
    """What a kind of meld adds to is another kind, and one that adds to nothing itself."""
    path, meld = f"meld.{kind.id}.adds_to", kind.adds_to
    if meld == kind.id:
        top.fault(path, say("`{meld}` cannot add to itself", meld=meld))
    elif meld and meld not in known:
        message = say("`{meld}` is not a kind of meld that another can add to", meld=meld)
        top.fault(path, message, did_you_mean(meld, known))


def _note_choice(top: Table, rules: Ruleset, path: str, when: Formula | None) -> None:
    """What the table chose decides it: the options and the number of players alone."""
    unknown = sorted(when.names - {"players", *rules.options}) if when else []
    if when and unknown:
        key = path.rpartition(".")[2]
        message = say(
            "`{key} = {formula!r}` cannot depend on {names}",
            key=key, formula=when.text, names=listing(unknown, "and"),
        )  # fmt: skip
        top.fault(path, message, say("it may name `players` and the options"))


def _note_pile(top: Table, rules: Ruleset, pile: Pile) -> None:
    if pile.suits not in rules.ladders:
        top.fault("pile.suits", _not_there(f"ladder.{pile.suits}"))
    for key, name in (("fact", pile.fact), ("goals", pile.goals)):
        if name and name not in rules.facts:
            top.fault(f"pile.{key}", _not_there(f"fact.{name}"))


def _note_card_place(top: Table, rules: Ruleset, path: str, place: CardPlace) -> None:
    """A place of cards names cards that there are, and somebody where they are not one a side."""
    fact = rules.facts.get(place.which.removeprefix("fact "))
    if place.which.startswith("fact "):
        note_fact_named(top, rules, f"{path}.which", place.which)
        if fact is not None and fact.kind not in ("card", "cards"):
            top.fault(f"{path}.which", say("`{word}` holds no cards", word=place.which))
    elif place.which != TRUMPS and find_card(rules.pack, place.which) is None:
        hint = say('say a card, "trumps" or "fact NAME"')
        message = say("`{card}` is not a card of this pack", card=place.which)
        top.fault(f"{path}.which", message, hint)
    if place.whose:
        note_fact_named(top, rules, f"{path}.whose", place.whose)
    elif not (place.which.startswith("fact ") and (fact is None or fact.each)):
        top.fault(f"{path}.whose", say("`{key}` is missing", key="whose"), _somebody())


def _somebody() -> Message:
    return say('say {words} or "fact NAME"', words=listing(SEATS))


def note_fact_named(top: Table, rules: Ruleset, path: str, word: str) -> None:
    """`fact NAME` must name a fact of the game."""
    if word.startswith("fact ") and word[5:] not in rules.facts:
        top.fault(path, Joined((f"`{word}`: ", _not_there(f"fact.{word[5:]}"))))


def _not_there(table: str) -> Message:
    return say("there is no `[{table}]`", table=table)


def note_ranks(top: Table, rules: Ruleset, path: str, ranks: Iterable[str]) -> None:
    """A rank that is named must be one of the pack."""
    for rank in ranks:
        if rank not in rules.pack.ranks:
            hint = say("ranks are {ranks}", ranks=" ".join(rules.pack.ranks))
            top.fault(path, say("`{rank}` is not a rank of this pack", rank=rank), hint)


def note_order(top: Table, rules: Ruleset, path: str, key: str, ranks: tuple[str, ...]) -> None:
    """An order of rank of its own, where there is one, must be that of the whole pack."""
    for rank in sorted({*ranks, *rules.pack.ranks}) if ranks else ():
        if ranks.count(rank) != rules.pack.ranks.count(rank):
            message = say(
                "`{key}` must name every rank of the pack once; `{rank}` is amiss",
                key=key,
                rank=rank,
            )
            top.fault(path, message)
