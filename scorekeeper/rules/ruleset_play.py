"""The referee's rules: dealing, exchange, play, melds, heaps, card places; and the problems between
them and the rest of a ruleset. Recording a deal needs none of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorekeeper.rules.cards import find_card
from scorekeeper.rules.contradictions import not_there, note_fact_named, note_order, note_ranks
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_entries import CLOSED, LAW_WORDS, THROW
from scorekeeper.rules.ruleset_reader import page_table, without_faults
from scorekeeper.rules.toml_table import TomlTable, read_table, read_words
from scorekeeper.rules.word_declarations import (
    SEATS,
    SOURCE,
    Word,
    declared,
    ruleset_table,
    said_seat,
    word,
)
from scorekeeper.text.message import Message, listing, say
from scorekeeper.text.problems import did_you_mean
from scorekeeper.text.translation import Phrase

# --- Melds ---------------------------------------------------------------------------------------

OF_SUIT = {"any": "each suit in turn", "trumps": "trumps alone"}


def _run(table: TomlTable) -> tuple[tuple[int, int], ...]:
    steps = table.numbers("run")
    run = [(int(length), points) for length, points in steps.items() if length.isdecimal()]
    if len(run) != len(steps) or any(length < 2 for length, _ in run):
        message = say("`run` must be a table of lengths and points, `{ 3 = 20, 4 = 50 }`")
        table.fault("run", message)
    return tuple(sorted(run))


@ruleset_table
class MeldKind:
    """A kind of meld: `cards`, certain ranks of one suit (`trumps` only, or any); or a `run`, with
    points by length; or `four`, all cards of a rank. `say` is the word that must be said when a
    card of the meld is played before melds are shown. Cards may be in a meld of the kind
    `adds_to` too, without a second use, if `adds_when` is true or None."""

    id: str
    name: Phrase = word("phrase", "what it is called", saying="name", named="in English")
    cards: tuple[str, ...] = word("ranks", "certain ranks of one suit")
    trumps: bool = word("either", "the suit that these are of", name="suit", choices=OF_SUIT)
    points: int = word("whole", "what those cards are worth", default=0)
    run: tuple[tuple[int, int], ...] = word("numbers", "points of a run, by its length", read=_run)
    four: Mapping[str, int] = word("numbers", "points of all the cards of a rank")
    say: Phrase = word("phrase", "the word that must be said with it", saying="word")
    adds_to: str = word(
        "text", "the kind of meld beside which it counts without using its cards again"
    )
    adds_when: Formula | None = word("condition", "under which options it does so")
    source: Phrase = declared(SOURCE)

    @classmethod
    def read_from(cls, table: TomlTable) -> MeldKind:
        """Read a kind of meld: certain ranks, a run, or all cards of a rank."""
        kind = read_table(table, cls)
        if sum(map(bool, (kind.cards, kind.run, kind.four))) != 1:
            message = say("`{meld}` must have one of `cards`, `run` and `four`", meld=kind.id)
            table.fault("", message)
        if kind.adds_when and not kind.adds_to:
            table.missing("adds_to")
        return kind


@ruleset_table
class Melds:
    """The rules for all melds: in how many a card counts (`uses`; for trumps by rank,
    `trump_uses`); in words, whose melds count and when. `fact` is the deal's fact with the
    melds, `seat` the seat whose side melded; both may be empty."""

    uses: int = word("whole", "in how many melds a card counts", default=1, least=1)
    trump_uses: Mapping[str, int] = word(
        "numbers", "the same of trumps by rank, where it is another"
    )
    whose: Phrase = word("phrase", "whose melds count")
    when: Phrase = word("phrase", "when they count")
    reading: Phrase = word(
        "phrase", "which reading of the source this is; it may name an option, `{bonus}`"
    )
    fact: str = word("text", "the fact of a deal that holds what was melded")
    seat: str = word(
        "seat",
        "whose side melded that: a recorded deal in which more was melded than the hands of "
        "that side held is refused",
        default="",
        choices=SEATS,
    )
    source: Phrase = declared(SOURCE)
    kinds: tuple[MeldKind, ...] = declared()


def _melds(top: TomlTable) -> Melds | None:
    """Read `[melds]`, the rules for all melds, and a `[meld.NAME]` for each kind; None without
    either."""
    if not top.has("meld") and not top.has("melds"):
        return None
    kinds = tuple(MeldKind.read_from(table) for table in top.tables("meld").values())
    return read_table(top.table("melds"), Melds, kinds=kinds)


# --- Exchange before play ------------------------------------------------------------------------

TRUMPS = "trumps"  # all of them, where cards are named
PARTNER, EVERYBODY = "dealer's partner", "everybody"
WHO = {**SEATS, PARTNER: "the dealer's partner", EVERYBODY: "every player"}
DISCARD, EACH_OTHER, ACROSS = "discard", "each other", "across"
TO = {
    DISCARD: "they are thrown away",
    "left": "they go to the player at the giver's left",
    "right": "they go to the player at the giver's right",
    ACROSS: "they go to the player who sits across",
    EACH_OTHER: "so many go to each other player",
}


@ruleset_table
class Exchange:
    """A step of the exchange before play. A player `takes` cards of the talon and `gives` cards of
    the hand, `to` one of TO. `gives_first` is True if giving comes first; `optional` if both
    may be left out. `may_not_give` has ranks, cards or `trumps`. `when` selects the deals
    (None: all)."""

    who: str = word("seat", "who takes and gives", default="", required=True, choices=WHO)
    takes: int = word(
        "whole",
        "how many cards of the talon, which are those that nobody was dealt",
        default=0,
        least=0,
    )
    gives: int = word("whole", "how many cards of the hand", default=0, least=0)
    to: str = word("choice", "what becomes of these", choices=TO)
    gives_first: bool = word(
        "either",
        "what comes first",
        name="first",
        choices={
            "take": "what was in the talon can be given",
            "give": "what was in the talon cannot be given",
        },
    )
    optional: bool = word("flag", "both may be left out")
    may_not_give: tuple[str, ...] = word("ranks", 'ranks, cards or `trumps`, as `"trumps K 9S"`')
    when: Formula | None = word(
        "formula",
        "in which deals there is such a step, like that of a step of dealing; a name that the "
        "game has not is refused",
    )
    source: Phrase = declared(SOURCE)

    @classmethod
    def read_from(cls, table: TomlTable) -> Exchange:
        """Read a step of the exchange, in which cards are taken or given."""
        step = read_table(table, cls)
        if not step.takes and not step.gives:
            table.fault("", say("a step of the exchange must say what it `takes` or `gives`"))
        return replace(step, to=said_seat(step.to, table.page.to_the_right) or "")


# --- Dealing and play ----------------------------------------------------------------------------


@ruleset_table
class DealingStep:
    """A step of dealing in words. `when` selects the deals with this step, None for all; an
    unknown name counts as absent. The referee lists the step under its `topics`."""

    text: Phrase = word("phrase", "the step", required=True, saying="step")
    brief: Phrase = word(
        "phrase",
        "the step in the line of all of it, where `[dealing]` has no `brief`; a step without one "
        "is left out of that line",
        saying="step",
    )
    when: Formula | None = word("condition", "in which deals there is such a step")
    topics: tuple[str, ...] = word(
        "strings",
        "on which topics, those of rulings, `scorekeeper referee ruling` tells the step",
        name="topic",
    )


@ruleset_table
class DealingRules:
    """The rules of dealing, as steps and as one line."""

    steps: tuple[DealingStep, ...] = word(
        "steps",
        "the steps in order; by language equally many, or a row for each",
        of=DealingStep,
        saying="step",
    )
    brief: Phrase = word(
        "phrase", "all of it in a line, for those who know the game", saying="step"
    )
    source: Phrase = declared(SOURCE)


@ruleset_table
class PlayRules:
    """The rules of playing tricks: `laws` that differ from the usual; the rank orders from high to
    low (empty: the pack's order); the number of tricks in a deal (None: one a card; 0: cards
    are not played in tricks)."""

    laws: Mapping[str, str] = declared(*LAW_WORDS)
    ranks: tuple[str, ...] = word(
        "ranks", "the order of rank, high to low, where it is not the pack's"
    )
    trump_ranks: tuple[str, ...] = word("ranks", "that of trumps, where it is not the pack's")
    tricks: int | None = word(
        "whole",
        "how many tricks a deal has, where it is not one a card; 0 where cards are not played in "
        "tricks: the referee then has nothing to judge",
        least=0,
    )
    source: Phrase = declared(SOURCE)


@ruleset_table
class Pile:
    """The value of a heap of cards, suit by suit. `suits` is the lookup table of rank values.
    `fact` is the deal's fact with the heap, `goals` that with the cards whose suits count;
    empty for none."""

    suits: str = word("text", "the ladder that cards are worth by", required=True)
    fact: str = word("text", "the fact of a deal that holds the heap")
    goals: str = word("text", "the fact that holds the cards whose suits matter")
    source: Phrase = declared(SOURCE)


# The places of cards that a rule may require.
IN_HAND, IN_TRICKS, SET_ASIDE = "in hand", "in tricks", "set aside"
PLACES = {
    IN_HAND: "held when play begins",
    IN_TRICKS: "won in tricks",
    SET_ASIDE: "laid away before play, and never played",
}


@ruleset_table
class CardPlace:
    """A rule about the place of cards in a deal. `which` is a card, `trumps` (all) or `fact NAME`.
    `lies` is one of PLACES. `whose` is a seat; empty if each side has one card of the fact.
    `when` selects the deals; `because` is the reason in words."""

    which: str = word(
        "text",
        'a card, `"trumps"` for all of them, or `"fact NAME"` for those of a fact',
        required=True,
    )
    lies: str = word("choice", "where they must be", choices=PLACES)
    whose: str = word(
        "seat",
        "whose hand or tricks these are; left out where each side has its own card of the fact",
        default="",
        choices=SEATS,
    )
    when: Formula | None = word("formula", "in which deals, as far as that is entered")
    because: Phrase = word("phrase", "why, in words")
    source: Phrase = declared(SOURCE)


@ruleset_table
class RefereeRules:
    """The parts of a ruleset that the referee uses: dealing, exchange, tricks, melds, the value of
    a heap, the places of cards."""

    play: PlayRules = word("table", "the laws of play", default={}, of=PlayRules)
    melds: Melds | None = declared(
        Word("table", "what holds for all melds", name="melds", of=Melds),
        Word("tables", "the kinds of meld", name="meld", of=MeldKind),
        read=_melds,
    )
    pile: Pile | None = word("table", "what a heap of cards is worth", of=Pile)
    card_places: tuple[CardPlace, ...] = word(
        "rows", "where cards must lie", name="card", of=CardPlace
    )
    dealing: DealingRules = word("table", "how the cards are dealt", default={}, of=DealingRules)
    exchange: tuple[Exchange, ...] = word(
        "rows", "how cards are exchanged before play", of=Exchange
    )


def referee_rules(rules: Ruleset) -> RefereeRules:
    """Return the parts of a ruleset that the referee uses. Raises Refused with every problem and
    its path."""
    top = page_table(rules.raw)
    referee = read_words(top, RefereeRules)
    note_play_contradictions(top, rules, referee)
    return without_faults(referee, top.page.faults, rules.id)


# --- Problems between the referee's rules and the rest -------------------------------------------


def note_play_contradictions(top: TomlTable, rules: Ruleset, referee: RefereeRules) -> None:
    """Note the problems between the referee's rules and the rest of a ruleset."""
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
    """Note a problem for each suit, rank or card in the laws that is not in the pack."""
    pack = rules.pack
    for name in laws.get(CLOSED, "").split():
        if name not in (TRUMPS, *pack.suits):
            known = (TRUMPS, *pack.suits)
            message = say("`{suit}` is not a suit of this pack", suit=name)
            hint = did_you_mean(name, known) or say("say {words}", words=listing(known))
            top.fault(f"{path}.{CLOSED}", message, hint)
    for name in laws.get(THROW, "").split():
        known = (TRUMPS, *pack.suits, *pack.ranks, *pack.cards)
        if name not in known and find_card(pack, name) is None:
            message = say("`{word}` is no card, no rank and no suit of this pack", word=name)
            top.fault(f"{path}.{THROW}", message, did_you_mean(name, known))


def _note_alike(top: TomlTable, rules: Ruleset, referee: RefereeRules) -> None:
    """Note a problem for each rule that needs all cards to be different, if the pack has equal
    cards."""
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


# The names whose values are known when the cards are dealt.
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
    """Note a problem if `adds_to` names the meld itself, an unknown meld, or a meld that has
    `adds_to` too."""
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
    """Note the problems of a card place: unknown cards, or no `whose` although not each side has a
    card."""
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
    """Note the problems of an exchange step: unknown facts or cards, or a partner among an odd
    number of players."""
    note_fact_named(top, rules, f"{path}.who", step.who)
    known = [TRUMPS, *rules.pack.ranks, *rules.pack.cards]
    for name in step.may_not_give:
        if name not in known:
            message = say("`{word}` is no rank and no card of this pack", word=name)
            hint = did_you_mean(name, known) or say(
                "say {words}", words=listing((TRUMPS, *rules.pack.ranks))
            )
            top.fault(f"{path}.may_not_give", message, hint)
    across = PARTNER in step.who or step.to == ACROSS
    if across and any(number % 2 for number in rules.players):
        message = say("nobody sits across where the players are an odd number")
        top.fault(path, message)
