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

from scorekeeper.text.terminal_text import NO_INK, Ink, encodable, plainer
from scorekeeper.text.translation import ENGLISH, LANGUAGES, language_of, speak, write_for_screen

# --- streams -----------------------------------------------------------------------------------
# Standard input, output and error: what holds of them from the first word to the last.


class Closed(io.TextIOBase):
    """A stdout that was closed before the program began; every write fails."""

    def write(self, text: str, /) -> int:
        """Raise OSError, because the stream is closed."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def open_streams() -> None:
    """Prepare the standard streams. If stdout is closed, printing a result fails; if stderr is
    closed, messages are dropped."""
    _fill_closed_numbers()
    if sys.stdout is None:
        sys.stdout = Closed()


def _fill_closed_numbers() -> None:
    """Open the null device for each closed standard stream. Otherwise a session file could get the
    stream's descriptor, and output would be written into it."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one


def flush(stream: TextIO | None) -> None:
    """Flush a stream. Raises OSError if writing fails."""
    if stream is None or stream.closed:
        return
    try:
        stream.flush()
    except OSError:
        silence(stream)
        raise


def silence(stream: TextIO | None) -> None:
    """Redirect a stream, with its unwritten text, to the null device. Otherwise the interpreter's
    flush at exit could fail, and change the exit code to 120."""
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
    """Configure the streams for text to and from people, in characters that their terminal has."""
    _read_kindly(sys.stdin)
    for stream in (sys.stdout, sys.stderr):
        _write_plainly(stream)
    encoding = _encoding(sys.stdout)
    if encoding == UTF_8:
        write_for_screen()
        return
    write_for_screen(plainer(encoding))


def write_files(*streams: TextIO | None) -> None:
    """Configure these streams for files: UTF-8 with line feeds, every character unchanged."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=UTF_8, errors="replace", newline="\n")
    write_for_screen()


def words_typed(words: Sequence[str]) -> list[str]:
    """Return the words of a command line. In an ASCII locale, letters arrive as undecoded bytes;
    they are decoded as UTF-8."""
    return [word if word.isprintable() else _as_utf8(word) for word in words]


def _as_utf8(word: str) -> str:
    try:
        return os.fsencode(word).decode(UTF_8)
    except ValueError:  # bytes of no letter, or a letter that the locale has no bytes for
        return word


def _encoding(stream: TextIO | None) -> str:
    """Return the normalised name of a stream's encoding, UTF-8 for a stream in memory."""
    name = getattr(stream, "encoding", None)
    return codecs.lookup(name).name if name else UTF_8


def _read_kindly(stream: TextIO | None) -> None:
    """Make a stream replace undecodable input with a character that no word contains. An ASCII
    stream is read as UTF-8."""
    if isinstance(stream, TextIOWrapper):
        encoding = _encoding(stream)
        stream.reconfigure(encoding=UTF_8 if encoding == ASCII else encoding, errors="replace")


def _write_plainly(stream: TextIO | None) -> None:
    """Make a stream replace characters that its encoding lacks with plainer ones."""
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
    """Return the replacement of characters that the encoding lacks, and the index after them."""
    assert isinstance(error, UnicodeEncodeError)
    return encodable(encoding, error.object[error.start : error.end]), error.end


def _seven_bits(name: str) -> codecs.CodecInfo | None:
    """Return the ASCII codec if the name is `SEVEN_BITS`, else None."""
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
    """Return True if a stream gets colours: it is a terminal, or colour is forced, and `NO_COLOR`
    is not set."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in FORCED):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Return the text in bold."""
    return _styled(text, bold=True)


def dim(text: str) -> str:
    """Return the text dimmed."""
    return _styled(text, dim=True)


def red(text: str) -> str:
    """Return the text in bold red."""
    return _styled(text, fg="red", bold=True)


def _styled(
    text: str, fg: str | None = None, bold: bool | None = None, dim: bool | None = None
) -> str:
    """Return the text in a style, with the spaces around it unstyled."""
    inner = text.strip()
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return f"{before}{click.style(inner, fg=fg, bold=bold, dim=dim)}{after}" if inner else text


def ink_of_page(plain: bool = False) -> Ink:
    """Return the style of headings and tables on stdout. There is none if `plain`, or without
    colours."""
    return NO_INK if plain or not is_coloured(sys.stdout) else Ink(bold, dim)


def show_page(text: str, ink: Ink) -> None:
    """Print a result in which headings and tables already have this style."""
    click.echo(text, color=ink is not NO_INK or None)


# --- language ----------------------------------------------------------------------------------
# Which language the person is spoken to in: `--lang`, else the locale; and English for programs.


# Formats for programs are always in English.
FOR_PROGRAMS = ("json", "csv")
# The first one that is set is the locale; LANGUAGE may name languages to try first.
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def speak_as_asked(args: Sequence[str], settings: Mapping[str, str]) -> None:
    """Set the language from the command line, else from the locale, before any text is shown."""
    asked = spoken_in(args, settings)
    if asked == ENGLISH:
        speak()
        return

    # 0.1 ms, not for English
    from scorekeeper.store.shipped_files import DOMAIN, LOCALES, catalogue  # noqa: PLC0415

    _have_click_speak(asked, DOMAIN, LOCALES)
    speak(asked, catalogue(asked))


def spoken_in(args: Sequence[str], settings: Mapping[str, str]) -> str:
    """Return the code of the language to use."""
    if any(form in FOR_PROGRAMS for form in _option_values(args, "--format")):
        return ENGLISH
    for word in reversed(
        [*_option_values(args, "--lang")]
    ):  # the last one counts, as with every option
        return word if word in LANGUAGES else ENGLISH  # click will refuse it
    locale = next((settings[name] for name in LOCALE if settings.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH  # where LANGUAGE says nothing either
    return language_of([settings.get("LANGUAGE", ""), locale])


def _option_values(args: Sequence[str], option: str) -> Iterator[str]:
    """Yield the values of an option, anywhere among the words."""
    for number, word in enumerate(args):
        if word == "--":
            return
        if word == option and number + 1 < len(args):
            yield args[number + 1]
        elif word.startswith(option + "="):
            yield word.removeprefix(option + "=")


def _have_click_speak(asked: str, domain: str, folder: str) -> None:
    """Set the language of click's own words ("Usage", "Error"), which use gettext's global domain
    and the locale's language."""
    os.environ["LANGUAGE"] = asked
    gettext.bindtextdomain(domain, folder)
    gettext.textdomain(domain)
