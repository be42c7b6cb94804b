"""Printing: the system's printer, and pictures of drawings."""

from __future__ import annotations

import os
import shutil
import subprocess

from scorekeeper.render.font_metrics import FONTS
from scorekeeper.store.disk import LeftAlone, failing
from scorekeeper.store.extras import without_extra
from scorekeeper.store.folder import held, write_new
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

# --- printer -----------------------------------------------------------------------------------
# Paper: the system's printer, and a file in the current folder where there is none.


PRINTERS = ("lp", "lpr")
PATIENCE, MOST_COPIES = 30, 1000


def print_page(page: str) -> tuple[bool, Words]:
    """Whether the system's printer took the page, and what it said; or why it did not."""
    program = next((found for name in PRINTERS if (found := shutil.which(name))), None)
    if program is None:
        return False, say("there is no printer")
    try:
        done = subprocess.run(
            [program], input=page.encode(), capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, say("the printer does not answer ({why})", why=str(error))
    if done.returncode == 0:
        return True, done.stdout.decode("utf-8", "replace").strip()
    said = done.stderr.decode("utf-8", "replace").strip()
    return False, said or say("{program} failed", program=os.path.basename(program))


def write_beside(name: str, page: str) -> str:
    """Writes a page into the current folder, never over another file; gives its path."""
    base, suffix = os.path.splitext(os.path.basename(name))
    with failing(marked("writing {path} failed: {why}"), name), held(os.curdir) as folder:
        for number in range(1, MOST_COPIES):
            copy = f"{base}{'' if number == 1 else f'-{number}'}{suffix}"
            try:
                write_new(folder, copy, page.encode(), 0o644)
            except FileExistsError:
                continue
            return os.path.abspath(copy)
        copies = say("{file} and its copies are there already", file=f"{base}{suffix}")
        raise LeftAlone(None, copies)


# --- pictures ----------------------------------------------------------------------------------
# A drawing as a picture of dots, by a library that is an extra, with the fonts of this machine.


# Something and nothing: they look the same where there is no letter to write with.
_SIZE = 'xmlns="http://www.w3.org/2000/svg" width="40" height="40"'
LETTER = f'<svg {_SIZE}><text x="5" y="30" font-family="{FONTS}">A</text></svg>'
NOTHING = f"<svg {_SIZE}/>"


def png_of(svg: str, with_fonts: bool = True) -> bytes:
    """The drawing as PNG; raises Refused where the library is missing, or where this machine has
    none of the fonts of a card: every word of the picture would be left out without a sound."""
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415 - an extra, which need not be there
    except ImportError:
        raise without_library() from None
    hidden = not with_fonts
    letter, none = (svg_to_bytes(one, skip_system_fonts=hidden) for one in (LETTER, NOTHING))
    if letter == none:
        raise without_fonts()
    picture: bytes = svg_to_bytes(svg, skip_system_fonts=hidden)
    return picture


def without_library() -> Refused:
    """The refusal where the extra is not installed."""
    return without_extra(
        "picture-library",
        say("a PNG picture is drawn by the library resvg-py, which is not installed"),
        "pictures",
        say("or take `--format svg`, which needs nothing"),
    )


def without_fonts() -> Refused:
    """The refusal where words cannot be drawn."""
    return refuse(
        "picture-fonts",
        say("this machine has no font to write a picture with"),
        None,
        say("install one, such as DejaVu or Liberation Sans"),
        say("or take `--format svg`, which is drawn where it is looked at"),
    )
