"""Who is connected to a board: one address holds only so many connections, said anything or not."""

from __future__ import annotations

from asyncio import Transport
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


def counted_protocol(most: int, patience: float) -> Callable[..., H11Protocol]:
    """What speaks HTTP on each connection; those of an address beyond so many are ended before a
    word of them is read, and so are those that have asked for nothing after so many seconds.
    uvicorn counts all of them together, which one caller could use up."""
    connected = Counter[str]()

    def made(*values: Any, **named: Any) -> H11Protocol:
        return _counted(H11Protocol(*values, **named), connected, most, patience)

    return made


def _counted(
    protocol: H11Protocol, connected: Counter[str], most: int, patience: float
) -> H11Protocol:
    begun, ended = protocol.connection_made, protocol.connection_lost
    address = ""

    def connection_made(transport: Transport) -> None:
        nonlocal address
        address = str((transport.get_extra_info("peername") or [""])[0])
        connected[address] += 1
        begun(transport)
        if connected[address] > most:
            transport.abort()
        protocol.loop.call_later(patience, leave_idle)

    def leave_idle() -> None:
        if getattr(protocol, "cycle", None) is None:  # its type leaves out that there is none yet
            protocol.transport.abort()

    def connection_lost(error: Exception | None) -> None:
        connected[address] -= 1
        if not connected[address]:
            del connected[address]
        ended(error)

    vars(protocol).update(connection_made=connection_made, connection_lost=connection_lost)
    return protocol
