"""The simulated board: the whole SoC as a native program, behind the same byte stream as a real one."""

from .build import build_simulator
from .process import Simulator, SimulatorError

__all__ = ["Simulator", "SimulatorError", "build_simulator"]
