"""The catalogues of the languages other than English, as gettext compiles them."""

from __future__ import annotations

import os
from gettext import translation
from typing import TYPE_CHECKING

from scorekeeper.text.language import ENGLISH

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "scorekeeper"
LOCALES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")


def catalogue(language: str) -> NullTranslations | None:
    """The catalogue of a language; English has none, for its words are the messages' names."""
    if language == ENGLISH:
        return None

    return translation(DOMAIN, LOCALES, [language], fallback=True)
