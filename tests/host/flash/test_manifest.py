"""A build's folder: what is read from it, and what is said about a folder that is none."""

import hashlib
import json
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from rowloom.host.flash.manifest import Build, ManifestError, board_of
from support.says import Says

BITS = b"\xff\x00bits"
RECORD = {
    "rowloom": version("rowloom"),
    "board": "ulx3s-25f",
    "title": "Radiona ULX3S (25F)",
    "device": "LFE5U-25F",
    "build": "00112233445566ff",
    "bit_rate": 1_000_000,
    "loader": {"sram": ["--board", "ulx3s"], "flash": ["--board", "ulx3s", "--write-flash"]},
    "files": {"ulx3s-25f.bit": hashlib.sha256(BITS).hexdigest(), "report.md": "0"},
    "bitstream": "ulx3s-25f.bit",
}
BUILD = "rowloom build ulx3s-25f -o build"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a build into the folder ``build``; what is given replaces what is there."""
    monkeypatch.chdir(tmp_path)
    folder = Path("build")

    def write_(**fields):
        folder.mkdir(exist_ok=True)
        (folder / "manifest.json").write_text(json.dumps(RECORD | fields))
        (folder / "ulx3s-25f.bit").write_bytes(BITS)
        return folder

    return write_


@contextmanager
def failing(*facts):
    with pytest.raises(ManifestError) as caught:
        yield
    assert str(caught.value) == Says(*facts)


def test_a_build(write):
    folder = write(further="fields of later versions")
    build = Build.read(folder, "ulx3s-25f")
    assert build == Build(
        folder, "ulx3s-25f", "Radiona ULX3S (25F)", "LFE5U-25F", "00112233445566ff", 1_000_000,
        ("--board", "ulx3s"), ("--board", "ulx3s", "--write-flash"), folder / "ulx3s-25f.bit", None,
    )  # fmt: skip


def test_a_project_for_vivado(write):
    folder = write(bitstream=None, files={"ulx3s-25f-vivado.zip": "0"}, loader={"sram": ["--a"], "flash": None})
    build = Build.read(folder, "ulx3s-25f")
    assert (build.bitstream, build.archive, build.flash) == (None, folder / "ulx3s-25f-vivado.zip", None)


def test_another_board(write):
    with failing("Radiona ULX3S (25F)", "`rowloom flash ulx3s-25f build`", "`rowloom build icepi-zero`"):
        Build.read(write(), "icepi-zero")


def test_no_folder(write):
    with failing("build/ulx3s-25f", "`rowloom build ulx3s-25f`"):
        Build.read(Path("build/ulx3s-25f"), "ulx3s-25f")
    with failing("my builds/one", "`rowloom build ulx3s-25f -o 'my builds/one'`"):
        Build.read(Path("my builds/one"), "ulx3s-25f")


def test_no_manifest(write):
    folder = write()
    (folder / "manifest.json").unlink()
    with failing("manifest.json is missing", f"`{BUILD}`"):
        Build.read(folder, "ulx3s-25f")


def test_a_file(write):
    with failing("build/ulx3s-25f.bit is a file"):
        Build.read(write() / "ulx3s-25f.bit", "ulx3s-25f")


def test_a_manifest_that_is_a_folder(write):
    folder = write()
    (folder / "manifest.json").unlink()
    (folder / "manifest.json").mkdir()
    with failing("build/manifest.json", "directory"):
        Build.read(folder, "ulx3s-25f")


@pytest.mark.parametrize("text, fault", [
    (b"", "not JSON"),
    (b"{", "not JSON"),
    (b"\xff\xfe\xfd", "not JSON"),
    (b"[1]", "not a JSON object"),
    (b"null", "not a JSON object"),
    (b"{}", "'files' is missing"),
])  # fmt: skip
def test_no_manifest_at_all(write, text, fault):
    folder = write()
    (folder / "manifest.json").write_bytes(text)
    with failing("build/manifest.json", fault, f"`{BUILD}`"):
        Build.read(folder, "ulx3s-25f")


@pytest.mark.parametrize("fields, fault", [
    ({"board": 5}, "'board' is 5"),
    ({"title": None}, "'title' is null"),
    ({"device": 25}, "'device' is 25"),
    ({"build": "0011"}, "'0011'"),
    ({"bit_rate": "1M"}, "'bit_rate' is \"1M\""),
    ({"bit_rate": 0}, "'bit_rate' is 0"),
    ({"loader": []}, "'loader' is []"),
    ({"loader": {"sram": None}}, "'flash' is missing"),
    ({"loader": {"sram": "--board ulx3s", "flash": None}}, "'sram' is \"--board ulx3s\""),
    ({"loader": {"sram": [1], "flash": None}}, "'sram' is [1]"),
    ({"bitstream": "other.bit"}, "'other.bit' is not among its files"),
    ({"bitstream": "../x.bit", "files": {"../x.bit": "0"}}, "other folders"),
    ({"rowloom": "9.9", "board": 5},
     "written by rowloom 9.9"),
])  # fmt: skip
def test_wrong_fields(write, fields, fault):
    with failing("build/manifest.json", fault, f"`{BUILD}`"):
        Build.read(write(**fields), "ulx3s-25f")


@pytest.mark.parametrize("name", sorted(RECORD.keys() - {"rowloom"}))
def test_missing_fields(write, name):
    folder = write()
    record = {key: value for key, value in RECORD.items() if key != name}
    (folder / "manifest.json").write_text(json.dumps(record))
    with pytest.raises(ManifestError, match=f"'{name}' is missing"):
        Build.read(folder, "ulx3s-25f")


def test_another_version_that_says_all_that_is_needed(write):
    assert Build.read(write(rowloom="9.9"), "ulx3s-25f").board == "ulx3s-25f"


def test_a_damaged_bitstream(write):
    folder = write()
    (folder / "ulx3s-25f.bit").write_bytes(BITS + b"\0")
    with failing("build/ulx3s-25f.bit is not the file", "manifest.json", f"`{BUILD}`"):
        Build.read(folder, "ulx3s-25f")


@pytest.mark.parametrize("fields, options", [
    ({"engines": ["deducer:64x36", "checker:10x10"], "clock_hz": 62_500_000, "seed": 3},
     "--with deducer:64x36 --with checker:10x10 --freq 62.5 --seed 3 "),
    ({"engines": ["checker:2x2"], "clock_hz": 50_000_000, "seed": 1, "device": "xc7a35ti"},
     "--with checker:2x2 --freq 50 --seed 1 --tools open "),
    ({"engines": ["deducer:64x36"], "clock_hz": 50_000_000, "title": None}, "--with deducer:64x36 --freq 50 "),
    ({"engines": ["deducer:64x36"], "clock_hz": 48_333_333, "title": None},
     "--with deducer:64x36 --freq 48.333333 "),
    ({"engines": "deducer:64x36", "clock_hz": 50_000_000}, ""),
    ({"engines": ["deducer:64x36"]}, ""),
    ({"engines": ["deducer:64x36"], "clock_hz": 50_000_000, "board": "icepi-zero", "title": None}, ""),
])  # fmt: skip
def test_the_same_build_once_more(write, fields, options):
    """As far as the manifest tells, and whatever in it is damaged."""
    folder = write(**fields)
    (folder / "ulx3s-25f.bit").unlink()
    with pytest.raises(ManifestError) as caught:
        Build.read(folder, "ulx3s-25f")
    assert str(caught.value).endswith(f": make it again with `rowloom build ulx3s-25f {options}-o build`")


def test_a_missing_bitstream(write):
    folder = write()
    (folder / "ulx3s-25f.bit").unlink()
    with failing("build/ulx3s-25f.bit is missing", f"`{BUILD}`"):
        Build.read(folder, "ulx3s-25f")


def test_the_board_of_a_folder(write):
    assert board_of(write()) == "ulx3s-25f"
    for fields in ({"board": 5}, {"title": None}):
        assert board_of(write(**fields)) is None
    assert board_of(Path("nowhere")) is None
    (Path("build") / "manifest.json").write_text("{")
    assert board_of(Path("build")) is None
