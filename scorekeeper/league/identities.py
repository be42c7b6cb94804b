"""The identities of very many sessions, and whether some of these are one."""

from array import array


class Ids:
    """Whether some of many sessions may have one identity. Of each only the hash is held, eight
    bytes of it: so a second look says which, and whether it is so."""

    def __init__(self) -> None:
        self._met = array("q")

    def add(self, identity: str) -> None:
        if identity:
            self._met.append(hash(identity))

    @property
    def are_alike(self) -> bool:
        """Whether two of those that were added have the same hash."""
        return len({*self._met}) < len(self._met)
