"""The database's values, made for one of the two libraries: tensors with their memory, dtypes, devices, functions."""

import dataclasses
import numbers
import types

import numpy
import torch

import pytorch_c

from .counterpart import counterpart

PLAIN = (numbers.Number, str, bytes, type(None), type(...), numpy.ndarray, numpy.generic, slice)
NAMED = (torch.dtype, torch.layout, torch.memory_format)


class Unconvertible(Exception):
    """A value of torch that has no counterpart here."""


class Converter:
    """Makes torch's values anew for one library. What shares memory in a sample shares it in the copy.

    Samples are made on the CPU; `device` is where the copies are, and what a device among the arguments becomes.
    """

    device = "cpu"

    def __init__(self, library):
        self.library = library
        self.storages = {}
        self.made = {}

    def __call__(self, value):
        if isinstance(value, torch.Tensor):
            if id(value) not in self.made:
                self.made[id(value)] = value, self.tensor(value)  # kept: an id is used again
            return self.made[id(value)][1]
        if isinstance(value, torch.Size):
            return self.library.Size(value)
        if isinstance(value, (list, tuple)):
            made = [self(one) for one in value]
            return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
        if isinstance(value, dict):
            return {key: self(one) for key, one in value.items()}
        if isinstance(value, PLAIN):
            return value
        if isinstance(value, torch.device) and value.type == "cpu":
            return self.library.device(self.device)
        return value if self.library is torch else self.other(value)

    def other(self, value):
        if isinstance(value, NAMED):
            return getattr(pytorch_c, str(value).removeprefix("torch."))
        if isinstance(value, torch.device):
            return pytorch_c.device(str(value))
        if isinstance(value, torch.Generator):
            generator = pytorch_c.Generator()  # of the CPU, as the sample's
            generator.set_state(self(value.get_state()))
            return generator
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType)):
            return counterpart(value)
        if isinstance(value, torch.nn.Module):
            return module(value)
        if isinstance(value, torch.nn.LinearCrossEntropyOptions):
            given = {field.name: self(getattr(value, field.name)) for field in dataclasses.fields(value)}
            return pytorch_c.nn.LinearCrossEntropyOptions(**given)
        raise Unconvertible(type(value).__name__)

    # ---- tensors ----

    def tensor(self, given):
        if given.is_quantized or given.is_nested or given.is_mkldnn:
            raise Unconvertible(f"tensor with {given.layout} {given.dtype} {given.device}")
        if given.is_meta:
            made = self.library.empty_strided(given.shape, given.stride(), dtype=self(given.dtype), device="meta")
        elif given.layout == torch.strided:
            made = self.strided(given)
        elif given.layout == torch.sparse_coo:
            made = self.coo(given)
        else:
            made = self.compressed(given)
        if isinstance(given, torch.nn.Parameter):
            return self.library.nn.Parameter(made, given.requires_grad)
        return made.requires_grad_() if given.requires_grad else made

    def strided(self, given):
        base = self.memory(given).view(self(given.dtype))
        made = base.as_strided(tuple(given.shape), given.stride(), given.storage_offset())
        made = made.conj() if given.is_conj() else made
        negative = torch._neg_view if self.library is torch else pytorch_c.ops.aten._neg_view
        return (negative(made) if given.is_neg() else made).detach()

    def memory(self, given):
        """One copy, as bytes, of the memory that the tensor looks into."""
        storage = given.untyped_storage()
        if storage.data_ptr() not in self.storages or not storage.nbytes():
            whole = torch.empty(0, dtype=torch.uint8, device=storage.device).set_(storage)
            usable = whole.numel() // given.dtype.itemsize * given.dtype.itemsize
            copied = whole[:usable].cpu().numpy().copy()
            empty = self.library.empty(0, dtype=self.library.uint8)
            self.storages[storage.data_ptr()] = (self.library.from_numpy(copied) if usable else empty).to(self.device)
        return self.storages[storage.data_ptr()]

    def coo(self, given):
        given = given.detach()
        parts = self(given._indices()), self(given._values())
        return self.library.sparse_coo_tensor(*parts, tuple(given.shape), is_coalesced=given.is_coalesced())

    def compressed(self, given):
        rows = given.layout in (torch.sparse_csr, torch.sparse_bsr)
        given = given.detach()
        parts = (given.crow_indices(), given.col_indices()) if rows else (given.ccol_indices(), given.row_indices())
        indices = [self(one) for one in parts]
        return self.library.sparse_compressed_tensor(
            *indices, self(given.values()), tuple(given.shape), layout=self(given.layout), check_invariants=False
        )


# ---- modules ----


def module(theirs):
    """A module of pytorch_c with the state of torch's; for the few kinds that are arguments in the database."""
    if isinstance(theirs, torch.nn.PairwiseDistance):
        return pytorch_c.nn.PairwiseDistance(theirs.norm, theirs.eps, theirs.keepdim)
    if isinstance(theirs, torch.nn.TransformerEncoderLayer):
        attention, linear, norm = theirs.self_attn, theirs.linear1, theirs.norm1
        made = pytorch_c.nn.TransformerEncoderLayer(
            attention.embed_dim,
            attention.num_heads,
            linear.out_features,
            theirs.dropout.p,
            {0: pytorch_c.tanh, 1: "relu", 2: "gelu"}[theirs.activation_relu_or_gelu],
            norm.eps,
            attention.batch_first,
            theirs.norm_first,
            linear.bias is not None,
            dtype=getattr(pytorch_c, str(norm.weight.dtype)[6:]),
        )
        made.load_state_dict({key: pytorch_c.from_numpy(value.numpy()) for key, value in theirs.state_dict().items()})
        return made
    raise Unconvertible(type(theirs).__name__)
