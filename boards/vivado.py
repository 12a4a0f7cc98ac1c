"""Vivado projects that contain a board's design, for FPGAs that the open tools do not support."""

import io
import tempfile
import zipfile
from collections.abc import Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent
from typing import Any

from rowloom.boards.bitstreams import MANIFEST, describe, write_files
from rowloom.boards.board import BoardDefinition
from rowloom.boards.build import configure
from rowloom.boards.flow import OnOutput
from rowloom.boards.synthesis import NAME
from rowloom.boards.top import BoardTop, nearest_clock, rtlil_platform
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import assemble, build_hash
from rowloom.hw.soc.top import SoC
from rowloom.tools import YOSYS

__all__ = ["write_project"]

_UNIX = 3
"""The number of the operating system in an archive's entry. 3 stands for Unix and its file permissions."""


def write_project(board: BoardDefinition, engines: tuple[str, ...], clock_hz: int | None, folder: Path,
                  on_output: OnOutput = lambda phase, line: None) -> Path:
    """Write the project as an archive, and its manifest and memory map, into a folder; return the archive's path.

    The board must have an Artix-7. ``engines`` and ``clock_hz`` are as in a :class:`Request`. The bytes of
    the files depend only on sources, tools and arguments. Raises EngineError or BuildError if the build is impossible,
    ToolError if a program fails, and OSError if the folder cannot be written.
    """
    config = configure(board, engines, clock_hz, partial(nearest_clock, board))
    on_output("gateware", "")
    soc = assemble(config)
    files = _project(board, config, soc, on_output)
    name = f"{board.name}-vivado"
    results = {f"{name}.zip": _archive(name, files), "memory-map.md": soc.memory_map().encode()}
    results[MANIFEST] = describe(board, config, build_hash(config), (YOSYS,), results, bitstream=None)
    write_files(folder, results)
    return folder / f"{name}.zip"


def _project(board: BoardDefinition, config: SoCConfig, soc: SoC, on_output: OnOutput) -> dict[str, bytes]:
    platform = rtlil_platform(board)
    plan = platform.prepare(BoardTop(board, soc, config.clock_hz), NAME, emit_src=False)
    files = {
        f"{NAME}.v": _verilog(plan.files[f"{NAME}.il"], on_output),
        f"{NAME}.xdc": _constraints(platform, plan.files[f"{NAME}.xdc"]),
        "build.tcl": f"set board {board.name}\nset part {platform._part}\n{_SCRIPT}",
        "README.txt": _readme(board, config),
    }
    contents = {name: text.encode() for name, text in files.items()}
    return contents | {MANIFEST: describe(board, config, build_hash(config), (YOSYS,), contents, bitstream=None)}


def _verilog(rtlil: str, on_output: OnOutput) -> str:
    with tempfile.TemporaryDirectory(prefix="rowloom-vivado-") as folder:
        work = Path(folder)
        (work / f"{NAME}.il").write_text(rtlil)
        # Keep processes as ``always`` blocks, and write memories as arrays with their contents, the form that Vivado
        # handles best.
        YOSYS.run(["-p", f"read_rtlil {NAME}.il; proc -nomux -norom; memory_collect; {_OWN_ATTRIBUTES}; "
                         f"write_verilog -norename {NAME}.v"], work, lambda line: on_output("gateware", line))
        # Leave out the first line, which names Yosys' compiler and options.
        return (work / f"{NAME}.v").read_text().partition("\n")[2].lstrip()


_AMARANTH = ("generator", "top", "amaranth.hierarchy", "amaranth.decoding")
_OWN_ATTRIBUTES = "; ".join(
    f"attrmap {option} {' '.join(f'-remove {name}' for name in _AMARANTH)}" for option in ("", "-modattr"))
"""Yosys commands that remove the attributes that only Amaranth understands."""


