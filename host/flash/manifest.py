"""The folder that ``rowloom build`` writes: its manifest, which names the board and the files."""

import hashlib
import json
import shlex
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from rowloom.errors import RowloomError
from rowloom.host.whole_files import read_whole

__all__ = ["MANIFEST", "Build", "ManifestError", "board_of", "usual_folder"]

MANIFEST = "manifest.json"


class ManifestError(RowloomError):
    """The folder contains no usable build."""


@dataclass(frozen=True)
class Build:
    """A build's folder."""

    folder: Path
    board: str
    title: str
    """The maker's name for the board."""
    device: str
    """The name of the FPGA, without package and speed grade."""
    build: str
    """The build hash, 16 hexadecimal digits; a board with this build reports this hash."""
    bit_rate: int
    """The bit rate of the board's serial port after a reset."""
    sram: tuple[str, ...] | None
    """openFPGALoader's arguments for volatile programming; None if this is impossible."""
    flash: tuple[str, ...] | None
    """openFPGALoader's arguments for permanent programming; None if this is impossible."""
    bitstream: Path | None
    """The bitstream; None if the folder contains only a project for Vivado."""
    archive: Path | None
    """The project for Vivado, if any."""
    sha256: str | None
    """The bitstream's digest in hexadecimal digits; None if there is no bitstream."""

    @classmethod
    def read(cls, folder: Path, board: str) -> Self:
        """Verify the bitstream in a folder, and return the build.

        Raises
        ------
        ManifestError
            If the folder has no build, or if the build is damaged, or for another board than ``board``.
        """
        path = folder / MANIFEST
        try:
            content = read_whole(path)
        except FileNotFoundError as error:
            missing = f"{folder} holds no build ({MANIFEST} is missing)" if folder.exists() else f"there is no {folder}"
            fetch = f", or download it with `rowloom flash {board} --release`" if folder == usual_folder(board) else ""
            raise ManifestError(f"{missing}: build it with {_command(folder, board)}{fetch}") from error
        except NotADirectoryError as error:
            raise ManifestError(f"{folder} is a file, not the folder of a build") from error
        except OSError as error:
            raise ManifestError(f"{path} cannot be read: {error.strerror}") from error
        again = f"make it again with {_command(folder, board, content)}"
        try:
            build = cls.parse(content, folder)
        except ValueError as fault:
            raise ManifestError(f"{path} is not the manifest of a build ({fault}): {again}") from fault
        if build.board != board:
            raise ManifestError(
                f"{folder} holds a build for the {build.title}: program that board with"
                f" `rowloom flash {build.board} {folder}`, or make a build for {board} with `rowloom build {board}`"
            )
        if build.bitstream:
            build._check_file(build.bitstream, again)
        return build

    @classmethod
    def parse(cls, content: bytes, folder: Path) -> Self:
        """Return the build that a folder's manifest describes; ValueError if the manifest is invalid."""
        try:
            record = json.loads(content)
        except ValueError as error:
            raise ValueError("it is not JSON") from error
        try:
            return cls._of(folder, record)
        except ValueError as fault:
            written, here = record.get("rowloom") if isinstance(record, dict) else None, version("rowloom")
            by_other = f"; it was written by rowloom {written}, and this is rowloom {here}" if written else ""
            raise ValueError(f"{fault}{by_other if written != here else ''}") from fault

    def has_bits(self, content: bytes) -> bool:
        """Return whether these bytes are the build's bitstream."""
        return hashlib.sha256(content).hexdigest() == self.sha256

    def _check_file(self, path: Path, again: str) -> None:
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            raise ManifestError(f"{path} is missing: {again}") from error
        except OSError as error:
            raise ManifestError(f"{path} cannot be read: {error.strerror}") from error
        if not self.has_bits(content):
            raise ManifestError(f"{path} does not match its {MANIFEST}; it is damaged, or from another build: {again}")

    @classmethod
    def _of(cls, folder: Path, record: Any) -> Self:
        if not isinstance(record, dict):
            raise ValueError("it is not a JSON object")
        files, loader, bitstream, build, bit_rate = (
            _field(record, name, kind) for name, kind in
            (("files", dict), ("loader", dict), ("bitstream", str | None), ("build", str), ("bit_rate", int))
        )  # fmt: skip
        board, title, device = (_field(record, name, str) for name in ("board", "title", "device"))
        sram, flash = (_field(loader, way, list | None) for way in ("sram", "flash"))
        for way, arguments in (("sram", sram), ("flash", flash)):
            if not all(isinstance(argument, str) for argument in arguments or ()):
                raise ValueError(f"{way!r} is {json.dumps(arguments)[:40]}")
        if bitstream is not None and not isinstance(files.get(bitstream), str):
            raise ValueError(f"{bitstream!r} is not among its files")
        if len(build) != 16 or not set(build) <= set("0123456789abcdef"):
            raise ValueError(f"the build {build!r} is not 16 hexadecimal digits")
        if any(Path(name).name != name for name in files):
            raise ValueError("it names files in other folders")
        if bit_rate < 1:
            raise ValueError(f"'bit_rate' is {bit_rate}")
        archives = [name for name in files if name.endswith(".zip")]
        return cls(folder, board, title, device, build, bit_rate, sram and tuple(sram), flash and tuple(flash),
                   folder / bitstream if bitstream else None, folder / archives[0] if archives else None,
                   files[bitstream] if bitstream else None)


def usual_folder(board: str) -> Path:
    """Return the default folder for builds of a board."""
    return Path("build") / board


def board_of(folder: Path) -> str | None:
    """Return the board of the build in a folder; None if there is no usable build."""
    try:
        return Build.parse((folder / MANIFEST).read_bytes(), folder).board
    except (OSError, ValueError):
        return None


def _field(record: dict[str, Any], name: str, kind: Any) -> Any:
    if name not in record:
        raise ValueError(f"{name!r} is missing")
    if not isinstance(value := record[name], kind):
        raise ValueError(f"{name!r} is {json.dumps(value)[:40]}")
    return value


def _command(folder: Path, board: str, manifest: bytes = b"null") -> str:
    """Return the command that builds into this folder, with the options in the folder's manifest."""
    words = ["rowloom", "build", board]
    record: Any = None
    with suppress(ValueError):
        record = json.loads(manifest)
    match record:
        case {"board": name, "engines": [*engines], "clock_hz": int(clock)} if name == board:
            words += [word for engine in engines for word in ("--with", str(engine))] + ["--freq", f"{clock / 1e6:.9g}"]
            words += ["--seed", str(record["seed"])] if "seed" in record else []
            words += ["--usb"] if record.get("usb") else []
            # For an Artix-7, only a build with the open tools puts a bitstream into the folder.
            words += ["--tools", "open"] if record.get("bitstream") and "xc7" in str(record.get("device")) else []
    if folder != usual_folder(board):
        words += ["-o", str(folder)]
    return f"`{shlex.join(words)}`"
