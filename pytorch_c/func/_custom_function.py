"""Custom Functions inside of functions of functions: their derivative at each level, and their rule for batches."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._boundary import api, constants
from .._tensor.tensor import Tensor
from ..utils._pytree import (
    _broadcast_to_and_flatten,
    arg_tree_leaves,
    tree_flatten,
    tree_leaves,
    tree_map_only,
    tree_structure,
)
from ._levels import FUNCTIONALIZE, GRAD, JVP, VMAP, add_dim, recording, suspended, unwrap
from ._vmap import batched_call, vmap, without_batch

_NOTES = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"
_RANDOMNESS = {number: name for name, number in constants.RANDOMNESS.items()}


class VmapInfo(NamedTuple):
    """Facts of the level for a vmap staticmethod."""

    batch_size: int
    randomness: str


def call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """function.apply at the innermost level of this thread, and so at those outside of it.

    Raises RuntimeError for a Function whose forward takes ctx, and for one without a rule for batches inside of vmap.
    """
    level, kind, batch_size, randomness, before = api.func_innermost()
    if not level:
        return function._apply(args, kwargs)
    if not _can_nest(function):
        if kind == VMAP and not any(map(_is_recorded, (*args, *kwargs.values()))):
            return function._apply(args, kwargs)  # nothing to derive: forward is made of operators
        raise RuntimeError(
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must "
            f"override the setup_context staticmethod. {_NOTES}"
        )
    if kind in (GRAD, JVP):
        outside = recording(before if kind == GRAD else True, before if kind == JVP else True)
        return _with_derivative(function, level, outside)._apply(args, kwargs)
    if kind == FUNCTIONALIZE:
        raise RuntimeError("NYI: Functionalize rule for custom_function_call")
    return _batched(function, args, kwargs, level, VmapInfo(batch_size, _RANDOMNESS[randomness]))


def _can_nest(function):
    return function.setup_context is not _base(function).setup_context


def _base(function):
    """autograd.Function itself."""
    return next(one for one in reversed(function.__mro__) if "vmap" in vars(one))


def _is_recorded(value):
    while isinstance(value, Tensor):
        if value.requires_grad:
            return True
        if not api.func_level(value):
            return False
        value = api.func_value(value)
    return False


def _derived(function, name, members):
    """A Function with other static methods, and the class that `function` derives from."""
    made = {key: staticmethod(member) for key, member in members.items()}
    return type(name, (_base(function),), made)


def _same_objects(outputs, given, originals, wrap, dims=None):
    """The outputs as tensors of a level; what is an input stays that."""
    known = {id(one): original for one, original in zip(arg_tree_leaves(*given), arg_tree_leaves(*originals))}
    leaves, spec = tree_flatten(outputs)
    places = [None] * len(leaves) if dims is None else dims

    def one(leaf, dim):
        if not isinstance(leaf, Tensor):
            return leaf
        return known[id(leaf)] if id(leaf) in known else wrap(leaf, dim)

    return spec.unflatten(map(one, leaves, places))


# ---- grad and jvp ----


def _with_derivative(function, level, outside):
    """The Function of this level: its forward runs at the levels outside, its derivative is the other's."""

    def forward(*args, **kwargs):
        inner = tree_map_only(Tensor, lambda one: unwrap(one, level), args)
        named = tree_map_only(Tensor, lambda one: unwrap(one, level), kwargs)
        with outside, suspended():
            found = call(function, inner, named)
        return _same_objects(found, inner, args, lambda one, _: api.func_wrap(one, level, False))

    return _derived(
        function,
        f"{function.__name__}Generated",
        {
            "forward": forward,
            "setup_context": function.setup_context,
            "backward": lambda ctx, *grads: function._derivative()(ctx, *grads),
            "jvp": lambda ctx, *tangents: function.jvp(ctx, *tangents),
        },
    )


# ---- vmap ----


def _batched(function, args, kwargs, level, info):
    if any(isinstance(one, Tensor) for one in tree_leaves(kwargs)):
        raise NotImplementedError(
            "Run vmap on autograd.Function with kwarg-only Tensor args. Please do not pass kwarg-only Tensors to "
            f"autograd.Function. Got: {kwargs}"
        )
    own_rule = function.vmap is not _base(function).vmap
    if function.generate_vmap_rule and own_rule:
        raise RuntimeError(
            f"You tried to vmap over {function.__name__}, but it has both generate_vmap_rule=True and an overridden "
            "vmap staticmethod. Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to "
            f"avoid ambiguity. {_NOTES}"
        )
    if not function.generate_vmap_rule and not own_rule:
        raise RuntimeError(
            f"You tried to vmap over {function.__name__}, but it does not have vmap support. Please override and "
            f"implement the vmap staticmethod or set generate_vmap_rule=True. {_NOTES}"
        )
    given, dims = without_batch(args, level)
    if function.generate_vmap_rule:
        return _by_made_rule(function, given, dims, level, info)
    with suspended():
        if all(dim is None for dim in tree_leaves(dims)):
            return call(function, args, kwargs)
        found = function.vmap(info, dims, *given, **kwargs)
    base = (
        "Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible "
        "with the output. "
    )
    if not isinstance(found, tuple):
        raise RuntimeError(f"{base}Got a {type(found)} instead")
    if len(found) != 2:
        raise RuntimeError(f"{base}Got {len(found)} returns instead")
    outputs, out_dims = found
    places = _broadcast_to_and_flatten(out_dims, tree_structure(outputs))
    if places is None:
        raise RuntimeError(
            "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. "
            f"Expected out_dims={out_dims} to be compatible with the structure of `output`. out_dims has structure "
            f"{tree_structure(out_dims)} but output has structure {tree_structure(outputs)}. {_NOTES}"
        )
    return _same_objects(
        outputs, given, args, lambda one, dim: one if dim is None else add_dim(one, dim, level), places
    )


