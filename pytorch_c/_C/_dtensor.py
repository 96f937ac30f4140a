"""Operators of DTensors: what torch's extension does before and after torch's own Python (torch/_C, dispatchDTensorOp).

The rules by which shards follow from an operator are torch's, in torch.distributed.tensor.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    import types
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
_EVERY = 1 << 30  # more arguments than an operator has
_allowed = False


def _get_dtensor_allow_implicit_replication() -> bool:
    """Returns whether a plain tensor beside DTensors counts as one that each process has."""
    return _allowed


def _set_dtensor_allow_implicit_replication(value: bool) -> None:
    """Sets what _get_dtensor_allow_implicit_replication returns."""
    global _allowed
    _allowed = value


def _get_DTensor_sharding_propagator_cache_stats() -> tuple[int, int]:
    """Returns (0, 0): the only cache is the one in Python."""
    return 0, 0


def _clear_DTensor_sharding_propagator_cache() -> None:
    """Does nothing: the only cache is the one in Python."""


def _reinit_DTensor_dispatch_logger() -> None:
    """Does nothing: the logger is asked each time."""


# ---- schemas: an operator and the specs of its arguments ----


def _DTensor_OpSchema_post_init(schema: Any) -> None:
    """Sets has_symints and the key of a new OpSchema; TypeError where its arguments are no tuple."""
    if not isinstance(schema.args_schema, tuple):
        raise TypeError("DTensor_OpSchema_post_init requires self.args_schema to be a tuple!")
    is_symbol = importlib.import_module(f"{_PACKAGE}._boundary.handle").core.is_symbol
    metas = (getattr(one, "tensor_meta", None) for one in schema.args_schema)
    schema.has_symints = any(is_symbol(size) for meta in metas if meta is not None for size in meta.shape)
    _DTensor_OpSchema_recompute_comparison_key(schema)


def _DTensor_OpSchema_recompute_comparison_key(schema: Any) -> None:
    """Sets the key by which the rules' results are kept: the operator and its arguments.

    Of numbers that do not matter to the rule there is the type, which decides the result's dtype.
    """
    info = schema.schema_info
    first = _EVERY if info is None else info.static_argnum
    arguments = tuple(
        type(one) if isinstance(one, (int, float, complex)) and i < first else _hashable(one)
        for i, one in enumerate(schema.args_schema)
    )
    named = None if info is None else info.static_kwargkey
    key = (schema.op, arguments)
    if named is not None:
        key += (tuple(_hashable(schema.kwargs_schema.get(name)) for name in named),)
    schema._comparison_key = key


def _hashable(value):
    return tuple(map(_hashable, value)) if isinstance(value, (list, tuple)) and type(value) in (list, tuple) else value


# ---- sizes ----


def _DTensor_compute_global_tensor_info(tensor: Any, mesh: Any, placements: Any) -> tuple[list[int], list[int]]:
    """Returns (shape, strides) of the whole of which `tensor` is this process's part, where all parts are equal.

    Raises AssertionError for a dimension that there is not, RuntimeError for an unknown placement.
    """
    shape, strides = list(tensor.size()), list(tensor.stride())
    for i, placement in enumerate(placements):
        if not hasattr(placement, "dim"):
            if not (placement.is_replicate() or placement.is_partial()):
                raise RuntimeError(f"placement type {type(placement)} not supported!")
            continue
        dim, parts = placement.dim, mesh.size(i)
        if not 0 <= dim < len(shape):
            raise AssertionError(
                f"Sharding dim {dim} greater than tensor ndim {len(shape)} for placement number {i}."
                if dim >= 0
                else f"Shard placements should have negative dims normalized in the user-facing APIs: {placement}"
            )
        shape[dim] *= parts
        strides = [step * parts if j != dim and step >= strides[dim] else step for j, step in enumerate(strides)]
    return shape, strides


# ---- operators ----


def take_over(module: types.ModuleType) -> None:
    """Lets DTensor's operators run here; classes derived from it begin with torch's __torch_dispatch__."""
    whole = module.DTensor
    of_derived = whole.__dict__["__torch_dispatch__"].__func__

    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if cls is whole:
            return _dispatch(cls, func, args, kwargs or {})
        return of_derived(cls, func, types, args, kwargs)

    __torch_dispatch__.__doc__ = "Runs an operator of DTensors: on each process with its parts."
    whole.__torch_dispatch__ = classmethod(__torch_dispatch__)


def _dispatch(cls, func, args, kwargs):
    """The result of an operator of DTensors."""
    rules = cls._op_dispatcher
    own = rules._custom_op_handlers.get(func)
    if own is not None:
        return own(func, args, kwargs)
    info = rules.unwrap_to_op_info(func, args, kwargs)
    sharding = rules._propagate_op_sharding_dispatch_slow_path(func, args, kwargs, info, True)
    if not hasattr(sharding, "needs_redistribute"):
        return sharding  # of an operator that was decomposed
    info.output_sharding = sharding
    results = rules._dispatch_get_local_results_slow_path(func, args, info)
    took_part = info.compute_mesh._is_current_rank_part_of_mesh()
    in_place, into = info.schema.is_inplace_op(), info.schema.is_out_variant_op()
    if in_place or into or func.name() == "aten::equal":
        return rules._dispatch_fast_path_python_tail(
            func, args, kwargs, info.compute_mesh, sharding, results, took_part, in_place, into
        )
    made = rules.wrap(results, sharding.output_spec)
    if took_part and info.schema.is_view_op():
        correct = importlib.import_module(f"{_PACKAGE}.utils._python_dispatch").return_and_correct_aliasing
        return correct(func, args, kwargs, made)
    return made
