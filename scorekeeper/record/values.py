"""Reading the value of one fact from what a person wrote after `key=`."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.base.exact import SIGNS, number_written
from scorekeeper.game.counts import counted
from scorekeeper.game.session import Agreed
from scorekeeper.record.names import (
    contracts_named,
    phrases_named,
    players_named,
    seats_named,
    sides_named,
)
from scorekeeper.rules.cards import (
    Card,
    Pack,
    card_in_words,
    card_pieces,
    cards_typed,
    rank_named,
    suit_word,
    suit_words,
    suits_named,
    words_of_card,
)
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.model import PAIRS, PLAYERS, WORDS, Count, Fact
from scorekeeper.rules.said import YES, contract_typed
from scorekeeper.text.language import marked
from scorekeeper.text.message import Thousands, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, did_you_mean

Read = tuple[Any, list[Problem]]
NOTHING = ("-", "−")
DASHES = (*NOTHING, "")
LONGEST_NUMBER = 100  # figures; one that long is still a number, far too large
_NOT_HERE = {
    "contract": marked("`{word}` is not a contract here"),
    "player": marked("`{word}` is not a player here"),
    "suit": marked("`{word}` is not a suit here"),
}
_NOTHING_NAMED = {
    "contract": marked("no contract is named"),
    "player": marked("no player is named"),
    "suit": marked("no suit is named"),
}


def typed_number(text: str) -> int | None:
    """A number as people write it, with a plain or a typographic sign: a whole one, or with the
    sign of a half or a quarter behind it."""
    digits = text[1:] if text.startswith(("+", "-", "−")) else text
    if len(digits) > LONGEST_NUMBER or not digits[-1:].isnumeric():
        return None
    if digits.isascii() and digits.isdecimal():
        return int(text.replace("−", "-"))
    part = number_written(digits) if digits[-1] in SIGNS.values() else None
    return part if part is None or digits is text or text[0] == "+" else -part


def read_value(agreed: Agreed, fact: Fact, text: str) -> Read:
    """The value of a fact, or the text as it stands where the rules' own checks will say why."""
    if fact.kind == "player":
        return _player(agreed, fact, text)
    if fact.kind == "suit":
        return _suit(agreed.rules.pack, fact, text)
    if fact.kind == "rank":
        return rank_named(agreed.rules.pack, text) or text, []
    if fact.kind in ("number", "word"):
        return _number_or_word(fact, text)
    if fact.kind == WORDS:
        return _words(fact, text)
    if fact.kind == PLAYERS:
        return _players(agreed, fact, text)
    if fact.kind == "card":
        return _card(agreed, fact, text)
    if fact.kind == "cards":
        return _cards(agreed, fact, text)
    if fact.kind == PAIRS:
        from scorekeeper.record.pair_words import read_pairs  # noqa: PLC0415 - 0.5 ms, few games

        return read_pairs(agreed, fact, text)
    if fact.kind == "auction":
        calls = text.split(",") if "," in text else text.split() or [""]
        return [call.strip() for call in calls], []
    return (True, []) if text.casefold() in YES else (text, [])


def _player(agreed: Agreed, fact: Fact, text: str) -> Read:
    """A player by name or unambiguous beginning."""
    seats = players_named(agreed, text)
    if not seats and (resting := resting_problem(agreed, fact.id, text)):
        return None, [resting]
    return _one([agreed.players[seat] for seat in seats], text, fact.id, "player", agreed.players)


def _suit(pack: Pack, fact: Fact, text: str) -> Read:
    """A suit by any of its words; what it might have been is said in the language spoken."""
    found = suits_named(pack, text)
    if len(found) == 1:
        return found[0], []
    return _one([suit_word(pack, suit) for suit in found], text, fact.id, "suit", suit_words(pack))


def _card(agreed: Agreed, fact: Fact, text: str) -> Read:
    """The code of a card; of letters that are one card here and another there, neither."""
    found = cards_typed(agreed.rules.pack, text)
    if len(found) > 1:
        return None, [card_ambiguous(agreed.rules.pack, fact.id, text, found)]
    return found[0].code if found else text, []


def card_ambiguous(pack: Pack, what: str, text: str, found: Sequence[Card]) -> Problem:
    """Return the problem of letters that are another card in another language, with a spelling of
    each card that is read alike everywhere."""
    message = say(
        "`{word}` could be {choices}",
        word=text, choices=listing(words_of_card(pack, card) for card in found),
    )  # fmt: skip
    hint = say("write {choices}", choices=listing(card_in_words(pack, card) for card in found))
    return Problem("card-ambiguous", message, what, (hint,))


