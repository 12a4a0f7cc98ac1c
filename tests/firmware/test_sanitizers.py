"""The compiler's sanitizers find no out-of-bounds access and no undefined behaviour in the firmware."""

import subprocess
import sys
from pathlib import Path

import pytest

from rowloom.sim.program import compile_cpp
from support.native import sanitizers

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not sanitizers.runtimes(), reason="GCC's sanitizers are missing")]


def run(*words):
    environment = sanitizers.environment()
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)


def pytest_with(*words):
    result = run("-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert result.returncode == 0, result.stdout[-10_000:] + result.stderr[-10_000:]


def test_what_is_out_of_bounds_is_found(tmp_path):
    """This test compiles and loads a library in the same way as the tests compile and load the firmware."""
    (tmp_path / "past.cpp").write_text('int numbers[4]; extern "C" int past(int end) { return numbers[end]; }')
    library = compile_cpp([tmp_path / "past.cpp"], tmp_path, sanitizers.FLAGS[:1], shared=True)
    result = run("-c", f"import ctypes; ctypes.CDLL({str(library)!r}).past(4)")
    assert result.returncode != 0 and "global-buffer-overflow" in result.stderr


def test_all_tests_of_the_firmware():
    link = (f"tests/host/link/test_{name}.py" for name in ("pipeline", "damage"))
    pytest_with("tests/firmware", *link, "-k", "not sanitizers")
