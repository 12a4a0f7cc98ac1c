"""Bitstreams for an Artix-7, from Yosys, nextpnr and Project X-Ray. The bitstreams are experimental: none of them has
run on a board yet."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rowloom.boards.artix_synthesis import CELLS, LIBRARY, SYNTH, SYNTHESIS, check_cells, constraints
from rowloom.boards.artix_tools import BITREAD, FRAMES2BIT, NEXTPNR, OpenTools
from rowloom.boards.bitstreams import BuildError
from rowloom.boards.board import CAPACITY
from rowloom.boards.clocking import ClockDivider, even_divider, even_divider_for
from rowloom.boards.fasm import FasmError, Frames, check, frames_in, frames_of, parse, used, verify
from rowloom.boards.flow import Design, Flow, OnOutput, Routed
from rowloom.boards.report import too_large
from rowloom.boards.synthesis import NAME, Gateware, Netlist
from rowloom.boards.top import BoardTop, rtlil_platform
from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.top import SoC
from rowloom.tools import YOSYS, RunCost, ToolError

__all__ = ["ArtixFlow"]

_DIE_LUTS = {"xc7a50t": 32_600, "xc7a100t": 63_400}

_SPEED = re.compile(r"Max frequency for clock +'(.+)': +([\d.]+) MHz \(\w+ at ([\d.]+) MHz\)")
_LOSS = re.compile(r"Unprocessed route-thru|found (set_property|create_clock) with no|ignoring unsupported XDC")
"""nextpnr's warnings that a part of the design is missing in the result, or that nextpnr ignores a constraint."""
_TIME = re.compile(rb"c\x00\x0b\d{4}/\d\d/\d\d\x00d\x00\x09\d\d:\d\d:\d\d\x00")
_NO_TIME = b"c\x00\x0b1980/01/01\x00d\x00\x0900:00:00\x00"
"""A constant in place of the date and time in a bitstream's header: with the real date and time, two builds of the same
sources would differ."""
_PLACED = "placed.json"


