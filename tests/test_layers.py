"""The layers: which room may import from which, and what the core rooms never touch.

The checker works on the text of the modules alone, so it can be shown made-up ones.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "scorekeeper"
ROOT = Path(__file__).parent.parent / PACKAGE

# Each room may import from those above it.
ROOMS = (
    "base", "text", "rules", "game", "record", "proof", "referee", "league", "event", "report",
    "render", "store", "table", "board", "cli",
)  # fmt: skip
CORE = ROOMS[: ROOMS.index("report")]
FILES, SCREEN = "store", "cli"
# What listens on the network: nothing else imports what serves it, and nothing but its command and
# itself imports this room.
SERVES = "board"
SERVERS = {"starlette", "uvicorn", "segno", "socket", "ssl"}
ITS_COMMAND = f"{PACKAGE}.cli.live_board"
# What speaks to a club's server, and the one place that imports it: a folder waits for none of it.
DRIVERS = {"ctypes", "psycopg", "psycopg_binary"}
CLUB = f"{PACKAGE}.store.club"
# The rooms that make text. In every other room a sentence is a value, `say` or `say_n`.
SPEAK = ("text", "report", "render", "board", "cli")
ASKS = ("tr", "trn", "trc", "thousands", "on_screen", "language", "locale", "translator")
SPOKEN = {f"{PACKAGE}.text.translation.{name}" for name in ASKS}
WHICH = {f"{PACKAGE}.text.translation.language"}
# Where what somebody typed is compared with the words of the language that they are spoken to: to
# read the beginning of a word, or to say which word may have been meant.
COMPARE = {
    f"{PACKAGE}.{name}"
    for name in (
        "rules.cards", "rules.casebook", "game.session_settings", "game.entry_checks", "record.fact_values",
        "record.word_assignment",
    )
}  # fmt: skip
# What says which language is spoken, and for which screen: the one who prints, before anything else,
# and where each request has a reader of its own.
SAYS = {f"{PACKAGE}.text.translation.{name}" for name in ("speak", "write_for_screen")}

# What would make a core room depend on the machine, the clock, chance or the screen.
NOT_IN_CORE = {
    "click", "datetime", "importlib", "io", "os", "pathlib", "random", "secrets", "shutil", "socket", "subprocess",
    "sys", "tabulate", "tempfile", "threading", "time",
}  # fmt: skip
OPENS = {"open"}
OPENS_AS_METHOD = {
    "open",
    "open_file",
    "read_bytes",
    "read_text",
    "write_bytes",
    "write_text",
    "fdopen",
}
PRINTS = {"print", "input"}
PRINTS_AS_METHOD = {"echo", "secho", "prompt", "confirm", "echo_via_pager"}
STREAMS = {"stdin", "stdout", "stderr"}


class Module(NamedTuple):
    """A module by its dotted name, with the room that it belongs to."""

    name: str
    is_package: bool
    nodes: tuple[ast.AST, ...]

    @property
    def room(self) -> str | None:
        """The first name below the package; the package's own two files stand at its two ends."""
        rest = self.name.split(".")[1:]
        if not rest:
            return ""
        return SCREEN if rest == ["__main__"] else rest[0] if rest[0] in ROOMS else None


def modules(sources: Mapping[str, str]) -> dict[str, Module]:
    """The modules in these texts, which are given by path below the repository's root."""
    found = {}
    for path, text in sources.items():
        parts = path.removesuffix(".py").split("/")
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found[name] = Module(name, is_package, _nodes(path, text))
    return found


@cache
def _nodes(path: str, text: str) -> tuple[ast.AST, ...]:
    """Everything that stands in a text."""
    return tuple(ast.walk(ast.parse(text, path)))


