"""The default port and the default bit rate, which come from environment variables or a configuration file."""

import os
import tomllib
from pathlib import Path
from typing import Any

import platformdirs

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import prefix_errors
from rowloom.host.cli.options import SIMULATED_PORT, OneBoardOptions
from rowloom.host.solvers import ENGINES as SOFTWARE
from rowloom.host.whole_files import read_whole

__all__ = ["with_default_port"]

_PORT, _BAUD, _CONFIG = "ROWLOOM_PORT", "ROWLOOM_BAUD", "ROWLOOM_CONFIG"

_ELSEWHERE = "ports", "built", "wave", "jobs", "cluster", "explain", "hint"
"""If one of these options is given, the default port is not used."""


def with_default_port(options: type, values: dict[str, Any]) -> dict[str, Any]:
    """Add the default port to the parsed values of a command's options, if the command will use this port.

    Raises
    ------
    UsageError
        If ``--port simulated`` is combined with other ports.
    CommandError
        If a default is invalid.
    """
    if not issubclass(options, OneBoardOptions):
        return values
    ports = tuple(values["ports"] or ())
    if SIMULATED_PORT in ports:
        if len(ports) > 1:
            raise UsageError(f"--port {SIMULATED_PORT} cannot be combined with another --port")
        return {**values, "ports": ()}
    elsewhere = any(values.get(name) for name in _ELSEWHERE) or values.get("simulators", 1) > 1
    if elsewhere or values.get("engine") in SOFTWARE:
        return values
    port, baud, source = _defaults()
    return {**values, "ports": (port,), "baud": values["baud"] or baud, "port_source": source} if port else values


def _defaults() -> tuple[str | None, int | None, str]:
    """Return the default port, the default bit rate, and the source of the default port."""
    file = Path(os.environ.get(_CONFIG) or platformdirs.user_config_path("rowloom") / "config.toml")
    port, baud = os.environ.get(_PORT), os.environ.get(_BAUD)
    if port or not (file.exists() or os.environ.get(_CONFIG)):
        return port, _bit_rate(baud, _BAUD) if baud else None, f"the environment variable {_PORT}"
    with prefix_errors(file, OSError, ValueError):
        record = tomllib.loads(read_whole(file).decode())
    if unknown := sorted(record.keys() - {"port", "baud"}):
        raise CommandError(f"{file}: {unknown[0]!r} is unknown; the settings are port and baud")
    port = record.get("port")
    if not isinstance(port, str | None):
        raise CommandError(f"{file}: expected a port in quotes, found {port!r}")
    rate = baud or record.get("baud")
    return port, _bit_rate(rate, _BAUD if baud else f"{file}: baud") if rate else None, str(file)


def _bit_rate(value: object, where: str) -> int:
    if not isinstance(value, bool) and str(value).isdecimal() and 0 < (rate := int(str(value))) < 1 << 32:
        return rate
    raise CommandError(f"{where}: expected a bit rate such as 1000000, found {value!r}")
