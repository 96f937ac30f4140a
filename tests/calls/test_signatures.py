"""One parser reads every signature: the dispatcher's schemas, the headers', and those of the derived Python functions."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import pytorch_c
from codegen import header
from pytorch_c._calls import schema
from pytorch_c._calls.checks import UNSET, choose, explain, fits, match
from pytorch_c._calls.schema import parse, signature, signatures, type_of
from pytorch_c._calls.values import find, names

NAMES = set(names())
OPS = Path(pytorch_c.__file__).parent / "_ops"


# ---- the parser ----


def test_it_needs_nothing_of_the_package():
    code = f"import runpy; print(runpy.run_path({schema.__file__!r})['parse']('mm(Tensor self, Tensor mat2) -> Tensor').symbol)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "ptc_mm", done.stderr


def test_every_schema_is_read_as_torch_reads_it():
    seen = 0
    for theirs in torch._C._jit_get_all_schemas():
        full = theirs.name + (f".{theirs.overload_name}" if theirs.overload_name else "")
        if full not in NAMES or "..." in str(theirs):
            continue
        seen += 1
        mine = parse(str(theirs))
        assert mine.full == full and len(mine.returns) == len(theirs.returns)
        for one, its in zip(mine.args, theirs.arguments, strict=True):
            assert (one.name, one.required, one.kwonly) == (its.name, not its.has_default_value(), its.kwarg_only)
            assert one.mutable == bool(its.alias_info and its.alias_info.is_write), (full, one)
            assert one.optional == (its.type.kind() == "OptionalType"), (full, one)
            inner = its.type.getElementType() if one.optional else its.type
            if inner.kind() == "ListType" and inner.getElementType().kind() not in (
                "ListType",
                "DictType",
                "TupleType",
            ):
                assert one.is_list and one.size == its.N, (full, one)
                assert one.optional_items == (inner.getElementType().kind() == "OptionalType"), (full, one)
            else:
                assert not one.is_list, (full, one)
    assert seen > 3000


def test_the_headers_say_what_the_dispatcher_says():
    """In types, names and what is required, though libtorch writes defaults in another way."""
    read = 0
    for function in header.read().functions.values():
        mine = function.schema
        if mine is None or f"aten::{mine.full}" not in NAMES:
            continue
        theirs, read = parse(find(f"aten::{mine.name}", mine.overload)[1]), read + 1
        facts = [[(str(a.type), a.name, a.required, a.kwonly, a.mutable) for a in one.args] for one in (mine, theirs)]
        assert facts[0] == facts[1], mine
        assert [kind for kind, _ in mine.returns] == [kind for kind, _ in theirs.returns], mine
    assert read > 2000


@pytest.mark.parametrize(
    "text, base, is_list, size, optional, optional_items",
    [
        ("Tensor", "Tensor", False, None, False, False),
        ("Tensor?", "Tensor", False, None, True, False),
        ("Tensor?[]", "Tensor", True, None, False, True),
        ("int[2]?", "int", True, 2, True, False),
        ("SymInt[1]", "int", True, 1, False, False),
        ("QScheme", "int", False, None, False, False),
        ("Dict(str, Tensor)", "Dict(str, Tensor)", False, None, False, False),
        ("Tensor[][]", "Tensor[][]", False, None, False, False),
        ("__torch__.torch.classes.x.Y?", "__torch__.torch.classes.x.Y", False, None, True, False),
    ],
)
def test_a_type_knows_its_parts(text, base, is_list, size, optional, optional_items):
    kind = type_of(text)
    assert (kind.base, kind.is_list, kind.size, kind.optional, kind.optional_items) == (
        base,
        is_list,
        size,
        optional,
        optional_items,
    )
    assert kind == text.replace("SymInt", "int").replace("QScheme", "int")


@pytest.mark.parametrize(
    "text",
    [
        "Sums, means (mode 1) or maxima (mode 2) of rows",
        "Whether it is so (see there) -> no",
        "mm(Tensor, Tensor) -> Tensor",
        "mm(Tensor self Tensor mat2) -> Tensor",
        "mm(Tensor self",
        "",
    ],
)
def test_what_is_no_schema_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)


def test_defaults_may_hold_commas_brackets_and_quotes():
    args = signature("""str a="x, y)", int[2] b=[1, 2], *, float c=-1.5, str d='\\'', Tensor? e=None""").args
    assert [one.default for one in args] == ['"x, y)"', "[1, 2]", "-1.5", "'\\''", "None"]
    assert [one.kwonly for one in args] == [False, False, True, True, True]


# ---- the signatures of the derived functions ----