def imported(module: Module, known: Iterable[str]) -> Iterator[str]:
    """Every module that this one imports, at its top, in a function, or for its types only."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, node)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in known else base


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    here = module.name.split(".")
    up = here[: len(here) - node.level + module.is_package]
    return ".".join([*up, *([node.module] if node.module else [])])


def faults(sources: Mapping[str, str]) -> list[str]:
    """Everything in these texts that breaks the layers, in words."""
    known = modules(sources)
    edges = {name: [*imported(module, known)] for name, module in known.items()}
    own = {
        name: [*dict.fromkeys(to for to in targets if to in known)]
        for name, targets in edges.items()
    }
    return [
        *(f"{module.name} belongs to no room" for module in known.values() if module.room is None),
        *(fault for name in known for fault in _order_faults(known, name, own[name])),
        *(fault for name, module in known.items() for fault in _core_faults(module, edges[name])),
        *(fault for name, module in known.items() for fault in _served_faults(module, edges[name])),
        *(fault for name, module in known.items() for fault in _driver_faults(module, edges[name])),
        *(fault for module in known.values() for fault in _deed_faults(module)),
        *(fault for module in known.values() for fault in _spoken_faults(module)),
        *_cycle_faults(own),
    ]


def _order_faults(known: Mapping[str, Module], name: str, targets: Iterable[str]) -> Iterator[str]:
    room = known[name].room
    for target in targets:
        other = known[target].room
        if room == "" and other:
            yield f"{name} imports {target}: the package itself imports no room"
        elif room and other and ROOMS.index(other) > ROOMS.index(room):
            yield f"{name} imports {target}: {other} is below {room}"


def _core_faults(module: Module, targets: Iterable[str]) -> Iterator[str]:
    if module.room not in CORE:
        return
    for target in targets:
        if target.split(".")[0] in NOT_IN_CORE:
            yield f"{module.name} imports {target}: a core room knows no machine"


def _served_faults(module: Module, targets: Iterable[str]) -> Iterator[str]:
    """Importing what listens anywhere but in the room that does."""
    if module.room == SERVES:
        return
    for target in targets:
        if target.split(".")[0] in SERVERS:
            yield f"{module.name} imports {target}: only {SERVES} listens"
        if target.startswith(f"{PACKAGE}.{SERVES}") and module.name != ITS_COMMAND:
            yield f"{module.name} imports {target}: only its command does"


def _driver_faults(module: Module, targets: Iterable[str]) -> Iterator[str]:
    """Speaking to a club's server anywhere but in the part of the store that does."""
    for target in targets:
        if target.split(".")[0] in DRIVERS and not module.name.startswith(CLUB):
            yield f"{module.name} imports {target}: only {CLUB} speaks to a server"


