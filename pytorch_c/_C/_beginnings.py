"""What torch's own Python calls of its extension when it is imported (torch._C): true where it asks, else nothing."""

from . import extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _true() -> bool:
    return True


_c10d_init = _rpc_init = _dist_autograd_init = _faulty_agent_init = _autograd_init = _true


def _false() -> bool:
    return False


_mtia_isBuilt = _mtia_isInBadFork = _mps_is_in_bad_fork = _false


def _nothing(*arguments: "Any", **named: "Any") -> None:
    """Does nothing: no module of the extension's is set up."""


def _get_custom_class_python_wrapper(namespace: str, name: str) -> type:
    """A class that refuses to make instances, for any class of C++'s: whether libtorch has it is not asked."""
    return extension.refusing_class(f"{namespace}.{name}")


class CompilationUnit:
    """Functions of TorchScript, of which torch's jit makes one when it is imported; ours keep theirs themselves."""

    def __getattr__(self, name: str) -> "Any":
        raise NotImplementedError(f"CompilationUnit.{name} is not here: jit.script and jit.load make programs")


_opaque_types: set[str] = set()


def _register_opaque_type(name: str) -> None:
    """Notes the name of a class whose instances operators take as they are."""
    _opaque_types.add(name)


def _is_opaque_type_registered(name: str) -> bool:
    """Whether _register_opaque_type() has noted the name."""
    return name in _opaque_types


_activate_gpu_trace = _initExtension = _register_handler = _set_generator_metaclass = _nothing