def _constraints(platform: Any, recommended: str) -> str:
    """Return constraints: pins, the oscillator's clock, and false paths at the other pins, which are asynchronous."""
    lines = []
    for port, pin, attributes in platform.iter_port_constraints_bits():
        properties = {"PACKAGE_PIN": pin, **attributes}
        words = " ".join(f"{name} {value}" for name, value in properties.items())
        lines.append(f"set_property -dict {{{words}}} [get_ports {{{port}}}]")
    (clock, frequency), = platform.iter_port_clock_constraints()
    lines += [
        f"create_clock -name oscillator -period {1e9 / frequency:g} [get_ports {{{clock.name}}}]",
        f"set_false_path -from [get_ports -filter {{DIRECTION == IN && NAME != {clock.name}}}]",
        "set_false_path -to [get_ports -filter {DIRECTION == OUT}]",
    ]
    lines += [line.strip() for line in recommended.splitlines() if line.strip()]
    lines.append("set_property BITSTREAM.GENERAL.COMPRESS TRUE [current_design]")
    return "\n".join(lines) + "\n"


_SCRIPT = dedent("""\
    # Verilog to bitstream: vivado -mode batch -source build.tcl
    cd [file dirname [file normalize [info script]]]
    file mkdir reports

    read_verilog rowloom.v
    read_xdc rowloom.xdc
    synth_design -top rowloom -part $part
    report_utilization -hierarchical -file reports/synthesis.txt

    opt_design
    place_design
    phys_opt_design
    route_design
    write_checkpoint -force $board.dcp
    report_utilization -file reports/utilization.txt
    report_utilization -hierarchical -file reports/utilization-by-unit.txt
    report_timing_summary -max_paths 10 -file reports/timing.txt
    report_route_status -file reports/route.txt
    report_drc -file reports/drc.txt
    report_methodology -file reports/methodology.txt

    # Do not write a bitstream that misses its timing, because it may fail in any way, at any time.
    foreach {check option} {setup -setup hold -hold} {
        set path [get_timing_paths $option -max_paths 1 -no_report_unconstrained]
        if {[llength $path] == 0} {
            error "no path has a $check requirement: the constraints were not applied to the design"
        }
        set slack [get_property SLACK $path]
        if {$slack < 0} {
            error "timing missed: the $check slack is $slack ns; see reports/timing.txt"
        }
        puts "timing met: the $check slack is $slack ns"
    }

    write_bitstream -force $board.bit
    puts "$board.bit is ready; README.txt describes the next steps"
""")


def _readme(board: BoardDefinition, config: SoCConfig) -> str:
    sram = " ".join(board.sram or ())
    flash = " ".join(board.flash or ())
    return dedent(f"""\
        Rowloom {version("rowloom")} for the {board.title}

        build     {build_hash(config)}
        solves    {", ".join(one.solves for one in config.instances)}
        clock     {config.clock_hz / 1e6:g} MHz
        serial    {board.serial}; {config.bit_rate:,} bit/s
        lights    {board.lights}

        Files

        rowloom.v      the design, firmware included; puzzles are loaded at run time
        rowloom.xdc    pins and clock
        build.tcl      the script that makes the bitstream
        manifest.json  the description of the build, for `rowloom flash`

        From the project to the first puzzle

        1. Make the bitstream. This needs Vivado with Artix-7 devices, which the free edition includes.

               vivado -mode batch -source build.tcl

           If the design misses its timing, the script ends with an error and writes no bitstream.
           Otherwise it writes {board.name}.bit, reports/, and {board.name}.dcp. To view the placed
           design, run `vivado {board.name}.dcp`.

        2. Program the board. With Rowloom installed:

               rowloom flash {board.name} . --bitstream {board.name}.bit

           Add --permanent to write the flash memory. With only openFPGALoader:

               openFPGALoader {sram} {board.name}.bit

           or, to write the flash memory:

               openFPGALoader {flash} {board.name}.bit

        3. Solve.

               rowloom ports
               rowloom solve --port PORT puzzles.txt

        Test status

        The project has never been tested with Vivado itself. Rowloom's tests synthesise the Verilog with Yosys, and
        run the script in a Tcl interpreter that only records Vivado's commands.
        """)


def _archive(folder: str, files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file whose bytes depend only on ``files``.

    The file records no times and no owners. It is not compressed, because the result of compression depends on the
    version of the library.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{folder}/{name}")
            entry.create_system = _UNIX
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return buffer.getvalue()
