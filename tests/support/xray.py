"""A small device in the format of Project X-Ray's database. It has logic, a tile at the end of a column, and block
RAMs."""

import json

__all__ = ["BRAMS", "place", "rows", "write_database"]

BRAMS = [f"BRAM_L_X6Y{5 * number}" for number in range(4)]
"""The tiles with block RAM, from the bottom up. The contents of the RAMs begin in frame 0x00c00000, and the settings of
the RAMs in frame 0x300."""

_LOGIC = """\
CLBLL_L.SLICEL_X0.ALUT.INIT[00] 32_15
CLBLL_L.SLICEL_X0.ALUT.INIT[01] 33_15
CLBLL_L.SLICEL_X0.AFF.ZINI 31_03
CLBLL_L.SLICEL_X0.NOCLKINV !30_07
CLBLL_L.SLICEL_X0.CLKINV 30_07
CLBLL_L.WIDE.VALUE[0] !00_00 00_33
"""


def write_database(folder):
    """Write the database of the family into a folder."""
    def tile(kind, x, y, **bits):
        return {"type": kind, "grid_x": x, "grid_y": y, "bits": bits}

    def bits(frame, word, **more):
        return {"baseaddr": hex(frame), "offset": word, "frames": 36, "words": 2, **more}

    grid = {
        "CLBLL_L_X2Y0": tile("CLBLL_L", 7, 155, CLB_IO_CLK=bits(0x100, 0)),
        "CLBLL_L_X2Y1": tile("CLBLL_L", 7, 154, CLB_IO_CLK=bits(0x100, 99)),
        "CLBLL_END_X2Y2": tile("CLBLL_END", 7, 153, CLB_IO_CLK=bits(
            0x200, 12, alias={"type": "CLBLL_L", "start_offset": 2, "sites": {}})),
        **{name: tile("BRAM_L", 19, 155 - 5 * at, CLB_IO_CLK=bits(0x300, 10 * at), BLOCK_RAM=bits(0x00C0_0000, 10 * at))
           for at, name in enumerate(BRAMS)},
    }
    (folder / "xc7a50t").mkdir(parents=True)
    (folder / "xc7a50t" / "tilegrid.json").write_text(json.dumps(grid))
    (folder / "xc7a35tcsg324-1").mkdir()
    (folder / "xc7a35tcsg324-1" / "part.yaml").write_text("part\n")
    (folder / "segbits_clbll_l.db").write_text(_LOGIC)
    (folder / "ppips_clbll_l.db").write_text("CLBLL_L.CLBLL_L_A.CLBLL_L_AMUX always\n")
    settings = (f"BRAM_L.RAMB18_Y{half}.IN_USE 27_{99 + half}" for half in range(2))
    (folder / "segbits_bram_l.db").write_text("\n".join(settings) + "\n")
    names = [f"RAMB18_Y{half}.{kind}_{row:02X}[{at:03}]"
             for half in range(2) for kind, count in (("INIT", 64), ("INITP", 8)) for row in range(count)
             for at in range(256)]
    # The bits are spread over 128 frames, in 10 words of each frame.
    (folder / "segbits_bram_l.block_ram.db").write_text(
        "".join(f"BRAM_L.{name} {number // 320:02}_{number % 320:02}\n" for number, name in enumerate(names)))


def rows(value, kind="INIT"):
    """Return the parameters INIT_00, INIT_01 ... (or INITP_00 ...) of a block RAM with these contents."""
    count = {"INIT": 64, "INITP": 8}[kind]
    return {f"{kind}_{row:02X}": f"{value >> 256 * row & (1 << 256) - 1:0256b}" for row in range(count)}


def place(number):
    """Return where one of the eight block RAMs is: the tile, the half of the tile, and nextpnr's name for the place."""
    half = number % 2
    return BRAMS[number // 2], half, f"X19Y{155 - 5 * (number // 2)}/RAMB18_X0Y{half}.RAMB18E1"
