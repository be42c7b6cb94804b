"""Translation: the language in use, its catalogue, and the signs that a screen can show."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.base.exact_numbers import is_number, is_whole, number_word
from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.text.locale_data import LOCALES, Locale

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


class Translator(FrozenRecord):
    """Puts sentences into one language: its code, its catalogue (None: the sentences as they are
    written, in English), and what gives a text in the signs of a screen that lacks some (None: a
    screen, or a file, that has every sign)."""

    language: str = ENGLISH
    catalogue: Catalogue | None = None
    plainer: Callable[[str], str] | None = None

    @property
    def locale(self) -> Locale:
        """How numbers are written in the language, and the program's own words in it."""
        return LOCALES[self.language]

    def tr(self, message: str, /, **values: Plain) -> str:
        """The message in the language, each `{name}` of it filled in from the values."""
        if self.catalogue is not None and message:
            message = self.catalogue.gettext(message)
        return self._filled(message, values) if values else message

    def trn(self, number: int, one: str, many: str, /, **values: Plain) -> str:
        """The form of the message that goes with a number, which is `{n}` in it."""
        if self.catalogue is not None:
            message = self.catalogue.ngettext(one, many, number if is_whole(number) else 2)
        else:
            message = one if number == 1 else many
        return self._filled(message, {"n": number, **values})

    def _filled(self, message: str, values: Mapping[str, Plain]) -> str:
        """The message with its values; before those that begin with a vowel without the letter that
        the language drops there: « d'Émile »."""
        if self.locale.eliding:
            message = re.sub(
                self.locale.eliding, lambda found: self._elided(found, values), message
            )
        return message.format_map({name: _readable(value) for name, value in values.items()})

    def _elided(self, found: re.Match[str], values: Mapping[str, Plain]) -> str:
        vowel = re.match(self.locale.vowel, str(values.get(found[2])), re.IGNORECASE)
        return f"{found[1]}'{{{found[2]}}}" if vowel else found[0]

    def trc(self, context: str, message: str, /, **values: Plain) -> str:
        """The message where its words mean more than one thing: `context` says which."""
        if self.catalogue is not None:
            message = self.catalogue.pgettext(context, message)
        return self._filled(message, values) if values else message

    def thousands(self, number: int) -> str:
        """A large number as it is written in the language: 2,584, in French 2 584."""
        return f"{number:,}".replace(",", self.locale.thousands)

    def on_screen(self, text: str) -> str:
        """The text in the signs that the screen can show."""
        return text if self.plainer is None else self.plainer(text)


def _readable(value: Plain) -> Plain:
    """Return a value of a sentence with the minus sign that a person reads."""
    return number_word(value) if is_number(value) and value < 0 else value


# --- who is spoken to now ------------------------------------------------------------------------

# frozen
_TRANSLATOR: ContextVar[Translator] = ContextVar("translator", default=Translator())  # noqa: B039


def translator() -> Translator:
    """The translator of the command, or the request, that is answered now."""
    return _TRANSLATOR.get()


def speak(language: str = ENGLISH, catalogue: Catalogue | None = None) -> None:
    """From now on people are spoken to in this language, in this thread or task alone."""
    _TRANSLATOR.set(translator()._replace(language=language, catalogue=catalogue))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Read and write in this language for the while."""
    token = _TRANSLATOR.set(translator()._replace(language=language, catalogue=None))
    try:
        yield
    finally:
        _TRANSLATOR.reset(token)


def write_for_screen(plainer: Callable[[str], str] | None = None) -> None:
    """From now on texts are laid out, in this thread or task, for a screen that shows them as
    `plainer` gives them; None is a screen, or a file, that has every sign."""
    _TRANSLATOR.set(translator()._replace(plainer=plainer))


def language() -> str:
    """The language spoken now, as a code of two letters."""
    return translator().language


def locale() -> Locale:
    """How numbers are written in the language spoken, and the program's own words in it."""
    return translator().locale


def on_screen(text: str) -> str:
    """The text in the signs that the screen can show."""
    plainer = _TRANSLATOR.get().plainer
    return text if plainer is None else plainer(text)


def tr(message: str, /, **values: Plain) -> str:
    """The message in the language spoken, each `{name}` of it filled in from the values."""
    return translator().tr(message, **values)


def trn(number: int, one: str, many: str, /, **values: Plain) -> str:
    """The form of the message that goes with a number, which is `{n}` in it."""
    return translator().trn(number, one, many, **values)


def trc(context: str, message: str, /, **values: Plain) -> str:
    """The message where its words mean more than one thing: `context` says which."""
    return translator().trc(context, message, **values)


def thousands(number: int) -> str:
    """A large number as it is written in the language spoken."""
    return translator().thousands(number)


# --- words ---------------------------------------------------------------------------------------


def marked(message: str) -> str:
    """The message as it stands, marked for the catalogues: `tr` says it where it is used."""
    return message


class Phrase(NamedTuple):
    """A thing's words: language -> spellings, of which the first is the one shown; `aliases` are
    read in every language, and never shown."""

    by_language: Mapping[str, tuple[str, ...]]
    aliases: tuple[str, ...] = ()

    def shown(self) -> str:
        """The word in the language spoken, else in English, else in whatever language there is."""
        return self.of(language())

    def of(self, code: str) -> str:
        """The word in a language, else in English, else in whatever language there is."""
        words = self.by_language.get(code)
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
