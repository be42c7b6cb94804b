"""The league asked in SQL is the league: of made-up evenings SQLite gives the numbers that Python
adds up. PostgreSQL's are in `test_club_league.py`."""

from __future__ import annotations

from random import Random

from asked_leagues import added_up, asked, asking_sqlite, together_of
from hypothesis import given
from hypothesis import strategies as st
from made_evenings import made_choice, made_league, made_same

CHANCES = st.integers(0, 2**32).map(Random)


@given(CHANCES)
def test_sqlite_gives_the_league_that_python_adds_up(chance: Random) -> None:
    """Standings, pairs, crosstable, contracts, totals and days are those of the Python league,
    whatever is chosen, and under the names that everybody counts as."""
    told, choice, same = made_league(chance), made_choice(chance), made_same(chance)
    ask = asking_sqlite(together_of(told))
    assert asked(ask, choice, same) == added_up(told, choice, same)
