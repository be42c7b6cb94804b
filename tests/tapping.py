"""A phone in a real browser on a real board: what is tapped on it, counted, and what it shows."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

TALL = {"width": 360, "height": 740}
PATIENCE = 60_000  # milliseconds after which a test that waits for something has failed


class Link(NamedTuple):
    """Where a board is reached, and by which code."""

    origin: str
    code: str


class Tapper:
    """Somebody with a phone, who counts the taps."""

    def __init__(self, browser: Any, link: Link, who: str | None = None, **settings: Any) -> None:
        usual = {"viewport": TALL, "has_touch": True, "is_mobile": True}
        self.context = browser.new_context(**{**usual, **settings})
        self.context.set_default_timeout(PATIENCE)
        self.tab = self.context.new_page()
        self.faults: list[str] = []
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))
        self.who, self.taps = who, 0
        self.opens(link)

    def opens(self, link: Link) -> None:
        """Opens a link, and says who it is the first time."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{link.origin}/#{link.code}")
        self.tab.locator("#main[data-mark]").wait_for()
        self.tab.wait_for_function("() => !location.hash")
        if self.who is not None:
            chosen = self.tab.locator(f"#whoever input[value='{self.who}']")
            chosen.wait_for()
            if not chosen.is_checked():
                chosen.locator("xpath=..").tap()

    def taps_on(self, where: Any) -> None:
        """One tap."""
        (self.tab.locator(where) if isinstance(where, str) else where).tap()
        self.taps += 1

    def shows(self, words: str) -> None:
        """Waits until the page shows these words."""
        self.tab.get_by_text(words).first.wait_for()

    def is_at(self, number: int) -> None:
        """Waits until so many entries are shown, and nothing waits."""
        self.tab.wait_for_function(
            "number => document.getElementById('main').dataset.follows?.startsWith(`${number} `)"
            " && !document.getElementById('asked')",
            arg=number,
        )

    def says(self, line: str) -> None:
        """Says a line of words."""
        self.tab.evaluate("document.getElementById('else').open = true")
        self.tab.fill("#line", line)
        self.tab.press("#line", "Enter")

    # --- a deal --------------------------------------------------------------------------------

    def chooses(self, number: int) -> None:
        """One of each choice that the deal asks for; the last stands where there are fewer."""
        for group in self.tab.locator("#deal > fieldset:has(input[type=radio])").all():
            if group.is_visible():
                labels = group.locator("label")
                self.taps_on(labels.nth(number % labels.count()))

    def counts(self, *numbers: int) -> None:
        """The numbers of the count that is asked for, by the keys."""
        group = self.tab.locator("#deal > fieldset:has(.pad):visible")
        fields = group.locator("input[data-side]")
        digits = group.get_attribute("data-digits")
        for place, number in enumerate(numbers):
            if "active" not in (fields.nth(place).get_attribute("class") or "") and place:
                self.taps_on(fields.nth(place))
            for key in str(number) if digits else [str(number)]:
                self.taps_on(group.get_by_role("button", name=key, exact=True))

    def enters(self) -> None:
        """Sends the deal, once the server has said what it comes to."""
        self.tab.wait_for_function("() => document.getElementById('truth').textContent !== ''")
        self.taps_on("#deal button[type=submit]")

    def answers(self, word: str) -> None:
        """Says yes or no to what waits."""
        self.taps_on(f".waiting button[data-do^='answer:{word}']")

    def waiting(self) -> int:
        """How many entries wait in the phone."""
        told = "JSON.parse(localStorage.getItem('scorekeeper-unsent') ?? '[]').length"
        return int(self.tab.evaluate(told))


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.create_server(("127.0.0.1", 0))) as asked:
        return int(asked.getsockname()[1])


@contextmanager
def started(home: Path, port: int, *words: str) -> Iterator[tuple[subprocess.Popen[str], Link]]:
    """The command `board` in a process of its own, and its link to enter."""
    call = [sys.executable, "-m", "scorekeeper", "board", "--local", "--port", str(port), *words]
    settings = {**os.environ, "SCOREKEEPER_HOME": str(home)}
    with subprocess.Popen(call, env=settings, stdout=subprocess.PIPE, text=True) as board:
        try:
            assert board.stdout is not None
            board.stdout.readline()
            match = re.search(r"(http://[0-9.:]+)/#([\w-]+)", board.stdout.readline())
            assert match is not None
            yield board, Link(match[1], match[2])
        finally:
            board.kill()
