// The interactive grid: draws the state, reacts to keys and pointers, and describes the grid to screen readers.

import { element } from "../element.js";
import { COLOUR, toolOf } from "../play/tools.js";
import { followCells } from "../play/stroke.js";
import { LOOP, kindOf } from "../puzzles/puzzle.js";
import { cellAt, createPicture, pointIn } from "./grid.js";
import { chosenCells, clueInput, digitInput, digitOf, loopInput, shadeInput, sideInput } from "./input.js";
import { listenToPointers } from "./pointer.js";
import { sceneOf } from "./scene.js";
import { spokenCell, spokenGrid, titleOf } from "./spoken.js";

/**
 * The keys that move the cursor, each with the rows to move down and the columns to move to the right. The cursor never
 * leaves the grid.
 */
const MOVES = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    Home: [0, -Infinity], End: [0, Infinity], PageUp: [-Infinity, 0], PageDown: [Infinity, 0],
};

const PLAYED = { loop: loopInput, digits: digitInput, shades: shadeInput };

/** The fields of the state that the scene depends on, except those that change with the cursor. */
const SEEN = ["puzzle", "marks", "drawn", "view", "answer", "certain", "certainOn", "edited", "hint", "faults"];

/** Return the handler for keys and clicks in a view; null if nothing can be changed in the view. */
function inputOf(state) {
    const { view, puzzle } = state, kind = kindOf(puzzle);
    const played = kind === LOOP && toolOf(state) === COLOUR ? sideInput : PLAYED[kind];
    return { edit: clueInput, play: played, watch: null }[view];
}

