"""Command lines with invalid options, or with options that exclude each other."""

import shlex

import pytest

from support.says import Says

ON_WORKERS = "boards of workers"


@pytest.mark.parametrize("line, facts", [
    ("--debug", ["COMMAND"]), ("solve", ["FILE"]), ("fly", ["'fly'"]), ("info --baud x", ["'x'"]),
    ("info --baud 999999999999", ["'999999999999'"]), ("info --port ''", ["--port"]),
    ("sim --listen 65536", ["'65536'"]), ("bench unique.txt --count 3", ["--count"]),
    ("bench", ["--standard"]), ("bench unique.txt --standard", ["--standard replaces"]),
    ("bench unique.txt --engine sat", ["'sat'"]), ("grade unique.txt --limit 5", ["--limit", "--time-limit"]),
    # the choice of the engine, and its limits
    ("solve unique.txt --engine slow", ["'slow'"]), ("solve unique.txt --engine both", ["'both'"]),
    ("solve unique.txt --rows 3", ["--rows"]),
    ("solve unique.txt --engine sat --limit 5M", ["--limit", "--time-limit"]),
    ("solve unique.txt --time-limit 5", ["--time-limit", "--limit"]),
    ("solve unique.txt --time-limit 0", ["--time-limit", "'0'"]),
    ("solve unique.txt --time-limit inf", ["--time-limit", "'inf'"]),
    ("solve unique.txt --time-limit soon", ["--time-limit", "'soon'"]),
    ("solve unique.txt --count -1", ["--count", "'-1'"]), ("solve unique.txt --count 3", ["--count 3", "--engine sat"]),
    ("solve unique.txt --count 0 --engine fast", ["--count 0", "--engine sat"]),
    ("solve unique.txt --engine sat --port X", ["--engine sat", "boards"]),
    ("solve unique.txt --engine z3 --wave x", ["--engine z3", "boards"]),
    ("solve unique.txt --engine sat --with checker", ["--engine sat", "boards"]),
    # steps and hints
    ("solve unique.txt --explain --engine sat", ["--explain", "slink", "sudoku-logic", "shading-logic"]),
    ("solve unique.txt --hint -o x.gif", ["--hint", ".svg or .png"]),
    ("solve unique.txt --explain -o x.png", ["--explain", ".gif", "folder"]),
    ("solve unique.txt -o x.svg", ["-o", "--explain and --hint", "rowloom draw"]),
    ("solve unique.txt slink.txt --explain -o x.gif", ["-o", "2", "-p"]),
    ("solve unique.txt --explain -o ''", ["-o", "found nothing"]),
    ("solve unique.txt --hint --count 2", ["--hint", "--count"]),
    ("solve unique.txt --hint --resume x", ["--hint", "--resume"]),
    ("solve unique.txt --hint --jobs 2", ["--hint", "--jobs"]),
    ("solve unique.txt --explain --jobs 2 -o x.gif", ["-o", "--jobs"]),
    ("solve unique.txt --hint --engine sat", ["--hint", "--engine sudoku-logic"]),
    ("solve unique.txt --explain --port x", ["--explain", "boards"]),
    ("solve unique.txt --hint --engine slink --port x", ["slink", "boards"]),
    ("solve unique.txt --explain --limit 1M", ["--time-limit"]),
    # --certain
    ("solve unique.txt --certain --engine z3", ["--certain", "deducer, parallel, dynasty, canal, sat", "z3"]),
    ("solve unique.txt --certain --engine checker", ["--certain", "deducer, parallel, dynasty, canal, sat", "checker"]),
    ("solve unique.txt --certain --count 1", ["--certain", "2"]),
    ("solve unique.txt --certain -o x.svg", ["-o", "--explain", "--hint"]),
    ("solve unique.txt --certain --engine sat --limit 1M", ["--time-limit"]),
    # boards
    ("solve unique.txt --port x --with checker", ["--with", "simulated", "--port", "rowloom solve --help"]),
    ("info --port x --wave w.vcd", ["--wave", "simulated", "--port", "rowloom info --help"]),
    ("info --port socket://x:1 --baud 9600", ["--baud", "socket", "rowloom info --help"]),
    ("solve unique.txt --simulators 2 --port x", ["--simulators is for simulated boards"]),
    ("solve unique.txt --simulators 2 --wave x.vcd", ["--wave is for one simulated board"]),
    ("solve unique.txt --simulators 0", ["--simulators"]),
    ("solve unique.txt --simulators 2 --engine sat", ["--engine sat solves on this computer"]),
    ("solve unique.txt --port simulated --port x", ["with another --port"]),
    # workers
    ("solve unique.txt --jobs 2 --port X", ["--port", "--jobs", ON_WORKERS]),
    ("solve unique.txt --jobs 2 --simulators 3", ["--simulators", "--jobs", ON_WORKERS]),
    ("solve unique.txt --cluster tcp://x:1 --wave x", ["--wave", "--cluster"]),
    ("solve unique.txt --jobs 2 --cluster tcp://x:1", ["not allowed with"]),
    ("solve unique.txt --jobs 0", ["--jobs", "from 1 to"]),
    ("solve unique.txt --jobs 1000000", ["--jobs", "'1000000'", "to 256"]),
    ("solve unique.txt --cluster ''", ["address of a scheduler"]),
    ("worker tcp://x:1 --port X --port X", ["twice"]), ("worker tcp://x:1 --jobs 0", ["nothing to offer"]),
    ("worker tcp://x:1 --jobs 1000000", ["to 256"]),
    ("info --with chess", ["--with: ", "'chess'", "checker, deducer, parallel, scan", "rowloom info --help"]),
    ("solve unique.txt --with deducer --with deducer:5x5", ["--with: ", "deducer", "twice", "rowloom solve --help"]),
    ("build ulx3s-25f --with chess", ["'chess'", "checker, deducer, parallel, scan"]),
    ("build arty-a7-35 --with scan --with scan:16x16", ["scan", "twice"]),
    # generated puzzles
    ("generate slitherlink -n 0", ["-n", "'0'", "at least 1"]), ("generate slitherlink --size 10", ["--size", "'10'"]),
    ("generate slitherlink --seed -1", ["--seed", "'-1'"]), ("generate golf", ["GENRE", "'golf'"]),
    ("generate sudoku --clues few", ["--clues", "'few'", "20-30"]), ("generate sudoku --clues -", ["--clues", "'-'"]),
    ("generate sudoku --engine sat --port X", ["this computer"]), ("generate slink --port X", ["no board"]),
    ("generate slink --engine fast", ["no board generates a slink of 10x10"]),
    ("generate sudoku --size 16x16 --with parallel:9x9", ["no board"]),
    # other commands
    ("convert unique.txt", ["--to"]), ("convert unique.txt --to golf", ["--to", "'golf'"]),
    ("compare unique.txt --with chess", ["--with", "'chess'"]),
    ("compare unique.txt --port x --with checker", ["--port"]),
    ("compare unique.txt --engines sat,slow", ["--engines", "'slow'", "scan, dynasty, canal, sat"]),
    ("compare unique.txt --engines checker --count 3", ["--count 3", "--engine sat"]),
    ("draw unique.txt -o x.svg --font-size 9 --paper a4", ["--font-size", "pages"]),
    ("draw unique.txt -o x.svg --solve --candidates", ["--candidates", "solution"]),
    ("draw unique.txt -o x.svg --grade", ["--grade", "pages"]),
    ("draw unique.txt -o x.svg --per-page 0", ["'0'", "3x2"]),
    ("draw unique.txt -o x.svg --per-page 101", ["'101'", "100"]),
    ("draw unique.txt -o x.svg --per-page 2x", ["'2x'", "3x2"]),
    ("draw unique.txt -o x.svg --per-page 2x2x2", ["'2x2x2'", "3x2"]),
    ("draw unique.txt -o x.svg --paper a5", ["a5", "a4", "letter"]),
    ("smull d.txt -a --weak", ["-a", "--weak"]), ("smull d.txt -a --distance", ["-a", "--distance"]),
    ("smull d.txt -m --batch o", ["--batch", "-m"]), ("smull d.txt --batch ./d.txt", ["--batch", "d.txt"]),
    ("smull d.txt -d --batch o", ["--batch", "-d"]),
    ("flash ulx3s-25f build --release", ["build is a folder", "--release"]),
    ("flash --release ulx3s-25f", ["'ulx3s-25f' is not a version", "comes before"]),
    ("flash ulx3s-25f --release ../x", ["'../x'"]), ("flash ulx3s-25f --from ''", ["--from", "file or an address"]),
    ("flash ulx3s-25f --from x --release", ["--release", "--from"]), ("flash ulx3s --release", ["ulx3s-25f"]),
    # mistyped words
    ("slove unique.txt", ["; did you mean solve?"]), ("xyzzy", ["; `rowloom --help` lists them"]),
    ("solve unique.txt --prot=COM3", ["--prot=COM3; did you mean --port?"]),
    ("info --xyzzy", ["unrecognized arguments: --xyzzy"]),
    *((f"solve unique.txt --limit='{text}'", ["--limit", repr(text)])
      for text in ("", "M", "0", "-1", "1.5", "many", "5m", f"{1 << 64}", "nan", "inf")),
])  # fmt: skip
def test_invalid_options(terminal, line, facts):
    status, out, err = terminal.run(*shlex.split(line))
    assert (status, out, err[-1]) == (2, [], Says(*facts))
    assert terminal.channel.now == 0  # no board was asked
