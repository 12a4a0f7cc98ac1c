"""Programs in the cache that are damaged."""

import os

import pytest

from rowloom.errors import SimulationError
from rowloom.sim import Simulator, process
from support.says import Says

WORKS = "#!/bin/sh\necho listening on 7\ncat >/dev/null\n"


@pytest.fixture
def simulator(tmp_path, monkeypatch):
    """Start what lies in the cache, with what is built where nothing lies there; return its address and reports."""

    def start(there, built):
        def build(config, report):
            if not program.exists():
                program.write_bytes(built)
                program.chmod(0o755)
            return program

        program.write_bytes(there)
        program.chmod(0o755 if there != b"not to be run" else 0o644)
        monkeypatch.setattr(process, "build_simulator", build)
        reports = []
        with Simulator(report=reports.append) as started:
            return started.url, reports

    program = tmp_path / "program"
    return start


@pytest.mark.skipif(os.name == "nt", reason="scripts are no programs there")
@pytest.mark.parametrize("there", [
    b"", b"not to be run", b"\x7fELF", b"#!/bin/sh\nkill -SEGV $$\n", b"#!/bin/sh\n",
], ids=["empty", "mode", "cut off", "crashes", "says nothing"])  # fmt: skip
def test_a_damaged_program_is_built_again(simulator, there):
    address, reports = simulator(there, WORKS.encode())
    assert address == "socket://127.0.0.1:7"
    assert reports == [Says("program", "again")]
    with pytest.raises(SimulationError, match="program"):
        simulator(there, b"")
