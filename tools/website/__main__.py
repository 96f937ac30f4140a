"""Builds the site: build/site/html/index.html, which works from a folder.

python tools/website [--check]    # `make site` and `make site-check` build first
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from website import browser, c_reference, check, python_reference, stage  # noqa: E402

BUILD = stage.ROOT / "build" / "site"


def build(target, jobs):
    """Stages the pages, writes the references and runs Sphinx, for which each warning is an error."""
    shutil.rmtree(target, ignore_errors=True)  # no page of an earlier build stays
    source = target / "source"
    source.mkdir(parents=True)
    stage.write(source)
    references(source)
    call = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", str(jobs), "-b", "html"]
    environment = os.environ | {"PYTORCH_C_ROOT": str(stage.ROOT)}
    return subprocess.run([*call, "-d", target / "doctrees", source, target / "html"], env=environment).returncode


def references(source):
    (source / "python").mkdir()
    names, examples = python_reference.write(source / "python")
    print(f"Python: {names:,} names, {examples:,} with an example")
    (source / "c").mkdir()
    print(f"C: {c_reference.write(source / 'c'):,} functions")


def main():
    parser = argparse.ArgumentParser(prog="python tools/website", description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--check", action="store_true", help="check the links of the site that is built, and what it fetches"
    )
    asked, began = parser.parse_args(), time.monotonic()
    if asked.check:
        found, count = check.problems(BUILD / "html")
        seen, pages = browser.problems(BUILD / "html")
        said = "no Chromium: search and widths were not looked at" if seen is None else f"{pages} pages in Chromium"
        found += seen or []
        print(*found, f"{count:,} links; {said}; {len(found)} problems", sep="\n")
        return 1 if found else 0
    code = build(BUILD, asked.jobs)
    print(f"{BUILD / 'html' / 'index.html'}: {time.monotonic() - began:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
