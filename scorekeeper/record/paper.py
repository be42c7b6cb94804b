"""What a paper sheet says of the evening: which game it is, who plays, and who sat where in each
deal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.game.schedule import Turn
from scorekeeper.game.seats import NOTHING_SETTLED
from scorekeeper.game.session import Agreed, agree, option_words
from scorekeeper.record.names import facts_named, players_named
from scorekeeper.record.paper_csv import Paper
from scorekeeper.record.paper_rows import Line
from scorekeeper.record.sheet_header import foreign_problems
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Value, listing, say
from scorekeeper.text.problems import Problem, refuse

GAME, PLAYERS, DEALER, OPTIONS = "game", "players", "dealer", "options"
AND = " & "


def agreed_on(
    rules: Ruleset,
    paper: Paper,
    players: Sequence[str] = (),
    dealer: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Agreed:
    """What was agreed on the evening of a paper sheet: as it was said now, else as the sheet says
    above its header, else as its columns and its first row show."""
    names = tuple(players) or paper.said.get(PLAYERS) or tuple(_players_in(rules, paper.header))
    if not names:
        message = say("the sheet does not say who plays")
        raise refuse(
            "audit-players", message, PLAYERS, say("name the players, clockwise, after the file")
        )
    first = dealer or first_dealer(paper)
    said = option_words(paper.said.get(OPTIONS, ()))
    agreed = agree(rules, names, None, {**said, **(options or {})}, NOTHING_SETTLED)
    if first is None:
        return agreed
    found = players_named(agreed, first)
    dealer = agreed.players[found[0]] if len(found) == 1 else first
    return agree(rules, names, dealer, agreed.options, NOTHING_SETTLED)


def _players_in(rules: Ruleset, header: Sequence[str]) -> list[str]:
    """The players by the columns that have their names: `total Anna`, `tricks Anna`; partners share
    one, and sit across."""
    heads = [head.partition(" ") for head in header]
    for is_it in (
        lambda word: word in ("total", "totals"),
        lambda word: word == "points",
        lambda word: any(name in rules.counts for name in facts_named(rules, word)),
    ):
        names = [who.strip() for what, found, who in heads if found and is_it(what.casefold())]
        if names:
            pairs = (
                [name.split(AND) for name in names] if rules.teams else [[name] for name in names]
            )
            size = max(map(len, pairs))
            return [pair[place] for place in range(size) for pair in pairs if place < len(pair)]
    return []


def first_dealer(paper: Paper) -> str | None:
    """Who began to deal, as the sheet says above its header, else in its first row."""
    if said := paper.said.get(DEALER):
        return said[0]
    heads = [head.casefold() for head in paper.header]
    place, (_, row) = heads.index(DEALER) if DEALER in heads else len(heads), paper.rows[0]
    return row[place] or None if place < len(row) else None


def other_problems(agreed: Agreed, paper: Paper) -> Iterable[Problem]:
    """What the sheet says of another evening than this: another game, other players; else that it
    is no sheet of this game."""
    game, players = next(iter(paper.said.get(GAME, ())), None), paper.said.get(PLAYERS, ())
    if game is not None and game.casefold() != agreed.rules.id:
        message = say(
            "the sheet is of `{game}`, the session of `{other}`", game=game, other=agreed.rules.id
        )
        yield Problem(
            "import-other", message, GAME, (say("say which session it belongs to: --session NAME"),)
        )
    if players and players != agreed.players:
        here, there = listing(agreed.players, "and"), listing(players, "and")
        message = say("on the sheet {there} play, in the session {here}", there=there, here=here)
        yield Problem(
            "import-other",
            message,
            PLAYERS,
            (say("say which session it belongs to: --session NAME"),),
        )
    if not paper.said:
        yield from foreign_problems(agreed, paper)


def seat_problems(agreed: Agreed, turn: Turn, line: Line) -> Iterable[Problem]:
    """Where the sheet has another number, another dealer or another declarer than the schedule."""
    if line.number not in (None, turn.number):
        message = say(
            "this is deal {number}; the sheet calls it {other}",
            number=turn.number,
            other=line.number,
        )
        yield Problem("import-schedule", message, "number", (), line.place)
    for what, text, seat in (
        (DEALER, line.dealer, turn.dealer),
        ("declarer", line.declarer, turn.declarer),
    ):
        if text and seat is not None and seat not in players_named(agreed, text):
            name = agreed.players[seat]
            told: dict[str, Value] = {"player": name, "number": turn.number, "other": text}
            deals = say("{player} deals deal {number}; the sheet has `{other}`", **told)
            declares = say("{player} declares deal {number}; the sheet has `{other}`", **told)
            message = deals if what == DEALER else declares
            yield Problem("import-schedule", message, what, (), line.place)
