"""A link as a QR code of a terminal: two rows of squares in a line of half blocks."""

from __future__ import annotations

import segno

QUIET = 2  # squares of light around the code: enough for every phone that was tried, of the four
LIGHT_ON_DARK = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}


def qr_lines(link: str) -> list[str]:
    """The lines of the code. Light squares are drawn and dark ones left out, as a terminal is
    dark; phones read it the other way round too."""
    code = segno.make(link, error="l", micro=False, boost_error=False)
    rows = [[int(dark > 0) for dark in row] for row in code.matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(map(LIGHT_ON_DARK.__getitem__, zip(*pair, strict=True))) for pair in pairs]
