// Keeps the site in the browser, so that it works without a network, and offers new versions of it. Only sites that
// `rowloom web` writes have a version; `rowloom serve` always shows the newest files.

import { button, element } from "./element.js";

/** Milliseconds until a first visit stores the site. Until then, the puzzle and its board need the network. */
const PAUSE = 5_000;

export function keepOffline() {
    const { serviceWorker } = navigator;
    if (!serviceWorker || !document.querySelector("meta[name=version]")) return;
    // All tabs change to a new version at the same time, so that no tab gets files of another version than its own.
    serviceWorker.addEventListener("controllerchange", () => location.reload());
    setTimeout(register, serviceWorker.controller ? 0 : PAUSE);
}

async function register() {
    let site;
    try {
        site = await navigator.serviceWorker.register("service.js", { updateViaCache: "none" });
    } catch {
        return; // The server cannot be reached, or the browser stores nothing: the page works as it did before.
    }
    const offerNew = () => site.waiting && site.active && offer(site);
    const follow = () => site.installing?.addEventListener("statechange", offerNew);
    offerNew();
    follow();
    site.addEventListener("updatefound", follow);
    document.addEventListener("visibilitychange", () => document.hidden || site.update().catch(() => {}));
}

function offer(site) {
    document.querySelector(".update")?.remove();
    document.body.append(element("p", { class: "update", role: "status" }, "There is a new version of this page. ",
        button("main", { id: "update", onclick: () => site.waiting.postMessage("start") }, "Load it"),
        button("quiet", { onclick: ({ target }) => target.parentNode.remove() }, "Later")));
}
