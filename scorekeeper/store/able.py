"""What one disk can do and another cannot. Where it cannot, the work is done in another way, and
what is not promised then is kept to be told."""

import errno
import os

from scorekeeper.text.language import marked

# What is answered where there is no such thing: FAT, exFAT, network drives, other systems.
UNABLE = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
NO_LINKS = (*UNABLE, errno.EPERM, errno.EINVAL)  # EINVAL: FAT on Windows
NO_SYNC = (*UNABLE, errno.EINVAL)
NO_FULL_SYNC = (*NO_SYNC, errno.ENOTTY)
# What opening a file can be asked for, 0 where the system has no such thing.
NO_FOLLOW, NON_BLOCK = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)
BINARY = getattr(os, "O_BINARY", 0)  # otherwise Windows writes other line breaks
# Whether a folder can be held open and its files opened by it: not on Windows.
HAS_FOLDERS = os.open in os.supports_dir_fd
NAMES_MAY_GO = marked(
    "the disk of this home cannot be asked whether a name is safe on it: after a power cut a "
    "session that was just begun or moved may be missing, or stand where it was; what is recorded "
    "in one that stands is safe (this is said once)"
)
TWO_COMPUTERS = marked(
    "the disk of this home has no locks: your programs on this computer wait for each other all "
    "the same, but two computers that record in one session at the same moment may lose an entry "
    "(this is said once)"
)

_met: list[str] = []


def meet(promise: str) -> None:
    """Notes what cannot be promised here."""
    _met.append(promise)


def not_promised() -> list[str]:
    """What could not be promised since this was asked: marked messages."""
    met = sorted({*_met})
    _met.clear()
    return met
