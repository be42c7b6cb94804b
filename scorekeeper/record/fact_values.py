"""Values of single facts, parsed from words: players, contracts, cards, pairs, numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.base.exact_numbers import SIGNS, is_written, number_written
from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_facts import CROSS, PairCount
from scorekeeper.game.session_settings import Agreed
from scorekeeper.rules.cards import (
    Card,
    Pack,
    card_in_words,
    card_pieces,
    cards_typed,
    folded,
    rank_named,
    suit_word,
    suit_words,
    suits_named,
    words_of_card,
)
from scorekeeper.rules.fact_names import YES, contract_typed, keys_named, loosely, said_whole, spelt
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.ruleset import PAIRS, PLAYERS, WORDS, Count, Fact, Ruleset
from scorekeeper.text.message import Thousands, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, did_you_mean
from scorekeeper.text.translation import ENGLISH, Phrase, language, marked

# --- names -------------------------------------------------------------------------------------
# Search for the player, side or contract that a word names, by any unambiguous beginning.


LEAST_ELSEWHERE = 3  # letters that begin a word of a language neither spoken nor English


def players_named(agreed: Agreed, word: str) -> list[int]:
    """Return the seats whose player has the name `word` or, if there is none, a name that begins
    with it."""
    return seats_named(agreed.players, word)


def seats_named(players: Sequence[str], word: str) -> list[int]:
    """Return the indexes of the names equal to `word` or, if there are none, that begin with it.
    Accents may be omitted. A typed accent counts: a beginning with the accent precedes a full
    name without it."""
    word = unicodedata.normalize("NFC", word.strip())
    has_accent = folded(word) != word.casefold()
    return (
        _called(players, word, str)
        or _called(players, word, str.casefold)
        or (_beginning(players, word, str.casefold) if has_accent else [])
        or _called(players, word, folded)
        or _beginning(players, word, folded)
    )


def _called(players: Sequence[str], word: str, alike: Callable[[str], str]) -> list[int]:
    return [place for place, name in enumerate(players) if alike(name) == alike(word)]


def _beginning(players: Sequence[str], word: str, alike: Callable[[str], str]) -> list[int]:
    begins = alike(word)
    return [
        place for place, name in enumerate(players) if begins and alike(name).startswith(begins)
    ]


def joined_names(
    names: Sequence[str], words: Sequence[str], is_taken: Callable[[str], bool]
) -> list[str]:
    """Join the words that together are a name with a space: `Anna B` in `Anna B 20 15`, and also
    in `declarer=Anna B` and `Anna B:20`.

    A complete name is always joined. An abbreviated one, such as `Anna Be` for `Anna Berta`, is
    joined only if exactly one name begins so and no word after its first names another player.
    A word that `is_taken` by something else in the deal, such as a suit, belongs to a name only
    if it is spelt as the name was entered."""
    most = max((len(name.split()) for name in names), default=1)
    if most < 2:
        return [*words]
    found, rest = list[str](), [*words]
    while rest:
        sizes = (size for size in range(most, 1, -1) if _is_name(names, rest[:size], is_taken))
        size = next(sizes, 1)
        found.append(" ".join(rest[:size]))
        del rest[:size]
    return found


def _is_name(names: Sequence[str], words: Sequence[str], is_taken: Callable[[str], bool]) -> bool:
    """Return True if the words together are one name, also after a key or before a number."""
    if len(words) < 2:
        return False
    parts = [re.split("[,=]", words[0])[-1], *words[1:-1], re.split("[:=,]", words[-1])[0]]
    name = unicodedata.normalize("NFC", " ".join(parts))
    if not all(parts) or name in names:
        return all(parts)
    found, rest = seats_named(names, name), parts[1:]
    is_whole = any(folded(name) == folded(one) for one in names)
    is_others = not is_whole and any(seats_named(names, word) for word in rest)
    return len(found) == 1 and not is_others and not any(map(is_taken, rest))


def sides_named(agreed: Agreed, word: str) -> list[int]:
    """Return the sides that `word` names, by the side's name or one of its players."""
    word = unicodedata.normalize("NFC", word.strip())
    if word in agreed.side_names:
        return [agreed.side_names.index(word)]
    return sorted({agreed.side_of[seat] for seat in players_named(agreed, word)})


