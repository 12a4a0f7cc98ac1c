"""The simulated board: the whole SoC as a native program, behind the same byte stream as a real one."""

from rowloom.sim.build import build_simulator
from rowloom.sim.process import LineUse, Simulator

__all__ = ["LineUse", "Simulator", "build_simulator"]
