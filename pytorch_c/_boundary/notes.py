"""The note of an error: the operator that failed and what it was given, "mm(input=float32[2, 3], mat2=float32[2, 3])"."""

from inspect import CO_VARARGS

_MOST = 4  # items of a list, more are only counted
_LONGEST = 40  # characters of any other value
_PACKAGE = __name__.partition(".")[0] + "."
# Functions that may stand between an operator and its error.
_ERRORS = _PACKAGE + "_boundary.errors"
_BETWEEN = {_PACKAGE + name for name in ("_boundary.errors", "_calls.checks", "_calls.deprecated", "_calls.retry")}


def _tensor(value):
    if value._h is None:
        return "closed Tensor"
    extra = [value.layout.name] if value.layout.name != "strided" else []
    extra += [str(value.device)] if value.device.type != "cpu" else []
    return " ".join([value.dtype.name + str(list(value.shape)), *extra])


def _shown(value):
    if hasattr(value, "_h") and hasattr(value, "layout"):
        return _tensor(value)
    if isinstance(value, (list, tuple)):
        items = [_shown(one) for one in value[:_MOST]]
        rest = [f"… {len(value)} in all"] if len(value) > _MOST else []
        return f"[{', '.join(items + rest)}]" if isinstance(value, list) else f"({', '.join(items + rest)})"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _defaults(frame):
    """The default of each argument of the operator that runs in a frame."""
    function = frame.f_globals.get(frame.f_code.co_name)
    plain = getattr(function, "__defaults__", None) or ()
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return dict(zip(names[len(names) - len(plain) :], plain)) | (getattr(function, "__kwdefaults__", None) or {})


def _arguments(frame):
    """The arguments of a frame by name, but for those left to their default."""
    code, values, defaults = frame.f_code, frame.f_locals, _defaults(frame)
    count = code.co_argcount + code.co_kwonlyargcount
    given = {}
    for name in code.co_varnames[:count]:
        value = values.get(name)
        if value is not None and not (
            name in defaults and (value is defaults[name] or _plain_equal(value, defaults[name]))
        ):
            given[name] = value
    if code.co_flags & CO_VARARGS:
        rest = code.co_varnames[count]
        if rest.removesuffix("s") not in given:  # view(2, 3) has its sizes in `size` by now
            given[rest] = values[rest]
    return given


def _plain_equal(value, default):
    return type(value) is type(default) and isinstance(value, (bool, int, float, str, tuple)) and value == default


def _of_operator(call, arguments):
    """An operator that C has called without a frame of its own, or the name of a method, and what it was given."""
    values, names = arguments
    names = names or ()
    plain, code = values[: len(values) - len(names)], getattr(call, "__code__", None)
    known = code.co_varnames[: code.co_argcount] if code else ()
    given = dict(zip(known, plain)) | dict(zip(names, values[len(plain) :]))
    if len(plain) > len(known):  # view(2, 3): its sizes have the name of the first argument by keyword
        rest = code.co_varnames[code.co_argcount] if code and code.co_kwonlyargcount else "args"
        given[rest] = plain[len(known) :]
    return call if isinstance(call, str) else call.__name__, given


def _of_frame(frame):
    return frame.f_locals.get("op", frame.f_code.co_name), _arguments(frame)


def failing_call(traceback):
    """The call of this package that a traceback ends in, as text; "" if it ends elsewhere."""
    frame = called = None
    while traceback is not None:
        here = traceback.tb_frame
        name = here.f_globals.get("__name__")
        if name not in _BETWEEN:
            frame = here
        elif name == _ERRORS and here.f_code.co_name == "throw" and here.f_locals.get("arguments") is not None:
            called = here.f_locals["call"], here.f_locals["arguments"]
        traceback = traceback.tb_next
    try:
        if called:
            name, given = _of_operator(*called)
        elif frame is not None and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
            name, given = _of_frame(frame)
        else:
            return ""
        return f"{name}({', '.join(f'{key}={_shown(value)}' for key, value in given.items())})"
    except Exception:  # a note must never hide the error that it is about
        return ""
