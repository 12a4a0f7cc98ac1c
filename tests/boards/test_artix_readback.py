"""The verification of bitstreams finds every difference."""

import copy
import random

import pytest

from rowloom.boards.artix_readback import ReadbackError, frames_in, verify
from rowloom.boards.fasm import Database, frames_of, parse
from support.xray import place, rows, write_database

RNG = random.Random(1)
NETLIST = {
    "soc.a": {"type": "LUT2", "parameters": {}},
    **{f"soc.ram.{number}": {"type": "RAMB18E1", "parameters": rows(RNG.getrandbits(16_384)) | rows(
        RNG.getrandbits(2048), "INITP")} for number in range(3)},
}
PLACED = {f"soc.ram.{number}": {"attributes": {"NEXTPNR_BEL": place(number)[2]}} for number in range(3)}


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    folder = tmp_path_factory.mktemp("database")
    write_database(folder)
    return Database(folder, "xc7a50t")


def fasm(netlist):
    """Return nextpnr's FASM for these block RAMs."""
    lines = ""
    for name, cell in netlist.items():
        if cell["type"] == "RAMB18E1":
            tile, half, _ = place(int(name[-1]))
            lines += "".join(f"{tile}.RAMB18_Y{half}.{key}[255:0] = 256'b{value}\n"
                             for key, value in cell["parameters"].items() if key.startswith("INIT"))
    return lines


@pytest.fixture
def frames(database):
    return frames_of(parse(fasm(NETLIST)), database)


def test_frames_in_a_bitstream():
    frames = frames_in("bit_00000080_009_13\nbit_00000080_009_00\nbit_00c00001_100_31\n")
    assert {frame: {at: word for at, word in enumerate(words) if word} for frame, words in frames.items()} == {
        0x80: {9: 0x2001}, 0x00C0_0001: {100: 1 << 31}}


def test_a_right_bitstream(database, frames):
    verify(frames, frames, NETLIST, PLACED, database)


def test_checksums_may_differ(database, frames):
    found = copy.deepcopy(frames)
    next(iter(found.values()))[50] ^= 0x1FFF
    verify(found, frames, NETLIST, PLACED, database)


@pytest.mark.parametrize("word, bits", [(0, 1), (100, 1 << 31), (50, 0x2000)])
def test_another_bit(database, frames, word, bits):
    found = copy.deepcopy(frames)
    found[0x00C0_0003] = found.get(0x00C0_0003, [0] * 101)
    found[0x00C0_0003][word] ^= bits
    with pytest.raises(ReadbackError, match=r"^frame 0x00c00003 of the bitstream has other bits"):
        verify(found, frames, NETLIST, PLACED, database)


def test_a_frame_is_missing(database, frames):
    found = dict(frames)
    del found[next(frame for frame, words in frames.items() if any(words))]
    with pytest.raises(ReadbackError, match="has other bits"):
        verify(found, frames, NETLIST, PLACED, database)


def test_other_contents(database, frames):
    """The contents that nextpnr wrote differ from those in the netlist."""
    netlist = copy.deepcopy(NETLIST)
    netlist["soc.ram.1"]["parameters"] |= rows(1, "INITP")
    with pytest.raises(ReadbackError, match=r"soc\.ram\.1 does not begin with what the netlist says"):
        verify(frames, frames, netlist, PLACED, database)


def test_exchanged(database, frames):
    placed = PLACED | {"soc.ram.0": PLACED["soc.ram.1"], "soc.ram.1": PLACED["soc.ram.0"]}
    with pytest.raises(ReadbackError, match=r"soc\.ram\.0 does not begin"):
        verify(frames, frames, NETLIST, placed, database)
