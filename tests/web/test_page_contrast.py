"""The contrast of the grid and the time line in both themes, computed in a browser from the page's styles."""

import pytest

SHEET = "var(--sheet)"
COLOURS = "red", "yellow", "green", "cyan", "blue", "purple", "inside", "outside"
FILLS = (
    "shaded", "certain", "mine", "hint", "reason", "fault", "seen", "same",
    *(f"coloured.{colour}" for colour in COLOURS),
)
"""The styles that fill a whole cell. A clue may be drawn on top of each of these fills."""

GRAPHICS = [
    # Each case is an element of the grid, the property with the element's colour, and the background. Here, a>b is an
    # element b inside an element a, and a~b is an element b after an element a.
    *[(f"path.{look}", "stroke", SHEET) for look in (
        "corners", "thin", "thick",
        "line.found", "line.both", "line.first", "line.second", "line.certain", "line.mine", "line.hint", "line.fault",
        "line.tried", "cross.certain", "cross.hint", "cross.mine", "cross.tried",
        "dot.certain", "dot.mine", "dot.first", "dot.second", "ring.hint", "ring.fault",
        "fill.hint", "fill.reason", "fill.fault", "fill.tried",
        "watch-dots", "watch-may.unshaded", "watch-may.shaded", "watch-may.trial", "watch-may.crossed",
        "watch-may.struck", "watch-clue", "watch-clue.first", "watch-clue.second", "watch-hatching.inside",
        "watch-hatching.outside", "watch-band.sweep", "watch-band.flood", "watch-line", "watch-line.trial",
        "watch-cross", "watch-cross.trial", "watch-cross.new", "watch-joined", "watch-marked", "watch-fault",
        "watch-square.wrong", "watch-square.guessed", "watch-dot", "watch-dot.crossed",
    )],
    *[(f"g.watch-shapes>path{look}", "stroke", SHEET) for look in ("", ".trial")],
    ("g.watch-crossed>path", "stroke", SHEET),
    ("path.dot.mine", "stroke", "var(--hint)"),
    ("path.line.mine", "stroke", "var(--inside)"),
    *[(f"path.fill.{look}", "fill", SHEET) for look in ("shaded", "certain", "mine")],
    ("path.fill.hint~path.fill.mine", "stroke", "var(--hint)"),
    ("path.fill.fault~path.fill.mine", "stroke", "var(--bad-wash)"),
    ("path.watch-cell.shaded", "fill", SHEET),
    *[(f"rect.time-kind.{kind}", "fill", SHEET) for kind in (
        "sweep", "join", "flood", "look", "guess", "load", "branch", "back",
    )],
    ("rect.time-kind", "fill", SHEET), ("rect.time-depth", "fill", SHEET), ("rect.time-mark", "fill", SHEET),
]  # fmt: skip

TEXTS = [
    *[(f"text.{look}", "fill", SHEET) for look in (
        "clue.given", "clue.found", "clue.both", "clue.certain", "clue.mine", "pencil", "step", "watch-digit.found",
        "watch-digit.trial", "watch-candidate", "watch-candidate.crossed",
    )],
    *[(f"text.clue.differ>tspan.{look}", "fill", "var(--accent-wash)") for look in ("first", "second")],
    *[("text.clue.given", "fill", look) for look in FILLS],
    *[("text.clue.mine", "fill", look) for look in FILLS if look not in ("shaded", "certain", "mine")],
    *[("text.pencil", "fill", look) for look in FILLS if look not in ("shaded", "certain", "mine")],
]  # fmt: skip

MEASURE = """
const NAMESPACE = "http://www.w3.org/2000/svg";
const grid = document.querySelector("#board svg");

function made(parent, description) {
    const [name, ...classes] = description.split(".");
    const element = document.createElementNS(NAMESPACE, name);
    element.setAttribute("class", classes.join(" "));
    parent.append(element);
    return element;
}

// A canvas converts a colour in any syntax to red, green and blue.
const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
function painted(colour, opacity, behind) {
    context.clearRect(0, 0, 1, 1);
    for (const [fill, alpha] of [[behind, 1], [colour, opacity]]) {
        context.globalAlpha = alpha;
        context.fillStyle = fill;
        context.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red} ${green} ${blue})`;
}

function luminance(colour) {
    const parts = colour.match(/[0-9]+/g).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function computed(colour) {
    grid.style.color = colour;
    const value = getComputedStyle(grid).color;
    grid.style.color = "";
    return value;
}

function seen(description, property, behind) {
    const group = made(grid, "g");
    let element = group;
    for (const [, relation, part] of description.matchAll(/(^|[>~])([^>~]+)/g)) {
        element = made(relation === "~" ? element.parentNode : element, part);
    }
    const style = getComputedStyle(element);
    const colour = style[property] === "none" ? behind : painted(style[property], Number(style.opacity), behind);
    group.remove();
    return colour;
}

return arguments[0].map(([description, property, behind]) => {
    const sheet = computed("var(--sheet)");
    const ground = behind.startsWith("var") ? computed(behind) : seen(`path.fill.${behind}`, "fill", sheet);
    const lights = [seen(description, property, ground), ground].map(luminance).sort((one, other) => other - one);
    return (lights[0] + 0.05) / (lights[1] + 0.05);
});
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_signs_and_texts_have_enough_contrast(page, scheme):
    page.emulate(scheme)
    page.click("#tab-watch")  # the styles of this view are loaded with it
    page.wait(lambda: page.attribute("#watch", "data-state") not in (None, "loading"))
    page.focus()  # some highlights are only shown while the grid has the focus
    page.script("for (const one of document.querySelectorAll('#board, #board *')) one.style.transition = 'none'")
    for things, least in ((GRAPHICS, 3), (TEXTS, 4.5)):
        ratios = page.script(MEASURE, things)
        faint = {f"{what} ({colour}) on {behind}": round(ratio, 2)
                 for (what, colour, behind), ratio in zip(things, ratios, strict=True) if ratio < least}
        assert faint == {}, least
