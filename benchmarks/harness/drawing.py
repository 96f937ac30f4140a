"""Pictures: SVG with text, one look for all of them, with matplotlib if it is there."""

import hashlib
import json
import re
from importlib.util import find_spec
from pathlib import Path

COLOURS = {"default": "#1f4e79", "strategy": "#6f9bc8", "torch": "#d9772b", "native": "#8c8c8c"}
INK, PALE = "#222222", "#d8d8d8"


def available():
    """Returns whether pictures can be drawn; says so if not."""
    if find_spec("matplotlib"):
        return True
    print("no picture: `pip install matplotlib` for it")
    return False


def figure(width, height, columns=1, **options):
    """A figure and its axes, in the look of the report. Axes is a list if there are several columns."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    style = {
        "svg.fonttype": "none",  # words stay words
        "svg.hashsalt": "pytorch_c",  # and a picture that is drawn again the same file
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": "#888888",
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.titlesize": 11,
        "axes.titlelocation": "left",
    }
    pyplot.rcParams.update(style)
    return pyplot.subplots(1, columns, figsize=(width, height), layout="constrained", **options)


def save(chart, path, title, subtitle=""):
    """Writes a figure under its title, small enough to keep in a repository."""
    chart.suptitle(title + (f"\n{subtitle}" if subtitle else ""), x=0.01, ha="left", fontsize=12, color=INK)
    chart.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")
    from matplotlib import pyplot

    pyplot.close(chart)


# A picture says which measurement it shows: its last line has a digest of the tables.
_SIGNATURE = re.compile(r"<!-- measurement (\w+) -->\n\Z")


def digest(content):
    """A short hash of what was measured."""
    shown = json.dumps(content["tables"], sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def sign(path, content):
    """Writes the digest into the picture."""
    text = _SIGNATURE.sub("", Path(path).read_text(encoding="utf-8"))
    content = json.loads(json.dumps(content))
    Path(path).write_text(f"{text}<!-- measurement {digest(content)} -->\n", encoding="utf-8")


def signature(path):
    """The digest in a picture, or None."""
    found = _SIGNATURE.search(Path(path).read_text(encoding="utf-8"))
    return found and found[1]


def bars(axes, rows, label, digits=2, reference=None, room=1.13, dots=None):
    """Horizontal bars, the first row on top: rows are (name, summary or None, kind).

    A line marks the reference; `room` is for the numbers; `dots` has a second value for some names, drawn as a dot.
    """
    places, dots = range(len(rows))[::-1], dots or {}
    widest = max(max(value["high"], dots.get(name, 0)) for name, value, _ in rows if value)
    for place, (name, value, kind) in zip(places, rows):
        if value is None:
            number(axes, widest * 0.015, place, "–")
            continue
        axes.barh(place, value["median"], height=0.65, color=COLOURS[kind])
        axes.plot([value["low"], value["high"]], [place, place], color=INK, linewidth=1.2, solid_capstyle="butt")
        end = value["high"]
        if name in dots:
            axes.scatter([dots[name]], [place], color="white", edgecolors=INK, s=16, zorder=5)
            end = max(end, dots[name] + widest * 0.008)
        number(axes, end + widest * 0.015, place, f"{value['median']:,.{digits}f}")
    axes.set_yticks(list(places), [name for name, _, _ in rows])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlim(0, widest * room)
    axes.set_xlabel(label)
    if reference is not None:
        axes.axvline(reference, color=COLOURS["torch"], linewidth=1, linestyle="--", zorder=0)


def number(axes, x, y, text):
    """The number at the end of a bar, readable over a line."""
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    axes.text(x, y, text, va="center", fontsize=9, color=INK, bbox=ground, zorder=4)


def by_median(rows):
    """Rows of (name, summary, kind), the smallest first."""
    return sorted(rows, key=lambda row: row[1]["median"])


def curve(axes, places, values, colour, **options):
    """A line of medians with its spread as a band."""
    axes.plot(places, [value["median"] for value in values], marker="o", markersize=4, color=colour, **options)
    axes.fill_between(
        places,
        [value["low"] for value in values],
        [value["high"] for value in values],
        color=colour,
        alpha=0.2,
        linewidth=0,
    )