def _spoken_faults(module: Module) -> Iterator[str]:
    """Asking for a text in the language spoken in a room whose sentences are values, and saying
    which language that is anywhere but in the room that prints."""
    names = {
        f"{_absolute(module, node)}.{alias.name}"
        for node in module.nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    if module.room not in SPEAK:
        compares = module.name in COMPARE
        for name in sorted(names & SPOKEN - (WHICH if compares else set())):
            yield f"{module.name} imports {name}: its sentences are values"
        if not compares and module.room != "table" and _shows_words(module):
            yield f"{module.name} asks for a word in the language spoken: it is a value"
    for name in sorted(names & SAYS) if module.room not in (SCREEN, SERVES) else ():
        yield f"{module.name} imports {name}: only {SCREEN} says which language is spoken"


def _shows_words(module: Module) -> bool:
    """Whether a module asks for a word of the language spoken: `phrase.shown()`."""
    return any(isinstance(node, ast.Attribute) and node.attr == "shown" for node in module.nodes)


def _deed_faults(module: Module) -> Iterator[str]:
    """Opening files anywhere but in the one room, printing anywhere but in the other."""
    for node in module.nodes:
        deed = _deed(node)
        if deed == FILES and module.room != FILES:
            yield f"{module.name}:{node.lineno} opens a file: only {FILES} does"
        if deed == SCREEN and module.room != SCREEN:
            yield f"{module.name}:{node.lineno} talks to the screen: only {SCREEN} does"


def _deed(node: ast.AST) -> str | None:
    if (
        isinstance(node, ast.Attribute)
        and node.attr in STREAMS
        and isinstance(node.value, ast.Name)
    ):
        return SCREEN if node.value.id == "sys" else None
    if not isinstance(node, ast.Call) or (node.args and _is_null_device(node.args[0])):
        return None  # the null device is no file
    if isinstance(node.func, ast.Name):
        return FILES if node.func.id in OPENS else SCREEN if node.func.id in PRINTS else None
    if not isinstance(node.func, ast.Attribute):
        return None
    of = node.func.value.id if isinstance(node.func.value, ast.Name) else None
    if of == "click" and node.func.attr in PRINTS_AS_METHOD:
        return SCREEN
    return FILES if node.func.attr in OPENS_AS_METHOD and of != FILES else None


def _is_null_device(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "os.devnull"


def _cycle_faults(edges: Mapping[str, list[str]]) -> Iterator[str]:
    """Each circle of imports once, told from the module of it that comes first by name."""
    for start in sorted(edges):
        circle = _way_back(edges, start)
        if circle and min(circle) == start:
            yield f"imports go round in a circle: {' -> '.join([*circle, start])}"


def _way_back(edges: Mapping[str, list[str]], start: str) -> list[str] | None:
    ways = [[start]]
    seen = set()
    while ways:
        way = ways.pop(0)
        for target in edges[way[-1]]:
            if target == start:
                return way
            if target not in seen:
                seen.add(target)
                ways.append([*way, target])
    return None


def the_program() -> dict[str, str]:
    """The text of every module of the program, by its path."""
    return {
        str(path.relative_to(ROOT.parent).as_posix()): path.read_text(encoding="utf-8")
        for path in sorted(ROOT.rglob("*.py"))
    }


def test_the_program_keeps_its_layers() -> None:
    """Every module belongs to a room, imports upwards only, and only the rooms meant for it
    touch the machine."""
    found = faults(the_program())
    assert not found, "\n".join(["the layers are broken:", *found])


def test_file_names_are_told_apart_without_their_folder() -> None:
    """A tab of an editor, a line of a traceback and a search by name show the file alone."""
    stems = Counter(path.stem for path in ROOT.rglob("*.py") if path.stem != "__init__")
    assert [stem for stem, number in stems.items() if number > 1] == []


def test_the_check_reads_the_whole_program() -> None:
    """The check sees the rooms that there are: it does not pass on an empty folder."""
    rooms = {module.room for module in modules(the_program()).values()}
    assert {"base", "rules", "game", "report"} <= rooms


KEPT = {
    "scorekeeper/__init__.py": "__version__ = '1'",
    "scorekeeper/__main__.py": "from scorekeeper.cli import main\nmain()",
    "scorekeeper/text/problems.py": "import re\nfrom typing import NamedTuple",
    "scorekeeper/rules/__init__.py": "from scorekeeper.rules.ruleset_reader import read_ruleset",
    "scorekeeper/rules/ruleset_reader.py": "from ..text.problems import refuse\nfrom .model import Ruleset",
    "scorekeeper/rules/ruleset.py": "from scorekeeper.text import problems",
    "scorekeeper/render/terminal_tables.py": "def table():\n    import tabulate",
    "scorekeeper/store/disk.py": "import os\ndef appended(path):\n    return open(path, 'ab')",
    "scorekeeper/cli/__init__.py": "import os\nfrom scorekeeper.cli import new\nprint(os.open(os.devnull, 1))",
    "scorekeeper/cli/new.py": "from scorekeeper import store\ndef new():\n    return store.read_text('x')",
}


def test_a_program_that_keeps_them_has_no_faults() -> None:
    """Imports upwards, within a room, of the standard library, and deeds in their own rooms are
    all well."""
    assert faults(KEPT) == []


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        (
            "text/problems.py",
            "import scorekeeper.rules.cards",
            "text.problems imports scorekeeper.rules.cards: rules is below text",
        ),
        (
            "rules/cards.py",
            "from scorekeeper.game.schedule import x",
            "rules.cards imports scorekeeper.game.schedule: game is below rules",
        ),
        (
            "rules/cards.py",
            "from scorekeeper import cli",
            "rules.cards imports scorekeeper.cli: cli is below rules",
        ),
        (
            "rules/cards.py",
            "from .. import store",
            "rules.cards imports scorekeeper.store: store is below rules",
        ),
        (
            "rules/cards.py",
            "from ..game import standing",
            "rules.cards imports scorekeeper.game.standing: game is below rules",
        ),
        (
            "rules/cards.py",
            "def f():\n    from scorekeeper.game import schedule",
            "rules.cards imports scorekeeper.game.schedule: game is",
        ),
        (
            "rules/cards.py",
            "if TYPE_CHECKING:\n    import scorekeeper.game.schedule",
            "rules.cards imports scorekeeper.game.schedule: game",
        ),
        (
            "game/standing.py",
            "from ..cli import main",
            "game.standing imports scorekeeper.cli: cli is below game",
        ),
        (
            "render/text.py",
            "from scorekeeper.store import x",
            "render.text imports scorekeeper.store: store is below",
        ),
        (
            "__init__.py",
            "from scorekeeper.rules.cards import Card",
            "imports scorekeeper.rules.cards: the package itself imports",
        ),
        ("utils.py", "", "scorekeeper.utils belongs to no room"),
        ("extra/deep.py", "", "scorekeeper.extra.deep belongs to no room"),
        (
            "game/session.py",
            "import click",
            "game.session imports click: a core room knows no machine",
        ),
        (
            "game/session.py",
            "from datetime import date",
            "game.session imports datetime: a core room knows no machine",
        ),
        (
            "game/session.py",
            "def f():\n    import os.path",
            "game.session imports os.path: a core room knows no machine",
        ),
        (
            "game/session.py",
            "def f():\n    from ..text.translation import Phrase, tr",
            "game.session imports scorekeeper.text.translation.tr: its sentences are values",
        ),
        (
            "game/standing.py",
            "def f(x): return x.name.shown()",
            "game.standing asks for a word in the language spoken: it is a value",
        ),
        (
            "render/text.py",
            "from scorekeeper.text.translation import speak, tr",
            "render.text imports scorekeeper.text.translation.speak: only cli says which language",
        ),
        (
            "referee/trick.py",
            "import random",
            "referee.trick imports random: a core room knows no machine",
        ),
        (
            "record/journal.py",
            "from pathlib import Path",
            "record.journal imports pathlib: a core room knows no machine",
        ),
        (
            "record/words.py",
            "import tabulate",
            "record.words imports tabulate: a core room knows no machine",
        ),
        ("cli/new.py", "import uvicorn", "cli.new imports uvicorn: only board listens"),
        (
            "cli/new.py",
            "from scorekeeper.board import board_address as codes",
            "cli.new imports scorekeeper.board: only its command does",
        ),
        (
            "store/disk.py",
            "import ctypes",
            "store.disk imports ctypes: only scorekeeper.store.club speaks to a server",
        ),
        ("rules/cards.py", "x = open('f')", "rules.cards:1 opens a file: only store does"),
        ("render/text.py", "p.write_text('x')", "render.text:1 opens a file: only store does"),
        ("cli/new.py", "with path.open() as f: pass", "cli.new:1 opens a file: only store does"),
        (
            "table/table_state.py",
            "print('hello')",
            "table.table_state:1 talks to the screen: only cli does",
        ),
        (
            "store/disk.py",
            "\nclick.echo('hello')",
            "store.disk:2 talks to the screen: only cli does",
        ),
        (
            "render/text.py",
            "sys.stderr.write('x')",
            "render.text:1 talks to the screen: only cli does",
        ),
        (
            "table/table_state.py",
            "line = input()",
            "table.table_state:1 talks to the screen: only cli does",
        ),
    ],
)
def test_each_kind_of_fault_is_caught(path: str, text: str, fault: str) -> None:
    """One made-up module that breaks one law of the layers is one fault, named with its module."""
    stage = {
        f"scorekeeper/{name}.py": ""
        for name in (
            "base/chance",
            "text/translation",
            "text/problems",
            "rules/cards",
            "game/standing",
            "game/schedule",
            "store/__init__",
            "cli/__init__",
        )
    }
    found = faults({**stage, f"scorekeeper/{path}": text})
    assert len(found) == 1
    assert fault in found[0]


def test_a_circle_within_a_room_is_caught_once() -> None:
    """Two files of a room that import each other are a circle, even from inside a function."""
    circle = {
        "scorekeeper/render/a.py": "from scorekeeper.render.b import x",
        "scorekeeper/render/b.py": "def f():\n    from .c import y",
        "scorekeeper/render/c.py": "import scorekeeper.render.a",
    }
    way = "scorekeeper.render.a -> scorekeeper.render.b -> scorekeeper.render.c -> scorekeeper.render.a"
    assert faults(circle) == [f"imports go round in a circle: {way}"]


def test_a_file_that_imports_its_own_room_is_a_circle() -> None:
    """A room's front door imports its files, so a file that asks at the front door closes a
    circle."""
    front = {
        "scorekeeper/game/__init__.py": "from scorekeeper.game.standing import judged",
        "scorekeeper/game/standing.py": "from scorekeeper.game import judged",
    }
    way = "scorekeeper.game -> scorekeeper.game.standing -> scorekeeper.game"
    assert faults(front) == [f"imports go round in a circle: {way}"]
