"""nn.Modules become modules of TorchScript, with their submodules (torch.jit._recursive).

Modules of one class whose attributes have the same types, and whose constants and functions are the same, share a
class there: their methods are compiled once.
"""

from __future__ import annotations

import ast
import enum
import inspect
import types
import weakref

from .._boundary import api, constants
from .._boundary.errors import Error, TorchError
from ..nn import Module
from . import _marks
from ._attributes import Attributes
from ._builtins import find_builtin, unwrapped
from ._classes import free_name
from ._compile import Compiler, Overload, compiled
from ._entry_points import check_initialized, entry_points
from ._frontend import Converter
from ._functions import ScriptFunction, python_unit
from ._layers import form_of, overloads, torchs_method
from ._modules import ScriptModule, wrap
from ._source import Text, parse
from ._special import emptied
from ._static import Const, Failed, Method, Sub, _Above, child_path
from ._static import Text as Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_store: weakref.WeakKeyDictionary[type, list[tuple[Any, _Type]]] = weakref.WeakKeyDictionary()


class _Type:
    """A class of TorchScript's: a module of it without attributes, and the methods that are compiled."""

    def __init__(self, template: Any) -> None:
        self.template, self.methods = template, set()
        self.call: list[Any] = []  # what runs the hooks, too

    def key(self) -> str:
        """Returns the class's name in the unit, which no other class has later on: an address might be another's."""
        return api.jit_module_type(self.template)


class Record:
    """A module on its way: the C library's, its class there, and what is known of its attributes."""

    def __init__(self, module: Any, handle: Any, of: _Type, attributes: Attributes | None) -> None:
        self.module, self.handle, self.type, self.attributes = module, handle, of, attributes


