"""Properties of operators by their schemas and by values of a call (torch._C._SchemaInfo)."""

import re

import pytest
import torch

import pytorch_c


def told(m, schema, values=()):
    """Kinds of a schema's arguments and results, and which of them may share memory."""
    C = m._C
    info, kind, place = C._SchemaInfo(C.parse_schema(schema)), C._SchemaArgType, C._SchemaArgument
    info.add_argument_values(dict(values))
    parsed = C.parse_schema(schema)
    places = [place(kind.input, i) for i in range(len(parsed.arguments))]
    places += [place(kind.output, i) for i in range(len(parsed.returns))]
    pairs = [(a, b) for a in places for b in places]
    asked = (info.may_alias, info.may_contain_alias)
    return info.is_mutable(), [info.is_mutable(one) for one in places], [ask(a, b) for a, b in pairs for ask in asked]


# Libtorch tells two lists of one type variable apart.
NO = re.compile(r"\.\.\.|\b(t|tVal)\b")
SCHEMAS = [
    str(one) for one in torch._C._jit_get_all_schemas() if one.name.startswith("aten::") and not NO.search(str(one))
]


def test_operators_are_torchs():
    # Of each kind one: thousands of schemas say the same.
    seen, differ = set(), []
    for text in SCHEMAS:
        kind = text[text.index("(") :]
        if kind not in seen or "running_mean" in kind:
            seen.add(kind)
            if told(pytorch_c, text) != told(torch, text):
                differ.append(text)
    assert len(seen) > 500
    assert not differ, differ


@pytest.mark.parametrize(
    "text",
    [
        "Tensor a, Tensor(*) b, Tensor[] c) -> Tensor",
        "Tensor(a) a, Tensor(a) b) -> Tensor(a)",
        "Tensor a, Tensor[] c) -> Tensor[]",
        "Tensor(a!) a, Tensor(b) b) -> (Tensor(a!), Tensor(b))",
        "Tensor(a -> *) a, Tensor(*)[] b) -> Tensor(*)",
        "Tensor(a!)[] a, Dict(str, Tensor) b) -> Tensor",
        "Tensor? a, (Tensor, int) b) -> (Tensor, Tensor)",
    ],
)
def test_values_tell_more(text):
    def made(m):
        x = m.ones(2)
        values = (
            {},
            {"a": x, "b": x},
            {"a": x, "b": [x], "c": [x]},
            {"a": [x], "b": {"k": x[:1]}},
            {"a": x, "b": m.ones(2)},
        )
        names = {one.name for one in m._C.parse_schema(f"mine::f({text}").arguments}
        return [told(m, f"mine::f({text}", {k: v for k, v in one.items() if k in names}) for one in values]

    assert made(pytorch_c) == made(torch)


def test_statistics_are_written_where_a_normalization_trains():
    def made(m):
        info = m._C._SchemaInfo(m.ops.aten.native_batch_norm.default._schema)
        before = info.is_mutable("running_mean")
        info.add_argument_value("training", False)
        after = info.is_mutable("running_mean"), info.is_mutable()
        info.add_argument_value("input", m.ones(2))
        return before, after

    assert made(pytorch_c) == made(torch) == (True, (False, False))


def test_memory_in_common():
    def made(m):
        x, y = m.ones(2), m.ones(2)
        s = x.to_sparse()
        pairs = [
            (x, y),
            (x, x[:1]),
            ([x, y], y),
            ({"a": x}, (x,)),
            ([], [x]),
            (s, s._values()),
            (1, 1),
            (None, x),
            (s, s),
        ]
        return [(m._C._is_alias_of(*one), m._C._overlaps(*one)) for one in pairs]

    assert made(pytorch_c) == made(torch)
    for m in (torch, pytorch_c):
        with pytest.raises(TypeError, match="Cannot inspect value of type Device"):
            m._C._overlaps(m.device("cpu"), m.ones(2))


def test_a_dict_that_is_written():
    schema = torch._C.parse_schema("mine::f(Dict(str, t)(a!) self, Tensor(b -> *) one, Tensor(c!)?[] some) -> ()")

    def told(found):
        return [(str(one.type), one.name, one.alias_info.is_write) for one in found.arguments]

    assert told(pytorch_c._calls.function_schema.FunctionSchema.of(str(schema))) == told(schema)


def test_errors_name_the_argument():
    C = pytorch_c._C
    info, place = C._SchemaInfo(pytorch_c.ops.aten.add_.Tensor._schema), C._SchemaArgument
    for asked in (lambda: info.is_mutable("nope"), lambda: info.add_argument_value("nope", 1)):
        with pytest.raises(RuntimeError, match="no argument named nope"):
            asked()
    with pytest.raises(RuntimeError, match="'index' is 7"):
        info.is_mutable(place(C._SchemaArgType.input, 7))
    for asked, word in (
        (lambda: C._SchemaInfo("f()"), "'schema'"),
        (lambda: place(0, 1), "'type'"),
        (lambda: info.may_alias(1, 2), "_SchemaArgument"),
        (lambda: place(C._SchemaArgType.input, -1), "'index'"),
        (lambda: info.add_argument_value(3, 1), "'name'"),
    ):
        with pytest.raises(TypeError, match=word):
            asked()
