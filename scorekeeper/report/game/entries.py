"""What is entered of a deal, as the rule sheet tells it: counts and facts, and when a deal has
them."""

from __future__ import annotations

from scorekeeper.base.exact import is_whole, number_word
from scorekeeper.report.game.roles import by_players, settled
from scorekeeper.report.game.worth import with_source
from scorekeeper.rules.cards import folded
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formulas import amount, condition
from scorekeeper.rules.model import PLAYERS, WORDS, Count, Fact, Ruleset
from scorekeeper.rules.said import key_typed
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import labelled, listed, names_listed, text_of

# What is entered for a fact of each kind.
KINDS = {
    "player": marked("a player"),
    "number": marked("a number"),
    "suit": marked("a suit"),
    "rank": marked("a rank"),
    "card": marked("a card"),
    "cards": marked("cards"),
    "flag": marked("a word by itself"),
    "auction": marked("the calls"),
    "pairs": marked("pairs, of one with another"),
}


def entry_lines(rules: Ruleset) -> list[str]:
    """Every count and fact, with what it is, when it is there and whether it may be left out."""
    counts = [
        with_source(_with_when(rules, count, _count(rules, count)), count.source)
        for count in rules.counts.values()
    ]
    facts = [
        with_source(_with_when(rules, fact, _fact(rules, fact)), fact.source)
        for fact in rules.facts.values()
    ]
    return [*counts, *facts]


def _with_when(rules: Ruleset, thing: Fact | Count, said: str) -> str:
    """What is said of an entry, and in which deals it belongs."""
    if thing.when is not None:
        test = text_of(condition(rules, thing.when))
        said = tr("{entry}; only if {test}", entry=said, test=test)
    if isinstance(thing, Fact) and thing.later:
        return tr("{entry} (may be said later: until then the deal waits for it)", entry=said)
    if isinstance(thing, Fact) and thing.default is not None:
        usual = text_of(amount(rules, thing.default))
        # Translators: what is entered, and what it is where nobody says it
        return tr("{entry} (left out: {usual})", entry=said, usual=usual)
    return tr("{entry} (may be left out)", entry=said) if thing.optional else said


def _count(rules: Ruleset, count: Count) -> str:
    """Who has such a count, and what they come to together."""
    name, by_player = count.name.shown(), count.by_player or not rules.teams
    whose = (
        tr("{count} of each player", count=name)
        if by_player
        else tr("{count} of each side", count=name)
    )
    if not is_whole(count.step):
        whose = tr("{count}, by steps of {step}", count=whose, step=count.step)
    return f"{whose}, {_in_all(rules, count.total)}" if count.total else whose


def _in_all(rules: Ruleset, total: Formula) -> str:
    """What all have together; by the number of players where that differs."""
    known = ({"players": players} for players in rules.players)
    totals = [text_of(amount(rules, settled(total, fact))) for fact in known]
    said = [tr("{total} in all", total=one) for one in totals]
    return by_players(dict(zip(rules.players, said, strict=True)))


def _fact(rules: Ruleset, fact: Fact) -> str:
    """What such a fact is, after the word that is typed for it."""
    if fact.kind == WORDS:
        return _words(rules, fact)
    kind = _kind(fact) if fact.kind != PLAYERS else _players(rules, fact)
    if not is_whole(fact.step):
        kind = tr("{count}, by steps of {step}", count=kind, step=fact.step)
    typed, name = key_typed(rules, fact.id).shown(), fact.name.shown()
    is_said = folded(typed) == folded(name)
    return labelled(typed, kind if is_said else f"{name}, {kind}")


def _kind(fact: Fact) -> str:
    """What is entered for it: of a word which, of a number within which bounds, and the words that
    may stand for one."""
    words = [word.shown() for word in fact.values.values()]
    if fact.kind == "word":
        return listed(words)
    kind = tr(KINDS[fact.kind])
    if fact.least is not None and fact.most is not None:
        # Translators: as in "a number from 1 to 6".
        kind = tr(
            "{kind} from {least} to {most}",
            kind=kind, least=number_word(fact.least), most=number_word(fact.most),
        )  # fmt: skip
    return listed([kind, *words])


def _players(rules: Ruleset, fact: Fact) -> str:
    """Several players, and how many."""
    most = max(rules.every_number) if fact.most is None else fact.most
    return tr("{least} to {most} of the players", least=fact.least or 0, most=most)


def _words(rules: Ruleset, fact: Fact) -> str:
    """Several words: what they may be, and how many."""
    words = names_listed([word.shown() for word in fact.values.values()])
    least, most = fact.least or 0, len(fact.values) if fact.most is None else fact.most
    said = tr("{least} to {most} of {words}", least=least, most=most, words=words)
    typed, name = key_typed(rules, fact.id).shown(), fact.name.shown()
    return labelled(typed, said if folded(typed) == folded(name) else f"{name}, {said}")
