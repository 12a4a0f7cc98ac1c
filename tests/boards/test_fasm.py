"""FASM, its translation to frames, and the verification of frames. The database is small and handwritten."""

import copy
import random
from contextlib import nullcontext

import pytest

from rowloom.boards.fasm import WORDS, Database, FasmError, Feature, check, frames_of, parse, used, verify
from support.xray import BRAMS, place, rows, write_database


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    folder = tmp_path_factory.mktemp("database")
    write_database(folder)
    return Database(folder, "xc7a50t")


def frame(**words):
    return [words.get(f"w{at}", 0) for at in range(WORDS)]


def test_lines():
    assert parse(
        "# a comment\n\nINT_L_X0Y0.NL1BEG_N3.WL1END0\nA_X1Y2.LUT.INIT[7:4] = 4'b1010  # more\nA_X1Y2.B[3]\n"
        "A_X1Y2.C = 1'b0\n"
    ) == [
        Feature("INT_L_X0Y0", "NL1BEG_N3.WL1END0", (0,)), Feature("A_X1Y2", "LUT.INIT", (5, 7)),
        Feature("A_X1Y2", "B", (3,)), Feature("A_X1Y2", "C", ()),
    ]


@pytest.mark.parametrize("line", ["nonsense", "A.B = 4'h5", "A.B extra", "A.B = "])
def test_invalid_lines(line):
    with pytest.raises(FasmError, match=r"^line 2 of the FASM does not describe a feature: "):
        parse(f"A.B\n{line}\n")


def test_frames(database):
    features = parse("CLBLL_L_X2Y0.SLICEL_X0.ALUT.INIT[1:0] = 2'b10\n"
                     "CLBLL_L_X2Y1.SLICEL_X0.ALUT.INIT[1:0] = 2'b11\n"
                     "CLBLL_L_X2Y0.SLICEL_X0.NOCLKINV\n"
                     "CLBLL_L_X2Y0.CLBLL_L_A.CLBLL_L_AMUX\n"
                     "CLBLL_L_X2Y0.WIDE.VALUE[0]\n"
                     "CLBLL_END_X2Y2.SLICEL_X0.AFF.ZINI\n"
                     f"{BRAMS[1]}.RAMB18_Y0.INIT_01[255:0] = 256'b1{'0' * 69}\n")
    frames = {at: words for at, words in frames_of(features, database).items() if any(words)}
    assert frames == {
        0x100: frame(w1=2), 0x100 + 32: frame(w99=1 << 15), 0x100 + 33: frame(w0=1 << 15, w99=1 << 15),
        # In the database, the tile CLBLL_END_X2Y2 is an alias of a tile whose bits begin two words earlier.
        0x200 + 31: frame(w10=1 << 3),
        0x00C0_0001: frame(w10=1 << 5),  # the contents of a block RAM
    }


@pytest.mark.parametrize("line, message", [
    *((line, r"lacks 1 of the features that nextpnr has set: CLBLL_L_X\dY\d\.SLICEL") for line in (
        "CLBLL_L_X2Y0.SLICEL_X0.ALUT.INIT[2]", "CLBLL_L_X2Y0.SLICEL_X0.BLUT.INIT", "CLBLL_L_X9Y9.SLICEL_X0.NOCLKINV")),
    ("CLBLL_L_X2Y0.SLICEL_X0.CLKINV", r"require different values of a bit: \S+\.CLKINV and \S+\.NOCLKINV$"),
])
def test_features_that_are_unknown_or_exclude_each_other(database, line, message):
    with pytest.raises(FasmError, match=message):
        frames_of(parse(f"CLBLL_L_X2Y0.SLICEL_X0.NOCLKINV\n{line}"), database)


