"""The simulated board: the whole SoC as a native program, behind the same byte stream as a real one."""

from .build import build_simulator
from .process import LineUse, Simulator, SimulatorError

__all__ = ["LineUse", "Simulator", "SimulatorError", "build_simulator"]
