"""Data shipped with the program: catalogues and seating designs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from gettext import translation
from typing import TYPE_CHECKING

from scorekeeper.base.toml_reader import toml_table
from scorekeeper.event.round_draws import Design, drawn, may_serve, read_design
from scorekeeper.event.round_tables import Draw, Round, Sizes
from scorekeeper.store.disk import SUFFIX, read_bytes
from scorekeeper.text.translation import ENGLISH

if TYPE_CHECKING:
    from gettext import NullTranslations


# --- The gettext catalogues of the languages other than English --------------------------------


DOMAIN = "scorekeeper"
LOCALES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")


def catalogue(language: str) -> NullTranslations | None:
    """Return the catalogue of a language, or None for English, whose texts are the message ids."""
    if language == ENGLISH:
        return None

    return translation(DOMAIN, LOCALES, [language], fallback=True)


# --- design files ------------------------------------------------------------------------------
# The shipped designs: one file each, named for the number of people and the size of the tables.


FOLDER = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "event", "designs"
)


def drawn_with_designs(
    people: Sequence[str], before: Sequence[Round], rounds: int, wanted: Sizes, seed: int
) -> Draw:
    """Return `rounds` further rounds as `drawn` does, using the shipped designs for this number of
    people."""
    return drawn(people, before, rounds, wanted, seed, designs_for(len(people), wanted))


def designs_for(people: int, wanted: Sizes) -> list[Design]:
    """Return the designs that may seat this number of people at tables of the wanted sizes."""
    named = (name.removesuffix(SUFFIX).split("-") for name in sorted(os.listdir(FOLDER)))
    return [
        design_in(f"{number}-{size}{SUFFIX}")
        for number, size in named
        if may_serve(int(number), int(size), people, wanted)
    ]


def design_in(name: str) -> Design:
    """Read the design from the file of this name."""
    return read_design(toml_table(read_bytes(os.path.join(FOLDER, name)).decode("utf-8")))
