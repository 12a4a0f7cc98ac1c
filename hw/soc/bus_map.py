"""The memory map as a C header, as linker regions, and as a table for the documentation.

The map comes from the gateware's own registers and from the descriptions of the engines. The same sources always
produce the same bytes.
"""

import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from amaranth.hdl import Shape
from amaranth_soc import csr
from amaranth_soc.csr import action
from amaranth_soc.memory import MemoryMap

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, ROM_BASE
from rowloom.hw.soc.peripheral import Choice

__all__ = ["BusMap", "FieldInfo", "RegisterInfo", "fields_of"]


@dataclass(frozen=True)
class FieldInfo:
    """A field of a register: ``width`` bits from bit ``lsb`` up. ``name`` is empty if the register has only one field.

    ``values`` are the names and values of the field's enumeration, if it has one.
    """

    name: str
    lsb: int
    width: int
    values: tuple[tuple[str, int], ...] = ()

    @property
    def mask(self) -> int:
        """The field's bits in the register."""
        return ((1 << self.width) - 1) << self.lsb


@dataclass(frozen=True)
class RegisterInfo:
    """A 32-bit register, or an array of ``count`` registers; ``count`` is None for a single register.

    ``address`` is in bytes; ``access`` is ``"r"``, ``"w"`` or ``"rw"``.
    """

    unit: str
    name: str
    address: int
    count: int | None
    access: str
    fields: tuple[FieldInfo, ...]
    doc: str

    @property
    def dimension(self) -> str:
        """The array's size as in a C declaration, ``[count]``; empty for a single register."""
        return "" if self.count is None else f"[{self.count}]"


