// The show of the machine: the engine's work on the grid, and the machine beside it. A step is a clock. The machine has
// two panes: its blocks and the line of C; and the waveform of chosen signals with the values of the registers.

import { fetchFile } from "../board/module.js";
import { element, setAttributes, svg } from "../element.js";
import { counted, grouped } from "../words.js";
import { createEngineShow } from "./engine_show.js";
import { Trace, nextSegment } from "./trace.js";

/** Return the show of the machine; the parameter is a film (see watch.js). */
export function createMachineShow(film) {
    const { trace, work, recording, module, name, grid } = film, engine = createEngineShow(film);
    const machine = new Trace(recording.machine);
    const last = Math.max(machine.clockOf(machine.length), trace.clockOf(trace.length));
    const panes = createMachinePanes({ trace, machine, engine: name });
    const note = element("p", {});
    let isOver = false;

    grid.closest(".sheet").after(panes.now);

    fetchFile(new URL(`../${module.firmware}`, import.meta.url).href, "json").then((firmware) => {
        if (!isOver) panes.use(firmware);
    }, (error) => (note.textContent = `The lines of the firmware are missing: ${error.message}.`));

    return {
        ...engine,
        last: () => last,
        speed: 5,
        speedText: (speed) => `${counted(speed, "clock")} a second`,
        phase: (at, way) => nextSegment(work.segments, "begin", at, way, last),
        title: (at) => `Clock ${grouped(at)}`,
        clockOf: (at) => at,
        at: (wanted) => wanted,
        show(at, since) {
            const picture = engine.show(engine.at(at), since === undefined ? undefined : engine.at(since));
            panes.show(at);
            return { words: picture.words, figures: [] };
        },
        about: () => [...panes.signals, note],
        remove() {
            isOver = true;
            engine.remove();
            panes.now.remove();
        },
    };
}

/** The number of clocks in the waveform, and how many of them are before the current clock. */
const SHOWN = 48, BEFORE = 24;

/** The sizes of the waveform in pixels; the names are to the left of the values. */
const WIDTH = 300, NAMES = 84, STEP = (WIDTH - NAMES) / SHOWN, ROW = 20, HIGH = 4, LOW = 16;

/** The maximum number of signals in the waveform, and the signals that are in the waveform at first. */
const MOST = 8, FIRST = ["cpu.valid", "bus.data", "bus.write", "uart.tx"];

/** The titles of the blocks. */
const BLOCKS = { cpu: "CPU", engine: "Engine", bus: "Bus", uart: "UART", memory: "Memory" };

/**
 * Return the panes, {now, signals, show, use}: `now` has the blocks and the line of C, and `signals` has the waveform
 * and the registers. `show(clock)` shows a clock; `use(firmware)` adds lines of C and register names. `firmware` is the
 * content of the file that `rowloom.sim.module` describes.
 */
