"""The base classes of the units on the register bus."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import SimpleNamespace

from amaranth.hdl import Module, ShapeLike
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Member, Out, connect, flipped
from amaranth.utils import ceil_log2
from amaranth_soc import csr

__all__ = ["Choice", "EnginePeripheral", "Peripheral", "Watched", "register"]


class Choice(csr.action.W):
    """A field to which software writes a member of an enumeration; the C header names the members."""

    def __init__(self, values: type[Enum]):
        super().__init__(values)
        self.values = values


def register(access: str, doc: str, **fields: ShapeLike | csr.Field) -> csr.Register:
    """Return a register with fields from bit 0 up. Each field is given as a :class:`csr.Field`, a width or an
    enumeration.

    ``access`` is ``"r"``, ``"w"`` or ``"rw"``; ``doc`` is a description for the documentation. A field named ``unused``
    reads as 0.
    """
    action = {"r": csr.action.R, "w": csr.action.W, "rw": csr.action.RW}[access]

    def field(name: str, shape: ShapeLike | csr.Field) -> csr.Field:
        if isinstance(shape, csr.Field):
            return shape
        if name == "unused":
            return csr.Field(csr.action.ResR0W0, shape)
        return csr.Field(Choice if isinstance(shape, type) else action, shape)

    result = csr.Register({name: field(name, shape) for name, shape in fields.items()}, access=access)
    result.__doc__ = doc
    return result


@dataclass(frozen=True)
class Watched:
    """A register or a memory that shows the work of a unit in a simulation (docs/develop/simulated-board.md).

    Parameters
    ----------
    name : str
        The stable name of the register or memory in the simulation.
    path : str
        Where the register or memory is in the gateware: the names of the submodules from the unit down, and its own
        name, separated by dots.
    meaning : str
        What the register or memory shows, for the documentation.
    layout : data.Layout, optional
        The fields of the register, or of a word of the memory.
    """

    name: str
    path: str
    meaning: str
    layout: data.Layout | None = None


class Peripheral(wiring.Component):
    """A unit with 32-bit registers on the bus.

    The registers occupy a word each, in the given order. :meth:`elaborate` connects them with the bus; a subclass
    extends the module that this method returns, and finds the registers by their names in ``_registers``.

    Parameters
    ----------
    registers : mapping of str to csr.Register or sequence of csr.Register
        The registers by name; a sequence becomes an array. The memory map of the port ``bus`` has the same names.
    members : mapping of str to Member
        The unit's other ports.
    """

    def __init__(self, registers: Mapping[str, csr.Register | Sequence[csr.Register]],
                 members: Mapping[str, Member] | None = None):
        words = sum(len(entry) if isinstance(entry, Sequence) else 1 for entry in registers.values())
        builder = csr.Builder(addr_width=max(1, ceil_log2(words)), data_width=32)
        for name, entry in registers.items():
            if isinstance(entry, Sequence):
                with builder.Cluster(name):
                    for index, register in enumerate(entry):
                        builder.add(str(index), register)
            else:
                builder.add(name, entry)
        self._registers = SimpleNamespace(**registers)
        self._bridge = csr.Bridge(builder.as_memory_map())
        super().__init__({
            "bus": In(csr.Signature(addr_width=builder.addr_width, data_width=builder.data_width)),
            **(members or {}),
        })
        self.bus.memory_map = self._bridge.bus.memory_map

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.registers = self._bridge
        connect(m, flipped(self.bus), self._bridge.bus)
        return m


class EnginePeripheral(Peripheral):
    """An engine on the register bus.

    Parameters
    ----------
    registers : mapping
        The registers as in :class:`Peripheral`, without the counters.
    counters : sequence of str, optional
        The names of the engine's counters, which become an array of registers. Also an attribute.
    watched : sequence of Watched, optional
        The registers and memories that show the engine's work. Also an attribute.

    Attributes
    ----------
    waits : bool
        Whether the engine has a register ``state``; an engine without this register is never busy.
    """

    class Count(csr.Register, access="r"):
        """A count, modulo 2**32. Each engine has a subclass, whose docstring says what is counted."""

        value: csr.Field(csr.action.R, 32)

    def __init__(self, registers: Mapping[str, csr.Register | Sequence[csr.Register]],
                 counters: Sequence[str] = (), watched: Sequence[Watched] = ()):
        self.counters, self.watched, self.waits = tuple(counters), tuple(watched), "state" in registers
        arrays = {"counters": [self.Count() for _ in counters]} if counters else {}
        super().__init__({**registers, **arrays}, {
            "busy": Out(1),  # the engine is working: a read of the register ``state`` may wait
        })

    def connect_counters(self, m: Module, counts: data.View) -> None:
        """Connect the counters' registers with the fields of the same names."""
        m.d.comb += [register.f.value.r_data.eq(counts[name])
                     for name, register in zip(self.counters, self._registers.counters)]