class ArtixFlow(Flow):
    """The steps for an Artix-7. The SoC's clock is the oscillator's clock divided by an even number."""

    tools = (YOSYS, NEXTPNR, FRAMES2BIT, BITREAD)
    synthesis = SYNTHESIS
    resources = {name: name for name in CAPACITY["35t"]}
    cells, logic, memory = CELLS, "LUTs", "block RAMs"
    # nextpnr's delays for this family are estimates.
    margin = 1.3
    # nextpnr's measured memory: 1.4 GB for 2,116 LUTs on a 100T, but only 0.9 GB for 5,413 LUTs and 1.2 GB for 13,545
    # LUTs on a 35T.
    base_bytes = 1_350_000_000
    bytes_per_cell = 45_000

    @cached_property
    def _open_tools(self) -> OpenTools:
        return OpenTools.find(self.board)

    @property
    def placeable(self) -> Mapping[str, int]:
        # nextpnr puts some pairs of small LUTs into one LUT.
        return {**self.capacity, "LUTs": _DIE_LUTS[self._open_tools.die]}

    def nearest_clock(self, wanted_hz: int) -> int:
        try:
            return round(self.board.clock_hz / even_divider(self.board.clock_hz, wanted_hz))
        except ValueError as error:
            raise ValueError(f"{error}. The open tools cannot use this FPGA's clock manager") from error

    def highest_clock(self, fmax_hz: int) -> int:
        return round(self.board.clock_hz / even_divider_for(self.board.clock_hz, fmax_hz / self.margin))

    def options(self, config: SoCConfig) -> dict[str, str]:
        return {"synthesis": SYNTH}

    def inputs(self) -> str:
        return self._open_tools.digest()

    def prepare(self, soc: SoC, clock_hz: int) -> tuple[str, str]:
        platform = rtlil_platform(self.board)
        clock = ClockDivider(even_divider(self.board.clock_hz, clock_hz))
        plan = platform.prepare(BoardTop(self.board, soc, clock_hz, clock), NAME, emit_src=False)
        return plan.files[f"{NAME}.il"], constraints(platform)

    def synthesise(self, gateware: Gateware, folder: Path, on_output: Callable[[str], None]) -> Netlist:
        """Synthesise a design as :meth:`.Flow.synthesise` does. Also raise ToolError if the netlist has a cell that the
        open tools may mishandle."""
        for name, text in LIBRARY.items():
            (folder / name).write_text(text)
        netlist = super().synthesise(gateware, folder, on_output)
        check_cells(_cells(netlist.path))
        return netlist

    def route(self, config: SoCConfig, design: Design, seed: int, folder: Path, on_output: OnOutput) -> Routed:
        netlist = design.unpack(folder)
        (folder / f"{NAME}.xdc").write_text(design.gateware.constraints)
        placement, fmax_hz = self._place(config, seed, folder, lambda line: on_output("placement", line))
        on_output("bitstream", "")
        database = self._open_tools.database
        try:
            features = parse((folder / f"{NAME}.fasm").read_text())
            check(features)
            area = used(features)
            if over := [name for name, has in self.capacity.items() if area[name] > has]:
                raise BuildError(too_large(self, config, design.netlist, area, over))
            frames = frames_of(features, database)
            packing = self._pack(frames, folder)
            verify(self._read_back(folder), frames, _cells(netlist), _cells(folder / _PLACED), database)
        except FasmError as error:
            raise ToolError(f"no bitstream: {error}") from error
        return Routed((folder / f"{NAME}.bit").read_bytes(), fmax_hz, area,
                      {"placement": placement, "bitstream": packing})

    def _place(
        self, config: SoCConfig, seed: int, folder: Path, on_output: Callable[[str], None],
    ) -> tuple[RunCost, int]:
        """Place and route; return the cost and Fmax. ToolError if nextpnr fails, or leaves out part of the design."""
        tools = self._open_tools
        if tools.himbaechel:
            options = ["--device", tools.part, "-o", f"xdc={NAME}.xdc", "-o", f"fasm={NAME}.fasm"]
        else:
            options = ["--xdc", f"{NAME}.xdc", "--fasm", f"{NAME}.fasm"]
        # The Fmax and the target of each clock, in MHz. nextpnr reports these figures several times; the final report,
        # which comes after routing, is kept.
        speeds: dict[str, tuple[float, float]] = {}
        lost: list[str] = []

        def listen(line: str) -> None:
            if match := _SPEED.search(line):
                speeds[match[1]] = float(match[2]), float(match[3])
            if _LOSS.search(line):
                lost.append(line)
            on_output(line)

        run = NEXTPNR.run([
            *options, "--chipdb", str(tools.chip), "--json", f"{NAME}.json", "--write", _PLACED,
            "--freq", f"{config.clock_hz / 1e6:g}", "--seed", str(seed), "--timing-allow-fail",
        ], folder, listen)
        if lost:
            raise ToolError(f"nextpnr has left out a part of the design, or ignored a constraint: {lost[0]}")
        if len(speeds) != 2:
            raise ToolError(f"nextpnr has reported the speeds of {len(speeds)} clocks instead of two, the oscillator's"
                            " and the SoC's")
        # Only a few flip-flops run at the oscillator's clock. Usually they are far faster than necessary. If they are
        # too slow, they limit the Fmax that this function returns.
        return run, round(min(reached / wanted for reached, wanted in speeds.values()) * config.clock_hz)

    def _pack(self, frames: Frames, folder: Path) -> RunCost:
        """Write the bitstream; ToolError if xc7frames2bit fails."""
        with (folder / f"{NAME}.frames").open("w") as file:
            for frame, words in sorted(frames.items()):
                file.write(f"0x{frame:08X} {','.join(f'0x{word:08X}' for word in words)}\n")
        name = f"{self.board.device.removeprefix('xc')}{self.board.platform().package}"
        run = FRAMES2BIT.run(["--part_file", str(self._open_tools.part_file), "--part_name", name,
                              "--frm_file", f"{NAME}.frames", "--output_file", f"{NAME}.bit"], folder)
        path = folder / f"{NAME}.bit"
        path.write_bytes(_TIME.sub(_NO_TIME, path.read_bytes(), count=1))
        return run

    def _read_back(self, folder: Path) -> Frames:
        """Return the frames in the bitstream; ToolError if bitread fails."""
        BITREAD.run(["--part_file", str(self._open_tools.part_file), "-z", "-y", "-o", f"{NAME}.bits", f"{NAME}.bit"],
                    folder)
        return frames_in((folder / f"{NAME}.bits").read_text())


def _cells(path: Path) -> dict[str, Any]:
    """Return the cells of the design's module in Yosys' or nextpnr's JSON. All other modules there are models of cells.
    """
    modules = json.loads(path.read_text())["modules"]
    return (modules[NAME] if NAME in modules else modules["top"])["cells"]