class Modules:
    """The modules that one call of jit.script() compiles."""

    def __init__(
        self,
        methods_of: Callable[[Any], list[str]] | None = None,
        alone: Any = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.records: dict[int, Record] = {}
        self.extra = extra or {}  # that module's methods whose source is a text
        self.kept: list[Any] = []  # modules that others stand for, so that their ids stay theirs
        self.alone = alone  # a module whose class no other one shares
        self.methods_of = methods_of or entry_points
        self.compiling: list[tuple[Record, dict[str, Any]]] = []

    # ---- modules ----

    def build(self, module: Any, wanted: list[str] | None = None) -> Record:
        """The module and all below it; `wanted` are the methods to compile, forward and exported ones by default."""
        found = self.records.get(id(module))
        if found is not None:
            return found
        if isinstance(module, ScriptModule) and "_c" in vars(module):
            made = _Type(module._c)
            record = self.records[id(module)] = Record(module, module._c, made, None)
            return record
        check_initialized(module)
        if hasattr(module, "__prepare_scriptable__"):
            prepared = module.__prepare_scriptable__()
            if prepared is not module:
                self.kept.append(module)
                record = self.records[id(module)] = self.build(prepared, wanted)
                return record
        attributes = Attributes(module)
        children = {}
        for name, one in attributes.modules.items():
            interface = attributes.interfaces.get(name)
            methods = None if interface is None else [n for n, f in vars(interface).items() if inspect.isfunction(f)]
            children[name] = self.build(one, methods)
        key = (attributes.key(), tuple((name, one.type.key()) for name, one in children.items()))
        known = _store.setdefault(type(module), [])
        made = None if module is self.alone else next((one for other, one in known if other == key), None)
        if made is None:
            handle = api.jit_module_new(python_unit(), free_name(type(module)))
            fresh = _Type(api.jit_module_new_like(handle))
            record = self.records[id(module)] = Record(module, handle, fresh, attributes)
            self._register(record, children)
            more = self.extra if module is self.alone else ()
            self._compile(record, [*(wanted or self.methods_of(module)), *more])
            if module is not self.alone:
                known.append((key, fresh))
        else:
            record = self.records[id(module)] = Record(module, api.jit_module_new_like(made.template), made, attributes)
            self._register(record, children)
            for name in wanted or ():
                self.ensure(record, name)
        return record

    def _register(self, record, children):
        handle, attributes = record.handle, record.attributes
        for name, one in attributes.parameters.items():
            api.jit_module_register_parameter(handle, name, one)
        for name, one in attributes.buffers.items():
            api.jit_module_register_buffer(handle, name, one)
        for name, one in children.items():
            interface = attributes.interface_types.get(name)
            if interface is None:
                api.jit_module_register_module(handle, name, one.handle)
            else:
                known = api.jit_module_has(handle, name) != constants.JIT_NONE  # of a class that is shared
                give = (api.jit_module_set_attr, ()) if known else (api.jit_module_register_attribute, (interface,))
                give[0](handle, name, *give[1], wrap(one.handle))
        for name, (kind, value) in attributes.values.items():
            if name == "training":
                api.jit_module_set_attr(handle, name, value)
            else:
                value = (
                    value.name if isinstance(value, enum.Enum) and not isinstance(value, (int, float, str)) else value
                )
                api.jit_module_register_attribute(handle, name, kind, value)
        for name, value in attributes.constants.items():
            if api.jit_module_has(handle, name) == constants.JIT_NONE:
                try:
                    api.jit_module_add_constant(handle, name, value, None)
                except (TypeError, ValueError):  # it is in the methods; Python's side goes without
                    continue

    # ---- methods ----

    def _compile(self, record, names):
        functions = {}
        for name in names:
            functions[name] = self._function(record, name)
        if not functions:
            return
        compiler, writers, done = Compiler(self), [], []
        self.compiling.append((record, functions))
        try:
            while len(done) < len(functions):
                name = next(one for one in functions if one not in done)
                done.append(name)
                function = functions[name]
                for own, signature in overloads(function, name, record.module).items():
                    parsed = parse(function)
                    converter = Converter(function, parsed, own, compiler, Sub(record.module, "self"))
                    if _marks.modifier(function) in (_marks.UNUSED, _marks.DROP, _marks.IGNORE):
                        emptied(parsed)
                    writers.append(converter.convert(None if signature is None else Overload(signature)))
        finally:
            self.compiling.pop()
        text = Text(writers)
        compiler.run(api.jit_module_define, record.handle, text.source, text.filename, text.first, compiler.scope)
        record.type.methods |= set(functions)
        if "forward" in functions and (record.module._forward_hooks or record.module._forward_pre_hooks):
            self._with_hooks(record, functions["forward"])

    def _with_hooks(self, record, forward):
        """The module's hooks, and a function that runs them around forward where a program calls the module.

        No method: libtorch reads a class from an archive before it knows the class's hooks.
        """
        module = record.module
        before, after = list(module._forward_pre_hooks.values()), list(module._forward_hooks.values())
        self._define_hooks(record, before, after)
        head = Converter(forward, parse(forward), "call_with_hooks", Compiler(self), Sub(module, "self"))
        names = [one.arg for one in head.tree.args.args[1:]]
        qualified = api.jit_module_type(record.handle)
        signature = next(iter(overloads(forward, "forward", module).values()))
        heading = head.heading(signature and Overload(signature)).partition(") ->")[0].rstrip(":").rstrip(")") + "):"
        lines = [heading.replace("(self", f"(self: {head.compiler.type_name(qualified)}", 1)]
        lines.append(f"  given = ({', '.join(names)}{',' if names else ''})")
        for hook in before:
            lines.append(_step("given", *self._hook(record, hook, True, head.compiler), "given"))
        lines.append(f"  out = self.forward({', '.join(f'given[{i}]' for i in range(len(names)))})")
        for hook in after:
            called, _ = self._hook(record, hook, False, head.compiler)
            lines.append(_step("out", called, False, "given, out") if _gives(hook) else f"  {called}(self, given, out)")
        lines.append("  return out")
        text = "\n".join(lines) + "\n"
        space = f"{qualified}_hooks"
        head.compiler.run(api.jit_unit_define, python_unit(), space, text, "<hooks>", 1, head.compiler.scope)
        record.type.call = [api.jit_unit_function(python_unit(), f"{space}.call_with_hooks")]

    def _define_hooks(self, record, before, after):
        compiler, writers = Compiler(self), []
        self.compiling.append((record, {}))
        try:
            for hook in (*before, *after):
                writers.append(
                    Converter(hook, parse(hook), hook.__name__, compiler, Sub(record.module, "self")).convert()
                )
        finally:
            self.compiling.pop()
        text = Text(writers, ordered=True)
        place = (text.source, text.filename, text.first)
        compiler.run(api.jit_module_define_hooks, record.handle, *place, len(before), compiler.scope)

    def _hook(self, record, hook, before, compiler):
        """The name of a hook in a text, and whether it gives a tuple; None where it gives nothing."""
        made = api.jit_module_hook(record.handle, hook.__name__, before)
        gives = api.jit_function_schema(made).rpartition("->")[2].strip() if _gives(hook) else None
        return compiler.function([made], hook.__name__), gives and gives.startswith("((")

    def _function(self, record, name):
        module = record.module
        # A method that was set on the module counts where it is an entry; a call means that of the class.
        of = type(module) if name in record.attributes.failed and name != "forward" else module
        found = self._extra(module, name) or getattr(of, name, None) or torchs_method(name, module)
        function = inspect.unwrap(getattr(found, "__func__", found))
        return form_of(function, module)

    def _extra(self, module, name):
        return self.extra.get(name) if module is self.alone else None

    def ensure(self, record: Record, name: str, function: Any = None) -> None:
        """The method is compiled, now or with those that are being compiled."""
        if name in record.type.methods or record.attributes is None:
            return
        for one, functions in self.compiling:
            if one.type is record.type:
                functions.setdefault(name, function or self._function(record, name))
                return
        if function is not None:
            raise TorchError(f"{name}: only a module's own methods can call it")
        self._compile(record, [name])

    # ---- what converters ask ----

    def attribute(self, sub: Sub, name: str, compiler: Any) -> Any:
        """Returns what an attribute of a module is: see the classes in _static.py."""
        if isinstance(sub.module, _Above):
            return self._above(sub, name)
        record = self.records[id(sub.module)]
        module = record.module
        if record.attributes is None:
            child = module._modules.get(name)
            return Part(child_path(sub.path, name)) if child is None else self._child(sub, name, child)
        attributes, path = record.attributes, child_path(sub.path, name)
        if name in attributes.modules:
            return self._child(sub, name, attributes.modules[name])
        if name in attributes.constants:
            return Const(attributes.constants[name])
        if name in attributes.functions:
            return self._function_attribute(module, name, attributes.functions[name])
        if name in attributes.skipped:
            return Failed(
                TorchError(
                    f"Module '{type(module).__name__}' has no attribute '{name}' (This attribute exists on the Python "
                    "module, but the attribute was ignored during compilation: it is in __jit_ignored_attributes__)"
                )
            )
        found = inspect.getattr_static(type(module), name, None)
        if name in attributes.failed and not inspect.isfunction(found):  # a method of its own may be set to another
            return Failed(
                TorchError(f"Module '{type(module).__name__}' has no attribute '{name}' {attributes.failed[name]}")
            )
        if name in attributes.parameters or name in attributes.buffers or name in attributes.values:
            return Part(path)
        if isinstance(found, property):
            return self._property(sub, name, found, record)
        if isinstance(found, staticmethod):
            return Const(found.__func__)
        if isinstance(found, classmethod):
            return Const(getattr(type(module), name))
        if inspect.isfunction(found):
            return Method(sub, name, found)
        if callable(found) and (find_builtin(found) or type(unwrapped(found)) in (types.FunctionType, ScriptFunction)):
            return Method(sub, name, unwrapped(found)) if inspect.isfunction(unwrapped(found)) else Const(found)
        if found is not None and isinstance(found, (bool, int, float, str, tuple)):
            return Const(found)
        form = self._extra(module, name) or torchs_method(name, module) if found is None else None
        if form is not None:
            return Method(sub, name, form)
        if found is None and not name.startswith("__"):
            return Failed(TorchError(f"Module '{type(module).__name__}' has no attribute '{name}'"))
        return Part(path)

    def _function_attribute(self, module, name, function):
        plain = unwrapped(function)
        if isinstance(plain, types.FunctionType) and not _marks.is_ignored(plain) and not find_builtin(plain):
            try:
                compiled(plain)
            except Error as error:
                return Failed(
                    TorchError(
                        f"Module '{type(module).__name__}' has no attribute '{name}' (This function exists as an "
                        f"attribute on the Python module, but it failed to compile to a TorchScript function. \nThe "
                        f"error stack is reproduced here:\n\n{error})"
                    )
                )
        return Const(function)

    def _child(self, sub, name, child):
        record = self.records.get(id(child)) or self.build(child)
        return Sub(record.module, child_path(sub.path, name))

    def _above(self, sub, name):
        module, cls = sub.module.module, sub.module.above
        order = type(module).__mro__
        for one in order[order.index(cls) + 1 :]:
            if name in vars(one):
                function = inspect.unwrap(vars(one)[name])
                return Method(Sub(module, sub.path), f"{one.__name__}__{name}", form_of(function, module))
        return Part(f"{sub.path}.{name}")

    def _property(self, sub, name, found, record):
        if name in getattr(type(sub.module), "__jit_unused_properties__", ()):
            return Failed(TorchError(f"property '{name}' is in __jit_unused_properties__: a program cannot use it"))
        called = f"__{name}_getter"
        getter = form_of(found.fget, sub.module)
        if self._is_own(record):
            self.ensure(record, called, getter)
        else:
            self._later(record, called, getter)
        return Part(f"{sub.path}.{called}()")

    def _is_own(self, record):
        return any(one.type is record.type for one, _ in self.compiling)

    def _later(self, record, name, function):
        if name in record.type.methods:
            return
        compiler = Compiler(self)
        self.compiling.append((record, {name: function}))
        try:
            writer = Converter(function, parse(function), name, compiler, Sub(record.module, "self")).convert()
        finally:
            self.compiling.pop()
        text = Text([writer])
        compiler.run(api.jit_module_define, record.handle, text.source, text.filename, text.first, compiler.scope)
        record.type.methods.add(name)

    def method_text(self, method: Method, compiler: Any, conv: Any) -> str:
        """The text that names a method, which is compiled by then."""
        record = self.records[id(method.of.module)]
        if record.attributes is not None:
            own = getattr(type(method.of.module), method.name, None)
            own = own if own is None else unwrapped(inspect.unwrap(own))
            self.ensure(record, method.name, None if own is method.function else method.function)
        return child_path(method.of.path, method.name)

    def call_text(self, sub: Sub, arguments: str, compiler: Any, conv: Any) -> str:
        """The text of a module's call."""
        record = self.records[id(sub.module)]
        if record.attributes is not None:
            if record.type.call:
                called = compiler.function(record.type.call, "call_with_hooks")
                return f"{called}({sub.path}{', ' if arguments else ''}{arguments})"
            if hasattr(record.module, "forward") and type(record.module).forward is not Module.forward:
                self.ensure(record, "forward")
        return f"{sub.path}.forward({arguments})"


def _step(name, called, tuple_, arguments):
    """The line of a hook: what it gives takes the place of what it got, in a tuple where it has to be one."""
    call = f"{called}(self, {arguments})"
    if tuple_ is None:
        return f"  {call}"
    return f"  {name} = {call}" if tuple_ or name == "out" else f"  {name} = ({call},)"


def _gives(hook):
    """Returns whether a hook returns something that takes the place of what it got."""
    found = [one for one in ast.walk(parse(hook).tree) if isinstance(one, ast.Return) and one.value is not None]
    return any(not (isinstance(one.value, ast.Constant) and one.value.value is None) for one in found)
