"""The header from which the firmware takes the numbers of the link protocol."""

from rowloom.firmware import protocol
from support.c_code import check_header

NUMBERS = protocol.Kind, protocol.Part, protocol.Dropped, protocol.Status, protocol.Reason
FIELDS = protocol.Flags, protocol.Head


def most(field):
    return field // (field & -field)


def test_a_c_compiler_reads_the_same_numbers(tmp_path):
    claims = {"PROTOCOL_VERSION": protocol.VERSION, "MAX_BODY": protocol.MAX_BODY,
              "MAX_SOLUTIONS": protocol.MAX_SOLUTIONS, "REQUEST_BYTES": protocol.REQUEST_BYTES}
    for numbers in NUMBERS + FIELDS:
        claims |= {f"{numbers.__name__}_{name}".upper(): member.value for name, member in numbers.__members__.items()}
    enumerations = (numbers.__name__.lower() for numbers in NUMBERS + FIELDS)
    check_header(tmp_path, protocol.c_header(), (f"{name} == {value}" for name, value in claims.items()),
                 (f"extern enum {name} a_{name};" for name in enumerations))


def test_every_number_is_unique():
    """If two members had the same number, IntEnum would make the second member an alias of the first."""
    for numbers in NUMBERS:
        assert len(numbers.__members__) == len(list(numbers))


def test_fields_of_a_byte_do_not_overlap():
    for fields in FIELDS:
        union = 0
        for field in fields.__members__.values():
            assert field & union == 0
            union |= field
        assert 0 < union < 1 << 8


def test_fields_hold_what_they_are_for():
    assert most(protocol.Flags.COUNT) >= protocol.MAX_SOLUTIONS
    assert most(protocol.Head.SOLUTIONS) >= protocol.MAX_SOLUTIONS
    assert most(protocol.Head.STATUS) >= max(protocol.Status)
