"""The ruleset format as a JSON Schema, which editors of TOML read: it offers every word and
marks what is not one.

It says which words may stand where and of what kind their values are. What a formula may say,
and what must agree with what, only reading tells: `scorekeeper rules check`.
"""

from __future__ import annotations

from scorekeeper.ruleset.model import TIERS, UNDER
from scorekeeper.ruleset.parts import KINDS
from scorekeeper.ruleset.play import LAWS, PLACES
from scorekeeper.ruleset.playing import DIRECTIONS
from scorekeeper.ruleset.read import FORMAT
from scorekeeper.ruleset.read_deals import CHOSEN, PICKING, SEATS, UNSAID
from scorekeeper.ruleset.read_exchange import TO, WHO
from scorekeeper.ruleset.schemas import (
    Schema,
    choice,
    flag,
    named,
    of_type,
    one_or_more,
    rows,
    see,
    table_of,
    text,
    whole,
)

FACT_NAMED = of_type("string", pattern="^fact .+")
LAWS_OF_PLAY = {law: choice(words) for law, words in LAWS.items()}


def _shared() -> dict[str, Schema]:
    """What is said in many places."""
    seats = {"anyOf": [choice(SEATS), FACT_NAMED], "description": "a seat, or `fact NAME`"}
    return {
        "formula": {
            "type": ["string", "integer"],
            "description": "a whole number, or a formula in quotes",
        },
        "words": {
            "anyOf": [
                one_or_more("string"),
                named(one_or_more("string"), "by language: en, fr, sv …"),
            ],
            "description": "the word shown, and others that are read; or a table of them by language",
        },
        "source": {
            "anyOf": [text(), named(text())],
            "description": "where it is written; by language where it is more than a title",
        },
        "by_role": {
            "anyOf": [see("formula"), named(see("formula"))],
            "description": "one formula for every side, or one for each role",
        },
        "strings": one_or_more("string"),
        "seat": seats,
        "laws": table_of(LAWS_OF_PLAY, "laws of play that differ"),
        "numbers": named(whole(), "whole numbers by rank or name"),
        "pack": _pack(),
    }


def _pack() -> Schema:
    suit = table_of(
        {"letter": text("as in KH"), "symbol": text(), "words": see("words")}, required=("letter",)
    )
    rank = table_of({"letter": see("words", "as K in KH"), "words": see("words", "as king")})
    words = {
        "extends": text("another pack, of which this says only what differs"),
        "name": see("words"),
        "source": see("source"),
        "ranks": text("every rank from high to low, with spaces"),
        "rank_aliases": named(text(), "other ways to write a rank"),
        "rank": named(rank, "how a rank is written and called, where that differs by language"),
        "fillers": see("words", "words of a card's name that say nothing: of, the"),
        "cards": see(
            "strings", "each card, where not every suit has every rank: its code, then its name"
        ),
        "prepare": see("words", "what is taken out of a greater pack"),
        "suit": named(suit),
    }
    return table_of(words, "a pack of cards")


def _deals() -> Schema:
    return table_of({
        "number": see("formula", "how many deals; left out where a score ends the game"),
        "dealer": {"anyOf": [choice(["passes left"]), of_type("string", pattern="^stints of [1-9][0-9]*$")]},
        "declarer": see("seat", "who chooses"),
        "leader": see("seat", "who leads to the first trick"),
        "first": see("seat", "who begins in the very first deal, and deals the second"),
        "contract": choice(PICKING, "how the contracts come up"),
        "trump_unsaid": choice(UNSAID, "what is done where trumps are open and no suit is entered"),
        "chosen": choice(CHOSEN, "when the contract is chosen where there is a choice"),
        "order": rows({"anyOf": [text(), rows(text())]}, "the contracts in order; a list where one of several is open"),
        "source": see("source"),
    })  # fmt: skip


def _contract() -> Schema:
    return table_of({
        "name": see("words"),
        "aliases": see("strings", "other words that are read"),
        "trump": text("a suit, `open` where the deal decides, or `none`"),
        "ranks": text("its own order of rank, high to low"),
        "quota": see("by_role"),
        "points": see("by_role"),
        "group": text("a word that formulas can ask for"),
        "text": see("words", "the contract in a line"),
        "source": see("source"),
        "play": see("laws"),
        "stops": table_of({
            "start": text("the rank each suit begins with, or `fact NAME`"),
            "direction": {"anyOf": [choice(DIRECTIONS), FACT_NAMED]},
            "ring": flag("whether the ranks go on round the corner"),
        }, "suits that are laid out", required=("start",)),
        "dealing": see("words", "its own steps of dealing; by language equally many"),
        "scoring": see("words", "its points, told"),
    })  # fmt: skip


