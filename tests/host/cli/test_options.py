"""Command lines with invalid options, or with options that exclude each other."""

import shlex

import pytest

from support.says import Says

CERTAIN, ON_WORKERS = "deducer, parallel, dynasty, canal, sat", "boards of workers"

SOLVE = {
    # the choice of the engine, and its limits
    "--engine slow": ["'slow'"], "--engine both": ["'both'"], "--rows 3": ["--rows"],
    "--engine sat --limit 5M": ["--limit", "--time-limit"], "--time-limit 5": ["--time-limit", "--limit"],
    **{f"--time-limit {text}": ["--time-limit", repr(text)] for text in ("0", "inf", "soon")},
    **{f"--limit='{text}'": ["--limit", repr(text)]
       for text in ("", "M", "0", "-1", "1.5", "many", "5m", f"{1 << 64}", "nan", "inf")},
    "--count -1": ["--count", "'-1'"], "--count 3": ["--count 3", "--engine sat"],
    "--count 0 --engine fast": ["--count 0", "--engine sat"], "--engine sat --port X": ["--engine sat", "boards"],
    "--engine z3 --wave x": ["--engine z3", "boards"], "--engine sat --with checker": ["--engine sat", "boards"],
    # steps and hints
    "--explain --engine sat": ["--explain", "slink", "sudoku-logic", "shading-logic"],
    "--hint -o x.gif": ["--hint", ".svg or .png"], "--explain -o x.png": ["--explain", ".gif", "folder"],
    "-o x.svg": ["-o", "--explain and --hint", "rowloom draw"], "slink.txt --explain -o x.gif": ["-o", "2", "-p"],
    "--explain -o ''": ["-o", "found nothing"], "--hint --count 2": ["--hint", "--count"],
    "--hint --resume x": ["--hint", "--resume"], "--hint --jobs 2": ["--hint", "--jobs"],
    "--explain --jobs 2 -o x.gif": ["-o", "--jobs"], "--hint --engine sat": ["--hint", "--engine sudoku-logic"],
    "--explain --port x": ["--explain", "boards"], "--hint --engine slink --port x": ["slink", "boards"],
    "--explain --limit 1M": ["--time-limit"],
    # --certain
    "--certain --engine z3": ["--certain", CERTAIN, "z3"],
    "--certain --engine checker": ["--certain", CERTAIN, "checker"], "--certain --count 1": ["--certain", "2"],
    "--certain -o x.svg": ["-o", "--explain", "--hint"], "--certain --engine sat --limit 1M": ["--time-limit"],
    # boards
    "--port x --with checker": ["--with", "simulated", "--port", "rowloom solve --help"],
    "--with deducer --with deducer:5x5": ["--with: ", "deducer", "twice", "rowloom solve --help"],
    "--simulators 2 --port x": ["--simulators is for simulated boards"], "--simulators 0": ["--simulators"],
    "--simulators 2 --wave x.vcd": ["--wave is for one simulated board"],
    "--simulators 2 --engine sat": ["--engine sat solves on this computer"],
    "--port simulated --port x": ["with another --port"],
    # workers
    "--jobs 2 --port X": ["--port", "--jobs", ON_WORKERS], "--cluster ''": ["address of a scheduler"],
    "--jobs 2 --simulators 3": ["--simulators", "--jobs", ON_WORKERS], "--jobs 0": ["--jobs", "from 1 to"],
    "--cluster tcp://x:1 --wave x": ["--wave", "--cluster"], "--jobs 2 --cluster tcp://x:1": ["not allowed with"],
    "--jobs 1000000": ["--jobs", "'1000000'", "to 256"],
    # mistyped words
    "--prot=COM3": ["--prot=COM3; did you mean --port?"],
}
INVALID = {
    "": {"--debug": ["COMMAND"], "solve": ["FILE"], "fly": ["'fly'"], "sim --listen 65536": ["'65536'"],
         "slove unique.txt": ["; did you mean solve?"], "xyzzy": ["; `rowloom --help` lists them"],
         "grade unique.txt --limit 5": ["--limit", "--time-limit"]},
    "solve unique.txt": SOLVE,
    "info": {"--baud x": ["'x'"], "--baud 999999999999": ["'999999999999'"], "--port ''": ["--port"],
             "--port x --wave w.vcd": ["--wave", "simulated", "--port", "rowloom info --help"],
             "--port socket://x:1 --baud 9600": ["--baud", "socket", "rowloom info --help"],
             "--with chess": ["--with: ", "'chess'", "checker, deducer, parallel, scan", "rowloom info --help"],
             "--xyzzy": ["unrecognized arguments: --xyzzy"]},
    "bench": {"": ["--standard"], "unique.txt --count 3": ["--count"], "unique.txt --engine sat": ["'sat'"],
              "unique.txt --standard": ["--standard replaces"]},
    "build": {"ulx3s-25f --with chess": ["'chess'", "checker, deducer, parallel, scan"],
              "arty-a7-35 --with scan --with scan:16x16": ["scan", "twice"]},
    "worker tcp://x:1": {"--port X --port X": ["twice"], "--jobs 0": ["nothing to offer"],
                         "--jobs 1000000": ["to 256"]},
    "generate": {"slitherlink -n 0": ["-n", "'0'", "at least 1"], "slitherlink --size 10": ["--size", "'10'"],
                 "slitherlink --seed -1": ["--seed", "'-1'"], "golf": ["GENRE", "'golf'"],
                 "sudoku --clues few": ["--clues", "'few'", "20-30"], "sudoku --clues -": ["--clues", "'-'"],
                 "sudoku --engine sat --port X": ["this computer"], "slink --port X": ["no board"],
                 "slink --engine fast": ["no board generates a slink of 10x10"],
                 "sudoku --size 16x16 --with parallel:9x9": ["no board"]},
    "convert unique.txt": {"": ["--to"], "--to golf": ["--to", "'golf'"]},
    "compare unique.txt": {"--with chess": ["--with", "'chess'"], "--port x --with checker": ["--port"],
                           "--engines sat,slow": ["--engines", "'slow'", "scan, dynasty, canal, sat"],
                           "--engines checker --count 3": ["--count 3", "--engine sat"]},
    "draw unique.txt -o x.svg": {"--font-size 9 --paper a4": ["--font-size", "pages"], "--grade": ["--grade", "pages"],
                                 "--solve --candidates": ["--candidates", "solution"], "--per-page 0": ["'0'", "3x2"],
                                 "--per-page 101": ["'101'", "100"], "--per-page 2x": ["'2x'", "3x2"],
                                 "--per-page 2x2x2": ["'2x2x2'", "3x2"], "--paper a5": ["a5", "a4", "letter"]},
    "smull d.txt": {"-a --weak": ["-a", "--weak"], "-a --distance": ["-a", "--distance"],
                    "-m --batch o": ["--batch", "-m"], "-d --batch o": ["--batch", "-d"],
                    "--batch ./d.txt": ["--batch", "d.txt"]},
    "flash": {"ulx3s-25f build --release": ["build is a folder", "--release"],
              "--release ulx3s-25f": ["'ulx3s-25f' is not a version", "comes before"],
              "ulx3s-25f --release ../x": ["'../x'"], "ulx3s-25f --from ''": ["--from", "file or an address"],
              "ulx3s-25f --from x --release": ["--release", "--from"], "ulx3s --release": ["ulx3s-25f"]},
}
"""The invalid command lines, and the parts of the message for each. The outer keys are the beginnings of the command
lines, and the inner keys are their ends."""


@pytest.mark.parametrize("line, facts", [
    (f"{command} {options}", facts) for command, cases in INVALID.items() for options, facts in cases.items()
])  # fmt: skip
def test_invalid_options(terminal, line, facts):
    status, out, err = terminal.run(*shlex.split(line))
    assert (status, out, err[-1]) == (2, [], Says(*facts))
    assert terminal.channel.now == 0  # no board was asked
