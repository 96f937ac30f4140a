"""Every operator of libtorch is typed in a header, or left out by exactly one written rule."""

import pytest

from pytorch_c import _lib, coverage
from pytorch_c._native_functions import CLASSES, Classifier, read


@pytest.fixture(scope="module")
def found():
    return coverage.Coverage()


def test_every_native_function_is_typed_or_under_exactly_one_rule(found):
    assert not found.missing
    assert len(found.typed) + len(found.left) == len(found.natives)


def test_every_rule_leaves_something_out(found):
    used = {rule.name for matching in found.matching.values() for rule in matching}
    assert used == {rule.name for rule in found.rules}


def test_a_typed_operator_is_under_no_rule_but_the_underscore(found):
    under = {n.full: rule.name for n in found.typed for rule in found.rules if rule.matches(n)}
    assert set(under.values()) <= {"private"}
    # Those that torch's own Python layer and optimizers call.
    assert all(name.startswith("_") for name in under)


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
    error = _lib.lib.call_check()
    assert not error


EXAMPLES = {
    # Those that the note itself names.
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
