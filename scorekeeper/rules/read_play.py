"""The reader of the referee's rules, and problems between them and the rest of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.rules.cards import find_card
from scorekeeper.rules.contradictions import not_there, note_fact_named, note_order, note_ranks
from scorekeeper.rules.format import SEATS
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_entered import CLOSED, THROW
from scorekeeper.rules.model_play import (
    ACROSS,
    PARTNER,
    TRUMPS,
    CardPlace,
    Exchange,
    MeldKind,
    Melds,
    Pile,
    RefereeRules,
)
from scorekeeper.rules.read import page_table, without_faults
from scorekeeper.rules.toml_table import TomlTable, read_words
from scorekeeper.text.message import Message, listing, say
from scorekeeper.text.problems import did_you_mean


def referee_rules(rules: Ruleset) -> RefereeRules:
    """Return the parts of a ruleset that the referee uses. Raises Refused with every problem and
    its path."""
    top = page_table(rules.raw)
    referee = read_referee_rules(top)
    note_play_contradictions(top, rules, referee)
    return without_faults(referee, top.page.faults, rules.id)


def read_referee_rules(top: TomlTable) -> RefereeRules:
    """Read the parts of a ruleset that the referee uses; their problems are noted."""
    return read_words(top, RefereeRules)


def note_play_contradictions(top: TomlTable, rules: Ruleset, referee: RefereeRules) -> None:
    """Note a problem for each name in the referee's rules that the ruleset does not define."""
    _note_alike(top, rules, referee)
    _note_laws(top, rules, "play", referee.play.laws)
    for key, parts in (("contract", rules.contracts), ("option", rules.options)):
        for name, part in parts.items():
            _note_laws(top, rules, f"{key}.{name}.play", part.play)
    _note_steps(top, rules, referee)
    note_order(top, rules, "play.ranks", "play.ranks", referee.play.ranks)
    note_order(top, rules, "play.trump_ranks", "play.trump_ranks", referee.play.trump_ranks)
    if referee.melds is not None:
        _note_melds(top, rules, referee.melds)
    if referee.pile is not None:
        _note_pile(top, rules, referee.pile)
    for number, place in enumerate(referee.card_places):
        _note_card_place(top, rules, f"card[{number}]", place)
    for number, step in enumerate(referee.exchange):
        _note_exchange(top, rules, f"exchange[{number}]", step)


def _note_laws(top: TomlTable, rules: Ruleset, path: str, laws: Mapping[str, str]) -> None:
    """Note a problem for each suit or card in the laws that is not in the pack."""
    pack = rules.pack
    for word in laws.get(CLOSED, "").split():
        if word not in (TRUMPS, *pack.suits):
            known = (TRUMPS, *pack.suits)
            message = say("`{suit}` is not a suit of this pack", suit=word)
            hint = did_you_mean(word, known) or say("say {words}", words=listing(known))
            top.fault(f"{path}.{CLOSED}", message, hint)
    for word in laws.get(THROW, "").split():
        known = (TRUMPS, *pack.suits, *pack.ranks, *pack.cards)
        if word not in known and find_card(pack, word) is None:
            message = say("`{word}` is no card, no rank and no suit of this pack", word=word)
            top.fault(f"{path}.{THROW}", message, did_you_mean(word, known))


def _note_alike(top: TomlTable, rules: Ruleset, referee: RefereeRules) -> None:
    """Note a problem for each rule that follows a single card through a deal, or counts it as the
    only one of its kind, if the pack has several copies of a card."""
    if not rules.pack.has_alike:
        return
    said = ["exchange"] if referee.exchange else []
    said += [f"meld.{kind.id}" for kind in (referee.melds.kinds if referee.melds else ())]
    said += [f"contract.{name}.stops" for name, one in rules.contracts.items() if one.stops]
    said += [f"fact.{name}.beaten" for name, fact in rules.facts.items() if fact.beaten]
    for path in said:
        message = say("the pack has several of a card, and `{word}` tells them apart", word=path)
        hint = say("leave it out, or play with one of each card")
        top.fault(path, message, hint)


# What is known when a deal is dealt.
WHEN_DEALT = ("players", "contract", "group", "open")


