// The channel to a simulated board, which runs in a worker.

/** Start a simulated board from the address of its module; return its channel when it runs. */
export function openSimulated(module) {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    const channel = {
        onbytes() {},
        onclose() {},
        send(bytes) {
            worker.postMessage(bytes);
        },
        /** Let the board stand still until something is sent: nobody waits for more of it. */
        rest() {
            worker.postMessage({ rest: true });
        },
        close() {
            worker.terminate();
        },
    };
    return new Promise((resolve, reject) => {
        worker.onerror = (event) => {
            const words = `the simulated board has stopped (${event.message ?? "its program did not load"})`;
            reject(new Error(words));
            channel.onclose(words);
        };
        worker.onmessage = ({ data }) => {
            if (data.ready) {
                resolve(channel);
            } else if (data.failed) {
                worker.terminate();
                reject(new Error(`the simulated board did not start (${data.failed})`));
            } else {
                channel.onbytes(data);
            }
        };
        worker.postMessage({ module: new URL(module, document.baseURI).href });
    });
}
