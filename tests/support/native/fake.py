"""Fake engines: Python objects whose methods represent registers."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import ClassVar, Literal

from rowloom.hw.soc.bus_map import FieldInfo, RegisterInfo

__all__ = ["Fake", "methods"]


class Fake:
    """An engine with registers. ``SIZE`` is the size of the largest puzzle, written as in the option ``--with``.

    The method ``read_name`` reads the register ``name``. It returns the fields by name; missing fields are 0. The
    method ``write_name`` writes the register; its keyword arguments are the fields. If a register has only one field,
    the methods return or accept the value of this field instead. For an array of registers, the first argument is the
    index.
    """

    SIZE: ClassVar[str]


def methods(fake: Fake, registers: Iterable[RegisterInfo], kind: Literal["read", "write"]) -> dict[int, Callable]:
    """Return the functions that read or write an engine's registers, by address."""
    adapted = {"read": _packing, "write": _unpacking}[kind]
    return {
        address: method if len(register.fields) == 1 else adapted(method, register.fields)
        for register in registers if kind[0] in register.access and hasattr(fake, f"{kind}_{register.name}")
        for address, method in _each(getattr(fake, f"{kind}_{register.name}"), register)
    }


def _each(method: Callable, register: RegisterInfo) -> Iterable[tuple[int, Callable]]:
    if register.count is None:
        return [(register.address, method)]
    return [(register.address + 4 * index, partial(method, index)) for index in range(register.count)]


def _packing(method: Callable[[], Mapping[str, int]], fields: Iterable[FieldInfo]) -> Callable[[], int]:
    places = {field.name: field.lsb for field in fields}
    return lambda: sum([value << places[name] for name, value in method().items()])


def _unpacking(method: Callable[..., None], fields: Iterable[FieldInfo]) -> Callable[[int], None]:
    places = [(field.name, field.lsb, (1 << field.width) - 1) for field in fields]
    return lambda word: method(**{name: word >> lsb & mask for name, lsb, mask in places})
