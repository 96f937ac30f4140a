"""Exported programs (torch.export.ExportedProgram): read from archives of torch.export.save, and run by our operators."""

from __future__ import annotations

import dataclasses

from ..nn import Module, Parameter
from ..utils import _pytree as pytree
from . import _symbols
from ._archive import MAJOR, Archive, ArchiveError
from ._interpreter import compiled
from .graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    SymBoolArgument,
    SymFloatArgument,
    SymIntArgument,
    TensorArgument,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import IO, Any

    from .._tensor.tensor import Tensor

__all__ = ["ExportedProgram", "ValueRanges"]


@dataclasses.dataclass(frozen=True)
class ValueRanges:
    """The least and the greatest value of a size that may change; None is no bound."""

    lower: int | None
    upper: int | None

    def __repr__(self) -> str:
        return f"VR[{self.lower}, {'int_oo' if self.upper is None else self.upper}]"


class ExportedProgram:
    """A program that torch has captured: its graph, weights and signature.

    Source: torch.export.ExportedProgram.
    """

    def __init__(
        self, model: dict[str, Any], weights: dict[str, Tensor], constants: dict[str, Any], example: Any
    ) -> None:
        try:
            part = model["graph_module"]
            self._graph = part["graph"]
            self.graph_signature = _signature(part["signature"])
            call = part["module_call_graph"][0]["signature"]
            self._in_spec, self._out_spec = map(pytree.treespec_loads, (call["in_spec"], call["out_spec"]))
            self.range_constraints = {
                name: ValueRanges(one.get("min_val"), one.get("max_val"))
                for name, one in model["range_constraints"].items()
            }
            self._checks = _checks(self._graph, self.graph_signature, self._in_spec)
            self._run = compiled(self._graph)
        except (KeyError, TypeError, AttributeError, IndexError, StopIteration, RecursionError) as error:
            raise ArchiveError(f"export.load(): the program is not of torch's schema: {error!r}") from error
        self._state_dict, self._constants, self._example = weights, constants, example
        self._torch_version = model.get("torch_version")

    @property
    def state_dict(self) -> dict[str, Tensor]:
        """Parameters and persistent buffers by their names."""
        return self._state_dict

    @property
    def constants(self) -> dict[str, Any]:
        """Tensors that the program had as constants, and buffers that the state_dict leaves out."""
        return self._constants

    @property
    def example_inputs(self) -> Any:
        """The arguments with which the program was captured: (args, kwargs), or None."""
        return self._example

    @property
    def graph(self) -> str:
        """The graph as text, a line for each node."""
        lines = []
        for node in self._graph["nodes"]:
            given = ", ".join(
                f"{one['name']}={_shown(one['arg'])}" if one["name"] else _shown(one["arg"]) for one in node["inputs"]
            )
            results = ", ".join(_shown(one) for one in node["outputs"])
            lines.append(f"    {results} = {node['target']}({given})")
        takes = ", ".join(_shown(one) for one in self._graph["inputs"])
        gives = ", ".join(_shown(one) for one in self._graph["outputs"])
        return "\n".join([f"graph({takes}):", *lines, f"    return ({gives})"])

    def parameters(self) -> list[Tensor]:
        return [self._state_dict[name] for name in self.graph_signature.parameters]

    def named_parameters(self) -> list[tuple[str, Tensor]]:
        return [(name, self._state_dict[name]) for name in self.graph_signature.parameters]

    def buffers(self) -> list[Tensor]:
        return [tensor for _, tensor in self.named_buffers()]

    def named_buffers(self) -> list[tuple[str, Tensor]]:
        gone = self.graph_signature.non_persistent_buffers
        return [
            (name, self._constants[name] if name in gone else self._state_dict[name])
            for name in self.graph_signature.buffers
        ]

    def module(self, check_guards: bool = True) -> Module:
        """A module that runs the program, with the program's parameters and buffers under their names.

        Arguments:
            check_guards: whether each call compares the shapes of its inputs with what the program was captured for

        Source: torch.export.ExportedProgram.module.
        """
        return _Unlifted(self, check_guards)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises RuntimeError: `module()` is what can be called."""
        raise RuntimeError(
            "Unable to call ExportedProgram directly. You should use `exported_program.module()` instead."
        )

    def __str__(self) -> str:
        specs = "\n".join(
            f"    {one.arg.name}: {one.kind.name}" + (f" target={one.target!r}" if one.target else "")
            for one in (*self.graph_signature.input_specs, *self.graph_signature.output_specs)
        )
        return (
            f"ExportedProgram:\n{self.graph}\nGraph signature:\n{specs}\nRange constraints: {self.range_constraints}\n"
        )


def _shown(given):
    kind, value = next(iter(given.items()))
    if kind == "as_graph":
        return value["name"]
    if isinstance(value, dict):
        return str(value.get("name", value.get("as_name", next(iter(value.values()), None))))
    if isinstance(value, list):
        return (
            "["
            + ", ".join(
                _shown(one)
                if isinstance(one, dict) and "name" not in one
                else str(one.get("name") if isinstance(one, dict) else one)
                for one in value
            )
            + "]"
        )
    return "None" if kind == "as_none" else str(value)


# ---- the signature ----

_SYMBOLS = {"as_sym_int": SymIntArgument, "as_sym_float": SymFloatArgument, "as_sym_bool": SymBoolArgument}
_OUTPUTS = {
    "loss_output": (OutputKind.LOSS_OUTPUT, None),
    "buffer_mutation": (OutputKind.BUFFER_MUTATION, "buffer_name"),
    "parameter_mutation": (OutputKind.PARAMETER_MUTATION, "parameter_name"),
    "gradient_to_parameter": (OutputKind.GRADIENT_TO_PARAMETER, "parameter_name"),
    "gradient_to_user_input": (OutputKind.GRADIENT_TO_USER_INPUT, "user_input_name"),
    "user_input_mutation": (OutputKind.USER_INPUT_MUTATION, "user_input_name"),
    "token": (OutputKind.TOKEN, None),
}


def _argument(given, name=""):
    kind, value = next(iter(given.items()))
    if kind == "as_tensor":
        return TensorArgument(value["name"])
    if kind in _SYMBOLS and "as_name" in value:
        return _SYMBOLS[kind](value["as_name"])
    if kind in _SYMBOLS:
        return ConstantArgument(name, next(iter(value.values())))
    if kind in ("as_none", "as_int", "as_float", "as_bool", "as_string"):
        return ConstantArgument(name, None if kind == "as_none" else value)
    raise NotImplementedError(f"export.load(): an input or output of the kind {kind} is not read here")


def _input(spec):
    kind, value = next(iter(spec.items()))
    if kind == "user_input":
        return InputSpec(InputKind.USER_INPUT, _argument(value["arg"]), None)
    if kind == "parameter":
        return InputSpec(InputKind.PARAMETER, TensorArgument(value["arg"]["name"]), value["parameter_name"])
    if kind == "buffer":
        return InputSpec(
            InputKind.BUFFER, TensorArgument(value["arg"]["name"]), value["buffer_name"], value["persistent"]
        )
    if kind == "tensor_constant":
        return InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(value["arg"]["name"]), value["tensor_constant_name"])
    if kind == "constant_input":
        return InputSpec(InputKind.USER_INPUT, _argument(value["value"], value["name"]), None)
    raise NotImplementedError(
        f"export.load(): the program takes {kind}, an object of a class of C++'s, which is not read here"
    )


def _output(spec):
    kind, value = next(iter(spec.items()))
    if kind == "user_output":
        return OutputSpec(OutputKind.USER_OUTPUT, _argument(value["arg"]), None)
    found, target = _OUTPUTS[kind]
    return OutputSpec(found, TensorArgument(value["arg"]["name"]), value[target] if target else None)


def _signature(part):
    return ExportGraphSignature(
        [_input(one) for one in part["input_specs"]], [_output(one) for one in part["output_specs"]]
    )


# ---- what inputs must be ----


def _checks(graph, signature, in_spec):
    """For each user's input: (its path, sizes as ints and expressions) or (its path, constant)."""
    leaves = pytree.tree_unflatten(list(range(in_spec.num_leaves)), in_spec)
    paths = {number: pytree.keystr(path) for path, number in pytree.tree_flatten_with_path(leaves)[0]}
    out = []
    for number, spec in enumerate(one for one in signature.input_specs if one.kind is InputKind.USER_INPUT):
        path = (
            paths[number].replace("[0]", "*args", 1)
            if paths[number].startswith("[0]")
            else paths[number].replace("[1]", "**kwargs", 1)
        )
        if isinstance(spec.arg, ConstantArgument):
            out.append((path, "constant", spec.arg.value))
        elif type(spec.arg) is TensorArgument:
            out.append((path, "tensor", graph["tensor_values"][spec.arg.name]["sizes"]))
        else:
            out.append((path, "symbol", graph["sym_int_values"].get(spec.arg.name)))
    return out


