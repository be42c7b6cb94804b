"""A live table without a disk or a terminal: lines go in as values, acts are appended to a text."""

from __future__ import annotations

from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.record.corrections import amendment
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Book, opened
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.table.conversation import act_of, done, prompt, step
from scorekeeper.table.table_state import Conversation, Prompt, Reply

WHEN = "2026-01-02T20:00:00Z"


class Evening:
    """A table with its session in memory: an act is appended to the text of the session."""

    def __init__(
        self,
        game: str | Ruleset,
        *players: str,
        width: int = 80,
        asks: bool = True,
        turns: SitOutPlan | None = None,
        **options: str,
    ) -> None:
        rules = library.load_ruleset(game) if isinstance(game, str) else game
        agreed = agree(rules, players, None, options, turns)
        self.text = head_text(new_head(agreed, "evening", WHEN))
        self.table = Conversation(self.book(), width, asks=asks)
        self.shown: list[str] = []
        self.cleared: list[bool] = []  # whether the screen was, after each act

    def book(self) -> Book:
        return opened(self.text.encode(), "evening")

    def say(self, *lines: str) -> Reply:
        """Types lines, does the acts that come of them; the last reply before an act is done."""
        reply = Reply()
        for line in lines:
            self.table, reply = step(self.table, line)
            self.shown += reply.lines
            if reply.do:
                before = self.book()
                act = act_of(reply.do, before, WHEN)
                self.text += "".join(map(entry_text, act.entries))
                self.table, after = done(self.table, reply.do, before, act, self.book())
                self.shown += after.lines
                self.cleared.append(after.clears)
        return reply

    def elsewhere(self, *words: str, amend: int | None = None) -> None:
        """Another terminal records a deal or corrects one."""
        book = self.book()
        act = new_deal(book, words, WHEN) if amend is None else amendment(book, amend, words, WHEN)
        self.text += "".join(map(entry_text, act.entries))

    @property
    def asked(self) -> Prompt:
        return prompt(self.table)

    @property
    def deals(self) -> list[dict[str, object]]:
        return [dict(entry.facts) for entry in self.book().folded.deals]


def swedish(**given: int | bool) -> Evening:
    return Evening("bismarck-swedish", "Anna", "Björn", "Cleo", **given)  # type: ignore[arg-type]


def codes(reply: Reply) -> list[str]:
    return [problem.code for problem in reply.problems]
