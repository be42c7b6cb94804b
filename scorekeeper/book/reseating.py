"""The acts that change who sits where: somebody takes a seat, two change places."""

from collections.abc import Iterable, Sequence
from unicodedata import normalize

from scorekeeper.book import Act, Book
from scorekeeper.book.at_the_table import FROM, deal_number, player_meant, taken
from scorekeeper.book.events import happening, standing_before
from scorekeeper.book.seat_facts import seat_facts
from scorekeeper.entry.names import seats_named
from scorekeeper.log import PLACES, SEAT
from scorekeeper.message import CommandLine, Joined, Words, listing, say
from scorekeeper.problems import Refused, refuse
from scorekeeper.session import Agreed, Facts, name_fault, player_problems
from scorekeeper.standing import Standing
from scorekeeper.table_changes import OWN_SCORE

FOR, SWAP = "for", "swap"


def seating(book: Book, words: Sequence[str], at: str) -> Act:
    """`NEW for OLD [WHY]`: somebody takes the seat of somebody who leaves, with the score, or with
    `--own-score` with a column of their own; or `swap ONE OTHER [WHY]`: two change places. From
    the coming deal on, or from deal N on with `--from N`; what moves is noted."""
    is_own, words = OWN_SCORE in words, [word for word in words if word != OWN_SCORE]
    start, words = taken(words, FROM)
    number = len(book.folded.deals) + 1 if start is None else deal_number(book, start)
    table = standing_before(book, number).agreed
    _refuse_ambiguous(table, words)
    if len(words) > 2 and words[1].casefold() == FOR:
        said: dict[str, object] = {"player": _name(words[0]), "for": _meant(table, words[2])}
        said |= {"own": True} if is_own else {}
        facts = seat_facts(table, book.folded, number, said)
        return _done(book, SEAT, facts, words[3:], at, number)
    if len(words) > 2 and words[0].casefold() == SWAP and not is_own:
        one, other = (player_meant(table.at_table, word) for word in words[1:3])
        return _done(book, PLACES, {"player": one, "other": other}, words[3:], at, number)
    raise _not_said(table, words)


def _refuse_ambiguous(table: Agreed, words: Sequence[str]) -> None:
    """Raises Refused for `swap for ONE` where somebody who sits here is called `for`."""
    if len(words) < 3 or [word.casefold() for word in words[:2]] != [SWAP, FOR]:
        return
    one, other = (seats_named(table.at_table, word) for word in words[1:3])
    if one and other:
        names = [table.at_table[found[0]] for found in (other, one)]
        message = say("`{player}` sits here, so this may be meant in two ways", player=names[1])
        raise refuse("seat-words", message, None, CommandLine("seat", (SWAP, *names)))


def _done(book: Book, what: str, facts: Facts, why: Sequence[str], at: str, number: int) -> Act:
    act = happening(book, what, facts, at, " ".join(why), number)
    notes = (
        *_deals_of_others(book.standing, act.standing),
        *_moved(book.standing, act.standing),
        *(_contracts_left(act.standing, str(facts["player"])) if facts.get("own") else ()),
    )
    return act._replace(notes=notes)


def _contracts_left(now: Standing, player: str) -> Iterable[Words]:
    """The contracts that are left to who took a seat, where they are used up: those of the seat.
    Nothing is said of somebody who left it again since."""
    rules, sits = now.agreed.rules, player in now.agreed.at_table
    if now.state.over or not sits or not (rules.deals.picked and rules.deals.once):
        return
    used = now.state.used[now.agreed.seat_of[player]]
    left = [known.name for known in rules.contracts.values() if known.id not in used]
    if left:
        yield say(
            "{player} takes over the contracts that are left of the seat: {contracts}",
            player=player,
            contracts=listing(left, "and"),
        )


def _deals_of_others(before: Standing, now: Standing) -> Iterable[Words]:
    """The recorded deals that are of other people than before."""
    for old, new in zip(before.deals, now.deals, strict=False):
        if old.agreed.players != new.agreed.players:
            players = listing(new.agreed.players, "and")
            yield say(
                "deal {number} was played by {players}", number=new.turn.number, players=players
            )


def _name(word: str) -> str:
    return normalize("NFC", word.strip())


def _meant(agreed: Agreed, word: str) -> str:
    """Who leaves; a word that nobody is called is told of with all else that is wrong."""
    here = agreed.at_table
    return player_meant(here, word) if seats_named(here, word) else word


def _not_said(agreed: Agreed, words: Sequence[str]) -> Refused:
    """The refusal of words that do not say who sits where; of a newcomer's name alone, with all
    that may be meant by it."""
    name = _name(words[0]) if len(words) == 1 else ""
    if name and not name_fault(name) and not seats_named(agreed.at_table, name):
        return _newcomer_alone(agreed, name)
    message = say("say who sits down for whom, or which two change places")
    command = CommandLine("seat", (), (say("NEW"), FOR, agreed.at_table[-1]))
    return refuse("seat-words", message, None, command)


def _newcomer_alone(agreed: Agreed, name: str) -> Refused:
    """The refusal of somebody who does not sit here, with both ways to sit down."""
    here = agreed.at_table
    message = say(
        "{player} does not sit here; {players} do", player=name, players=listing(here, "and")
    )
    takes = CommandLine("seat", (name, FOR, here[-1]))
    mends = [say("to take over the seat of {player}: {command}", player=here[-1], command=takes)]
    if not list(player_problems(agreed.rules, (*agreed.players, name), may_rest=True)):
        joins = CommandLine("again", (*agreed.players, name))
        mends.append(
            say(
                "to play with one more, who rests, once this session is over, or ended by "
                "`finish`: {command}",
                command=joins,
            )
        )
    return refuse("seat-words", message, None, *mends)


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
