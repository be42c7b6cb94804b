"""The league as a Markdown page."""

from __future__ import annotations

from scorekeeper.render.league_table import Games, Names
from scorekeeper.render.league_tables import league_notes, league_tables, league_title
from scorekeeper.render.markdown import escaped, markdown_table
from scorekeeper.report.league.league_value import LeagueStandings
from scorekeeper.text.language import tr


def league_markdown(league: LeagueStandings, known: Games) -> str:
    """The league as a Markdown page."""
    parts = [f"# {tr('League')}", escaped(league_title(league))]
    parts += map(escaped, league_notes(league))
    for table in league_tables(league, known, Names()):
        parts.append(f"## {escaped(table.title)}")
        parts.append(escaped(table.caption))
        parts.append(markdown_table(table.heads, table.rows, table.aligned))
    return "\n\n".join(parts)
