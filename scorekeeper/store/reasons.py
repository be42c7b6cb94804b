"""Why a file or a folder is left alone: in the words of the machine, or in our own."""

from scorekeeper.text.message import Words, in_english


class LeftAlone(OSError):
    """A file that the machine would give and that is not touched; `why` says the reason."""

    def __init__(self, number: int | None, why: Words) -> None:
        super().__init__(number, in_english(why))
        self.why = why


def reason(error: BaseException) -> Words:
    """Why a file could not be read or written: our own reason, else the machine's words."""
    if isinstance(error, LeftAlone):
        return error.why
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
