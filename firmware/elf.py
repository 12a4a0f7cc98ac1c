"""The contents of memory in an ELF file."""

import struct

__all__ = ["memory_image"]

_HEADER = struct.Struct("<16s2H5I6H")
_SEGMENT = struct.Struct("<8I")
_LOAD = 1


def memory_image(elf: bytes) -> bytes:
    """Return the contents of memory from an executable's first byte to its last; gaps between segments are zeros.

    The segments of the 32-bit little-endian ELF file are placed by physical address, without overlaps; ValueError if it
    is no such file. Zig's ``objcopy`` would do the same, but Zig compiles that program on first use, for 16 s.
    """
    if elf[:6] != b"\x7fELF\x01\x01":
        raise ValueError("this is no 32-bit little-endian ELF file")
    header = _HEADER.unpack_from(elf)
    table, size, count = header[5], header[9], header[10]
    entries = (_SEGMENT.unpack_from(elf, table + number * size) for number in range(count))
    segments = {address: elf[offset:offset + length]
                for kind, offset, _, address, length, *_ in entries if kind == _LOAD and length}
    image = bytearray()
    start = min(segments, default=0)
    for address in sorted(segments):
        image += bytes(address - start - len(image)) + segments[address]
    return bytes(image)
