// Forms that this reader knows by name and refuses.

const OWN_FORM = "which keeps the puzzle in its own form; copy or type the rows of the puzzle as text";

const STRANGERS = [
    [/^\d+x\d+:d?:k:/, "a Killer Sudoku; only plain ones are known here"],
    [/^SumoCueV\d/, "a Sudoku of SumoCue, with cages or a jigsaw; only plain ones are known here"],
    [/^<(?:!doctype\s+html|html|head|body|div|table|p)\b/i, "HTML, the source of a page; copy what the page shows"],
    [/^%PDF-/, "a PDF; copy the puzzle out of it"],
    [/^[^?#]*penpa-edit\//, `a link of penpa-edit, ${OWN_FORM}`],
    [/^[^?#]*(?:sudokupad\.app|crackingthecryptic\.com)\//i, `a link of SudokuPad, ${OWN_FORM}`],
    [/^[^?#]*f-puzzles\.com\//i, `a link of f-puzzles, ${OWN_FORM}`],
    [/^[^?#]*\bpuzzle-(\w+)\.com\//i, `a link of puzzle-$1.com, ${OWN_FORM}`],
];

/** Return why a line in such a form is refused, or null for any other line. */
export function faultOf(line) {
    const [pattern, what] = STRANGERS.find(([pattern]) => pattern.test(line)) ?? [];
    return pattern ? `this is ${what.replace("$1", pattern.exec(line)[1])}` : null;
}
