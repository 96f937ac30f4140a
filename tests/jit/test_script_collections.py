# ruff: noqa: UP006, UP035
"""Lists and dicts that Python shares with programs: what torch's ScriptList and ScriptDict do."""

import threading
from typing import Dict, List

import pytest
import torch as oracle

import pytorch_c as torch
from pytorch_c._boundary import api


def add_to_list(items: List[int], n: int) -> int:
    items.append(n)
    return len(items)


def add_to_dict(items: Dict[str, int], key: str, n: int) -> int:
    items[key] = n
    return len(items)


def outcome(body, given):
    """Returns what a function gives, or the kind of error it raises, and what is left."""
    try:
        found = body(given)
        found = list(found) if isinstance(found, (oracle.ScriptList, torch.jit.ScriptList)) else found
    except Exception as error:
        found = next(one for one in (IndexError, KeyError, TypeError, ValueError) if isinstance(error, one))
    return found, list(given.items() if hasattr(given, "items") else given)


LISTS = {
    "index": lambda x: (x[0], x[-1]), "far": lambda x: x[9], "text": lambda x: x["a"], "slice": lambda x: x[1:],
    "back": lambda x: x[-1::-1], "set": lambda x: x.__setitem__(-1, 7), "set far": lambda x: x.__setitem__(-9, 7),
    "set wrong": lambda x: x.__setitem__(0, "a"), "set slice": lambda x: x.__setitem__(slice(0, 3, 2), [8, 9]),
    "delete": lambda x: x.__delitem__(1), "delete far": lambda x: x.__delitem__(5),
    "append": lambda x: x.append(4), "append wrong": lambda x: x.append("a"), "insert": lambda x: x.insert(-2, 5),
    "extend": lambda x: x.extend({4: 0, 5: 0}), "extend wrong": lambda x: x.extend(["a"]), "pop": lambda x: x.pop(),
    "pop one": lambda x: x.pop(-3), "pop far": lambda x: x.pop(9), "remove": lambda x: x.remove(3),
    "remove none": lambda x: x.remove(8), "remove wrong": lambda x: x.remove("a"), "count": lambda x: x.count(3),
    "count wrong": lambda x: x.count("a"), "in": lambda x: (3 in x, 8 in x), "in wrong": lambda x: "a" in x,
    "clear": lambda x: x.clear(), "iterate": lambda x: [2 * one for one in x], "bool": bool, "repr": repr, "len": len,
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_list_does_what_torchs_does(name):
    ours, theirs = (outcome(LISTS[name], package.jit.script([1, 3, 3])) for package in (torch, oracle))
    assert ours == theirs


DICTS = {
    "item": lambda x: x["a"], "none": lambda x: x["z"], "wrong": lambda x: x[1], "set": lambda x: x.__setitem__("a", 5),
    "add": lambda x: x.__setitem__("c", 5), "set wrong": lambda x: x.__setitem__("a", "b"),
    "wrong key": lambda x: x.__setitem__(1, 1), "delete": lambda x: x.__delitem__("a"),
    "delete none": lambda x: x.__delitem__("z"), "delete wrong": lambda x: x.__delitem__(1),
    "in": lambda x: ("a" in x, "z" in x), "in wrong": lambda x: 1 in x, "keys": lambda x: list(x.keys()),
    "iterate": lambda x: list(x), "bool": bool, "len": len,
}  # fmt: skip


@pytest.mark.parametrize("name", DICTS)
def test_a_dict_does_what_torchs_does(name):
    ours, theirs = (outcome(DICTS[name], package.jit.script({"a": 1, "b": 2})) for package in (torch, oracle))
    assert ours == theirs


@pytest.mark.parametrize("package", [torch, oracle])
def test_programs_change_them(package):
    items, words = package.jit.script([1]), package.jit.script({"a": 1})
    assert package.jit.script(add_to_list)(items, 5) == 2
    assert package.jit.script(add_to_dict)(words, "b", 6) == 2
    assert (list(items), dict(words.items())) == ([1, 5], {"a": 1, "b": 6})


def test_types_are_asked_and_said():
    assert list(torch.jit.ScriptList([], type_hint=List[str])) == []
    assert torch.jit.ScriptDict({}, Dict[int, List[int]]) == {}
    with pytest.raises(TypeError, match=r"argument 'items' must be int\[\], not str\[\]"):
        torch.jit.script(add_to_list)(torch.jit.script(["a"]), 1)
    with pytest.raises(torch.jit.Error, match="Unable to infer type of list: .*int and str"):
        torch.jit.script([1, "a"])
    with pytest.raises(TypeError, match="item 0 must be int, not str"):
        torch.jit.ScriptList(["a"], List[int])
    assert torch.jit.script([torch.ones(2), torch.ones(2)])[1].sum().item() == 2


def test_slices_beyond_torchs():
    items = torch.jit.script([1, 2, 3, 4])
    with pytest.raises(ValueError, match="same size"):
        items[:3] = [8]
    del items[::2]
    assert items == [2, 4]


def test_what_is_no_shared_list_is_refused():
    for function in (api.value_len, api.value_contents):
        with pytest.raises(TypeError, match="argument 'value': an object is needed"):
            function([1, 2])
        with pytest.raises(TypeError, match="a list or a dict is needed, got .*Linear"):
            function(torch.jit.script(torch.nn.Linear(1, 1)))
    with pytest.raises(TypeError, match="a list is needed"):
        api.value_insert(torch.jit.script({"a": 1}), 0, 3)
    with pytest.raises(TypeError, match="argument 'key' must be int"):
        api.value_item(torch.jit.script([1]), "a")
    with pytest.raises(IndexError, match="list index out of range"):
        api.value_remove(torch.jit.script([1]), 1)


def test_several_threads_may_change_one_list():
    items = torch.jit.ScriptList([], List[int])

    def work():
        for number in range(300):
            items.append(number)
            items.pop(0)
            items.insert(0, number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(items) == 1200
