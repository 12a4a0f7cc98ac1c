// The panel in which a person starts a search and sees its result.

import { button, element, icon, panel, replace, showFigures } from "../element.js";
import { DIGITS, LOOP, kindOf } from "../puzzles/puzzle.js";
import { answerTitle, duration, grouped, searchText, sentence } from "../words.js";
import { createWaiting } from "./panels.js";

export function createSolvePanel(store, solver) {
    const solve = button("main grow", { id: "solve", onclick: solver.solve }, "Solve");
    const cancel = button("grow", { id: "cancel", onclick: solver.cancel }, "Cancel");
    const meter = element("div", { class: "meter" });
    const progress = element("p", { id: "progress" });
    const verdict = element("div", { class: "verdict", id: "verdict" });
    const figures = element("dl", { class: "figures", id: "figures" });
    const legend = element("p", { class: "legend" });
    const certain = element("input", {
        type: "checkbox", id: "certain-on", onchange: () => solver.setCertain(certain.checked),
    });
    const surely = element("p", { id: "certain" });

    store.subscribe((state, before) => {
        const { answer, task, puzzle } = state;
        const busy = task?.kind === "solve";
        meter.hidden = progress.hidden = !busy;
        const refusal = solver.refusal(puzzle);
        solve.disabled = Boolean(refusal);
        busy ? replace(solve, cancel) : replace(cancel, solve);
        progress.textContent = busy ? progressText(state) : "";
        certain.checked = state.certainOn;
        certain.disabled = Boolean(refusal);
        surely.textContent = refusal ?? certainText(state);
        surely.hidden = !surely.textContent;
        if (answer !== before.answer) {
            showVerdict(verdict, answer);
            showFigures(figures, figuresOf(answer));
            legend.replaceChildren(...legendOf(answer, puzzle));
            legend.hidden = answer.solutions.length < 2;
        }
    });
    return panel("solve", "Solve", "spoken", element("div", { class: "row" }, solve, cancel),
        meter, progress, verdict, legend, figures,
        element("label", { class: "check" }, certain, element("span", {}, "While editing, show what is certain")),
        surely, createWaiting(store, solver, "edit"));
}

function progressText({ answer, task }) {
    if (answer.state === "building") return "The simulated board starts …";
    return searchText(task.progress);
}

function certainText({ puzzle, certain, certainOn, edited, answer }) {
    if (!certainOn || !edited || !certain || certain.stale || answer.solutions.length) return "";
    const { values, cells } = certain, all = puzzle.rows * puzzle.cols;
    if (!values) return "With these clues, there is no solution.";
    if (cells === all) return "There is one solution.";
    const known = values.filter(Boolean).length;
    if (!known && !cells) return "Nothing is certain yet.";
    const edges = kindOf(puzzle) === LOOP ? `${grouped(known)} of ${grouped(values.length)} edges and ` : "";
    return `${edges}${grouped(cells)} of ${grouped(all)} cells are certain.`;
}

function showVerdict(verdict, answer) {
    const { state, message, unique } = answer, title = answerTitle(answer);
    verdict.dataset.state = state;
    verdict.dataset.unique = unique;
    verdict.hidden = !message;
    const good = state === "solved" && unique !== false ? icon("tick") : null;
    const heading = title ? [element("strong", {}, good, title)] : [];
    verdict.replaceChildren(...heading, element("span", {}, sentence(message)));
}

function figuresOf({ cycles, clock, counters, engine }) {
    return cycles === null ? [] : [
        ["Clock cycles", grouped(cycles)],
        [`On a board at ${grouped(clock / 1e6)} MHz`, duration(cycles / clock)],
        ...(counters?.nodes ? [["Nodes of the search", grouped(counters.nodes)]] : []),
        ...(engine ? [["Engine", engine]] : []),
    ];
}

function legendOf({ solutions }, puzzle) {
    if (solutions.length < 2) return [];
    const kind = kindOf(puzzle);
    if (kind === DIGITS) {
        return [element("span", {}, element("b", { class: "first" }, "first"), " / ",
            element("b", { class: "second" }, "second"), " solution")];
    }
    const [what, sign] = kind === LOOP ? ["line", ""] : ["shaded", " dot"];
    return ["first", "second"].map((look) =>
        element("span", {}, element("i", { class: look + sign }), `${what} in the ${look} only`));
}
