"""Suggestions for lines that are nearly commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import turn
from scorekeeper.record.acts import synonyms_of
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.record.required_facts import quoted
from scorekeeper.record.word_assignment import CONTRACT, ReadingContext, near, words_of_the_deal
from scorekeeper.rules.cards import folded
from scorekeeper.table.commands import COMMANDS, PROGRAM, commanded, pages_made
from scorekeeper.table.table_state import OUTSIDE, Conversation, Reply, Turned, fitted
from scorekeeper.text.message import listing, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, nearest
from scorekeeper.text.translation import NO, YES, marked

# --- misspelt commands -------------------------------------------------------------------------
# Misspelt commands: a first word that is neither a command nor a word of the deal.


# Words that people type to print or save a report.
PAGES = ("print", "export", "pdf", "html", "imprimer", "exporter", "skriva", "exportera")


def command_meant(table: Conversation, line: str) -> Problem | None:
    """Return the problem of a line that begins with a misspelt command, with suggestions, or None
    for any other line."""
    first = next(iter(split_line(line)), "")
    if first.casefold() in PAGES and not _is_of_the_deal(table, first):
        message = say("`{word}` is not a word of this deal", word=first)
        return Problem("word-unknown", message, None, (pages_made(),))
    if first.casefold() in OUTSIDE and not _is_of_the_deal(table, first):
        return _outside(first.casefold())
    meant = (
        [] if first.casefold() in COMMANDS or _is_of_the_deal(table, first) else _near(table, first)
    )
    if not meant:
        return None
    hint = say("did you mean {words}?", words=listing(f"`{name}`" for name in meant))
    return Problem(
        "word-unknown", say("`{word}` is not a word of this deal", word=first), None, (hint,)
    )


def _outside(name: str) -> Problem:
    """Return the problem of a command that must be typed in the shell."""
    message = say("`{name}` is a command of the shell, and this is the live table", name=name)
    hint = say(
        "type {command} outside it, after quit or in another terminal",
        command=f"`{PROGRAM} {name}`",
    )
    return Problem("word-unknown", message, None, (hint,))


def _near(table: Conversation, word: str) -> Sequence[str]:
    """Return the commands with which a word may be confused, or [] if a word of the deal is
    closer."""
    meant = [name for name in synonyms_of(word) if name in COMMANDS]
    if meant:
        return meant
    commands = [name for name in COMMANDS if len(name) > 2]
    agreed, facts = table.agreed, table.draft.facts
    said = ReadingContext(agreed, turn(agreed, table.state).contracts, facts.get(CONTRACT), facts)
    likely = nearest(word, near(word, [*words_of_the_deal(said), *commands]))
    return [likely] if likely in commands else []


def _is_of_the_deal(table: Conversation, word: str) -> bool:
    """Return True if a word can be part of a deal, even with an invalid value."""
    problems = read_words(table.agreed, table.state, [word]).problems
    return not any(problem.code == "word-unknown" for problem in problems)


# --- sentences ---------------------------------------------------------------------------------
# Ordinary sentences at the live table, and the commands that they mean.
#
# A line is examined here only if it is neither a command nor an entry. The sentences are declared
# together in `SENTENCES`, in English; a catalogue has its own, as many as it likes.


# In a sentence and in what it means: the name of somebody at the table; the rest of the line.
PLAYER, REST = "PLAYER", "REST"
MARKS = ".,:;!?…–-"


class Sentence(NamedTuple):
    """Ordinary sentences for one purpose: their possible beginnings, separated by commas, and the
    commands that they may mean. A single complete command can be run; others are only
    suggested."""

    begins: str
    means: tuple[str, ...]


# Translators: ways in which people at the table begin a line, separated by commas; as many as there
# are, in your language. PLAYER stands for the name of somebody who plays.
SENTENCES = (
    Sentence(
        marked("who deals, who is dealing, whose deal, who's dealing, what is next, what's next"),
        ("next",),
    ),
    Sentence(
        marked("what is the score, what's the score, who is ahead, who is winning"), ("sheet",)
    ),
    Sentence(marked("who leads, who begins"), ("next", "sheet")),
    Sentence(
        marked("what do I need, what do we need, who can win, who can still win, can I still win"),
        ("outlook",),
    ),
    Sentence(marked("what are the rules, show the rules, how is this played"), ("rules",)),
    Sentence(marked("what can I type, what can I say, help me"), ("help",)),
    Sentence(
        marked("undo that, undo it, undo the last, scratch that, take that back, take it back"),
        ("undo",),
    ),
    Sentence(
        marked("PLAYER deals, PLAYER dealt, PLAYER is dealing, PLAYER has dealt, PLAYER is dealer"),
        ("turn PLAYER",),
    ),
    Sentence(
        marked("misdeal, it's a misdeal, that's a misdeal, that was a misdeal, bad deal"),
        ("misdeal REST",),
    ),
    Sentence(
        marked("PLAYER and PLAYER swap, PLAYER and PLAYER change places, PLAYER swaps with PLAYER"),
        ("seat swap PLAYER PLAYER",),
    ),
    Sentence(
        marked("PLAYER goes home, PLAYER leaves, PLAYER is leaving, PLAYER has to go"),
        ("seat NEW for PLAYER", "finish"),
    ),
    Sentence(marked("PLAYER revoked, a penalty for PLAYER"), ("penalty PLAYER AMOUNT",)),
    Sentence(
        marked("we stop, we are done, we're done, we go home, we are going home, that's it"),
        ("finish",),
    ),
    Sentence(marked("another game, one more game, play again, same again"), ("again",)),
    Sentence(marked("good night, goodnight"), ("quit",)),
)
# Placeholders for unknown words: a command with one is suggested, not run.
TO_BE_SAID = ("NEW", "AMOUNT")


class Reading(NamedTuple):
    """An interpretation of a line as a command: the command's words, and the number of words of
    the line that match (`said`)."""

    words: tuple[str, ...]
    said: int

    @property
    def typed(self) -> str:
        """Return the command as a line to be typed."""
        return " ".join(map(quoted, self.words))

    @property
    def is_whole(self) -> bool:
        """Return True if the command has no placeholder, so that it can be run."""
        return not set(TO_BE_SAID).intersection(self.words)


def sentence_meant(table: Conversation, line: str) -> Turned | None:
    """Return the result of a line that is an ordinary sentence, or None if it is not understood.

    A command that only shows something is run at once; any other needs a yes. If there are
    several interpretations, or nobody can be asked, they are listed in a problem."""
    found = _readings(table, line)
    if not found:
        return None
    one = found[0]
    if len(found) > 1 or not one.is_whole:
        return table, Reply(problems=(_nearest_phrase(line, found),))
    if COMMANDS[one.words[0]].looks:
        after, reply = _done(table, one.words)
        taken = fitted(table, [say("taken as {command}", command=f"`{one.typed}`")])
        return after, reply._replace(lines=(*taken, *reply.lines))
    if table.asks:
        return table._replace(meant=one.words), Reply()
    return table, Reply(problems=(_nearest_phrase(line, found),))


def at_meant(table: Conversation, line: str) -> Turned | None:
    """Read the answer to a suggested command: a yes runs the command, a no discards it. Return
    None if there is no suggestion, or for any other line."""
    words, table = table.meant, table._replace(meant=(), counted=False)
    if not words:
        return None
    if line.casefold() in ("", *YES):
        return _done(table, words)
    if line.casefold() in NO:
        return table, Reply(fitted(table, [say("nothing was done")]))
    return None


def typed_words(words: Sequence[str]) -> str:
    """Return the words of a command as a line to be typed."""
    return Reading(tuple(words), 0).typed


def _done(table: Conversation, words: Sequence[str]) -> Turned:
    turned = commanded(table, typed_words(words))
    assert turned is not None  # they begin with a command
    return turned


def _nearest_phrase(line: str, found: Sequence[Reading]) -> Problem:
    message = say("`{line}` is no command and no entry of this deal", line=line)
    hint = say("did you mean {words}?", words=listing(f"`{one.typed}`" for one in found))
    return Problem("word-unknown", message, None, (hint,))


# --- reading -------------------------------------------------------------------------------------


def _readings(table: Conversation, line: str) -> Sequence[Reading]:
    """Return the possible commands for a line: those of the sentences that match most of its
    words. A line that begins with a player's name matches only sentences about a player."""
    spoken = line.replace("’", "'").split()
    words = [folded(word.strip(MARKS)) for word in spoken]
    players = table.book.agreed.players
    names = sorted(players, key=len, reverse=True)
    by = table.by if table.by in players else ""
    is_of_player = any(_begins_with(words, name) for name in names)
    found = [
        Reading(_filled(means, named, spoken[end:], by), end)
        for sentence in SENTENCES
        for begins in _ways(sentence.begins)
        if not is_of_player or begins[0] == PLAYER
        for named, end in [_matched(begins, words, names)]
        if end
        for means in sentence.means
    ]
    most = max((one.said for one in found), default=0)
    return list(dict.fromkeys(one for one in found if one.said == most))


