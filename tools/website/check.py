"""Checks of the built pages: links and their anchors, and that no page asks another server for anything."""

from html.parser import HTMLParser
from urllib.parse import unquote, urlparse

# Tags of which the browser fetches the address by itself; an <a> waits for the reader.
FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}


class Page(HTMLParser):
    """The ids, links and fetched addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.fetched = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag in FETCHED and FETCHED[tag] in attributes:
            self.fetched.append(attributes[FETCHED[tag]])


def wrong_link(folder, pages, page, link):
    """The reason why a link leads nowhere, or None."""
    parts = urlparse(link)
    if parts.scheme or link.startswith("//"):
        return None
    path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not path.is_file():
        return "no such file"
    if not path.is_relative_to(folder):
        return "outside of the site"
    anchor = unquote(parts.fragment)
    if anchor and path.suffix == ".html" and anchor not in pages[path].ids:
        return "no such anchor"
    return None


def problems(folder):
    """(problems as lines, number of links) of a built site."""
    folder = folder.resolve()
    # _static has a template of the theme's, which is no page.
    names = [path for path in sorted(folder.rglob("*.html")) if path.relative_to(folder).parts[0] != "_static"]
    pages = {path: Page(path.read_text()) for path in names}
    found, count = [], 0
    for path, page in pages.items():
        count += len(page.links) + len(page.fetched)
        for link in page.links + page.fetched:
            reason = wrong_link(folder, pages, path, link)
            if reason:
                found.append(f"{path.relative_to(folder)}: {link}: {reason}")
        found += [f"{path.relative_to(folder)}: fetches {one}" for one in page.fetched if urlparse(one).netloc]
    return found, count
