"""The initial contents of memory are read from executables."""

import struct

import pytest

from rowloom.firmware.build import memory_image


def elf(*segments, other=()):
    """Return an executable with segments ``(address, content)`` and other program headers ``(kind, content)``."""
    headers = [(1, address, content) for address, content in segments] + [(kind, 0, content) for kind, content in other]
    start = 52 + 32 * len(headers)
    table, data = b"", b""
    for kind, address, content in headers:
        table += struct.pack("<8I", kind, start + len(data), 0x1000 + address, address, len(content), 4096, 0, 4)
        data += content
    ident = b"\x7fELF\x01\x01\x01".ljust(16, b"\0")
    return struct.pack("<16s2H5I6H", ident, 2, 243, 1, 0, 52, 0, 0, 52, 32, len(headers), 40, 0, 0) + table + data


@pytest.mark.parametrize("segments, image", [
    ([], b""),
    ([(0, b"code")], b"code"),
    ([(0x2000, b"code"), (0x2004, b"data")], b"codedata"),
    ([(12, b"data"), (4, b"code")], b"code\0\0\0\0data"),
    ([(8, b"code"), (0, b"")], b"code"),  # a segment that contains only zeros has no data in the file
])
def test_segments_lie_by_their_physical_addresses(segments, image):
    assert memory_image(elf(*segments)) == image


def test_only_what_is_loaded_counts():
    assert memory_image(elf((4, b"code"), other=[(0x6474e551, b"stack")])) == b"code"


@pytest.mark.parametrize("file", [b"", b"\x7fELF\x02\x01", b"\x7fELF\x01\x02", b"#!/bin/sh"])
def test_other_files(file):
    with pytest.raises(ValueError, match="no 32-bit little-endian ELF"):
        memory_image(file)