@dataclass(frozen=True)
class BusMap:
    """The memories and registers in the CPU's address space.

    Parameters
    ----------
    rom_bytes, ram_bytes : int
        The sizes of the memory for the firmware, at address 0, and of the memory for data and stack.
    registers : tuple of RegisterInfo
        The registers, in the order of their addresses.
    constants : dict of str to int
        The build's parameters; the firmware is compiled with them.
    engines : dict of str to tuple of str
        The names of each engine's counters.
    """

    rom_bytes: int
    ram_bytes: int
    registers: tuple[RegisterInfo, ...]
    constants: dict[str, int]
    engines: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, memory_map: MemoryMap, config: SoCConfig) -> "BusMap":
        """Read the map of a build from the memory map of the build's register bus. Each window of that memory map is
        named after its unit."""
        infos = list(memory_map.all_resources())
        registers = []
        for (unit, name), group in groupby(infos, key=lambda info: (info.path[0][0], info.path[1][0])):
            members = list(group)
            first = members[0]
            registers.append(RegisterInfo(
                unit=unit, name=name, address=REGISTERS_BASE + 4 * first.start,
                count=len(members) if len(first.path[1]) > 1 else None,
                access=first.resource.element.access.value, fields=tuple(fields_of(first.resource)),
                doc=" ".join(inspect.cleandoc(first.resource.__doc__).split()),
            ))
        engines = {instance.engine.name: tuple(counter.name for counter in instance.engine.counters)
                   for instance in config.engines}
        return cls(config.rom_bytes, config.ram_bytes, tuple(registers), config.for_firmware(), engines)

    def word(self, unit: str, name: str) -> int:
        """Return the address of a register, counted in words of 32 bits as on the CPU's bus; KeyError if there is no
        such register."""
        return {(register.unit, register.name): register.address // 4 for register in self.registers}[unit, name]

    def c_header(self) -> str:
        """Return ``registers.h``.

        For each unit, the header contains a struct, a pointer to the struct, and the masks, shifts and named values of
        the fields. The header also contains the build's constants, pointers to the memories with their sizes in words,
        and an enumeration of each engine's counters. ``ENGINES(with)`` applies a macro to the name of each engine in
        lower and upper case. The macro ``REGISTER`` is the type of a register, a word by default.
        """
        lines = [
            "/* Generated from the gateware's registers: do not edit. */",
            "#ifndef REGISTERS_H", "#define REGISTERS_H", "",
            "#include <stdint.h>", "",
            "#ifndef REGISTER", "#define REGISTER uint32_t", "#endif", "",
            *(f"#define BUILD_{name.upper()} {value}u" for name, value in self.constants.items()), "",
            f"#define ROM ((const volatile REGISTER *)0x{ROM_BASE:08x}u)",
            f"#define ROM_WORDS {self.rom_bytes // 4}u",
            f"#define RAM ((volatile REGISTER *)0x{RAM_BASE:08x}u)",
            f"#define RAM_WORDS {self.ram_bytes // 4}u", "",
        ]
        lines += ["#define ENGINES(with) " + " ".join(f"with({name}, {name.upper()})" for name in self.engines), ""]
        for name, counters in self.engines.items():
            members = (f"{name}_{counter}".upper() for counter in (*counters, "counters"))
            lines += [f"enum {name}_counter {{ {', '.join(members)} }};", ""]
        for unit, group in groupby(self.registers, key=lambda register: register.unit):
            registers = list(group)
            lines.append(f"struct {unit}_registers {{")
            for register in registers:
                qualifier = "const volatile" if register.access == "r" else "volatile"
                lines.append(f"    {qualifier} REGISTER {register.name}{register.dimension};")
            lines += ["};", f"#define {unit.upper()} ((struct {unit}_registers *)0x{registers[0].address:08x}u)"]
            for register in registers:
                for field in register.fields:
                    if field.name:
                        prefix = f"{unit}_{register.name}_{field.name}".upper()
                        lines += [f"#define {prefix} 0x{field.mask:08x}u",
                                  f"#define {prefix}_SHIFT {field.lsb}",
                                  *(f"#define {prefix}_{name} 0x{value << field.lsb:08x}u"
                                    for name, value in field.values)]
            lines.append("")
        return "\n".join([*lines, "#endif", ""])

    def linker_regions(self) -> str:
        """Return ``regions.ld``: the linker's memory regions. The ROM's last word is not used: it is reserved for a
        checksum, which makes the sum of all words 0."""
        return (f"MEMORY {{\n    code : ORIGIN = 0x{ROM_BASE:08x}, LENGTH = 0x{self.rom_bytes - 4:x}\n"
                f"    data : ORIGIN = 0x{RAM_BASE:08x}, LENGTH = 0x{self.ram_bytes:x}\n}}\n")

    def markdown(self) -> str:
        """Return the table of ``docs/develop/memory-map.md``."""
        def bits(field: FieldInfo) -> str:
            span = f"{field.lsb}" if field.width == 1 else f"{field.lsb + field.width - 1}:{field.lsb}"
            return f"{span} {field.name}".strip()

        lines = [
            "| address | register | access | bits | what it is |", "|---|---|---|---|---|",
            f"| `0x{ROM_BASE:08x}` | ROM, {self.rom_bytes} bytes | r | | firmware |",
            f"| `0x{RAM_BASE:08x}` | RAM, {self.ram_bytes} bytes | rw | | data, stack |",
            *(f"| `0x{register.address:08x}` | `{register.unit}.{register.name}{register.dimension}` "
              f"| {register.access} | {', '.join(map(bits, register.fields))} | {register.doc} |"
              for register in self.registers),
        ]
        return "\n".join([*lines, ""])


def fields_of(register: csr.Register) -> Iterable[FieldInfo]:
    """Yield the fields of a register, without its unused bits."""
    lsb = 0
    for path, field in register:
        width = Shape.cast(field.port.shape).width
        if not isinstance(field, action.ResR0W0):
            values = field.values if isinstance(field, Choice) else ()
            yield FieldInfo("_".join(map(str, path)), lsb, width,
                            tuple((member.name, member.value) for member in values))
        lsb += width
