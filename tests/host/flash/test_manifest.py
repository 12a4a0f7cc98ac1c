"""Folders of builds are read; other folders cause error messages."""

import json
import shutil
from pathlib import Path

import pytest

from rowloom.host.flash.manifest import Build, ManifestError, board_of
from support.builds import BITS, RECORD, write
from support.says import Says, failing

BUILD, MANIFEST, BITSTREAM = Path("build"), Path("build/manifest.json"), Path("build/ulx3s-25f.bit")
AGAIN = "`rowloom build ulx3s-25f -o build`"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Write the files of a build into the folder ``build`` of an empty working directory."""
    monkeypatch.chdir(tmp_path)
    write(BUILD)


def test_a_build():
    write(BUILD, further="fields of later versions", rowloom="9.9")
    assert Build.read(BUILD, "ulx3s-25f") == Build(
        BUILD, "ulx3s-25f", "Radiona ULX3S (25F)", "LFE5U-25F", "00112233445566ff", 1_000_000,
        ("--board", "ulx3s"), ("--board", "ulx3s", "--write-flash"), BITSTREAM, None, RECORD["files"]["ulx3s-25f.bit"],
    )  # fmt: skip


def manifest(content):
    """Return a function that replaces the contents of the manifest with these bytes."""
    return lambda: MANIFEST.write_bytes(content)


def fields(**changed):
    """Return a function that sets these fields of the manifest."""
    return lambda: write(BUILD, **changed)


@pytest.mark.parametrize("change, folder, facts", [
    (lambda: None, "build/ulx3s-25f", ("build/ulx3s-25f", "`rowloom build ulx3s-25f`")),
    (lambda: None, "my builds/one", ("my builds/one", "`rowloom build ulx3s-25f -o 'my builds/one'`")),
    (lambda: None, BITSTREAM, ("build/ulx3s-25f.bit is a file",)),
    (MANIFEST.unlink, "build", ("manifest.json is missing", AGAIN)),
    (lambda: (MANIFEST.unlink(), MANIFEST.mkdir()), "build", ("build/manifest.json", "directory")),
    (lambda: BITSTREAM.write_bytes(BITS + b"\0"), "build",
     ("build/ulx3s-25f.bit does not match", "manifest.json", AGAIN)),
    (BITSTREAM.unlink, "build", ("build/ulx3s-25f.bit is missing", AGAIN)),
    *((change, "build", ("build/manifest.json", fault, AGAIN)) for change, fault in (
        *((manifest(content), "not JSON") for content in (b"", b"{", b"\xff\xfe\xfd")),
        *((manifest(content), "not a JSON object") for content in (b"[1]", b"null")),
        (manifest(b"{}"), "'files' is missing"),
        *((fields(**{name: value}), f"'{name}' is {json.dumps(value)}") for name, value in (
            ("board", 5), ("title", None), ("device", 25), ("bit_rate", "1M"), ("bit_rate", 0), ("loader", []))),
        (fields(build="0011"), "'0011'"),
        (fields(loader={"sram": None}), "'flash' is missing"),
        *((fields(loader={"sram": words, "flash": None}), f"'sram' is {json.dumps(words)}")
          for words in ("--board ulx3s", [1])),
        (fields(bitstream="other.bit"), "'other.bit' is not among its files"),
        (fields(bitstream="../x.bit", files={"../x.bit": "0"}), "other folders"),
        (fields(rowloom="9.9", board=5), "written by rowloom 9.9"),
        *((fields(without=name), f"'{name}' is missing") for name in sorted(RECORD.keys() - {"rowloom"})),
    )),
])  # fmt: skip
def test_folders_without_a_usable_build(change, folder, facts):
    change()
    with failing(ManifestError, Says(*facts)):
        Build.read(Path(folder), "ulx3s-25f")


@pytest.mark.parametrize("changed, options", [
    ({"engines": ["deducer:64x36", "checker:10x10"], "clock_hz": 62_500_000, "seed": 3},
     "--with deducer:64x36 --with checker:10x10 --freq 62.5 --seed 3 "),
    ({"engines": ["checker:2x2"], "clock_hz": 50_000_000, "usb": True}, "--with checker:2x2 --freq 50 --usb "),
    ({"engines": ["checker:2x2"], "clock_hz": 50_000_000, "seed": 1, "device": "xc7a35ti"},
     "--with checker:2x2 --freq 50 --seed 1 --tools open "),
    ({"engines": ["deducer:64x36"], "clock_hz": 50_000_000, "title": None}, "--with deducer:64x36 --freq 50 "),
    ({"engines": ["deducer:64x36"], "clock_hz": 48_333_333, "title": None}, "--with deducer:64x36 --freq 48.333333 "),
    ({"engines": "deducer:64x36", "clock_hz": 50_000_000}, ""),
    ({"engines": ["deducer:64x36"]}, ""),
    ({"engines": ["deducer:64x36"], "clock_hz": 50_000_000, "board": "icepi-zero", "title": None}, ""),
])  # fmt: skip
def test_the_command_that_repeats_a_build(changed, options):
    """The message contains a command that makes the build again. The command has the options of the build only if the
    manifest has valid entries for the board, the engines and the clock."""
    write(BUILD, **changed)
    BITSTREAM.unlink()
    with pytest.raises(ManifestError) as caught:
        Build.read(BUILD, "ulx3s-25f")
    assert str(caught.value).endswith(f": make it again with `rowloom build ulx3s-25f {options}-o build`")


@pytest.mark.parametrize("change, board", [
    (lambda: None, "ulx3s-25f"), (fields(board=5), None), (fields(title=None), None), (manifest(b"{"), None),
    (lambda: shutil.rmtree(BUILD), None),
])  # fmt: skip
def test_the_board_of_a_folder(change, board):
    change()
    assert board_of(BUILD) == board
