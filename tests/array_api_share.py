"""Share of the array API's own test suite that passes: this package beside torch, both through array-api-compat.

git clone --recursive https://github.com/data-apis/array-api-tests
pip install array-api-compat hypothesis ndindex pytest-json-report
python tests/array_api_share.py array-api-tests [examples of each property, 3]
"""

import os
import re
import subprocess
import sys

MODULES = {"pytorch_c": "pytorch_c.array_api", "torch": "array_api_compat.torch"}


def outcome(folder, module, examples):
    """({what failed}, how many passed) of the suite for one module."""
    command = [sys.executable, "-m", "pytest", "-q", "array_api_tests", f"--max-examples={examples}", "--tb=no"]
    command += ["-p", "no:cacheprovider", "--disable-warnings", "-rf"]
    environment = os.environ | {"ARRAY_API_TESTS_MODULE": module}
    said = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout
    return set(re.findall(r"^FAILED (\S+)", said, re.MULTILINE)), int(re.search(r"(\d+) passed", said)[1])


def main():
    folder, examples = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "3"
    found = {name: outcome(folder, module, examples) for name, module in MODULES.items()}
    for name, (failed, passed) in found.items():
        print(f"{name:10} {passed:5,} pass, {len(failed)} fail")
    print("fail here alone:", *sorted(found["pytorch_c"][0] - found["torch"][0]) or ["nothing"])
    print("fail in torch alone:", *sorted(found["torch"][0] - found["pytorch_c"][0]) or ["nothing"])


if __name__ == "__main__":
    main()
