// The panel of the view Watch. The view itself is a part of the page, which is loaded when it is first shown.

import { element, panel } from "../element.js";

/** Return the panel of the view. */
export function createWatchPanel(store) {
    const root = panel("watch", "Watch", "");
    root.id = "watch";
    let part = null, attempts = 0;

    async function load() {
        root.dataset.state = "loading";
        root.querySelector(".failed")?.remove();
        // If a program has failed to load, a browser does not try the same address again.
        const attempt = `#${attempts++}`;
        const style = element("link", { rel: "stylesheet", href: new URL("watch.css", import.meta.url).href });
        try {
            const styled = new Promise((resolve, reject) => Object.assign(style, { onload: resolve, onerror: reject }));
            document.head.append(style);
            const loading = import(new URL("watch.js", import.meta.url) + attempt);
            const [{ startWatching }] = await Promise.all([loading, styled]);
            startWatching(root, store);
        } catch {
            style.remove();
            part = null;
            root.dataset.state = "failed";
            root.append(element("p", { class: "failed" }, "This view did not load. Leave it and come back to retry."));
        }
    }

    store.subscribe(({ view }) => {
        if (view === "watch") part ??= load();
    });
    return root;
}
