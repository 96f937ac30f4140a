"""Training in several processes, each with its part of the data (torch.nn.parallel.distributed)."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module

from ..._ops import full
from ..._tensor.device import device as Device
from ..._tensor.tensor import Tensor
from ...autograd.grad_mode import is_grad_enabled
from ..modules.batchnorm import SyncBatchNorm
from ..modules.module import Module
from .scatter_gather import gather, scatter_kwargs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ..._typing import DeviceLike

__all__ = ["DistributedDataParallel"]

_MEGABYTE = 1024 * 1024
_BROADCAST = 250 * _MEGABYTE  # bytes of parameters and buffers that are sent at once


def _distributed():
    return import_module(f"{__package__.partition('.')[0]}.distributed")


def _tensors_of(value):
    """The tensors in an output."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, dict):
        return [tensor for one in value.values() for tensor in _tensors_of(one)]
    if isinstance(value, (list, tuple)):
        return [tensor for one in value for tensor in _tensors_of(one)]
    if hasattr(value, "__dataclass_fields__"):
        return _tensors_of(vars(value))
    return []


def _refuse(**given):
    for name, value in given.items():
        if value is not None and value is not False:
            raise NotImplementedError(f"DistributedDataParallel(): the argument {name!r} is not supported here")


def _group_of(process_group, mesh, module):
    """Returns the group that a mesh of one dimension has, or the one given; RuntimeError for both.

    Where the mesh is a part of another, along whose other dimensions the module may be split, its parameters are plain
    tensors but for the time of its forward pass.
    """
    if mesh is None:
        return process_group or _distributed()._get_default_group()
    if process_group:
        raise RuntimeError("Cannot specify both process_group and device_mesh arguments.")
    if mesh.ndim != 1:
        raise RuntimeError(f"Only 1D device mesh is supported, but got {mesh}.")
    if mesh._get_root_mesh() != mesh:
        splitting = import_module(f"{__package__.partition('.')[0]}.distributed.tensor.parallel.ddp")
        splitting._pre_dp_module_transform(module)
    return mesh.get_group(mesh_dim=0)


class _Joined:
    """Answers the collectives of members that still have data (torch's JoinHook of DistributedDataParallel)."""

    def __init__(self, parallel: DistributedDataParallel, static_size: bool) -> None:
        self.parallel, parallel._static_size = parallel, static_size

    def main_hook(self) -> None:
        """One pass of the others."""
        parallel = self.parallel
        parallel.reducer.rebuild_buckets()
        parallel._send_buffers(True, has_data=False)
        parallel.require_forward_param_sync = bool(parallel._all_reduced(0.0))
        if not parallel.require_forward_param_sync:
            return
        for work in [self._reduced(i, zeros) for i, zeros in enumerate(parallel.reducer.zeros())]:
            work.wait()
        if parallel.find_unused_parameters:
            _distributed().all_reduce(parallel.reducer.used(), group=parallel.process_group)
        parallel.reducer.push_parameters()

    def _reduced(self, index, zeros):
        """Begins what the reducer does with a bucket."""
        if not self.parallel._comm_hooks:
            return _distributed().all_reduce(zeros, group=self.parallel.process_group, async_op=True)
        hook, state = self.parallel._comm_hooks[0]
        return hook(state, _distributed().GradBucket(index, False, zeros, (), ()))

    def post_hook(self, is_last_joiner: bool) -> None:
        """Gives each the model of the last that has trained."""
        self.parallel._send(self.parallel._states(), self.parallel._last(is_last_joiner))


