// The tabs that choose a view.

import { element } from "../element.js";

const VIEWS = [["edit", "Puzzle"], ["play", "Play"], ["watch", "Watch"]];

/** Fill the list of tabs. */
export function mountTabs(list, store, actions) {
    const tabs = VIEWS.map(([view, title]) => element("button", {
        class: "tab", role: "tab", type: "button", id: `tab-${view}`, "data-view": view,
        "aria-controls": "panels",
        onclick: (event) => choose(view, event),
    }, title));
    list.append(...tabs);

    function choose(view, { detail }) {
        actions.setView(view);
        if (detail) {
            // A pointer chose it: then the keys are for what is seen there, not for the tabs.
            document.getElementById("board").focus({ preventScroll: true });
        }
    }

    list.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) {
            const at = VIEWS.findIndex(([view]) => view === store.get().view);
            const next = (at + step + VIEWS.length) % VIEWS.length;
            actions.setView(VIEWS[next][0]);
            tabs[next].focus();
            event.preventDefault();
        }
    });
    store.subscribe(({ view }, before) => {
        if (view !== before.view) {
            document.getElementById("panels").setAttribute("aria-labelledby", `tab-${view}`);
            for (const tab of tabs) {
                const chosen = tab.dataset.view === view;
                tab.setAttribute("aria-selected", chosen);
                tab.tabIndex = chosen ? 0 : -1;
            }
        }
    });
}
