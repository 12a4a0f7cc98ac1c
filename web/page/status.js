// The state of the page for programs, as attributes of its body, and for screen readers, as words.

/** Keep the attributes; docs/user/browser.md describes them. */
export function mountStatus(body, store, status) {
    store.subscribe((state, before) => {
        const { answer, certain, puzzle } = state;
        if (answer === before.answer && certain === before.certain && puzzle === before.puzzle) {
            return;
        }
        body.dataset.state = answer.state;
        body.dataset.unique = answer.unique ?? "";
        body.dataset.cycles = answer.cycles ?? "";
        body.dataset.solution = answer.solutions.length ? solutionText(answer.solutions[0]) : "";
        const { values, edges } = certain && !certain.stale ? certain : {};
        body.dataset.certain = values === undefined ? "" : number(values ?? []);
        body.dataset.certainEdges = edges ? number([...edges.horizontal, ...edges.vertical]) : "";
        body.dataset.genre = puzzle.genre;
        if (answer !== before.answer && answer.state !== "idle") {
            status.textContent = WORDS[answer.state](answer);
        }
    });
}

const COUNTS = { true: "One solution.", false: "Several solutions.", null: "Solved." };

const WORDS = {
    building: () => "The board starts.",
    solving: () => "Searching.",
    solved: ({ message, unique }) => `${COUNTS[unique]} ${message}`,
    "no-solution": ({ message }) => `No solution. ${message}`,
    error: ({ message }) => `Not solved. ${message}`,
};

function solutionText(solution) {
    return solution.map((row) => (typeof row === "string" ? row : row.join(" "))).join("/");
}

/** Return how much is known in rows. */
function number(rows) {
    return rows.reduce((sum, row) => sum + [...row].filter((value) => value !== "?").length, 0);
}
