"""Looks at the built site in headless Chromium: its search, the width of pages on a phone, and what they ask other servers for."""

import functools
import html
import http.server
import json
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-extensions"
).split()
# Words to search for, and a page that must be among the results.
SEARCHES = {"topk": "python/torch-compare.html", "ptc_mm": "c/blas_h.html", "out of memory": "docs/"}
PHONE = 400  # pixels
LIMIT = 240  # seconds for one run of the browser

WIDTHS = """<!doctype html><body><script>
const pages = PAGES, found = {};
async function look() {
  for (const page of pages) {
    const frame = document.createElement("iframe");
    frame.style = "width: PHONEpx; height: 800px; border: 0";
    frame.src = page;
    document.body.append(frame);
    await new Promise(done => frame.onload = done);
    const root = frame.contentDocument.documentElement;
    found[page] = [root.scrollWidth, frame.contentDocument.querySelectorAll("h1").length,
      frame.contentWindow.performance.getEntriesByType("resource").map(one => one.name).filter(name => !name.startsWith(location.origin))];
    frame.remove();
  }
  const text = document.createElement("pre");
  text.id = "found";
  text.textContent = JSON.stringify(found);
  document.body.append(text);
}
look();
</script>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def dumped(address, budget=20000):
    """The document of an address after its scripts have run."""
    with tempfile.TemporaryDirectory() as profile:
        call = [
            "chromium",
            *FLAGS,
            f"--user-data-dir={profile}",
            f"--virtual-time-budget={budget}",
            "--dump-dom",
            address,
        ]
        return subprocess.run(call, capture_output=True, text=True, timeout=LIMIT, check=True).stdout


def served(folder):
    """A server of the folder on a free port of this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def wrong_searches(folder):
    """The search works from the folder itself, without a server."""
    for words, wanted in SEARCHES.items():
        text = dumped(f"{(folder / 'search.html').as_uri()}?q={words.replace(' ', '+')}")
        results = re.findall(r'<a href="([^"]+)"', text.partition('id="search-results"')[2])
        if not any(wanted in result for result in results):
            yield f"search for {words!r}: {wanted} is not among {len(results)} results"


def wrong_widths(folder, pages):
    """Pages that scroll sideways on a phone, have no title, or ask another server for something."""
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        text = WIDTHS.replace("PAGES", json.dumps([f"../{page}" for page in pages])).replace("PHONE", str(PHONE))
        (Path(inside) / "look.html").write_text(text)
        server = served(folder)
        try:
            document = dumped(f"http://127.0.0.1:{server.server_port}/{Path(inside).name}/look.html", 200000)
        finally:
            server.shutdown()
    found = re.search(r'<pre id="found">(.*?)</pre>', document, re.S)
    if not found:
        yield "the pages were not looked at to the end"
        return
    for page, (width, titles, others) in json.loads(html.unescape(found[1])).items():
        if width > PHONE:
            yield f"{page[3:]}: {width} pixels wide on a phone of {PHONE}"
        if titles != 1:
            yield f"{page[3:]}: {titles} titles"
        yield from (f"{page[3:]}: asks for {one}" for one in others)


def problems(folder):
    """Problems as lines, and how many pages were looked at; (None, 0) without Chromium."""
    if not shutil.which("chromium"):
        return None, 0
    folder = folder.resolve()
    pages = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.html"))]
    pages = [page for page in pages if not page.startswith("_static") and page not in ("genindex.html", "search.html")]
    return [*wrong_searches(folder), *wrong_widths(folder, pages)], len(pages)
