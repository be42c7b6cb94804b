"""Changes of seats: a substitute takes a seat, or two players swap seats."""

from collections.abc import Iterable, Sequence
from unicodedata import normalize

from scorekeeper.game.entry_kinds import KNOWN, PENALTY, PLACES, SEAT, Folded, is_named
from scorekeeper.game.irregular_events import OWN_SCORE, UNDO
from scorekeeper.game.session_settings import (
    RANKING,
    TOTALS,
    Agreed,
    Facts,
    name_fault,
    player_problems,
)
from scorekeeper.game.standing import Standing
from scorekeeper.record.changes_between_deals import happening, standing_before
from scorekeeper.record.fact_values import seats_named
from scorekeeper.record.irregular_changes import FROM, deal_number, from_said, player_meant, taken
from scorekeeper.record.open_session import Act, Book
from scorekeeper.rules.ruleset import OF_PLAYERS
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say
from scorekeeper.text.problems import Refused, refuse

# --- seat facts --------------------------------------------------------------------------------
# The facts, in an entry by which a player takes a seat, about the deals recorded since.


def seat_facts(table: Agreed, folded: Folded, number: int, said: Facts) -> Facts:
    """Return the facts of the entry by which a player takes a seat before deal `number`. `table`
    are the settings until then. `said` names the new and the former player, and tells if the
    new one has a separate column. If deals were recorded since, the facts include the changes
    in them and in later penalties."""
    facts = {name: said[name] for name in ("player", "for", "own") if name in said}
    facts.update(_named(table, folded, number, facts))
    if facts.get("own") is True:
        facts.update(_columns(table, folded, number, facts))
    return facts


def _named(table: Agreed, folded: Folded, number: int, facts: Facts) -> Facts:
    """Return the facts that name the former player in deals from `number` on, where the new player
    is meant. Empty if no deal has been recorded since."""
    deals = folded.deals[number - 1 :]
    people = [fact.id for fact in table.rules.facts.values() if fact.kind in OF_PLAYERS]
    since = [entry for entry in folded.course if entry.what == KNOWN and entry.number > number]
    entries, left = (*deals, *since), facts["for"]
    named = [n for n in people if any(is_named(one.facts.get(n), left) for one in entries)]
    return {"named": named} if deals else {}


def _columns(table: Agreed, folded: Folded, number: int, facts: Facts) -> Facts:
    """Return the columns between which the points of later penalties move, and `begins` if the new
    player gets a new column. Empty if there was no later penalty."""
    player, other = facts["player"], facts["for"]
    since = (entry for entry in folded.course if entry.number > number)
    if other not in table.seat_of or not any(entry.what == PENALTY for entry in since):
        return {}
    own = table.seat_of.get(player, len(table.players))
    begins = {"begins": True} if player not in table.seat_of else {}
    return {"columns": [table.seat_of[other], own], **begins}


# --- reseating ---------------------------------------------------------------------------------
# Changes of seats: a player takes a seat, or two swap theirs.


FOR, SWAP = "for", "swap"


def seating(book: Book, words: Sequence[str], at: str) -> Act:
    """Return the change that seats a player.

    `NEW for OLD [WHY]` seats a new player in place of one who leaves. The new player takes over
    the score or, with `--own-score`, begins a column of their own. `swap ONE OTHER [WHY]` swaps
    two players. It is valid from the next deal on, or from deal N on with `--from N`. The
    consequences are notes of the change."""
    is_own, words = OWN_SCORE in words, [word for word in words if word != OWN_SCORE]
    start, words = taken(words, FROM)
    said_start, said_own, why = _said_plainly(words[3:])
    is_own, start = is_own or said_own, start or said_start
    words = [*(word.rstrip(",") for word in words[:3]), *why]
    number = len(book.folded.deals) + 1 if start is None else deal_number(book, start)
    table = standing_before(book, number).agreed
    _refuse_ambiguous(table, words)
    if len(words) > 2 and words[1].casefold() == FOR:
        said: dict[str, object] = {"player": _name(words[0]), "for": _meant(table, words[2])}
        said |= {"own": True} if is_own else {}
        _refuse_just_seated(book, said)
        facts = seat_facts(table, book.folded, number, said)
        return _done(book, SEAT, facts, words[3:], at, number)
    if len(words) > 2 and words[0].casefold() == SWAP and not is_own:
        one, other = (player_meant(table.at_table, word) for word in words[1:3])
        return _done(book, PLACES, {"player": one, "other": other}, words[3:], at, number)
    raise _not_said(table, words)


def _refuse_just_seated(book: Book, said: Facts) -> None:
    """Raise Refused for a separate column if the player has just taken the seat with its score."""
    last = book.folded.done[-1] if book.folded.done else None
    if last is None or last.what != SEAT or not said.get("own") or last.facts.get("own"):
        return
    player, other = last.facts["player"], last.facts["for"]
    if (player, other) != (said["player"], said["for"]):
        return
    message = say(
        "{player} took the seat of {other} just now, with the score", player=player, other=other
    )
    again = CommandLine("seat", (player, FOR, other, OWN_SCORE))
    hint = say("take that back with `{undo}`, then: {command}", undo=UNDO, command=again)
    raise refuse("player-twice", message, "player", hint)


def _said_plainly(words: Sequence[str]) -> tuple[str | None, bool, Sequence[str]]:
    """Return the number of the first deal or None, True for a separate column, and the reason,
    where the first words of the reason give the others without an option."""
    start, rest = from_said(words)
    own = _own_score_said(rest)
    if own is not None and start is None:
        start, own = from_said(own)
    return start, own is not None, rest if own is None else own


