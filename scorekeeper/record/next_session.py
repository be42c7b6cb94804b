"""The next session of an evening: the same people, the next dealer, another game or the same."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.seats import NOTHING_SETTLED, Turns
from scorekeeper.game.session import Agreed, as_seen
from scorekeeper.record.book import Book
from scorekeeper.record.journal import evening_named, identity
from scorekeeper.rules.model import Ruleset


class Again(NamedTuple):
    """What the next session takes over: who plays, clockwise; who deals first; the choices of the
    table and who rests; the place and the day where they were said; whether two people count each
    deal; and the identity of the
    session with which the evening began."""

    players: tuple[str, ...]
    dealer: str | None
    options: Mapping[str, object]
    turns: Turns
    place: str
    date: str
    two_counts: bool
    evening: str


def again_of(book: Book, rules: Ruleset, named: Sequence[str] = ()) -> Again:
    """What a session under these rules takes over from the one before it; `named` are other people
    in the place of those who sat there."""
    agreed, head = book.agreed, book.journal.head
    players = tuple(named) or around(agreed)
    is_same = rules.id == agreed.rules.id
    return Again(
        players=players,
        dealer=_dealer(book, players),
        options={key: agreed.options[key] for key in rules.options if key in agreed.options}
        if is_same
        else {},
        turns=_turns(agreed) if is_same and len(players) == agreed.people else NOTHING_SETTLED,
        place=str(head.get("place", "")),
        date=str(head.get("date", "")),
        two_counts=book.counts_twice,
        evening=evening_named(head) or identity(head),
    )


def around(agreed: Agreed) -> tuple[str, ...]:
    """Who sits at the table, clockwise, as they sit now."""
    return (
        tuple(agreed.players[person] for person in agreed.rota.around)
        if agreed.rota
        else (agreed.players)
    )


def _dealer(book: Book, players: Sequence[str]) -> str | None:
    """Who deals next: who would have by the session before, else the next on the left who still
    plays; None where nobody of them does."""
    seated = around(book.agreed)
    place = seated.index(book.agreed.players[book.standing.state.dealer])
    still = {as_seen(name): name for name in players}
    left = (as_seen(name) for name in (*seated[place:], *seated[:place]))
    return next((still[name] for name in left if name in still), None)


def _turns(agreed: Agreed) -> Turns:
    """Who rests as the table settled it; nothing where everybody played."""
    return agreed.rota.turns if agreed.rota and agreed.rota.has_resters else NOTHING_SETTLED
