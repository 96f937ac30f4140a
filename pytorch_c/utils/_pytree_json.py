"""TreeSpecs as text, and back, in torch's format."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import json
from enum import Enum
from typing import Any

from ._pytree_nodes import NO_SERIALIZED_TYPE_NAME_FOUND, SERIALIZED_TYPE_TO_PYTHON_TYPE, SUPPORTED_SERIALIZED_TYPES
from ._pytree_spec import TreeSpec, treespec_leaf

_PROTOCOL = 1


class EnumEncoder(json.JSONEncoder):
    """Writes members of enumerations."""

    def default(self, obj: object) -> Any:
        if not isinstance(obj, Enum):
            return super().default(obj)
        kind = type(obj)
        return {"__enum__": True, "fqn": f"{kind.__module__}:{kind.__qualname__}", "name": obj.name}


def enum_object_hook(obj: dict[str, Any]) -> Any:
    """Reads what EnumEncoder has written."""
    if "__enum__" not in obj:
        return obj
    module, _, path = obj["fqn"].partition(":")
    return functools.reduce(getattr, path.split("."), importlib.import_module(module))[obj["name"]]  # type: ignore[index]


@dataclasses.dataclass
class _TreeSpecSchema:
    type: str | None
    context: Any
    children_spec: list[_TreeSpecSchema]


def _dumped(spec):
    if spec.is_leaf():
        return _TreeSpecSchema(None, None, [])
    known = SUPPORTED_SERIALIZED_TYPES.get(spec.type)
    if known is None:
        raise NotImplementedError(f"Serializing {spec.type} in pytree is not registered.")
    if known.serialized_type_name == NO_SERIALIZED_TYPE_NAME_FOUND:
        raise NotImplementedError(
            f"No registered serialization name for {spec.type} found. "
            "Please update your _register_pytree_node call with a `serialized_type_name` kwarg."
        )
    if known.to_dumpable_context is not None:
        context = known.to_dumpable_context(spec.context)
    else:
        try:
            context = json.dumps(spec.context, cls=EnumEncoder)
        except TypeError as error:
            raise TypeError(
                "Unable to serialize context. Please make the context json dump-able, or register a custom serializer "
                "using _register_pytree_node."
            ) from error
    return _TreeSpecSchema(known.serialized_type_name, context, [_dumped(child) for child in spec.children()])


def _loaded(schema):
    if schema["type"] is None and schema["context"] is None and not schema["children_spec"]:
        return treespec_leaf()
    kind = SERIALIZED_TYPE_TO_PYTHON_TYPE.get(schema["type"])
    if kind is None:
        raise NotImplementedError(f"Deserializing {schema['type']} in pytree is not registered.")
    load, context = SUPPORTED_SERIALIZED_TYPES[kind].from_dumpable_context, schema["context"]
    context = json.loads(context, object_hook=enum_object_hook) if load is None else load(context)
    return TreeSpec(kind, context, [_loaded(child) for child in schema["children_spec"]])


def _check_protocol(protocol):
    if protocol != _PROTOCOL:
        raise ValueError(f"Unknown protocol {protocol}. Available protocols: {[_PROTOCOL]}")


def treespec_dumps(treespec: TreeSpec, protocol: int | None = None) -> str:
    """A TreeSpec as text. Raises NotImplementedError for kinds of nodes that have no name, ValueError for a protocol."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    protocol = _PROTOCOL if protocol is None else protocol
    _check_protocol(protocol)
    return json.dumps((protocol, dataclasses.asdict(_dumped(treespec))), cls=EnumEncoder)


def treespec_loads(serialized: str) -> TreeSpec:
    """The TreeSpec that treespec_dumps has written."""
    protocol, schema = json.loads(serialized)
    _check_protocol(protocol)
    return _loaded(schema)
