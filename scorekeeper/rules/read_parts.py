"""Reads the parts of a ruleset: contracts, facts, counts, and what is worked out from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.rules.formula import GREATEST, Formula, FormulaError, number_of, read_formula
from scorekeeper.rules.model_entered import (
    AUCTION,
    CONTRACT,
    COUNT,
    FACT,
    MOST_WORDS,
    PAIRS,
    PLAYERS,
    WORDS,
    Auction,
    Contract,
    Count,
    Fact,
)
from scorekeeper.rules.model_scoring import (
    BONUS,
    CARRY,
    CHECK,
    GAME,
    LOWEST,
    OUTCOME,
    Carry,
    Check,
    Game,
    Ladder,
    Outcome,
)
from scorekeeper.rules.read_laws import read_laws, read_stops
from scorekeeper.rules.read_words import read_fields, read_record, read_word
from scorekeeper.rules.table import NOTHING, Table
from scorekeeper.rules.table_values import Whose
from scorekeeper.text.language import Phrase, own_words
from scorekeeper.text.message import say


def _of_trump(name: str) -> dict[str, list[str]]:
    """Words of our own as a ruleset's file has them: by language."""
    return {code: [*words] for code, words in own_words(name).by_language.items()}


# What is said of the trump suit where a contract leaves it open and the file has no fact of its
# own.
OPEN_TRUMP: Mapping[str, object] = {
    "kind": "suit",
    "optional": True,
    "name": _of_trump("trump"),
    "ask": _of_trump("which trump"),
}


def read_contract(name: str, table: Table) -> Contract:
    return read_record(
        table,
        CONTRACT,
        id=name,
        name=named(table, name),
        play=read_laws(table),
        stops=read_stops(table),
    )


def named(table: Table, name: str) -> Phrase:
    """A thing's words: `name` is what is shown, `aliases` are read as well."""
    shown = table.phrase("name", name.replace("-", " ").replace("_", " "))
    return shown._replace(aliases=table.strings("aliases"))


def read_count(name: str, table: Table) -> Count:
    """A number for each side. Where nothing is said, trumps count what the others do, and a count
    called `tricks` is one of tricks."""
    count = read_record(table, COUNT, id=name, name=named(table, name))
    trumps = count.trump_values if table.has("trump_cards") else count.values
    tricks = count.counts_tricks if table.has("tricks") else name == "tricks"
    return count._replace(trump_values=trumps, counts_tricks=tricks)


def read_facts(top: Table, contracts: Mapping[str, Contract]) -> dict[str, Fact]:
    """The facts of the file, and the trump suit where a contract leaves it open."""
    facts = {name: _fact(name, table) for name, table in top.tables("fact").items()}
    if "trump" not in facts and any(contract.trump == "open" for contract in contracts.values()):
        facts["trump"] = _fact("trump", Table(OPEN_TRUMP, "fact.trump", top.faults))
    return facts


def _fact(name: str, table: Table) -> Fact:
    values = read_values(table, table.strings("values"))
    fact = read_record(table, FACT, id=name, name=named(table, name), values=values)
    if fact.kind == WORDS:
        _note_words(table, fact)
        return fact._replace(optional=fact.optional or not fact.least)
    if fact.kind == PLAYERS:
        return fact._replace(optional=fact.optional or not fact.least)
    if fact.kind != PAIRS:
        return fact
    return fact._replace(each=True, optional=True, most=1 if fact.most is None else fact.most)


def _note_words(table: Table, fact: Fact) -> None:
    """Notes a list of no words, of too many, or of fewer than must be said."""
    if not fact.values:
        missing = say("`{key}` is missing", key="values")
        table.fault("values", missing, say('say `values = ["…", "…"]`'))
    elif len(fact.values) > MOST_WORDS:
        number, most = len(fact.values), MOST_WORDS
        message = say("{number} words are too many: at most {most}", number=number, most=most)
        table.fault("values", message)
    least, most = fact.least or 0, len(fact.values) if fact.most is None else fact.most
    if fact.values and not 0 <= least <= most <= len(fact.values):
        message = say(
            "of {number} words {least} to {most} cannot be said",
            number=len(fact.values),
            least=least,
            most=most,
        )
        table.fault("min" if table.has("min") else "max", message)