class _Guards:
    """Compares the shapes of inputs with those of the graph, and numbers with the constants that they were."""

    def __init__(self, program):
        self.checks, self.ranges = program._checks, program.range_constraints

    def __call__(self, leaves):
        from .._tensor.tensor import Tensor

        symbols, later = {}, []
        for (path, kind, wanted), leaf in zip(self.checks, leaves):
            if kind == "constant":
                if type(leaf) is not type(wanted) or leaf != wanted:
                    raise RuntimeError(f"Expected input at {path} to be equal to {wanted!r}, but got {leaf!r}")
            elif kind == "tensor":
                if not isinstance(leaf, Tensor):
                    raise TypeError(f"Expected input at {path} to be a tensor, but got {type(leaf).__name__}")
                if leaf.ndim != len(wanted):
                    raise RuntimeError(
                        f"Expected input at {path} to have {len(wanted)} dimensions, but got {leaf.ndim}"
                    )
                for dim, (size, given) in enumerate(zip(wanted, leaf.shape)):
                    self.size(f"{path}.shape[{dim}]", size, given, symbols, later)
            elif wanted is not None:
                self.size(path, wanted, leaf, symbols, later)
        for where, text, given in later:
            try:
                value = _symbols.value_of(text, symbols)
            except _symbols.Unknown:
                continue
            if value != given:
                raise RuntimeError(f"Expected {where} to be equal to {value}, but got {given}")

    def size(self, where, wanted, given, symbols, later):
        if "as_int" in wanted:
            if wanted["as_int"] != given:
                raise RuntimeError(f"Expected {where} to be equal to {wanted['as_int']}, but got {given}")
            return
        text = wanted["as_expr"]["expr_str"]
        try:
            symbol = _symbols.symbol_of(text)
        except _symbols.Unknown:
            return
        if symbol is None or symbol in symbols:
            later.append((where, text, given))
            return
        symbols[symbol] = given
        bounds = self.ranges.get(symbol)
        if bounds and bounds.lower is not None and given < bounds.lower:
            raise RuntimeError(f"Expected {where} to be >= {bounds.lower}, but got {given}")
        if bounds and bounds.upper is not None and given > bounds.upper:
            raise RuntimeError(f"Expected {where} to be <= {bounds.upper}, but got {given}")


