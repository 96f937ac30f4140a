"""The diagrams of docs/pictures: boxes with words, and arrows. `python tools/diagrams.py` draws them anew."""

from html import escape
from pathlib import Path

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
INK, BLUE, PALE, ORANGE, SAND, GREY = "#222222", "#1f4e79", "#e8f0f8", "#d9772b", "#f6e3d4", "#777777"
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
)


class Diagram:
    """A white sheet, and the parts that were drawn on it."""

    def __init__(self, width, height, title):
        font = 'font-family="DejaVu Sans, Verdana, sans-serif" font-size="13"'
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font} fill="{INK}">',
            f"<title>{escape(title)}</title>",
            TIP,
            f'<rect width="{width}" height="{height}" fill="white"/>',
        ]

    def text(self, x, y, words, anchor="middle", size=13, color=INK, weight="normal"):
        look = f'text-anchor="{anchor}" font-size="{size}" fill="{color}" font-weight="{weight}"'
        self.parts.append(f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>')

    def box(self, x, y, width, height, head, *lines, fill=PALE, stroke=BLUE):
        """Draws a box; the first line of its text is bold."""
        look = f'rx="6" fill="{fill}" stroke="{stroke}" stroke-width="1.3"'
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}/>')
        top = y + height / 2 - len(lines) * 8.5 + 5
        self.text(x + width / 2, top, head, weight="bold")
        for number, line in enumerate(lines, 1):
            self.text(x + width / 2, top + 17 * number, line, size=12)

    def bar(self, x, y, width, height, words, fill, stroke="none"):
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{stroke}"/>')
        self.text(x + width / 2, y + height / 2 + 4, words, size=11.5)

    def arrow(self, x1, y1, x2, y2, words="", at=(0, -6), anchor="middle", dashed=False):
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        look = f'stroke="{INK}" stroke-width="1.4"{dash} marker-end="url(#tip)"'
        self.parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {look}/>')
        if words:
            place = (x1 + x2) / 2 + at[0], (y1 + y2) / 2 + at[1]
            self.text(*place, words, size=11.5, color="#444444", anchor=anchor)

    def rule(self, x1, x2, y, color=GREY, dashed=True):
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<line x1="{x1}" y1="{y}" x2="{x2}" y2="{y}" stroke="{color}" stroke-width="1.4"{dash}/>')

    def write(self, name):
        (PICTURES / name).write_text("\n".join([*self.parts, "</svg>"]) + "\n", encoding="utf-8")


def house():
    """Programs, the Python package, the C library and libtorch."""
    to = Diagram(760, 480, "The house: programs, the Python package, the bindings, the C library, libtorch")
    to.box(20, 20, 330, 56, "your program", "import pytorch_c as torch", fill="white")
    to.box(370, 20, 180, 56, "a program for torch", "python -m pytorch_c.run", fill="white")
    to.box(570, 20, 170, 56, "other languages", "C++, Rust, Go, Java, …", fill="white")
    to.box(
        20,
        116,
        530,
        112,
        "the package pytorch_c",
        "Tensor, nn, optim, data, autograd, jit, distributed, vision",
        "modules of torch's own Python, borrowed as they are",
        "memory: finalizers, gc(), scopes, automatic collections",
    )
    to.box(20, 256, 530, 52, "the C extension", "a function for each operator; the GIL is free while it runs")
    to.box(570, 116, 170, 192, "the bindings", "generated from", "pytorch_c.json,", "a few files by hand")
    says = "a function for each operator, errors as strings, counts of handles and bytes"
    to.box(20, 344, 720, 52, "the C library: ptc_…", says, fill="#d5e3f1")
    to.box(20, 432, 720, 36, "libtorch, unchanged: operators, autograd, TorchScript, c10d", fill=SAND, stroke=ORANGE)
    for x, y, end in (
        (185, 76, 114),
        (460, 76, 114),
        (655, 76, 114),
        (285, 228, 254),
        (285, 308, 342),
        (655, 308, 342),
        (380, 396, 430),
    ):
        to.arrow(x, y, x, end)
    to.write("house.svg")


def handle():
    """The life of a handle."""
    to = Diagram(760, 400, "The life of a handle: who holds it, and what goes when")
    for y, words, color in ((28, "Python", BLUE), (196, "C", BLUE), (332, "libtorch", ORANGE)):
        to.text(20, y, words, anchor="start", weight="bold", color=color)
    to.rule(20, 740, 166)
    to.rule(20, 740, 302)
    to.box(40, 60, 120, 64, "Tensor", "what you hold")
    to.box(270, 60, 150, 64, "handle object", "of the C extension")
    to.box(530, 60, 200, 64, "calls that run,", "NumPy arrays over it", fill="white")
    to.arrow(160, 92, 268, 92, "holds")
    to.arrow(530, 92, 422, 92, "hold")
    to.box(270, 206, 150, 64, "ptc_tensor", "counted: live, bytes")
    to.arrow(345, 124, 345, 204, "owns", at=(8, -12), anchor="start")
    to.box(40, 206, 170, 64, "finalizer", "the end of the handle, in C", fill="white")
    to.arrow(280, 126, 125, 204, "when nobody holds it", at=(-14, -14), anchor="end", dashed=True)
    to.arrow(210, 238, 268, 238, "closes")
    to.box(270, 326, 150, 56, "at::Tensor", fill=SAND, stroke=ORANGE)
    to.arrow(345, 270, 345, 324)
    to.box(500, 326, 230, 56, "storage: the numbers", "also of views, graph, gradients", fill=SAND, stroke=ORANGE)
    to.arrow(420, 354, 498, 354)
    steps = (
        "1. the last reference goes, then the handle object",
        "2. its end calls ptc_tensor_close, in C",
        "3. close() lets go of the handle object at once",
        "4. the storage goes with the last of its tensors",
    )
    for number, words in enumerate(steps):
        to.text(446, 208 + 20 * number, words, anchor="start", size=11.5)
    to.write("handle.svg")


def gc():
    """gc() in a loop."""
    to = Diagram(760, 300, "gc() in a train loop: mark and freeze, collect in each iteration, unfreeze")
    places = (90, 290, 490, 690)
    calls = (
        ("gc()", "marks the thread", "freezes what exists"),
        ("gc()", "collects", "counts survivors"),
        ("gc()", "collects", "counts survivors"),
        ("finish_gc()", "collects", "unfreezes"),
    )
    to.rule(30, 730, 190, color=INK, dashed=False)
    for x, (name, *does) in zip(places, calls):
        to.text(x, 50, name, weight="bold", color=BLUE)
        for number, words in enumerate(does):
            to.text(x, 72 + 17 * number, words, size=12)
        to.arrow(x, 98, x, 182)
        to.parts.append(f'<circle cx="{x}" cy="190" r="5" fill="{BLUE}"/>')
    to.bar(30, 206, 660, 34, "older objects: frozen from the first call on, no collection looks at them", "#eeeeee")
    for number, (left, right) in enumerate(zip(places, places[1:]), 1):
        to.text((left + right) / 2, 180, f"iteration {number}", size=12)
        to.bar(left + 4, 246, right - left - 8, 34, "made here: collected at its end", PALE, BLUE)
    to.write("gc.svg")


if __name__ == "__main__":
    house()
    handle()
    gc()
