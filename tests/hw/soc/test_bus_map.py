"""The memory map and its four forms, against the registers and against a C compiler."""

import subprocess
import sys

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, ROM_BASE
from rowloom.hw.soc.bus_map import BusMap, FieldInfo, RegisterInfo
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.soc.uart import UART
from rowloom.hw.sudoku.scan.scan import Command

WINDOW = 4096
"""Bytes of registers; they repeat beyond it."""

SIZES = [(1, 1), (2, 7), (10, 10), (32, 32)]


LAMP = (
    RegisterInfo("lamp", "level", 0x1000_0000, None, "rw", (FieldInfo("", 0, 8),), "How bright."),
    RegisterInfo("lamp", "colour", 0x1000_0004, 3, "w",
                 (FieldInfo("red", 0, 5), FieldInfo("on", 30, 2, (("OFF", 0), ("BLINK", 2)))), "Which."),
)
MAP = BusMap(4096, 16_384, LAMP, {"rows": 3}, {"lamp": ("nodes", "flashes")})
"""Small enough to be written down whole."""


def sized_map(rows, cols, **config):
    return bus_map_of(SoCConfig.of(f"checker:{rows}x{cols}", **config))


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: "x".join(map(str, size)))
def sized(request):
    """A size, and the map of the SoC built for it."""
    return request.param, sized_map(*request.param)


def words(register):
    """The byte addresses that a register or array takes."""
    return range(register.address, register.address + 4 * (register.count or 1), 4)


def test_every_address_is_its_own_and_in_the_window(sized):
    _, bus_map = sized
    addresses = [address for register in bus_map.registers for address in words(register)]
    assert addresses == sorted(set(addresses))
    assert all(REGISTERS_BASE <= address < REGISTERS_BASE + WINDOW for address in addresses)


def test_memories_do_not_overlap(sized):
    _, bus_map = sized
    assert ROM_BASE + bus_map.rom_bytes <= RAM_BASE
    assert RAM_BASE + bus_map.ram_bytes <= REGISTERS_BASE


def test_a_unit_has_no_gaps(sized):
    """The C structs have none: their members must lie where the registers are."""
    _, bus_map = sized
    for before, after in zip(bus_map.registers, bus_map.registers[1:]):
        if before.unit == after.unit:
            assert after.address == words(before).stop


def test_fields_are_apart_and_fit(sized):
    _, bus_map = sized
    for register in bus_map.registers:
        masks = [field.mask for field in register.fields]
        assert all(mask & ~0xFFFF_FFFF == 0 for mask in masks)
        assert sum(masks) == sum({bit: 1 << bit for mask in masks for bit in range(32) if mask >> bit & 1}.values())
        assert all(field.name != "unused" for field in register.fields)


def test_arrays_have_a_row_each_even_if_there_is_one(sized):
    (rows, cols), bus_map = sized
    arrays = {register.name: register for register in bus_map.registers if register.count is not None}
    assert set(arrays) == {"inside", "outside"}
    for register in arrays.values():
        assert (register.count, register.dimension) == (rows, f"[{rows}]")
        assert register.fields == (FieldInfo("cells", 0, cols),)


def test_one_register():
    register = next(register for register in sized_map(2, 2).registers if register.name == "rx")
    assert register == RegisterInfo(
        unit="uart", name="rx", address=0x1000_0010, count=None, access="r",
        fields=(FieldInfo("data", 0, 8), FieldInfo("empty", 31, 1)),
        doc=" ".join(UART.Rx.__doc__.split()),
    )
    assert [field.mask for field in register.fields] == [0xFF, 1 << 31]


def test_named_values():
    """Those of a field that is written with a member of an enumeration."""
    control = next(one for one in bus_map_of(SoCConfig.of("scan:4x4")).registers
                   if (one.unit, one.name) == ("scan", "control"))
    command = next(field for field in control.fields if field.name == "command")
    assert command.values == tuple((member.name, member.value) for member in Command)
    assert all(not field.values for field in control.fields if field != command)


