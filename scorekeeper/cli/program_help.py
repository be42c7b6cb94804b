"""Help texts in the user's language."""

from __future__ import annotations

import inspect
import os
import re
import tomllib
from collections.abc import Mapping, Sequence

import click

from scorekeeper import __version__, store
from scorekeeper.record.acts import ACTS
from scorekeeper.text.message_text import heading
from scorekeeper.text.terminal_text import width_of, wrapped
from scorekeeper.text.translation import LANGUAGES, marked, tr

# Placeholders for words to type: in capitals, translated.
STANDS_FOR = (
    marked("OPTIONS"), marked("COMMAND"), marked("ARGS"), marked("GAME"), marked("PLAYER"),
    marked("NAME"), marked("TEXT"), marked("KEY"), marked("VALUE"), marked("FACT"),
    marked("NUMBER"), marked("SECONDS"), marked("FILE"), marked("AMOUNT"), marked("SESSION"),
    marked("YYYY-MM-DD"),
    marked("OTHER"), marked("OLD"), marked("NEW"), marked("MY-GAME"), marked("FAMILY"),
    marked("CALL"), marked("CARD"), marked("SUIT"), marked("CARDS"), marked("TOPIC"),
    marked("RANK"), marked("WHO"), marked("WHY"), marked("READING"), marked("CONTRACT"),
    marked("HOW"), marked("WORD"), marked("ADDRESS"), marked("LOGIN"), marked("COPY"),
)  # fmt: skip
GOES_ON = " \\"  # continues a line in a shell
# The words of a shell: quotes keep words together, and an option keeps its value.
_WORDS = r"(?:--?[a-z-]+ )?(?:'[^']*'|[^\s'-]\S*)|\S+"
_CAPITALS = "[A-Z]{2,}(?:-[A-Z]{2,})*"

lang_option = click.Option(
    ["--lang"],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help="The language to speak (default: the locale's).",
)


def _uncoloured(ctx: click.Context, param: click.Parameter, is_asked: bool) -> None:
    """Turn off colours for this process and the programs that it starts."""
    if is_asked:
        os.environ["NO_COLOR"] = "1"


no_color_option = click.Option(
    ["--no-color"], is_flag=True, is_eager=True, expose_value=False, callback=_uncoloured,
    help="No bold, no colours.",
)  # fmt: skip


def _show_help(ctx: click.Context, param: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def _show_version(ctx: click.Context, param: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        click.echo(f"scorekeeper, version {__version__}")
        ctx.exit()


# click's own of these ask gettext for their words at every start, which asks for the locale, which
# costs a thirtieth of the yardstick; here they are looked up when the help is shown.
help_option = click.Option(
    ["-h", "--help"], is_flag=True, is_eager=True, expose_value=False, callback=_show_help,
    help="Show this message and exit.",
)  # fmt: skip
version_option = click.Option(
    ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    help="Show the version and exit.",
)  # fmt: skip


class Worded(click.Command):
    """A command with translated help, `--lang`, `--no-color` and examples."""

    @property
    def help(self) -> str | None:
        return capitals_said(tr(inspect.cleandoc(self._help))) if self._help else self._help

    @help.setter
    def help(self, words: str | None) -> None:
        self._help = words

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return help_option

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        return [*own[:-1], lang_option, no_color_option, *own[-1:]]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [capitals_said(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help_text(ctx, formatter)
        write_examples(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(head_said(marked("Options"))):
            formatter.write_dl(
                [record for option in options for record in _option_records(option, ctx)]
            )
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


def _option_records(option: click.Option, ctx: click.Context) -> list[tuple[str, str]]:
    """Return an option's names and help in the current language, or [] for a hidden option."""
    record, own = option.get_help_record(ctx), option.help or ""
    if record is None:
        return []
    names, words = record
    # click puts the default and the range after the option's own words; none of ours is required
    return [(capitals_said(names), tr(own) + words.removeprefix(own))]


def capitals_said(text: str) -> str:
    """Return the text with translated placeholders: `--name NAME`, `--name NOM`."""
    return re.sub(
        _CAPITALS, lambda found: tr(found[0]) if found[0] in STANDS_FOR else found[0], text
    )


def head_said(words: str) -> str:
    """Return a heading in the current language, without the colon, which click adds. In French a
    space remains at its end."""
    return heading(tr(words)).removesuffix(":")


def fault_said(fault: click.ClickException) -> click.ClickException:
    """Return a usage error with translated placeholders."""
    if isinstance(fault, click.BadParameter) and fault.param is not None and not fault.param_hint:
        fault.param_hint = capitals_said(fault.param.get_error_hint(fault.ctx))
    return fault


def write_examples(ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the examples of a command, one per line."""
    start = tr("Example: ")
    for number, line in enumerate(examples().get(ctx.command_path.partition(" ")[2], [])):
        before = f"\n  {start}" if number == 0 else " " * (len(start) + 2)
        command, remark = parted(line)
        room = formatter.width - len(start) - 2
        typed = fitted_example(f"scorekeeper {command}", tr(remark), room)
        formatter.write(before + ("\n" + " " * (len(start) + 2)).join(typed) + "\n")


def fitted_example(command: str, remark: str, room: int) -> list[str]:
    """Return the lines of an example, at most `room` columns wide. If one line is too narrow, the
    remark is below the command, and the command continues after a backslash."""
    if width_of(command + remark) <= room:
        return [command + remark]
    lines = [""]
    for word in re.findall(_WORDS, command):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(joined + GOES_ON) <= room or not lines[-1]:
            lines[-1] = joined
        else:
            lines += [f"  {word}"]
    typed = [*(line + GOES_ON for line in lines[:-1]), lines[-1]]
    return typed + [f"  {line}" for line in wrapped(remark, room - 2) if remark]


def parted(example: str) -> tuple[str, str]:
    """Return the command of an example, and the remark in brackets after it."""
    command, bracket, remark = example.partition("(")
    return command, bracket + remark


def examples() -> Mapping[str, Sequence[str]]:
    """Return the examples by command: those of acts, and those in `examples.toml`."""
    beside = os.path.join(os.path.dirname(__file__), "examples.toml")
    of_acts = {row.name: row.examples for row in ACTS if row.examples}
    return {**of_acts, **tomllib.loads(store.read_path(beside))}