/** Return the HTML element with the grid; `say` sends a text to screen readers. */
export function createBoardView(store, actions, say) {
    const grid = createPicture();
    const board = element("div", {
        class: "board", tabindex: "0", role: "application", "aria-roledescription": "puzzle grid", id: "board",
        onkeydown: onKey,
        onfocus: () => say(spoken(store.get())),
    }, grid.svg);
    const pointers = listenToPointers(board, begin);

    function onKey(event) {
        const state = store.get(), input = inputOf(state);
        if (pointers.isMoving()) {
            if (event.key === "Escape") {
                pointers.drop();
                event.preventDefault();
            }
            return;
        }
        const isCommand = (event.ctrlKey || event.metaKey) && !(input?.selects && digitOf(event));
        if (!input || isCommand || event.altKey) return;
        const isMove = event.key in MOVES && (!event.shiftKey || input.selects) && !digitOf(event);
        // If a key is held down, it enters a mark only once.
        if (event.repeat && !isMove || input.key(event, state, actions) || isMove && move(event, state)) {
            event.preventDefault();
            grid.svg.querySelector(".cursor").scrollIntoView({ block: "nearest", inline: "nearest" });
            say(spoken(store.get()));
        }
    }

    function move({ key, shiftKey }, state) {
        const { cursor, puzzle } = state;
        const [down, right] = MOVES[key], within = (place, count) => Math.min(Math.max(place, 0), count - 1);
        const to = [within(cursor.row + down, puzzle.rows), within(cursor.col + right, puzzle.cols)];
        shiftKey ? actions.select(withCells(chosenCells(state), [to])) : actions.moveTo(...to);
        return true;
    }

    function pointOf({ clientX, clientY }) {
        const { rows, cols } = store.get().puzzle;
        return pointIn(grid.svg, rows, cols, clientX, clientY);
    }

    function cellOf(event) {
        const { rows, cols } = store.get().puzzle;
        return cellAt(pointOf(event), rows, cols);
    }

    /** Return the handlers for a pointer that was pressed down, as pointer.js describes them. */
    function begin(event) {
        const state = store.get(), input = inputOf(state);
        const isSecond = event.button === 2 || event.ctrlKey;  // Ctrl with a click, as on Macs
        const cell = cellOf(event);
        if (!input) return null;
        if (input.selects) return cell && selectFrom(pointOf(event), isSecond || event.shiftKey || event.metaKey);
        return input.follow ? strokeFrom(pointOf(event), cell, input, isSecond) : pressOn(cell, input, {
            isSecond, isAgain: isSame(cell, state.cursor) && document.activeElement === board,
        });
    }

    /** Return the handlers for a pointer that selects cells. If `isAdded` is set, selected cells stay selected. */
    function selectFrom(start, isAdded) {
        const { puzzle, fingerDraws } = store.get(), stroke = followCells(puzzle, start);
        let before = isAdded ? chosenCells(store.get()) : [];
        const select = () => actions.select(withCells(before, stroke.places));
        return {
            isForFingers: fingerDraws,
            hold() {
                before = chosenCells(store.get());
                select();
            },
            press() {
                const [cell] = stroke.places, others = before.filter((one) => String(one) !== String(cell));
                const isRemoved = others.length && others.length < before.length;
                isRemoved ? actions.select(others) : select();
                say(spoken(store.get()));
            },
            move(events) {
                events.forEach((event) => stroke.move(pointOf(event)));
                select();
            },
            end: () => say(spoken(store.get())),
        };
    }

    function strokeFrom(start, cell, input, isSecond) {
        const { puzzle, fingerDraws } = store.get();
        const stroke = input.follow(start, puzzle);
        const marked = (places) => input.marked(places, isSecond, store.get());
        const finish = (places) => {
            choose(cell);
            actions.mark(marked(places));
            say(spoken(store.get()));
        };
        return {
            isForFingers: fingerDraws,
            hold() {
                isSecond = true;
                actions.draw(marked(input.click(start, puzzle)));
            },
            press: () => finish(input.click(start, puzzle)),
            move(events) {
                const changes = events.filter((event) => stroke.move(pointOf(event)));
                if (changes.length || !store.get().drawn) actions.draw(marked(stroke.places));
            },
            end(event) {
                stroke.release(pointOf(event));
                finish(stroke.places);
            },
            drop: () => actions.draw(null),
        };
    }

    function pressOn(cell, input, how) {
        return {
            press(event) {
                if (cell && isSame(cell, cellOf(event))) {
                    choose(cell);
                    input.press?.(cell, how, store.get(), actions);
                    say(spoken(store.get()));
                }
            },
        };
    }

    function choose(cell) {
        if (cell) actions.moveTo(cell.row, cell.col);
    }

    store.subscribe((state, before) => {
        if (before.drawn && !state.drawn || changed(state, before, ["puzzle", "view"])) pointers.drop();
        if (changed(state, before, [...SEEN, "cursor", "selected"])) grid.draw(sceneOf(state));
        if (changed(state, before, SEEN)) board.setAttribute("aria-label", spokenGrid(state));
        if (changed(state, before, ["puzzle", "view"])) {
            board.dataset.genre = state.puzzle.genre;
            board.dataset.playing = state.view === "play" ? kindOf(state.puzzle) : "";
        }
        board.classList.toggle("finger-draws", state.view === "play" && state.fingerDraws);
        board.classList.toggle("is-stale", Boolean(state.certain?.stale));
        if (state.travel && state.travel !== before.travel) {
            const isSameGrid = titleOf(state.puzzle) === titleOf(before.puzzle);
            say(`${state.travel.words}: ${isSameGrid ? spoken(state) : titleOf(state.puzzle)}`);
        }
    });
    return board;
}

function spoken(state) {
    return spokenCell(state, sceneOf(state), inputOf(state)?.spoken?.(state));
}

/** Return the cells and the added cells, each once; the last added cell comes last. */
function withCells(cells, added) {
    const keys = new Set(added.map(String));
    return [...cells.filter((cell) => !keys.has(String(cell))), ...added];
}

function isSame(cell, other) {
    return cell?.row === other?.row && cell?.col === other?.col;
}

function changed(now, before, fields) {
    return fields.some((field) => now[field] !== before[field]);
}