def _count() -> Schema:
    return table_of({
        "name": see("words"),
        "aliases": see("strings"),
        "one": see("words", "what one of them is called"),
        "total": see("formula", "what all together must add up to"),
        "min": see("formula"),
        "max": see("formula"),
        "step": whole(minimum=1),
        "per": choice(["side", "player"]),
        "cards": see("numbers", "what each rank counts"),
        "trump_cards": see("numbers", "what each rank of trumps counts"),
        "piles": text("the count of tricks that these card points lie in"),
        "when": see("formula"),
        "optional": flag(),
        "source": see("source"),
    })  # fmt: skip


def _fact() -> Schema:
    return table_of({
        "name": see("words"),
        "aliases": see("strings"),
        "kind": choice(KINDS),
        "values": see("strings", "the words it may be"),
        "words": named(see("words"), "words that stand for a value"),
        "min": whole(),
        "max": whole(),
        "step": whole(minimum=1),
        "size": whole("how many cards", minimum=1),
        "each": flag("one card a player, in their order"),
        "suits": whole("how many suits each card must bear", minimum=1),
        "apart": see("strings", "facts that hold none of these cards"),
        "beaten": flag("each card lost a trick to one of its rank or higher"),
        "when": see("formula"),
        "default": see("formula"),
        "because": see("words", "why it is its default, in words, with {facts} put in"),
        "optional": flag(),
        "alone": flag("a word that stands for the whole deal"),
        "beside": see("strings", "the facts that may be said beside a word that stands alone"),
        "gives": see("strings", "the facts that an auction says: bidder, bid, all passed"),
        "ask": see("words"),
        "who": see("words", "of a player: which one that is"),
        "source": see("source"),
    })  # fmt: skip


def _option() -> Schema:
    return table_of({
        "default": {"type": ["boolean", "integer", "string"]},
        "values": see("strings"),
        "min": whole(),
        "max": whole(),
        "text": see("words"),
        "source": see("source"),
        "play": see("laws"),
        "says": named(see("words"), "its words in the steps of dealing and the reading of melds"),
        "name": see("words", "what is typed for it"),
        "words": named(see("words"), "what is typed for its values"),
    }, required=("default",))  # fmt: skip


def _meld() -> Schema:
    return table_of({
        "name": see("words"),
        "cards": text("certain ranks of one suit"),
        "suit": choice(["any", "trumps"]),
        "points": whole(),
        "run": see("numbers", "points by the length of the run"),
        "four": see("numbers", "points by rank, for all the cards of it"),
        "say": see("words", "the word to be said"),
        "source": see("source"),
        "adds_to": text("the kind of meld beside which it counts without using its cards again"),
        "adds_when": see("formula", "under which options it does so"),
    })  # fmt: skip


def _example() -> Schema:
    numbers = rows(whole())
    deal = table_of(
        {
            "enter": text("the deal as it is typed"),
            "points": numbers,
            "totals": numbers,
            "quotas": numbers,
            "outcome": text(),
        },
        required=("enter",),
    )
    return table_of({
        "source": see("source"),
        "computed": flag("worked out by hand rather than printed by the source"),
        "players": rows(text()),
        "dealer": text(),
        "options": named({"type": ["boolean", "integer", "string"]}),
        "says": text(),
        "match": numbers,
        "deal": rows(deal),
    })  # fmt: skip


def _top() -> dict[str, Schema]:
    return {
        "format": {"const": FORMAT},
        "extends": text("another game, of which this says only what differs"),
        "without": see(
            "strings", "what the extended game has and this has not, as `contract.NAME`"
        ),
        "name": see("words"),
        "family": text(),
        "languages": see("strings"),
        "source": see("strings"),
        "caution": see("words", "a warning that is shown wherever the game is"),
        "players": one_or_more("integer", "how many play"),
        "teams": flag("partners sit across"),
        "pack": {"anyOf": [text("the name of a pack"), see("pack")]},
        "hand": see("formula", "cards for each player"),
        "talon": whole("cards beside", minimum=0),
        "deals": _deals(),
        "game": table_of(
            {
                "start": whole(),
                "over": see("formula"),
                "end": see("words", "when that is, told"),
                "best": choice(["highest", "lowest"]),
                "last": see("words", "what is said of whoever is last, {players} put in"),
                "source": see("source"),
            }
        ),
        "match": table_of(
            {
                "games": see("formula"),
                "result": see("formula"),
                "scoring": see("words", "the result, told"),
                "source": see("source"),
            },
            required=("games", "result"),
        ),
        "role": named(
            table_of({"name": see("words"), "aim": see("words")}),
            "what a role is called, and what it aims at",
        ),
        "roles": named({"anyOf": [choice([*SEATS, "others"]), FACT_NAMED]}),
        "contract": named(_contract()),
        "points": see("by_role", "for every contract that says nothing else"),
        "scoring": see("words", "those points, told"),
        "words": named(see("words"), "what names are called that only formulas use"),
        "count": named(_count()),
        "fact": named(_fact()),
        "let": named(see("formula"), "names for what is worked out on the way"),
        "each": named(see("formula"), "worked out for every player"),
        "side": named(see("formula"), "worked out for every side"),
        "carry": named(
            table_of(
                {"start": whole(), "next": see("formula"), "source": see("source")},
                required=("next",),
            )
        ),
        "ladder": named(see("numbers"), "tables to look up in"),
        "outcome": rows(
            table_of(
                {
                    "name": see("words"),
                    "when": see("formula"),
                    "test": see("words", "when that is, told"),
                    "points": see("by_role"),
                    "scoring": see("words", "the points, told"),
                    "source": see("source"),
                },
                required=("points",),
            )
        ),
        "check": rows(_check()),
        "auction": _auction(),
        "promise": table_of({"sum": see("formula", "what the points of every deal add up to")}),
        "option": named(_option()),
        "ruling": rows(_ruling()),
        "topic": named(see("words"), "what topics of rulings are called"),
        "example": rows(_example()),
        "play": table_of(
            {
                **LAWS_OF_PLAY,
                "ranks": text(),
                "trump_ranks": text(),
                "tricks": whole(minimum=1),
                "source": see("source"),
            }
        ),
        "melds": table_of(
            {
                "uses": whole(minimum=1),
                "trump_uses": see("numbers"),
                "whose": see("words"),
                "when": see("words"),
                "reading": see("words"),
                "fact": text("the fact that holds what was melded"),
                "seat": see("seat", "whose side melded that"),
                "source": see("source"),
            }
        ),
        "meld": named(_meld()),
        "card": rows(_card_place()),
        "pile": _pile(),
        "dealing": _dealing(),
        "object": see("words", "what one tries to do"),
        "length": see("words", "how long it takes"),
        "exchange": rows(_exchange()),
    }


