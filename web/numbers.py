"""The numbers of the link protocol and the engines, as a module for the page."""

import json
from typing import Any

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Engine
from rowloom.firmware import protocol
from rowloom.firmware.protocol import Dropped, Flags, Head, Kind, Masks, Reason, Status, Task
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, MAX_PIECE

__all__ = ["module"]

_NUMBERS = {
    "VERSION": protocol.VERSION,
    "MAX_BODY": protocol.MAX_BODY,
    "MAX_PIECE": MAX_PIECE,
    "DEFAULT_BIT_RATE": DEFAULT_BIT_RATE,
}


def module() -> str:
    """Return the text of ``web/page/link/numbers.js``: what ``rowloom.firmware.protocol`` has, and ``ENGINES``.

    The engines of a genre are in the order in which one is chosen, see :func:`rowloom.host.jobs.engines.engines_for`.
    """
    lines = ["// Generated from the numbers of the link protocol and the engines: do not edit.", ""]
    lines += [f"export const {name} = {value};" for name, value in _NUMBERS.items()]
    for numbers in (Kind, Flags, Masks, Task, Head, Dropped, Status, Reason):
        members = {name: member.value for name, member in numbers.__members__.items()}
        lines += ["", f"export const {numbers.__name__} = Object.freeze({json.dumps(members, indent=4)});"]
    in_order = sorted(ENGINES.values(), key=lambda one: (one.genre.number, not one.fast, one.number))
    engines = json.dumps([_engine(one) for one in in_order], indent=4)
    return "\n".join([*lines, "", f"export const ENGINES = Object.freeze({engines});", ""])


def _engine(engine: Engine) -> dict[str, Any]:
    """Return what the page knows of an engine."""
    return {
        "genre": engine.genre.name,
        "genreNumber": engine.genre.number,
        "name": engine.name,
        "number": engine.number,
        "exact": engine.sizes.exact,
        "largest": list(engine.sizes.largest),
        "whole": list(engine.whole),
        "counters": [counter.name for counter in engine.counters],
        "tasks": list(engine.tasks),
    }