def contracts_named(rules: Ruleset, word: str, among: Collection[str]) -> list[str]:
    """Return the contracts in `among` that `word` names in any language or, if there are none,
    begins. The full name of one contract is not the beginning of another."""
    exact = contracts_said_whole(rules, word)
    if exact:
        return [name for name in exact if name in among]
    return phrases_named({name: rules.contracts[name].name for name in among}, word)


def contracts_said_whole(rules: Ruleset, word: str) -> list[str]:
    """Return the contracts of which `word` is a full name."""
    return said_whole({name: contract.name for name, contract in rules.contracts.items()}, word)


def phrases_named(phrases: Mapping[str, Phrase], word: str) -> list[str]:
    """Return the ids of the phrases whose id or spelling equals `word` or, if there are none,
    begins with it. Phrases in the user's language and English are tried first. In other
    languages a beginning needs three letters, since two match by chance (`at` begins `atout`).
    A number is never a beginning."""
    wanted = loosely(word)
    if not wanted:
        return []
    whole = said_whole(phrases, word)
    if whole or wanted.isdecimal():
        return whole
    return _begun(phrases, wanted, _near_words) or (
        _begun(phrases, wanted, spelt) if len(wanted) >= LEAST_ELSEWHERE else []
    )


def _begun(
    phrases: Mapping[str, Phrase], wanted: str, words: Callable[[str, Phrase], list[str]]
) -> list[str]:
    return [
        name
        for name, phrase in phrases.items()
        if any(w.startswith(wanted) for w in words(name, phrase))
    ]


def _near_words(name: str, phrase: Phrase) -> list[str]:
    """Return the spellings of a phrase in the user's language and in English."""
    near = {code: phrase.by_language.get(code, ()) for code in (language(), ENGLISH)}
    return [loosely(name), *(loosely(word) for words in near.values() for word in words)]


def facts_named(rules: Ruleset, key: str) -> list[str]:
    """Return the facts and counts that a key names, by id (`tricks`) or by their name in any
    language."""
    return keys_named(rules, key)


# --- pair words --------------------------------------------------------------------------------
# Reading pairs: one word each, `ann×bob`, also typed `ann*bob`, or `annxbob` if that can be nothing
# else; the number follows a colon, `ann×bob:2`.


CROSS_SIGNS = (CROSS, "*", "x", "X")


def pair_facts(rules: Ruleset) -> list[Fact]:
    """Return the facts of a game whose values are pairs."""
    return [fact for fact in rules.facts.values() if fact.kind == PAIRS]


def is_pairs(agreed: Agreed, text: str) -> bool:
    """Return True if a text can be read as a pair, or as several separated by commas."""
    return all(pairs_named(agreed, word) for word in text.split(","))


def pairs_named(agreed: Agreed, word: str) -> list[PairCount]:
    """Return the pairs that a word may be: two sides, each by its name or a beginning of it."""
    said, number = _parted(word.strip())
    found = list[PairCount]()
    for sign in CROSS_SIGNS:
        for at, letter in enumerate(said):
            if letter == sign:
                ones, others = sides_named(agreed, said[:at]), sides_named(agreed, said[at + 1 :])
                found += [PairCount(one, other, number) for one in ones for other in others]
        if found:
            break
    return list(dict.fromkeys(found))


def _parted(word: str) -> tuple[str, int]:
    """Return the pair and its number, which is 1 if none is given."""
    said, colon, number = word.rpartition(":")
    is_number = number.isascii() and number.isdecimal() and len(number) < 10
    return (said, int(number)) if colon and is_number else (word, 1)


def read_pairs(agreed: Agreed, fact: Fact, text: str) -> tuple[list[str], list[Problem]]:
    """Return the pairs in a text as they are stored, in seat order, and the problems. A word that
    names nobody is unchanged; the checks of the rules report it."""
    pairs, words, problems = list[PairCount](), list[str](), list[Problem]()
    for word in filter(None, (item.strip() for item in text.split(","))):
        found = pairs_named(agreed, word)
        if len(found) > 1:
            problems.append(_several(agreed, fact, word, found))
        elif found:
            pairs += found
        else:
            words.append(word)
    return [*(pair.word(agreed) for pair in sorted(pairs)), *words], problems


