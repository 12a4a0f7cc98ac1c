// The panels where a puzzle is chosen, solved by hand, and a board connected.

import { button, element, icon, replace } from "../element.js";
import { GENRES, genreOf, rulesOf } from "../genres.js";
import { grouped } from "../words.js";

// Solving by hand: check, hint, begin again

/** Return the panel. */
export function createPlayPanel(store, actions, playing) {
    const check = button("grow", { id: "check", onclick: playing.check }, "Check"),
        hint = button("grow", { id: "hint", onclick: playing.hint }, "Hint");
    const rules = element("p", {});
    const told = element("div", { class: "verdict", id: "told" });
    const take = button("grow", { id: "take", onclick: playing.takeHint }, "Do it");
    store.subscribe((state) => {
        take.hidden = !state.hint;
        const what = state.hint ?? state.faults;
        told.hidden = !what;
        told.dataset.state = what?.state ?? "";
        told.replaceChildren(...(what ? [
            what.title ? element("strong", {}, what.title) : null, element("span", {}, what.text),
        ].filter(Boolean) : []));
        rules.textContent = rulesOf(state.puzzle);
    });
    return element("section", { class: "panel", "aria-labelledby": "play-heading" },
        element("h2", { id: "play-heading", class: "spoken" }, "Play"),
        element("div", { class: "row" }, check, hint), told, take, rules);
}

// The genre and size of a puzzle

/** Sudokus offered; larger ones can be opened. */
const SIDES = [4, 9, 16, 25];

/** Larger grids can be opened, too: these fit a window. */
const MOST = 64;

/** Return the panel. */
export function createPuzzlePanel(store, actions) {
    const genre = element("select", { class: "field grow", id: "genre", onchange: () => actions.setGenre(genre.value) },
        Object.entries(GENRES).map(([name, { title }]) => element("option", { value: name }, title)));
    const rows = numberField("rows"), cols = numberField("cols");
    const side = element("select", { class: "field", id: "side", onchange: () => resize(side.value, side.value) });
    const free = element("div", { class: "row" },
        element("label", { class: "label", for: "rows" }, "Rows"), rows,
        element("label", { class: "label", for: "cols" }, "Columns"), cols);
    const square = element("div", { class: "row" },
        element("label", { class: "label", for: "side" }, "Size"), side);
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
        if (!genreOf(puzzle).wrongSize(...wanted)) {
            actions.resize(...wanted);
        }
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
            side.replaceChildren(...sizes.map((size) => element("option", { value: size }, `${size}×${size}`)));
            side.value = puzzle.rows;
        }
        rules.textContent = rulesOf(puzzle);
    }

    store.subscribe((state, before) => {
        if (state.puzzle !== before.puzzle) {
            show(state);
        }
    });
    return element("section", { class: "panel", "aria-labelledby": "puzzle-heading" },
        element("h2", { id: "puzzle-heading" }, "Puzzle"),
        element("div", { class: "row" }, element("label", { class: "spoken", for: "genre" }, "Genre"), genre),
        free, square,
        rules);
}

// The board that solves: the simulated one in this page, or a real one

/** Return the panel. */
export function createBoardPanel(store, boards) {
    const dot = element("span", { class: "dot-state" });
    const name = element("strong", {});
    const facts = element("dl", { class: "figures", id: "board-facts" });
    const message = element("p", { id: "board-message" });
    const connect = button("grow", { id: "connect", disabled: !boards.hasSerial, onclick: boards.connect },
        icon("plug"), "Connect a board");
    const disconnect = button("grow", { id: "disconnect", onclick: boards.disconnect }, "Disconnect");

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
