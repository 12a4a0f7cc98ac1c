"""The numbers of the link protocol, as the firmware is compiled with them."""

import subprocess
import sys

from rowloom.firmware import protocol


def test_a_c_compiler_reads_the_same_numbers(tmp_path):
    claims = {"PROTOCOL_VERSION": protocol.VERSION, "MAX_BODY": protocol.MAX_BODY,
              "MAX_SOLUTIONS": protocol.MAX_SOLUTIONS}
    for numbers in (protocol.Kind, protocol.Stage, protocol.Status, protocol.Reason):
        claims |= {f"{numbers.__name__}_{member.name}".upper(): member.value for member in numbers}
    (tmp_path / "protocol.h").write_text(protocol.c_header())
    (tmp_path / "test.c").write_text("\n".join([
        # Twice: the header bears it. Together with the numbers, the names of the enumerations are checked.
        '#include "protocol.h"', '#include "protocol.h"',
        *(f'_Static_assert({name} == {value}, "");' for name, value in claims.items()),
        *(f"extern enum {name} a_{name};" for name in ("kind", "stage", "status", "reason")), "",
    ]))
    result = subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", "-target", "riscv32-freestanding-none", "-std=c11", "-ffreestanding",
         "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "test.c"], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_every_number_serves_once():
    """IntEnum would make the second member an alias of the first."""
    for numbers in (protocol.Kind, protocol.Stage, protocol.Status, protocol.Reason):
        assert len(numbers.__members__) == len(list(numbers))


def test_requests_follow_each_other():
    """The firmware refuses what lies outside of HELLO to FETCH, and answers what lies within."""
    requests = [kind for kind in protocol.Kind if kind < 0x80]
    assert requests == list(range(protocol.Kind.HELLO, protocol.Kind.FETCH + 1))
