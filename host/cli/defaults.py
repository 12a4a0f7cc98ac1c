"""The port and the bit rate that a person always uses: from the environment, or else from a file."""

import argparse
import os
import tomllib
from pathlib import Path
from typing import NamedTuple

import platformdirs

from rowloom.host.cli.common import CommandError, UsageError, failing_as
from rowloom.host.solvers import ENGINES as SOFTWARE
from rowloom.host.whole_files import read_whole

__all__ = ["SIMULATED_PORT", "settle"]

SIMULATED_PORT = "simulated"
"""The value of ``--port`` for a simulated board in spite of a default port."""

_PORT, _BAUD, _CONFIG = "ROWLOOM_PORT", "ROWLOOM_BAUD", "ROWLOOM_CONFIG"


class _Defaults(NamedTuple):
    port: str | None
    baud: int | None
    source: str
    """Where the port is from."""


def settle(args: argparse.Namespace) -> None:
    """Let the default port, if there is one, take the place of ``--port``, unless an option asks for something else.

    Raises
    ------
    UsageError
        If ``--port simulated`` stands beside other ports.
    CommandError
        If a default makes no sense.
    """
    args.port_source = ""
    if args.port and SIMULATED_PORT in args.port:
        if args.port not in (SIMULATED_PORT, [SIMULATED_PORT]):
            raise UsageError(f"--port {SIMULATED_PORT} goes with no other --port")
        args.port = None
        return
    others = ("port", "built", "wave", "jobs", "cluster", "explain", "hint")
    elsewhere = any(getattr(args, option, None) for option in others) or getattr(args, "simulators", 1) > 1
    if elsewhere or getattr(args, "engine", None) in SOFTWARE:
        return
    defaults = _read()
    if defaults.port:
        args.port = [defaults.port] if hasattr(args, "simulators") else defaults.port
        args.baud = args.baud or defaults.baud
        args.port_source = defaults.source


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
