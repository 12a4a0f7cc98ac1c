// The channel to a simulated board, which runs in a worker.

import { startWorker } from "./workers.js";

/** Start a simulated board from the address of its module; return its channel when it runs. */
export function openSimulated(module) {
    return new Promise((resolve, reject) => {
        const worker = startWorker(new URL("worker.js", import.meta.url), {
            onmessage(data) {
                if (data.ready) {
                    resolve(channel);
                } else if (data.failed) {
                    worker.stop();
                    reject(new Error(`the simulated board did not start: ${data.failed}`));
                } else {
                    channel.onbytes(data);
                }
            },
            onend(why) {
                const words = `the simulated board has stopped (${why}); the next search starts another`;
                reject(new Error(words));
                channel.onclose(words);
            },
        });
        const channel = {
            onbytes() {},
            onclose() {},
            send: worker.post,
            /** Let the board stand still until something is sent: nobody waits for more of it. */
            rest() {
                worker.post({ rest: true });
            },
            close() {
                worker.stop();
                channel.onclose();
            },
        };
        worker.post({ module: new URL(module, document.baseURI).href });
    });
}
