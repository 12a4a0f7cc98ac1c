"""Downloads of builds: a board's manifest and its bitstream, from a release or from any address.

A release has two files for each build, such as ``ulx3s-25f.json`` and ``ulx3s-25f.bit``, or ``ulx3s-25f-usb.json`` and
``ulx3s-25f-usb.bit`` for the build with ``--usb``. The first file is the manifest that ``rowloom build`` wrote, under
another name; it contains the name and the digest of the second file.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException, IncompleteRead
from importlib.metadata import metadata
from pathlib import Path
from socket import gaierror
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin
from urllib.request import urlopen

from rowloom.errors import RowloomError
from rowloom.host.flash.manifest import MANIFEST, Build, ManifestError
from rowloom.host.whole_files import MOST, atomic_write
from rowloom.tools import cache_for

__all__ = ["DownloadError", "OnBytes", "download", "download_release"]

OnBytes = Callable[[str, int, int | None], None]
"""A function that receives the address of a file, the number of bytes that have arrived, and the file's size, if it is
known."""

_SILENCE = 30.0
"""Seconds without data after which a download fails."""
_PIECE = 1 << 16
_SCHEMES = "http", "https", "file"


class DownloadError(RowloomError):
    """The build cannot be downloaded, or the downloaded files are not usable; the message says why."""


class _Missing(DownloadError):
    """The server has no such file."""


def download_release(board: str, usb: bool, version: str, on_bytes: OnBytes) -> Build:
    """Return a board's build, or its build with ``--usb``, from a release.

    If the build is not in the cache, download it as :func:`download` does.
    """
    repository = _repository()
    address = f"{repository}/releases/download/v{version}/{board}{'-usb' * usb}.json"
    with suppress(ManifestError):
        # The files of a release never change.
        return Build.read(_folder(address, board), board)
    try:
        return download(address, board, on_bytes)
    except _Missing as error:
        raise DownloadError(
            f"{error}: there is no release {version}, or it has no bitstream for {board}{' with --usb' * usb}"
            f" ({repository}/releases lists the releases; `rowloom build {board}{' --usb' * usb}` builds the bitstream"
            " on this computer)") from error


def download(source: str, board: str, on_bytes: OnBytes) -> Build:
    """Download the build with this manifest, verify it, and keep it in the cache.

    ``source`` is the manifest's address (http, https or file) or path. The bitstream is in the same folder.

    Raises
    ------
    DownloadError
        If a file is missing, incomplete or damaged, or cannot be stored, or if the build is for another board.
    ToolError
        If the cache cannot be used.
    """
    address = source if "://" in source else Path(source).absolute().as_uri()
    if address.partition("://")[0] not in _SCHEMES:
        raise DownloadError(f"{source} is neither a file nor an address that begins with http:// or https://")
    manifest = _read(address, on_bytes)
    folder = _folder(address, board)
    try:
        build = Build.parse(manifest, folder)
    except ValueError as fault:
        raise DownloadError(f"{address} is not the manifest of a build ({fault}); a manifest is named BOARD.json or"
                            f" {MANIFEST}, and the bitstream is next to it") from fault
    if build.board != board:
        raise DownloadError(f"{address} is for the wrong board: not for {board}, but for {build.board}, the"
                            f" {build.title}")
    if build.bitstream is None:
        raise DownloadError(f"{address} is a build without a bitstream: a project for Vivado")
    bitstream = urljoin(address, quote(build.bitstream.name))
    content = _read(bitstream, on_bytes)
    if not build.has_bits(content):
        raise DownloadError(f"{bitstream} does not match its manifest: it was damaged on the way, or it is from another"
                            " build; try again, and if the error persists, report it to the maker of the build")
    try:
        folder.mkdir(exist_ok=True)
        for path, whole in ((build.bitstream, content), (folder / MANIFEST, manifest)):
            with atomic_write(path) as fresh:
                fresh.write_bytes(whole)
    except OSError as error:
        raise DownloadError(f"the build cannot be kept in {folder}: {error.strerror}") from error
    return build


def _repository() -> str:
    """Return the address of Rowloom's repository, from ``[project.urls]`` in pyproject.toml."""
    for entry in metadata("rowloom").get_all("Project-URL", ()):
        name, _, address = entry.partition(", ")
        if name == "Repository":
            return address.rstrip("/")
    raise DownloadError("this installation of rowloom does not contain the address of its releases: install it again")


def _folder(address: str, board: str) -> Path:
    return cache_for("downloads") / f"{board}-{hashlib.sha256(address.encode()).hexdigest()[:20]}"


def _read(address: str, on_bytes: OnBytes) -> bytes:
    """Return the contents of a file at an address."""
    content = bytearray()
    try:
        with urlopen(address, timeout=_SILENCE) as response:
            length = response.headers.get("Content-Length", "")
            size = int(length) if length.isdecimal() else None
            on_bytes(address, 0, size)
            while piece := response.read(_PIECE):
                content += piece
                if len(content) > MOST:
                    raise DownloadError(f"{address} is too large for a bitstream: it has more than {MOST:,} bytes")
                on_bytes(address, len(content), size)
    except HTTPError as error:
        error.close()
        kind = _Missing if error.code == 404 else DownloadError
        reason = str(error.reason).partition("\n")[0]
        raise kind(f"{address} cannot be downloaded: the server answers {error.code}, {reason}") from error
    except IncompleteRead as error:
        raise _cut(address, len(content) + len(error.partial), None) from error
    except (OSError, HTTPException, ValueError) as error:
        raise DownloadError(f"{address} cannot be downloaded: {_reason(error)}") from error
    if size is not None and len(content) < size:
        raise _cut(address, len(content), size)
    return bytes(content)


def _cut(address: str, got: int, size: int | None) -> DownloadError:
    whole = f" of {size:,}" if size is not None else ""
    return DownloadError(f"{address} is incomplete: the connection ended after {got:,}{whole} bytes; try again")


def _reason(error: Exception) -> str:
    """Return why a download failed, in the words of the system."""
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return f"nothing has arrived for {_SILENCE:g} s; try again"
    hint = ": is this computer online?" if isinstance(cause, ConnectionError | gaierror) else ""
    return f"{(isinstance(cause, OSError) and cause.strerror) or cause}{hint}"
