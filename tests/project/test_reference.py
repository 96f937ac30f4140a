"""The reference that `make docs` makes: every function stands there, what is linked is there, and the C compiles."""

import json
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.project import HANG, ROOT

from pytorch_c import config

API = json.loads(Path(config.api()).read_text())
ALONE = {"link", "meta", "input"}


class Page(HTMLParser):
    """The ids, links and <pre> texts of a page; raises where a tag is not closed."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.code, self.open = [], [], [], []  # code: (language, text)
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes[key] for key in ("href", "src") if key in attributes]
        if tag == "pre":
            self.code.append((attributes.get("class", "C"), ""))
        if tag not in ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if self.open and self.open[-1] == "pre":
            self.code[-1] = (self.code[-1][0], self.code[-1][1] + data)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    subprocess.run([sys.executable, ROOT / "tools" / "reference.py", folder], check=True, timeout=HANG)
    return folder, {path.name: Page(path.read_text()) for path in folder.glob("*.html")}


def test_every_link_leads_somewhere(site):
    folder, pages = site
    for name, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), name
        for link in page.links:
            path, _, anchor = link.partition("#")
            assert (folder / (path or name)).is_file(), f"{name}: {link}"
            assert not anchor or anchor in pages[path or name].ids, f"{name}: {link}"


def test_every_function_has_its_place(site):
    folder, pages = site
    for one in API["functions"]:
        assert one["name"] in pages[f"{one['family']}.h.html"].ids
    for key in ("handles", "enums", "structs", "callbacks"):
        assert {one["name"] for one in API[key]} <= set(pages["types.html"].ids)
    search = (folder / "search.js").read_text()
    index, _ = json.JSONDecoder().raw_decode(search, len("const INDEX = "))
    assert [one[0] for one in index] == [one["name"] for one in API["functions"]]
    assert {f"{family}.h.html" for _, family, _ in index} <= set(pages)


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")
def test_the_declarations_are_the_headers(site, tmp_path):
    _, pages = site
    code = [one for name, page in pages.items() if name != "types.html" for one in page.code]
    shown = [text for language, text in code if language == "C"]
    assert len(shown) == len(API["functions"])
    source = tmp_path / "shown.c"
    source.write_text("#include <pytorch_c.h>\n" + "\n".join(shown))
    command = ["gcc", "-std=c11", "-fsyntax-only", "-Werror", *config.cflags().split(), source]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr[:2000]


def test_what_a_page_says_of_a_function(site):
    folder, _ = site
    text = (folder / "shape.h.html").read_text()
    part = text[text.index('<section id="ptc_split_Tensor">') :]
    part = part[: part.index("</section>")]
    for said in (
        "ptc_error ptc_split_Tensor(ptc_tensor self, int64_t split_size, int64_t dim, ptc_tensor_list *out);",
        "pytorch_c.split(input, split_size, dim=0)",
        "default <code>0</code>",
        "shares the memory of <code>self</code>",
        "ptc_tensor_list_close",
        "since 0.1.0",
    ):
        assert said in part, said


def test_what_python_calls_is_there(site):
    """Every function or method that a page names for Python exists."""
    import pytorch_c

    _, pages = site
    shown = [text for page in pages.values() for language, text in page.code if language == "python"]
    assert len(shown) == sum("operator" in one for one in API["functions"])
    for text in shown:
        found = {"pytorch_c": pytorch_c, "Tensor": pytorch_c.Tensor}[text.partition(".")[0]]
        path = text.partition("(")[0].split(".")[1:]
        for name in path:
            found = getattr(found, name, None)
        assert callable(found), text
