"""The reference of C as pages for Sphinx, from pytorch_c.json: a page a family, inner functions apart, ten languages."""

import html
import json
import re
from functools import cached_property

from . import stage

API = stage.ROOT / "pytorch_c" / "pytorch_c.json"
# Parameters that other parameters speak for.
SILENT = ("length", "context", "destroy", "device_index")
LISTS = {"int": "ints", "float": "floats", "bool": "bools"}
# Modules of Python whose operators have the module's name in front.
CHAPTERS = {"linalg_": "linalg.", "fft_": "fft.", "special_": "special."}
# Operators that are methods alone in Python, as in torch, and those that have no name of their own there.
METHODS = {"chalf", "contiguous", "_indices", "_nnz", "_values"}
BY_NAME = {"copy", "index", "_foreach_copy", "_foreach_zero"}
LANGUAGES = ["C", "Python", "C++", "Rust", "Go", "Java", "C#", "Node.js", "LuaJIT", "Ruby", "R"]
# Families by subject, for the sidebar.
SUBJECTS = {
    "The library": "types error warning version context memory storage shared dlpack identity host binding generator device "
    "record saved_tensors",
    "Tensors and calls": "tensor call dispatch library backend symbol vmap func nested",
    "Graph and gradients": "autograd graph hooks custom_function forward_ad optim reducer autocast",
    "Programs": "jit jit_graph tracing aoti profiler",
    "Several processes": "distributed",
}


def camel(text):
    """Returns Go's name for a schema's name: underscores at the end stay, X stands for one in front."""
    end = "_" if text.endswith("_") else ""
    start = "X" if text.startswith("_") else ""
    return start + "".join(part[:1].upper() + part[1:] for part in text.strip("_").split("_")) + end


