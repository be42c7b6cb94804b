"""The questions that every game is asked: for each feature what it is called, and how one asks
for it."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.text.language import marked, tr

QUESTIONS: Mapping[str, tuple[str, str]] = {
    # players and cards
    "players": (marked("The number of players"), marked("How many play?")),
    "sides": (marked("Who plays with whom"), marked("Do partners play together?")),
    "pack": (marked("The pack"), marked("Which pack is played with?")),
    "hand": (marked("The number of cards"), marked("How many cards has each player?")),
    # Translators: these cards belong to nobody's hand: a talon, a kitty, a widow.
    "talon": (marked("The cards beside"), marked("How many cards lie beside?")),
    # the schedule
    "deals": (marked("The number of deals"), marked("How many deals?")),
    "dealer": (marked("The way the deal passes"), marked("When does the deal pass left?")),
    "declarer": (marked("Who declares"), marked("Who declares?")),
    "leader": (marked("Who leads"), marked("Who leads?")),
    "first": (marked("The first deal"), marked("Who begins in the first deal?")),
    "resting": (marked("Who rests"), marked("Who rests, with more people than hands?")),
    "misdeal": (marked("A misdeal"), marked("What follows a misdeal?")),
    "dispute": (marked("A disputed count"), marked("May a disputed count be split?")),
    # the contracts
    "picking": (marked("How contracts come up"), marked("How do the contracts come up?")),
    "contracts-number": (
        marked("The number of contracts"),
        marked("How many contracts are there?"),
    ),
    "contracts": (marked("The contracts"), marked("Which contracts are played?")),
    "quotas": (marked("The quotas"), marked("What are the quotas?")),
    "ranks": (
        marked("The order of rank"),
        marked("In which contracts have cards another order of rank?"),
    ),
    # scoring
    "start": (marked("The score at the start"), marked("From which score does everybody start?")),
    "best": (marked("Which score wins"), marked("Does the highest or the lowest score win?")),
    "budgets": (
        marked("How often contracts may be declared"),
        marked("How often may a contract be declared?"),
    ),
    "next": (marked("What follows from a deal"), marked("What does a deal settle for the next?")),
    "end": (marked("The end"), marked("When is a game over?")),
    "winner": (marked("The winner"), marked("Who wins when the game is over?")),
    "bonus": (marked("The bonus"), marked("What does the end of a game bring?")),
    "points": (marked("What a deal scores"), marked("What does a deal score?")),
    "match": (marked("A match of games"), marked("How many games are played?")),
    # playing
    "options": (marked("The options"), marked("What may the table choose before it starts?")),
    "melds": (marked("The melds"), marked("Which melds are there?")),
}


def topic_of(key: str) -> str:
    """What a feature is called."""
    return tr(QUESTIONS[key][0])


def question_of(key: str) -> str:
    """How one asks for a feature."""
    return tr(QUESTIONS[key][1])
