"""The firmware under the compiler's checks of memory and arithmetic: nothing out of bounds, nothing undefined."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.native import sanitizers

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not sanitizers.runtimes(), reason="GCC's libraries for it are not installed")


def run(*words, cwd=ROOT):
    return subprocess.run([sys.executable, *words], cwd=cwd, env=sanitizers.environment(), capture_output=True,
                          text=True)


def pytest_with(*words):
    result = run("-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert result.returncode == 0, result.stdout[-10_000:] + result.stderr[-10_000:]


PAST_THE_END = """
import ctypes
from pathlib import Path
from support.native.board import NativeFirmware, compile_library
board = NativeFirmware(compile_library(Path(".")))
native = board._loaded
native.native_crc32.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
native.native_crc32(native.native_image(), 1 << 20)
"""


def test_what_is_out_of_bounds_is_found(tmp_path):
    result = run("-c", f"import sys; sys.path.append({str(ROOT / 'tests')!r})\n{PAST_THE_END}", cwd=tmp_path)
    assert result.returncode != 0 and "global-buffer-overflow" in result.stderr


@pytest.mark.slow  # minutes
def test_all_tests_of_the_firmware():
    pytest_with("tests/firmware", "tests/host/test_pipeline.py", "tests/host/test_damage.py", "-k", "not sanitizers")
