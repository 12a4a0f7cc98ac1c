"""Compile the SoC to a WebAssembly module that imports nothing, for web pages and for other programs.

The gateware, its C++ and the board are the same as in the native simulator (:mod:`.build`). ``module.cpp`` defines the
module's exports. docs/develop/simulated-board.md describes the module, and the JSON file that lists the module's
contents.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from amaranth.hdl import Fragment, Shape
from amaranth.lib import data

from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import EngineError, Instance
from rowloom.firmware.build import SOURCES, design_digest
from rowloom.firmware.lines import source_lines
from rowloom.hw.soc.peripheral import Watched
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.soc.units import UART
from rowloom.sim.build import ELABORATION, file_name, write_cpp
from rowloom.sim.program import MODULE, cached, compile_module, digest
from rowloom.tools import ToolError

__all__ = ["DESCRIPTION", "FIRMWARE", "WASM", "build_module", "module_config"]

WASM, DESCRIPTION, FIRMWARE = "board.wasm", "board.json", "firmware.json"
"""The names of a module's three files."""

_CLOCKS_PER_BIT = 5
"""The smallest number of clocks per bit that the UART supports. It makes the simulation fast, because a short search
takes fewer clocks than sending its puzzle and its result."""

_INSTRUCTION = data.StructLayout({"pc": 32, "instruction": 32, "decoded": 184})
"""The CPU's pipeline register at the start of the stage in which an instruction accesses the bus."""

_SOC = (
    Watched("cycles", "timer.cycles", "clock cycles since the reset"),
    Watched("cpu.valid", "cpu.x.source__valid", "an instruction is in the stage that accesses the bus"),
    Watched("cpu.instruction", "cpu.sink__payload",
            "the instruction in the stage that accesses the bus, and its address `pc`", _INSTRUCTION),
    Watched("bus.fetch", "cpu.fetch.a_busy", "the CPU reads instructions over the bus"),
    Watched("bus.data", "cpu.loadstore.dbus__cyc", "the CPU reads or writes data over the bus"),
    Watched("bus.write", "cpu.loadstore.dbus__we", "the CPU writes the data, rather than reading them"),
    Watched("bus.address", "cpu.loadstore.dbus__adr", "the address of the data, in words of 32 bits"),
    Watched("bus.written", "cpu.loadstore.dbus__dat_w", "the data that is written"),
    Watched("uart.receiver", "uart.receiver.fsm_state", "the state of the UART's receiver"),
    Watched("uart.transmitter", "uart.transmitter.fsm_state", "the state of the UART's transmitter"),
    Watched("uart.tx", "uart.transmitter.o", "the line to the host"),
    Watched("uart.received", "port.received.inner_level", "the number of received bytes in the queue"),
    Watched("uart.to_send", "port.to_send.inner_level", "the number of bytes that wait to be sent"),
)
_STATE = "fsm_state"
"""Amaranth's name for the register of a state machine."""


