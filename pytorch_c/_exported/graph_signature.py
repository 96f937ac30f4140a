"""What the inputs and outputs of an exported program's graph are (torch.export.graph_signature)."""

from __future__ import annotations

import dataclasses
import enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "ConstantArgument", "CustomObjArgument", "ExportGraphSignature", "InputKind", "InputSpec", "OutputKind", "OutputSpec",
    "SymBoolArgument", "SymFloatArgument", "SymIntArgument", "TensorArgument", "TokenArgument",
]  # fmt: skip


@dataclasses.dataclass
class TensorArgument:
    """A tensor of the graph, by its name."""

    name: str


class SymIntArgument(TensorArgument):
    """An int of the graph, by its name."""


class SymFloatArgument(TensorArgument):
    """A float of the graph, by its name."""


class SymBoolArgument(TensorArgument):
    """A bool of the graph, by its name."""


class TokenArgument(TensorArgument):
    """A token, which orders effects."""


@dataclasses.dataclass
class CustomObjArgument:
    """An object of a class of C++'s."""

    name: str
    class_fqn: str


@dataclasses.dataclass
class ConstantArgument:
    """A number, text or None that was the argument when the program was captured, and must be it again."""

    name: str
    value: int | float | bool | str | None


class InputKind(enum.Enum):
    """What an input of the graph is (torch.export.graph_signature.InputKind)."""

    USER_INPUT, PARAMETER, BUFFER, CONSTANT_TENSOR, CUSTOM_OBJ, TOKEN = range(1, 7)


class OutputKind(enum.Enum):
    """What an output of the graph is (torch.export.graph_signature.OutputKind)."""

    USER_OUTPUT, LOSS_OUTPUT, BUFFER_MUTATION, PARAMETER_MUTATION, GRADIENT_TO_PARAMETER = range(1, 6)
    GRADIENT_TO_USER_INPUT, USER_INPUT_MUTATION, TOKEN = range(6, 9)


@dataclasses.dataclass
class InputSpec:
    """One input: its kind, its name in the graph, and what it is the value of."""

    kind: InputKind
    arg: Any
    target: str | None
    persistent: bool | None = None


@dataclasses.dataclass
class OutputSpec:
    """One output: its kind, its name in the graph, and where it is written to."""

    kind: OutputKind
    arg: Any
    target: str | None


@dataclasses.dataclass
class ExportGraphSignature:
    """Inputs and outputs of the graph, in its order (torch.export.ExportGraphSignature)."""

    input_specs: list[InputSpec]
    output_specs: list[OutputSpec]

    def _targets(self, kind: InputKind) -> list[str]:
        return [one.target for one in self.input_specs if one.kind is kind]

    def _inputs(self, kind: InputKind) -> dict[str, str]:
        return {one.arg.name: one.target for one in self.input_specs if one.kind is kind}

    @property
    def parameters(self) -> list[str]:
        """Names of the parameters, as in the module's state_dict."""
        return self._targets(InputKind.PARAMETER)

    @property
    def buffers(self) -> list[str]:
        """Names of the buffers, as in the module."""
        return self._targets(InputKind.BUFFER)

    @property
    def non_persistent_buffers(self) -> list[str]:
        """Names of the buffers that the state_dict leaves out."""
        return [one.target for one in self.input_specs if one.kind is InputKind.BUFFER and not one.persistent]

    @property
    def lifted_tensor_constants(self) -> list[str]:
        """Names of tensors that the program had as constants."""
        return self._targets(InputKind.CONSTANT_TENSOR)

    @property
    def user_inputs(self) -> list[Any]:
        """The graph's names of the user's inputs, or the constants that they must be."""
        return [
            one.arg.value if isinstance(one.arg, ConstantArgument) else one.arg.name
            for one in self.input_specs
            if one.kind is InputKind.USER_INPUT
        ]

    @property
    def user_outputs(self) -> list[Any]:
        """The graph's names of the outputs that the user is given, or constants."""
        return [
            one.arg.value if isinstance(one.arg, ConstantArgument) else one.arg.name
            for one in self.output_specs
            if one.kind in (OutputKind.USER_OUTPUT, OutputKind.LOSS_OUTPUT)
        ]

    @property
    def inputs_to_parameters(self) -> dict[str, str]:
        """The graph's names of parameters, and theirs in the module."""
        return self._inputs(InputKind.PARAMETER)

    @property
    def inputs_to_buffers(self) -> dict[str, str]:
        """The graph's names of buffers, and theirs in the module."""
        return self._inputs(InputKind.BUFFER)

    @property
    def inputs_to_lifted_tensor_constants(self) -> dict[str, str]:
        """The graph's names of constant tensors, and theirs in the program."""
        return self._inputs(InputKind.CONSTANT_TENSOR)

    @property
    def buffers_to_mutate(self) -> dict[str, str]:
        """Outputs that become the values of buffers."""
        return {one.arg.name: one.target for one in self.output_specs if one.kind is OutputKind.BUFFER_MUTATION}

    @property
    def user_inputs_to_mutate(self) -> dict[str, str]:
        """Outputs that become the values of the user's inputs."""
        return {one.arg.name: one.target for one in self.output_specs if one.kind is OutputKind.USER_INPUT_MUTATION}
