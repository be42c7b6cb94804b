"""Optional extras of the program, and the refusal of a missing extra with its install command."""

import importlib.util
import os
import sys
from importlib import metadata
from pathlib import Path
from shutil import which

import scorekeeper
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Refused, as_typed, refuse


def without_extra(code: str, message: Words, extra: str, *others: Words) -> Refused:
    """Return the refusal for a missing extra. `others` are further fixes, which need no extra."""
    hint = say("install it: {command}", command=install_command(extra))
    return refuse(code, message, None, hint, *others)


def install_command(extra: str) -> str:
    """Return the command that installs an extra into the running Python. For an installed program
    the command names the program, and pip fetches only the missing libraries. For a checkout it
    names the checkout's folder, since the package index may not have the program."""
    try:
        metadata.distribution(scorekeeper.DISTRIBUTION)
    except metadata.PackageNotFoundError:
        checkout = Path(scorekeeper.__file__).parent.parent
        if (checkout / "pyproject.toml").is_file():
            return f"{_installer()} -e {as_typed(f'{checkout}[{extra}]')}"
    return f"{_installer()} '{scorekeeper.DISTRIBUTION}[{extra}]'"


def _installer() -> str:
    """Return the beginning of the install command: pip, or uv if this Python has no pip, as in
    tools installed by uv."""
    python = sys.executable
    if importlib.util.find_spec("pip") is None:
        return f"uv pip install --python {as_typed(python)}"
    found = which("pip")
    is_own = found is not None and os.path.dirname(found) == os.path.dirname(python)
    return "pip install" if is_own else f"{as_typed(python)} -m pip install"
