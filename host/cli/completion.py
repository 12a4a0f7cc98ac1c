"""``rowloom completion``: complete commands, options and file names with the Tab key.

Print a script for a shell. If the shell reads this script at its start, Tab completes commands, options and file names.

examples:
  rowloom completion bash > ~/.local/share/bash-completion/completions/rowloom
  rowloom completion zsh > ~/.zfunc/_rowloom   if ~/.zshrc has fpath+=~/.zfunc
                                               before compinit
  rowloom completion tcsh > ~/.rowloom.tcsh    and source this file in ~/.tcshrc
"""

import argparse
from dataclasses import dataclass

import shtab

from rowloom.host.cli.common import echo
from rowloom.host.cli.options import option

_SHELLS = ("bash", "zsh", "tcsh")

_FILES = {"FILE", "OUT", "PICTURE"}
"""The placeholders for file names in the help of commands."""


@dataclass(frozen=True, kw_only=True)
class CompletionOptions:
    shell: str = option(choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def run(options: CompletionOptions) -> int:
    from rowloom.host.cli.program import build_parser  # imported here, because program.py imports this module

    parser = build_parser()
    # argparse has no public list of a parser's arguments.
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for command in commands.choices.values():
        for action in command._actions:
            if action.metavar in _FILES:
                action.complete = shtab.FILE
    echo(shtab.complete(parser, options.shell))
    return 0