def _by_made_rule(function, given, dims, level, info):
    with suspended():
        *outputs, out_dims = call(_of_batches(function, dims, info), given, {})
    found = tuple(outputs) if isinstance(out_dims, tuple) else outputs[0]
    leaves, spec = tree_flatten(found)
    places = _broadcast_to_and_flatten(out_dims, spec)
    return spec.unflatten(one if dim is None else add_dim(one, dim, level) for one, dim in zip(leaves, places))


class _Context:
    """The ctx of a Function of batches, as the Function of samples sees it."""

    def __init__(self, ctx, **instead):
        self.__dict__.update(_ctx=ctx, **instead)

    def __getattr__(self, name):
        return getattr(self._ctx, name)

    def __setattr__(self, name, value):
        setattr(self._ctx, name, value)


def _saving(ctx, dims):
    """A ctx that saves tensors with their batch, and puts where they have it into `dims`."""

    def save(name):
        def method(*tensors):
            level = api.func_innermost()[0]
            values, dims[:] = [], []
            for one in tensors:
                value, dim = without_batch(one, level) if one is not None else (None, None)
                values.append(value)
                dims.append(dim)
            getattr(ctx, name)(*values)

        return method

    return _Context(ctx, save_for_backward=save("save_for_backward"), save_for_forward=save("save_for_forward"))


def _parts(outputs):
    """(the outputs as the Function of samples gives them, where they have the batch)."""
    *found, dims = outputs
    return (tuple(found) if isinstance(dims, tuple) else found[0]), dims


def _of_batches(function, in_dims, info):
    """The Function that runs `function` within a level of vmap, and its derivative too; its last result is dims."""
    size, randomness = info
    key = object()  # one ctx serves several of these where vmap nests

    def run(body, dims, *args):
        return batched_call(body, dims, args, size, randomness)

    def forward(*args):
        found, dims = run(function.forward, in_dims, *args)
        return (found, dims) if isinstance(found, Tensor) else (*found, dims)

    def setup_context(ctx, inputs, outputs):
        outputs, out_dims = _parts(outputs)
        saved, shapes = [], []

        def inner(inputs, outputs):
            function.setup_context(_saving(ctx, saved), inputs, outputs)
            shapes.extend(one.shape if isinstance(one, Tensor) else None for one in inputs)

        run(inner, (in_dims, out_dims), inputs, outputs)
        if not hasattr(ctx, "_batches"):
            ctx._batches = {}
        ctx._batches[key] = out_dims, tuple(saved), shapes

    def backward(ctx, *grads):
        out_dims, saved, shapes = ctx._batches[key]
        grads = grads[:-1]
        places = out_dims if isinstance(out_dims, tuple) else (out_dims,)
        places = tuple(None if grad is None else dim for grad, dim in zip(grads, places))

        def inner(tensors, grads):
            return function._derivative()(_Context(ctx, saved_tensors=tensors), *grads)

        found, dims = run(inner, (saved, places), ctx.saved_tensors, grads)
        return _reduced(found, dims, in_dims, size, shapes)

    def jvp(ctx, *tangents):
        out_dims, saved, _ = ctx._batches[key]
        places = tuple(None if one is None else dim for one, dim in zip(tangents, in_dims))

        def inner(tensors, tangents):
            return function.jvp(_Context(ctx, saved_tensors=tensors), *tangents)

        found, dims = run(inner, (saved, places), ctx.saved_tensors, tangents)
        return (*_reduced(found, dims, out_dims, size), None)

    made = _derived(
        function,
        f"Vmapped{function.__name__}",
        {"forward": forward, "setup_context": setup_context, "backward": backward, "jvp": jvp},
    )
    made.generate_vmap_rule = True
    return made


def _reduced(found, dims, wanted, size, shapes=None):
    """Gradients with the batch where the inputs have it: summed over it where they have none."""
    found, dims, wanted = (one if isinstance(one, tuple) else (one,) for one in (found, dims, wanted))
    shapes = shapes or [None] * len(found)
    return tuple(map(_reduced_one, found, dims, wanted, [size] * len(found), shapes))


def _reduced_one(grad, dim, wanted, size, shape):
    if grad is None or (dim is None and wanted is None):
        return grad
    if wanted is None:
        return grad.sum(dim)
    if dim is None:
        grad, dim = grad.unsqueeze(wanted).expand(*grad.shape[:wanted], size, *grad.shape[wanted:]), wanted
    if shape is not None:  # broadcast on the way
        return vmap(lambda one: one.sum_to_size(shape), dim, wanted)(grad)
    return grad if dim == wanted else grad.movedim(dim, wanted)
