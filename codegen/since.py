"""The version of the library that first had a function."""

# Of the functions that 0.1.0 did not have; a family stands for all that is in its header.
FAMILIES = {"0.2.0": "autocast binding context func library saved_tensors shared storage"}
FUNCTIONS = {
    "0.2.0": "backward_id backward_is_whole cuda_memory_stats cuda_reset_memory_stats dlpack_new multithreading_enabled "
    "node_context node_result node_result_count node_saved node_will_run operator_trust optimizer_adagrad_step mark_add require_abi "
    "set_gc_storage_limit set_multithreading_enabled set_trim_drop storage_bytes tensor_base tensor_describe "
    "tensor_dlpack_dtype tensor_increment_version trim"
}
FIRST = "0.1.0"

_OF_FAMILY = {family: version for version, names in FAMILIES.items() for family in names.split()}
_OF_FUNCTION = {f"ptc_{name}": version for version, names in FUNCTIONS.items() for name in names.split()}


def version(function):
    return _OF_FUNCTION.get(function.name) or _OF_FAMILY.get(function.family, FIRST)
