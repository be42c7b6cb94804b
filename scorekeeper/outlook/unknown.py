"""Why it is that something cannot be decided."""

from __future__ import annotations


class Unknown(Exception):
    """What is still possible cannot be worked out; says why."""
