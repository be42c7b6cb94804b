"""What is wrong with a text that is shown: on a terminal, as a spreadsheet, as a page of HTML.

None of this asks the program: it is what a terminal, a spreadsheet and a browser are known to do.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

# What turns the direction of writing, and what is drawn as nothing at all.
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")
VOID = ("meta", "br", "col")
TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "header", "footer", "section", "nav", "figure",
    "figcaption", "b", "polygon", "h1", "h2", "h3", "p", "ul", "ol", "li", "table", "caption", "colgroup", "col", "thead", "tbody",
    "tfoot", "tr", "th", "td", "bdi", "span", "strong", "em", "code", "small", "br", "svg", "g", "path", "line", "rect",
    "circle", "polyline", "text", "tspan", "desc", "dl", "dt", "dd", "div", "details", "summary", "time",
}  # fmt: skip

# What a drawing is made of: nothing that loads anything, runs or leads anywhere.
DRAWN = {
    f"{{http://www.w3.org/2000/svg}}{tag}"
    for tag in ("svg", "title", "desc", "g", "rect", "text", "circle", "line", "path", "polygon")
}
LOOKS = {
    "class", "cx", "cy", "d", "fill", "font-family", "font-size", "font-weight", "height", "lang", "points", "r", "role", "rx",
    "stroke", "stroke-dasharray", "stroke-width", "text-anchor", "transform", "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2",
}  # fmt: skip


def terminal_faults(text: str) -> Iterator[str]:
    """Every character that would steer a terminal or turn its writing."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return
    for place, character in enumerate(text):
        if character != "\n" and (
            unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp")
            or character in TURNING
        ):
            yield f"U+{ord(character):04X} reaches the terminal: {text[max(0, place - 40) : place + 40]!a}"


def csv_faults(text: str) -> Iterator[str]:
    """Every cell that a spreadsheet would work out, parted by whatever it parts cells by."""
    yield from terminal_faults(text)
    for delimiter in ",;":
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            for cell in row:
                if cell.strip(' "').startswith(FORMULA) and not NUMBER.fullmatch(
                    cell.strip(' "').partition(",")[0]
                ):
                    yield f"a spreadsheet that parts cells by {delimiter} works out {cell!a}"


def markdown_faults(text: str) -> Iterator[str]:
    """Every beginning of a tag, but in what stands set in by four, which is shown as it is."""
    yield from terminal_faults(text)
    told = re.sub(r"(?m)^ {4}.*$", "", text)
    for match in re.finditer(r"<[a-zA-Z/!?]", told):
        yield f"a tag begins: {told[match.start() : match.start() + 40]!a}"


def html_faults(text: str) -> Iterator[str]:
    """Every element and attribute that a page of ours does not have, and every one left open."""
    yield from terminal_faults(text)
    page = _Page()
    page.feed(text)
    page.close()
    yield from page.faults
    if page.open:
        yield f"left open: {page.open}"


def svg_faults(text: str) -> Iterator[str]:
    """Every element and attribute that a drawing of ours does not have; what is no XML."""
    yield from terminal_faults(text)
    try:
        drawing = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        yield f"not XML: {error}"
        return
    for part in drawing.iter():
        if part.tag not in DRAWN:
            yield f"<{part.tag}>"
        yield from (f"{name}=" for name in part.attrib if name not in LOOKS)


class _Page(HTMLParser):
    """A page being read as a browser reads it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(f"a page has no element {tag!a}")
        for name, value in attrs:
            if (
                not re.fullmatch(r"[a-z][a-z0-9-]*", name)
                or name.startswith("on")
                or name in ("src", "href")
            ):
                self.faults.append(f"a page has no attribute {name!a}={value!a}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults.append(f"no element of a page closes itself: {tag!a}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag!a} is closed where it was not open")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"a page has no comment: {data!a}")

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"a page declares nothing: {data!a}")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"a page instructs nobody: {data!a}")
