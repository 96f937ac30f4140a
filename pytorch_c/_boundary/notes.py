"""The note of an error: the operator that failed and what it was given, "mm(input=float32[2, 3], mat2=float32[2, 3])"."""

from inspect import CO_VARARGS

_MOST = 4  # items of a list, more are only counted
_LONGEST = 40  # characters of any other value
_PACKAGE = __name__.partition(".")[0] + "."
# What may stand between an operator and its error.
_BETWEEN = {_PACKAGE + name for name in ("_boundary.errors", "_calls.checks", "_calls.retry")}


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


def failing_call(traceback):
    """The call of this package that a traceback ends in, as text; "" if it ends elsewhere."""
    frame = None
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__") not in _BETWEEN:
            frame = traceback.tb_frame
        traceback = traceback.tb_next
    if frame is None or not frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        return ""
    try:
        shown = [f"{name}={_shown(value)}" for name, value in _arguments(frame).items()]
    except Exception:  # a note must never hide the error that it is about
        return ""
    return f"{frame.f_locals.get('op', frame.f_code.co_name)}({', '.join(shown)})"
