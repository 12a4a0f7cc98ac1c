"""The running simulator."""

import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ..hw.soc.config import SoCConfig
from .build import build_simulator
from .estimate import build_estimator

if TYPE_CHECKING:
    # Boards take packages that the simulator does without.
    from ..boards.board import Board

__all__ = ["LineUse", "Simulator", "SimulatorError"]


class SimulatorError(Exception):
    """The simulator did not start; the message says why."""


class LineUse(NamedTuple):
    """For how many clocks the simulated cable was in use.

    Attributes
    ----------
    clocks : int
        From the first bit in either direction to the last.
    to_board, from_board : int
        Those of them in which a byte was on its way to the board, and from it.
    """

    clocks: int
    to_board: int
    from_board: int


class Simulator:
    """A simulated board behind a TCP port of this machine; a context manager.

    Built on first use. It ends when it is closed, or when this process does.

    Parameters
    ----------
    config : SoCConfig, optional
        What to simulate; the usual build if it is not said.
    wave : str, optional
        Writes all signals to this VCD file (GTKWave opens it); slow, and large.
    port : int
        The TCP port; 0 takes a free one.
    report : callable
        Gets a line of text at each step of a build.
    netlist : Board, optional
        Simulate the netlist of this board's usual bitstream, cell by cell, instead of a SoC.
    estimate : bool
        Run the firmware on this machine and on a model of the engine instead (:mod:`.estimate`): much faster, but its
        clocks are about right only, and bytes on the cable take none.

    Attributes
    ----------
    url : str
        What to give to pyserial or ``rowloom --port``.

    Raises
    ------
    SimulatorError
        If it does not start, for example because the port is in use.
    ToolError
        If it cannot be built.
    ValueError
        If there can be no such netlist, or no estimate; if an estimate is asked for signals, which it has none of.
    """

    def __init__(self, config: SoCConfig | None = None, wave: str | None = None, port: int = 0,
                 report: Callable[[str], None] = lambda message: None, netlist: "Board | None" = None,
                 estimate: bool = False):
        if estimate and wave is not None:
            raise ValueError("an estimate has no signals to write")
        if netlist is None:
            config = config or SoCConfig()
            program = (build_estimator if estimate else build_simulator)(config, report)
        else:
            from ..boards.build import Request
            from .netlist import build_netlist_simulator

            config = Request(netlist).config()
            program = build_netlist_simulator(netlist, report)
        command = [str(program), "--clock", str(config.clock_hz), "--rate", str(config.bit_rate), "--port", str(port)]
        if wave is not None:
            command += ["--wave", wave]
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=self._errors, text=True)
        greeting = self._process.stdout.readline()
        if not greeting.startswith("listening on "):
            self._process.wait()
            message = self.failure()
            self.close()
            raise SimulatorError(f"The simulator did not start: {message}")
        self.url = f"socket://127.0.0.1:{int(greeting.split()[-1])}"

    def set_bit_rate(self, rate: int) -> None:
        """Changes the bit rate of the host's end of the simulated cable."""
        self._tell(f"rate {rate}")

    def send_break(self, seconds: float) -> None:
        """Holds the line to the board low; 20 ms restart it."""
        self._tell(f"break {seconds}")

    def line_use(self) -> "LineUse":
        """How long the cable was in use since this was asked last, or since the start.

        Raises
        ------
        OSError
            If the simulator has ended.
        """
        self._tell("use")
        words = self._process.stdout.readline().split()
        if not words:
            raise BrokenPipeError("the simulator has ended")
        return LineUse(*map(int, words))

    def poll(self) -> int | None:
        """The exit status, or None while it runs."""
        return self._process.poll()

    def failure(self) -> str:
        """The last lines that it wrote to standard error."""
        self._errors.seek(0)
        return " ".join(self._errors.read().split("\n")[-4:]).strip() or "it said nothing"

    def close(self) -> None:
        """Ends it, if it has not ended."""
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def _tell(self, command: str) -> None:
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()

    def __enter__(self) -> "Simulator":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
