"""The description of the toy engine, which inverts a row of cells."""

from pathlib import Path

from rowloom.engines.engine import Counter, Engine, Genre, Size, UpTo

TOY = Genre(name="toy", number=200, puzzle_bytes=lambda size: 4, solution_bytes=lambda size: 4)

ENGINE = Engine(
    name="inverter",
    genre=TOY,
    number=1,
    summary="inverts a row of cells",
    sizes=UpTo(1, 32),
    usual=Size(1, 8),
    peripheral="toy.unit:InverterPeripheral",
    firmware=str(Path(__file__).with_name("inverter.c")),
    counters=(Counter("nodes", "nodes of the search", column="nodes"),),
    fast=True,
)