def shown_texts():
    """(family, function, parameters, text) of each signature in the derived modules."""
    for path in sorted(OPS.glob("_[a-z]*.py")):
        tree = ast.parse(path.read_text())
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        for name, node in functions.items():
            args = node.args
            given = {one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "again":
                    yield path.stem, name, given, ast.literal_eval(call.args[3])


def test_the_derived_functions_show_their_own_parameters():
    count = 0
    for family, name, given, text in shown_texts():
        count += 1
        shown = {one.name for form in signatures(text) for one in form.args}
        assert shown <= given, f"{family}.{name}: {shown - given} are no parameters"
    assert count > 1200


# ---- which signature a call means ----

MM = signature("Tensor input, Tensor mat2, *, ScalarType? out_dtype=None")
SUM = signature("Tensor input, int[1]? dim, bool keepdim=False")


@pytest.mark.parametrize(
    "args, kwargs, why",
    [
        ((1, 2, 3), {}, "takes 2 positional arguments, got 3"),
        ((1,), {"input": 2}, "argument 'input' is given twice"),
        ((1,), {"other": 2}, "has no argument 'other'"),
        ((), {}, "argument 'input' is missing"),
        (("a", "b"), {}, "argument 'input' must be Tensor, not str"),
    ],
)
def test_a_call_that_does_not_fit_says_why(args, kwargs, why):
    assert match(MM, args, kwargs) == (None, why)


def test_a_call_that_fits_gives_its_arguments_by_name():
    x = pytorch_c.ones(2)
    given, problem = match(SUM, (x,), {"dim": [0]})
    assert problem is None and given == {"input": x, "dim": [0]}
    x.close()


def test_the_first_form_that_fits_is_chosen():
    x = pytorch_c.ones(2, 2)
    forms = [("mm", MM), ("sum", SUM)]
    assert choose("f", forms, (x, x), {})[0] == "mm"
    assert choose("f", forms, (x, 0), {})[0] == "sum"
    with pytest.raises(TypeError, match=r"f\(\): no form takes these arguments") as caught:
        choose("f", forms, (x, "a"), {})
    assert str(caught.value).count("\n") == 2 and MM.text in str(caught.value)


def test_no_form_is_chosen_with_one_test_before_all_were_tried():
    """A 0-dim tensor is a number only where no form takes it as a tensor."""
    x = pytorch_c.ones(())
    forms = [("number", signature("Tensor a, Scalar b")), ("tensor", signature("Tensor a, Tensor b"))]

    def strictly(kind, value):
        return fits(kind, value) and not (kind.base != "Tensor" and isinstance(value, pytorch_c.Tensor))

    assert choose("f", forms, (x, x), {})[0] == "number"
    assert choose("f", forms, (x, x), {}, (strictly, fits))[0] == "tensor"
    assert choose("f", forms[:1], (x, x), {}, (strictly, fits))[0] == "number"


def test_a_closed_tensor_is_named_as_such():
    x = pytorch_c.ones(2)
    x.close()
    with pytest.raises(pytorch_c.ClosedTensorError, match=r"f\(\): an argument is a tensor that was closed"):
        choose("f", [("number", signature("Tensor a, Scalar b"))], (x, "a"), {})


@pytest.mark.parametrize(
    "shown, values, words",
    [
        ("Tensor input, int dim", {"input": 1, "dim": 0}, "f(): argument 'input' must be Tensor, not int"),
        ("Tensor input, int dim", {"input": None, "dim": UNSET}, "f(): argument 'input' must be Tensor, not NoneType"),
        (
            "int dim=0, Tensor? out=None",
            {"dim": UNSET, "out": 3},
            "f(): argument 'out' must be Tensor or None, not int",
        ),
        ("int dim, bool keepdim", {"dim": 1, "keepdim": UNSET}, "f() missing required argument: 'keepdim'"),
        ("int a, int b | float a", {"a": "x"}, "f(): argument 'a' must be a number, not str"),
    ],
)
def test_what_is_wrong_is_explained_by_the_closest_form(shown, values, words):
    assert str(explain(TypeError("?"), "f", shown, values)) == words


def test_the_forms_of_operators_fit_their_c_functions():
    """Each row for csrc/operator.c names as many arguments as its C function takes values, the positional ones first."""
    from pytorch_c._boundary.handle import core
    from pytorch_c._calls.forms import _form
    from pytorch_c._ops import FAMILY

    count = 0
    for name in FAMILY:
        lines = core.forms(name)[1].splitlines()
        for text in (line.split("|", 3)[3] for line in lines):
            form = signature(text)
            assert form.positional == list(form.args[: len(form.positional)]), text
        core.Operator(name).set_forms([_form(line, None) for line in lines])  # SystemError where one does not fit
        count += len(lines)
    assert count > 1700
