// The panels in which a person chooses genre and size, and connects a board; the panel of the view Watch; and the
// message of a search, which panels share.

import { button, element, icon, optionOf, panel, replace, select, showFigures } from "../element.js";
import { GENRES, genreOf } from "../puzzles/genres.js";
import { grouped, searchText } from "../words.js";

// The genre and size of a puzzle

/** The sizes of Sudokus that the panel offers; larger Sudokus can be opened. */
const SIDES = [4, 9, 16, 25];

/**
 * The largest number of rows or columns that the panel offers; a grid of this size fits into a window. Larger grids can
 * be opened.
 */
const MOST = 64;

export function createPuzzlePanel(store, actions) {
    const titles = Object.entries(GENRES).map(([name, { title }]) => [name, title]);
    const genre = select("genre", titles, () => actions.setGenre(genre.value), "grow");
    const rows = numberField("rows"), cols = numberField("cols");
    const side = select("side", [], () => resize(side.value, side.value));
    const label = (field, text, look = "label") => [element("label", { class: look, for: field.id }, text), field];
    const free = element("div", { class: "row" }, label(rows, "Rows"), label(cols, "Columns"));
    const square = element("div", { class: "row" }, label(side, "Size"));
    const rules = element("p", {});

    function numberField(id) {
        return element("input", {
            class: "field number", type: "number", id, min: "1", inputmode: "numeric",
            onchange: () => resize(rows.value, cols.value),
        });
    }

    function resize(rowsText, colsText) {
        const { puzzle } = store.get();
        const within = (text, now) => Math.min(Math.max(Math.trunc(Number(text)) || now, 1), MOST);
        const wanted = [within(rowsText, puzzle.rows), within(colsText, puzzle.cols)];
        if (!genreOf(puzzle).wrongSize(...wanted)) actions.resize(...wanted);
        show(store.get());
    }

    function show({ puzzle }) {
        const isSudoku = puzzle.genre === "sudoku";
        genre.value = puzzle.genre;
        rows.value = puzzle.rows;
        cols.value = puzzle.cols;
        free.hidden = isSudoku;
        square.hidden = !isSudoku;
        if (isSudoku) {
            const sizes = [...new Set([...SIDES, puzzle.rows])].sort((one, other) => one - other);
            side.replaceChildren(...sizes.map((size) => optionOf([size, `${size}×${size}`])));
            side.value = puzzle.rows;
        }
        rules.textContent = genreOf(puzzle).rules;
    }

    store.subscribe((state, before) => {
        if (state.puzzle !== before.puzzle) show(state);
    });
    const choice = element("div", { class: "row" }, label(genre, "Genre", "spoken"));
    return panel("puzzle", "Puzzle", "", choice, free, square, rules);
}

// The board that solves: the simulated board in this page, or a real board

export function createBoardPanel(store, boards) {
    const dot = element("span", { class: "dot-state" });
    const name = element("strong", {});
    const facts = element("dl", { class: "figures", id: "board-facts" });
    const message = element("p", { id: "board-message" });
    const connect = button("grow", { id: "connect", disabled: !boards.hasSerial, onclick: boards.connect },
        icon("plug"), "Connect a board");
    const disconnect = button("grow", { id: "disconnect", onclick: boards.disconnect }, "Disconnect");

    store.subscribe(({ board }, before) => {
        if (board === before.board) return;
        const real = board.kind === "serial" && board.state !== "lost";
        dot.dataset.board = board.state;
        name.textContent = real ? "A board at this computer" : "Simulated board";
        message.textContent = board.message || (real ? "" : "This page simulates the chip, clock by clock.");
        message.hidden = !message.textContent;
        message.classList.toggle("fault", board.state === "lost");
        showFigures(facts, board.identity ? factsOf(board.identity) : []);
        real ? replace(connect, disconnect) : replace(disconnect, connect);
    });
    return panel("board", [dot, name], "row", message, facts, element("div", { class: "row" }, connect, disconnect),
        boards.hasSerial ? null : element("p", { class: "label", id: "no-serial" }, isSecureContext
                ? "This browser has no Web Serial and cannot connect a board. Use Chrome, Edge, Opera, or"
                    + " Firefox 151 or newer, on a computer."
                : "A browser only connects to a board from a page at https:// or on this computer."));
}

function factsOf({ build, clock, socs, engines }) {
    return [
        ["Build", build], ["Clock", `${grouped(clock / 1e6)} MHz`], ...(socs > 1 ? [["SoCs", socs]] : []),
        ...engines.map(({ genre, name, size }) => [`${GENRES[genre]?.title ?? genre}, ${name}`, size]),
    ];
}

// The view Watch

/** Return the panel of Watch. The view itself is a part of the page, which is loaded when it is first shown. */
export function createWatchPanel(store) {
    const root = panel("watch", "Watch", "");
    root.id = "watch";
    let part = null, attempts = 0;

    async function load() {
        root.dataset.state = "loading";
        root.querySelector(".failed")?.remove();
        // If a program has failed to load, a browser does not try the same address again.
        const attempt = `#${attempts++}`;
        const style = element("link", { rel: "stylesheet", href: new URL("../watch/watch.css", import.meta.url).href });
        try {
            const styled = new Promise((resolve, reject) => Object.assign(style, { onload: resolve, onerror: reject }));
            document.head.append(style);
            const loading = import(new URL("../watch/watch.js", import.meta.url) + attempt);
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

// The message that a board is looking for what all solutions have in common

/** Milliseconds until the message appears; most searches are shorter. */
const PATIENCE = 600;

/** Return the element with the message for one view, which has a button to cancel the search. */
export function createWaiting(store, solver, view) {
    const words = element("p", { role: "status" }), progress = element("p", { class: "wide" });
    const sign = element("div", { class: "waiting", hidden: true }, words,
        button("", { "data-stops": view, onclick: solver.cancel }, "Cancel"),
        element("div", { class: "meter" }), progress);
    let timer = 0;

    function show() {
        sign.hidden = false;
        words.textContent = "Looking for what all solutions have in common …";
    }

    store.subscribe((state, before) => {
        const [isWaiting, wasWaiting] = [state, before].map((one) => one.task?.kind === "certain" && one.view === view);
        progress.textContent = isWaiting ? searchText(state.task.progress) : "";
        if (isWaiting === wasWaiting) return;
        clearTimeout(timer);
        if (isWaiting) {
            timer = setTimeout(show, PATIENCE);
        } else {
            sign.hidden = true;
            words.textContent = "";
        }
    });
    return sign;
}
