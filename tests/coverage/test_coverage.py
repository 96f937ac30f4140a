"""Every operator of libtorch is typed in a header, or left out by exactly one written rule."""

import importlib.util
import re
from pathlib import Path

import pytest

from pytorch_c import coverage
from pytorch_c._boundary import api
from pytorch_c.coverage.native_functions import CLASSES, Classifier, read


@pytest.fixture(scope="module")
def found():
    return coverage.Coverage()


def test_every_native_function_is_typed_or_under_exactly_one_rule(found):
    assert not found.missing
    assert len(found.typed) + len(found.left) == len(found.natives)


def test_every_rule_leaves_something_out(found):
    used = {rule.name for matching in found.matching.values() for rule in matching}
    assert used == {rule.name for rule in found.rules}


# Compilers, tracers and transforms, tensors that are written in Python, other backends, lists of all operators.
NOT_CALLED_BY_USERS = """
    _C _decomp _dynamo _export _functorch _higher_order_ops _inductor _lazy _library _meta_registrations.py _native _numpy _prims
    _prims_common _refs _subclasses _tensor_docs.py _torch_docs.py _vendor _vmap_internals.py ao backends distributed export fx jit
    masked/maskedtensor nested/_internal nn/utils/_expanded_weights onnx overrides.py package profiler quantization testing utils
""".split()  # noqa: SIM905
# torch.NAME(…, _VF.NAME(…, torch._C._nn.NAME(…; x._NAME(…; torch.ops.aten.NAME; the functions that torch.sparse only documents.
CALLS = (
    r"\b(?:torch|_VF|_VariableFunctions|_nn|Tensor)\.(\w+)\(",
    r"\.(_\w+)\(",
    r"torch\.ops\.aten\.(\w+)",
    r"_add_docstr\(\s*\w+\.(\w+)",
)


@pytest.fixture(scope="module")
def called():
    """Names that torch's own Python layer calls; more than operators, but for what begins with an underscore few."""
    root = Path(importlib.util.find_spec("torch").submodule_search_locations[0])
    found = set()
    for path in root.rglob("*.py"):
        inside = path.relative_to(root).as_posix()
        if any(inside == name or inside.startswith(name + "/") for name in NOT_CALLED_BY_USERS):
            continue
        text = re.sub(r"^\s*(#|>>>).*$", "", path.read_text(), flags=re.M)
        found.update(name for pattern in CALLS for name in re.findall(pattern, text))
    return found


def test_what_torchs_python_layer_calls_is_typed(found, called):
    assert {"_pack_padded_sequence", "_upsample_nearest_exact2d", "_sparse_mm", "convolution_backward"} <= called
    left = {n.full: found.matching[n.full][0].name for n in found.left if n.name in called}
    assert {full: rule for full, rule in left.items() if rule in ("private", "derivative")} == {}


def test_a_typed_operator_is_under_no_rule_but_the_underscore(found, called):
    under = [(rule.name, n.name) for n in found.typed for rule in found.rules if rule.matches(n)]
    assert {rule for rule, _ in under} <= {"private", "derivative"}
    assert {name for rule, name in under if rule == "derivative"} <= called


def test_the_package_itself_calls_no_operator_by_name():
    root = coverage.PACKAGE
    by_name = re.compile(r"^(?!\s*(?:>>>|\.\.\.) ).*ops\.aten", re.MULTILINE)  # not in an example of a docstring
    mentions = {str(path.relative_to(root)) for path in root.rglob("*.py") if by_name.search(path.read_text())}
    # Internal operators without a header: whether NNPACK is there, zeros without memory; a number that a mode answers.
    by_reason = {"backends/nnpack.py", "_C/_fake.py", "_library/torch_dispatch.py"}
    assert mentions == {"ops.py", "coverage/__init__.py"} | by_reason


def test_every_rule_says_why(found):
    assert all(len(rule.reason) > 10 for rule in found.rules)


