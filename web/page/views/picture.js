// Makes a picture of the grid, as it is shown, in the PNG format.

/** The styles that the picture takes from the page. */
const STYLES = [
    "display", "opacity", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
];

/** The longer side of a picture in pixels. */
const SIDE = 1600;

/** Return a promise of a blob with the picture of an SVG element; `ground` is the colour of the background. */
export async function pictureOf(svg, ground) {
    const { width, height } = svg.viewBox.baseVal, scale = SIDE / Math.max(width, height);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height].map((side) => Math.round(side * scale));
    const image = new Image(canvas.width, canvas.height);
    const address = URL.createObjectURL(new Blob([sourceOf(svg, canvas)], { type: "image/svg+xml" }));
    try {
        image.src = address;
        await image.decode();
    } finally {
        URL.revokeObjectURL(address);
    }
    const context = canvas.getContext("2d");
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Return the source of an SVG element of this size, with all its styles. */
function sourceOf(svg, { width, height }) {
    const copy = svg.cloneNode(true), copies = copy.querySelectorAll("*");
    svg.classList.add("whole");
    for (const [at, element] of svg.querySelectorAll("*").entries()) {
        const computed = getComputedStyle(element);
        copies[at].setAttribute("style", STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"));
    }
    svg.classList.remove("whole");
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    return new XMLSerializer().serializeToString(copy);
}
