"""The reference of the C library as a static site, from pytorch_c.json: a page a header, an index, search.

python tools/reference.py [FOLDER]    # docs/reference by default; `make docs` builds first
"""

import html
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STYLE = """
body { max-width: 60em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff }
a { color: #05c; text-decoration: none } a:hover { text-decoration: underline }
code, pre { font: 14px/1.45 ui-monospace, monospace } pre { background: #f4f4f2; padding: .6em .8em; overflow-x: auto; margin: .5em 0 }
h2 { margin-top: 2.5em; border-bottom: 1px solid #ddd } section { margin: 2em 0 } h3 { margin-bottom: .2em }
table { border-collapse: collapse; margin: .5em 0 } td, th { text-align: left; vertical-align: top; padding: .15em 1em .15em 0 }
.small { color: #777; font-size: 14px } input { font: inherit; width: 100%; padding: .4em; box-sizing: border-box }
#found { list-style: none; padding: 0 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818 } a { color: #7af } pre { background: #242424 } h2 { border-color: #444 } .small { color: #999 }
}
"""

SEARCH = """
const box = document.getElementById("search"), list = document.getElementById("found");
function search() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const rank = one => one[0].replace(/^ptc_/, "").startsWith(words[0].replace(/^ptc_/, "")) ? 0 : one[0].includes(words[0]) ? 1 : 2;
  const found = !words.length ? [] : INDEX.filter(one => words.every(word => (one[0] + " " + one[2]).toLowerCase().includes(word)));
  found.sort((a, b) => rank(a) - rank(b) || a[0].length - b[0].length);
  list.replaceChildren(...found.slice(0, 60).map(([name, page, words]) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = page + ".h.html#" + name, link.textContent = name;
    item.append(link, " " + words);
    return item;
  }));
}
box.addEventListener("input", search);
box.value = decodeURIComponent(location.hash.slice(1));
search();
"""

LISTS = {"int": "ints", "float": "floats", "bool": "bools"}
CHAPTERS = {"linalg_": "linalg.", "fft_": "fft.", "special_": "special."}
# Operators that are methods alone in Python, as in torch, and one that Python writes in brackets.
METHODS = {"chalf", "contiguous", "_indices", "_nnz", "_values"}
BY_NAME = {"copy", "index", "_foreach_copy", "_foreach_zero"}
# Parameters that other parameters speak for.
SILENT = ("length", "context", "destroy", "device_index")