def _several(agreed: Agreed, fact: Fact, word: str, found: Iterable[PairCount]) -> Problem:
    choices: list[Words] = [pair.word(agreed) for pair in found]
    message = say("`{word}` could be {choices}", word=word, choices=listing(choices))
    return Problem("pair-ambiguous", message, fact.id, (say("write one more letter"),))


def pair_words(agreed: Agreed) -> list[str]:
    """Return every possible pair, as it is typed."""
    sides = range(len(agreed.sides))
    return [PairCount(me, other, 1).word(agreed) for me in sides for other in sides if me != other]


def joined_pairs(agreed: Agreed, words: Sequence[str]) -> list[str]:
    """Return the bare words with all pairs joined into one, at the place of the first."""
    if not pair_facts(agreed.rules):
        return [*words]
    pairs = [word for word in words if is_pairs(agreed, word)]
    if len(pairs) < 2:
        return [*words]
    first, *others = pairs
    return [",".join(pairs) if word == first else word for word in words if word not in others]


# --- value of one fact, the text after `key=` ----------------------------------------------------


Read = tuple[Any, list[Problem]]
NOTHING = ("-", "−", "–")
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
    """Return a typed number, with a plain or a typographic sign, or None. It is whole, or ends in
    the sign of a half or a quarter."""
    digits = text[1:] if text.startswith(("+", "-", "−")) else text
    if len(digits) > LONGEST_NUMBER or not digits[-1:].isnumeric():
        return None
    if digits.isascii() and digits.isdecimal():
        return int(text.replace("−", "-"))
    part = number_written(digits) if digits[-1] in SIGNS.values() else None
    return part if part is None or digits is text or text[0] == "+" else -part


