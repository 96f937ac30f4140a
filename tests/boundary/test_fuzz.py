"""The quick part of the fuzzer (tests/fuzz): 20,000 odd calls of the C library with fixed seeds, and all that ever crashed.

In processes of their own: neither this package nor, but for the comparison, torch is loaded there. `make fuzz
CALLS=1000000` does more.
"""

import json
import re
import subprocess
import sys

import pytest
from support.project import HANG, ROOT


def fuzz(*args):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *args], cwd=ROOT, capture_output=True, text=True, timeout=2 * HANG
    )
    assert ran.returncode in (0, 1), ran.stderr[-2000:]
    return ran.stdout


def clean(text, calls):
    last = text.splitlines()[-1]
    found = re.match(r"crashes (\d+), hangs (\d+), leaks (\d+), broken promises (\d+), calls (\d+)", last)
    assert found and not any(map(int, found.groups()[:4])), text[-3000:]
    assert int(found[5]) >= calls


@pytest.mark.parametrize("seed, how", [("1", ()), ("2", ("--guard",))], ids=["plain", "guard-pages"])
def test_odd_calls_come_back(seed, how):
    clean(fuzz("--calls", "10000", "--seed", seed, *how), 10_000)


def test_calls_with_structure_come_back(tmp_path):
    """Calls of every 40th entry of torch's operator database, with something in each changed."""
    recorded = tmp_path / "recorded.jsonl"
    script = ROOT / "tests" / "fuzz" / "recorded.py"
    subprocess.run([sys.executable, script, recorded, "40"], cwd=ROOT, check=True, capture_output=True, timeout=HANG)
    for how in ((), ("--by-name",)):
        clean(fuzz("--structured", "--recorded", str(recorded), "--calls", "2000", "--seed", "1", *how), 2_000)


def test_odd_calls_give_what_torch_gives():
    text = fuzz("--calls", "2600", "--seed", "1", "--beside-torch")
    clean(text, 2_600)
    found = re.match(r"beside torch: (\d+) differences in (\d+) calls", text.splitlines()[-2])
    assert found and int(found[1]) == 0 and int(found[2]) > 1500, text[-3000:]


def test_what_once_crashed_comes_back():
    assert not json.loads(fuzz("--corpus").splitlines()[-1])


def test_the_fuzzer_sees_crashes_hangs_leaks_and_broken_promises(tmp_path):
    """A library with a fault of each kind, as if it were ours."""
    source = tmp_path / "faulty.c"
    source.write_text(FAULTY)
    library = tmp_path / "faulty.so"
    folder = ROOT / "pytorch_c" / "lib"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", library, source, f"-L{folder}", "-lpytorch_c", f"-Wl,-rpath,{folder}"],
        check=True,
    )
    known = json.loads((ROOT / "pytorch_c" / "pytorch_c.json").read_text())
    maker = next(one for one in known["functions"] if [p["type"] for p in one["params"]] == ["ptc_mark *"])
    out = {"name": "out", "kind": "tensor", "type": "ptc_tensor *", "direction": "out"}
    described = [maker | {"name": f"ptc_{name}", "params": [out]} for name in ("crash", "leak", "promise")]
    interface = tmp_path / "faulty.json"
    interface.write_text(json.dumps(known | {"functions": known["functions"] + described}))
    text = fuzz(
        "--library", str(library), "--interface", str(interface), "--calls", "9", "--only", "crash|leak$|promise"
    )
    assert re.search(r"crashes [1-3], hangs 0, leaks [1-3], broken promises [1-3], ", text), text


FAULTY = """
#include <stdint.h>
typedef struct ptc_tensor_s *ptc_tensor;
typedef struct ptc_mark_s *ptc_mark;
const char *ptc_error_new(int32_t kind, const char *message);
const char *ptc_mark_new(ptc_mark *out);
const char *ptc_crash(ptc_tensor *out) { *(volatile int *)8 = 1; return 0; }
const char *ptc_leak(ptc_tensor *out) { ptc_mark mark; if (out) *out = 0; return ptc_mark_new(&mark); }
const char *ptc_promise(ptc_tensor *out) { return ptc_error_new(1, "failed, and the output is as it was"); }
"""
