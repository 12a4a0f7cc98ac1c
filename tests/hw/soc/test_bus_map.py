"""The memory map is compared, in each of its four forms, with the registers; the C header is checked with a C
compiler."""

from itertools import pairwise

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, ROM_BASE
from rowloom.hw.soc.bus_map import BusMap, FieldInfo, RegisterInfo
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.sudoku.scan.scan import Command
from rowloom.tools import ToolError
from support.c_code import check_header, compile_c

LAMP = (
    RegisterInfo("lamp", "level", 0x1000_0000, None, "rw", (FieldInfo("", 0, 8),), "How bright."),
    RegisterInfo("lamp", "colour", 0x1000_0004, 3, "w",
                 (FieldInfo("red", 0, 5), FieldInfo("on", 30, 2, (("OFF", 0), ("BLINK", 2)))), "Which."),
)
MAP = BusMap(4096, 16_384, LAMP, {"rows": 3}, {"lamp": ("nodes", "flashes")})
"""A build that is small enough for its map to be written down as a whole."""


def map_of(*engines):
    return bus_map_of(SoCConfig.of(*engines))


def words(register):
    """Return the byte addresses of a register or an array."""
    return range(register.address, register.address + 4 * (register.count or 1), 4)


@pytest.mark.parametrize("rows, cols", [(1, 1), (2, 7), (32, 32)])
def test_every_size(rows, cols):
    """Addresses, fields and arrays are right. The registers of a unit have no gaps between them, because the C structs
    have none."""
    bus_map = map_of(f"checker:{rows}x{cols}")
    addresses = [address for register in bus_map.registers for address in words(register)]
    assert addresses == sorted(set(addresses))
    assert addresses[0] >= REGISTERS_BASE and addresses[-1] < REGISTERS_BASE + 4096  # they repeat after 4,096 bytes
    assert ROM_BASE + bus_map.rom_bytes <= RAM_BASE and RAM_BASE + bus_map.ram_bytes <= REGISTERS_BASE
    for before, after in pairwise(bus_map.registers):
        assert before.unit != after.unit or after.address == words(before).stop
    for register in bus_map.registers:
        bits = [bit for field in register.fields for bit in range(field.lsb, field.lsb + field.width)]
        assert len(set(bits)) == len(bits) and max(bits) < 32
        assert all(field.name != "unused" for field in register.fields)
        assert 4 * bus_map.word(register.unit, register.name) == register.address
    arrays = {register.name: (register.count, register.dimension, register.fields)
              for register in bus_map.registers if register.count is not None}
    assert arrays == dict.fromkeys(("inside", "outside"), (rows, f"[{rows}]", (FieldInfo("cells", 0, cols),)))


def test_named_values():
    """If the values of a field are the members of an enumeration, the map contains their names."""
    control = next(one for one in map_of("scan:4x4").registers if (one.unit, one.name) == ("scan", "control"))
    assert {field.name: field.values for field in control.fields if field.values} == {
        "command": tuple((member.name, member.value) for member in Command)}


@pytest.mark.parametrize("engines", [("checker:1x1",), ("deducer:5x33", "scan:9x9", "parallel:9x9"), ()])
def test_the_c_header_says_the_same(engines, tmp_path):
    """The compiler checks every address, mask, shift, named value, counter and constant."""
    bus_map = map_of(*engines) if engines else MAP
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
    check_header(tmp_path, bus_map.c_header(), claims)


def test_c_cannot_write_what_is_only_read(tmp_path):
    (tmp_path / "registers.h").write_text(map_of("checker:1x1").c_header())
    source = '#include "registers.h"\nvoid f(void);\nvoid f(void) {{ {} = 1; }}\n'
    compile_c(tmp_path, source.format("PORT->tx"))
    with pytest.raises(ToolError, match="const-qualified"):
        compile_c(tmp_path, source.format("PORT->rx"))


def test_texts():
    assert MAP.linker_regions() == (
        "MEMORY {\n"
        "    code : ORIGIN = 0x00000000, LENGTH = 0xffc\n"
        "    data : ORIGIN = 0x08000000, LENGTH = 0x4000\n"
        "}\n"
    )
    assert MAP.markdown() == (
        "| address | register | access | bits | what it is |\n"
        "|---|---|---|---|---|\n"
        "| `0x00000000` | ROM, 4096 bytes | r | | firmware |\n"
        "| `0x08000000` | RAM, 16384 bytes | rw | | data, stack |\n"
        "| `0x10000000` | `lamp.level` | rw | 7:0 | How bright. |\n"
        "| `0x10000004` | `lamp.colour[3]` | w | 4:0 red, 31:30 on | Which. |\n"
    )


@pytest.mark.parametrize("unit, name", [("lamp", "size"), ("torch", "level")])
def test_words_of_registers(unit, name):
    assert (MAP.word("lamp", "level"), MAP.word("lamp", "colour")) == (0x0400_0000, 0x0400_0001)
    with pytest.raises(KeyError):
        MAP.word(unit, name)
