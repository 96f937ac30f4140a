"""GoTorch's tools for archives of images: `tgz`, and the programs tarball_divide, tarball_merge and labelbuilder.

Each program runs as `python -m pytorch_c.tool.NAME --help`.
"""

from . import tgz

__all__ = ["tgz"]
