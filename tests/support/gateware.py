"""Units that are compiled with CXXRTL. They run a thousand times faster than in Amaranth's simulator."""

import ctypes
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from amaranth.back import rtlil
from amaranth.lib import wiring

from rowloom.sim.program import compile_cxxrtl
from rowloom.tools import CXXRTL, YOSYS

__all__ = ["Gateware", "compile_unit"]

_MODULE = re.compile(r"^struct (p_\w+) : public module \{", re.MULTILINE)
_PORT = re.compile(r"^\t/\*(?:input|output)\*/ (?:value|wire)<\d+> (p_\w+)", re.MULTILINE)
_GLUE = """\
#include "unit.cc"

template <size_t bits> uint32_t *words(value<bits> &port) {{ return port.data; }}
template <size_t bits> uint32_t *words(wire<bits> &port) {{ return port.curr.data; }}

static cxxrtl_design::{top} unit;
extern "C" void unit_step() {{ unit.step(); }}
extern "C" uint32_t *unit_port(int number)
{{
    uint32_t *ports[] = {{{ports}}};
    return ports[number];
}}
"""


class Gateware:
    """A compiled unit: a library with ``unit_step`` and ``unit_port``, and the RTLIL names of the unit's ports and
    clock. ``code`` is the library.
    """

    def __init__(self, library: Path, ports: list[str], clock: str):
        self.code = code = ctypes.CDLL(str(library))
        code.unit_port.restype = ctypes.POINTER(ctypes.c_uint32)
        self._ports = {name: code.unit_port(number) for number, name in enumerate(ports)}
        self._step = code.unit_step
        self._clock = self.port(clock)
        self._step()

    def port(self, name: str) -> "ctypes.Array":
        """Return the 32-bit words of a port, the lowest first. The words of an input can be written, too."""
        return self._ports[name]

    def tick(self) -> None:
        """Simulate a clock cycle."""
        self._clock[0] = 1
        self._step()
        self._clock[0] = 0
        self._step()


def compile_unit(unit: wiring.Component, folder: Path, script: str | None = None,
                 prepare: Callable[[Path], None] = lambda folder: None, clock: str = "clk",
                 glue: Sequence[Path] = ()) -> Gateware:
    """Compile a unit, or the result of a Yosys script that reads ``unit.il``.

    ``prepare`` writes the other input files of the script into the folder. ``glue`` lists C++ files to include; their
    code may use ``unit``.
    """
    (folder / "unit.il").write_text(rtlil.convert(unit))
    prepare(folder)
    tool = YOSYS if script else CXXRTL
    tool.run(["-q", "-p", f"{script or 'read_rtlil unit.il'}\nwrite_cxxrtl -g0 unit.cc"], folder)
    *_, top, body = _MODULE.split((folder / "unit.cc").read_text())
    members = _PORT.findall(body)
    ports = ", ".join(f"words(unit.{member})" for member in members)
    (folder / "glue.cc").write_text(_GLUE.format(top=top, ports=ports) + "".join(path.read_text() for path in glue))
    library = compile_cxxrtl([folder / "glue.cc"], folder, shared=True, writer=tool)
    return Gateware(library, [member.removeprefix("p_").replace("__", "_") for member in members], clock)
