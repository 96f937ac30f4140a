"""vmap of the operators of torch's database in both libraries, in child processes: the same results and gradients.

`python tests/opinfo/vmapped.py` takes a sample of each entry; --samples more, names only these entries. Two samples
are batched: the database's and its reverse.
"""

import argparse
import itertools
import json
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2])]

import torch  # noqa: E402
from support.compare import Different, same, tensors_in  # noqa: E402
from support.oracle import outcome, same_refusal  # noqa: E402

import pytorch_c  # noqa: E402
from opinfo import children, database  # noqa: E402
from opinfo.convert import Converter, Unconvertible  # noqa: E402
from opinfo.counterpart import Missing  # noqa: E402
from opinfo.forms import forms  # noqa: E402
from opinfo.seeded import seeded  # noqa: E402

NO_GRADIENTS = "nn.functional.linear_cross_entropy chunked"  # torch's own function in chunks gives none under vmap
UNCOMPARED = ("empty", "svd", "eig", "pca_lowrank", "lobpcg")  # not filled, or not unique


def batch(library, value):
    """(the value with two samples of each tensor, the in_dims for it)"""
    if isinstance(value, library.Tensor):
        return library.stack([value, value.flip(0) if value.dim() else value]), 0
    if type(value) in (list, tuple):
        pairs = [batch(library, one) for one in value]
        return type(value)(one for one, _ in pairs), type(value)(dim for _, dim in pairs)
    return value, None


def run(library, function, call):
    """The Outcome of a batched call: the result and gradients."""
    convert = Converter(library)
    given, kwargs = convert(call.args), convert(call.kwargs)

    def case(library):
        args, dims = batch(library, tuple(given))
        found = library.vmap(function, dims, randomness="different")(*args, **kwargs)
        return found, gradients(library, found, tensors_in(given))

    return outcome(case, library)


def gradients(library, found, inputs):
    """Of all results, each weighted by itself; None where there is none."""
    outs, leaves = ([t for t in tensors if t.requires_grad] for tensors in (tensors_in(found), inputs))
    if not outs or not leaves:
        return ()
    return library.autograd.grad(outs, leaves, [out.detach() for out in outs], allow_unused=True)


def check(name, count):
    op = database.entries()[name]
    found, _ = forms(op)
    report = {"wrong": [], "calls": 0, "refused": 0}
    if name.startswith(NO_GRADIENTS):
        return report
    if not found or not op.supports_dtype(torch.float32, "cpu"):
        return report
    samples = seeded(op.sample_inputs_func(op, "cpu", torch.float32, op.supports_autograd))
    for i, sample in enumerate(itertools.islice(samples, count)):
        call = database.call_of(sample)
        try:
            ours, theirs = (run(library, found[0].of(library), call) for library in (pytorch_c, torch))
        except (Missing, Unconvertible):
            continue
        text = compare(ours, theirs, name.startswith(UNCOMPARED) or any(part in name for part in UNCOMPARED))
        report["calls"] += 1
        report["refused"] += theirs.error is not None
        if text:
            report["wrong"].append(f"{name}, sample {i}: {text}")
    return report


def compare(ours, theirs, unfilled):
    """Returns what differs, or None."""
    try:
        if not same_refusal(ours.error, theirs.error, "vmap") and not unfilled:
            same(ours.value, theirs.value)
    except Different as difference:
        return str(difference)[:300]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="entries, all without")
    parser.add_argument("--samples", type=int, default=1, help="how many of each entry")
    parser.add_argument("--json", help="a file for what was found")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    # torch's additions in Python to libtorch's batching rules would be there for both.
    torch._functorch.predispatch.DECOMPOSITIONS_LOADED = True
    names = given.names or [*database.entries()]
    reports = children.run(names, lambda name: check(name, given.samples)).values()
    wrong = [text for one in reports for text in one["wrong"]]
    calls, refused = (sum(one.get(key, 0) for one in reports) for key in ("calls", "refused"))
    if given.json:
        Path(given.json).write_text(json.dumps({"wrong": wrong, "calls": calls, "refused": refused}))
    print(*wrong, f"{calls} calls, {refused} of them refused by both", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
