"""A session file in pieces that are its bytes again when they are joined: the head, then each entry
with the line break before it, which is how entries are appended."""

from scorekeeper.record.entry import START

BEFORE = f"\n{START}"


def parts_of(text: str) -> list[str]:
    """The head of a file and each of its entries; of what is appended, the first is empty."""
    head, *entries = text.split(BEFORE)
    return [head, *(f"{BEFORE}{entry}" for entry in entries)]
