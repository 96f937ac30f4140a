"""The base of objects that graphs hold and torch's compiler does not look into (torch._custom_class_base, since 2.14)."""

import importlib
import sys

__all__ = ["CustomClassBase", "CustomClassBaseMeta", "OpaqueBase", "OpaqueBaseMeta"]


class CustomClassBaseMeta(type):
    """The class of classes of such objects: a fake tensor's stand-in for an object is an instance of its class, too."""

    def __instancecheck__(cls, instance):
        if cls is CustomClassBase:  # whatever torch's table of such classes has
            table = importlib.import_module(f"{__package__}._library.opaque_object")
            known = getattr(table, "is_custom_class_obj", None) or table.is_opaque_value  # before 2.14
            return known(instance)
        if super().__instancecheck__(instance):
            return True
        fakes = sys.modules.get(f"{__package__}._library.fake_class_registry")
        if fakes is None or not isinstance(instance, fakes.FakeScriptObject) or not hasattr(instance, "real_obj"):
            return False
        return super().__instancecheck__(instance.real_obj)


class CustomClassBase(metaclass=CustomClassBaseMeta):
    """A class of such objects."""


OpaqueBaseMeta = CustomClassBaseMeta
OpaqueBase = CustomClassBase
