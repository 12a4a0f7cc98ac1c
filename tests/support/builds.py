"""Folders of builds in the format of ``rowloom build``, and bitstream files in Vivado's format."""

import hashlib
import json
import struct
from importlib.metadata import version
from pathlib import Path

BITS = b"\xff\x00bits"
RECORD = {
    "rowloom": version("rowloom"), "board": "ulx3s-25f", "title": "Radiona ULX3S (25F)", "device": "LFE5U-25F",
    "build": "00112233445566ff", "bit_rate": 1_000_000,
    "loader": {"sram": ["--board", "ulx3s"], "flash": ["--board", "ulx3s", "--write-flash"]},
    "files": {"ulx3s-25f.bit": hashlib.sha256(BITS).hexdigest(), "report.md": "0"}, "bitstream": "ulx3s-25f.bit",
}  # fmt: skip


def write(folder: Path, without: str = "", **fields: object) -> Path:
    """Write a build into a folder, and return the folder. ``fields`` replace fields of the build's manifest.
    ``without`` is the name of a field to leave out of the manifest.
    """
    folder.mkdir(parents=True, exist_ok=True)
    record = {name: value for name, value in (RECORD | fields).items() if name != without}
    (folder / "manifest.json").write_text(json.dumps(record))
    (folder / "ulx3s-25f.bit").write_bytes(BITS)
    return folder


def bitfile(part: str, bits: bytes = b"", end: bytes = b"e") -> bytes:
    """Return the contents of a bitstream file in Vivado's format, for this part and with these bits."""
    texts = {"a": "rowloom;UserID=0XFFFFFFFF;Version=2024.1", "b": part, "c": "2025/01/31", "d": "12:34:56"}
    coded = {key: text.encode() + b"\0" for key, text in texts.items()}
    fields = (struct.pack(">BH", ord(key), len(text)) + text for key, text in coded.items())
    return bytes.fromhex("00090ff00ff00ff00ff0000001") + b"".join(fields) + end + struct.pack(">I", len(bits)) + bits