function createMachinePanes({ trace, machine, engine }) {
    const tracks = [machine, trace];
    const signals = tracks.flatMap((track) => [...track.items].filter(([, item]) => !item.isMemory)
        .map(([name, item]) => ({ name, item, track })));
    const machines = signals.filter(({ track, item }) => track === trace && item.name !== undefined);
    const chosen = new Set([...FIRST, ...machines.slice(0, 3).map(({ name }) => name)]);
    let firmware = null, clock = 0;

    const blocks = createBlocks(), line = element("code", { class: "machine-line" });
    const where = element("small", {}), doing = element("p", { class: "spoken" });
    const wave = svg(null, "svg", { class: "machine-wave", "aria-hidden": "true" });
    const rows = new Map(signals.map(({ name }) => [name, rowOf(name)]));
    const table = element("table", { class: "machine-table" },
        element("caption", {}, "The ticked registers are drawn above"),
        element("tbody", {}, [...rows.values()].map(({ row }) => row)));
    const now = element("section", { class: "machine-now", "aria-label": "The machine" }, blocks.root, doing,
        element("p", { class: "machine-at" }, where, line));
    const all = element("div", {
        class: "machine-all", tabindex: "0", role: "group", "aria-label": "Registers",
    }, table);

    function rowOf(name) {
        const value = element("td", {}), box = element("input", {
            type: "checkbox", id: `signal-${name}`, checked: chosen.has(name), onchange: choose,
        });
        const row = element("tr", {}, element("th", { scope: "row" },
            element("label", {}, box, name.replace(`${engine}.`, ""))), value);
        return { row, value, box };
    }

    function choose({ target }) {
        const name = target.id.replace("signal-", "");
        target.checked ? chosen.add(name) : chosen.delete(name);
        for (const [other, { box }] of rows) box.disabled = chosen.size >= MOST && !chosen.has(other);
        drawWave();
    }

    function seek(at) {
        for (const track of tracks) track.seek(track.positionAt(at));
    }

    function textOf({ item }) {
        return item.name ?? (item.width === 1 ? String(item.value) : `0x${item.digits}`);
    }

    function show(at) {
        clock = at;
        seek(Math.max(at - 1, 0));
        const before = new Map(signals.map((signal) => [signal.name, textOf(signal)]));
        seek(at);
        for (const signal of signals) {
            const { value } = rows.get(signal.name), text = textOf(signal);
            if (value.textContent !== text) value.textContent = text;
            value.classList.toggle("new", text !== before.get(signal.name));
        }
        showActivity(activity());
        showLine();
        drawWave();
    }

    /** Return the words for each active block; a block without words is idle. */
    function activity() {
        const value = (name) => machine.items.get(name).value, state = (name) => machine.items.get(name).name;
        const isData = value("bus.data") === 1, address = 4 * value("bus.address");
        const search = machines.find(({ item }) => item.name !== "IDLE");
        const sends = state("uart.transmitter") !== "IDLE", receives = state("uart.receiver") !== "IDLE";
        const isMemory = value("bus.fetch") === 1 || isData && address < REGISTERS;
        const what = firmware ? registerAt(firmware, address) : "data";
        return {
            cpu: isData ? "waits for the bus" : value("cpu.valid") ? "runs" : "",
            engine: search ? `${search.name.replace(`${engine}.`, "")}: ${search.item.name}` : "",
            bus: isData ? `${value("bus.write") ? "writes" : "reads"} ${what}`
                : value("bus.fetch") ? "reads instructions" : "",
            uart: [sends ? "sends" : "", receives ? "receives" : ""].filter(Boolean).join(", "),
            memory: isMemory ? "is read or written" : "",
        };
    }

    function showActivity(active) {
        blocks.show(active);
        doing.textContent = Object.entries(BLOCKS)
            .map(([name, title]) => `${title}: ${active[name] || "idle"}`).join(". ");
    }

    /** Show the line of C for the current instruction or, if the pipeline has a gap, for the last instruction. */
    function showLine() {
        let position = machine.positionAt(clock);
        machine.seek(position);
        while (!machine.items.get("cpu.valid").value && position > 0) machine.seek(--position);
        const at = firmware && lineAt(firmware, machine.items.get("cpu.instruction").word(0));
        machine.seek(machine.positionAt(clock));
        where.textContent = at ? `${at.file}:${at.line}` : "";
        line.textContent = at?.text ?? "";
    }

    function drawWave() {
        const drawn = signals.filter(({ name }) => chosen.has(name));
        const first = clock - BEFORE, values = drawn.map(() => []);
        for (let at = 0; at < SHOWN; at++) {
            seek(Math.max(first + at, 0));
            drawn.forEach((signal, row) => values[row].push(first + at < 0 ? null : textOf(signal)));
        }
        seek(clock);
        setAttributes(wave, { viewBox: `0 0 ${WIDTH} ${drawn.length * ROW}` });
        const waves = drawn.flatMap(({ name, item }, row) =>
            waveOf(name.replace(`${engine}.`, ""), item.width === 1, values[row], row * ROW));
        wave.replaceChildren(...waves,
            svg(null, "rect", { class: "machine-clock", x: NAMES + BEFORE * STEP, width: STEP, height: "100%" }));
    }

    return {
        now,
        signals: [wave, all],
        show,
        use(loaded) {
            firmware = loaded;
            show(clock);
        },
    };
}

/** The addresses at which the RAM and the registers begin, in bytes. */
const RAM = 0x0800_0000, REGISTERS = 0x1000_0000;

/** Return the source line of an instruction, {file, line, text}, or null if no line is known. */
function lineAt({ files, texts, rows }, address) {
    const [, file, line] = rows.findLast(([begin]) => begin <= address) ?? [];
    return file === undefined ? null : { file: files[file], line, text: texts[file][line] };
}

/** Return the name of the register at an address, or of the memory. */
function registerAt({ registers }, address) {
    if (address < registers[0][0]) return address < RAM ? "memory.ROM" : "memory.RAM";
    const [, unit, register] = registers.findLast(([begin]) => begin <= address);
    return `${unit}.${register}`;
}

/** Return the elements of a signal: its name, and its values as a line, or as boxes with texts. */
function waveOf(name, isBit, values, top) {
    const middle = top + (HIGH + LOW) / 2, title = svg(null, "text", { class: "machine-name", x: 0, y: middle });
    title.textContent = name;
    const path = svg(null, "path", { class: `machine-signal ${isBit ? "bit" : ""}` });
    let d = "";
    if (isBit) {
        values.forEach((value, at) => {
            const y = top + (value === "1" ? HIGH : LOW), x = NAMES + at * STEP;
            if (value !== null) d += `${d ? "L" : "M"}${x} ${y}H${x + STEP}`;
        });
        path.setAttribute("d", d);
        return [title, path];
    }
    const texts = [];
    for (let from = 0, to = 0; from < values.length; from = to) {
        while (to < values.length && values[to] === values[from]) to++;
        if (values[from] === null) continue;
        const x = NAMES + from * STEP + 0.6, end = NAMES + to * STEP - 0.6;
        d += `M${x} ${top + HIGH}H${end}V${top + LOW}H${x}Z`;
        if ((to - from) * STEP > 7 * values[from].length) {
            const text = svg(null, "text", { class: "machine-value", x: (x + end) / 2, y: middle });
            text.textContent = values[from];
            texts.push(text);
        }
    }
    path.setAttribute("d", d);
    return [title, path, ...texts];
}

/** Return the picture of the blocks: {root, show}. */
function createBlocks() {
    const made = Object.entries(BLOCKS).map(([name, title]) => {
        const text = element("span", {});
        const head = element("b", { class: "machine-title" }, title);
        return { name, text, block: element("div", { class: `machine-block ${name}` }, head, text) };
    });
    return {
        root: element("div", { class: "machine-blocks", "aria-hidden": "true" }, made.map(({ block }) => block)),
        show(active) {
            for (const { name, block, text } of made) {
                block.classList.toggle("is-active", Boolean(active[name]));
                text.textContent = active[name];
            }
        },
    };
}