class Reference:
    """The pages of one description."""

    def __init__(self, api):
        self.api = api
        self.types = {one["text"]: one for one in api["types"]}
        self.callbacks = {one["name"]: one for one in api["callbacks"]}

    # ---- words ----

    def words(self, text):
        """Our words as reStructuredText, with links to the functions that are named."""
        parts = re.split(r"(`[^`]+`)", text)
        quoted = (part if part[:1] == "`" else re.sub(r"\b(ptc_\w+)\b", r"`\1`", part) for part in parts)
        return stage.inline("".join(quoted), self.code, stage.escaped)

    def code(self, text):
        return f":c:func:`{text}`" if text in self.names else f"``{text.strip()}``"

    @cached_property
    def names(self):
        return {one["name"] for one in self.api["functions"]}

    # ---- C ----

    def declared(self, text, name):
        """A C declarator of a described type."""
        one = self.types.get(text, {})
        if "callback" not in one or not text.endswith(")") and "(*" not in text:
            return f"{text}{'' if text.endswith('*') else ' '}{name}"
        callback = self.callbacks[one["callback"]]
        inner = ", ".join(self.declared(p["type"], p["name"]) for p in callback["params"])
        return self.declared(callback["returns"]["type"], f"(*{name})({inner})")

    def declaration(self, one):
        inner = [self.declared(p["type"], p["name"]) for p in one["params"]] or ["void"]
        return self.declared(one["returns"]["type"], f"{one['name']}({', '.join(inner)})")

    def example(self, one):
        """A call in C: places for the results, the call, its error, and what is closed afterwards."""
        outs = [p for p in one["params"] if not self.is_given(p)]
        lines = [f"{self.declared(p['type'].rstrip()[:-1].rstrip(), p['name'])} = {{0}};" for p in outs]
        given = [self.given(p) if self.is_given(p) else f"&{p['name']}" for p in one["params"]]
        call = f"{one['name']}({', '.join(given)})"
        if one["can_fail"]:
            name = "failure" if any(p["name"] == "error" for p in one["params"]) else "error"
            lines += [f"ptc_error {name} = {call};", f"if ({name}) {{", f'  fprintf(stderr, "%s\\n", {name});']
            lines += [f"  ptc_error_free({name});", "}"]
        elif one["returns"]["kind"] == "none":
            lines.append(f"{call};")
        else:
            lines.append(f"{self.declared(one['returns']['type'], 'result')} = {call};")
        return lines + [self.closing(p) for p in outs if p.get("close")]

    @staticmethod
    def closing(p):
        """The end of a result; values are closed as an array of one."""
        return (
            f"ptc_values_close(&{p['name']}, 1);" if p["close"] == "ptc_values_close" else f"{p['close']}({p['name']});"
        )

    @staticmethod
    def is_given(p):
        """Returns whether the caller has a parameter before the call: an input, or memory that results are written into."""
        return p["direction"] != "out" or not p["type"].endswith("*") or "length" in p

    @staticmethod
    def given(p):
        """An argument of the example: its default where that is a number, or its name."""
        value = p.get("default")
        if "default" in p and "list" not in p and isinstance(value, bool):
            return "true" if value else "false"
        if "default" in p and "list" not in p and isinstance(value, int | float) and p["kind"] in ("int", "float"):
            return repr(value)
        return "NULL" if p.get("absent") == "NULL" and p.get("default", "") is None else p["name"]

    # ---- other languages ----

    def calls(self, one):
        """{language: the call of an operator}: what has no default, and all arguments where the language has no defaults."""
        operator = one["operator"]
        inputs = [p for p in one["params"] if p["direction"] != "out" and p["kind"] not in SILENT]
        inputs = [p for p in inputs if p["kind"] != "options"]
        name = operator["name"] + (
            "_out" if operator["variant"] == "out" and not operator["name"].endswith("_") else ""
        )
        needed = ", ".join(
            p["name"].removesuffix("_type") for p in inputs if "default" not in p and "keyword_only" not in p
        )
        every = [p["name"].removesuffix("_type") for p in inputs]
        go = camel(operator["name"]) + camel(operator["overload"])
        first, *rest = every or ["self"]
        results = one["results"] or ["_"]
        rust = [f"&{n}" if p["kind"] == "tensor" and "optional" not in p else n for p, n in zip(inputs[1:], rest)]
        return {
            "Python": self.python(one),
            "C++": f"auto {self.several(results)} = ptc::{name}({needed});",
            "Rust": f"let {self.pair(results)} = {first}.{one['name'].removeprefix('ptc_')}({', '.join(rust)})?;",
            "Go": f"{', '.join([*results, 'err'])} := aten.{go}({', '.join(every)})",
            "Java": f"Torch.{name}({needed})",
            "C#": f"Torch.{name}({needed})",
            "Node.js": f"torch.{name}({needed})",
            "LuaJIT": f"local {', '.join(results)} = torch.{name}({needed})",
            "Ruby": f"Torch.{name}({needed})",
            "R": f"torch${name}({needed})" if not name.startswith("_") else f"torch$`{name}`({needed})",
        }

    @staticmethod
    def several(results):
        return results[0] if len(results) == 1 else f"[{', '.join(results)}]"

    @staticmethod
    def pair(results):
        return results[0] if len(results) == 1 else f"({', '.join(results)})"

    @staticmethod
    def python(one):
        operator = one["operator"]
        plain, named = [], []
        for p in one["params"]:
            if p["direction"] == "out" or p["kind"] in (*SILENT, "options"):
                continue
            if operator["variant"] == "out" and "written" in p and "keyword_only" in p:
                continue
            name = "input" if p["name"] == "self" else p["name"].removesuffix("_type")
            if "default" not in p:
                (named if "keyword_only" in p else plain).append(f"{name}={name}" if "keyword_only" in p else name)
        if operator["variant"] == "out":
            outs = one["results"]
            named.append("out=out" if len(outs) == 1 else f"out=({', '.join(outs)})")
        if operator["name"] in METHODS or (operator["variant"] == "inplace" and operator["method"]):
            return f"input.{operator['name']}({', '.join(plain[1:] + named)})"
        chapter = next((c for c in CHAPTERS if operator["name"].startswith(c)), "")
        name = CHAPTERS.get(chapter, "") + operator["name"].removeprefix(chapter)
        name = f"ops.aten.{name}" if name in BY_NAME else name
        return f"torch.{name}({', '.join(plain + named)})"

    # ---- parameters ----

    def kind(self, p):
        word = LISTS.get(p["kind"], p["kind"] + "s") if "list" in p else p["kind"]
        described = p.get("handle") or p.get("enum") or p.get("struct")
        text = f"list of {word}" if "list" in p else word
        if "list" in p and p.get("size", 1) > 1:
            text += f", {p['size']}, or one for all"
        return f"{text} (``{described}``)" if described else text

    def note(self, p):
        notes = []
        if p["direction"] == "out":
            notes.append(f"a result; yours, end it with {self.code(p['close'])}" if "close" in p else "a result")
        if p.get("owned") == "taken":
            notes.append("the library takes it over")
        elif p.get("owned") == "borrowed" and p["direction"] == "in" and p["kind"] not in ("int", "float", "bool"):
            notes.append("stays yours")
        if "view_of" in p:
            notes.append(f"shares the memory of ``{p['view_of']}``")
        if "written" in p:
            notes.append("changed in place")
        if "optional" in p:
            notes.append(f"``{p['absent']}``: absent" if "absent" in p else "may be NULL")
        if "optional_items" in p:
            notes.append("entries may be NULL")
        if "default" in p:
            notes.append(f"default ``{'none' if p['default'] is None else json.dumps(p['default'])}``")
        return "; ".join(notes)

    # ---- pages ----

    def function(self, one):
        rest = one["doc"].removeprefix(one["summary"]).strip()
        lines = [self.words(one["summary"]), ""] + ([self.words(rest), ""] if rest else [])
        for p in one["params"]:
            if p["kind"] not in SILENT:
                note = self.note(p)
                lines.append(f"* ``{p['name']}``: {self.kind(p)}{'; ' + note if note else ''}")
        lines += [""] if one["params"] else []
        if one["can_fail"]:
            lines += [
                "Returns NULL, or an error that is yours: print it, and end it with :c:func:`ptc_error_free`.",
                "",
            ]
        elif one["returns"]["kind"] != "none":
            lines += [f"Returns {one['returns']['kind'].replace('_', ' ')}; cannot fail.", ""]
        else:
            lines += ["Returns nothing; cannot fail.", ""]
        calls = {"C": "\n".join(self.example(one))}
        if "operator" in one:
            calls |= self.calls(one)
        blocks = "".join(
            f'<div class="call" data-language="{html.escape(language)}"><pre>{html.escape(text)}</pre></div>'
            for language, text in calls.items()
        )
        lines += [".. raw:: html", "", *(f"   {line}" for line in f'<div class="calls">{blocks}</div>'.split("\n")), ""]
        foot = [f"since {one['since']}", f"``#include <{self.headers[one['family']]}>``"]
        if "operator" in one:
            foot.append(f"``{one['operator']['schema']}``")
        lines += [" · ".join(foot), ""]
        return [f".. c:function:: {self.declaration(one)}", "", *(f"   {line}".rstrip() for line in lines), ""]

    @cached_property
    def headers(self):
        return {family["name"]: family["header"] for family in self.api["families"]}

    def family(self, title, doc, functions):
        lines = [title, "=" * len(title), "", self.words(doc), ""]
        section = None
        for one in sorted(functions, key=lambda one: (one["section"] is None, one["section"] or "")):
            if one["section"] != section and one["section"]:
                section = one["section"]
                heading = self.words(section[:1].upper() + section[1:])
                lines += [heading, "-" * len(heading), ""]
            lines += self.function(one)
        return "\n".join(lines)

    def described(self):
        """Handles, enums, structs, callbacks and macros."""
        lines = ["Types and numbers", "=================", "", "Handles", "-------", ""]
        for one in self.api["handles"]:
            lines += [*self.titled(one), f"Closed by {self.code(one['close'])}.", ""]
        lines += ["Enums", "-----", ""]
        for one in self.api["enums"]:
            lines += self.titled(one)
            for v in one["values"]:
                doc = self.words(v.get("doc", ""))
                lines.append(f"* ``{v['name']}`` = {v['value']}{': ' + doc if doc else ''}")
            lines.append("")
        lines += ["Structs", "-------", ""]
        for one in self.api["structs"]:
            fields = [f"   {self.declared(f['type'], f['name'])};" for f in one["fields"]]
            lines += [*self.titled(one), ".. code-block:: c", "", *fields, ""]
        lines += ["Callbacks", "---------", ""]
        for one in self.api["callbacks"]:
            inner = ", ".join(self.declared(p["type"], p["name"]) for p in one["params"])
            text = self.declared(one["returns"]["type"], f"(*{one['name']})({inner})")
            lines += [*self.titled(one), ".. code-block:: c", "", f"   {text};", ""]
        lines += ["Macros", "------", ""]
        lines += [f"* ``{m['name']}`` = ``{m['value']}``" for m in self.api["macros"]]
        return "\n".join([*lines, ""])

    def titled(self, one):
        return [one["name"], "~" * len(one["name"]), "", self.words(one["doc"]), ""]

    def pages(self):
        """{file: text}: a page a family, its inner functions on one of their own."""
        shown, inner = {}, {}
        for one in self.api["functions"]:
            (inner if one["name"].startswith("ptc__") else shown).setdefault(one["family"], []).append(one)
        docs = {family["name"]: family["doc"] for family in self.api["families"]}
        found = {f"{name}_h.rst": self.family(name, docs[name], functions) for name, functions in shown.items()}
        hint = "Operators whose names begin with an underscore: parts of others, which libtorch may change."
        found |= {
            f"inner-{name}.rst": self.family(f"{name}, inner", hint, functions) for name, functions in inner.items()
        }
        found["types-and-numbers.rst"] = self.described()
        found["index.rst"] = self.index(shown, inner)
        return found

    def index(self, shown, inner):
        subjects, taken = {}, set()
        for subject, names in SUBJECTS.items():
            subjects[subject] = [name for name in names.split() if name in shown]
            taken |= set(subjects[subject])
        subjects["Operators, by family"] = [name for name in shown if name not in taken]
        title = "Reference of C"
        version = (
            f"Version {self.api['version']}, ABI {self.api['abi_version']}, libtorch {self.api['libtorch_version']}"
        )
        count = sum(map(len, shown.values()))
        lines = [
            title,
            "=" * len(title),
            "",
            f"{version}: {count:,} functions, and {len(self.api['functions']) - count:,} inner ones.",
        ]
        lines += [
            "The contract is in :doc:`/docs/abi`: who owns what, errors, threads. The bar at the top of a page sets the language of its calls.",
            "",
        ]
        subjects = {subject: [f"{name}_h" for name in names] for subject, names in subjects.items()}
        subjects = {"Types": ["types-and-numbers"], **subjects, "Inner operators": [f"inner-{name}" for name in inner]}
        for caption, names in subjects.items():
            lines += [
                ".. toctree::",
                "   :maxdepth: 1",
                f"   :caption: {caption}",
                "",
                *(f"   {name}" for name in names),
                "",
            ]
        return "\n".join(lines)


def reference():
    return Reference(json.loads(API.read_text()))


def write(target):
    """Writes the pages; returns how many functions they show."""
    one = reference()
    for name, text in one.pages().items():
        (target / name).write_text(text)
    return len(one.api["functions"])
