// Keeps all files of one version of the site. `rowloom web` puts two constants at the top of this program: VERSION is
// the digest of all files, and FILES lists their paths.

const PREFIX = `rowloom ${registration.scope} `, CACHE = PREFIX + VERSION;
const ADDRESSES = new Set(["", ...FILES].map((path) => new URL(path, registration.scope).href));

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("message", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(removeOthers()));
addEventListener("fetch", (event) => {
    const address = event.request.url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/");
    if (event.request.method === "GET" && ADDRESSES.has(address)) event.respondWith(stored(address, event.request));
});

async function store() {
    const cache = await caches.open(CACHE);
    await Promise.all([...ADDRESSES].map(async (address) => {
        const answer = await fetch(address, { cache: "no-cache" });
        // While a new version is uploaded to the server, the page and its files may be of different versions. The next
        // visit tries again.
        const isPage = address === registration.scope;
        const isRight = answer.ok && (!isPage || (await answer.clone().text()).includes(VERSION));
        if (!isRight) throw new Error(`${address} is not of version ${VERSION}`);
        await cache.put(address, answer);
    }));
}

async function removeOthers() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(names.map((name) => caches.delete(name)));
}

async function stored(address, request) {
    return await (await caches.open(CACHE)).match(address) ?? fetch(request);
}
