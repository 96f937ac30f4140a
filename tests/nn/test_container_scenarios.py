"""Containers as torch: Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict, every method and its errors."""

import copy
import pickle
import sys
import warnings
from collections import OrderedDict

from support.oracle import agree, all_of, raises


def named(row):
    return [(name, type(one).__name__) for name, one in row._modules.items()]


def tried(*calls):
    """Returns what each call raises, as (built-in kind, text); or what it gives, as text."""
    found = []
    for call in calls:
        try:
            found.append(str(call()))
        except Exception as error:
            base = next(one for one in type(error).__mro__ if one.__module__ == "builtins")
            found.append((base.__name__, str(error).replace("pytorch_c", "torch")))
    return found


# ---- rows ----


def sequential(t):
    n = t.nn
    row = n.Sequential(n.Tanh(), n.ReLU(), n.GELU(), n.Sigmoid())
    found = [named(row[1:]), named(row[::-1]), type(row[-1]).__name__, len(row), [type(one).__name__ for one in row]]
    row[0] = n.SiLU()
    row[-1] = n.ELU()
    found.append(named(row))
    del row[1]
    found.append(named(row))
    del row[:2]
    found.append(named(row))
    assert row.append(n.Tanh()) is row and row.extend([n.ReLU()]) is row and row.insert(-1, n.GELU()) is row
    found.append(named(row))
    found += [type(row.pop(0)).__name__, named(row.pop(slice(0, 2))), named(row)]
    return found


def sequential_by_name(t):
    n = t.nn
    row = n.Sequential(OrderedDict(first=n.Tanh(), second=n.ReLU(), third=n.GELU()))
    found = [named(row[1:]), named(row[:-1])]
    row[1] = n.SiLU()
    found.append(named(row))
    row.append(n.ELU())
    found.append((named(row), row.first is row[0]))
    del row[0]
    return found, named(row)


def sequential_arithmetic(t):
    n = t.nn
    row, other = n.Sequential(n.Tanh(), n.ReLU()), n.Sequential(n.GELU())
    found = [named(row + other), named(row * 2), named(2 * row), (row * 2)[0] is row[0]]
    held = row
    row += other
    row *= 2
    assert row is held
    return found, named(row), row[0] is row[3]


def sequential_errors(t):
    n = t.nn
    row = n.Sequential(n.Tanh())
    return tried(
        lambda: row[1],
        lambda: row[-2],
        lambda: row.__delitem__(3),
        lambda: row.__setitem__(1, n.Tanh()),
        lambda: row.__setitem__(0, 3),
        lambda: row["0"],
        lambda: row.append(3),
        lambda: row.insert(0, 3),
        lambda: row.insert(5, n.Tanh()),
        lambda: row.insert(-5, n.Tanh()),
        lambda: row + [n.Tanh()],
        lambda: row.__iadd__([n.Tanh()]),
        lambda: row * 0,
        lambda: row * "x",
        lambda: row.__imul__(0),
        lambda: row.__imul__(1.5),
        lambda: n.Sequential(3),
        lambda: n.Sequential(len),
        lambda: n.Sequential(OrderedDict({"a.b": n.Tanh()})),
        lambda: row.pop(4),
    )


def tuples_between_modules(t):
    class Split(t.nn.Module):
        def forward(self, x):
            return x, x + 1

    class Both(t.nn.Module):
        def forward(self, pair):
            return pair[0] * pair[1]

    class Any(t.nn.Module):
        def forward(self, *args):
            return len(args)

    class Optional(t.nn.Module):
        def forward(self, pair, other=None):
            return len(pair), other

    row = t.nn.Sequential
    x = t.tensor([2.0])
    return row(Split(), Both())(x), row(Split(), Any())(x), row(Split(), Optional())(x), row(Split(), row(Both()))(x)


def module_list(t):
    n = t.nn
    row = n.ModuleList([n.Tanh(), None, n.ReLU()])
    found = [named(row), named(row[1:]), len(row), row[1] is None, [one is None for one in row]]
    row[1] = n.GELU()
    row += [n.ELU(), n.SiLU()]
    found += [named(row), named(row + [n.Tanh()]), named(n.ModuleList() + row)]
    row.insert(1, n.Sigmoid())
    found.append(named(row))
    del row[0], row[-2:]
    found += [named(row), type(row.pop(-1)).__name__, named(row), named(row.pop(slice(0, 1)))]
    row.extend(one for one in [n.Tanh()])
    return found, named(row), repr(row), "0" in dir(row)


def module_list_errors(t):
    n = t.nn
    row = n.ModuleList([n.Tanh()])
    return tried(
        lambda: row[1],
        lambda: row[-2],
        lambda: row.__setitem__(2, n.Tanh()),
        lambda: row.__setitem__(0, 3),
        lambda: row.__delitem__(1),
        lambda: row["a"],
        lambda: row.append("Tanh"),
        lambda: row.extend(3),
        lambda: row.extend(n.Tanh()),
        lambda: row.__iadd__(4),
        lambda: n.ModuleList(3),
        lambda: n.ModuleList([1]),
        lambda: row.pop(7),
        lambda: row.forward(1),
    )


