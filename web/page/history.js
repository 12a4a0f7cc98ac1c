// Undo and redo. Each acts on what is shown: where marks are not, on the puzzle alone.

const MOST_UNDONE = 500;

/**
 * Return the history after a change, as {past, future}: lists of {puzzle, marks, cursor, number} with the next step last.
 * Where marks are not shown, `number` steps are redone together.
 *
 * `steps` are those of earlier work on the puzzle that the change opens.
 */
export function remembered({ past, puzzle, marks, cursor }, steps = []) {
    return { past: [...past, { puzzle, marks, cursor, number: 1 }, ...steps].slice(-MOST_UNDONE), future: [] };
}

/** Return whether undo, from "past", or redo, from "future", has something to do. */
export function canTravel(state, from) {
    return nextStep(state, from) !== -1;
}

/** Undo from "past" to "future", or redo: return {puzzle, marks, cursor, past, future}, or null if there is no step. */
export function travelled(state, from, to) {
    const steps = state[from], next = nextStep(state, from);
    if (next === -1) {
        return null;
    }
    const { puzzle, marks, cursor } = steps[next];
    if (marks === (steps[next + 1] ?? state).marks) {
        // The step changes clues alone: marks that were made after it stay, as if they had been made before it.
        return {
            puzzle, marks: state.marks, cursor,
            [from]: [...steps.slice(0, next), ...steps.slice(next + 1).map((step) => ({ ...step, puzzle }))],
            [to]: [...state[to], { puzzle: state.puzzle, marks: state.marks, cursor, number: 1 }],
        };
    }
    // The step back comes with the marks that went with the puzzle.
    const together = Math.min(steps.at(-1).number, steps.length);
    const number = state.view === "play" ? 1 : Math.max(steps.length - next, together);
    const left = [...steps], done = [...state[to]];
    let now = state;
    for (let count = 1; count <= number; count++) {
        const step = left.pop();
        done.push({ puzzle: now.puzzle, marks: now.marks, cursor: step.cursor, number: count });
        now = step;
    }
    return { puzzle: now.puzzle, marks: now.marks, cursor: now.cursor, [from]: left, [to]: done };
}

/** Return the place of the next step that changes what is shown, or -1. */
function nextStep(state, from) {
    const steps = state[from];
    return state.view === "play"
        ? steps.length - 1
        : steps.findLastIndex(({ puzzle }, at) => puzzle !== (steps[at + 1] ?? state).puzzle);
}
