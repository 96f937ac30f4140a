"""A Python program that runs within this process as `python` would run it: for `run`, `memory` and `trace`."""

from __future__ import annotations

import importlib.util
import os
import runpy
import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class Program:
    """A file, a module (-m) or a text (-c), with its arguments: sys.argv[0] and what follows."""

    def __init__(self, kind: str, arguments: list[str]):
        self.kind, self.arguments = kind, list(arguments)

    @classmethod
    def of_command(cls, command: str, usage: str, given: list[str] | None = None) -> Program:
        """The program that a command line names, which has no options of its own but -h.

        Shows `usage` and ends the process where the line names none.
        """
        words = list(sys.argv[1:] if given is None else given)
        if not words or words[0] in ("-h", "--help"):
            print(usage)
            raise SystemExit(0 if words else 2)
        kind = words.pop(0) if words[0] in ("-m", "-c") else ""
        if kind and not words:
            refuse(command, f"{kind} needs an argument")
        if not kind and words[0].startswith("-"):
            refuse(command, f"unknown option {words[0]}; -h shows how to call it")
        return cls(kind, words)

    def load(self) -> Program:
        """Reads the program, so that what is not there ends the process before anything has begun."""
        if not self.kind and not os.path.isdir(self.arguments[0]):
            try:
                with open(self.arguments[0], "rb") as file:
                    self._source = file.read()
            except OSError as error:
                where = f"[Errno {error.errno}] {error.strerror}"
                print(f"{sys.executable}: can't open file {self.arguments[0]!r}: {where}", file=sys.stderr)
                raise SystemExit(2) from None
        elif self.kind == "-m":
            _begin_path_with(os.getcwd())
            package = self.arguments[0].partition(".")[0]
            if importlib.util.find_spec(package) is None:
                print(f"{sys.executable}: No module named {package}", file=sys.stderr)
                raise SystemExit(1)
        return self

    def run(self) -> None:
        """Runs it as `__main__`. An exception that it does not catch is shown without the frames that are not its own."""
        try:
            self._run()
        except SystemExit:
            raise
        except BaseException as error:
            shown = error.with_traceback(_own(error.__traceback__))
            sys.excepthook(type(shown), shown, shown.__traceback__)
            raise SystemExit(130 if isinstance(error, KeyboardInterrupt) else 1) from None

    def _run(self):
        name = self.arguments[0]
        if self.kind == "-m":
            sys.argv = self.arguments
            _begin_path_with(os.getcwd())
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        elif self.kind == "-c":
            sys.argv = ["-c", *self.arguments[1:]]
            _begin_path_with("")
            exec(compile(name, "<string>", "exec", dont_inherit=True), _main_module())
        elif os.path.isdir(name) or self._source.startswith(b"PK"):
            sys.argv = self.arguments
            runpy.run_path(name, run_name="__main__")
        else:
            sys.argv = self.arguments
            _begin_path_with(os.path.dirname(os.path.realpath(name)))
            path = os.path.abspath(name)
            code = compile(self._source, path, "exec", dont_inherit=True)
            exec(code, _main_module(__file__=path, __cached__=None))


def refuse(command: str, why: str) -> NoReturn:
    """Ends the process: the command cannot do what its line says."""
    print(f"{command}: error: {why}", file=sys.stderr)
    raise SystemExit(2)


def _begin_path_with(folder: str) -> None:
    """Puts a folder where `python` has that of the program; nothing under -P, where it has none."""
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = folder


def _main_module(**names: Any) -> dict[str, Any]:
    """The names of a new module __main__."""
    made = types.ModuleType("__main__")
    vars(made).update({"__builtins__": __builtins__, **names})
    sys.modules["__main__"] = made
    return vars(made)


def _own(traceback: types.TracebackType | None) -> types.TracebackType | None:
    """The part of a traceback that is the program's: without this file, and runpy's."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename in (__file__, "<frozen runpy>"):
        traceback = traceback.tb_next
    return traceback