# ---- the module ----


class _Unlifted(Module):
    """Runs an exported program; its parameters and buffers are those of the source module, by the same names."""

    def __init__(self, program, check_guards):
        super().__init__()
        self._program, self._guards = program, _Guards(program) if check_guards else None
        self._sources = [self._adopt(spec) for spec in program.graph_signature.input_specs]
        self._effects = [(one.kind, one.target) for one in program.graph_signature.output_specs]
        self._plain = all(kind is OutputKind.USER_OUTPUT for kind, _ in self._effects)
        self._names = [one.arg.name for one in program.graph_signature.input_specs]

    def _adopt(self, spec):
        """Where an input comes from at each call: (table, name), or None for the user's."""
        program = self._program
        if spec.kind is InputKind.USER_INPUT:
            return None
        if spec.kind is InputKind.CONSTANT_TENSOR:
            return program.constants, spec.target
        owner = self
        *path, name = spec.target.split(".")
        for step in path:
            if step not in owner._modules:
                owner.add_module(step, Module())
            owner = owner._modules[step]
        persistent = spec.kind is InputKind.PARAMETER or spec.persistent
        table = program.state_dict if persistent else program.constants
        if spec.target not in table:
            raise ArchiveError(f"export.load(): the archive has no weight '{spec.target}'")
        if spec.kind is InputKind.PARAMETER:
            value = table[spec.target]
            owner.register_parameter(name, value if isinstance(value, Parameter) else Parameter(value))
            return owner._parameters, name
        owner.register_buffer(name, table[spec.target], persistent=persistent)
        return owner._buffers, name

    def forward(self, *args, **kwargs):
        program = self._program
        names = program._in_spec.child(1).context
        if set(kwargs) != set(names):
            raise ValueError(f"the program takes the keywords {list(names)}, got {list(kwargs)}")
        leaves, found = pytree.tree_flatten((args, {name: kwargs[name] for name in names}))
        if found != program._in_spec:
            raise TypeError(f"the program takes arguments that are nested as {program._in_spec}, got {found}")
        if self._guards:
            self._guards(leaves)
        given = iter(leaves)
        inputs = [next(given) if one is None else one[0][one[1]] for one in self._sources]
        outputs = program._run(*inputs)
        if not self._plain:
            outputs = self._written_back(inputs, outputs)
        return pytree.tree_unflatten(outputs, program._out_spec)

    def _written_back(self, inputs, outputs):
        """The user's outputs; what else the graph gives is written into buffers, parameters and inputs."""
        from ..autograd.grad_mode import no_grad

        by_name, left = dict(zip(self._names, inputs)), []
        targets = {
            spec.target: value for spec, value in zip(self._program.graph_signature.input_specs, inputs) if spec.target
        }
        with no_grad():
            for (kind, target), value in zip(self._effects, outputs):
                if kind in (OutputKind.USER_OUTPUT, OutputKind.LOSS_OUTPUT):
                    left.append(value)
                elif kind in (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION):
                    targets[target].copy_(value)
                elif kind is OutputKind.USER_INPUT_MUTATION:
                    by_name[target].copy_(value)
        return left

    def train(self, mode=True):
        """Raises NotImplementedError: the program is what it was when it was captured."""
        raise NotImplementedError("Calling train() is not supported yet.")

    def eval(self):
        """Raises NotImplementedError: the program is what it was when it was captured."""
        raise NotImplementedError("Calling eval() is not supported yet.")


def load(file: str | os.PathLike[str] | IO[bytes]) -> ExportedProgram:
    """Reads an archive of torch.export.save; nothing in it runs but the operators that its graph names, once it is called.

    Raises:
        ValueError: a file that is no such archive, or is damaged
        NotImplementedError: what is not read here: objects of C++ classes, operators that no library has registered

    Source: torch.export.load.
    """
    archive = Archive(file)
    names = archive.models()
    name = "model" if "model" in names else names[0]
    model = archive.json(f"models/{name}.json")
    version = model.get("schema_version") if isinstance(model, dict) else None
    if not isinstance(version, dict) or not isinstance(version.get("major"), int):
        raise ArchiveError("export.load(): the record of the program has no version of its schema")
    if version["major"] != MAJOR:
        raise NotImplementedError(
            f"export.load(): the program is of schema {version['major']}, and {MAJOR} is read here; torch {model.get('torch_version')} wrote it"
        )
    weights, constants = archive.payloads("weights", name), archive.payloads("constants", name)
    sample = f"data/sample_inputs/{name}.pt"
    example = archive.pickled(sample) if sample in archive.names and archive.read(sample) else None
    return ExportedProgram(model, weights, constants, example)
