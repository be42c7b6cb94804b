"""The terminal: streams, encodings, colours, language."""

from __future__ import annotations

import codecs
import errno
import gettext
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

import click

from scorekeeper.text.terminal_text import NO_INK, Ink
from scorekeeper.text.translation import ENGLISH, LANGUAGES, language_of, speak, write_for_screen

# --- streams -----------------------------------------------------------------------------------
# Standard input, output and error: what holds of them from the first word to the last.


class Closed(io.TextIOBase):
    """A standard output that was closed before the program began: whatever is shown fails."""

    def write(self, text: str, /) -> int:
        """Raises OSError: nobody can read this."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def open_streams() -> None:
    """Readies the streams: a closed standard output fails where something is shown. Standard error
    that is closed says nothing."""
    _fill_closed_numbers()
    if sys.stdout is None:
        sys.stdout = Closed()


def _fill_closed_numbers() -> None:
    """Opens a device that leads nowhere as every stream that is closed: a session file that got
    the number of one would be written into by whoever writes to that stream."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one


def flush(stream: TextIO | None) -> None:
    """Writes out what a stream still holds; OSError where it takes no more."""
    if stream is None or stream.closed:
        return
    try:
        stream.flush()
    except OSError:
        silence(stream)
        raise


def silence(stream: TextIO | None) -> None:
    """Sends what a stream still holds, and all that follows, to nowhere: the interpreter flushes
    its streams once more as it ends, and a failure then would change the exit code to 120."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)


# --- encoding ----------------------------------------------------------------------------------
# In what bytes text comes in and leaves: what the terminal has for people, UTF-8 for what is kept
# or read by a program, whatever the terminal.


UTF_8, ASCII = "utf-8", "ascii"
# click takes a stream in ASCII for a mistake and writes UTF-8 to it; under this name it is as it
# is.
SEVEN_BITS = "seven-bits"


def talk_to_people() -> None:
    """From now on text comes from people and goes to them, in signs that their terminal has."""
    _read_kindly(sys.stdin)
    for stream in (sys.stdout, sys.stderr):
        _write_plainly(stream)
    encoding = _encoding(sys.stdout)
    if encoding == UTF_8:
        write_for_screen()
        return

    from scorekeeper.text.terminal_text import plainer  # noqa: PLC0415 - 0.2 ms, not for UTF-8

    write_for_screen(plainer(encoding))


def write_files(*streams: TextIO | None) -> None:
    """From now on what is written to these streams is a file: UTF-8 with line feeds, every sign as
    it is."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=UTF_8, errors="replace", newline="\n")
    write_for_screen()


def words_typed(words: Sequence[str]) -> list[str]:
    """The words of a command line. Where the locale knows ASCII alone, the letters that a person
    typed have come in as bytes that mean nothing to it: as UTF-8 they are read all the same."""
    return [word if word.isprintable() else _as_utf8(word) for word in words]


def _as_utf8(word: str) -> str:
    try:
        return os.fsencode(word).decode(UTF_8)
    except ValueError:  # bytes of no letter, or a letter that the locale has no bytes for
        return word


def _encoding(stream: TextIO | None) -> str:
    """The encoding of a stream by its usual name; a stream that has none is a text in memory."""
    name = getattr(stream, "encoding", None)
    return codecs.lookup(name).name if name else UTF_8


def _read_kindly(stream: TextIO | None) -> None:
    """Has a stream read what is no text in its encoding as a sign that no word has; ASCII is a part
    of UTF-8, and is read as that."""
    if isinstance(stream, TextIOWrapper):
        encoding = _encoding(stream)
        stream.reconfigure(encoding=UTF_8 if encoding == ASCII else encoding, errors="replace")


def _write_plainly(stream: TextIO | None) -> None:
    """Has a stream write plainer signs for those that its encoding has not."""
    if not isinstance(stream, TextIOWrapper):
        return
    encoding = _encoding(stream)
    if encoding == UTF_8:
        stream.reconfigure(errors="replace")
        return
    if encoding == ASCII:
        codecs.register(_seven_bits)
        encoding = SEVEN_BITS
    rule = f"signs of {encoding}"
    codecs.register_error(rule, lambda error: _plainer(encoding, error))
    stream.reconfigure(encoding=encoding, errors=rule)


