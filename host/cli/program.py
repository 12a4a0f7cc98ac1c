"""The program ``rowloom``: it parses the command line, runs the sub-command, and turns errors into messages."""

import argparse
import ast
import os
import re
import sys
import traceback
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from inspect import getsource, signature
from io import TextIOWrapper
from itertools import chain
from textwrap import fill
from types import ModuleType

from rowloom.errors import LinkError, RowloomError, UsageError
from rowloom.host.cli.common import log
from rowloom.host.cli.defaults import with_default_port
from rowloom.host.cli.options import add_to, parsed

__all__ = ["COMMANDS", "build_parser", "help_of", "module_of", "run"]

_GROUPS = {
    "puzzles": ("solve", "generate", "grade", "draw", "convert", "bench", "compare"),
    "boards": ("boards", "build", "flash", "ports", "info", "doctor", "sim"),
    "web page": ("serve", "web"),
    "many machines": ("worker",),
    "from papers and contests": ("smull", "canal", "slink", "techniques"),
    "shells": ("completion",),
}
"""The sub-commands, in the groups in which the help lists them. Each sub-command has a module of the same name."""

COMMANDS = tuple(chain.from_iterable(_GROUPS.values()))

_EPILOG = """\
examples:
  rowloom solve puzzles.txt                      on the simulated board
  rowloom solve --port /dev/ttyUSB0 puzzles.txt  on a real board
  rowloom COMMAND --help                         options and examples of a command

exit status: 0 on success (all puzzles solved and verified), 1 if not, 2 for a wrong command line
"""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Wraps the paragraphs of the help, except paragraphs with indented lines, and lists sub-commands in groups."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip("\n").split("\n\n")
        return "\n\n".join(one if "\n " in f"\n{one}" else fill(one, width) for one in paragraphs) + "\n"

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        lines = {one.dest: super(_Help, self)._format_action(one) for one in action._get_subactions()}
        groups = ("".join(lines.get(name, "") for name in names) for names in _GROUPS.values())
        return "".join(f"\n{title}:\n{group}" for title, group in zip(_GROUPS, groups) if group)


def module_of(command: str) -> ModuleType:
    """Return the module of a sub-command."""
    return import_module(f"rowloom.host.cli.{command}")


def options_of(command: ModuleType) -> type:
    """Return the dataclass of a command's options: the type of the parameter ``options`` of its function ``run``."""
    return signature(command.run).parameters["options"].annotation


def help_of(command: ModuleType) -> tuple[str, str, str]:
    """Return a command's summary, description and examples, from its module's docstring.

    Names in braces in the docstring are replaced with the values of the module's variables.
    """
    # With PYTHONOPTIMIZE=2, modules have no docstrings.
    docstring = command.__doc__ or ast.get_docstring(ast.parse(getsource(command)), clean=False) or ""
    text = docstring.format_map(vars(command)).partition("``: ")[2]
    summary, _, text = text.partition(".\n\n")
    description, heading, examples = text.partition("examples:\n")
    return summary, description, heading + examples


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return a command-line parser for these sub-commands; their modules are imported."""
    parser = argparse.ArgumentParser(prog="rowloom",
                                     description="Solve pencil puzzles on an FPGA board, or on a simulated board.",
                                     epilog=_EPILOG, formatter_class=_Help)
    parser.add_argument("--version", action="version", version=f"rowloom {version('rowloom')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, module in zip(names, map(module_of, names)):
        summary, description, examples = help_of(module)
        command = commands.add_parser(name, help=summary, description=description, epilog=examples,
                                      formatter_class=_Help)
        add_to(command, options_of(module))
        command.add_argument("--debug", action="store_true", help="print the traceback of an error")
        command.set_defaults(module=module, name=name, command=command)
    return parser


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: ``sys.argv``); return the exit status. A KeyboardInterrupt is not caught.

    An empty command line prints the help.
    """
    _configure_streams()
    words = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    # Importing the modules of all commands would double the start-up time.
    parser = build_parser([words[0]] if words[0] in COMMANDS else COMMANDS if words[0] != "--version" else ())
    try:
        if words[0] not in COMMANDS and not words[0].startswith("-"):
            hint = _suggestion(words[0], COMMANDS) or "; `rowloom --help` lists them"
            parser.error(f"there is no command {words[0]!r}{hint}")
        args, unknown = parser.parse_known_args(words)
        if unknown:
            options = re.findall(r"--[\w-]+", args.command.format_usage())
            args.command.error(f"unrecognized arguments: {' '.join(unknown)}{_suggestion(unknown[0], options)}")
    except SystemExit as stop:
        return int(stop.code or 0)
    source = ""
    try:
        options_class = options_of(args.module)
        values = with_default_port(options_class, vars(args))
        source = values.get("port_source", "")
        return args.module.run(parsed(options_class, values))
    except BrokenPipeError:
        # The program that reads this output has closed the pipe.
        pass
    except Exception as error:
        if args.debug:
            traceback.print_exc()
        if not isinstance(error, RowloomError):
            hint = "" if args.debug else " (--debug prints the traceback)"
            log(f"unexpected {type(error).__name__}: {error}{hint}")
        elif isinstance(error, UsageError):
            log(f"{error}; see `rowloom {args.name} --help`")
        else:
            log(f"{error} (the port is from {source})" if source and isinstance(error, LinkError) else str(error))
        return getattr(error, "status", 1)
    return 1


def _suggestion(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the known word most similar to ``word``; empty if no known word is similar."""
    near = get_close_matches(word.partition("=")[0], known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _configure_streams() -> None:
    """Make the standard streams usable, even if they are closed or cannot encode all characters.

    If standard output is closed, printing output fails with an OSError. If standard error is closed, messages are
    discarded. Both streams replace characters that they cannot encode. Standard input is decoded like a file, see
    :class:`rowloom.host.puzzles.text.lines.Lines`.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    for name, mode in (("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the program runs
        getattr(sys, name).reconfigure(errors="replace")
