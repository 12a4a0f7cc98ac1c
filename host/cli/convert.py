"""``rowloom convert``: convert puzzles to another format: URLs, game ids, text, JSON.

Read puzzles in any of these formats, and write them in the format of --to:

{_FORMS}

The format of the input is detected. A line "# name" sets the name of the next puzzle. The formats line81 and slink
cannot contain names.

examples:
  rowloom convert puzzles.txt --to puzz.link        to play them in a browser
  echo 'https://puzz.link/p?slither/4/4/dgdh2c7b' | rowloom convert - --to text
  rowloom convert ids.txt --to text -o puzzles.txt  into a file
  rowloom convert slinks.txt --to slink | rowloom slink

exit status: 0 if every puzzle was read and written, 1 if not, 2 for a wrong command line
"""

from collections.abc import Iterable
from dataclasses import dataclass
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO

from rowloom.errors import CommandError
from rowloom.host.cli.common import echo_file, log, prefix_errors
from rowloom.host.cli.files import Entry, read_files
from rowloom.host.cli.options import PuzzleOptions, option
from rowloom.host.formats import FORMS, Form
from rowloom.host.whole_files import atomic_write

_FORMS = "\n".join(f"  {form.name:<10}  {form.summary}" for form in FORMS.values())

_IN_MEMORY = 1 << 20
"""The maximum length, in characters, of output that is kept in memory; longer output is kept on disk."""


@dataclass(frozen=True, kw_only=True)
class ConvertOptions(PuzzleOptions):
    to: str = option("--to", required=True, choices=FORMS, metavar="FORM", help=f"{', '.join(FORMS)}")
    output: str | None = option("-o", "--output", metavar="OUT", help="the file to write (default: standard output)")


def run(options: ConvertOptions) -> int:
    # The output file is written last, because it may be one of the input files, and an error must leave it unchanged.
    with SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n") as written:
        complete = _convert(read_files(options.files, options.genre), FORMS[options.to], written)
        if written.tell():
            written.seek(0)
            _put(written, options.output)
    return 0 if complete else 1


def _convert(entries: Iterable[Entry], form: Form, output: IO[str]) -> bool:
    """Write the puzzles, and report puzzles that cannot be written; return whether all puzzles were written.

    Raises CommandError if the puzzles are of several genres, but a file in this format can contain only one genre.
    """
    complete = True
    genres: dict[str, None] = {}
    last = ""
    for entry in entries:
        if entry.bad:
            log(str(entry.puzzle))
            complete = False
            continue
        try:
            text = form.write(entry.puzzle)
        except ValueError as error:
            log(f"{entry.source}:{entry.puzzle.line}: {entry.puzzle.name}: {error}")
            complete = False
            continue
        genres[entry.puzzle.genre] = None
        output.write(f"{last}\n" if last else "")
        last = text
    if len(genres) > 1 and not form.mixed:
        raise CommandError(
            f"a file in the format {form.name} can only have one genre, but these puzzles have {len(genres)}:"
            f" {', '.join(genres)}; use another format, or select one genre with --genre"
        )
    if last:
        output.write("\n".join([last, *filter(None, [form.end])]).rstrip("\n") + "\n")
    return complete


def _put(text: IO[str], output: str | None) -> None:
    if output is None:
        echo_file(text)
        return
    with (
        prefix_errors(output, OSError),
        atomic_write(output) as written,
        open(written, "w", encoding="utf-8", newline="\n") as file,
    ):
        copyfileobj(text, file)
