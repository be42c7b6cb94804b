"""Translation: the language in use, its catalogue, and the characters that a screen can show."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.base.exact_numbers import is_number, is_whole, number_word
from scorekeeper.text.locale_data import LOCALES, Locale

LANGUAGES = tuple(LOCALES)
ENGLISH = LANGUAGES[0]  # in which the program is written
# The answers to a yes-or-no question, in every language.
YES = tuple(word for locale in LOCALES.values() for word in locale.yes)
NO = tuple(word for locale in LOCALES.values() for word in locale.no)


# Values that may be filled into a text: never a sentence still to be translated (`message.py`).
Plain: TypeAlias = str | int | float | Sequence[int] | BaseException | None


class Catalogue(Protocol):
    """A catalogue of messages by their English text, as in gettext."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


class Translator(NamedTuple):
    """A translator into one language: its code, its catalogue (None: messages stay in English),
    and a function that converts texts to the screen's characters (None: every character can be
    shown)."""

    language: str = ENGLISH
    catalogue: Catalogue | None = None
    plainer: Callable[[str], str] | None = None

    @property
    def locale(self) -> Locale:
        """Return the language's number formats and the program's own words in it."""
        return LOCALES[self.language]

    def tr(self, message: str, /, **values: Plain) -> str:
        """Return the message in the language, with each `{name}` filled in from the values."""
        if self.catalogue is not None and message:
            message = self.catalogue.gettext(message)
        return self._filled(message, values) if values else message

    def trn(self, number: int, one: str, many: str, /, **values: Plain) -> str:
        """Return the message in the singular or plural form for the number `{n}` in it."""
        if self.catalogue is not None:
            message = self.catalogue.ngettext(one, many, number if is_whole(number) else 2)
        else:
            message = one if number == 1 else many
        return self._filled(message, {"n": number, **values})

    def _filled(self, message: str, values: Mapping[str, Plain]) -> str:
        """Return the message with its values filled in.

        A letter that the language drops before a vowel is left out before a value that begins
        with one: « d'Émile »."""
        if self.locale.eliding:
            message = re.sub(
                self.locale.eliding, lambda found: self._elided(found, values), message
            )
        return message.format_map({name: _readable(value) for name, value in values.items()})

    def _elided(self, found: re.Match[str], values: Mapping[str, Plain]) -> str:
        vowel = re.match(self.locale.vowel, str(values.get(found[2])), re.IGNORECASE)
        return f"{found[1]}'{{{found[2]}}}" if vowel else found[0]

    def trc(self, context: str, message: str, /, **values: Plain) -> str:
        """Return the translation of a message with several English meanings; `context` chooses
        one."""
        if self.catalogue is not None:
            message = self.catalogue.pgettext(context, message)
        return self._filled(message, values) if values else message

    def thousands(self, number: int) -> str:
        """Return a large number as the language writes it: 2,584, in French 2 584."""
        return f"{number:,}".replace(",", self.locale.thousands)

    def on_screen(self, text: str) -> str:
        """Return the text in characters that the screen can show."""
        return text if self.plainer is None else self.plainer(text)


def _readable(value: Plain) -> Plain:
    """Return a value for a sentence, a number with a typographic minus sign."""
    return number_word(value) if is_number(value) and value < 0 else value


# --- the language in use -------------------------------------------------------------------------

# frozen
_TRANSLATOR: ContextVar[Translator] = ContextVar("translator", default=Translator())  # noqa: B039


def translator() -> Translator:
    """Return the translator of the current command or request."""
    return _TRANSLATOR.get()


def speak(language: str = ENGLISH, catalogue: Catalogue | None = None) -> None:
    """Set the language of messages, in this thread or task only."""
    _TRANSLATOR.set(translator()._replace(language=language, catalogue=catalogue))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of messages and of parsing within this context."""
    token = _TRANSLATOR.set(translator()._replace(language=language, catalogue=None))
    try:
        yield
    finally:
        _TRANSLATOR.reset(token)


def write_for_screen(plainer: Callable[[str], str] | None = None) -> None:
    """Set the function that converts texts to characters of the screen, in this thread or task
    only. None means that every character can be shown."""
    _TRANSLATOR.set(translator()._replace(plainer=plainer))


def language() -> str:
    """Return the language in use, as a two-letter code."""
    return translator().language


def locale() -> Locale:
    """Return the number formats of the language in use and the program's own words in it."""
    return translator().locale


def on_screen(text: str) -> str:
    """Return the text in characters that the screen can show."""
    plainer = _TRANSLATOR.get().plainer
    return text if plainer is None else plainer(text)


def tr(message: str, /, **values: Plain) -> str:
    """Return the message in the language in use, with each `{name}` filled in from the values."""
    return translator().tr(message, **values)


def trn(number: int, one: str, many: str, /, **values: Plain) -> str:
    """Return the message in the singular or plural form for the number `{n}` in it."""
    return translator().trn(number, one, many, **values)


def trc(context: str, message: str, /, **values: Plain) -> str:
    """Return the translation of a message with several English meanings; `context` chooses one."""
    return translator().trc(context, message, **values)


def thousands(number: int) -> str:
    """Return a large number as the language in use writes it."""
    return translator().thousands(number)


# --- words ---------------------------------------------------------------------------------------


def marked(message: str) -> str:
    """Return the message unchanged. The call marks it for the catalogues; `tr` translates it where
    it is used."""
    return message


class Phrase(NamedTuple):
    """A text in several languages: language -> spellings, the first for display. `aliases` are
    accepted in every language and never displayed."""

    by_language: Mapping[str, tuple[str, ...]]
    aliases: tuple[str, ...] = ()

    def shown(self) -> str:
        """Return the text in the language in use, else in English, else in any language."""
        return self.of(language())

    def of(self, code: str) -> str:
        """Return the text in a language, else in English, else in any language."""
        words = self.by_language.get(code)
        return words[0] if words else self.in_english()

    def in_english(self) -> str:
        """Return the text in English, whatever language is in use, else in any language."""
        return (self.by_language.get(ENGLISH) or next(iter(self.by_language.values()), ("",)))[0]

    def __hash__(self) -> int:
        """Return the hash, so that a message with phrases may be a key or in a set."""
        return hash((frozenset(self.by_language.items()), self.aliases))

    def if_any(self) -> "Phrase | None":
        """Return the phrase, or None if it has no text in any language."""
        return self if self.by_language else None

    def spellings(self) -> tuple[str, ...]:
        """Return every spelling in every language, and the aliases."""
        return tuple(chain(*self.by_language.values(), self.aliases))

    def or_else(self, word: str) -> "Phrase":
        """Return the phrase, with `word` as its English text if it has none."""
        if ENGLISH in self.by_language:
            return self
        return self._replace(by_language={ENGLISH: (word,), **self.by_language})


def own_words(name: str) -> Phrase:
    """Return the program's own word of this name, in every language that has one."""
    known = LOCALES.items()
    return Phrase({code: locale.words[name] for code, locale in known if name in locale.words})


def language_of(words: Sequence[str]) -> str:
    """Return the first available language in locale names (`sv_SE.UTF-8`, `fr:en`), else
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
