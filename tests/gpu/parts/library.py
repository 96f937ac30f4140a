"""The C library's own tests, on the device where they can use one."""

import re
import subprocess
import sys
from pathlib import Path

from gpu.checks import Checks

ROOT = Path(__file__).resolve().parents[3]
TESTS = re.findall(r"^C_TESTS := (.*)", (ROOT / "cshim" / "Makefile").read_text(), re.M)[0].split()
checks = Checks()


@checks("the C library is of the libtorch that runs, operator by operator")
def versions(device):
    from pytorch_c._boundary import api

    api.check()
    return {"built": api.build_info()}


def c_test(name):
    def run(device):
        program = ROOT / "build" / "gpu" / "tests" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        lib = ROOT / "pytorch_c" / "lib"
        compile_it = ["cc", "-std=c99", "-pthread", f"-I{ROOT}/cshim/include", ROOT / "cshim" / "tests" / f"{name}.c", "-o", program,
                      f"-L{lib}", "-lpytorch_c", f"-Wl,-rpath,{lib}"]  # fmt: skip
        done = subprocess.run(compile_it, capture_output=True, text=True)
        assert not done.returncode, done.stderr[-2000:]
        done = subprocess.run([program], capture_output=True, text=True, timeout=60, cwd=program.parent)
        assert not done.returncode and f"{name}: ok" in done.stdout, (done.stdout + done.stderr)[-2000:]

    return run


for each in ["cuda", *(name for name in TESTS if name != "cuda")]:
    checks(f"cshim/tests/{each}.c")(c_test(each))

if __name__ == "__main__":
    sys.exit(0)
