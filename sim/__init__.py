"""The simulated board: a native program that simulates the whole SoC and has the same serial link as a real board."""

from rowloom.sim.build import build_simulator
from rowloom.sim.process import LineUse, Simulator

__all__ = ["LineUse", "Simulator", "build_simulator"]
