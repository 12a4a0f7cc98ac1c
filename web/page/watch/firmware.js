// Finds the line of C for the address of an instruction, and the register at an address on the bus.

export class Firmware {
    #files;
    #texts;
    #rows;
    #registers;

    /** The parameter is the content of the file that `rowloom.sim.module` describes. */
    constructor({ files, texts, rows, registers }) {
        [this.#files, this.#texts, this.#rows, this.#registers] = [files, texts, rows, registers];
    }

    /** Return the source line of an instruction, {file, line, text}; null if there is none. */
    lineAt(address) {
        const row = lastUpTo(this.#rows, address);
        if (!row) return null;
        const [, file, line] = row;
        return { file: this.#files[file], line, text: this.#texts[file][line] };
    }

    /** Return the unit and the register at an address, or the memory: {unit, register}. */
    placeOf(address) {
        if (address < this.#registers[0][0]) return { unit: "memory", register: address < RAM ? "ROM" : "RAM" };
        const [, unit, register] = lastUpTo(this.#registers, address);
        return { unit, register };
    }
}

const RAM = 0x0800_0000;

/** Return the last row whose first member is not above an address, or null; the rows are sorted by this member. */
function lastUpTo(rows, address) {
    return rows[rows.findLastIndex(([begin]) => begin <= address)] ?? null;
}
