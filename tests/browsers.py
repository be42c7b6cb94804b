"""The browser of the system, for tests that look at pages as a reader does, and axe-core in it."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NEEDS = ("axe_playwright_python", "playwright")
IS_DRIVEN = all(importlib.util.find_spec(name) for name in NEEDS)
CHROMIUM = (shutil.which("chromium") or shutil.which("chromium-browser")) if IS_DRIVEN else None


@contextmanager
def opened_browser() -> Iterator[Any]:
    """A browser; a process can have one at a time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


def barriers(tab: Any) -> list[str]:
    """What axe-core finds, each with the first element that has it."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(tab).response["violations"]
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in violations]