def read_value(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Return the value of a fact, and problems. A text that the rules' checks report is returned
    unchanged."""
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
        return read_pairs(agreed, fact, text)
    if fact.kind == "auction":
        calls = text.split(",") if "," in text else text.split() or [""]
        return [call.strip() for call in calls], []
    return (True, []) if text.casefold() in YES else (text, [])


def _player(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Return the player named by this text, or by an unambiguous beginning."""
    seats = players_named(agreed, text)
    if not seats and (resting := resting_problem(agreed, fact.id, text)):
        return None, [resting]
    return _one([agreed.players[seat] for seat in seats], text, fact.id, "player", agreed.players)


def _suit(pack: Pack, fact: Fact, text: str) -> Read:
    """Return the suit with this name. Suggestions are in the user's language."""
    found = suits_named(pack, text)
    if len(found) == 1:
        return found[0], []
    return _one([suit_word(pack, suit) for suit in found], text, fact.id, "suit", suit_words(pack))


def _card(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Return the code of a card. Letters that mean different cards in different languages are a
    problem."""
    found = cards_typed(agreed.rules.pack, text)
    if len(found) > 1:
        return None, [card_ambiguous(agreed.rules.pack, fact.id, text, found)]
    return found[0].code if found else text, []


def card_ambiguous(pack: Pack, what: str, text: str, found: Sequence[Card]) -> Problem:
    """Return the problem of letters that mean another card in another language. The fix spells
    each card unambiguously."""
    message = say(
        "`{word}` could be {choices}",
        word=text, choices=listing(words_of_card(pack, card) for card in found),
    )  # fmt: skip
    hint = say("write {choices}", choices=listing(card_in_words(pack, card) for card in found))
    return Problem("card-ambiguous", message, what, (hint,))


def _cards(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Return the codes of several cards. Where each player has one card, it may follow the
    player's name, `Anna:2MK`, in any order."""
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
    """Return several words in the order of the fact's list. A word that is not in it stays at the
    end; the checks of the rules report it."""
    read = [_number_or_word(fact, item.strip()) for item in text.split(",") if item.strip()]
    problems = [problem for _, found in read for problem in found]
    said = [word for word, found in read if not found]
    order = [*fact.values]
    known = sorted((word for word in said if word in fact.values), key=order.index)
    return [*known, *(word for word in said if word not in fact.values)], problems


def _players(agreed: Agreed, fact: Fact, text: str) -> Read:
    """Return several players, in the order of their seats."""
    read = [_player(agreed, fact, item.strip()) for item in text.split(",") if item.strip()]
    problems = [problem for _, found in read for problem in found]
    said = [str(name) for name, found in read if not found]
    return sorted(said, key=agreed.players.index), problems


def read_contract(agreed: Agreed, opened: Sequence[str], text: str) -> Read:
    """Return the contract with this name. The available contracts are tried first, so a beginning
    that is unique among them is enough; then all, so that the refusal can say that the contract
    was declared already."""
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
    """Return the problem of a word that names a player who sits out, or None."""
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
    """Return the problem of a text that names nothing, with a suggestion from the words in `near`,
    else the `known` words. An empty text gets the message that it is missing."""
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
    """Return a number for each side or player. The numbers are in order (`6,6,4`, where `-` or
    nothing is a number to compute) or by name (`Anna:6`, where other players keep the number
    they had `before`). In a count that only one player or side has, the name alone is enough
    (`Anna`)."""
    named = [item for item in items if ":" in item]
    if count.of_one and len(items) == 1 and is_whose(agreed, count, items[0]):
        return _by_name(agreed, count, [f"{items[0]}:1"], None)
    if not named:
        return _in_order(count, items, counted_names(count, agreed))
    if len(named) == len(items):
        return _by_name(agreed, count, items, before)
    message = say(
        "`{numbers}` mixes numbers in order with numbers by name", numbers=",".join(items)
    )
    return None, [
        Problem(f"{count.id}-mixed", message, count.id, (say("give all in order or all by name"),))
    ]


def is_whose(agreed: Agreed, count: Count, word: str) -> bool:
    """Return True if a word may name the player or side that has a count of which only one has
    any. It must not be a number; it may also be the name of nobody here."""
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
    """Return the problems of texts that are not numbers, or are numbers beyond the limit."""
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
    names, problems = counted_names(count, agreed), list[Problem]()
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
    """Return the column. Where one has the whole count, those not named get 0."""
    return [number or 0 for number in column] if count.of_one and 1 in column else column


# --- numbers as on paper -------------------------------------------------------------------------
# Numbers as people write them on paper, beyond what is typed: long minuses, pluses, decimals.


_SIGNS = str.maketrans(
    dict.fromkeys("−–—‐‑‒﹣－", "-")
    | dict.fromkeys("＋﹢", "+")
    | dict.fromkeys("\u00a0\u202f\u2009 ", None)
)


def number_in(text: str) -> int | None:
    """Return the number in a text, or None: with a long minus, a plus, decimals of zeros, or a
    half as `0.5` or `1/2`."""
    text = text.translate(_SIGNS).strip()
    for point in ".,":
        whole, found, part = text.partition(point)
        if found and whole and len(part) <= 2 and not part.strip("0"):
            text = whole
    number = typed_number(with_signs(text))
    return None if number is None or abs(number) > GREATEST else number


# Halves and quarters as `.5` or `/2`, in single numbers or in a list.
_HALVES = re.compile(r"(?<![\d/.])(\d*)(?:\.(\d{1,2})|/([24]))(?![\d/.])")
_WITH_COMMA = re.compile(r"(.*[:=])?([-−+]?\d*),(5|25|75)")


def with_signs(text: str, *, is_list: bool = False) -> str:
    """Return the text with each half and quarter as its sign, `6½` for `6.5` or `13/2`. `6,5` is
    changed too if it is the whole text, or everything after a colon, and `is_list` is False."""
    if not is_list and (found := _WITH_COMMA.fullmatch(text)):
        text = f"{found[1] or ''}{found[2]}.{found[3]}"
    return _HALVES.sub(_by_its_sign, text)


def _by_its_sign(found: re.Match[str]) -> str:
    number = number_written(found[0]) if found[2] or found[1] else None
    return found[0] if number is None or not is_written(number) else str(number)


def is_dash(text: str) -> bool:
    """Return True if a text is empty, or a dash of any length."""
    return text.translate(_SIGNS) in DASHES


def plain_number(text: str) -> str:
    """Return the number in plain digits, or the unchanged text if it is none."""
    number = number_in(text)
    if number is not None:
        return str(number)
    return text.translate(_SIGNS) if is_dash(text) else text
