"""``rowloom convert``: write puzzles in another form: URLs, game ids, text, JSON.

Reads puzzles in any of these forms and writes them in another one:

{_FORMS}

The form of the input is found from it. A line "# name" before a puzzle names it;
in line81 and slink there are no names.

examples:
  rowloom convert puzzles.txt --to puzz.link        to play them in a browser
  echo 'https://puzz.link/p?slither/4/4/dgdh2c7b' | rowloom convert - --to text
  rowloom convert ids.txt --to text -o puzzles.txt  into a file
  rowloom convert slinks.txt --to slink | rowloom slink

exit status: 0 only if every puzzle was read and written, 1 if not, 2 for a wrong
command line
"""

import argparse

from rowloom.host.cli.batch import add_genre_option, read_files
from rowloom.host.cli.common import CommandError, failing_as, say, tell
from rowloom.host.puzzles.forms import FORMS, Unwritable

__all__ = ["add_arguments", "run"]

_FORMS = "\n".join(f"  {form.name:<10}  {form.summary}" for form in FORMS.values())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    parser.add_argument("--to", required=True, choices=FORMS, metavar="FORM", help=f"{', '.join(FORMS)}")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: standard output)")
    add_genre_option(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    form = FORMS[args.to]
    entries = read_files(args.files, args.genre)
    written: list[str] = []
    genres: dict[str, None] = {}
    for entry in entries:
        if entry.bad:
            tell(str(entry.puzzle))
            continue
        try:
            written.append(form.write(entry.puzzle))
        except Unwritable as error:
            tell(f"{entry.source}:{entry.puzzle.line}: {entry.puzzle.name}: {error}")
            continue
        genres[entry.puzzle.genre] = None
    if len(genres) > 1 and not form.mixed:
        raise CommandError(
            f"a file of the form {form.name} holds one genre, and these are of {len(genres)}: {', '.join(genres)};"
            " take another form, or one of them with --genre"
        )
    if written:
        _put("\n".join([*written, *filter(None, [form.end])]).rstrip("\n"), args.output)
    return 0 if len(written) == len(entries) else 1


def _put(text: str, output: str | None) -> None:
    if output is None:
        say(text)
        return
    with failing_as(output, OSError), open(output, "w", encoding="utf-8", newline="\n") as file:
        file.write(text + "\n")
