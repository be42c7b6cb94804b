"""The lowest version that `pyproject.toml` allows of each dependency, as requirements for pip.

python -m tests.lowest [EXTRA …]   print `click==8.2` and the like, of the program and of extras
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
NEED = re.compile(r"(?P<name>[\w.-]+(\[[\w, -]+\])?)>=(?P<least>[\w.]+)")


def lowest(extras: Iterable[str]) -> Iterator[str]:
    """Yield each dependency as a requirement of its lowest version; raises ValueError for one that
    has none."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    named = [one for extra in extras for one in project["optional-dependencies"][extra]]
    for need in [*project["dependencies"], *named]:
        if need.startswith(f"{project['name']}["):
            continue  # an extra of extras: it is named by itself
        if not (found := NEED.match(need)):
            raise ValueError(f"no lower bound: {need}")
        yield f"{found['name']}=={found['least']}"


if __name__ == "__main__":
    print("\n".join(lowest(sys.argv[1:])))
