"""The tables and the picture of the loss curves: what each language printed, beside Python's."""

STEPS, NETWORK_STEPS = (1, 10, 20, 30, 40, 50), (1, 5, 10, 15, 20)
HEAD = """# The same perceptron in every language

1,000 images, 50 steps of plain SGD; `make bindings-curves` trains in each language whose toolchain is here, and
writes this page. What each of them printed, digit for digit, and whether the file of trained weights that it saved
has the same bytes as Python's.

![Loss curves](curves.svg)

"""
NETWORK = """
## A convolutional network

The network of [cnn.py](cnn.py) from layers, which begin with torch's own numbers: 20 steps of AdamW with clipped
gradients, on batches in torch's order. `known`: how many of the 1,000 images a second network knows that has loaded the
saved file.

"""


def table(curves, steps, last=""):
    """Rows of the losses at these steps; a number that comes behind the losses is in the column `last`."""
    heads = [f"step {step}" for step in steps] + ([last] if last else [])
    rows = [
        f"| language | {' | '.join(heads)} | equal {'numbers' if last else 'losses'} | weights |",
        f"|---|{'---:|' * len(heads)}---:|---|",
    ]
    losses, weights = curves["Python"]
    for name, (mine, file) in curves.items():
        equal = sum(a == b for a, b in zip(mine, losses))
        cells = " | ".join([mine[step - 1] for step in steps] + ([mine[-1]] if last else []))
        rows.append(
            f"| {name} | {cells} | {equal} of {len(losses)} | {'the same bytes' if file == weights else 'OTHER'} |"
        )
    return "\n".join(rows) + "\n"


def draw(curves, path):
    """A panel for each language, with Python's curve behind."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pytorch_c"})
    from matplotlib import pyplot

    columns = 3
    rows = -(-len(curves) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(8, 1.9 * rows), sharex=True, sharey=True, squeeze=False)
    python = [float(loss) for loss in curves["Python"][0]]
    for place, (name, (losses, _)) in zip(axes.flat, curves.items()):
        place.plot(range(1, len(python) + 1), python, color="#cccccc", linewidth=5)
        place.plot(range(1, len(losses) + 1), [float(loss) for loss in losses], color="#1f5fa8", linewidth=1.2)
        place.set_title(name, fontsize=10)
        place.spines[["top", "right"]].set_visible(False)
    for place in axes.flat[len(curves) :]:
        place.set_axis_off()
    figure.supxlabel("step of SGD", fontsize=9)
    figure.supylabel("cross entropy", fontsize=9)
    figure.suptitle("The same perceptron in each language; gray: Python's curve", fontsize=11)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")


def write(curves, networks, folder):
    (folder / "curves.md").write_text(HEAD + table(curves, STEPS) + NETWORK + table(networks, NETWORK_STEPS, "known"))
    draw(curves, folder / "curves.svg")
