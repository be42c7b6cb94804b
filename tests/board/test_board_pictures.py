"""The README's pictures of the board are of what it shows today.

Where the extra `board` is not installed these tests are left out; drawing needs a browser too.
"""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

EXTRA = "the extra `board` is not installed: pip install 'tablescore[board]'"
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason=EXTRA)

import pictures  # noqa: E402

README = Path(__file__).parent.parent.parent / "README.md"
MOST_BYTES = 60_000
UPDATE = "`python -m tests.pictures --update` draws the README's pictures anew"


def size_of(file: Path) -> tuple[int, int]:
    """The width and the height of a PNG, which stand behind its signature."""
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def size_wanted(name: str) -> tuple[int, int]:
    """The width and the height of a picture by its name."""
    one = pictures.PICTURES[name]
    return int(one.width * one.scale), int(one.height * one.scale)


def test_the_pictures_are_of_what_the_board_shows() -> None:
    """They were made from the pages of today, letter for letter, whatever fonts there were."""
    with pictures.board() as board:
        today = pictures.made_from(board.phone())
    assert pictures.MADE_FROM.read_text(encoding="utf-8") == today, UPDATE


def test_another_page_is_another_picture() -> None:
    """What is shown in other words is not what a picture was made from."""
    with pictures.board() as board:
        english, french = (pictures.made_from(board.phone(language=one)) for one in ("en", "fr"))
    assert not {*english.splitlines()} & {*french.splitlines()}


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_is_small_and_in_the_readme(name: str) -> None:
    """It has the size of its screen, few bytes, and words for who does not see it."""
    file = pictures.FOLDER / name
    assert size_of(file) == size_wanted(name)
    assert file.stat().st_size < MOST_BYTES
    assert f"](docs/pictures/{name})" in README.read_text(encoding="utf-8")


@pytest.mark.browser
def test_the_pictures_can_be_drawn(tmp_path: Path) -> None:
    """A browser comes by the link to both pages, and draws them in their size."""
    pytest.importorskip("playwright", reason="drawing needs `pip install -e '.[browser]'`")
    if pictures.CHROMIUM is None:
        pytest.skip("drawing needs chromium")
    with pictures.board() as board:
        pictures.draw(board, tmp_path)
    drawn = {name: size_of(tmp_path / name) for name in pictures.PICTURES}
    assert drawn == {name: size_wanted(name) for name in pictures.PICTURES}
