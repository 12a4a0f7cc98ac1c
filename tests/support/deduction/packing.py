"""Numbers that are packed into words, as the units for clues and solutions do it."""

__all__ = ["WORD", "packed"]

WORD = 32


def packed(numbers, width=1):
    """Pack numbers of ``width`` bits into words; the first number is in the lowest bits of the first word."""
    each = WORD // width
    return [sum(int(number) << width * place for place, number in enumerate(numbers[begin:begin + each]))
            for begin in range(0, len(numbers), each)]
