"""The pictures in the README, `docs/pictures/`: the board on a phone and on a wall, as Chromium shows
a real one of an evening that is always the same.

    python -m tests.pictures            says whether the pictures are of what the board shows
    python -m tests.pictures --update   draws them anew: needs chromium, `pip install -e '.[board,browser]'`

Pixels differ with the fonts of a machine. What is compared is what a picture was made from, the page
and its style: the SHA-256 of these stands beside the pictures.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from evening import Evening
from phones import Phone, Served, served

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
MADE_FROM = FOLDER / "made-from.sha256"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Picture(NamedTuple):
    """A page of the board, the screen it is seen on, and how many pixels of the picture are one of
    that."""

    path: str
    width: int
    height: int
    scale: float = 1


PICTURES = {"phone.png": Picture("/", 375, 740), "wall.png": Picture("/wall", 1280, 720, 0.5)}


@contextmanager
def board() -> Iterator[Served]:
    """The board of the README's evening, with the same times and no seals, so that its pages are
    the same every time."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", dealer="Cleo")
    for line in ("sang 6 6", "pass 9 2", "spader 3 5"):
        evening.deal(line)
    evening.amend(1, "tricks=7,5,4")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "friday.toml"
        file.write_bytes(evening.data)
        with served(file) as one:
            yield one


def made_from(phone: Phone) -> str:
    """What each picture is made from today: a line with the SHA-256 and its name."""
    style = phone.gets("/board.css").text
    pages = {name: phone.gets(one.path).text for name, one in PICTURES.items()}
    return "".join(f"{_hash(page, style)}  {name}\n" for name, page in pages.items())


def _hash(page: str, style: str) -> str:
    return hashlib.sha256(f"{page}{style}".encode()).hexdigest()


def draw(one: Served, folder: Path) -> None:
    """Draws every picture into a folder."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, picture in PICTURES.items():
            tab = browser.new_page(
                viewport={"width": picture.width, "height": picture.height},
                device_scale_factor=picture.scale,
                color_scheme="light",
                locale="en",
            )
            tab.goto(f"{one.at.origin}/#{one.codes.look}")
            tab.wait_for_selector(".cards")  # the door is open
            tab.goto(f"{one.at.origin}{picture.path}")
            tab.screenshot(path=folder / name)
        browser.close()


def main() -> None:
    """Ends with 1 where a picture is of what the board no longer shows; with `--update` draws all."""
    with board() as one:
        today = made_from(one.phone())
        if "--update" in sys.argv[1:]:
            FOLDER.mkdir(exist_ok=True)
            draw(one, FOLDER)
            MADE_FROM.write_text(today, encoding="utf-8")
    if not MADE_FROM.exists() or MADE_FROM.read_text(encoding="utf-8") != today:
        sys.exit("the board shows something else than the pictures; --update draws them anew")


if __name__ == "__main__":
    main()
