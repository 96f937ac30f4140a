"""Functions that run before or after a module's forward."""

from ..utils.hooks import RemovableHandle


class Hooks:
    """The hooks of one module, in the order in which they run."""

    def __init__(self):
        self.before, self.after = {}, {}

    def add(self, hooks, hook, prepend, with_kwargs):
        handle = RemovableHandle(hooks)
        held = dict(hooks) if prepend else {}
        if prepend:
            hooks.clear()
        hooks[handle.id] = (hook, with_kwargs)
        hooks.update(held)
        return handle

    def call(self, module, args, kwargs):
        for hook, with_kwargs in list(self.before.values()):
            args, kwargs = _run_before(hook, with_kwargs, module, args, kwargs)
        result = module.forward(*args, **kwargs)
        for hook, with_kwargs in list(self.after.values()):
            changed = hook(module, args, kwargs, result) if with_kwargs else hook(module, args, result)
            if changed is not None:
                result = changed
        return result


def _run_before(hook, with_kwargs, module, args, kwargs):
    if not with_kwargs:
        changed = hook(module, args)
        if changed is None:
            return args, kwargs
        return (changed if isinstance(changed, tuple) else (changed,)), kwargs
    changed = hook(module, args, kwargs)
    if changed is None:
        return args, kwargs
    if not isinstance(changed, tuple) or len(changed) != 2:
        raise TypeError(f"a forward pre-hook with kwargs must return None or (args, kwargs), got {changed!r}")
    return changed
