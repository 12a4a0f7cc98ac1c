"""The initial contents of memory are read from executables."""

import struct

import pytest

from rowloom.firmware.build import memory_image

LOAD, STACK = 1, 0x6474e551
"""Kinds of segments."""


def elf(headers):
    """Return an executable with these segments, each of which has a kind, an address and a content."""
    start = 52 + 32 * len(headers)
    table, data = b"", b""
    for kind, address, content in headers:
        table += struct.pack("<8I", kind, start + len(data), 0x1000 + address, address, len(content), 4096, 0, 4)
        data += content
    ident = b"\x7fELF\x01\x01\x01".ljust(16, b"\0")
    return struct.pack("<16s2H5I6H", ident, 2, 243, 1, 0, 52, 0, 0, 52, 32, len(headers), 40, 0, 0) + table + data


@pytest.mark.parametrize("segments, image", [
    ([], b""),
    ([(LOAD, 0, b"code")], b"code"),
    ([(LOAD, 0x2000, b"code"), (LOAD, 0x2004, b"data")], b"codedata"),
    ([(LOAD, 12, b"data"), (LOAD, 4, b"code")], b"code\0\0\0\0data"),
    ([(LOAD, 8, b"code"), (LOAD, 0, b"")], b"code"),  # a segment that contains only zeros has no data in the file
    ([(LOAD, 4, b"code"), (STACK, 0, b"stack")], b"code"),
])
def test_segments_lie_by_their_physical_addresses(segments, image):
    assert memory_image(elf(segments)) == image


@pytest.mark.parametrize("file", [b"", b"\x7fELF\x02\x01", b"\x7fELF\x01\x02", b"#!/bin/sh"])
def test_other_files(file):
    with pytest.raises(ValueError, match="no 32-bit little-endian ELF"):
        memory_image(file)
