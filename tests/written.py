"""A file that is written from the commands themselves: what `python -m tests.reference`, `manual`
and `reference` do."""

from __future__ import annotations

import sys
from pathlib import Path


def main(file: Path, text: str) -> None:
    """Says whether the file holds this text, and ends with 1 where it does not; with `--update`
    writes it anew."""
    if "--update" in sys.argv[1:]:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        sys.exit(f"{file.name} is not what the commands say; --update writes it anew")
