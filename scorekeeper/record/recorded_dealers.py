"""Recorded deals where people rest: each keeps who dealt it, and so who played it, when deals are
inserted, struck or swapped, or when the dealer of another is corrected.

Who rests follows the dealer. So the entry that moves deals holds the dealers that the order of the
table would not give (`Entry.turns`); one undo takes all of it back.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.game.happenings import RETURNS, turned
from scorekeeper.game.log import AMEND, INSERT, STRIKE, SWAP, Entry, Folded, folded_entries
from scorekeeper.game.schedule import State, first_state, next_dealer
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.game.standing import EFFECTS
from scorekeeper.record.book import Book
from scorekeeper.rules.model import PLAYERS
from scorekeeper.text.problems import Refused

MOVED = "deals-moved"  # the code of the question about a deal that becomes another


def has_resters(table: Agreed) -> bool:
    """Return True if more people sit at the table than play in a deal."""
    return table.rota is not None and table.rota.has_resters


def with_dealers(book: Book, entry: Entry) -> Entry:
    """Return the entry with the dealers that keep every recorded deal with those who played it.

    An entry that corrects the dealer of a deal names that one in its `turns`.
    """
    is_moving = entry.what in (INSERT, STRIKE, SWAP) or (entry.what == AMEND and entry.turns)
    if not is_moving or not any(map(has_resters, (book.begun, book.agreed))):
        return entry
    bare = entry._replace(turns=())
    folded = folded_entries([*book.journal.entries, bare])
    return entry._replace(turns=_turns(book.begun, folded, _dealers(book, folded, entry)))


def _dealers(book: Book, folded: Folded, entry: Entry) -> Mapping[int, str]:
    """Return the name of the dealer of each recorded deal by its number after the entry, and of the
    next one where it stays."""
    now = book.standing
    names = {
        origin.line: now.table_of(deal.turn.number).players[deal.turn.dealer]
        for origin, deal in zip(book.folded.origins, now.deals, strict=False)
    }
    dealers = {
        number: names[origin.line]
        for number, origin in enumerate(folded.origins, 1)
        if origin.line in names
    }
    dealers |= {turn["number"]: turn["dealer"] for turn in entry.turns}
    if now.next_turn is not None and _keeps_next(book, entry):
        dealers[len(folded.deals) + 1] = now.agreed.players[now.next_turn.dealer]
    return dealers


def _keeps_next(book: Book, entry: Entry) -> bool:
    """Return True if the next deal keeps its dealer: unless the last deal is struck, another is
    recorded behind it, or its own dealer is corrected and the turn goes on from there."""
    is_behind = entry.number >= len(book.folded.deals) + (entry.what == INSERT)
    returns = any(turn.get("then") == RETURNS for turn in entry.turns)
    return entry.what == SWAP or returns or not is_behind


def _turns(begun: Agreed, folded: Folded, dealers: Mapping[int, str]) -> tuple[Facts, ...]:
    """Return the turns that give each deal its dealer; up to the first entry that the rules refuse
    and the standing tells of."""
    agreed, state = begun, first_state(begun)
    deals, found = {id(deal) for deal in folded.deals}, list[Facts]()
    try:
        for entry in folded.course:
            if id(entry) in deals:
                state = _dealt(agreed, state, dealers, found)
            step = EFFECTS[entry.what](agreed, state, entry)
            agreed, state = step.agreed, step.state
        if not state.over:
            _dealt(agreed, state, dealers, found)
    except Refused:
        pass
    return tuple(found)


def _dealt(agreed: Agreed, state: State, dealers: Mapping[int, str], found: list[Facts]) -> State:
    """Return the state in which the next deal has its dealer; the turn that this needs is added to
    those found."""
    wanted = dealers.get(state.deal)
    if wanted is None or wanted not in agreed.at_table or agreed.players[state.dealer] == wanted:
        return state
    ways = ({"dealer": wanted}, {"dealer": wanted, "then": RETURNS})
    states = [turned(agreed, state, facts) for facts in ways]
    follows = [agreed.players[next_dealer(agreed, after)] for after in states]
    after = dealers.get(state.deal + 1)
    returns = follows[0] != after == follows[1]
    found.append({"number": state.deal, **ways[returns]})
    return states[returns]


# --- facts of other people ------------------------------------------------------------------------


def facts_as_seated(facts: Facts, then: Agreed, here: Agreed, names: Mapping[str, str]) -> Facts:
    """Return the facts of a deal with each number at the seat of its player at another table, and
    players by their names there."""
    rules, found = then.rules, dict(facts)
    for name, value in facts.items():
        if name in rules.counts:
            found[name] = _reordered(value, then, here, names, rules.counts[name].by_player)
        elif name in rules.facts and rules.facts[name].each:
            found[name] = _reordered(value, then, here, names, by_player=False)
        elif name in rules.facts and rules.facts[name].kind == "player":
            found[name] = names.get(value, value)
        elif name in rules.facts and rules.facts[name].kind == PLAYERS:
            found[name] = sorted((names.get(one, one) for one in value), key=here.players.index)
    return found


def _reordered(
    column: Sequence[object], then: Agreed, here: Agreed, names: Mapping[str, str], by_player: bool
) -> list[object]:
    """Return a number for each side, or player, in the order of this table."""
    place = {names[name]: seat for seat, name in enumerate(then.players)}
    seats = [place[name] for name in here.players]
    if by_player:
        return [column[seat] for seat in seats]
    return [column[then.side_of[seats[side[0]]]] for side in here.sides]


def replaced(then: Sequence[str], here: Sequence[str]) -> Mapping[str, str]:
    """Return the name at this table for each player of another: their own, and of those who did not
    play in turn the name of one who did."""
    came = iter([name for name in here if name not in then])
    return {name: name if name in here else next(came) for name in then}
