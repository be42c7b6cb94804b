"""Citations: where a rule is written."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scorekeeper.text.language import ENGLISH, Phrase
from scorekeeper.text.locales import LOCALES

# Where a citation names a section of the page of rulings, as in `rulings 2 (4)`.
# Compiled only where a citation names the page: most do not, and every command would pay for it.
SECTION = r"\brulings (?=\d)"


def citation(by_language: Mapping[str, str]) -> Phrase:
    """A citation by language. A title stands as it is written; only the page of rulings, which is
    no title, is called by the word of each language, and the semicolon between two places has the
    space of the language."""
    said = {code: (text,) for code, text in by_language.items() if text}
    for code, locale in LOCALES.items():
        english = by_language.get(ENGLISH, "")
        text = by_language.get(code) or english.replace("; ", f"{locale.before_semicolon}; ")
        if code != ENGLISH and "rulings" in text:
            text = re.sub(SECTION, f"{locale.rulings} ", text)
        if code != ENGLISH and text != english:
            said[code] = (text,)
    return Phrase(said)
