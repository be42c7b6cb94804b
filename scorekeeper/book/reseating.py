"""The acts that change who sits where: somebody takes a seat, two change places."""

from collections.abc import Iterable, Sequence
from unicodedata import normalize

from scorekeeper.book import Act, Book
from scorekeeper.book.at_the_table import player_meant
from scorekeeper.book.events import happening
from scorekeeper.entry.names import players_named
from scorekeeper.log import PLACES, SEAT
from scorekeeper.message import CommandLine, Joined, Words, say
from scorekeeper.problems import Refused, refuse
from scorekeeper.session import Agreed
from scorekeeper.standing import Standing

FOR, SWAP = "for", "swap"


def seating(book: Book, words: Sequence[str], at: str) -> Act:
    """`NEW for OLD [WHY]`: somebody takes the seat of somebody who leaves; or `swap ONE OTHER
    [WHY]`: two change places. From the coming deal on; what moves is noted."""
    if len(words) > 2 and words[1].casefold() == FOR:
        facts = {"player": _name(words[0]), "for": _meant(book.agreed, words[2])}
        return _done(book, SEAT, facts, words[3:], at)
    if len(words) > 2 and words[0].casefold() == SWAP:
        one, other = (player_meant(book.agreed, word) for word in words[1:3])
        return _done(book, PLACES, {"player": one, "other": other}, words[3:], at)
    raise _not_said(book.agreed)


def _done(book: Book, what: str, facts: dict[str, str], why: Sequence[str], at: str) -> Act:
    act = happening(book, what, facts, at, " ".join(why))
    return act._replace(notes=tuple(_moved(book.standing, act.standing)))


def _name(word: str) -> str:
    return normalize("NFC", word.strip())


def _meant(agreed: Agreed, word: str) -> str:
    """Who leaves; a word that nobody is called is told of with all else that is wrong."""
    return player_meant(agreed, word) if players_named(agreed, word) else word


def _not_said(agreed: Agreed) -> Refused:
    message = say("say who sits down for whom, or which two change places")
    command = CommandLine("seat", (), (say("NEW"), FOR, agreed.players[-1]))
    return refuse("seat-words", message, None, command)


def _moved(before: Standing, now: Standing) -> Iterable[Words]:
    """Who deals the coming deal where that is another player, and in which order numbers are typed
    where that is another one."""
    old, new = before.next_turn, now.next_turn
    if old is None or new is None:
        return
    if old.dealer != new.dealer:
        dealer = now.agreed.players[new.dealer]
        yield say("deal {number} is dealt by {player}", number=new.number, player=dealer)
    if before.seating.people != now.seating.people:
        seats = Joined(now.seating.agreed.players, ", ")
        yield say("numbers are typed in the order of the seats: {seats}", seats=seats)
