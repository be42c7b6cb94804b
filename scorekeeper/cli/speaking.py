"""Which language the person is spoken to in: `--lang`, else the locale; and English for
programs."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.text.language import ENGLISH, LANGUAGES, language_of, speak

# What a program reads is the same for everybody.
FOR_PROGRAMS = ("json", "csv")
# The first of these that is set is the locale; LANGUAGE may then name others to be tried before it.
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def speak_as_asked(args: Sequence[str], settings: Mapping[str, str]) -> None:
    """Speaks the language of the command line, else of the locale, from the first word on."""
    asked = spoken_in(args, settings)
    if asked == ENGLISH:
        speak()
        return

    # 0.1 ms, not for English
    from scorekeeper.store.catalogues import DOMAIN, LOCALES, catalogue  # noqa: PLC0415

    _have_click_speak(asked, DOMAIN, LOCALES)
    speak(asked, catalogue(asked))


def spoken_in(args: Sequence[str], settings: Mapping[str, str]) -> str:
    """The code of the language that is to be spoken."""
    if any(form in FOR_PROGRAMS for form in _option_values(args, "--format")):
        return ENGLISH
    for word in reversed(
        [*_option_values(args, "--lang")]
    ):  # the last one counts, as with every option
        return word if word in LANGUAGES else ENGLISH  # click refuses it in a moment
    locale = next((settings[name] for name in LOCALE if settings.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH  # where LANGUAGE says nothing either
    return language_of([settings.get("LANGUAGE", ""), locale])


def _option_values(args: Sequence[str], option: str) -> Iterator[str]:
    """The values of an option, wherever among the words it stands."""
    for number, word in enumerate(args):
        if word == "--":
            return
        if word == option and number + 1 < len(args):
            yield args[number + 1]
        elif word.startswith(option + "="):
            yield word.removeprefix(option + "=")


def _have_click_speak(asked: str, domain: str, folder: str) -> None:
    """click says its own words ("Usage", "Error") by gettext's general domain, in the locale's
    language."""
    os.environ["LANGUAGE"] = asked
    gettext.bindtextdomain(domain, folder)
    gettext.textdomain(domain)