def _plainer(encoding: str, error: UnicodeError) -> tuple[str, int]:
    """What is written where the encoding has no sign, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    from scorekeeper.text.terminal_text import encodable  # noqa: PLC0415 - 0.2 ms, not for UTF-8

    return encodable(encoding, error.object[error.start : error.end]), error.end


def _seven_bits(name: str) -> codecs.CodecInfo | None:
    """ASCII by its other name."""
    if name != SEVEN_BITS.replace("-", "_"):
        return None
    found = codecs.lookup(ASCII)
    return codecs.CodecInfo(
        name=SEVEN_BITS, encode=found.encode, decode=found.decode,
        incrementalencoder=found.incrementalencoder, incrementaldecoder=found.incrementaldecoder,
    )  # fmt: skip


# --- Bold, dim and red for a terminal ----------------------------------------------------------
# Nothing is said by colour alone. It is off in a pipe, on a dumb terminal and wherever `NO_COLOR`
# or `--no-color` asks for it; `CLICOLOR_FORCE` and `FORCE_COLOR` turn it on for a pipe.


FORCED = ("CLICOLOR_FORCE", "FORCE_COLOR")


def is_coloured(stream: TextIO | None) -> bool:
    """Whether what is written to a stream is seen by somebody who has not asked for plain text."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in FORCED):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """The text in bold."""
    return _styled(text, bold=True)


def dim(text: str) -> str:
    """The text fainter than others."""
    return _styled(text, dim=True)


def red(text: str) -> str:
    """The text in bold red."""
    return _styled(text, fg="red", bold=True)


def _styled(
    text: str, fg: str | None = None, bold: bool | None = None, dim: bool | None = None
) -> str:
    """The text between the codes of a style; spaces around it stay outside."""
    inner = text.strip()
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return f"{before}{click.style(inner, fg=fg, bold=bold, dim=dim)}{after}" if inner else text


def ink_of_page(plain: bool = False) -> Ink:
    """What sets headings and tables off on stdout; nothing for a screen reader."""
    return NO_INK if plain or not is_coloured(sys.stdout) else Ink(bold, dim)


def show_page(text: str, ink: Ink) -> None:
    """A result whose headings and tables were set off with this ink."""
    click.echo(text, color=ink is not NO_INK or None)


# --- speaking ----------------------------------------------------------------------------------
# Which language the person is spoken to in: `--lang`, else the locale; and English for programs.


# What a program reads is the same for everybody.
FOR_PROGRAMS = ("json", "csv")
# The first of these that is set is the locale; LANGUAGE may then name others to be tried before it.
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def speak_as_asked(args: Sequence[str], settings: Mapping[str, str]) -> None:
    """Speaks the language of the command line, else of the locale, from the first word on."""
    asked = spoken_in(args, settings)
    if asked == ENGLISH:
        speak()
        return

    # 0.1 ms, not for English
    from scorekeeper.store.shipped_files import DOMAIN, LOCALES, catalogue  # noqa: PLC0415

    _have_click_speak(asked, DOMAIN, LOCALES)
    speak(asked, catalogue(asked))


def spoken_in(args: Sequence[str], settings: Mapping[str, str]) -> str:
    """The code of the language that is to be spoken."""
    if any(form in FOR_PROGRAMS for form in _option_values(args, "--format")):
        return ENGLISH
    for word in reversed(
        [*_option_values(args, "--lang")]
    ):  # the last one counts, as with every option
        return word if word in LANGUAGES else ENGLISH  # click refuses it in a moment
    locale = next((settings[name] for name in LOCALE if settings.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH  # where LANGUAGE says nothing either
    return language_of([settings.get("LANGUAGE", ""), locale])


def _option_values(args: Sequence[str], option: str) -> Iterator[str]:
    """The values of an option, wherever among the words it stands."""
    for number, word in enumerate(args):
        if word == "--":
            return
        if word == option and number + 1 < len(args):
            yield args[number + 1]
        elif word.startswith(option + "="):
            yield word.removeprefix(option + "=")


def _have_click_speak(asked: str, domain: str, folder: str) -> None:
    """click says its own words ("Usage", "Error") by gettext's general domain, in the locale's
    language."""
    os.environ["LANGUAGE"] = asked
    gettext.bindtextdomain(domain, folder)
    gettext.textdomain(domain)
