"""A cell of CSV that no spreadsheet takes for a formula, and what it says.

A cell that would be one begins with an apostrophe, one more than it says, so that a name which
begins so itself comes back as it is: `=x` is `'=x`, and `'=x` is `''=x`.
"""

import re

_STARTS = "=+\\-@\t\r＝＋－＠"
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_FORMULA = re.compile(f"(?='*[{_STARTS}])")
# Half the world's spreadsheets part cells by semicolons, and would find a cell within a cell.
_WITHIN = re.compile(rf"""(;[\s"]*)(?='*[{_STARTS}])""")
_GUARDED = re.compile(f"'(?='*[{_STARTS}])")
_GUARDED_WITHIN = re.compile(rf"""(;[\s"]*)'(?='*[{_STARTS}])""")


def guarded(text: str) -> str:
    """The cell that says a text and is no formula; a number stays one."""
    if _NUMBER.fullmatch(text):
        return text
    return _WITHIN.sub(r"\1'", f"'{text}" if _FORMULA.match(text) else text)


def plain(cell: str) -> str:
    """What a cell says, as `guarded` wrote it."""
    text = _GUARDED_WITHIN.sub(r"\1", cell)
    return text[1:] if _GUARDED.match(text) else text
