"""The verification of bitstreams finds every difference."""

import copy
import random

import pytest

from rowloom.boards.artix_readback import ReadbackError, contents, frames_in, verify, words_in
from rowloom.boards.fasm import Database, frames_of, parse
from support.xray import BRAMS, place, rom_lane, rows, write_database

FIRMWARE = [0x0123_4567, 0x89AB_CDEF, 0xFFFF_0001]
RAM = random.Random(1).getrandbits(16_384)
PARITY = random.Random(2).getrandbits(2048)


NETLIST = {
    "soc.a": {"type": "LUT2", "parameters": {}},
    **{f"soc.rom.mem.0.{lane}": {"type": "RAMB18E1", "parameters": rom_lane(FIRMWARE, lane)} for lane in range(8)},
}
PLACED = {f"soc.rom.mem.0.{lane}": {"attributes": {"NEXTPNR_BEL": place(lane)[2]}} for lane in range(8)}


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


def test_contents(database):
    cell = {"type": "RAMB18E1", "parameters": rows(RAM) | rows(PARITY, "INITP")}
    frames = frames_of(parse(fasm({"ram.1": cell})), database)
    assert contents(frames, database, BRAMS[0], 1) == {"INIT": RAM, "INITP": PARITY}
    assert contents(frames, database, BRAMS[0], 0) == {"INIT": 0, "INITP": 0}


def test_words():
    assert words_in(NETLIST, "soc.rom.mem.0.", 4) == [*FIRMWARE, 0]


def test_a_right_bitstream(database, frames):
    verify(frames, frames, NETLIST, PLACED, database, FIRMWARE)


def test_checksums_may_differ(database, frames):
    found = copy.deepcopy(frames)
    next(iter(found.values()))[50] ^= 0x1FFF
    verify(found, frames, NETLIST, PLACED, database, FIRMWARE)


@pytest.mark.parametrize("word, bits", [(0, 1), (100, 1 << 31), (50, 0x2000)])
def test_another_bit(database, frames, word, bits):
    found = copy.deepcopy(frames)
    found[0x00C0_0003] = found.get(0x00C0_0003, [0] * 101)
    found[0x00C0_0003][word] ^= bits
    with pytest.raises(ReadbackError, match=r"^frame 0x00c00003 of the bitstream has other bits"):
        verify(found, frames, NETLIST, PLACED, database, FIRMWARE)


def test_a_frame_is_missing(database, frames):
    found = dict(frames)
    del found[next(frame for frame, words in frames.items() if any(words))]
    with pytest.raises(ReadbackError, match="has other bits"):
        verify(found, frames, NETLIST, PLACED, database, FIRMWARE)


def test_other_contents(database, frames):
    """The contents that nextpnr wrote differ from those in the netlist."""
    netlist = copy.deepcopy(NETLIST)
    netlist["soc.rom.mem.0.1"]["parameters"] |= rows(1, "INITP")
    with pytest.raises(ReadbackError, match=r"soc\.rom\.mem\.0\.1 does not begin with what the netlist says"):
        verify(frames, frames, netlist, PLACED, database, FIRMWARE)


def test_exchanged(database, frames):
    placed = PLACED | {"soc.rom.mem.0.0": PLACED["soc.rom.mem.0.1"], "soc.rom.mem.0.1": PLACED["soc.rom.mem.0.0"]}
    with pytest.raises(ReadbackError, match=r"soc\.rom\.mem\.0\.0 does not begin"):
        verify(frames, frames, NETLIST, placed, database, FIRMWARE)


@pytest.mark.parametrize("firmware", [FIRMWARE[::-1], [*FIRMWARE, 1], [*FIRMWARE[:2], 0xFFFF_0000]])
def test_other_firmware(database, frames, firmware):
    with pytest.raises(ReadbackError, match=r"^the ROM does not hold the firmware$"):
        verify(frames, frames, NETLIST, PLACED, database, firmware)
