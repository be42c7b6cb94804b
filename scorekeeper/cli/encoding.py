"""In what bytes text comes in and leaves: what the terminal has for people, UTF-8 for what is kept
or read by a program, whatever the terminal."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

from scorekeeper.text.language import write_for_screen

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

    from scorekeeper.text.signs import plainer  # noqa: PLC0415 - 0.2 ms, not for UTF-8

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
    from scorekeeper.text.signs import encodable  # noqa: PLC0415 - 0.2 ms, not for UTF-8

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
