"""Rulesets: a text is read and checked; where it is well its rules are told, played and proved."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from zlib import crc32

from hypothesis import strategies as st

from scorekeeper.base.toml_reader import toml_table
from scorekeeper.render.report_formats import json_text
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.text.problems import Problem, Refused

from .evening import play_some
from .guard import Finding, check, guarded, said_is_harmless, shown_is_harmless
from .harmless import csv_faults, html_faults
from .seeds import NAMES, blocks, games, rules, ruleset_text, whole
from .spoiling import seldom, spoilt_bytes, spoilt_toml


@guarded
def one_input(data: bytes) -> None:
    """Reads the ruleset; where it holds, does two of the things that rules are for."""
    text = data.decode(errors="replace")
    try:
        raw = toml_table(text)
    except (ValueError, RecursionError):  # `rules check` says so, and the line
        return
    page, faults = read_page(whole(raw), "mine")
    _tell_faults(page.rules, faults, text)
    if faults:
        return
    number = crc32(data)
    for use in (_USES[number % len(_USES)], _USES[number // 64 % len(_USES)]):
        use(page.rules, number >> 8)


def _tell_faults(found: Ruleset, faults: list[Problem], text: str) -> None:
    """What `rules check` says."""
    from scorekeeper.cli.refusal import refusal_lines
    from scorekeeper.proof.examples import example_problems
    from scorekeeper.proof.ruleset_checks import lint_faults, lint_notes
    from scorekeeper.rules.inheritance import line_of

    problems = [*faults, *lint_faults(found, faults), *(() if faults else example_problems(found))]
    for problem in (*problems, *lint_notes(found, faults)):
        said_is_harmless([problem])
        line_of(text, problem.fact or "")
    if problems:
        check("\n".join(map(str, refusal_lines(problems))))


# --- what rules are for ------------------------------------------------------------------------------


def _tell(found: Ruleset, number: int) -> None:
    from shown import rules_text

    from scorekeeper.render.game_list import ruleset_row, rulesets_text

    check(rules_text(found, (80, 20, 100)[number % 3]))
    row = ruleset_row(found)
    check(json_text(row))
    check(rulesets_text([row], 80, number % 2 == 0))


def _differ(found: Ruleset, number: int) -> None:
    from scorekeeper.report.game.which_game import difference_of, difference_text

    other = rules(games()[number % len(games())])
    check(json_text(difference_of(other, found)))
    check(difference_text(found, other, 80))


def _print_blank(found: Ruleset, number: int) -> None:
    from scorekeeper.game.session_settings import agree
    from scorekeeper.render.blank_text import blank_text
    from scorekeeper.render.csv_tables import blank_csv
    from scorekeeper.render.html.blank_page import blank_page
    from scorekeeper.report.blank import blank_of

    blank = blank_of(agree(found, NAMES[: found.players[0]]), number % 2 == 0)
    check(json_text(blank))
    check(blank_text(blank, found, 80))
    for fault in (*html_faults(blank_page(blank, found)), *csv_faults(blank_csv(blank, found))):
        raise Finding(fault)


def _extend(found: Ruleset, number: int) -> None:
    from scorekeeper.render.ruleset_builder import variant_text

    text = variant_text("other", found)
    check(text)
    tomllib.loads(text)


def _prove(found: Ruleset, number: int) -> None:
    from scorekeeper.proof.proof_run import Limits, certificate
    from scorekeeper.render.proof_text import certificate_of, certificate_problems, certificate_text

    # what is looked for shows itself in few
    proved = certificate(found, limits=Limits(most=200, draws=20, fewest=2))
    check(json_text(certificate_of(proved)))
    check(certificate_text(proved, 80, number % 2 == 0))
    said_is_harmless(certificate_problems(proved))


def _rule(found: Ruleset, number: int) -> None:
    """The referee's answers that need no cards."""
    from scorekeeper.game.schedule import first_state
    from scorekeeper.game.session_settings import agree
    from scorekeeper.referee.question_context import case_of_next_deal
    from scorekeeper.referee.question_parser import answer, read_question

    agreed = agree(found, NAMES[: found.players[-1]])
    codes = list(found.pack.cards) or ["KH"]
    hand = " ".join(codes[number % 5 :: 5][:8])
    for words in (
        ["dealing"],
        ["ruling"],
        ["miscount", "3", "4", "5"],
        ["legal", hand, "/", codes[0]],
        ["melds", hand],
        ["points", hand],
    ):
        try:
            state = first_state(agreed)
            shown_is_harmless(
                answer(case_of_next_deal(agreed, state, {}), read_question(words), state)
            )
        except Refused as refusal:
            said_is_harmless(refusal.problems)


_USES: tuple[Callable[[Ruleset, int], None], ...] = (
    _tell, _differ, _print_blank, _extend, _prove, _rule, play_some, play_some,
)  # fmt: skip


# --- where they come from ----------------------------------------------------------------------------


@cache
def _texts() -> tuple[str, ...]:
    """Every shipped ruleset, whole ones more often than those that extend, and those on the
    pages."""
    shipped = [ruleset_text(game) for game in games()]
    pages = [body for body in blocks("toml") if _is_toml(body)]
    return (*shipped, *(text for text in shipped if "\nextends" not in text), *pages)


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


@cache
def seeds() -> tuple[bytes, ...]:
    return tuple(text.encode() for text in _texts())


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """A value of its tree made another, mostly; else its text spoilt."""
    text = draw(st.sampled_from(_texts()))
    if seldom(draw, 4):
        return draw(spoilt_bytes(text.encode(), seeds()))
    return draw(spoilt_toml(text, _texts()))
