"""Printing on the system's printer, and drawings as PNG pictures."""

from __future__ import annotations

import os
import shutil
import subprocess

from scorekeeper.render.font_metrics import FONTS
from scorekeeper.store.disk import UntouchedFile, file_errors_as_failures
from scorekeeper.store.folder import opened_folder, write_new
from scorekeeper.store.optional_extras import without_extra
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

# --- printer -----------------------------------------------------------------------------------
# The system's printer, and a file in the current folder where there is none.


PRINTERS = ("lp", "lpr")
PATIENCE, MOST_COPIES = 30, 1000


def print_page(page: str) -> tuple[bool, Words]:
    """Print a page with the system's printer program. Return True and the program's output, or
    False and the reason of the failure."""
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
    """Write a page to the current folder, with a number in its name if the name is used. Return
    its path."""
    base, suffix = os.path.splitext(os.path.basename(name))
    with (
        file_errors_as_failures(marked("writing {path} failed: {why}"), name),
        opened_folder(os.curdir) as folder,
    ):
        for number in range(1, MOST_COPIES):
            copy = f"{base}{'' if number == 1 else f'-{number}'}{suffix}"
            try:
                write_new(folder, copy, page.encode(), 0o644)
            except FileExistsError:
                continue
            return os.path.abspath(copy)
        copies = say("{file} and its copies are there already", file=f"{base}{suffix}")
        raise UntouchedFile(None, copies)


# --- pictures ----------------------------------------------------------------------------------
# A drawing as a PNG picture, by a library that is an extra, with the fonts of this machine.


# A letter and an empty picture: they are equal if there is no font.
_SIZE = 'xmlns="http://www.w3.org/2000/svg" width="40" height="40"'
LETTER = f'<svg {_SIZE}><text x="5" y="30" font-family="{FONTS}">A</text></svg>'
NOTHING = f"<svg {_SIZE}/>"


def png_of(svg: str, with_fonts: bool = True) -> bytes:
    """Return an SVG drawing as PNG. Raises Refused if the library is missing, or if this machine
    has none of the required fonts: the library would omit all text."""
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
    """Return the refusal for a missing extra."""
    return without_extra(
        "picture-library",
        say("a PNG picture is drawn by the library resvg-py, which is not installed"),
        "pictures",
        say("or take `--format svg`, which needs nothing"),
    )


def without_fonts() -> Refused:
    """Return the refusal for missing fonts."""
    return refuse(
        "picture-fonts",
        say("this machine has no font to write a picture with"),
        None,
        say("install one, such as DejaVu or Liberation Sans"),
        say("or take `--format svg`, which is drawn where it is looked at"),
    )
