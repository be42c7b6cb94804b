"""A group of commands of which each is loaded when it is called: starting up is most of what
recording a deal costs. So what a command needs stands at the head of its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.help_words import Worded
from scorekeeper.text.language import tr
from scorekeeper.text.problems import nearest
from scorekeeper.text.speech import listed

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


HELP = ("help", "aide", "hjälp")  # as `--help`, which many type so


class LazyGroup(Worded, click.Group):
    """Commands by the file of this room in whose `COMMANDS` they stand."""

    def __init__(self, *args: Any, files: Mapping[str, Sequence[str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.file_of = {name: file for file, names in files.items() for name in names}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.file_of)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.file_of:
            return None
        module = import_module(f"scorekeeper.cli.{self.file_of[cmd_name]}")
        command: click.Command = module.COMMANDS[cmd_name]
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands by their names, which need not be loaded for it, and the options."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - 0.6 ms, only for Tab

        names = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*map(CompletionItem, names), *options]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in HELP:
            return self._helped(ctx, args[1:])
        if name not in self.file_of and not name.startswith("-"):
            if within := self._within(ctx, name):
                commands = listed([f"`{command}`" for command in within])
                ctx.fail(
                    tr(
                        "there is no command `{name}`; did you mean {commands}?",
                        name=name, commands=commands,
                    )
                )  # fmt: skip
            self._refuse_elsewhere(ctx, name)
            meant = nearest(name, (*self.file_of, *HELP))
            ctx.fail(
                tr("there is no command `{name}`; did you mean `{meant}`?", name=name, meant=meant)
                if meant
                else tr("there is no command `{name}`", name=name)
            )
        return super().resolve_command(ctx, args)

    def _refuse_elsewhere(self, ctx: click.Context, name: str) -> None:
        """Refuses what people type elsewhere, with the command of this group that does the same."""
        from scorekeeper.table.meant import ELSEWHERE, LEAVE  # noqa: PLC0415 - 20 ms, for a slip

        words = ELSEWHERE.get(name.casefold(), ())
        meant = [f"`{command}`" for command in words if command in self.file_of]
        if meant:
            commands = listed(meant)
            ctx.fail(
                tr(
                    "there is no command `{name}`; did you mean {commands}?",
                    name=name, commands=commands,
                )
            )  # fmt: skip
        if LEAVE in words and ctx.parent is None:
            ctx.fail(tr("nothing runs that `{name}` could leave: all is on disk", name=name))

    def _helped(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """`help`, and `help deal`: of all, or of one command."""
        if args:
            return self.resolve_command(ctx, [*args, "--help"])
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()

    def invoke(self, ctx: click.Context) -> Any:
        """As click's; where only options were typed, the help, as where nothing was."""
        if not (self.invoke_without_command or ctx.args or ctx._protected_args):
            raise click.exceptions.NoArgsIsHelpError(ctx)
        return super().invoke(ctx)

    def _within(self, ctx: click.Context, name: str) -> list[str]:
        """The commands of this name in the groups of this one: `sessions delete`."""
        commands = {own: self.get_command(ctx, own) for own in self.list_commands(ctx)}
        return [
            f"{own} {name}"
            for own, group in commands.items()
            if isinstance(group, LazyGroup) and name in group.file_of
        ]
