"""A day that is typed as an option."""

from __future__ import annotations

from typing import Any

import click

from scorekeeper.text.language import tr


class Day(click.DateTime):
    """A day, asked for again in the words of the help where it is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The day as a time."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            message = tr("`{word}` is not a day as YYYY-MM-DD, like 2026-01-31", word=value)
            raise click.BadParameter(message, ctx, param) from None


DAY = Day(["%Y-%m-%d"])
