"""Pack small numbers for the link protocol, the first number in the lowest bits."""

__all__ = ["pack", "unpack"]

_BYTE = 8

_DIGITS = bytes.maketrans(bytes(range(16)), b"0123456789abcdef")
_VALUES = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


def pack(numbers: bytes, bits: int) -> bytes:
    """Return numbers of 1, 2, 4 or 8 bits each as bytes; the last byte is filled with zeros."""
    if not numbers or bits == _BYTE:
        return numbers
    return int(numbers.translate(_DIGITS)[::-1], 1 << bits).to_bytes((len(numbers) * bits + 7) // 8, "little")


def unpack(data: bytes, number: int, bits: int) -> bytes:
    """Return ``number`` numbers of 1 or 4 bits each, the inverse of :func:`pack`; ValueError if the length is wrong."""
    length = (number * bits + 7) // 8
    if len(data) != length:
        raise ValueError(f"{number} cells are {length} bytes long, not {len(data)}")
    digits = f"{int.from_bytes(data, 'little'):0{number}{'b' if bits == 1 else 'x'}}"
    return digits.encode()[::-1][:number].translate(_VALUES)