def _own_score_said(words: Sequence[str]) -> list[str] | None:
    """Return the words after `own score`, or another way to say it, or None if they do not begin
    so."""
    ways = [way.split() for one in LOCALES.values() for way in one.words.get("own score", ())]
    said = [word.casefold() for word in words]
    sizes = (len(way) for way in ways if said[: len(way)] == way)
    size = next(sizes, 0)
    return list(words[size:]) if size else None


def _refuse_ambiguous(table: Agreed, words: Sequence[str]) -> None:
    """Raise Refused for `swap for ONE` if a player here is named `for`."""
    if len(words) < 3 or [word.casefold() for word in words[:2]] != [SWAP, FOR]:
        return
    one, other = (seats_named(table.at_table, word) for word in words[1:3])
    if one and other:
        names = [table.at_table[found[0]] for found in (other, one)]
        message = say("`{player}` sits here, so this may be meant in two ways", player=names[1])
        raise refuse("seat-words", message, None, CommandLine("seat", (SWAP, *names)))


def _done(book: Book, what: str, facts: Facts, why: Sequence[str], at: str, number: int) -> Act:
    try:
        act = happening(book, what, facts, at, " ".join(why), number)
    except Refused as refusal:
        raise _for_other_columns(book, refusal, facts) from None
    notes = (
        *_deals_of_others(book.standing, act.standing),
        *_moved(book.standing, act.standing),
        *(_ranks(act.standing) if facts.get("own") else ()),
        *(_contracts_left(act.standing, str(facts["player"])) if facts.get("own") else ()),
    )
    return act._replace(notes=notes)


def _ranks(now: Standing) -> Iterable[Words]:
    """Yield a note if players are now ranked by points per deal, with the command to rank them by
    totals."""
    if now.agreed.ranks_by_deals:
        choice = CommandLine("agree", (f"{RANKING}={TOTALS}",))
        yield say("points per deal rank now; `{command}` ranks by totals", command=choice)


def _for_other_columns(book: Book, refusal: Refused, facts: Facts) -> Refused:
    """Return the refusal of a seat taken before a recorded penalty, if the penalty would then lack
    a column: a player who comes back later would begin another one."""
    if all(problem.code != "penalty-points" for problem in refusal.problems):
        return refusal
    message = say(
        "a penalty since is for the columns that there are, {names}: so early, somebody who comes "
        "back later would begin one more",
        names=listing(book.agreed.side_names, "and"),
    )
    own = (OWN_SCORE,) if facts.get("own") else ()
    now = CommandLine("seat", (str(facts["player"]), FOR, str(facts["for"]), *own))
    hint = say("from the coming deal on it can be: {command}", command=now)
    undo = say("or take back what was recorded since, each with `{command}`", command=UNDO)
    return refuse("penalty-points", message, "player", hint, undo)


def _contracts_left(now: Standing, player: str) -> Iterable[Words]:
    """Yield a text with the contracts left to a player who took a seat, where each contract is
    declared once: those of the seat. There is none for a player who has left the seat since."""
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
    """Yield a text for each recorded deal that gets other players."""
    for old, new in zip(before.deals, now.deals, strict=False):
        if old.agreed.players != new.agreed.players:
            players = listing(new.agreed.players, "and")
            yield say(
                "deal {number} was played by {players}", number=new.turn.number, players=players
            )


def _name(word: str) -> str:
    return normalize("NFC", word.strip())


def _meant(agreed: Agreed, word: str) -> str:
    """Return the name of the player who leaves. Return a word that names nobody unchanged, so that
    it is reported with all other problems."""
    here = agreed.at_table
    return player_meant(here, word) if seats_named(here, word) else word


def _not_said(agreed: Agreed, words: Sequence[str]) -> Refused:
    """Return the refusal of words that do not say who sits where. For a new name alone, list both
    ways to join."""
    name = _name(words[0]) if len(words) == 1 else ""
    if name and not name_fault(name) and not seats_named(agreed.at_table, name):
        return _newcomer_alone(agreed, name)
    message = say("say who sits down for whom, or which two change places")
    command = CommandLine("seat", (), (say("NEW"), FOR, agreed.at_table[-1]))
    return refuse("seat-words", message, None, command)


def _newcomer_alone(agreed: Agreed, name: str) -> Refused:
    """Return the refusal of a person who has no seat here, with both ways to join."""
    here = agreed.at_table
    message = say(
        "{player} does not sit here; {players} do", player=name, players=listing(here, "and")
    )
    takes = CommandLine("seat", (name, FOR, here[-1]))
    mends = [say("to take over the seat of {player}: {command}", player=here[-1], command=takes)]
    if not list(player_problems(agreed.rules, (*here, name), may_rest=True)):
        joins = CommandLine("again", (*here, name))
        mends.append(
            say(
                "to play with one more, who rests, once this session is over, or ended by "
                "`finish`: {command}",
                command=joins,
            )
        )
    return refuse("seat-words", message, None, *mends)


def _moved(before: Standing, now: Standing) -> Iterable[Words]:
    """Yield a note if the next deal has another dealer, and a note if numbers are now typed in
    another order."""
    old, new = before.next_turn, now.next_turn
    if old is None or new is None:
        return
    if old.dealer != new.dealer:
        dealer = now.agreed.players[new.dealer]
        yield say("deal {number} is dealt by {player}", number=new.number, player=dealer)
    if before.seating.people != now.seating.people:
        seats = JoinedWords(now.seating.agreed.players, ", ")
        yield say("numbers are typed in the order of the seats: {seats}", seats=seats)
