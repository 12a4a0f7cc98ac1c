"""Fixtures that prove assertions with Yosys."""

from collections.abc import Callable

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Fragment

from support.proof import named_like_variables


@pytest.fixture
def prove_at_once(tmp_path, yosys) -> Callable[..., None]:
    """Prove the assertions of proofs for the first ``clocks`` clocks after reset. Yosys starts only once for all
    proofs. Raises ToolError if an assertion does not hold, or if the assumptions cannot be met.
    """
    def check(*proofs, clocks: int = 1) -> None:
        script = []
        for number, proof in enumerate(proofs):
            (tmp_path / f"{number}.il").write_text(rtlil.convert(Fragment.get(proof, None), ports=proof.ports))
            script.append(
                f"design -reset; read_rtlil {number}.il; prep -top top -flatten; async2sync; chformal -lower;"
                " opt -full; "
                f"sat -verify -set-assumes -seq {clocks}; sat -verify -set-assumes -seq {clocks} -prove-asserts")
        yosys.run(["-q", "-p", "; ".join(script)], tmp_path)

    return check


@pytest.fixture
def prove_by_induction(tmp_path, yosys) -> Callable[..., None]:
    """Prove the assertions of a proof for any number of clocks after reset.

    The assertions in a clock must follow from the assertions in the previous ``clocks`` clocks; otherwise, ToolError is
    raised.
    """
    def check(proof, clocks: int = 1) -> None:
        with named_like_variables():
            fragment = Fragment.get(proof, None)
        ports = [*proof.ports, *(signal for signal, _ in proof.internal)]
        (tmp_path / "proof.il").write_text(rtlil.convert(fragment, name="top", ports=ports))
        connected = " ".join(
            f"delete -port w:{signal.name}; connect -set {signal.name} {name};" for signal, name in proof.internal)
        yosys.run(["-q", "-p", "read_rtlil proof.il; hierarchy -top top; proc; flatten; memory_dff; memory_map;"
                   f" {connected} async2sync; chformal -lower; opt -full; dffunmap; simplemap; opt -full;"
                   f" sat -verify -tempinduct -maxsteps {clocks} -prove-asserts -set-assumes -set rst 0"], tmp_path)

    return check