def module_dict(t):
    n = t.nn
    table = n.ModuleDict([["a", n.Tanh()], ("b", None)])
    table["c"] = n.ReLU()
    table.update({"d": n.GELU(), "a": n.ELU()})
    table.update(n.ModuleDict({"e": n.SiLU()}))
    table.update(OrderedDict(f=n.Tanh()))
    found = [named(table), list(table), len(table), "a" in table, "z" in table, 3 in table, list(table.keys())]
    found += [[type(one).__name__ for one in table.values()], [key for key, _ in table.items()]]
    found += [type(table.pop("a")).__name__, table.a if "a" in table else None]
    del table["c"]
    found.append(named(table))
    table.clear()
    return found, named(table), len(table)


def module_dict_errors(t):
    n = t.nn
    table = n.ModuleDict({"a": n.Tanh()})
    return tried(
        lambda: table["b"],
        lambda: table.__delitem__("b"),
        lambda: table.pop("b"),
        lambda: table.update(3),
        lambda: table.update([3]),
        lambda: table.update([(1, 2, 3)]),
        lambda: table.update([("b", 3)]),
        lambda: table.__setitem__("keys", n.Tanh()),
        lambda: table.__setitem__("a.b", n.Tanh()),
        lambda: table.__setitem__("", n.Tanh()),
        lambda: table.__setitem__(3, n.Tanh()),
        lambda: table.__setitem__("b", 3),
        lambda: n.ModuleDict(3),
    )


def names_that_only_gotorch_has(t):
    """They are free for members, as in torch."""
    names = ["init", "name", "is_training", "set_state_dict"]
    table = t.nn.ModuleDict({name: t.nn.Tanh() for name in names})
    module = t.nn.Module()
    module.init = t.nn.ReLU()
    module.register_buffer("name", t.ones(1))
    module.set_state_dict = t.nn.Parameter(t.ones(1))
    module.add_module("is_training", t.nn.GELU())
    held = [type(module.init).__name__, module.name, module.set_state_dict, type(module.is_training).__name__]
    return list(table), type(table.init).__name__, held, list(module.state_dict())


# ---- parameters ----


def parameter_list(t):
    n = t.nn
    row = n.ParameterList([t.ones(1), n.Parameter(t.zeros(2)), "text", None])
    row.append(t.ones(2, 2))
    row += [3]
    assert row.extend([t.zeros(())]) is row
    row[0] = t.ones(3)
    row[-1] = n.Parameter(t.ones(()))
    row[2] = "other"
    found = [len(row), repr(row), [type(one).__name__ for one in row], row[2], row[-2], row[3] is None]
    cut = row[1:6:2]
    found += [type(cut).__name__, len(cut), [str(one) for one in cut], list(row.state_dict()), list(cut.state_dict())]
    found += [[name for name, _ in row.named_parameters()], "0" in dir(row)]
    twin = copy.deepcopy(row)
    return found, repr(twin), len(pickle.loads(pickle.dumps(row))), twin[0], row[0].requires_grad


def parameter_list_errors(t):
    row = t.nn.ParameterList([t.ones(1)])
    return tried(
        lambda: row[1],
        lambda: row[-2],
        lambda: row.__setitem__(1, t.ones(1)),
        lambda: row.__setitem__(0, 3),
        lambda: row.extend(3),
        lambda: row.extend(t.ones(2)),
        lambda: row["a"],
        lambda: t.nn.ParameterList(3),
        lambda: row(1),
    )


def parameter_dict(t):
    n = t.nn
    table = n.ParameterDict({"b": t.ones(1), "a": n.Parameter(t.zeros(2))})
    table.update(OrderedDict(z=t.ones(2, 2), y="text"))
    table.update([("x", t.ones(()))])
    table.update(n.ParameterDict({"w": t.ones(1)}))
    found = [list(table), list(reversed(table)), len(table), "a" in table, "q" in table, repr(table)]
    found += [table.get("a"), table.get("q"), table.get("q", 5), table.setdefault("a", 3), table.setdefault("n")]
    found += [table.setdefault("m", t.ones(1)), list(table.state_dict()), list(table.keys())]
    found += [[key for key, _ in table.items()], [type(one).__name__ for one in table.values()]]
    found += [table.pop("a"), table.popitem()[0], list(table.copy()), list(table.fromkeys(["u", "v"], t.ones(1)))]
    del table["z"]
    found.append(list(table))
    other = n.ParameterDict({"b": t.zeros(1), "c": t.ones(1)})
    both, back = table | other, other | table
    table |= other
    found += [list(both), list(back), both["b"], back["b"], list(table)]
    twin = copy.deepcopy(table)
    table.clear()
    return found, len(table), list(twin), list(pickle.loads(pickle.dumps(twin)))


def parameter_dict_errors(t):
    table = t.nn.ParameterDict({"a": t.ones(1)})
    return tried(
        lambda: table["b"],
        lambda: table.__delitem__("b"),
        lambda: table.update(3),
        lambda: table.update([3]),
        lambda: table.update([("a", 2, 3)]),
        lambda: table.__setitem__("a", 3),
        lambda: table.__setitem__("a.b", t.ones(1)),
        lambda: table("x"),
        lambda: t.nn.ParameterDict(3),
    )


@raises(TypeError, text=False)
def parameter_dict_with_another_key(t):
    t.nn.ParameterDict()[3] = t.ones(1)


@raises(KeyError, text=False)
def an_empty_parameter_dict(t):
    t.nn.ParameterDict().popitem()


def container(t):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = t.nn.Container(a=t.nn.Tanh(), b=t.nn.ReLU())
    return named(made), [(one.category.__name__, str(one.message)) for one in caught]


@all_of(sys.modules[__name__], helpers=[])
def test_as_torch(scenario):
    agree(scenario)
