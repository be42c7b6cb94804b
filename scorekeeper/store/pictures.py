"""A drawing as a picture of dots, by a library that is an extra, with the fonts of this machine."""

from __future__ import annotations

from scorekeeper.render.letter_widths import FONTS
from scorekeeper.store.extras import without_extra
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, refuse

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
