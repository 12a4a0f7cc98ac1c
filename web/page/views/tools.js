// The buttons at the right of the bar.

import { element, icon } from "../element.js";
import { toggleTheme } from "../theme.js";

/** Fill the place for tools with buttons that show the dialogs, and one for light or dark. */
export function mountTools(tools, { open, make, share }) {
    tools.append(
        button("tool-open", "open", "Open", "Open a puzzle", open.show),
        button("tool-make", "make", "Make", "Make a puzzle", make.show),
        button("tool-share", "share", "Share", "Share the puzzle", share.show),
        button("theme", "theme", "", "Light or dark", toggleTheme),
    );
}

function button(id, shape, text, title, onclick) {
    return element("button", {
        class: `button quiet${text ? "" : " only-icon"}`, type: "button", id, title, "aria-label": title, onclick,
    }, icon(shape), text ? element("span", { class: "text" }, text) : null);
}
