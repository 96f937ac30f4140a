"""Every parameter that no schema explains has one sentence, and no row of codegen/parameters.txt is left over."""

import re

from codegen import added_errors, describe, header, parameter_words

API = header.read()
SAID = describe.description(API)
EXPLAINED = [one for one in SAID["functions"] if "operator" not in one] + SAID["callbacks"]


def words(function, name):
    found = next(one for one in SAID["functions"] + SAID["callbacks"] if one["name"] == function)
    return next(param["doc"] for param in found["params"] if param["name"] == name)


def test_every_parameter_without_a_schema_has_a_sentence():
    for one in EXPLAINED:
        for param in one["params"]:
            where = f"{one['name']}({param['name']}): {param['doc']!r}"
            assert re.fullmatch(r"[A-Z0-9\"`].*\S\.", param["doc"]) and len(param["doc"]) < 160, where
            assert param["doc"].count("`") % 2 == 0 and "  " not in param["doc"], where
            assert not re.match(r"(What|Whether|How|That|Those|The same|As|One that)\b", param["doc"]), where


def test_a_sentence_names_parameters_that_are_there():
    for one in EXPLAINED:
        names = {param["name"] for param in one["params"]} | {"out", "destroy"}
        for param in one["params"]:
            named = set(re.findall(r"`(\w+)`", param["doc"]))
            assert named <= names, f"{one['name']}({param['name']}): {param['doc']}"


def test_every_row_is_used():
    used = set()
    for one in EXPLAINED:
        for param in one["params"]:
            own = f"{one['name']}.{param['name']}"
            used.add(own if own in parameter_words.table() else parameter_words.key(param))
    assert set(parameter_words.table()) <= used, sorted(set(parameter_words.table()) - used)


def test_a_function_may_mean_something_else():
    assert words("ptc_cuda_synchronize", "index") == "Index of the CUDA device; PTC_UNSET: the current one."
    assert words("ptc_tensor_list_get", "index") == "Number of the item, counted from 0."
    assert words("ptc_autograd_grad", "inputs_len") == "Number of elements of `inputs`."


def test_added_errors_are_told():
    said = {one["name"]: one.get("errors", []) for one in SAID["functions"]}
    assert said["ptc_matrix_power"] == ["An error unless `n` is more than -2^63."]
    assert "An error unless labels lie within the classes." in said["ptc_ctc_loss_IntList"]
    assert any("does not require grad" in one for one in said["ptc_tensor_register_hook"])
    assert not said["ptc_relu"]


def test_every_check_with_a_sentence_is_made_somewhere():
    made = {check for body in added_errors.bodies().values() for check, _ in added_errors.CALL.findall(body)}
    assert set(added_errors.CHECKS) <= made, sorted(set(added_errors.CHECKS) - made)
