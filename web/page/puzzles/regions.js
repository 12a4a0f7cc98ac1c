// Cells of one colour that are connected through edges, and how solutions of two colours look.

/** Return whether a cell of a solution is one of the two colours. */
export function isColour(cell) {
    return cell === "0" || cell === "1";
}

/**
 * Return the first cell, row by row, of each region of a colour.
 *
 * @param {ReadonlyArray<string>} solution
 * @param {string} colour
 * @returns {Array<{row: number, col: number}>}
 */
export function regionStarts(solution, colour) {
    const reached = solution.map((line) => Array.from(line, (cell) => cell !== colour));
    const starts = [];
    solution.forEach((line, row) => {
        for (let col = 0; col < line.length; col++) {
            if (!reached[row][col]) {
                starts.push({ row, col });
                reach(reached, row, col);
            }
        }
    });
    return starts;
}

function reach(reached, row, col) {
    const fresh = [[row, col]];
    reached[row][col] = true;
    while (fresh.length) {
        const [r, c] = fresh.pop();
        for (const [down, right] of [[r - 1, c], [r, c - 1], [r, c + 1], [r + 1, c]]) {
            if (reached[down]?.[right] === false) {
                reached[down][right] = true;
                fresh.push([down, right]);
            }
        }
    }
}
