// A note at the foot of the window, for some seconds.

import { element } from "../element.js";

/** Letters that are read in a second, by those who read slowly; and seconds until a person looks. */
const LETTERS = 15, LOOKING = 2;

/** Show the state's notes, but quiet ones, which are for screen readers only. */
export function mountToast(store) {
    const toast = element("p", { class: "toast", hidden: true });
    let timer = 0;
    document.body.append(toast);
    store.subscribe(({ note }, before) => {
        if (note && note !== before.note) {
            toast.textContent = note.text;
            toast.hidden = Boolean(note.quiet);
            clearTimeout(timer);
            timer = setTimeout(() => (toast.hidden = true), 1000 * (LOOKING + note.text.length / LETTERS));
        }
    });
}
