"""One step of an optimizer for many parameters: libtorch's fused kernels, made safe to call.

The kernels believe that the tensors of a row (parameter, gradient, state) have one size, and their
elements in one order in memory; where that is not so they go to the wrong places without a word.
Here sizes are checked, and rows in several orders are copied for the call.
"""

from .. import _ops
from ..autograd import no_grad


def _by_kind(rows):
    """Rows by the device and dtype of the parameter; ValueError for a row that does not fit together."""
    kinds = {}
    for row in rows:
        param = row[0]
        device, dtype, shape = param.device, param.dtype, param.shape
        for other in row[1:]:
            if other.shape != shape or other.dtype != dtype or other.device != device:
                raise ValueError(
                    f"gradient and state must be like their parameter, {tuple(shape)} {dtype} on {device}, "
                    f"got {tuple(other.shape)} {other.dtype} on {other.device}"
                )
        kinds.setdefault((device, dtype), []).append(row)
    return kinds


def _lie_alike(row):
    """Whether the elements of all tensors lie in the same order, without gaps."""
    if all(tensor.is_contiguous() for tensor in row):
        return True
    strides, expected = row[0].stride(), 1
    if any(tensor.stride() != strides for tensor in row[1:]):
        return False
    for stride, size in sorted(zip(strides, row[0].shape)):
        if size != 1:
            if stride != expected:
                return False
            expected *= size
    return True


def _batches(*columns, steps=()):
    """Yield (columns, steps) for each kind, as the kernels want them; copy back what was copied.

    steps are the counters of the rows, which have a dtype of their own.
    """
    step_of = dict(zip(map(id, columns[0]), steps))
    for (_, dtype), rows in _by_kind(zip(*columns, strict=True)).items():
        batch_steps = [step_of[id(row[0])] for row in rows] if steps else []
        copied = []
        for number, row in enumerate(rows):
            if not _lie_alike(row):
                rows[number] = tuple(tensor.contiguous() for tensor in row)
                copied += [(old, new) for old, new in zip(row, rows[number]) if old is not row[1]]
        batch = [list(column) for column in zip(*rows)]
        if dtype.is_complex:
            batch = [[_ops.view_as_real(tensor) for tensor in column] for column in batch]
        yield batch, batch_steps
        for old, new in copied:
            old.copy_(new)


def sgd_step(
    params, grads, momentum_buffers, *, lr, momentum, dampening, weight_decay, nesterov, maximize, is_first_step
):
    """Update params in place. momentum_buffers: [] without momentum; on the first step they are only written."""
    columns = [params, grads] + ([momentum_buffers] if momentum_buffers else [])
    with no_grad():
        for batch, _ in _batches(*columns):
            _ops._fused_sgd_(
                batch[0], batch[1], batch[2] if momentum_buffers else [],
                lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
                maximize=maximize, is_first_step=is_first_step,
            )  # fmt: skip


def adam_step(
    params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, steps,
    *, lr, beta1, beta2, eps, weight_decay, amsgrad, maximize, decoupled,
):  # fmt: skip
    """Update params and state in place and raise steps (0-dim, float32) by one; decoupled=True is AdamW.

    max_exp_avg_sqs: [] without amsgrad.
    """
    kernel = _ops._fused_adamw_ if decoupled else _ops._fused_adam_
    columns = [params, grads, exp_avgs, exp_avg_sqs] + ([max_exp_avg_sqs] if amsgrad else [])
    with no_grad():
        for batch, batch_steps in _batches(*columns, steps=steps):
            _ops._foreach_add_(batch_steps, 1)
            kernel(
                *batch[:4], batch[4] if amsgrad else [], batch_steps,
                lr=lr, beta1=beta1, beta2=beta2, weight_decay=weight_decay, eps=eps, amsgrad=amsgrad,
                maximize=maximize,
            )  # fmt: skip