def read_values(table: Table, values: Sequence[str]) -> dict[str, Phrase]:
    """Values, and words that stand for one, `[fact.NAME.words]`, with their spellings."""
    words = table.table("words")
    return {value: Phrase({"en": (value,)}) for value in values} | {
        name: words.phrase(name) for name in words.raw
    }


def read_ladder(name: str, table: Table) -> Ladder:
    steps, words = {}, {}
    for key in table.raw:
        value = table.whole(key, 0)
        number = key.removeprefix("-")
        if number.isdecimal() and len(number) <= len(str(GREATEST)):
            steps[int(key)] = value
        else:
            words[key] = value
    return Ladder(id=name, steps=tuple(sorted(steps.items())), words=words)


def read_outcome(row: Table) -> Outcome:
    outcome = read_fields(row, OUTCOME)
    if not outcome.points:
        row.fault("points", say("an outcome must say its `points`"))
    row.done()
    return outcome


# Whose names the formula of a check knows, by whom it is asked of.
OF_WHOM: Mapping[str, Whose] = {"deal": "deal", "side": "side", "player": "side", "pair": "pair"}


def read_check(row: Table) -> Check:
    of = row.choice("of", OF_WHOM, "deal")
    check = read_fields(row, CHECK, of=of, when=_trouble(row, of), message=row.phrase("message"))
    if not check.message.by_language:
        row.fault("message", say("a check must say its `message`"))
    row.done()
    return check


def _trouble(row: Table, of: str) -> Formula:
    """The test of a check. Where one of the deal names what each side has, the fault says so."""
    found, before = row.faults.found, len(row.faults.found)
    trouble = row.formula("when", OF_WHOM[of], required=True) or NOTHING
    if of == "deal" and len(found) > before and _is_of_side(row):
        mend = say('say `of = "side"`: the test is then asked of each side, by its own numbers')
        found[-1] = found[-1]._replace(mends=(mend, *found[-1].mends))
    return trouble


def _is_of_side(row: Table) -> bool:
    """Whether a test would be well if each side were asked."""
    try:
        read_formula(str(row.raw.get("when")), row.faults.names("side"), row.faults.tables)
    except FormulaError:
        return False
    return True


def read_carry(table: Table) -> Carry:
    """A counter; what one of the whole table becomes is worked out of the whole deal."""
    is_of_table = table.raw.get("of") == "table"
    becomes = table.formula("next", "deal" if is_of_table else "side", required=True) or NOTHING
    return read_record(table, CARRY, next=becomes)


HANGING = ("start", "best")  # the words of a game that may hang on the choices of a table


def read_game(table: Table) -> Game:
    """When a game is over, who wins it, and what that brings; what hangs on the choices of a table
    is worked out for each table."""
    said = {name: read_word(table, word) for word in GAME.words if (name := word.name) in HANGING}
    start, best = said["start"], said["best"]
    chosen = {"start": start} if start.names else {}
    if isinstance(best, Formula):
        chosen["best"] = best
    return read_record(
        table,
        GAME,
        start=0 if start.names else _number(table, "start", start),
        lowest_wins=best == LOWEST,
        bonus=read_record(table.table("bonus"), BONUS) if table.has("bonus") else None,
        chosen=chosen,
    )


def _number(table: Table, key: str, formula: Formula) -> int:
    """What a formula that names nothing gives; 0 where it has no answer, which is noted."""
    try:
        return number_of(formula, {})
    except FormulaError as error:
        table.fault(key, error.why)
        return 0


def read_auction(top: Table) -> Auction | None:
    if not top.has("auction"):
        return None
    table = top.table("auction")
    least = table.whole("min", 1)
    take = table.phrase("take") if table.has("take") else None
    return read_record(table, AUCTION, least=least, most=table.whole("max", least), take=take)
