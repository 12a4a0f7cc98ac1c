// The bar, which has the tools and the tabs for the views; and the notes, which appear at the bottom of the window.

import { button, element, icon } from "../element.js";
import { toggleTheme } from "../storage.js";

/** The views in the order of their tabs, each with its title. */
export const VIEWS = [["play", "Play"], ["watch", "Watch"], ["edit", "Puzzle"]];

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
            // After a click on a tab, keys move the cursor in the grid instead of switching the view.
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

// Tools

/** Add the tools: buttons that open dialogs, and a button that switches between the light and the dark theme. */
export function mountTools(tools, { open, another, share }) {
    tools.append(
        tool("tool-open", "open", "Open", "Open a puzzle", open.show),
        tool("tool-make", "make", "New", "New puzzle", another.show),
        tool("tool-share", "share", "Share", "Share the puzzle", share.show),
        tool("theme", "theme", "", "Light or dark theme", toggleTheme),
    );
}

function tool(id, shape, text, title, onclick) {
    return button(`quiet${text ? "" : " only-icon"}`, { id, title, "aria-label": title, onclick },
        icon(shape), text ? element("span", { class: "text" }, text) : null);
}

// Notes

/**
 * The number of characters that a slow reader reads in a second, and the number of seconds until a person notices a
 * note.
 */
const CHARACTERS = 15, LOOKING = 2;

/** Show the notes of the state, except quiet notes, which only screen readers get. */
export function mountToast(store) {
    const toast = element("p", { class: "toast", hidden: true });
    let timer = 0;
    document.querySelector("main").append(toast);
    store.subscribe(({ note }, before) => {
        if (note && note !== before.note) {
            toast.textContent = note.text;
            toast.hidden = Boolean(note.quiet);
            clearTimeout(timer);
            timer = setTimeout(() => (toast.hidden = true), 1000 * (LOOKING + note.text.length / CHARACTERS));
        }
    });
}