def module_config(*engines: str | Instance) -> SoCConfig:
    """Return a build of one SoC with these engines and the highest bit rate.

    Raises the same errors as :meth:`SoCConfig.of`, and EngineError if there are several SoCs.
    """
    config = SoCConfig.of(*engines)
    if config.beside:
        raise EngineError("a page simulates only one SoC: leave out * and the number of SoCs")
    return replace(config, bit_rate=config.clock_hz // _CLOCKS_PER_BIT)


def build_module(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """Return the folder with a SoC's module, its description and the source lines of its firmware; build them unless
    they are in the cache.

    Parameters and errors are those of :func:`.build.build_simulator`. Also raises ToolError if a watched item is not in
    the design.
    """
    key = digest(design_digest(config), module=__name__)
    return cached(f"module-{file_name(config)}", key, lambda folder: _build(config, folder, report))


def _build(config: SoCConfig, folder: Path, report: Callable[[str], None]) -> Path:
    report(f"Building the module of a board with {' and '.join(config.names)}; this happens once and takes half a "
           "minute.")
    source = write_cpp(config, folder, report, {"named": 3, "design": 0})
    named, header = (folder / "named.cc").read_text(), source.with_suffix(".h").read_text()
    with ELABORATION:
        items = dict(_find(named, header, *item) for item in _all_watched(config))
    members = (f"{'MEMORY' if item['depth'] else 'SIGNAL'}({member})" for member, item in items.items())
    (folder / "watched.h").write_text(f"#define CLOCKS_PER_BIT {config.divisor}\n#define WATCHED_ITEMS {len(items)}\n"
                                      f"#define WATCHED {' '.join(members)}\n")
    result = folder / "module"
    result.mkdir()
    report("4/4 compiling the C++")
    compile_module([source, MODULE], folder).rename(result / WASM)
    described = {
        "engines": [
            {"genre": one.engine.genre.name, "genre_number": one.engine.genre.number, "engine": one.engine.name,
             "engine_number": one.engine.number, **one.size._asdict(), "exact": one.engine.sizes.exact}
            for one in config.engines],
        "clock_hz": config.clock_hz, "bit_rate": config.bit_rate, "clocks_per_bit": config.divisor,
        "watched": list(items.values()),
    }
    (result / DESCRIPTION).write_text(json.dumps(described, indent=1) + "\n")
    (result / FIRMWARE).write_text(json.dumps(_firmware(config), separators=(",", ":")) + "\n")
    return result


def _firmware(config: SoCConfig) -> dict[str, Any]:
    """Return the firmware's source lines and the SoC's registers, so that a page can name what an address means.

    - ``rows``: [address, number of the file, number of the line]; applies to all addresses up to the next row's.
    - ``files``: the names of the files.
    - ``texts``: for each file, the text of each line that has code, by the number of the line.
    - ``registers``: [address, name of the unit, name of the register]; also applies up to the next address.
    """
    rows = source_lines(config)
    files = sorted({file for _, file, _ in rows})
    texts = {file: (SOURCES / file).read_text(encoding="utf-8").splitlines() for file in files}
    numbers = {file: sorted({line for _, one, line in rows if one == file}) for file in files}
    with ELABORATION:
        registers = bus_map_of(config).registers
    return {
        "files": files,
        "texts": [{number: texts[file][number - 1].strip() for number in numbers[file]} for file in files],
        "rows": [[address, files.index(file), line] for address, file, line in rows],
        "registers": [[register.address, register.unit, register.name] for register in registers],
    }


def _all_watched(config: SoCConfig) -> Iterator[tuple[str, Watched, list[str] | None]]:
    """Yield all items to watch, each as a tuple of three values.

    The first value is the name of the item's engine, or an empty string for an item of the SoC. The second value is the
    item. The third value is None unless the item is a state machine; then it lists the names of the states in the order
    of their numbers.
    """
    uart = Fragment.get(UART(divisor=config.divisor), None)
    for watched in _SOC:
        yield "", watched, _states(uart, watched.path.removeprefix("uart."))
    for instance in config.engines:
        unit = instance.peripheral()
        fragment = Fragment.get(unit, None)
        for watched in unit.watched:
            yield instance.engine.name, watched, _states(fragment, watched.path)


def _states(fragment: Fragment, path: str) -> list[str] | None:
    """Return the names of a state machine's states; None if the path in the unit leads to no state machine."""
    *submodules, name = path.split(".")
    return list(fragment.find_generated(*submodules, "fsm").encoding) if name == _STATE else None


def _find(named: str, header: str, engine: str, watched: Watched, states: list[str] | None,
          ) -> tuple[str, dict[str, Any]]:
    """Find the register or memory of a watched item in CXXRTL's C++; return its C++ name and its description.

    ``named`` is the C++ with the names of all public signals. The names are needed because CXXRTL may name a register
    after another signal. ``header`` declares the registers and memories. See :func:`_all_watched` for the other
    arguments. ToolError unless exactly one register or memory has the item's name.
    """
    path = f"{engine}.{watched.path}" if engine else watched.path
    what = f"the watched item {watched.name} ({path})"
    # If several signals in a module have the same name, numbers are appended to their names. Signals that belong to
    # other modules are aliases here.
    found = re.findall(rf"items->add\(path, \"{path.replace('.', ' ')}(?:\$\d+)?\",(.*?)\b((?:memory_)?p_\w+)",
                       named, re.DOTALL)
    own = [member for kind, member in found if "debug_alias()" not in kind]
    members = own or sorted({member for _, member in found})
    if len(members) > 1 and watched.layout is not None:
        # The stages of the CPU's pipeline have registers of the same name.
        members = [one for one in members if re.search(rf"^\twire<{watched.layout.size}> {one};", header, re.MULTILINE)]
    if len(members) != 1:
        raise ToolError(f"{what} occurs {len(members)} times in the design")
    declared = re.search(rf"^\t(?:wire|memory)<(\d+)> {members[0]}(?: {{ (\d+)u }})?;", header, re.MULTILINE)
    if declared is None:
        raise ToolError(f"{what} is neither a register nor a memory")
    width, depth = int(declared[1]), declared[2] and int(declared[2])
    if watched.layout is not None and watched.layout.size != width:
        raise ToolError(f"{what} has {width} bits, not {watched.layout.size}")
    described: dict[str, Any] = {
        "name": f"{engine}.{watched.name}" if engine else watched.name, "meaning": watched.meaning,
        "width": width, "words": -(-width // 32), "depth": depth,
    }
    if watched.layout is not None:
        described["fields"] = list(_fields(watched.layout))
    if states is not None:
        described["states"] = states
    return members[0], described


def _fields(layout: data.Layout, prefix: str = "", offset: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the fields of a layout; a field that has a layout itself is replaced by the fields of that layout."""
    for key, field in layout:
        name, begin = f"{prefix}{key}", offset + field.offset
        if isinstance(field.shape, data.Layout):
            yield from _fields(field.shape, f"{name}.", begin)
        else:
            yield {"name": name, "offset": begin, "width": Shape.cast(field.shape).width}