def _check() -> Schema:
    return table_of({
        "tier": choice(TIERS, "refuse what cannot be, ask about what is odd, flag what is worth a word"),
        "when": see("formula", "the trouble"),
        "fact": text(),
        "code": text(),
        "message": see("words"),
        "hint": see("words"),
        "source": see("source"),
    }, required=("when", "message"))  # fmt: skip


def _card_place() -> Schema:
    return table_of({
        "which": text("a card, `trumps` for all of them, or `fact NAME` for a fact of cards"),
        "lies": choice(PLACES),
        "whose": see("seat", "left out where each side has its own card of the fact"),
        "when": see("formula", "in which deals"),
        "because": see("words", "why, told"),
        "source": see("source"),
    }, required=("which",))  # fmt: skip


def _pile() -> Schema:
    return table_of({
        "suits": text("the ladder that cards are worth by"),
        "fact": text("the fact that holds the heap"),
        "goals": text("the fact that holds the cards whose suits matter"),
        "source": see("source"),
    }, required=("suits",))  # fmt: skip


def _dealing() -> Schema:
    step = table_of(
        {"when": see("formula", "in which deals"), "text": see("words")}, required=("text",)
    )
    about = "the steps in order; by language equally many, or a row for each"
    return table_of({
        "steps": {"anyOf": [see("words"), rows(step)], "description": about},
        "brief": see("words", "all of it in a line, for who knows the game"),
        "source": see("source"),
    })  # fmt: skip


def _exchange() -> Schema:
    return table_of({
        "who": {"anyOf": [choice(WHO), FACT_NAMED]},
        "takes": whole("cards taken of the talon", minimum=0),
        "gives": whole("cards given away, to `each other` so many each", minimum=0),
        "to": choice(TO, "thrown away, or to whom, seen from the giver"),
        "first": choice(["take", "give"], "which of the two comes first"),
        "optional": flag("both may be left out"),
        "may_not_give": text("ranks, cards or `trumps` that may not be given"),
        "when": see("formula", "in which deals"),
        "source": see("source"),
    }, required=("who",))  # fmt: skip


def _ruling() -> Schema:
    return table_of({
        "topic": see("strings"),
        "text": see("words"),
        "outcome": see("strings", "the rows of the settlement that it is about, by name"),
        "contract": see("strings", "the contracts that it is about"),
        "under": choice(UNDER, "the part of the rule sheet it stands in"),
        "source": see("source"),
    }, required=("text",))  # fmt: skip


def _auction() -> Schema:
    return table_of({
        "min": whole(),
        "max": whole(),
        "step": whole(minimum=1),
        "above": see("strings", "calls above every number, in order"),
        "pass": see("words", "the words for passing"),
        "take": see("words", "the words for taking the turned card"),
        "turned": text("the fact that says which card was turned"),
        "source": see("source"),
    })  # fmt: skip


def ruleset_schema() -> Schema:
    """The schema of a ruleset's file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scorekeeper ruleset",
        "$defs": _shared(),
        **table_of(_top()),
        "anyOf": [{"required": ["extends"]}, {"required": ["players", "pack"]}],
    }


def pack_schema() -> Schema:
    """The schema of a pack's file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A pack of cards for scorekeeper rulesets",
        "$defs": _shared(),
        "$ref": "#/$defs/pack",
    }
