"""The port and the bit rate that a person always uses: from the environment, or else from a file."""

import os
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import failing_as
from rowloom.host.cli.options import SIMULATED_PORT, OneBoardOptions
from rowloom.host.solvers import ENGINES as SOFTWARE
from rowloom.host.whole_files import read_whole

__all__ = ["settled"]

_PORT, _BAUD, _CONFIG = "ROWLOOM_PORT", "ROWLOOM_BAUD", "ROWLOOM_CONFIG"


class _Defaults(NamedTuple):
    port: str | None
    baud: int | None
    source: str
    """Where the port is from."""


def settled(options: type, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of options, with the default port, if there is one, where no option asks for something else.

    Parameters
    ----------
    options : type
        The command's; only those of :class:`.OneBoardOptions` have a port.
    values : dict
        As the parser found them.

    Raises
    ------
    UsageError
        If ``--port simulated`` stands beside other ports.
    CommandError
        If a default makes no sense.
    """
    if not issubclass(options, OneBoardOptions):
        return values
    ports = tuple(values["ports"] or ())
    if SIMULATED_PORT in ports:
        if len(ports) > 1:
            raise UsageError(f"--port {SIMULATED_PORT} goes with no other --port")
        return {**values, "ports": ()}
    elsewhere = any(values.get(name) for name in _ELSEWHERE) or values.get("simulators", 1) > 1
    if elsewhere or values.get("engine") in SOFTWARE:
        return values
    defaults = _read()
    if not defaults.port:
        return values
    baud = values["baud"] or defaults.baud
    return {**values, "ports": (defaults.port,), "baud": baud, "port_source": defaults.source}


_ELSEWHERE = "ports", "built", "wave", "jobs", "cluster", "explain", "hint"


def _read() -> _Defaults:
    file = Path(os.environ.get(_CONFIG) or platformdirs.user_config_path("rowloom") / "config.toml")
    port, baud = os.environ.get(_PORT), os.environ.get(_BAUD)
    if port or not (file.exists() or os.environ.get(_CONFIG)):
        return _Defaults(port, _bit_rate(baud, _BAUD) if baud else None, f"the environment variable {_PORT}")
    with failing_as(file, OSError, ValueError):
        record = tomllib.loads(read_whole(file).decode())
    if unknown := sorted(record.keys() - {"port", "baud"}):
        raise CommandError(f"{file}: {unknown[0]!r} is not known; port and baud are")
    port = record.get("port")
    if not isinstance(port, str | None):
        raise CommandError(f"{file}: port is the name of a port in quotes, not {port!r}")
    rate = baud or record.get("baud")
    return _Defaults(port, _bit_rate(rate, _BAUD if baud else f"{file}: baud") if rate else None, str(file))


def _bit_rate(value: object, where: str) -> int:
    if not isinstance(value, bool) and str(value).isdecimal() and 0 < (rate := int(str(value))) < 1 << 32:
        return rate
    raise CommandError(f"{where}: expected a bit rate such as 1000000, found {value!r}")