def compile_c(folder, source):
    (folder / "test.c").write_text(source)
    return subprocess.run(
        # A pointer compared in a static assertion is Clang's extension.
        [sys.executable, "-m", "ziglang", "cc", "-target", "riscv32-freestanding-none", "-std=c11", "-ffreestanding",
         "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-gnu-folding-constant", "-c", "test.c"],
        cwd=folder, capture_output=True, text=True,
    )


@pytest.mark.parametrize("bus_map", [
    bus_map_of(SoCConfig.of("checker:1x1")), bus_map_of(SoCConfig.of("deducer:5x33", "scan:9x9", "parallel:9x9")), MAP,
], ids=["checker", "others", "lamp"])
def test_the_c_header_says_the_same(bus_map, tmp_path):
    """The compiler checks every address, mask, shift, named value, counter and constant."""
    (tmp_path / "registers.h").write_text(bus_map.c_header())
    claims = [f"BUILD_{name.upper()} == {value}" for name, value in bus_map.constants.items()]
    first = {}
    for register in bus_map.registers:
        unit = first.setdefault(register.unit, register)
        offset = f"__builtin_offsetof(struct {register.unit}_registers, {register.name})"
        claims.append(f"{offset} == {register.address - unit.address}")
        for field in (field for field in register.fields if field.name):
            name = f"{register.unit}_{register.name}_{field.name}".upper()
            claims += [f"{name} == {field.mask}u", f"{name}_SHIFT == {field.lsb}"]
            claims += [f"{name}_{value} == {number << field.lsb}u" for value, number in field.values]
    for engine, counters in bus_map.engines.items():
        claims += [f"{engine}_{counter}".upper() + f" == {number}" for number, counter in enumerate(counters)]
        claims.append(f"{engine.upper()}_COUNTERS == {len(counters)}")
    claims += [f"(uintptr_t){unit.upper()} == {register.address}u" for unit, register in first.items()]
    result = compile_c(tmp_path, "\n".join([
        # Twice: the header bears it.
        '#include "registers.h"', '#include "registers.h"', *(f'_Static_assert({claim}, "");' for claim in claims), "",
    ]))
    assert result.returncode == 0, result.stderr


def test_c_cannot_write_what_is_only_read(tmp_path):
    (tmp_path / "registers.h").write_text(sized_map(1, 1).c_header())
    source = '#include "registers.h"\nvoid f(void);\nvoid f(void) {{ {} = 1; }}\n'
    assert compile_c(tmp_path, source.format("UART->tx")).returncode == 0
    result = compile_c(tmp_path, source.format("UART->rx"))
    assert result.returncode != 0 and "const-qualified" in result.stderr


def test_linker_regions():
    assert MAP.linker_regions() == (
        "MEMORY {\n"
        "    code : ORIGIN = 0x00000000, LENGTH = 0x1000\n"
        "    data : ORIGIN = 0x08000000, LENGTH = 0x4000\n"
        "}\n"
    )


def test_markdown():
    assert MAP.markdown() == (
        "| address | register | access | bits | what it is |\n"
        "|---|---|---|---|---|\n"
        "| `0x00000000` | ROM, 4096 bytes | r | | firmware |\n"
        "| `0x08000000` | RAM, 16384 bytes | rw | | data, stack |\n"
        "| `0x10000000` | `lamp.level` | rw | 7:0 | How bright. |\n"
        "| `0x10000004` | `lamp.colour[3]` | w | 4:0 red, 31:30 on | Which. |\n"
    )


def test_words(sized):
    """The CPU's bus counts words; the first one of an array stands for it."""
    _, bus_map = sized
    assert all(
        4 * bus_map.word(register.unit, register.name) == register.address for register in bus_map.registers)
    assert (MAP.word("lamp", "level"), MAP.word("lamp", "colour")) == (0x0400_0000, 0x0400_0001)


@pytest.mark.parametrize("unit, name", [("lamp", "size"), ("torch", "level")])
def test_no_such_register(unit, name):
    with pytest.raises(KeyError):
        MAP.word(unit, name)


@pytest.mark.parametrize("form", ["c_header", "linker_regions", "markdown"])
def test_the_same_bytes_twice(form):
    first, second = (getattr(sized_map(3, 4), form)() for _ in range(2))
    assert first == second
    assert first.endswith("\n")
