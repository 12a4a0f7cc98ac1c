"""Another firmware for a board, over the link: docs/develop/protocol.md, "Another firmware", host's side."""

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from rowloom.host.link.session import BoardError, Refusal, Session
from rowloom.host.link.stream import LinkError
from rowloom.host.wire.protocol import Identity, Reason

__all__ = ["FirmwareError", "Image", "load", "restore"]

_HEAD = struct.Struct("<4sIII")
_MAGIC_AT = 4
_MAGIC = 0x4C574F52

_PIECE_BYTES = 1024
"""In one LOAD: whole words, and a frame takes some more."""

_ATTEMPTS = 4

_PASSING = {
    Reason.NO_SESSION: "the board forgets what it is told; does it restart (power supply, cable)?",
    Reason.DAMAGED_IMAGE: "it arrives damaged",
}
"""Refusals after which another attempt may well come through."""

_FINAL = {
    Reason.TOO_LARGE: "too large for the board",
    Reason.OTHER_BUILD: "made for another build of the gateware",
    Reason.UNKNOWN_KIND: "the board's own firmware cannot load another one",
}


class FirmwareError(Exception):
    """There is no firmware to load, or the board does not run it; the message says why."""


@dataclass(frozen=True)
class Image:
    """A firmware as a board loads it.

    Attributes
    ----------
    data : bytes
        All of it.
    interface : int, 32 bits
        A digest of what it was compiled for; a board must have the same.
    firmware : int, 32 bits
        A digest of its sources.
    """

    data: bytes
    interface: int
    firmware: int

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Return the image in these bytes; :class:`FirmwareError` if they are none."""
        if len(data) < _HEAD.size or len(data) % 4:
            raise FirmwareError(
                f"no firmware image: one has whole words of 4 bytes, at least 4 of them, and this has {len(data)} bytes"
            )
        _, magic, interface, firmware = _HEAD.unpack_from(data)
        if magic != _MAGIC:
            raise FirmwareError(
                f"no firmware image: one has {_MAGIC:08x} at byte {_MAGIC_AT}, and this has {magic:08x}"
            )
        return cls(data, interface, firmware)


def load(session: Session, image: Image, progress: Callable[[int], None] = lambda stored: None) -> Identity:
    """Make a board run an image instead of what it runs now.

    Parameters
    ----------
    session : Session
    image : Image
    progress : callable
        Called with how many bytes the board has, from the first again when all have to be sent again.

    Returns
    -------
    Identity
        Of the image as it runs.

    Raises
    ------
    FirmwareError
        If the board does not take it, or it does not run; unless the message says otherwise, the board's own
        firmware does then.
    LinkError
        As the session's methods do.
    """
    identity = session.identify()
    if image.interface != identity.interface:
        raise FirmwareError(
            f"made for another build of the gateware (interface {image.interface:08x}; this board's is"
            f" {identity.interface:08x}): use the sources that the board was built from, or build and flash"
            " the board again from those of the firmware"
        )
    for _ in range(_ATTEMPTS):
        if identity.loaded:
            # Only the board's own firmware takes another one; it does not lie where that goes.
            identity = restore(session)
        try:
            for offset in range(0, len(image.data), _PIECE_BYTES):
                progress(offset)
                session.load(offset, image.data[offset : offset + _PIECE_BYTES])
            progress(len(image.data))
            identity = _start(session, image)
        except Refusal as refusal:
            if refusal.reason not in _PASSING:
                raise FirmwareError(_FINAL.get(refusal.reason, str(refusal))) from refusal
            trouble = _PASSING[refusal.reason]
            identity = session.identify()
        else:
            if identity.loaded and identity.firmware == image.firmware:
                return identity
            trouble = "it was started, but the board's own firmware runs: it crashes as soon as it begins"
    raise FirmwareError(f"gave up after {_ATTEMPTS} attempts: {trouble}")


def restore(session: Session) -> Identity:
    """Make a board run its own firmware, from its beginning; return the identity of what runs then.

    Raises
    ------
    FirmwareError
        If a loaded firmware still runs.
    LinkError
        As the session's methods do, if a break is needed and the link carries none, for example.
    """
    try:
        identity = session.restart()
    except BoardError:
        identity = None
    if identity is None or identity.loaded:
        identity = session.send_break()
    if identity.loaded:
        raise FirmwareError(
            "the loaded firmware does not make way, and no break reaches the board: switch it off and on"
        )
    return identity


def _start(session: Session, image: Image) -> Identity:
    """Start what the board has been sent; if it hangs, go back to the board's own firmware."""
    try:
        return session.start(len(image.data), zlib.crc32(image.data))
    except Refusal:
        raise
    except BoardError as silence:
        hangs = "it was started, but does not answer"
        try:
            session.send_break()
        except LinkError as error:
            raise FirmwareError(f"{hangs}; {error}") from silence
        raise FirmwareError(f"{hangs}: it hangs. The board was restarted, and its own firmware runs") from silence
