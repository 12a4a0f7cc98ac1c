"""The open tools for the Artix-7, and their databases.

These tools are not on PyPI. They must be in the path, or environment variables must name them; docs/user/arty.md
describes both ways.
"""

import hashlib
import os
import re
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rowloom.boards.board import BoardDefinition
from rowloom.boards.fasm import Database
from rowloom.tools import Tool, ToolError

__all__ = ["BITREAD", "FRAMES2BIT", "NEXTPNR", "OpenTools"]

_DIES = {"xc7a35t": "xc7a50t", "xc7a100t": "xc7a100t"}
_OLDEST = (0, 9, 6)
"""The oldest release of openXC7's nextpnr that is supported."""
_RELEASE = re.compile(r"Version (\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True)
class _Program(Tool):
    """A program that is not on PyPI. An environment variable names the program's file. If the variable is not set, the
    path is searched for a file with one of ``names``."""

    names: tuple[str, ...] = ()

    def command(self) -> list[str]:
        if os.environ.get(self.variable):
            return super().command()
        for name in self.names:
            if path := shutil.which(name):
                return [path]
        raise ToolError(f"{' or '.join(self.names)} is not in the path, and {self.variable} is not set")

    def version(self) -> str:
        """Return the file's name and the first digits of its digest, because some of these programs cannot report their
        version."""
        path = Path(self.command()[0])
        return f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"


NEXTPNR = _Program("nextpnr", "NEXTPNR_XILINX", "", "", ("nextpnr-himbaechel-xilinx", "nextpnr-xilinx"))
FRAMES2BIT = _Program("xc7frames2bit", "XC7FRAMES2BIT", "", "", ("xc7frames2bit",))
BITREAD = _Program("bitread", "BITREAD", "", "", ("bitread",))
_DATABASE = "PRJXRAY_DB_DIR", "/usr/share/prjxray/database"
_CHIPS = "CHIPDB", "/usr/share/nextpnr/himbaechel/xilinx"


@dataclass(frozen=True)
class OpenTools:
    """The open tools and their databases for a board's device.

    ``himbaechel`` is True if nextpnr is YosysHQ's, and False if it is openXC7's. ``chip`` is nextpnr's database of the
    device; ``family`` is Project X-Ray's database of the family.
    """

    board: BoardDefinition
    himbaechel: bool
    chip: Path
    family: Path

    @classmethod
    def find(cls, board: BoardDefinition) -> "OpenTools":
        """Return the tools for a board; ToolError lists all missing tools and databases."""
        platform = board.platform()
        device = platform.device.removesuffix("i")
        missing = []
        found = {}
        for program in (NEXTPNR, FRAMES2BIT, BITREAD):
            try:
                found[program] = Path(program.command()[0]).name
            except ToolError as error:
                missing.append(str(error))
        himbaechel = "himbaechel" in found.get(NEXTPNR, "himbaechel")
        chip = f"chipdb-{_DIES[device]}.bin" if himbaechel else f"{device}{platform.package}.bin"
        chips, databases = (Path(os.environ.get(variable) or usual) for variable, usual in (_CHIPS, _DATABASE))
        tools = cls(board, himbaechel, chips / chip, databases / "artix7")
        for path, (variable, _) in ((tools.chip, _CHIPS), (tools.grid, _DATABASE), (tools.part_file, _DATABASE)):
            if not path.is_file():
                missing.append(f"{path} does not exist (set {variable} if it is in another folder)")
        if missing:
            raise ToolError(
                f"the open tools for the {board.title} are not complete: {'; '.join(missing)}. On Debian, install the"
                " packages nextpnr-himbaechel-xilinx, prjxray and prjxray-database. Without --tools, Rowloom writes a"
                " project for Vivado instead")
        if not himbaechel:
            _check_release()
        return tools

    @property
    def device(self) -> str:
        """The device's name without the temperature range, because devices of all ranges have the same silicon."""
        return self.board.device.removesuffix("i")

    @property
    def part(self) -> str:
        """Project X-Ray's name for the device with its package and speed. Project X-Ray lists the slowest speed grade
        of each device as 1, whatever its maker calls it."""
        return f"{self.device}{self.board.platform().package}-1"

    @property
    def die(self) -> str:
        """The name of the die, which is also the name of a device with the same silicon."""
        return _DIES[self.device]

    @property
    def grid(self) -> Path:
        """Project X-Ray's list of the die's tiles."""
        return self.family / self.die / "tilegrid.json"

    @property
    def part_file(self) -> Path:
        """Project X-Ray's list of the part's frames."""
        return self.family / self.part / "part.yaml"

    def digest(self) -> str:
        """Return a SHA-256 digest of the databases."""
        digest = hashlib.sha256()
        for path in (self.chip, self.grid, self.part_file, *sorted(self.family.glob("*.db"))):
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()

    @cached_property
    def database(self) -> Database:
        """Project X-Ray's database of the die."""
        try:
            return Database(self.family, self.die)
        except (OSError, ValueError, LookupError) as error:
            raise ToolError(f"Project X-Ray's database in {self.family} cannot be read: {error}") from error


def _check_release() -> None:
    """Verify that openXC7's nextpnr is new enough."""
    lines: list[str] = []
    NEXTPNR.run(["--version"], Path.cwd(), lines.append)
    release = _RELEASE.search("\n".join(lines))
    if not release or tuple(map(int, release.groups())) < _OLDEST:
        raise ToolError(f"{NEXTPNR.command()[0]} must be release {'.'.join(map(str, _OLDEST))} or later of openXC7's"
                        f" nextpnr, but it is: {' '.join(lines)[:200]}")