class Site:
    """The pages of one description."""

    def __init__(self, api):
        self.api = api
        self.types = {one["text"]: one for one in api["types"]}
        self.callbacks = {one["name"]: one for one in api["callbacks"]}
        self.places = {one["name"]: f"{one['family']}.h.html#{one['name']}" for one in api["functions"]}
        for key in ("handles", "enums", "structs", "callbacks"):
            self.places |= {one["name"]: f"types.html#{one['name']}" for one in api[key]}

    # ---- words ----

    def words(self, text):
        """Our words as HTML: `code`, and links to what is named."""
        parts = re.split(r"(`[^`]+`)", text)
        return "".join(
            f"<code>{self.linked(p[1:-1])}</code>" if p[:1] == "`" and p[1:] else self.linked(p) for p in parts
        )

    def linked(self, text):
        def link(match):
            place = self.places.get(match[0])
            return f'<a href="{place}">{match[0]}</a>' if place else match[0]

        return re.sub(r"\bptc_\w+(?:\.\w+)?", link, html.escape(text, quote=False))

    def declared(self, text, name):
        """A C declarator of a described type."""
        one = self.types[text]
        if "callback" not in one or not text.endswith(")") and "(*" not in text:
            return f"{text}{'' if text.endswith('*') else ' '}{name}"
        callback = self.callbacks[one["callback"]]
        inner = ", ".join(self.declared(p["type"], p["name"]) for p in callback["params"])
        return self.declared(callback["returns"]["type"], f"(*{name})({inner})")

    def declaration(self, one):
        inner = [self.declared(p["type"], p["name"]) for p in one["params"]] or ["void"]
        head = self.declared(one["returns"]["type"], one["name"]) + "("
        line = head + ", ".join(inner) + ");"
        return line if len(line) <= 120 else head + "\n    " + ",\n    ".join(inner) + ");"

    # ---- Python ----

    @staticmethod
    def python(one):
        """How pytorch_c calls an operator, or None."""
        operator = one.get("operator")
        if not operator:
            return None
        plain, named = [], []
        for p in one["params"]:
            if p["direction"] == "out" or p["kind"] in SILENT:
                continue
            if p["kind"] == "options":
                named += [f"{field}={'False' if field == 'requires_grad' else 'None'}" for field in p["fields"]]
            elif operator["variant"] == "out" and "written" in p and "keyword_only" in p:
                continue
            else:
                name = "input" if p["name"] == "self" else p["name"].removesuffix("_type")
                text = f"{name}={p['default']!r}" if "default" in p else name
                (named if "keyword_only" in p else plain).append(text)
        if operator["variant"] == "out":
            outs = one["results"]
            named.append("out=out" if len(outs) == 1 else f"out=({', '.join(outs)})")
        chapter = next((c for c in CHAPTERS if operator["name"].startswith(c)), "")
        name = CHAPTERS.get(chapter, "") + operator["name"].removeprefix(chapter)
        if operator["name"] in METHODS or (operator["variant"] == "inplace" and operator["method"]):
            return f"Tensor.{operator['name']}({', '.join(plain[1:] + ['*'] * bool(named) + named)})"
        name = f"ops.aten.{name}" if name in BY_NAME else name
        return f"pytorch_c.{name}({', '.join(plain + ['*'] * bool(named) + named)})"

    # ---- parameters ----

    def kind(self, p):
        """What a value is, in words."""
        described = p.get("handle") or p.get("enum") or p.get("struct") or p.get("callback")
        word = LISTS.get(p["kind"], p["kind"] + "s") if "list" in p else p["kind"]
        if described and p["kind"] != "destroy":
            word = f'<a href="{self.places[described]}">{word}</a>'
        if "list" in p:
            word = f"list of {word}" + (f", {p['size']}, or one for all" if p.get("size", 1) > 1 else "")
        return word

    def note(self, p):
        """What else there is to know of a parameter."""
        notes = []
        if p["direction"] == "out" and "close" in p:
            notes.append(f"new: end it with {self.linked(p['close'])}")
        if p.get("owned") == "taken":
            notes.append("the library takes it over")
        if "view_of" in p:
            notes.append(f"shares the memory of <code>{p['view_of']}</code>")
        if "written" in p:
            notes.append("changed")
        if "optional" in p:
            notes.append(f"<code>{p['absent']}</code>: absent" if "absent" in p else "may be NULL")
        if "optional_items" in p:
            notes.append("entries may be NULL")
        if "default" in p:
            value = "none" if p["default"] is None else json.dumps(p["default"])
            notes.append(f"default <code>{html.escape(value)}</code>")
        if "keyword_only" in p:
            notes.append("by keyword")
        return "; ".join(notes)

    def parameters(self, params):
        rows = [
            f"<tr><td><code>{p['name']}</code></td><td>{self.kind(p)}</td><td>{self.note(p)}</td></tr>"
            for p in params
            if p["kind"] not in SILENT
        ]
        return f"<table>{''.join(rows)}</table>" if rows else ""

    # ---- pages ----

    def function(self, one):
        operator, rest = one.get("operator"), one["doc"].removeprefix(one["summary"]).strip()
        title = (
            operator["name"] + ("." + operator["overload"] if operator["overload"] else "") if operator else one["name"]
        )
        lines = [f'<section id="{one["name"]}">', f"<h3>{title}</h3>", f"<p>{self.words(one['summary'])}</p>"]
        lines.append(f"<pre>{html.escape(self.declaration(one))}</pre>")
        python = self.python(one)
        if python:
            lines.append(f'<pre class="python">{html.escape(python)}</pre>')
        lines += [f"<p>{self.words(rest)}</p>"] * bool(rest) + [self.parameters(one["params"])]
        if not one["can_fail"] and one["returns"]["kind"] != "none":
            lines.append(f"<p>Returns {one['returns']['kind'].replace('_', ' ')}; it cannot fail.</p>")
        foot = [f"since {one['since']}"]
        if operator:
            forms = {"functional": "the operator", "inplace": "in place", "out": "into given tensors"}
            foot += [f"{word}: {self.linked(operator[key])}" for key, word in forms.items() if key in operator]
            foot.append(f"<code>{html.escape(operator['schema'])}</code>")
        return "\n".join([*lines, f'<p class="small">{"; ".join(foot)}</p>', "</section>"])

    def family(self, family, functions):
        lines = [f"<h1>{family['name']}.h</h1>", f"<p>{self.words(family['doc'])}</p>"]
        lines.append(f"<p><code>#include &lt;{family['header']}&gt;</code></p><p>")
        lines += [f'<a href="#{one["name"]}">{one["name"].removeprefix("ptc_")}</a>' for one in functions] + ["</p>"]
        section = None
        for one in functions:
            if one["section"] != section:
                section = one["section"]
                lines += [f"<h2>{self.words(section)}</h2>"] * bool(section)
            lines.append(self.function(one))
        return "\n".join(lines)

    def described(self):
        """Handles, enums, structs, callbacks and macros."""
        parts = ["<h1>Types and numbers</h1>", "<h2>Handles</h2>"]
        for one in self.api["handles"]:
            parts.append(
                f'<p id="{one["name"]}"><code>{one["name"]}</code>: {self.words(one["doc"])} Closed by {self.linked(one["close"])}.</p>'
            )
        parts.append("<h2>Enums</h2>")
        for one in self.api["enums"]:
            rows = [
                f"<tr><td><code>{v['name']}</code></td><td>{v['value']}</td><td>{self.words(v.get('doc', ''))}</td></tr>"
                for v in one["values"]
            ]
            head = f'<section id="{one["name"]}"><h3>{one["name"]}</h3><p>{self.words(one["doc"])}</p>'
            parts.append(f"{head}<table>{''.join(rows)}</table></section>")
        parts.append("<h2>Structs</h2>")
        for one in self.api["structs"]:
            fields = "\n".join(f"  {self.declared(f['type'], f['name'])};" for f in one["fields"])
            text = html.escape(f"typedef struct {one['name']} {{\n{fields}\n}} {one['name']};")
            head = f'<section id="{one["name"]}"><h3>{one["name"]}</h3><p>{self.words(one["doc"])}</p>'
            parts.append(f"{head}<pre>{text}</pre></section>")
        parts.append("<h2>Callbacks</h2>")
        for one in self.api["callbacks"]:
            inner = ", ".join(self.declared(p["type"], p["name"]) for p in one["params"])
            text = self.declared(one["returns"]["type"], f"(*)({inner})")
            head = f'<section id="{one["name"]}"><h3>{one["name"]}</h3><p>{self.words(one["doc"])}</p>'
            parts.append(f"{head}<pre>{html.escape(text)}</pre>{self.parameters(one['params'])}</section>")
        numbers = "".join(
            f"<tr><td><code>{m['name']}</code></td><td>{m['value']}</td></tr>" for m in self.api["macros"]
        )
        return "\n".join([*parts, "<h2>Macros</h2>", f"<table>{numbers}</table>"])

    def index(self, families):
        rows = [
            f'<tr><td><a href="{f["name"]}.h.html">{f["name"]}</a></td><td>{len(functions)}</td>'
            f"<td>{self.words(f['doc'].partition('. ')[0].rstrip('.'))}</td></tr>"
            for f, functions in families
        ]
        version = f"Version {self.api['version']}, ABI {self.api['abi_version']}"
        libtorch = f", libtorch {self.api['libtorch_version']}" if self.api["libtorch_version"] else ""
        return (
            f"<h1>The C library pytorch_c</h1><p>{version}{libtorch}: {len(self.api['functions']):,} functions.</p>"
            '<p><input id="search" placeholder="Search: a name, or words of a sentence" autofocus></p><ul id="found"></ul>'
            f'<table>{"".join(rows)}</table><p><a href="types.html">Types and numbers</a></p>'
            '<script src="search.js"></script>'
        )

    def files(self):
        """{name: text} of the whole site."""
        functions = {}
        for one in self.api["functions"]:
            functions.setdefault(one["family"], []).append(one)
        families = [(f, functions[f["name"]]) for f in self.api["families"] if f["name"] in functions]
        pages = {f"{f['name']}.h": self.family(f, found) for f, found in families}
        pages |= {"types": self.described(), "index": self.index(families)}
        index = [[one["name"], one["family"], one["summary"]] for one in self.api["functions"]]
        found = {f"{name}.html": page(name, body) for name, body in pages.items()}
        return found | {"style.css": STYLE.lstrip(), "search.js": f"const INDEX = {json.dumps(index)};{SEARCH}"}


def page(name, body):
    top = "" if name == "index" else '<p><a href="index.html">pytorch_c</a></p>\n'
    title = "pytorch_c" if name == "index" else f"{name}: pytorch_c"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width">\n<link rel="stylesheet" href="style.css">\n</head>\n'
        f"<body>\n{top}{body}\n</body>\n</html>\n"
    )


def write(folder, api=ROOT / "pytorch_c" / "pytorch_c.json"):
    folder.mkdir(parents=True, exist_ok=True)
    files = Site(json.loads(Path(api).read_text())).files()
    for name, text in files.items():
        (folder / name).write_text(text)
    return files


if __name__ == "__main__":
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "reference"
    print(f"{len(write(target))} files in {target}")
