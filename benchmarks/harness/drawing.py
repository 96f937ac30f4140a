"""Pictures: one look for all of them, with matplotlib if it is there."""

import hashlib
import json
import zlib
from importlib.util import find_spec
from pathlib import Path

COLOURS = {"default": "#1f4e79", "strategy": "#6f9bc8", "torch": "#d9772b", "native": "#8c8c8c"}
INK, PALE = "#222222", "#d8d8d8"


def available():
    """Whether pictures can be drawn; says so if not."""
    if find_spec("matplotlib"):
        return True
    print("no picture: `pip install matplotlib` for it")
    return False


def figure(width, height, columns=1, **options):
    """A figure and its axes, in the look of the report. Axes is a list if there are several columns."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    style = {
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
    chart.savefig(path, dpi=100, metadata={"Software": None})
    from matplotlib import pyplot

    pyplot.close(chart)


# A picture says which measurement it shows: a text chunk of the PNG, before its end, has a digest of the tables.
KEYWORD = b"Measurement\0"
_END = b"\0\0\0\0IEND"


def digest(content):
    """A short hash of what was measured."""
    shown = json.dumps(content["tables"], sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def sign(path, content):
    """Writes the digest into the picture."""
    head, end, tail = Path(path).read_bytes().rpartition(_END)
    chunk = b"tEXt" + KEYWORD + digest(json.loads(json.dumps(content))).encode()
    length, check = (number.to_bytes(4, "big") for number in (len(chunk) - 4, zlib.crc32(chunk)))
    Path(path).write_bytes(head + length + chunk + check + end + tail)


def signature(path):
    """The digest in a picture, or None."""
    _, found, rest = Path(path).read_bytes().rpartition(b"tEXt" + KEYWORD)
    return rest[:16].decode() if found else None


def bars(axes, rows, label, digits=2, reference=None, room=1.13):
    """Horizontal bars, the first row on top: rows are (name, summary or None, kind).

    A line marks the reference; `room` is for the numbers.
    """
    places = range(len(rows))[::-1]
    widest = max(value["high"] for _, value, _ in rows if value)
    for place, (_, value, kind) in zip(places, rows):
        if value is None:
            number(axes, widest * 0.015, place, "–")
            continue
        axes.barh(place, value["median"], height=0.65, color=COLOURS[kind])
        axes.plot([value["low"], value["high"]], [place, place], color=INK, linewidth=1.2, solid_capstyle="butt")
        number(axes, value["high"] + widest * 0.015, place, f"{value['median']:,.{digits}f}")
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
