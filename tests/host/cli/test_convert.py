"""``rowloom convert``: puzzles in other formats."""

import pytest

from support.says import Says


@pytest.fixture
def convert(command):
    return lambda text, *words: command("convert", *words, stdin=text)


LOOP = "# one\n3 3\n3..\n.1.\n..0\n"
URL = "# one\nhttps://puzz.link/p?slither/3/3/dgbga\n"


SLINKS = "1 2\n3 3\n2 1\n3\n3\n0 0\n"
LINE = "1" + "." * 80


@pytest.mark.parametrize("text, form, written", [
    # In the text format, a blank line separates puzzles.
    (f"{URL}# two\n?slither/1/1/g\n", "text", f"{LOOP}\n# two\n1 1\n.\n"),
    # The form ``slink``, which the contest's judge reads, has an end mark and no names.
    (SLINKS, "slink", SLINKS),
    (SLINKS, "text", "# standard input-1\n1 2\n3 3\n\n# standard input-2\n2 1\n3\n3\n"),
    (f"# a\n{LINE}\n# b\n{LINE}\n", "line81", f"{LINE}\n{LINE}\n"),
])  # fmt: skip
def test_several_puzzles(convert, text, form, written):
    assert convert(text, "-", "--to", form) == (0, written, "")


def test_errors_are_reported_and_the_rest_is_converted(convert, tmp_path):
    status, out, err = convert(f"{URL}?slither/1/1/4\n?canal/1/1/g\n", "-", "--to", "tatham")
    assert (status, out) == (1, "# one\n3x3t0:3c1c0\n")
    assert err.splitlines() == [
        Says("standard input:3:", "row 1, column 1: 4"), Says("standard input:4:", "tatham", "canal")]
    assert convert("?slither/1/1/4\n", "-", "--to", "text", "-o", "out.txt")[0] == 1
    assert not (tmp_path / "out.txt").exists()
    assert convert(LOOP, "-", "--to", "text", "-o", ".") == (1, "", Says(".:", "directory"))


def test_a_text_holds_one_genre(convert):
    mixed = f"{URL}?canal/1/1/g\n"
    assert convert(mixed, "-", "--to", "text") == (1, "", Says("text", "slitherlink, canal", "--genre"))
    assert convert(mixed, "-", "--to", "text", "--genre", "slitherlink")[:2] == (1, LOOP)
    assert convert(mixed, "-", "--to", "puzz.link")[:2] == (
        0, f"{URL}# standard input-2\nhttps://puzz.link/p?canal/1/1/g\n")
