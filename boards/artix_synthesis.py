"""Synthesis for an Artix board: a netlist that the open tools place and route correctly.

nextpnr silently writes wrong bits for several kinds of cells of the 7 series. The netlist avoids these cells:

- A PLL (PLLE2, MMCME2) might not lock at all, because nextpnr writes filter and lock tables that do not fit the
  PLL's settings. Instead of a PLL, flip-flops divide the clock.
- A block RAM of 36 kbit loses its parity bits if a port is 9 bits wide. If a port is 1 bit wide, nextpnr writes the
  bits in pairs instead of one by one. The netlist uses only block RAMs of 18 kbit, with ports of at most 18 bits.
- The outputs of a block RAM always start with zeros, and are reset to zeros. No block RAM in the netlist needs other
  values.
- A DSP48 ignores one of its operands. In the netlist, LUTs multiply.
- A single-port LUT RAM (RAM64X1S) is one of the cells that older releases of nextpnr lose. All LUT RAMs in the netlist
  have at least two ports.
- An output with a tristate buffer (OBUFT) might not drive its pin at all. In the netlist, outputs have plain buffers.
"""

from textwrap import dedent
from typing import Any

from rowloom.tools import ToolError

__all__ = ["CELLS", "LIBRARY", "SYNTH", "SYNTHESIS", "check_cells", "constraints", "number"]

SYNTH = "synth_xilinx -family xc7 -flatten -abc9 -nodsp -nosrl"
"""Yosys' command."""
SYNTHESIS = f"""{SYNTH} -run begin:map_memory
    memory_libmap -lib memories.txt
    techmap -map +/xilinx/lutrams_xc5v_map.v -map +/xilinx/brams_xc6v_map.v
    techmap -autoproc -map outputs.v
    delete t:$scopeinfo
    {SYNTH} -run map_ffram:"""
"""The steps of the command above, except that memories and outputs are mapped with the files in :data:`LIBRARY` instead
of Yosys' own files."""

_MEMORIES = """\
# The memories of the 7 series that the open tools place without losing bits; the names are those of Yosys' own files.

ram block $__XILINX_BLOCKRAM_TDP_ {
    byte 9;
    option "MODE" "HALF" {
        abits 14;
        widths 1 2 4 9 18 per_port;
        cost 129;
    }
    init any;
    port srsw "A" "B" {
        width mix;
        # In write modes other than READ_FIRST, each port may have a clock of its own.
        option "HAS_RDFIRST" 1 {
            clock posedge "C";
            portoption "WRITE_MODE" "READ_FIRST" {
                rdwr old;
                wrtrans all old;
            }
        }
        option "HAS_RDFIRST" 0 clock posedge;
        clken;
        rdsrst any gated_clken;
        rdinit any;
        portoption "WRITE_MODE" "NO_CHANGE" rdwr no_change;
        portoption "WRITE_MODE" "WRITE_FIRST" rdwr new;
        optional_rw;
    }
}

ram distributed $__XILINX_LUTRAM_DP_ {
    cost 8;
    widthscale;
    option "ABITS" 5 { abits 5; widths 4 global; }
    option "ABITS" 6 { abits 6; widths 2 global; }
    init no_undef;
    prune_rom;
    port arsw "RW" { clock posedge; }
    port ar "R" { }
}

ram distributed $__XILINX_LUTRAM_SDP_ {
    cost 8;
    widthscale 7;
    option "ABITS" 5 { abits 5; widths 6 global; }
    option "ABITS" 6 { abits 6; widths 3 global; }
    init no_undef;
    prune_rom;
    port sw "W" { clock posedge; }
    port ar "R" { }
}
"""

_OUTPUTS = dedent("""\
    // An output that always drives its pin.
    module OBUFT(input I, T, output O);
        parameter _TECHMAP_CONSTMSK_T_ = 0;
        parameter _TECHMAP_CONSTVAL_T_ = 0;
        wire _TECHMAP_FAIL_ = _TECHMAP_CONSTMSK_T_ !== 1'b1 || _TECHMAP_CONSTVAL_T_ !== 1'b0;
        OBUF _TECHMAP_REPLACE_ (.I(I), .O(O));
    endmodule
    """)

LIBRARY = {"memories.txt": _MEMORIES, "outputs.v": _OUTPUTS}
"""The contents of the files that Yosys needs in its working directory, by the files' names."""

CELLS = {
    **{f"LUT{inputs}": ("LUTs", 1) for inputs in range(1, 7)}, "INV": ("LUTs", 1),
    "RAM32X1D": ("LUTs", 2), "RAM64X1D": ("LUTs", 2), "RAM32M": ("LUTs", 4), "RAM64M": ("LUTs", 4),
    "FDRE": ("flip-flops", 1), "FDSE": ("flip-flops", 1), "RAMB18E1": ("block RAMs", 1),
}
"""For each kind of cell in the netlist: which resource of the Artix-7 the cell uses, and how much of it."""
_ALLOWED = {*CELLS, "CARRY4", "MUXF7", "MUXF8", "IBUF", "OBUF", "BUFG"}
_WIDTHS = {0, 1, 2, 4, 9, 18}


def constraints(platform: Any) -> str:
    """Return the constraints for the pins and the oscillator's clock; use only the few commands that nextpnr
    supports."""
    lines = [f"set_property {name} {value} [get_ports {{{port}}}]"
             for port, pin, attributes in platform.iter_port_constraints_bits()
             for name, value in {"LOC": pin, **attributes}.items()]
    (clock, frequency), = platform.iter_port_clock_constraints()
    lines.append(f"create_clock -period {1e9 / frequency:g} [get_ports {{{clock.name}}}]")
    return "\n".join(lines) + "\n"


def check_cells(cells: dict[str, Any]) -> None:
    """Verify that the open tools handle all cells of the top module in Yosys' JSON; ToolError names a cell that the
    tools may mishandle."""
    for name, cell in cells.items():
        if cell["type"] not in _ALLOWED:
            raise ToolError(f"the netlist has a {cell['type']} ({name}), for which the open tools may write wrong bits")
        if cell["type"] == "RAMB18E1":
            parameters = cell["parameters"]
            widths = {number(parameters[f"{what}_WIDTH_{port}"]) for what in ("READ", "WRITE") for port in "AB"}
            if not widths <= _WIDTHS or parameters["RAM_MODE"] != "TDP":
                raise ToolError(f"the block RAM {name} has ports for which the open tools may write wrong bits")
            if any("1" in parameters[value] for value in ("INIT_A", "INIT_B", "SRVAL_A", "SRVAL_B")):
                raise ToolError(f"the outputs of the block RAM {name} have ones in their initial or reset values, which"
                                " the open tools would lose")


def number(value: str | int) -> int:
    """Return a parameter in Yosys' or nextpnr's JSON as a number."""
    return value if isinstance(value, int) else int(value, 2)