@pytest.mark.parametrize("line, words", [
    ("CMT_TOP_L_LOWER_B_X106Y61.MMCME2_ADV.IN_USE", "clock manager"),
    ("CMT_TOP_R_UPPER_T_X8Y96.PLLE2_ADV.TABLE[9:0] = 10'b1110110100", "clock manager"),
    ("DSP_L_X34Y10.DSP48.DSP_0.ZMREG[0]", "multiplier"),
    ("BRAM_L_X6Y0.BRAM_FIFO36_DIADIL0.BRAM_IMUX40_0", "36 kbit"),
    ("BRAM_L_X6Y0.RAMB18_Y1.SDP_READ_WIDTH_36", "36 bits"),
    ("LIOI3_X0Y1.IOI_OLOGIC0_T1.IOI_IMUX15_1", "tristate"),
])
def test_features_that_nextpnr_writes_incorrectly(line, words):
    with pytest.raises(FasmError, match=rf"^nextpnr has used .*{words}.*: {line.split(' ')[0].split('[')[0]}$"):
        check(parse(f"INT_L_X0Y0.A.B\n{line}"))
    # These features are similar, but nextpnr writes them correctly.
    check(parse("LIOI3_X0Y1.IOI_OLOGIC0_D1.IOI_IMUX34_1\nLIOI3_X0Y1.OLOGIC_Y0.OMUX.D1\nBRAM_L_X6Y0.RAMB18_Y1.IN_USE\n"
                "BRAM_L_X6Y0.BRAM_FIFO18_WEA0.BRAM_IMUX8_2\nDSP_L_X34Y10.DSP_IMUX1.DSP_LOGIC_OUTS"))


def test_used_resources():
    assert used(parse(
        "A_X0Y0.SLICEL_X0.ALUT.INIT[63:0] = 64'b1\nA_X0Y0.SLICEL_X1.ALUT.INIT[63:0] = 64'b1\n"
        "A_X0Y0.SLICEM_X0.ALUT.RAM\n"
        "A_X0Y0.SLICEL_X0.AFF.ZINI\nA_X0Y0.SLICEL_X0.AFF.ZRST\nA_X0Y0.SLICEL_X0.A5FFMUX.IN_A\nA_X0Y0.SLICEL_X0.NOCLKINV\n"
        "A_X0Y1.RAMB18_Y0.IN_USE\nA_X0Y1.RAMB18_Y1.IN_USE\nA_X0Y1.RAMB18_Y1.READ_WIDTH_A_4"
    )) == {"LUTs": 2, "flip-flops": 2, "block RAMs": 2}


RNG = random.Random(1)
NETLIST = {
    "soc.a": {"type": "LUT2", "parameters": {}},
    **{f"soc.ram.{number}": {"type": "RAMB18E1", "parameters": rows(RNG.getrandbits(16_384)) | rows(
        RNG.getrandbits(2048), "INITP")} for number in range(3)},
}
PLACED = {f"soc.ram.{number}": {"attributes": {"NEXTPNR_BEL": place(number)[2]}} for number in range(3)}


@pytest.fixture
def frames(database):
    """Return the frames that nextpnr's FASM sets for the block RAMs in ``NETLIST``."""
    lines = "".join(f"{place(number)[0]}.RAMB18_Y{place(number)[1]}.{key}[255:0] = 256'b{value}\n"
                    for number in range(3) for key, value in NETLIST[f"soc.ram.{number}"]["parameters"].items())
    return frames_of(parse(lines), database)


@pytest.mark.parametrize("word, bits, differs", [
    (0, 0, False), (50, 0x1FFF, False),  # the checksum of a frame may differ
    (0, 1, True), (100, 1 << 31, True), (50, 0x2000, True),
])
def test_every_bit_of_a_bitstream_is_verified(database, frames, word, bits, differs):
    found = copy.deepcopy(frames)
    found[0x00C0_0003][word] ^= bits
    differing = pytest.raises(FasmError, match=r"^frame 0x00c00003 of .* differs from the FASM")
    with differing if differs else nullcontext():
        verify(found, frames, NETLIST, PLACED, database)
    del found[0x00C0_0003]
    with differing:
        verify(found, frames, NETLIST, PLACED, database)


def test_block_rams_have_the_contents_in_the_netlist(database, frames):
    netlist = copy.deepcopy(NETLIST)
    netlist["soc.ram.1"]["parameters"] |= rows(1, "INITP")
    with pytest.raises(FasmError, match=r"initial contents of the block RAM soc\.ram\.1 differ from the netlist"):
        verify(frames, frames, netlist, PLACED, database)
    exchanged = PLACED | {"soc.ram.0": PLACED["soc.ram.1"], "soc.ram.1": PLACED["soc.ram.0"]}
    with pytest.raises(FasmError, match=r"soc\.ram\.0 differ"):
        verify(frames, frames, NETLIST, exchanged, database)
