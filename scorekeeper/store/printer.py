"""Paper: the system's printer, and a file in the current folder where there is none."""

import os
import shutil
import subprocess

from scorekeeper.store.disk import failing
from scorekeeper.store.folder import held, write_new
from scorekeeper.store.reasons import LeftAlone
from scorekeeper.text.language import marked
from scorekeeper.text.message import Words, say

PRINTERS = ("lp", "lpr")
PATIENCE, MOST_COPIES = 30, 1000


def print_page(page: str) -> tuple[bool, Words]:
    """Whether the system's printer took the page, and what it said; or why it did not."""
    program = next((found for name in PRINTERS if (found := shutil.which(name))), None)
    if program is None:
        return False, say("there is no printer")
    try:
        done = subprocess.run(
            [program], input=page.encode(), capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, say("the printer does not answer ({why})", why=str(error))
    if done.returncode == 0:
        return True, done.stdout.decode("utf-8", "replace").strip()
    said = done.stderr.decode("utf-8", "replace").strip()
    return False, said or say("{program} failed", program=os.path.basename(program))


def write_beside(name: str, page: str) -> str:
    """Writes a page into the current folder, never over another file; gives its path."""
    base, suffix = os.path.splitext(os.path.basename(name))
    with failing(marked("writing {path} failed: {why}"), name), held(os.curdir) as folder:
        for number in range(1, MOST_COPIES):
            copy = f"{base}{'' if number == 1 else f'-{number}'}{suffix}"
            try:
                write_new(folder, copy, page.encode(), 0o644)
            except FileExistsError:
                continue
            return os.path.abspath(copy)
        copies = say("{file} and its copies are there already", file=f"{base}{suffix}")
        raise LeftAlone(None, copies)
