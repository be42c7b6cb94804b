"""Which language a request is answered in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.store.catalogues import catalogue
from scorekeeper.text.language import LANGUAGES, language_of, speak

CHOSEN = "scorekeeper-language"  # the cookie of who has chosen one


def speak_to(accepts: str, cookies: Mapping[str, str]) -> None:
    """From now on this request is answered in the language that its reader chose, else in the one
    that the browser would rather have."""
    chosen = cookies.get(CHOSEN, "")
    language = chosen if chosen in LANGUAGES else language_of([*_liked(accepts)])
    speak(language, catalogue(language))


def _liked(accepts: str) -> Iterator[str]:
    """The languages of an `Accept-Language`, the one that is liked most first."""
    named = [part.strip().partition(";") for part in accepts.split(",")]
    ranked = sorted(named, key=lambda part: -_liking(part[2]))
    yield from (name.strip() for name, _, _ in ranked)


def _liking(said: str) -> float:
    """How much a language is liked, `q=0.8`; 1 where nothing is said."""
    number = said.strip().removeprefix("q=")
    try:
        return float(number) if number else 1.0
    except ValueError:
        return 0.0