def test_every_header_function_is_libtorchs(found):
    assert set(found.family) <= {n.full for n in found.natives}


def test_every_typed_operator_has_a_name_in_python(found):
    assert not found.unnamed


def test_every_other_operator_is_found_by_name(found):
    assert not found.unresolved
    assert len(found.natives) - len(found.typed) - len(found.by_name) <= 3


def test_public_operators_without_a_rule_of_their_own_are_typed(found):
    public = [n.full for n in found.left if not n.name.startswith("_") and not found.matching[n.full]]
    assert not public


def test_schemas_agree_with_the_running_libtorch():
    assert api.check() is None


EXAMPLES = {
    # Names that the note itself has.
    "pointwise": ("add.Tensor", "sum", "mul_.Tensor", "relu", "uniform_"),
    "fixed": ("convolution", "addbmm", "mm", "conv2d"),
    "n-dimensional": ("squeeze", "index_add", "gather", "sort"),
    "composite": ("kl_div", "tensordot", "absolute"),
    "batched": ("nll_loss", "adaptive_avg_pool2d", "batch_norm", "embedding", "linalg_qr"),
    "factory": ("empty.memory_format", "randn", "eye"),
    "trivial": ("size.int", "is_floating_point", "numel"),
    "sparse": ("coalesce", "sparse_coo_tensor.indices", "hspmm"),
    "dynamic": ("unique_dim", "nonzero", "masked_select"),
    "variadic": ("cat", "stack", "_foreach_add.List"),
}


@pytest.mark.parametrize("name", CLASSES)
def test_class_of_shape_behaviour(found, name):
    classify = Classifier(found.natives)
    by_full = {n.full: n for n in found.natives}
    assert {full: classify(by_full[full]) for full in EXAMPLES[name]} == dict.fromkeys(EXAMPLES[name], name)


def test_reader_takes_the_keys_of_an_entry(tmp_path):
    path = tmp_path / "functions.yaml"
    path.write_text(
        "# a comment\n"
        "- func: f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
        "  structured: True  # why\n"
        "  dispatch:\n"
        "    CPU, CUDA: f_out\n"
        "    SparseCPU: f_sparse\n"
        "  tags: [core, pointwise]\n"
        "\n"
        "- func: g_(Tensor(a!) self) -> Tensor(a!)\n"
        "  structured_delegate: f.out\n"
        "  tags: reduction\n"
    )
    f, g = read(path)
    assert (f.full, f.name, f.out, g.inplace) == ("f.out", "f", True, True)
    assert f.keys["structured"] == "True" and set(f.dispatch) == {"CPU", "CUDA", "SparseCPU"}
    assert f.tags == {"core", "pointwise"} and g.tags == {"reduction"} and g.keys["structured_delegate"] == "f.out"


def test_page_and_totals_say_the_same(found, capsys):
    assert coverage.main([]) == 0
    page = capsys.readouterr().out
    assert found.totals() in page and f"{len(found.natives):,}" in page
    for family in set(found.family.values()):
        assert f"| {family} " in page


def test_block_between_markers_is_replaced():
    text = f"a\n{coverage.START}\nold\n{coverage.END}\nb\n"
    assert coverage.with_block(text, "| new |") == f"a\n{coverage.START}\n| new |\n{coverage.END}\nb\n"
    assert coverage.with_block("no markers", "new") == "no markers"


def test_readme_and_docs_hold_the_tables():
    assert coverage.main(["--check"]) == 0, "run `python -m pytorch_c.coverage --write`"


def test_check_fails_on_a_stale_file(found, tmp_path):
    (tmp_path / "README.md").write_text(f"{coverage.START}\nstale\n{coverage.END}\n")
    wanted = coverage.files(found, tmp_path)
    assert set(wanted) == {tmp_path / "README.md", tmp_path / "docs" / "coverage.md"}
    assert "stale" not in wanted[tmp_path / "README.md"]