def _ways(begins: str) -> Iterator[list[str]]:
    """Yield the words of each beginning of a sentence, in English and in the user's language."""
    for text in dict.fromkeys((begins, text_of(say(begins)))):
        for way in text.split(","):
            yield [word if word == PLAYER else folded(word) for word in way.split()]


def _parts(name: str) -> list[str]:
    """Return the words of a name, normalised for comparison with the words of a line."""
    return [part.strip(MARKS) for part in folded(name).split()]


def _begins_with(words: Sequence[str], name: str) -> bool:
    own = _parts(name)
    return list(words[: len(own)]) == own


def _matched(
    begins: Sequence[str], words: Sequence[str], names: Sequence[str]
) -> tuple[list[str], int]:
    """Return the players named in the beginning of a line, and the number of matching words, 0 if
    the line does not match."""
    players, end = list[str](), 0
    for part in begins:
        own = [part]
        if part == PLAYER:
            name = next((name for name in names if _begins_with(words[end:], name)), "")
            players.append(name)
            own = _parts(name)
        if not own or list(words[end : end + len(own)]) != own:
            return [], 0
        end += len(own)
    return players, end


def _filled(means: str, players: Sequence[str], rest: Sequence[str], by: str) -> tuple[str, ...]:
    """Return the words of a command, with the players and the rest of the line filled in."""
    left, words = list(players), list[str]()
    for word in means.split():
        if word == PLAYER:
            words.append(left.pop(0))
        elif word == REST:
            words += [part for part in rest if part.strip(MARKS)]
        else:
            words.append(word)
    return (*words, "for", by) if words == ["outlook"] and by else tuple(words)
