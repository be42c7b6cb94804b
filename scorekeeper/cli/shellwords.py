"""A command line as a shell reads it, up to the cursor: words apart, quotes taken off and put
on."""

from click.shell_completion import split_arg_string

SPECIAL = " \t\\'\"`$&|;<>()*?[]{}~#!^"


def bash_words(line: str) -> list[str]:
    """The words as they were typed; the last is the one that the cursor is in, which may be
    empty."""
    words, word, quote, is_escaped = list[str](), "", "", False
    for character in line:
        if character in " \t\n" and not quote and not is_escaped:
            words += [word] if word or not words else []
            word = ""
            continue
        word += character
        quote, is_escaped = _after(character, quote, is_escaped)
    return [*words, word]


def _after(character: str, quote: str, is_escaped: bool) -> tuple[str, bool]:
    """Which quote is open after a character, and whether the next one is escaped."""
    if is_escaped:
        return quote, False
    if character == "\\" and quote != "'":
        return quote, True
    if quote:
        return ("" if character == quote else quote), False
    return (character if character in "'\"" else ""), False


def dequoted(word: str) -> str:
    """The word that is meant by one with quotes and backslashes, of which the last may be open."""
    return "".join(split_arg_string(word))


def as_bash(found: str, typed: str, breaks: str) -> str:
    """A completion as bash is to put it in place of what follows the last break in the word
    typed, with the quotes that are open there."""
    start, quote, is_escaped = 0, "", False
    for place, character in enumerate(typed):
        is_break = character in breaks and character not in "'\"" and not quote and not is_escaped
        start = place + 1 if is_break else start
        quote, is_escaped = _after(character, quote, is_escaped)
    return quoted(found[len(dequoted(typed[:start])) :], quote)


def quoted(text: str, quote: str) -> str:
    """The text as it stands between these quotes, or without any."""
    if quote == "'":
        return text.replace("'", "'\\''")
    special = '"\\$`' if quote else SPECIAL
    return "".join(f"\\{character}" if character in special else character for character in text)