def _cards(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Cards one after another; one a player also by name, `Anna:2MK`, in any order."""
    items = [item.strip() for item in text.split(",")]
    if not (fact.each and all(":" in item for item in items)):
        read = [_card(agreed, fact, word) for word in card_pieces(agreed.rules.pack, text)]
        return [code for code, _ in read], [problem for _, found in read for problem in found]
    found: dict[int, str] = {}
    problems: list[Problem] = []
    for item in items:
        who, _, card = item.partition(":")
        sides = sides_named(agreed, who)
        if len(sides) != 1:
            problems += _one(
                [agreed.side_names[side] for side in sides],
                who,
                fact.id,
                "player",
                agreed.side_names,
            )[1]
        elif sides[0] in found:
            message = say(
                "{player} is named twice in `{where}`",
                player=agreed.side_names[sides[0]],
                where=fact.id,
            )
            problems.append(
                Problem(f"{fact.id}-twice", message, fact.id, (say("leave one of them out"),))
            )
        else:
            found[sides[0]], wrong = _card(agreed, fact, card)
            problems += wrong
    return [found[side] for side in sorted(found)], problems


def _number_or_word(fact: Fact, text: str) -> Read:
    number = typed_number(text) if fact.kind == "number" else None
    if number is not None:
        return number, []
    found = phrases_named(fact.values, text)
    if len(found) > 1:
        return None, [_ambiguous(fact.id, fact.id, text, found)]
    return (found[0] if found else text), []


def _words(fact: Fact, text: str) -> Read:
    """Several words in the order of the list; what is none of them stays, and the rules' own checks
    say why."""
    read = [_number_or_word(fact, item.strip()) for item in text.split(",") if item.strip()]
    problems = [problem for _, found in read for problem in found]
    said = [word for word, found in read if not found]
    order = [*fact.values]
    known = sorted((word for word in said if word in fact.values), key=order.index)
    return [*known, *(word for word in said if word not in fact.values)], problems


def _players(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Several players, in the order of their seats."""
    read = [_player(agreed, fact, item.strip()) for item in text.split(",") if item.strip()]
    problems = [problem for _, found in read for problem in found]
    said = [str(name) for name, found in read if not found]
    return sorted(said, key=agreed.players.index), problems


def read_contract(agreed: Agreed, opened: Sequence[str], text: str) -> Read:
    """A contract by any of its words: among those open first, so that a beginning that only one
    of them has will do; else among all, so that the refusal can say that it was used."""
    rules = agreed.rules
    found = contracts_named(rules, text, opened) or contracts_named(rules, text, rules.contracts)
    if len(found) == 1:
        return found[0], []
    typed = [contract_typed(rules, name) for name in found or opened]
    if found:
        return None, [_ambiguous("contract", "contract", text, typed)]
    near = [word for phrase in typed for word in phrase.spellings()]
    return None, [_unknown("contract", "contract", text, typed, near)]


def _one(found: Sequence[str], text: str, fact: str, what: str, known: Sequence[str]) -> Read:
    if len(found) == 1:
        return found[0], []
    if found:
        return None, [_ambiguous(what, fact, text, found)]
    return None, [_unknown(what, fact, text, known, known)]


def resting_problem(agreed: Agreed, fact: str, word: str) -> Problem | None:
    """The problem of a word that names somebody who rests; None where it does not."""
    found = seats_named(agreed.resting, word)
    if len(found) != 1:
        return None
    message = say(
        "{player} rests in this deal; {players} play",
        player=agreed.resting[found[0]],
        players=listing(agreed.players, "and"),
    )
    return Problem("player-rests", message, fact, (say("name those who play"),))


def _unknown(
    what: str, fact: str, text: str, known: Sequence[Words], near: Iterable[str]
) -> Problem:
    """A word that names nothing: what it may have been meant to be of the words `near` it, else
    those that are `known`; where no word was said, that none was."""
    words = listing(known, "and")
    hint = (did_you_mean(text, near) if text else None) or say_n(
        len(known), "there is only {words}", "there are {words}", words=words
    )
    message = say(_NOT_HERE[what], word=text) if text else say(_NOTHING_NAMED[what])
    return Problem(f"{what}-unknown", message, fact, (hint,))


def _ambiguous(what: str, fact: str, text: str, found: Sequence[Words]) -> Problem:
    message = say("`{word}` could be {choices}", word=text, choices=listing(found))
    return Problem(f"{what}-ambiguous", message, fact, (say("write one more letter"),))


def read_column(
    agreed: Agreed, count: Count, items: Sequence[str], before: Sequence[int] | None = None
) -> Read:
    """A number for each side (or player): in order (`6,6,4`, with `-` or nothing for the one to be
    worked out), or by name (`Anna:6`), where those not named keep what they had `before`. Of a
    count that one has, the name alone (`Anna`)."""
    named = [item for item in items if ":" in item]
    if count.of_one and len(items) == 1 and is_whose(agreed, count, items[0]):
        return _by_name(agreed, count, [f"{items[0]}:1"], None)
    if not named:
        return _in_order(count, items, counted(count, agreed))
    if len(named) == len(items):
        return _by_name(agreed, count, items, before)
    message = say(
        "`{numbers}` mixes numbers in order with numbers by name", numbers=",".join(items)
    )
    return None, [
        Problem(f"{count.id}-mixed", message, count.id, (say("give all in order or all by name"),))
    ]


def is_whose(agreed: Agreed, count: Count, word: str) -> bool:
    """Whether a word says who has a count that one has: a name, and no number of it; also one of
    nobody here."""
    if word in agreed.players or word in agreed.side_names:
        return True
    return word not in DASHES and ":" not in word and typed_number(word) is None


def _in_order(count: Count, items: Sequence[str], names: Sequence[str]) -> Read:
    problems = _number_problems([item for item in items if item not in DASHES], count.id, count.id)
    if problems:
        hint = say("give a number for each of {names}, in that order", names=listing(names, "and"))
        return None, [problem._replace(mends=(hint,)) for problem in problems]
    numbers = [None if item in DASHES else typed_number(item) for item in items]
    return _whole(count, numbers + [None] * (len(names) - len(numbers))), []


def _number_problems(texts: Sequence[str], where: str, fact: str) -> list[Problem]:
    """Those of some texts that are no numbers, and those that are numbers past every limit."""
    read = {f"`{text}`": typed_number(text) for text in texts}
    bad = [text for text, number in read.items() if number is None]
    large = [text for text, number in read.items() if number and abs(number) > GREATEST]
    said = []
    if bad:
        words = listing(bad, "and")
        said.append(
            say("{words} in `{where}` cannot be read as a number", words=words, where=where)
        )
    if large:
        words, most = listing(large, "and"), Thousands(GREATEST)
        said.append(
            say_n(
                len(large), "{words} in `{where}` is too large: {most} is the most",
                "{words} in `{where}` are too large: {most} is the most",
                words=words, where=where, most=most,
            )
        )  # fmt: skip
    return [Problem(f"{fact}-value", message, fact) for message in said]


def _by_name(
    agreed: Agreed, count: Count, items: Sequence[str], before: Sequence[int] | None
) -> Read:
    names, problems = counted(count, agreed), list[Problem]()
    column: list[int | None] = [None] * len(names)
    for item in items:
        who, _, text = item.rpartition(":")
        found, number = (
            (players_named if count.by_player else sides_named)(agreed, who),
            typed_number(text),
        )
        resting = None if found else resting_problem(agreed, count.id, who)
        if resting:
            problems.append(resting)
        elif len(found) != 1:
            problems += _one([names[side] for side in found], who, count.id, "player", names)[1]
        elif column[found[0]] is not None:
            message = say(
                "{player}: two numbers of {things} were given",
                player=names[found[0]],
                things=count.name,
            )
            problems.append(
                Problem(f"{count.id}-twice", message, count.id, (say("leave one of them out"),))
            )
        elif wrong := _number_problems([text], item, count.id):
            problems += wrong
        else:
            column[found[0]] = number
    column = _whole(count, column)
    one_is_worked_out = count.total is not None and column.count(None) == 1
    if before is not None and len(before) == len(column) and not one_is_worked_out:
        column = [old if new is None else new for old, new in zip(before, column, strict=True)]
    return column, problems


def _whole(count: Count, column: list[int | None]) -> list[int | None]:
    """The column; where one has all that there is of the count, nothing for those not named."""
    return [number or 0 for number in column] if count.of_one and 1 in column else column
