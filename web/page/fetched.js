// Files of this site that are loaded when they are wanted.

/**
 * Return what is in a file: `as` is "json" or "arrayBuffer".
 *
 * It throws an Error with plain words if the file does not come, or not as a whole.
 */
export async function fetched(address, as) {
    const name = String(address).split("/").at(-1);
    let answer;
    try {
        answer = await fetch(address);
        if (answer.ok) {
            return await answer[as]();
        }
    } catch (error) {
        throw new Error(error instanceof SyntaxError
            ? `${name} is damaged; load the page again`
            : `${name} does not come; try again when the network and the page’s server are there`, { cause: error });
    }
    throw new Error(`${name} does not come, the server says ${answer.status} ${answer.statusText}; try again later`);
}
