// A dialog with a heading and a button that closes it.

import { element, icon } from "../element.js";

/** Return a dialog that is closed, by its button, by Escape or by a click beside it, until `showModal` is called. */
export function createDialog(title, look, ...body) {
    const id = `dialog-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
    const dialog = element("dialog", { class: look, "aria-labelledby": id },
        element("div", { class: "dialog-head" },
            element("h2", { id }, title),
            element("button", {
                class: "button quiet only-icon", type: "button", "aria-label": "Close", onclick: () => dialog.close(),
            }, icon("close"))),
        element("div", { class: "dialog-body" }, ...body));
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) {
            dialog.close();
        }
    });
    document.body.append(dialog);
    return dialog;
}
