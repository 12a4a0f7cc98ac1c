// The panel of the board that solves: the simulated one in this page, or a real one.

import { element, icon, replace } from "../element.js";
import { GENRES } from "../genres.js";
import { grouped } from "../words.js";

/** Return the panel. */
export function createBoardPanel(store, boards) {
    const dot = element("span", { class: "dot-state" });
    const name = element("strong", {});
    const facts = element("dl", { class: "figures", id: "board-facts" });
    const message = element("p", { id: "board-message" });
    const connect = element("button", {
        class: "button grow", type: "button", id: "connect", disabled: !boards.hasSerial, onclick: boards.connect,
    }, icon("plug"), "Connect a board");
    const disconnect = element("button", {
        class: "button grow", type: "button", id: "disconnect", onclick: boards.disconnect,
    }, "Disconnect");

    store.subscribe(({ board }, before) => {
        if (board === before.board) {
            return;
        }
        const real = board.kind === "serial" && board.state !== "lost";
        dot.dataset.board = board.state;
        name.textContent = real ? "A board at this computer" : "Simulated board";
        message.textContent = board.message || (real ? "" : "The gateware, clock by clock, in this page.");
        message.hidden = !message.textContent;
        message.classList.toggle("fault", board.state === "lost");
        facts.replaceChildren(...factsOf(board.identity));
        facts.hidden = !board.identity;
        real ? replace(connect, disconnect) : replace(disconnect, connect);
    });
    return element("section", { class: "panel", "aria-labelledby": "board-heading" },
        element("h2", { id: "board-heading", class: "row" }, dot, name),
        message, facts,
        element("div", { class: "row" }, connect, disconnect),
        boards.hasSerial ? null : element("p", { class: "label", id: "no-serial" }, isSecureContext
                ? "This browser has no Web Serial, so it reaches no board. Chrome, Edge and Opera on a computer do."
                : "Browsers reach a board only from a page at https:// or on this computer."));
}

function factsOf(identity) {
    if (!identity) {
        return [];
    }
    const rows = [
        ["Build", identity.build],
        ["Clock", `${grouped(identity.clock / 1e6)} MHz`],
        ...identity.engines.map(({ genre, name, size }) => [`${GENRES[genre].title}, ${name}`, size]),
    ];
    return rows.flatMap(([what, value]) => [element("dt", {}, what), element("dd", {}, value)]);
}
