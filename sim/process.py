"""The process of a running simulator."""

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rowloom.engines.config import SoCConfig
from rowloom.errors import SimulationError
from rowloom.sim.build import build_simulator

if TYPE_CHECKING:
    # The package `boards` needs packages that a simulator of a SoC does not need.
    from rowloom.boards.build import Request

__all__ = ["LineUse", "Simulator"]


class _DamagedError(SimulationError):
    """The program in the cache is damaged."""


class LineUse(NamedTuple):
    """The use of the simulated cable, in clocks.

    ``clocks`` is the time from the first bit to the last. During ``to_board`` of these clocks, a byte was being sent to
    the board. During ``from_board`` of these clocks, a byte was being sent from the board.
    """

    clocks: int
    to_board: int
    from_board: int


class Simulator:
    """A simulated board at a TCP port of this machine; a context manager.

    The simulator is built on first use. It ends when it is closed or when this process ends. Each connection has its
    own board. The methods control only the cable of the first board. A program that opens only one connection at a time
    is always connected to the first board.

    Parameters
    ----------
    config : SoCConfig, optional
        The SoC to simulate; without it, the default build is simulated.
    wave : str, optional
        The path of a VCD file (for GTKWave), which records all signals of the first board. Recording slows the
        simulator down, and the file gets large.
    port : int
        The TCP port; 0 chooses a free port.
    report : callable
        Called with a line of text at each step of a build.
    netlist : Request, optional
        A bitstream. If given, its netlist is simulated cell by cell, and ``config`` is ignored.

    Attributes
    ----------
    url : str
        The board's address for pyserial or ``rowloom --port``.

    Raises
    ------
    SimulationError
        If the simulator does not start, for example because the port is in use.
    ToolError
        If the simulator cannot be built.
    ValueError
        If the board of the netlist cannot be simulated.
    """

    def __init__(self, config: SoCConfig | None = None, wave: str | None = None, port: int = 0,
                 report: Callable[[str], None] = lambda message: None, netlist: "Request | None" = None):
        if netlist is None:
            config = config or SoCConfig.of()
            build = partial(build_simulator, config, report)
        else:
            from rowloom.sim.netlist import build_netlist_simulator

            config, build = netlist.config(), partial(build_netlist_simulator, netlist, report)
        options = ["--clock", str(config.clock_hz), "--rate", str(config.bit_rate), "--port", str(port)]
        if wave is not None:
            options += ["--wave", wave]
        program = build()
        try:
            self._start(program, options)
        except _DamagedError as error:
            report(f"{error}: building it again")
            program.unlink(missing_ok=True)
            self._start(build(), options)

    def _start(self, program: Path, options: Sequence[str]) -> None:
        """Start the program, or raise :class:`SimulationError`."""
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed with the process
        try:
            self._process = subprocess.Popen([str(program), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=self._errors, text=True, errors="replace")
        except OSError as error:
            self._errors.close()
            raise _DamagedError(f"{program} cannot be started ({error.strerror})") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._commands, self._answers = self._process.stdin, self._process.stdout
        greeting = self._answers.readline()
        if not greeting.startswith("listening on "):
            status, message = self._process.wait(), self._last_output()
            self.close()
            if status < 0 or not message:
                raise _DamagedError(f"{program} does not work")
            raise SimulationError(f"The simulator did not start: {message}")
        self.url = f"socket://127.0.0.1:{int(greeting.split()[-1])}"

    def set_bit_rate(self, rate: int) -> None:
        """Change the bit rate of the host's end of the simulated cable."""
        self._send_command(f"rate {rate}")

    def send_break(self, seconds: float) -> None:
        """Hold the line to the board low for this time. If the time is at least 20 ms, the board restarts."""
        self._send_command(f"break {seconds}")

    def line_use(self) -> LineUse:
        """Return how long the cable has been in use since the previous call; OSError if the simulator has ended."""
        self._send_command("use")
        words = self._answers.readline().split()
        if not words:
            raise BrokenPipeError("the simulator has ended")
        return LineUse(*map(int, words))

    def poll(self) -> int | None:
        """Return the simulator's exit status, or None while it runs."""
        return self._process.poll()

    def failure(self) -> str:
        """Return the last lines that the simulator wrote to its standard error."""
        return self._last_output() or "it printed no message"

    def _last_output(self) -> str:
        self._errors.seek(0)
        return " ".join(self._errors.read().split("\n")[-4:]).strip()

    def close(self) -> None:
        """End the simulator unless it has ended already."""
        with suppress(BrokenPipeError):
            self._commands.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()
        self._errors.close()

    def _send_command(self, command: str) -> None:
        self._commands.write(f"{command}\n")
        self._commands.flush()

    def __enter__(self) -> "Simulator":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
