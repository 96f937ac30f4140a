"""The cffi module pytorch_c._boundary._native, for setup.py (cffi_modules)."""

import os
import sys
from pathlib import Path

import cffi

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from codegen.__main__ import main  # noqa: E402

main()
ffi = cffi.FFI()
ffi.cdef((ROOT / "pytorch_c/csrc/native.cdef").read_text())
ffi.set_source(
    "pytorch_c._boundary._native",
    (ROOT / "pytorch_c/csrc/native.c").read_text(),
    include_dirs=[str(ROOT / "cshim/include")],
    library_dirs=[os.environ.get("PTC_LIBRARY_DIR", str(ROOT / "pytorch_c/lib"))],
    libraries=["pytorch_c"],
    extra_compile_args=["-O1", "-g0"],
    extra_link_args=["-Wl,-rpath,$ORIGIN/../lib"],
    py_limited_api=False,
)