def _note_steps(top: TomlTable, rules: Ruleset, referee: RefereeRules) -> None:
    """Note a problem for each step of dealing or exchange whose `when` depends on something that is
    not known before the step."""
    later = top.page.deal_names - {*WHEN_DEALT, *rules.options}
    steps = [(f"dealing.steps[{n}]", step.when) for n, step in enumerate(referee.dealing.steps)]
    steps += [(f"exchange[{n}]", step.when) for n, step in enumerate(referee.exchange)]
    for path, when in steps:
        unknown = sorted(when.names & later) if when else []
        if when and unknown:
            names = listing(unknown, "and")
            message = say(
                "`{key} = {formula!r}` cannot depend on {names}",
                key="when",
                formula=when.text,
                names=names,
            )
            hint = say(
                "it may name {names} and the options",
                names=listing(map("`{}`".format, WHEN_DEALT), "and"),
            )
            top.fault(f"{path}.when", message, hint)


def _note_melds(top: TomlTable, rules: Ruleset, melds: Melds) -> None:
    for kind in melds.kinds:
        note_ranks(top, rules, f"meld.{kind.id}", (*kind.cards, *kind.four))
        _note_added_to(top, kind, [other.id for other in melds.kinds if not other.adds_to])
        _note_choice(top, rules, f"meld.{kind.id}.adds_when", kind.adds_when)
    note_ranks(top, rules, "melds.trump_uses", melds.trump_uses)
    if melds.fact and melds.fact not in rules.facts:
        top.fault("melds.fact", not_there(f"fact.{melds.fact}"))
    if melds.seat:
        note_fact_named(top, rules, "melds.seat", melds.seat)


def _note_added_to(top: TomlTable, kind: MeldKind, known: Iterable[str]) -> None:
    """Note a problem if `adds_to` names the meld itself, or a meld that is unknown or adds to
    another."""
    path, meld = f"meld.{kind.id}.adds_to", kind.adds_to
    if meld == kind.id:
        top.fault(path, say("`{meld}` cannot add to itself", meld=meld))
    elif meld and meld not in known:
        message = say("`{meld}` is not a kind of meld that another can add to", meld=meld)
        top.fault(path, message, did_you_mean(meld, known))


def _note_choice(top: TomlTable, rules: Ruleset, path: str, when: Formula | None) -> None:
    """Note a problem if a test depends on more than the options and the number of players."""
    unknown = sorted(when.names - {"players", *rules.options}) if when else []
    if when and unknown:
        key = path.rpartition(".")[2]
        message = say(
            "`{key} = {formula!r}` cannot depend on {names}",
            key=key, formula=when.text, names=listing(unknown, "and"),
        )  # fmt: skip
        top.fault(path, message, say("it may name `players` and the options"))


def _note_pile(top: TomlTable, rules: Ruleset, pile: Pile) -> None:
    if pile.suits not in rules.scoring.ladders:
        top.fault("pile.suits", not_there(f"ladder.{pile.suits}"))
    for key, name in (("fact", pile.fact), ("goals", pile.goals)):
        if name and name not in rules.facts:
            top.fault(f"pile.{key}", not_there(f"fact.{name}"))


def _note_card_place(top: TomlTable, rules: Ruleset, path: str, place: CardPlace) -> None:
    """Note a problem if a card place names cards that do not exist, or no player although the cards
    are not one a side."""
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


def _note_exchange(top: TomlTable, rules: Ruleset, path: str, step: Exchange) -> None:
    """Note a problem if a step of the exchange names a player, cards of the pack or a partner that
    the game does not have."""
    note_fact_named(top, rules, f"{path}.who", step.who)
    known = [TRUMPS, *rules.pack.ranks, *rules.pack.cards]
    for word in step.may_not_give:
        if word not in known:
            message = say("`{word}` is no rank and no card of this pack", word=word)
            hint = did_you_mean(word, known) or say(
                "say {words}", words=listing((TRUMPS, *rules.pack.ranks))
            )
            top.fault(f"{path}.may_not_give", message, hint)
    across = PARTNER in step.who or step.to == ACROSS
    if across and any(number % 2 for number in rules.players):
        message = say("nobody sits across where the players are an odd number")
        top.fault(path, message)
