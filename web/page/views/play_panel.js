// The panel for a person who solves a puzzle by hand: checks, hints and, in the end, the times of person and chip.

import { button, element, icon, panel } from "../element.js";
import { isRunning, spentIn } from "../play/clock.js";
import { genreOf } from "../puzzles/genres.js";
import { chipText, minutes } from "../words.js";
import { todayText, wishText } from "./new_puzzle.js";
import { createWaiting } from "./panels.js";

/** Return the panels; the second parameter has the objects that carry out the actions, and the dialogs. */
export function createPlayPanel(store, { actions, checker, solver, puzzles, clock, share, another }) {
    const check = button("grow", { id: "check", onclick: checker.check }, "Check");
    const hint = button("grow", { id: "hint", onclick: checker.hint }, "Hint");
    const rules = element("p", {});
    const feedback = element("div", { class: "verdict", id: "feedback" });
    const take = button("grow", { id: "take", onclick: checker.takeHint }, "Apply the hint");
    const finish = element("div", { class: "row", id: "finish", hidden: true },
        button("main wide", { id: "next", onclick: puzzles.another }, "Next puzzle"),
        button("grow", { id: "finish-watch", onclick: () => actions.setView("watch") }, "Watch the chip"),
        button("grow", { id: "finish-share", onclick: share.show }, icon("share"), "Share"));
    const isTimed = element("input", {
        type: "checkbox", id: "timed", onchange: () => clock.setTimed(isTimed.checked),
    });
    const time = element("b", { id: "time" });
    const wish = element("small", {});
    const today = button("grow", { id: "play-today", onclick: puzzles.today });

    function showTime() {
        const { time: now, isTimed } = store.get(), spent = spentIn(now);
        time.textContent = isTimed && spent !== null ? minutes(spent) : "";
    }

    setInterval(() => isRunning(store.get().time) && showTime(), 500);
    store.subscribe((state, before) => {
        const what = state.hint ?? state.faults, isSolved = what?.state === "solved";
        take.hidden = !state.hint;
        feedback.hidden = !what;
        feedback.dataset.state = what?.state ?? "";
        const title = isSolved ? solvedText(state) : what?.title;
        feedback.replaceChildren(
            ...(title ? [element("strong", {}, isSolved ? icon("tick") : null, title)] : []),
            element("span", {}, isSolved ? chipText(state.answer) || what.text : what?.text),
            ...(what?.trial ? [element("ol", {}, what.trial.steps.map((step) => element("li", {}, step)))] : []));
        if (isSolved === finish.hidden) {
            const hadFocus = finish.contains(document.activeElement);
            finish.hidden = !isSolved;
            if (isSolved) finish.scrollIntoView({ block: "nearest" });
            if (hadFocus) document.getElementById("board").focus({ preventScroll: true });
        }
        rules.textContent = genreOf(state.puzzle).rules;
        isTimed.checked = state.isTimed;
        if (state.time !== before.time || state.isTimed !== before.isTimed) showTime();
        if (state.wish !== before.wish) {
            wish.textContent = wishText(state.wish);
            today.textContent = todayText(state.wish);
        }
    });
    return [
        panel("play", "Play", "spoken", element("div", { class: "row" }, check, hint),
            createWaiting(store, solver, "play"), feedback, take, finish, rules,
            element("label", { class: "check" }, isTimed, element("span", {}, "Time ", time))),
        panel("new", "New puzzle", "spoken",
            element("div", { class: "row" },
                button("grow two-lines", { id: "another", onclick: puzzles.another }, "New puzzle", wish),
                button("", { id: "choose", onclick: another.show }, "Choose …")),
            element("div", { class: "row" }, today)),
    ];
}

/** Return the title for a solved puzzle, with the person's time if it is known and shown. */
function solvedText({ time, isTimed }) {
    const spent = spentIn(time);
    return isTimed && spent ? `Solved in ${minutes(spent)}` : "Solved";
}
