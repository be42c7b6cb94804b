"""The outlook for people and for programs: what is still possible, and what is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.entry.names import players_named
from scorekeeper.language import tr
from scorekeeper.outlook.ending import at_once, ends_by_score, ways_to_win
from scorekeeper.outlook.need import Need, needs_of
from scorekeeper.outlook.possible import Possible
from scorekeeper.outlook.proof_deals import Played, played
from scorekeeper.outlook.prospects import Chance, Outlook, blockers_of, outlook_of
from scorekeeper.outlook.unknown import Unknown
from scorekeeper.problems import refuse
from scorekeeper.render.ending_text import ending_text, soon_sentence
from scorekeeper.render.plain import linear
from scorekeeper.render.text import text_table
from scorekeeper.render.win_proof import proof_lines, proof_pairs
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.session import Agreed
from scorekeeper.sheet.deal_row import by_side, counts_of
from scorekeeper.speech import text_of
from scorekeeper.standing import Standing
from scorekeeper.words.deeds import player_at
from scorekeeper.words.ink import NO_INK, Ink
from scorekeeper.words.needed import condition_value, need_sentence, out_sentence, over_sentence
from scorekeeper.words.phrases import score
from scorekeeper.words.width import cut, wrapped

Value = dict[str, Any]


def outlook_value(standing: Standing, asked: int | None = None) -> Value:
    """The JSON of `outlook`; a proof has the points of each deal to come, in order, and `deals` how
    these may come about. With a side that is asked about also what it needs."""
    possible = Possible(standing.agreed.rules)
    names, found = standing.agreed.side_names, _looked_ahead(standing, possible)
    sides = {
        name: _side(standing, possible, side, chance)
        for side, (name, chance) in enumerate(zip(names, found.sides, strict=True))
    }
    value: Value = {"sides": sides, "decided": found.decided}
    if found.because is not None:
        value["because"] = text_of(found.because)
    return value if asked is None else {**value, "for": _need_of(standing, asked, possible, found)}


def _looked_ahead(standing: Standing, possible: Possible) -> Outlook:
    """What is still possible; where a score ends the game and nothing can be ruled out, ways to
    win."""
    found = outlook_of(standing, possible)
    if found.because is None or not ends_by_score(standing, possible):
        return found
    try:
        return found._replace(sides=ways_to_win(standing, possible))
    except Unknown:
        return found


def _side(standing: Standing, possible: Possible, side: int, chance: Chance) -> Value:
    value: Value = {"best": chance.best, "worst": chance.worst, "can_win": chance.can_win}
    value |= {"proof": None, "deals": None, "now": standing.state.totals[side]}
    if chance.proof is not None:
        value["proof"] = [by_side(standing.agreed, points) for points in chance.proof]
        value["deals"] = [
            _deal(standing, one) for one in played(standing, possible, chance.course, chance.proof)
        ]
    return value


def _deal(standing: Standing, one: Played) -> Value:
    """A deal of a proof as it would be played."""
    agreed = standing.agreed
    return {
        "number": one.turn.number,
        "dealer": agreed.players[one.turn.dealer],
        "declarer": player_at(agreed, one.turn.declarer),
        "contract": one.contract,
        "facts": {
            name: value for name, value in one.result.facts.items() if name in agreed.rules.facts
        },
        "counts": counts_of(agreed, one.result.facts),
        "points": by_side(agreed, one.result.points),
    }


def side_named(agreed: Agreed, word: str) -> int:
    """The side of the player that a word names; refused where that is not one player."""
    seats = players_named(agreed, word)
    if len(seats) == 1:
        return agreed.side_of[seats[0]]
    names = ", ".join(agreed.players)
    message = tr("`{word}` is not one player here; there are: {names}", word=word, names=names)
    raise refuse("player-unknown", message, "for", tr("say the whole name"))


# --- what one side needs -------------------------------------------------------------------------


def _need_of(standing: Standing, side: int, possible: Possible, found: Outlook) -> Value:
    """What a side needs, for a program; `say` is the same in a sentence."""
    names, chance = standing.agreed.side_names, found.sides[side]
    needs: tuple[Need, ...] = ()
    blocked: tuple[int, ...] = ()
    try:
        if found.because is not None and any(one.can_win for one in found.sides):
            enough = at_once(standing, possible, side)
            say = soon_sentence(standing, side, found.sides, enough)
        elif chance.can_win is None:
            raise Unknown(found.because or "")
        elif standing.state.over:
            say = over_sentence(standing, side, chance)
        elif chance.can_win:
            needs = needs_of(standing, side, possible)
            say = need_sentence(standing, side, needs)
        else:
            blockers = blockers_of(standing, side, possible)
            blocked, say = blockers.rivals, out_sentence(standing, side, chance, blockers)
    except Unknown as reason:
        say = tr(
            "{player}: cannot be decided: {reason}.", player=names[side], reason=text_of(reason.why)
        )
    rows = [_need(names, need) for need in needs]
    return {
        "side": names[side],
        "say": say,
        "needs": rows,
        "blocked_by": [names[rival] for rival in blocked],
    }


def _need(names: tuple[str, ...], need: Need) -> Value:
    return {
        "contract": need.contract,
        "role": need.role,
        "count": need.shown_count,
        "enough": list(need.enough),
        "sure": list(need.sure),
        "given": [condition_value(names, given) for given in need.given],
    }


# --- for people ----------------------------------------------------------------------------------


def outlook_text(
    value: Mapping[str, Any], rules: Ruleset, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """The outlook as a table with a proof for each side below, or as lines for a screen reader;
    what one side needs alone where that was asked."""
    if "for" in value:
        return "\n".join(wrapped(value["for"]["say"], width, "  "))
    if "because" in value and any(side["can_win"] for side in value["sides"].values()):
        return ending_text(value, rules, width, plain, ink)
    if "because" in value:
        return "\n".join(
            wrapped(tr("cannot be decided: {reason}", reason=value["because"]), width, "  ")
        )
    if plain:
        return linear(_pairs(value, rules))
    rows = [
        [
            cut(name, 24),
            score(s["best"], rules),
            score(s["worst"], rules),
            tr("yes") if s["can_win"] else tr("no"),
        ]
        for name, s in value["sides"].items()
    ]
    heads = ["", tr("best"), tr("worst"), tr("can win")]
    table = text_table(heads, rows, ["left", "right", "right", "left"], ink=ink)
    parts = [table, *_decided(value, width)]
    return "\n\n".join(
        [*parts, *("\n".join(lines) for lines in proof_lines(value["sides"], rules, width, ink))]
    )


def _decided(value: Mapping[str, Any], width: int) -> Iterable[str]:
    if value["decided"]:
        yield "\n".join(wrapped(_decided_words(value), width, "  "))


def _decided_words(value: Mapping[str, Any]) -> str:
    winners = [name for name, side in value["sides"].items() if side["can_win"]]
    if len(winners) == 1:
        return tr("it is decided: nobody but {player} can win", player=winners[0])
    return tr("it is decided")


def _pairs(value: Mapping[str, Any], rules: Ruleset) -> Iterable[tuple[str, str]]:
    for name, side in value["sides"].items():
        best, worst = score(side["best"], rules), score(side["worst"], rules)
        if side["can_win"]:
            yield name, tr("best {best}, worst {worst}, can win", best=best, worst=worst)
        else:
            yield name, tr("best {best}, worst {worst}, cannot win", best=best, worst=worst)
    yield tr("decided"), _decided_words(value) if value["decided"] else tr("no")
    yield from proof_pairs(value["sides"], rules)
