"""The simulated board: the whole SoC as a native program, behind the same byte stream as a real one."""

from .build import SimulatorBuildError, build_simulator
from .process import Simulator, SimulatorError

__all__ = ["Simulator", "SimulatorBuildError", "SimulatorError", "build_simulator"]
