"""Advice for somebody who must choose: sentences made of measured numbers only."""

from .contenders import library, strategies

PYTHON_ONLY = ("del", "ffi_gc", "weakref_python", "finalize")  # need no C of one's own


def sentences(contents):
    """One sentence or two for each choice, from those results that are there."""
    rows = {name: _rows(content) for name, content in contents.items()}
    out = []
    for needed, say in CHOICES:
        if all(name in rows for name in needed):
            out += say(*(rows[name] for name in needed), *(contents[name] for name in needed))
    return out


def _rows(content):
    return {row.get("name", row.get("label")): row for row in content["tables"][0]["rows"]}


def _ratio(row):
    return row["ratio"]["median"]


def compared(ratio):
    """A ratio of times in words."""
    if 0.95 <= ratio <= 1.05:
        return "as long as"
    return f"{ratio:.2f} times as long as"


def _cost(rows, _):
    default = rows[library()["default"]]
    pure = sorted((rows[name] for name in PYTHON_ONLY if name in rows), key=_ratio)
    automatic = [rows[one.name] for one in strategies() if one.free == "drop" and one.name in rows]
    best = min(automatic, key=_ratio)
    out = [
        f"**Nothing to decide?** The default, {_plain(default['label'])}, asks nothing of the user: making and dropping a tiny tensor takes {compared(_ratio(default))} with torch's own binding"
        + (
            ", and no other strategy that frees by itself is more than a tenth cheaper."
            if _ratio(default) <= 1.1 * _ratio(best)
            else f"; {best['label']} is cheaper ({_ratio(best):.2f})."
        )
    ]
    if pure:
        others = ", ".join(f"{row['label']} {_ratio(row):.2f}" for row in pure[1:])
        out.append(
            f"**No C in your binding?** {pure[0]['label']} is the cheapest finalizer that Python alone offers ({_ratio(pure[0]):.2f} of torch's time)"
            + (f"; then {others}." if others else ".")
        )
    if "weakref_python" in rows and default["name"] == "weakref":
        out.append(
            f"**Where does the time go?** A tensor costs {_ratio(rows['weakref_python']):.2f} where a weak reference closes it with a callback in Python, and {_ratio(default):.2f} where C does so alone; between the mechanisms that run Python or cffi code lies a factor of {_ratio(pure[-1]) / _ratio(pure[0]):.1f}."
        )
    return out


def _training(rows, _):
    ours = sorted((rows[one.name] for one in strategies() if one.name in rows), key=_ratio)
    apart = _ratio(ours[-1]) / _ratio(ours[0]) - 1
    noise = max(row["ratio"]["high"] - row["ratio"]["low"] for row in ours)
    if apart <= noise:
        said = "no more than the rounds of one and the same program differ: choose by what is safe and simple."
    else:
        said = "more than the rounds of one and the same program differ."
    return [
        f"**Does it show in training?** On the MNIST loop the fastest and the slowest strategy lie {apart:.0%} apart, {said}"
    ]


def _memory(rows, _):
    default = rows[library()["default"]]
    without, collected = default["cycles"]["median"], default["cycles, gc()"]["median"]
    out = [
        f"**Do your objects form cycles?** Then no finalizer helps until the collector runs: the loop's peak was {without:.0f} MB, and {collected:.0f} MB with gc() in each iteration. Without cycles the peak is {default['plain']['median']:.0f} MB either way."
    ]
    exact = [rows[name] for name in ("close", "scope") if name in rows]
    if exact:
        peaks = ", ".join(f"{row['label']} {row['cycles']['median']:.0f} MB" for row in exact)
        out.append(
            f"**Must memory be bounded whatever the collector does?** Free by hand ({peaks} with cycles and no collection), and test that nothing is forgotten: a tensor that is not closed under this strategy never goes."
        )
    return out


def _latency(_, content):
    last = content["tables"][0]["rows"][-1]
    return [
        f"**Can you afford gc() in each iteration?** With {last['size']:,} older tensors it took {last['gc']['median']:.3f} ms, a plain gc.collect() {last['collect']['median']:.0f} ms: freeze what existed before the loop."
    ]


def _threads(rows, content):
    default, torch = rows[library()["default"]], rows.get("torch")
    most = content["settings"]["threads"]
    plain = f"; C without an interpreter: {_ratio(rows['c']):.2f}" if "c" in rows else ""
    return [
        f"**Several threads?** Every strategy closed each tensor exactly once. {most} threads on {content['machine']['cores']} cores that only make tiny tensors do {_ratio(default):.2f} times the work of one (torch: {_ratio(torch):.2f}{plain})."
    ]


def _ffi(rows, _):
    if "api" not in rows:
        return []
    return [
        f"**Which way to call C?** If you can compile, cffi's API mode; ABI mode takes {_ratio(rows['abi']):.2f} times as long and ctypes {_ratio(rows['ctypes']):.2f} times. It is a difference of {(rows['ctypes']['add']['median'] - rows['api']['add']['median']) / 1e3:.1f} microseconds a call at most for a sum: kernels that run for long hide it."
    ]


def _plain(label):
    return label.replace(" (default)", "")


CHOICES = [
    (["create_and_drop"], _cost),
    (["mnist_throughput"], _training),
    (["peak_memory"], _memory),
    (["gc_latency"], _latency),
    (["threads"], _threads),
    (["ffi_modes"], _ffi),
]
