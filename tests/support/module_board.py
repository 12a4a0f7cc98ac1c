"""A board in a WebAssembly module, which wasmtime runs.

The module's description lists *watched items*: registers, memories and state machines whose values tests can read.
"""

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import wasmtime

from rowloom.host.link.stream import TICK
from rowloom.sim.module import DESCRIPTION, WASM

USED_UP, BYTES, IDLE, CHANGED = range(4)
"""The reasons why a run of the module ends."""

CLOCKS = 20_000
"""The number of clocks after which a run ends."""
_ENGINE = wasmtime.Engine()


@cache
def _compiled(path: Path) -> wasmtime.Module:
    """Compile a module for this machine. This takes a second."""
    return wasmtime.Module(_ENGINE, path.read_bytes())


class ModuleBoard:
    """An instance of a module: a board that is switched on. The object has the module's exports as methods, and is also
    a :class:`Link` to the board."""

    has_bit_rate = False

    def __init__(self, folder: Path):
        self.description = json.loads((folder / DESCRIPTION).read_text())
        self.name, self.bit_rate = "the module", self.description["bit_rate"]
        self.module = _compiled(folder / WASM)
        self._store = wasmtime.Store(_ENGINE)
        self._exports = wasmtime.Instance(self._store, self.module, []).exports(self._store)
        self.begin()

    def __getattr__(self, name: str) -> Any:
        function = self._exports[name]
        return lambda *arguments: function(self._store, *arguments)

    def write(self, data: bytes) -> None:
        while data:
            at = self.input()
            self._exports["memory"].write(self._store, data[:4096], at)
            data = data[self.send(min(len(data), 4096)):]
            if data:
                self.run(CLOCKS)

    def take(self) -> bytes:
        """Return the bytes that the board has sent."""
        at, count = self.output(), self.received()
        return bytes(self._exports["memory"].read(self._store, at, at + count))

    def read(self, least: int = 1) -> bytes:
        until = time.monotonic() + TICK
        while time.monotonic() < until:
            if self.run(CLOCKS) == BYTES:
                return self.take()
        return b""

    def line_use(self) -> None:
        return None

    def close(self) -> None:
        pass

    def memory_size(self) -> int:
        """Return the size of the linear memory in bytes."""
        return self._exports["memory"].data_len(self._store)

    def number(self, name: str) -> int:
        """Return the number of a watched item."""
        return [item["name"] for item in self.description["watched"]].index(name)

    def value(self, name: str, index: int = 0) -> int:
        """Return the value of a watched register, or of word ``index`` of a watched memory."""
        number = self.number(name)
        size = 4 * self.description["watched"][number]["words"]
        at = self.watched(number) + index * size
        return int.from_bytes(self._exports["memory"].read(self._store, at, at + size), "little")

    def state(self, name: str) -> str:
        """Return the name of a state machine's current state."""
        return self.description["watched"][self.number(name)]["states"][self.value(name)]

    def fields(self, name: str, index: int = 0) -> dict[str, int]:
        """Return the fields of a register or of a word in a memory."""
        value = self.value(name, index)
        return {field["name"]: value >> field["offset"] & (1 << field["width"]) - 1
                for field in self.description["watched"][self.number(name)]["fields"]}
