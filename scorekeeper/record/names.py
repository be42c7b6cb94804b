"""Finding what a word names: a player, a side, a contract, by any unambiguous beginning."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.rules.cards import folded
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.said import keys_named, loosely, said_whole, spelt
from scorekeeper.text.language import ENGLISH, Phrase, language

LEAST_ELSEWHERE = 3  # letters that begin a word of a language neither spoken nor English


def players_named(agreed: Agreed, word: str) -> list[int]:
    """The seats whose name is `word`, or failing that begins with it."""
    return seats_named(agreed.players, word)


def seats_named(players: Sequence[str], word: str) -> list[int]:
    """The places of the names that are `word`, or failing that begin with it. Accents may be
    left out; one that is typed is meant, and even a beginning that has it comes before a whole
    name that has not."""
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
    """Return the words, those made one that are a name with a space in it: `Anna B` of
    `Anna B 20 15`, also in `declarer=Anna B` and `Anna B:20`.

    The whole name is joined, and a beginning of only one name where no later word is somebody
    else's. A word that `is_taken` by something else in the deal, as a suit is, belongs to a name
    only where this is spelt as it was entered.
    """
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
    """Return True if words are one name together, be it with a key before it or a number behind."""
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
    """The sides that `word` names: by their own name or by one of their players."""
    word = unicodedata.normalize("NFC", word.strip())
    if word in agreed.side_names:
        return [agreed.side_names.index(word)]
    return sorted({agreed.side_of[seat] for seat in players_named(agreed, word)})


def contracts_named(rules: Ruleset, word: str, among: Collection[str]) -> list[str]:
    """The contracts of these that `word` names, in any language, or failing that begins; what is
    the whole name of one contract is not the beginning of another."""
    exact = contracts_said_whole(rules, word)
    if exact:
        return [name for name in exact if name in among]
    return phrases_named({name: rules.contracts[name].name for name in among}, word)


def contracts_said_whole(rules: Ruleset, word: str) -> list[str]:
    """The contracts of which `word` is a whole name."""
    return said_whole({name: contract.name for name, contract in rules.contracts.items()}, word)


def phrases_named(phrases: Mapping[str, Phrase], word: str) -> list[str]:
    """The things whose id or any spelling is `word`, or failing that begins with it: in the
    language spoken or in English, and only where that is nothing in another. Fewer than three
    letters begin a word there by chance, as `at` begins `atout`, so they are none; and a number is
    the beginning of no other."""
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
    """The words of a thing in the language spoken and in English."""
    near = {code: phrase.by_language.get(code, ()) for code in (language(), ENGLISH)}
    return [loosely(name), *(loosely(word) for words in near.values() for word in words)]


def facts_named(rules: Ruleset, key: str) -> list[str]:
    """The facts and counts that a key names, as `tricks` or its word in another language."""
    return keys_named(rules, key)
