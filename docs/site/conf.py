"""Settings of Sphinx for the site; `make site` stages the pages and runs it (tools/website)."""

import os
from pathlib import Path

ROOT = Path(os.environ["PYTORCH_C_ROOT"])

project = "pytorch_c"
author = "The authors of pytorch_c"
version = release = (ROOT / "cshim" / "VERSION").read_text().strip()
html_title = f"pytorch_c {version}"

extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
root_doc = "index"
nitpicky = False
# A block that Pygments cannot read in full (a diff of two outputs, a shell's transcript) is shown without colours.
suppress_warnings = ["misc.highlighting_failure"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
maximum_signature_line_length = 100
add_module_names = True
toc_object_entries_show_parents = "hide"

html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["languages.js"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "show_toc_level": 2,
    "navigation_depth": 3,
    "navigation_with_keys": False,
    "show_nav_level": 1,
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
copyright = "its authors; MIT licence"  # noqa: A001
