"""The language in which people are spoken to, English or that of a catalogue, and the signs that
their screen can show.

These are the one thing that is said once and then holds everywhere, as in every program that uses
gettext: handed from function to function they would be arguments of nearly all of them. What a
program reads (JSON, CSV, session files) is made while English is spoken and every sign is shown,
and so is the same in all languages and on all screens.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.locales import LOCALES, Locale

LANGUAGES = tuple(LOCALES)
ENGLISH = LANGUAGES[0]  # in which the program is written
# What is answered to a question of yes or no, whatever the language.
YES = tuple(word for locale in LOCALES.values() for word in locale.yes)
NO = tuple(word for locale in LOCALES.values() for word in locale.no)


# What may be filled into a text: never a sentence that is still to be said (`message.py`).
Plain: TypeAlias = str | int | float | Sequence[int] | BaseException | None


class Catalogue(Protocol):
    """Messages by their English words, as gettext keeps them."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


class _Speech:
    """What is spoken now."""

    language: str = ENGLISH
    catalogue: Catalogue | None = None
    plainer: Callable[[str], str] | None = None


def speak(language: str = ENGLISH, catalogue: Catalogue | None = None) -> None:
    """From now on people are spoken to in this language."""
    _Speech.language, _Speech.catalogue = language, catalogue


def language() -> str:
    """The language spoken now, as a code of two letters."""
    return _Speech.language


def locale() -> Locale:
    """How numbers are written in the language spoken, and the program's own words in it."""
    return LOCALES[_Speech.language]


def write_for_screen(plainer: Callable[[str], str] | None = None) -> None:
    """From now on texts are laid out for a screen that shows them as `plainer` gives them; None is
    a screen, or a file, that has every sign."""
    _Speech.plainer = plainer


def on_screen(text: str) -> str:
    """The text in the signs that the screen can show."""
    return text if _Speech.plainer is None else _Speech.plainer(text)


def tr(message: str, /, **values: Plain) -> str:
    """The message in the language spoken, each `{name}` of it filled in from the values."""
    if _Speech.catalogue is not None and message:
        message = _Speech.catalogue.gettext(message)
    return message.format_map(values) if values else message


def trn(number: int, one: str, many: str, /, **values: Plain) -> str:
    """The form of the message that goes with a number, which is `{n}` in it."""
    if _Speech.catalogue is not None:
        message = _Speech.catalogue.ngettext(one, many, number)
    else:
        message = one if number == 1 else many
    return message.format_map({"n": number, **values})


def trc(context: str, message: str, /, **values: Plain) -> str:
    """The message where its words mean more than one thing: `context` says which."""
    if _Speech.catalogue is not None:
        message = _Speech.catalogue.pgettext(context, message)
    return message.format_map(values) if values else message


def marked(message: str) -> str:
    """The message as it stands, marked for the catalogues: `tr` says it where it is used."""
    return message


def thousands(number: int) -> str:
    """A large number as it is written in the language spoken: 2,584, in French 2 584."""
    return f"{number:,}".replace(",", locale().thousands)


class Phrase(NamedTuple):
    """A thing's words: language -> spellings, of which the first is the one shown; `aliases` are
    read in every language, and never shown."""

    by_language: Mapping[str, tuple[str, ...]]
    aliases: tuple[str, ...] = ()

    def shown(self) -> str:
        """The word in the language spoken, else in English, else in whatever language there is."""
        words = self.by_language.get(_Speech.language)
        return words[0] if words else self.in_english()

    def in_english(self) -> str:
        """The word in English, the same whatever is spoken, else in whatever language there is."""
        return (self.by_language.get(ENGLISH) or next(iter(self.by_language.values()), ("",)))[0]

    def __hash__(self) -> int:
        """Words are frozen: a sentence that holds them may be a key, or stand in a set."""
        return hash((frozenset(self.by_language.items()), self.aliases))

    def if_any(self) -> "Phrase | None":
        """The words; None where there are none in any language."""
        return self if self.by_language else None

    def spellings(self) -> tuple[str, ...]:
        """Every spelling in every language, and the aliases."""
        return tuple(chain(*self.by_language.values(), self.aliases))

    def or_else(self, word: str) -> "Phrase":
        """The same words, with this as the English one where there is none."""
        if ENGLISH in self.by_language:
            return self
        return self._replace(by_language={ENGLISH: (word,), **self.by_language})


def own_words(name: str) -> Phrase:
    """What the program itself calls a thing, in every language that has a word for it."""
    known = LOCALES.items()
    return Phrase({code: locale.words[name] for code, locale in known if name in locale.words})


def language_of(words: Sequence[str]) -> str:
    """The first language of a locale's names (`sv_SE.UTF-8`, `fr:en`) that there is, else
    English."""
    for word in words:
        for name in word.split(":"):
            code = (
                name.replace("-", "_")
                .partition("_")[0]
                .partition(".")[0]
                .partition("@")[0]
                .casefold()
            )
            if code in LANGUAGES:
                return code
            if code in ("c", "posix"):
                return ENGLISH
    return ENGLISH