class DistributedDataParallel(Module):
    """module, whose gradients are averaged over a group of processes while the backward pass runs.

    Args:
        module: The model; each process has it, and begins with the parameters and buffers of process 0
        device_ids, output_device: The one CUDA device of this process; None on the CPU
        broadcast_buffers: Whether buffers are those of process 0 before each forward pass
        init_sync: Whether parameters and buffers are compared and sent at the beginning
        process_group: The group, by default that of all processes
        bucket_cap_mb: Gradients travel in buckets of so many MB, 25
        find_unused_parameters: Whether the graph of each output is walked for parameters that it does not use
        gradient_as_bucket_view: Whether gradients are views of the buckets, which saves their copy
        static_graph: Whether each iteration uses the same parameters, in whatever way
        device_mesh: A mesh of one dimension, whose group it is; a part of a mesh where the module is split over another

    The group's collectives are called in the backward pass, so that each process must run the same number of passes.
    Raises RuntimeError for a module without parameters that require grad, or where the processes' models differ.
    Source: torch.nn.parallel.DistributedDataParallel; mixed_precision, which torch has on accelerators alone, is not
    here: distributed.fsdp.fully_shard has it.
    """

    def __init__(
        self,
        module: Module,
        device_ids: Sequence[DeviceLike] | None = None,
        output_device: DeviceLike | None = None,
        dim: int = 0,
        broadcast_buffers: bool = True,
        init_sync: bool = True,
        process_group: Any = None,
        bucket_cap_mb: float | None = None,
        find_unused_parameters: bool = False,
        check_reduction: bool = False,
        gradient_as_bucket_view: bool = False,
        static_graph: bool = False,
        delay_all_reduce_named_params: Any = None,
        param_to_hook_all_reduce: Any = None,
        mixed_precision: Any = None,
        device_mesh: Any = None,
        skip_all_reduce_unused_params: bool = False,
    ) -> None:
        super().__init__()
        _refuse(
            delay_all_reduce_named_params=delay_all_reduce_named_params,
            mixed_precision=mixed_precision,
            param_to_hook_all_reduce=param_to_hook_all_reduce,
            skip_all_reduce_unused_params=skip_all_reduce_unused_params,
        )
        if device_ids is not None and len(device_ids) > 1:
            raise ValueError("device_ids can only be None or contain a single element.")
        group = _group_of(process_group, device_mesh, module)
        if not any(parameter.requires_grad for parameter in module.parameters()):
            raise RuntimeError(
                "DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient."
            )
        self.process_group, self.device_mesh = group, device_mesh
        self.module, self.dim, self.device_ids, self.output_device = module, dim, device_ids, output_device
        self.broadcast_buffers, self.find_unused_parameters = broadcast_buffers, find_unused_parameters
        self.gradient_as_bucket_view, self.static_graph = gradient_as_bucket_view, static_graph
        self.bucket_bytes_cap = int((25 if bucket_cap_mb is None else bucket_cap_mb) * _MEGABYTE)
        self.bucket_bytes_cap_default = bucket_cap_mb is None
        self.parameters_to_ignore = set(getattr(module, "_ddp_params_and_buffers_to_ignore", ()))
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        self._comm_hooks: list[Any] = []
        self._join_config: Any = None  # set by distributed.algorithms.join.Join
        self._delayed, self._static_size = False, True
        self._make(init_sync)

    def _make(self, init_sync):
        names, parameters, sparse = self._trained()
        if init_sync:
            _distributed()._verify_params_across_processes(self.process_group, parameters)
            self._send(self._states())
        self._buffers_sent = any(name not in self.parameters_to_ignore for name, _ in self.module.named_buffers())
        first = min(self.bucket_bytes_cap, _MEGABYTE) if self.bucket_bytes_cap_default else self.bucket_bytes_cap
        self.reducer = _distributed().Reducer(
            parameters,
            names,
            self.process_group,
            self.bucket_bytes_cap,
            first,
            self.find_unused_parameters,
            self.gradient_as_bucket_view,
            self.static_graph,
            sparse,
        )

    def _trained(self):
        """Names and parameters that are trained, each once, and whether its gradient is sparse."""
        names, parameters, sparse, seen = [], [], [], set()
        for prefix, module in self.module.named_modules():
            for name, parameter in module.named_parameters(recurse=False):
                full = f"{prefix}.{name}" if prefix else name
                if not parameter.requires_grad or id(parameter) in seen or full in self.parameters_to_ignore:
                    continue
                seen.add(id(parameter))
                names.append(full)
                parameters.append(parameter)
                sparse.append(type(module).__name__ in ("Embedding", "EmbeddingBag") and bool(module.sparse))
        return names, parameters, sparse

    def _states(self):
        ignored = self.parameters_to_ignore
        tensors = [p.detach() for name, p in self.module.named_parameters() if name not in ignored]
        return tensors + [b.detach() for name, b in self.module.named_buffers() if name not in ignored]

    def _send(self, tensors, source=0):
        if tensors:
            _distributed()._broadcast_coalesced(self.process_group, tensors, _BROADCAST, source)

    # ---- the passes ----

    @classmethod
    def _get_active_ddp_module(cls) -> None:
        """Returns None: torch's compiler, which asks for it, finds no pass of DDP in what it captures."""

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """The module's forward pass; the backward pass of its output averages the gradients."""
        inputs, kwargs = self._pre_forward(*inputs, **kwargs)
        return self._post_forward(self.module(*inputs, **kwargs))

    def _pre_forward(self, *inputs: Any, **kwargs: Any) -> tuple[Any, Any]:
        """Prepares for the module's forward pass, and returns its arguments on the device: `replicate()` asks for it."""
        trained = is_grad_enabled() and self.require_backward_grad_sync
        if trained:
            self.reducer.prepare_for_forward()
        joining = self._join_config is not None and self._join_config.enable
        if joining:
            self._tell_joined()
        if is_grad_enabled():
            self.reducer.rebuild_buckets()
        self._send_buffers(joining)
        if joining:
            self._all_reduced(float(trained), wait=False)
        if self.device_ids:
            moved, named = scatter_kwargs(inputs, kwargs, self.device_ids, self.dim)
            inputs, kwargs = (moved or ((),))[0], (named or ({},))[0]
        return inputs, kwargs

    def scatter(self, inputs: Any, kwargs: Any, device_ids: Any) -> Any:
        """Returns the arguments for each device, cut along dim."""
        return scatter_kwargs(inputs, kwargs, device_ids, dim=self.dim)

    def to_kwargs(self, inputs: Any, kwargs: Any, device_id: Any) -> Any:
        """Returns the arguments on one device, in a tuple of one each."""
        to_kwargs = import_module(f"{__package__.partition('.')[0]}.distributed.utils")._to_kwargs
        return to_kwargs(inputs, kwargs, Device(self.join_device.type, device_id), False)

    def gather(self, outputs: Any, output_device: Any) -> Any:
        """Returns the results of several devices as one, joined along dim."""
        return gather(outputs, output_device, dim=self.dim)

    def _post_forward(self, output: Any) -> Any:
        """Returns the module's output, whose backward pass averages the gradients: `replicate()` asks for it."""
        self.require_forward_param_sync = is_grad_enabled() and self.require_backward_grad_sync
        if self.require_forward_param_sync:
            walked = self.find_unused_parameters and not self.static_graph
            self.reducer.prepare_for_backward(_tensors_of(output) if walked else [])
            if self.static_graph and not self._delayed:
                self._delay(output)
        return output

    def _delay(self, output):
        """Of a static graph's first pass all gradients are waited for: only then it is known what comes when."""

        def begins(grad):
            if not self._delayed:
                self._delayed = True
                self.reducer.delay_all_reduce()

        for tensor in _tensors_of(output):
            if tensor.requires_grad:
                tensor.register_hook(begins)

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """A block whose passes add to this process's gradients alone; the next pass after it averages their sum."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    # ---- communication hooks ----

    def register_comm_hook(self, state: Any, hook: Callable[[Any, Any], Any]) -> None:
        """hook(state, bucket) gives a future of the bucket's average over the group, in place of all_reduce.

        Once, before the first backward pass. Those of distributed.algorithms.ddp_comm_hooks fit: fp16_compress_hook,
        powerSGD_hook, … Raises TypeError for what cannot be called.
        """
        if not callable(hook):
            raise TypeError("Communication hook must be callable.")
        self.reducer.register_comm_hook(state, hook)
        self._comm_hooks.append((hook, state))

    def _register_builtin_comm_hook(self, comm_hook_type: int) -> None:
        """A hook of libtorch's: 1 all_reduce, 2 all_reduce in float16."""
        self.reducer.register_builtin_comm_hook(int(comm_hook_type))

    def _get_ddp_logging_data(self) -> dict[str, Any]:
        """Facts of libtorch's about this model's reducer: world_size, bucket_sizes, and what it was made with."""
        if not self.reducer.described:
            synchronized = any(isinstance(one, SyncBatchNorm) for one in self.module.modules())
            output = -1 if self.output_device is None else Device(self.output_device).index
            devices = [Device(one).index or 0 for one in self.device_ids or ()]
            switches = (self.broadcast_buffers, synchronized, self.static_graph)
            self.reducer.describe(type(self.module).__name__, devices, output, *switches)
        return self.reducer.facts()

    def _set_static_graph(self) -> None:
        """Makes the graph a static one; before the first pass."""
        if not self.static_graph:
            self.static_graph = True
            self.reducer.close()
            self._make(False)

    # ---- members with more data than others ----

    def join(
        self, divide_by_initial_world_size: bool = True, enable: bool = True, throw_on_early_termination: bool = False
    ) -> Any:
        """A block in which members may run different numbers of passes: who has no more answers the others' collectives.

        divide_by_initial_world_size: whether gradients are divided by the group's size, or by how many have data
        throw_on_early_termination: whether each raises RuntimeError as soon as one has no more
        """
        join = import_module(f"{__package__.partition('.')[0]}.distributed.algorithms.join").Join
        return join(
            [self], enable, throw_on_early_termination, divide_by_initial_world_size=divide_by_initial_world_size
        )

    def join_hook(self, **kwargs: Any) -> _Joined:
        """Returns what distributed.algorithms.join.Join runs on a member that has no more data."""
        return _Joined(self, kwargs.get("divide_by_initial_world_size", True))

    @property
    def join_device(self) -> Any:
        """The device of the parameters."""
        return next(self.module.parameters()).device

    @property
    def join_process_group(self) -> Any:
        """The group."""
        return self.process_group

    def _tell_joined(self):
        """Tells members that have no more data that this one has."""
        join = import_module(f"{__package__.partition('.')[0]}.distributed.algorithms.join").Join
        work = join.notify_join_context(self)
        if work:
            self.reducer.count_members(work, self._static_size)

    def _all_reduced(self, value, wait=True):
        """The sum of a number over the group; None without waiting for it."""
        number = full((1,), value, device=self.join_device)
        work = _distributed().all_reduce(number, group=self.process_group, async_op=True)
        if not wait:
            return None
        work.wait()
        return number.item()

    def _last(self, candidate):
        """The highest rank for which candidate is true."""
        rank = full((1,), self.process_group.rank() if candidate else -1, device=self.join_device)
        _distributed().all_reduce(rank, _distributed().ReduceOp.MAX, self.process_group)
        return int(rank.item())

    def _send_buffers(self, joining, has_data=True):
        """Makes buffers those of rank 0, or while members join those of the last that has data."""
        if self.broadcast_buffers and self.require_forward_param_sync and self._buffers_sent:
            buffers = [b for name, b in self.module.named_buffers() if name not in self.parameters_to_ignore]
            self._send(buffers, self._last(has_data) if joining else 0)

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["process_group"], state["reducer"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.process_group = _distributed()._get_default_group()
        super().__setstate__(state)
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        self._delayed = False
        self._make(False)
