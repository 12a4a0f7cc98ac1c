// Reports the state of the page: to programs in attributes of the body, and to screen readers in words.

import { LOOP, kindOf } from "./puzzles/puzzle.js";
import { answerTitle, chipText } from "./words.js";

/** Update the attributes of `body`, which docs/user/browser.md describes; describe changes in words in `status`. */
export function mountStatus(body, store, status) {
    store.subscribe((state, before) => {
        const { answer, certain, puzzle } = state;
        if (answer !== before.answer || certain !== before.certain || puzzle !== before.puzzle) {
            body.dataset.state = answer.state;
            body.dataset.unique = answer.unique ?? "";
            body.dataset.cycles = answer.cycles ?? "";
            const rows = answer.solutions[0] ?? [];
            body.dataset.solution = rows.map((row) => (typeof row === "string" ? row : row.join(" "))).join("/");
            const { values, cells = "" } = certain && !certain.stale ? certain : {};
            body.dataset.certain = cells;
            body.dataset.certainEdges = values && kindOf(puzzle) === LOOP ? values.filter(Boolean).length : "";
            body.dataset.genre = puzzle.genre;
        }
        const words = Object.keys(SPOKEN).filter((field) => state[field] !== before[field])
            .map((field) => state[field] && SPOKEN[field](state[field], state)).filter(Boolean);
        if (words.length) status.textContent = words.join(" ");
    });
}

/** For each field of the state, a function that describes a change; it returns "" if the change is not announced. */
const SPOKEN = {
    answer: (answer, { view }) => (view === "play" ? chipText(answer) : answerText(answer)),
    hint: feedback,
    faults: feedback,
    board: ({ kind, state, message }) =>
        message || (kind === "serial" && state === "ready" ? "A board at this computer is connected." : ""),
    making: () => "Making a puzzle.",
    note: ({ text, spoken }) => spoken ?? text,
};

function answerText(answer) {
    const title = answerTitle(answer);
    if (title) return `${title}. ${answer.message}`;
    return { building: "The board starts.", solving: "Searching." }[answer.state] ?? answer.message;
}

function feedback({ title, text, trial }) {
    return [[title, text].filter(Boolean).join(". "), ...trial?.steps ?? []].join(" ");
}
