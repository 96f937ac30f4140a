"""Every block of Python, C and shell in docs/ runs as it stands; test_readme.py looks at the output of the README's and of some pages."""

import shutil

import pytest
from support import doc_blocks
from support.doc_blocks import Wrong
from support.project import ROOT

READ = {"errors.md", "from-torch.md", "gotorch.md", "vision.md"}  # test_readme.py runs these
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if "\n```" in page.read_text() and page.name not in READ]


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler on this machine")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page, tmp_path):
    doc_blocks.run_page(page, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "```python\nraise SystemExit(3)\n```\n",
        "```sh\nfalse\ntrue\n```\n",
        "```c\nint main(void) { return 1; }\n```\n",
        "```cpp\nint x;\n```\n",
        "<!-- part of tests/conftest.py: it is not there -->\n```python\nx = no_such_text\n```\n",
        "<!-- not run: because -->\n```python\npass\n```\n",
        "<!-- file loop.py -->\n```python\npass\n```\n",
    ],
)
def test_a_block_that_does_not_run_is_found(text, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(Wrong):
        doc_blocks.run_page(page, tmp_path)


def test_files_and_blocks_before_a_block_are_there(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- file a.py: the next block runs it -->\n```python\nprint('from a file')\n```\n"
        "<!-- with tests/support/project.py -->\n```sh\npython a.py > said && ls project.py\n```\n"
        "<!-- not run: it is here to be left out -->\n```sh\nfalse\n```\n"
        "```python\nprint(open('said').read())\n```\n"
    )
    assert list(doc_blocks.run_page(page, tmp_path).values()) == ["project.py\n", "from a file\n\n"]
